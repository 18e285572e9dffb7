/**
 * A fight as the screen needs it, read from the view, the offers and the log. Nothing here knows a
 * rule: what may be done is what the offers name, what is drawn is what the view says.
 */

import { townName } from "../lib/names.js";

/** @import { Army, BattleView, Blocks, Board, Card, GameEvent, Ground, OwnUnit, Seat, Side, TerrainKind, Town, View } from "../lib/types.js" */

/** @typedef {"own"|"enemy"} Owner */
/** @typedef {Record<Side, {points: number, units: number}>} Losses - points of strength, and units among them that are no more */
/**
 * An offer in its parts; `to` is an area, a town or a square.
 * @typedef {{verb: string, text: string, unit?: string, to?: string, kind?: TerrainKind, number?: number}} Offer
 */
/**
 * A unit in view, or hidden blocks of an army; `zone` is where it stands on the screen.
 * @typedef {object} Block
 * @property {string} key
 * @property {Owner} owner
 * @property {string|null} unit
 * @property {Card|null} card
 * @property {Army} army
 * @property {string} zone
 * @property {number} count
 * @property {number} strength
 * @property {string[]} marks
 * @property {string|null} host - the unit in whose square it shelters
 * @property {boolean} isAlly
 * @property {number} order
 */
/**
 * A road that leaves the field, with a sign-post.
 * @typedef {object} Post
 * @property {string} town
 * @property {string} zone
 * @property {string} name
 * @property {Owner} owner
 * @property {boolean} isMain
 * @property {number} limit - of units in a battle turn
 * @property {number} used
 * @property {number} count - blocks that wait there
 * @property {{x: number, y: number}} bearing
 */
/**
 * Everything that the screen shows of one fight.
 * @typedef {object} Scene
 * @property {string} town
 * @property {string} name
 * @property {"field"|"skirmish"|"waiting"|"crossroads"|"over"} kind
 * @property {Side} side - from which it is seen
 * @property {Seat|null} seat
 * @property {boolean} isSeat - somebody plays here, nobody just watches
 * @property {Board} board
 * @property {BattleView|null} battle
 * @property {string} stage - what is being decided here; "" if the decision is elsewhere
 * @property {boolean} isHere
 * @property {Offer[]} offers
 * @property {Map<string, Offer[]>} byUnit
 * @property {Offer|null} end
 * @property {boolean} canAct
 * @property {boolean} canUndo
 * @property {number} hits - to be taken
 * @property {TerrainKind[]} hand - terrain to be laid
 * @property {Side|null} attacker
 * @property {number} round
 * @property {Side|null} turnSide - whose battle turn it is
 * @property {Ground[]} terrain
 * @property {[number, number, number]} crossed - units over the stream of each column
 * @property {Block[]} blocks
 * @property {Post[]} posts
 * @property {Map<string, string[]>} gone - units that have come up from a sign-post in this battle turn: their places stay free
 * @property {Record<string, number>} powers - what a die must not pass in each shot that is offered
 * @property {boolean} isShown - both have shown who skirmishes
 * @property {(string|null)[]} line - who was chosen for the skirmish, each in his place, as long as it is not shown
 * @property {Losses} losses - in this fight, as far as they were seen
 */
/**
 * What the table hands to the battle screen.
 * @typedef {object} BattleModel
 * @property {View} view
 * @property {string[]} offers
 * @property {Record<string, number>} [powers]
 * @property {string} town
 * @property {Seat|null} seat
 * @property {Board} board
 * @property {boolean} canAct
 * @property {GameEvent[]} events - since the last time
 * @property {GameEvent[]} log - all that the seat has seen, oldest first
 */

export const FRONT = ["left", "centre", "right"];
/**
 * My left faces his right: columns from the viewer's left, as the enemy names them.
 * @type {Record<string, string>}
 */
