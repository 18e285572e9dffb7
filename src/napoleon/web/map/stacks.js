/**
 * The blocks on the map: who stands where, and how the blocks of a town lie: as a small stack with
 * its number from afar, side by side when near or when the town is opened.
 */

import { badgeMarkup, backMarkup, blockFace, updateFace } from "../lib/blocks.js";
import { redraw } from "../lib/dom.js";
import { ARMIES } from "../lib/names.js";
import { ringRadius } from "./marks.js";
import { findRoom } from "./places.js";
import { LEVELS } from "./room.js";
import { townKind } from "./towns.js";

/** @import { Look } from "../lib/blocks.js" */
/** @import { Army, Board, OwnUnit, Point, Rect, Town } from "../lib/types.js" */
/** @import { MapModel, MapView } from "./map.js" */
/** @import { Place, Places } from "./places.js" */
/** @import { Costs } from "./room.js" */

/** @typedef {{army: Army, units: OwnUnit[], hidden: number, disordered: number}} Group - an army's blocks in a town */
/** @typedef {Map<string, Group[]>} Towns - own armies first */
/** @typedef {Group & Rect & {count: number, slots: (Point & {isHidden?: boolean})[]}} LaidGroup */
/** @typedef {{groups: LaidGroup[], width: number, height: number}} Laid - from 0,0 */
/**
 * The blocks of a town where they lie.
 * @typedef {Rect & {town: string, groups: Group[], layout: Laid, place: Place, size: number, isOpened: boolean, isOpen: boolean,
 *   isLaid: boolean, slots: (Point & {unit: string})[]}} Stack
 */
/** @typedef {{el: SVGGElement, face: SVGGElement, at: string, isOpened: boolean, isHidden: boolean, order: number, drawnOrder: number}} Face */
/**
 * @typedef {{model: MapModel, towns: Towns, places: Places, costs: Costs, level: number, scale: number, window: Rect, isQuick: boolean}} StacksModel
 */
/** @typedef {Record<"backs"|"units"|"badges"|"plate"|"openUnits"|"openBadges", SVGGElement>} StackLayers */

const SVG = "http://www.w3.org/2000/svg";
const SHOWN = 3;
const MOVED = new Set(["marched", "marched2", "forced"]);
const calmly = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Who stands where.
 * @param {MapView} view
 * @param {Board} board
 * @returns {Towns}
 */
export function gather(view, board) {
  /** @type {Towns} */
  const towns = new Map();
  const group = (/** @type {string} */ town, /** @type {Army} */ army) => {
    const groups = towns.get(town) || [];
    towns.set(town, groups);
    let found = groups.find((one) => one.army === army);
    if (!found) groups.push((found = { army, units: [], hidden: 0, disordered: 0 }));
    return found;
  };
  const isOver = view.truth.length > 0;
  for (const unit of isOver ? view.truth : view.units) {
    if (unit.town) group(unit.town, board.unit(unit.id).army).units.push(unit);
  }
  for (const { army, town, count, disordered = 0 } of isOver ? [] : view.blocks) {
    const found = group(town, army);
    found.hidden += count;
    found.disordered += disordered;
  }
  const rank = (/** @type {Group} */ { army, units }) => (units.length ? 0 : 10) + ARMIES.indexOf(army);
  for (const groups of towns.values()) {
    groups.sort((p, q) => rank(p) - rank(q));
    for (const { units } of groups) units.sort((p, q) => board.unit(p.id).number - board.unit(q.id).number);
  }
  return towns;
}

/**
 * Whether both sides stand in a town.
 * @param {Group[]} groups
 */
export const isContested = (groups) => groups.some(({ army }) => army === "french") && groups.some(({ army }) => army !== "french");

/** @param {number} count */
function columnsFor(count) {
  if (count <= 3) return count;
  if (count === 4) return 2;
  if (count <= 6 || count === 9) return 3;
  return count <= 16 ? 4 : 5;
}

/**
 * How the blocks of a town lie.
 * @param {Group[]} groups
 * @param {number} size
 * @param {boolean} isOpen
 * @returns {Laid}
 */
