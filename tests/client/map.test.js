import assert from "node:assert/strict";
import { test } from "node:test";

import { dodge } from "../../src/napoleon/web/map/labels.js";
import { areaOf, fitting, whereToLook } from "../../src/napoleon/web/map/look.js";
import { footprint } from "../../src/napoleon/web/map/pads.js";
import { isClear, LEVELS, overlap } from "../../src/napoleon/web/map/room.js";
import { arrange, gather } from "../../src/napoleon/web/map/stacks.js";
import { arrowsOf, changedHands, enemyWays, marchDice, traceOf } from "../../src/napoleon/web/table/trace.js";
import { board, stateOf } from "./data.js";

const DESK = { w: 916, h: 735 };
const PHONE = { w: 390, h: 575 };

/** The pixels of a block at a scale. */
const blockAt = (scale) => LEVELS.find(({ upTo }) => scale < upTo).block * scale;

/** Where the blocks of a scene stand: own ones, and others. */
function stands(view) {
  const towns = gather(view, board);
  const at = (isOwn) => [...towns].filter(([, groups]) => groups.some(({ units }) => units.length) === isOwn).map(([id]) => board.town(id));
  return [at(true), at(false)];
}

for (const [name, size, least] of [["desk", DESK, 40], ["phone", PHONE, 36]]) {
  test(`on a ${name} the first look shows blocks that can be told apart, and own ones among them`, () => {
    for (const scene of ["campaign", "force", "supply"]) {
      for (const seat of ["french", "allied"]) {
        const [own, others] = stands(stateOf(scene, seat).view);
        const { centre, scale } = whereToLook(own, others, size);
        assert.ok(blockAt(scale) >= least, `${scene} ${seat}: ${blockAt(scale)}`);
        const isSeen = ({ x, y }) => Math.abs(x - centre.x) * scale < size.w / 2 && Math.abs(y - centre.y) * scale < size.h / 2;
        assert.ok(own.some(isSeen), `${scene} ${seat}: no own block is seen`);
        assert.ok(others.some(isSeen), `${scene} ${seat}: no other block is seen`);
      }
    }
  });
}

test("what fits is seen as a whole, and an empty map has no first look", () => {
  const points = [{ x: 500, y: 500 }, { x: 700, y: 600 }, { x: 800, y: 450 }];
  const { centre, scale } = whereToLook(points.slice(0, 1), points.slice(1), DESK);
  assert.ok(points.every(({ x, y }) => Math.abs(x - centre.x) * scale < DESK.w / 2 && Math.abs(y - centre.y) * scale < DESK.h / 2));
  assert.equal(whereToLook([], [], DESK), null);
  assert.equal(fitting(areaOf([{ x: 0, y: 0 }, { x: 100, y: 50 }]), { w: 220, h: 220 }, 10), 2);
});

test("a name dodges what lies on its place, and is left out where it cannot", () => {
  const place = (x) => ({ x, y: 0, width: 40, height: 10, gap: 0, angle: 0, cost: x, rows: ["A"] });
  const caption = (rank, ...xs) => ({ town: { id: `t${xs[0]}`, x: xs[0], y: 0 }, size: 1, style: {}, rank, place: place(xs[0]), candidates: xs.map(place) });
  const [city, village] = [caption(0, 0, 100, 200), caption(3, 50, 100)];
  const home = dodge([village, city], []);
  assert.deepEqual([home.get(city).x, home.get(village).x], [0, 50]);
  const moved = dodge([village, city], [{ x: 0, y: 0, width: 95, height: 10 }]);
  assert.equal(moved.get(city).x, 100, "a city chooses before a village");
  assert.ok(isClear(moved.get(village), [moved.get(city), { x: 0, y: 0, width: 95, height: 10 }]), "it goes farther off");
  assert.equal(dodge([village], [{ x: -500, y: -500, width: 1000, height: 1000 }]).size, 0);
});

