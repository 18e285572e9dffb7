/**
 * The table on the screen: prompt and numbers above, map or battlefield in the middle, actions at the
 * thumb, panels at the side or as sheets from below. All of it is drawn from the state; each part looks
 * whether what it shows has changed.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { createMap } from "../map/map.js";
import { askToEnd, askToLeave, createCards, showAway, showInvites } from "./cards.js";
import { listenToKeys } from "./keys.js";
import { ableUnits, FIGHT_STAGES, roadUse } from "./offers.js";
import { fillTabs } from "./panels.js";
import { ruleMark } from "./rules.js";
import { createSide } from "./side.js";
import { createStack } from "./stack.js";
import { advisedTown, advisedUnits, createStaff } from "./staff.js";
import { canAct, hasChanged, hasSkip, litNow, offersNow } from "./state.js";
import { createToolbar } from "./toolbar.js";
import { createTop } from "./top.js";
import { isWide } from "./window.js";

/** @import { Arrow } from "../map/map.js" */
/** @import { GameEvent, StateMessage } from "../lib/types.js" */
/** @import { Controls } from "./table.js" */
/** @import { Notice, Setting, TableState } from "./state.js" */

const MOVES = new Set(["marched", "force-marched", "retreated", "reinforced", "regrouped"]);
const NOTICE_MS = 8000;
const END_MS = 1800; // for a look at the last move before the end is shown

/**
 * Build the screen of a game.
 * @param {HTMLElement} container
 * @param {Setting} setting
 * @param {Controls} controls
 * @param {() => TableState} look
 */
