import assert from "node:assert/strict";
import { test } from "node:test";

import {
  canAct, chooseUnits, closeAdvice, closeTown, drawn, handOver, hear, litNow, moveOn, newTable, nextSeat, offersNow, openPanel, openTown, showTab, takeGame, takeLine,
  takePeople, unitsOfStack,
} from "../../src/napoleon/web/table/state.js";
import { chooseAll, dropUnits, tapStack, tapTown, tapUnit } from "../../src/napoleon/web/table/taps.js";
import { board, stateOf } from "./data.js";

const setting = { id: "x", watch: null, exercise: null, board, table: null, mine: ["french"], shell: null };
const HOW = { isLast: true, isPassing: false, isWatched: true };
const event = (kind, more = {}) => ({ kind, turn: 1, rule: "", text: kind, ...more });

/** A table at which somebody sees a scene. */
function tableAt(name, seat) {
  const message = stateOf(name, seat);
  return takeGame({ ...setting, mine: [message.seat] }, newTable(message.seat, null), message, HOW);
}

/** The same game a little later. */
const later = (state, change) => ({ ...state.game, v: state.game.v + 1, from: state.log.length, events: [], ...change });

test("the first state is no news", () => {
  const state = tableAt("campaign");
  assert.ok(state.log.length > 0);
  assert.deepEqual(state.fresh, []);
  assert.equal(canAct(state), true);
});

test("the log is cut where the server says, and events are fresh until they are drawn", () => {
  const before = tableAt("campaign");
  const message = later(before, { from: before.log.length - 2, events: [event("marched")] });
  const state = takeGame(setting, before, message, HOW);
  assert.equal(state.log.length, before.log.length - 1);
  assert.deepEqual(state.fresh.map((one) => one.kind), ["marched"]);
  assert.deepEqual(drawn(state).fresh, []);
  assert.equal(before.log.length, stateOf("campaign").events.length, "what was is as it was");
});

test("what is only taken in is told with what follows", () => {
  const first = tableAt("campaign");
  const second = takeGame(setting, first, later(first, { events: [event("marched")] }), { ...HOW, isLast: false, isPassing: true });
  assert.equal(canAct(second), false, "newer states wait");
  const third = takeGame(setting, second, later(second, { events: [event("turn-began")] }), HOW);
  assert.deepEqual(third.fresh.map((one) => one.kind), ["marched", "turn-began"]);
});

test("nobody acts for a seat that a computer plays, or that is not to act", () => {
  const state = tableAt("campaign");
  const people = { t: "people", seats: { french: { kind: "human", stand_in: "officer" } }, ending: [], status: "playing", may_talk: true, takeover: null, takeback: [] };
  assert.equal(canAct(takePeople(setting, state, people)), false);
  assert.equal(offersNow(board, takePeople(setting, state, people)).moves.size, 0);
  assert.equal(canAct(tableAt("campaign", "allied")), false);
  assert.equal(litNow(board, tableAt("campaign", "allied")).size, 0);
});

test("the battlefield comes up with its fight, and its end is looked at", () => {
  const fighting = tableAt("battle");
  assert.equal(fighting.tab, fighting.game.view.town);
  const over = { ...fighting.game.view, stage: "march", town: null, battles: [] };
  const seen = takeGame(setting, fighting, later(fighting, { view: over, events: [event("fight-won")] }), HOW);
  assert.equal(seen.isLingering, true);
  assert.equal(seen.tab, fighting.tab);
  assert.equal(moveOn(seen).tab, null);
  const unseen = takeGame(setting, fighting, later(fighting, { view: over, events: [event("fight-won")] }), { ...HOW, isWatched: false });
  assert.equal(unseen.tab, null);
  assert.equal(showTab(seen, null).isLingering, false);
});