test("a stack covers its blocks, its ground and its number", () => {
  const [[, groups]] = gather(stateOf("campaign", "french").view, board);
  const { width, height } = arrange(groups, 50, false);
  const rect = { x: 10, y: 20, width, height };
  const covered = footprint(rect, 50);
  assert.equal(overlap(rect, covered), width * height);
  assert.ok(covered.x < 10 && covered.y < 20 && covered.x + covered.width > 10 + width && covered.y + covered.height > 20 + height);
  assert.equal(isClear(rect, [{ x: 10 + width, y: 20, width: 5, height: 5 }]), true);
  assert.equal(isClear(rect, [covered]), false);
});

const event = (kind, more = {}) => ({ kind, turn: 2, rule: "", text: kind, ...more });
const march = (from, to, more = {}) => event("marched", { side: "allied", army: "prussian", town: from, to, ...more });

test("those who go the same way are one arrow with their number", () => {
  const arrows = arrowsOf([march("liege", "huy"), march("huy", "namur"), march("liege", "huy"), event("shot"), march("liege", "huy", { kind: "force-marched" })]);
  assert.deepEqual(arrows.map(({ from, to, kind, count }) => [from, to, kind, count]),
    [["liege", "huy", "march", 2], ["huy", "namur", "march", 1], ["liege", "huy", "force", 1]]);
});

test("the enemy's turn is traced until the next own order", () => {
  const theirs = [event("turn-began", { side: "allied" }), march("liege", "huy"), event("shot", { side: "french" }),
    event("retreated", { side: "french", army: "french", town: "ligny", to: "charleroi" }), event("turn-began", { side: "french" })];
  const log = [march("ath", "mons", { side: "french", army: "french" }), ...theirs];
  assert.deepEqual(enemyWays(traceOf(log, "french"), "french").map(({ from, isTrace }) => [from, isTrace]), [["liege", true]]);
  const acted = [...log, march("beaumont", "thuin", { side: "french", army: "french" })];
  assert.deepEqual(traceOf(acted, "french"), []);
  assert.deepEqual(enemyWays(traceOf(acted, null), null), [], "a spectator has no enemy");
  assert.ok(enemyWays(traceOf(acted, "allied"), "allied").length > 0, "the French order is a trace for the Allies");
});

test("a town that was left to the enemy has changed hands", () => {
  const trace = [event("retreated", { side: "french", army: "french", town: "ligny", to: "charleroi" }),
    event("eliminated", { side: "french", army: "french", unit: "FR-N", town: "thuin" }), event("routed", { side: "allied", town: "wavre" })];
  const view = { seat: "french", units: [{ id: "FR-G-I", town: "charleroi" }], blocks: [{ army: "prussian", town: "ligny", count: 2 }, { army: "prussian", town: "wavre", count: 1 }] };
  assert.deepEqual(changedHands(trace, view), ["ligny"], "nobody stands in Thuin, and Wavre was not ours");
});

test("dice of forced marches fall in their towns", () => {
  const die = (town, value, failed) => event("march-die", { town, dice: [value], failed });
  const dice = marchDice([die("huy", 5, false), die("huy", 2, true), die("ath", 4, false), event("shot", { dice: [6], town: "ath" })]);
  assert.deepEqual([...dice], [["huy", [{ value: 5, isLoss: false }, { value: 2, isLoss: true }]], ["ath", [{ value: 4, isLoss: false }]]]);
});

test("whoever can still act lies on top of those who have marched", () => {
  const { view } = stateOf("campaign", "french");
  const town = view.units.find((unit) => unit.town && view.units.filter((other) => other.town === unit.town).length > 1).town;
  const here = view.units.filter((unit) => unit.town === town).map(({ id }) => id);
  const marched = { ...view, units: view.units.map((unit) => (unit.town === town ? { ...unit, marks: ["marched"] } : unit)) };
  const top = (lit) => gather(marched, board, lit).get(town).find(({ army }) => army === "french").units[0].id;
  for (const rider of here) assert.equal(top(new Set([rider])), rider);
});
