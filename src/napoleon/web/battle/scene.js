// @ts-nocheck
// A fight as the screen needs it, read from the view, the offers and the log. Nothing here knows a
// rule: what may be done is what the offers name, what is drawn is what the view says.

import { t } from "../lib/i18n.js";
import { townName } from "../lib/names.js";

export const FRONT = ["left", "centre", "right"];
/** My left faces his right: columns from the viewer's left, as the enemy names them. */
export const FACING = {
  "left": "enemy-right", "centre": "enemy-centre", "right": "enemy-left",
  "enemy-right": "left", "enemy-centre": "centre", "enemy-left": "right",
};
export const COLUMN = {
  "left": 0, "centre": 1, "right": 2, "enemy-right": 0, "enemy-centre": 1, "enemy-left": 2,
};

/** An offer in its parts: `{verb, unit, to, text}`; `to` is an area, a town or a square. */
export function parseOffer(text) {
  const [verb, first, second] = text.split(" ");
  if (verb === "terrain") return { verb, kind: first, to: second, text };
  if (verb === "draw") return { verb, number: Number(first), text };
  if (verb === "battle" || verb === "skirmish") return { verb, to: first, text };
  return { verb, unit: first, to: second, text };
}

/** Which side a seat looks from; whoever watches sits with the French. */
export const sideOf = (seat) => (!seat || seat === "french" ? "french" : "allied");
const sideOfArmy = (army) => (army === "french" ? "french" : "allied");

/** An area of an event ("french left") as the viewer names it. */
export function areaFor(side, text) {
  if (!text) return null;
  const [owner, name] = text.split(" ");
  return owner === side ? name : `enemy-${name}`;
}

/** Look a unit up, whatever the caller gave us for a lookup. */
function finder(model) {
  const { units, board } = model;
  if (typeof units === "function") return units;
  if (units instanceof Map) return (id) => units.get(id);
  if (units && typeof units === "object") return (id) => units[id];
  return (id) => board.unit(id);
}

/**
 * The log since a fight, or a step of it, began.
 * @returns {object[]} events of the town from the last event of one of these kinds on
 */
function since(log, town, kinds) {
  let from = -1;
  for (let n = log.length - 1; n >= 0; n -= 1) {
    if (log[n].town === town && kinds.includes(log[n].kind)) {
      from = n;
      break;
    }
  }
  return from < 0 ? [] : log.slice(from);
}

/** Streams crossed in this battle turn, a number for each column. */
function countCrossings(battle, turn) {
  if (Array.isArray(battle.crossed)) return battle.crossed;
  const crossed = [0, 0, 0];
  for (const event of turn) {
    if (event.town !== battle.town || !event.from_area || !event.area || event.kind === "shot") continue;
    const [fromSide, from] = event.from_area.split(" ");
    const [toSide, to] = event.area.split(" ");
    if (fromSide === toSide || from === "reserve" || to === "reserve") continue;
    // Columns are numbered from the viewer's left, and the French left is the Allied right.
    crossed[(toSide === battle.viewer ? COLUMN[to] : COLUMN[`enemy-${to}`])] += 1;
  }
  return crossed;
}

/** Roads taken by a side in this battle turn, by the town at their other end. */
function countRoads(town, events, side) {
  const used = {};
  for (const event of events) {
    if (event.side && event.side !== side) continue;
    let far = null;
    if (event.kind === "retreated" && event.town === town) far = event.to;
    if (event.kind === "reinforced" && event.to === town) far = event.town;
    if (event.kind === "regrouped" && (event.town === town || event.to === town)) far = event.town === town ? event.to : event.town;
    if (far) used[far] = (used[far] || 0) + 1;
  }
  return used;
}

/**
 * Everything that the screen shows of one fight.
 * @param {object} model - what `update` was given
 * @param {object[]} log - the events that the seat has seen, oldest first
 */
