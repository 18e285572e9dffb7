/**
 * What things are called, in the reader's language: towns, units, seats and armies, terrain, days.
 */

import { currentBoard } from "./board.js";
import { friends } from "./home.js";
import { lang, msg, t } from "./i18n.js";

/** @import { Aim, Army, Board, Card, Seat, TerrainKind, UnitType } from "./types.js" */

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

const WITH_ARMY = /\((?:French|Anglo-Dutch|Prussian)\)$/; // a name that two armies have

/**
 * The name by which players know a unit: its commanders, where the roster names them.
 * @param {Card} card
 */
export function shortName(card) {
  const name = t(card.name);
  const inner = /\(([^)]+)\)/.exec(name);
  if (!inner) return name;
  const isCommander = /^\p{Lu}/u.test(inner[1]) && !WITH_ARMY.test(card.name);
  return isCommander ? inner[1] : name.replace(inner[0], "").trim();
}

/** @param {UnitType} type */
export function typeName(type) {
  return t(TYPES[type] || type);
}

/**
 * The corps of a unit, within a sentence.
 * @param {Card} card
 */
function corpsName({ corps }) {
  const known = { HQ: msg("headquarters"), Garde: msg("Guard"), R: msg("reserve corps"), C: msg("cavalry corps") };
  if (corps in known) return t(known[/** @type {keyof typeof known} */ (corps)]);
  return corps.endsWith("CC") ? t("cavalry corps {number}", { number: corps.slice(0, -2) }) : t("corps {number}", { number: corps });
}

/**
 * A unit in one line: type, strength, fire, corps.
 * @param {Card} card
 * @param {number} strength
 */
export function unitLine(card, strength) {
  return t("{type}, strength {strength} of {full}, fire F{fire}, {corps}", {
    type: typeName(card.type), strength, full: card.strength, fire: card.firepower, corps: corpsName(card),
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
 * A person's name; a guest's is marked, as anybody may call himself so.
 * @param {string} name
 * @param {boolean} [isGuest]
 */
export function shownName(name, isGuest) {
  return isGuest && friends.isPossible ? t("{name} (guest)", { name }) : name;
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
 * The same in a few words, for the head of the table.
 * @param {Seat} seat
 */
export function shortAim(seat) {
  return seat === "french"
    ? t("Your aim: beat both Allied armies, or hold two of Ghent, Brussels and Liège on the evening of 22 June.")
    : t("Your aim: beat the French army, or keep it from two of Ghent, Brussels and Liège until the evening of 22 June.");
}

/**
 * What decides a scenario, in one sentence, as the rules word it (rules/words/prompts.py).
 * @param {Aim} aim
 * @param {number} now - the turn in which it stands
 */
export function scenarioAim({ side, town, until }, now) {
  if (town && now >= until) { // the number of a turn would be read as that of rounds
    return side === "french"
      ? t("The French win if they hold {town} when the fighting is over, else the Allies.", { town: townName(town) })
      : t("The Allies win if they hold {town} when the fighting is over, else the French.", { town: townName(town) });
  }
  if (town) {
    const words = { town: townName(town), turn: until };
    return side === "french"
      ? t("The French win if they hold {town} at the end of turn {turn}, else the Allies.", words)
      : t("The Allies win if they hold {town} at the end of turn {turn}, else the French.", words);
  }
  return side === "french"
    ? t("The French win if they have lost fewer units than the Allies at the end of turn {turn}, else the Allies.", { turn: until })
    : t("The Allies win if they have lost fewer units than the French at the end of turn {turn}, else the French.", { turn: until });
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
 * A block of terrain, within a sentence: "a hill".
 * @param {TerrainKind} kind
 */
export function terrainPhrase(kind) {
  return { woods: t("woods"), farm: t("a farm"), stream: t("a stream"), hill: t("a hill") }[kind];
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

/**
 * A handicap in words: steps that the French give up, or below 0 the Allies.
 * @param {number} steps
 */
export function handicapWords(steps) {
  if (steps === 1) return t("The French give up 1 step");
  if (steps === -1) return t("The Allies give up 1 step");
  const count = Math.abs(steps);
  return steps > 0 ? t("The French give up {count} steps", { count }) : t("The Allies give up {count} steps", { count });
}
