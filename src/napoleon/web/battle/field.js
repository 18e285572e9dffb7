/**
 * The field on the screen: ground, areas, sign-posts and blocks, drawn from the state and kept in
 * step with it. Elements stay the same while what they show does, so that they can glide.
 */

import { blockBack, blockFace, updateFace } from "../lib/blocks.js";
import { fill, h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describe } from "./actions.js";
import { cuesOf } from "./cues.js";
import { removeAfter } from "./effects.js";
import { drawGround, groundKey } from "./ground.js";
import { verbIcon } from "./icons.js";
import { layOut } from "./layout.js";
import { findUnit, isWorthAsking, offersOf, unitIn } from "./state.js";
import { blockLabel, blockOf, fightTitle, zoneLabel } from "./words.js";

/** @import { Look } from "../lib/blocks.js" */
/** @import { Targets } from "./actions.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Block, Owner, Post, Scene } from "./scene.js" */
/** @import { BattleState } from "./state.js" */

/** @typedef {{x: number, y: number}} Spot - in pixels of the field */
/** @typedef {{element: HTMLButtonElement, isDragged: boolean, look: string, shape: string, badges: string, face: SVGGElement|null}} Piece */

const SPENT = ["moved", "moved2", "fired", "done"];
const BADGES = ["shock", "fired", "moved", "moved2", "done", "disengaged", "silent", "canister"];
const MOST_BADGES = 3;
const MARGIN = 40; // pixels from the edge of a field that scrolls

export class Field {
  constructor() {
    this.ground = s("svg.b-ground", { "aria-hidden": "true", preserveAspectRatio: "none" });
    this.zoneLayer = h("div.b-layer.b-zones");
    this.blockLayer = h("div.b-layer.b-blocks");
    this.cueLayer = h("div.b-layer.b-cues", { "aria-hidden": "true" });
    /** Smoke, dice and banners. */
    this.fx = h("div.b-layer.b-fx");
    /** All of it, which may be higher than the window onto it. */
    this.canvas = h("div.b-canvas", {}, this.ground, this.zoneLayer, this.blockLayer, this.cueLayer, this.fx);
    this.element = h("div.b-field", { role: "group" }, this.canvas);
    this.width = 0;
    this.height = 0;
    /** @type {Layout|null} */
    this.layout = null;
    /** @type {Map<string, HTMLElement>} */
    this.zones = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.slots = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.frames = new Map();
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    this.drawnGround = "";
    this.key = ""; // of what was laid out last: as long as it is the same, sizes stay
  }

