/**
 * The buttons at the thumb: what can be done now, apart from units and towns.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { emblem, icon } from "../lib/icons.js";
import { townName, unitName } from "../lib/names.js";
import { isSoundKnown, setSound } from "../lib/sound.js";
import { handOverText } from "./hotseat.js";
import { endLabel } from "./prompt.js";
import { ADVISER } from "./staff.js";
import { canAct, hasChanged, hasSkip, hasStaff, nextSeat, offersNow, standIn } from "./state.js";
import { enemyWays, traceOf } from "./trace.js";

/** @import { Seat } from "../lib/types.js" */
/** @import { Controls } from "./controls.js" */
/** @import { Setting, TableState } from "./state.js" */

/** @typedef {{onSkip: () => void, onEnd: () => void, onTrace: () => void, onVerdict: () => void}} ToolbarHooks - skip what is shown, show how it ended, show the enemy's turn
 * or the verdict on an exercise again */

/**
 * @param {Setting} setting
 * @param {Controls} controls
 * @param {ToolbarHooks} hooks
 */
export function createToolbar(setting, controls, { onSkip, onEnd, onTrace, onVerdict }) {
  const { board, exercise } = setting;
  const element = h("section.actions", { "aria-label": t("Actions") });

  /**
   * @param {TableState|null} before
   * @param {TableState} state
   * @returns {boolean} whether there are any
   */
  function render(before, state) {
    if (!hasChanged(before, state, "game", "people", "isBehind", "isSkipping", "tab", "fight", "isSure")) return element.childElementCount > 0;
    const buttons = state.game ? [...watching(state), ...deciding(state)] : [];
    const focus = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-act") : null;
    fill(element, buttons);
    if (focus) buttons.find((button) => button.getAttribute("data-act") === focus)?.focus({ preventScroll: true });
    return buttons.length > 0;
  }

  /**
   * What concerns the course of the game.
   * @param {TableState} state
   */
  function watching(state) {
    const { game, seat, tab, fight } = state;
    if (!game) return [];
    const { view } = game;
    const isMine = canAct(state);
    const next = nextSeat(setting, state);
    const isFighting = view.battles.some((one) => one.town === tab && one.status === "fighting");
    // The battlefield has buttons of its own for undo and end.
    const isOnField = tab !== null && tab === view.town && isMine;
    return [
      hasSkip(state) ? h("button", { onclick: onSkip, "data-act": "skip" }, icon("skip"), t("Skip")) : null,
      seat && standIn(state) ? h("button.primary", { onclick: () => controls.takeBack(seat), "data-act": "take-back" }, t("Take my seat back")) : null,
      tab && isFighting && seat && hasStaff(setting) && !view.result && !state.isBehind
        ? h("button", { onclick: () => controls.askOdds(tab, []), "data-act": "odds" }, icon("dice"), t("Odds")) : null,
      isMine && !tab && enemyWays(traceOf(state.log, seat), seat).length
        ? h("button", { onclick: onTrace, "data-act": "trace" }, icon("again"), t("What they did")) : null,
      isMine && hasStaff(setting)
        ? h("button", { onclick: () => controls.askHint(ADVISER), "data-act": "hint", title: t("Ask the staff what it would do (H)") }, icon("lamp"), t("Ask the staff")) : null,
      exercise && game.verdict ? h("button.primary", { onclick: onVerdict, "data-act": "verdict" }, t("The verdict")) : null,
      isMine && view.turn === 1 && !isSoundKnown() && !exercise ? soundOffer() : null,
      view.result && !exercise ? h("button.primary", { onclick: onEnd }, t("How it ended")) : null,
      next ? handOverButton(next) : null,
      seat && view.can_undo && !isOnField ? h("button", { onclick: () => controls.undo(), "data-act": "undo" }, icon("undo"), t("Undo")) : null,
      fight && tab !== fight && isMine
        ? h("button.primary", { onclick: () => controls.showTab(fight), "data-act": "battle" }, icon("battle"), t("To the fight at {town}", { town: townName(fight) })) : null,
    ].filter((button) => button !== null);
  }

  /** At the first start sound is offered; nobody is surprised by a gun. */
  function soundOffer() {
    /** @type {HTMLButtonElement} */
    const offer = h("button", { "data-act": "sound", onclick: () => { setSound(true); offer.remove(); } }, icon("sound"), t("With sound"));
    return offer;
  }

  /** @param {Seat} seat */
  function handOverButton(seat) {
    return h("button.primary", { onclick: () => controls.handOver(seat), "data-act": "hand-over" }, emblem(seat), handOverText(seat));
  }

  /**
   * What is offered on the map.
   * @param {TableState} state
   */
  function deciding(state) {
    if (!state.game || !canAct(state)) return [];
    const { view } = state.game;
    const offers = offersNow(board, state);
    const isOnField = state.tab !== null && state.tab === view.town;
    const buttons = [];
    if (view.stage === "setup" && offers.moves.size) buttons.push(h("button", { onclick: controls.placeRest, "data-act": "rest" }, t("Place the rest for me")));
    for (const text of offers.towns.values()) {
      const [verb, town] = text.split(" ");
      buttons.push(h("button", { onclick: () => controls.act([text], false) },
        verb === "skirmish" ? t("Skirmish at {town}", { town: townName(town) }) : t("Battle of {town}", { town: townName(town) })));
    }
    for (const [unit, texts] of offers.deeds) {
      for (const text of texts.filter((one) => one.startsWith("show "))) {
        buttons.push(h("button", { onclick: () => controls.act([text], false) }, t("Show {leader}", { leader: unitName(unit) })));
      }
    }
    if (offers.canEnd && view.forced_marches === "some") {
      buttons.push(h("button", { onclick: () => controls.act(["end"], false), "data-act": "force" }, icon("forward"), t("Forced marches")));
    }
    if (offers.canEnd && !isOnField) {
      buttons.push(h("button.primary", { onclick: controls.tapEnd, "data-act": "end" }, icon("done"), state.isSure ? t("Sure? End without moving") : endLabel(view.stage)));
    }
    return buttons;
  }

  return { element, render };
}