test("who was sent and can ride on stays chosen, also where each goes in a state of its own", () => {
  const start = tableAt("campaign");
  const { moves } = offersNow(board, start);
  const riders = start.game.view.units.filter(({ id, town }) => town && moves.has(id)).map(({ id }) => id).slice(0, 2);
  const [goal] = moves.get(riders[0]).keys();
  assert.equal(riders.length, 2);
  let state = { ...start, selected: new Set(riders), sent: { town: goal, units: riders } };
  for (const rider of riders) {
    const units = state.game.view.units.map((unit) => (unit.id === rider ? { ...unit, town: goal } : unit));
    state = takeGame(setting, state, later(state, { view: { ...state.game.view, units }, events: [event("marched")] }), HOW);
  }
  assert.deepEqual([...state.selected].sort(), [...riders].sort());
});

test("looking at the map during a fight stays so until the next fight", () => {
  const fighting = showTab(tableAt("battle"), null);
  const next = takeGame(setting, fighting, later(fighting, {}), HOW);
  assert.equal(next.tab, null);
  assert.equal(next.fight, fighting.game.view.town);
});

test("the tray of a set-up lies open", () => {
  const state = tableAt("setup");
  assert.equal(state.isTownOpen, true);
  assert.equal(state.town, null);
  assert.ok(unitsOfStack(state).length > 10);
});

test("a tap on an own town opens it, a second chooses all who can act, a third none", () => {
  const state = tableAt("campaign");
  const [town] = litNow(board, state).keys();
  const [{ state: open }] = tapTown(board, state, town);
  assert.equal(open.town, town);
  const [{ state: all }] = tapTown(board, open, town);
  assert.ok(all.selected.size > 0);
  assert.ok([...all.selected].every((unit) => offersNow(board, state).moves.has(unit) || offersNow(board, state).deeds.has(unit)));
  const [{ state: none }] = tapTown(board, all, town);
  assert.equal(none.selected.size, 0);
  assert.deepEqual(chooseAll(board, none).selected, all.selected);
});

test("a unit is chosen and let go, and its stack opens", () => {
  const state = tableAt("campaign");
  const [unit] = offersNow(board, state).moves.keys();
  const chosen = tapUnit(board, state, unit)[0].state;
  assert.deepEqual([...chosen.selected], [unit]);
  assert.equal(chosen.town, state.game.view.units.find((one) => one.id === unit).town);
  assert.equal(tapUnit(board, chosen, unit)[0].state.selected.size, 0);
  assert.equal(state.selected.size, 0, "what was is as it was");
});

test("of a unit in the open stack that can do nothing it is asked why", () => {
  const state = tableAt("force");
  const { moves, deeds } = offersNow(board, state);
  const idle = state.game.view.units.find((one) => one.town && !moves.has(one.id) && !deeds.has(one.id));
  const [{ state: open }, ...more] = tapUnit(board, state, idle.id);
  assert.equal(open.town, idle.town);
  assert.deepEqual(more, [], "the first tap opens its stack");
  assert.deepEqual(tapUnit(board, open, idle.id), [{ why: idle.id }]);
});

/** The stack with most units that can go to one town, and that town. */
function marching(state) {
  const { moves } = offersNow(board, state);
  let best = { units: [], town: "", home: "" };
  for (const home of new Set(state.game.view.units.map((unit) => unit.town))) {
    const here = state.game.view.units.filter((unit) => unit.town === home && moves.has(unit.id)).map((unit) => unit.id);
    for (const town of new Set(here.flatMap((unit) => [...moves.get(unit).keys()]))) {
      const units = here.filter((unit) => moves.get(unit).has(town));
      if (units.length > best.units.length) best = { units, town, home };
    }
  }
  return best;
}

test("a lit town is marched to by those who are chosen", () => {
  const state = tableAt("campaign");
  const { units, town } = marching(state);
  const [command, ...more] = tapTown(board, { ...state, selected: new Set(units.slice(0, 2)) }, town);
  assert.deepEqual(command, { act: units.slice(0, 2).map((unit) => `march ${unit} ${town}`), some: true, to: town });
  assert.deepEqual(more, []);
});

