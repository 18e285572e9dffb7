import assert from "node:assert/strict";
import { test } from "node:test";

import { ableUnits, isEnemyHeld, litTowns, readFights, readOffers } from "../../src/napoleon/web/table/offers.js";
import { board, SCENES, stateOf } from "./data.js";

test("every offer of a map stage is found again under what it names", () => {
  for (const name of ["campaign", "force", "supply", "setup"]) {
    const { offers } = stateOf(name);
    const read = readOffers(board, offers);
    const found = [
      ...[...read.moves.values()].flatMap((goals) => [...goals.values()]),
      ...[...read.deeds.values()].flat(), ...read.towns.values(), ...(read.canEnd ? ["end"] : []),
    ];
    assert.deepEqual(found.sort(), [...offers].sort(), name);
  }
});

test("no offers, nobody is able", () => {
  const read = readOffers(board, []);
  assert.equal(ableUnits(read).size, 0);
  assert.equal(read.canEnd, false);
});

test("with nothing chosen, the towns of those who may move are lit", () => {
  const { view, offers } = stateOf("campaign");
  const read = readOffers(board, offers);
  const able = ableUnits(read);
  const towns = new Set(view.units.filter((unit) => able.has(unit.id)).map((unit) => unit.town));
  const lit = litTowns(board, view, read, []);
  assert.deepEqual(new Set(lit.keys()), towns);
  assert.ok([...lit.values()].every((one) => one.kind === "source"));
});

test("with units chosen, their goals are lit, and attacks told from marches", () => {
  const { view, offers } = stateOf("campaign");
  const read = readOffers(board, offers);
  let attacks = 0;
  for (const [unit, goals] of read.moves) {
    const lit = litTowns(board, view, read, [unit]);
    assert.deepEqual([...lit.keys()].sort(), [...goals.keys()].sort());
    for (const [town, one] of lit) {
      assert.equal(one.kind === "attack", isEnemyHeld(view, town));
      assert.equal(one.count, 1);
      if (one.kind === "attack") attacks += 1;
    }
  }
  assert.ok(attacks > 0, "somebody could attack");
});

test("a goal that only some of those chosen may reach says so", () => {
  const { view, offers } = stateOf("campaign");
  const read = readOffers(board, offers);
  const chosen = [...read.moves.keys()];
  for (const [town, one] of litTowns(board, view, read, chosen)) {
    const going = chosen.filter((unit) => read.moves.get(unit).has(town)).length;
    assert.equal(one.count, going);
    assert.equal(one.note.includes(`${going} of ${chosen.length}`), going < chosen.length, one.note);
  }
});

test("the fight that is decided is among those that can be looked at", () => {
  for (const name of Object.keys(SCENES)) {
    const { view } = stateOf(name);
    const { fight, fields } = readFights(view);
    if (fight) assert.ok(fields.includes(fight), name);
    assert.equal(Boolean(fight), !["campaign", "force", "supply", "setup"].includes(name), name);
  }
});