export const FACING = {
  "left": "enemy-right", "centre": "enemy-centre", "right": "enemy-left",
  "enemy-right": "left", "enemy-centre": "centre", "enemy-left": "right",
};
/** @type {Record<string, number>} */
export const COLUMN = {
  "left": 0, "centre": 1, "right": 2, "enemy-right": 0, "enemy-centre": 1, "enemy-left": 2,
};

/**
 * @param {string} text
 * @returns {Offer}
 */
export function parseOffer(text) {
  const [verb, first, second] = text.split(" ");
  if (verb === "terrain") return { verb, kind: /** @type {TerrainKind} */ (first), to: second, text };
  if (verb === "draw") return { verb, number: Number(first), text };
  if (verb === "battle" || verb === "skirmish") return { verb, to: first, text };
  return { verb, unit: first, to: second, text };
}

/** @type {(seat: Seat|null|undefined) => Side} Which side a seat looks from; whoever watches sits with the French. */
export const sideOf = (seat) => (!seat || seat === "french" ? "french" : "allied");

/**
 * An area of an event ("french left") as the viewer names it.
 * @param {Side} side
 * @param {string|null|undefined} text
 */
export function areaFor(side, text) {
  if (!text) return null;
  const [owner, name] = text.split(" ");
  return owner === side ? name : `enemy-${name}`;
}

/**
 * The log of a town since a fight, or a step of it, began.
 * @param {GameEvent[]} log
 * @param {string} town
 * @param {string[]} kinds - with which it begins
 */
function since(log, town, kinds) {
  const from = log.findLastIndex((event) => event.town === town && kinds.includes(event.kind));
  return from < 0 ? [] : log.slice(from);
}

/**
 * Everything that the screen shows of one fight.
 * @param {BattleModel} model
 * @param {GameEvent[]} log
 * @param {Scene|null} [before] - of the same fight: who and what stood there keeps its place
 * @returns {Scene}
 */
export function readScene({ view, town, board, seat, canAct, offers: texts, powers = {} }, log, before = null) {
  const isHere = view.town === town;
  const battle = view.battles.find((fight) => fight.town === town) || null;
  const stage = isHere ? view.stage : "";
  const offers = (canAct ? texts : []).map(parseOffer).filter((offer) => isHere || offer.to === town);
  /** @type {Map<string, Offer[]>} */
  const byUnit = new Map();
  for (const offer of offers) if (offer.unit) byUnit.set(offer.unit, [...(byUnit.get(offer.unit) || []), offer]);
  /** @type {Scene} */
  const scene = {
    town, board, battle, stage, isHere, offers, byUnit, powers,
    name: townName(town),
    kind: kindOf(battle, stage, log, town),
    side: sideOf(view.seat ?? seat),
    seat: view.seat ?? seat,
    isSeat: Boolean(view.seat ?? seat),
    end: offers.find((offer) => offer.verb === "end") || null,
    canAct: offers.length > 0,
    canUndo: view.can_undo && isHere && canAct,
    hits: isHere ? view.hits : 0,
    hand: isHere ? view.hand : [],
    attacker: battle ? battle.attacker : null,
    round: battle ? battle.round : 0,
    turnSide: battle?.side ?? since(log, town, ["battle-turn-began"])[0]?.side ?? null,
    terrain: battle ? battle.terrain : [],
    crossed: [battle?.crossings.left || 0, battle?.crossings.centre || 0, battle?.crossings.right || 0],
    blocks: [],
    posts: [],
    gone: new Map(),
    isShown: false,
    line: [],
    losses: countLosses(since(log, town, ["battle-began", "skirmish-began"])),
  };
  if (battle && scene.kind === "field") readField(scene, battle, view);
  else if (scene.kind === "skirmish" || scene.kind === "waiting") readSkirmish(scene, view, log);
  else readTown(scene, view);
  const kept = before?.town === town && before.kind === scene.kind ? before : null;
  if (scene.kind === "skirmish" && !scene.isShown) scene.line = readLine(scene, kept?.line ?? []);
  readPosts(scene, view, log, new Set(kept?.posts.map((post) => post.town)));
  scene.blocks.sort((a, b) => a.order - b.order);
  return scene;
}

