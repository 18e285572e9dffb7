/**
 * The sheet of a stack: the units of a town, to choose from, and what those chosen can do.
 */

import { blockIcon, faceWords } from "../lib/blocks.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { seatName, townName, unitLine, unitName } from "../lib/names.js";

/** @import { Board, Blocks, OwnUnit } from "../lib/types.js" */

/**
 * @typedef {object} StackModel
 * @property {Board} board
 * @property {boolean} isNew - it was not open before
 * @property {string|null} town - null: units that are still to be placed
 * @property {OwnUnit[]} units
 * @property {Blocks[]} others - of which only the backs are seen
 * @property {Set<string>} selected
 * @property {Set<string>} able - units that can act
 * @property {string} note - how to go on
 * @property {boolean} hasBoth - the note is said beside what is chosen, and not instead of it
 * @property {HTMLElement[]} buttons - for what is chosen
 * @property {boolean} keepsRow - buttons may come, and have their room already
 * @property {(unit: string) => string} reason - why a unit can do nothing, if that is known
 * @property {(unit: string, button: HTMLElement) => void} onWonder - somebody looks at a unit that can do nothing
 * @property {(unit: string) => void} onToggle
 * @property {() => void} onAll
 * @property {() => void} onClose
 */

/**
 * Own units to choose, several at once, others as backs. What is said stands below them, and has its room from the
 * beginning: blocks stay under the finger that chooses them.
 * @param {StackModel} model
 */
export function stackSheet(model) {
  const { town, units, others, selected, able, buttons, keepsRow, onAll, onClose } = model;
  const title = town === null ? t("Still to place: {count}", { count: units.length }) : townName(town);
  const isAll = units.every((unit) => selected.has(unit.id) || !able.has(unit.id));
  return h(model.isNew ? "section.stack.is-new" : "section.stack", { "aria-label": title },
    h("header", null,
      h("h2", null, title),
      able.size > 1 ? h("button.quiet", { onclick: onAll }, isAll ? t("None") : t("All")) : null,
      h("button.round", { "aria-label": t("Close"), onclick: onClose }, icon("close"))),
    units.length ? h(units.length > 6 ? "div.stack-units.is-many" : "div.stack-units", { role: "group", "aria-label": t("Own units") }, units.map((unit) => unitButton(model, unit))) : null,
    others.length ? h("div.stack-units.others", { role: "group", "aria-label": t("Other blocks") }, others.map((blocks) =>
      h("span.backs", null,
        Array.from({ length: Math.min(blocks.count, 12) }, (_, n) => blockIcon(blocks.army, { size: 40, disordered: n < (blocks.disordered || 0) })),
        h("span.hint", null, blocks.disordered
          ? t("{army}: {count}, of which {down} disordered", { army: seatName(blocks.army), count: blocks.count, down: blocks.disordered })
          : t("{army}: {count}", { army: seatName(blocks.army), count: blocks.count }))))) : null,
    !units.length && !others.length ? h("p.hint", null, t("Nobody is here.")) : null,
    able.size ? h(model.hasBoth ? "div.stack-words.has-both" : "div.stack-words", null, wordsOf(model)) : null,
    buttons.length || keepsRow ? h("div.row", null, buttons) : null);
}

/**
 * What is chosen, and how to go on.
 * @param {StackModel} model
 */
function wordsOf({ board, units, selected, note, hasBoth }) {
  const chosen = units.filter((unit) => selected.has(unit.id));
  const [detail] = chosen;
  return [
    !chosen.length || (note && !hasBoth) ? null
      : chosen.length > 1 ? h("p.detail", null, t("{count} units chosen", { count: chosen.length }))
        : h("p.detail", null, h("strong", null, unitName(detail.id)), " ", h("span.hint", null, unitLine(board.unit(detail.id), detail.strength))),
    note ? h("p.hint", null, note) : null,
  ];
}

/**
 * @param {StackModel} model
 * @param {OwnUnit} unit
 */
function unitButton({ board, selected, able, reason, onWonder, onToggle }, unit) {
  const card = board.unit(unit.id);
  const isDown = (unit.marks || []).includes("disordered");
  const isAble = able.has(unit.id);
  const wonder = (/** @type {Event} */ { currentTarget }) => { if (!isAble && currentTarget instanceof HTMLElement) onWonder(unit.id, currentTarget); };
  return h("button.unit", {
    "data-unit": unit.id,
    "aria-pressed": String(selected.has(unit.id)),
    ...unitWords(board, unit, isAble, reason(unit.id)),
    class: isAble ? "is-able" : "",
    onclick: () => onToggle(unit.id), onpointerenter: wonder, onfocus: wonder,
  }, blockIcon(card, { size: 58, strength: unit.strength, acted: !isAble && able.size > 0, marks: isDown ? ["disordered"] : [] }));
}

/**
 * What a unit in the sheet is called, for the mouse and for those who listen.
 * @param {Board} board
 * @param {OwnUnit} unit
 * @param {boolean} isAble
 * @param {string} reason - why it can do nothing, if that is known
 */
export function unitWords(board, unit, isAble, reason) {
  const card = board.unit(unit.id);
  const isDown = (unit.marks || []).includes("disordered");
  const state = isAble ? "" : reason ? t("cannot act now: {reason}", { reason }) : t("cannot act now");
  return {
    title: reason || unitName(unit.id),
    "aria-label": [`${unitName(unit.id)} ${faceWords(card)}`, unitLine(card, unit.strength), isDown ? t("disordered") : "", state].filter(Boolean).join(", "),
  };
}