export function createScreen(container, setting, controls, look) {
  const { board, exercise } = setting;
  /** @type {ReturnType<typeof import("../battle/battle.js").createBattle>|null} */
  let battle = null;
  let isBattleLoading = false;
  let noticeTimer = 0;
  /** @type {{destroy: () => void}|null} */
  let end = null;

  const mapHost = h("div.map-host");
  const battleHost = h("div.battle-host", { hidden: true });
  const tabs = h("nav.tabs", { "aria-label": t("Map and battles") });
  const note = h("div.notice", { role: "alert", hidden: true });
  const banner = h("div.banner", { role: "status", hidden: true });
  const top = createTop(setting, { onPanel: controls.openPanel });
  const stack = createStack(setting, controls, { onOpen: uncover });
  const toolbar = createToolbar(setting, controls, { onSkip: skip, onEnd: showEnd });
  const staff = createStaff(setting, controls);
  const side = createSide(setting, controls, {
    onGo: goTo, onTown: focusTown, isWide,
    onLeave: () => askToLeave(cards, controls.leave),
    onEnd: () => askToEnd(cards, look().people, controls.end),
  });
  const root = h("div.table", null, top.element,
    h("main.field", { id: "main" }, mapHost, battleHost, tabs, banner, note, staff.element),
    stack.element, toolbar.element, side.element, side.dock);
  const cards = createCards(root);
  root.append(cards.element);
  document.body.className = "at-table";
  container.append(root);

  const map = createMap(mapHost, board, {
    onTown: controls.tapTown, onUnit: controls.tapUnit, onDrop: controls.drop, onBackground: controls.tapBackground,
  });
  const keys = listenToKeys(setting, controls, {
    look, mapHost, battleHost, stackHost: stack.element, prompt: top.prompt, closeTop, isCovered: () => cards.isOpen, onSkip: skip,
  });

  // --- Drawing

  /**
   * Draw what has changed.
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function render(before, state) {
    const { game } = state;
    const hasTurned = !before || canAct(before) !== canAct(state);
    top.render(before, state);
    if (game) {
      if (hasChanged(before, state, "game", "tab")) fillTabs(tabs, game.view, state.tab, controls.showTab);
      if (hasTurned || hasChanged(before, state, "game", "selected", "town", "isTownOpen", "tab", "advice")) drawMap(state, game);
    }
    root.classList.toggle("has-stack", stack.render(before, state));
    root.classList.toggle("has-actions", toolbar.render(before, state));
    if (game && (hasTurned || hasChanged(before, state, "game", "tab"))) drawBattle(state, game);
    side.render(before, state);
    staff.render(before, state);
    if (hasChanged(before, state, "notice")) drawNotice(state.notice);
    if (hasChanged(before, state, "line", "game")) drawLine(state);
    if (state.people && hasChanged(before, state, "people")) showInvites(cards, setting, state.people);
    root.classList.toggle("is-mine", canAct(state));
    root.classList.toggle("is-night", Boolean(game?.view.night));
    root.classList.toggle("has-panel", Boolean(state.panel));
    staff.light(root, state);
    lookThere(before, state);
  }

  /**
   * Bring before the eyes what the new state is about: what others did, what the staff speaks of, the end.
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function lookThere(before, state) {
    const { game, tab, seat, fresh } = state;
    if (!game) return;
    if (hasChanged(before, state, "game")) {
      const own = seat === "french" ? "french" : "allied";
      const followed = fresh.findLast((event) => event.side && event.side !== own && (event.to || event.town));
      if (followed && !tab) map.showTown(followed.to || followed.town || null);
      if (game.view.result && !before?.game) showEnd();
      else if (game.view.result) setTimeout(() => { if (root.isConnected) showEnd(); }, END_MS);
    }
    if (hasChanged(before, state, "advice") && !tab) {
      const unit = game.view.units.find((one) => one.id === advisedUnits(board, state.advice)[0]);
      if (unit) map.showTown(advisedTown(board, state.advice) || unit.town);
    }
  }

  /**
   * @param {TableState} state
   * @param {StateMessage} game
   */
  function drawMap(state, { view }) {
    const isFight = FIGHT_STAGES.has(view.stage) && state.tab;
    const lit = isFight ? new Map() : litNow(board, state);
    const advised = lit.get(advisedTown(board, state.advice) ?? "");
    if (advised && advised.kind !== "source") advised.note = ["★", advised.note].filter(Boolean).join(" ");
    map.update({
      view,
      litTowns: lit,
      litUnits: ableUnits(offersNow(board, state)),
      selectedUnits: state.selected,
      selectedTown: state.isTownOpen ? state.town : null, // its units lie in the sheet
      roadUse: roadUse(board, view),
      arrows: arrowsOf(state.fresh),
    });
  }

  /**
   * @param {TableState} state
   * @param {StateMessage} game
   */
  async function drawBattle({ tab }, game) {
    root.dataset.mode = tab ? "battle" : "map";
    battleHost.hidden = !tab;
    mapHost.inert = Boolean(tab);
    requestAnimationFrame(() => keys.catchFocus());
    if (!tab || isBattleLoading) return;
    if (!battle) {
      isBattleLoading = true;
      const { createBattle } = await import("../battle/battle.js").finally(() => { isBattleLoading = false; });
      if (!root.isConnected) return;
      battle = createBattle(battleHost, {
        onAct: (actions) => controls.act(actions, false), onWhy: controls.why, onTown: focusTown, onUndo: controls.undo,
        onDeployRest: exercise ? undefined : controls.deployRest, hasSkip: () => hasSkip(look()),
      });
    }
    const state = look();
    if (!state.tab || !state.game) return;
    const isMine = canAct(state);
    battle.update({
      view: state.game.view, offers: isMine && state.tab === state.game.view.town ? state.game.offers : [], town: state.tab, seat: state.seat,
      board, canAct: isMine, events: state.game === game ? state.fresh : [], log: state.log,
    });
  }

  /** @param {Notice|null} notice */
  function drawNotice(notice) {
    clearTimeout(noticeTimer);
    note.hidden = !notice;
    if (!notice) return;
    fill(note, h("span", null, notice.text), ruleMark(notice.rule), h("button.round", { "aria-label": t("Close"), onclick: controls.dismiss }, icon("close")));
    noticeTimer = setTimeout(controls.dismiss, NOTICE_MS);
  }

  /** @param {TableState} state */
  function drawLine({ line: { status, wait }, game }) {
    banner.hidden = status === "open" || (status === "connecting" && !game);
    root.classList.toggle("is-lost", status === "lost");
    banner.textContent = status === "closed" ? t("This table is closed.")
      : wait ? t("The connection is lost. Trying again in {seconds} s.", { seconds: Math.ceil(wait / 1000) }) : t("The connection is lost. Trying again now.");
  }

  // --- Going places

  /** On a narrow screen a panel lies over the field: it gives way to what is to be seen there. */
  function makeRoom() {
    if (look().panel && !isWide()) controls.openPanel(null);
  }

  /** @param {string} town */
  function focusTown(town) {
    makeRoom();
    if (look().tab) controls.showTab(null);
    map.focusTown(town);
  }

  /**
   * To where something happened.
   * @param {GameEvent} event
   */
  function goTo({ town, to, area }) {
    const isField = look().game?.view.battles.some((one) => one.town === town && one.status !== "pending");
    if (isField && area && town) {
      makeRoom();
      controls.showTab(town);
    } else if (to || town) focusTown(to || town || "");
  }

  /**
   * A sheet that opens may not hide the town that it is about.
   * @param {string} town
   */
  function uncover(town) {
    const spot = mapHost.querySelector(`[data-town="${town}"]`);
    if (!spot || !root.isConnected) return;
    const at = spot.getBoundingClientRect();
    const seen = mapHost.getBoundingClientRect();
    if (!isWide()) map.showAround(town);
    else if (at.top < seen.top + 20 || at.bottom > seen.bottom - 20 || at.left < seen.left + 10 || at.right > seen.right - 10) map.focusTown(town);
  }

  /** Close what lies on top of the field; whether there was anything. */
  function closeTop() {
    const { advice, panel } = look();
    if (advice) controls.closeAdvice();
    else if (cards.isOpen && !end) cards.close();
    else if (panel && !isWide()) controls.openPanel(null);
    else return false;
    return true;
  }

  function skip() {
    controls.skip();
    battle?.skip();
  }

  async function showEnd() {
    const state = look();
    if (end || !state.game?.view.result) return;
    const { createEnd } = await import("./end.js");
    end ??= createEnd(cards.element, { setting, log: state.log, game: state.game, onMap: closeEnd });
  }

  function closeEnd() {
    end?.destroy();
    end = null;
    cards.close();
  }

  return {
    render,
    showCard: cards.show,
    /** @param {GameEvent[]} missed */
    showAway: (missed) => showAway(cards, setting, missed, { onGo: goTo, onLog: () => controls.openPanel("log") }),
    isPlaying: () => Boolean(battle?.isBusy),
    destroy() {
      clearTimeout(noticeTimer);
      keys.destroy();
      cards.destroy();
      end?.destroy();
      battle?.destroy();
      map.destroy();
      document.body.className = "";
      root.remove();
    },
  };
}

/**
 * The latest steps of whoever moved, for the eye to follow.
 * @param {GameEvent[]} events
 * @returns {Arrow[]}
 */
function arrowsOf(events) {
  return events.flatMap(({ kind, army, town: from, to }) => (MOVES.has(kind) && army && from && to
    ? [{ from, to, army, kind: kind === "force-marched" ? "force" : kind === "retreated" ? "retreat" : "march" }] : []));
}