/**
 * What both sides have lost.
 * @param {GameEvent[]} events
 * @returns {Losses}
 */
function countLosses(events) {
  const losses = noLosses();
  for (const event of events) addLoss(losses, event);
  return losses;
}

/** @type {() => Losses} */
const noLosses = () => ({ french: { points: 0, units: 0 }, allied: { points: 0, units: 0 } });

/**
 * @param {Losses} losses
 * @param {GameEvent} event
 */
export function addLoss(losses, { kind, side, amount = 0 }) {
  if (!side) return;
  if (kind === "strength-lost") losses[side].points += amount;
  if (kind === "eliminated") losses[side].units += 1;
}

/**
 * Whom the player deployed himself, and the last, who had no choice and followed by himself; nobody where all were sent at once.
 * @param {GameEvent[]} events
 * @param {Side} side
 */
export function deployedIn(events, side) {
  const [sent = null, follower = null, ...more] = events.filter((event) => event.kind === "deployed" && event.side === side);
  return more.length ? { sent: null, follower: null } : { sent, follower };
}

/**
 * @param {BattleView|null} battle
 * @param {string} stage
 * @param {GameEvent[]} log
 * @param {string} town
 * @returns {Scene["kind"]}
 */
function kindOf(battle, stage, log, town) {
  if (stage === "regroup") return "crossroads";
  if (!battle) return "over";
  if (battle.status !== "pending") return "field";
  if (stage === "reveal" || stage === "lose" || stage === "retreat") return "skirmish";
  // A skirmish that has begun and waits for the other side.
  return since(log, town, ["skirmish-began", "fight-won", "turn-began"])[0]?.kind === "skirmish-began" ? "skirmish" : "waiting";
}

// --- Who stands where

/** @type {Record<string, number>} */
const TYPE_ORDER = { "leader": 4, "infantry": 0, "heavy-cavalry": 1, "light-cavalry": 1, "horse-artillery": 2, "foot-artillery": 3 };
const HIDDEN_ORDER = 6;

/**
 * A unit in view.
 * @param {Board} board
 * @param {Owner} owner
 * @param {string} zone
 * @param {{unit: string, strength?: number|null, marks?: string[]|null, ally?: boolean}} unit
 * @returns {Block}
 */
export function unitBlock(board, owner, zone, { unit, strength, marks, ally }) {
  const card = board.unit(unit);
  const host = marks?.find((mark) => mark.startsWith("in:"));
  return {
    key: unit, owner, unit, card, army: card.army, zone, count: 1, strength: strength ?? card.strength, marks: marks || [],
    host: host ? host.slice(3) : null, isAlly: Boolean(ally), order: TYPE_ORDER[card.type],
  };
}

/**
 * Hidden blocks of an army.
 * @param {Owner} owner
 * @param {string} zone
 * @param {Army} army
 * @param {number} count
 * @returns {Block}
 */
export function hiddenBlock(owner, zone, army, count) {
  return {
    key: `back:${army}:${zone}`, owner, unit: null, card: null, army, zone, count, strength: 0, marks: [],
    host: null, isAlly: false, order: HIDDEN_ORDER,
  };
}

/**
 * @param {Scene} scene
 * @param {string} zone
 * @param {OwnUnit} unit
 */
function addOwn(scene, zone, unit) {
  scene.blocks.push(unitBlock(scene.board, "own", zone, { ...unit, unit: unit.id }));
}

/** @type {(scene: Scene, army: Army) => Owner} */
const ownerOf = (scene, army) => ((army === "french") === (scene.side === "french") ? "own" : "enemy");

