/**
 * Asking the staff: what it would do, how an attack would go, and going on with its plan.
 */

import { t } from "../lib/i18n.js";
import { canAct, chooseUnits, closeAdvice, hasStaff, openPanel } from "./state.js";
import { advisedUnits } from "./staff.js";
import { isWide } from "./window.js";

/** @import { HintAnswer, OddsAnswer, Reply } from "../lib/types.js" */
/** @import { Advice, Setting, TableState } from "./state.js" */

/**
 * @typedef {object} StaffRoomHooks
 * @property {() => TableState} look
 * @property {(how: (state: TableState) => TableState) => void} change
 * @property {<A extends Reply>(message: object, then: (answer: A) => void) => void} ask
 * @property {(actions: string[], some: boolean) => void} act
 */

/**
 * @param {Setting} setting
 * @param {StaffRoomHooks} hooks
 */
export function createStaffRoom(setting, { look, change, ask, act }) {
  const { board } = setting;

  /**
   * The staff bends over the map. On a narrow screen a panel would lie over its card.
   * @param {number} v
   * @param {string} words
   */
  function begin(v, words) {
    change((state) => ({ ...(isWide() ? state : openPanel(state, null)), isAsking: true, advice: { kind: "asking", v, words } }));
  }

  /**
   * An answer: nobody wants it when the game has gone on since.
   * @param {number} v
   * @param {(state: TableState) => TableState} how
   */
  function answered(v, how) {
    change((state) => {
      const next = { ...state, isAsking: false };
      return state.game?.v === v ? how(next) : { ...next, advice: null };
    });
  }

  /**
   * Ask what the staff would do.
   * @param {string} level
   */
  function askHint(level) {
    const { game, isAsking } = look();
    if (!game || !canAct(look()) || isAsking || !hasStaff(setting)) return;
    const { v } = game;
    begin(v, t("The staff is bent over the map…"));
    ask({ t: "hint", v, level }, (/** @type {HintAnswer} */ answer) => answered(v, (state) => {
      const { ok, action = "", label = "", text = "", more = [], rule = "" } = answer;
      /** @type {Advice} */
      const advice = ok ? { kind: "hint", v, level, action, more, label, text, rule } : { kind: "silent", v, words: text };
      return showAdvice({ ...state, advice });
    }));
  }

  /**
   * The units that the staff speaks of are chosen. On a narrow screen their stack stays closed: between
   * it and the card nothing would be left of the map.
   * @param {TableState} state
   */
  function showAdvice(state) {
    const units = advisedUnits(board, state.advice);
    const found = state.game?.view.units.find((one) => one.id === units[0]);
    if (state.tab || !found) return state;
    const chosen = chooseUnits(board, state, units, found.town ?? null);
    return isWide() ? chosen : { ...chosen, isTownOpen: false };
  }

  /**
   * Ask how an attack of these units would go; without units, how the battle there will.
   * @param {string} town
   * @param {string[]} units
   */
  function askOdds(town, units) {
    const { game, isAsking } = look();
    if (!game || isAsking || !hasStaff(setting)) return;
    const { v } = game;
    begin(v, t("The staff reckons…"));
    ask({ t: "odds", v, town, units }, (/** @type {OddsAnswer} */ answer) => answered(v, (state) => ({
      ...state, advice: answer.ok ? { kind: "odds", v, town, answer } : { kind: "silent", v, words: answer.text },
    })));
  }

  return {
    askHint,
    askOdds,
    close: () => change((state) => (state.advice ? closeAdvice(state, advisedUnits(board, state.advice)) : state)),
    /** Do what is advised; after a march the staff goes on with the next one. */
    follow() {
      const { advice } = look();
      if (advice?.kind !== "hint") return;
      const { action, more, level, v } = advice;
      change((state) => ({ ...state, advice: null, follow: /^(march|force) /.test(action) ? { v, level } : null }));
      if (action) act([action, ...more], more.length > 0);
    },
    /** The state has changed: ask for the next step of a plan that was followed. */
    goOn() {
      const { follow, game, tab } = look();
      if (!follow || !game || follow.v === game.v) return;
      change((state) => ({ ...state, follow: null }));
      if (canAct(look()) && !tab) askHint(follow.level);
    },
  };
}
