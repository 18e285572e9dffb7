/**
 * My games on the front page: where each stands, and the way to it. Those that are kept in this browser can be deleted.
 */

import { fill, h } from "../lib/dom.js";
import { friends } from "../lib/home.js";
import { t } from "../lib/i18n.js";
import { emblem, icon } from "../lib/icons.js";
import { sitterName } from "../lib/levels.js";
import { dayName, seatName } from "../lib/names.js";
import { api, messageOf } from "../lib/net.js";
import { timeWords } from "../lib/paces.js";

/** @import { GameSummary, Scenario, Seat, Sitter } from "../lib/types.js" */

/** @type {(seats: Partial<Record<Seat, Sitter>>) => [Seat, Sitter][]} */
const seatsOf = (seats) => /** @type {[Seat, Sitter][]} */ (Object.entries(seats));

/**
 * The list of games.
 * @param {() => void} onDeleted - one is gone
 */
export function createGames(onDeleted) {
  const list = h("ul.game-list");
  const told = h("p.hint", { role: "status" });
  const heading = h("h2", { tabindex: -1 }, t("My games"));
  const element = h("section.games", { "aria-label": t("My games"), hidden: true }, told);
  let isAsking = false; // whether a game is to be deleted: the list stays as it is meanwhile

  /**
   * @param {GameSummary[]} games
   * @param {Scenario[]} scenarios
   */
  function draw(games, scenarios) {
    if (isAsking) return;
    const order = (/** @type {GameSummary} */ game) => (game.my_turn ? 0 : { playing: 1, waiting: 2, over: 3, abandoned: 4 }[game.status]);
    const sorted = [...games].sort((a, b) => order(a) - order(b));
    element.hidden = !sorted.length && !told.textContent;
    fill(list, sorted.map((game) => gameRow(game, scenarios)));
    if (!list.isConnected) element.prepend(heading, list);
  }

  /**
   * @param {GameSummary} game
   * @param {Scenario[]} scenarios
   */
  function gameRow(game, scenarios) {
    const row = h("a.game-row", { href: `/game/${game.id}`, class: game.my_turn ? "is-mine" : "" }, words(game, scenarios));
    if (friends.isPossible) return h("li", null, row);
    const bin = h("button.round", { "aria-label": t("Delete this game"), title: t("Delete this game"), onclick: () => ask() }, icon("bin"));
    const place = h("li.with-bin", null, row, bin);
    const leave = () => {
      isAsking = false;
      fill(place, row, bin);
      bin.focus();
    };
    const ask = () => {
      isAsking = true;
      const no = h("button", { onclick: leave }, t("Keep it"));
      fill(place, h("div.game-question", { role: "group", "aria-label": t("Delete this game"), onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") leave(); } },
        row, h("p", null, t("Delete this game? It is in this browser alone, and cannot be brought back.")),
        h("div.row", null, h("button.primary", { onclick: () => remove(game.id) }, t("Delete it")), no)));
      no.focus();
    };
    return place;
  }

  /** @param {string} game */
  async function remove(game) {
    try {
      await api("POST", `/luggage/${game}/delete`);
      fill(told, t("The game is deleted."));
    } catch (error) {
      fill(told, messageOf(error));
    }
    isAsking = false;
    heading.focus();
    onDeleted();
  }

  /** Nobody knows where they stand. */
  function fail() {
    if (list.childElementCount) return;
    fill(told, t("Your games cannot be shown just now."));
    element.hidden = false;
  }

  return { element, draw, fail };
}

/**
 * @param {GameSummary} game
 * @param {Scenario[]} scenarios
 */
function words(game, scenarios) {
  const title = scenarios.find(({ id }) => id === game.scenario)?.title;
  const mine = game.my_seats.map(seatName).join(", ");
  const others = seatsOf(game.seats)
    .filter(([seat]) => !game.my_seats.includes(seat))
    .map(([seat, sitter]) => t("{seat}: {name}", { seat: seatName(seat), name: sitterName(sitter) }));
  const where = game.turn ? t("Turn {turn}, {day}", { turn: game.turn, day: dayName(game.date, game.night) }) : t("Set-up");
  return [
    h("span.game-seats", null, game.my_seats.length ? game.my_seats.map(emblem) : icon("eye")),
    h("span.game-words", null,
      h("strong", null, mine || t("Watching")),
      h("span", null, [game.is_hotseat ? t("at one screen") : "", ...others].filter(Boolean).join(" · ")),
      h("span.hint", null, title ? `${title} · ${where}` : where)),
    h("span.game-state", null, gameState(game), timeLeft(game))];
}

/** @param {GameSummary} game */
const timeLeft = ({ left, is_paused: isPaused }) => (isPaused ? h("small.game-left", null, t("pause")) : left === null ? null : h("small.game-left", null, t("{time} left", { time: timeWords(left) })));

/** @param {GameSummary} game */
function gameState(game) {
  if (game.status === "waiting") return t("Waiting for players");
  if (game.status === "abandoned") return t("Abandoned");
  if (game.status === "over") {
    return game.result?.winner === "french" ? t("The French won") : t("The Allies won");
  }
  if (game.my_turn) return t("Your turn");
  return t("{seats} to act", { seats: game.to_act.map(seatName).join(", ") });
}