/** @type {(blocks: {army: Army, count: number}[], army: Army) => number} */
const countOf = (blocks, army) => blocks.reduce((sum, block) => sum + (block.army === army ? block.count : 0), 0);

/**
 * @param {Scene} scene
 * @param {BattleView} battle
 * @param {View} view
 */
function readField(scene, battle, view) {
  for (const [owner, blocks] of /** @type {const} */ ([["own", battle.own], ["enemy", battle.enemy]])) {
    for (const { unit, area, army, count, strength, marks } of blocks) {
      scene.blocks.push(unit ? unitBlock(scene.board, owner, area, { unit, strength, marks }) : hiddenBlock(owner, area, army, count));
    }
  }
  if (battle.status !== "setting-up") return;
  // Not yet drawn up: my units in the tray, his as so many blocks.
  const here = new Set(battle.own.map((block) => block.unit));
  for (const unit of view.units) if (unit.town === scene.town && !here.has(unit.id)) addOwn(scene, "tray", unit);
  for (const { town, army, count } of view.blocks) {
    if (town !== scene.town) continue;
    const owner = ownerOf(scene, army);
    const left = count - countOf(owner === "own" ? battle.own : battle.enemy, army);
    if (left > 0) scene.blocks.push(hiddenBlock(owner, owner === "own" ? "tray" : "enemy-tray", army, left));
  }
}

/**
 * @param {Scene} scene
 * @param {View} view
 * @param {GameEvent[]} log
 */
function readSkirmish(scene, view, log) {
  const { town, board } = scene;
  const shown = readShown(town, log);
  const front = new Set([...view.revealed, ...shown.keys()]);
  for (const unit of view.units) if (unit.town === town) addOwn(scene, front.has(unit.id) ? "front" : "rear", unit);
  for (const { town: where, army, count } of view.blocks) {
    if (where !== town) continue;
    const owner = ownerOf(scene, army);
    const prefix = owner === "own" ? "" : "enemy-";
    const seen = [...shown].filter(([unit]) => board.unit(unit).army === army);
    for (const [unit, strength] of seen) scene.blocks.push(unitBlock(board, owner, `${prefix}front`, { unit, strength }));
    if (count > seen.length) scene.blocks.push(hiddenBlock(owner, `${prefix}rear`, army, count - seen.length));
  }
  scene.isShown = shown.size > 0;
}

/**
 * The places of the skirmish line: who is added takes the first that is free, and nobody moves.
 * @param {Scene} scene
 * @param {(string|null)[]} before
 */
function readLine({ blocks, board }, before) {
  const chosen = blocks.flatMap((block) => (block.zone === "front" && block.unit ? block.unit : []));
  const line = Array.from({ length: board.data.limits.skirmish }, (_, n) => chosen.find((unit) => unit === before[n]) ?? null);
  for (const unit of chosen.filter((one) => !line.includes(one))) line[line.indexOf(null)] = unit;
  return line;
}

/**
 * The units that have shown themselves in a skirmish, with their strength.
 * @param {string} town
 * @param {GameEvent[]} log
 */
function readShown(town, log) {
  /** @type {Map<string, number>} */
  const shown = new Map();
  for (const event of since(log, town, ["skirmish-began"])) {
    if (event.town !== town || !event.unit) continue;
    const strength = shown.get(event.unit);
    if (event.kind === "shown") shown.set(event.unit, event.amount ?? 0);
    else if (event.kind === "strength-lost" && strength !== undefined) shown.set(event.unit, event.strength_left ?? strength - (event.amount ?? 0));
    else if (event.kind === "eliminated" || event.kind === "retreated") shown.delete(event.unit);
  }
  return shown;
}

/**
 * @param {Scene} scene
 * @param {View} view
 */
function readTown(scene, view) {
  for (const unit of view.units) if (unit.town === scene.town) addOwn(scene, "town", unit);
  for (const { town, army, count } of view.blocks) {
    if (town === scene.town) scene.blocks.push(hiddenBlock(ownerOf(scene, army), "town", army, count));
  }
}

