/**
 * What is said of a fight: areas, marks and terrain, and the labels of everything that can be touched.
 */

import { faceWords } from "../lib/blocks.js";
import { t } from "../lib/i18n.js";
import { armyBlocks, shortName, terrainName, townName, typeName } from "../lib/names.js";
import { byVerb, describe } from "./actions.js";
import { FACING } from "./scene.js";

/** @import { TerrainKind } from "../lib/types.js" */
/** @import { Zone } from "./layout.js" */
/** @import { Block, Offer, Scene } from "./scene.js" */

const SIDED = new Set(["left", "centre", "right", "reserve", "front", "rear"]);

/**
 * An area, as a title over it.
 * @param {Scene} scene
 * @param {string} zone
 */
export function zoneTitle(scene, zone) {
  if (zone.startsWith("post:")) return townName(zone.slice(5));
  if (!scene.isSeat && SIDED.has(zone.replace("enemy-", ""))) return sidedTitle(zone);
  /** @type {Record<string, string>} */
  const words = {
    "left": t("Left"), "centre": t("Centre"), "right": t("Right"), "reserve": t("Reserve"),
    "enemy-left": t("Their left"), "enemy-centre": t("Their centre"), "enemy-right": t("Their right"), "enemy-reserve": t("Their reserve"),
    "tray": t("To deploy"), "enemy-tray": t("Not yet deployed"),
    "front": t("Skirmish line"), "rear": t("In support"), "enemy-front": t("Their skirmish line"), "enemy-rear": t("Their support"),
    "town": scene.name,
  };
  return words[zone] || zone;
}

/**
 * An area as those call it who only watch.
 * @param {string} zone
 */
function sidedTitle(zone) {
  /** @type {Record<string, string>} */
  const words = {
    "left": t("French left"), "centre": t("French centre"), "right": t("French right"), "reserve": t("French reserve"),
    "enemy-left": t("Allied left"), "enemy-centre": t("Allied centre"), "enemy-right": t("Allied right"), "enemy-reserve": t("Allied reserve"),
    "front": t("French skirmish line"), "rear": t("French support"), "enemy-front": t("Allied skirmish line"), "enemy-rear": t("Allied support"),
  };
  return words[zone];
}

/**
 * Where a unit stands, within a sentence.
 * @param {Scene} scene
 * @param {string} zone
 */
export function zonePhrase(scene, zone) {
  if (zone.startsWith("post:")) return t("at {town}", { town: townName(zone.slice(5)) });
  if (!scene.isSeat) return zoneTitle(scene, zone);
  /** @type {Record<string, string>} */
  const words = {
    "left": t("on the left"), "centre": t("in the centre"), "right": t("on the right"), "reserve": t("in reserve"),
    "enemy-left": t("on their left"), "enemy-centre": t("in their centre"), "enemy-right": t("on their right"), "enemy-reserve": t("in their reserve"),
    "tray": t("not yet deployed"), "enemy-tray": t("not yet deployed"),
    "front": t("in the skirmish line"), "rear": t("in support"), "enemy-front": t("in their skirmish line"), "enemy-rear": t("in their support"),
    "town": t("in {town}", { town: scene.name }),
  };
  return words[zone] || zone;
}

/**
 * What a terrain block does, in one line.
 * @param {Scene} scene
 * @param {TerrainKind} kind
 */
export function terrainWords(scene, kind) {
  return {
    woods: t("No guns get in or fire into it; cavalry must stop there and fights at F1; who does not fight stays hidden."),
    farm: t("One infantry unit in it fires one better, and cavalry cannot hit it."),
    stream: t("Only {count} units of a side get over it in a battle turn, horse artillery not at all.", { count: scene.board.data.limits.stream }),
    hill: t("One battery on it fires one better at long range."),
  }[kind];
}

/**
 * What a mark means, for its badge and for screen readers; null for marks that are not shown.
 * @param {string} mark
 */