test("who goes is shown, and nothing is sent, where a road carries fewer than are chosen", () => {
  const state = tableAt("campaign");
  const { units, town, home } = marching(state);
  const road = board.road(home, town);
  const view = { ...state.game.view, roads: { ...state.game.view.roads, [road.id]: road.limit - 2 } };
  const crowded = { ...openTown(state, home), game: { ...state.game, view }, selected: new Set(units) };
  const [{ state: shown }, ...more] = tapTown(board, crowded, town);
  assert.deepEqual(more, []);
  assert.deepEqual([...shown.selected], units.slice(0, 2));
  assert.deepEqual(shown.parting, { town, count: 2, all: units.length });
  // Another one goes instead: the next tap sends those who are chosen then.
  const [{ state: fewer }] = tapUnit(board, shown, units[0]);
  const [{ state: changed }] = tapUnit(board, fewer, units[2]);
  const [command] = tapTown(board, changed, town);
  assert.deepEqual(command.act, [units[1], units[2]].map((unit) => `march ${unit} ${town}`));
});

test("those who cannot go along are left out, and the reason is asked for", () => {
  const state = tableAt("campaign");
  const { moves } = offersNow(board, state);
  const { units: [unit], town } = marching(state);
  const other = [...moves.keys()].find((one) => !moves.get(one).has(town));
  const [{ state: shown }, why] = tapTown(board, { ...state, selected: new Set([other, unit]) }, town);
  assert.deepEqual([...shown.selected], [unit]);
  assert.deepEqual(why, { why: `march ${other} ${town}` });
});

test("the blocks of an own town are chosen from, even if those chosen before could march there", () => {
  const state = tableAt("campaign");
  const { units: [unit], town, home } = marching(state);
  const units = state.game.view.units.map((one) => (one.id === [...offersNow(board, state).moves.keys()].find((id) => id !== unit) ? { ...one, town } : one));
  const chosen = { ...openTown(state, home), game: { ...state.game, view: { ...state.game.view, units } }, selected: new Set([unit]) };
  const [{ state: opened }] = tapStack(board, chosen, town);
  assert.equal(opened.town, town);
  assert.equal(opened.selected.size, 0);
  assert.ok("act" in tapTown(board, chosen, town)[0], "a tap on the town itself marches");
});

test("what was chosen before the staff spoke is chosen again after it", () => {
  const state = tableAt("campaign");
  const [mine, ...advised] = [...offersNow(board, state).moves.keys()].slice(0, 4);
  const [{ state: before }] = tapUnit(board, state, mine);
  const home = state.game.view.units.find((one) => one.id === advised[0]).town;
  const shown = chooseUnits(board, chooseUnits(board, before, advised, home), advised.slice(0, 1), home);
  const after = closeAdvice({ ...shown, advice: { kind: "silent", v: 1, words: "" } }, advised);
  assert.deepEqual([...after.selected], [mine]);
  assert.deepEqual([after.town, after.isTownOpen, after.advice], [before.town, true, null]);
  const nothing = closeAdvice(chooseUnits(board, state, advised, home), advised);
  assert.deepEqual([nothing.selected.size, nothing.isTownOpen], [0, false]);
  const [{ state: changed }] = tapUnit(board, shown, mine);
  assert.deepEqual(closeAdvice(changed, advised).selected, changed.selected, "a choice made meanwhile stays");
});

test("the stack of the last turn is closed", () => {
  const state = tableAt("campaign");
  const { home } = marching(state);
  const open = openTown(state, home);
  assert.equal(takeGame(setting, open, later(open, {}), HOW).isTownOpen, true);
  const next = later(open, { view: { ...open.game.view, turn: open.game.view.turn + 1 } });
  assert.equal(takeGame(setting, open, next, HOW).isTownOpen, false);
});

test("an unlit town is asked about", () => {
  const state = tableAt("campaign");
  const [unit, goals] = [...offersNow(board, state).moves][0];
  const dark = board.towns.find((town) => !goals.has(town.id) && town.id !== state.game.view.units.find((one) => one.id === unit).town);
  const commands = tapTown(board, tapUnit(board, state, unit)[0].state, dark.id);
  assert.deepEqual(commands[0], { why: `march ${unit} ${dark.id}` });
  assert.deepEqual(dropUnits(board, state, [unit], dark.id).find((one) => "why" in one), { why: `march ${unit} ${dark.id}` });
});

