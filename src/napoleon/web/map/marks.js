/**
 * Marks on the map that come and go: rings around lit towns, the use of roads, arrows of recent
 * movements, crossed sabres where both sides stand. Each kind has its own shape, not only a colour.
 */

import { lengthOf, offset, pointAt, sliceLine } from "./geo.js";
import { isClear, LEVELS } from "./room.js";
import { townKind } from "./towns.js";

/** @import { Board, Point, Rect, Town } from "../lib/types.js" */
/** @import { Lines } from "./lines.js" */
/** @import { MapModel } from "./map.js" */
/** @import { Costs } from "./room.js" */

const n = (/** @type {number} */ v) => Math.round(v * 10) / 10;
const escape = (/** @type {string} */ text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * Radius of the ring around a town at a level.
 * @param {Town} town
 * @param {number} level
 */
export function ringRadius(town, level) {
  return Math.max(townKind(town).radius + 4, LEVELS[level].block * 0.5);
}

/** @type {(x: number, y: number, inner: number, outer: number, count: number) => string} */
function burst(x, y, inner, outer, count) {
  let d = "";
  for (let i = 0; i < count * 2; i += 1) {
    const a = (i * Math.PI) / count - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    d += `${i ? "L" : "M"}${n(x + Math.cos(a) * r)} ${n(y + Math.sin(a) * r)}`;
  }
  return `${d}Z`;
}

/** @type {(kind: string, x: number, y: number, r: number, width: number) => string} */
function ring(kind, x, y, r, width) {
  const circle = (/** @type {number} */ radius, extra = "") => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" stroke-width="${n(width)}" ${extra}/>`;
  switch (kind) {
    case "attack":
      return `<path d="${burst(x, y, r * 1.02, r * 1.3, 14)}" stroke-width="${n(width)}"/>` + circle(r * 0.86, `stroke-dasharray="${n(width * 2.6)} ${n(width * 1.5)}"`);
    case "force":
      return circle(r, `stroke-dasharray="${n(r * 0.42)} ${n(r * 0.2)}"`) + circle(r * 1.22, `stroke-dasharray="0.1 ${n(width * 2.2)}" stroke-linecap="round"`);
    case "retreat":
      return circle(r, `stroke-dasharray="0.1 ${n(width * 2)}" stroke-linecap="round"`);
    case "source":
      // Four corners: here stand blocks that may move.
      return circle(r * 1.05, `stroke-dasharray="${n(r * 0.55)} ${n(r * 1.1)}" stroke-dashoffset="${n(r * 0.27)}" stroke-linecap="round"`);
    case "place":
      return circle(r, `stroke-dasharray="${n(width * 1.6)} ${n(width * 1.2)}"`) +
        `<path d="M${n(x - r * 1.25)} ${n(y)}h${n(-r * 0.36)}m${n(r * 0.18)} ${n(-r * 0.18)}v${n(r * 0.36)}" stroke-width="${n(width * 0.8)}"/>`;
    case "choose":
      return circle(r) + circle(r * 1.24, `stroke-dasharray="${n(r * 0.3)} ${n(r * 0.3)}"`);
    default:
      return circle(r);
  }
}

/**
 * Rings around lit towns and the selected one, with their notes, which keep off what is `taken` and are added to it.
 * @param {Board} board
 * @param {MapModel} model - with `hotTown`, over which something is held
 * @param {number} level
 * @param {Costs} costs
 * @param {Rect[]} taken
 */
export function drawRings(board, model, level, costs, taken) {
  let svg = "";
  const { font, block } = LEVELS[level];
  const width = Math.max(0.7, block * 0.065);
  for (const id of model.glowing || []) {
    const town = board.town(id);
    svg += `<circle class="map-changed" data-changed="${id}" cx="${n(town.x)}" cy="${n(town.y)}" r="${n(ringRadius(town, level) * 2.1)}" stroke-width="${n(width * 1.4)}"/>`;
  }
  if (board.hasTown(model.selectedTown)) {
    const town = board.town(model.selectedTown);
    const r = ringRadius(town, level);
    svg += `<g class="map-ring is-chosen"><circle cx="${n(town.x)}" cy="${n(town.y)}" r="${n(r)}" stroke-width="${n(width * 1.6)}"/>` +
      `<circle cx="${n(town.x)}" cy="${n(town.y)}" r="${n(r * 1.2)}" stroke-width="${n(width * 0.6)}"/></g>`;
  }
  for (const [id, { kind, note }] of model.litTowns || []) {
    const town = board.town(id);
    const r = ringRadius(town, level);
    svg += `<g class="map-ring map-${escape(kind)}${model.hotTown === id ? " is-hot" : ""}" data-ring="${id}">` +
      `<circle cx="${n(town.x)}" cy="${n(town.y)}" r="${n(r * 1.75)}" class="map-glow"/>${ring(kind, town.x, town.y, r, width)}`;
    if (note) {
      const spot = noteSpot(town, r * 1.1, escape(note), font * 0.9, costs, taken);
      svg += tag(spot.x, spot.y, escape(note), font * 0.9, "map-note");
    }
    svg += "</g>";
  }
  return svg;
}

/**
 * Rings around towns that are spoken of elsewhere.
 * @param {Board} board
 * @param {string[]} ids
 * @param {number} level
 */
export function drawSpoken(board, ids, level) {
  return ids.map((id) => {
    const town = board.town(id);
    const r = ringRadius(town, Math.max(0, level));
    return `<circle class="map-spoken" data-spoken="${id}" cx="${n(town.x)}" cy="${n(town.y)}" r="${n(r * 1.5)}" stroke-width="${n(r * 0.24)}"/>`;
  }).join("");
}

/** @type {(text: string, size: number) => number} */
const tagWidth = (text, size) => Math.max(size * 1.5, text.length * size * 0.54 + size * 0.7);

/**
 * A note stands where it covers least, beside the ring of its town.
 * @type {(town: Town, r: number, text: string, size: number, costs: Costs, taken: Rect[]) => {x: number, y: number}}
 */
function noteSpot(town, r, text, size, costs, taken) {
  const [w, h] = [tagWidth(text, size), size * 1.3];
  let best = { x: town.x, y: town.y, width: w, height: h, cost: Infinity };
  for (let i = 0; i < 80; i += 1) {
    const angle = Math.PI / 2 + (i * Math.PI) / 8;
    const far = Math.floor(i / 16) * size * 0.9;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const reach = r + far + Math.min(w / 2 / Math.max(Math.abs(c), 1e-6), h / 2 / Math.max(Math.abs(s), 1e-6));
    const rect = { x: town.x + c * reach - w / 2, y: town.y + s * reach - h / 2, width: w, height: h };
    const cost = costs.sum(rect) + far * 2 + (isClear(rect, taken) ? 0 : 1e5);
    if (cost < best.cost) best = { ...rect, cost };
  }
  taken.push(best);
  return { x: best.x + w / 2, y: best.y + h / 2 };
}

/** Shares of a way at which a tag may stand, the middle first. */
const SHARES = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8];

