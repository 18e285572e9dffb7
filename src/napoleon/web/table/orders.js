/**
 * Orders on the map: what the offers of the server name, and the placing of a free set-up.
 *
 * Nothing here decides what is allowed. Limits are read from the tables to be shown, no more.
 */

import { t } from "../lib/i18n.js";

/** Stages that are played on the battlefield, not on the map. */
export const FIGHT_STAGES = new Set(["reveal", "draw", "terrain", "deploy", "fallback", "combat", "lose", "reinforce",
  "retreat", "withdraw", "rout", "regroup"]);

/**
 * The fight that is being decided, and the towns whose battlefields can be looked at.
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
 * @param {object} board
 * @param {string[]} offers
 * @returns {{moves: Map<string, Map<string, string>>, deeds: Map<string, string[]>, towns: Map<string, string>, canEnd: boolean}}
 *   `moves`: unit to town to text; `deeds`: unit to the texts that name it alone; `towns`: town to text
 */
export function readOffers(board, offers) {
  const read = { moves: new Map(), deeds: new Map(), towns: new Map(), canEnd: false };
  for (const text of offers) {
    const [, first, second] = text.split(" ");
    if (text === "end") read.canEnd = true;
    else if (board.unit(first) && board.town(second)) entry(read.moves, first, () => new Map()).set(second, text);
    else if (board.unit(first) && !second) entry(read.deeds, first, () => []).push(text);
    else if (board.town(first) && !second) read.towns.set(first, text);
  }
  return read;
}

function entry(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/** The units that some offer names. */
export function ableUnits(read) {
  return new Set([...read.moves.keys(), ...read.deeds.keys()]);
}

/** @returns {{road: number, river: number}} how many units a road carries, and in attack over its river */
export function roadLimits(road) {
  const road_limit = road.size === "main" ? 8 : 6;
  return { road: road_limit, river: road.river ? road_limit / 2 : 0 };
}

/** Whether blocks of the other side stand in a town, as far as the view shows. */
export function isEnemyHeld(board, view, town) {
  const isFrench = view.seat === "french";
  return view.blocks.some((blocks) => blocks.town === town && (blocks.army === "french") !== isFrench);
}

/**
 * The towns to light, each with what a tap there does.
 * @param {object} board
 * @param {object} view
 * @param {object} read - from `readOffers`
 * @param {string[]} chosen - selected units
 * @returns {Map<string, {kind: string, note: string, count: number}>}
 */
export function litTowns(board, view, read, chosen) {
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
      const found = entry(lit, town, () => ({ kind: kindOf(board, view, text, town), note: "", count: 0 }));
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

function kindOf(board, view, text, town) {
  const verb = text.split(" ")[0];
  if ((verb === "march" || verb === "force") && isEnemyHeld(board, view, town)) return "attack";
  return { force: "force", place: "place", retreat: "retreat", regroup: "march" }[verb] || "march";
}

/** How full the road to a town is, or at set-up the town itself. */
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
  if (limits.river && isEnemyHeld(board, view, town)) return `${view.rivers[road.id] || 0}/${limits.river}`;
  return `${view.roads[road.id] || 0}/${limits.road}`;
}

function setupLimit(board, army) {
  const limit = board.data.limits?.setup?.[army];
  return typeof limit === "object" ? limit.town || 0 : limit || 0;
}

/**
 * A sensible place for every unit that still waits: its historical town if that is offered and has
 * room, else the offered town with the fewest blocks.
 * @returns {string[]} actions
 */
export function placeTheRest(board, view, read) {
  const there = new Map();
  for (const unit of view.units) if (unit.town) there.set(unit.town, (there.get(unit.town) || 0) + 1);
  const hasRoom = (unit, town) => (there.get(town) || 0) < (setupLimit(board, board.unit(unit).army) || 4);
  const waiting = [...read.moves.keys()];
  const actions = [];
  const place = (unit, town) => {
    there.set(town, (there.get(town) || 0) + 1);
    actions.push(read.moves.get(unit).get(town));
  };
  const homeless = [];
  for (const unit of waiting) {
    const home = board.unit(unit).start_town;
    if (read.moves.get(unit).has(home) && hasRoom(unit, home)) place(unit, home);
    else homeless.push(unit);
  }
  for (const unit of homeless) {
    const towns = [...read.moves.get(unit).keys()].filter((town) => hasRoom(unit, town));
    const best = towns.sort((a, b) => (there.get(a) || 0) - (there.get(b) || 0))[0];
    if (best) place(unit, best);
  }
  return actions;
}
