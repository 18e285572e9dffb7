/**
 * What the offers of the server name, and what of it is lit on the map.
 *
 * Nothing here decides what is allowed. Limits are read from the tables to be shown, no more.
 */

import { t } from "../lib/i18n.js";

/** @import { Board, View } from "../lib/types.js" */

/**
 * Offers sorted by what they name.
 * @typedef {object} Offers
 * @property {Map<string, Map<string, string>>} moves - unit to town to text
 * @property {Map<string, string[]>} deeds - unit to the texts that name it alone
 * @property {Map<string, string>} towns - town to text
 * @property {boolean} canEnd
 */
/**
 * What a tap on a lit town does, with a note for it, and for how many of those chosen.
 * @typedef {{kind: string, note: string, count: number}} Lit
 */

/** Stages that are played on the battlefield, not on the map. */
export const FIGHT_STAGES = new Set(["reveal", "draw", "terrain", "deploy", "fallback", "combat", "lose", "reinforce",
  "retreat", "withdraw", "rout", "regroup"]);

/**
 * The fight that is being decided, and the towns whose battlefields can be looked at.
 * @param {View} view
 * @returns {{fight: string|null, fields: string[]}}
 */
export function readFights(view) {
  const fight = FIGHT_STAGES.has(view.stage) ? view.town : null;
  const fields = view.battles.filter((one) => one.status !== "pending").map((one) => one.town);
  if (fight && !fields.includes(fight)) fields.unshift(fight);
  return { fight, fields };
}

/**
 * Offers sorted by what they name.
 * @param {Board} board
 * @param {string[]} offers
 * @returns {Offers}
 */
export function readOffers(board, offers) {
  /** @type {Offers} */
  const read = { moves: new Map(), deeds: new Map(), towns: new Map(), canEnd: false };
  for (const text of offers) {
    const [, first, second] = text.split(" ");
    if (text === "end") read.canEnd = true;
    else if (board.hasUnit(first) && board.hasTown(second)) entry(read.moves, first, () => new Map()).set(second, text);
    else if (board.hasUnit(first) && !second) entry(read.deeds, first, () => []).push(text);
    else if (board.hasTown(first) && !second) read.towns.set(first, text);
  }
  return read;
}

/**
 * @template V
 * @param {Map<string, V>} map
 * @param {string} key
 * @param {() => V} make
 * @returns {V}
 */
function entry(map, key, make) {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/**
 * The units that some offer names.
 * @param {Offers} read
 */
export function ableUnits(read) {
  return new Set([...read.moves.keys(), ...read.deeds.keys()]);
}

/**
 * Whether blocks of the other side stand in a town, as far as the view shows.
 * @param {View} view
 * @param {string} town
 */
export function isEnemyHeld(view, town) {
  const isFrench = view.seat === "french";
  return view.blocks.some((blocks) => blocks.town === town && (blocks.army === "french") !== isFrench);
}

/**
 * The towns to light, each with what a tap there does.
 * @param {Board} board
 * @param {View} view
 * @param {Offers} read
 * @param {string[]} chosen - selected units
 */
export function litTowns(board, view, read, chosen) {
  /** @type {Map<string, Lit>} */
  const lit = new Map();
  for (const town of read.towns.keys()) lit.set(town, { kind: "choose", note: "", count: 0 });
  if (!chosen.length || !read.moves.size) {
    for (const unit of view.units) {
      if (unit.town && (read.moves.has(unit.id) || read.deeds.has(unit.id)) && !lit.has(unit.town)) lit.set(unit.town, { kind: "source", note: "", count: 0 });
    }
    return lit;
  }
  for (const unit of chosen) {
    for (const [town, text] of read.moves.get(unit) || []) {
      const found = entry(lit, town, () => ({ kind: kindOf(view, text, town), note: "", count: 0 }));
      found.count += 1;
    }
  }
  for (const [town, found] of lit) {
    const notes = [];
    if (found.count && found.count < chosen.length) notes.push(t("{count} of {all}", { count: found.count, all: chosen.length }));
    const room = roomNote(board, view, chosen, town);
    if (room) notes.push(room);
    found.note = notes.join(" · ");
  }
  return lit;
}

/**
 * @param {View} view
 * @param {string} text
 * @param {string} town
 */
function kindOf(view, text, town) {
  const verb = text.split(" ")[0];
  if ((verb === "march" || verb === "force") && isEnemyHeld(view, town)) return "attack";
  /** @type {Record<string, string>} */
  const kinds = { force: "force", place: "place", retreat: "retreat", regroup: "march" };
  return kinds[verb] || "march";
}

/**
 * How full the road to a town is, or at set-up the town itself.
 * @param {Board} board
 * @param {View} view
 * @param {string[]} chosen
 * @param {string} town
 */
function roomNote(board, view, chosen, town) {
  const room = roomTo(board, view, chosen, town);
  return room ? `${room.used}/${room.most}` : "";
}

/**
 * How many have gone to a town by the road of these units, and how many may; at set-up, how many stand there. The
 * server has the last word.
 * @param {Board} board
 * @param {View} view
 * @param {string[]} chosen
 * @param {string} town
 * @returns {{used: number, most: number}|null}
 */
export function roomTo(board, view, chosen, town) {
  if (view.stage === "setup") {
    const used = view.units.filter((unit) => unit.town === town).length;
    return { used, most: board.data.limits.setup[board.unit(chosen[0]).army] };
  }
  const from = view.units.find((unit) => unit.id === chosen[0])?.town;
  const road = from && board.road(from, town);
  if (!road || (view.stage !== "march" && view.stage !== "force")) return null;
  if (road.river_limit !== null && isEnemyHeld(view, town)) return { used: view.rivers[road.id] || 0, most: road.river_limit };
  return { used: view.roads[road.id] || 0, most: road.limit };
}

/**
 * How full the roads are that were used in this turn: in attack over a river, how full that is.
 * @param {Board} board
 * @param {View} view
 */
export function roadUse(board, view) {
  /** @type {Map<string, {used: number, most: number}>} */
  const use = new Map();
  for (const road of board.roads) {
    const { id, limit, river_limit: over } = road;
    const isAttacked = id in view.rivers && (isEnemyHeld(view, road.a) || isEnemyHeld(view, road.b));
    if (isAttacked && over !== null) use.set(id, { used: view.rivers[id], most: over });
    else if (id in view.roads) use.set(id, { used: view.roads[id], most: limit });
  }
  return use;
}