/**
 * A tag on a way, where it covers nothing that is `taken`; nowhere if it must.
 * @type {(line: Point[], length: number, text: string, size: number, cls: string, taken: Rect[]) => string}
 */
function tagOn(line, length, text, size, cls, taken) {
  const [w, h] = [tagWidth(text, size), size * 1.3];
  for (const aside of [0, 1, -1, 2, -2]) {
    for (const share of SHARES) {
      const at = pointAt(line, length * share);
      const spot = { x: at.x - at.dy * aside * h, y: at.y + at.dx * aside * h };
      const rect = { x: spot.x - w / 2, y: spot.y - h / 2, width: w, height: h };
      if (!isClear(rect, taken)) continue;
      taken.push(rect);
      return tag(spot.x, spot.y, text, size, cls);
    }
  }
  return "";
}

/** @type {(x: number, y: number, text: string, size: number, cls: string) => string} */
function tag(x, y, text, size, cls) {
  const w = tagWidth(text, size);
  const h = size * 1.3;
  return `<g class="map-tag ${cls}"><rect x="${n(x - w / 2)}" y="${n(y - h / 2)}" width="${n(w)}" height="${n(h)}" rx="${n(h * 0.28)}" stroke-width="${n(size * 0.07)}"/>` +
    `<text x="${n(x)}" y="${n(y + size * 0.33)}" font-size="${n(size)}" text-anchor="middle">${text}</text></g>`;
}

/**
 * "5/8" on roads in use.
 * @param {Lines} lines
 * @param {MapModel} model
 * @param {number} level
 * @param {Rect[]} taken - grows by the tags
 */
export function drawRoadUse(lines, model, level, taken) {
  const { font } = LEVELS[level];
  let svg = "";
  for (const road of lines.roads) {
    const use = model.roadUse?.get(road.id);
    if (use) svg += tagOn(road.line, road.length, `${use.used}/${use.most}`, font * 0.9, `map-use${use.used >= use.most ? " is-full" : ""}`, taken);
  }
  return svg;
}

