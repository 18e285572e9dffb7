/**
 * The staff at the table: what it would do, and how an attack would go, on a card above the field.
 */

import { fill, h, icon } from "./icons.js";
import { townName } from "./board.js";
import { t } from "./i18n.js";

/**
 * The card of the staff.
 * @param {{game: object, controls: object, root: HTMLElement, show: function(object): void}} options - `show`
 *   brings what an advice names before the player's eyes
 */
export function createStaff({ game, controls, root, show }) {
  const element = h("div.advice", { role: "status", hidden: true });
  let advice = null; // the answer that is on the card, with the version that it is for
  let isAsking = false;

  function close() {
    advice = null;
    element.hidden = true;
    light();
  }

  function draw(title, words, buttons) {
    fill(element, icon("lamp"), h("div.advice-words", null, title ? h("strong", null, title) : null, words),
      h("div.advice-buttons", null, buttons,
        h("button.round", { "aria-label": t("Close"), onclick: close }, icon("close"))));
    element.hidden = false;
  }

  function waiting(words) {
    advice = { v: game.state.v };
    draw("", h("span", null, words, " ", h("span.thinking", { "aria-hidden": "true" }, h("i"), h("i"), h("i"))), null);
  }

  /** Ask what the staff would do. */
  function askHint(level = "officer") {
    if (!controls.canAct() || isAsking) return;
    const { v } = game.state;
    isAsking = true;
    waiting(t("The staff is bent over the map…"));
    controls.ask({ t: "hint", v, level }, (answer) => {
      isAsking = false;
      if (!game.state || game.state.v !== v) return close();
      if (!answer.ok) return draw("", h("span", null, answer.text), null);
      advice = { v, action: answer.action };
      draw(answer.label, answer.text && answer.text !== answer.label ? h("span", null, answer.text) : null, [
        level === "officer" ? h("button.quiet", { onclick: () => askHint("marshal"), "data-act": "marshal" }, t("Ask the marshal")) : null,
        h("button.primary", { onclick: doIt, "data-act": "do-it" }, t("Do it"))]);
      show(named(answer.action));
      light();
    });
  }

  function doIt() {
    const { action } = advice || {};
    close();
    if (action) controls.act([action]);
  }

  /** Ask how an attack of these units would go; without units, how the battle there will. */
  function askOdds(town, units = []) {
    if (!game.state || isAsking) return;
    const { v } = game.state;
    isAsking = true;
    waiting(t("The staff reckons…"));
    controls.ask({ t: "odds", v, town, units }, (answer) => {
      isAsking = false;
      if (!game.state || game.state.v !== v) return close();
      if (!answer.ok) return draw("", h("span", null, answer.text), null);
      advice = { v };
      draw(t("{town}: {chance} % to win", { town: townName(town), chance: Math.round(answer.win * 100) }), oddsTable(answer), null);
    });
  }

  function oddsTable(answer) {
    const number = (value) => (Math.round(value * 10) / 10).toLocaleString(document.documentElement.lang);
    const row = (name, units, points) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, number(units)), h("td", null, number(points)));
    return h("div.odds", { style: { "--chance": `${Math.round(answer.win * 100)}%` } },
      h("div.odds-bar", { "aria-hidden": "true" }, h("i")),
      h("table", null,
        h("thead", null, h("tr", null, h("th", { scope: "col" }, t("Expected losses")), h("th", { scope: "col" }, t("units")), h("th", { scope: "col" }, t("strength")))),
        h("tbody", null, row(t("Ours"), answer.own_losses, answer.own_points), row(t("Theirs"), answer.enemy_losses, answer.enemy_points))),
      h("p.hint", null, answer.error ? t("From what you know, by trial: give or take {error} %.", { error: Math.max(1, Math.round(answer.error * 100)) }) : t("From what you know.")));
  }

  /** What an action names: units and towns. */
  function named(action) {
    const words = (action || "").split(" ").slice(1);
    return { unit: words.find((word) => game.board.unit(word)) || null, town: words.find((word) => game.board.town(word)) || null };
  }

  /** Mark on the table what the advice is about. */
  function light() {
    for (const one of root.querySelectorAll(".is-advised")) one.classList.remove("is-advised");
    if (!advice?.action) return;
    const { unit } = named(advice.action);
    if (unit) for (const one of root.querySelectorAll(`[data-unit="${unit}"], [data-piece="${unit}"]`)) one.classList.add("is-advised");
  }

  return {
    element,
    askHint,
    askOdds,
    close,
    isOpen: () => !element.hidden,
    /** The town that the advice leads to. */
    town: () => (advice?.action ? named(advice.action).town : null),
    /** The table was drawn anew: advice for an older position goes. */
    update() {
      if (advice && game.state && advice.v !== game.state.v) close();
      else light();
    },
    lost() {
      isAsking = false;
      close();
    },
  };
}
