/**
 * The bar at the thumb: what is in hand, what it can do, and what can be done at this step.
 */

import { blockIcon } from "../lib/blocks.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { armyBlocks, shortName, terrainName, terrainPhrase, typeName } from "../lib/names.js";
import { byVerb, describe, describeVerb, digitOf, likelyAct } from "./actions.js";
import { terrainBack, terrainTile } from "./ground.js";
import { verbIcon } from "./icons.js";
import { idleUnits, isWorthAsking, offersOf, pickedBlock, terrainIn, unitIn } from "./state.js";
import { standing, terrainWords, zonePhrase } from "./words.js";

/** @import { TerrainKind } from "../lib/types.js" */
/** @import { Label } from "./actions.js" */
/** @import { Block, Offer, Scene } from "./scene.js" */
/** @import { BattleState, Picked } from "./state.js" */

/**
 * What the buttons of the bar do; without `onUndo`, `onEnd` or `onDeployRest` there is no such button.
 * @typedef {object} BarHooks
 * @property {(offer: Offer) => void} onOffer
 * @property {(picked: Picked|null) => void} onPick
 * @property {(verb: string|null) => void} onVerb - show the targets of this verb alone
 * @property {(action: string) => void} onWhy
 * @property {(town: string) => void} onTown
 * @property {() => void} onSkip
 * @property {(isSure: boolean) => void} onEnd - the step is to end; not sure: ask once more
 * @property {() => void} onNotYet - the step is to go on after all
 * @property {(() => void)|null} onUndo
 * @property {(() => void)|null} onDeployRest
 * @property {boolean} hasEnd
 * @property {() => boolean} hasSkip - somebody else has a button for it
 */

const CROWDED = 620; // pixels; in a narrower window the thumb's place belongs to the unit in hand
const EACH = new Set(["deploy", "move"]); // verbs with a button for each goal
const SHOTS = new Set(["fire", "bombard"]);
const MOST_SHOTS = 3; // targets with a button each

