/**
 * What the offers of the server name, and what of it is lit on the map.
 *
 * Nothing here decides what is allowed. Limits are read from the tables to be shown, no more.
 */

import { t } from "../lib/i18n.js";

/** @import { Army, Board, Road, View } from "../lib/types.js" */

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
 * How many units a road carries, and in attack over its river.
 * @param {Road} road
 */
export function roadLimits(road) {
  const road_limit = road.size === "main" ? 8 : 6;
  return { road: road_limit, river: road.river ? road_limit / 2 : 0 };
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
  if (view.stage === "setup") {
    const limit = setupLimit(board, board.unit(chosen[0]).army);
    const there = view.units.filter((unit) => unit.town === town).length;
    return limit ? `${there}/${limit}` : there ? String(there) : "";
  }
  const from = view.units.find((unit) => unit.id === chosen[0])?.town;
  const road = from && board.road(from, town);
  if (!road || (view.stage !== "march" && view.stage !== "force")) return "";
  const limits = roadLimits(road);
  if (limits.river && isEnemyHeld(view, town)) return `${view.rivers[road.id] || 0}/${limits.river}`;
  return `${view.roads[road.id] || 0}/${limits.road}`;
}

/**
 * @param {Board} board
 * @param {Army} army
 */
function setupLimit(board, army) {
  return board.data.limits.setup[army];
}

/**
 * A sensible place for every unit that still waits: its historical town if that is offered and has
 * room, else the offered town with the fewest blocks.
 * @param {Board} board
 * @param {View} view
 * @param {Offers} read
 */
export function placeTheRest(board, view, read) {
  /** @type {Map<string, number>} */
  const there = new Map();
  for (const unit of view.units) if (unit.town) there.set(unit.town, (there.get(unit.town) || 0) + 1);
  const hasRoom = (/** @type {string} */ unit, /** @type {string} */ town) => (there.get(town) || 0) < (setupLimit(board, board.unit(unit).army) || 4);
  /** @type {string[]} */
  const actions = [];
  const place = (/** @type {string} */ town, /** @type {string} */ text) => {
    there.set(town, (there.get(town) || 0) + 1);
    actions.push(text);
  };
  /** @type {[string, Map<string, string>][]} */
  const homeless = [];
  for (const [unit, goals] of read.moves) {
    const home = board.unit(unit).start_town || "";
    const text = goals.get(home);
    if (text && hasRoom(unit, home)) place(home, text);
    else homeless.push([unit, goals]);
  }
  for (const [unit, goals] of homeless) {
    const towns = [...goals].filter(([town]) => hasRoom(unit, town));
    const best = towns.sort(([a], [b]) => (there.get(a) || 0) - (there.get(b) || 0))[0];
    if (best) place(...best);
  }
  return actions;
}