  /**
   * Draw a state, if there is room for it.
   * @param {BattleState} state
   * @param {Targets} targets
   */
  render(state, targets) {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight) return;
    this.width = clientWidth;
    this.height = clientHeight;
    const { scene } = state;
    const layout = this.layOut(scene);
    const key = groundKey(scene, layout, clientWidth, layout.height);
    if (key !== this.drawnGround) {
      this.drawnGround = key;
      drawGround(this.ground, scene, layout, clientWidth, layout.height);
    }
    this.renderZones(scene, layout, targets);
    this.renderSlots(scene, layout, targets);
    this.renderFrames(layout);
    this.renderBlocks(state, layout, targets);
    this.element.setAttribute("aria-label", fightTitle(scene));
  }

  /**
   * While a step lasts nothing grows: what the finger goes to stays where it is.
   * @param {Scene} scene
   */
  layOut(scene) {
    const status = scene.battle?.status;
    // Hits are taken and shots go on within one battle turn: nothing is laid out anew between them.
    const step = status === "fighting" ? "" : scene.stage;
    const key = [scene.town, scene.kind, status, step, scene.round, scene.turnSide, this.width, this.height].join();
    const layout = layOut(scene, this.width, this.height, key === this.key ? this.layout : null);
    const isTall = layout.height > this.height;
    this.key = key;
    this.layout = layout;
    this.canvas.style.height = isTall ? `${layout.height}px` : "100%";
    this.element.classList.toggle("is-tall", isTall);
    return layout;
  }

  // --- Areas

  /**
   * @param {Scene} scene
   * @param {Layout} layout
   * @param {Targets} targets
   */
  renderZones(scene, layout, targets) {
    for (const zone of layout.zones.values()) {
      const element = this.part(this.zones, zone.id, () => {
        const made = h("button.b-zone", { type: "button", "data-zone": zone.id });
        this.zoneLayer.append(made);
        return made;
      });
      const target = targets.zones.get(zone.id);
      element.className = `b-zone b-zone-${zone.kind}${target ? " is-lit" : ""}${zone.id.startsWith("enemy") ? " is-theirs" : ""}${zone.post?.owner === "enemy" ? " is-far" : ""}`;
      Object.assign(element.style, { left: `${zone.x}px`, top: `${zone.y}px`, width: `${zone.w}px`, height: `${zone.h}px` });
      element.tabIndex = target ? 0 : -1;
      element.setAttribute("aria-label", zoneLabel(scene, zone, target));
      if (zone.post) this.renderPost(scene, element, zone.post, zone.chip || 0);
    }
    fill(this.cueLayer, cuesOf(scene, layout, targets));
    this.removeOthers(this.zones, layout.zones);
  }

  /**
   * The element of a thing, made when it is first seen.
   * @param {Map<string, HTMLElement>} elements
   * @param {string} key
   * @param {() => HTMLElement} make
   */
  part(elements, key, make) {
    const element = elements.get(key) || make();
    elements.set(key, element);
    return element;
  }

  /**
   * Take away what is no longer there.
   * @param {Map<string, HTMLElement>} elements
   * @param {{has(key: string): boolean}} seen
   */
  removeOthers(elements, seen) {
    for (const [key, element] of elements) {
      if (seen.has(key)) continue;
      element.remove();
      elements.delete(key);
    }
  }

  /**
   * @param {Scene} scene
   * @param {HTMLElement} element
   * @param {Post} post
   * @param {number} chip
   */
  renderPost(scene, element, post, chip) {
    const sign = JSON.stringify([post.name, post.used, post.count, post.isMain, post.owner, chip]);
    if (element.dataset.sign === sign) return;
    element.dataset.sign = sign;
    const hasRoom = (scene.battle?.status === "fighting" || scene.kind === "crossroads") && (post.owner === "own" || post.used > 0);
    const isTheirs = post.owner === "enemy";
    fill(element, h("span.b-sign", { style: { height: `${chip - 8}px` } },
      h(`span.b-way${post.isMain ? ".is-main" : ""}`, { title: post.isMain ? t("main road") : t("minor road") }),
      h("span.b-sign-name", {}, post.name), " ",
      hasRoom ? h("span.b-sign-room", { title: t("units over this road in this battle turn") }, `${post.used}/${post.limit}`) : null, " ",
      post.count ? h(`span.b-sign-count${isTheirs ? ".is-theirs" : ""}`, { title: isTheirs ? t("enemy blocks there") : t("own units there") }, post.count) : null));
  }

  /**
   * Farms and hills that the unit in hand may take.
   * @param {Scene} scene
   * @param {Layout} layout
   * @param {Targets} targets
   */
  renderSlots(scene, layout, { slot: offer }) {
    const block = offer && blockOf(scene, offer);
    const lit = new Map(layout.slots.filter((slot) => block && slot.area === block.zone).map((slot) => [slot.area, slot]));
    for (const [area, slot] of lit) {
      const element = this.part(this.slots, area, () => {
        const made = h("button.b-slot", { type: "button", "data-slot": area });
        this.blockLayer.prepend(made);
        return made;
      });
      Object.assign(element.style, { left: `${slot.x}px`, top: `${slot.y}px`, width: `${slot.w}px`, height: `${slot.h}px` });
      if (offer) element.setAttribute("aria-label", describe(scene, offer, block).label);
    }
    this.removeOthers(this.slots, lit);
  }

  /**
   * Frames around squares.
   * @param {Layout} layout
   */
  renderFrames(layout) {
    for (const square of layout.squares) {
      const element = this.part(this.frames, square.unit, () => {
        const made = h("div.b-square", { "aria-hidden": "true" });
        this.blockLayer.prepend(made);
        return made;
      });
      Object.assign(element.style, { transform: `translate(${square.x}px, ${square.y}px)`, width: `${square.w}px`, height: `${square.h}px` });
    }
    this.removeOthers(this.frames, new Set(layout.squares.map((square) => square.unit)));
  }

  // --- Blocks

  /**
   * @param {BattleState} state
   * @param {Layout} layout
   * @param {Targets} targets
   */
  renderBlocks(state, layout, targets) {
    const { scene } = state;
    /** @type {Set<string>} */
    const seen = new Set();
    for (const block of scene.blocks) {
      const place = layout.places.get(block.key);
      if (!place) continue;
      seen.add(block.key);
      const piece = this.pieceOf(block, place);
      this.renderBlock(state, block, piece, place, targets);
    }
    for (const [key, { element }] of this.pieces) {
      if (seen.has(key)) continue;
      element.remove();
      this.pieces.delete(key);
    }
  }

  /**
   * @param {Block} block
   * @param {Spot} place
   */
  pieceOf(block, place) {
    let piece = this.pieces.get(block.key);
    if (!piece) {
      const element = h("button.b-block", { type: "button", "data-key": block.key });
      element.style.transform = `translate(${place.x}px, ${place.y}px)`;
      piece = { element, isDragged: false, look: "", shape: "", badges: "", face: null };
      this.pieces.set(block.key, piece);
      this.blockLayer.append(element);
    }
    return piece;
  }

  /**
   * @param {BattleState} state
   * @param {Block} block
   * @param {Piece} piece
   * @param {Spot & {size: number}} place
   * @param {Targets} targets
   */
  renderBlock({ scene, picked, isBusy }, block, piece, place, targets) {
    const { element } = piece;
    const offers = offersOf(scene, block);
    const isPicked = Boolean(picked && ("unit" in picked ? picked.unit === block.unit : "key" in picked && picked.key === block.key));
    const tap = targets.units.get(block.key);
    const isLit = offers.length > 0 && !unitIn(picked) && !isBusy && (scene.stage !== "combat" || isWorthAsking(scene, block.key));
    const isActed = !offers.length && block.marks.some((mark) => SPENT.includes(mark));
    element.className = `b-block is-${block.owner}${tap ? " is-target" : ""}${isPicked ? " is-picked" : ""}${isLit ? " is-ready" : ""}${isActed ? " is-spent" : ""}${block.isAlly ? " is-ally" : ""}${offers.length ? " can-act" : ""}`;
    element.style.width = element.style.height = `${place.size}px`;
    if (!piece.isDragged) element.style.transform = `translate(${place.x}px, ${place.y}px)`;
    element.tabIndex = tap || isPicked || offers.length || (!scene.byUnit.size && block.owner === "own") ? 0 : -1;
    element.setAttribute("aria-label", blockLabel(scene, block, tap ? describe(scene, tap, findUnit(scene, unitIn(picked))).label : ""));
    element.setAttribute("aria-pressed", String(isPicked));
    this.renderFace(piece, block, place.size, { selected: isPicked, lit: isLit, acted: isActed });
  }

  /**
   * @param {Piece} piece
   * @param {Block} block
   * @param {number} size
   * @param {Look} state
   */
  renderFace(piece, block, size, state) {
    const marks = block.marks.filter((mark) => mark !== "square" && !mark.startsWith("in:"));
    const options = { strength: block.strength, marks, size, ...state };
    const shape = block.unit ? `${block.unit}:${size}` : `${block.army}:${block.count}:${size}`;
    const look = JSON.stringify([shape, options]);
    if (piece.look === look) return;
    piece.look = look;
    const isTurned = block.card && piece.face && piece.shape === shape && updateFace(piece.face, block.card, options);
    if (!isTurned) {
      piece.shape = shape;
      piece.face = block.card ? blockFace(block.card, options) : blockBack(block.army, { size, count: block.count });
      const svg = s("svg.b-wood", { viewBox: `0 0 ${size} ${size}`, width: size, height: size, "aria-hidden": "true" }, piece.face);
      piece.element.replaceChildren(h("span.b-body", {}, svg));
      piece.badges = "";
    }
    this.renderBadges(piece, block);
  }

  /**
   * @param {Piece} piece
   * @param {Block} block
   */
  renderBadges(piece, block) {
    const shown = BADGES.filter((mark) => block.marks.includes(mark) && !(mark === "moved" && block.marks.includes("moved2")));
    if (piece.badges === shown.join()) return;
    piece.badges = shown.join();
    piece.element.querySelector(".b-badges")?.remove();
    if (!shown.length) return;
    piece.element.append(h("span.b-badges", {}, shown.slice(0, MOST_BADGES).map((mark) =>
      h(`span.b-badge.b-badge-${mark}`, {}, verbIcon(mark === "moved2" ? "moved" : mark)))));
  }

  // --- Where things are, for hands and motion

  /** @param {string|null|undefined} key */
  elementOf(key) {
    return (key && this.pieces.get(key)?.element) || null;
  }

  /**
   * @param {string|null|undefined} key
   * @returns {Spot|null}
   */
  centreOf(key) {
    const place = key && this.layout?.places.get(key);
    return place ? { x: place.x + place.size / 2, y: place.y + place.size / 2 } : null;
  }

  /**
   * @param {string|null|undefined} id
   * @returns {Spot|null}
   */
  centreOfZone(id) {
    const zone = id && this.layout?.zones.get(id);
    return zone ? { x: zone.x + zone.w / 2, y: zone.y + zone.h / 2 } : null;
  }

  /** The height at which banners and dice appear: between the lines, or as near to them as can be seen. */
  get middle() {
    const middle = this.layout?.middle;
    const { scrollTop } = this.element;
    return middle ? Math.min(Math.max(middle.y + middle.h / 2, scrollTop + MARGIN), scrollTop + this.height - MARGIN) : null;
  }

  /** Where the field is higher than its window: somebody who can act is in sight. */
  bringReady() {
    const ready = [...this.pieces].filter(([, { element }]) => element.matches(".can-act")).flatMap(([key]) => this.centreOf(key) ?? []);
    const { scrollTop } = this.element;
    const isSeen = ready.some(({ y }) => y > scrollTop + MARGIN / 2 && y < scrollTop + this.height - MARGIN / 2);
    if (ready.length && !isSeen) this.bring(ready[0]);
  }

  /**
   * Scroll to where something happens, if the field is higher than its window.
   * @param {Spot|null} spot
   */
  bring(spot) {
    const { scrollTop } = this.element;
    if (!spot || !this.layout || this.layout.height <= this.height) return;
    if (spot.y < scrollTop + MARGIN || spot.y > scrollTop + this.height - MARGIN) this.element.scrollTop = spot.y - this.height / 2;
  }

  /**
   * Dice roll on the strip between the lines, in the column of the target.
   * @param {string|null} aim
   * @param {Spot|null} from
   * @returns {Spot}
   */
  diceSpot(aim, from) {
    const zone = this.centreOfZone(aim) || from || { x: this.width / 2, y: this.height / 2 };
    return { x: zone.x, y: this.middle ?? zone.y };
  }

  /**
   * Where the road to a town leaves the field.
   * @param {string} town
   * @param {Owner} owner
   * @returns {Spot}
   */
  exitFor(town, owner) {
    const zone = this.layout?.zones.get(`post:${town}`);
    if (zone) return { x: zone.x + zone.w / 2, y: zone.y + (zone.chip || 0) / 2 };
    return { x: this.width / 2, y: owner === "own" ? (this.layout?.height ?? 0) + 40 : -60 };
  }

  /**
   * A block goes down a road and is seen no more.
   * @param {string} key
   * @param {Spot} goal
   */
  flyOff(key, goal) {
    const piece = this.pieces.get(key);
    if (!piece) return;
    const { element } = piece;
    this.pieces.delete(key);
    const half = element.offsetWidth / 2;
    element.style.pointerEvents = "none";
    const flight = element.animate([
      { transform: element.style.transform, opacity: 1 },
      { transform: `translate(${goal.x - half}px, ${goal.y - half}px) scale(.45)`, opacity: 0.9, offset: 0.85 },
      { transform: `translate(${goal.x - half}px, ${goal.y - half}px) scale(.3)`, opacity: 0 },
    ], { duration: 520, easing: "cubic-bezier(.45,0,.6,1)", fill: "forwards" });
    removeAfter(element, flight);
  }

  /**
   * A block comes up a road.
   * @param {string} key
   * @param {Spot} gate
   */
  flyIn(key, gate) {
    const element = this.elementOf(key);
    const place = this.layout?.places.get(key);
    if (!element || !place) return;
    const half = place.size / 2;
    element.animate([
      { transform: `translate(${gate.x - half}px, ${gate.y - half}px) scale(.4)`, opacity: 0.2 },
      { transform: `translate(${place.x}px, ${place.y}px)`, opacity: 1 },
    ], { duration: 360, easing: "cubic-bezier(.2,.7,.3,1)" });
  }
}
