import assert from "node:assert/strict";
import { test } from "node:test";

import { newTable, openPanel, readBack, readRules, stopReading } from "../../src/napoleon/web/table/state.js";
import { AID, follow, isRules, pathOf, searchOf, splitAtRules } from "../../src/napoleon/web/rules/trail.js";

test("every number of a section in a text is found, and no other number", () => {
  const numbers = (text) => splitAtRules(text).filter((_, at) => at % 2);
  assert.deepEqual(numbers("Cities count when the turn ends (9, 10.1). One or two against more (6.6)."), ["9", "10.1", "6.6"]);
  assert.deepEqual(numbers("A leader has strength 1 (8); an area that he alone holds falls (7.4.1)."), ["8", "7.4.1"]);
  assert.deepEqual(numbers("hear it at night (rule 11), la nuit (règle 11), nachts (Regel 11)"), ["11", "11", "11"]);
  assert.deepEqual(numbers("Optional rule 6.2.4: more fog"), ["6.2.4"]);
  assert.deepEqual(numbers("2 units on 15 June 1815, about 12.5 km and 0.7 s; 3 of 4 hits (of 12)"), []);
  assert.equal(splitAtRules("Fire (6.3.3) first").join(""), "Fire (6.3.3) first");
});

test("addresses of the rules are known", () => {
  for (const path of ["/rules", "/rules/6.3.3", "/rules?q=river", "/aid", "/aid?lang=fr"]) assert.ok(isRules(path), path);
  for (const path of ["/", "/rulesets", "/try/5.5", "/game/rules"]) assert.ok(!isRules(path), path);
  assert.equal(pathOf("5.4"), "/rules/5.4");
  assert.equal(pathOf(""), AID);
  assert.equal(searchOf("a b&c"), "/rules?q=a%20b%26c");
});

test("a trail grows, but not by the same page or by each letter of a search", () => {
  const trail = follow(follow(follow([], "/aid"), "/rules/5.4"), "/rules/5.4");
  assert.deepEqual(trail, ["/aid", "/rules/5.4"]);
  assert.deepEqual(follow(follow(trail, searchOf("r")), searchOf("ri")), [...trail, "/rules?q=ri"]);
});

test("the rules open beside the board and give way to the panel before them", () => {
  const table = newTable("french", "notebook");
  const reading = readRules(readRules(table, "/rules/5.4"), "/rules/5.5");
  assert.equal(reading.panel, "rules");
  assert.deepEqual(reading.reading, { trail: ["/rules/5.4", "/rules/5.5"], from: "notebook" });
  assert.deepEqual(readBack(reading).reading.trail, ["/rules/5.4"]);
  assert.equal(stopReading(reading, true).panel, "notebook");
  assert.equal(stopReading(reading, false).panel, null);
  assert.deepEqual(stopReading(reading, true).reading.trail, []);
});

test("who opens the rules with the panels folded away finds them so afterwards", () => {
  const reading = readRules(newTable("french", null), AID);
  assert.equal(stopReading(reading, true).panel, null);
  assert.deepEqual(openPanel(reading, "trays").reading.trail, [AID]);
});
