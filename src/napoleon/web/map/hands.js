/**
 * Hands on the map: what lies under a point, and blocks that are carried to a town.
 */

import { ringRadius } from "./marks.js";
import { LEVELS } from "./room.js";

/** @import { Board, Point, Rect } from "../lib/types.js" */
/** @import { Drag } from "./camera.js" */
/** @import { MapModel } from "./map.js" */
/** @import { Stack, Towns, createStacks } from "./stacks.js" */

/**
 * What lies under a point, and how far from it.
 * @typedef {{town: string, unit?: string, isStack?: boolean, distance: number}} Found
 */
/**
 * The map as it is now: what is on it, and how near one looks.
 * @typedef {{model: MapModel, towns: Towns, level: number, scale: number, names: (Rect & {town: string})[]}} Seen
 */

const SVG = "http://www.w3.org/2000/svg";
const FINGER = 22; // pixels: so far off a finger may be
const NAME = 0.2; // units: nearer than anything beside it
const CARRIED = 4; // blocks that are seen in the hand

/** @type {(p: Point, r: Rect, slack?: number) => boolean} */
const inside = (p, r, slack = 0) => p.x > r.x - slack && p.y > r.y - slack && p.x < r.x + r.width + slack && p.y < r.y + r.height + slack;

/**
 * @param {Board} board
 * @param {ReturnType<typeof createStacks>} stacks
 * @param {() => Seen} look
 */
export function createHands(board, stacks, look) {
  /**
   * @param {Stack} stack
   * @param {Point} point
   */
  function unitIn(stack, point) {
    const reach = stack.size * 0.07;
    return stack.slots.find((slot) => inside(point, { x: slot.x, y: slot.y, width: stack.size, height: stack.size }, reach))?.unit;
  }

  /**
   * What lies under a point. The nearest wins, so that every target is as large as can be.
   * @param {Point} point
   * @returns {Found|null}
   */
  function pick(point) {
    const { model, level, scale, names } = look();
    const finger = FINGER / scale;
    const { opened } = stacks;
    if (opened && inside(point, opened, opened.size * 0.2)) return { town: opened.town, unit: unitIn(opened, point), distance: 0 };
    /** @type {Found[]} */
    const found = [];
    for (const stack of stacks.drawn) {
      if (stack.isOpened) continue;
      const dx = Math.max(stack.x - point.x, 0, point.x - stack.x - stack.width);
      const dy = Math.max(stack.y - point.y, 0, point.y - stack.y - stack.height);
      found.push({ town: stack.town, unit: stack.isOpen ? unitIn(stack, point) : undefined, isStack: true, distance: Math.hypot(dx, dy) });
    }
    for (const town of board.towns) {
      const radius = model.litTowns?.has(town.id) ? ringRadius(town, level) : 6;
      found.push({ town: town.id, distance: Math.max(0, Math.hypot(town.x - point.x, town.y - point.y) - radius) - 0.5 });
    }
    // A town's name is the town; what lies under the finger itself comes first.
    for (const name of names) if (inside(point, name)) found.push({ town: name.town, distance: NAME });
    /** @type {Found|null} */
    let best = null;
    for (const one of found) if (one.distance <= finger && (!best || one.distance < best.distance)) best = one;
    return best;
  }

  /**
   * The units that a drag from a point takes along: those that are chosen, or the one under a mouse.
   * @param {Point} point
   * @param {PointerEvent} event
   * @returns {string[]}
   */
  function taken(point, event) {
    const { model, towns } = look();
    const found = pick(point);
    if (!found) return [];
    const selected = model.selectedUnits || new Set();
    const here = (towns.get(found.town) || []).flatMap(({ units }) => units.map(({ id }) => id));
    if (found.unit && selected.has(found.unit)) return [...selected];
    if (found.unit && event.pointerType === "mouse" && model.litUnits?.has(found.unit)) return [found.unit];
    if (!found.unit && found.distance < 1 && here.some((id) => selected.has(id))) return [...selected];
    return [];
  }

  /**
   * The town over which something is held; lit ones are easier to hit.
   * @param {Point} point
   */
  function under(point) {
    const { model, level, scale } = look();
    /** @type {{id: string, distance: number}|null} */
    let best = null;
    for (const town of board.towns) {
      const distance = Math.hypot(town.x - point.x, town.y - point.y) / (model.litTowns?.has(town.id) ? 1.4 : 1);
      if (distance < Math.max(30 / scale, ringRadius(town, level)) && (!best || distance < best.distance)) best = { id: town.id, distance };
    }
    return best?.id ?? null;
  }

  /**
   * Carry blocks over the map.
   * @param {string[]} units
   * @param {Point} start
   * @param {{layer: SVGGElement, onOver: (town: string|null) => void, onEnd: () => void, onDrop: (town: string) => void}} to
   * @returns {Drag}
   */
  function carry(units, start, { layer, onOver, onEnd, onDrop }) {
    const size = LEVELS[look().level].block;
    const ghosts = units.slice(0, CARRIED).flatMap((id) => {
      const ghost = stacks.faces.get(id)?.el.cloneNode(true);
      return ghost ? [/** @type {SVGGElement} */ (ghost)] : [];
    });
    const holder = document.createElementNS(SVG, "g");
    holder.setAttribute("class", "map-carried");
    ghosts.reverse().forEach((ghost, i) => {
      ghost.style.visibility = "";
      const k = ghosts.length - 1 - i;
      ghost.style.transform = `translate(${k * size * 0.16 - size / 2}px, ${-k * size * 0.1 - size * 0.7}px) scale(${size / 100})`;
      holder.append(ghost);
    });
    layer.append(holder);
    const move = (/** @type {Point} */ point) => {
      holder.setAttribute("transform", `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`);
      onOver(under(point));
    };
    const end = () => {
      holder.remove();
      onEnd();
    };
    move(start);
    return {
      move,
      cancel: end,
      drop(point) {
        const town = under(point);
        end();
        if (town) onDrop(town);
      },
    };
  }

  return { pick, taken, carry };
}
