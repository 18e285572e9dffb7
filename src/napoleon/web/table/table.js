// @ts-nocheck
/**
 * A game on the screen: holds the latest state, turns taps into actions, and hands the screen from
 * seat to seat.
 */

import { api, connect } from "../lib/net.js";
import { loadBoard } from "../lib/board.js";
import { townName } from "../lib/names.js";
import { fill } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { createFeed, pauseFor } from "./feed.js";
import { createCurtain, nextSeat } from "./hotseat.js";
import { ableUnits, FIGHT_STAGES, litTowns, readOffers } from "./offers.js";
import { createScreen } from "./screen.js";

const SEEN = "napoleon.seen";
const OUTCOMES = new Set(["shot", "strength-lost", "eliminated", "retreated", "routed", "fight-won", "withdrawal-forced"]);
const LINGER = 2200; // how long the outcome of a fight stays in sight, in milliseconds

/**
 * The game screen.
 * @param {HTMLElement} container
 * @param {{id?: string, watch?: string, exercise?: object, shell: object}} options - `exercise`: what stands for the server
 * @returns {Promise<{destroy: function(): void}>}
 */
export async function createTable(container, { id, watch, exercise, shell }) {
  const [board, table, toAct] = await Promise.all([
    loadBoard(), id ? api("GET", `/api/games/${id}`) : null, id ? whoActs(id) : [],
  ]);
  const mine = exercise ? [exercise.seat] : table?.my_seats || [];
  const game = {
    id, watch, exercise, board, table, shell, mine,
    seat: mine[0] ?? null,
    state: null, read: readOffers(board, []), log: [], fresh: [],
    people: null, chat: [], unread: 0,
    selected: new Set(), town: null, isTownOpen: false, tab: null, tabTown: null, lingers: false, isCurtained: false,
    orders: [], sent: null, pending: new Map(), isBehind: false, isSkipping: false, hasSeenAway: false, showsEnd: null, thinking: [],
  };
  let number = 0;
  let screen = null;
  let curtain = null;
  let lingering = 0;
  let socket = null;
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  const feed = createFeed({
    show: (state, { isLast, isPassing }) => {
      game.isBehind = !isLast;
      take(state, isPassing);
    },
    pause: (state) => pauseFor(state.events, isCalm),
    isHidden: () => document.visibilityState === "hidden",
    onWaiting: (count) => {
      game.isBehind = count > 0;
      screen?.drawActions();
    },
  });

  // --- From the server

  function onMessage(message) {
    if (message.t === "state") {
      if (game.isCurtained || message.seat !== game.seat) return;
      game.isSkipping = game.isSkipping && message.thinking.length > 0;
      if (message.verdict && screen) exercise?.onVerdict(message.verdict, screen);
      feed.push(message, !game.state || game.pending.size > 0 || game.isSkipping);
    } else if (["answer", "why", "hint", "odds"].includes(message.t)) {
      const then = game.pending.get(message.id);
      game.pending.delete(message.id);
      if (then) then(message);
      else if (!message.ok && message.text) screen?.notice(message.text, message.rule);
    } else if (message.t === "chat") {
      hear(message.messages);
    } else if (message.t === "people") {
      const wasWaiting = game.people?.status === "waiting";
      game.people = message;
      if (wasWaiting && message.status === "playing") play("drum");
      screen?.drawPeople();
    } else if (message.t === "error" && message.code !== "stale") {
      screen?.notice(message.text, "");
    }
  }

  function hear(messages) {
    const known = new Set(game.chat.map((message) => message.n));
    const fresh = messages.filter((message) => !known.has(message.n));
    game.chat = [...game.chat, ...fresh].sort((a, b) => a.n - b.n);
    screen?.drawChat(fresh.length);
  }

  /** Take in a state, and show it unless the next one follows at once. */
  function take(state, isPassing) {
    const isFirst = game.state === null;
    game.log.length = Math.min(game.log.length, state.from);
    game.log.push(...state.events);
    game.fresh = isFirst ? [] : game.fresh.concat(state.events);
    game.state = state;
    game.thinking = state.thinking || [];
    if (!state.view.can_undo) game.orders = [];
    if (isPassing) return;
    game.read = readOffers(game.board, canAct() ? state.offers : []);
    keepSelection();
    chooseTab();
    if (!isFirst) sounds(game.fresh);
    screen.drawState(isFirst);
    game.fresh = [];
    if (isFirst) tellWhatHappened();
    remember();
  }

  function sounds(events) {
    const kinds = new Set(events.map((event) => event.kind));
    if (kinds.has("shot")) play("gun");
    if (["shot", "morale-die", "march-die"].some((kind) => kinds.has(kind))) play("dice");
    else if (kinds.has("turn-began") || kinds.has("battle-began")) play("drum");
  }

  /** Units that can still act stay chosen; the stack follows them, or stays with those left behind. */
  function keepSelection() {
    const { view } = game.state;
    const able = ableUnits(game.read);
    if (game.sent) {
      const gone = new Set(view.units.filter((unit) => unit.town === game.sent).map((unit) => unit.id));
      const left = [...game.selected].filter((unit) => !gone.has(unit) && able.has(unit));
      if (left.length) game.selected = new Set(left);
    }
    const still = [...game.selected].filter((unit) => able.has(unit));
    game.selected = new Set(still.length === game.selected.size ? still : []);
    if (game.selected.size) {
      const home = view.units.find((unit) => game.selected.has(unit.id))?.town ?? null;
      if (home && home !== game.town) game.town = home;
    }
    const isEmpty = ![...view.units, ...view.blocks].some((one) => one.town === game.town);
    if (game.town !== null && isEmpty) game.isTownOpen = false;
    // The tray of a free set-up lies open as long as something is in it.
    if (game.town === null) game.isTownOpen = false;
    if (view.stage === "setup" && canAct() && !game.isTownOpen && able.size) {
      game.town = null;
      game.isTownOpen = true;
    }
  }

  /** The battlefield comes up by itself when a fight does, and goes when its end has been seen. */
  function chooseTab() {
    const { view } = game.state;
    const fight = FIGHT_STAGES.has(view.stage) ? view.town : null;
    const isOver = game.tab && game.tab !== fight && !view.battles.some((battle) => battle.town === game.tab);
    if (isOver && game.tab === game.tabTown && !game.lingers && maySee()) linger();
    else if (!game.lingers && (isOver || fight !== game.tabTown)) game.tab = fight;
    game.tabTown = fight;
  }

  /** Whether there is something to be seen of how a fight ended, and somebody who looks. */
  function maySee() {
    return game.fresh.some((event) => OUTCOMES.has(event.kind)) && !isCalm && !game.isSkipping && !game.exercise && document.visibilityState === "visible";
  }

  /** Stay with a fight that is over until its last volley has been played, and a moment longer. */
  function linger() {
    game.lingers = true;
    const look = () => {
      const isPlaying = screen?.isPlaying();
      lingering = setTimeout(isPlaying ? look : moveOn, isPlaying ? 200 : LINGER);
    };
    lingering = setTimeout(look, 100);
  }

  function moveOn() {
    stopLingering();
    game.tab = game.tabTown;
    screen?.draw();
  }

  function stopLingering() {
    clearTimeout(lingering);
    game.lingers = false;
  }

  // --- To the server

  /** Whether a computer plays the seat that this screen shows. */
  function isPlayedFor() {
    return Boolean(game.people?.seats[game.seat]?.stand_in);
  }

  function canAct() {
    if (isPlayedFor()) return false;
    return Boolean(game.state && game.seat && !game.isBehind && game.state.view.to_act.includes(game.seat));
  }

  function ask(message, then) {
    number += 1;
    const asked = { ...message, id: number, seat: game.seat };
    game.pending.set(number, then || null);
    if (!socket.send(asked)) {
      game.pending.delete(number);
      screen.notice(t("No connection just now. Try again in a moment."), "");
    }
  }

  function act(actions, some = false) {
    if (!actions.length || !canAct()) return;
    screen?.notice(""); // what was said of the last order is of no use for this one
    ask({ t: "act", v: game.state.v, actions, ...(some ? { some } : {}) }, (answer) => {
      const played = answer.played ?? actions.length;
      game.sent = null;
      if (answer.ok) {
        game.orders.push(played);
        if (played < actions.length) {
          // Those left behind are not sent on by the next tap: it may be meant for another stack.
          game.selected = new Set();
          screen?.draw();
          screen?.notice(t("{count} of {all} went: {reason}", { count: played, all: actions.length, reason: answer.text }), answer.rule);
        }
      } else {
        screen?.notice(answer.text || t("The table has changed. Look again."), answer.rule);
      }
    });
  }

  /** Take back the last order: all the units that went with one tap. */
  function undo(count = game.orders.pop() || 1) {
    if (!game.state?.view.can_undo) return;
    ask({ t: "undo", v: game.state.v }, (answer) => {
      if (!answer.ok) screen?.notice(answer.text || t("The table has changed. Look again."), answer.rule);
      else if (count > 1) undo(count - 1);
    });
  }

  function why(action) {
    ask({ t: "why", action }, (answer) => {
      if (!answer.ok) screen?.notice(answer.text, answer.rule);
    });
  }

  /** Have the server place or deploy all who still wait. */
  function leaveRest(what) {
    if (!canAct()) return;
    screen?.notice("");
    ask({ t: what, v: game.state.v }, (answer) => {
      if (answer.ok) game.orders.push(answer.played ?? 1);
      else screen?.notice(answer.text || t("The table has changed. Look again."), answer.rule);
    });
  }

  // --- Taps

  function tapTown(town) {
    const { read, selected } = game;
    if (!game.state) return;
    if (read.towns.has(town)) return act([read.towns.get(town)]);
    if (selected.size) {
      const going = [...selected].filter((unit) => read.moves.get(unit)?.has(town));
      if (going.length) return sendUnits(going, town);
      if (town !== game.town && read.moves.size) return refuse(town);
    }
    if (game.town === town && game.isTownOpen) return tapAll();
    openTown(town);
  }

  /** March the chosen units, or as many of them as may; the server counts, and says why not the others. */
  function sendUnits(units, town) {
    const actions = units.map((unit) => game.read.moves.get(unit).get(town));
    const [verb] = actions[0].split(" ");
    for (const unit of game.selected) if (!units.includes(unit)) actions.push(`${verb} ${unit} ${town}`);
    if (canAct()) game.sent = town;
    act(actions, true);
  }

  /** An unlit town: say why not. Where own units can act, the next tap is for them. */
  function refuse(town) {
    const verb = { force: "force", setup: "place", regroup: "regroup", retreat: "retreat", rout: "retreat", withdraw: "retreat" }[game.state.view.stage] || "march";
    why(`${verb} ${[...game.selected][0]} ${town}`);
    const able = ableUnits(game.read);
    if (game.state.view.units.some((unit) => unit.town === town && able.has(unit.id))) openTown(town);
  }

  function openTown(town) {
    game.town = town;
    game.isTownOpen = true;
    game.selected = new Set();
    screen.draw();
  }

  function closeTown() {
    game.isTownOpen = false;
    game.selected = new Set();
    screen.draw();
  }

  /** Choose all that can act in the open stack, or none of them. */
  function tapAll() {
    const able = ableUnits(game.read);
    const here = unitsOfStack().filter((unit) => able.has(unit.id)).map((unit) => unit.id);
    game.selected = new Set(here.every((unit) => game.selected.has(unit)) ? [] : here);
    screen.draw();
  }

  function unitsOfStack() {
    const units = game.state ? game.state.view.units : [];
    return units.filter((unit) => (unit.town ?? null) === game.town && !(game.town === null && unit.ally));
  }

  function tapUnit(unit) {
    const found = game.state?.view.units.find((one) => one.id === unit);
    if (!found) return;
    if ((found.town ?? null) !== game.town || !game.isTownOpen) {
      game.selected = new Set();
      game.town = found.town ?? null;
      game.isTownOpen = true;
    }
    if (!ableUnits(game.read).has(unit)) {
      screen.draw();
      return;
    }
    if (game.selected.has(unit)) game.selected.delete(unit);
    else game.selected.add(unit);
    screen.draw();
  }

  /** Units were dragged to a town. */
  function drop(units, town) {
    if (!game.state || !units.length) return;
    const going = units.filter((unit) => game.read.moves.get(unit)?.has(town));
    game.selected = new Set(units);
    if (going.length) sendUnits(going, town);
    else if (!game.state.view.units.some((unit) => unit.id === units[0] && unit.town === town)) refuse(town);
  }

  // --- Coming back, handing over, ending

  function seenKey() {
    return `${SEEN}.${game.id || game.watch}.${game.seat || "spectator"}`;
  }

  function remember() {
    if (exercise) return;
    if (document.visibilityState !== "visible") return;
    try {
      localStorage.setItem(seenKey(), String(game.log.length));
    } catch { /* private browsing */ }
  }

  function tellWhatHappened() {
    if (exercise) return;
    let seen = 0;
    try {
      seen = Number(localStorage.getItem(seenKey()) || 0);
    } catch { /* private browsing */ }
    const missed = game.log.slice(seen);
    if (seen > 0 && missed.length > 2 && !game.state.view.result) screen.drawAway(missed);
  }

  function drawCurtain(seat) {
    stopLingering();
    screen?.destroy();
    screen = null;
    feed.clear();
    Object.assign(game, {
      isCurtained: true, state: null, log: [], fresh: [], seat, read: readOffers(board, []), selected: new Set(),
      town: null, isTownOpen: false, tab: null, tabTown: null, orders: [], sent: null, pending: new Map(),
    });
    game.chat = game.chat.filter((message) => message.channel === "all");
    curtain = createCurtain(container, { seat, onReady: sitDown, onHome: () => shell.navigate("/") });
  }

  /** The player of the seat looks at the screen. */
  function sitDown() {
    curtain?.destroy();
    curtain = null;
    game.isCurtained = false;
    fill(container);
    screen = createScreen(container, game, controls);
    if (socket) socket.hello();
    else socket = open();
  }

  function open() {
    return (exercise ? (_, handlers) => exercise.connect(handlers) : connect)(id ? `/ws/game/${id}` : `/ws/watch/${watch}`, {
      hello: () => ({ t: "hello", seat: game.seat, since: game.state ? game.log.length : 0, lang: lang(), v: game.state ? game.state.v : -1 }),
      onMessage,
      onStatus: (status, wait) => {
        if (status !== "open") {
          game.pending.clear();
          screen?.staff.lost();
          game.sent = null;
        }
        screen?.drawConnection(status, wait);
      },
    });
  }

  /** Choose these units, in the stack of their town. */
  function choose(units, town) {
    game.town = town;
    game.isTownOpen = true;
    game.selected = new Set(units.filter((unit) => ableUnits(game.read).has(unit)));
    screen.draw();
  }

  const controls = {
    act, choose, undo: () => undo(), why, tapTown, tapUnit, tapAll, drop, closeTown, canAct, unitsOfStack,
    ask,
    isPlayedFor,
    skip: () => {
      if (game.seat && game.thinking.length) {
        game.isSkipping = true;
        socket.send({ t: "skip" });
      }
      if (game.lingers) moveOn();
      feed.skip();
    },
    hasBegun: () => Boolean(game.state && game.state.v > 0),
    hasOthers: () => Object.entries(game.people?.seats || {}).some(([seat, one]) => one.kind === "human" && !one.stand_in && !mine.includes(seat)),
    takeOver: (seat, level) => socket.send({ t: "takeover", seat, level }),
    takeBack: (seat) => socket.send({ t: "takeback", seat }),
    lit: () => litTowns(board, game.state.view, game.read, [...game.selected]),
    chat: (channel, text) => socket.send({ t: "chat", channel, text }),
    consent: (yes, what = "end") => socket.send({ t: "consent", what, yes }),
    placeRest: () => leaveRest("place-rest"),
    deployRest: () => leaveRest("deploy-rest"),
    nextSeat: () => {
      const played = mine.filter((seat) => !game.people?.seats[seat]?.stand_in);
      return game.state ? nextSeat(played, game.seat, game.state.view.to_act) : null;
    },
    handOver: drawCurtain,
    showTab: (tab) => {
      stopLingering();
      game.tab = tab;
      screen.draw();
    },
    async leave() {
      await api("POST", `/api/games/${id}/leave`, { seat: game.seat });
      shell.navigate("/");
    },
    async end() {
      await api("POST", `/api/games/${id}/end`, {});
      if (game.people?.status !== "playing") shell.navigate("/");
      else screen?.notice(t("The others are asked whether they agree."), "");
    },
    townName,
  };

  document.addEventListener("visibilitychange", remember);
  if (mine.length > 1 && table.status !== "over") {
    drawCurtain(mine.find((seat) => toAct.includes(seat)) || mine[0]);
  } else {
    sitDown();
  }

  return {
    destroy() {
      document.removeEventListener("visibilitychange", remember);
      stopLingering();
      feed.clear();
      socket?.close();
      screen?.destroy();
      curtain?.destroy();
    },
  };
}

async function whoActs(id) {
  try {
    return (await api("GET", "/api/games")).find((game) => game.id === id)?.to_act || [];
  } catch {
    return [];
  }
}
