/**
 * Relief and woods, decoration only (rule 1). Slopes are engraved as on maps of the time: along the
 * contours of a made-up ground that falls to the rivers and rises to the Ardennes, short strokes run
 * downhill, closer and heavier where it is steep. Woods are many small trees.
 */

import { chance, distance, seedOf } from "./geo.js";

/** @import { Board } from "../lib/types.js" */
/** @import { Line } from "./geo.js" */
/** @import { Lines } from "./lines.js" */

/** @typedef {{height: Float32Array, columns: number, rows: number}} Heights */

const CELL = 14;
// Contours lie this far apart in height; below this slope nothing is engraved.
const SPACING = 0.062;
const FLAT = 0.0029;

const n1 = (/** @type {number} */ v) => Math.round(v * 10) / 10;

/**
 * Strokes of relief as markup.
 * @param {Board} board
 * @param {Lines} lines
 */
export function drawRelief(board, lines) {
  const ground = makeGround(board, lines);
  /** @type {(string|number)[][]} */
  const strokes = [[], [], []];
  const { frame, fullWidth, fullHeight } = board.sheet;
  const rng = chance(1815);
  for (let level = 0.02; level < 1.1; level += SPACING) {
    for (const [x0, y0, x1, y1] of contour(ground, level)) {
      const n = Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0) / 3.6));
      for (let i = 0; i < n; i += 1) {
        const k = (i + 0.3 + rng() * 0.4) / n;
        const x = x0 + (x1 - x0) * k;
        const y = y0 + (y1 - y0) * k;
        const slope = gradient(ground, x, y);
        const steep = Math.hypot(slope.x, slope.y);
        if (steep < FLAT || x < frame + 4 || y < frame + 4 || x > fullWidth - frame - 4 || y > fullHeight - frame - 4) continue;
        // A stroke reaches almost to the next contour; gentle slopes are left to the paper.
        const long = Math.min(13, (SPACING / steep) * 0.8) * (0.8 + rng() * 0.3) * Math.min(1, (steep - FLAT) / FLAT + 0.25);
        const dx = (-slope.x / steep) * long;
        const dy = (-slope.y / steep) * long;
        strokes[steep > 3 * FLAT ? 2 : steep > 1.9 * FLAT ? 1 : 0].push("M", n1(x), " ", n1(y), "l", n1(dx), " ", n1(dy));
      }
    }
  }
  return strokes.map((parts, k) => `<path d="${parts.join("")}" class="map-hachure map-steep${k}"/>`).join("");
}

/**
 * @param {Board} board
 * @param {Lines} lines
 * @returns {Heights}
 */
function makeGround(board, lines) {
  const { fullWidth, fullHeight, frame } = board.sheet;
  const columns = Math.ceil(fullWidth / CELL) + 1;
  const rows = Math.ceil(fullHeight / CELL) + 1;
  const coarse = noise(7, 210);
  const fine = noise(23, 92);
  /** @type {Record<string, number>} */
  const deep = { Meuse: 0.42, Sambre: 0.26, Ourthe: 0.36 };
  const coarseRivers = lines.rivers.map(({ name, line }) => ({ depth: deep[name] || 0.09, line: line.filter((_, i) => i % 5 === 0) }));
  const height = new Float32Array(columns * rows);
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      const [x, y] = [c * CELL, r * CELL];
      // Flat in Flanders, higher in Brabant, broken beyond Sambre and Meuse.
      const u = (x - frame) / (fullWidth - 2 * frame);
      const v = (y - frame) / (fullHeight - 2 * frame);
      const high = smoothstep(0.55, 1.5, u * 0.75 + v);
      const rough = 0.1 + 0.6 * high;
      let h = 0.3 + 0.3 * high + rough * (coarse(x, y) - 0.5) * 1.05 + rough * (fine(x, y) - 0.5) * 0.42;
      for (const { depth, line } of coarseRivers) {
        const d = nearestVertex(line, x, y);
        if (d < 120) h -= depth * Math.exp(-(d * d) / 1700);
      }
      height[r * columns + c] = h;
    }
  }
  return { height, columns, rows };
}

/**
 * @param {Line} line
 * @param {number} x
 * @param {number} y
 */
function nearestVertex(line, x, y) {
  let best = 1e9;
  for (let i = 0; i < line.length; i += 1) {
    const dx = line[i].x - x;
    if (dx > 125 || dx < -125) continue;
    const dy = line[i].y - y;
    const d = dx * dx + dy * dy;
    if (d < best) best = d;
  }
  return Math.sqrt(best);
}

/** @type {(a: number, b: number, x: number) => number} */
const smoothstep = (a, b, x) => {
  const k = Math.max(0, Math.min(1, (x - a) / (b - a)));
  return k * k * (3 - 2 * k);
};

/**
 * Value noise with cells of `size` units, 0 to 1.
 * @param {number} seed
 * @param {number} size
 * @returns {(x: number, y: number) => number}
 */
function noise(seed, size) {
  /** @type {Map<number, number>} */
  const kept = new Map();
  const at = (/** @type {number} */ i, /** @type {number} */ j) => {
    const key = i * 4096 + j;
    const v = kept.get(key) ?? chance(seed * 7919 + i * 374761 + j * 668265)();
    kept.set(key, v);
    return v;
  };
  return (x, y) => {
    const i = Math.floor(x / size);
    const j = Math.floor(y / size);
    const fx = smoothstep(0, 1, x / size - i);
    const fy = smoothstep(0, 1, y / size - j);
    const top = at(i, j) + (at(i + 1, j) - at(i, j)) * fx;
    const low = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * fx;
    return top + (low - top) * fy;
  };
}

/**
 * @param {Heights} ground
 * @param {number} x
 * @param {number} y
 */
