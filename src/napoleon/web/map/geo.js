/**
 * Curves and lines on the sheet: smooth curves through given points, lengths, crossings, ribbons.
 */

/** @import { Point } from "../lib/types.js" */
/** @typedef {Point[]} Line */
/** @typedef {Point & {dx: number, dy: number}} Directed - a point with a unit direction */

/**
 * A small generator of repeatable chance for decoration (mulberry32).
 * @param {number} seed
 */
export function chance(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let z = Math.imul(a ^ (a >>> 15), 1 | a);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A number from a text, to seed chance with.
 * @param {string} text
 */
export function seedOf(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/** @type {(p: Point, q: Point) => number} */
export const distance = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);

/**
 * A centripetal Catmull-Rom curve through the points, sampled about every `step` units.
 * @param {Line} points
 */
export function smooth(points, step = 5) {
  if (points.length < 3) return densify(points, step);
  const first = { x: 2 * points[0].x - points[1].x, y: 2 * points[0].y - points[1].y };
  const [y, z] = points.slice(-2);
  const all = [first, ...points, { x: 2 * z.x - y.x, y: 2 * z.y - y.y }];
  const line = [points[0]];
  for (let i = 1; i < all.length - 2; i += 1) {
    const p0 = all[i - 1];
    const p1 = all[i];
    const p2 = all[i + 1];
    const p3 = all[i + 2];
    const t1 = Math.sqrt(distance(p0, p1)) || 1e-6;
    const t2 = t1 + (Math.sqrt(distance(p1, p2)) || 1e-6);
    const t3 = t2 + (Math.sqrt(distance(p2, p3)) || 1e-6);
    const n = Math.max(1, Math.round(distance(p1, p2) / step));
    for (let k = 1; k <= n; k += 1) {
      const u = t1 + ((t2 - t1) * k) / n;
      line.push({ x: between(p0.x, p1.x, p2.x, p3.x, t1, t2, t3, u), y: between(p0.y, p1.y, p2.y, p3.y, t1, t2, t3, u) });
    }
  }
  return line;
}

/**
 * The pyramid of Barry and Goldman for one coordinate; the first knot is at 0.
 * @type {(v0: number, v1: number, v2: number, v3: number, t1: number, t2: number, t3: number, u: number) => number}
 */
function between(v0, v1, v2, v3, t1, t2, t3, u) {
  const a1 = (v0 * (t1 - u) + v1 * u) / t1;
  const a2 = (v1 * (t2 - u) + v2 * (u - t1)) / (t2 - t1);
  const a3 = (v2 * (t3 - u) + v3 * (u - t2)) / (t3 - t2);
  const b1 = (a1 * (t2 - u) + a2 * u) / t2;
  const b2 = (a2 * (t3 - u) + a3 * (u - t1)) / (t3 - t1);
  return (b1 * (t2 - u) + b2 * (u - t1)) / (t2 - t1);
}

/**
 * The same line with points at most `step` apart.
 * @param {Line} points
 * @param {number} step
 */
export function densify(points, step) {
  const line = [points[0]];
  for (let i = 1; i < points.length; i += 1) {
    const [p, q] = [points[i - 1], points[i]];
    const n = Math.max(1, Math.ceil(distance(p, q) / step));
    for (let k = 1; k <= n; k += 1) line.push({ x: p.x + ((q.x - p.x) * k) / n, y: p.y + ((q.y - p.y) * k) / n });
  }
  return line;
}

// Lengths up to each point, worked out once for a line.
/** @type {WeakMap<Line, Float64Array>} */
const reckoned = new WeakMap();

/** @param {Line} line */
function lengthsOf(line) {
  let lengths = reckoned.get(line);
  if (!lengths) {
    lengths = new Float64Array(line.length);
    for (let i = 1; i < line.length; i += 1) lengths[i] = lengths[i - 1] + distance(line[i - 1], line[i]);
    reckoned.set(line, lengths);
  }
  return lengths;
}

/** @param {Line} line */
export function lengthOf(line) {
  return lengthsOf(line)[line.length - 1];
}

/**
 * The point at a length along a line, with the unit direction there.
 * @param {Line} line
 * @param {number} length
 * @returns {Directed}
 */
export function pointAt(line, length) {
  const lengths = lengthsOf(line);
  let [low, high] = [1, line.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lengths[middle] < length) low = middle + 1;
    else high = middle;
  }
  const [p, q] = [line[low - 1], line[low]];
  const d = lengths[low] - lengths[low - 1] || 1;
  const k = Math.max(0, Math.min(1, (length - lengths[low - 1]) / d));
  return { x: p.x + (q.x - p.x) * k, y: p.y + (q.y - p.y) * k, dx: (q.x - p.x) / d, dy: (q.y - p.y) / d };
}

