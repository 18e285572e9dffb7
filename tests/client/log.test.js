import assert from "node:assert/strict";
import { test } from "node:test";

import { entriesOf, fightOf, townsOf } from "../../src/napoleon/web/table/entries.js";
import { SCENES, stateOf } from "./data.js";

const event = (kind, more = {}) => ({ kind, turn: 3, rule: "", text: kind, ...more });
const march = (from, to, kind = "marched") => event(kind, { side: "french", army: "french", town: from, to });

test("a march is a line, however many go and whatever happens between", () => {
  const [{ entries }] = entriesOf([march("mons", "ath"), march("mons", "binche"), march("mons", "ath")]);
  assert.deepEqual(entries.map(({ what, events }) => [what, events.length]), [["march", 2], ["march", 1]]);
});

test("a fight is a line with all that happened in it", () => {
  const fight = [event("skirmish-began", { town: "thuin" }), event("shot", { town: "thuin" }), event("eliminated", { town: "thuin", side: "french" }),
    event("reinforced", { town: "binche", to: "thuin" }), event("fight-won", { town: "thuin", side: "allied" })];
  const [{ entries }] = entriesOf([march("mons", "thuin"), ...fight, event("regrouped", { town: "thuin", to: "mons" }), march("mons", "thuin")]);
  assert.deepEqual(entries.map(({ what, events }) => [what, events.length]), [["march", 1], ["fight", 5], ["event", 1], ["march", 1]]);
  assert.deepEqual(fightOf(entries[1].events), { won: fight[4], french: 1, allied: 0 });
});

test("two battles of a turn are told apart", () => {
  const at = (kind, town) => event(kind, { town });
  const [{ entries }] = entriesOf([at("battle-began", "mons"), at("battle-began", "ath"), at("shot", "mons"), at("shot", "ath"), at("fight-won", "mons"), at("shot", "ath")]);
  assert.deepEqual(entries.map(({ events }) => events.map(({ town }) => town)), [["mons", "mons", "mons"], ["ath", "ath", "ath"]]);
});

test("the dice of forced marches are a line", () => {
  const [{ entries }] = entriesOf([march("mons", "ath", "force-marched"), event("march-die", { town: "ath", amount: 0, failed: true }), event("strength-lost", { town: "ath", why: "march" })]);
  assert.deepEqual(entries.map(({ what, events }) => [what, events.length]), [["march", 1], ["dice", 2]]);
});

test("every event of a campaign stands in the log once and in its turn, and the lines are few", () => {
  for (const name of Object.keys(SCENES)) {
    for (const seat of ["french", "allied"]) {
      const { events } = stateOf(name, seat);
      const turns = entriesOf(events);
      const told = turns.flatMap(({ entries }) => entries.flatMap((entry) => entry.events));
      assert.equal(new Set(told).size, told.length);
      assert.equal(told.length, events.filter(({ kind }) => kind !== "turn-began").length, `${name} ${seat}`);
      for (const { turn, entries } of turns) assert.ok(entries.every((entry) => entry.events.every((one) => one.turn === turn)));
      const lines = turns.reduce((sum, { entries }) => sum + entries.length, 0);
      if (events.length > 150) assert.ok(lines < events.length * 0.6, `${name} ${seat}: ${lines} lines for ${events.length} events`);
    }
  }
});

test("what a line speaks of", () => {
  assert.deepEqual(townsOf([march("mons", "ath"), march("mons", "binche"), event("turn-began")]), ["mons", "ath", "binche"]);
});
