/**
 * Panels at the side, or as sheets from below on a narrow screen, and the dock that opens them.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { createLog } from "./log.js";
import { calendarPanel, notebookPanel, settingsPanel, traysPanel } from "./panels.js";
import { createChat, peoplePanel } from "./people.js";
import { createReader } from "../rules/reader.js";
import { hasChanged } from "./state.js";

/** @import { GameEvent, View } from "../lib/types.js" */
/** @import { Controls } from "./controls.js" */
/** @import { Setting, TableState } from "./state.js" */

/**
 * @typedef {object} SideHooks
 * @property {(event: GameEvent) => void} onGo - to where something happened
 * @property {(town: string) => void} onTown
 * @property {(towns: string[]) => void} onSpeak - the log speaks of them
 * @property {() => void} onLeave
 * @property {() => void} onEnd
 * @property {() => void} onResign
 */
/** @typedef {{icon: "log"|"notebook"|"calendar"|"tray"|"book"|"chat"|"people"|"settings", title: () => string, make: (state: TableState, view: View) => HTMLElement}} Panel */

const NOT_IN_EXERCISES = ["chat", "people"];

/**
 * @param {Setting} setting
 * @param {Controls} controls
 * @param {SideHooks} hooks
 */
export function createSide(setting, controls, { onGo, onTown, onSpeak, onLeave, onEnd, onResign }) {
  const { board, shell, table, mine } = setting;
  const body = h("div.panel-body", { tabindex: 0 }); // it scrolls, by keys too
  const title = h("h2");
  const element = h("aside.side", { "aria-label": t("Panels") },
    h("header", null, title, h("button.round.side-close", { "aria-label": t("Close"), title: t("Fold away"), onclick: () => controls.closePanel() }, icon("close"))), body);
  const dock = h("nav.dock", { "aria-label": t("Panels") });
  const log = createLog({ board, onGo, onSpeak });
  const chat = createChat({ send: controls.chat });
  const reader = createReader({ onGo: controls.read, onBack: controls.readBack });
  /** @type {HTMLElement|null} */
  let cameFrom = null; // where the keys were before the rules were opened

  /** @type {Record<string, Panel>} */
  const PANELS = {
    log: { icon: "log", title: () => t("Log"), make: () => log.element },
    notebook: { icon: "notebook", title: () => t("Notebook"), make: (_, view) => notebookPanel(board, view, onTown) },
    calendar: { icon: "calendar", title: () => t("Calendar"), make: (_, view) => calendarPanel(board, view) },
    trays: { icon: "tray", title: () => t("Losses"), make: (_, view) => traysPanel(board, view, onTown) },
    rules: { icon: "book", title: () => t("Rules"), make: () => reader.element },
    chat: { icon: "chat", title: () => t("Talk"), make: () => chat.element },
    people: { icon: "people", title: () => t("People"), make: people },
    settings: { icon: "settings", title: () => t("Settings"), make: () => settingsPanel(shell) },
  };
  const shown = Object.entries(PANELS).filter(([name]) => !setting.exercise || !NOT_IN_EXERCISES.includes(name));

  /** @param {TableState} state */
  function people(state) {
    const hasBegun = Boolean(state.game && state.game.v > 0);
    const turn = state.game?.view.turn ?? 0;
    const actions = { takeOver: controls.takeOver, takeBack: controls.takeBack, consent: controls.consent, giveTime: controls.giveTime, askBack: controls.askBack, leave: onLeave, end: onEnd, resign: onResign };
    return peoplePanel({ table, people: state.people, clock: state.clock, seat: state.seat, turn, hasBegun, actions });
  }

  /**
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function render(before, state) {
    if (hasChanged(before, state, "panel", "unread")) drawDock(state);
    const isTalk = state.panel === "chat" && hasChanged(before, state, "chat");
    const isPeople = state.panel === "people" && hasChanged(before, state, "people", "clock");
    const isLog = state.panel === "log" && hasChanged(before, state, "told");
    if (hasChanged(before, state, "panel", "game") || isTalk || isPeople || isLog) drawPanel(state);
    if (hasChanged(before, state, "panel", "reading")) drawRules(before, state);
  }

  /**
   * The rules take the keys with them, and give them back where they were.
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function drawRules(before, { panel, reading }) {
    const isOpen = panel === "rules";
    const active = document.activeElement;
    element.classList.toggle("is-reading", isOpen);
    if (isOpen && before?.panel !== "rules") cameFrom = active instanceof HTMLElement ? active : null;
    const path = reading.trail.at(-1);
    if (isOpen && path) reader.show(path, { hasBack: reading.trail.length > 1, isFocused: before !== null && !dock.contains(active) });
    if (isOpen || before?.panel !== "rules" || (active !== document.body && !element.contains(active))) return;
    const place = cameFrom?.isConnected ? cameFrom : document.getElementById("prompt");
    place?.focus({ preventScroll: true });
  }

  /** @param {TableState} state */
  function drawDock({ panel, unread }) {
    fill(dock, shown.map(([name, one]) => h("button", {
      "aria-pressed": String(panel === name), "data-panel": name, title: one.title(), onclick: () => controls.openPanel(panel === name ? null : name),
    }, icon(one.icon), h("span", null, one.title()),
    name === "chat" && unread ? h("b.badge", { "aria-label": t("{count} unread", { count: unread }) }, unread) : null)));
  }

  /** @param {TableState} state */
  function drawPanel(state) {
    const { panel, game } = state;
    if (!panel || !game) return;
    title.textContent = PANELS[panel].title();
    if (panel === "chat") {
      const { view } = game;
      const hasConferred = (/** @type {number} */ said) => Boolean(view.result)
        || board.data.turns.some(({ turn, side, night }) => night && side === "allied" && turn > said && turn <= view.turn);
      chat.update({ messages: state.chat, view, isPlayer: mine.length > 0, hasConferred });
    }
    const content = PANELS[panel].make(state, game.view);
    if (body.firstChild !== content) fill(body, content);
    if (panel === "log") log.update(state.log.slice(0, state.told));
  }

  return { element, dock, render, destroy: reader.destroy };
}
