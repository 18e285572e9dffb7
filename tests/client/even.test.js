// The even game: what is offered for whom, and in which words.
import { test } from "node:test";
import assert from "node:assert/strict";

import { handicapWords } from "../../src/napoleon/web/lib/names.js";
import { evenWords, findEven } from "../../src/napoleon/web/pages/even.js";

const row = (scenario, level, handicap) => ({ scenario, level, games: 400, handicap, low: handicap - 2, high: handicap + 2 });
const MEASURED = [row("free", "recruit", -2), row("free", "officer", -6), row("free", "emperor", -9), row("historical", "officer", -18)];

test("against a computer the measure of its level is offered", () => {
  assert.equal(findEven(MEASURED, "free", ["officer"])?.handicap, -6);
  assert.equal(findEven(MEASURED, "free", ["recruit"])?.handicap, -2);
  assert.equal(findEven(MEASURED, "historical", ["marshal"]), undefined);
});

test("between people that of the best who was measured", () => {
  assert.equal(findEven(MEASURED, "free", [])?.level, "emperor");
  assert.equal(findEven(MEASURED, "historical", [])?.level, "officer");
  assert.equal(findEven(MEASURED, "ligny", []), undefined);
});

test("a handicap says who gives up how much", () => {
  assert.equal(handicapWords(1), "The French give up 1 step");
  assert.equal(handicapWords(-6), "The Allies give up 6 steps");
  assert.equal(evenWords(MEASURED[1]), "The Allies give up 6 steps · measured in 400 games of the Officer against itself");
});
