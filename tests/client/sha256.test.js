// The seal of a bid is the same SHA-256 as everybody's.
import { createHash } from "node:crypto";
import { test } from "node:test";
import assert from "node:assert/strict";

import { sha256 } from "../../src/napoleon/web/lib/sha256.js";

test("texts of every length around a block have the hash that others give them", () => {
  for (let length = 0; length < 200; length += 1) {
    const text = "Napoléon 1815 ".repeat(20).slice(0, length);
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"), `${length}`);
  }
});