export function readScene(model, log) {
  const { view, town, board } = model;
  const card = finder(model);
  const side = sideOf(view.seat ?? model.seat);
  const isHere = view.town === town;
  const battle = view.battles.find((fight) => fight.town === town) || null;
  const stage = isHere ? view.stage : "";
  const offers = (model.canAct === false ? [] : model.offers || [])
    .map(parseOffer)
    .filter((offer) => isHere || offer.to === town);
  const scene = {
    town, side, board, card, battle, stage, isHere, offers,
    name: townName(town),
    kind: kindOf(battle, stage, log, town),
    isSeat: Boolean(view.seat ?? model.seat),
    seat: view.seat ?? model.seat ?? null,
    canAct: offers.length > 0,
    canUndo: Boolean(view.can_undo) && isHere && model.canAct !== false,
    toAct: view.to_act || [],
    hits: isHere ? view.hits : 0,
    hand: isHere ? view.hand : [],
    attacker: battle ? battle.attacker : null,
    round: battle ? battle.round : 0,
    terrain: battle ? battle.terrain : [],
    blocks: [],
    posts: [],
    byUnit: new Map(),
    crossed: [0, 0, 0],
    turnSide: null,
  };
  for (const offer of offers) {
    if (!offer.unit) continue;
    if (!scene.byUnit.has(offer.unit)) scene.byUnit.set(offer.unit, []);
    scene.byUnit.get(offer.unit).push(offer);
  }
  scene.end = offers.find((offer) => offer.verb === "end") || null;
  const turn = since(log, town, ["battle-turn-began"]);
  const began = turn[0];
  scene.turnSide = battle?.side ?? (began ? began.side : null);
  if (["combat", "reinforce"].includes(stage) && scene.toAct.length) scene.turnSide = sideOf(scene.toAct[0]);
  if (battle) scene.crossed = countCrossings({ ...battle, viewer: side }, turn);
  scene.used = {};
  const fresh = scene.kind === "crossroads" ? since(log, town, ["fight-won"]) : turn;
  scene.used.own = countRoads(town, fresh, side);
  scene.used.enemy = countRoads(town, fresh, side === "french" ? "allied" : "french");

  if (scene.kind === "field") readField(scene, view);
  else if (scene.kind === "skirmish" || scene.kind === "waiting") readSkirmish(scene, view, log);
  else readTown(scene, view);
  readPosts(scene, view);
  scene.blocks.sort((a, b) => (a.order - b.order));
  return scene;
}

function kindOf(battle, stage, log, town) {
  if (stage === "regroup") return "crossroads";
  if (!battle) return "over";
  if (battle.status !== "pending") return "field";
  if (stage === "reveal" || stage === "lose" || stage === "retreat") return "skirmish";
  // A skirmish that has begun and waits for the other side.
  const began = since(log, town, ["skirmish-began", "fight-won", "turn-began"]);
  return began.length && began[0].kind === "skirmish-began" ? "skirmish" : "waiting";
}

const TYPE_ORDER = { "leader": 4, "infantry": 0, "heavy-cavalry": 1, "light-cavalry": 1, "horse-artillery": 2, "foot-artillery": 3 };

function addBlock(scene, owner, zone, block) {
  const card = block.unit ? scene.card(block.unit) : null;
  const marks = block.marks || [];
  const host = marks.find((mark) => mark.startsWith("in:"));
  scene.blocks.push({
    key: block.unit || `back:${block.army}:${zone}`,
    owner,
    unit: block.unit || null,
    card,
    army: block.army || card?.army,
    zone,
    count: block.count || 1,
    strength: block.strength ?? card?.strength ?? 0,
    marks,
    host: host ? host.slice(3) : null,
    isAlly: Boolean(block.ally),
    order: card ? TYPE_ORDER[card.type] ?? 5 : 6,
  });
}

function readField(scene, view) {
  const { battle, town } = scene;
  for (const block of battle.own) addBlock(scene, "own", block.area, block);
  for (const block of battle.enemy) addBlock(scene, "enemy", block.area, block);
  if (battle.status !== "setting-up") return;
  // Not yet drawn up: my units in the tray, his as so many blocks.
  const here = new Set(battle.own.map((block) => block.unit));
  for (const unit of view.units) {
    if (unit.town === town && !here.has(unit.id)) addBlock(scene, "own", "tray", ownBlock(unit));
  }
  const seen = {};
  for (const block of battle.enemy) seen[block.army] = (seen[block.army] || 0) + block.count;
  for (const block of view.blocks) {
    if (block.town !== town) continue;
    const isOwn = sideOfArmy(block.army) === scene.side;
    const left = block.count - (isOwn ? countOwn(battle, block.army) : seen[block.army] || 0);
    if (left > 0) addBlock(scene, isOwn ? "own" : "enemy", isOwn ? "tray" : "enemy-tray", { army: block.army, count: left });
  }
}