/**
 * Arrows of movements, along the roads, with how many went; each kind has its own line.
 * @param {Board} board
 * @param {Lines} lines
 * @param {MapModel} model
 * @param {number} level
 * @param {Rect[]} taken - grows by the numbers
 * @param {Rect[]} covered - grows by the arrows themselves
 */
export function drawArrows(board, lines, model, level, taken, covered) {
  let svg = "";
  let numbers = "";
  const { block, font } = LEVELS[level];
  /** @type {Map<string, number>} */
  const lanes = new Map();
  for (const arrow of model.arrows || []) {
    const lane = lanes.get(`${arrow.from}>${arrow.to}`) || 0;
    lanes.set(`${arrow.from}>${arrow.to}`, lane + 1);
    if (lane > 2) continue;
    const { line, length } = wayOf(board, lines, arrow.from, arrow.to);
    const [start, end] = [townKind(board.town(arrow.from)).radius + 4, length - townKind(board.town(arrow.to)).radius - 6];
    if (end - start < 8) continue;
    const half = Math.min(block * 0.13, 7);
    const part = offset(sliceLine(line, start, end, 5), half * 1.7 + lane * half * 2.4);
    svg += `<path class="map-arrow map-arrow-${escape(arrow.kind)} nb-of-${arrow.army}${arrow.isTrace ? " is-trace" : ""}" data-way="${arrow.from}>${arrow.to}" d="${arrowPath(part, half)}"/>`;
    for (const { x, y } of part) covered.push({ x: x - half, y: y - half, width: 2 * half, height: 2 * half });
    if (arrow.count && arrow.count > 1) numbers += tagOn(part, lengthOf(part), String(arrow.count), font * 0.95, `map-went nb-of-${arrow.army}`, taken);
  }
  return svg + numbers;
}

/**
 * The line from one town to another: along their road, or straight.
 * @param {Board} board
 * @param {Lines} lines
 * @param {string} from
 * @param {string} to
 */
export function wayOf(board, lines, from, to) {
  const road = lines.roads.find(({ id }) => id === `${from}--${to}` || id === `${to}--${from}`);
  const [p, q] = [board.town(from), board.town(to)];
  if (!road) return { line: [{ x: p.x, y: p.y }, { x: q.x, y: q.y }], length: Math.hypot(q.x - p.x, q.y - p.y) };
  return { line: road.road.a === from ? road.line : [...road.line].reverse(), length: road.length };
}

/**
 * The outline of an arrow along a line.
 * @param {Point[]} part
 * @param {number} half - of its width
 */
function arrowPath(part, half) {
  const head = Math.max(1, Math.min(part.length - 2, Math.round((half * 3.4) / 5)));
  const shaft = part.slice(0, part.length - head);
  const wide = (/** @type {number} */ k) => half * (0.25 + 0.75 * k);
  const [left, right] = [offset(shaft, wide), offset(shaft, (k) => -wide(k))];
  const neck = part[part.length - 1 - head] || part[0];
  const tip = part[part.length - 1];
  const d = Math.hypot(tip.x - neck.x, tip.y - neck.y) || 1;
  const [nx, ny] = [((tip.y - neck.y) / d) * half * 2.1, (-(tip.x - neck.x) / d) * half * 2.1];
  const at = (/** @type {Point} */ { x, y }) => `${n(x)} ${n(y)}`;
  return `M${left.map(at).join("L")}L${n(neck.x + nx)} ${n(neck.y + ny)}L${at(tip)}L${n(neck.x - nx)} ${n(neck.y - ny)}L${right.reverse().map(at).join("L")}Z`;
}

/** @type {(level: number) => number} Of the disc where both sides stand. */
const clashRadius = (level) => Math.max(9, LEVELS[level].block * 0.36);

/**
 * What the discs cover where both sides stand.
 * @param {Board} board
 * @param {string[]} contested
 * @param {number} level
 * @returns {Rect[]}
 */
export function clashRects(board, contested, level) {
  const r = clashRadius(level);
  return contested.map((id) => ({ x: board.town(id).x - r, y: board.town(id).y - r, width: 2 * r, height: 2 * r }));
}

/**
 * Crossed sabres on a disc where both sides stand.
 * @param {Board} board
 * @param {string[]} contested
 * @param {number} level
 */
export function drawClashes(board, contested, level) {
  const r = clashRadius(level);
  return contested
    .map((id) => {
      const { x, y } = board.town(id);
      return `<g class="map-clash"><path d="${burst(x, y, r, r * 1.24, 12)}" stroke-width="${n(r * 0.11)}"/><use href="#nb-light-cavalry" x="${n(x - r)}" y="${n(y - r * 0.86)}" width="${n(2 * r)}" height="${n(2 * r)}"/></g>`;
    })
    .join("");
}
