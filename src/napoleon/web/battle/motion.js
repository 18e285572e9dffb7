/**
 * What happened, played as motion. The events change a copy of the scene one by one; at the end, or
 * when somebody skips, the screen shows exactly the newest view.
 */

import { rollDice } from "../lib/dice.js";
import { t } from "../lib/i18n.js";
import { shortName } from "../lib/names.js";
import { play } from "../lib/sound.js";
import { hangBanner, puffSmoke } from "./effects.js";
import { addLoss, areaFor, deployedIn, hiddenBlock, unitBlock } from "./scene.js";
import { fightTitle } from "./words.js";

/** @import { Roll } from "../lib/dice.js" */
/** @import { Army, GameEvent } from "../lib/types.js" */
/** @import { Field, Spot } from "./field.js" */
/** @import { Owner, Scene } from "./scene.js" */

/**
 * Where motion is played: `scene` is the copy that it may change, `tell` is told what happens now, `onEnd` is called when
 * everything has been played or skipped.
 * @typedef {{field: Field, scene: () => Scene, render: () => void, tell: (event: GameEvent) => void, onEnd: () => void}} Theatre
 */

const ACTED = ["moved", "moved2", "fired", "done", "disengaged", "silent", "halted"];
const MOVES = new Set(["engaged", "disengaged", "regrouped-on-field", "fell-back", "deployed"]);
const QUIET = new Set(["holder-named", "terrain-declined", "terrain-aside", "emerged", "leader-shown", "march-die"]);
const TOLD_LATER = new Set(["shot", "morale-die", "strength-lost", "eliminated"]); // once the dice have fallen
const LINGER_MS = 1500;
const READ_MS = 1300; // for a report that nothing else on the field tells

export class Motion {
  /** @param {Theatre} theatre */
  constructor({ field, scene, render, tell, onEnd }) {
    this.field = field;
    this.sceneNow = scene;
    this.render = render;
    this.tell = tell;
    this.onEnd = onEnd;
    /** @type {GameEvent[]} */
    this.queue = [];
    this.isBusy = false;
    this.isSkipped = false;
    this.isStopped = false;
    this.rate = 1;
    /** @type {Roll|null} */
    this.dice = null;
    /** @type {Set<() => void>} */
    this.wakers = new Set();
    this.lingering = 0;
    /** @type {GameEvent|null} */
    this.follower = null; // his report is to be read
  }

  get scene() {
    return this.sceneNow();
  }

  /**
   * Take in events; they play after those that still wait.
   * @param {GameEvent[]} events
   */
  push(events) {
    const { sent, follower } = deployedIn(events, this.scene.side);
    this.follower = follower ?? this.follower;
    this.queue.push(...events.filter((event) => !QUIET.has(event.kind) && (follower !== null || event !== sent)));
    if (!this.isBusy) this.run();
  }

  /** Drop what still waits and show how things stand; whether there was anything. */
  skip() {
    if (!this.isBusy) return false;
    this.isSkipped = true;
    this.queue.length = 0;
    for (const wake of [...this.wakers]) wake();
    this.dice?.finish();
    return true;
  }

  /** Stop without a last picture. */
  stop() {
    this.isStopped = true;
    this.skip();
    clearTimeout(this.lingering);
    this.clearDice();
  }

  async run() {
    this.isBusy = true;
    this.isSkipped = false;
    clearTimeout(this.lingering);
    await null; // whoever draws the state that this comes with draws it first
    for (let event = this.queue.shift(); event && !this.isSkipped; event = this.queue.shift()) {
      // The more there is to tell, the quicker it is told.
      this.rate = Math.min(4, 1 + Math.max(0, this.queue.length - 5) * 0.12);
      await this.step(event);
    }
    this.queue.length = 0; // what came while it was skipped is on the last picture
    this.isBusy = false;
    if (this.isStopped) return;
    this.onEnd();
    this.lingering = setTimeout(() => this.clearDice(), this.isSkipped ? 500 : LINGER_MS);
  }