const countOwn = (battle, army) => battle.own.reduce((sum, block) => sum + (block.army === army ? block.count : 0), 0);

const ownBlock = (unit) => ({ unit: unit.id, strength: unit.strength, marks: unit.marks, ally: unit.ally });

function readSkirmish(scene, view, log) {
  const { town } = scene;
  const events = since(log, town, ["skirmish-began"]);
  const shown = new Map();
  for (const event of events) {
    if (event.town !== town || !event.unit) continue;
    if (event.kind === "shown") shown.set(event.unit, { unit: event.unit, army: event.army, strength: event.amount });
    else if (event.kind === "strength-lost" && shown.has(event.unit)) shown.get(event.unit).strength = event.secret ?? shown.get(event.unit).strength - event.amount;
    else if (event.kind === "eliminated" || event.kind === "retreated") shown.delete(event.unit);
  }
  const front = new Set([...view.revealed, ...shown.keys()]);
  for (const unit of view.units) {
    if (unit.town === town) addBlock(scene, "own", front.has(unit.id) ? "front" : "rear", ownBlock(unit));
  }
  for (const block of view.blocks) {
    if (block.town !== town) continue;
    const owner = sideOfArmy(block.army) === scene.side ? "own" : "enemy";
    const prefix = owner === "own" ? "" : "enemy-";
    let left = block.count;
    for (const unit of shown.values()) {
      if (unit.army !== block.army) continue;
      left -= 1;
      addBlock(scene, owner, `${prefix}front`, unit);
    }
    if (left > 0) addBlock(scene, owner, `${prefix}rear`, { army: block.army, count: left });
  }
  scene.isShown = shown.size > 0;
}

function readTown(scene, view) {
  for (const unit of view.units) {
    if (unit.town === scene.town) addBlock(scene, "own", "town", ownBlock(unit));
  }
  for (const block of view.blocks) {
    if (block.town === scene.town) addBlock(scene, sideOfArmy(block.army) === scene.side ? "own" : "enemy", "town", block);
  }
}

// The roads that leave the field, with a sign-post at each: those where the enemy stands lie behind
// his line, the others behind ours.
function readPosts(scene, view) {
  const { town, offers } = scene;
  const named = new Set(offers.filter((offer) => offer.verb === "retreat" || offer.verb === "regroup").map((offer) => offer.to));
  const attackers = scene.attacker === scene.side;
  for (const { town: other, road } of scene.board.neighbours(town)) {
    const friends = view.units.filter((unit) => unit.town === other);
    const enemies = view.blocks.filter((block) => block.town === other && sideOfArmy(block.army) !== scene.side);
    const count = friends.length || (scene.isSeat ? 0 : view.blocks.filter((block) => block.town === other && sideOfArmy(block.army) === scene.side)
      .reduce((sum, block) => sum + block.count, 0));
    const hostile = enemies.reduce((sum, block) => sum + block.count, 0);
    const isOrigin = Boolean(scene.battle?.origins.includes(other));
    const owner = hostile || (isOrigin && !attackers && !count) ? "enemy" : "own";
    const isUseful = count || hostile || isOrigin || named.has(other) || (owner === "own" && scene.battle?.status === "fighting" && !attackers);
    if (!isUseful && scene.kind !== "crossroads" && scene.kind !== "over") continue;
    const post = {
      town: other,
      zone: `post:${other}`,
      name: townName(other),
      owner,
      isMain: road.isMain ?? road.size === "main",
      limit: (road.isMain ?? road.size === "main") ? 2 : 1,
      used: scene.used[owner][other] || 0,
      count: owner === "enemy" ? hostile : count,
      isOrigin,
      bearing: bearing(scene.board.town(town), scene.board.town(other)),
    };
    scene.posts.push(post);
    const brings = friends.filter((unit) => (scene.byUnit.get(unit.id) || [])
      .some((offer) => offer.verb === "reinforce" || offer.verb === "regroup"));
    if (scene.stage === "reinforce" || scene.kind === "crossroads") {
      post.brings = scene.kind === "crossroads" ? friends.length : brings.length;
      for (const unit of scene.kind === "crossroads" ? friends : brings) addBlock(scene, "own", post.zone, ownBlock(unit));
    }
  }
  scene.posts.sort((a, b) => a.bearing.x - b.bearing.x);
}

