/**
 * The ground that blocks stand on, tied to their town; numbers and backs; the plate of an opened stack.
 */

import { backMarkup, badgeMarkup } from "../lib/blocks.js";
import { townKind } from "./towns.js";

/** @import { Board, Point, Rect, Town } from "../lib/types.js" */
/** @import { MapModel } from "./map.js" */
/** @import { Places } from "./places.js" */
/** @import { Laid, LaidGroup, Stack, Towns } from "./stacks.js" */

export const SHOWN = 3; // blocks of a closed pile that are seen
const EDGE = 0.12; // of a block: the ground around the blocks
const NUMBER = 0.24; // of a block: so far the number stands out

/**
 * What a stack whose blocks lie in a rectangle covers, with its ground and its number.
 * @param {Rect} rect
 * @param {number} size - of a block
 * @returns {Rect}
 */
export function footprint({ x, y, width, height }, size) {
  const [edge, number] = [size * EDGE, size * NUMBER];
  return { x: x - edge, y: y - number, width: width + edge + number, height: height + number + edge * 1.4 };
}

/**
 * The ground of a stack: a plate under its blocks that runs out into its town, so that nobody takes it for a
 * neighbour's.
 * @param {Stack} stack
 * @param {Town} town
 * @param {boolean} isContested
 */
