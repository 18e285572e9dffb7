// Bone dice that tumble and lie still. Cubes of six faces in CSS; a hit carries a gold ring and a
// stroke beneath, so that colour is not its only sign.

import { h } from "./dom.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 24], [28, 50], [28, 76], [72, 24], [72, 50], [72, 76]],
};
// The turn that brings each face to the front; opposite faces add up to seven.
/** @type {Record<number, [number, number]>} */
const FRONT = { 1: [0, 0], 6: [0, 180], 2: [-90, 0], 5: [90, 0], 3: [0, -90], 4: [0, 90] };
/** @type {Record<number, string>} */
const PLACES = { 1: "rotateY(0deg)", 6: "rotateY(180deg)", 2: "rotateX(90deg)", 5: "rotateX(-90deg)", 3: "rotateY(90deg)", 4: "rotateY(-90deg)" };

const ROLL_MS = 600;
const HEARTBEAT_MS = 160;

/** @param {number} value */
function face(value) {
  const pips = PIPS[value].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${value === 1 ? 11.5 : 9.5}"/>`).join("");
  const made = h("span.b-die-face", { style: { transform: `${PLACES[value]} translateZ(calc(var(--die) / 2))` } });
  made.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true"><rect x="1" y="1" width="98" height="98" rx="17"/>${pips}</svg>`;
  return made;
}

/**
 * One die showing `value`, lying still.
 * @param {number} value
 */
export function makeDie(value) {
  const cube = h("span.b-die-cube", {}, [1, 2, 3, 4, 5, 6].map(face));
  const [x, y] = FRONT[value];
  cube.style.transform = `rotateX(${x}deg) rotateY(${y}deg)`;
  return h("span.b-die", { "data-value": value }, cube);
}

/** Whether the reader wants things to keep still. */
export const isStill = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Dice on the table; `done` when they lie still.
 * @typedef {{done: Promise<void>, finish: () => void, remove: () => void}} Roll
 */

/**
 * Roll dice at a place of a layer.
 * @param {HTMLElement} layer
 * @param {{dice: number[], isHit: (value: number) => boolean, caption: string, label: string, x: number, y: number,
 *   rate?: number, tone?: string}} roll - `caption` appears when the dice lie still; `rate` above 1 is quicker
 * @returns {Roll}
 */
export function rollDice(layer, { dice, isHit, caption, label, x, y, rate = 1, tone = "" }) {
  const made = dice.map(makeDie);
  const tag = h("p.b-dice-tag", {}, caption);
  const tray = h("div.b-dice", { role: "img", "aria-label": label || caption, class: tone },
    h("div.b-dice-row", {}, made), tag);
  layer.append(tray);
  // Keep the whole tray on the field.
  const half = tray.offsetWidth / 2;
  const left = Math.max(half + 4, Math.min(layer.clientWidth - half - 4, x));
  const top = Math.max(tray.offsetHeight / 2 + 4, Math.min(layer.clientHeight - tray.offsetHeight / 2 - 4, y));
  tray.style.transform = `translate(${left}px, ${top}px) translate(-50%, -50%)`;
  /** @type {Animation[]} */
  const running = [];
  let timer = 0;
  let settle = () => {};
  /** @type {Promise<void>} */
  const done = new Promise((resolve) => {
    settle = () => {
      clearTimeout(timer);
      running.forEach((animation) => animation.cancel());
      running.length = 0;
      made.forEach((die, n) => die.classList.add(isHit(dice[n]) ? "is-hit" : "is-miss"));
      tray.classList.add("is-still");
      resolve();
    };
  });
  if (isStill()) {
    settle();
  } else {
    made.forEach((die, n) => {
      const [fx, fy] = FRONT[dice[n]];
      const spin = (/** @type {number} */ way) => way * (360 + 360 * Math.floor(Math.random() * 2));
      const sign = n % 2 ? 1 : -1;
      running.push(die.children[0].animate([
        { transform: `rotateX(${fx + spin(-1)}deg) rotateY(${fy + spin(sign)}deg) rotateZ(${sign * 200}deg)` },
        { transform: `rotateX(${fx}deg) rotateY(${fy}deg) rotateZ(0deg)` },
      ], { duration: (ROLL_MS + n * 40) / rate, easing: "cubic-bezier(.16,.72,.3,1)" }));
      running.push(die.animate([
        { transform: `translate(${sign * (30 + n * 10)}px, ${-70 - n * 12}px) scale(1.25)`, opacity: 0 },
        { transform: "translate(0, 4px) scale(1)", opacity: 1, offset: 0.5, easing: "ease-out" },
        { transform: "translate(0, -9px) scale(1)", offset: 0.68, easing: "ease-in" },
        { transform: "translate(0, 0) scale(1)", offset: 0.86 },
        { transform: "none" },
      ], { duration: (ROLL_MS + n * 40) / rate, easing: "ease-in" }));
    });
    timer = setTimeout(settle, (ROLL_MS + dice.length * 40 + HEARTBEAT_MS) / rate);
  }
  return {
    done,
    finish: settle,
    remove() {
      settle();
      if (isStill()) tray.remove();
      else tray.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 200, fill: "forwards" }).finished.then(() => tray.remove(), () => tray.remove());
    },
  };
}
