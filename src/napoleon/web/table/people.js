/**
 * Talk at the table, and who sits where.
 */

import { fill, h } from "../lib/dom.js";
import { friends, wholeAddress } from "../lib/home.js";
import { t } from "../lib/i18n.js";
import { emblem, icon } from "../lib/icons.js";
import { keep, OFFERED, recall } from "../lib/kept.js";
import { keptLevel, levelName, LEVELS, sitterName } from "../lib/levels.js";
import { handicapWords, seatName, shownName } from "../lib/names.js";
import { api, messageOf } from "../lib/net.js";
import { withRules } from "../rules/mark.js";
import { clockPanel } from "./clock.js";
import { ratingNote } from "./rating.js";

/** @import { ChatLine, Clock, People, Seat, Sitter, TableInfo, View } from "../lib/types.js" */

/**
 * `hasConferred`: whether the Allies might talk since a turn.
 * @typedef {{messages: ChatLine[], view: View, isPlayer: boolean, hasConferred: (said: number) => boolean}} ChatModel
 */
/**
 * What can be done in the panel of people.
 * @typedef {object} PeopleActions
 * @property {(seat: Seat, level: string) => void} takeOver
 * @property {(seat: Seat) => void} takeBack
 * @property {(yes: boolean, what: "end"|"takeover"|"pause"|"back") => void} consent
 * @property {(seat: Seat, seconds: number) => void} giveTime
 * @property {() => void} askBack
 * @property {() => void} leave
 * @property {() => void} end
 * @property {() => void} resign
 */
/**
 * @typedef {object} PeopleModel
 * @property {TableInfo|null} table
 * @property {People|null} people
 * @property {Clock|null} clock
 * @property {Seat|null} seat
 * @property {number} turn - of the game, 0 before it is known
 * @property {boolean} hasBegun - something has been played
 * @property {PeopleActions} actions
 */

/**
 * Talk at the table; the Allies have a channel of their own when three play.
 * @param {{send: (channel: string, text: string) => void}} options
 */
export function createChat({ send }) {
  const lines = h("div.chat-lines", { role: "log", "aria-label": t("Talk at the table") });
  const input = h("input", { name: "chat", maxlength: 500, autocomplete: "off", "aria-label": t("Say something"), placeholder: t("Say something") });
  const tabs = h("div.segments");
  const silence = h("p.hint.silence");
  let channel = "all";
  /** @type {ChatModel|null} */
  let last = null;
  const form = h("form.row", {
    onsubmit: (event) => {
      event.preventDefault();
      if (input.value.trim()) send(channel, input.value.trim());
      input.value = "";
    },
  }, input, h("button", null, t("Send")));

  /** @param {ChatModel} model */
  function update(model) {
    last = model;
    const { messages, view, isPlayer, hasConferred } = model;
    const isAlly = view.players === 3 && (view.seat === "anglo-dutch" || view.seat === "prussian");
    if (!isAlly) channel = "all";
    fill(tabs, isAlly && [["all", t("Everybody")], ["allies", t("Allies only")]].map(([value, label]) =>
      h("label", null, h("input", { type: "radio", name: "channel", value, checked: channel === value, onchange: () => { channel = value; if (last) update(last); } }), h("span", null, label))));
    const isShut = channel === "allies" && !view.may_talk;
    fill(silence, withRules(isShut ? t("The Allied players may speak with each other only during set-up and in Allied night turns (rule 11). Couriers ride by day, but not in time.")
      : isAlly && isPlayer && !view.may_talk && !view.result ? t("What you say here the French hear at once, your ally only in the next Allied night (rule 11).") : ""));
    input.disabled = isShut || !isPlayer;
    form.hidden = !isPlayer;
    const shown = messages.filter((message) => message.channel === channel);
    fill(lines, shown.length ? shown.map((message) => h("p.chat-line", null,
      message.seat ? emblem(message.seat) : icon("eye"), h("span", null, h("strong", null, shownName(message.name, message.is_guest)), " ", message.text,
        message.seat === view.seat && message.held !== undefined && !hasConferred(message.held) ? h("span.hint.held", null, " ", t("(your ally has not heard it yet)")) : null)))
      : h("p.hint", null, t("Nobody has said a word yet.")));
    lines.scrollTop = lines.scrollHeight;
  }
  return { element: h("div.chat", null, tabs, lines, silence, form), update };
}

/**
 * Who sits where, links for open seats and spectators, leaving and ending.
 * @param {PeopleModel} model
 */
