/**
 * The levels of the computer: their names, how they play, and the choice between them.
 */

import { h } from "./dom.js";
import { msg, t } from "./i18n.js";

export const LEVELS = ["recruit", "officer", "marshal"];

const KEEP = "napoleon.level";
const NAMES = {
  random: msg("By chance"), recruit: msg("Recruit"), officer: msg("Officer"), marshal: msg("Marshal"),
};
const WORDS = {
  recruit: msg("Brave and clumsy: attacks too soon and leaves too late"),
  officer: msg("Solid: keeps his corps together and fights when it pays"),
  marshal: msg("Weighs many plans against what you may be hiding, and takes his time"),
};

/** @returns {string} the name of a level */
export function levelName(level) {
  return t(NAMES[level] || level);
}

/** @returns {string} how a level plays, in one line */
export function levelWords(level) {
  return WORDS[level] ? t(WORDS[level]) : "";
}

/** @returns {string} who sits on a seat */
export function sitterName(sitter) {
  if (!sitter) return t("nobody yet");
  if (sitter.stand_in) {
    const level = levelName(sitter.stand_in);
    return sitter.kind === "open" ? t("{level} (computer) for an open seat", { level })
      : t("{level} (computer) for {name}", { level, name: sitter.name });
  }
  if (sitter.kind === "open") return t("nobody yet");
  if (sitter.kind !== "computer") return sitter.name;
  return t("{level} (computer)", { level: levelName(sitter.level || "random") });
}

/** @returns {string} the level that was chosen last */
export function keptLevel() {
  try {
    const kept = localStorage.getItem(KEEP);
    return LEVELS.includes(kept) ? kept : "officer";
  } catch {
    return "officer";
  }
}

/**
 * The choice of a level, with a line on how it plays.
 * @param {{name: string, level: string, onChoose: function(string): void}} options
 * @returns {HTMLElement}
 */
export function levelPicker({ name, level, onChoose }) {
  const words = h("p.hint.level-words", { "aria-live": "polite" }, levelWords(level));
  const choose = (value) => {
    try {
      localStorage.setItem(KEEP, value);
    } catch { /* private browsing */ }
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
