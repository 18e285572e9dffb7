/**
 * Room on the sheet. The drawn roads, rivers and towns are painted into a coarse grid of costs; sums
 * along its rows then tell quickly how much a rectangle would cover. Each level of zoom has sizes of
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
    // What lies left of each cell in its row, of the rows that have not been painted since.
    this.sums = new Int32Array((columns + 1) * rows);
    this.isAdded = new Uint8Array(rows);
  }

  copy() {
    const twin = new Costs(this.columns, this.rows, this.cells.slice());
    twin.sums.set(this.sums);
    twin.isAdded.set(this.isAdded);
    return twin;
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
      this.isAdded[r] = 0;
      for (let i = r * this.columns + c0; i < r * this.columns + c1; i += 1) {
        if (this.cells[i] < cost) this.cells[i] = cost;
      }
    }
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
    const { columns, rows, sums } = this;
    const c0 = Math.max(0, Math.min(columns, Math.floor(x / CELL)));
    const c1 = Math.max(0, Math.min(columns, Math.ceil((x + width) / CELL)));
    const r0 = Math.max(0, Math.min(rows, Math.floor(y / CELL)));
    const r1 = Math.max(0, Math.min(rows, Math.ceil((y + height) / CELL)));
    let sum = 0;
    for (let r = r0, at = r0 * (columns + 1); r < r1; r += 1, at += columns + 1) {
      if (!this.isAdded[r]) this.addUp(r);
      sum += sums[at + c1] - sums[at + c0];
    }
    return sum * WEIGHT;
  }

  /** @param {number} r */
  addUp(r) {
    const { columns, cells, sums } = this;
    let sum = 0;
    for (let c = 0, from = r * columns, to = r * (columns + 1) + 1; c < columns; c += 1) {
      sum += cells[from + c];
      sums[to + c] = sum;
    }
    this.isAdded[r] = 1;
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
 * All directions, each with what matters of it.
 * @param {number} count
 */
function directions(count) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { angle, c, s, across: Math.max(Math.abs(c), 1e-6), down: Math.max(Math.abs(s), 1e-6) };
  });
}

/** @type {Record<number, ReturnType<typeof directions>>} */
const compass = {};

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
    for (const { angle, c, s, across, down } of compass[count] ||= directions(count)) {
      const r = radius + gap + Math.min(width / 2 / across, height / 2 / down);
      found.push({ x: town.x + c * r - width / 2, y: town.y + s * r - height / 2, width, height, gap, angle, cost: 0 });
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
    return Math.sqrt(dx * dx + dy * dy) - townKind(other).radius;
  };
  const own = gap(town);
  let cost = 0;
  for (const other of near) if (gap(other) < own + 3) cost += 10;
  return cost;
}

