/**
 * The profile of the holder of an account: the standard, what was won and lost, and what can be done about somebody.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { levelName } from "../lib/levels.js";
import { seatName } from "../lib/names.js";
import { api, messageOf } from "../lib/net.js";
import { foot, heading } from "../pages/home.js";
import { loadScenarios } from "../pages/scenarios.js";
import { dealings, monthOf, standard } from "./frame.js";

/** @import { Profile, Tally } from "../lib/messages.js" */
/** @import { Seat, Shell } from "../lib/types.js" */

/**
 * The page.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} part - the name, as it stands in the address
 */
export async function createProfile(container, shell, part) {
  const name = decodeURIComponent(part);
  const place = h("div.profile");
  const title = h("div", null, heading(name));
  /** @param {Profile} profile @param {(name: string) => string} scenarioName */
  function draw(profile, scenarioName) {
    const { person } = profile;
    fill(title, heading(person.name));
    fill(place,
      h("section.who", null, standard(person.picture, 132), h("div", null,
        h("p.lead", null, profile.games === 1 ? t("One game to its end") : t("{count} games to their end", { count: profile.games })),
        h("p.hint", null, t("Here since {month}", { month: monthOf(profile.since) })),
        person.is_here ? h("p.here", null, t("at a table now")) : null,
        profile.is_me ? h("p", null, h("a", { href: "/account" }, t("My account"))) : null)),
      results(profile, scenarioName),
      profile.is_me ? null : dealings(person, Boolean(shell.me?.is_account), (changed) => draw({ ...profile, person: changed }, scenarioName)));
  }
  try {
    const profile = /** @type {Profile} */ (await api("GET", `/api/profile?name=${encodeURIComponent(name)}`));
    draw(profile, await scenarioNames(profile));
  } catch (error) {
    fill(place, h("p.trouble", { role: "alert" }, messageOf(error)), h("p", null, h("a.button", { href: "/friends" }, t("Friends"))));
  }
  container.append(h("main.page.narrow", { id: "main" }, title, place, foot(shell)));
}

/**
 * What scenarios are called.
 * @param {Profile} profile
 * @returns {Promise<(name: string) => string>}
 */
async function scenarioNames({ scenarios }) {
  /** @type {Record<string, string>} */
  const names = { historical: t("The whole campaign"), free: t("Free positions") };
  if (scenarios.some((one) => !names[one.name])) for (const { id, title } of await loadScenarios()) names[id] = title;
  return (name) => names[name] || name;
}

/**
 * @param {Profile} profile
 * @param {(name: string) => string} scenarioName
 */
function results(profile, scenarioName) {
  if (!profile.is_shown) return h("p.hint", null, t("{name} keeps the results private.", { name: profile.person.name }));
  if (!profile.games) return h("p.hint", null, t("Nothing to count yet: games are counted when they are over."));
  return [
    tallyTable(t("By side"), profile.sides, (name) => seatName(/** @type {Seat} */ (name))),
    tallyTable(t("By scenario"), profile.scenarios, scenarioName),
    tallyTable(t("Against computers"), profile.levels, levelName),
  ];
}

/**
 * @param {string} title
 * @param {Tally[]} tallies
 * @param {(name: string) => string} nameOf
 */
function tallyTable(title, tallies, nameOf) {
  if (!tallies.length) return null;
  const most = Math.max(...tallies.map(({ won, lost }) => won + lost));
  return h("table.tally", null, h("caption", null, title),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, h("span.unseen", null, title)), h("th", { scope: "col" }, t("Won")), h("th", { scope: "col" }, t("Lost")), h("th.bar", { "aria-hidden": "true" }))),
    h("tbody", null, tallies.map(({ name, won, lost }) => h("tr", null, h("th", { scope: "row" }, nameOf(name)), h("td", null, won), h("td", null, lost),
      h("td.bar", { "aria-hidden": "true" }, h("span", { style: { width: `${((won + lost) / most) * 100}%` } }, won ? h("i.won", { style: { "flex-grow": won } }) : null, lost ? h("i.lost", { style: { "flex-grow": lost } }) : null))))));
}
