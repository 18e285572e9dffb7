/**
 * The clock of a table as a page counts it on.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { timeWords } from "../../src/napoleon/web/lib/paces.js";
import { handAfter, warningAt } from "../../src/napoleon/web/table/clock.js";
import { newTable, takeClock } from "../../src/napoleon/web/table/state.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** @type {import("../../src/napoleon/web/lib/types.js").Clock} */
const CLOCK = {
  t: "clock", kind: "days", out: "lost", running: ["french"], is_paused: false, asking: [],
  hands: { french: { left: DAY, bank: 2 * DAY }, allied: { left: DAY, bank: 2 * DAY } },
};

test("whoever runs uses up the time, the bank last; the others do not", () => {
  assert.deepEqual(handAfter(CLOCK, "french", MINUTE), { left: DAY - MINUTE, bank: 2 * DAY });
  assert.deepEqual(handAfter(CLOCK, "french", 2 * DAY), { left: 0, bank: DAY });
  assert.deepEqual(handAfter(CLOCK, "french", 9 * DAY), { left: 0, bank: 0 });
  assert.deepEqual(handAfter(CLOCK, "allied", 9 * DAY), { left: DAY, bank: 2 * DAY });
});

test("a time is told as a clock shows it, and in days as long as there are some", () => {
  assert.equal(timeWords(0), "00:00");
  assert.equal(timeWords(59_001), "01:00");
  assert.equal(timeWords(61 * MINUTE), "1:01:00");
  assert.equal(timeWords(DAY + 61 * MINUTE), "1 d 1 h");
});

test("one is warned twice: some time before, and shortly before", () => {
  assert.equal(warningAt("live", 6 * MINUTE), 0);
  assert.equal(warningAt("live", 5 * MINUTE), 5 * MINUTE);
  assert.equal(warningAt("live", 30_000), MINUTE);
  assert.equal(warningAt("none", 0), 0);
});

test("a pause that others ask for opens the panel of people, one's own does not", () => {
  const setting = /** @type {any} */ ({ mine: ["french"] });
  const asked = takeClock(setting, newTable("french", null), { ...CLOCK, asking: ["allied"] }, 5);
  assert.equal(asked.panel, "people");
  assert.equal(asked.clock?.heard, 5);
  assert.equal(takeClock(setting, newTable("french", null), { ...CLOCK, asking: ["french"] }, 5).panel, null);
  assert.equal(takeClock(/** @type {any} */ ({ mine: [] }), newTable(null, null), { ...CLOCK, asking: ["allied"] }, 5).panel, null);
});
