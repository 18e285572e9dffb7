/**
 * Towns as small plans: houses along their roads; a star fort for the fortresses of 1815; a walled
 * city in a wreath for the three supply cities (rule 9).
 */

import { chance, pointAt, seedOf } from "./geo.js";

/** @import { Board, Point, Town } from "../lib/types.js" */
/** @import { Lines } from "./lines.js" */

/** @typedef {{kind: "city"|"fortress"|"town", radius: number, rank: number}} TownKind */

// Fortified places of 1815. Decoration: no rule asks for it.
const FORTRESSES = new Set([
  "valenciennes", "conde", "maubeuge", "avesnes", "philippeville", "givet", "charleroi", "mons", "ath", "tournai", "namur",
  "huy", "dinant", "maastricht", "oudenaarde", "dendermonde",
]);
// Places with a city's name in capitals, besides the supply cities.
const LARGE = new Set(["mons", "tournai", "namur", "louvain", "mechelen", "maastricht", "valenciennes", "charleroi"]);

/** @type {WeakMap<Town, TownKind>} */
const kinds = new WeakMap();

/**
 * What kind of plan a town gets, how much room it takes, and the rank of its name.
 * @param {Town} town
 * @returns {TownKind}
 */
export function townKind(town) {
  let known = kinds.get(town);
  if (!known) {
    if (town.supplies) known = { kind: "city", radius: 30, rank: 0 };
    else if (FORTRESSES.has(town.id)) known = { kind: "fortress", radius: 17, rank: LARGE.has(town.id) ? 1 : 2 };
    else known = { kind: "town", radius: 12, rank: LARGE.has(town.id) ? 1 : 3 };
    kinds.set(town, known);
  }
  return known;
}

const n = (/** @type {number} */ v) => Math.round(v * 10) / 10;

/**
 * Directions in which roads leave a town, from its drawn roads.
 * @param {Town} town
 * @param {Lines} lines
 */
function exits(town, lines) {
  /** @type {number[]} */
  const angles = [];
  for (const { road, line, length } of lines.roads) {
    if (road.a === town.id || road.b === town.id) {
      const p = pointAt(line, road.a === town.id ? 12 : length - 12);
      angles.push(Math.atan2(p.y - town.y, p.x - town.x));
    }
  }
  return angles.sort((a, b) => a - b);
}

/** @type {(x: number, y: number, angle: number, long: number, wide: number) => string} */
function house(x, y, angle, long, wide) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const at = (/** @type {number} */ u, /** @type {number} */ v) => `${n(x + c * u - s * v)} ${n(y + s * u + c * v)}`;
  return `M${at(-long, -wide)}L${at(long, -wide)}L${at(long, wide)}L${at(-long, wide)}Z`;
}

/**
 * Houses on both sides of the roads, as far out as `reach`.
 * @type {(town: Point, angles: number[], rng: () => number, near: number, reach: number, size: number) => string}
 */
function houses(town, angles, rng, near, reach, size) {
  let d = "";
  for (const angle of angles) {
    for (let r = near; r <= reach; r += size * 1.85) {
      for (const side of [-1, 1]) {
        const across = side * (size * 0.62 + 1.9);
        const along = r + (rng() - 0.5) * 0.8;
        const spread = 0.72 + rng() * 0.35;
        const x = town.x + Math.cos(angle) * along - Math.sin(angle) * across;
        const y = town.y + Math.sin(angle) * along + Math.cos(angle) * across;
        d += house(x, y, angle, size * 0.72 * spread, size * 0.5 * spread);
      }
    }
  }
  return d;
}

/**
 * A bastioned trace: curtain, flank, face, salient, and round.
 * @type {(x: number, y: number, radius: number, count: number, turn: number) => string}
 */
function star(x, y, radius, count, turn) {
  let d = "";
  for (let i = 0; i < count; i += 1) {
    const a = turn + (i * 2 * Math.PI) / count;
    const w = Math.PI / count;
    const points = [[a - w * 0.5, 0.66], [a - w * 0.42, 0.78], [a, 1.06], [a + w * 0.42, 0.78], [a + w * 0.5, 0.66]];
    for (const [angle, r] of points) d += `${d ? "L" : "M"}${n(x + Math.cos(angle) * radius * r)} ${n(y + Math.sin(angle) * radius * r)}`;
  }
  return `${d}Z`;
}

/** @type {(x: number, y: number, radius: number, count: number, turn: number) => string} */
function ravelins(x, y, radius, count, turn) {
  let d = "";
  for (let i = 0; i < count; i += 1) {
    const a = turn + ((i + 0.5) * 2 * Math.PI) / count;
    const w = 0.17;
    const at = (/** @type {number} */ angle, /** @type {number} */ r) => `${n(x + Math.cos(angle) * r * radius)} ${n(y + Math.sin(angle) * r * radius)}`;
    d += `M${at(a - w, 0.83)}L${at(a, 1.06)}L${at(a + w, 0.83)}`;
  }
  return d;
}