/** @param {BarHooks} hooks */
export function createBar(hooks) {
  const element = h("footer.b-bar");

  /**
   * Draw the bar.
   * @param {BattleState} state
   * @param {number} width
   */
  function render(state, width) {
    const { isBusy } = state;
    const block = isBusy ? null : pickedBlock(state);
    const actions = block ? unitActions(state, block) : [];
    if (isBusy && !hooks.hasSkip()) actions.push(button({ icon: "skip", label: t("Skip"), detail: "" }, hooks.onSkip, "is-quiet"));
    else actions.push(...stageActions(state, width));
    const hadFocus = element.contains(document.activeElement);
    fill(element, about(state, block), h("div.b-actions", {}, actions));
    element.classList.toggle("has-unit", Boolean(block));
    element.classList.toggle("is-asking", state.isEnding && !isBusy);
    element.classList.toggle("has-tiles", actions.some((action) => action.classList.contains("b-act-tile")));
    keepFirstDigits([...buttons()]);
    if (hadFocus) focusFirst();
  }

  /** @returns {NodeListOf<HTMLButtonElement>} */
  const buttons = () => element.querySelectorAll(".b-act");

  /** What had the focus was drawn anew. */
  function focusFirst() {
    const place = buttons()[0] || element.parentElement?.querySelector(".b-block.is-picked");
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  }

  /**
   * What the bar speaks of.
   * @param {BattleState} state
   * @param {Block|null} block
   */
  function about(state, block) {
    const { scene, isBusy, news, last } = state;
    if (isBusy) return hint(news);
    const kind = terrainIn(state.picked);
    if (kind) return hint(t("Tap the area for {terrain}.", { terrain: terrainPhrase(kind) }), terrainWords(scene, kind), "em.is-ground");
    return block ? aboutBlock(scene, block) : hint(idleHint(state), scene.canAct ? last : "");
  }

  /**
   * What a unit can do.
   * @param {BattleState} state
   * @param {Block} block
   */
  function unitActions({ scene, verb: only }, block) {
    const offers = offersOf(scene, block);
    if (!offers.length) {
      const isMine = block.owner === "own" && block.unit && !block.isAlly && scene.canAct;
      return isMine ? [button({ icon: "why", label: t("Why not?"), detail: "" }, () => hooks.onWhy(likelyAct(scene, block)), "is-quiet")] : [];
    }
    const made = [];
    const groups = byVerb(offers);
    for (const [verb, some] of groups) {
      if (only && verb !== only) continue;
      const tone = verb === "retreat" ? "is-grave" : "";
      const isEach = some.length === 1 || groups.size === 1 || only === verb || EACH.has(verb) || (SHOTS.has(verb) && some.length <= MOST_SHOTS);
      if (isEach) made.push(...some.map((offer) => button(describe(scene, offer, block), () => hooks.onOffer(offer), tone, digitOf(offer))));
      else made.push(button(describeVerb(verb, some.length), () => hooks.onVerb(verb), tone, digitOf(some[0])));
    }
    if (only) made.push(button({ icon: "disengage", label: t("Back"), detail: "" }, () => hooks.onVerb(null), "is-quiet"));
    return made;
  }

  /**
   * What can be done at this step apart from units: draw, lay, deploy the rest, undo, end.
   * @param {BattleState} state
   * @param {number} width
   */
  function stageActions(state, width) {
    const { scene, picked } = state;
    const made = [];
    for (const offer of scene.offers) {
      if (offer.verb === "draw") made.push(tileButton(offer));
      if (offer.verb === "battle" || offer.verb === "skirmish") {
        made.push(button({ icon: "engage", label: offer.verb === "battle" ? t("This battle next") : t("This skirmish next"), detail: scene.name }, () => hooks.onOffer(offer), "is-main", digitOf(offer)));
      }
    }
    made.push(...handButtons(state));
    const canDeploy = scene.stage === "deploy" && !picked && scene.offers.some((offer) => offer.verb === "deploy");
    if (hooks.onDeployRest && canDeploy) made.push(button({ icon: "auto", label: t("Deploy the rest for me"), detail: "" }, hooks.onDeployRest, "is-quiet", "8"));
    const isCrowded = width < CROWDED && scene.byUnit.has(unitIn(picked) || "");
    if (hooks.onUndo && scene.canUndo && !isCrowded) made.push(button({ icon: "undo", label: t("Undo"), detail: "" }, hooks.onUndo, "is-quiet is-undo"));
    if (scene.kind === "over") made.push(button({ icon: "retreat", label: t("To the map"), detail: "" }, () => hooks.onTown(scene.town), "is-main"));
    if (scene.end && !isCrowded && hooks.hasEnd) made.push(...endButtons(state));
    return made;
  }

  /** @param {Offer} offer */
  function tileButton(offer) {
    const { number = 0 } = offer;
    const label = number === 0 ? t("Draw none") : number === 1 ? t("Draw 1") : t("Draw {number}", { number });
    const tiles = h("span.b-tiles", { "aria-hidden": "true" });
    tiles.innerHTML = terrainBack().repeat(number) || `<span class="b-tile b-tile-none"></span>`;
    return h("button.b-act.b-act-tile", { type: "button", "data-digit": digitOf(offer), onclick: () => hooks.onOffer(offer) }, tiles, h("span", {}, label));
  }

  /**
   * The terrain blocks that were drawn, to be laid.
   * @param {BattleState} state
   */
  function handButtons({ scene, picked }) {
    return [...new Set(scene.hand)].map((kind) => {
      const count = scene.hand.filter((one) => one === kind).length;
      const tile = h("span.b-tiles", { "aria-hidden": "true" });
      tile.innerHTML = terrainTile(kind);
      const isPicked = terrainIn(picked) === kind;
      return h(isPicked ? "button.b-act.b-act-tile.is-picked" : "button.b-act.b-act-tile", {
        type: "button", "aria-pressed": String(isPicked), disabled: !scene.canAct, "data-tile": kind, "data-digit": digitOf({ verb: "terrain", kind, text: "" }), onclick: () => hooks.onPick(isPicked ? null : { kind }),
      }, tile, h("span", {}, count > 1 ? `${terrainName(kind)} × ${count}` : terrainName(kind)));
    });
  }

  /** @param {BattleState} state */
  function endButtons({ scene, isEnding }) {
    const idle = idleUnits(scene).length;
    if (isEnding) {
      const detail = idle === 1 ? t("1 unit can still act") : t("{count} units can still act", { count: idle });
      const sure = button({ icon: "end", label: t("Yes, end it"), detail }, () => hooks.onEnd(true), "is-main is-end is-asking", "0");
      // Where the first tap was lies what takes it back; and the second of a double tap is not an answer.
      sure.addEventListener("click", (event) => { if (event.detail > 1) event.stopImmediatePropagation(); }, { capture: true });
      return [sure, button({ icon: "disengage", label: t("Not yet"), detail: "" }, hooks.onNotYet, "is-quiet is-not-yet")];
    }
    const isRisky = scene.stage === "combat" && idle > 0;
    return [button({ icon: "end", label: endLabel(scene.stage), detail: "" }, () => hooks.onEnd(!isRisky), `is-end ${isRisky ? "is-quiet" : "is-main"}`, "0")];
  }

  return {
    element,
    render,
    buttons,
    focusEnd() {
      const end = element.querySelector(".is-end");
      if (end instanceof HTMLElement) end.focus({ preventScroll: true });
    },
  };
}

