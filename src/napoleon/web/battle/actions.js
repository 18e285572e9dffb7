/**
 * The verbs of the battlefield: what the offers are called on buttons, what a tap on a target means,
 * and which action a tap in vain was likely to mean. What is allowed is never decided here.
 */

import { lang, t } from "../lib/i18n.js";
import { shortName, townName } from "../lib/names.js";
import { FACING } from "./scene.js";

/** @import { Block, Offer, Scene } from "./scene.js" */

/** @typedef {{icon: string, label: string, detail: string}} Label - of a button */
/** @typedef {{zones: Map<string, Offer>, units: Map<string, Offer>, slot: Offer|null}} Targets - by what is tapped */

const SIDES = 6; // of a die
const ORDER = ["fire", "bombard", "move", "deploy", "hold", "square", "column", "shelter", "emerge", "occupy", "swap", "reinforce", "regroup", "reveal", "lose", "fallback", "retreat"];

/** @type {(scene: Scene, zone: string|undefined) => boolean} */
const enemiesIn = (scene, zone) => scene.blocks.some((block) => block.owner === "enemy" && block.zone === zone);

/**
 * @param {Scene} scene
 * @param {string|undefined} zone
 * @param {string} farm
 * @param {string} hill
 */
function groundWord(scene, zone, farm, hill) {
  return scene.terrain.find((one) => one.area === zone)?.kind === "hill" ? hill : farm;
}

/**
 * Where a unit would go, on a button: "to the left".
 * @param {string} zone
 */
function zoneGoal(zone) {
  /** @type {Record<string, string>} */
  const words = {
    "left": t("to the left"), "centre": t("to the centre"), "right": t("to the right"), "reserve": t("to the reserve"),
    "enemy-left": t("to their left"), "enemy-centre": t("to their centre"), "enemy-right": t("to their right"),
  };
  return words[zone] || zone;
}

/**
 * Where a unit would take its place or fight, on a button: "on the left".
 * @param {string} zone
 */
function zonePlace(zone) {
  /** @type {Record<string, string>} */
  const words = {
    "left": t("on the left"), "centre": t("in the centre"), "right": t("on the right"), "reserve": t("in reserve"),
    "enemy-left": t("on their left"), "enemy-centre": t("in their centre"), "enemy-right": t("on their right"),
  };
  return words[zone] || zone;
}

/**
 * What may come of a shot: each die hits if it does not pass the firepower, which the server reckons with charges, canister and ground.
 * @param {number} power
 * @param {number} dice
 */
