/**
 * The window that the table is in: wide enough for panels beside the field, and whether anybody looks
 * and wants things to move.
 */

const WIDE = "(min-width: 900px) and (min-height: 500px)";
const CALM = "(prefers-reduced-motion: reduce)";

export const isWide = () => window.matchMedia(WIDE).matches;

/**
 * Be told when the window becomes wide or narrow.
 * @param {(isWide: boolean) => void} listener
 * @returns {() => void} stop listening
 */
export function onWidth(listener) {
  const query = window.matchMedia(WIDE);
  const tell = () => listener(query.matches);
  query.addEventListener("change", tell);
  return () => query.removeEventListener("change", tell);
}

export const isCalm = () => window.matchMedia(CALM).matches;
export const isHidden = () => document.visibilityState === "hidden";

/** @type {(act: () => void) => void} Do something when what was drawn has its size. */
export const afterLayout = (act) => { requestAnimationFrame(() => requestAnimationFrame(act)); };