export function arrange(groups, size, isOpen) {
  let width = 0;
  let height = 0;
  const laid = groups.map((group) => {
    const count = group.units.length + group.hidden;
    /** @type {LaidGroup["slots"]} */
    const slots = [];
    let w;
    let h;
    if (isOpen) {
      const cell = size * 1.2;
      const columns = columnsFor(count);
      for (let i = 0; i < count; i += 1) slots.push({ x: (i % columns) * cell, y: Math.floor(i / columns) * cell });
      w = columns * cell - size * 0.2;
      h = Math.ceil(count / columns) * cell - size * 0.2;
    } else {
      const steps = Math.min(count, SHOWN) - 1;
      for (let i = 0; i < count; i += 1) {
        const k = Math.min(i, SHOWN - 1);
        slots.push({ x: k * size * 0.13, y: (steps - k) * size * 0.09, isHidden: i >= SHOWN });
      }
      w = size * (1 + 0.13 * steps);
      h = size * (1 + 0.09 * steps);
    }
    return { ...group, count, slots, x: 0, y: 0, width: w, height: h };
  });
  const gap = size * (isOpen ? 0.3 : 0.14);
  if (!isOpen && laid.length === 3) return inTwoColumns(laid, gap);
  for (const group of laid) {
    group.x = width;
    width += group.width + gap;
    height = Math.max(height, group.height);
  }
  for (const group of laid) group.y = (height - group.height) / 2;
  return { groups: laid, width: width - gap, height };
}

/**
 * Three closed piles, the first beside the two others: they stay close to their town.
 * @param {LaidGroup[]} laid
 * @param {number} gap
 * @returns {Laid}
 */
function inTwoColumns(laid, gap) {
  const [first, upper, lower] = laid;
  const height = upper.height + gap + lower.height;
  Object.assign(first, { x: 0, y: (height - first.height) / 2 });
  Object.assign(upper, { x: first.width + gap, y: 0 });
  Object.assign(lower, { x: first.width + gap, y: upper.height + gap });
  return { groups: laid, width: first.width + gap + Math.max(upper.width, lower.width), height };
}

/**
 * The drawn blocks.
 * @param {Board} board
 * @param {StackLayers} layers
 */
