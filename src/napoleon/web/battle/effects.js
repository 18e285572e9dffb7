/**
 * What appears over the field for a moment: banners and powder smoke.
 */

import { isStill } from "../lib/dice.js";

/** @import { Spot } from "./field.js" */

/**
 * A banner across the field; it fades when it is told to.
 * @param {HTMLElement} layer
 * @param {string} words
 * @param {string} tone
 * @param {number} top
 * @param {string} [detail] - a second line
 */
export function hangBanner(layer, words, tone, top, detail = "") {
  const band = document.createElement("p");
  band.className = `b-banner ${tone}`;
  band.textContent = words;
  if (detail) band.append(Object.assign(document.createElement("small"), { textContent: detail }));
  band.style.top = `${top}px`;
  layer.append(band);
  return () => removeAfter(band, band.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 160, fill: "forwards" }));
}

/**
 * Powder smoke from the muzzle towards the target.
 * @param {HTMLElement} layer
 * @param {Spot} from
 * @param {Spot} to
 * @param {boolean} isGun
 */
export function puffSmoke(layer, from, to, isGun) {
  const count = isGun ? 7 : 5;
  for (let n = 0; n < count; n += 1) {
    const puff = document.createElement("span");
    puff.className = "b-puff";
    layer.append(puff);
    const far = (n + 1) / count;
    const reach = isGun ? 0.55 : 0.4;
    const x = from.x + (to.x - from.x) * far * reach + (Math.random() - 0.5) * 14;
    const y = from.y + (to.y - from.y) * far * reach + (Math.random() - 0.5) * 10;
    const size = 0.5 + Math.random() * 0.7 + (isGun ? 0.5 : 0);
    removeAfter(puff, puff.animate([
      { transform: `translate(${from.x}px,${from.y}px) scale(.15)`, opacity: 0.9 },
      { transform: `translate(${x}px,${y}px) scale(${size})`, opacity: 0.75, offset: 0.4 },
      { transform: `translate(${x}px,${y - 12}px) scale(${size * 1.7})`, opacity: 0 },
    ], { duration: 900 + n * 60, easing: "ease-out", fill: "forwards" }));
  }
}

/**
 * The map opens into the battlefield, from where the town lies.
 * @param {HTMLElement} host - of the battlefield
 * @param {Element|null} town
 */
export function unfold(host, town) {
  if (isStill()) return;
  const box = host.getBoundingClientRect();
  const from = town?.getBoundingClientRect() ?? box;
  const spot = `${from.left + from.width / 2 - box.left}px ${from.top + from.height / 2 - box.top}px`;
  host.animate([{ clipPath: `circle(24px at ${spot})`, opacity: 0.4 }, { clipPath: `circle(${Math.hypot(box.width, box.height)}px at ${spot})`, opacity: 1 }],
    { duration: 420, easing: "cubic-bezier(.3,0,.2,1)" });
}

/**
 * Take an element away when its motion is over, or was broken off.
 * @param {Element} element
 * @param {Animation} animation
 */
export function removeAfter(element, animation) {
  animation.finished.then(() => element.remove(), () => element.remove());
}