export function peoplePanel({ table, people, clock, seat, turn, hasBegun, actions }) {
  const seats = /** @type {Partial<Record<Seat, Sitter>>} */ (people?.seats || table?.seats || {});
  const mine = table?.my_seats || [];
  const status = people?.status || table?.status;
  return h("div.people", null,
    entries(seats).map(([name, sitter]) => h("div.person", null, emblem(name),
      h("span", null, h("strong", null, seatName(name)), h("span.hint", null, mine.includes(name) && sitter.kind === "human" && !sitter.stand_in ? t("{name} (you)", { name: sitter.name }) : sitterName(sitter))),
      sitter.kind === "human" ? h("span.presence", { class: sitter.is_online ? "is-here" : "" }, sitter.is_online ? t("here") : t("away")) : null,
      sitter.kind === "open" && table?.invites?.[name] ? copyButton(t("Copy the invitation"), wholeAddress(`/join/${table.invites[name]}`)) : null,
      seatButtons({
        name, sitter, mine, status, actions, table,
        isBegun: Boolean(people) && hasBegun, hasOthers: hasOthers(seats, mine),
      }))),
    takeoverQuestion({ people, seats, mine, status, actions }),
    takeBackQuestion({ people, mine, seat: hasBegun ? seat : null, isPossible: hasOthers(seats, mine), actions }),
    clock && status === "playing" ? clockPanel({ clock, pace: table?.pace, mine, actions }) : null,
    table?.watch && friends.isPossible ? h("p", null, copyButton(t("Copy a link for spectators"), wholeAddress(`/watch/${table.watch}`))) : null,
    people?.ending?.length && status === "playing" ? h("div.ask", null,
      h("p", null, t("{seats} would end this game. Do you agree?", { seats: people.ending.map(seatName).join(", ") })),
      seat && people.ending.includes(seat) ? h("button", { onclick: () => actions.consent(false, "end") }, t("Play on"))
        : [h("button", { onclick: () => actions.consent(true, "end") }, t("End the game")), " ", h("button", { onclick: () => actions.consent(false, "end") }, t("Play on"))]) : null,
    table?.rated ? ratingNote(table.id, status === "over", turn) : null,
    table?.counts && !table.rated ? h("p.hint", null, t("This game belongs to a tournament: no computer takes a seat, and no seat can be left.")) : null,
    table?.handicap ? h("p.hint", null, handicapWords(table.handicap)) : null,
    table?.commitment ? h("p.hint", null, t("The dice of this game are sealed:"), " ", h("a", { href: `/dice/${table.id}` }, h("code", null, `${table.commitment.slice(0, 16)}…`))) : null,
    mine.length && status !== "over" && status !== "abandoned" ? h("div.ways-out", null,
      mine.length === 1 && friends.isPossible && !table?.counts && !(clock && hasBegun) ? wayOut(h("button", { onclick: actions.leave }, t("Leave my seat")), t("You go, the game stays: somebody else can take your seat.")) : null,
      seat && (hasBegun || table?.counts) && status === "playing" ? wayOut(h("button", { onclick: actions.resign, "data-act": "resign" }, icon("flag"), t("Resign")), t("The other side wins at once.")) : null,
      canEnd({ table, seats, mine, hasBegun }) ? wayOut(h("button", { onclick: actions.end }, t("End this game")), hasOthers(seats, mine) && status === "playing" ? t("It stops, if the others agree, and nobody wins.") : t("It stops, and nobody wins.")) : null) : null);
}

/**
 * Whether the server lets somebody ask to end a game without a winner: not one that counts, once
 * all seats are taken, unless there are others to agree and something has been played.
 * @param {{table: TableInfo|null, seats: Partial<Record<Seat, Sitter>>, mine: Seat[], hasBegun: boolean}} model
 */
function canEnd({ table, seats, mine, hasBegun }) {
  if (!table?.counts || entries(seats).some(([, { kind }]) => kind === "open")) return true;
  return hasBegun && hasOthers(seats, mine);
}

/**
 * A way to stop playing, and what comes of it.
 * @param {HTMLButtonElement} button
 * @param {string} words
 */
const wayOut = (button, words) => h("p", null, button, h("span.hint", null, words));

/** @type {(seats: Partial<Record<Seat, Sitter>>) => [Seat, Sitter][]} */
const entries = (seats) => /** @type {[Seat, Sitter][]} */ (Object.entries(seats));

/** @type {(seats: Partial<Record<Seat, Sitter>>, mine: Seat[]) => boolean} Whether anybody else could be asked. */
const hasOthers = (seats, mine) => entries(seats).some(([seat, one]) => one.kind === "human" && !one.stand_in && !mine.includes(seat));

/**
 * A computer for a player who is away, and the way back; none where the game counts, nor for who is
 * away where there are days for a turn.
 * @param {object} model
 * @param {Seat} model.name
 * @param {Sitter} model.sitter
 * @param {Seat[]} model.mine
 * @param {string|undefined} model.status
 * @param {PeopleActions} model.actions
 * @param {TableInfo|null|undefined} model.table
 * @param {boolean} model.isBegun
 * @param {boolean} model.hasOthers
 */
