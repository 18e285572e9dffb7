/**
 * The keys of the battle screen: arrows from thing to thing, digits for the buttons of the bar, N for
 * the next unit or area where something can be done, Escape to let go.
 */

import { areLettersOn } from "../lib/letters.js";
import { isArrow, middleOf, nearest } from "../lib/nearest.js";

/**
 * @typedef {object} KeysHooks
 * @property {() => boolean} onEscape - whether there was something to let go of
 * @property {() => boolean} onSkip - whether there was something to skip
 * @property {() => ArrayLike<HTMLElement>} buttons - of the bar
 */

const THINGS = ".b-block, .b-zone, .b-slot, .b-head button, .b-bar button:not(:disabled)";

/**
 * Listen to the keys within the battle screen.
 * @param {HTMLElement} root
 * @param {KeysHooks} hooks
 */
export function listenToKeys(root, hooks) {
  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (hooks.onSkip()) event.preventDefault();
      else if (hooks.onEscape()) {
        event.preventDefault();
        event.stopPropagation();
      }
    } else if (isArrow(event.key) ? walk(root, event.key) : press(event.key)) event.preventDefault();
  });

  /** @param {string} key */
  function press(key) {
    if (!areLettersOn()) return false;
    if (/^[0-9]$/.test(key)) return pressDigit(hooks.buttons(), key);
    return key === "n" && nextUnit(root);
  }
}

/**
 * A digit is a button of the bar; which one, actions.js says.
 * @param {ArrayLike<HTMLElement>} buttons
 * @param {string} digit
 */
export function pressDigit(buttons, digit) {
  const button = Array.from(buttons).find((one) => one.dataset.digit === digit);
  button?.click();
  return Boolean(button);
}

/**
 * To the next unit that can act, or the next area where terrain may be laid.
 * @param {HTMLElement} root
 */
export function nextUnit(root) {
  const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
  const units = all(".b-block.can-act");
  const ready = units.length ? units : all(".b-zone.is-lit");
  const next = ready[(ready.findIndex((one) => one === document.activeElement) + 1) % ready.length];
  if (next) focusOn(next);
  return ready.length > 0;
}

/**
 * To the nearest thing in the direction of an arrow key.
 * @param {HTMLElement} root
 * @param {string} key
 * @returns {boolean} whether there was one
 */
function walk(root, key) {
  const things = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(THINGS)]).filter((one) => one.offsetParent);
  const here = things.find((one) => one === document.activeElement);
  const goal = here ? nearest(key, spotOf(here), things.filter((one) => one !== here), spotOf)
    : things.find((one) => one.matches(".b-block.can-act, .b-block.is-own")) || things[0];
  if (goal) focusOn(goal);
  return Boolean(goal);
}

/** @param {HTMLElement} thing */
function focusOn(thing) {
  thing.focus({ preventScroll: true });
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * Where a thing is for the arrow keys. An area counts where its title stands, so that the blocks in it
 * come first.
 * @param {HTMLElement} one
 */
function spotOf(one) {
  const box = one.getBoundingClientRect();
  const isArea = one.matches(".b-zone-front, .b-zone-reserve");
  return isArea ? { x: box.left + box.width / 2, y: one.matches(".is-theirs") ? box.top + 8 : box.bottom - 8 } : middleOf(one);
}
