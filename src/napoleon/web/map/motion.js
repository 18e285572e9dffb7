/**
 * What moves over the map: hidden blocks along their roads, a turn that is played again, dice of forced marches.
 */

import { backMarkup } from "../lib/blocks.js";
import { rollDice } from "../lib/dice.js";
import { pointAt } from "./geo.js";
import { wayOf } from "./marks.js";
import { LEVELS } from "./room.js";

/** @import { Roll } from "../lib/dice.js" */
/** @import { Board, Point } from "../lib/types.js" */
/** @import { Lines } from "./lines.js" */
/** @import { Arrow } from "./map.js" */

/** @typedef {{value: number, isLoss: boolean}} MarchDie */

const SVG = "http://www.w3.org/2000/svg";
const STEP_MS = 300;
const AGAIN_MS = 1500; // for a way that is shown again, and read
const LIE_MS = 2600; // that dice and words lie on the map
const calmly = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {Board} board
 * @param {Lines} lines
 * @param {{layer: SVGGElement, arrows: SVGGElement, host: HTMLElement, level: () => number, toWindow: (point: Point) => Point}} stage
 */
export function createMotion(board, lines, { layer, arrows, host, level, toWindow }) {
  let playing = 0; // the timer of what is shown again
  let reading = 0; // that of words on the map
  const told = document.createElement("p"); // those who listen are told elsewhere
  told.className = "map-caption";
  told.setAttribute("aria-hidden", "true");
  told.hidden = true;
  host.append(told);
  /** @type {Set<Roll>} */
  const rolls = new Set();
  /** @type {Set<number>} */
  const timers = new Set();

  /**
   * A plain block travels along a way: one of the enemy has no name to follow.
   * @param {Arrow} arrow
   * @param {number} duration
   */
  function travel({ from, to, army }, duration) {
    const { line, length } = wayOf(board, lines, from, to);
    const size = LEVELS[level()].block;
    const holder = document.createElementNS(SVG, "g");
    holder.innerHTML = backMarkup(army, { size });
    layer.append(holder);
    const steps = Array.from({ length: 9 }, (_, n) => pointAt(line, (length * n) / 8));
    const flight = holder.animate(steps.map(({ x, y }) => ({ transform: `translate(${x - size / 2}px, ${y - size / 2}px)` })),
      { duration, easing: "cubic-bezier(.3,0,.2,1)" });
    flight.onfinish = flight.oncancel = () => holder.remove();
  }

  /**
   * Say on the map what is being shown.
   * @param {Arrow[]} ways
   */
  function tell(ways) {
    const words = ways.flatMap((way) => way.words ?? []);
    if (!words.length) return;
    clearTimeout(reading);
    told.textContent = words.join("\n");
    told.hidden = false;
    reading = setTimeout(() => { told.hidden = true; }, LIE_MS);
  }

  /** @param {Arrow} arrow */
  const pathOf = ({ from, to }) => arrows.querySelectorAll(`[data-way="${from}>${to}"]`);

  function stop() {
    clearTimeout(playing);
    playing = 0;
    host.classList.remove("is-playing");
    for (const one of arrows.querySelectorAll(".is-shown")) one.classList.remove("is-shown");
    layer.replaceChildren();
  }

  return {
    /** @param {Arrow[]} moved */
    follow(moved) {
      tell(moved);
      if (!calmly()) for (const arrow of moved) travel(arrow, STEP_MS);
    },
    /**
     * Show ways again, one after the other.
     * @param {Arrow[]} ways
     * @param {(arrow: Arrow) => void} onStep
     */
    again(ways, onStep) {
      stop();
      const step = (/** @type {number} */ number) => {
        for (const one of arrows.querySelectorAll(".is-shown")) one.classList.remove("is-shown");
        const arrow = ways[number];
        if (!arrow) return stop();
        host.classList.add("is-playing");
        onStep(arrow);
        tell([arrow]);
        for (const one of pathOf(arrow)) one.classList.add("is-shown");
        if (!calmly()) travel(arrow, AGAIN_MS * 0.8);
        playing = setTimeout(() => step(number + 1), AGAIN_MS);
        return undefined;
      };
      step(0);
    },
    stop,
    /**
     * Dice fall where units have marched by force.
     * @param {string} town
     * @param {MarchDie[]} dice
     * @param {string} caption
     */
    roll(town, dice, caption) {
      const { x, y } = toWindow(board.town(town));
      const losses = new Set(dice.filter(({ isLoss }) => isLoss).map(({ value }) => value));
      const roll = rollDice(host, { dice: dice.map(({ value }) => value), isHit: (value) => losses.has(value), caption, label: caption, x, y, tone: losses.size ? "has-hits" : "" });
      rolls.add(roll);
      roll.done.then(() => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          rolls.delete(roll);
          roll.remove();
        }, LIE_MS);
        timers.add(timer);
      });
    },
    destroy() {
      stop();
      clearTimeout(reading);
      told.remove();
      timers.forEach((timer) => clearTimeout(timer));
      rolls.forEach((roll) => roll.remove());
    },
  };
}