export function shotOdds(power, dice) {
  if (power < 1) return dice === 1 ? t("1 die") : t("{dice} dice", { dice });
  const share = Math.min(power, SIDES) / SIDES;
  const chance = Math.round(100 * (1 - (1 - share) ** dice));
  const hits = new Intl.NumberFormat(lang(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share * dice);
  return t("{chance} % to hit, {hits} hits expected", { chance, hits });
}

/**
 * How an offer reads on a button.
 * @param {Scene} scene
 * @param {Offer} offer
 * @param {Block|null} block - whose offer it is
 * @returns {Label}
 */
export function describe(scene, offer, block) {
  const { verb, to = "" } = offer;
  const square = scene.blocks.find((other) => other.unit && other.unit === to)?.card;
  const name = square ? shortName(square) : "";
  const odds = block ? shotOdds(scene.powers[offer.text] ?? 0, block.strength) : "";
  const shot = square ? [name, odds].filter(Boolean).join(": ") : odds;
  switch (verb) {
    case "fire": return { icon: "fire", label: square ? t("Fire at the square") : t("Fire"), detail: shot };
    case "bombard": return { icon: "bombard", label: square ? t("Bombard the square") : t("Bombard"), detail: shot };
    case "move": {
      const isEngaging = enemiesIn(scene, to);
      const isLeaving = block && !isEngaging && block.zone !== "reserve" && enemiesIn(scene, block.zone);
      return { icon: isEngaging ? "engage" : isLeaving ? "disengage" : "move", label: isEngaging ? t("Engage") : isLeaving ? t("Disengage") : t("Move"), detail: isEngaging ? zonePlace(to) : zoneGoal(to) };
    }
    case "deploy": return { icon: "deploy", label: t("Deploy"), detail: zonePlace(to) };
    case "hold": return { icon: "occupy", label: groundWord(scene, block?.zone, t("Man the farm"), t("Man the hill")), detail: "" };
    case "square": return { icon: "square", label: t("Form square"), detail: "" };
    case "column": return { icon: "column", label: t("Leave square"), detail: "" };
    case "shelter": return { icon: "shelter", label: t("Shelter"), detail: t("in the square of {name}", { name }) };
    case "emerge": return { icon: "emerge", label: t("Come out"), detail: t("of the square") };
    case "occupy": return { icon: "occupy", label: groundWord(scene, block?.zone, t("Occupy the farm"), t("Occupy the hill")), detail: "" };
    case "swap": return { icon: "swap", label: groundWord(scene, block?.zone, t("Take over the farm"), t("Take over the hill")), detail: t("free of charge") };
    case "retreat": return { icon: "retreat", label: t("Retreat"), detail: t("to {town}", { town: townName(to) }) };
    case "regroup": return { icon: "move", label: t("Regroup"), detail: t("to {town}", { town: townName(to) }) };
    case "reinforce": return { icon: "reinforce", label: t("Bring up"), detail: t("into reserve") };
    case "reveal": return { icon: "reveal", label: t("Reveal"), detail: "" };
    case "lose": return { icon: "lose", label: t("Take the hit"), detail: block ? t("strength {from} to {to}", { from: block.strength, to: block.strength - 1 }) : "" };
    case "fallback": return { icon: "disengage", label: t("Falls back over the stream"), detail: "" };
    default: return { icon: "end", label: verb, detail: "" };
  }
}

/**
 * The label of a verb with several targets.
 * @param {string} verb
 * @param {number} count
 * @returns {Label}
 */
export function describeVerb(verb, count) {
  switch (verb) {
    case "move": return { icon: "move", label: t("Move"), detail: t("{count} ways", { count }) };
    case "retreat": return { icon: "retreat", label: t("Retreat"), detail: t("{count} roads", { count }) };
    case "deploy": return { icon: "deploy", label: t("Deploy"), detail: t("tap an area") };
    case "regroup": return { icon: "move", label: t("Regroup"), detail: t("{count} roads", { count }) };
    case "shelter": return { icon: "shelter", label: t("Shelter"), detail: t("{count} squares", { count }) };
    case "fire": return { icon: "fire", label: t("Fire"), detail: t("{count} targets", { count }) };
    case "bombard": return { icon: "bombard", label: t("Bombard"), detail: t("{count} targets", { count }) };
    default: return { icon: verb, label: verb, detail: "" };
  }
}

/** @type {Record<string, string>} */
const DIGITS = {
  fire: "1", lose: "1", fallback: "1", reveal: "1", reinforce: "1", battle: "1", skirmish: "1", bombard: "2",
  square: "8", column: "8", shelter: "8", emerge: "8", occupy: "8", swap: "8", hold: "8", retreat: "9", regroup: "9", end: "0",
};
/** @type {Record<string, string>} */
const ZONE_DIGITS = { left: "4", centre: "5", right: "6", reserve: "7" };
/** @type {Record<string, string>} */
const TILE_DIGITS = { woods: "1", farm: "2", stream: "3", hill: "4" };

/**
 * The digit of a button: a verb or a goal has always the same one. 1 is the deed of the step, 3 goes at the enemy, 4 to 7
 * go to an own area, 8 is for squares, farms and hills, 9 leaves, 0 ends the step.
 * @param {Offer} offer
 */
export function digitOf({ verb, to = "", kind, number = 0 }) {
  if (verb === "move" || verb === "deploy") return ZONE_DIGITS[to] || "3";
  if (verb === "draw") return String(number);
  if (verb === "terrain") return TILE_DIGITS[kind ?? ""];
  return DIGITS[verb] || "";
}

/**
 * The offers of a unit, by verb, in the order of the bar.
 * @param {Offer[]} offers
 */
export function byVerb(offers) {
  /** @type {Map<string, Offer[]>} */
  const groups = new Map();
  for (const verb of ORDER) {
    const some = offers.filter((offer) => offer.verb === verb);
    if (some.length) groups.set(verb, some);
  }
  return groups;
}

/**
 * What a tap on each thing means for the selected unit.
 * @param {Scene} scene
 * @param {Block} block
 * @param {Offer[]} offers
 * @returns {Targets}
 */
export function targetsOf(scene, block, offers) {
  /** @type {Map<string, Offer>} */
  const zones = new Map();
  /** @type {Map<string, Offer>} */
  const units = new Map();
  /** @type {Offer|null} */
  let slot = null;
  for (const offer of offers) {
    const { verb, to = "" } = offer;
    if (verb === "move" || verb === "deploy") zones.set(to, offer);
    else if (verb === "retreat") zones.set(`post:${to}`, offer);
    else if (verb === "regroup") zones.set(to === scene.town ? "town" : `post:${to}`, offer);
    else if (verb === "reinforce") zones.set("reserve", offer);
    else if (verb === "reveal") zones.set("front", offer);
    else if (verb === "shelter") units.set(to, offer);
    else if (verb === "fire" || verb === "bombard") {
      const zone = verb === "fire" ? block.zone : FACING[block.zone];
      for (const other of scene.blocks) {
        if (other.owner !== "enemy" || other.zone !== zone) continue;
        const isSquare = other.marks.includes("square") || other.host;
        if (to ? other.unit === to || other.host === to : !isSquare) units.set(other.key, offer);
      }
    } else if (verb === "occupy" || verb === "swap" || verb === "hold") slot = offer;
  }
  return { zones, units, slot };
}

/**
 * What a unit that may do nothing was likely meant to do: the question for `why`.
 * @param {Scene} scene
 * @param {Block} block
 */
export function likelyAct(scene, block) {
  const id = block.unit;
  const near = scene.posts.find((post) => post.owner === "own")?.town;
  if (scene.stage === "lose") return `lose ${id}`;
  if (scene.stage === "fallback") return `fallback ${id}`;
  if (scene.stage === "reinforce") return `reinforce ${id}`;
  if (scene.stage === "reveal") return `reveal ${id}`;
  if (scene.stage === "regroup") return `regroup ${id} ${block.zone === "town" ? near || scene.town : scene.town}`;
  if (["rout", "retreat", "withdraw"].includes(scene.stage)) return `retreat ${id} ${near || scene.town}`;
  if (scene.stage === "deploy") return `deploy ${id} ${block.zone === "centre" ? "left" : "centre"}`;
  if (block.zone === "reserve") return `move ${id} centre`;
  if (enemiesIn(scene, block.zone)) return `fire ${id}`;
  if (block.card?.type.endsWith("artillery")) return `bombard ${id}`;
  return `move ${id} ${FACING[block.zone] || "reserve"}`;
}

/**
 * What a tap on a dark zone was likely meant to do.
 * @param {Scene} scene
 * @param {Block} block
 * @param {string} zone
 */
export function likelyMove(scene, block, zone) {
  const id = block.unit;
  if (zone.startsWith("post:")) {
    const town = zone.slice(5);
    return scene.kind === "crossroads" ? `regroup ${id} ${town}` : `retreat ${id} ${town}`;
  }
  if (zone === "town") return `regroup ${id} ${scene.town}`;
  if (zone === "front") return `reveal ${id}`;
  if (scene.stage === "deploy") return zone.endsWith("tray") ? null : `deploy ${id} ${zone}`;
  if (scene.stage === "reinforce") return `reinforce ${id}`;
  if (!(zone in FACING) && zone !== "reserve") return zone === "enemy-reserve" ? `fire ${id}` : null;
  return `move ${id} ${zone}`;
}

/**
 * What a tap on an enemy out of reach was likely meant to do.
 * @param {Scene} scene
 * @param {Block} block
 * @param {Block} enemy
 */
export function likelyShot(scene, block, enemy) {
  const at = enemy.marks.includes("square") ? ` ${enemy.unit}` : enemy.host ? ` ${enemy.host}` : "";
  if (enemy.zone === block.zone) return `fire ${block.unit}${at}`;
  if (FACING[block.zone] === enemy.zone && block.card?.type.endsWith("artillery")) return `bombard ${block.unit}${at}`;
  if (FACING[block.zone] === enemy.zone || block.zone === "reserve") return likelyMove(scene, block, enemy.zone);
  return `fire ${block.unit}${at}`;
}
