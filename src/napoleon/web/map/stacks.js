/**
 * The blocks on the map: who stands where, and how the blocks of a town lie: as a small stack with
 * its number from afar, side by side when near or when the town is opened.
 */

import { blockFace, updateFace } from "../lib/blocks.js";
import { redraw } from "../lib/dom.js";
import { ARMIES } from "../lib/names.js";
import { ringRadius } from "./marks.js";
import { backsMarkup, countMarkup, footprint, openPlace, padMarkup, plateMarkup, SHOWN } from "./pads.js";
import { findRoom } from "./places.js";
import { isClear, LEVELS } from "./room.js";

/** @import { Look } from "../lib/blocks.js" */
/** @import { Army, Board, OwnUnit, Point, Rect } from "../lib/types.js" */
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
 *   slots: (Point & {unit: string})[]}} Stack
 */
/** @typedef {{el: SVGGElement, face: SVGGElement, at: string, isOpened: boolean, isHidden: boolean, order: number, drawnOrder: number}} Face */
/**
 * @typedef {{model: MapModel, towns: Towns, places: Places, costs: Costs, level: number, scale: number, window: Rect, isQuick: boolean}} StacksModel
 */
/** @typedef {Record<"pads"|"backs"|"units"|"badges"|"plate"|"openUnits"|"openBadges", SVGGElement>} StackLayers */

const SVG = "http://www.w3.org/2000/svg";
const MOVED = new Set(["marched", "marched2", "forced"]);
const calmly = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Who stands where.
 * @param {MapView} view
 * @param {Board} board
 * @param {Set<string>} [lit] - units that can act
 * @returns {Towns}
 */
export function gather(view, board, lit = new Set()) {
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
    // Whoever can still act lies on top of those who have marched.
    for (const { units } of groups) units.sort((p, q) => Number(hasActed(p, lit)) - Number(hasActed(q, lit)) || board.unit(p.id).number - board.unit(q.id).number);
  }
  return towns;
}

/** @type {(unit: OwnUnit, lit: Set<string>) => boolean} */
const hasActed = (unit, lit) => !lit.has(unit.id) && (unit.marks || []).some((mark) => MOVED.has(mark));

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
    let [pads, backs, badges, openBacks, openBadges] = ["", "", "", "", ""];
    drawn = [];
    opened = null;
    const selected = model.selectedUnits || new Set();
    const lit = model.litUnits || new Set();
    for (const stack of settleAll(model, towns, places, costs, level, scale, window)) {
      const { town, layout, size, isOpened } = stack;
      const at = stack;
      if (!isOpened) pads += padMarkup(stack, board.town(town), isContested(stack.groups));
      for (const group of layout.groups) {
        const [gx, gy] = [at.x + group.x, at.y + group.y];
        group.units.forEach((unit, i) => {
          const slot = group.slots[i];
          const kept = faceOf(unit, {
            strength: unit.strength,
            marks: unit.marks || [],
            selected: selected.has(unit.id),
            lit: lit.has(unit.id) && (stack.isOpen || i === 0),
            acted: hasActed(unit, lit),
          });
          seen.add(unit.id);
          kept.el.dataset.at = town;
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
          backs += hiddenMarkup && `<g data-at="${town}">${hiddenMarkup}</g>`;
          badges += number && `<g data-at="${town}">${number}</g>`;
        }
      }
      if (isOpened) opened = stack;
      drawn.push(stack);
    }
    putInOrder(seen);
    redraw(layers.pads, pads);
    redraw(layers.backs, backs);
    redraw(layers.badges, badges);
    const front = drawn.find((stack) => stack.isOpened);
    redraw(layers.plate, front ? plateMarkup(front, board.town(front.town), ringRadius(board.town(front.town), level) * 1.25) + openBacks : "");
    redraw(layers.openBadges, openBadges);
  }

  /**
   * Where every stack lies and how: in its reserved place if it fits there, else where it covers least and no other
   * stack. If a large one would cover something at a middle distance, it stays closed.
   * @type {(model: MapModel, towns: Towns, places: Places, costs: Costs, level: number, scale: number, window: Rect) => Stack[]}
   */
  function settleAll(model, towns, places, costs, level, scale, window) {
    const { block, isOpen } = LEVELS[level];
    /** @type {Stack[]} */
    const all = [];
    for (const [town, groups] of towns) {
      const isOpened = town === model.openTown && !isOpen;
      const size = isOpened ? Math.max(block, 46 / scale) : block;
      const layout = arrange(groups, size, isOpen || isOpened);
      const place = /** @type {Place} */ (places.get(town)); // every town has one
      const { x, y } = isOpened ? openPlace(board, board.town(town), layout, size, model, window, towns, places)
        : { x: place.anchorX - place.ax * layout.width, y: place.anchorY - place.ay * layout.height };
      all.push({ town, groups, layout, place, size, isOpened, isOpen: isOpen || isOpened, slots: [], x, y, width: 0, height: 0 });
    }
    /** @type {Rect[]} */
    const laid = [];
    const isLarge = (/** @type {Stack} */ { layout, place }) => layout.width > place.width * 1.02 || layout.height > place.height * 1.02;
    const area = (/** @type {Stack} */ { layout }) => layout.width * layout.height;
    const [small, large] = [false, true].map((wanted) => all.filter((stack) => !stack.isOpened && isLarge(stack) === wanted));
    large.sort((p, q) => area(q) - area(p) || (p.town < q.town ? -1 : 1));
    for (const stack of [...small, ...large]) {
      if (isLarge(stack) || !isClear(covers(stack), laid)) makeRoom(stack, costs, laid, level);
      laid.push(covers(stack));
    }
    for (const stack of all) Object.assign(stack, { width: stack.layout.width, height: stack.layout.height });
    return all;
  }

  /**
   * Find room for a stack that its place does not hold.
   * @param {Stack} stack
   * @param {Costs} costs
   * @param {Rect[]} laid
   * @param {number} level
   */
  function makeRoom(stack, costs, laid, level) {
    const { block, isOpen } = LEVELS[level];
    const look = () => findRoom(board.town(stack.town), (rect) => footprint(rect, stack.size), stack.layout.width, stack.layout.height, block, costs, laid, stack.place);
    let room = look();
    const count = stack.groups.reduce((sum, { units, hidden }) => sum + units.length + hidden, 0);
    if (isOpen && level < LEVELS.length - 1 && room.cost > (count > 8 ? 60 : 130)) {
      stack.isOpen = false;
      stack.size = block * 1.3;
      stack.layout = arrange(stack.groups, stack.size, false);
      room = look();
    }
    stack.x = room.x;
    stack.y = room.y;
  }

  const covers = (/** @type {Stack} */ { x, y, layout, size }) => footprint({ x, y, width: layout.width, height: layout.height }, size);

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
    /** What the blocks cover, with their ground and numbers. */
    get covered() { return drawn.filter((stack) => !stack.isOpened).map(covers); },
    faces,
  };
}
