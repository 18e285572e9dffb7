/**
 * The choice of a pace for a new game.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { levelName, LEVELS } from "../lib/levels.js";
import { daysWords, holidayWords, moreWords, NO_PACE } from "../lib/paces.js";

/** @import { PaceWish } from "../lib/types.js" */

const MINUTE = 60;
const DAY = 86400;
/** What is proposed for each kind. */
const FIRST = { none: NO_PACE, live: { kind: "live", each: 45 * MINUTE, more: 2 * MINUTE, out: "lost" }, days: { kind: "days", each: 2 * DAY, more: 7 * DAY, out: "officer" } };

/**
 * A pace as it is in games that count, for ratings or in a tournament: there no computer takes over.
 * @param {PaceWish} pace
 * @param {boolean} doesCount
 * @returns {PaceWish}
 */
export const counted = (pace, doesCount) => (doesCount ? { ...pace, out: "lost" } : pace);

/**
 * No clock, a live game or one over days, each with its times, and what happens without any.
 * @param {PaceWish} pace - as it is chosen now
 * @param {(pace: PaceWish) => void} onChoose
 * @param {boolean} doesCount - out of time the game is lost, and nothing else can be chosen
 * @param {string} [least] - the clock that a game has without a choice, in words; "": none
 */
export function pacePicker(pace, onChoose, doesCount, least = "") {
  /** @type {(kind: "none"|"live"|"days", title: string, words: string) => HTMLElement} */
  const option = (kind, title, words) => h("label.option", null,
    h("input", { type: "radio", name: "pace", value: kind, checked: (pace.kind ?? "none") === kind, onchange: () => onChoose(counted(/** @type {PaceWish} */ (FIRST[kind]), doesCount)) }),
    h("span", null, h("strong", null, title), h("span", null, words)));
  /** @type {(label: string, name: "each"|"more", unit: number, values: number[], words: (value: number) => string) => HTMLElement} */
  const times = (label, name, unit, values, words) => {
    /** @type {HTMLSelectElement} */
    const select = h("select", { name: `pace-${name}`, onchange: () => onChoose({ ...pace, [name]: Number(select.value) }) },
      values.map((value) => h("option", { value: value * unit, selected: pace[name] === value * unit }, words(value))));
    return h("label", null, label, select);
  };
  const out = () => {
    if (doesCount) return h("p.hint", null, t("Whoever runs out of time loses."));
    /** @type {HTMLSelectElement} */
    const select = h("select", { name: "pace-out", onchange: () => onChoose({ ...pace, out: select.value }) },
      h("option", { value: "lost", selected: pace.out === "lost" }, t("the game is lost")),
      LEVELS.map((level) => h("option", { value: level, selected: pace.out === level }, t("a computer takes over: {level}", { level: levelName(level) }))));
    return h("label", null, t("Out of time"), select);
  };
  return [
    h("div.options", { role: "radiogroup", "aria-label": t("Time to think") },
      option("none", least ? t("Without haste") : t("No clock"), least || t("Everybody takes the time they need")),
      option("live", t("Live"), t("At the table together, with a clock for each player")),
      option("days", t("Over days"), t("Each comes by when there is time, within so many days"))),
    pace.kind === "live" ? h("div.pace-times", null,
      times(t("Time for each player"), "each", MINUTE, [15, 30, 45, 60, 90, 120], (minutes) => t("{minutes} minutes", { minutes })),
      times(t("Every turn brings"), "more", MINUTE, [0, 1, 2, 5], moreWords), out()) : null,
    pace.kind === "days" ? h("div.pace-times", null,
      times(t("Time for each turn"), "each", DAY, [1, 2, 3, 7], daysWords),
      times(t("Besides, once a game"), "more", DAY, [0, 3, 7, 14], holidayWords), out()) : null,
  ].filter((part) => part !== null);
}
