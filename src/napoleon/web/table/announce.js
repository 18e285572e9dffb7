/**
 * What those hear who listen instead of look, and the sounds: all from the state that is on the screen.
 * What is asked and chosen is a status, which the next one replaces; what happened is a log, in which
 * nothing is lost.
 */

import { t } from "../lib/i18n.js";
import { seatName, townName, unitName } from "../lib/names.js";
import { play } from "../lib/sound.js";
import { lesson, needsLesson, promptText } from "./prompt.js";
import { canAct, hasChanged, isTelling } from "./state.js";
import { townSummary } from "./summary.js";

/** @import { GameEvent } from "../lib/types.js" */
/** @import { Setting, TableState } from "./state.js" */

const MARCHES = new Set(["marched", "force-marched"]);
const CONSEQUENCES = new Set(["strength-lost", "eliminated", "fell-back"]); // told in one breath with what led to them

/**
 * The state has changed: say what is asked and chosen, and tell what happened.
 * @param {Setting} setting
 * @param {TableState|null} before
 * @param {TableState} state
 * @param {boolean} isPlaying - a fight is played, and makes sounds of its own
 */
export function announce(setting, before, state, isPlaying) {
  const { shell } = setting;
  if (!state.game) return;
  const told = before?.game ? state.log.slice(before.told, state.told) : [];
  if (told.length) shell.tell(inGroups(told));
  if (told.length && !isPlaying) makeNoise(told);
  if (isTelling(state)) return;
  document.title = canAct(state) ? t("Your turn · Napoléon 1815") : t("Napoléon 1815");
  if (before?.game && before.log.length > state.log.length) shell.tell([t("The last step was taken back.")]);
  if (hasChanged(before, state, "game", "people", "isBehind", "told")) {
    const text = promptText(setting, state);
    shell.say(needsLesson(setting, state) ? `${text}. ${lesson()}` : text);
  } else if (before) shell.say(choiceText(setting, before, state) || null);
}

/**
 * What the player has just chosen, or is asked to confirm; "" if that is as it was.
 * @param {Setting} setting
 * @param {TableState} before
 * @param {TableState} state
 */
export function choiceText({ board }, before, state) {
  const { selected, town, isTownOpen, isSure, game } = state;
  if (isSure && !before.isSure) return t("Sure? End without moving");
  if (selected !== before.selected && selected.size) return t("Chosen: {units}.", { units: [...selected].map(unitName).join(", ") });
  const hasOpened = isTownOpen && (!before.isTownOpen || town !== before.town);
  if (hasOpened && town && game) return townSummary(board, game.view, town);
  if (before.selected.size && !selected.size) return t("Nothing is chosen.");
  return "";
}

/**
 * Events as sentences to be told one after the other: a group that marches is one, a shot and what it
 * did is one. None is left out.
 * @param {GameEvent[]} events
 * @returns {string[]}
 */
export function inGroups(events) {
  /** @type {GameEvent[][]} */
  const groups = [];
  for (const event of events) {
    const last = groups.at(-1);
    const isMore = last && (isSameMarch(last[0], event) || CONSEQUENCES.has(event.kind));
    if (isMore) last.push(event);
    else groups.push([event]);
  }
  return groups.map(sentence).filter(Boolean);
}

/** @type {(event: GameEvent, other: GameEvent) => boolean} */
const isSameMarch = (event, other) => MARCHES.has(event.kind) && event.kind === other.kind && event.army === other.army && event.town === other.town && event.to === other.to;

/** @param {GameEvent[]} group */
function sentence(group) {
  const [{ kind, army, town, to }] = group;
  if (group.length < 2 || !MARCHES.has(kind)) return group.map((event) => event.text).filter(Boolean).join(" ");
  const words = { army: army ? seatName(army) : "", count: group.length, from: townName(town ?? ""), to: townName(to ?? "") };
  return kind === "marched" ? t("{army}: {count} units march from {from} to {to}.", words) : t("{army}: {count} units force-march from {from} to {to}.", words);
}

/**
 * Nothing is said any more: the table is left.
 * @param {Setting} setting
 */
export function fallSilent({ shell }) {
  shell.say("");
  shell.tell(null);
}

/** @param {GameEvent[]} events */
function makeNoise(events) {
  const kinds = new Set(events.map((event) => event.kind));
  if (kinds.has("shot")) play("gun");
  if (["shot", "morale-die", "march-die"].some((kind) => kinds.has(kind))) play("dice");
  else if (kinds.has("turn-began") || kinds.has("battle-began")) play("drum");
}
