import assert from "node:assert/strict";
import { test } from "node:test";

import { digitOf, shotOdds } from "../../src/napoleon/web/battle/actions.js";
import { readScene } from "../../src/napoleon/web/battle/scene.js";
import { fieldSummary, zoneLabel } from "../../src/napoleon/web/battle/words.js";
import { announce, choiceText, inGroups } from "../../src/napoleon/web/table/announce.js";
import { chooseUnits, isTelling, newTable, takeGame, tellUpTo } from "../../src/napoleon/web/table/state.js";
import { positionSummary, townSummary } from "../../src/napoleon/web/table/summary.js";
import { board, FIGHTS, modelOf, stateOf } from "./data.js";

const setting = { id: "x", watch: null, exercise: null, board, table: null, mine: ["french"], shell: null };
const HOW = { isLast: true, isPassing: false, isWatched: true };
const event = (kind, more = {}) => ({ kind, turn: 1, rule: "", text: `${kind}.`, ...more });

function tableAt(name) {
  const message = stateOf(name);
  return takeGame({ ...setting, mine: [message.seat] }, newTable(message.seat, null), message, HOW);
}

/** What is said and told while a table changes. */
function listening() {
  const heard = { said: [], told: [] };
  const shell = { say: (text) => heard.said.push(text), tell: (sentences) => heard.told.push(...sentences) };
  return { heard, setting: { ...setting, shell } };
}

globalThis.document ??= { title: "", visibilityState: "visible" };

test("of a burst nothing is lost, and it is told in order", () => {
  const events = Array.from({ length: 40 }, (_, n) => event("shown", { text: `${n}.` }));
  assert.deepEqual(inGroups(events), events.map((one) => one.text));
});

test("who marches together is told together, and a shot with what it did", () => {
  const march = (unit, to) => event("marched", { unit, army: "french", town: "beaumont", to });
  const told = inGroups([march("FR-N", "thuin"), march("FR-G-I", "thuin"), march("FR-2-I1", "walcourt"), event("shot"), event("strength-lost"), event("eliminated")]);
  assert.deepEqual(told, ["French: 2 units march from Beaumont to Thuin.", "marched.", "shot. strength-lost. eliminated."]);
});

test("the log is told as far as the fight was played, and no further", () => {
  const before = tableAt("battle");
  const events = [event("shot"), event("strength-lost"), event("battle-turn-began")];
  const state = takeGame(setting, before, { ...before.game, from: before.log.length, events }, HOW);
  assert.equal(isTelling(before), false);
  assert.equal(isTelling(state), true);
  const { heard, setting: here } = listening();
  announce(here, before, state, true);
  assert.deepEqual(heard, { said: [], told: [] }, "nothing runs ahead of the dice");
  const one = tellUpTo(state, events[0]);
  announce(here, state, one, true);
  assert.deepEqual(heard.told, ["shot."]);
  const all = tellUpTo(one, null);
  assert.equal(isTelling(all), false);
  announce(here, one, all, true);
  assert.deepEqual(heard.told, ["shot.", "strength-lost.", "battle-turn-began."]);
  assert.deepEqual(heard.said, [state.game.prompt]);
  assert.equal(tellUpTo(all, events[0]), all, "what was told is told");
});

test("what was taken back is told, and its events no more", () => {
  const before = tableAt("campaign");
  const state = takeGame(setting, before, { ...before.game, from: before.log.length - 1, events: [] }, HOW);
  const { heard, setting: here } = listening();
  announce(here, before, state, false);
  assert.deepEqual(heard.told, ["The last step was taken back."]);
});

test("choices and confirmations are said", () => {
  const state = tableAt("campaign");
  const unit = state.game.offers.map((offer) => offer.split(" ")[1]).find((id) => board.hasUnit(id));
  const { town } = state.game.view.units.find((one) => one.id === unit);
  const chosen = chooseUnits(board, state, [unit], town);
  assert.match(choiceText(setting, state, chosen), /^Chosen: /);
  assert.equal(choiceText(setting, chosen, { ...chosen, selected: new Set() }), "Nothing is chosen.");
  assert.match(choiceText(setting, state, { ...state, isSure: true }), /^Sure\?/);
  assert.equal(choiceText(setting, state, state), "");
  assert.match(choiceText(setting, state, { ...state, town, isTownOpen: true }), /Roads: /);
});

test("the position in words names every town where somebody stands", () => {
  const { view, prompt } = stateOf("campaign");
  const words = positionSummary(board, view, prompt);
  const towns = new Set([...view.units, ...view.blocks].flatMap((one) => one.town || []));
  for (const town of towns) assert.ok(words.includes(board.town(town).names.en), town);
  assert.ok(words.includes(prompt));
});

test("a town in words names its units and its roads", () => {
  const { view } = stateOf("campaign");
  const { town } = view.units.find((one) => one.town);
  const words = townSummary(board, view, town);
  for (const { town: other } of board.neighbours(town)) assert.ok(words.includes(board.town(other).names.en));
  assert.equal(words.split("strength ").length - 1, view.units.filter((one) => one.town === town).length);
});

test("a battlefield in words has everybody who is in sight", () => {
  for (const name of FIGHTS) {
    const model = modelOf(name);
    const scene = readScene(model, model.log);
    const seen = scene.blocks.filter((block) => block.card && !block.zone.startsWith("post:"));
    assert.equal(fieldSummary(scene).split("strength ").length - 1, seen.length, name);
  }
});

test("a stream is named on both sides of it", () => {
  const model = modelOf("battle");
  const scene = readScene(model, model.log);
  scene.terrain = [{ area: "left", kind: "stream", holder: null }];
  for (const id of ["left", "enemy-right"]) assert.match(zoneLabel(scene, { id, kind: "front", x: 0, y: 0, w: 9, h: 9 }, undefined), /Stream/);
  assert.doesNotMatch(zoneLabel(scene, { id: "centre", kind: "front", x: 0, y: 0, w: 9, h: 9 }, undefined), /Stream/);
});

test("a button for a shot says its chance and what is to be expected", () => {
  assert.equal(shotOdds(2, 3), "70 % to hit, 1.0 hits expected"); // 1 - (2/3)^3
  assert.equal(shotOdds(1, 1), "17 % to hit, 0.2 hits expected");
  assert.equal(shotOdds(0, 2), "2 dice"); // nothing is known of it
});

test("a digit means the same on every button", () => {
  const digits = new Map();
  for (const name of FIGHTS) {
    const model = modelOf(name);
    for (const offer of readScene(model, model.log).offers) {
      const meaning = offer.verb === "move" || offer.verb === "deploy" ? (offer.to.startsWith("enemy") ? "engage" : offer.to) : offer.verb === "draw" ? `draw ${offer.number}` : `${offer.verb} ${offer.kind ?? ""}`;
      assert.match(digitOf(offer), /^[0-9]$/, offer.text);
      assert.equal(digits.get(meaning) ?? digitOf(offer), digitOf(offer), meaning);
      digits.set(meaning, digitOf(offer));
    }
  }
  assert.ok(digits.size > 10);
});
