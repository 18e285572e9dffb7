/**
 * Which game wants to be looked at next.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, byUrgency, nextGame } from "../../src/napoleon/web/lib/turns.js";

const game = (id, more) => ({ id, my_turn: true, status: "playing", left: null, is_paused: false, updated: "2026-01-01T00:00:00.000+00:00", ...more });
const GAMES = [
  game("over", { my_turn: false, status: "over" }),
  game("theirs", { my_turn: false }),
  game("new", { updated: "2026-01-03T00:00:00.000+00:00" }),
  game("old", { updated: "2026-01-02T00:00:00.000+00:00" }),
  game("paused", { left: 1, is_paused: true, updated: "2026-01-04T00:00:00.000+00:00" }),
  game("late", { left: 5000 }),
  game("later", { left: 9000 }),
];

test("the least time comes first, then the longest wait, then the games of others", () => {
  assert.deepEqual(byUrgency(GAMES).map(({ id }) => id), ["late", "later", "old", "new", "paused", "theirs", "over"]);
});

test("one goes round from game to game, and nowhere if there is no other", () => {
  assert.equal(nextGame(GAMES, null)?.id, "late");
  assert.equal(nextGame(GAMES, "late")?.id, "later");
  assert.equal(nextGame(GAMES, "paused")?.id, "late");
  assert.equal(nextGame(GAMES, "theirs")?.id, "late");
  assert.equal(nextGame([GAMES[5], GAMES[0]], "late"), undefined);
  assert.equal(nextGame([], "late"), undefined);
});

test("how long ago something was is told in whole minutes, hours or days", () => {
  const now = Date.parse("2026-01-05T00:00:00Z");
  assert.equal(ago("2026-01-04T23:59:30.000+00:00", now), "this minute");
  assert.equal(ago("2026-01-04T21:30:00.000+00:00", now), "2 hours ago");
  assert.equal(ago("2026-01-01T12:00:00.000+00:00", now), "3 days ago");
});
