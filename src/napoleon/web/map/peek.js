/**
 * What stands in a town, shown beside it while it is pointed at or held: nothing is chosen by that.
 */

import { blockIcon } from "../lib/blocks.js";
import { fill, h } from "../lib/dom.js";
import { armyBlocks, seatName, townName } from "../lib/names.js";

/** @import { Board, Rect } from "../lib/types.js" */
/** @import { Group } from "./stacks.js" */

const GAP = 12; // pixels between the stack and the card
const EDGE = 6;
const MOST = 6; // backs of hidden blocks that are drawn

/** @param {Board} board */
export function createPeek(board) {
  const element = h("div.map-peek", { role: "tooltip", hidden: true });
  /** @type {string|null} */
  let shown = null;

  /** @param {Group} group */
  function armyLine({ army, units, hidden, disordered }) {
    return h("div.map-peek-army", null,
      h("strong", null, units.length ? `${seatName(army)}: ${units.length + hidden}` : armyBlocks(army, hidden)),
      h("div.map-peek-blocks", null,
        units.map((unit) => blockIcon(board.unit(unit.id), { size: 46, strength: unit.strength, marks: unit.marks || [] })),
        Array.from({ length: Math.min(hidden, MOST) }, (_, n) => blockIcon(army, { size: 34, disordered: n < disordered }))));
  }

  return {
    element,
    get town() { return shown; },
    /**
     * Show what stands in a town.
     * @param {string} town
     * @param {Group[]} groups
     * @param {Rect} stack - in pixels of the map
     * @param {{w: number, h: number}} size - of the map
     */
    show(town, groups, stack, size) {
      if (shown === town) return;
      shown = town;
      fill(element, h("h3", null, townName(town)), groups.map(armyLine));
      element.hidden = false;
      const { offsetWidth: w, offsetHeight: high } = element;
      const right = stack.x + stack.width + GAP;
      const x = right + w < size.w - EDGE ? right : stack.x - GAP - w;
      const isBeside = x >= EDGE;
      const y = isBeside ? stack.y + stack.height / 2 - high / 2 : stack.y - GAP - high;
      element.style.left = `${Math.max(EDGE, Math.min(size.w - w - EDGE, isBeside ? x : stack.x + stack.width / 2 - w / 2))}px`;
      element.style.top = `${Math.max(EDGE, Math.min(size.h - high - EDGE, !isBeside && y < EDGE ? stack.y + stack.height + GAP : y))}px`;
    },
    hide() {
      if (shown === null) return;
      shown = null;
      element.hidden = true;
    },
  };
}
