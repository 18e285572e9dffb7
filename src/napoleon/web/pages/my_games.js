/**
 * My games: whose turn it is and since when, how long is left, and what has happened since I looked.
 */

import { fill, h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { recall } from "../lib/kept.js";
import { areLettersOn } from "../lib/letters.js";
import { api, messageOf } from "../lib/net.js";
import { paceWords } from "../lib/paces.js";
import { ago, byUrgency, nextGame, waitsForMe } from "../lib/turns.js";
import { gameWords } from "./games.js";
import { foot, heading } from "./home.js";
import { loadScenarios } from "./scenarios.js";

/** @import { GameSummary, Page, Scenario, Shell, Since } from "../lib/types.js" */

const LOOK_MS = 10000; // between two looks
const TOLD = 12; // games whose news are fetched by themselves: those that wait for me

/**
 * The page of all my games.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @returns {Page}
 */
export function createMyGames(container, shell) {
  const lists = h("div.my-games");
  const trouble = h("p.trouble", { role: "alert" });
  const onward = h("p.row.my-games-next", { hidden: true });
  container.append(h("main.page.narrow", { id: "main" }, heading(t("My games")), onward, lists, trouble, foot(shell)));
  /** @type {Map<string, Since>} */
  const news = new Map(); // by game and when it was last changed: what is known needs no asking
  /** @type {GameSummary[]} */
  let games = [];
  /** @type {Scenario[]} */
  let scenarios = [];
  let timer = 0;
  let isGone = false;
  let shown = "";

  const keyOf = (/** @type {GameSummary} */ game) => `${game.id} ${game.updated}`;

  function go() {
    const next = nextGame(games, null);
    if (next) shell.navigate(`/game/${next.id}`);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const isField = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (event.key.toLowerCase() !== "g" || isField || event.ctrlKey || event.metaKey || event.altKey || !areLettersOn()) return;
    event.preventDefault();
    go();
  }

  function draw() {
    const mine = games.filter(waitsForMe);
    const past = games.filter(({ status }) => status === "over" || status === "abandoned");
    const others = games.filter((game) => !mine.includes(game) && !past.includes(game));
    // Nothing is drawn again that has not changed: whoever is on a row by key stays there.
    const now = JSON.stringify([games.map((game) => [keyOf(game), game.left === null ? "" : Math.floor(game.left / 60000), game.is_paused]), [...news.keys()]]);
    if (now === shown) return;
    shown = now;
    onward.hidden = !mine.length;
    fill(onward, h("button.primary", { onclick: go }, icon("forward"), t("Next game that waits for me")), h("kbd", null, "G"));
    const list = (/** @type {string} */ title, /** @type {GameSummary[]} */ some) => (some.length
      ? h("section", null, h("h2", null, title), h("ul.game-list", null, some.map(row))) : null);
    fill(lists, games.length ? null : h("p", null, t("You have no games yet.")),
      list(t("Your turn"), mine), list(t("Others are to act"), others), list(t("Over"), past));
  }

  /** @param {GameSummary} game */
  function row(game) {
    const found = news.get(keyOf(game));
    return h("li", null,
      h("a.game-row", { href: `/game/${game.id}`, class: game.my_turn ? "is-mine" : "" }, gameWords(game, scenarios)),
      h("p.hint.game-since", null, [t("Last move: {when}", { when: ago(game.updated, Date.now()) }), paceWords(game.pace)].filter(Boolean).join(" · ")),
      found?.lines.length ? h("ul.game-news", { "aria-label": t("What happened") },
        found.count > found.lines.length ? h("li.hint", null, t("{count} more before that", { count: found.count - found.lines.length })) : null,
        found.lines.map((line) => h("li", null, line))) : null,
      game.status === "over" && game.my_seats.length ? h("p.row", null, sameAgain(game)) : null);
  }

  /** @param {GameSummary} game */
  function sameAgain(game) {
    /** @type {HTMLButtonElement} */
    const button = h("button", {
      onclick: async () => {
        button.disabled = true;
        try {
          shell.navigate(`/game/${(await api("POST", `/api/games/${game.id}/again`, {})).id}`);
        } catch (error) {
          trouble.textContent = messageOf(error);
          button.disabled = false;
        }
      },
    }, icon("again"), t("The same again"));
    return button;
  }

  /** @param {GameSummary} game */
  async function hearOf(game) {
    const key = keyOf(game);
    if (news.has(key)) return;
    const seen = Number(recall(`napoleon.seen.${game.id}.${game.my_seats[0]}`) || -1);
    news.set(key, await api("GET", `/api/games/${game.id}/since?seen=${seen}&lang=${lang()}`));
  }

  async function look() {
    clearTimeout(timer);
    try {
      [games, scenarios] = await Promise.all([api("GET", "/api/games"), loadScenarios()]);
      games = byUrgency(games);
      if (isGone) return;
      draw();
      await Promise.all(games.filter(waitsForMe).slice(0, TOLD).map(hearOf));
      if (isGone) return;
      trouble.textContent = "";
      draw();
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
    if (!isGone) timer = setTimeout(look, LOOK_MS);
  }

  document.addEventListener("keydown", onKey);
  look();
  return {
    destroy() {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey);
    },
  };
}
