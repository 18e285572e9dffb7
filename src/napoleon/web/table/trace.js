/**
 * What stays on the map of what others did, from the own log alone: the ways of the enemy's last turn, the
 * towns that changed hands in it, and the dice of forced marches.
 */

import { t } from "../lib/i18n.js";
import { seatName, townName } from "../lib/names.js";

/** @import { Arrow } from "../map/map.js" */
/** @import { MarchDie } from "../map/motion.js" */
/** @import { GameEvent, Seat, Side, View } from "../lib/types.js" */

const MOVES = new Set(["marched", "force-marched", "retreated", "reinforced", "regrouped"]);
const ORDERS = new Set(["marched", "force-marched"]);
const LOSSES = new Set(["retreated", "eliminated", "routed"]);

/**
 * The side of a seat.
 * @param {Seat} seat
 * @returns {Side}
 */
export const sideOf = (seat) => (seat === "french" ? "french" : "allied");

/**
 * Steps as arrows: those who go the same way are one, with their number.
 * @param {GameEvent[]} events
 * @returns {Arrow[]}
 */
export function arrowsOf(events) {
  /** @type {Map<string, Arrow & {count: number}>} */
  const ways = new Map();
  for (const { kind, army, town: from, to } of events) {
    if (!MOVES.has(kind) || !army || !from || !to) continue;
    const manner = kind === "force-marched" ? "force" : kind === "retreated" ? "retreat" : "march";
    const key = [from, to, army, manner].join();
    const way = ways.get(key) ?? { from, to, army, kind: manner, count: 0 };
    way.count += 1;
    ways.set(key, way);
  }
  return [...ways.values()];
}

/**
 * A way in words: who went, how many of them, whence and whither.
 * @param {Arrow} way
 */
export function wayWords({ army, from, to, kind, count = 1 }) {
  const words = { army: seatName(army), count, from: townName(from), to: townName(to) };
  if (kind === "force") return count === 1 ? t("{army}: one unit force-marches from {from} to {to}.", words) : t("{army}: {count} units force-march from {from} to {to}.", words);
  if (kind === "retreat") return count === 1 ? t("{army}: one unit retreats from {from} to {to}.", words) : t("{army}: {count} units retreat from {from} to {to}.", words);
  return count === 1 ? t("{army}: one unit marches from {from} to {to}.", words) : t("{army}: {count} units march from {from} to {to}.", words);
}

/**
 * What the enemy did in his last turn, until the own side gives its next order.
 * @param {GameEvent[]} log
 * @param {Seat|null} seat
 * @returns {GameEvent[]}
 */
export function traceOf(log, seat) {
  if (!seat) return [];
  const own = sideOf(seat);
  const start = log.findLastIndex((event) => event.kind === "turn-began" && event.side && event.side !== own);
  const since = start < 0 ? [] : log.slice(start);
  return since.some((event) => event.side === own && ORDERS.has(event.kind)) ? [] : since;
}

/**
 * The enemy's ways among such events.
 * @param {GameEvent[]} trace
 * @param {Seat|null} seat
 * @returns {Arrow[]}
 */
export function enemyWays(trace, seat) {
  return seat ? arrowsOf(trace.filter((event) => event.side !== sideOf(seat))).map((arrow) => ({ ...arrow, isTrace: true })) : [];
}

/**
 * Towns that the own side stood in before such events, and in which the enemy stands now.
 * @param {GameEvent[]} trace
 * @param {View} view
 * @returns {string[]}
 */
export function changedHands(trace, view) {
  if (!view.seat) return [];
  const own = sideOf(view.seat);
  const left = trace.flatMap(({ kind, side, town }) => (side === own && LOSSES.has(kind) && town ? [town] : []));
  const isTheirs = (/** @type {string} */ town) => !view.units.some((unit) => unit.town === town)
    && view.blocks.some((blocks) => blocks.town === town && (blocks.army === "french" ? "french" : "allied") !== own);
  return [...new Set(left)].filter(isTheirs);
}

/**
 * Dice of forced marches, by the town in which they fall.
 * @param {GameEvent[]} events
 * @returns {Map<string, MarchDie[]>}
 */
export function marchDice(events) {
  /** @type {Map<string, MarchDie[]>} */
  const towns = new Map();
  for (const { kind, town, dice, failed } of events) {
    if (kind !== "march-die" || !town || !dice) continue;
    towns.set(town, [...(towns.get(town) ?? []), ...dice.map((value) => ({ value, isLoss: Boolean(failed) }))]);
  }
  return towns;
}
