/**
 * What taps on the map and on a stack mean: the next state, actions for the server, or a question why
 * something is not allowed. What is allowed is what the offers name; the server has the last word.
 */

import { ableUnits, roomTo } from "./offers.js";
import { closeTown, offersNow, openTown, unitsOfStack } from "./state.js";

/** @import { Board } from "../lib/types.js" */
/** @import { TableState } from "./state.js" */

/**
 * Actions to be played, or with `some` as many as are allowed; `to` is the town that units are sent to.
 * @typedef {{act: string[], some: boolean, to: string|null}} Act
 */
/** @typedef {Act|{why: string}|{state: TableState}} Command */

/**
 * The verb that sends a unit to a town, by what is being decided.
 * @type {Record<string, string>}
 */
const VERBS = { force: "force", setup: "place", regroup: "regroup", retreat: "retreat", rout: "retreat", withdraw: "retreat" };

/**
 * @param {Board} board
 * @param {TableState} state
 * @param {string} town
 * @returns {Command[]}
 */
export function tapTown(board, state, town) {
  const offers = offersNow(board, state);
  if (!state.game) return [];
  const choice = offers.towns.get(town);
  if (choice) return [{ act: [choice], some: false, to: null }];
  if (state.selected.size) {
    if ([...state.selected].some((unit) => offers.moves.get(unit)?.has(town))) return sendUnits(board, state, town);
    if (town !== state.town && offers.moves.size) return refuse(board, state, town);
  }
  return [{ state: state.town === town && state.isTownOpen ? chooseAll(board, state) : openTown(state, town) }];
}

/**
 * The blocks of a town were tapped. Own ones are always chosen from, whatever was chosen before; to march to them,
 * one taps their town.
 * @param {Board} board
 * @param {TableState} state
 * @param {string} town
 * @returns {Command[]}
 */
export function tapStack(board, state, town) {
  const isOwn = state.game?.view.units.some((unit) => unit.town === town);
  if (!isOwn || offersNow(board, state).towns.has(town)) return tapTown(board, state, town);
  return [{ state: state.town === town && state.isTownOpen ? chooseAll(board, state) : openTown(state, town) }];
}

/**
 * March the chosen units. If not all of them may go, those who do are shown first, and can be changed: the next tap
 * sends them. The server counts, and says why not the others.
 * @param {Board} board
 * @param {TableState} state
 * @param {string} town
 * @returns {Command[]}
 */
function sendUnits(board, state, town) {
  const { view } = /** @type {NonNullable<TableState["game"]>} */ (state.game);
  const { moves } = offersNow(board, state);
  const chosen = [...state.selected];
  const able = chosen.filter((unit) => moves.get(unit)?.has(town));
  const room = roomTo(board, view, able, town);
  const left = room ? Math.max(1, room.most - room.used) : able.length;
  if (able.length === chosen.length && able.length <= left) {
    return [{ act: able.flatMap((unit) => moves.get(unit)?.get(town) ?? []), some: true, to: town }];
  }
  const going = able.slice(0, left);
  const [verb] = (moves.get(going[0])?.get(town) ?? "").split(" ");
  const staying = chosen.find((unit) => !able.includes(unit));
  const parting = { town, count: going.length, all: chosen.length };
  return [{ state: { ...state, selected: new Set(going), parting } }, ...(staying ? [{ why: `${verb} ${staying} ${town}` }] : [])];
}

/**
 * An unlit town: ask why not. Where own units can act, the next tap is for them.
 * @param {Board} board
 * @param {TableState} state
 * @param {string} town
 * @returns {Command[]}
 */
function refuse(board, state, town) {
  const { view } = /** @type {NonNullable<TableState["game"]>} */ (state.game);
  const [unit] = state.selected;
  const able = ableUnits(offersNow(board, state));
  const hasOwn = view.units.some((one) => one.town === town && able.has(one.id));
  return [{ why: `${VERBS[view.stage] || "march"} ${unit} ${town}` }, ...(hasOwn ? [{ state: openTown(state, town) }] : [])];
}

/**
 * Choose all that can act in the open stack, or none of them.
 * @param {Board} board
 * @param {TableState} state
 * @returns {TableState}
 */
export function chooseAll(board, state) {
  const able = ableUnits(offersNow(board, state));
  const here = unitsOfStack(state).filter((unit) => able.has(unit.id)).map((unit) => unit.id);
  return { ...state, selected: new Set(here.every((unit) => state.selected.has(unit)) ? [] : here) };
}

/**
 * A unit is chosen, or let go; the stack that it lies in opens.
 * @param {Board} board
 * @param {TableState} state
 * @param {string} unit
 * @returns {TableState}
 */
export function tapUnit(board, state, unit) {
  const found = state.game?.view.units.find((one) => one.id === unit);
  if (!found) return state;
  const home = found.town ?? null;
  const open = home === state.town && state.isTownOpen ? state : openTown(state, home);
  if (!ableUnits(offersNow(board, state)).has(unit)) return open;
  const selected = new Set(open.selected);
  if (!selected.delete(unit)) selected.add(unit);
  return { ...open, selected };
}

/**
 * Units were dragged to a town.
 * @param {Board} board
 * @param {TableState} before
 * @param {string[]} units
 * @param {string} town
 * @returns {Command[]}
 */
export function dropUnits(board, before, units, town) {
  if (!before.game || !units.length) return [];
  const state = { ...before, selected: new Set(units) };
  const { moves } = offersNow(board, state);
  if (units.some((unit) => moves.get(unit)?.has(town))) return [{ state }, ...sendUnits(board, state, town)];
  const isHome = before.game.view.units.some((unit) => unit.id === units[0] && unit.town === town);
  return isHome ? [{ state }] : [{ state }, ...refuse(board, state, town)];
}

/**
 * A tap beside everything.
 * @param {TableState} state
 */
export const tapBackground = (state) => (state.game && state.town !== null ? closeTown(state) : state);
