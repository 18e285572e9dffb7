/**
 * What is asked of the player, in words: for the header, for the toolbar, for those who listen.
 */

import { t } from "../lib/i18n.js";
import { keep, recall } from "../lib/kept.js";
import { levelName } from "../lib/levels.js";
import { handOverText } from "./hotseat.js";
import { canAct, nextSeat, standIn } from "./state.js";

/** @import { Setting, TableState } from "./state.js" */

const TAUGHT = "napoleon.taught";
const AIMING = ["setup", "march"]; // where one chooses a way

/**
 * The prompt: whose turn it is, and what is to be decided.
 * @param {Setting} setting
 * @param {TableState} state
 */
export function promptText(setting, state) {
  const next = nextSeat(setting, state);
  if (next) return handOverText(next);
  const level = standIn(state);
  return level ? t("A computer ({level}) plays for you", { level: levelName(level) }) : state.game?.prompt ?? "";
}

/** How to march, in one line. */
export function lesson() {
  return t("Tap a lit town, choose blocks, tap their goal.");
}

/**
 * Whoever has never marched is told how, until the first march is made.
 * @param {Setting} setting
 * @param {TableState} state
 */
export function needsLesson({ exercise }, state) {
  return state.game?.view.stage === "march" && canAct(state) && !exercise && !recall(TAUGHT);
}

/**
 * On entering a game its aim is told, until a march is made there.
 * @param {Setting} setting
 * @param {TableState} state
 */
export function needsAim({ exercise, mine }, state) {
  const { game } = state;
  return Boolean(!exercise && mine.length && game && !game.view.result && AIMING.includes(game.view.stage) && game.view.turn <= 2 && !game.view.groups.length && canAct(state));
}

/**
 * Remember that a march was made.
 * @param {TableState} state
 */
export function noteMarch(state) {
  if (state.game?.view.groups.length && canAct(state)) keep(TAUGHT, "yes");
}

/**
 * The name of the end of a step.
 * @param {string} stage
 */
export function endLabel(stage) {
  /** @type {Record<string, string>} */
  const words = {
    setup: t("End the set-up"), march: t("End the marches"), force: t("End the forced marches"), reveal: t("These fight"),
    deploy: t("End the deployment"), combat: t("End the battle turn"), reinforce: t("No more reinforcements"), regroup: t("End the regrouping"),
  };
  return words[stage] || t("End");
}
