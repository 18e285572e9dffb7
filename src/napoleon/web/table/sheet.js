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
 * @property {string|null} town - null: units that are still to be placed
 * @property {OwnUnit[]} units
 * @property {Blocks[]} others - of which only the backs are seen
 * @property {Set<string>} selected
 * @property {Set<string>} able - units that can act
 * @property {string} note
 * @property {HTMLElement[]} buttons - for what is chosen
 * @property {(unit: string) => void} onToggle
 * @property {() => void} onAll
 * @property {() => void} onClose
 */

/**
 * Own units to choose, several at once, others as backs.
 * @param {StackModel} model
 */
export function stackSheet({ board, town, units, others, selected, able, note, buttons, onToggle, onAll, onClose }) {
  const title = town === null ? t("Still to place: {count}", { count: units.length }) : townName(town);
  const chosen = units.filter((unit) => selected.has(unit.id));
  const detail = chosen.length === 1 ? chosen[0] : null;
  return h("section.stack", { "aria-label": title },
    h("header", null,
      h("h2", null, title),
      able.size > 1 ? h("button.quiet", { onclick: onAll }, chosen.length === units.filter((unit) => able.has(unit.id)).length ? t("None") : t("All")) : null,
      h("button.round", { "aria-label": t("Close"), onclick: onClose }, icon("close"))),
    note ? h("p.hint", null, note) : null,
    units.length ? h(units.length > 6 ? "div.stack-units.is-many" : "div.stack-units", { role: "group", "aria-label": t("Own units") }, units.map((unit) => {
      const card = board.unit(unit.id);
      const isDown = (unit.marks || []).includes("disordered");
      return h("button.unit", {
        "data-unit": unit.id,
        "aria-pressed": String(selected.has(unit.id)),
        "aria-label": [`${unitName(unit.id)} ${faceWords(card)}`, unitLine(card, unit.strength), isDown ? t("disordered") : "", able.has(unit.id) ? "" : t("cannot act now")].filter(Boolean).join(", "),
        class: able.has(unit.id) ? "is-able" : "",
        title: unitName(unit.id),
        onclick: () => onToggle(unit.id),
      }, blockIcon(card, { size: 58, strength: unit.strength, acted: !able.has(unit.id) && able.size > 0, marks: isDown ? ["disordered"] : [] }));
    })) : null,
    others.length ? h("div.stack-units.others", { role: "group", "aria-label": t("Other blocks") }, others.map((blocks) =>
      h("span.backs", null,
        Array.from({ length: Math.min(blocks.count, 12) }, (_, n) => blockIcon(blocks.army, { size: 40, disordered: n < (blocks.disordered || 0) })),
        h("span.hint", null, blocks.disordered
          ? t("{army}: {count}, of which {down} disordered", { army: seatName(blocks.army), count: blocks.count, down: blocks.disordered })
          : t("{army}: {count}", { army: seatName(blocks.army), count: blocks.count }))))) : null,
    !units.length && !others.length ? h("p.hint", null, t("Nobody is here.")) : null,
    detail ? h("p.detail", null, h("strong", null, unitName(detail.id)), " ", h("span.hint", null, unitLine(board.unit(detail.id), detail.strength)))
      : chosen.length > 1 ? h("p.detail", null, t("{count} units chosen", { count: chosen.length })) : null,
    buttons.length ? h("div.row", null, buttons) : null);
}
