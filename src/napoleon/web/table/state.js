/**
 * What the table knows and shows: one object, never changed but replaced. A message or a tap makes the
 * next state (the functions below), and everything on the screen is drawn from it: prompt, log,
 * announcements, map and battlefield tell the same moment because they read the same state.
 */

import { follow } from "../rules/trail.js";
import { ableUnits, FIGHT_STAGES, litTowns, readOffers } from "./offers.js";

/** @import { Connection, Handlers, Status } from "../lib/net.js" */
/** @import { Board, ChatLine, Clock, GameEvent, People, Seat, Shell, StateMessage, TableInfo, Verdict, View } from "../lib/types.js" */
/** @import { Lit, Offers } from "./offers.js" */

/**
 * An exercise instead of a game: what stands for the server, and who is told the verdict. `view` are the towns
 * to have in sight first, `back` is where one comes from. A lesson is one too; its voice says the task.
 * @typedef {object} Exercise
 * @property {Seat} seat
 * @property {string} task
 * @property {string[]} [view]
 * @property {string} [home] - the page of the rules that it belongs to
 * @property {{href: string, label: string}} [back] - that page, or the list of the exercises by default
 * @property {(handlers: Handlers) => Connection} connect
 * @property {(verdict: Verdict, showCard: ShowCard, isAgain: boolean) => void} onVerdict
 */
/** @typedef {[label: string, act: (() => void)|null, isPrimary?: boolean]} CardButton */
/** @typedef {(title: string, content: HTMLElement, buttons: CardButton[]) => void} ShowCard */
/**
 * What does not change while one sits at a table.
 * @typedef {object} Setting
 * @property {string|null} id - of the game; null for whoever watches, and for exercises
 * @property {string|null} watch - the token of a spectator
 * @property {Exercise|null} exercise
 * @property {Board} board
 * @property {TableInfo|null} table
 * @property {Seat[]} mine - the seats at this screen
 * @property {Shell} shell
 */
/** @typedef {{text: string, rule: string}} Notice */
/**
 * What the staff says: it is being asked, it advises an action and `more` of others who go the same way, it has
 * reckoned an attack, or it has no answer. `v` is the version of the game that it speaks of.
 * @typedef {{kind: "asking", v: number, words: string}|
 *   {kind: "hint", v: number, level: string, action: string, more: string[], label: string, text: string, rule: string}|
 *   {kind: "odds", v: number, town: string, answer: import("../lib/types.js").OddsAnswer}|
 *   {kind: "silent", v: number, words: string}} Advice
 */
/** @typedef {Pick<TableState, "selected"|"town"|"isTownOpen">} Choice */
/**
 * @typedef {object} TableState
 * @property {Seat|null} seat - as whom this screen looks
 * @property {StateMessage|null} game - the state that is shown
 * @property {GameEvent[]} log
 * @property {number} told - how many events of the log have been told: fewer than there are while a fight is being played
 * @property {GameEvent[]} fresh - events that have not been drawn yet
 * @property {boolean} isBehind - newer states wait to be shown
 * @property {boolean} isSkipping - the rest of the computers' turn was asked for at once
 * @property {People|null} people
 * @property {Clock & {heard: number}|null} clock - null: nobody counts the time
 * @property {ChatLine[]} chat
 * @property {number} unread
 * @property {{status: Status, wait: number}} line - to the server
 * @property {Set<string>} selected - units
 * @property {string|null} town - whose stack is open, or was; null: the tray of a set-up
 * @property {boolean} isTownOpen
 * @property {{town: string, count: number, all: number}|null} parting - so many of those chosen can go there: these are chosen now
 * @property {Choice|null} aside - what was chosen before the staff showed its own choice
 * @property {boolean} isSending - something was sent to the server, and not answered yet
 * @property {{town: string, units: string[]}|null} sent - the town that units were just sent to
 * @property {number[]} orders - how many actions each order of this turn had, for undo
 * @property {number} lastOrder - how many actions the last order had that was carried out
 * @property {string|null} fight - the town of the fight that is being decided
 * @property {string|null} tab - the town of the battlefield that is shown; null: the map
 * @property {boolean} isLingering - the end of a fight is still looked at
 * @property {string|null} panel
 * @property {{trail: string[], from: string|null}} reading - the addresses in the rules that led to what is read, and the panel before it
 * @property {boolean} isSure - the end of a step that nothing was done in was asked for once
 * @property {Notice|null} notice
 * @property {Advice|null} advice
 * @property {boolean} isAsking - the staff has been asked, and has not answered yet
 * @property {{v: number, level: string}|null} follow - an advised march was made: the staff goes on with the next one
 */

