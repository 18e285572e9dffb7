import assert from "node:assert/strict";
import { test } from "node:test";

import { byVerb, describe, targetsOf } from "../../src/napoleon/web/battle/actions.js";
import { areaFor, FACING, parseOffer, readScene } from "../../src/napoleon/web/battle/scene.js";
import { FIGHTS, modelOf, SCENES } from "./data.js";

const SEATS = ["french", "allied", "spectator"];

function everyScene(check) {
  for (const name of FIGHTS) {
    for (const seat of SEATS) {
      const model = modelOf(name, seat);
      check(readScene(model, model.log), model, `${name} as ${seat}`);
    }
  }
}

test("areas that face each other do so both ways", () => {
  for (const [zone, other] of Object.entries(FACING)) assert.equal(FACING[other], zone);
});

test("an area of an event is named from where one sits", () => {
  assert.equal(areaFor("french", "french left"), "left");
  assert.equal(areaFor("allied", "french left"), "enemy-left");
  assert.equal(areaFor("french", null), null);
});

test("an offer is read into its parts", () => {
  assert.deepEqual(parseOffer("move FR-N centre"), { verb: "move", unit: "FR-N", to: "centre", text: "move FR-N centre" });
  assert.deepEqual(parseOffer("terrain hill left"), { verb: "terrain", kind: "hill", to: "left", text: "terrain hill left" });
  assert.deepEqual(parseOffer("draw 2"), { verb: "draw", number: 2, text: "draw 2" });
});

test("every unit and every hidden block on the field is in the scene, once", () => {
  everyScene((scene, { view, town }, where) => {
    const keys = scene.blocks.map((block) => block.key);
    assert.equal(new Set(keys).size, keys.length, where);
    const battle = view.battles.find((one) => one.town === town);
    if (battle?.status !== "fighting") return;
    const there = scene.blocks.filter((block) => !block.zone.startsWith("post:"));
    const count = (owner) => there.filter((block) => block.owner === owner).reduce((sum, block) => sum + block.count, 0);
    const sum = (blocks) => blocks.reduce((all, block) => all + block.count, 0);
    assert.equal(count("own"), sum(battle.own), where);
    assert.equal(count("enemy"), sum(battle.enemy), where);
  });
});

test("who stands in the town is in the scene, drawn up or not", () => {
  for (const name of ["skirmish", "deployment", "regroup"]) {
    for (const seat of SEATS) {
      const model = modelOf(name, seat);
      const scene = readScene(model, model.log);
      const own = model.view.units.filter((unit) => unit.town === model.town).length;
      const others = model.view.blocks.filter((blocks) => blocks.town === model.town).reduce((sum, blocks) => sum + blocks.count, 0);
      const drawn = scene.blocks.filter((block) => !block.zone.startsWith("post:")).reduce((sum, block) => sum + block.count, 0);
      assert.equal(drawn, own + others, `${name} as ${seat}`);
    }
  }
});

test("each offer of a unit is found under that unit", () => {
  for (const name of FIGHTS) {
    const model = modelOf(name);
    const scene = readScene(model, model.log);
    const found = [...scene.byUnit.values()].flat().map((offer) => offer.text);
    const named = model.offers.filter((text) => !/^(end|draw|terrain|battle|skirmish)\b/.test(text));
    assert.deepEqual(found.sort(), named.sort(), name);
    for (const unit of scene.byUnit.keys()) assert.ok(scene.blocks.some((block) => block.unit === unit), `${unit} in ${name}`);
  }
});

test("each offer of a unit can be had by a button, and those with a goal by a tap on it", () => {
  for (const name of FIGHTS) {
    const model = modelOf(name);
    const scene = readScene(model, model.log);
    for (const [unit, offers] of scene.byUnit) {
      const block = scene.blocks.find((one) => one.unit === unit);
      assert.deepEqual([...byVerb(offers).values()].flat().length, offers.length, `${unit} in ${name}`);
      for (const offer of offers) assert.notEqual(describe(scene, offer, block).label, offer.verb, offer.text);
      const { zones, units, slot } = targetsOf(scene, block, offers);
      for (const offer of offers) {
        if (["move", "deploy", "retreat", "regroup"].includes(offer.verb)) assert.ok([...zones.values()].includes(offer), offer.text);
        if (["fire", "bombard", "shelter"].includes(offer.verb)) assert.ok([...units.values()].includes(offer), offer.text);
        if (offer.verb === "occupy") assert.ok(slot, offer.text);
      }
    }
  }
});

test("nobody who watches is offered anything", () => {
  for (const name of FIGHTS) {
    for (const seat of SEATS.filter((one) => one !== SCENES[name].to_act)) {
      const model = modelOf(name, seat);
      const scene = readScene(model, model.log);
      assert.equal(scene.canAct, false);
      assert.equal(scene.byUnit.size, 0);
    }
  }
});

test("all roads by which somebody may leave have a sign-post", () => {
  for (const name of ["rout", "retreat", "withdrawal", "regroup"]) {
    const model = modelOf(name);
    const scene = readScene(model, model.log);
    const posts = new Set(scene.posts.map((post) => post.town));
    for (const offer of scene.offers) {
      if (offer.verb === "retreat" || (offer.verb === "regroup" && offer.to !== scene.town)) assert.ok(posts.has(offer.to), offer.text);
    }
  }
});