export function padMarkup({ x, y, layout: { width, height }, size, town: id, groups }, town, isContested) {
  const n = (/** @type {number} */ v) => Math.round(v * 10) / 10;
  const m = size * EDGE;
  const [px, py] = [Math.max(x, Math.min(x + width, town.x)), Math.max(y, Math.min(y + height, town.y))];
  const gap = Math.hypot(px - town.x, py - town.y) || 1;
  const [ux, uy] = [(px - town.x) / gap, (py - town.y) / gap];
  const near = Math.min(townKind(town).radius * 0.3, gap * 0.3);
  const [bx, by] = [px + ux * size * 0.4, py + uy * size * 0.4];
  const half = size * 0.36;
  const r = size * 0.14;
  const [w, h] = [width + 2 * m - 2 * r, height + 2.4 * m - 2 * r];
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx * r)} ${n(dy * r)}`;
  const d = `M${n(x - m + r)} ${n(y - m)}h${n(w)}${corner(1, 1)}v${n(h)}${corner(-1, 1)}h${n(-w)}${corner(-1, -1)}v${n(-h)}${corner(1, -1)}Z` +
    `M${n(town.x + ux * near)} ${n(town.y + uy * near)}L${n(bx - uy * half)} ${n(by + ux * half)}L${n(bx + uy * half)} ${n(by - ux * half)}Z`;
  const army = groups.length === 1 ? ` is-${groups[0].army}` : "";
  return `<g class="map-pad${army}${isContested ? " is-contested" : ""}" data-pad="${id}"><path class="map-pad-edge" d="${d}" stroke-width="${n(Math.max(0.7, size * 0.05))}"/><path d="${d}"/></g>`;
}

/** @type {(group: LaidGroup, gx: number, gy: number, size: number, isOpen: boolean) => string} */
export function backsMarkup(group, gx, gy, size, isOpen) {
  let svg = "";
  const first = group.units.length;
  const last = isOpen ? group.count : Math.min(group.count, SHOWN);
  for (let i = last - 1; i >= first; i -= 1) {
    const { x, y } = group.slots[i];
    const disordered = i - first < group.disordered;
    svg += `<g transform="translate(${(gx + x).toFixed(1)} ${(gy + y).toFixed(1)})">${backMarkup(group.army, { size, disordered })}</g>`;
  }
  return svg;
}

/**
 * The number of a stack, on a tag; how many of them are chosen stands before it.
 * @type {(count: number, x: number, y: number, size: number, chosen: number) => string}
 */
export function countMarkup(count, x, y, size, chosen) {
  const r = size * 0.26;
  if (!chosen) return badgeMarkup(count, +(x - size * 0.06).toFixed(1), +(y + size * 0.06).toFixed(1), +r.toFixed(1));
  const text = `${chosen}/${count}`;
  const w = r * (0.9 + text.length * 0.62);
  return `<g class="nb-badge is-chosen"><rect x="${(x - w).toFixed(1)}" y="${(y - r * 0.8).toFixed(1)}" width="${(w + r).toFixed(1)}" height="${(2 * r).toFixed(1)}" rx="${r.toFixed(1)}"/>` +
    `<text x="${(x - w / 2 + r / 2).toFixed(1)}" y="${(y + r * 0.62).toFixed(1)}" font-size="${(r * 1.24).toFixed(1)}" text-anchor="middle">${text}</text></g>`;
}

/**
 * @param {Stack} stack
 * @param {Town} town
 * @param {number} ring
 */
export function plateMarkup({ x, y, width, height, size }, town, ring) {
  const m = size * 0.2;
  const cx = Math.max(x, Math.min(x + width, town.x));
  const cy = Math.max(y, Math.min(y + height, town.y));
  const gap = Math.hypot(cx - town.x, cy - town.y) || 1;
  const [sx, sy] = [town.x + ((cx - town.x) / gap) * Math.min(gap, ring), town.y + ((cy - town.y) / gap) * Math.min(gap, ring)];
  return `<path d="M${sx.toFixed(1)} ${sy.toFixed(1)}L${cx.toFixed(1)} ${cy.toFixed(1)}" class="map-leader" stroke-width="${(size * 0.05).toFixed(1)}"/>` +
    `<rect x="${(x - m + size * 0.05).toFixed(1)}" y="${(y - m + size * 0.09).toFixed(1)}" width="${(width + 2 * m).toFixed(1)}" height="${(height + 2.2 * m).toFixed(1)}" rx="${(size * 0.12).toFixed(1)}" class="map-plate-shade"/>` +
    `<rect x="${(x - m).toFixed(1)}" y="${(y - m).toFixed(1)}" width="${(width + 2 * m).toFixed(1)}" height="${(height + 2.2 * m).toFixed(1)}" rx="${(size * 0.12).toFixed(1)}" class="map-plate" stroke-width="${(size * 0.03).toFixed(1)}"/>`;
}

/**
 * An opened town covers what matters least: lit towns first of all stay free, and it stays in view.
 * @type {(board: Board, town: Town, laid: Laid, size: number, model: MapModel, window: Rect, towns: Towns, places: Places) => Point}
 */
export function openPlace(board, town, { width, height }, size, model, window, towns, places) {
  const m = size * 0.3;
  let best = { x: 0, y: 0, cost: Infinity };
  const clamp = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ room, /** @type {number} */ full) => (full > room ? low : Math.max(low, Math.min(low + room - full, v)));
  for (let i = 0; i < 48; i += 1) {
    const angle = (i * Math.PI) / 8;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const far = Math.floor(i / 16);
    const r = 26 + m + far * size * 1.1 + Math.min((width / 2) / Math.max(Math.abs(c), 1e-6), (height / 2) / Math.max(Math.abs(s), 1e-6));
    const x = clamp(town.x + c * r - width / 2, window.x + m, window.width - 2 * m, width);
    const y = clamp(town.y + s * r - height / 2, window.y + m, window.height - 2 * m, height);
    const covers = (/** @type {Point} */ p, /** @type {number} */ slack) => p.x > x - slack && p.x < x + width + slack && p.y > y - slack && p.y < y + height + slack;
    let cost = far * 5 + (covers(town, m) ? 20 : 0);
    for (const id of model.litTowns ? model.litTowns.keys() : []) if (covers(board.town(id), m + 16)) cost += 50;
    for (const id of towns.keys()) {
      const place = places.get(id);
      if (place && id !== town.id && covers({ x: place.x + place.width / 2, y: place.y + place.height / 2 }, m)) cost += 3;
    }
    if (cost < best.cost) best = { x, y, cost };
  }
  return { x: best.x, y: best.y };
}
