/**
 * The levels of the computer: their names, how they play, and the choice between them.
 */

import { h } from "./dom.js";
import { areComputersHere } from "./home.js";
import { msg, t } from "./i18n.js";
import { keep, recall } from "./kept.js";
import { shownName } from "./names.js";

/** @import { Sitter } from "./types.js" */

export const LEVELS = ["recruit", "officer", "marshal", "emperor"];

const KEEP = "napoleon.level";
/** @type {Record<string, string>} */
const NAMES = {
  random: msg("By chance"), recruit: msg("Recruit"), officer: msg("Officer"), marshal: msg("Marshal"),
  emperor: msg("Emperor"),
};
/** @type {Record<string, string>} */
const WORDS = {
  recruit: msg("Brave and clumsy: attacks too soon and leaves too late"),
  officer: msg("Solid: keeps his corps together and fights when it pays"),
  marshal: msg("Weighs many plans against what you may be hiding, and takes his time"),
  emperor: msg("Weighs pairs and triples of orders together, and has learnt what a position is worth"),
};

const SLOW = ["marshal", "emperor"]; // those who think for as long as they are allowed to

/**
 * @param {string} level
 * @returns {string} its name
 */
export function levelName(level) {
  return t(NAMES[level] || level);
}

/**
 * @param {string} level
 * @returns {string} how it plays, in one line
 */
export function levelWords(level) {
  if (!WORDS[level]) return "";
  const isHurried = areComputersHere && SLOW.includes(level);
  return isHurried ? `${t(WORDS[level])}. ${t("In your browser it thinks for a shorter time than on a server.")}` : t(WORDS[level]);
}

/**
 * @param {Sitter|undefined} sitter
 * @returns {string} who sits on a seat
 */
export function sitterName(sitter) {
  if (!sitter) return t("nobody yet");
  if (sitter.stand_in) {
    const level = levelName(sitter.stand_in);
    return sitter.kind === "open" ? t("{level} (computer) for an open seat", { level })
      : t("{level} (computer) for {name}", { level, name: shownName(sitter.name, sitter.is_guest) });
  }
  if (sitter.kind === "open") return t("nobody yet");
  if (sitter.kind !== "computer") return shownName(sitter.name, sitter.is_guest);
  return t("{level} (computer)", { level: levelName(sitter.level || "random") });
}

/** Whether a level was ever chosen in this browser. */
export const hasLevel = () => recall(KEEP) !== null;

/** @returns {string} the level that was chosen last */
export function keptLevel() {
  const kept = recall(KEEP);
  return kept && LEVELS.includes(kept) ? kept : "officer";
}

/**
 * The choice of a level, with a line on how it plays.
 * @param {{name: string, level: string, onChoose: (level: string) => void}} options
 */
export function levelPicker({ name, level, onChoose }) {
  const words = h("p.hint.level-words", { "aria-live": "polite" }, levelWords(level));
  const choose = (/** @type {string} */ value) => {
    keep(KEEP, value);
    words.textContent = levelWords(value);
    onChoose(value);
  };
  return h("div.levels", null,
    h("div.segments", { role: "radiogroup", "aria-label": t("How well the computer plays") },
      LEVELS.map((value) => h("label", null,
        h("input", {
          type: "radio", name, value, checked: value === level, onchange: () => choose(value),
        }),
        h("span", null, levelName(value))))),
    words);
}
