/**
 * Room on the sheet. The drawn roads, rivers and towns are painted into a coarse grid of costs; a
 * table of sums then tells at once how much a rectangle would cover. Each level of zoom has sizes of
 * its own.
 */

import { ornaments } from "./frame.js";
import { townKind } from "./towns.js";

/** @import { Board, Point, Rect, Town } from "../lib/types.js" */
/** @import { Line } from "./geo.js" */
/** @import { Lines } from "./lines.js" */

/** @typedef {Rect & {gap: number, angle: number, cost: number}} Candidate - a place that something could take */

const CELL = 3;
// Costs are reckoned for each 9 square units, whatever the size of a cell.
const WEIGHT = (CELL * CELL) / 9;

/** Levels of zoom: `upTo` pixels a unit, the sizes of a block and of a name in units, and whether
 * the blocks of a town lie apart. From the second on a block measures some 40 pixels, and a name 12. */
export const LEVELS = [
  { upTo: 0.38, block: 66, font: 36, isOpen: false },
  { upTo: 0.62, block: 56, font: 23, isOpen: false },
  { upTo: 1, block: 50, font: 16.5, isOpen: false },
  { upTo: 1.6, block: 40, font: 12, isOpen: false },
  { upTo: 2.6, block: 26, font: 8.4, isOpen: true },
  { upTo: Infinity, block: 17, font: 5.8, isOpen: true },
];

/** What lies where on the sheet, and how much it matters. */
export class Costs {
  /**
   * @param {number} columns
   * @param {number} rows
   */
  constructor(columns, rows, cells = new Uint8Array(columns * rows)) {
    this.columns = columns;
    this.rows = rows;
    this.cells = cells;
    /** @type {Int32Array|null} */
    this.sums = null;
  }

  copy() {
    return new Costs(this.columns, this.rows, this.cells.slice());
  }

  /**
   * @param {Rect} rect
   * @param {number} cost
   */
  paint({ x, y, width, height }, cost) {
    const c0 = Math.max(0, Math.floor(x / CELL));
    const c1 = Math.min(this.columns, Math.ceil((x + width) / CELL));
    const r0 = Math.max(0, Math.floor(y / CELL));
    const r1 = Math.min(this.rows, Math.ceil((y + height) / CELL));
    for (let r = r0; r < r1; r += 1) {
      for (let c = c0; c < c1; c += 1) {
        const i = r * this.columns + c;
        if (this.cells[i] < cost) this.cells[i] = cost;
      }
    }
    this.sums = null;
  }

  /**
   * @param {Line} line
   * @param {number} half
   * @param {number} cost
   */
  paintLine(line, half, cost) {
    for (const p of line) this.paint({ x: p.x - half, y: p.y - half, width: 2 * half, height: 2 * half }, cost);
  }

  /** @type {(x: number, y: number, radius: number, cost: number) => void} */
  paintDisc(x, y, radius, cost) {
    for (let dy = -radius; dy <= radius; dy += CELL) {
      const half = Math.sqrt(Math.max(0, radius * radius - dy * dy));
      this.paint({ x: x - half, y: y + dy, width: 2 * half, height: CELL }, cost);
    }
  }

  /**
   * How much a rectangle would cover.
   * @param {Rect} rect
   */
  sum({ x, y, width, height }) {
    const sums = this.sums ??= this.addUp();
    const limit = (/** @type {number} */ v, /** @type {number} */ most) => Math.max(0, Math.min(most, v));
    const c0 = limit(Math.floor(x / CELL), this.columns);
    const c1 = limit(Math.ceil((x + width) / CELL), this.columns);
    const r0 = limit(Math.floor(y / CELL), this.rows);
    const r1 = limit(Math.ceil((y + height) / CELL), this.rows);
    const w = this.columns + 1;
    return (sums[r1 * w + c1] - sums[r0 * w + c1] - sums[r1 * w + c0] + sums[r0 * w + c0]) * WEIGHT;
  }

  addUp() {
    const w = this.columns + 1;
    const sums = new Int32Array(w * (this.rows + 1));
    for (let r = 0; r < this.rows; r += 1) {
      let row = 0;
      for (let c = 0; c < this.columns; c += 1) {
        row += this.cells[r * this.columns + c];
        sums[(r + 1) * w + c + 1] = sums[r * w + c + 1] + row;
      }
    }
    return sums;
  }
}

/**
 * The costs of the drawn map: what names and blocks should not lie on.
 * @param {Board} board
 * @param {Lines} lines
 */