test("units that went are no longer chosen; those left behind are", () => {
  const state = tableAt("campaign");
  const { moves } = offersNow(board, state);
  const home = state.game.view.units.find((unit) => moves.has(unit.id)).town;
  const [goes, stays] = state.game.view.units.filter((unit) => unit.town === home && moves.has(unit.id)).map((unit) => unit.id);
  const [goal] = moves.get(goes).keys();
  const units = state.game.view.units.map((unit) => (unit.id === goes ? { ...unit, town: goal } : unit));
  const offers = state.game.offers.filter((text) => !text.includes(`${goes} `));
  const message = later(state, { view: { ...state.game.view, units }, offers });
  const sent = { ...chooseUnits(board, state, [goes, stays], home), sent: { town: goal, units: [goes, stays] } };
  const next = takeGame(setting, sent, message, HOW);
  assert.deepEqual([...next.selected], [stays]);
  assert.equal(next.town, home);
});

test("talk is counted while its panel is shut", () => {
  const line = (n) => ({ n, seat: "french", name: "", channel: "all", text: "", time: "" });
  const state = tableAt("campaign");
  const heard = hear(hear(state, [line(2), line(1)]), [line(2), line(3)]);
  assert.deepEqual(heard.chat.map((one) => one.n), [1, 2, 3]);
  assert.equal(heard.unread, 3);
  assert.equal(openPanel(heard, "chat").unread, 0);
  assert.equal(hear(openPanel(heard, "chat"), [line(4)]).unread, 0);
});

test("a question to this player opens the panel of people", () => {
  const people = { t: "people", seats: {}, ending: ["allied"], status: "playing", may_talk: true, takeover: null, takeback: [] };
  const state = tableAt("campaign");
  assert.equal(takePeople(setting, state, people).panel, "people");
  assert.equal(takePeople(setting, state, { ...people, ending: ["french"] }).panel, null);
  const takeover = { seat: "allied", level: "officer", agreed: [] };
  assert.equal(takePeople(setting, state, { ...people, ending: [], takeover }).panel, "people");
  assert.equal(takePeople(setting, state, { ...people, ending: [], takeback: ["allied", "allied"] }).panel, "people");
  assert.equal(takePeople(setting, state, { ...people, ending: [], takeback: ["french", "french"] }).panel, null);
});

test("whoever is cut off is no longer waiting for the staff", () => {
  const asked = { ...tableAt("campaign"), isAsking: true, advice: { kind: "asking", v: 1, words: "" }, sent: "thuin" };
  const lost = takeLine(asked, "lost", 500);
  assert.deepEqual([lost.isAsking, lost.advice, lost.sent], [false, null, null]);
  assert.equal(takeLine(asked, "open", 0).isAsking, true);
});

test("advice for an older position goes", () => {
  const state = { ...tableAt("campaign"), advice: { kind: "silent", v: 1, words: "" } };
  assert.equal(takeGame(setting, state, later(state, { v: 1 }), HOW).advice, state.advice);
  assert.equal(takeGame(setting, state, later(state, {}), HOW).advice, null);
});

test("at one screen the seat that is to act is next, and sees nothing of the other", () => {
  const both = { ...setting, mine: ["french", "allied"] };
  const state = openTown(tableAt("campaign", "allied"), "ghent");
  assert.equal(nextSeat(both, state), "french");
  assert.equal(nextSeat(both, tableAt("campaign", "french")), null);
  const over = handOver({ ...state, chat: [{ n: 1, channel: "allies" }, { n: 2, channel: "all" }] }, "french");
  assert.deepEqual([over.game, over.log.length, over.town, over.chat.length], [null, 0, null, 1]);
});

test("closing a town lets its units go", () => {
  const closed = closeTown({ ...openTown(tableAt("campaign"), "thuin"), selected: new Set(["FR-N"]) });
  assert.deepEqual([closed.isTownOpen, closed.selected.size], [false, 0]);
});
