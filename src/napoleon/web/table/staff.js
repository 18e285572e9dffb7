// @ts-nocheck
/**
 * The staff at the table: what it would do, and how an attack would go, on a card above the field.
 */

import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { townName } from "../lib/names.js";
import { lang, t } from "../lib/i18n.js";

/**
 * The card of the staff.
 * @param {{game: object, controls: object, root: HTMLElement, makeRoom: function(): void,
 *   show: function(object): void, endLabel: function(string): string}} options
 *   `makeRoom` takes away what would lie over the card; `show` brings what an advice names before
 *   the player's eyes; `endLabel` names the end of a step
 */
export function createStaff({ game, controls, root, makeRoom, show, endLabel }) {
  const element = h("div.advice", { role: "status", hidden: true });
  let advice = null; // the answer that is on the card, with the version that it is for
  let isAsking = false;
  let follow = null; // a march that was advised and made: the staff goes on with the next one

  function close() {
    advice = null;
    element.hidden = true;
    light();
  }

  function draw(title, words, buttons) {
    fill(element, icon("lamp"),
      h("div.advice-words", null, title ? h("strong", null, title) : null, words),
      h("div.advice-buttons", null, buttons,
        h("button.round", { "aria-label": t("Close"), onclick: close }, icon("close"))));
    element.hidden = false;
  }

  function waiting(words) {
    advice = { v: game.state.v };
    makeRoom();
    const dots = h("span.thinking", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    draw("", h("span", null, words, " ", dots), null);
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
      advice = { v, action: answer.action, more: answer.more || [] };
      const why = answer.text && answer.text !== answer.label ? h("span", null, answer.text) : null;
      const marshal = { onclick: () => askHint("marshal"), "data-act": "marshal" };
      const title = answer.action === "end" ? endLabel(game.state.view.stage) : answer.label;
      draw(title, why, [
        level === "officer" ? h("button.quiet", marshal, t("Ask the marshal")) : null,
        h("button.primary", { onclick: () => doIt(level), "data-act": "do-it" }, t("Do it"))]);
      show({ units: advisedUnits(), town: named(answer.action).town });
      light();
    });
  }

  function doIt(level) {
    const { action, more = [], v } = advice || {};
    close();
    follow = /^(march|force) /.test(action || "") ? { v, level } : null;
    if (action) controls.act([action, ...more], more.length > 0);
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
      const chance = Math.min(99, Math.max(1, Math.round(answer.win * 100)));
      const title = t("{town}: {chance} % to win", { town: townName(town), chance });
      draw(title, oddsTable(answer), null);
    });
  }

  function oddsTable(answer) {
    const number = (value) => (Math.round(value * 10) / 10).toLocaleString(lang());
    const row = (name, units, points) => h("tr", null,
      h("th", { scope: "row" }, name), h("td", null, number(units)), h("td", null, number(points)));
    const column = (name) => h("th", { scope: "col" }, name);
    const error = Math.max(1, Math.round(answer.error * 100));
    return h("div.odds", { style: { "--chance": `${Math.round(answer.win * 100)}%` } },
      h("div.odds-bar", { "aria-hidden": "true" }, h("i")),
      h("table", null,
        h("thead", null, h("tr", null,
          column(t("Expected losses")), column(t("units")), column(t("strength")))),
        h("tbody", null,
          row(t("Ours"), answer.own_losses, answer.own_points),
          row(t("Theirs"), answer.enemy_losses, answer.enemy_points))),
      h("p.hint", null, t("From what you know, by trial: give or take {error} %.", { error })));
  }

  /** What an action names: units and towns. */
  function named(action) {
    const words = (action || "").split(" ").slice(1);
    return {
      unit: words.find((word) => game.board.hasUnit(word)) || null,
      town: words.find((word) => game.board.hasTown(word)) || null,
    };
  }

  /** The units that the advice is about: those who go the same way are advised at once. */
  function advisedUnits() {
    const actions = advice?.action ? [advice.action, ...advice.more] : [];
    return actions.map((action) => named(action).unit).filter(Boolean);
  }

  /** Mark them on the table. */
  function light() {
    for (const one of root.querySelectorAll(".is-advised")) one.classList.remove("is-advised");
    for (const unit of advisedUnits()) {
      const marks = ["unit", "piece", "key"].map((name) => `[data-${name}="${unit}"]`).join(", ");
      for (const one of root.querySelectorAll(marks)) one.classList.add("is-advised");
    }
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
      const next = follow && game.state && follow.v !== game.state.v ? follow : null;
      if (!next) return;
      follow = null;
      if (controls.canAct() && !game.tab) askHint(next.level);
    },
    lost() {
      isAsking = false;
      follow = null;
      close();
    },
  };
}
