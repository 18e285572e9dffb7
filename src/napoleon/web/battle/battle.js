// @ts-nocheck
/**
 * The battlefield, the skirmish, their setting up and what follows them.
 *
 * `createBattle(container, {onAct(actions), onWhy(action), onTown(id), onUndo?(), hasEnd?})` →
 * `{update(model), skip(), destroy()}`; model: `{view, offers, town, seat, board, canAct, events, log,
 * units?}`. What can be done is what the offers name: the first tap shows it, the second does it. With
 * `onUndo` the bar has an undo of its own, with `hasEnd: false` it leaves the end of a step to the shell.
 */

import { blockBack, blockFace, blockIcon, updateFace } from "../lib/blocks.js";
import { h, fill, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { byVerb, describe, describeVerb, likelyAct, likelyMove, likelyShot, nextDeployment, targetsOf, verbIcon } from "./actions.js";
import { drawGround, groundKey, terrainBack, terrainTile } from "./ground.js";
import { layOut } from "./layout.js";
import { Motion } from "./motion.js";
import { armyBlocks, shortName, terrainName, typeName } from "../lib/names.js";
import { markTitle, readScene, terrainWords, zonePhrase, zoneTitle } from "./scene.js";
import { isStill } from "../lib/dice.js";

const SPENT = ["moved", "moved2", "fired", "done"];
const BADGES = ["shock", "fired", "moved", "moved2", "done", "disengaged", "silent", "canister"];
const AT_ONCE = new Set(["lose", "fallback", "reinforce"]); // a second tap on the unit itself does it
const LEAVING = new Set(["retreat", "rout", "withdraw"]);
const DRAG_PIXELS = 7;
const PATIENCE_MS = 4000;
const THUMB = 40; // pixels; units that stand closer are offered once more in the bar

export function createBattle(container, hooks) {
  const screen = new BattleScreen(container, hooks);
  return {
    update: (model) => screen.update(model),
    destroy: () => screen.destroy(),
    skip: () => screen.motion.skip(),
    get isBusy() { return screen.motion.isBusy; },
  };
}

class BattleScreen {
  constructor(container, hooks) {
    this.hooks = hooks;
    this.ground = s("svg.b-ground", { "aria-hidden": "true", preserveAspectRatio: "none" });
    this.zoneLayer = h("div.b-layer.b-zones");
    this.blockLayer = h("div.b-layer.b-blocks");
    this.cueLayer = h("div.b-layer.b-cues", { "aria-hidden": "true" });
    this.fx = h("div.b-layer.b-fx");
    this.head = h("header.b-head");
    this.field = h("div.b-field", { role: "group" }, this.ground, this.zoneLayer, this.blockLayer, this.cueLayer, this.fx);
    this.bar = h("footer.b-bar");
    this.live = h("p.b-unseen", { role: "status", "aria-live": "polite" });
    this.root = h("section.battle", {}, this.head, this.field, this.bar, this.live);
    container.append(this.root);

    this.zoneElements = new Map();
    this.blockElements = new Map();
    this.frames = new Map();
    this.slots = new Map();
    this.picked = null; // {unit} or {kind} of a terrain block, or {key} just to look at
    this.tray = null; // the area whose units lie in the bar, where those on the field are small
    this.verb = null; // only the targets of this verb, after its button
    this.ending = false;
    this.log = [];
    this.heard = -1; // the last event that was taken in
    this.stage = null; // the scene on the screen
    this.next = null; // the scene of the newest view
    this.motion = new Motion(this);

    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.field.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    this.field.addEventListener("click", (event) => this.onClick(event));
    this.resizer = new ResizeObserver(() => this.onResize());
    this.resizer.observe(this.field);
    this.resizer.observe(this.root);
  }

  destroy() {
    this.motion.stop();
    this.resizer.disconnect();
    clearTimeout(this.patience);
    this.dragEnd?.();
    this.root.remove();
  }

  // ---- what comes in -----------------------------------------------------------------------------

  update(model) {
    const isSame = this.next && this.next.town === model.town && this.next.seat === (model.view.seat ?? model.seat ?? null);
    // Told twice is played once; after an undo the log is shorter.
    const last = model.log?.at(-1)?.i ?? -1;
    if (!isSame || last < this.heard) this.heard = isSame ? last : -1;
    const events = (model.events || []).filter((event) => (!event.town || event.town === model.town || event.to === model.town) && !(event.i <= this.heard));
    this.heard = Math.max(this.heard, last, ...events.map((event) => event.i ?? -1));
    this.log = model.log || (isSame ? [...this.log, ...events] : events);
    this.next = readScene(model, this.log);
    this.isPending = false;
    clearTimeout(this.patience);
    this.lastText = [...this.log].reverse().find((event) => event.text && (event.town === model.town || event.to === model.town))?.text || "";
    const isPlayed = isSame && this.stage && events.length && !isStill() && this.width > 0 && document.visibilityState !== "hidden";
    if (!isSame) {
      this.motion.stop();
      this.fx.replaceChildren();
      this.motion = new Motion(this);
      this.picked = null;
      this.keep = null;
      this.root.classList.remove("is-busy");
      this.root.classList.add("is-fresh");
    }
    if (isPlayed) {
      if (!this.motion.isBusy) {
        this.stage = { ...this.stage, blocks: this.stage.blocks.map((block) => ({ ...block, marks: [...block.marks] })), posts: this.stage.posts.map((post) => ({ ...post })), offers: [], byUnit: new Map(), end: null, canUndo: false };
        this.picked = null;
        this.verb = null;
        this.ending = false;
      }
      this.motion.push(events);
      if (!this.motion.isBusy) this.settle();
    } else if (!this.motion.isBusy) {
      const shot = isSame && isStill() ? events.findLast((event) => event.kind === "shot" && event.dice) : null;
      if (isSame && isStill()) this.say(events.map((event) => event.text).filter(Boolean).join(" "));
      this.settle();
      if (shot && this.layout) this.motion.lay(shot);
    }
  }

  /** Show the newest view, whatever was being played. */
  settle() {
    if (this.stage && this.stage.kind !== this.next.kind) this.motion.clearDice();
    this.stage = this.next;
    this.verb = null;
    this.ending = false;
    const { stage } = this;
    // A unit that may go on stays in hand.
    if (this.keep && stage.byUnit.has(this.keep) && this.worth(this.keep)) this.picked = { unit: this.keep };
    else if (this.picked?.unit && !stage.blocks.some((block) => block.unit === this.picked.unit)) this.picked = null;
    else if (this.picked?.kind && !stage.hand.includes(this.picked.kind)) this.picked = null;
    else if (this.keep) this.picked = null;
    this.keep = null;
    if (stage.stage === "terrain" && stage.canAct && !this.picked && stage.hand.length) this.picked = { kind: stage.hand[0] };
    // The only one who has to go is in hand at once: his roads are lit.
    if (LEAVING.has(stage.stage) && stage.canAct && !this.picked && stage.byUnit.size === 1) this.picked = { unit: [...stage.byUnit.keys()][0] };
    this.render();
    requestAnimationFrame(() => this.root.classList.remove("is-fresh"));
    this.continueDeployment();
  }

  /** Whether a unit can do something other than leave. */
  worth(unit) {
    return (this.stage.byUnit.get(unit) || []).some((offer) => offer.verb !== "retreat" && offer.verb !== "swap");
  }

  onResize() {
    // On a phone held sideways the bar stands beside the field.
    this.root.classList.toggle("is-short", this.root.clientHeight < 470 && this.root.clientWidth > 619);
    this.root.classList.toggle("is-low", this.root.clientHeight < 640 && this.root.clientWidth <= 619);
    const { clientWidth, clientHeight } = this.field;
    if (!clientWidth || (clientWidth === this.width && clientHeight === this.height)) return;
    const isFirst = !this.width;
    this.width = clientWidth;
    this.height = clientHeight;
    if (!this.stage) return;
    this.root.classList.add("is-fresh");
    this.render();
    requestAnimationFrame(() => requestAnimationFrame(() => this.root.classList.remove("is-fresh")));
    if (isFirst) this.continueDeployment();
  }

  onMotion(isBusy) {
    this.root.classList.toggle("is-busy", isBusy);
    if (!isBusy) return;
    this.news = "";
    this.render();
  }

  /** What happens now, in the bar and for screen readers. */
  say(words) {
    this.live.textContent = words;
    this.news = words;
    if (this.motion.isBusy) this.renderBar();
  }

  // ---- drawing -----------------------------------------------------------------------------------

  render() {
    if (!this.stage) return;
    this.renderHead();
    this.renderBar();
    const { clientWidth, clientHeight } = this.field;
    if (!clientWidth || !clientHeight) return;
    this.width = clientWidth;
    this.height = clientHeight;
    const { stage } = this;
    this.layout = layOut(stage, this.width, this.height);
    this.root.classList.toggle("is-narrow", this.layout.isNarrow);
    this.root.classList.toggle("is-slim", Boolean(this.layout.isSlim));
    const key = groundKey(stage, this.layout, this.width, this.height);
    if (key !== this.groundKey) {
      this.groundKey = key;
      drawGround(this.ground, stage, this.layout, this.width, this.height);
    }
    this.targets = this.currentTargets();
    this.renderZones();
    this.renderSlots();
    this.renderFrames();
    this.renderBlocks();
    this.field.setAttribute("aria-label", this.title());
  }

  block(unit) {
    return this.stage.blocks.find((block) => block.unit === unit);
  }

  /** What the thing in hand may be tapped on to. */
  currentTargets() {
    const none = { zones: new Map(), units: new Map(), slot: null };
    const { stage, picked } = this;
    if (!picked || this.motion.isBusy) return none;
    if (picked.kind) {
      const zones = new Map();
      for (const offer of stage.offers) if (offer.verb === "terrain" && offer.kind === picked.kind) zones.set(offer.to, offer);
      return { ...none, zones };
    }
    const block = picked.unit ? this.block(picked.unit) : null;
    const offers = block && (stage.byUnit.get(block.unit) || []).filter((offer) => !this.verb || offer.verb === this.verb);
    return offers?.length ? targetsOf(stage, block, offers) : none;
  }

  renderZones() {
    const { layout } = this;
    const seen = new Set();
    const cues = [];
    for (const zone of layout.zones.values()) {
      seen.add(zone.id);
      let element = this.zoneElements.get(zone.id);
      if (!element) {
        element = h("button.b-zone", { type: "button", "data-zone": zone.id });
        this.zoneElements.set(zone.id, element);
        this.zoneLayer.append(element);
      }
      const target = this.targets.zones.get(zone.id);
      element.className = `b-zone b-zone-${zone.kind}${target ? " is-lit" : ""}${zone.id.startsWith("enemy") ? " is-theirs" : ""}${zone.post?.owner === "enemy" ? " is-far" : ""}`;
      Object.assign(element.style, { left: `${zone.x}px`, top: `${zone.y}px`, width: `${zone.w}px`, height: `${zone.h}px` });
      element.tabIndex = target ? 0 : -1;
      element.setAttribute("aria-label", this.zoneLabel(zone, target));
      if (zone.kind === "post") this.renderPost(element, zone);
      else if (target) cues.push(this.cue(zone, target));
    }
    fill(this.cueLayer, cues);
    for (const [id, element] of this.zoneElements) {
      if (seen.has(id)) continue;
      element.remove();
      this.zoneElements.delete(id);
    }
  }

  /** What a tap on a lit area does, written on its inner border. */
  cue(zone, offer) {
    const words = offer.verb === "terrain" ? t("Lay it here") : describe(this.stage, offer, offer.unit ? this.block(offer.unit) : null).label;
    const isFront = zone.kind === "front";
    const top = isFront ? (zone.id.startsWith("enemy") ? zone.y + zone.h - 9 : zone.y + 9) : zone.kind === "town" ? zone.y + 18 : zone.y + 3;
    const left = zone.kind === "town" ? zone.x + zone.w - 52 : zone.x + zone.w / 2;
    return h("span.b-cue", { style: { left: `${left}px`, top: `${top}px` } }, words);
  }

  renderPost(element, zone) {
    const { post } = zone;
    const sign = JSON.stringify([post.name, post.used, post.count, post.isMain, post.owner, zone.chip]);
    if (element.dataset.sign === sign) return;
    element.dataset.sign = sign;
    const room = this.stage.battle?.status === "fighting" || this.stage.kind === "crossroads" ? post.owner === "own" || post.used : false;
    fill(element, h("span.b-sign", { style: { height: `${zone.chip - 8}px` } },
      h(`span.b-way${post.isMain ? ".is-main" : ""}`, { title: post.isMain ? t("main road") : t("minor road") }),
      h("span.b-sign-name", {}, post.name),
      room ? h("span.b-sign-room", { title: t("units over this road in this battle turn") }, `${post.used}/${post.limit}`) : null,
      post.count ? h(`span.b-sign-count${post.owner === "enemy" ? ".is-theirs" : ""}`, { title: post.owner === "enemy" ? t("enemy blocks there") : t("own units there") }, post.count) : null));
  }

  zoneLabel(zone, target) {
    const { stage } = this;
    const words = [];
    if (zone.kind === "post") {
      const { post } = zone;
      words.push(t("Road to {town}", { town: post.name }), post.isMain ? t("main road") : t("minor road"), t("{used} of {limit} units in this battle turn", { used: post.used, limit: post.limit }));
      if (post.count && !stage.isSeat) words.push(post.owner === "enemy" ? t("Allied blocks there: {count}", { count: post.count }) : t("French blocks there: {count}", { count: post.count }));
      else if (post.count) words.push(post.owner === "enemy" ? t("enemy blocks there: {count}", { count: post.count }) : t("own units there: {count}", { count: post.count }));
    } else {
      words.push(zoneTitle(stage, zone.id));
      const ground = stage.terrain.find((one) => one.area === zone.id);
      if (ground) words.push(`${terrainName(ground.kind)} (${terrainWords(ground.kind)})`);
      const own = stage.blocks.filter((block) => block.zone === zone.id && block.owner === "own").reduce((sum, block) => sum + block.count, 0);
      const theirs = stage.blocks.filter((block) => block.zone === zone.id && block.owner === "enemy").reduce((sum, block) => sum + block.count, 0);
      if (own) words.push(stage.isSeat ? t("own units: {count}", { count: own }) : t("French units: {count}", { count: own }));
      if (theirs) words.push(stage.isSeat ? t("enemy units: {count}", { count: theirs }) : t("Allied units: {count}", { count: theirs }));
      if (!own && !theirs) words.push(t("empty"));
    }
    if (target) words.push(target.verb === "terrain" ? t("may be laid here") : t("{action} here", { action: describe(stage, target, this.block(target.unit)).label }));
    return words.join(", ");
  }

  renderSlots() {
    const seen = new Set();
    const lit = this.targets.slot;
    const litZone = lit ? this.block(lit.unit)?.zone : null;
    for (const slot of this.layout.slots) {
      if (slot.area !== litZone) continue;
      seen.add(slot.area);
      let element = this.slots.get(slot.area);
      if (!element) {
        element = h("button.b-slot", { type: "button", "data-slot": slot.area });
        this.slots.set(slot.area, element);
        this.blockLayer.prepend(element);
      }
      Object.assign(element.style, { left: `${slot.x}px`, top: `${slot.y}px`, width: `${slot.w}px`, height: `${slot.h}px` });
      element.setAttribute("aria-label", describe(this.stage, lit, this.block(lit.unit)).label);
    }
    for (const [zone, element] of this.slots) {
      if (seen.has(zone)) continue;
      element.remove();
      this.slots.delete(zone);
    }
  }

  renderFrames() {
    const seen = new Set();
    for (const square of this.layout.squares) {
      seen.add(square.unit);
      let element = this.frames.get(square.unit);
      if (!element) {
        element = h("div.b-square", { "aria-hidden": "true" });
        this.frames.set(square.unit, element);
        this.blockLayer.prepend(element);
      }
      element.style.transform = `translate(${square.x}px, ${square.y}px)`;
      element.style.width = `${square.w}px`;
      element.style.height = `${square.h}px`;
    }
    for (const [unit, element] of this.frames) {
      if (seen.has(unit)) continue;
      element.remove();
      this.frames.delete(unit);
    }
  }

  renderBlocks() {
    const { stage, layout } = this;
    const seen = new Set();
    const anyLit = stage.byUnit.size > 0;
    for (const block of stage.blocks) {
      const place = layout.places.get(block.key);
      if (!place) continue;
      seen.add(block.key);
      let record = this.blockElements.get(block.key);
      if (!record) {
        const element = h("button.b-block", { type: "button", "data-key": block.key });
        element.style.transform = `translate(${place.x}px, ${place.y}px)`;
        record = { element };
        this.blockElements.set(block.key, record);
        this.blockLayer.append(element);
      }
      const { element } = record;
      const offers = block.unit ? stage.byUnit.get(block.unit) || [] : [];
      const isPicked = Boolean(this.picked) && (this.picked.unit === block.unit && Boolean(block.unit) || this.picked.key === block.key);
      const isTarget = this.targets.units.has(block.key);
      const isLit = offers.length > 0 && !this.picked?.unit && !this.motion.isBusy && (stage.stage !== "combat" || this.worth(block.unit));
      const isActed = !offers.length && block.marks.some((mark) => SPENT.includes(mark));
      element.className = `b-block is-${block.owner}${isTarget ? " is-target" : ""}${isPicked ? " is-picked" : ""}${isLit ? " is-ready" : ""}${isActed ? " is-spent" : ""}${block.isAlly ? " is-ally" : ""}${offers.length ? " can-act" : ""}`;
      element.style.width = element.style.height = `${place.size}px`;
      if (!record.isDragged) element.style.transform = `translate(${place.x}px, ${place.y}px)`;
      element.tabIndex = isTarget || isPicked || offers.length || (!anyLit && block.owner === "own") ? 0 : -1;
      element.setAttribute("aria-label", this.blockLabel(block, offers, isTarget));
      element.setAttribute("aria-pressed", String(isPicked));
      this.renderFace(record, block, place.size, { selected: isPicked, lit: isLit, acted: isActed });
    }
    for (const [key, record] of this.blockElements) {
      if (seen.has(key) || record.isLeaving) continue;
      record.element.remove();
      this.blockElements.delete(key);
    }
  }

  renderFace(record, block, size, state) {
    const { element } = record;
    const marks = block.marks.filter((mark) => mark !== "square" && !mark.startsWith("in:"));
    const options = { strength: block.strength, marks, size, ...state };
    const shape = block.unit ? `${block.unit}:${size}` : `${block.army}:${block.count}:${size}`;
    const look = JSON.stringify([shape, options]);
    if (record.look === look) return;
    if (block.unit && record.face && record.shape === shape && updateFace(record.face, block.card, options)) {
      record.look = look;
      this.renderBadges(record, block);
      return;
    }
    record.look = look;
    record.shape = shape;
    record.face = block.unit ? blockFace(block.card, options) : blockBack(block.army, { size, count: block.count });
    const svg = s("svg.b-wood", { viewBox: `0 0 ${size} ${size}`, width: size, height: size, "aria-hidden": "true" }, record.face);
    element.replaceChildren(h("span.b-body", {}, svg));
    record.badges = null;
    this.renderBadges(record, block);
  }

  renderBadges(record, block) {
    const shown = BADGES.filter((mark) => block.marks.includes(mark) && !(mark === "moved" && block.marks.includes("moved2")));
    const ground = this.stage.terrain.find((one) => one.holder && one.holder === block.unit && one.area === block.zone);
    const key = shown.join() + (ground ? ground.kind : "");
    if (record.badges === key) return;
    record.badges = key;
    record.element.querySelector(".b-badges")?.remove();
    if (!shown.length) return;
    record.element.append(h("span.b-badges", {}, shown.slice(0, 3).map((mark) => {
      const badge = h(`span.b-badge.b-badge-${mark}`, { title: markTitle(mark) }, verbIcon(mark === "moved2" ? "moved" : mark));
      return badge;
    })));
  }

  blockLabel(block, offers, isTarget) {
    const { stage } = this;
    const words = [];
    if (block.unit) {
      words.push(shortName(block.card), typeName(block.card.type), t("strength {strength}", { strength: block.strength }));
      if (block.owner === "enemy") words.push(stage.isSeat ? t("enemy") : t("Allied"));
      if (block.isAlly) words.push(t("of your ally"));
    } else {
      words.push(armyBlocks(block.army, block.count), t("hidden"));
    }
    words.push(zonePhrase(stage, block.zone));
    if (this.isEngaged(block)) words.push(t("engaged"));
    if (block.host) words.push(t("sheltered in a square"));
    const ground = stage.terrain.find((one) => one.holder && one.holder === block.unit);
    if (ground) words.push(ground.kind === "farm" ? t("holds the farm") : t("holds the hill"));
    for (const mark of block.marks) {
      const title = markTitle(mark);
      if (title && mark !== "halted") words.push(title);
    }
    const verbs = [...new Set([...byVerb(offers).values()].flat().map((offer) => describe(stage, offer, block).label.toLowerCase()))];
    if (verbs.length) words.push(t("may {actions}", { actions: verbs.join(", ") }));
    if (isTarget) words.push(describe(stage, this.targets.units.get(block.key), this.block(this.picked.unit)).label);
    return words.join(", ");
  }

  isEngaged(block) {
    if (block.zone.endsWith("reserve") || block.zone.endsWith("tray") || block.zone === "town" || block.zone.startsWith("post:")) return false;
    const other = block.owner === "own" ? "enemy" : "own";
    return this.stage.kind === "field" && this.stage.blocks.some((one) => one.zone === block.zone && one.owner === other);
  }

  // ---- head --------------------------------------------------------------------------------------

  title() {
    const { stage } = this;
    if (stage.kind === "skirmish") return t("Skirmish at {town}", { town: stage.name });
    if (stage.kind === "over") return t("After the fighting at {town}", { town: stage.name });
    if (stage.kind === "crossroads") return t("After the battle of {town}", { town: stage.name });
    return t("Battle of {town}", { town: stage.name });
  }

  renderHead() {
    const { stage } = this;
    const facts = [];
    if (stage.kind === "field" && stage.round) facts.push(["round", t("Round {round}", { round: stage.round })]);
    if (stage.attacker) facts.push(["attack", stage.attacker === "french" ? t("the French attack") : t("the Allies attack")]);
    const mine = stage.isSeat && stage.turnSide === stage.side;
    let steps = null;
    if (stage.kind === "field" && stage.battle?.status === "fighting") {
      const now = { combat: 1, reinforce: 2, lose: 1, fallback: 0, rout: 1, withdraw: 1 }[stage.stage] ?? -1;
      const names = [t("Morale"), t("Combat"), t("Reinforcement")];
      steps = h("ol.b-steps", { "aria-label": t("The steps of a battle turn") }, names.map((name, n) =>
        h("li", { "aria-current": n === now ? "step" : null }, name)));
    } else if (stage.battle?.status === "setting-up") {
      const now = { draw: 0, terrain: 0, deploy: 1 }[stage.stage] ?? -1;
      steps = h("ol.b-steps", { "aria-label": t("Setting up") }, [t("Terrain"), t("Deployment")].map((name, n) =>
        h("li", { "aria-current": n === now ? "step" : null }, name)));
    }
    const whose = stage.kind === "field" && stage.turnSide && stage.battle?.status === "fighting"
      ? h(`span.b-whose${mine ? ".is-mine" : ""}`, {}, mine ? t("Your battle turn") : stage.turnSide === "french" ? t("French battle turn") : t("Allied battle turn")) : null;
    const look = [this.title(), facts.join(), stage.stage, mine, stage.turnSide, this.hooks.onTown ? 1 : 0].join("|");
    if (this.headLook === look) return;
    this.headLook = look;
    fill(this.head,
      h("button.b-name", { type: "button", title: t("Show on the map"), onclick: () => this.hooks.onTown?.(stage.town) }, this.title()),
      h("span.b-facts", {}, facts.map(([name, words], n) => h(`span.b-fact-${name}`, {}, n ? ` · ${words}` : words))), whose, steps);
    this.head.classList.toggle("is-fighting", Boolean(whose));
  }

  // ---- the bar at the thumb ----------------------------------------------------------------------

  renderBar() {
    const { stage } = this;
    const actions = [];
    let about = null;
    if (this.motion.isBusy) {
      about = this.hint(this.news || "");
    } else if (this.picked?.kind) {
      about = this.hint(`${t("Tap the area for the {terrain}.", { terrain: terrainName(this.picked.kind).toLowerCase() })} ${terrainWords(this.picked.kind)}`);
    } else if (this.picked) {
      const block = stage.blocks.find((one) => (this.picked.unit ? one.unit === this.picked.unit : one.key === this.picked.key));
      if (block) {
        about = this.about(block);
        actions.push(...this.unitActions(block));
      }
    }
    if (!about) about = this.hint(this.idleHint(), stage.canAct ? this.lastText : "");
    if (this.motion.isBusy && !this.hooks.hasSkip?.()) actions.push(this.button({ icon: "skip", label: t("Skip"), detail: "" }, () => this.motion.skip(), "is-quiet"));
    else actions.push(...this.stageActions());
    const hasFocus = this.bar.contains(document.activeElement);
    const tray = this.trayUnits();
    fill(this.bar, about, tray.length ? this.trayRow(tray) : null, h("div.b-actions", {}, actions));
    const hasUnit = Boolean(this.picked && !this.picked.kind) && !this.motion.isBusy;
    this.bar.classList.toggle("has-unit", hasUnit);
    this.root.classList.toggle("has-sheet", hasUnit);
    this.bar.classList.toggle("has-tiles", actions.some((action) => action.classList.contains("b-act-tile")));
    [...this.bar.querySelectorAll(".b-act")].forEach((button, n) => { button.dataset.digit = String(n + 1); });
    if (hasFocus) (this.bar.querySelector(".b-act") || this.root.querySelector(".b-block.is-picked"))?.focus({ preventScroll: true });
  }

  /** Own units of one area, where they are too small on the field for a thumb. */
  trayUnits() {
    const { stage, picked } = this;
    if (!this.layout || this.layout.size >= THUMB || this.motion.isBusy || picked?.kind) return [];
    const zone = picked?.unit ? this.block(picked.unit)?.zone : this.tray;
    const units = stage.blocks.filter((block) => block.zone === zone && block.owner === "own" && block.unit);
    return units.length > 1 || !picked ? units : [];
  }

  trayRow(units) {
    return h("div.b-tray", { role: "group", "aria-label": zoneTitle(this.stage, units[0].zone) }, units.map((block) => h("button.b-pick", {
      type: "button", "aria-pressed": String(this.picked?.unit === block.unit),
      "aria-label": this.blockLabel(block, this.stage.byUnit.get(block.unit) || [], false), onclick: () => this.tapBlock(block.key),
    }, blockIcon(block.card, { size: 40, strength: block.strength, acted: this.stage.canAct && !this.stage.byUnit.has(block.unit) }))));
  }

  hint(words, news = "") {
    return h("p.b-hint", {}, words, news && news !== words ? h("em", {}, news) : null);
  }

  idleHint() {
    const { stage } = this;
    const ready = [...stage.byUnit.keys()].filter((unit) => stage.stage !== "combat" || this.worth(unit)).length;
    if (stage.kind === "over") return this.lastText || t("The fighting at {town} is over.", { town: stage.name });
    if (!stage.canAct) {
      if (!stage.isHere) return stage.kind === "waiting" ? t("The lines have not been drawn up yet.") : t("This battle waits for its turn.");
      return this.lastText || (stage.isSeat ? t("The other side is deciding.") : "");
    }
    switch (stage.stage) {
      case "combat": return ready === 0 ? t("Nobody has anything left to do but retreat.") : ready === 1 ? t("1 unit can still act: tap it.") : t("{count} units can still act: tap one.", { count: ready });
      case "reinforce": return t("Tap a unit at a sign-post, and again to bring it up.");
      case "lose": return stage.hits === 1 ? t("1 hit to take: choose one of the glowing units.") : t("{hits} hits to take: choose one of the glowing units.", { hits: stage.hits });
      case "fallback": return t("Choose who falls back over the stream; the others are lost.");
      case "rout": return t("The line has broken: send each unit down a road, two on a main one, one on a minor.");
      case "withdraw": return t("The attack is given up: send your units back down the roads.");
      case "retreat": return t("Tap a unit, then the road by which it retreats.");
      case "regroup": return t("Regroup if you like: tap a unit, then a sign-post or the town.");
      case "draw": return t("Draw terrain blocks, unseen, before the lines are drawn up.");
      case "terrain": return t("Choose a block and the area to lay it on.");
      case "deploy": {
        const left = stage.blocks.filter((block) => block.zone === "tray" && stage.byUnit.has(block.unit)).length;
        return left === 0 ? t("All are in their places.") : left === 1 ? t("1 unit to deploy: tap it, then an area.") : t("{count} units to deploy: tap one, then an area.", { count: left });
      }
      case "reveal": return !stage.offers.some((offer) => offer.verb === "reveal") ? t("The skirmish line is complete.") : t("Tap one to four units for the skirmish line. The enemy does not see it yet.");
      default: return "";
    }
  }

  about(block) {
    const { stage } = this;
    if (!block.unit) {
      return h("div.b-about", {}, blockIcon(block.army, { size: 40, count: block.count }),
        h("div", {}, h("strong", {}, armyBlocks(block.army, block.count)), h("span", {}, `${t("hidden")}, ${zonePhrase(stage, block.zone)}`)));
    }
    const facts = [typeName(block.card.type), t("strength {strength} of {full}", { strength: block.strength, full: block.card.strength }), `F${block.card.firepower}`];
    const more = [zonePhrase(stage, block.zone)];
    if (this.isEngaged(block)) more.push(t("engaged"));
    const ground = stage.terrain.find((one) => one.holder && one.holder === block.unit);
    if (ground) more.push(ground.kind === "farm" ? t("holds the farm") : t("holds the hill"));
    if (block.host) more.push(t("sheltered in a square"));
    for (const mark of block.marks) {
      const title = markTitle(mark);
      if (title && !["halted", "disordered"].includes(mark)) more.push(title);
    }
    return h("div.b-about", {}, blockIcon(block.card, { size: 42, strength: block.strength }),
      h("div", {}, h("strong", {}, shortName(block.card)), h("span", {}, facts.join(" · ")), h("span.b-more", {}, more.join(", "))));
  }

  unitActions(block) {
    const { stage } = this;
    const offers = block.unit ? stage.byUnit.get(block.unit) || [] : [];
    if (!offers.length) {
      const isMine = block.owner === "own" && block.unit && !block.isAlly && stage.canAct;
      return isMine ? [this.button({ icon: "why", label: t("Why not?"), detail: "" }, () => this.hooks.onWhy?.(likelyAct(stage, block)), "is-quiet")] : [];
    }
    const made = [];
    const groups = byVerb(offers);
    for (const [verb, some] of groups) {
      if (this.verb && verb !== this.verb) continue;
      if (some.length === 1 || groups.size === 1 || this.verb === verb || verb === "deploy" || verb === "move" || ((verb === "fire" || verb === "bombard") && some.length < 4)) {
        for (const offer of some) made.push(this.button(describe(stage, offer, block), () => this.perform(offer), verb === "retreat" ? "is-grave" : ""));
      } else {
        made.push(this.button(describeVerb(verb, some.length), () => { this.verb = verb; this.render(); }, verb === "retreat" ? "is-grave" : ""));
      }
    }
    if (this.verb) made.push(this.button({ icon: "disengage", label: t("Back"), detail: "" }, () => { this.verb = null; this.render(); }, "is-quiet"));
    return made;
  }

  /** What can be done at this step apart from units: draw, lay, deploy the rest, end. */
  stageActions() {
    const { stage } = this;
    const made = [];
    for (const offer of stage.offers) {
      if (offer.verb === "draw") made.push(this.tileButton(offer));
      if (offer.verb === "battle" || offer.verb === "skirmish") made.push(this.button({ icon: "engage", label: offer.verb === "battle" ? t("This battle next") : t("This skirmish next"), detail: stage.name }, () => this.perform(offer), "is-main"));
    }
    if (stage.hand.length) made.push(...this.handButtons());
    if (stage.stage === "deploy" && stage.offers.some((offer) => offer.verb === "deploy") && !this.picked) {
      made.push(this.isDeploying
        ? this.button({ icon: "why", label: t("Stop"), detail: "" }, () => { this.isDeploying = false; this.render(); }, "is-quiet")
        : this.button({ icon: "auto", label: t("Deploy the rest"), detail: t("for me") }, () => { this.isDeploying = true; this.continueDeployment(); }, "is-quiet"));
    }
    // On a phone the thumb's place belongs to the unit in hand.
    const isCrowded = this.width < 620 && this.picked?.unit && stage.byUnit.has(this.picked.unit);
    if (this.hooks.onUndo && stage.canUndo && !isCrowded) made.push(this.button({ icon: "undo", label: t("Undo"), detail: "" }, () => this.hooks.onUndo(), "is-quiet is-undo"));
    if (stage.kind === "over") made.push(this.button({ icon: "retreat", label: t("To the map"), detail: "" }, () => this.hooks.onTown?.(stage.town), "is-main"));
    if (stage.end && !isCrowded && this.hooks.hasEnd !== false) made.push(this.endButton());
    return made;
  }

  tileButton(offer) {
    const { number } = offer;
    const label = number === 0 ? t("Draw none") : number === 1 ? t("Draw 1") : t("Draw {number}", { number });
    const tiles = h("span.b-tiles", { "aria-hidden": "true" });
    tiles.innerHTML = terrainBack().repeat(number) || `<span class="b-tile b-tile-none"></span>`;
    return h("button.b-act.b-act-tile", { type: "button", onclick: () => this.perform(offer) }, tiles, h("span", {}, label));
  }

  handButtons() {
    const { stage } = this;
    return [...new Set(stage.hand)].map((kind) => {
      const count = stage.hand.filter((one) => one === kind).length;
      const tile = h("span.b-tiles", { "aria-hidden": "true" });
      tile.innerHTML = terrainTile(kind);
      const isPicked = this.picked?.kind === kind;
      return h(`button.b-act.b-act-tile${isPicked ? ".is-picked" : ""}`, {
        type: "button", "aria-pressed": String(isPicked), disabled: !stage.canAct, "data-tile": kind,
        onclick: () => { this.picked = isPicked ? null : { kind }; this.render(); },
      }, tile, h("span", {}, count > 1 ? `${terrainName(kind)} × ${count}` : terrainName(kind)));
    });
  }

  endButton() {
    const { stage } = this;
    const idle = [...stage.byUnit.keys()].filter((unit) => this.worth(unit)).length;
    const label = {
      combat: t("End combat"), reinforce: t("End reinforcement"), regroup: t("End regrouping"), deploy: t("Line is drawn up"), reveal: t("To the fight"),
    }[stage.stage] || t("Done");
    const isRisky = stage.stage === "combat" && idle > 0;
    if (this.ending) {
      return this.button({ icon: "end", label: t("Yes, end it"), detail: idle === 1 ? t("1 unit has not acted") : t("{count} units have not acted", { count: idle }) }, () => this.perform(stage.end), "is-main is-end is-asking");
    }
    return this.button({ icon: "end", label, detail: "" }, () => {
      if (isRisky) {
        this.ending = true;
        this.renderBar();
        this.bar.querySelector(".is-end")?.focus({ preventScroll: true });
      } else this.perform(stage.end);
    }, `is-end ${isRisky ? "is-quiet" : "is-main"}`);
  }

  button({ icon, label, detail }, onclick, tone = "") {
    return h("button.b-act", { type: "button", class: tone, onclick, "aria-label": detail ? `${label}, ${detail}` : label }, verbIcon(icon),
      h("span", {}, h("b", {}, label), detail ? h("small", {}, detail) : null));
  }

  // ---- doing -------------------------------------------------------------------------------------

  perform(offer) {
    if (this.isPending || !offer) return;
    this.isPending = true;
    this.keep = offer.verb === "move" ? offer.unit : null;
    this.verb = null;
    this.ending = false;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.isPending = false;
      this.isDeploying = false;
      this.render();
    }, PATIENCE_MS);
    if (offer.verb !== "terrain") this.picked = null;
    this.sent = offer.text;
    this.render();
    this.hooks.onAct?.([offer.text]);
  }

  /** "Deploy the rest for me": one offer after another, as each is acknowledged. */
  continueDeployment() {
    if (!this.isDeploying || this.motion.isBusy || this.isPending) return;
    const { stage } = this;
    const offer = stage.stage === "deploy" && stage.canAct ? nextDeployment(stage) : null;
    if (!offer || offer.text === this.lastDeployed) {
      this.isDeploying = false;
      this.lastDeployed = null;
      this.renderBar();
      return;
    }
    this.lastDeployed = offer.text;
    this.perform(offer);
  }

  why(action) {
    if (action && this.stage.canAct) this.hooks.onWhy?.(action);
  }

  tapBlock(key) {
    const { stage, picked } = this;
    const block = stage.blocks.find((one) => one.key === key);
    if (!block) return;
    const target = this.targets.units.get(key);
    if (target) {
      this.perform(target);
      return;
    }
    const offers = block.unit ? stage.byUnit.get(block.unit) || [] : [];
    const reveal = offers.find((offer) => offer.verb === "reveal");
    if (reveal) {
      this.perform(reveal);
      return;
    }
    if (picked?.kind) {
      this.tapZone(block.zone);
      return;
    }
    const chosen = picked?.unit ? this.block(picked.unit) : null;
    if (chosen && chosen.unit === block.unit) {
      if (offers.length === 1 && AT_ONCE.has(offers[0].verb)) this.perform(offers[0]);
      else this.choose(null);
      return;
    }
    const isArmed = chosen && chosen.owner === "own" && stage.byUnit.has(chosen.unit);
    if (isArmed && block.owner === "enemy") {
      // The ground under him may be where the unit may go.
      const move = this.targets.zones.get(block.zone);
      if (move && move.verb === "move") this.perform(move);
      else this.why(likelyShot(stage, chosen, block));
      return;
    }
    if (isArmed && !offers.length && this.targets.zones.has(block.zone)) {
      this.perform(this.targets.zones.get(block.zone));
      return;
    }
    this.choose(block.unit ? { unit: block.unit } : { key });
  }

  tapZone(id) {
    const { stage, picked } = this;
    const target = this.targets.zones.get(id);
    if (target) {
      this.perform(target);
      return;
    }
    if (picked?.kind) {
      this.why(`terrain ${picked.kind} ${id}`);
      return;
    }
    const chosen = picked?.unit ? this.block(picked.unit) : null;
    const isArmed = chosen && chosen.owner === "own" && stage.canAct && !chosen.isAlly;
    if (isArmed && chosen.zone !== id) {
      const action = likelyMove(stage, chosen, id);
      if (action) {
        this.why(action);
        return;
      }
    }
    const isSmall = this.layout.size < THUMB && !chosen && this.tray !== id;
    if (isSmall && stage.blocks.some((block) => block.zone === id && block.owner === "own" && block.unit)) {
      this.choose(null);
      this.tray = id;
      this.renderBar();
      return;
    }
    const leaver = LEAVING.has(stage.stage) && !chosen && stage.offers.find((offer) => offer.verb === "retreat" && `post:${offer.to}` === id);
    if (leaver) {
      this.choose({ unit: leaver.unit });
      return;
    }
    if (id.startsWith("post:") && !chosen) {
      this.hooks.onTown?.(id.slice(5));
      return;
    }
    this.choose(null);
  }

  choose(picked) {
    this.picked = picked;
    this.tray = null;
    this.verb = null;
    this.ending = false;
    this.render();
  }

  // ---- pointer -----------------------------------------------------------------------------------

  onClick(event) {
    if (this.wasDragged) {
      this.wasDragged = false;
      return;
    }
    if (this.motion.skip()) return;
    this.activate(event.target);
  }

  activate(element) {
    const block = element.closest(".b-block");
    const slot = element.closest(".b-slot");
    const zone = element.closest(".b-zone");
    if (block) this.tapBlock(block.dataset.key);
    else if (slot) this.perform(this.targets.slot);
    else if (zone) this.tapZone(zone.dataset.zone);
    else if (this.picked && !this.picked.kind) this.choose(null);
  }

  onPointerDown(event) {
    this.wasDragged = false;
    const element = event.target.closest(".b-block");
    if (!element || event.button > 0 || this.motion.isBusy || this.isPending) return;
    const block = this.stage.blocks.find((one) => one.key === element.dataset.key);
    if (!block?.unit || !this.stage.byUnit.has(block.unit)) return;
    const record = this.blockElements.get(block.key);
    const place = this.layout.places.get(block.key);
    const start = { x: event.clientX, y: event.clientY };
    const move = (now) => {
      if (now.pointerId !== event.pointerId) return;
      const dx = now.clientX - start.x;
      const dy = now.clientY - start.y;
      if (!record.isDragged) {
        if (Math.hypot(dx, dy) < DRAG_PIXELS) return;
        record.isDragged = true;
        this.picked = { unit: block.unit };
        this.verb = null;
        this.render();
        element.classList.add("is-dragged");
      }
      now.preventDefault();
      element.style.transform = `translate(${place.x + dx}px, ${place.y + dy}px) scale(1.08)`;
      this.hover(this.under(now, element));
    };
    const end = (last) => {
      if (last && last.pointerId !== event.pointerId) return;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      this.dragEnd = null;
      if (!record.isDragged) return;
      record.isDragged = false;
      this.wasDragged = last?.type === "pointerup";
      setTimeout(() => { this.wasDragged = false; }, 60);
      element.classList.remove("is-dragged");
      this.hover(null);
      const over = last?.type === "pointerup" ? this.under(last, element) : null;
      if (over) this.activate(over);
      if (this.picked) this.render();
    };
    window.addEventListener("pointermove", move, { passive: false });
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    this.dragEnd = end;
  }

  under(point, dragged) {
    const all = document.elementsFromPoint(point.clientX, point.clientY).filter((one) => this.field.contains(one) && !dragged.contains(one));
    const hit = all.map((one) => one.closest(".b-block.is-target, .b-slot, .b-zone.is-lit")).find(Boolean);
    return hit || all.map((one) => one.closest(".b-zone")).find(Boolean) || null;
  }

  hover(element) {
    if (this.hovered === element) return;
    this.hovered?.classList.remove("is-over");
    this.hovered = element;
    element?.classList.add("is-over");
  }

  // ---- keyboard ----------------------------------------------------------------------------------

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (this.motion.skip()) event.preventDefault();
      else if (this.verb || this.picked || this.ending) {
        const unit = this.picked?.unit;
        if (this.verb) this.verb = null;
        else if (!this.ending) this.picked = null;
        this.ending = false;
        this.render();
        if (unit) this.elementOf(unit)?.focus({ preventScroll: true });
        event.preventDefault();
        event.stopPropagation();
      }
      return;
    }
    if (event.key.startsWith("Arrow")) {
      if (this.walk(event.key)) event.preventDefault();
      return;
    }
    if (/^[1-9]$/.test(event.key)) {
      const button = this.bar.querySelectorAll(".b-act")[Number(event.key) - 1];
      if (button) {
        event.preventDefault();
        button.click();
      }
      return;
    }
    if (event.key === "n") {
      const ready = [...this.root.querySelectorAll(".b-block.can-act")];
      if (!ready.length) return;
      const at = ready.indexOf(document.activeElement);
      ready[(at + 1) % ready.length].focus();
      event.preventDefault();
    }
  }

  /** Arrow keys: to the nearest thing in that direction. */
  walk(key) {
    const things = [...this.root.querySelectorAll(".b-block, .b-zone, .b-slot, .b-head button, .b-bar button:not(:disabled)")].filter((one) => one.offsetParent);
    const here = things.includes(document.activeElement) ? document.activeElement : null;
    if (!here) {
      (this.root.querySelector(".b-block.can-act, .b-block.is-own") || things[0])?.focus();
      return true;
    }
    const middle = (one) => {
      const box = one.getBoundingClientRect();
      // A zone counts where its title stands, so that the blocks in it come first.
      const isZone = one.matches(".b-zone-front, .b-zone-reserve");
      return { x: box.left + box.width / 2, y: isZone ? (one.matches(".is-theirs") ? box.top + 8 : box.bottom - 8) : box.top + box.height / 2 };
    };
    const from = middle(here);
    const [ax, ay] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null;
    for (const one of things) {
      if (one === here) continue;
      const to = middle(one);
      const along = (to.x - from.x) * ax + (to.y - from.y) * ay;
      const across = Math.abs((to.x - from.x) * ay + (to.y - from.y) * ax);
      if (along < 3) continue;
      const far = along + across * 2.2;
      if (!best || far < best.far) best = { one, far };
    }
    best?.one.focus({ preventScroll: true });
    return Boolean(best);
  }

  // ---- for the motion ----------------------------------------------------------------------------

  elementOf(key) {
    return key ? this.blockElements.get(key)?.element : null;
  }

  centreOf(key) {
    const place = key && this.layout.places.get(key);
    return place ? { x: place.x + place.size / 2, y: place.y + place.size / 2 } : null;
  }

  centreOfZone(id) {
    const zone = id && this.layout.zones.get(id);
    return zone ? { x: zone.x + zone.w / 2, y: zone.y + zone.h / 2 } : null;
  }

  /** Dice roll on the strip between the lines, in the column of the target. */
  diceSpot(aim, from) {
    const zone = this.centreOfZone(aim) || from || { x: this.width / 2, y: this.height / 2 };
    const { middle } = this.layout;
    return { x: zone.x, y: middle ? middle.y + middle.h / 2 : zone.y };
  }

  /** Where the road to a town leaves the field. */
  exitFor(town, owner) {
    const zone = this.layout.zones.get(`post:${town}`);
    if (zone) return { x: zone.x + zone.w / 2, y: zone.y + zone.chip / 2 };
    return { x: this.width / 2, y: owner === "own" ? this.height + 40 : -60 };
  }

  /** A block goes down a road and is seen no more. */
  flyOff(key, goal) {
    const record = this.blockElements.get(key);
    if (!record) return;
    const { element } = record;
    this.blockElements.delete(key);
    const half = element.offsetWidth / 2;
    const from = element.style.transform;
    element.style.pointerEvents = "none";
    element.animate([
      { transform: from, opacity: 1 },
      { transform: `translate(${goal.x - half}px, ${goal.y - half}px) scale(.45)`, opacity: 0.9, offset: 0.85 },
      { transform: `translate(${goal.x - half}px, ${goal.y - half}px) scale(.3)`, opacity: 0 },
    ], { duration: 520, easing: "cubic-bezier(.45,0,.6,1)", fill: "forwards" }).finished.then(() => element.remove(), () => element.remove());
  }

  /** A block comes up a road. */
  flyIn(key, gate) {
    const element = this.elementOf(key);
    const place = this.layout.places.get(key);
    if (!element || !place) return;
    const half = place.size / 2;
    element.animate([
      { transform: `translate(${gate.x - half}px, ${gate.y - half}px) scale(.4)`, opacity: 0.2 },
      { transform: `translate(${place.x}px, ${place.y}px)`, opacity: 1 },
    ], { duration: 360, easing: "cubic-bezier(.2,.7,.3,1)" });
  }
}