const OUTCOMES = new Set(["shot", "strength-lost", "eliminated", "retreated", "routed", "fight-won", "withdrawal-forced"]);

/**
 * The table of somebody who has just sat down.
 * @param {Seat|null} seat
 * @param {string|null} panel
 * @returns {TableState}
 */
export function newTable(seat, panel) {
  return {
    seat, panel, reading: { trail: [], from: null }, game: null, log: [], told: 0, fresh: [], isBehind: false, isSkipping: false, people: null, clock: null, chat: [], unread: 0,
    line: { status: "connecting", wait: 0 }, selected: new Set(), town: null, isTownOpen: false, parting: null, aside: null, isSending: false, sent: null, orders: [], lastOrder: 1,
    fight: null, tab: null, isLingering: false, isSure: false, notice: null, advice: null, isAsking: false, follow: null,
  };
}

// --- Looking at it

/**
 * Whether the staff may be asked at this table.
 * @param {Setting} setting
 */
export const hasStaff = ({ exercise, table }) => !exercise && table?.advice !== false;

/**
 * Whether any of these members differ.
 * @param {TableState|null} before
 * @param {TableState} state
 * @param {...keyof TableState} names
 */
export function hasChanged(before, state, ...names) {
  return !before || names.some((name) => before[name] !== state[name]);
}

/**
 * The level of the computer that plays the seat that this screen shows; "" if none does.
 * @param {TableState} state
 */
export function standIn({ people, seat }) {
  return (seat && people?.seats[seat]?.stand_in) || "";
}

/** @param {TableState} state */
export function canAct(state) {
  const { game, seat, isBehind } = state;
  return Boolean(game && seat && !isBehind && !standIn(state) && game.view.to_act.includes(seat));
}

/** @type {Offers} */
const NO_OFFERS = { moves: new Map(), deeds: new Map(), towns: new Map(), canEnd: false };
/** @type {WeakMap<StateMessage, Offers>} */
const read = new WeakMap();

/**
 * What can be done now, sorted by what it names.
 * @param {Board} board
 * @param {TableState} state
 * @returns {Offers}
 */
export function offersNow(board, state) {
  const { game } = state;
  if (!game || !canAct(state)) return NO_OFFERS;
  const offers = read.get(game) || readOffers(board, game.offers);
  read.set(game, offers);
  return offers;
}

/**
 * The towns that are lit, each with what a tap there does.
 * @param {Board} board
 * @param {TableState} state
 * @returns {Map<string, Lit>}
 */
export function litNow(board, state) {
  return state.game && canAct(state) ? litTowns(board, state.game.view, offersNow(board, state), [...state.selected]) : new Map();
}

/**
 * The own units that lie in the open stack.
 * @param {TableState} state
 */
export function unitsOfStack({ game, town }) {
  return (game?.view.units || []).filter((unit) => (unit.town ?? null) === town && !(town === null && unit.ally));
}

/**
 * Which of the seats at this screen is to act, if it is not the one that looks.
 * @param {Setting} setting
 * @param {TableState} state
 */
export function nextSeat({ mine }, { game, seat, people }) {
  const played = mine.filter((one) => !people?.seats[one]?.stand_in);
  const toAct = game?.view.to_act || [];
  if (played.length < 2 || (seat && toAct.includes(seat))) return null;
  return played.find((one) => toAct.includes(one)) || null;
}

/**
 * Whether a computer moves, and the player has not asked for all of it at once.
 * @param {TableState} state
 */
export function isComputerMoving(state) {
  const { game, seat, isSkipping } = state;
  return Boolean(seat && game?.thinking.length && !canAct(state) && !isSkipping && !game.view.result);
}

/**
 * Whether there is something that could be skipped.
 * @param {TableState} state
 */
export function hasSkip(state) {
  return state.isBehind || isComputerMoving(state);
}

/** @type {(state: TableState) => boolean} Whether what happened is still being played: nothing may run ahead of it. */
export const isTelling = ({ log, told }) => told < log.length;

// --- Messages

/**
 * A state of the game is to be shown, or only taken in as the next one follows at once (`isPassing`).
 * @param {Setting} setting
 * @param {TableState} before
 * @param {StateMessage} game
 * @param {{isLast: boolean, isPassing: boolean, isWatched: boolean}} how - `isWatched`: somebody looks, and wants motion
 * @returns {TableState}
 */
