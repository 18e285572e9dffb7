import assert from "node:assert/strict";
import { test } from "node:test";

import { readScene } from "../../src/napoleon/web/battle/scene.js";
import {
  beginMotion, choose, idleUnits, letGo, openFight, pickedBlock, receive, send, settle, tapBlock, tapZone, targetsNow, unitIn,
} from "../../src/napoleon/web/battle/state.js";
import { FIGHTS, modelOf } from "./data.js";

/** The screen of a fight as a seat sees it. */
function fightAt(name, seat) {
  const model = modelOf(name, seat);
  return openFight(readScene(model, model.log), "");
}

test("nothing is in hand at first, but terrain to lay and the only one who must go", () => {
  assert.equal(fightAt("battle").picked, null);
  assert.deepEqual(fightAt("terrain").picked, { kind: fightAt("terrain").scene.hand[0] });
  const retreat = fightAt("retreat");
  assert.equal(unitIn(retreat.picked), retreat.scene.byUnit.size === 1 ? [...retreat.scene.byUnit.keys()][0] : null);
});

test("a unit is taken in hand by a tap, and let go by a second", () => {
  const state = fightAt("battle");
  const [unit] = idleUnits(state.scene);
  const command = tapBlock(state, unit);
  assert.deepEqual(command, { choose: { unit } });
  const chosen = choose(state, command.choose);
  assert.equal(pickedBlock(chosen).unit, unit);
  assert.deepEqual(tapBlock(chosen, unit), { choose: null });
});

test("every lit area and target of a unit in hand does what is offered", () => {
  for (const name of FIGHTS) {
    const state = fightAt(name);
    for (const unit of state.scene.byUnit.keys()) {
      const chosen = choose(state, { unit });
      const { zones, units } = targetsNow(chosen);
      for (const [zone, offer] of zones) assert.deepEqual(tapZone(chosen, zone), { act: offer }, `${unit} ${zone} ${name}`);
      for (const [key, offer] of units) assert.deepEqual(tapBlock(chosen, key), { act: offer }, `${unit} ${key} ${name}`);
    }
  }
});

test("a dark area is asked about, and not by those who only watch", () => {
  const state = fightAt("battle");
  const [unit] = idleUnits(state.scene);
  const chosen = choose(state, { unit });
  const dark = ["left", "centre", "right", "reserve"].filter((zone) => !targetsNow(chosen).zones.has(zone) && pickedBlock(chosen).zone !== zone);
  for (const zone of dark) assert.deepEqual(tapZone(chosen, zone), { why: `move ${unit} ${zone}` });
  const watching = fightAt("battle", "spectator");
  assert.deepEqual(tapZone(watching, "left"), { choose: null });
});

test("a sign-post leads to its town, or picks who may leave by it", () => {
  const state = fightAt("battle");
  const [post] = state.scene.posts;
  assert.deepEqual(tapZone(state, post.zone), { town: post.town });
  const rout = fightAt("rout");
  const leaver = rout.scene.offers.find((offer) => offer.verb === "retreat");
  const free = { ...rout, picked: null };
  assert.ok("choose" in tapZone(free, `post:${leaver.to}`));
});

test("while motion plays nothing can be done, and the newest scene is untouched by it", () => {
  const state = choose(fightAt("battle"), { unit: idleUnits(fightAt("battle").scene)[0] });
  const busy = beginMotion(state);
  assert.equal(targetsNow(busy).zones.size, 0);
  assert.equal(busy.scene.byUnit.size, 0);
  busy.scene.blocks[0].marks.push("fired");
  busy.scene.blocks.pop();
  assert.deepEqual(busy.next, fightAt("battle").scene);
  assert.equal(settle(busy).scene, busy.next);
});

test("who was sent on stays in hand if there is more to do", () => {
  const state = fightAt("battle");
  const [unit] = idleUnits(state.scene);
  const sent = send(choose(state, { unit }), { verb: "move", unit, to: "reserve", text: `move ${unit} reserve` });
  assert.equal(sent.isPending, true);
  assert.deepEqual(settle(receive(sent, state.scene, "")).picked, { unit });
  assert.equal(settle(receive(sent, { ...state.scene, byUnit: new Map() }, "")).picked, null);
  assert.equal(receive(sent, state.scene, "").isPending, false);
});

test("Escape goes back one step at a time", () => {
  const state = choose(fightAt("battle"), { unit: idleUnits(fightAt("battle").scene)[0] });
  const verb = { ...state, verb: "move" };
  assert.deepEqual(letGo(verb).picked, state.picked);
  assert.equal(letGo(letGo(verb)).picked, null);
});