/** @param {string} stage */
function endLabel(stage) {
  /** @type {Record<string, string>} */
  const words = {
    combat: t("End my battle turn"), reinforce: t("End reinforcement"), regroup: t("End regrouping"), deploy: t("Line is drawn up"), reveal: t("To the fight"),
  };
  return words[stage] || t("Done");
}

/**
 * @param {Label} label
 * @param {() => void} onclick
 * @param {string} tone
 * @param {string} [digit]
 */
function button({ icon, label, detail }, onclick, tone, digit) {
  return h("button.b-act", { type: "button", class: tone, "data-digit": digit || null, onclick: () => onclick() }, verbIcon(icon),
    h("span", {}, h("b", {}, label), detail ? [h("i.unseen", {}, ", "), h("small", {}, detail)] : null));
}

/**
 * Of several buttons with one digit the first keeps it.
 * @param {HTMLElement[]} buttons
 */
function keepFirstDigits(buttons) {
  const taken = new Set();
  for (const one of buttons) {
    if (taken.has(one.dataset.digit)) delete one.dataset.digit;
    else taken.add(one.dataset.digit);
  }
}

/**
 * @param {string} words
 * @param {string} news
 * @param {string} [tag]
 */
function hint(words, news = "", tag = "em") {
  return h("p.b-hint", {}, h("span", {}, words), news && news !== words ? [" ", h(tag, {}, news)] : null);
}

/**
 * A unit, or hidden blocks, in a few words.
 * @param {Scene} scene
 * @param {Block} block
 */
function aboutBlock(scene, block) {
  if (!block.card) {
    return h("div.b-about", {}, blockIcon(block.army, { size: 40, count: block.count }),
      h("div", {}, h("strong", {}, armyBlocks(block.army, block.count)), h("span", {}, `${t("hidden")}, ${zonePhrase(scene, block.zone)}`)));
  }
  const facts = [typeName(block.card.type), t("strength {strength} of {full}", { strength: block.strength, full: block.card.strength }), `F${block.card.firepower}`];
  return h("div.b-about", {}, blockIcon(block.card, { size: 42, strength: block.strength }),
    h("div", {}, h("strong", {}, shortName(block.card)), h("span", {}, facts.join(" · ")), h("span.b-more", {}, standing(scene, block, ["halted", "disordered"]).join(", "))));
}

/**
 * What is asked of the player, nothing being in hand.
 * @param {BattleState} state
 */
function idleHint({ scene, last }) {
  if (scene.kind === "over") return last || t("The fighting at {town} is over.", { town: scene.name });
  if (!scene.canAct) {
    if (!scene.isHere) return scene.kind === "waiting" ? t("The lines have not been drawn up yet.") : t("This battle waits for its turn.");
    return last || (scene.isSeat ? t("The other side is deciding.") : "");
  }
  const ready = [...scene.byUnit.keys()].filter((unit) => scene.stage !== "combat" || isWorthAsking(scene, unit)).length;
  switch (scene.stage) {
    case "combat": return ready === 0 ? t("Nobody has anything left to do but retreat.") : ready === 1 ? t("1 unit can still act: tap it.") : t("{count} units can still act: tap one.", { count: ready });
    case "reinforce": return t("Tap a unit at a sign-post, and again to bring it up.");
    case "lose": return scene.hits === 1 ? t("1 hit to take: choose one of the glowing units.") : t("{hits} hits to take: choose one of the glowing units.", { hits: scene.hits });
    case "fallback": return t("Choose who falls back over the stream; the others are lost.");
    case "rout": return t("The line has broken: send each unit down a road; the sign-posts say how many each of them carries.");
    case "withdraw": return t("The attack is given up: send your units back down the roads.");
    case "retreat": return t("Tap a unit, then the road by which it retreats.");
    case "regroup": return t("Regroup if you like: tap a unit, then a sign-post or the town.");
    case "draw": return t("Draw terrain blocks, unseen, before the lines are drawn up.");
    case "terrain": return t("Choose a block and the area to lay it on.");
    case "deploy": {
      const left = scene.blocks.filter((block) => block.zone === "tray" && scene.byUnit.has(block.key)).length;
      return left === 0 ? t("All are in their places.") : left === 1 ? t("1 unit to deploy: tap it, then an area.") : t("{count} units to deploy: tap one, then an area.", { count: left });
    }
    case "reveal": return scene.offers.some((offer) => offer.verb === "reveal")
      ? t("Tap up to {most} units for the skirmish line. The enemy does not see it yet.", { most: scene.board.data.limits.skirmish }) : t("The skirmish line is complete.");
    default: return "";
  }
}
