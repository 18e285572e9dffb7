import assert from "node:assert/strict";
import { test } from "node:test";

import { calm, chance, crossings, densify, distance, lengthOf, nearest, offset, pointAt, sliceLine, smooth } from "../../src/napoleon/web/map/geo.js";
import { layLines } from "../../src/napoleon/web/map/lines.js";
import { townName, unitName } from "../../src/napoleon/web/lib/names.js";
import { board } from "./data.js";

const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);
const ELL = [{ x: 0, y: 0 }, { x: 30, y: 0 }, { x: 30, y: 40 }];

test("lengths, and points along a line", () => {
  near(lengthOf(ELL), 70);
  const point = pointAt(ELL, 50);
  near(point.x, 30);
  near(point.y, 20);
  near(point.dy, 1);
  near(lengthOf(sliceLine(ELL, 10, 25)), 15);
});

test("a denser line is the same line", () => {
  const dense = densify(ELL, 4);
  near(lengthOf(dense), 70);
  assert.ok(dense.every((p, n) => !n || distance(p, dense[n - 1]) <= 4 + 1e-9));
});

test("a smooth curve goes through its points", () => {
  const curve = smooth(ELL, 3);
  for (const point of ELL) near(nearest(curve, point).distance, 0, 0.01);
});

test("a line moved sideways keeps its distance", () => {
  const moved = offset(densify([{ x: 0, y: 0 }, { x: 100, y: 0 }], 10), 7);
  assert.ok(moved.every((p) => Math.abs(p.y + 7) < 1e-9));
});

test("where two lines cross", () => {
  const [found, ...more] = crossings([{ x: 0, y: 0 }, { x: 10, y: 10 }], [{ x: 0, y: 10 }, { x: 10, y: 0 }]);
  near(found.x, 5);
  near(found.y, 5);
  assert.equal(more.length, 0);
});

test("a calmed line keeps its ends", () => {
  const line = densify(ELL, 5);
  const calmed = calm(line, 3);
  assert.deepEqual([calmed[0], calmed.at(-1)], [line[0], line.at(-1)]);
});

test("chance is the same each time", () => {
  const [one, other] = [chance(1815), chance(1815)];
  for (let n = 0; n < 20; n += 1) {
    const value = one();
    assert.equal(value, other());
    assert.ok(value >= 0 && value < 1);
  }
});

test("every town lies on the sheet, north is up and east is right", () => {
  const { frame, width, height } = board.sheet;
  for (const town of board.towns) {
    assert.ok(town.x > frame && town.x < frame + width, town.id);
    assert.ok(town.y > frame && town.y < frame + height, town.id);
  }
  assert.ok(board.town("ghent").y < board.town("charleroi").y);
  assert.ok(board.town("ghent").x < board.town("liege").x);
});

test("roads lead both ways", () => {
  for (const road of board.roads) {
    assert.equal(board.road(road.a, road.b), road);
    assert.equal(board.road(road.b, road.a), road);
    assert.ok(board.neighbours(road.b).some((one) => one.town === road.a));
  }
});

test("what is not on the board is said to be so", () => {
  assert.equal(board.hasTown("paris"), false);
  assert.throws(() => board.town("paris"), /paris/);
  assert.equal(townName("paris"), "paris");
  assert.equal(unitName("XX-1"), "XX-1");
});

test("drawn roads cross the rivers that the table names, and no others", () => {
  const lines = layLines(board);
  for (const { road, line } of lines.roads) {
    for (const river of lines.rivers.filter((one) => one.hasEffect)) {
      const count = crossings(line, river.line).length;
      if (!road.rivers.includes(river.name)) assert.equal(count, 0, `${road.id} and ${river.name}`);
    }
    for (const name of road.rivers) assert.ok(lines.bridges.some((bridge) => bridge.road === road.id && bridge.river === name), `${road.id} and ${name}`);
  }
});

test("drawn roads begin and end in their towns", () => {
  for (const { road, line } of layLines(board).roads) {
    near(distance(line[0], board.town(road.a)), 0, 0.01);
    near(distance(line.at(-1), board.town(road.b)), 0, 0.01);
  }
});
