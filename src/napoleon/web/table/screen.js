/**
 * The table on the screen: prompt and numbers above, map or battlefield in the middle, actions at the
 * thumb, panels at the side or as sheets from below. All of it is drawn from the state; each part looks
 * whether what it shows has changed.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { unfold } from "../battle/effects.js";
import { createMap } from "../map/map.js";
import { askToEnd, askToLeave, askToResign, createCards, showAway, showInvites } from "./cards.js";
import { keyList } from "./keyhelp.js";
import { listenToKeys } from "./keys.js";
import { ableUnits, FIGHT_STAGES, roadUse } from "./offers.js";
import { fillTabs } from "./panels.js";
import { ruleMark } from "../rules/mark.js";
import { createSide } from "./side.js";
import { createStack } from "./stack.js";
import { advisedTown, advisedUnits, createStaff } from "./staff.js";
import { canAct, hasChanged, hasSkip, litNow, offersNow } from "./state.js";
import { createToolbar } from "./toolbar.js";
import { createTop } from "./top.js";
import { arrowsOf, changedHands, enemyWays, marchDice, traceOf, wayWords } from "./trace.js";
import { afterLayout, isWide } from "./window.js";

/** @import { Arrow } from "../map/map.js" */
/** @import { MarchDie } from "../map/motion.js" */
/** @import { GameEvent, StateMessage, View } from "../lib/types.js" */
/** @import { Controls } from "./controls.js" */
/** @import { Notice, Setting, ShowCard, TableState } from "./state.js" */

