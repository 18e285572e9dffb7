/**
 * In the page: whoever is elsewhere on this site is told that a game waits. Asked for now and then, and only while the
 * page is seen.
 */

import { api } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { here } from "../lib/home.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/i18n.js";

/** @import { Shell } from "../lib/types.js" */
/** @import { WaitingGame } from "../lib/messages.js" */

/**
 * Tell of games that wait, and go on asking.
 * @param {Shell} shell
 * @param {WaitingGame[]} known
 * @param {number} period - milliseconds between two looks
 */
export function watchTurns(shell, known, period) {
  const place = h("aside.turns", { hidden: true, "aria-label": t("Your turn") });
  document.body.append(place);
  /** @type {Set<string>} */
  const told = new Set(); // games of whose turn somebody knows

  const hide = () => { place.hidden = true; };

  /** @param {WaitingGame[]} games */
  function show(games) {
    if ("setAppBadge" in navigator) navigator.setAppBadge(games.length).catch(() => {}); // where no icon is installed
    const others = games.filter(({ game }) => !here().startsWith(`/game/${game}`));
    for (const game of [...told]) if (!games.some((one) => one.game === game)) told.delete(game); // played: the next turn is new
    const fresh = here() === "/" ? [] : others.filter(({ game }) => !told.has(game)); // the front page has a list of them
    games.forEach(({ game }) => told.add(game));
    if (!others.length || here() === "/") hide();
    if (!fresh.length) return;
    const [first] = fresh;
    const words = fresh.length === 1 ? t("It is your turn against {name}", { name: first.name }) : t("It is your turn in {count} games", { count: fresh.length });
    fill(place, h("a", { href: fresh.length === 1 ? `/game/${first.game}` : "/", onclick: hide }, words),
      h("button.round", { "aria-label": t("Close"), onclick: hide }, icon("close")));
    place.hidden = false;
    shell.say(words);
  }

  async function look() {
    if (!document.hidden && shell.me?.id) {
      try {
        /** @type {WaitingGame[]} */
        const games = await api("GET", "/api/turns");
        show(games);
      } catch { /* another time */ }
    }
    setTimeout(look, period);
  }
  setTimeout(look, period);
  show(known);
}
