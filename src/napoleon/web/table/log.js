/**
 * The log: sentences under the headings of their turns; and what happened while one was away.
 */

import { fill, h, link } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { seatName, townName, turnTitle } from "../lib/names.js";
import { ruleMark } from "./rules.js";

/** @import { Board, GameEvent } from "../lib/types.js" */

const PAGE = 150;

/**
 * The log as an element that grows.
 * @param {{board: Board, onGo: (event: GameEvent) => void}} options - `onGo` is told of a tapped event
 */
export function createLog({ board, onGo }) {
  const list = h("div.log", { tabindex: 0, "aria-label": t("Log") });
  let shown = PAGE;
  /** @type {GameEvent[]} */
  let drawn = [];
  /** @type {HTMLElement|null} */
  let scroller = null;
  let isAtEnd = true; // the reader has not scrolled back

  /** @param {GameEvent} event */
  function line(event) {
    const isLinked = event.town || event.to;
    return h("p.entry", { class: `kind-${event.kind} ${event.side ? `side-${event.side}` : ""}`, "data-march": marchOf(event) || null },
      isLinked ? link(event.text, () => onGo(event)) : event.text,
      " ", ruleMark(event.rule));
  }

  /** @param {GameEvent[]} log */
  function update(log) {
    const frame = list.parentElement || list;
    if (frame !== scroller) {
      scroller = frame;
      frame.addEventListener("scroll", () => {
        if (list.parentElement === frame) isAtEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < 80;
      }, { passive: true });
    }
    const first = Math.max(0, log.length - shown);
    const lastDrawn = drawn.at(-1);
    const isGrown = lastDrawn !== undefined && drawn.length <= log.length && lastDrawn === log[drawn.length - 1] && first === 0;
    if (isGrown) append(log.slice(drawn.length), lastDrawn.turn);
    else {
      fill(list, first > 0 && h("button.quiet", { onclick: () => { shown += PAGE * 4; drawn = []; update(log); } }, t("Show earlier days")));
      append(log.slice(first), -1);
      if (!log.length) list.append(h("p.hint", null, t("Nothing has happened yet.")));
    }
    drawn = log;
    if (isAtEnd || !isGrown) frame.scrollTop = frame.scrollHeight;
  }

  /**
   * Each turn is a section of its own, so that its heading goes with it when it leaves the frame.
   * @param {GameEvent[]} events
   * @param {number} lastTurn
   */
  function append(events, lastTurn) {
    let turn = lastTurn;
    for (const event of events) {
      if (event.turn !== turn) {
        turn = event.turn;
        list.append(h("section", null, h("h3", null, turnTitle(board, turn).replaceAll(" · ", "\u00a0· ")))); // no line begins with a dot
      }
      const section = /** @type {HTMLElement} */ (list.lastElementChild);
      if (event.kind === "placed") post(event, section);
      else if (isSameMarch(event, section.lastElementChild)) join(event, section);
      else if (event.kind !== "turn-began") section.append(line(event));
    }
  }

  /**
   * The postings of a set-up lie folded together.
   * @param {GameEvent} event
   * @param {HTMLElement} section
   */
  function post(event, section) {
    let box = /** @type {HTMLElement} */ (section.lastElementChild);
    if (!box.classList.contains("posted")) {
      box = h("details.posted", null, h("summary"));
      section.append(box);
    }
    box.append(line(event));
    box.children[0].textContent = t("Units take their posts: {count}", { count: box.childElementCount - 1 });
  }

  /** @type {(event: GameEvent) => string} */
  const marchOf = (event) => (MARCHES.has(event.kind) ? [event.kind, event.army, event.town, event.to].join() : "");

  /**
   * @param {GameEvent} event
   * @param {Element|null} last
   */
  function isSameMarch(event, last) {
    return Boolean(marchOf(event)) && last instanceof HTMLElement && last.dataset.march === marchOf(event);
  }

  /**
   * Units that go the same way lie folded together.
   * @param {GameEvent} event
   * @param {HTMLElement} section
   */
  function join(event, section) {
    let box = /** @type {HTMLElement} */ (section.lastElementChild);
    if (!box.matches("details")) {
      const first = box;
      box = h("details.joined", { class: first.className, "data-march": first.dataset.march }, h("summary"));
      first.replaceWith(box);
      box.append(first);
    }
    box.append(line(event));
    const words = { army: event.army ? seatName(event.army) : "", count: box.childElementCount - 1, from: townName(event.town ?? ""), to: townName(event.to ?? "") };
    box.children[0].textContent = event.kind === "marched" ? t("{army}: {count} units march from {from} to {to}.", words)
      : t("{army}: {count} units force-march from {from} to {to}.", words);
  }
  return { element: list, update };
}

const MARCHES = new Set(["marched", "force-marched"]);
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
        : link(event.text, () => onGo(event)))) : h("p", null, t("Nothing of weight.")));
}
