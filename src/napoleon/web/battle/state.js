/**
 * What the battle screen knows: the scene, what is in hand, and what was sent. Every change is a
 * function from one state to the next; what is drawn follows from the state alone.
 */

import { likelyMove, likelyShot, targetsOf } from "./actions.js";

/** @import { TerrainKind } from "../lib/types.js" */
/** @import { Targets } from "./actions.js" */
/** @import { Block, Offer, Scene } from "./scene.js" */

/** @typedef {{unit: string}|{kind: TerrainKind}|{key: string}} Picked - a unit or terrain in hand, or hidden blocks that are looked at */
/**
 * @typedef {object} BattleState
 * @property {Scene} scene - what is on the screen
 * @property {Scene} next - the newest scene: the same, but while motion plays what led to it
 * @property {boolean} isBusy - motion is being played
 * @property {Picked|null} picked
 * @property {string|null} verb - only the targets of this verb are lit, after its button
 * @property {boolean} isEnding - the end of the step was asked for while units can still act
 * @property {boolean} isPending - something was sent, and not answered yet
 * @property {string|null} keep - the unit that was sent: it stays in hand if it may go on
 * @property {string} news - what happens just now, in words
 * @property {string} last - the last that was told of this town
 */
/**
 * What a tap means: do this, ask why not, take this in hand, or go to a town on the map.
 * @typedef {{act: Offer}|{why: string}|{choose: Picked|null}|{town: string}|null} Command
 */

export const LEAVING = new Set(["retreat", "rout", "withdraw"]);
const AT_ONCE = new Set(["lose", "fallback", "reinforce"]); // a second tap on the unit itself does it
const LEAST = new Set(["retreat", "swap"]); // what a unit can do that needs no asking for
/** @type {Targets} */
const NONE = { zones: new Map(), units: new Map(), slot: null };

// --- Looking at it

/** @type {(picked: Picked|null) => string|null} */
export const unitIn = (picked) => (picked && "unit" in picked ? picked.unit : null);
/** @type {(picked: Picked|null) => TerrainKind|null} */
export const terrainIn = (picked) => (picked && "kind" in picked ? picked.kind : null);

/**
 * A unit on the field.
 * @param {Scene} scene
 * @param {string|null|undefined} unit
 */
export function findUnit(scene, unit) {
  return (unit && scene.blocks.find((block) => block.unit === unit)) || null;
}

/**
 * The block in hand, or that is looked at.
 * @param {BattleState} state
 */
export function pickedBlock({ scene, picked }) {
  if (!picked || "kind" in picked) return null;
  return "unit" in picked ? findUnit(scene, picked.unit) : scene.blocks.find((block) => block.key === picked.key) || null;
}

/**
 * @param {Scene} scene
 * @param {Block} block
 * @returns {Offer[]}
 */
export function offersOf(scene, block) {
  return (block.unit && scene.byUnit.get(block.unit)) || [];
}

/**
 * Whether a unit can do something other than leave.
 * @param {Scene} scene
 * @param {string} unit
 */
export function isWorthAsking(scene, unit) {
  return (scene.byUnit.get(unit) || []).some((offer) => !LEAST.has(offer.verb));
}

/**
 * The units that can still do something.
 * @param {Scene} scene
 */
export function idleUnits(scene) {
  return [...scene.byUnit.keys()].filter((unit) => isWorthAsking(scene, unit));
}

/**
 * What the thing in hand may be tapped on to.
 * @param {BattleState} state
 * @returns {Targets}
 */
export function targetsNow(state) {
  const { scene, picked, verb, isBusy } = state;
  if (!picked || isBusy) return NONE;
  const kind = terrainIn(picked);
  if (kind) {
    const laying = scene.offers.filter((offer) => offer.verb === "terrain" && offer.kind === kind);
    return { ...NONE, zones: new Map(laying.map((offer) => [offer.to || "", offer])) };
  }
  const block = findUnit(scene, unitIn(picked));
  return block ? targetsOf(scene, block, offersOf(scene, block).filter((offer) => !verb || offer.verb === verb)) : NONE;
}

// --- What comes in

/**
 * The screen of a fight that was not there before.
 * @param {Scene} scene
 * @param {string} last
 * @returns {BattleState}
 */
export function openFight(scene, last) {
  return settle({
    scene, next: scene, isBusy: false, picked: null, verb: null, isEnding: false, isPending: false, keep: null, news: "", last,
  });
}

/**
 * A newer scene is here; it is on the screen only once it is settled.
 * @param {BattleState} state
 * @param {Scene} next
 * @param {string} last
 * @returns {BattleState}
 */
export function receive(state, next, last) {
  return { ...state, next, last, isPending: false };
}

/**
 * Motion begins: it changes a copy of the scene, in which nothing can be done.
 * @param {BattleState} state
 * @returns {BattleState}
 */
