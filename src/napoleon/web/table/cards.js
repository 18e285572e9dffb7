/**
 * Cards over the table: questions and news that want an answer before the game goes on.
 */

import { fill, h } from "../lib/dom.js";
import { wholeAddress } from "../lib/home.js";
import { t } from "../lib/i18n.js";
import { emblem } from "../lib/icons.js";
import { seatName } from "../lib/names.js";
import { awayDigest } from "./log.js";
import { copyButton, offerButton } from "./people.js";

/** @import { GameEvent, People, Seat, Sitter } from "../lib/types.js" */
/** @import { CardButton, Setting } from "./state.js" */

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * The place of cards. What lies under one is out of reach of keys and readers; afterwards they are where
 * they were.
 * @param {HTMLElement} root - the table
 */
export function createCards(root) {
  const element = h("div.card-host");
  /** @type {HTMLElement|null} */
  let cameFrom = null;
  const watch = new MutationObserver(() => {
    const isOpen = element.childElementCount > 0;
    for (const one of root.children) if (one !== element && one instanceof HTMLElement) one.inert = isOpen;
    if (isOpen || !cameFrom) return;
    if (cameFrom.isConnected && !element.contains(cameFrom)) cameFrom.focus({ preventScroll: true });
    cameFrom = null;
  });
  watch.observe(element, { childList: true });

  const close = () => { fill(element); };

  /**
   * @param {string} title
   * @param {HTMLElement} content
   * @param {CardButton[]} buttons
   */
  function show(title, content, buttons) {
    const active = document.activeElement;
    if (!element.childElementCount && active instanceof HTMLElement && root.contains(active)) cameFrom = active;
    const dialog = h("div.card", { role: "dialog", "aria-modal": "true", "aria-label": title }, h("h2", null, title), content,
      h("div.row", null, buttons.map(([label, act, isPrimary]) => h(isPrimary ? "button.primary" : "button", { onclick: () => { close(); act?.(); } }, label))));
    fill(element, h("div.card-back", { onclick: close }), dialog);
    const first = dialog.querySelector("button.primary");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  return {
    element,
    show,
    close,
    /** @param {string} selector */
    has: (selector) => element.querySelector(selector) !== null,
    get isOpen() { return element.childElementCount > 0; },
    destroy: () => watch.disconnect(),
  };
}

/** @typedef {ReturnType<typeof createCards>} Cards */

/**
 * @param {Cards} cards
 * @param {() => void} leave
 */
export function askToLeave(cards, leave) {
  cards.show(t("Leave your seat?"), h("p", null, t("The seat is open again, and whoever has its link can take it. The game waits until then.")),
    [[t("Leave my seat"), leave], [t("Stay"), null, true]]);
}

/**
 * @param {Cards} cards
 * @param {People|null} people
 * @param {() => void} end
 */
export function askToEnd(cards, people, end) {
  const isAsked = people?.status === "playing" && Object.values(people.seats).filter((sitter) => sitter.kind === "human").length > 1;
  cards.show(t("End this game?"), h("p", null, isAsked ? t("The others are asked; the game ends if all agree. Nobody wins.") : t("The game is put away. Nobody wins.")),
    [[t("End this game"), end], [t("Play on"), null, true]]);
}

/**
 * @param {Cards} cards
 * @param {() => void} resign
 */
export function askToResign(cards, resign) {
  cards.show(t("Resign?"), h("p", null, t("The campaign ends, and the other side has won it. Everything is revealed then.")),
    [[t("Resign"), resign], [t("Play on"), null, true]]);
}

/**
 * What happened while the player was away.
 * @param {Cards} cards
 * @param {Setting} setting
 * @param {GameEvent[]} missed
 * @param {{onGo: (event: GameEvent) => void, onLog: () => void}} hooks
 */
export function showAway(cards, { board }, missed, { onGo, onLog }) {
  cards.show(t("While you were away"), awayDigest(board, missed, (event) => { cards.close(); onGo(event); }), [
    [t("Read it all in the log"), onLog], [t("To the map"), null, true]]);
}

/**
 * The links of open seats, as long as the table waits for players.
 * @param {Cards} cards
 * @param {Setting} setting
 * @param {People} people
 */
export function showInvites(cards, { table }, people) {
  const seats = /** @type {[Seat, Sitter][]} */ (Object.entries(people.seats));
  const open = seats.filter(([, sitter]) => sitter.kind === "open").map(([seat]) => seat);
  const isWaiting = people.status === "waiting" && open.length > 0;
  if (!isWaiting && cards.has(".invites")) cards.close();
  if (!isWaiting || cards.has(".invites")) return;
  const invite = (/** @type {Seat} */ seat) => {
    const token = table?.invites[seat];
    return h("p.invite", null, emblem(seat), h("strong", null, seatName(seat)), token ? copyButton(t("Copy the link"), wholeAddress(`/join/${token}`)) : null);
  };
  cards.show(t("Waiting for players"), h("div.invites", null, h("p", null, t("Send each player the link of a seat:")), open.map(invite),
    table && open.some((seat) => table.invites[seat]) ? h("p", null, offerButton(table.id)) : null,
    LOCAL.test(location.hostname) ? h("p.hint", null, t("This address works on this computer alone. For players elsewhere, start with the command serve and open its address.")) : null),
  [[t("Look at the map meanwhile"), null, true]]);
}
