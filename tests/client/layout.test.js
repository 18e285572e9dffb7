import assert from "node:assert/strict";
import { test } from "node:test";

import { layOut } from "../../src/napoleon/web/battle/layout.js";
import { readScene } from "../../src/napoleon/web/battle/scene.js";
import { FIGHTS, modelOf } from "./data.js";

// Windows of the field itself: a desk, a tablet, phones.
const SIZES = [[1920, 900], [1280, 620], [930, 560], [820, 900], [390, 560], [360, 480]];

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
      if (height >= 450) assert.ok(size >= 40, `${size} in ${where}`);
      assert.ok(size >= Math.min(most, 44) && size * 1.06 >= most, `${size} after ${most} in ${where}`);
      most = Math.max(most, size);
    }
  }
});
