/**
 * Sections of the rules, by their number.
 */

import { h } from "../lib/dom.js";
import { msg, t } from "../lib/i18n.js";

/** @type {Record<string, string>} */
const CHAPTERS = {
  1: msg("The board"), 2: msg("Course of a turn"), 3: msg("Units"), "3.4": msg("Strength and losses"), 4: msg("Set-up"),
  5: msg("Movement"), "5.1": msg("Groups that may move"), "5.2": msg("Two groups against one town"), "5.3": msg("How far units go"),
  "5.4": msg("What a road carries"), "5.5": msg("Attacks over a river"), "5.6": msg("Forced marches"), "5.7": msg("Night"),
  6: msg("Combat"), "6.1": msg("Skirmish or battle, and in which order"), "6.2": msg("Drawing up the armies"), "6.2.1": msg("Terrain"),
  "6.2.2": msg("Deployment"), "6.2.3": msg("Corps and leaders in an area"), "6.2.4": msg("What the enemy sees"), "6.3": msg("A battle turn"),
  "6.3.1": msg("Morale"), "6.3.2": msg("Moving on the battlefield"), "6.3.3": msg("Fire"), "6.3.4": msg("Reinforcements"),
  "6.4": msg("Hits"), "6.5": msg("Squares"), "6.5.1": msg("Fire at a square"), "6.5.2": msg("Shelter in a square"), "6.6": msg("Skirmishes"),
  "6.7": msg("Stalemate"), 7: msg("Retreat"), "7.1": msg("Where one may retreat"), "7.2": msg("How many retreat over a road"),
  "7.3": msg("Disorder"), "7.4": msg("Rout"), "7.4.1": msg("Losses in a rout"), "7.5": msg("Regrouping after a victory"), 8: msg("Leaders"),
  9: msg("Supply"), 10: msg("Defeat and victory"), 11: msg("Three players"),
};

/**
 * What a section of the rules is about.
 * @param {string} rule
 */
function ruleTitle(rule) {
  for (let at = rule; at; at = at.includes(".") ? at.replace(/\.[^.]*$/, "") : "") {
    if (CHAPTERS[at]) return t(CHAPTERS[at]);
  }
  return "";
}

/**
 * The number of a rule, small, telling its title when pointed at.
 * @param {string|null|undefined} rule
 */
export function ruleMark(rule) {
  if (!rule) return null;
  const tip = t("Rule {rule}: {title}", { rule, title: ruleTitle(rule) });
  return h("span.rule", { tabindex: 0, role: "note", "data-tip": tip, "aria-label": tip }, rule);
}
