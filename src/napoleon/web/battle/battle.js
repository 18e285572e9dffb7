/**
 * The battle screen: the battlefield, the skirmish, their setting up and what follows them.
 *
 * What comes in becomes a scene (scene.js), the scene a state (state.js), and the state is drawn: the
 * head, the field, the bar. Taps and keys become commands; what they change is the state, or the
 * server is asked. While motion plays what led to the newest scene, it is the motion's copy that is
 * drawn.
 */

import { h } from "../lib/dom.js";
import { isStill } from "../lib/dice.js";
import { createBar, isTooSmall } from "./bar.js";
import { Field } from "./field.js";
import { createHands } from "./hands.js";
import { createHead } from "./head.js";
import { listenToKeys } from "./keys.js";
import { Motion } from "./motion.js";
import { readScene } from "./scene.js";
import { beginMotion, choose, letGo, openFight, openTray, receive, send, settle, tapBlock, tapZone, targetsNow, terrainIn, unitIn } from "./state.js";

/** @import { GameEvent } from "../lib/types.js" */
/** @import { BattleModel, Offer, Scene } from "./scene.js" */
/** @import { BattleState, Command } from "./state.js" */

/**
 * What the table does for the battle screen. Without `onUndo` or `onDeployRest` the bar has no such button; with
 * `hasEnd: false` the end of a step is left to others, and so is skipping while `hasSkip` says so.
 * @typedef {object} BattleHooks
 * @property {(actions: string[]) => void} [onAct]
 * @property {(action: string) => void} [onWhy]
 * @property {(town: string) => void} onTown
 * @property {() => void} [onUndo]
 * @property {() => void} [onDeployRest]
 * @property {boolean} [hasEnd]
 * @property {() => boolean} [hasSkip]
 */

const PATIENCE_MS = 4000; // for an answer; then everything can be tapped again
const SHORT = 470; // pixels; a lower window that is wider than a phone's has its bar beside the field
const LOW = 640;
const PHONE = 620;

/**
 * @param {HTMLElement} container
 * @param {BattleHooks} hooks
 */
export function createBattle(container, hooks) {
  const screen = new BattleScreen(container, hooks);
  return {
    /** @param {BattleModel} model */
    update: (model) => screen.update(model),
    destroy: () => screen.destroy(),
    skip: () => { screen.motion.skip(); },
    get isBusy() { return screen.motion.isBusy; },
  };
}

class BattleScreen {
  /**
   * @param {HTMLElement} container
   * @param {BattleHooks} hooks
   */
  constructor(container, hooks) {
    this.hooks = hooks;
    /** @type {BattleState|null} */
    this.state = null;
    this.heard = -1; // the last event that was taken in
    this.patience = 0;
    this.field = new Field();
    this.head = createHead({ onTown: hooks.onTown });
    this.bar = createBar({
      onOffer: (offer) => this.perform(offer),
      onBlock: (key) => this.obey(this.state && tapBlock(this.state, key)),
      onPick: (picked) => this.change((state) => ({ ...state, picked })),
      onVerb: (verb) => this.change((state) => ({ ...state, verb })),
      onWhy: (action) => hooks.onWhy?.(action),
      onTown: hooks.onTown,
      onSkip: () => this.motion.skip(),
      onEnd: (isSure) => this.end(isSure),
      onUndo: hooks.onUndo ?? null,
      onDeployRest: hooks.onDeployRest ? () => this.deployRest() : null,
      hasEnd: hooks.hasEnd ?? true,
      hasSkip: () => hooks.hasSkip?.() ?? false,
    });
    this.live = h("p.b-unseen", { role: "status", "aria-live": "polite" });
    this.root = h("section.battle", {}, this.head.element, this.field.element, this.bar.element, this.live);
    container.append(this.root);
    this.motion = this.newMotion();
    this.hands = createHands(this.field, {
      isBusy: () => !this.state || this.state.isBusy || this.state.isPending,
      canDrag: (key) => Boolean(this.state?.scene.byUnit.has(key)),
      onGrab: (unit) => this.change((state) => ({ ...state, picked: { unit }, verb: null })),
      onLetGo: () => this.render(),
      onTouch: (thing) => this.touch(thing),
    });
    listenToKeys(this.root, { onEscape: () => this.escape(), onSkip: () => this.motion.skip(), buttons: this.bar.buttons });
    this.resizer = new ResizeObserver(() => this.onResize());
    this.resizer.observe(this.field.element);
    this.resizer.observe(this.root);
  }

  destroy() {
    this.motion.stop();
    this.resizer.disconnect();
    clearTimeout(this.patience);
    this.hands.destroy();
    this.root.remove();
  }

  // --- What comes in

  /** @param {BattleModel} model */
  update(model) {
    const scene = readScene(model, model.log);
    const before = this.state?.next;
    const isSame = before?.town === scene.town && before.seat === scene.seat;
    const events = this.newEvents(model, isSame);
    const last = model.log.findLast((event) => event.text && (event.town === model.town || event.to === model.town))?.text || "";
    clearTimeout(this.patience);
    if (!this.state || !isSame) return this.open(scene, last);
    this.state = receive(this.state, scene, last);
    const isSeen = this.field.width > 0 && document.visibilityState !== "hidden";
    if (events.length && isSeen && !isStill()) this.play(events);
    else if (!this.state.isBusy) this.showStill(events);
  }

  /**
   * What has not been played yet: told twice is played once, and after an undo the log is shorter.
   * @param {BattleModel} model
   * @param {boolean} isSame
   */
  newEvents({ log, events, town }, isSame) {
    const last = log.at(-1)?.i ?? -1;
    if (!isSame) this.heard = -1;
    else if (last < this.heard) this.heard = last;
    const fresh = events.filter((event) => (!event.town || event.town === town || event.to === town) && (event.i ?? Infinity) > this.heard);
    this.heard = Math.max(this.heard, last, ...fresh.map((event) => event.i ?? -1));
    return fresh;
  }

