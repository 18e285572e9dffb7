/**
 * The board and the states of games for these tests, as tests/client/states.py wrote them with the
 * server's own code.
 */

import { existsSync, readFileSync } from "node:fs";

import { readBoard, useBoard } from "../../src/napoleon/web/lib/board.js";

const FOLDER = new URL("../../build/client/", import.meta.url);

function read(name) {
  const file = new URL(name, FOLDER);
  if (!existsSync(file)) throw new Error(`${file.pathname} is not there: python3 scripts/test.py --client writes it`);
  return JSON.parse(readFileSync(file, "utf-8"));
}

export const board = useBoard(readBoard(read("board.json")));

/** Scene to `{to_act, french, allied, spectator}`: who decides, and the state messages. */
export const SCENES = read("states.json");

/** The names of all scenes that are played on a battlefield. */
export const FIGHTS = Object.keys(SCENES).filter((name) => SCENES[name].french.view.town && SCENES[name].french.view.battles.length);

/** The state of a scene as a seat sees it; by default the seat that is to act. */
export function stateOf(name, seat = SCENES[name].to_act) {
  return structuredClone(SCENES[name][seat]);
}

/** What the battle screen is handed of a scene. */
export function modelOf(name, seat = SCENES[name].to_act) {
  const { view, offers, events } = stateOf(name, seat);
  return { view, offers, town: view.town, seat: view.seat, board, canAct: offers.length > 0, events: [], log: events };
}