function gradient({ height, columns, rows }, x, y) {
  const c = Math.max(0, Math.min(columns - 2, Math.floor(x / CELL)));
  const r = Math.max(0, Math.min(rows - 2, Math.floor(y / CELL)));
  const i = r * columns + c;
  const fx = x / CELL - c;
  const fy = y / CELL - r;
  return {
    x: ((height[i + 1] - height[i]) * (1 - fy) + (height[i + columns + 1] - height[i + columns]) * fy) / CELL,
    y: ((height[i + columns] - height[i]) * (1 - fx) + (height[i + columns + 1] - height[i + 1]) * fx) / CELL,
  };
}

/**
 * Marching squares: the pieces of the contour at a level.
 * @param {Heights} ground
 * @param {number} level
 */
function contour({ height, columns, rows }, level) {
  /** @type {number[][]} */
  const pieces = [];
  for (let r = 0; r < rows - 1; r += 1) {
    for (let c = 0; c < columns - 1; c += 1) {
      const i = r * columns + c;
      const a = height[i];
      const b = height[i + 1];
      const d = height[i + columns + 1];
      const e = height[i + columns];
      const isHigh = a > level;
      if (isHigh === b > level && isHigh === d > level && isHigh === e > level) continue;
      /** @type {number[]} */
      const cut = [];
      if (isHigh !== b > level) cut.push((c + (level - a) / (b - a)) * CELL, r * CELL);
      if (b > level !== d > level) cut.push((c + 1) * CELL, (r + (level - b) / (d - b)) * CELL);
      if (e > level !== d > level) cut.push((c + (level - e) / (d - e)) * CELL, (r + 1) * CELL);
      if (isHigh !== e > level) cut.push(c * CELL, (r + (level - a) / (e - a)) * CELL);
      pieces.push(cut.slice(0, 4));
      if (cut.length === 8) pieces.push(cut.slice(4));
    }
  }
  return pieces;
}

/**
 * Woods as markup; trees keep clear of roads, rivers and towns.
 * @param {Board} board
 * @param {Lines} lines
 */
export function drawWoods(board, lines) {
  let [wash, crowns, shades] = ["", "", ""];
  const { frame, fullWidth, fullHeight, unitsPerKm } = board.sheet;
  const roads = lines.roads.map(({ line }) => line);
  for (const wood of board.data.woods) {
    const rng = chance(seedOf(wood.name));
    const centre = board.project(wood.lon, wood.lat);
    const rx = (wood.km_east_west / 2) * unitsPerKm;
    const ry = (wood.km_north_south / 2) * unitsPerKm;
    const lobes = [0, 1, 2, 3].map(() => ({ turn: rng() * 6.28, size: 0.05 + rng() * 0.11 }));
    const reach = (/** @type {number} */ angle) => 0.9 + lobes.reduce((sum, lobe, k) => sum + lobe.size * Math.sin((k + 2) * angle + lobe.turn), 0);
    // Only the pieces of roads and rivers inside the wood matter.
    const within = (/** @type {Line} */ line) => line.filter((p) => Math.abs(p.x - centre.x) < rx * 1.2 + 14 && Math.abs(p.y - centre.y) < ry * 1.2 + 14);
    const near = roads.flatMap(within);
    const waters = lines.rivers.flatMap(({ line }) => within(line));
    const towns = board.towns.filter((town) => Math.abs(town.x - centre.x) < rx * 1.2 + 30 && Math.abs(town.y - centre.y) < ry * 1.2 + 30);
    const step = rx > 60 ? 8.4 : 7;
    const inFrame = (/** @type {number} */ x, /** @type {number} */ y) => x > frame + 6 && y > frame + 8 && x < fullWidth - frame - 6 && y < fullHeight - frame - 4;
    let outline = "";
    for (let i = 0; i < 40; i += 1) {
      const angle = (i / 40) * Math.PI * 2;
      const k = reach(angle) * 1.06;
      const x = Math.max(frame, Math.min(fullWidth - frame, centre.x + Math.cos(angle) * rx * k));
      const y = Math.max(frame, Math.min(fullHeight - frame, centre.y + Math.sin(angle) * ry * k));
      outline += `${i ? "L" : "M"}${x.toFixed(0)} ${y.toFixed(0)}`;
    }
    wash += `${outline}Z`;
    for (let y = centre.y - ry * 1.3; y < centre.y + ry * 1.3; y += step * 0.8) {
      for (let x = centre.x - rx * 1.3; x < centre.x + rx * 1.3; x += step) {
        const at = { x: x + (rng() - 0.5) * step * 0.9, y: y + (rng() - 0.5) * step * 0.7 };
        const size = 1.9 + rng() * 1.2;
        const angle = Math.atan2((at.y - centre.y) / ry, (at.x - centre.x) / rx);
        if (Math.hypot((at.x - centre.x) / rx, (at.y - centre.y) / ry) > reach(angle) || !inFrame(at.x, at.y)) continue;
        if (near.some((p) => distance(p, at) < 7)) continue;
        if (waters.some((p) => distance(p, at) < 8)) continue;
        if (towns.some((town) => distance(town, at) < (town.supplies ? 30 : 18))) continue;
        const s = size.toFixed(1);
        const place = `${(at.x - size).toFixed(1)} ${at.y.toFixed(1)}`;
        crowns += `M${place}a${s} ${(size * 1.1).toFixed(1)} 0 1 1 ${(2 * size).toFixed(1)} 0`;
        shades += `M${at.x.toFixed(1)} ${(at.y + 0.7).toFixed(1)}h${(size * 1.7).toFixed(1)}`;
      }
    }
  }
  return `<path d="${wash}" class="map-wood"/><path d="${shades}" class="map-tree-shade"/><path d="${crowns}" class="map-tree"/>`;
}
