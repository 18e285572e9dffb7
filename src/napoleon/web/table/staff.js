/**
 * The staff at the table: what it would do, and how an attack would go, on a card above the field.
 */

import { fill, h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { townName } from "../lib/names.js";
import { ruleMark } from "../rules/mark.js";
import { endLabel } from "./prompt.js";
import { hasChanged } from "./state.js";

/** @import { Board, OddsAnswer } from "../lib/types.js" */
/** @import { Controls } from "./controls.js" */
/** @import { Advice, Setting, TableState } from "./state.js" */

/** Who is asked: the best there is. */
export const ADVISER = "emperor";

/**
 * What an action names: a unit, a town.
 * @param {Board} board
 * @param {string} action
 */
export function named(board, action) {
  const words = action.split(" ").slice(1);
  return { unit: words.find((word) => board.hasUnit(word)) ?? null, town: words.find((word) => board.hasTown(word)) ?? null };
}

/**
 * The units that advice is about: those who go the same way are advised at once.
 * @param {Board} board
 * @param {Advice|null} advice
 */
export function advisedUnits(board, advice) {
  const actions = advice?.kind === "hint" ? [advice.action, ...advice.more] : [];
  return actions.flatMap((action) => named(board, action).unit ?? []);
}

/**
 * The town that advice leads to.
 * @param {Board} board
 * @param {Advice|null} advice
 */
export function advisedTown(board, advice) {
  return advice?.kind === "hint" ? named(board, advice.action).town : null;
}

/**
 * The card of the staff.
 * @param {Setting} setting
 * @param {Controls} controls
 */
export function createStaff({ board }, controls) {
  const element = h("div.advice", { role: "status", hidden: true });

  /**
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function render(before, state) {
    if (!hasChanged(before, state, "advice")) return;
    element.hidden = !state.advice;
    if (state.advice) fill(element, icon("lamp"), ...content(state.advice, state.game?.view.stage ?? ""));
  }

  /**
   * @param {Advice} advice
   * @param {string} stage
   */
  function content(advice, stage) {
    switch (advice.kind) {
      case "asking": return card("", h("span", null, advice.words, " ", h("span.thinking", { "aria-hidden": "true" }, h("i"), h("i"), h("i"))), []);
      case "odds": {
        const chance = Math.min(99, Math.max(1, Math.round(advice.answer.win * 100)));
        return card(t("{town}: {chance} % to win", { town: townName(advice.town), chance }), oddsTable(advice.answer), []);
      }
      case "hint": return card(advice.action === "end" ? endLabel(stage) : advice.label, h("span", null, advice.text !== advice.label ? advice.text : "", " ", ruleMark(advice.rule)), [
        h("button.primary", { onclick: controls.followAdvice, "data-act": "do-it" }, t("Do it"))]);
      default: return card("", h("span", null, advice.words), []);
    }
  }

  /**
   * @param {string} title
   * @param {HTMLElement|null} words
   * @param {(HTMLElement|null)[]} buttons
   */
  function card(title, words, buttons) {
    return [
      h("div.advice-words", null, title ? h("strong", null, title) : null, words),
      h("div.advice-buttons", null, buttons, h("button.round", { "aria-label": t("Close"), onclick: controls.closeAdvice }, icon("close"))),
    ];
  }

  return {
    element,
    render,
    /**
     * Mark the units that the advice is about, wherever they lie on the table.
     * @param {HTMLElement} root
     * @param {TableState} state
     */
    light(root, { advice }) {
      for (const one of root.querySelectorAll(".is-advised")) one.classList.remove("is-advised");
      for (const unit of advisedUnits(board, advice)) {
        const marks = ["unit", "piece", "key"].map((name) => `[data-${name}="${unit}"]`).join(", ");
        for (const one of root.querySelectorAll(marks)) one.classList.add("is-advised");
      }
    },
  };
}

/** @type {(answer: OddsAnswer) => boolean} Whether the enemy is not expected to stand. */
const isWalkover = ({ win, enemy_points: points, enemy_losses: units }) => win > 0.8 && points < 1 && units < 0.5;

/** @param {OddsAnswer} answer */
function oddsTable(answer) {
  const number = (/** @type {number} */ value) => (Math.round(value * 10) / 10).toLocaleString(lang());
  const row = (/** @type {string} */ name, /** @type {number} */ units, /** @type {number} */ points) => h("tr", null,
    h("th", { scope: "row" }, name), h("td", null, number(units)), h("td", null, number(points)));
  const column = (/** @type {string} */ name) => h("th", { scope: "col" }, name);
  const error = Math.max(1, Math.round(answer.error * 100));
  return h("div.odds", { style: { "--chance": `${Math.round(answer.win * 100)}%` } },
    h("div.odds-bar", { "aria-hidden": "true" }, h("i")),
    h("table", null,
      h("thead", null, h("tr", null, column(t("Expected losses")), column(t("units")), column(t("strength")))),
      h("tbody", null, row(t("Ours"), answer.own_losses, answer.own_points), row(t("Theirs"), answer.enemy_losses, answer.enemy_points))),
    h("p.hint", null, t("From what you know, by trial: give or take {error} %.", { error }), " ",
      t("To win is to hold the town. Both sides are taken to fight, reinforce and withdraw as an officer would."), isWalkover(answer) ? ` ${t("They will probably withdraw.")}` : ""));
}