export function markTitle(mark) {
  /** @type {Record<string, string>} */
  const words = {
    moved: t("has moved"), moved2: t("has moved twice"), fired: t("has fired"), done: t("has acted"),
    disengaged: t("has disengaged"), silent: t("does not fire in this battle turn"),
    shock: t("shock: its first shot counts one more"), canister: t("canister already fired"),
    square: t("in square"), disordered: t("in disorder"), halted: t("may not move on"),
  };
  return words[mark] || null;
}

/**
 * The name of a fight.
 * @param {Scene} scene
 */
export function fightTitle({ kind, name }) {
  if (kind === "skirmish") return t("Skirmish at {town}", { town: name });
  if (kind === "over") return t("After the fighting at {town}", { town: name });
  if (kind === "crossroads") return t("After the battle of {town}", { town: name });
  return t("Battle of {town}", { town: name });
}

/**
 * Whether both sides stand in the area of a block.
 * @param {Scene} scene
 * @param {Block} block
 */
function isEngaged(scene, { zone, owner }) {
  return scene.kind === "field" && !zone.endsWith("reserve") && !zone.endsWith("tray") && !zone.startsWith("post:")
    && scene.blocks.some((one) => one.zone === zone && one.owner !== owner);
}

/**
 * What is to be said of how a unit stands, but for some marks.
 * @param {Scene} scene
 * @param {Block} block
 * @param {string[]} unsaid
 */
export function standing(scene, block, unsaid) {
  const words = [zonePhrase(scene, block.zone)];
  if (isEngaged(scene, block)) words.push(t("engaged"));
  if (block.host) words.push(t("sheltered in a square"));
  const ground = block.unit && scene.terrain.find((one) => one.holder === block.unit);
  if (ground) words.push(ground.kind === "farm" ? t("holds the farm") : t("holds the hill"));
  for (const mark of block.marks) {
    const title = unsaid.includes(mark) ? null : markTitle(mark);
    if (title) words.push(title);
  }
  return words;
}

/**
 * A block for those who listen: who, where, what it may do, and what a tap on it does now.
 * @param {Scene} scene
 * @param {Block} block
 * @param {string} tap - what the unit in hand would do to it; "" if nothing
 */
export function blockLabel(scene, block, tap) {
  const words = [];
  if (block.card) {
    words.push(shortName(block.card), typeName(block.card.type), faceWords(block.card), t("strength {strength}", { strength: block.strength }));
    if (block.owner === "enemy") words.push(scene.isSeat ? t("enemy") : t("Allied"));
    if (block.isAlly) words.push(t("of your ally"));
  } else {
    words.push(armyBlocks(block.army, block.count), t("hidden"));
  }
  words.push(...standing(scene, block, ["halted"]));
  const offers = (block.unit && scene.byUnit.get(block.unit)) || [];
  const verbs = [...new Set([...byVerb(offers).values()].flat().map((offer) => describe(scene, offer, block).label))];
  if (verbs.length) words.push(t("may {actions}", { actions: verbs.join(", ") }));
  if (tap) words.push(tap);
  return words.join(", ");
}

/**
 * An area or a sign-post for those who listen.
 * @param {Scene} scene
 * @param {Zone} zone
 * @param {Offer|undefined} target - what a tap there does
 */
export function zoneLabel(scene, zone, target) {
  const words = zone.post ? postWords(scene, zone.post) : areaWords(scene, zone.id);
  if (target) words.push(target.verb === "terrain" ? t("may be laid here") : t("{action} here", { action: describe(scene, target, blockOf(scene, target)).label }));
  return words.join(", ");
}

/**
 * What stands on a sign: the town, how many units have used the road and may, how many blocks are there.
 * @param {Scene} scene
 * @param {import("./scene.js").Post} post
 */
