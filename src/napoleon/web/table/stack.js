/**
 * The open stack on the screen, and what is said and offered there.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { townName } from "../lib/names.js";
import { ableUnits } from "./offers.js";
import { needsLesson } from "./prompt.js";
import { stackSheet, unitWords } from "./sheet.js";
import { canAct, hasChanged, hasStaff, litNow, offersNow, unitsOfStack } from "./state.js";
import { afterLayout } from "./window.js";

/** @import { StateMessage, View } from "../lib/types.js" */
/** @import { Controls } from "./controls.js" */
/** @import { Setting, TableState } from "./state.js" */

/**
 * @param {Setting} setting
 * @param {Controls} controls
 * @param {{onOpen: (town: string) => void}} hooks - another town's stack was opened
 */
export function createStack(setting, controls, { onOpen }) {
  const { board } = setting;
  const element = h("div.stack-host");
  /** @type {string|null} */
  let shown = null;
  // Why units can do nothing, as far as it was asked in this state of the game
  /** @type {{game: StateMessage|null, texts: Map<string, string>}} */
  let reasons = { game: null, texts: new Map() };

  /**
   * @param {TableState|null} before
   * @param {TableState} state
   * @returns {boolean} whether a stack is open
   */
  function render(before, state) {
    const isShown = Boolean(state.game && state.isTownOpen && !state.tab && (state.town !== null || state.game.view.stage === "setup"));
    if (!hasChanged(before, state, "game", "people", "isBehind", "selected", "town", "isTownOpen", "tab", "parting")) return isShown;
    if (!isShown || !state.game) {
      shown = null;
      fill(element);
      return false;
    }
    draw(state, state.game.view);
    return true;
  }

  /**
   * @param {TableState} state
   * @param {View} view
   */
  function draw(state, view) {
    const { town } = state;
    const units = unitsOfStack(state);
    const able = ableUnits(offersNow(board, state));
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && element.contains(active) ? active.dataset.unit : undefined;
    // A town that was opened by key hands the keys on to its units.
    const isByKey = town !== null && town !== shown && active instanceof SVGElement && active.dataset.town === town && active.matches(":focus-visible");
    const here = new Set(units.filter((unit) => able.has(unit.id)).map((unit) => unit.id));
    if (reasons.game !== state.game) reasons = { game: state.game, texts: new Map() };
    const scrolled = town === shown ? element.querySelector(".stack-units")?.scrollLeft : 0;
    fill(element, stackSheet({
      board, town, units, selected: state.selected, able: here, isNew: town !== shown,
      others: view.blocks.filter((blocks) => blocks.town === town),
      note: noteFor(state, view, here.size > 0), hasBoth: needsLesson(setting, state) && !state.parting,
      buttons: buttonsFor(state), keepsRow: buttonsFor({ ...state, selected: here }).length > 0,
      reason: (unit) => reasons.texts.get(unit) ?? "",
      onWonder: (unit, button) => wonder(state, unit, button),
      onToggle: controls.tapUnit, onAll: controls.tapAll, onClose: controls.closeTown,
    }));
    const row = element.querySelector(".stack-units");
    if (row && scrolled) row.scrollLeft = scrolled;
    const place = element.querySelector(focused ? `[data-unit="${focused}"]` : ".unit.is-able");
    if ((focused || isByKey) && place instanceof HTMLElement) place.focus({ preventScroll: true });
    if (town !== null && town !== shown) afterLayout(() => onOpen(town));
    shown = town;
  }

  /**
   * @param {TableState} state
   * @param {View} view
   * @param {boolean} isAble - somebody here can act
   */
  function noteFor(state, view, isAble) {
    if (!isAble) return "";
    if (state.parting) {
      const { town, count, all } = state.parting;
      return t("{count} of {all} can go to {town} by this road: these. Change them if you like, then tap {town} again.", { count, all, town: townName(town) });
    }
    if (state.selected.size) return needsLesson(setting, state) ? t("Tap a lit town. 0/6: the road there has carried none of six units.") : "";
    if (view.stage === "force") return t("A forced march costs a die for each unit: 1 to 3 loses one strength, 4 to 6 nothing. A leader who shows himself adds 1 in his town.");
    if (view.stage === "setup") return t("Choose units: the towns they can go to light up.");
    return view.stage === "march" ? t("Choose units: the towns they can go to light up. A second tap on their own town chooses all.") : "";
  }

  /**
   * Somebody looks at a unit that can do nothing: it says why, as soon as the server has.
   * @param {TableState} state
   * @param {string} id
   * @param {HTMLElement} button
   */
  function wonder(state, id, button) {
    const unit = state.game?.view.units.find((one) => one.id === id);
    const { game, texts } = reasons;
    if (!unit || !canAct(state) || texts.has(id)) return;
    texts.set(id, "");
    controls.why(id, ({ text = "" }) => {
      if (reasons.game !== game) return;
      texts.set(id, text);
      const words = unitWords(board, unit, false, text);
      for (const [name, value] of Object.entries(words)) button.setAttribute(name, value);
      if (document.activeElement === button && button.matches(":focus-visible")) setting.shell.say(text);
    });
  }

  /** @param {TableState} state */
  const buttonsFor = (state) => [...deedButtons(state), ...oddsButtons(state)];

  /**
   * What the chosen units can do without a town: be given up, come up as reinforcements.
   * @param {TableState} state
   */
  function deedButtons(state) {
    /** @type {Record<string, string>} */
    const labels = { remove: t("Give up for want of supply"), weaken: t("Give up a step"), reinforce: t("Send as reinforcement"), reveal: t("Reveal"), lose: t("Take the hit"), fallback: t("Fall back") };
    const { deeds } = offersNow(board, state);
    /** @type {Map<string, string[]>} */
    const verbs = new Map();
    for (const text of [...state.selected].flatMap((unit) => deeds.get(unit) || [])) {
      const [verb] = text.split(" ");
      if (labels[verb]) verbs.set(verb, [...(verbs.get(verb) || []), text]);
    }
    return [...verbs].map(([verb, texts]) => h("button.primary", { onclick: () => controls.act(texts, false) }, labels[verb]));
  }

  /**
   * How an attack of the chosen units would go, on each town that they may attack.
   * @param {TableState} state
   */
  function oddsButtons(state) {
    if (!state.selected.size || !canAct(state) || !hasStaff(setting)) return [];
    return [...litNow(board, state)].filter(([, one]) => one.kind === "attack").map(([town]) =>
      h("button", { onclick: () => controls.askOdds(town, [...state.selected]), "data-act": "odds", "data-goal": town },
        icon("dice"), t("Odds at {town}", { town: townName(town) })));
  }

  return { element, render };
}
