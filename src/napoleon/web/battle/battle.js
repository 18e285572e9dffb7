/**
 * The battle screen: the battlefield, the skirmish, their setting up and what follows them.
 *
 * What comes in becomes a scene (scene.js), the scene a state (state.js), and the state is drawn: the
 * head, the field, the bar. Taps and keys become commands; what they change is the state, or the
 * server is asked. While motion plays what led to the newest scene, it is the motion's copy that is
 * drawn.
 */

import { isStill } from "../lib/dice.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { createBar } from "./bar.js";
import { Field } from "./field.js";
import { createHands } from "./hands.js";
import { createHead } from "./head.js";
import { createLegend } from "./legend.js";
import { listenToKeys } from "./keys.js";
import { Motion } from "./motion.js";
import { deployedIn, readScene } from "./scene.js";
import { beginMotion, choose, letGo, openFight, pickedBlock, receive, send, settle, tapBlock, tapZone, targetsNow, terrainIn, unitIn } from "./state.js";
import { blockLabel, fieldSummary } from "./words.js";

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
 * @property {(event: GameEvent|null) => void} [onTell] - what has been played so far: up to this event, or all of it
 * @property {(words: string) => void} [onChoose] - something was taken in hand, or let go
 * @property {boolean} [hasEnd]
 * @property {() => boolean} [hasSkip]
 */

const PATIENCE_MS = 4000; // for an answer; then everything can be tapped again
// Pixels of the screen. The bar stands beside the field where that is low and wide enough, else below it; its height depends on
// nothing but the window, so that nothing moves when a unit is taken in hand.
const SHORT = 470;
const WIDE_ENOUGH = 420;
const PHONE = 620;
const LOW = 640;
const FLAT = 260;

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
    /** Let go of the last thing; whether there was one. */
    escape: () => screen.escape(),
    /** The field in words. */
    summary: () => (screen.state ? fieldSummary(screen.state.scene) : ""),
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
    this.follower = -1; // the event of a unit that was deployed without being sent
    this.patience = 0;
    this.field = new Field();
    this.head = createHead({ onTown: hooks.onTown });
    this.bar = createBar({
      onOffer: (offer) => this.perform(offer),
      onPick: (picked) => this.change((state) => ({ ...state, picked })),
      onVerb: (verb) => this.change((state) => ({ ...state, verb })),
      onWhy: (action) => hooks.onWhy?.(action),
      onTown: hooks.onTown,
      onSkip: () => this.motion.skip(),
      onEnd: (isSure) => this.end(isSure),
      onNotYet: () => this.change((state) => ({ ...state, isEnding: false })),
      onUndo: hooks.onUndo ?? null,
      onDeployRest: hooks.onDeployRest ? () => this.deployRest() : null,
      hasEnd: hooks.hasEnd ?? true,
      hasSkip: () => hooks.hasSkip?.() ?? false,
    });
    this.root = h("section.battle", {}, this.head.element, this.field.element, this.bar.element);
    container.append(this.root);
    this.motion = this.newMotion();
    this.hands = createHands(this.field, {
      isBusy: () => !this.state || this.state.isBusy || this.state.isPending,
      canDrag: (key) => Boolean(this.state?.scene.byUnit.has(key)),
      onGrab: (unit) => this.change((state) => ({ ...state, picked: { unit }, verb: null })),
      onLetGo: () => this.render(),
      onTouch: (thing) => this.touch(thing),
    });
    this.legend = createLegend(this.field);
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
    this.legend.destroy();
    this.root.remove();
  }

  // --- What comes in

  /** @param {BattleModel} model */
  update(model) {
    const before = this.state?.next;
    const scene = readScene(model, model.log, before);
    const isSame = before?.town === scene.town && before.seat === scene.seat;
    const events = this.newEvents(model, isSame);
    this.follower = deployedIn(events, scene.side).follower?.i ?? this.follower;
    const told = model.log.findLast((event) => event.text && (event.town === model.town || event.to === model.town));
    const last = told ? this.report(told) : "";
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
    this.field.bringReady();
    requestAnimationFrame(() => this.root.classList.remove("is-fresh"));
  }

  newMotion() {
    return new Motion({
      field: this.field,
      scene: () => /** @type {BattleState} */ (this.state).scene,
      render: () => this.render(),
      tell: (event) => this.tell(event),
      onEnd: () => {
        this.settle();
        this.hooks.onTell?.(null);
      },
    });
  }

  /**
   * What happens now, in the bar; the table tells it too.
   * @param {GameEvent} event
   */
  tell(event) {
    if (!this.state) return;
    if (event.text) this.state = { ...this.state, news: this.report(event) };
    if (this.state.isBusy) this.bar.render(this.state, this.field.width);
    this.hooks.onTell?.(event);
  }

  /**
   * What happened, in words.
   * @param {GameEvent} event
   */
  report({ i, text = "" }) {
    return i === this.follower ? t("The last one had no choice: {report}", { report: text ?? "" }) : text ?? "";
  }

  // --- Drawing

  render() {
    if (!this.state) return;
    this.head.render(this.state.scene);
    this.bar.render(this.state, this.field.width);
    this.field.render(this.state, targetsNow(this.state));
    this.root.classList.toggle("is-busy", this.state.isBusy);
    this.root.classList.toggle("is-pending", this.state.isPending);
    this.root.classList.toggle("is-narrow", Boolean(this.field.layout?.isNarrow));
    this.root.classList.toggle("is-slim", Boolean(this.field.layout?.isSlim));
  }

  onResize() {
    const { clientWidth: wide, clientHeight: high } = this.root;
    const isShort = high < SHORT && wide >= WIDE_ENOUGH;
    this.root.classList.toggle("is-short", isShort);
    this.root.classList.toggle("is-low", high < LOW && wide < PHONE && !isShort);
    this.root.classList.toggle("is-flat", high < FLAT && !isShort);
    const { clientWidth, clientHeight } = this.field.element;
    if (!clientWidth || (clientWidth === this.field.width && clientHeight === this.field.height)) return;
    this.root.classList.add("is-fresh");
    this.render();
    this.field.bringReady();
    requestAnimationFrame(() => requestAnimationFrame(() => this.root.classList.remove("is-fresh")));
  }

  // --- What is done

  /** @param {(state: BattleState) => BattleState} how */
  change(how) {
    if (!this.state) return;
    this.legend.hide();
    this.state = how(this.state);
    this.render();
  }

  /** @param {Command} command */
  obey(command) {
    if (!command) return;
    if ("act" in command) this.perform(command.act);
    else if ("why" in command) this.hooks.onWhy?.(command.why);
    else if ("town" in command) this.hooks.onTown(command.town);
    else {
      this.change((state) => choose(state, command.choose));
      this.sayChoice(this.state);
    }
  }

  /** @param {BattleState|null} state */
  sayChoice(state) {
    const block = state && pickedBlock(state);
    if (state) this.hooks.onChoose?.(block ? t("Chosen: {units}.", { units: blockLabel(state.scene, block, "") }) : t("Nothing is chosen."));
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
    const [block, slot, zone] = [part(".b-block, .b-shot"), part(".b-slot"), part(".b-zone, .b-cue")];
    if (block?.key) this.obey(tapBlock(state, block.key));
    else if (slot) this.perform(targetsNow(state).slot);
    else if (zone?.zone) this.obey(tapZone(state, zone.zone));
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
