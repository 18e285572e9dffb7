/**
 * The lobby: open tables, seats that are kept for me, and public games to watch.
 */

import { fill, h } from "../lib/dom.js";
import { languages, t } from "../lib/i18n.js";
import { emblem, icon } from "../lib/icons.js";
import { sitterName } from "../lib/levels.js";
import { keep, OFFERED, recall } from "../lib/kept.js";
import { handicapWords, seatName, shownName } from "../lib/names.js";
import { api, messageOf } from "../lib/net.js";
import { paceWords } from "../lib/paces.js";
import { ago } from "../lib/turns.js";
import { countryName } from "../lib/countries.js";
import { foot, heading } from "./home.js";
import { createFilters, createSeek, keptFilters, queryOf } from "./looking.js";
import { loadScenarios } from "./scenarios.js";

/** @import { LobbyGame, LobbyInfo, LobbyTable, Page, Scenario, Seat, Shell, Sitter } from "../lib/types.js" */

const LOOK_MS = 4000; // between two looks

/** @type {(seats: Partial<Record<Seat, Sitter>>) => [Seat, Sitter][]} */
const seatsOf = (seats) => /** @type {[Seat, Sitter][]} */ (Object.entries(seats));

/** @type {(code: string) => string} */
const languageName = (code) => languages().find((one) => one.code === code)?.name ?? code;

/**
 * The page of the lobby.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @returns {Page}
 */