export function createStacks(board, layers) {
  /** @type {Map<string, Face>} */
  const faces = new Map();
  /** @type {Stack[]} */
  let drawn = [];
  /** @type {Stack|null} */
  let opened = null;

  /**
   * @param {OwnUnit} unit
   * @param {Look} options
   */
  function faceOf(unit, options) {
    const card = board.unit(unit.id);
    let kept = faces.get(unit.id);
    if (!kept) {
      const el = document.createElementNS(SVG, "g");
      el.setAttribute("class", "map-piece");
      el.dataset.piece = unit.id;
      kept = { el, face: blockFace(card, options), at: "", isOpened: false, isHidden: false, order: 0, drawnOrder: -1 };
      el.append(kept.face);
      faces.set(unit.id, kept);
    } else if (!updateFace(kept.face, card, options)) {
      const face = blockFace(card, options);
      kept.face.replaceWith(face);
      kept.face = face;
    }
    return kept;
  }

  /** @type {(kept: Face, x: number, y: number, size: number, isQuick: boolean) => void} */
  function put(kept, x, y, size, isQuick) {
    const { el } = kept;
    const now = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${(size / 100).toFixed(4)})`;
    if (kept.at === now) return;
    const before = kept.at && !isQuick && !calmly() && el.isConnected ? getComputedStyle(el).transform : null;
    el.style.transform = now;
    kept.at = now;
    if (before && before !== "none") {
      el.getAnimations().forEach((animation) => animation.cancel());
      el.animate([{ transform: before }, { transform: now }], { duration: 260, easing: "cubic-bezier(.3,0,.2,1)" });
    }
  }

  /**
   * Draw all blocks. `isQuick`: without motion (a change of zoom).
   * @param {StacksModel} stacksModel
   */
  function render({ model, towns, places, costs, level, scale, window, isQuick }) {
    /** @type {Set<string>} */
    const seen = new Set();
    let [backs, badges, openBacks, openBadges] = ["", "", "", ""];
    drawn = [];
    opened = null;
    const selected = model.selectedUnits || new Set();
    const lit = model.litUnits || new Set();
    for (const stack of settleAll(model, towns, places, costs, level, scale, window)) {
      const { town, layout, size, isOpened } = stack;
      const at = stack;
      if (!isOpened) backs += tieMarkup(stack, board.town(town)) + sharedMarkup(stack);
      for (const group of layout.groups) {
        const [gx, gy] = [at.x + group.x, at.y + group.y];
        group.units.forEach((unit, i) => {
          const slot = group.slots[i];
          const kept = faceOf(unit, {
            strength: unit.strength,
            marks: unit.marks || [],
            selected: selected.has(unit.id),
            lit: lit.has(unit.id) && (stack.isOpen || i === 0),
            acted: !lit.has(unit.id) && (unit.marks || []).some((mark) => MOVED.has(mark)),
          });
          seen.add(unit.id);
          kept.isOpened = isOpened;
          kept.isHidden = Boolean(slot.isHidden);
          kept.order = i;
          stack.slots.push({ unit: unit.id, x: gx + slot.x, y: gy + slot.y });
          put(kept, gx + slot.x, gy + slot.y, size, isQuick);
        });
        const hiddenMarkup = backsMarkup(group, gx, gy, size, stack.isOpen);
        const someLit = group.units.some((unit) => selected.has(unit.id));
        const number = group.count > 1 && (!stack.isOpen || group.hidden > 3)
          ? countMarkup(group.count, gx + group.width, gy, size, someLit && !stack.isOpen ? group.units.filter((unit) => selected.has(unit.id)).length : 0)
          : "";
        if (isOpened) {
          openBacks += hiddenMarkup;
          openBadges += number;
        } else {
          backs += hiddenMarkup;
          badges += number;
        }
      }
      if (isOpened) opened = stack;
      drawn.push(stack);
    }
    putInOrder(seen);
    redraw(layers.backs, backs);
    redraw(layers.badges, badges);
    const front = drawn.find((stack) => stack.isOpened);
    redraw(layers.plate, front ? plateMarkup(front, board.town(front.town), ringRadius(board.town(front.town), level) * 1.25) + openBacks : "");
    redraw(layers.openBadges, openBadges);
  }

  /**
   * Where every stack lies and how: small ones in their reserved places, large ones where they cover least;
   * if a large one would cover something at a middle distance, it stays closed.
   * @type {(model: MapModel, towns: Towns, places: Places, costs: Costs, level: number, scale: number, window: Rect) => Stack[]}
   */
  function settleAll(model, towns, places, costs, level, scale, window) {
    const { block, isOpen } = LEVELS[level];
    /** @type {Stack[]} */
    const all = [];
    /** @type {Stack[]} */
    const large = [];
    for (const [town, groups] of towns) {
      const isOpened = town === model.openTown && !isOpen;
      const size = isOpened ? Math.max(block, 46 / scale) : block;
      const layout = arrange(groups, size, isOpen || isOpened);
      const place = /** @type {Place} */ (places.get(town)); // every town has one
      const isLarge = !isOpened && (layout.width > place.width * 1.02 || layout.height > place.height * 1.02);
      const { x, y } = isOpened ? openPlace(board, board.town(town), layout, size, model, window, towns, places)
        : { x: place.anchorX - place.ax * layout.width, y: place.anchorY - place.ay * layout.height };
      /** @type {Stack} */
      const stack = { town, groups, layout, place, size, isOpened, isOpen: isOpen || isOpened, isLaid: !isLarge, slots: [], x, y, width: 0, height: 0 };
      if (isLarge) large.push(stack);
      all.push(stack);
    }
    const laid = all.filter((stack) => stack.isLaid && !stack.isOpened).map(rectOf);
    large.sort((p, q) => p.layout.width * p.layout.height - q.layout.width * q.layout.height || (p.town < q.town ? -1 : 1));
    for (const stack of large) {
      const look = () => findRoom(board.town(stack.town), stack.layout.width, stack.layout.height, block, costs, laid, stack.place);
      let room = look();
      const count = stack.groups.reduce((sum, { units, hidden }) => sum + units.length + hidden, 0);
      if (isOpen && level < 4 && room.cost > (count > 8 ? 60 : 130)) {
        stack.isOpen = false;
        stack.size = block * 1.3;
        stack.layout = arrange(stack.groups, stack.size, false);
        room = look();
      }
      stack.x = room.x;
      stack.y = room.y;
      laid.push(rectOf(stack));
    }
    for (const stack of all) Object.assign(stack, { width: stack.layout.width, height: stack.layout.height });
    return all;
  }

  const rectOf = (/** @type {Stack} */ { x, y, layout }) => ({ x, y, width: layout.width, height: layout.height });

  /**
   * The first unit of a stack lies on top, so the last goes into the layer first.
   * @param {Set<string>} seen
   */
  function putInOrder(seen) {
    for (const [id, kept] of faces) {
      if (seen.has(id)) continue;
      kept.el.remove();
      faces.delete(id);
    }
    const kepts = [...faces.values()].sort((p, q) => q.order - p.order);
    for (const kept of kepts) {
      const layer = kept.isOpened ? layers.openUnits : layers.units;
      if (kept.el.parentNode !== layer || kept.drawnOrder !== kept.order) layer.append(kept.el);
      kept.drawnOrder = kept.order;
      kept.el.style.visibility = kept.isHidden ? "hidden" : "";
      if (kept.isOpened) kept.el.setAttribute("tabindex", "0");
      else kept.el.removeAttribute("tabindex");
    }
    // Units of one stack keep their order even if only some were appended anew.
    for (const layer of [layers.units, layers.openUnits]) {
      const wanted = kepts.filter(({ el }) => el.parentNode === layer);
      const isRight = wanted.every(({ el }, i) => layer.children[i] === el);
      if (!isRight) wanted.forEach(({ el }) => layer.append(el));
    }
  }

  return {
    render,
    get drawn() { return drawn; },
    get opened() { return opened; },
    faces,
  };
}

/** @type {(group: LaidGroup, gx: number, gy: number, size: number, isOpen: boolean) => string} */
function backsMarkup(group, gx, gy, size, isOpen) {
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
 * A fine line ties a stack to its town if it lies apart from it.
 * @param {Stack} stack
 * @param {Town} town
 */
function tieMarkup({ x, y, layout, size }, town) {
  const cx = Math.max(x, Math.min(x + layout.width, town.x));
  const cy = Math.max(y, Math.min(y + layout.height, town.y));
  const gap = Math.hypot(cx - town.x, cy - town.y);
  const { radius } = townKind(town);
  if (gap < radius + 11) return "";
  const k = (radius * 0.8) / gap;
  const n = (/** @type {number} */ v) => Math.round(v * 10) / 10;
  return `<path d="M${n(town.x + (cx - town.x) * k)} ${n(town.y + (cy - town.y) * k)}L${n(cx)} ${n(cy)}" class="map-tie" stroke-width="${n(Math.max(0.6, size * 0.03))}"/>`;
}

/**
 * Piles of several armies lie on one ground, so that nobody takes one of them for a neighbour's.
 * @param {Stack} stack
 */
function sharedMarkup({ x, y, layout, groups, size }) {
  if (groups.length < 2) return "";
  const m = size * 0.14;
  const n = (/** @type {number} */ v) => v.toFixed(1);
  return `<rect x="${n(x - m)}" y="${n(y - m)}" width="${n(layout.width + 2 * m)}" height="${n(layout.height + 2.4 * m)}" rx="${n(size * 0.16)}" ` +
    `class="map-shared${isContested(groups) ? " is-contested" : ""}" stroke-width="${n(Math.max(0.8, size * 0.04))}"/>`;
}

/**
 * The number of a stack, on a tag; how many of them are chosen stands before it.
 * @type {(count: number, x: number, y: number, size: number, chosen: number) => string}
 */
function countMarkup(count, x, y, size, chosen) {
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
function plateMarkup({ x, y, width, height, size }, town, ring) {
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
function openPlace(board, town, { width, height }, size, model, window, towns, places) {
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
