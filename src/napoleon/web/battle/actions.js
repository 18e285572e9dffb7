// @ts-nocheck
// The verbs of the battlefield: what the offers are called on buttons, what a tap on a target means,
// and which action a tap in vain was likely to mean. What is allowed is never decided here.

import { s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { shortName, townName } from "../lib/names.js";
import { FACING, FRONT, zoneGoal } from "./scene.js";

// Strokes on a grid of 24 by 24.
const ICONS = {
  fire: "M3 17 15 9l1.500 2L6 18.500 4.500 20zM17 8l3-2M17.500 10.500H21M15.500 6.500V3",
  bombard: "M4 14.500 15 7l2.500 3.500L8 16M9 20a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM18 8l3-2.500M19 11h2.500",
  move: "M4 12h13M12 6.500 17.500 12 12 17.500",
  engage: "M5 4.500 17 17M14 19.500l5.500-5.500M19 4.500 7 17M4.500 14l5.500 5.500",
  disengage: "M20 12H7M12 6.500 6.500 12 12 17.500M4 5v14",
  square: "M5 5h14v14H5zM9 9h6v6H9z",
  column: "M9 4v16M15 4v16M9 8h6M9 12h6M9 16h6",
  shelter: "M12 3.500 19 6v6c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6z",
  emerge: "M5 5h6v14H5M11 12h9M16 8l4 4-4 4",
  occupy: "M5 20V4M5 5h11l-2.500 3.500L16 12H5",
  swap: "M4 9h13M13 5l4 4-4 4M20 15H7M11 11l-4 4 4 4",
  retreat: "M19 20V9a4 4 0 0 0-4-4H5M9 1.500 5 5l4 3.500",
  lose: "M12 4v10M7.500 10 12 14.500 16.500 10M5 20h14",
  reveal: "M3 12s3.300-6 9-6 9 6 9 6-3.300 6-9 6-9-6-9-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  reinforce: "M12 20V5M6.500 10.500 12 5l5.500 5.500",
  deploy: "M12 4v12M7 11l5 5 5-5M4 20h16",
  end: "M5 12.500 10 17.500 19.500 7",
  why: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18h.01",
  moved: "M5 12h13M13 7l5 5-5 5",
  fired: "M6 15a3 3 0 0 1 1-5.800A4.500 4.500 0 0 1 15.800 9 3.200 3.200 0 0 1 17 15z",
  done: "M6 12.500 10.500 17 18.500 8",
  shock: "M13 3 6 13.500h5L10 21l8-11h-5.500z",
  silent: "M5 5l14 14M8 9.500v5M12 7.500v9M16 9.500v5",
  canister: "M8 8h.01M12 6h.01M16 8h.01M7 12h.01M11 11h.01M15 12h.01M9 16h.01M13 16h.01M17 16h.01",
  disengaged: "M19 12H7M11.500 7.500 7 12l4.500 4.500",
  undo: "M9 14 4 9l5-5M4 9h10.500a5.500 5.500 0 0 1 0 11H8",
  skip: "M5 6l7 6-7 6zM12.500 6l7 6-7 6z",
  auto: "M4 17h4v-4H4zM10 17h4v-8h-4zM16 17h4V6h-4zM3 20.500h18",
};

export function verbIcon(name) {
  return s("svg.b-icon", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: ICONS[name] || ICONS.move }));
}

const ORDER = ["fire", "bombard", "move", "deploy", "hold", "square", "column", "shelter", "emerge", "occupy", "swap", "reinforce", "regroup", "reveal", "lose", "fallback", "retreat"];

const enemiesIn = (scene, zone) => scene.blocks.some((block) => block.owner === "enemy" && block.zone === zone);

function groundWord(scene, zone, farm, hill) {
  return scene.terrain.find((one) => one.area === zone)?.kind === "hill" ? hill : farm;
}

/** How an offer reads on a button: `{icon, label, detail}`. */
export function describe(scene, offer, block) {
  // What counts as a hit depends on charges, canister and ground: the dice say so when they fall.
  const dice = block ? (block.strength === 1 ? t("1 die") : t("{dice} dice", { dice: block.strength })) : "";
  const square = offer.to && scene.blocks.find((other) => other.unit === offer.to);
  const name = square ? shortName(square.card) : "";
  switch (offer.verb) {
    case "fire": return { icon: "fire", label: square ? t("Fire at the square") : t("Fire"), detail: square ? name : dice };
    case "bombard": return { icon: "bombard", label: square ? t("Bombard the square") : t("Bombard"), detail: square ? name : dice };
    case "move": {
      const isEngaging = enemiesIn(scene, offer.to);
      const isLeaving = block && !isEngaging && block.zone !== "reserve" && enemiesIn(scene, block.zone);
      return { icon: isEngaging ? "engage" : isLeaving ? "disengage" : "move", label: isEngaging ? t("Engage") : isLeaving ? t("Disengage") : t("Move"), detail: zoneGoal(scene, offer.to) };
    }
    case "deploy": return { icon: "deploy", label: t("Deploy"), detail: zoneGoal(scene, offer.to) };
    case "hold": return { icon: "occupy", label: groundWord(scene, block?.zone, t("Man the farm"), t("Man the hill")), detail: "" };
    case "square": return { icon: "square", label: t("Form square"), detail: "" };
    case "column": return { icon: "column", label: t("Leave square"), detail: "" };
    case "shelter": return { icon: "shelter", label: t("Shelter"), detail: t("in the square of {name}", { name }) };
    case "emerge": return { icon: "emerge", label: t("Come out"), detail: t("of the square") };
    case "occupy": return { icon: "occupy", label: groundWord(scene, block?.zone, t("Occupy the farm"), t("Occupy the hill")), detail: "" };
    case "swap": return { icon: "swap", label: groundWord(scene, block?.zone, t("Take over the farm"), t("Take over the hill")), detail: t("free of charge") };
    case "retreat": return { icon: "retreat", label: t("Retreat"), detail: t("to {town}", { town: townName(offer.to) }) };
    case "regroup": return { icon: "move", label: t("Regroup"), detail: t("to {town}", { town: townName(offer.to) }) };
    case "reinforce": return { icon: "reinforce", label: t("Bring up"), detail: t("into reserve") };
    case "reveal": return { icon: "reveal", label: t("Reveal"), detail: "" };
    case "lose": return { icon: "lose", label: t("Take the hit"), detail: block ? t("strength {from} to {to}", { from: block.strength, to: block.strength - 1 }) : "" };
    case "fallback": return { icon: "disengage", label: t("Falls back over the stream"), detail: "" };
    default: return { icon: "end", label: offer.verb, detail: "" };
  }
}