export function beginMotion(state) {
  const { scene } = state;
  return {
    ...state, isBusy: true, picked: null, verb: null, isEnding: false, news: "",
    scene: {
      ...scene, blocks: scene.blocks.map((block) => ({ ...block, marks: [...block.marks] })), posts: scene.posts.map((post) => ({ ...post })), gone: new Map(scene.gone), losses: structuredClone(scene.losses),
      offers: [], byUnit: new Map(), end: null, canAct: false, canUndo: false,
    },
  };
}

/**
 * Show the newest scene, whatever was being played. Who may go on stays in hand.
 * @param {BattleState} state
 * @returns {BattleState}
 */
export function settle(state) {
  return { ...state, scene: state.next, isBusy: false, verb: null, isEnding: false, keep: null, picked: inHand(state) };
}

/**
 * What is in hand when a scene settles.
 * @param {BattleState} state
 * @returns {Picked|null}
 */
function inHand({ next: scene, keep, picked }) {
  if (keep && scene.byUnit.has(keep) && isWorthAsking(scene, keep)) return { unit: keep };
  const [unit, kind] = [unitIn(picked), terrainIn(picked)];
  const isGone = keep || (unit && !findUnit(scene, unit)) || (kind && !scene.hand.includes(kind));
  if (picked && !isGone) return picked;
  if (scene.stage === "terrain" && scene.canAct && scene.hand.length) return { kind: scene.hand[0] };
  // The only one who has to go is in hand at once: his roads are lit.
  const [only] = scene.byUnit.keys();
  return LEAVING.has(scene.stage) && scene.canAct && scene.byUnit.size === 1 ? { unit: only } : null;
}

// --- What is done

/**
 * @param {BattleState} state
 * @param {Picked|null} picked
 * @returns {BattleState}
 */
export function choose(state, picked) {
  return { ...state, picked, verb: null, isEnding: false };
}

/**
 * Something is sent to the server.
 * @param {BattleState} state
 * @param {Offer|null} offer - null: a question that names no action
 * @returns {BattleState}
 */
export function send(state, offer) {
  return {
    ...state, isPending: true, verb: null, isEnding: false, keep: (offer?.verb === "move" && offer.unit) || null,
    picked: offer?.verb === "terrain" ? state.picked : null,
  };
}

/**
 * One step back: from the targets of a verb, from the question, from the unit in hand.
 * @param {BattleState} state
 * @returns {BattleState}
 */
export function letGo(state) {
  const isDeeper = state.verb || state.isEnding;
  return { ...state, verb: null, isEnding: false, picked: isDeeper ? state.picked : null };
}

// --- What a tap means

/**
 * @param {BattleState} state
 * @param {string} key
 * @returns {Command}
 */
export function tapBlock(state, key) {
  const { scene, picked } = state;
  const block = scene.blocks.find((one) => one.key === key);
  if (!block) return null;
  const targets = targetsNow(state);
  const target = targets.units.get(key);
  if (target) return { act: target };
  const offers = offersOf(scene, block);
  const reveal = offers.find((offer) => offer.verb === "reveal");
  if (reveal) return { act: reveal };
  if (terrainIn(picked)) return tapZone(state, block.zone);
  const chosen = findUnit(scene, unitIn(picked));
  if (chosen && chosen.key === key) return offers.length === 1 && AT_ONCE.has(offers[0].verb) ? { act: offers[0] } : { choose: null };
  const isArmed = chosen?.unit && chosen.owner === "own" && scene.byUnit.has(chosen.unit);
  const ground = targets.zones.get(block.zone);
  if (isArmed && block.owner === "enemy") {
    // The ground under him may be where the unit may go.
    return ground?.verb === "move" ? { act: ground } : ask(state, likelyShot(scene, chosen, block));
  }
  if (isArmed && !offers.length && ground) return { act: ground };
  return { choose: block.unit ? { unit: block.unit } : { key } };
}

/**
 * @param {BattleState} state
 * @param {string} id
 * @returns {Command}
 */
export function tapZone(state, id) {
  const { scene, picked } = state;
  const target = targetsNow(state).zones.get(id);
  if (target) return { act: target };
  const kind = terrainIn(picked);
  if (kind) return ask(state, `terrain ${kind} ${id}`);
  const chosen = findUnit(scene, unitIn(picked));
  if (chosen && chosen.owner === "own" && scene.canAct && !chosen.isAlly && chosen.zone !== id) {
    const action = likelyMove(scene, chosen, id);
    if (action) return ask(state, action);
  }
  const leaver = LEAVING.has(scene.stage) && !chosen && scene.offers.find((offer) => offer.verb === "retreat" && `post:${offer.to}` === id);
  if (leaver && leaver.unit) return { choose: { unit: leaver.unit } };
  if (id.startsWith("post:") && !chosen) return { town: id.slice(5) };
  return { choose: null };
}

/**
 * @param {BattleState} state
 * @param {string|null} action
 * @returns {Command}
 */
function ask({ scene }, action) {
  return action && scene.canAct ? { why: action } : null;
}