export function takeGame({ board, exercise }, before, game, { isLast, isPassing, isWatched }) {
  const isFirst = before.game === null;
  const log = [...before.log.slice(0, game.from), ...game.events];
  /** @type {TableState} */
  const state = {
    ...(before.game && before.game.view.turn !== game.view.turn ? closeTown(before) : before),
    game,
    parting: null,
    aside: null,
    log,
    told: isFirst ? log.length : Math.min(before.told, game.from),
    fresh: isFirst ? [] : [...before.fresh, ...game.events],
    isBehind: !isLast,
    isSkipping: before.isSkipping && game.thinking.length > 0,
    orders: game.view.can_undo ? before.orders : [],
    isSure: false,
    advice: before.advice && before.advice.v === game.v ? before.advice : null,
  };
  if (isPassing) return state;
  const isSeen = isWatched && !exercise && !state.isSkipping && state.fresh.some((event) => OUTCOMES.has(event.kind));
  return keepChoice(board, chooseTab(state, game.view, isSeen));
}

/**
 * The battlefield comes up by itself when a fight does, and goes when its end has been seen.
 * @param {TableState} state
 * @param {View} view
 * @param {boolean} isSeen
 * @returns {TableState}
 */
function chooseTab(state, view, isSeen) {
  const { tab, fight: before, isLingering } = state;
  const fight = FIGHT_STAGES.has(view.stage) ? view.town : null;
  const isOver = tab !== null && tab !== fight && !view.battles.some((battle) => battle.town === tab);
  if (isLingering) return { ...state, fight };
  if (isOver && tab === before && isSeen) return { ...state, fight, isLingering: true };
  return { ...state, fight, tab: isOver || fight !== before ? fight : tab };
}

/**
 * Units that can still act stay chosen; the stack follows them, or stays with those left behind.
 * @param {Board} board
 * @param {TableState} state
 * @returns {TableState}
 */
function keepChoice(board, state) {
  if (!state.game) return state;
  const { view } = state.game;
  const able = ableUnits(offersNow(board, state));
  let chosen = [...state.selected];
  if (state.sent) {
    // Those still to go stay chosen; when all have gone, those who can go on.
    const { town: goal, units } = state.sent;
    const gone = new Set(view.units.filter((unit) => unit.town === goal).map((unit) => unit.id));
    const left = units.filter((unit) => !gone.has(unit) && able.has(unit));
    chosen = left.length ? left : units.filter((unit) => able.has(unit));
  }
  if (!chosen.every((unit) => able.has(unit))) chosen = [];
  const home = view.units.find((unit) => chosen.includes(unit.id))?.town;
  const town = home || state.town;
  const isEmpty = ![...view.units, ...view.blocks].some((one) => one.town === town);
  const next = { ...state, selected: new Set(chosen), town, isTownOpen: state.isTownOpen && town !== null && !isEmpty };
  // The tray of a free set-up lies open as long as something is in it.
  const isTray = view.stage === "setup" && canAct(state) && !next.isTownOpen && able.size > 0;
  return isTray ? { ...next, town: null, isTownOpen: true } : next;
}

/**
 * Who sits where has changed. A question to the players of this screen opens the panel.
 * @param {Setting} setting
 * @param {TableState} state
 * @param {People} people
 * @returns {TableState}
 */
export function takePeople({ mine }, state, people) {
  const { ending, takeover, takeback, status } = people;
  const isEndAsked = ending.length > 0 && status === "playing" && !(state.seat && ending.includes(state.seat));
  const isSeatAsked = takeover !== null && mine.length > 0 && !mine.includes(takeover.seat) && !takeover.agreed.some((seat) => mine.includes(seat));
  const isBackAsked = takeback.length > 0 && mine.length > 0 && !takeback.some((seat) => mine.includes(seat));
  return { ...state, people, panel: isEndAsked || isSeatAsked || isBackAsked ? "people" : state.panel };
}

/**
 * The clock was set or has gone on. A question to the players of this screen opens the panel.
 * @param {Setting} setting
 * @param {TableState} state
 * @param {Clock} clock
 * @param {number} heard - when it came, by this page's own time
 * @returns {TableState}
 */
export function takeClock({ mine }, state, clock, heard) {
  const isAsked = clock.asking.length > 0 && mine.length > 0 && !clock.asking.some((seat) => mine.includes(seat));
  return { ...state, clock: { ...clock, heard }, panel: isAsked ? "people" : state.panel };
}

/**
 * Something was said at the table.
 * @param {TableState} state
 * @param {ChatLine[]} lines
 * @returns {TableState}
 */