function bearing(from, to) {
  const dx = (Number(to.lon) - Number(from.lon)) * 0.634;
  const dy = Number(to.lat) - Number(from.lat);
  const far = Math.hypot(dx, dy) || 1;
  return { x: dx / far, y: -dy / far };
}

// ---- words ---------------------------------------------------------------------------------------

/** An area, as a title over it. */
export function zoneTitle(scene, zone) {
  const mine = scene.isSeat;
  const enemy = zone.startsWith("enemy-");
  const words = {
    "left": t("Left"), "centre": t("Centre"), "right": t("Right"), "reserve": t("Reserve"),
    "enemy-left": t("Their left"), "enemy-centre": t("Their centre"), "enemy-right": t("Their right"), "enemy-reserve": t("Their reserve"),
    "tray": t("To deploy"), "enemy-tray": t("Not yet deployed"),
    "front": t("Skirmish line"), "rear": t("In support"), "enemy-front": t("Their skirmish line"), "enemy-rear": t("Their support"),
    "town": scene.name,
  };
  if (mine || !(zone.replace("enemy-", "") in SIDED)) return zone.startsWith("post:") ? townName(zone.slice(5)) : words[zone] || zone;
  const sided = {
    "left": t("French left"), "centre": t("French centre"), "right": t("French right"), "reserve": t("French reserve"),
    "enemy-left": t("Allied left"), "enemy-centre": t("Allied centre"), "enemy-right": t("Allied right"), "enemy-reserve": t("Allied reserve"),
    "front": t("French skirmish line"), "rear": t("French support"), "enemy-front": t("Allied skirmish line"), "enemy-rear": t("Allied support"),
  };
  return sided[zone] || (enemy ? t("Allied") : t("French"));
}
const SIDED = { left: 1, centre: 1, right: 1, reserve: 1, front: 1, rear: 1 };

/** Where a unit stands, within a sentence. */
export function zonePhrase(scene, zone) {
  if (!scene.isSeat && !zone.startsWith("post:")) return zoneTitle(scene, zone);
  const words = {
    "left": t("on the left"), "centre": t("in the centre"), "right": t("on the right"), "reserve": t("in reserve"),
    "enemy-left": t("on their left"), "enemy-centre": t("in their centre"), "enemy-right": t("on their right"), "enemy-reserve": t("in their reserve"),
    "tray": t("not yet deployed"), "enemy-tray": t("not yet deployed"),
    "front": t("in the skirmish line"), "rear": t("in support"), "enemy-front": t("in their skirmish line"), "enemy-rear": t("in their support"),
    "town": t("in {town}", { town: scene.name }),
  };
  return words[zone] || t("at {town}", { town: townName(zone.slice(5)) });
}

/** Where a unit would go, on a button: "to the left". */
export function zoneGoal(scene, zone) {
  const words = {
    "left": t("to the left"), "centre": t("to the centre"), "right": t("to the right"), "reserve": t("to the reserve"),
    "enemy-left": t("to their left"), "enemy-centre": t("to their centre"), "enemy-right": t("to their right"),
  };
  return words[zone] || zone;
}

/** What a terrain block does, in one line. */
export function terrainWords(kind) {
  return {
    woods: t("No guns get in or fire into it; cavalry must stop there and fights at F1; who does not fight stays hidden."),
    farm: t("One infantry unit in it fires one better, and cavalry cannot hit it."),
    stream: t("Only two units of a side get over it in a battle turn, horse artillery not at all."),
    hill: t("One battery on it fires one better at long range."),
  }[kind] || "";
}

/** What a mark means, for its badge and for screen readers; null for marks that are not shown. */
export function markTitle(mark) {
  return {
    moved: t("has moved"), moved2: t("has moved twice"), fired: t("has fired"), done: t("has acted"),
    disengaged: t("has disengaged"), silent: t("does not fire in this battle turn"),
    shock: t("charge: its first shot counts one more"), canister: t("canister already fired"),
    square: t("in square"), disordered: t("in disorder"), halted: t("may not move on"),
  }[mark] || null;
}