  /**
   * Another fight than before.
   * @param {Scene} scene
   * @param {string} last
   */
  open(scene, last) {
    this.motion.stop();
    this.field.fx.replaceChildren();
    this.motion = this.newMotion();
    this.root.classList.add("is-fresh");
    this.state = openFight(scene, last);
    this.afterSettling();
  }

  /** @param {GameEvent[]} events */
  play(events) {
    if (!this.motion.isBusy) this.change(beginMotion);
    this.motion.push(events);
  }

  /**
   * Without motion; dice that fell lie there for a while.
   * @param {GameEvent[]} events
   */
  showStill(events) {
    const shot = isStill() ? events.findLast((event) => event.kind === "shot" && event.dice) : undefined;
    if (isStill()) this.say(events.map((event) => event.text).filter(Boolean).join(" "));
    this.settle();
    if (shot && this.field.layout) this.motion.lay(shot);
  }

  /** Show the newest scene, whatever was being played. */
  settle() {
    if (!this.state) return;
    if (this.state.scene.kind !== this.state.next.kind) this.motion.clearDice();
    this.state = settle(this.state);
    this.afterSettling();
  }

  afterSettling() {
    this.render();
    requestAnimationFrame(() => this.root.classList.remove("is-fresh"));
  }

  newMotion() {
    return new Motion({
      field: this.field,
      scene: () => /** @type {BattleState} */ (this.state).scene,
      render: () => this.render(),
      say: (words) => this.say(words),
      onEnd: () => this.settle(),
    });
  }

  /**
   * What happens now, in the bar and for screen readers.
   * @param {string} words
   */
  say(words) {
    this.live.textContent = words;
    if (!this.state) return;
    this.state = { ...this.state, news: words };
    if (this.state.isBusy) this.renderBar(this.state);
  }

  // --- Drawing

  render() {
    if (!this.state) return;
    this.head.render(this.state.scene);
    this.renderBar(this.state);
    this.field.render(this.state, targetsNow(this.state));
    this.root.classList.toggle("is-busy", this.state.isBusy);
    this.root.classList.toggle("is-narrow", Boolean(this.field.layout?.isNarrow));
    this.root.classList.toggle("is-slim", Boolean(this.field.layout?.isSlim));
  }

  /** @param {BattleState} state */
  renderBar(state) {
    const isUnit = this.bar.render(state, { width: this.field.width, blockSize: this.field.layout?.size ?? 0 });
    this.root.classList.toggle("has-sheet", isUnit);
  }

  onResize() {
    const { clientWidth: wide, clientHeight: high } = this.root;
    this.root.classList.toggle("is-short", high < SHORT && wide >= PHONE);
    this.root.classList.toggle("is-low", high < LOW && wide < PHONE);
    const { clientWidth, clientHeight } = this.field.element;
    if (!clientWidth || (clientWidth === this.field.width && clientHeight === this.field.height)) return;
    this.root.classList.add("is-fresh");
    this.render();
    requestAnimationFrame(() => requestAnimationFrame(() => this.root.classList.remove("is-fresh")));
  }

  // --- What is done

  /** @param {(state: BattleState) => BattleState} how */
  change(how) {
    if (!this.state) return;
    this.state = how(this.state);
    this.render();
  }

  /** @param {Command} command */
  obey(command) {
    if (!command) return;
    if ("act" in command) this.perform(command.act);
    else if ("why" in command) this.hooks.onWhy?.(command.why);
    else if ("town" in command) this.hooks.onTown(command.town);
    else if ("tray" in command) this.change((state) => openTray(state, command.tray));
    else this.change((state) => choose(state, command.choose));
  }

  /** @param {Offer|null} offer */
  perform(offer) {
    if (!offer || !this.state || this.state.isPending) return;
    this.waitForAnswer(offer);
    this.hooks.onAct?.([offer.text]);
  }

  deployRest() {
    if (!this.state || this.state.isPending) return;
    this.waitForAnswer(null);
    this.hooks.onDeployRest?.();
  }

  /** @param {Offer|null} offer */
  waitForAnswer(offer) {
    this.change((state) => send(state, offer));
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.change((state) => ({ ...state, isPending: false })), PATIENCE_MS);
  }

  /** @param {boolean} isSure */
  end(isSure) {
    if (isSure) return this.perform(this.state?.scene.end ?? null);
    this.change((state) => ({ ...state, isEnding: true }));
    this.bar.focusEnd();
  }

  /**
   * Something of the field was tapped, or a unit was dropped there.
   * @param {Element} thing
   */
  touch(thing) {
    if (!this.state || this.motion.skip()) return;
    const { state } = this;
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement|null} */ (thing.closest(selector))?.dataset;
    const [block, slot, zone] = [part(".b-block"), part(".b-slot"), part(".b-zone")];
    if (block?.key) this.obey(tapBlock(state, block.key));
    else if (slot) this.perform(targetsNow(state).slot);
    else if (zone?.zone) this.obey(tapZone(state, zone.zone, isTooSmall(this.field.layout?.size ?? 0)));
    else if (state.picked && !terrainIn(state.picked)) this.obey({ choose: null });
  }

  /** Let go of the last thing; whether there was one. */
  escape() {
    if (!this.state || !(this.state.verb || this.state.picked || this.state.isEnding)) return false;
    const unit = unitIn(this.state.picked);
    this.change(letGo);
    this.field.elementOf(unit)?.focus({ preventScroll: true });
    return true;
  }
}