/** The label of a verb with several targets. */
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

/** The offers of a unit, by verb, in the order of the bar. */
export function byVerb(offers) {
  const groups = new Map();
  for (const verb of ORDER) {
    const some = offers.filter((offer) => offer.verb === verb);
    if (some.length) groups.set(verb, some);
  }
  return groups;
}

/**
 * What a tap on each thing means for the selected unit.
 * @returns {{zones: Map<string, object>, units: Map<string, object>, slot: object|null}}
 */
export function targetsOf(scene, block, offers) {
  const zones = new Map();
  const units = new Map();
  let slot = null;
  for (const offer of offers) {
    if (offer.verb === "move" || offer.verb === "deploy") zones.set(offer.to, offer);
    else if (offer.verb === "retreat") zones.set(`post:${offer.to}`, offer);
    else if (offer.verb === "regroup") zones.set(offer.to === scene.town ? "town" : `post:${offer.to}`, offer);
    else if (offer.verb === "reinforce") zones.set("reserve", offer);
    else if (offer.verb === "reveal") zones.set("front", offer);
    else if (offer.verb === "shelter") units.set(offer.to, offer);
    else if (offer.verb === "fire" || offer.verb === "bombard") {
      const zone = offer.verb === "fire" ? block.zone : FACING[block.zone];
      for (const other of scene.blocks) {
        if (other.owner !== "enemy" || other.zone !== zone) continue;
        const isSquare = other.marks.includes("square") || other.host;
        if (offer.to ? other.unit === offer.to || other.host === offer.to : !isSquare) units.set(other.key, offer);
      }
    } else if (offer.verb === "occupy" || offer.verb === "swap" || offer.verb === "hold") slot = offer;
  }
  return { zones, units, slot };
}

/** What a unit that may do nothing was likely meant to do: the question for `why`. */
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
  if (block.card?.type?.endsWith("artillery")) return `bombard ${id}`;
  return `move ${id} ${FACING[block.zone] || "reserve"}`;
}

/** What a tap on a dark zone was likely meant to do. */
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

/** What a tap on an enemy out of reach was likely meant to do. */
export function likelyShot(scene, block, enemy) {
  const at = enemy.marks.includes("square") ? ` ${enemy.unit}` : enemy.host ? ` ${enemy.host}` : "";
  if (enemy.zone === block.zone) return `fire ${block.unit}${at}`;
  if (FACING[block.zone] === enemy.zone && block.card?.type?.endsWith("artillery")) return `bombard ${block.unit}${at}`;
  if (FACING[block.zone] === enemy.zone || block.zone === "reserve") return likelyMove(scene, block, enemy.zone);
  return `fire ${block.unit}${at}`;
}

/**
 * One more step of "deploy the rest for me": the best of what is offered, or null when nothing is
 * left to place. A matter of taste, not of rules: every step is one of the offers.
 */
export function nextDeployment(scene) {
  const deployed = (zone) => scene.blocks.filter((block) => block.owner === "own" && block.zone === zone);
  const kind = (zone) => scene.terrain.find((one) => one.area === zone)?.kind;
  let best = null;
  for (const offer of scene.offers) {
    let score = -Infinity;
    const card = offer.unit ? scene.card(offer.unit) : null;
    if (offer.verb === "deploy") score = taste(card, offer.to, deployed(offer.to), kind(offer.to), FRONT.filter((zone) => !deployed(zone).length).length);
    else if (offer.verb === "hold") score = -100 + card.strength;
    if (score > -Infinity && (!best || score > best.score)) best = { offer, score };
  }
  return best ? best.offer : null;
}

function taste(card, zone, there, ground, empty) {
  const isGun = card.type.endsWith("artillery");
  const isHorse = card.type.endsWith("cavalry");
  const isFoot = card.type === "infantry";
  if (zone === "reserve") return (isHorse ? 9 : card.type === "leader" ? 2 : isFoot ? -2 : -6) - there.length * 2.5 - empty * 8;
  let score = 4 - there.length * 3;
  if (!there.length) score += 30 + (isFoot ? 14 : isHorse ? 4 : -24);
  if (there.some((block) => block.card?.corps === card.corps)) score += 8;
  if (isGun) score += ground === "hill" && !there.some((block) => block.card?.type.endsWith("artillery")) ? 12 : there.some((block) => block.card?.type.endsWith("artillery")) ? -6 : 3;
  if (isFoot) score += ground === "farm" ? 8 : ground === "woods" ? 5 : 0;
  if (isHorse && ground === "woods") score -= 10;
  if (card.type === "leader") score += zone === "centre" ? 8 : 2;
  return score + card.strength * 0.3;
}
