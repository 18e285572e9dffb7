/**
 * What those hear who listen instead of look, and the sounds: all from the state that is on the screen.
 */

import { t } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { lesson, needsLesson, promptText } from "./prompt.js";
import { canAct, hasChanged } from "./state.js";

/** @import { GameEvent } from "../lib/types.js" */
/** @import { Setting, TableState } from "./state.js" */

const MOST_TOLD = 3; // sentences of one burst

/**
 * The state has changed: say what is asked, and tell what happened.
 * @param {Setting} setting
 * @param {TableState|null} before
 * @param {TableState} state
 */
export function announce(setting, before, state) {
  const { shell } = setting;
  if (!state.game || !hasChanged(before, state, "game", "people", "isBehind")) return;
  const text = promptText(setting, state);
  shell.say(needsLesson(setting, state) ? `${text}. ${lesson()}` : text);
  document.title = canAct(state) ? t("Your turn · Napoléon 1815") : t("Napoléon 1815");
  if (!hasChanged(before, state, "game") || !state.fresh.length) return;
  shell.say(state.fresh.slice(-MOST_TOLD).map((event) => event.text).join(" "), "tell");
  makeNoise(state.fresh);
}

/**
 * Nothing is said any more: the table is left.
 * @param {Setting} setting
 */
export function fallSilent({ shell }) {
  shell.say("");
  shell.say("", "tell");
}

/** @param {GameEvent[]} events */
function makeNoise(events) {
  const kinds = new Set(events.map((event) => event.kind));
  if (kinds.has("shot")) play("gun");
  if (["shot", "morale-die", "march-die"].some((kind) => kinds.has(kind))) play("dice");
  else if (kinds.has("turn-began") || kinds.has("battle-began")) play("drum");
}
