/**
 * The keys of the table: letters for its buttons, Escape to let go, and the focus kept where the game is.
 */

import { nextUnit, pressDigit } from "../battle/keys.js";
import { areLettersOn } from "../lib/letters.js";
import { pathOf } from "../rules/trail.js";
import { promptText } from "./prompt.js";
import { roveTowns } from "./rove.js";
import { ADVISER } from "./staff.js";
import { canAct, litNow, offersNow } from "./state.js";
import { positionSummary, townSummary } from "./summary.js";

/** @import { Controls } from "./controls.js" */
/** @import { Setting, TableState } from "./state.js" */

/**
 * The screen as the keys see it.
 * @typedef {object} KeysHooks
 * @property {() => TableState} look
 * @property {HTMLElement} mapHost
 * @property {HTMLElement} battleHost
 * @property {HTMLElement} stackHost
 * @property {HTMLElement} prompt - where the focus goes when it has nowhere to be
 * @property {() => boolean} closeTop - close what lies on top of the field; whether there was anything
 * @property {() => boolean} isCovered - a card lies over everything
 * @property {() => void} onSkip
 * @property {() => boolean} letGoInBattle - whether there was something to let go of
 * @property {() => void} onHelp - show all keys
 * @property {() => string} fieldSummary - the battlefield that is shown, in words
 */

/**
 * @param {Setting} setting
 * @param {Controls} controls
 * @param {KeysHooks} hooks
 */
export function listenToKeys(setting, controls, { look, mapHost, battleHost, stackHost, prompt, closeTop, isCovered, onSkip, letGoInBattle, onHelp, fieldSummary }) {
  const { board, exercise, shell } = setting;
  const towns = roveTowns(mapHost);
  let isByKey = false; // the last thing that was touched is a key

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    isByKey = true;
    const target = event.target instanceof Element ? event.target : document.body;
    const field = target.closest("input, select, textarea");
    // Escape lets go of everything, also of a line of talk that is being written.
    if (event.key === "Escape" && field instanceof HTMLInputElement) field.blur();
    else if (field) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !look().game) return;
    if (press(event.key.toLowerCase(), target)) event.preventDefault();
  }

  /**
   * @param {string} key
   * @param {Element} target
   * @returns {boolean} whether the key means something here
   */
  function press(key, target) {
    const state = look();
    if (key.length === 1 && !areLettersOn()) return false;
    switch (key) {
      case "escape":
        if (!closeTop() && !(state.tab && letGoInBattle())) letGo(state);
        return true;
      case "u": controls.undo(); return true;
      case "e":
        if (!offersNow(board, state).canEnd) return false;
        controls.tapEnd();
        return true;
      case "a": controls.tapAll(); return true;
      case "s": onSkip(); return true;
      case "h":
        if (exercise) return false;
        controls.askHint(ADVISER);
        return true;
      case "l": controls.openPanel("log"); return true;
      case "r": controls.read(pathOf(state.game?.rule)); return true;
      case "n":
        if (!state.tab) nextTown(state);
        else if (battleHost.contains(target)) return false;
        else nextUnit(battleHost);
        return true;
      case "p":
        summarise(state);
        return true;
      case "t": return summariseTown(state, target);
      case "g": controls.nextGame(); return true;
      case "?": onHelp(); return true;
      case "m":
        if (!state.fight) return false;
        controls.showTab(state.tab ? null : state.fight);
        return true;
      default:
        return /^[0-9]$/.test(key) && state.tab !== null && !battleHost.contains(target)
          && pressDigit(/** @type {NodeListOf<HTMLElement>} */ (battleHost.querySelectorAll(".b-bar .b-act")), key);
    }
  }

  /**
   * Tell how things stand, here or on the battlefield.
   * @param {TableState} state
   */
  function summarise(state) {
    if (!state.game) return;
    shell.say(state.tab ? fieldSummary() : positionSummary(board, state.game.view, promptText(setting, state)), true);
  }

  /**
   * Tell what is to be known of the town that has the focus, or whose stack is open.
   * @param {TableState} state
   * @param {Element} target
   */
  function summariseTown({ game, town, isTownOpen }, target) {
    const id = target.closest("[data-town]")?.getAttribute("data-town") || (isTownOpen ? town : null);
    if (!game || !id) return false;
    shell.say(townSummary(board, game.view, id), true);
    return true;
  }

  /** @param {TableState} state */
  function letGo({ town }) {
    const spot = stackHost.contains(document.activeElement) && town ? mapHost.querySelector(`.map-spot[data-town="${town}"]`) : null;
    controls.closeTown();
    if (spot instanceof SVGElement) spot.focus({ preventScroll: true });
  }

  /**
   * To the next lit town, in the order in which the map is read.
   * @param {TableState} state
   */
  function nextTown(state) {
    const lit = canAct(state) ? litNow(board, state) : new Map();
    const spots = [...mapHost.querySelectorAll("circle.map-spot")].filter((spot) => spot instanceof SVGElement && lit.has(spot.dataset.town));
    const next = spots[(spots.findIndex((spot) => spot === document.activeElement) + 1) % (spots.length || 1)];
    if (next instanceof SVGElement) next.focus({ preventScroll: true });
  }

  const onPointer = () => { isByKey = false; };
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", onPointer);

  return {
    /** What had the focus is gone, as a map under a battlefield is: the keys go on where the game does. */
    catchFocus() {
      if (!isByKey || document.activeElement !== document.body || isCovered() || !prompt.isConnected) return;
      const unit = look().tab ? battleHost.querySelector(".b-block.can-act") : null;
      (unit instanceof HTMLElement ? unit : prompt).focus({ preventScroll: true });
    },
    destroy() {
      towns.destroy();
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
    },
  };
}
