/**
 * What this browser remembers from one visit to the next. Private browsing may forbid it: then
 * nothing is remembered, and nothing fails.
 */

/** The game that was offered in the lobby last from this browser, until it is taken out there. */
export const OFFERED = "napoleon.offered";

/**
 * @param {string} key
 * @returns {string|null}
 */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch { /* it lasts as long as the page */ }
}
