/**
 * The list of tournaments, and the form for a new one.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/i18n.js";
import { levelName, LEVELS } from "../lib/levels.js";
import { NO_PACE } from "../lib/paces.js";
import { foot, heading } from "../pages/home.js";
import { pacePicker } from "../pages/paces.js";
import { loadScenarios } from "../pages/scenarios.js";
import { formatName, gamesName, progressWords, scenarioName, stageName } from "./words.js";

/** @import { NewTournament, TournamentLine } from "../lib/messages.js" */
/** @import { Shell } from "../lib/types.js" */

/**
 * All tournaments.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createTournaments(container, shell) {
  /** @type {TournamentLine[]} */
  const found = await api("GET", "/api/tournaments");
  const names = await Promise.all(found.map(({ scenario }) => scenarioName(scenario)));
  container.append(h("main.page.narrow", { id: "main" }, heading(t("Tournaments")),
    h("p.lead", null, t("Anybody with an account can enter, or make one. They run by themselves: pairs, games, deadlines and the table.")),
    h("p.row", null, h("a.button.primary", { href: "/tournaments/new" }, icon("plus"), t("New tournament")), h("a.button", { href: "/ratings" }, t("Ratings"))),
    found.length ? h("ul.game-list", null, found.map((one, at) => h("li", null, row(one, names[at])))) : h("p.hint", null, t("There is no tournament yet.")),
    foot(shell)));
}

/**
 * @param {TournamentLine} one
 * @param {string} scenario
 */
function row(one, scenario) {
  return h("a.game-row.tournament-row", { href: `/tournament/${one.id}` },
    h("span.game-words", null, h("strong", null, one.title),
      h("span", null, [formatName(one.format), scenario, one.rated ? t("rated") : t("not rated")].join(" · ")),
      h("span.hint", null, one.stage === "open" ? t("{count} of {most} have entered", { count: one.entrants, most: one.most }) : t("{count} entrants", { count: one.entrants }))),
    h("span.game-state", null, one.stage === "open" ? h("strong", null, stageName("open")) : null, h("span", null, progressWords(one))));
}

const HOURS = [1, 24, 72, 168, 336, 720];
const FIELDS = [4, 8, 16, 32, 64, 128];
const WIDE = ["format", "games", "scenario"]; // choices with long words
const BEFORE = [0, 10, 60, 1440, 4320, 10080]; // minutes

/** @type {(hours: number) => string} */
const hoursWords = (hours) => (hours === 1 ? t("1 hour") : hours === 24 ? t("1 day") : t("{days} days", { days: hours / 24 }));

/** @type {(minutes: number) => string} */
const beforeWords = (minutes) => (minutes === 0 ? t("at once") : minutes === 10 ? t("in ten minutes") : t("in {time}", { time: hoursWords(minutes / 60) }));

/**
 * The form for a new tournament.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createNewTournament(container, shell) {
  const scenarios = await loadScenarios();
  /** @type {NewTournament} */
  const wish = { title: "", format: "swiss", games: "pair", scenario: "quatre-bras", most: 8, hours: 168, minutes: 1440, fill: "", rated: true, rounds: 0, pace: NO_PACE };
  const title = h("input", { name: "title", required: true, maxlength: 60, autocomplete: "off" });
  const choices = h("div.stacked");
  const pace = h("div");
  const trouble = h("p.trouble", { role: "alert" });
  /** @type {(name: keyof NewTournament, label: string, options: [string|number, string][]) => HTMLElement} */
  const choose = (name, label, options) => {
    /** @type {HTMLSelectElement} */
    const select = h("select", { name, onchange: () => { Object.assign(wish, { [name]: typeof options[0][0] === "number" ? Number(select.value) : select.value }); } },
      options.map(([value, words]) => h("option", { value, selected: wish[name] === value }, words)));
    return h("label", { class: WIDE.includes(name) ? "whole" : "" }, label, select);
  };
  const rated = h("input", { type: "checkbox", name: "rated", checked: true, onchange: () => { wish.rated = rated.checked; } });
  fill(choices,
    h("label.whole", null, t("What it is called"), title),
    choose("format", t("Who meets whom"), [["swiss", t("Swiss: whoever has won as much as you")], ["round-robin", formatName("round-robin")], ["knock-out", t("Knock-out: whoever loses is out")]]),
    choose("games", t("How two meet"), [["pair", gamesName("pair")], ["single", gamesName("single")], ["bid", gamesName("bid")]]),
    choose("scenario", t("What is played"), [...scenarios.map((one) => /** @type {[string, string]} */ ([one.id, one.title])), ["historical", t("The campaign, historical positions")], ["free", t("The campaign, free positions")]]),
    choose("most", t("Places"), FIELDS.map((count) => [count, String(count)])),
    choose("fill", t("Places that are left"), [["", t("stay empty")], ...LEVELS.map((level) => /** @type {[string, string]} */ ([level, t("computers take them: {level}", { level: levelName(level) })]))]),
    choose("minutes", t("It begins"), BEFORE.map((minutes) => [minutes, beforeWords(minutes)])),
    choose("hours", t("A round takes at most"), HOURS.map((hours) => [hours, hoursWords(hours)])));
  const drawPace = () => {
    fill(pace, h("fieldset", null, h("legend", null, t("Time to think")),
      pacePicker(wish.pace ?? NO_PACE, (chosen) => { wish.pace = chosen; drawPace(); }, true)));
  };
  drawPace();
  /** @param {SubmitEvent} event */
  async function make(event) {
    event.preventDefault();
    trouble.textContent = "";
    try {
      const { id } = await api("POST", "/api/tournaments", { ...wish, title: title.value });
      shell.navigate(`/tournament/${id}`);
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
  }
  container.append(h("main.page.narrow", { id: "main" }, heading(t("New tournament")),
    h("form.new-game.new-tournament", { onsubmit: make }, choices, h("label.tick", null, rated, t("Its games are rated")), pace,
      h("p.hint", null, t("When a round is over, whoever is to act loses the game. It begins before its time when all places are taken.")),
      trouble, h("button.primary.wide", { type: "submit" }, t("Make it"))),
    foot(shell)));
}
