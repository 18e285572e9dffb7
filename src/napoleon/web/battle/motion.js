// @ts-nocheck
// What happened, played as motion. The events change a copy of the scene one by one; at the end, or
// when somebody skips, the screen shows exactly the newest view.

import { rollDice } from "../lib/dice.js";
import { t } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { areaFor } from "./scene.js";

const ACTED = ["moved", "moved2", "fired", "done", "disengaged", "silent", "halted"];
const MOVES = new Set(["engaged", "disengaged", "regrouped-on-field", "fell-back"]);
const QUIET = new Set(["deployed", "holder-named", "terrain-declined", "terrain-aside", "emerged", "leader-shown", "march-die"]);
const LINGER_MS = 1500;

export class Motion {
  /** @param {object} screen - the battle screen: `stage`, `layout`, `fx`, `render()`, `settle()`, `elementOf(key)` */
  constructor(screen) {
    this.screen = screen;
    this.queue = [];
    this.isBusy = false;
    this.isSkipped = false;
    this.dice = null;
    this.wakers = new Set();
    this.lingering = 0;
  }

  /** Take in events; they play after those that still wait. */
  push(events) {
    this.queue.push(...events.filter((event) => !QUIET.has(event.kind)));
    if (!this.isBusy) this.run();
  }

  /** Drop what still waits and show how things stand. */
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
    this.dice?.remove();
    this.dice = null;
  }

  async run() {
    this.isBusy = true;
    this.isSkipped = false;
    clearTimeout(this.lingering);
    this.screen.onMotion(true);
    while (this.queue.length && !this.isSkipped) {
      const event = this.queue.shift();
      // The more there is to tell, the quicker it is told.
      this.rate = Math.min(4, 1 + Math.max(0, this.queue.length - 5) * 0.12);
      await this.step(event);
    }
    this.isBusy = false;
    if (this.isStopped) return;
    this.screen.onMotion(false);
    this.screen.settle();
    this.lingering = setTimeout(() => this.clearDice(), this.isSkipped ? 500 : LINGER_MS);
  }

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

  clearDice() {
    this.dice?.remove();
    this.dice = null;
  }

  find(unit) {
    return unit ? this.screen.stage.blocks.find((block) => block.unit === unit) : null;
  }

  ownerOf(event) {
    return event.side === this.screen.stage.side ? "own" : "enemy";
  }

  area(text) {
    return areaFor(this.screen.stage.side, text);
  }

  /** Take one hidden block out of a zone. */
  takeBack(army, zone) {
    const { stage } = this.screen;
    const back = stage.blocks.find((block) => !block.unit && block.army === army && (!zone || block.zone === zone));
    if (!back) return false;
    back.count -= 1;
    if (back.count < 1) stage.blocks.splice(stage.blocks.indexOf(back), 1);
    return true;
  }

  addBack(army, zone, owner) {
    const { stage } = this.screen;
    const back = stage.blocks.find((block) => !block.unit && block.army === army && block.zone === zone);
    if (back) back.count += 1;
    else stage.blocks.push({ key: `back:${army}:${zone}`, owner, unit: null, card: null, army, zone, count: 1, strength: 0, marks: [], host: null, order: 6 });
  }

  addUnit(event, zone) {
    const { stage } = this.screen;
    const card = stage.card(event.unit);
    const block = {
      key: event.unit, owner: this.ownerOf(event), unit: event.unit, card, army: event.army || card?.army, zone, count: 1,
      strength: event.kind === "shown" ? event.amount : card?.strength, marks: [], host: null, order: 0,
    };
    stage.blocks.push(block);
    return block;
  }

  async step(event) {
    const { screen } = this;
    const { stage } = screen;
    // Dice and losses are told once they have fallen.
    if (event.text && !["shot", "morale-die", "strength-lost", "eliminated"].includes(event.kind)) screen.say(event.text);
    if (MOVES.has(event.kind)) return this.move(event);
    switch (event.kind) {
      case "battle-turn-began":
        for (const block of stage.blocks) block.marks = block.marks.filter((mark) => !ACTED.includes(mark));
        stage.turnSide = event.side;
        stage.round = event.amount ?? stage.round;
        stage.crossed = [0, 0, 0];
        screen.render();
        return this.banner(event.side === stage.side && stage.isSeat
          ? t("Round {round}: your battle turn", { round: stage.round })
          : event.side === "french" ? t("Round {round}: the French", { round: stage.round }) : t("Round {round}: the Allies", { round: stage.round }), "", 620);
      case "shot": return this.shot(event);
      case "morale-die": return this.morale(event);
      case "strength-lost": return this.weaken(event);
      case "eliminated": return this.eliminate(event);
      case "shown": return this.show(event);
      case "retreated": return this.leave(event);
      case "reinforced": return this.arrive(event);
      case "regrouped": return this.regroup(event);
      case "routed": play("drum"); return this.banner(event.side === "french" ? t("The French are routed") : t("The Allies are routed"), "is-rout", 1000);
      case "withdrawal-forced": return this.banner(event.side === "french" ? t("The French must withdraw") : t("The Allies must withdraw"), "is-rout", 900);
      case "fight-won": return this.banner(event.side === "french" ? t("The French hold the field") : t("The Allies hold the field"), "is-won", 1000);
      case "battle-began": case "skirmish-began": play("drum"); return undefined;
      case "deployment-closed":
        return this.banner(event.side === "french" ? t("The French line is drawn up") : t("The Allied line is drawn up"), "", 700);
      case "terrain-laid":
        stage.terrain = [...stage.terrain, { area: this.area(event.area), kind: event.terrain, holder: null }];
        screen.render();
        return this.wait(320);
      case "square-formed": return this.mark(event, (marks) => [...marks, "square"]);
      case "square-left": return this.mark(event, (marks) => marks.filter((mark) => mark !== "square"));
      case "sheltered": return this.shelter(event);
      case "occupied": case "swapped":
        stage.terrain = stage.terrain.map((ground) => (ground.area === this.area(event.area) && event.unit ? { ...ground, holder: event.unit } : ground));
        screen.render();
        return this.wait(240);
      default: return undefined;
    }
  }

  async mark(event, change) {
    const block = this.find(event.unit);
    if (!block) return;
    block.marks = change(block.marks);
    this.screen.render();
    await this.wait(240);
  }

  async shelter(event) {
    const block = this.find(event.unit);
    if (!block || !event.other) return;
    block.host = event.other;
    this.screen.render();
    await this.wait(260);
  }

  async move(event) {
    const to = this.area(event.area);
    const from = this.area(event.from_area);
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
    this.screen.render();
    await this.wait(this.queue[0]?.kind === event.kind ? 170 : 330);
  }

  async show(event) {
    const zone = event.area ? this.area(event.area) : `${this.ownerOf(event) === "own" ? "" : "enemy-"}front`;
    const block = this.find(event.unit);
    if (block) {
      block.zone = zone;
    } else if (this.ownerOf(event) === "enemy" || !this.screen.stage.isSeat) {
      if (!this.takeBack(event.army, zone)) this.takeBack(event.army);
      this.addUnit(event, zone);
    } else {
      return;
    }
    this.screen.render();
    if (!block) this.screen.elementOf(event.unit)?.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: 240 / this.rate, easing: "ease-out" });
    await this.wait(this.queue[0]?.kind === "shown" ? 110 : 300);
  }

  async shot(event) {
    const { screen } = this;
    this.clearDice();
    const shooter = this.find(event.unit);
    const from = screen.centreOf(shooter?.key) || screen.centreOfZone(this.area(event.from_area));
    const owner = this.ownerOf(event);
    const aim = event.area ? this.area(event.area) : owner === "own" ? "enemy-front" : "front";
    const to = screen.centreOfZone(aim) || from;
    const place = screen.diceSpot(aim, from);
    if (from && to) this.smoke(from, to, shooter?.card?.type?.endsWith("artillery"));
    screen.elementOf(shooter?.key)?.classList.add("is-firing");
    play(shooter?.card?.type?.endsWith("artillery") ? "gun" : "dice");
    const hits = event.amount || 0;
    this.dice = this.throwShot(event, place);
    await this.dice.done;
    if (event.text) screen.say(event.text);
    if (shooter) {
      shooter.marks = [...shooter.marks.filter((mark) => mark !== "shock"), "fired"];
      screen.elementOf(shooter.key)?.classList.remove("is-firing");
    }
    await this.wait(hits ? 420 : 520);
  }

  /** The dice of a shot; how many of them hit, the event says: the lowest do. */
  throwShot(event, place) {
    const hits = event.amount || 0;
    const ranks = event.dice.map((die, n) => [die, n]).sort((a, b) => a[0] - b[0]).slice(0, hits).map(([, n]) => n);
    let at = -1;
    const words = hits === 0 ? t("No hit") : hits === 1 ? t("1 hit") : t("{hits} hits", { hits });
    const caption = event.secret >= 0 ? t("F{power}: {result}", { power: event.secret, result: words }) : words;
    return rollDice(this.screen.fx, {
      dice: event.dice, isHit: () => { at += 1; return ranks.includes(at); }, caption, label: event.text || caption, ...place, rate: this.rate || 1,
      tone: hits ? "has-hits" : "",
    });
  }

  /** Show the dice of a shot lying still for a while, where nothing may move. */
  lay(event) {
    this.clearDice();
    clearTimeout(this.lingering);
    const owner = this.ownerOf(event);
    const aim = event.area ? this.area(event.area) : owner === "own" ? "enemy-front" : "front";
    this.dice = this.throwShot(event, this.screen.diceSpot(aim, null));
    this.lingering = setTimeout(() => this.clearDice(), 2 * LINGER_MS);
  }

  async morale(event) {
    const { screen } = this;
    this.clearDice();
    const block = this.find(event.unit);
    const spot = screen.centreOf(block?.key);
    if (!spot) return;
    const fate = this.queue.find((later) => later.unit === event.unit && (later.kind === "fell-back" || (later.kind === "eliminated" && later.why === "morale")));
    const bonus = event.amount > 0 ? ` + ${event.amount}` : "";
    const caption = fate ? t("Morale {roll}: gives way", { roll: `${event.dice[0]}${bonus}` }) : t("Morale {roll}", { roll: `${event.dice[0]}${bonus}` });
    this.dice = rollDice(screen.fx, {
      dice: event.dice, isHit: () => Boolean(fate), caption, label: event.text || caption, x: spot.x, y: spot.y - screen.layout.size * 0.9, rate: this.rate,
      tone: fate ? "has-hits" : "",
    });
    await this.dice.done;
    if (event.text) screen.say(event.text);
    await this.wait(520);
  }

  async weaken(event) {
    const block = this.find(event.unit);
    if (!block) {
      if (event.text) this.screen.say(event.text);
      return;
    }
    block.strength = event.secret >= 0 ? event.secret : block.strength - event.amount;
    if (event.text) this.screen.say(event.text);
    this.screen.render();
    this.screen.elementOf(block.key)?.firstElementChild?.animate([
      { transform: "none" }, { transform: "translate(-4px,1px) rotate(-7deg)" }, { transform: "translate(4px,-1px) rotate(5deg)" }, { transform: "none" },
    ], { duration: 260 / this.rate, easing: "ease-out" });
    await this.wait(this.queue[0]?.kind === "strength-lost" ? 170 : 360);
  }

  async eliminate(event) {
    const { screen } = this;
    const block = this.find(event.unit);
    if (block) {
      const element = screen.elementOf(block.key);
      element?.firstElementChild?.animate([
        { transform: "none", opacity: 1 }, { transform: "rotate(24deg) scale(.92)", opacity: 1, offset: 0.45 }, { transform: "rotate(82deg) scale(.5) translateY(20%)", opacity: 0 },
      ], { duration: 420 / this.rate, easing: "ease-in", fill: "forwards" });
      await this.wait(400);
      screen.stage.blocks.splice(screen.stage.blocks.indexOf(block), 1);
    } else {
      this.takeBack(event.army, event.area ? this.area(event.area) : null);
      await this.wait(120);
    }
    if (event.text) screen.say(event.text);
    screen.render();
  }

  async leave(event) {
    const { screen } = this;
    const block = this.find(event.unit);
    const owner = this.ownerOf(event);
    const goal = screen.exitFor(event.to, owner);
    if (block) {
      screen.stage.blocks.splice(screen.stage.blocks.indexOf(block), 1);
      screen.flyOff(block.key, goal);
    } else {
      const from = event.from_area || event.area;
      this.takeBack(event.army, from ? this.area(from) : null);
    }
    const post = screen.stage.posts.find((one) => one.town === event.to);
    if (post && post.owner === owner) {
      post.used += 1;
      post.count += 1;
    }
    screen.render();
    await this.wait(this.queue[0]?.kind === "retreated" ? 150 : 430);
  }

  async arrive(event) {
    const { screen } = this;
    const owner = this.ownerOf(event);
    const zone = owner === "own" ? "reserve" : "enemy-reserve";
    const block = this.find(event.unit);
    const gate = screen.exitFor(event.town, owner);
    if (block) block.zone = zone;
    else if (event.unit) this.addUnit(event, zone);
    else this.addBack(event.army, zone, owner);
    const post = screen.stage.posts.find((one) => one.town === event.town);
    if (post) {
      post.used += 1;
      post.count = Math.max(0, post.count - 1);
    }
    screen.render();
    if (!block) screen.flyIn(event.unit || `back:${event.army}:${zone}`, gate);
    await this.wait(this.queue[0]?.kind === "reinforced" ? 180 : 360);
  }

  async regroup(event) {
    const { screen } = this;
    const block = this.find(event.unit);
    if (block && screen.stage.kind === "crossroads") {
      block.zone = event.to === screen.stage.town ? "town" : `post:${event.to}`;
      screen.render();
      await this.wait(280);
    }
  }

  async banner(words, tone, ms) {
    const { screen } = this;
    const band = document.createElement("p");
    band.className = `b-banner ${tone}`;
    band.textContent = words;
    const { middle } = screen.layout;
    band.style.top = `${middle ? middle.y + middle.h / 2 : screen.height / 2}px`;
    screen.fx.append(band);
    await this.wait(ms);
    band.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 160, fill: "forwards" }).finished.then(() => band.remove(), () => band.remove());
  }

  /** Powder smoke from the muzzle towards the target. */
  smoke(from, to, isGun) {
    const count = isGun ? 7 : 5;
    for (let n = 0; n < count; n += 1) {
      const puff = document.createElement("span");
      puff.className = "b-puff";
      this.screen.fx.append(puff);
      const far = (n + 1) / count;
      const reach = isGun ? 0.55 : 0.4;
      const x = from.x + (to.x - from.x) * far * reach + (Math.random() - 0.5) * 14;
      const y = from.y + (to.y - from.y) * far * reach + (Math.random() - 0.5) * 10;
      const size = 0.5 + Math.random() * 0.7 + (isGun ? 0.5 : 0);
      puff.animate([
        { transform: `translate(${from.x}px,${from.y}px) scale(.15)`, opacity: 0.9 },
        { transform: `translate(${x}px,${y}px) scale(${size})`, opacity: 0.75, offset: 0.4 },
        { transform: `translate(${x}px,${y - 12}px) scale(${size * 1.7})`, opacity: 0 },
      ], { duration: 900 + n * 60, easing: "ease-out", fill: "forwards" }).finished.then(() => puff.remove(), () => puff.remove());
    }
  }
}
