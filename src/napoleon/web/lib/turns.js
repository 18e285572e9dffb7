/**
 * Games that wait for me: which comes next, and for how long they have.
 */

import { lang } from "./i18n.js";

/** @import { GameSummary } from "./types.js" */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @type {(game: GameSummary) => boolean} */
export const waitsForMe = (game) => game.my_turn && game.status === "playing";

/**
 * My games in the order in which they want to be looked at: where I am to act, the least time first and then the longest wait;
 * then those of others.
 * @param {GameSummary[]} games
 */
export function byUrgency(games) {
  const order = (/** @type {GameSummary} */ game) => (waitsForMe(game) ? 0 : { playing: 1, waiting: 2, over: 3, abandoned: 4 }[game.status]);
  const left = (/** @type {GameSummary} */ game) => (game.my_turn && game.left !== null && !game.is_paused ? game.left : Infinity);
  const byTime = (/** @type {GameSummary} */ a, /** @type {GameSummary} */ b) => (left(a) === left(b) ? 0 : left(a) - left(b));
  const byWait = (/** @type {GameSummary} */ a, /** @type {GameSummary} */ b) => (order(a) ? b.updated.localeCompare(a.updated) : a.updated.localeCompare(b.updated));
  return [...games].sort((a, b) => order(a) - order(b) || byTime(a, b) || byWait(a, b));
}

/**
 * The next game in which I am to act, after this one and round about; none if it is the only one.
 * @param {GameSummary[]} games
 * @param {string|null} current
 * @returns {GameSummary|undefined}
 */
export function nextGame(games, current) {
  const waiting = byUrgency(games).filter(waitsForMe);
  const next = waiting[(waiting.findIndex(({ id }) => id === current) + 1) % (waiting.length || 1)];
  return next?.id === current ? undefined : next;
}

/**
 * How long ago something was, in words of the page's language.
 * @param {string} time - UTC, ISO 8601
 * @param {number} now - milliseconds since 1970
 */
export function ago(time, now) {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  const words = new Intl.RelativeTimeFormat(lang(), { numeric: "auto" });
  if (seconds < HOUR) return words.format(-Math.floor(seconds / MINUTE), "minute");
  return seconds < DAY ? words.format(-Math.floor(seconds / HOUR), "hour") : words.format(-Math.floor(seconds / DAY), "day");
}