export function createLobby(container, shell) {
  const lists = h("div.lobby");
  const trouble = h("p.trouble.lobby-trouble", { role: "alert" });
  /** @type {Scenario[]} */
  let scenarios = [];
  /** @type {(name: string) => string} */
  const titleOf = (name) => scenarios.find(({ id }) => id === name)?.title
    ?? (name === "free" ? t("The campaign, free positions") : t("The campaign, historical positions"));
  const wanted = keptFilters();
  let page = 0;
  const filters = createFilters(wanted, titleOf, () => {
    page = 0;
    look();
  });
  const seek = createSeek(wanted, titleOf, shell, ask);
  container.append(h("main.page", { id: "main" }, heading(t("Find an opponent")),
    h("p.row", null, h("a.button.primary", { href: "/new?open" }, icon("plus"), t("Open a table")),
      h("span.hint", null, t("Or take a seat at one: with one tap you play."))),
    trouble, filters.element, seek.element, lists, foot(shell)));
  let timer = 0;
  let isGone = false;
  let shown = "";

  /** @type {(table: LobbyTable) => Seat[]} For whoever comes. */
  const freeSeats = ({ seats, kept }) => seatsOf(seats).filter(([seat, sitter]) => sitter.kind === "open" && !kept.includes(seat)).map(([seat]) => seat);

  /**
   * Ask for something, then look again; where it leads to a game, go there.
   * @param {string} path
   * @param {object} body
   * @param {string} [game]
   */
  async function ask(path, body, game) {
    trouble.textContent = "";
    try {
      await api("POST", path, body);
      if (game) shell.navigate(`/game/${game}`);
      else await look();
    } catch (error) {
      trouble.textContent = messageOf(error);
      await look();
    }
  }

  /** @param {LobbyTable} table */
  function withdraw({ id }) {
    if (recall(OFFERED) === id) keep(OFFERED, "");
    ask(`/api/lobby/${id}/withdraw`, {});
  }

  /** @param {number} other @param {string} words */
  const turnTo = (other, words) => h("button", {
    onclick: () => {
      page = other;
      look();
    },
  }, words);

  /** @param {LobbyInfo} info */
  function draw({ tables, challenges, games, has_more: hasMore }) {
    const free = tables.filter((table) => table.is_mine || table.has_seat || freeSeats(table).length);
    const asked = challenges.filter((table) => !table.is_mine);
    const asking = challenges.filter((table) => table.is_mine);
    const part = (/** @type {string} */ title, /** @type {HTMLElement[]} */ cards, /** @type {string} */ empty = "") => (cards.length || empty
      ? h("section", null, h("h2", null, title), cards.length ? h("ul.lobby-cards", null, cards.map((card) => h("li", null, card))) : h("p.hint", null, empty)) : null);
    fill(lists,
      part(t("Kept for you"), asked.map(challenge)),
      part(t("Whom you have asked"), asking.map(asker)),
      part(t("Open tables"), free.sort((a, b) => Number(a.is_mine) - Number(b.is_mine)).map(open), queryOf(wanted) ? t("No table fits what you look for. Wait for one, or look for less.") : t("Nobody waits just now. Open a table, and the next who comes sees it.")),
      page || hasMore ? h("p.row", null, page ? turnTo(page - 1, t("Earlier tables")) : null, hasMore ? turnTo(page + 1, t("More tables")) : null) : null,
      part(t("Games to watch"), games.map(watched)));
  }

  /**
   * @param {LobbyTable|LobbyGame} game
   * @param {(HTMLElement|string)[]} more
   */
  const card = (game, more) => h("article.lobby-card", null,
    h("h3", null, titleOf(game.scenario)),
    h("p.lobby-pace", null, paceWords(game.pace) || t("No clock")),
    h("p.hint", null, [
      game.handicap ? handicapWords(game.handicap) : "",
      ..."visibility" in game ? [
        game.visibility === "hidden" ? t("blocks show when they fire") : "", game.advice ? t("the staff may be asked") : "",
        game.rated ? t("Rated") : "", game.least === null ? "" : t("ratings from {least} to {most}", { least: game.least, most: game.most ?? 0 }),
        game.board ? t("board: {name}", { name: game.board }) : "", languageName(game.lang), game.country ? countryName(game.country) : "",
      ] : [t("Turn {turn}", { turn: game.turn })],
      ago(game.since, Date.now()),
    ].filter(Boolean).join(" · ")),
    h("ul.lobby-seats", null, seatsOf(game.seats).map(([seat, sitter]) => h("li", null, emblem(seat), h("span", null, h("strong", null, seatName(seat)), " ",
      h("span.hint", null, sitter.kind === "open" ? t("Open seat") : sitterName(sitter)),
      sitter.kind === "human" && sitter.is_online ? h("span.presence.is-here", null, t("here")) : "")))),
    h("p.row", null, more));

  /** @param {LobbyTable} table */
  function open(table) {
    if (table.has_seat || table.is_mine) {
      return card(table, [h("a.button", { href: `/game/${table.id}` }, t("To my table")),
        ...table.is_mine ? [
          h("button", { onclick: () => withdraw(table) }, t("Only by invitation")),
          h("button", { onclick: () => ask(`/api/games/${table.id}/end`, {}) }, t("Close it")),
        ] : []]);
    }
    if (table.rated && !shell.me?.is_account) return card(table, [h("span.lobby-asks", null, t("Rated games are for accounts: a name and a password are all it takes."))]);
    if (!table.fits) return card(table, [h("span.lobby-asks", null, t("Your rating is not among those that this table asks for."))]);
    return card(table, freeSeats(table).map((seat) =>
      h("button.primary", { "data-seat": seat, onclick: () => ask(`/api/lobby/${table.id}/sit`, { seat }, table.id) }, t("Sit down: {seat}", { seat: seatName(seat) }))));
  }

  /** @param {LobbyTable} table */
  function challenge(table) {
    const seat = /** @type {Seat} */ (table.seat);
    return card(table, [
      h("span.lobby-asks", null, t("{name} keeps a seat for you: {seat}", { name: shownName(table.host, table.is_host_guest), seat: seatName(seat) })),
      h("button.primary", { "data-seat": seat, onclick: () => ask(`/api/lobby/${table.id}/sit`, { seat }, table.id) }, t("Sit down")),
      h("button", { onclick: () => ask(`/api/lobby/${table.id}/decline`, {}) }, t("Rather not"))]);
  }

  /** @param {LobbyTable} table */
  const asker = (table) => card(table, [
    h("span.lobby-asks", null, table.is_declined ? t("{name} would rather not.", { name: table.to }) : t("Waiting for {name}", { name: table.to })),
    h("a.button", { href: `/game/${table.id}` }, t("To my table")),
    h("button", { onclick: () => ask(`/api/games/${table.id}/end`, {}) }, t("Close it"))]);

  /** @param {LobbyGame} game */
  const watched = (game) => card(game, [h("a.button", { href: `/watch/${game.watch}` }, icon("eye"), t("Look on"))]);

  const query = () => `${queryOf(wanted)}&page=${page}`;

  async function look() {
    clearTimeout(timer);
    const question = query();
    try {
      const [info, found] = await Promise.all([api("GET", `/api/lobby?${question}`), loadScenarios()]);
      if (isGone || question !== query()) return;
      scenarios = found;
      filters.setScenarios(found);
      seek.draw(info.seek);
      const now = JSON.stringify({ ...info, seek: null });
      if (now !== shown) {
        draw(info);
        shown = now;
      }
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
    clearTimeout(timer);
    if (!isGone) timer = setTimeout(look, LOOK_MS);
  }

  look();
  return {
    destroy() {
      isGone = true;
      clearTimeout(timer);
    },
  };
}