const NOTICE_MS = 8000;
const EDGE = 10; // pixels within the map at which a town counts as seen
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
  const top = createTop(setting, { onPanel: controls.openPanel, onWarn: controls.tell });
  const stack = createStack(setting, controls, { onOpen: uncover });
  const toolbar = createToolbar(setting, controls, { onSkip: skip, onEnd: showEnd, onTrace: playTrace, onVerdict: showVerdict });
  const staff = createStaff(setting, controls);
  const side = createSide(setting, controls, {
    onGo: goTo, onTown: focusTown, onSpeak: (towns) => map.light(towns),
    onLeave: () => askToLeave(cards, controls.leave),
    onEnd: () => askToEnd(cards, look().people, controls.end),
    onResign: () => askToResign(cards, controls.resign),
  });
  const root = h("div.table", null, top.element,
    h("main.field", { id: "main" }, mapHost, battleHost, tabs, banner, note, staff.element),
    stack.element, toolbar.element, side.element, side.dock);
  const cards = createCards(root);
  root.append(cards.element);
  document.body.className = "at-table";
  container.append(root);

  const map = createMap(mapHost, board, {
    onTown: controls.tapTown, onStack: controls.tapStack, onUnit: controls.tapUnit, onDrop: controls.drop, onBackground: controls.tapBackground,
    first: exercise?.view,
  });
  const keys = listenToKeys(setting, controls, {
    look, mapHost, battleHost, stackHost: stack.element, prompt: top.prompt, closeTop, isCovered: () => cards.isOpen, onSkip: skip,
    onHelp: () => cards.show(t("Keys"), keyList(), [[t("Close"), null, true]]), letGoInBattle: () => battle?.escape() ?? false, fieldSummary: () => battle?.summary() ?? "",
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
    root.classList.toggle("is-sending", state.isSending);
    root.classList.toggle("is-night", Boolean(game?.view.night));
    root.classList.toggle("has-panel", Boolean(state.panel));
    staff.light(root, state);
    if (hasChanged(before, state, "told")) requestAnimationFrame(() => keys.catchFocus());
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
      if (exercise) return; // it says itself how it ended
      if (game.view.result && !before?.game) showEnd();
      else if (game.view.result) setTimeout(() => { if (root.isConnected) showEnd(); }, END_MS);
    }
    // On a narrow screen the sheet lies below: where the chosen can go stays in sight above it.
    if (hasChanged(before, state, "selected", "parting") && state.selected.size && !tab && !isWide()) afterLayout(showGoals);
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
      ...traces(state, view),
    });
    for (const [town, dice] of marchDice(state.fresh)) map.roll(town, dice, dieWords(dice));
  }

  /**
   * What is seen of the latest moves, and of the enemy's last turn.
   * @param {TableState} state
   * @param {View} view
   */
  function traces({ log, seat, fresh }, view) {
    const trace = view.result ? [] : traceOf(log, seat);
    const ways = enemyWays(trace, seat);
    const moving = told(arrowsOf(fresh));
    const isKnown = (/** @type {Arrow} */ { from, to, army }) => ways.some((way) => way.from === from && way.to === to && way.army === army);
    return { arrows: [...ways, ...moving.filter((arrow) => !isKnown(arrow))], moving, glowing: changedHands(trace, view) };
  }

  /** Show again what the enemy did in his last turn. */
  function playTrace() {
    const { log, seat, tab } = look();
    makeRoom();
    if (tab) controls.showTab(null);
    map.playAgain(told(enemyWays(traceOf(log, seat), seat)));
  }

  /** @param {Arrow[]} ways */
  const told = (ways) => ways.map((way) => ({ ...way, words: wayWords(way) }));

  /** @param {MarchDie[]} dice */
  function dieWords(dice) {
    const lost = dice.filter(({ isLoss }) => isLoss).length;
    return lost ? t("Forced march, strength lost: {count}", { count: lost }) : t("Forced march: unharmed");
  }

  /**
   * @param {TableState} state
   * @param {StateMessage} game
   */
  async function drawBattle({ tab }, game) {
    root.dataset.mode = tab ? "battle" : "map";
    if (tab && battleHost.hidden && root.isConnected) requestAnimationFrame(() => unfold(battleHost, mapHost.querySelector(`[data-town="${tab}"]`)));
    battleHost.hidden = !tab;
    mapHost.inert = Boolean(tab);
    requestAnimationFrame(() => keys.catchFocus());
    if (!tab || isBattleLoading) return;
    if (!battle) {
      isBattleLoading = true;
      const { createBattle } = await import("../battle/battle.js").finally(() => { isBattleLoading = false; });
      if (!root.isConnected) return;
      battle = createBattle(battleHost, {
        onAct: (actions) => controls.act(actions, false), onWhy: (asked) => controls.why(asked), onTown: focusTown, onUndo: controls.undo, onTell: controls.told,
        onChoose: (words) => setting.shell.say(words),
        onDeployRest: exercise ? undefined : controls.deployRest, hasSkip: () => hasSkip(look()),
      });
    }
    const state = look();
    if (!state.tab || !state.game) return;
    const isMine = canAct(state);
    battle.update({
      view: state.game.view, offers: isMine && state.tab === state.game.view.town ? state.game.offers : [], powers: state.game.powers, town: state.tab, seat: state.seat,
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
      : status === "silent" ? t("There has been no answer for some seconds. Waiting…") : wait ? t("The connection is lost. Trying again in {seconds} s.", { seconds: Math.ceil(wait / 1000) }) : t("The connection is lost. Trying again now.");
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

  /** Bring into view where the chosen units can go. */
  function showGoals() {
    const state = look();
    if (!root.isConnected || !state.town || !state.selected.size) return;
    map.showTowns([state.town, ...[...litNow(board, state)].filter(([, { kind }]) => kind !== "source").map(([town]) => town)], footOfMap());
  }

  /** How much of the map the buttons lie over. */
  function footOfMap() {
    const bar = toolbar.element.getBoundingClientRect();
    return bar.height ? Math.max(0, mapHost.getBoundingClientRect().bottom - bar.top) : 0;
  }

  /**
   * A sheet that opens may not hide the town that it is about. If the map must move for it, then at once so far that
   * what lies around is seen too.
   * @param {string} town
   */
  function uncover(town) {
    const spot = mapHost.querySelector(`[data-town="${town}"]`);
    if (!spot || !root.isConnected) return;
    const at = spot.getBoundingClientRect();
    const seen = mapHost.getBoundingClientRect();
    const isSeen = at.top >= seen.top + EDGE && at.bottom <= seen.bottom - EDGE - footOfMap() && at.left >= seen.left + EDGE && at.right <= seen.right - EDGE;
    if (!isSeen) map.showTowns([town, ...board.neighbours(town).map((one) => one.town)], footOfMap());
  }

  /** Close what lies on top of the field; whether there was anything. */
  function closeTop() {
    const { advice, panel } = look();
    if (advice) controls.closeAdvice();
    else if (cards.isOpen && !end) cards.close();
    else if (panel === "rules" || (panel && !isWide())) controls.closePanel();
    else return false;
    return true;
  }

  /** Whether something lies over the field that can be put away. */
  function hasCover() {
    const { advice, panel, isTownOpen, town, tab } = look();
    return Boolean(advice) || cards.isOpen || (!isWide() && (panel !== null || (isTownOpen && town !== null && !tab)));
  }

  /** Put away the uppermost of it; whether there was anything. */
  function goBack() {
    if (!hasCover()) return false;
    if (end) closeEnd();
    else if (!closeTop()) controls.closeTown();
    return true;
  }

  function skip() {
    controls.skip();
    battle?.skip();
  }

  function showVerdict() {
    const verdict = look().game?.verdict;
    if (verdict) exercise?.onVerdict(verdict, cards.show, true);
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
    /** @type {ShowCard} */
    showCard(title, content, buttons) {
      cards.show(title, content, buttons);
      setting.shell.guard();
    },
    /** @param {GameEvent[]} missed */
    showAway: (missed) => showAway(cards, setting, missed, { onGo: goTo, onLog: () => controls.openPanel("log") }),
    hasCover,
    goBack,
    isPlaying: () => Boolean(battle?.isBusy),
    hasCard: () => cards.isOpen,
    destroy() {
      clearTimeout(noticeTimer);
      keys.destroy();
      top.destroy();
      side.destroy();
      cards.destroy();
      end?.destroy();
      battle?.destroy();
      map.destroy();
      document.body.className = "";
      root.remove();
    },
  };
}
