/**
 * Where one begins to look: where the armies are, near enough to tell their blocks.
 */

/** @import { Point } from "../lib/types.js" */
/** @import { createCamera } from "./camera.js" */

/** @typedef {{x: number, y: number, right: number, bottom: number}} Area */

const DESK = 0.84; // pixels a unit at which a block measures 42 pixels
const PHONE = 0.735; // and 37
const NEAREST = 0.99; // no nearer than this, however few blocks there are
const NARROW = 700; // pixels
const READABLE = 0.64; // pixels a unit from which the small towns have their names
const FARTHEST = 0.45; // goals are brought into view by going no farther away than this
const FOOT = 84; // pixels at the lower edge, where buttons lie; a stack may hang so far below its town

/**
 * The smallest area around points.
 * @param {Point[]} points
 * @returns {Area}
 */
export function areaOf(points) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { x: Math.min(...xs), y: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/**
 * The scale at which an area fits a window, with a margin.
 * @param {Area} area
 * @param {{w: number, h: number}} size
 * @param {number} margin - pixels
 */
export function fitting({ x, y, right, bottom }, { w, h }, margin) {
  return Math.min((w - 2 * margin) / Math.max(1, right - x), (h - 2 * margin) / Math.max(1, bottom - y));
}

/** @type {(area: Area) => Point} */
export const middleOf = ({ x, y, right, bottom }) => ({ x: (x + right) / 2, y: (y + bottom) / 2 });

/** @type {(size: {w: number, h: number}) => {w: number, h: number}} The part of a window above the buttons. */
const above = ({ w, h }) => ({ w, h: Math.max(h - FOOT, h / 2) });

/**
 * A look at all of these, near enough to tell blocks apart.
 * @param {Point[]} points
 * @param {{w: number, h: number}} size
 */
export function lookAtAll(points, { w, h }) {
  const area = areaOf(points);
  const size = above({ w, h });
  const scale = Math.min(NEAREST, fitting(area, size, Math.min(70, size.w / 6, size.h / 6)));
  const { x, y } = middleOf(area);
  return { centre: { x, y: y + (h - size.h) / 2 / scale }, scale };
}

/**
 * The first look: from where the own blocks are closest to those of the others, as many of all as fit.
 * @param {Point[]} own
 * @param {Point[]} others
 * @param {{w: number, h: number}} size - of the window, in pixels
 * @returns {{centre: Point, scale: number}|null} null if there are no blocks
 */
export function whereToLook(own, others, { w, h }) {
  const [here, there] = own.length ? [own, others] : [others, others];
  if (!here.length) return null;
  const size = above({ w, h });
  const least = size.w < NARROW ? PHONE : DESK;
  const margin = Math.min(80, size.w / 9, size.h / 7);
  const gap = (/** @type {Point} */ p, /** @type {Point} */ q) => Math.hypot(p.x - q.x, p.y - q.y);
  let [start, next, shortest] = [here[0], here[0], Infinity];
  for (const p of here) {
    for (const q of there) if (p !== q && gap(p, q) < shortest) [start, next, shortest] = [p, q, gap(p, q)];
  }
  let seen = [start];
  const middle = { x: (start.x + next.x) / 2, y: (start.y + next.y) / 2 };
  // Own blocks come first: theirs are the orders.
  const byGap = (/** @type {Point} */ p, /** @type {Point} */ q) => gap(p, middle) - gap(q, middle);
  for (const point of [next, ...[...here].sort(byGap), ...[...there].sort(byGap)]) {
    const more = [...seen, point];
    if (fitting(areaOf(more), size, margin) >= least) seen = more;
  }
  const area = areaOf(seen);
  const scale = Math.max(least, Math.min(NEAREST, fitting(area, size, margin)));
  const { x, y } = middleOf(area);
  return { centre: { x, y: y + (h - size.h) / 2 / scale }, scale };
}

/**
 * Bring points into view, near enough to read their names; where not all fit, the first stays in the middle.
 * @param {ReturnType<typeof createCamera>} camera
 * @param {Point[]} points
 */
export function showAll(camera, points) {
  if (!points.length) return;
  const area = areaOf(points);
  const { w, h } = camera.size();
  const size = above({ w, h });
  const margin = Math.min(44, size.w / 8, size.h / 8);
  const seen = camera.window();
  const edge = margin / 2 / camera.scale;
  const isSeen = area.x > seen.x + edge && area.right < seen.x + seen.width - edge &&
    area.y > seen.y + edge && area.bottom < seen.y + size.h / camera.scale - edge;
  if (isSeen && camera.scale >= FARTHEST) return;
  const scale = fitting(area, size, margin);
  const wanted = Math.max(camera.least(), FARTHEST, Math.min(Math.max(camera.scale, READABLE), scale));
  const { x, y } = wanted > scale * 1.01 ? points[0] : middleOf(area);
  camera.centreOn({ x, y: y + (h - size.h) / 2 / wanted }, wanted);
}