/**
 * A wreath of two branches, open at the top, as path data.
 * @type {(x: number, y: number, radius: number, leaves: number, long: number) => string}
 */
export function wreath(x, y, radius, leaves, long) {
  let d = "";
  for (const side of [-1, 1]) {
    for (let i = 0; i < leaves; i += 1) {
      const a = 0.16 + (i / leaves) * 2.5;
      const [px, py] = [x + side * Math.sin(a) * radius, y + Math.cos(a) * radius];
      // Leaves point along the branch, splayed in and out.
      const along = Math.atan2(-Math.sin(a), side * Math.cos(a));
      for (const splay of [-0.62, 0.62]) {
        const b = along + splay;
        const [tx, ty] = [px + Math.cos(b) * long, py + Math.sin(b) * long];
        const [mx, my] = [(px + tx) / 2, (py + ty) / 2];
        const [ox, oy] = [-Math.sin(b) * long * 0.3, Math.cos(b) * long * 0.3];
        d += `M${n(px)} ${n(py)}Q${n(mx + ox)} ${n(my + oy)} ${n(tx)} ${n(ty)}Q${n(mx - ox)} ${n(my - oy)} ${n(px)} ${n(py)}Z`;
      }
    }
  }
  return d;
}

/**
 * All towns as markup.
 * @param {Board} board
 * @param {Lines} lines
 */
export function drawTowns(board, lines) {
  const paths = { ground: "", works: "", glacis: "", bricks: "", walls: "", wreaths: "", churches: "" };
  for (const town of board.towns) {
    const rng = chance(seedOf(town.id));
    const angles = exits(town, lines);
    const { kind } = townKind(town);
    if (kind === "town") {
      paths.bricks += houses(town, angles, rng, 4.4, 10.6, 3.6);
      paths.churches += `M${n(town.x)} ${n(town.y - 4.2)}v8.4M${n(town.x - 2.7)} ${n(town.y - 1.4)}h5.4`;
      paths.ground += circle(town.x, town.y, 4.4);
    } else if (kind === "fortress") {
      const count = 5 + Math.floor(rng() * 3);
      const turn = rng() * 6.28;
      paths.glacis += star(town.x, town.y, 19, count, turn) + ravelins(town.x, town.y, 18.5, count, turn);
      paths.works += star(town.x, town.y, 15, count, turn);
      paths.bricks += houses(town, angles, rng, 3.6, 7.2, 2.9);
      paths.churches += `M${n(town.x)} ${n(town.y - 2.4)}v4.8M${n(town.x - 1.6)} ${n(town.y - 0.8)}h3.2`;
    } else {
      drawCity(town, angles, rng, paths);
    }
  }
  return `<path d="${paths.glacis}" class="map-glacis"/><path d="${paths.works}" class="map-works"/>` +
    `<path d="${paths.walls}" class="map-walls"/><path d="${paths.ground}" class="map-ground"/>` +
    `<path d="${paths.bricks}" class="map-bricks"/>` +
    `<path d="${paths.churches}" class="map-church"/><path d="${paths.wreaths}" class="map-wreath"/>`;
}

/** @type {(x: number, y: number, r: number) => string} */
const circle = (x, y, r) => `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/**
 * A walled city: blocks of houses in rings, cut by the streets to its gates.
 * @param {Town} town
 * @param {number[]} angles
 * @param {() => number} rng
 * @param {{bricks: string, walls: string, wreaths: string, churches: string}} paths
 */
function drawCity(town, angles, rng, paths) {
  let wall = "";
  const corners = 11;
  for (let i = 0; i < corners; i += 1) {
    const a = (i / corners) * Math.PI * 2;
    const r = 18 + rng() * 2;
    const [x, y] = [town.x + Math.cos(a) * r, town.y + Math.sin(a) * r];
    wall += `${i ? "L" : "M"}${n(x)} ${n(y)}`;
    paths.bricks += circle(x, y, 1.1);
  }
  paths.walls += `${wall}Z`;
  for (const [ring, count, size] of [[14.4, 16, 2.4], [9.8, 11, 2.2], [5.4, 6, 1.8]]) {
    for (let i = 0; i < count; i += 1) {
      const a = ((i + rng() * 0.25) / count) * Math.PI * 2;
      const gap = Math.min(...angles.map((angle) => Math.abs(Math.atan2(Math.sin(a - angle), Math.cos(a - angle)))));
      if (gap * ring < 1.9) continue;
      paths.bricks += house(town.x + Math.cos(a) * ring, town.y + Math.sin(a) * ring, a + Math.PI / 2, size, 1.5);
    }
  }
  paths.churches += `M${n(town.x)} ${n(town.y - 4)}v8M${n(town.x - 2.6)} ${n(town.y - 1.4)}h5.2`;
  paths.wreaths += wreath(town.x, town.y, 26.5, 13, 8);
}
