/**
 * The head of the table: the prompt, and where the campaign stands.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { emblem, icon } from "../lib/icons.js";
import { ARMIES, dayName, scenarioAim, seatName, shortAim, townName } from "../lib/names.js";
import { createClocks } from "./clock.js";
import { citiesOf, lossesOf } from "./panels.js";
import { lesson, needsAim, needsLesson, promptText } from "./prompt.js";
import { ruleMark } from "../rules/mark.js";
import { canAct, hasChanged, isTelling, nextSeat } from "./state.js";

/** @import { View } from "../lib/types.js" */
/** @import { Setting, TableState } from "./state.js" */

// Where a scenario reminds one of what it is about.
const SETTING_OUT = ["march", "draw", "terrain", "deploy"];

/**
 * What one plays for, as long as one should be told.
 * @param {Setting} setting
 * @param {TableState} state
 */
function aimReminder(setting, state) {
  const { aim, stage, turn = 0 } = state.game?.view ?? {};
  if (aim) return !setting.exercise && stage && SETTING_OUT.includes(stage) && canAct(state) ? scenarioAim(aim, turn) : "";
  return needsAim(setting, state) && state.seat ? shortAim(state.seat) : "";
}

/**
 * @param {Setting} setting
 * @param {{onPanel: (name: string) => void, onWarn: (text: string) => void}} hooks
 */
export function createTop(setting, { onPanel, onWarn }) {
  const { board, exercise } = setting;
  const prompt = h("p.prompt", { id: "prompt", tabindex: -1 }, h("span.prompt-text", null, t("The map is being spread out…")));
  const teach = h("p.teach", { hidden: true });
  const clocks = createClocks(setting, { onPanel, onWarn });
  const numbers = h("div.numbers", { role: "group", "aria-label": t("Where the campaign stands") });
  const back = exercise?.back ?? (exercise?.home ? { href: exercise.home, label: t("Back to the rules") } : { href: "/exercises", label: t("All exercises") });
  const element = h("header.top", null,
    exercise ? h("a.round", { href: back.href, "aria-label": back.label }, icon("back"))
      : h("a.round", { href: "/", "aria-label": t("To the front page") }, icon("home")),
    prompt, clocks.element, teach, numbers);

  /**
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function render(before, state) {
    clocks.render(before, state);
    if (!state.game) return;
    // While a fight is played the head tells what is played, and its numbers wait for the end.
    const isPlayed = isTelling(state);
    if (isPlayed && hasChanged(before, state, "told")) drawNews(state.log[state.told - 1]?.text ?? "");
    if (isPlayed) return;
    if (hasChanged(before, state, "game", "people", "isBehind", "told")) drawPrompt(state);
    if (hasChanged(before, state, "game", "told")) drawNumbers(state.game.view);
  }

  /**
   * News come and go: the head keeps its height meanwhile, so that nothing below it moves.
   * @param {string} words
   */
  function drawNews(words) {
    if (!prompt.classList.contains("is-news")) prompt.style.height = `${prompt.offsetHeight}px`;
    prompt.classList.add("is-news");
    const place = prompt.querySelector(".prompt-text");
    if (place) fill(place, words);
  }

  /** @param {TableState} state */
  function drawPrompt(state) {
    prompt.classList.remove("is-news");
    prompt.style.height = "";
    const text = promptText(setting, state);
    const rule = state.game?.rule;
    const aim = aimReminder(setting, state);
    const words = exercise?.task ? [h("span.task", null, exercise.task), h("small", null, text, " ", ruleMark(rule))]
      : [text, " ", nextSeat(setting, state) ? null : ruleMark(rule)];
    fill(teach, needsLesson(setting, state) ? h("span", null, lesson()) : null, " ", aim ? h("span.aim", null, aim) : null);
    teach.hidden = !teach.childElementCount;
    const isThinking = !canAct(state) && state.game && state.game.thinking.length > 0;
    fill(prompt, state.seat ? emblem(state.seat) : icon("eye"), h("span.prompt-text", null, words),
      isThinking ? h("span.thinking", { "aria-label": t("The computer is thinking") }, h("i"), h("i"), h("i")) : null);
  }

  /** @param {View} view */
  function drawNumbers(view) {
    const { turn, date, night, aim } = view;
    const cities = citiesOf(board, view);
    const figure = (/** @type {string} */ label, /** @type {unknown[]} */ content, /** @type {string} */ panel) =>
      h("button.figure", { "aria-label": label, title: label, onclick: () => onPanel(panel) }, content);
    const day = turn ? dayName(date, night) : t("Set-up");
    fill(numbers,
      figure(turn ? `${day} ${t("turn {turn}", { turn })}, ${t("of {all}", { all: aim?.until ?? board.data.turns.length })}` : day,
        [icon(night ? "moon" : "sun"), h("span", null, day), " ", turn ? h("small", null, t("turn {turn}", { turn })) : null], "calendar"),
      ARMIES.map((army) => {
        const { count: lost, limit, isDefeated } = lossesOf(board, view, army);
        const label = isDefeated ? t("{army}: defeated", { army: seatName(army) }) : t("{army}: {lost} units lost, beaten at {limit}", { army: seatName(army), lost, limit });
        return figure(`${lost}/${limit} ${label}`, [emblem(army), h(isDefeated ? "s" : "span", null, `${lost}/${limit}`)], "trays");
      }),
      aim ? figure(`${aim.town ? townName(aim.town) : t("losses")}: ${scenarioAim(aim, turn)}`, [icon("flag"), h("span", null, aim.town ? townName(aim.town) : t("losses"))], "trays")
        : figure(`${cities.held.length}/${cities.all.length} ` + t("{held} of {all} supply cities in French hands", { held: cities.held.length, all: cities.all.length }),
        [icon("city"), h("span", null, `${cities.held.length}/${cities.all.length}`)], "trays"));
  }

  return { element, prompt, render, destroy: clocks.destroy };
}
