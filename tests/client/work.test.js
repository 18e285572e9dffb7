import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { leadingNoughts, search } from "../../src/napoleon/web/lib/work.js";

const bitsOf = (text) => {
  const digits = createHash("sha256").update(text).digest("hex");
  const bits = [...digits].map((digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  return bits.indexOf("1");
};

test("leading noughts are counted bit by bit", () => {
  for (const [digits, count] of [["f0", 0], ["7f", 1], ["3", 2], ["1", 3], ["08", 4], ["00ff", 8], ["0001", 15], ["0000", 16]]) {
    assert.equal(leadingNoughts(digits), count, digits);
  }
});

test("a number is found that does, and it is the first", () => {
  for (const seed of ["", "0123456789abcdef0123456789abcdef", "Wavre"]) {
    const found = search(seed, 9, 0, 100000);
    assert.ok(bitsOf(`${seed}:${found}`) >= 9);
    for (let n = 0; n < found; n += 1) assert.ok(bitsOf(`${seed}:${n}`) < 9);
    assert.equal(search(seed, 9, 0, found), -1);
    assert.equal(search(seed, 9, 0, 100000), found);
  }
});