export function signWords(scene, post) {
  const hasRoom = (scene.battle?.status === "fighting" || scene.kind === "crossroads") && (post.owner === "own" || post.used > 0);
  return [post.name, hasRoom ? `${post.used}/${post.limit}` : "", post.count ? String(post.count) : ""].filter((words, n) => !n || words);
}

/**
 * @param {Scene} scene
 * @param {import("./scene.js").Post} post
 */
function postWords(scene, post) {
  const words = [
    [t("Road to {town}", { town: post.name }), ...signWords(scene, post).slice(1)].join(" "), post.isMain ? t("main road") : t("minor road"),
    t("{used} of {limit} units in this battle turn", { used: post.used, limit: post.limit }),
  ];
  const { count } = post;
  const isTheirs = post.owner === "enemy";
  if (count && !scene.isSeat) words.push(isTheirs ? t("Allied blocks there: {count}", { count }) : t("French blocks there: {count}", { count }));
  else if (count) words.push(isTheirs ? t("enemy blocks there: {count}", { count }) : t("own units there: {count}", { count }));
  return words;
}

/**
 * @param {Scene} scene
 * @param {string} id
 */
function areaWords(scene, id) {
  const words = groundWords(scene, id);
  const count = (/** @type {string} */ owner) =>
    scene.blocks.filter((block) => block.zone === id && block.owner === owner).reduce((sum, block) => sum + block.count, 0);
  const [own, theirs] = [count("own"), count("enemy")];
  if (own) words.push(scene.isSeat ? t("own units: {count}", { count: own }) : t("French units: {count}", { count: own }));
  if (theirs) words.push(scene.isSeat ? t("enemy units: {count}", { count: theirs }) : t("Allied units: {count}", { count: theirs }));
  if (!own && !theirs) words.push(t("empty"));
  return words;
}

/**
 * An area and its ground; a stream lies before both that face each other across it.
 * @param {Scene} scene
 * @param {string} id
 */
function groundWords(scene, id) {
  const ground = scene.terrain.find((one) => one.area === id || (one.kind === "stream" && one.area === FACING[id]));
  return [zoneTitle(scene, id), ...(ground ? [`${terrainName(ground.kind)} (${terrainWords(scene, ground.kind)})`] : [])];
}

/**
 * The whole field for those who listen: round, whose turn, and who stands in each area.
 * @param {Scene} scene
 */
export function fieldSummary(scene) {
  const zones = [...new Set(scene.blocks.map((block) => block.zone))].filter((zone) => !zone.startsWith("post:"));
  const areas = [...new Set([...zones, ...scene.terrain.map((one) => one.area)])].map((zone) => {
    const here = scene.blocks.filter((block) => block.zone === zone).map((block) => blockWords(scene, block));
    return [...groundWords(scene, zone), ...here].join(", ");
  });
  const head = [fightTitle(scene)];
  if (scene.round) head.push(t("Round {round}", { round: scene.round }));
  if (scene.turnSide) head.push(scene.turnSide === "french" ? t("French battle turn") : t("Allied battle turn"));
  const ready = scene.byUnit.size;
  if (ready) head.push(ready === 1 ? t("1 unit can act") : t("{count} units can act", { count: ready }));
  return [head.join(", "), ...areas].map((words) => `${words}.`).join(" ");
}

/**
 * A block in a few words.
 * @param {Scene} scene
 * @param {Block} block
 */
function blockWords(scene, block) {
  if (!block.card) return armyBlocks(block.army, block.count);
  const words = `${shortName(block.card)} (${typeName(block.card.type)}, ${t("strength {strength}", { strength: block.strength })})`;
  return block.owner === "own" ? words : `${scene.isSeat ? t("enemy") : t("Allied")} ${words}`;
}

/**
 * The unit that an offer is for.
 * @param {Scene} scene
 * @param {Offer} offer
 */
export function blockOf(scene, offer) {
  return (offer.unit && scene.blocks.find((block) => block.unit === offer.unit)) || null;
}
