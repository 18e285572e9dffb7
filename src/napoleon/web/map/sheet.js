/**
 * The drawn sheet of a board: worked out once, shared by every map of the page.
 */

import { drawFrame, drawPaper, drawRose, ornaments, paperDefs } from "./frame.js";
import { drawBorders, drawBridges, drawRivers, drawRoads, drawWashes, layLines } from "./lines.js";
import { stackPlaces } from "./places.js";
import { mapCosts } from "./room.js";
import { drawRelief, drawWoods } from "./terrain.js";
import { drawTowns } from "./towns.js";

/** @import { Board } from "../lib/types.js" */
/** @import { Lines } from "./lines.js" */
/** @import { Places } from "./places.js" */
/** @import { Costs } from "./room.js" */

/**
 * @typedef {object} DrawnSheet
 * @property {Lines} lines
 * @property {string} ground - as markup, without names and relief
 * @property {ReturnType<typeof ornaments>} ornaments
 * @property {Costs} costs
 * @property {(level: number) => Places} placesAt - where blocks stand at a level of zoom
 * @property {boolean} hasRelief - it is drawn already
 * @property {() => string} relief - the costliest, drawn when it is first asked for
 */

const MIDDLE = 2; // the level that is laid out first: the others stay as near to it as they can

/** @type {WeakMap<Board, DrawnSheet>} */
const sheets = new WeakMap();

/**
 * @param {Board} board
 * @returns {DrawnSheet}
 */
export function sheetOf(board) {
  const sheet = sheets.get(board) || drawSheet(board);
  sheets.set(board, sheet);
  return sheet;
}

/**
 * @param {Board} board
 * @returns {DrawnSheet}
 */
function drawSheet(board) {
  const lines = layLines(board);
  const around = ornaments(board.sheet);
  const costs = mapCosts(board, lines);
  const ground = drawPaper(board.sheet) +
    `<g clip-path="url(#map-inside)">${drawWashes(lines)}<g class="map-relief"></g>${drawWoods(board, lines)}` +
    `${drawRivers(lines)}${drawBorders(lines)}${drawRoads(lines)}${drawBridges(lines)}</g>${drawTowns(board, lines)}${drawFrame(board)}${drawRose(around.rose)}`;
  /** @type {Places[]} */
  const places = [];
  places[MIDDLE] = stackPlaces(board, costs, MIDDLE, null);
  let relief = "";
  return {
    lines,
    ground,
    ornaments: around,
    costs,
    placesAt: (level) => (places[level] ||= stackPlaces(board, costs, level, places[MIDDLE])),
    get hasRelief() { return relief !== ""; },
    relief: () => (relief ||= drawRelief(board, lines)),
  };
}

/**
 * Gradients and patterns stand in the page once, for all its maps.
 * @param {Board} board
 */
export function ensurePaper(board) {
  if (document.getElementById("map-paper")) return;
  document.body.insertAdjacentHTML("beforeend",
    `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${paperDefs(board.sheet)}</defs></svg>`);
}
