/**
 * The head of the table: the prompt, and where the campaign stands.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { emblem, icon } from "../lib/icons.js";
import { ARMIES, dayName, seatName } from "../lib/names.js";
import { citiesOf } from "./panels.js";
import { lesson, needsLesson, promptText } from "./prompt.js";
import { ruleMark } from "./rules.js";
import { canAct, hasChanged, nextSeat } from "./state.js";

/** @import { View } from "../lib/types.js" */
/** @import { Setting, TableState } from "./state.js" */

/**
 * @param {Setting} setting
 * @param {{onPanel: (name: string) => void}} hooks
 */
export function createTop(setting, { onPanel }) {
  const { board, exercise } = setting;
  const prompt = h("p.prompt", { id: "prompt", tabindex: -1 }, h("span.prompt-text", null, t("The map is being spread out…")));
  const numbers = h("div.numbers", { role: "group", "aria-label": t("Where the campaign stands") });
  const element = h("header.top", null,
    exercise ? h("a.round", { href: "/exercises", "aria-label": t("All exercises") }, icon("back"))
      : h("a.round", { href: "/", "aria-label": t("To the front page") }, icon("home")),
    prompt, numbers);

  /**
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function render(before, state) {
    if (!state.game) return;
    if (hasChanged(before, state, "game", "people", "isBehind")) drawPrompt(state);
    if (hasChanged(before, state, "game")) drawNumbers(state.game.view);
  }

  /** @param {TableState} state */
  function drawPrompt(state) {
    const text = promptText(setting, state);
    const rule = state.game?.rule;
    const words = exercise ? [h("span.task", null, exercise.task), h("small", null, text, " ", ruleMark(rule))]
      : [text, " ", nextSeat(setting, state) ? null : ruleMark(rule), needsLesson(setting, state) ? h("small.teach", null, lesson()) : null];
    const isThinking = !canAct(state) && state.game && state.game.thinking.length > 0;
    fill(prompt, state.seat ? emblem(state.seat) : icon("eye"), h("span.prompt-text", null, words),
      isThinking ? h("span.thinking", { "aria-label": t("The computer is thinking") }, h("i"), h("i"), h("i")) : null);
  }

  /** @param {View} view */
  function drawNumbers(view) {
    const { turn, date, night } = view;
    const cities = citiesOf(board, view);
    const figure = (/** @type {string} */ label, /** @type {unknown[]} */ content, /** @type {string} */ panel) =>
      h("button.figure", { "aria-label": label, title: label, onclick: () => onPanel(panel) }, content);
    const day = turn ? dayName(date, night) : t("Set-up");
    fill(numbers,
      figure(turn ? t("Turn {turn} of {all}, {day}", { turn, all: board.data.turns.length, day }) : day,
        [icon(night ? "moon" : "sun"), h("span", null, day), turn ? h("small", null, t("turn {turn}", { turn })) : null], "calendar"),
      ARMIES.map((army) => {
        const lost = view.losses[army].length;
        const limit = board.data.limits.defeat[army];
        return figure(t("{army}: {lost} units lost, beaten at {limit}", { army: seatName(army), lost, limit }),
          [emblem(army), h("span", null, `${lost}/${limit}`)], "trays");
      }),
      figure(t("{held} of {all} supply cities in French hands", { held: cities.held.length, all: cities.all.length }),
        [icon("city"), h("span", null, `${cities.held.length}/${cities.all.length}`)], "trays"));
  }

  return { element, prompt, render };
}
