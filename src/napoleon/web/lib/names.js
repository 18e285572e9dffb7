/**
 * What things are called, in the reader's language: towns, units, seats and armies, terrain, days.
 */

import { currentBoard } from "./board.js";
import { lang, msg, t } from "./i18n.js";

/** @import { Army, Board, Card, Seat, TerrainKind, UnitType } from "./types.js" */

/** @type {Army[]} */
export const ARMIES = ["french", "anglo-dutch", "prussian"];

/** @type {Record<Seat, string>} */
const SEATS = {
  french: msg("French"), allied: msg("Allies"), "anglo-dutch": msg("Anglo-Dutch"), prussian: msg("Prussians"),
};
/** @type {Record<UnitType, string>} */
const TYPES = {
  leader: msg("leader"), infantry: msg("infantry"), "light-cavalry": msg("light cavalry"), "heavy-cavalry": msg("heavy cavalry"),
  "foot-artillery": msg("foot artillery"), "horse-artillery": msg("horse artillery"),
};
/** @type {Record<TerrainKind, string>} */
const TERRAIN = { woods: msg("Woods"), farm: msg("Farm"), stream: msg("Stream"), hill: msg("Hill") };

/**
 * A town, by default in the reader's language.
 * @param {string} id
 */
export function townName(id, language = lang()) {
  const board = currentBoard();
  if (!board?.hasTown(id)) return id;
  /** @type {Record<string, string>} */
  const names = { ...board.town(id).names };
  return names[language] || names.en || id;
}

/**
 * A unit, by its whole name.
 * @param {string} id
 */
export function unitName(id) {
  const board = currentBoard();
  return board?.hasUnit(id) ? t(board.unit(id).name) : id;
}

/**
 * The name by which players know a unit: its commanders, where the roster names them.
 * @param {Card} card
 */
export function shortName(card) {
  const name = t(card.name);
  const inner = /\(([^)]+)\)/.exec(name);
  if (!inner) return name;
  return /^\p{Lu}/u.test(inner[1]) ? inner[1] : name.replace(inner[0], "").trim();
}

/** @param {UnitType} type */
export function typeName(type) {
  return t(TYPES[type] || type);
}

/**
 * A unit in one line: type, strength, fire, corps.
 * @param {Card} card
 * @param {number} strength
 */
export function unitLine(card, strength) {
  return t("{type}, strength {strength} of {full}, fire F{fire}, corps {corps}", {
    type: typeName(card.type), strength, full: card.strength, fire: card.firepower, corps: card.corps || "–",
  });
}

/**
 * A seat, or an army.
 * @param {Seat} seat
 */
export function seatName(seat) {
  return t(SEATS[seat] || seat);
}

/**
 * How a seat wins, in one sentence.
 * @param {Seat} seat
 */
export function aimOf(seat) {
  return seat === "french"
    ? t("You win when both Allied armies are beaten, or with two of Ghent, Brussels and Liège in your hands at the end of 22 June.")
    : t("You win when the French army is beaten, or when the French hold fewer than two of Ghent, Brussels and Liège at the end of 22 June.");
}

/**
 * So many hidden blocks of an army.
 * @param {Army} army
 * @param {number} count
 */
export function armyBlocks(army, count) {
  if (count === 1) return { "french": t("1 French block"), "anglo-dutch": t("1 Anglo-Dutch block"), "prussian": t("1 Prussian block") }[army];
  return {
    "french": t("{count} French blocks", { count }), "anglo-dutch": t("{count} Anglo-Dutch blocks", { count }), "prussian": t("{count} Prussian blocks", { count }),
  }[army];
}

/** @param {TerrainKind} kind */
export function terrainName(kind) {
  return t(TERRAIN[kind] || kind);
}

/**
 * "16 June, night" for the date of a turn.
 * @param {string|null} date
 * @param {boolean} isNight
 */
export function dayName(date, isNight) {
  const day = Number(String(date).slice(-2));
  return isNight ? t("{day} June, night", { day }) : t("{day} June, day", { day });
}

/**
 * The heading of a turn; turn 0 is the set-up.
 * @param {Board} on
 * @param {number} turn
 */
export function turnTitle(on, turn) {
  const box = on.data.turns[turn - 1];
  if (!box) return t("Set-up");
  const side = box.side === "french" ? t("French turn") : t("Allied turn");
  return t("Turn {turn} · {day} · {side}", { turn, day: dayName(box.date, box.night), side });
}
