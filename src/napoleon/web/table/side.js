/**
 * Panels at the side, or as sheets from below on a narrow screen, and the dock that opens them.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { createLog } from "./log.js";
import { calendarPanel, notebookPanel, traysPanel } from "./panels.js";
import { createChat, peoplePanel } from "./people.js";
import { hasChanged } from "./state.js";

/** @import { GameEvent, View } from "../lib/types.js" */
/** @import { Controls } from "./table.js" */
/** @import { Setting, TableState } from "./state.js" */

/**
 * @typedef {object} SideHooks
 * @property {(event: GameEvent) => void} onGo - to where something happened
 * @property {(town: string) => void} onTown
 * @property {() => void} onLeave
 * @property {() => void} onEnd
 * @property {() => boolean} isWide - panels stand beside the field
 */
/** @typedef {{icon: "log"|"notebook"|"calendar"|"tray"|"chat"|"people", title: () => string, make: (state: TableState, view: View) => HTMLElement}} Panel */

const NOT_IN_EXERCISES = ["chat", "people"];

/**
 * @param {Setting} setting
 * @param {Controls} controls
 * @param {SideHooks} hooks
 */
export function createSide(setting, controls, { onGo, onTown, onLeave, onEnd, isWide }) {
  const { board, shell, table, mine } = setting;
  const body = h("div.panel-body");
  const title = h("h2");
  const element = h("aside.side", { "aria-label": t("Panels") },
    h("header", null, title, h("button.round.side-close", { "aria-label": t("Close"), onclick: () => controls.openPanel(null) }, icon("close"))), body);
  const dock = h("nav.dock", { "aria-label": t("Panels") });
  const log = createLog({ board, onGo });
  const chat = createChat({ send: controls.chat });

  /** @type {Record<string, Panel>} */
  const PANELS = {
    log: { icon: "log", title: () => t("Log"), make: () => log.element },
    notebook: { icon: "notebook", title: () => t("Notebook"), make: (_, view) => notebookPanel(board, view, onTown) },
    calendar: { icon: "calendar", title: () => t("Calendar"), make: (_, view) => calendarPanel(board, view) },
    trays: { icon: "tray", title: () => t("Losses"), make: (_, view) => traysPanel(board, view, onTown) },
    chat: { icon: "chat", title: () => t("Talk"), make: () => chat.element },
    people: { icon: "people", title: () => t("People"), make: peopleAndSettings },
  };
  const shown = Object.entries(PANELS).filter(([name]) => !setting.exercise || !NOT_IN_EXERCISES.includes(name));

  /** @param {TableState} state */
  function peopleAndSettings(state) {
    const hasBegun = Boolean(state.game && state.game.v > 0);
    const actions = { takeOver: controls.takeOver, takeBack: controls.takeBack, consent: controls.consent, leave: onLeave, end: onEnd };
    return h("div", null, peoplePanel({ table, people: state.people, seat: state.seat, hasBegun, actions }),
      h("h3.settings-title", null, t("Settings")), shell.settings(),
      h("p.hint.keys", null, t("Keys: N next town or unit that can act, A all units, U undo, E end the step, M map or battle, S skip, H ask the staff, L log, Esc let go.")));
  }

  /**
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function render(before, state) {
    if (hasChanged(before, state, "panel", "unread")) drawDock(state);
    const isTalk = state.panel === "chat" && hasChanged(before, state, "chat");
    const isPeople = state.panel === "people" && hasChanged(before, state, "people");
    if (hasChanged(before, state, "panel", "game") || isTalk || isPeople) drawPanel(state);
  }

  /** @param {TableState} state */
  function drawDock({ panel, unread }) {
    fill(dock, shown.map(([name, one]) => h("button", {
      "aria-pressed": String(panel === name), "data-panel": name, onclick: () => controls.openPanel(panel === name && !isWide() ? null : name),
    }, icon(one.icon), h("span", null, one.title()),
    name === "chat" && unread ? h("b.badge", { "aria-label": t("{count} unread", { count: unread }) }, unread) : null)));
  }

  /** @param {TableState} state */
  function drawPanel(state) {
    const { panel, game } = state;
    if (!panel || !game) return;
    title.textContent = PANELS[panel].title();
    if (panel === "chat") chat.update({ messages: state.chat, view: game.view, isPlayer: mine.length > 0 });
    const content = PANELS[panel].make(state, game.view);
    if (body.firstChild !== content) fill(body, content);
    if (panel === "log") log.update(state.log);
  }

  return { element, dock, render };
}
