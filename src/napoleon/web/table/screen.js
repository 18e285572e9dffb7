// @ts-nocheck
/**
 * The table as it stands on the screen: prompt and numbers above, map or battlefield in the middle,
 * actions at the thumb, panels at the side or as sheets from below.
 */

import { fill, h } from "../lib/dom.js";
import { emblem, icon } from "../lib/icons.js";
import { createMap } from "../map/map.js";
import { t } from "../lib/i18n.js";
import { handOverText } from "./hotseat.js";
import { ARMIES, dayName, seatName, townName, unitName } from "../lib/names.js";
import { ableUnits, FIGHT_STAGES, roadUse } from "./offers.js";
import { levelName } from "../lib/levels.js";
import { createStaff } from "./staff.js";
import {
  awayDigest, calendarPanel, citiesOf, copyButton, createChat, createLog, notebookPanel, peoplePanel, ruleMark,
  fillTabs, stackSheet, traysPanel,
} from "./panels.js";

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;
const TAUGHT = "napoleon.taught";
const WIDE = window.matchMedia("(min-width: 900px) and (min-height: 500px)");

/**
 * Build the screen of a game.
 * @param {HTMLElement} container
 * @param {object} game - what table.js knows
 * @param {object} controls - what the player can do
 */
export function createScreen(container, game, controls) {
  const { board, shell } = game;
  let battle = null;
  let battleLoading = false;
  let panel = WIDE.matches ? "log" : null;
  let noticeTimer = 0;
  let isSure = false; // the end of a step that nothing was done in is asked for twice
  let end = null;
  let shownTown = null;
  let isByKey = false; // the last thing that was touched is a key

  const prompt = h("p.prompt", { id: "prompt", tabindex: -1 });
  const numbers = h("div.numbers", { role: "group", "aria-label": t("Where the campaign stands") });
  const tabs = h("nav.tabs", { "aria-label": t("Map and battles") });
  const mapHost = h("div.map-host");
  const battleHost = h("div.battle-host", { hidden: true });
  const note = h("div.notice", { role: "alert", hidden: true });
  const banner = h("div.banner", { role: "status", hidden: true });
  const stack = h("div.stack-host");
  const actions = h("div.actions", { role: "toolbar", "aria-label": t("Actions") });
  const panelBody = h("div.panel-body");
  const panelTitle = h("h2");
  const side = h("aside.side", { "aria-label": t("Panels") },
    h("header", null, panelTitle, h("button.round.side-close", { "aria-label": t("Close"), onclick: () => openPanel(null) }, icon("close"))), panelBody);
  const dock = h("nav.dock", { "aria-label": t("Panels") });
  const card = h("div.card-host");

  const root = h("div.table", null,
    h("header.top", null,
      game.exercise ? h("a.round", { href: "/exercises", "aria-label": t("All exercises") }, icon("back"))
        : h("a.round", { href: "/", "aria-label": t("To the front page") }, icon("home")),
      prompt, numbers),
    h("main.field", { id: "main" }, mapHost, battleHost, tabs, banner, note),
    stack, actions, side, dock, card);
  document.body.className = "at-table";
  container.append(root);
  // What lies under a card is out of reach of keys and readers; afterwards they are where they were.
  let cameFrom = null;
  const cards = new MutationObserver(() => {
    const isOpen = card.childElementCount > 0;
    for (const one of root.children) if (one !== card) one.inert = isOpen;
    if (isOpen || !cameFrom) return;
    if (cameFrom.isConnected && !card.contains(cameFrom)) cameFrom.focus({ preventScroll: true });
    cameFrom = null;
  });
  cards.observe(card, { childList: true });

  const map = createMap(mapHost, board, {
    onTown: controls.tapTown,
    onUnit: controls.tapUnit,
    onDrop: controls.drop,
    onBackground: () => { if (game.state && game.town !== null) controls.closeTown(); },
  });
  const staff = createStaff({ game, controls, root, makeRoom, show: showAdvice, endLabel });
  root.querySelector("main.field").append(staff.element);
  const log = createLog({ board, onGo: goTo });
  const chat = createChat({ send: controls.chat });

  // --- Panels

  const PANELS = {
    log: { icon: "log", title: () => t("Log"), make: () => log.element },
    notebook: { icon: "notebook", title: () => t("Notebook"), make: () => notebookPanel(board, view(), focusTown) },
    calendar: { icon: "calendar", title: () => t("Calendar"), make: () => calendarPanel(board, view()) },
    trays: { icon: "tray", title: () => t("Losses"), make: () => traysPanel(board, view(), focusTown) },
    chat: { icon: "chat", title: () => t("Talk"), make: () => chat.element },
    people: {
      icon: "people",
      title: () => t("People"),
      make: () => h("div", null, peoplePanel({ table: game.table, people: game.people, seat: game.seat, actions: { ...controls, leave: askToLeave, end: askToEnd } }), h("h3.settings-title", null, t("Settings")), shell.settings(), keys()),
    },
  };

  function view() {
    return game.state.view;
  }

  function openPanel(name) {
    panel = name;
    if (name === "chat") game.unread = 0;
    drawPanel();
  }

  function drawDock() {
    fill(dock, Object.entries(PANELS).filter(([name]) => !game.exercise || !["chat", "people"].includes(name)).map(([name, one]) => h("button", {
      "aria-pressed": String(panel === name),
      "data-panel": name,
      onclick: () => openPanel(panel === name && !WIDE.matches ? null : name),
    }, icon(one.icon), h("span", null, one.title()),
    name === "chat" && game.unread ? h("b.badge", { "aria-label": t("{count} unread", { count: game.unread }) }, game.unread) : null)));
  }

  function drawPanel() {
    drawDock();
    root.classList.toggle("has-panel", Boolean(panel));
    if (!panel || !game.state) return;
    panelTitle.textContent = PANELS[panel].title();
    if (panel === "chat") chat.update({ messages: game.chat, view: view(), isPlayer: game.mine.length > 0 });
    const content = PANELS[panel].make();
    if (panelBody.firstChild !== content) fill(panelBody, content);
    if (panel === "log") log.update(game.log);
  }

  function keys() {
    return h("p.hint.keys", null, t("Keys: N next town or unit that can act, A all units, U undo, E end the step, M map or battle, S skip, H ask the staff, L log, Esc let go."));
  }

  // --- Going places

  /** On a narrow screen a panel lies over the field: it gives way to what is to be seen there. */
  function makeRoom() {
    if (panel && !WIDE.matches) openPanel(null);
  }

  function focusTown(town) {
    makeRoom();
    if (game.tab) controls.showTab(null);
    map.focusTown(town);
  }

  function goTo(event) {
    const town = event.to || event.town;
    const isField = view().battles.some((one) => one.town === event.town && one.status !== "pending");
    if (isField && event.area) {
      makeRoom();
      controls.showTab(event.town);
    } else focusTown(town);
  }

  /** The staff speaks of units and a town: bring them before the eyes. */
  function showAdvice({ units, town }) {
    const found = view().units.find((one) => one.id === units[0]);
    if (game.tab || !found) return draw();
    controls.choose(units, found.town ?? null);
    map.showTown(town || found.town);
  }

  // --- Prompt, numbers, tabs

  function drawPrompt() {
    const { state } = game;
    const isMine = controls.canAct();
    root.classList.toggle("is-mine", isMine);
    const next = controls.nextSeat();
    const played = controls.isPlayedFor() ? game.people.seats[game.seat].stand_in : "";
    const text = next ? handOverText(next) : played ? t("A computer ({level}) plays for you", { level: levelName(played) }) : state.prompt;
    fill(prompt, game.seat ? emblem(game.seat) : icon("eye"), h("span.prompt-text", null,
      game.exercise ? [h("span.task", null, game.exercise.task), h("small", null, text, " ", ruleMark(state.rule))]
        : [text, " ", state.rule && !next ? ruleMark(state.rule) : null, needsTeaching() ? h("small.teach", null, t("Tap a lit town, choose blocks, tap their goal.")) : null]),
      !isMine && game.thinking.length ? h("span.thinking", { "aria-label": t("The computer is thinking") }, h("i"), h("i"), h("i")) : null);
    shell.say(needsTeaching() ? `${text}. ${t("Tap a lit town, choose blocks, tap their goal.")}` : text);
    document.title = isMine ? t("Your turn · Napoléon 1815") : t("Napoléon 1815");
  }

  /** Whoever has never marched is told how, until the first march is made. */
  function needsTeaching() {
    const now = view();
    try {
      if (now.groups.length && controls.canAct()) localStorage.setItem(TAUGHT, "yes");
      return now.stage === "march" && controls.canAct() && !game.exercise && !localStorage.getItem(TAUGHT);
    } catch {
      return false;
    }
  }

  function drawNumbers() {
    const now = view();
    const cities = citiesOf(board, now);
    const figure = (label, content, name) => h("button.figure", { "aria-label": label, title: label, onclick: () => openPanel(name) }, content);
    fill(numbers,
      figure(now.turn ? t("Turn {turn} of {all}, {day}", { turn: now.turn, all: board.data.turns.length, day: dayName(now.date, now.night) }) : t("Set-up"),
        [icon(now.night ? "moon" : "sun"), h("span", null, now.turn ? dayName(now.date, now.night) : t("Set-up")), now.turn ? h("small", null, t("turn {turn}", { turn: now.turn })) : null], "calendar"),
      ARMIES.map((army) => {
        const lost = now.losses[army].length;
        const limit = board.data.limits.defeat[army];
        return figure(t("{army}: {lost} units lost, beaten at {limit}", { army: seatName(army), lost, limit }),
          [emblem(army), h("span", null, `${lost}/${limit}`)], "trays");
      }),
      figure(t("{held} of {all} supply cities in French hands", { held: cities.held.length, all: cities.all.length }),
        [icon("city"), h("span", null, `${cities.held.length}/${cities.all.length}`)], "trays"));
    root.classList.toggle("is-night", Boolean(now.night));
  }

  function drawTabs() {
    fillTabs(tabs, view(), game.tab, controls.showTab);
  }

  // --- The field: map or battle

  function drawMap() {
    const now = view();
    const isFight = FIGHT_STAGES.has(now.stage) && game.tab;
    const lit = isFight || !controls.canAct() ? new Map() : controls.lit();
    const advised = lit.get(staff.town());
    if (advised && advised.kind !== "source") advised.note = ["★", advised.note].filter(Boolean).join(" ");
    map.update({
      view: now,
      litTowns: lit,
      litUnits: ableUnits(game.read),
      selectedUnits: game.selected,
      selectedTown: game.isTownOpen ? game.town : null, // its units lie in the sheet
      roadUse: roadUse(board, now),
      arrows: arrows(),
    });
  }

  /** The latest steps of whoever moved, for the eye to follow. */
  function arrows() {
    const moving = new Set(["marched", "force-marched", "retreated", "reinforced", "regrouped"]);
    return game.fresh.filter((event) => moving.has(event.kind) && event.town && event.to)
      .map((event) => ({ from: event.town, to: event.to, army: event.army, kind: event.kind === "force-marched" ? "force" : event.kind === "retreated" ? "retreat" : "march" }));
  }

  async function drawBattle() {
    const isBattle = Boolean(game.tab);
    root.dataset.mode = isBattle ? "battle" : "map";
    battleHost.hidden = !isBattle;
    mapHost.inert = isBattle;
    if (!isBattle) return requestAnimationFrame(catchFocus);
    if (!battle) {
      if (battleLoading) return;
      battleLoading = true;
      const { createBattle } = await import("../battle/battle.js").finally(() => { battleLoading = false; });
      if (!root.isConnected || battle) return;
      battle = createBattle(battleHost, { onAct: controls.act, onWhy: controls.why, onTown: focusTown, onUndo: controls.undo, onDeployRest: game.exercise ? undefined : controls.deployRest, hasSkip });
      if (!game.tab) return;
    }
    requestAnimationFrame(catchFocus);
    battle.update({ view: view(), offers: controls.canAct() && game.tab === view().town ? game.state.offers : [], town: game.tab, seat: game.seat, board, canAct: controls.canAct(), events: game.fresh, log: game.log });
  }

  // --- Actions and the stack

  function drawActions() {
    if (!game.state) return;
    const now = view();
    const buttons = [];
    const next = controls.nextSeat();
    if (hasSkip()) buttons.push(h("button", { onclick: skip, "data-act": "skip" }, icon("skip"), t("Skip")));
    if (controls.isPlayedFor()) buttons.push(h("button.primary", { onclick: () => controls.takeBack(game.seat), "data-act": "take-back" }, t("Take my seat back")));
    const fight = game.tab && now.battles.find((one) => one.town === game.tab && one.status === "fighting");
    if (fight && game.seat && !game.exercise && !now.result && !game.isBehind) buttons.push(h("button", { onclick: () => staff.askOdds(game.tab), "data-act": "odds" }, icon("dice"), t("Odds")));
    if (controls.canAct() && !game.exercise) buttons.push(h("button", { onclick: () => staff.askHint(), "data-act": "hint", title: t("Ask the staff what it would do (H)") }, icon("lamp"), t("Ask the staff")));
    if (now.result) buttons.push(h("button.primary", { onclick: showEnd }, t("How it ended")));
    if (next) buttons.push(h("button.primary", { onclick: () => controls.handOver(next), "data-act": "hand-over" }, emblem(next), handOverText(next)));
    // The battlefield has buttons of its own for undo and end.
    const isOnField = Boolean(game.tab) && game.tab === now.town && controls.canAct();
    if (game.seat && now.can_undo && !isOnField) buttons.push(h("button", { onclick: controls.undo, "data-act": "undo" }, icon("undo"), t("Undo")));
    if (game.tabTown && game.tab !== game.tabTown && controls.canAct()) {
      buttons.push(h("button.primary", { onclick: () => controls.showTab(game.tabTown), "data-act": "battle" }, icon("battle"), t("To the fight at {town}", { town: townName(game.tabTown) })));
    }
    if (controls.canAct()) {
      if (now.stage === "setup" && game.read.moves.size) buttons.push(h("button", { onclick: controls.placeRest, "data-act": "rest" }, t("Place the rest for me")));
      for (const text of game.read.towns.values()) {
        const [verb, town] = text.split(" ");
        buttons.push(h("button", { onclick: () => controls.act([text]) },
          verb === "skirmish" ? t("Skirmish at {town}", { town: townName(town) }) : t("Battle of {town}", { town: townName(town) })));
      }
      for (const [unit, texts] of game.read.deeds) {
        for (const text of texts) {
          if (text.startsWith("show ")) buttons.push(h("button", { onclick: () => controls.act([text]) }, t("Show {leader}", { leader: unitName(unit) })));
        }
      }
      if (game.read.canEnd && !isOnField) buttons.push(h("button.primary", { onclick: tapEnd, "data-act": "end" }, icon("done"), isSure ? t("Sure? End without moving") : endLabel(now.stage)));
    }
    fill(actions, buttons);
    root.classList.toggle("has-actions", buttons.length > 0);
  }

  function isComputerMoving() {
    return Boolean(game.seat && game.thinking.length && !controls.canAct() && !game.isSkipping && !view().result);
  }

  function hasSkip() {
    return game.isBehind || isComputerMoving();
  }

  function skip() {
    controls.skip();
    battle?.skip?.();
  }

  function endLabel(stage) {
    return {
      setup: t("End the set-up"), march: t("End the marches"), force: t("End the forced marches"), reveal: t("These fight"),
      deploy: t("End the deployment"), combat: t("End the battle turn"), reinforce: t("No more reinforcements"), regroup: t("End the regrouping"),
    }[stage] || t("End");
  }

  function tapEnd() {
    const now = view();
    if (now.stage === "march" && !now.groups.length && !isSure) {
      isSure = true;
      shell.say(t("Sure? End without moving"));
      setTimeout(() => { isSure = false; drawActions(); }, 3500);
      return drawActions();
    }
    isSure = false;
    controls.act(["end"]);
  }

  function drawStack() {
    const now = view();
    const isShown = game.isTownOpen && !game.tab && (game.town !== null || now.stage === "setup");
    root.classList.toggle("has-stack", isShown);
    if (!isShown) {
      shownTown = null;
      return fill(stack);
    }
    const units = controls.unitsOfStack();
    const able = new Set([...ableUnits(game.read)].filter((id) => units.some((unit) => unit.id === id)));
    const focused = stack.contains(document.activeElement) ? document.activeElement.dataset.unit : null;
    fill(stack, stackSheet({
      board, view: now, town: game.town, units, selected: game.selected, able,
      title: game.town === null ? t("Still to place: {count}", { count: units.length }) : undefined,
      note: stackNote(now, able),
      buttons: deedButtons(),
      onToggle: controls.tapUnit, onAll: controls.tapAll, onClose: controls.closeTown,
    }));
    if (focused) stack.querySelector(`[data-unit="${focused}"]`)?.focus();
    // A town that was opened by key hands the keys on to its units.
    const spot = document.activeElement;
    if (game.town && game.town !== shownTown && spot?.dataset?.town === game.town && spot.matches(":focus-visible")) stack.querySelector(".unit.is-able")?.focus({ preventScroll: true });
    if (game.town !== shownTown) requestAnimationFrame(uncover);
    shownTown = game.town;
  }

  /** A sheet that opens may not hide the town that it is about. */
  function uncover() {
    const spot = game.town && mapHost.querySelector(`[data-town="${game.town}"]`);
    if (!spot || !root.isConnected) return;
    const town = spot.getBoundingClientRect();
    const seen = mapHost.getBoundingClientRect();
    if (!WIDE.matches) map.showAround(game.town);
    else if (town.top < seen.top + 20 || town.bottom > seen.bottom - 20 || town.left < seen.left + 10 || town.right > seen.right - 10) map.focusTown(game.town);
  }

  function stackNote(now, able) {
    if (!able.size) return "";
    if (now.stage === "force") return t("A forced march costs a die for each unit: 1 to 3 loses one strength, 4 to 6 nothing. A leader who shows himself adds 1 in his town.");
    if (now.stage === "setup") return t("Choose units, then tap a lit town.");
    if (now.stage === "march" && !game.selected.size) return t("Choose units, then tap a lit town. A second tap on the town chooses all.");
    if (needsTeaching()) return t("Tap a lit town. 0/6: the road there has carried none of six units.");
    return "";
  }

  /** What the chosen units can do without a town: be given up, come up as reinforcements. */
  function deedButtons() {
    const labels = { remove: t("Give up for want of supply"), reinforce: t("Send as reinforcement"), reveal: t("Reveal"), lose: t("Take the hit"), fallback: t("Fall back") };
    const verbs = new Map();
    for (const unit of game.selected) {
      for (const text of game.read.deeds.get(unit) || []) {
        const verb = text.split(" ")[0];
        if (labels[verb]) verbs.set(verb, [...(verbs.get(verb) || []), text]);
      }
    }
    const goals = game.selected.size && controls.canAct() && !game.exercise ? [...controls.lit()].filter(([, one]) => one.kind === "attack") : [];
    return [
      ...[...verbs].map(([verb, texts]) => h("button.primary", { onclick: () => controls.act(texts) }, labels[verb])),
      ...goals.map(([town]) => h("button", { onclick: () => staff.askOdds(town, [...game.selected]), "data-act": "odds", "data-goal": town },
        icon("dice"), t("Odds at {town}", { town: townName(town) })))];
  }

  // --- Notices, cards, connection

  function notice(text, rule) {
    clearTimeout(noticeTimer);
    if (!text) {
      note.hidden = true;
      return;
    }
    fill(note, h("span", null, text), ruleMark(rule), h("button.round", { "aria-label": t("Close"), onclick: () => { note.hidden = true; } }, icon("close")));
    note.hidden = false;
    noticeTimer = setTimeout(() => { note.hidden = true; }, 8000);
  }

  function drawConnection(status, wait) {
    banner.hidden = status === "open" || (status === "connecting" && !game.state);
    root.classList.toggle("is-lost", status === "lost");
    banner.textContent = status === "closed" ? t("This table is closed.")
      : wait ? t("The connection is lost. Trying again in {seconds} s.", { seconds: Math.ceil(wait / 1000) }) : t("The connection is lost. Trying again now.");
  }

  function showCard(title, content, buttons) {
    const close = () => fill(card);
    if (!card.childElementCount && root.contains(document.activeElement)) cameFrom = document.activeElement;
    const dialog = h("div.card", { role: "dialog", "aria-modal": "true", "aria-label": title }, h("h2", null, title), content,
      h("div.row", null, buttons.map(([label, act, isPrimary]) => h(isPrimary ? "button.primary" : "button", { onclick: () => { close(); act?.(); } }, label))));
    fill(card, h("div.card-back", { onclick: close }), dialog);
    dialog.querySelector("button.primary")?.focus({ preventScroll: true });
  }

  function askToLeave() {
    showCard(t("Leave your seat?"), h("p", null, t("The seat is open again, and whoever has its link can take it. The game waits until then.")),
      [[t("Leave my seat"), controls.leave], [t("Stay"), null, true]]);
  }

  function askToEnd() {
    const isAsked = game.people?.status === "playing" && Object.values(game.people.seats).filter((sitter) => sitter.kind === "human").length > 1;
    showCard(t("End this game?"), h("p", null, isAsked ? t("The others are asked; the game ends if all agree. Nobody wins.") : t("The game is put away. Nobody wins.")),
      [[t("End this game"), controls.end], [t("Play on"), null, true]]);
  }

  function drawAway(missed) {
    showCard(t("While you were away"), awayDigest(board, missed, (event) => { fill(card); goTo(event); }), [
      [t("Read it all in the log"), () => openPanel("log")], [t("To the map"), null, true]]);
  }

  function drawPeople() {
    const status = game.people?.status;
    const open = Object.entries(game.people?.seats || {}).filter(([, sitter]) => sitter.kind === "open");
    if (status === "waiting" && open.length) {
      if (!card.querySelector(".invites")) {
        showCard(t("Waiting for players"), h("div.invites", null, h("p", null, t("Send each player the link of a seat:")),
          open.map(([seat]) => h("p.invite", null, emblem(seat), h("strong", null, seatName(seat)), game.table?.invites?.[seat] ? copyButton(t("Copy the link"), `${location.origin}/join/${game.table.invites[seat]}`) : null)),
        LOCAL.test(location.hostname) ? h("p.hint", null, t("This address works on this computer alone. For players elsewhere, start with the command serve and open its address.")) : null),
        [[t("Look at the map meanwhile"), null, true]]);
      }
    } else if (card.querySelector(".invites")) fill(card);
    if (game.people?.ending?.length && status === "playing" && panel !== "people" && !game.people.ending.includes(game.seat)) openPanel("people");
    const asked = game.people?.takeover;
    if (asked && panel !== "people" && game.mine.length && !game.mine.includes(asked.seat) && !asked.agreed.some((seat) => game.mine.includes(seat))) openPanel("people");
    if (game.state) {
      drawPrompt();
      drawActions();
    }
    if (panel === "people") drawPanel();
  }

  async function showEnd() {
    if (end) return;
    const { createEnd } = await import("./end.js");
    end = createEnd(card, { game, onMap: () => { end?.destroy(); end = null; fill(card); } });
  }

  // --- Drawing

  function draw() {
    if (!game.state) return;
    drawTabs();
    drawMap();
    drawStack();
    drawActions();
    drawBattle();
    staff.update();
  }

  function drawState(isFirst) {
    isSure = false;
    drawPrompt();
    drawNumbers();
    draw();
    drawPanel();
    if (game.fresh.length) shell.say(game.fresh.slice(-3).map((event) => event.text).join(" "), "tell");
    const followed = game.fresh.filter((event) => event.side && event.side !== (game.seat === "french" ? "french" : "allied") && (event.to || event.town)).at(-1);
    if (followed && !game.tab) map.showTown(followed.to || followed.town);
    if (view().result && !end) {
      if (isFirst) showEnd();
      else setTimeout(() => { if (root.isConnected && !end) showEnd(); }, 1800);
    }
  }

  function onKey(event) {
    isByKey = true;
    // Escape lets go of everything, also of a line of talk that is being written.
    if (event.key === "Escape" && event.target.closest("input")) event.target.blur();
    else if (event.target.closest("input, select, textarea")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !game.state) return;
    const key = event.key.toLowerCase();
    if (key === "escape") {
      if (staff.isOpen()) staff.close();
      else if (card.childElementCount && !end) fill(card);
      else if (panel && !WIDE.matches) openPanel(null);
      else {
        const spot = stack.contains(document.activeElement) && spotOf(game.town);
        controls.closeTown();
        if (spot) spot.focus({ preventScroll: true });
      }
    } else if (key === "u") controls.undo();
    else if (key === "e" && game.read.canEnd && controls.canAct()) tapEnd();
    else if (key === "a") controls.tapAll();
    else if (key === "s") skip();
    else if (key === "h" && !game.exercise) staff.askHint();
    else if (key === "l") openPanel("log");
    else if (key === "n" && !game.tab) nextTown();
    else if (key === "n" && !battleHost.contains(event.target)) battleHost.querySelector(".b-block.can-act")?.focus();
    else if (key === "m" && game.tabTown) controls.showTab(game.tab ? null : game.tabTown);
    else return;
    event.preventDefault();
  }

  function onPointer() {
    isByKey = false;
  }

  /** What had the focus is gone, as a map under a battlefield is: the keys go on where the game does. */
  function catchFocus() {
    if (!isByKey || document.activeElement !== document.body || card.childElementCount || !root.isConnected) return;
    const place = game.tab ? battleHost.querySelector(".b-block.can-act") : null;
    (place || prompt).focus({ preventScroll: true });
  }

  function spotOf(town) {
    return town && mapHost.querySelector(`.map-spot[data-town="${town}"]`);
  }

  /** To the next lit town, in the order in which the map is read. */
  function nextTown() {
    const lit = controls.canAct() ? controls.lit() : new Map();
    const spots = [...mapHost.querySelectorAll(".map-spot")].filter((spot) => lit.has(spot.dataset.town));
    spots[(spots.indexOf(document.activeElement) + 1) % (spots.length || 1)]?.focus({ preventScroll: true });
  }

  function onWidth() {
    openPanel(WIDE.matches ? panel || "log" : null);
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", onPointer);
  WIDE.addEventListener("change", onWidth);
  fill(prompt, h("span.prompt-text", null, t("The map is being spread out…")));
  drawDock();

  return {
    staff, showCard, draw, drawState, drawActions, drawPeople, drawAway, drawConnection, notice,
    isPlaying: () => Boolean(battle?.isBusy),
    drawChat(fresh) {
      if (fresh && panel !== "chat" && game.state) game.unread += fresh;
      if (panel === "chat") drawPanel();
      else drawDock();
    },
    destroy() {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
      WIDE.removeEventListener("change", onWidth);
      clearTimeout(noticeTimer);
      cards.disconnect();
      end?.destroy();
      battle?.destroy();
      map.destroy();
      document.body.className = "";
      shell.say("");
      shell.say("", "tell");
      root.remove();
    },
  };
}