function seatButtons({ name, sitter, mine, status, actions, table, isBegun, hasOthers: areOthers }) {
  if (!mine.length || status === "over" || status === "abandoned") return null;
  if (mine.includes(name) && sitter.stand_in) {
    return h("div.person-buttons", null, h("button.primary", { onclick: () => actions.takeBack(name), "data-act": "take-back" }, t("Take my seat back")));
  }
  const isMine = mine.includes(name) && sitter.kind === "human";
  const isMissed = sitter.kind === "human" && !sitter.is_online && table?.pace?.kind !== "days";
  const isAway = !mine.includes(name) && isBegun && (sitter.kind === "open" || isMissed);
  if (table?.counts || sitter.stand_in || !(isMine || isAway)) return null;
  const level = h("select", { "aria-label": t("How well the computer plays") },
    LEVELS.map((value) => h("option", { value, selected: value === keptLevel() }, levelName(value))));
  const label = isMine ? t("Let a computer play for me") : sitter.kind === "open" ? t("Let a computer play this seat") : t("Let a computer play for {name}", { name: sitter.name });
  return h("details.person-more", null, h("summary.hint", null, label),
    h("div.person-buttons", null, level, h("button", { onclick: () => actions.takeOver(name, level.value), "data-act": "take-over" }, isMine && mine.length === 1 && !areOthers ? t("Hand over") : t("Ask the others"))));
}

/**
 * A computer was asked for: does everybody agree?
 * @param {{people: People|null, seats: Partial<Record<Seat, Sitter>>, mine: Seat[], status: string|undefined, actions: PeopleActions}} model
 */
function takeoverQuestion({ people, seats, mine, status, actions }) {
  const asked = people?.takeover;
  if (!asked || !mine.length || status === "over" || status === "abandoned") return null;
  const words = { seats: asked.agreed.map(seatName).join(", "), level: levelName(asked.level), seat: seatName(asked.seat), name: seats[asked.seat]?.name || "" };
  const hasAgreed = mine.some((seat) => asked.agreed.includes(seat)) || mine.includes(asked.seat);
  return h("div.ask", null,
    h("p", null, t("{seats} would let a computer ({level}) play the seat of {seat}. Do you agree?", words)),
    hasAgreed ? null : h("button", { onclick: () => actions.consent(true, "takeover") }, t("I agree")), " ",
    h("button", { onclick: () => actions.consent(false, "takeover") }, hasAgreed ? t("Rather not") : t("No")));
}

/**
 * Taking back what undo does not: asked for, and agreed upon by all.
 * @param {{people: People|null, mine: Seat[], seat: Seat|null, isPossible: boolean, actions: PeopleActions}} model
 */
function takeBackQuestion({ people, mine, seat, isPossible, actions }) {
  if (!mine.length || people?.status !== "playing") return null;
  const asked = people.takeback;
  if (!asked.length) return seat && isPossible ? h("p", null, h("button", { onclick: actions.askBack, "data-act": "ask-back" }, icon("undo"), t("Ask to take back my last action"))) : null;
  const hasAgreed = mine.some((one) => asked.slice(1).includes(one));
  return h("div.ask", null,
    h("p", null, t("{seat} would take back the last action, and all that came after it. What was seen stays seen, and dice are rolled anew. Do you agree?", { seat: seatName(asked[0]) })),
    hasAgreed ? null : h("button", { onclick: () => actions.consent(true, "back"), "data-act": "agree-back" }, t("I agree")), " ",
    h("button", { onclick: () => actions.consent(false, "back") }, hasAgreed ? t("Rather not") : t("No")));
}

/**
 * A button that puts a table into the lobby, and says so.
 * @param {string} game
 */
export function offerButton(game) {
  const done = () => [icon("done"), t("It stands in the lobby")];
  /** @type {HTMLButtonElement} */
  const button = h("button", {
    "data-act": "offer",
    onclick: async () => {
      try {
        await api("POST", `/api/lobby/${game}/publish`, {});
        keep(OFFERED, game);
        fill(button, ...done());
      } catch (error) {
        fill(button, messageOf(error));
      }
    },
  }, recall(OFFERED) === game ? done() : [icon("people"), t("Offer it in the lobby")]);
  return button;
}

/**
 * A button that copies a link, and says so.
 * @param {string} label
 * @param {string} text
 */
export function copyButton(label, text) {
  /** @type {HTMLButtonElement} */
  const button = h("button", {
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        fill(button, icon("done"), t("Copied"));
      } catch {
        button.replaceWith(h("input", { value: text, readonly: true, "aria-label": label, onfocus: (event) => { if (event.target instanceof HTMLInputElement) event.target.select(); } }));
      }
    },
  }, icon("link"), label);
  return button;
}
