/**
 * The clock of a table: how much time each seat has, warnings before it is over, more of it for others, and pauses.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { emblem } from "../lib/icons.js";
import { levelName } from "../lib/levels.js";
import { seatName } from "../lib/names.js";
import { paceWords, timeWords } from "../lib/paces.js";
import { hasChanged } from "./state.js";

/** @import { Clock, Pace, Seat } from "../lib/types.js" */
/** @import { Setting, TableState } from "./state.js" */
/** @import { PeopleActions } from "./people.js" */

const TICK_MS = 250;
const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
/** How long before the end a player is warned. */
const WARNINGS = { none: [], live: [5 * MINUTE, MINUTE], days: [24 * HOUR, 2 * HOUR] };
/** What one gives at a time, in seconds. */
const GIFT = { none: 0, live: 5 * 60, days: 86400 };

/** @type {(clock: Clock) => [Seat, {left: number, bank: number}][]} */
const handsOf = (clock) => /** @type {[Seat, {left: number, bank: number}][]} */ (Object.entries(clock.hands));

/**
 * The time that a seat has, so many milliseconds after the clock was told.
 * @param {Clock} clock
 * @param {Seat} seat
 * @param {number} passed
 * @returns {{left: number, bank: number}}
 */
export function handAfter(clock, seat, passed) {
  const { left, bank } = clock.hands[seat] ?? { left: 0, bank: 0 };
  const used = clock.running.includes(seat) ? Math.max(0, passed) : 0;
  return { left: Math.max(0, left - used), bank: Math.max(0, bank - Math.max(0, used - left)) };
}

/**
 * The warnings that are due for one who has so much time: the least of them, 0 if there is none.
 * @param {Clock["kind"]} kind
 * @param {number} whole
 */
export const warningAt = (kind, whole) => WARNINGS[kind].findLast((limit) => whole <= limit) ?? 0;

/**
 * The clocks at the head of the table.
 * @param {Setting} setting
 * @param {{onPanel: (name: string) => void, onWarn: (text: string) => void}} hooks
 */
export function createClocks({ mine }, { onPanel, onWarn }) {
  const element = h("button.clocks", { hidden: true, onclick: () => onPanel("people") });
  /** @type {TableState["clock"]} */
  let clock = null;
  let timer = 0;
  let warned = 0; // the limit of the last warning
  let shown = ""; // what the clock says on the screen

  /**
   * @param {TableState|null} before
   * @param {TableState} state
   */
  function render(before, state) {
    if (!hasChanged(before, state, "clock")) return;
    clock = state.clock;
    element.hidden = !clock;
    clearInterval(timer);
    if (clock?.running.length) timer = setInterval(draw, TICK_MS);
    if (!clock?.running.some((seat) => mine.includes(seat))) warned = 0;
    draw();
  }

  function draw() {
    if (!clock) return;
    const now = clock;
    const passed = performance.now() - now.heard;
    const lines = handsOf(now).map(([seat]) => {
      const { left, bank } = handAfter(now, seat, passed);
      return { seat, whole: left + bank, isRunning: now.running.includes(seat), text: left || !bank ? timeWords(left) : `+ ${timeWords(bank)}` };
    });
    const face = JSON.stringify([lines.map(({ text, isRunning }) => [text, isRunning]), now.is_paused]);
    if (face !== shown) {
      fill(element, h("span.unseen", null, now.is_paused ? t("pause") : t("clock")), lines.map(({ seat, text, whole, isRunning }) => h("span.clock", {
        class: `${isRunning ? "is-running" : ""} ${isRunning && warningAt(now.kind, whole) ? "is-late" : ""}`, "data-seat": seat,
      }, emblem(seat), h("span.unseen", null, seatName(seat)), h("span", null, text))));
    }
    shown = face;
    for (const { seat, whole, isRunning } of lines) if (isRunning && mine.includes(seat)) warn(now, whole);
  }

  /**
   * @param {Clock} now
   * @param {number} whole
   */
  function warn(now, whole) {
    const limit = warningAt(now.kind, whole);
    if (!limit) warned = 0;
    if (!limit || (warned && warned <= limit)) return;
    warned = limit;
    const words = { time: timeWords(whole), level: levelName(now.out) };
    onWarn(now.out === "lost" ? t("You have {time} left, then the game is lost.", words)
      : t("You have {time} left, then a computer takes over: {level}.", words));
  }

  return { element, render, destroy: () => clearInterval(timer) };
}

/**
 * In the panel of people: the pace, more time for the others, and pauses.
 * @param {{clock: Clock, pace: Pace|undefined, mine: Seat[], actions: PeopleActions}} model
 */
export function clockPanel({ clock, pace, mine, actions }) {
  const isMine = (/** @type {Seat} */ seat) => mine.some((own) => (own === "french") === (seat === "french"));
  const others = mine.length ? handsOf(clock).map(([seat]) => seat).filter((seat) => !isMine(seat)) : [];
  const gift = (/** @type {Seat} */ seat) => (clock.kind === "live" ? t("Give 5 minutes: {seat}", { seat: seatName(seat) }) : t("Give a day: {seat}", { seat: seatName(seat) }));
  return h("div.ask.clock-panel", null,
    h("p.hint", null, paceWords(pace)),
    others.map((seat) => h("button", { "data-act": "give-time", onclick: () => actions.giveTime(seat, GIFT[clock.kind]) }, gift(seat))),
    mine.length ? pauseButtons(clock, mine, actions) : null);
}

/**
 * @param {Clock} clock
 * @param {Seat[]} mine
 * @param {PeopleActions} actions
 */
function pauseButtons(clock, mine, actions) {
  const yes = (/** @type {string} */ label) => h("button", { "data-act": "pause", onclick: () => actions.consent(true, "pause") }, label);
  const no = (/** @type {string} */ label) => h("button", { "data-act": "go-on", onclick: () => actions.consent(false, "pause") }, label);
  if (clock.is_paused) return [h("p", null, t("There is a pause: nobody's clock runs.")), no(t("Go on"))];
  if (!clock.asking.length) return yes(t("Ask for a pause"));
  const hasAsked = clock.asking.some((seat) => mine.includes(seat));
  return [h("p", null, t("{seats} would pause. Do you agree?", { seats: clock.asking.map(seatName).join(", ") })),
    hasAsked ? null : yes(t("I agree")), " ", no(hasAsked ? t("Rather not") : t("No"))];
}
