/**
 * The even game in the form for a new one: none, by agreement, or even by our measure.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { levelName } from "../lib/levels.js";
import { handicapWords } from "../lib/names.js";

/** @import { EvenInfo } from "../lib/types.js" */

export const MOST_STEPS = 20;

/**
 * What was measured for a scenario: of the level that plays, or else of the best that was measured.
 * @param {EvenInfo[]} measured
 * @param {string} scenario
 * @param {string[]} levels - of the computers that play; none where people do
 */
export function findEven(measured, scenario, levels) {
  const order = ["emperor", "marshal", "officer", "recruit"];
  const found = measured.filter((one) => one.scenario === scenario);
  const asked = levels.length ? levels : order;
  return asked.map((level) => found.find((one) => one.level === level)).find(Boolean);
}

/**
 * What stands beside a measured handicap.
 * @param {EvenInfo} even
 */
export const evenWords = (even) => `${even.handicap ? handicapWords(even.handicap) : t("Nobody gives up anything")} · ${
  t("measured in {games} games of the {level} against itself", { games: even.games, level: levelName(even.level) })}`;

/**
 * Who gives up how many steps.
 * @param {number} steps
 * @param {(steps: number) => void} onChange
 */
export function stepsPicker(steps, onChange) {
  const side = h("select", { name: "handicap-side", "aria-label": t("Who gives up steps") },
    h("option", { value: "1", selected: steps > 0 }, t("The French")), h("option", { value: "-1", selected: steps <= 0 }, t("The Allies")));
  const count = h("input", { type: "number", name: "handicap-steps", min: 1, max: MOST_STEPS, value: Math.abs(steps) || 1, "aria-label": t("How many steps") });
  const tell = () => onChange(Number(side.value) * Math.max(1, Math.min(MOST_STEPS, Math.round(Number(count.value)) || 1)));
  side.addEventListener("change", tell);
  count.addEventListener("change", tell);
  return h("div.row.handicap", null, side, count);
}
