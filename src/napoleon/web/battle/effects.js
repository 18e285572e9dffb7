/**
 * What appears over the field for a moment: banners and powder smoke.
 */

/** @import { Spot } from "./field.js" */

/**
 * A banner across the field; it fades when it is told to.
 * @param {HTMLElement} layer
 * @param {string} words
 * @param {string} tone
 * @param {number} top
 */
export function hangBanner(layer, words, tone, top) {
  const band = document.createElement("p");
  band.className = `b-banner ${tone}`;
  band.textContent = words;
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
 * Take an element away when its motion is over, or was broken off.
 * @param {Element} element
 * @param {Animation} animation
 */
export function removeAfter(element, animation) {
  animation.finished.then(() => element.remove(), () => element.remove());
}