// --- Sign-posts

/**
 * The roads that leave the field, with a sign-post at each: those where the enemy stands lie behind
 * his line, the others behind ours. Those that were there stay, whatever is decided just now.
 * @param {Scene} scene
 * @param {View} view
 * @param {GameEvent[]} log
 * @param {Set<string>} before
 */
function readPosts(scene, view, log, before) {
  const { town, board, battle } = scene;
  const named = new Set(scene.offers.filter((offer) => offer.verb === "retreat" || offer.verb === "regroup").map((offer) => offer.to));
  const isAttacker = scene.attacker === scene.side;
  const isOpen = scene.kind === "crossroads" || scene.kind === "over";
  const regrouped = scene.kind === "crossroads" ? countRegrouped(town, since(log, town, ["fight-won"])) : null;
  const came = since(log, town, ["battle-turn-began"]).filter((event) => event.kind === "reinforced" && event.side === scene.side);
  for (const { town: other, road } of board.neighbours(town)) {
    const friends = view.units.filter((unit) => unit.town === other);
    const there = view.blocks.filter((blocks) => blocks.town === other);
    const hostile = sum(there.filter((blocks) => ownerOf(scene, blocks.army) === "enemy"));
    const count = friends.length || (scene.isSeat ? 0 : sum(there.filter((blocks) => ownerOf(scene, blocks.army) === "own")));
    const isOrigin = Boolean(battle?.origins.includes(other));
    /** @type {Owner} */
    const owner = hostile || (isOrigin && !isAttacker && !count) ? "enemy" : "own";
    const isUseful = count || hostile || isOrigin || named.has(other) || before.has(other) || (owner === "own" && battle?.status === "fighting" && !isAttacker);
    if (!isUseful && !isOpen) continue;
    const zone = `post:${other}`;
    scene.posts.push({
      town: other, zone, owner,
      name: townName(other),
      isMain: road.isMain,
      limit: road.battle_limit,
      used: regrouped ? regrouped.get(other) || 0 : Math.max(battle?.retreated[road.id] || 0, battle?.reinforced[road.id] || 0),
      count: owner === "enemy" ? hostile : count,
      bearing: bearing(board.town(town), board.town(other)),
    });
    if (scene.stage === "reinforce") readWaiting(scene, zone, friends, came.filter((event) => event.town === other));
    else if (scene.kind === "crossroads") for (const unit of friends) addOwn(scene, zone, unit);
  }
  scene.posts.sort((a, b) => a.bearing.x - b.bearing.x);
}

/**
 * Those who may come up from a sign-post, and those who wait beside them as long as anybody may: nobody loses his place.
 * @param {Scene} scene
 * @param {string} zone
 * @param {OwnUnit[]} friends
 * @param {GameEvent[]} came
 */
function readWaiting(scene, zone, friends, came) {
  if (!came.length && !friends.some((unit) => scene.byUnit.has(unit.id))) return;
  for (const unit of friends) addOwn(scene, zone, unit);
  scene.gone.set(zone, came.flatMap((event) => event.unit || []));
}

/** @type {(blocks: Blocks[]) => number} */
const sum = (blocks) => blocks.reduce((all, one) => all + one.count, 0);

/**
 * Units that regrouped over each road, by the town at its other end.
 * @param {string} town
 * @param {GameEvent[]} events
 */
function countRegrouped(town, events) {
  /** @type {Map<string, number>} */
  const used = new Map();
  for (const event of events) {
    const far = event.kind === "regrouped" ? (event.town === town ? event.to : event.to === town ? event.town : null) : null;
    if (far) used.set(far, (used.get(far) || 0) + 1);
  }
  return used;
}

/**
 * @param {Town} from
 * @param {Town} to
 */
function bearing(from, to) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / far, y: (to.y - from.y) / far };
}
