/**
 * The log: a line a move or a fight under the headings of their turns, the rest folded beneath; and what
 * happened while one was away.
 */

import { fill, h, link } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { turnTitle } from "../lib/names.js";
import { ruleMark } from "../rules/mark.js";
import { entriesOf, fightOf, townsOf } from "./entries.js";
import { arrowsOf, wayWords } from "./trace.js";

/** @import { Board, GameEvent } from "../lib/types.js" */
/** @import { Entry, TurnEntries } from "./entries.js" */

/** @typedef {{board: Board, onGo: (event: GameEvent) => void, onSpeak: (towns: string[]) => void}} LogOptions - `onSpeak`: of which towns the reader reads */

const PAGE = 10; // turns

/**
 * The log as an element that grows.
 * @param {LogOptions} options - `onGo` is told of a tapped event
 */
export function createLog({ board, onGo, onSpeak }) {
  const list = h("div.log", { tabindex: 0, "aria-label": t("Log") });
  let shown = PAGE;
  /** @type {GameEvent[]} */
  let drawn = [];
  /** @type {HTMLElement|null} */
  let scroller = null;
  let isAtEnd = true; // the reader has not scrolled back

  /** @param {GameEvent} event */
  function line(event) {
    return h("p.entry", { class: `kind-${event.kind} ${event.side ? `side-${event.side}` : ""}`, "data-towns": townsOf([event]).join(" ") },
      event.town || event.to ? link(event.text, () => onGo(event)) : event.text,
      " ", ruleMark(event.rule));
  }

  /**
   * One line, with what belongs to it underneath.
   * @param {Entry} entry
   * @param {Set<string>} open - the keys of lines that lie open
   */
  function lineOf(entry, open) {
    const { events, what, key } = entry;
    if (events.length === 1 && what !== "fight") return line(events[0]);
    const [first] = events;
    const won = what === "fight" ? fightOf(events).won : undefined;
    const side = won?.side ?? first.side;
    return h("details.joined", {
      class: `is-${what} kind-${(won ?? first).kind} ${side ? `side-${side}` : ""}`, "data-key": key, open: open.has(key), "data-towns": townsOf([first]).join(" "),
    }, h("summary", null, sumUp(entry)), events.map(line));
  }

  /** @param {MouseEvent|FocusEvent} event */
  function speak(event) {
    const found = event.target instanceof Element ? event.target.closest("[data-towns]") : null;
    onSpeak(found instanceof HTMLElement ? (found.dataset.towns ?? "").split(" ").filter(Boolean) : []);
  }
  list.addEventListener("mouseover", speak);
  list.addEventListener("focusin", speak);
  for (const kind of ["mouseleave", "focusout"]) list.addEventListener(kind, () => onSpeak([]));

  /** @param {GameEvent[]} log */
  function update(log) {
    const frame = list.parentElement || list;
    if (frame !== scroller) {
      scroller = frame;
      frame.addEventListener("scroll", () => {
        if (list.parentElement === frame) isAtEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < 80;
      }, { passive: true });
    }
    if (drawn === log) return;
    const lastDrawn = drawn.at(-1);
    const isGrown = lastDrawn !== undefined && drawn.length <= log.length && lastDrawn === log[drawn.length - 1];
    const turns = entriesOf(log);
    const first = Math.max(0, turns.length - shown);
    // Earlier turns stand as they are.
    const from = isGrown ? Math.max(first, turns.findIndex(({ turn }) => turn === lastDrawn.turn)) : first;
    const open = new Set([...list.querySelectorAll("details[open]")].map((one) => one.getAttribute("data-key") ?? ""));
    if (!isGrown) fill(list, first > 0 && h("button.quiet", { onclick: () => { shown += PAGE * 4; drawn = []; update([...log]); } }, t("Show earlier days")));
    else list.querySelector(`[data-turn="${lastDrawn.turn}"]`)?.remove();
    for (const turn of turns.slice(from)) list.append(section(turn, open));
    if (!log.length) list.append(h("p.hint", null, t("Nothing has happened yet.")));
    drawn = log;
    if (isAtEnd || !isGrown) frame.scrollTop = frame.scrollHeight;
  }

  /**
   * Each turn is a section of its own, so that its heading goes with it when it leaves the frame.
   * @param {TurnEntries} turn
   * @param {Set<string>} open
   */
  function section({ turn, entries }, open) {
    const title = turnTitle(board, turn).replaceAll(" · ", "\u00a0· "); // no line begins with a dot
    return h("section", { "data-turn": turn }, h("h3", null, title), entries.map((entry) => lineOf(entry, open)));
  }

  return { element: list, update };
}

/**
 * Several events in one sentence.
 * @param {Entry} entry
 */
function sumUp({ what, events }) {
  const [first] = events;
  switch (what) {
    case "posts": return t("Units take their posts: {count}", { count: events.length });
    case "march": return arrowsOf(events).map(wayWords).join(" ");
    case "dice": {
      const all = events.filter((event) => event.kind === "march-die");
      return t("Forced marches: {count} of {all} suffer by them.", { count: all.filter((event) => event.failed).length, all: all.length });
    }
    default: {
      const { won, french, allied } = fightOf(events);
      const losses = french + allied ? t("Lost: {french} French, {allied} Allied.", { french, allied }) : "";
      return [won ? won.text : first.text, losses].filter(Boolean).join(" ");
    }
  }
}

const MOMENTOUS = new Set(["setup-closed", "turn-began", "skirmish-began", "battle-began", "eliminated", "routed", "withdrawal-forced",
  "fight-won", "supply-cut", "army-defeated", "game-over", "leader-shown"]);

/**
 * What happened while the player was away, from the own log.
 * @param {Board} board
 * @param {GameEvent[]} events
 * @param {(event: GameEvent) => void} onGo
 */
export function awayDigest(board, events, onGo) {
  const marches = events.filter((event) => event.kind === "marched" || event.kind === "force-marched").length;
  const lines = events.filter((event) => MOMENTOUS.has(event.kind)).slice(-40);
  return h("div.away", null,
    marches ? h("p", null, t("{count} marches were made.", { count: marches })) : null,
    lines.length ? lines.map((event) => h("p.entry", null,
      event.kind === "turn-began" ? h("strong", null, turnTitle(board, event.turn))
        : [link(event.text, () => onGo(event)), " ", ruleMark(event.rule)])) : h("p", null, t("Nothing of weight.")));
}