export function hear(state, lines) {
  const known = new Set(state.chat.map((line) => line.n));
  const fresh = lines.filter((line) => !known.has(line.n));
  if (!fresh.length) return state;
  return {
    ...state,
    chat: [...state.chat, ...fresh].sort((a, b) => a.n - b.n),
    unread: state.panel !== "chat" && state.game ? state.unread + fresh.length : state.unread,
  };
}

/**
 * The line to the server is up or down; who was asked something gets no answer any more.
 * @param {TableState} state
 * @param {Status} status
 * @param {number} wait
 * @returns {TableState}
 */
export function takeLine(state, status, wait) {
  const isUp = status === "open" || status === "silent";
  return { ...state, line: { status, wait }, ...(isUp ? {} : { sent: null, advice: null, aside: null, isAsking: false, follow: null }) };
}

/**
 * The log has been told up to an event, or all of it.
 * @param {TableState} state
 * @param {GameEvent|null} event
 * @returns {TableState}
 */
export function tellUpTo(state, event) {
  const told = event ? state.log.lastIndexOf(event) + 1 : state.log.length;
  return told > state.told ? { ...state, told } : state;
}

/** @type {(state: TableState) => TableState} What was fresh has been drawn. */
export const drawn = (state) => (state.fresh.length ? { ...state, fresh: [] } : state);

/**
 * Somebody else sits down at this screen; what all may hear is kept.
 * @param {TableState} state
 * @param {Seat} seat
 * @returns {TableState}
 */
export function handOver(state, seat) {
  return { ...newTable(seat, state.panel), people: state.people, clock: state.clock, chat: state.chat.filter((line) => line.channel === "all"), line: state.line };
}

// --- What the player does

/** @type {(state: TableState, town: string|null) => TableState} */
export const openTown = (state, town) => ({ ...state, town, isTownOpen: true, selected: new Set(), parting: null });

/** @type {(state: TableState) => TableState} */
export const closeTown = (state) => ({ ...state, isTownOpen: false, selected: new Set(), parting: null });

/**
 * The staff shows its choice: these units, in the stack of their town. What was chosen before is kept.
 * @param {Board} board
 * @param {TableState} state
 * @param {string[]} units
 * @param {string|null} town
 * @returns {TableState}
 */
export function chooseUnits(board, state, units, town) {
  const able = ableUnits(offersNow(board, state));
  const { selected, town: before, isTownOpen } = state;
  const aside = state.aside ?? { selected, town: before, isTownOpen };
  return { ...state, town, isTownOpen: true, selected: new Set(units.filter((unit) => able.has(unit))), parting: null, aside };
}

/**
 * What the staff said is put away, and its choice with it, unless the player has made another one meanwhile.
 * @param {TableState} state
 * @param {string[]} advised - units
 * @returns {TableState}
 */
export function closeAdvice(state, advised) {
  const { selected, aside } = state;
  const isTheirs = [...selected].every((unit) => advised.includes(unit));
  return { ...state, advice: null, aside: null, ...(aside && isTheirs ? { ...aside, parting: null } : {}) };
}

/** @type {(state: TableState, tab: string|null) => TableState} */
export const showTab = (state, tab) => ({ ...state, tab, isLingering: false });

/** @type {(state: TableState) => TableState} The end of a fight was looked at long enough. */
export const moveOn = (state) => (state.isLingering ? { ...state, tab: state.fight, isLingering: false } : state);

/** @type {(state: TableState, panel: string|null) => TableState} */
export const openPanel = (state, panel) => ({ ...state, panel, unread: panel === "chat" ? 0 : state.unread });

/**
 * Read the rules in their panel.
 * @type {(state: TableState, path: string) => TableState}
 */
export const readRules = (state, path) => ({
  ...state, panel: "rules", reading: { trail: follow(state.reading.trail, path), from: state.panel === "rules" ? state.reading.from : state.panel },
});

/** @type {(state: TableState) => TableState} To what was read before. */
export const readBack = (state) => ({ ...state, reading: { ...state.reading, trail: state.reading.trail.slice(0, -1) } });

/** @type {(state: TableState, isWide: boolean) => TableState} On a wide screen the panel before it comes back. */
export const stopReading = (state, isWide) => ({ ...state, panel: isWide ? state.reading.from : null, reading: { trail: [], from: null } });

/** @type {(state: TableState, text: string, rule?: string) => TableState} Something is told; "" takes it away. */
export const tell = (state, text, rule = "") => ({ ...state, notice: text ? { text, rule } : null });
