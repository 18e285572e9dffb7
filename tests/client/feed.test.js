import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { createFeed, pauseFor } from "../../src/napoleon/web/table/feed.js";

const event = (kind, more = {}) => ({ kind, turn: 1, rule: "", text: "", ...more });
const state = (from, ...events) => ({ t: "state", v: from, from, events, offers: [], thinking: [] });

let shown;
let waiting;
let isHidden;
let isPlaying;
let feed;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  shown = [];
  waiting = [];
  isHidden = false;
  isPlaying = false;
  feed = createFeed({
    show: (one, how) => shown.push([one.from, one.events.length, how]),
    pause: (one) => (one.events.length ? 1000 : 0),
    onWaiting: (count) => waiting.push(count),
    isHidden: () => isHidden,
    isPlaying: () => isPlaying,
  });
});

const seen = () => shown.map(([from]) => from);

test("the first state is shown at once, the next after its pause", () => {
  feed.push(state(0, event("shot")), false);
  feed.push(state(1, event("shot")), false);
  assert.deepEqual(seen(), [0]);
  assert.equal(waiting.at(-1), 1);
  mock.timers.tick(999);
  assert.deepEqual(seen(), [0]);
  mock.timers.tick(1);
  assert.deepEqual(seen(), [0, 1]);
  assert.deepEqual(shown.at(-1)[2], { isLast: true, isPassing: false });
});

test("the more are waiting, the shorter each is looked at", () => {
  feed.push(state(0, event("shot")), false);
  for (let n = 1; n <= 4; n += 1) feed.push(state(n, event("shot")), false);
  mock.timers.tick(1000); // the first had nobody behind it; three wait behind the second
  assert.deepEqual(seen(), [0, 1]);
  mock.timers.tick(1000 / (1 + 3 / 24) + 1);
  assert.deepEqual(seen(), [0, 1, 2]);
});

test("what is urgent is shown at once, and what stood before it is taken in on the way", () => {
  feed.push(state(0, event("shot")), false);
  feed.push(state(1, event("shot")), false);
  feed.push(state(2, event("shot")), true);
  assert.deepEqual(seen(), [0, 1, 2]);
  assert.equal(shown[1][2].isPassing, true);
  assert.equal(shown[2][2].isPassing, false);
});

test("nobody looks: nothing waits", () => {
  isHidden = true;
  for (let n = 0; n < 5; n += 1) feed.push(state(n, event("shot")), false);
  assert.deepEqual(seen(), [0, 1, 2, 3, 4]);
});

test("far behind, it jumps to the present", () => {
  for (let n = 0; n <= 201; n += 1) feed.push(state(n, event("shot")), false);
  assert.equal(seen().at(-1), 201);
  assert.equal(shown.filter(([, , how]) => how.isPassing).length, 200);
});

test("units of a group that go the same way are shown together", () => {
  const march = event("marched", { army: "french", town: "beaumont", to: "thuin" });
  feed.push(state(0, event("turn-began")), false);
  feed.push(state(1, march), false);
  feed.push(state(2, march), false);
  feed.push(state(3, { ...march, to: "binche" }), false);
  feed.skip();
  assert.deepEqual(shown.map(([from, count]) => [from, count]), [[0, 1], [1, 2], [3, 1]]);
});

test("a state after an undo is not joined to the march before it", () => {
  const march = event("marched", { army: "french", town: "beaumont", to: "thuin" });
  feed.push(state(0, event("turn-began")), false);
  feed.push(state(1, march), false);
  feed.push(state(1, march), false);
  feed.skip();
  assert.deepEqual(shown.map(([from, count]) => [from, count]), [[0, 1], [1, 1], [1, 1]]);
});

test("cleared, nothing more comes", () => {
  feed.push(state(0, event("shot")), false);
  feed.push(state(1, event("shot")), false);
  feed.clear();
  mock.timers.tick(5000);
  assert.deepEqual(seen(), [0]);
});

test("the weightiest event says how long to look", () => {
  assert.equal(pauseFor([], false), 0);
  assert.ok(pauseFor([event("deployed")], false) > 0);
  assert.equal(pauseFor([event("marched"), event("battle-began")], false), pauseFor([event("battle-began")], false));
  assert.ok(pauseFor([event("shot")], false) > pauseFor([event("marched")], false));
  assert.ok(pauseFor([event("shot")], true) < pauseFor([event("shot")], false));
});

test("while a fight is played the next state waits, but not for whoever skips", () => {
  feed.push(state(0, event("shot")), false);
  isPlaying = true;
  feed.push(state(1, event("shot")), false);
  mock.timers.tick(5000);
  assert.deepEqual(seen(), [0]);
  assert.equal(waiting.at(-1), 1);
  isPlaying = false;
  mock.timers.tick(100);
  assert.deepEqual(seen(), [0, 1]);
  isPlaying = true;
  feed.push(state(2, event("shot")), false);
  feed.skip();
  assert.deepEqual(seen(), [0, 1, 2]);
});