/**
 * The part of a line between two lengths.
 * @param {Line} line
 * @param {number} from
 * @param {number} to
 * @returns {Line}
 */
export function sliceLine(line, from, to, step = 6) {
  const n = Math.max(1, Math.round((to - from) / step));
  const part = [];
  for (let i = 0; i <= n; i += 1) part.push(pointAt(line, from + ((to - from) * i) / n));
  return part;
}

/**
 * Unit normals (to the left when walking on, with y pointing down) at each point of a line.
 * @param {Line} line
 */
export function normals(line) {
  return line.map((_, i) => {
    const p = line[Math.max(0, i - 1)];
    const q = line[Math.min(line.length - 1, i + 1)];
    const d = distance(p, q) || 1;
    return { x: (q.y - p.y) / d, y: -(q.x - p.x) / d };
  });
}

/**
 * The line moved sideways; `by` is a number or a function of the share of the way.
 * @param {Line} line
 * @param {number|((share: number) => number)} by
 */
export function offset(line, by) {
  const sides = normals(line);
  const amount = typeof by === "function" ? by : () => by;
  return line.map((p, i) => {
    const k = amount(i / (line.length - 1));
    return { x: p.x + sides[i].x * k, y: p.y + sides[i].y * k };
  });
}

/**
 * Means over neighbours, to calm a line that text is to stand on.
 * @param {Line} line
 * @param {number} reach
 */
export function calm(line, reach) {
  return line.map((_, i) => {
    const r = Math.min(reach, i, line.length - 1 - i);
    let [x, y] = [0, 0];
    for (let k = i - r; k <= i + r; k += 1) {
      x += line[k].x;
      y += line[k].y;
    }
    return { x: x / (2 * r + 1), y: y / (2 * r + 1) };
  });
}

const show = (/** @type {number} */ v) => Math.round(v * 10) / 10;

/**
 * A line as path data.
 * @param {Line} line
 */
export function pathOf(line, isClosed = false) {
  let d = "";
  for (let i = 0; i < line.length; i += 1) d += `${i ? "L" : "M"}${show(line[i].x)} ${show(line[i].y)}`;
  return isClosed ? `${d}Z` : d;
}

/**
 * A ribbon along a line as closed path data; `half` is the half width at a share of the way.
 * @param {Line} line
 * @param {(share: number) => number} half
 */
export function ribbon(line, half) {
  return pathOf([...offset(line, half), ...offset(line, (k) => -half(k)).reverse()], true);
}

/**
 * Where two lines cross: points with the direction of the first line.
 * @param {Line} line
 * @param {Line} other
 */
export function crossings(line, other) {
  /** @type {Directed[]} */
  const found = [];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of line) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  for (let j = 1; j < other.length; j += 1) {
    const r = other[j - 1];
    const s = other[j];
    if ((r.x < left && s.x < left) || (r.x > right && s.x > right)) continue;
    if ((r.y < top && s.y < top) || (r.y > bottom && s.y > bottom)) continue;
    const bx = s.x - r.x;
    const by = s.y - r.y;
    for (let i = 1; i < line.length; i += 1) {
      const p = line[i - 1];
      const ax = line[i].x - p.x;
      const ay = line[i].y - p.y;
      const cross = ax * by - ay * bx;
      if (!cross) continue;
      const k = ((r.x - p.x) * by - (r.y - p.y) * bx) / cross;
      if (k < 0 || k >= 1) continue;
      const m = ((r.x - p.x) * ay - (r.y - p.y) * ax) / cross;
      if (m < 0 || m >= 1) continue;
      const d = Math.hypot(ax, ay);
      found.push({ x: p.x + ax * k, y: p.y + ay * k, dx: ax / d, dy: ay / d });
    }
  }
  return found;
}

/**
 * The nearest point of a line, with its distance and the index of the piece it lies on.
 * @param {Line} line
 * @param {Point} point
 */
export function nearest(line, { x, y }) {
  let [best, index, share] = [Infinity, 1, 0];
  for (let i = 1; i < line.length; i += 1) {
    const p = line[i - 1];
    const q = line[i];
    const ax = q.x - p.x;
    const ay = q.y - p.y;
    let k = ((x - p.x) * ax + (y - p.y) * ay) / (ax * ax + ay * ay || 1);
    k = k < 0 ? 0 : k > 1 ? 1 : k;
    const dx = p.x + ax * k - x;
    const dy = p.y + ay * k - y;
    const d = dx * dx + dy * dy;
    if (d < best) {
      best = d;
      index = i;
      share = k;
    }
  }
  const [p, q] = [line[index - 1], line[index]];
  return { x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share, distance: Math.sqrt(best), index };
}