export function mapCosts(board, lines) {
  const { frame, width, height, fullWidth, fullHeight } = board.sheet;
  const costs = new Costs(Math.ceil(fullWidth / CELL), Math.ceil(fullHeight / CELL));
  for (const wood of board.data.woods) {
    const { x, y } = board.project(wood.lon, wood.lat);
    const [w, h] = [wood.km_east_west, wood.km_north_south].map((km) => km * board.sheet.unitsPerKm * 0.8);
    costs.paint({ x: x - w / 2, y: y - h / 2, width: w, height: h }, 2);
  }
  for (const border of lines.borders) costs.paintLine(border.line, 2, 3);
  for (const river of lines.rivers) costs.paintLine(river.line, river.half(0.7) + 1.5, 8);
  for (const road of lines.roads) costs.paintLine(road.line, 3, 12);
  for (const bridge of lines.bridges) costs.paintDisc(bridge.x, bridge.y, 8, 14);
  for (const town of board.towns) costs.paintDisc(town.x, town.y, townKind(town).radius + 2, 40);
  const places = ornaments(board.sheet);
  costs.paint(grown(places.title, 34), 60);
  costs.paintDisc(places.rose.x, places.rose.y, places.rose.radius + 20, 60);
  costs.paint(grown(places.scale, 8), 60);
  const edge = 6;
  costs.paint({ x: 0, y: 0, width: fullWidth, height: frame + edge }, 200);
  costs.paint({ x: 0, y: frame + height - edge, width: fullWidth, height: frame + edge }, 200);
  costs.paint({ x: 0, y: 0, width: frame + edge, height: fullHeight }, 200);
  costs.paint({ x: frame + width - edge, y: 0, width: frame + edge, height: fullHeight }, 200);
  return costs;
}

/** @type {(r: Rect, by: number) => Rect} */
export const grown = (r, by) => ({ x: r.x - by, y: r.y - by, width: r.width + 2 * by, height: r.height + 2 * by });

/**
 * The area that two rectangles share.
 * @param {Rect} p
 * @param {Rect} q
 */
export function overlap(p, q) {
  const w = Math.min(p.x + p.width, q.x + q.width) - Math.max(p.x, q.x);
  const h = Math.min(p.y + p.height, q.y + q.height) - Math.max(p.y, q.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/**
 * Whether a rectangle lies clear of all others.
 * @param {Rect} rect
 * @param {Iterable<Rect>} others
 */
export function isClear(rect, others) {
  for (const other of others) if (overlap(rect, other) > 0) return false;
  return true;
}

/**
 * Rectangles around a town, just clear of its plan, in all directions.
 * @param {Point} town
 * @param {number} radius
 * @param {number} width
 * @param {number} height
 * @param {number[]} gaps
 */
export function around(town, radius, width, height, gaps, count = 24) {
  /** @type {Candidate[]} */
  const found = [];
  for (const gap of gaps) {
    for (let i = 0; i < count; i += 1) {
      const angle = (i * 2 * Math.PI) / count;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const r = radius + gap + Math.min(width / 2 / Math.max(Math.abs(c), 1e-6), height / 2 / Math.max(Math.abs(s), 1e-6));
      const [cx, cy] = [town.x + c * r, town.y + s * r];
      found.push({ x: cx - width / 2, y: cy - height / 2, width, height, gap, angle, cost: 0 });
    }
  }
  return found;
}

/**
 * Give each item its best candidate, then let all choose again, knowing the others' choice.
 * @template {Candidate} C
 * @param {{candidates: C[]}[]} items
 * @param {number} rounds
 * @param {(one: C, other: C) => number} clash
 * @returns {C[]}
 */
export function settle(items, rounds, clash) {
  /** @type {C[]} */
  const chosen = [];
  for (let round = 0; round < rounds; round += 1) {
    let changed = false;
    items.forEach((item, number) => {
      let best = item.candidates[0];
      let least = Infinity;
      for (const candidate of item.candidates) {
        let cost = candidate.cost;
        if (cost >= least) continue;
        for (let k = 0; k < items.length && cost < least; k += 1) {
          if (k !== number && chosen[k]) cost += clash(candidate, chosen[k]);
        }
        if (cost < least) {
          least = cost;
          best = candidate;
        }
      }
      if (best !== chosen[number]) changed = true;
      chosen[number] = best;
    });
    if (!changed) break;
  }
  return chosen;
}

/**
 * A name or stack that stands nearer to another town could be taken for that town's.
 * @param {Town[]} near
 * @param {Town} town
 * @param {Rect} place
 */
export function strays(near, town, place) {
  const gap = (/** @type {Town} */ other) => {
    const dx = Math.max(place.x - other.x, 0, other.x - place.x - place.width);
    const dy = Math.max(place.y - other.y, 0, other.y - place.y - place.height);
    return Math.hypot(dx, dy) - townKind(other).radius;
  };
  const own = gap(town);
  let cost = 0;
  for (const other of near) if (gap(other) < own + 3) cost += 10;
  return cost;
}

