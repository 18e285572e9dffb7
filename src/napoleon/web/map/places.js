/**
 * Where the blocks of a town stand on the sheet: a place reserved for them at each level of zoom, and
 * room for more.
 */

import { nameTowns } from "./labels.js";
import { around, grown, LEVELS, overlap, settle, strays } from "./room.js";
import { townKind } from "./towns.js";

/** @import { Board, Rect, Town } from "../lib/types.js" */
/** @import { Candidate, Costs } from "./room.js" */

/** @typedef {Candidate & {ax: number, ay: number, anchorX: number, anchorY: number}} Place - and which way it grows */
/** @typedef {Map<string, Place>} Places - by town */

/** @type {(board: Board, town: Town) => number} */
const crowding = (board, town) =>
  board.towns.reduce((sum, other) => sum + (other === town ? 0 : 1 / (1 + ((other.x - town.x) ** 2 + (other.y - town.y) ** 2) / 9000)), 0);

/**
 * For each town the reserved place of its blocks at a level: a rectangle and which way it grows.
 * @param {Board} board
 * @param {Costs} mapCost
 * @param {number} level
 * @param {Places|null} earlier - of another level, to stay close to
 * @returns {Places}
 */
export function stackPlaces(board, mapCost, level, earlier) {
  const { block, isOpen } = LEVELS[level];
  const width = isOpen ? block * 2.25 : block * 1.3;
  const height = isOpen ? block * 2.25 : block * 1.2;
  // Names would stand closest to their towns; blocks leave them that room where they can.
  const costs = mapCost.copy();
  for (const { place } of nameTowns(board, mapCost, level)) if (place) costs.paint(place, 11);
  const towns = [...board.towns].sort((p, q) => crowding(board, q) - crowding(board, p) || p.number - q.number);
  const items = towns.map((town) => {
    const radius = townKind(town).radius;
    const candidates = around(town, radius, width, height, [1, 5, 10, 16, 24]);
    const near = board.towns.filter((other) => other !== town && Math.abs(other.x - town.x) < block * 5 && Math.abs(other.y - town.y) < block * 5);
    for (const place of candidates) {
      const was = earlier && earlier.get(town.id);
      const turn = was ? Math.abs(Math.atan2(Math.sin(place.angle - was.angle), Math.cos(place.angle - was.angle))) : 0;
      place.cost = costs.sum(place) / block + place.gap * 0.22 + turn * 2.2 - Math.cos(place.angle) * 0.4 + strays(near, town, place) * 0.8;
    }
    return { town, candidates };
  });
  const area = block * block;
  const chosen = settle(items, 6, (p, q) => (overlap(grown(p, 3), q) / area) * 60);
  return new Map(items.map(({ town }, i) => [town.id, withAnchor(chosen[i], town)]));
}

/**
 * @param {Candidate} place
 * @param {Town} town
 * @returns {Place}
 */
function withAnchor(place, town) {
  const dx = place.x + place.width / 2 - town.x;
  const dy = place.y + place.height / 2 - town.y;
  const side = (/** @type {number} */ d, /** @type {number} */ size) => (d > size * 0.3 ? 0 : d < -size * 0.3 ? 1 : 0.5);
  const ax = side(dx, place.width);
  const ay = side(dy, place.height);
  return { ...place, ax, ay, anchorX: place.x + place.width * ax, anchorY: place.y + place.height * ay };
}

/**
 * Room near a town for a stack, clear of the `others`; its own place if that is free. A cost above 1 a block's area means
 * that something of the map is covered.
 * @param {Town} town
 * @param {(rect: Rect) => Rect} footprint - what a stack in a rectangle covers
 * @param {number} width
 * @param {number} height
 * @param {number} block
 * @param {Costs} costs
 * @param {Rect[]} others
 * @param {Place} place
 */
export function findRoom(town, footprint, width, height, block, costs, others, place) {
  let best = { x: 0, y: 0, cost: Infinity };
  const start = { x: place.anchorX - place.ax * width, y: place.anchorY - place.ay * height, width, height, gap: 0 };
  for (const rect of [start, ...around(town, townKind(town).radius, width, height, [2, 8, 18, 32, 50, 75, 105])]) {
    const covered = footprint(rect);
    let cost = costs.sum(rect) / block + rect.gap * 0.12;
    for (const other of others) cost += (overlap(covered, other) / (block * block)) * 4000;
    if (cost < best.cost) best = { x: rect.x, y: rect.y, cost };
  }
  return best;
}
