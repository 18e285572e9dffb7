/**
 * From thing to thing by the arrow keys: the nearest one that lies that way.
 */

/** @typedef {{x: number, y: number}} Spot */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2.2; // how much further a thing seems that lies aside
const LEAST = 3; // pixels in the direction of the key

/** @type {(key: string) => boolean} */
export const isArrow = (key) => key in WAYS;

/**
 * @template T
 * @param {string} key - an arrow
 * @param {Spot} from
 * @param {T[]} things
 * @param {(thing: T) => Spot} spotOf
 * @returns {T|null}
 */
export function nearest(key, from, things, spotOf) {
  const [ax, ay] = WAYS[key];
  /** @type {{thing: T, far: number}|null} */
  let best = null;
  for (const thing of things) {
    const to = spotOf(thing);
    const along = (to.x - from.x) * ax + (to.y - from.y) * ay;
    const across = Math.abs((to.x - from.x) * ay + (to.y - from.y) * ax);
    const far = along + across * ASIDE;
    if (along >= LEAST && (!best || far < best.far)) best = { thing, far };
  }
  return best?.thing ?? null;
}

/**
 * The middle of an element.
 * @param {Element} one
 * @returns {Spot}
 */
export function middleOf(one) {
  const box = one.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
