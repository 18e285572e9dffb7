/**
 * How fast a table plays: in words, and the time that is left.
 */

import { lang, t } from "./i18n.js";

/** @import { Pace, PaceWish } from "./types.js" */

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** @type {PaceWish} */
export const NO_PACE = { kind: "none", each: 0, more: 0, out: "lost" };

/** @type {(time: number) => string} a moment, in milliseconds since 1970 */
export const whenWords = (time) => new Date(time).toLocaleString(lang(), { dateStyle: "medium", timeStyle: "short" });

/** @type {(days: number) => string} */
export const daysWords = (days) => (days === 1 ? t("1 day a turn") : t("{days} days a turn", { days }));

/** @type {(minutes: number) => string} */
const minutesWords = (minutes) => (minutes === 1 ? t("1 minute each") : t("{minutes} minutes each", { minutes }));

/** @type {(minutes: number) => string} */
export const moreWords = (minutes) => (minutes === 0 ? t("no more every turn") : minutes === 1 ? t("1 minute more every turn") : t("{minutes} minutes more every turn", { minutes }));

/** @type {(days: number) => string} */
export const holidayWords = (days) => (days === 0 ? t("no holidays") : days === 1 ? t("1 day of holidays") : t("{days} days of holidays", { days }));

/** @type {(number: number) => number} */
const tenth = (number) => Math.round(number * 10) / 10;

/**
 * A pace in a few words; "" without a clock.
 * @param {Pace|PaceWish|undefined} pace
 */
export function paceWords(pace) {
  if (!pace || pace.kind === "none") return "";
  const { each = 0, more = 0 } = pace;
  const words = pace.kind === "live" ? [minutesWords(tenth(each / 60)), more ? moreWords(tenth(more / 60)) : ""]
    : [daysWords(tenth(each / 86400)), more ? holidayWords(tenth(more / 86400)) : ""];
  return words.filter(Boolean).join(", ");
}

/** @type {(number: number) => string} */
const two = (number) => String(number).padStart(2, "0");

/**
 * A time that is left: in days as long as there are some, else as a clock shows it.
 * @param {number} ms
 */
export function timeWords(ms) {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  const hours = Math.floor(seconds / 3600);
  if (ms >= DAY) return t("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}