  /**
   * @param {number} ms
   * @returns {Promise<void>}
   */
  wait(ms) {
    if (this.isSkipped) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms / this.rate);
      this.wakers.add(wake);
    });
  }

  /**
   * A shorter wait where the next event is of the same kind.
   * @param {GameEvent} event
   * @param {number} again
   * @param {number} ms
   */
  waitFor(event, again, ms) {
    return this.wait(this.queue[0]?.kind === event.kind ? again : ms);
  }

  clearDice() {
    this.dice?.remove();
    this.dice = null;
  }

  // --- The scene, changed

  /** @param {string|null|undefined} unit */
  find(unit) {
    return (unit && this.scene.blocks.find((block) => block.unit === unit)) || null;
  }

  /**
   * @param {GameEvent} event
   * @returns {Owner}
   */
  ownerOf(event) {
    return event.side === this.scene.side ? "own" : "enemy";
  }

  /** @param {string|null|undefined} text */
  area(text) {
    return areaFor(this.scene.side, text);
  }

  /**
   * Take one hidden block out of a zone, or out of any.
   * @param {Army|null|undefined} army
   * @param {string|null} zone
   */
  takeBack(army, zone) {
    const { blocks } = this.scene;
    const back = blocks.find((block) => !block.unit && block.army === army && (!zone || block.zone === zone));
    if (!back) return false;
    back.count -= 1;
    if (back.count < 1) blocks.splice(blocks.indexOf(back), 1);
    return true;
  }

  /**
   * @param {Army|null|undefined} army
   * @param {string} zone
   * @param {Owner} owner
   */
  addBack(army, zone, owner) {
    const { blocks } = this.scene;
    const back = blocks.find((block) => !block.unit && block.army === army && block.zone === zone);
    if (back) back.count += 1;
    else if (army) blocks.push(hiddenBlock(owner, zone, army, 1));
  }

  /**
   * A unit that was hidden until now.
   * @param {GameEvent} event
   * @param {string} zone
   */
  addUnit(event, zone) {
    const strength = event.kind === "shown" ? event.amount : undefined;
    if (event.unit) this.scene.blocks.push(unitBlock(this.scene.board, this.ownerOf(event), zone, { unit: event.unit, strength }));
  }

  // --- Event by event

  /** @param {GameEvent} event */
  async step(event) {
    const { scene } = this;
    const isFrench = event.side === "french";
    if (!TOLD_LATER.has(event.kind)) this.tell(event);
    addLoss(scene.losses, event);
    this.field.bring(this.field.centreOf(this.find(event.unit)?.key) ?? this.field.centreOfZone(this.area(event.area)));
    if (MOVES.has(event.kind)) return this.move(event);
    switch (event.kind) {
      case "battle-turn-began": return this.beginTurn(event);
      case "shot": return this.shot(event);
      case "morale-die": return this.morale(event);
      case "strength-lost": return this.weaken(event);
      case "eliminated": return this.eliminate(event);
      case "shown": return this.show(event);
      case "retreated": return this.leave(event);
      case "reinforced": return this.arrive(event);
      case "regrouped": return this.regroup(event);
      case "routed":
        play("drum");
        return this.banner(isFrench ? t("The French are routed") : t("The Allies are routed"), "is-rout", 1500, this.lossWords());
      case "withdrawal-forced": return this.banner(isFrench ? t("The French must withdraw") : t("The Allies must withdraw"), "is-rout", 900);
      case "fight-won":
        play("drum");
        return this.banner(isFrench ? t("The French hold the field") : t("The Allies hold the field"), "is-won", 1900, this.lossWords());
      case "battle-began": case "skirmish-began":
        play("drum");
        return this.banner(fightTitle(scene), "is-won", 900);
      case "deployment-closed": return this.banner(isFrench ? t("The French line is drawn up") : t("The Allied line is drawn up"), "", 700);
      case "terrain-laid":
        if (event.terrain) scene.terrain = [...scene.terrain, { area: this.area(event.area) ?? "", kind: event.terrain, holder: null }];
        this.render();
        return this.wait(320);
      case "square-formed": return this.mark(event, (marks) => [...marks, "square"]);
      case "square-left": return this.mark(event, (marks) => marks.filter((mark) => mark !== "square"));
      case "sheltered": return this.shelter(event);
      case "occupied": case "swapped":
        scene.terrain = scene.terrain.map((ground) => (ground.area === this.area(event.area) && event.unit ? { ...ground, holder: event.unit } : ground));
        this.render();
        return this.wait(240);
      default: return undefined;
    }
  }

  /** What both have lost so far. */
  lossWords() {
    const { french, allied } = this.scene.losses;
    return t("Lost: the French {french}, the Allies {allied} points of strength", { french: french.points, allied: allied.points });
  }

  /** @param {GameEvent} event */
  async beginTurn({ side, amount }) {
    const { scene } = this;
    for (const block of scene.blocks) block.marks = block.marks.filter((mark) => !ACTED.includes(mark));
    scene.turnSide = side ?? null;
    scene.round = amount ?? scene.round;
    scene.crossed = [0, 0, 0];
    this.render();
    const { round } = scene;
    const words = side === scene.side && scene.isSeat ? t("Round {round}: your battle turn", { round })
      : side === "french" ? t("Round {round}: the French", { round }) : t("Round {round}: the Allies", { round });
    await this.banner(words, "", 620);
  }

  /**
   * @param {GameEvent} event
   * @param {(marks: string[]) => string[]} change
   */
  async mark(event, change) {
    const block = this.find(event.unit);
    if (!block) return;
    block.marks = change(block.marks);
    this.render();
    await this.wait(240);
  }

  /** @param {GameEvent} event */
  async shelter(event) {
    const block = this.find(event.unit);
    if (!block || !event.other) return;
    block.host = event.other;
    this.render();
    await this.wait(260);
  }

  /** @param {GameEvent} event */
  async move(event) {
    const to = this.area(event.area) ?? "";
    const tray = event.kind === "deployed" ? (this.ownerOf(event) === "own" ? "tray" : "enemy-tray") : null;
    const from = this.area(event.from_area) ?? tray;
    const block = this.find(event.unit);
    if (block) {
      block.zone = to;
      block.host = null;
      block.marks = block.marks.filter((mark) => mark !== "square");
    } else if (event.unit) {
      this.takeBack(event.army, from);
      this.addUnit(event, to);
    } else if (this.takeBack(event.army, from)) {
      this.addBack(event.army, to, this.ownerOf(event));
    }
    this.render();
    if (event === this.follower) await this.wait(READ_MS);
    else await this.waitFor(event, 170, 330);
  }

  /** @param {GameEvent} event */
  async show(event) {
    const owner = this.ownerOf(event);
    const zone = this.area(event.area) ?? (owner === "own" ? "front" : "enemy-front");
    const block = this.find(event.unit);
    if (block) block.zone = zone;
    else if (owner === "enemy" || !this.scene.isSeat) {
      if (!this.takeBack(event.army, zone)) this.takeBack(event.army, null);
      this.addUnit(event, zone);
    } else return;
    this.render();
    if (!block) this.field.elementOf(event.unit)?.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: 240 / this.rate, easing: "ease-out" });
    await this.waitFor(event, 110, 300);
  }

  /**
   * The area that a shot is aimed at.
   * @param {GameEvent} event
   */
  aimOf(event) {
    return this.area(event.area) ?? (this.ownerOf(event) === "own" ? "enemy-front" : "front");
  }

  /** @param {GameEvent} event */
  async shot(event) {
    const { field } = this;
    this.clearDice();
    const shooter = this.find(event.unit);
    const from = field.centreOf(shooter?.key) || field.centreOfZone(this.area(event.from_area));
    const aim = this.aimOf(event);
    const to = field.centreOfZone(aim) || from;
    const isGun = Boolean(shooter?.card?.type.endsWith("artillery"));
    if (from && to) puffSmoke(this.field.fx, from, to, isGun);
    field.elementOf(shooter?.key)?.classList.add("is-firing");
    play(isGun ? "gun" : "dice");
    this.dice = this.throwShot(event, field.diceSpot(aim, from));
    await this.dice.done;
    this.tell(event);
    if (shooter) {
      shooter.marks = [...shooter.marks.filter((mark) => mark !== "shock"), "fired"];
      field.elementOf(shooter.key)?.classList.remove("is-firing");
    }
    await this.wait(event.amount ? 420 : 520);
  }

  /**
   * The dice of a shot; how many of them hit, the event says: the lowest do.
   * @param {GameEvent} event
   * @param {Spot} place
   */
  throwShot({ dice = [], amount: hits = 0, firepower, text }, place) {
    const ranks = dice.map((die, n) => ({ die, n })).sort((a, b) => a.die - b.die).slice(0, hits).map(({ n }) => n);
    let at = -1;
    const words = hits === 0 ? t("No hit") : hits === 1 ? t("1 hit") : t("{hits} hits", { hits });
    const caption = firepower !== undefined && firepower >= 0 ? t("F{power}: {result}", { power: firepower, result: words }) : words;
    return rollDice(this.field.fx, {
      dice, isHit: () => { at += 1; return ranks.includes(at); }, caption, label: text || caption, ...place, rate: this.rate, tone: hits ? "has-hits" : "",
    });
  }

  /**
   * Show the dice of a shot lying still for a while, where nothing may move.
   * @param {GameEvent} event
   */
  lay(event) {
    this.clearDice();
    clearTimeout(this.lingering);
    this.dice = this.throwShot(event, this.field.diceSpot(this.aimOf(event), null));
    this.lingering = setTimeout(() => this.clearDice(), 2 * LINGER_MS);
  }

  /** @param {GameEvent} event */
  async morale(event) {
    const { dice = [], amount = 0, unit } = event;
    this.clearDice();
    const spot = this.field.centreOf(this.find(unit)?.key);
    if (!spot) return;
    const givesWay = this.queue.some((later) => later.unit === unit && (later.kind === "fell-back" || (later.kind === "eliminated" && later.why === "morale")));
    const roll = amount > 0 ? `${dice[0]} + ${amount}` : `${dice[0]}`;
    const caption = givesWay ? t("Morale {roll}: gives way", { roll }) : t("Morale {roll}", { roll });
    this.dice = rollDice(this.field.fx, {
      dice, isHit: () => givesWay, caption, label: event.text || caption, x: spot.x, y: spot.y - (this.field.layout?.size ?? 0) * 0.9, rate: this.rate,
      tone: givesWay ? "has-hits" : "",
    });
    await this.dice.done;
    this.tell(event);
    await this.wait(520);
  }

  /** @param {GameEvent} event */
  async weaken(event) {
    const block = this.find(event.unit);
    this.tell(event);
    if (!block) return;
    block.strength = event.strength_left !== undefined && event.strength_left >= 0 ? event.strength_left : block.strength - (event.amount ?? 0);
    this.render();
    this.field.elementOf(block.key)?.firstElementChild?.animate([
      { transform: "none" }, { transform: "translate(-4px,1px) rotate(-7deg)" }, { transform: "translate(4px,-1px) rotate(5deg)" }, { transform: "none" },
    ], { duration: 260 / this.rate, easing: "ease-out" });
    await this.waitFor(event, 170, 360);
  }

  /** @param {GameEvent} event */
  async eliminate(event) {
    const block = this.find(event.unit);
    if (block) {
      this.field.elementOf(block.key)?.firstElementChild?.animate([
        { transform: "none", opacity: 1 }, { transform: "rotate(24deg) scale(.92)", opacity: 1, offset: 0.45 }, { transform: "rotate(82deg) scale(.5) translateY(20%)", opacity: 0 },
      ], { duration: 420 / this.rate, easing: "ease-in", fill: "forwards" });
      await this.wait(400);
      this.scene.blocks.splice(this.scene.blocks.indexOf(block), 1);
      if (block.card?.type === "leader") await this.mourn(block.card);
    } else {
      this.takeBack(event.army, this.area(event.area));
      await this.wait(120);
    }
    this.tell(event);
    this.render();
  }

  /** @param {import("../lib/types.js").Card} leader */
  async mourn(leader) {
    play("drum");
    this.render();
    await this.banner(t("{leader} has fallen", { leader: shortName(leader) }), "is-rout", 1600);
  }

  /** @param {GameEvent} event */
  async leave(event) {
    const { scene } = this;
    const block = this.find(event.unit);
    const owner = this.ownerOf(event);
    if (block) {
      scene.blocks.splice(scene.blocks.indexOf(block), 1);
      this.field.flyOff(block.key, this.field.exitFor(event.to ?? "", owner));
    } else {
      this.takeBack(event.army, this.area(event.from_area || event.area));
    }
    const post = scene.posts.find((one) => one.town === event.to);
    if (post && post.owner === owner) {
      post.used += 1;
      post.count += 1;
    }
    this.render();
    await this.waitFor(event, 150, 430);
  }

  /** @param {GameEvent} event */
  async arrive(event) {
    const owner = this.ownerOf(event);
    const zone = owner === "own" ? "reserve" : "enemy-reserve";
    const block = this.find(event.unit);
    const gate = this.field.exitFor(event.town ?? "", owner);
    if (block) {
      this.scene.gone.set(block.zone, [...(this.scene.gone.get(block.zone) || []), block.key]);
      block.zone = zone;
    } else if (event.unit) this.addUnit(event, zone);
    else this.addBack(event.army, zone, owner);
    const post = this.scene.posts.find((one) => one.town === event.town);
    if (post) {
      post.used += 1;
      post.count = Math.max(0, post.count - 1);
    }
    this.render();
    if (!block) this.field.flyIn(event.unit || `back:${event.army}:${zone}`, gate);
    await this.waitFor(event, 180, 360);
  }

  /** @param {GameEvent} event */
  async regroup(event) {
    const block = this.find(event.unit);
    if (!block || this.scene.kind !== "crossroads") return;
    block.zone = event.to === this.scene.town ? "town" : `post:${event.to}`;
    this.render();
    await this.wait(280);
  }

  /**
   * @param {string} words
   * @param {string} tone
   * @param {number} ms
   * @param {string} [detail]
   */
  async banner(words, tone, ms, detail = "") {
    this.clearDice(); // nothing lies over what the banner says
    const fade = hangBanner(this.field.fx, words, tone, this.field.middle ?? this.field.height / 2, detail);
    await this.wait(ms);
    fade();
  }
}
