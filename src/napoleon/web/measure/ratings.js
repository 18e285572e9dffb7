/**
 * Ratings: people, computers, and what the sides are worth.
 */

import { api } from "../lib/net.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { levelName } from "../lib/levels.js";
import { handicapWords } from "../lib/names.js";
import { foot, heading } from "../pages/home.js";
import { scenarioName } from "./words.js";

/** @import { RatingInfo, RatingsInfo, SideInfo } from "../lib/messages.js" */
/** @import { Shell } from "../lib/types.js" */

/**
 * All ratings.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createRatings(container, shell) {
  /** @type {RatingsInfo} */
  const { people, computers, sides, mine } = await api("GET", "/api/ratings");
  const names = await Promise.all(sides.map(({ scenario }) => scenarioName(scenario)));
  container.append(h("main.page.reading", { id: "main" }, heading(t("Ratings")),
    h("p.lead", null, mine ? t("Yours is {points}, give or take {spread}.", { points: mine.points, spread: mine.spread }) : t("You have none yet: play a rated game.")),
    mine?.missing ? h("p.hint", null, mine.missing === 1 ? t("It is provisional: meet one more opponent, and you are in the list. Each level of computer is one.")
      : t("It is provisional: meet {number} more opponents, and you are in the list. Each level of computer is one.", { number: mine.missing })) : null,
    h("p.hint", null, t("A difference of 400 points is ten to one. Everybody begins at 1500, where the Officer stands, and the more games, the less is left to chance. Which side you had is taken into account.")),
    h("h2", null, t("People")),
    people.length ? ratingTable(t("People"), people.map((one) => ({ ...one, shown: one.name }))) : h("p.hint", null, t("Nobody is in the list yet: it takes games against several different opponents.")),
    h("h2", null, t("Computers")),
    ratingTable(t("Computers"), computers.map((one) => ({ ...one, shown: levelName(one.name) }))),
    h("p.hint", null, t("Measured in hundreds of games between them; they stay where they are.")),
    sides.length ? [h("h2", null, t("What a side is worth")), sideTable(sides, names)] : null,
    h("p", null, h("a", { href: "/tournaments" }, t("Tournaments"))),
    foot(shell)));
}

/**
 * @param {string} caption
 * @param {(RatingInfo & {shown: string})[]} rows
 */
function ratingTable(caption, rows) {
  const hasGames = rows.some(({ games }) => games);
  return h("table.standings", null, h("caption.unseen", null, caption),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("Name")), h("th.number", { scope: "col" }, t("Rating")), hasGames ? h("th.number", { scope: "col" }, t("Won")) : null)),
    h("tbody", null, rows.map((one) => h("tr", { class: one.is_me ? "is-me" : "" }, h("th", { scope: "row" }, one.shown),
      h("td.number", null, h("strong", null, one.points), ` ± ${one.spread}`), hasGames ? h("td.number", null, `${one.wins}/${one.games}`) : null))));
}

/**
 * @param {SideInfo[]} sides
 * @param {string[]} names
 */
function sideTable(sides, names) {
  const worth = (/** @type {SideInfo} */ { points, spread }) => (points >= 0 ? t("the French {points} ± {spread}", { points, spread }) : t("the Allies {points} ± {spread}", { points: -points, spread }));
  return h("table.standings", null, h("caption.unseen", null, t("What a side is worth")),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("Scenario")), h("th.number", { scope: "col" }, t("Points")), h("th.number", { scope: "col" }, t("Games")))),
    h("tbody", null, sides.map((one, at) => h("tr", null,
      h("th", { scope: "row" }, [names[at], one.players === 3 ? t("three players") : "", one.handicap ? handicapWords(one.handicap) : ""].filter(Boolean).join(" · ")),
      h("td.number", null, worth(one)), h("td.number", null, one.games)))));
}
