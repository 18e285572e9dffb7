import assert from "node:assert/strict";
import { test } from "node:test";

import { layOut } from "../../src/napoleon/web/battle/layout.js";
import { readScene } from "../../src/napoleon/web/battle/scene.js";
import { FIGHTS, modelOf } from "./data.js";

// Windows of the field itself: a desk, a tablet, phones.
const SIZES = [[1920, 900], [1280, 620], [930, 560], [820, 900], [390, 560], [360, 480], [410, 320], [310, 260], [274, 100]];

function everyLayout(check) {
  for (const name of FIGHTS) {
    for (const seat of ["french", "allied", "spectator"]) {
      const model = modelOf(name, seat);
      const scene = readScene(model, model.log);
      for (const [width, height] of SIZES) check(scene, layOut(scene, width, height), width, height, `${name} as ${seat} at ${width}x${height}`);
    }
  }
}

test("every block has its place", () => {
  everyLayout((scene, layout, width, height, where) => {
    for (const block of scene.blocks) assert.ok(layout.places.has(block.key), `${block.key} in ${where}`);
  });
});

test("no two blocks lie on each other", () => {
  everyLayout((scene, layout, width, height, where) => {
    const places = [...layout.places];
    for (const [n, [key, p]] of places.entries()) {
      for (const [other, q] of places.slice(n + 1)) {
        const across = Math.min(p.x + p.size, q.x + q.size) - Math.max(p.x, q.x);
        const down = Math.min(p.y + p.size, q.y + q.size) - Math.max(p.y, q.y);
        assert.ok(across <= 0.5 || down <= 0.5, `${key} and ${other} in ${where}`);
      }
    }
  });
});

test("every block lies in its own area", () => {
  everyLayout((scene, layout, width, height, where) => {
    for (const block of scene.blocks) {
      const zone = layout.zones.get(block.zone);
      const place = layout.places.get(block.key);
      assert.ok(zone, `${block.zone} in ${where}`);
      const isInside = place.x >= zone.x - 1 && place.x + place.size <= zone.x + zone.w + 1;
      assert.ok(isInside, `${block.key} in ${block.zone}, ${where}`);
    }
  });
});

test("from a tablet up everything is within the window", () => {
  everyLayout((scene, layout, width, height, where) => {
    if (width < 800) return;
    for (const zone of layout.zones.values()) {
      assert.ok(zone.x >= 0 && zone.x + zone.w <= width + 0.5, `${zone.id} across, ${where}`);
      assert.ok(zone.y >= 0 && zone.y + zone.h <= height + 0.5, `${zone.id} down, ${where}`);
    }
  });
});

test("a larger window never makes smaller blocks", () => {
  for (const name of FIGHTS) {
    const model = modelOf(name);
    const scene = readScene(model, model.log);
    const sizes = [[700, 500], [900, 600], [1100, 700], [1300, 800]].map(([width, height]) => layOut(scene, width, height).size);
    assert.deepEqual(sizes, [...sizes].sort((a, b) => a - b), name);
  }
});

test("on a phone every block is large enough for a thumb, and more height never costs it that", () => {
  for (const name of FIGHTS) {
    const model = modelOf(name);
    const scene = readScene(model, model.log);
    let most = 0;
    for (let height = 380; height <= 700; height += 4) {
      const { size } = layOut(scene, 390, height);
      const where = `${name} at 390x${height}`;
      assert.ok(size >= 40, `${size} in ${where}`);
      assert.ok(size >= Math.min(most, 44) && size * 1.06 >= most, `${size} after ${most} in ${where}`);
      most = Math.max(most, size);
    }
  }
});

test("where the window is too low the field is higher than it, and everything lies within the field", () => {
  let tall = 0;
  everyLayout((scene, layout, width, height, where) => {
    assert.ok(layout.height >= height, where);
    assert.ok(layout.size >= 40, `${layout.size} in ${where}`);
    tall += Number(layout.height > height);
    for (const place of layout.places.values()) assert.ok(place.y >= 0 && place.y + place.size <= layout.height + 1, where);
  });
  assert.ok(tall > 20, `${tall}`);
});

test("what a field looked like before it keeps, as long as everybody finds room", () => {
  const model = modelOf("battle");
  const scene = readScene(model, model.log);
  const before = layOut(scene, 390, 460);
  const fewer = { ...scene, blocks: scene.blocks.slice(0, 2), posts: [] };
  assert.notDeepEqual([layOut(fewer, 390, 460).size, layOut(fewer, 390, 460).shape], [before.size, before.shape]);
  const after = layOut(fewer, 390, 460, before);
  assert.deepEqual([after.size, after.shape], [before.size, before.shape]);
  assert.ok(layOut(scene, 300, 560, before).size >= 40); // too narrow for it: laid out anew
});

test("a farm or a hill of the enemy is drawn whoever stands there unseen", () => {
  const model = modelOf("deployment");
  const scene = readScene(model, model.log);
  scene.terrain = [{ area: "enemy-centre", kind: "farm", holder: null }];
  scene.blocks.push({ ...scene.blocks.find((block) => !block.unit), key: "back", zone: "enemy-centre", owner: "enemy" });
  assert.deepEqual(layOut(scene, 900, 600).slots.map((slot) => slot.area), ["enemy-centre"]);
});

test("who waits at a sign-post keeps his place when another has come up", () => {
  const model = modelOf("reinforcement");
  const before = readScene(model, model.log);
  const waiting = before.blocks.filter((block) => block.zone.startsWith("post:"));
  const one = waiting.find((block) => waiting.filter(({ zone }) => zone === block.zone).length > 1);
  const town = one.zone.slice(5);
  const came = { ...model.log.at(-1), kind: "reinforced", side: before.side, town, unit: one.unit };
  const view = { ...model.view, units: model.view.units.map((unit) => (unit.id === one.unit ? { ...unit, town: model.town } : unit)) };
  const after = readScene({ ...model, view }, [...model.log, came]);
  const [was, is] = [layOut(before, 1000, 700), layOut(after, 1000, 700)];
  const others = waiting.filter((block) => block.zone === one.zone && block !== one);
  for (const { key, zone } of others) {
    assert.ok(is.places.has(key));
    assert.equal(is.places.get(key).x - is.zones.get(zone).x, was.places.get(key).x - was.zones.get(zone).x);
  }
});
