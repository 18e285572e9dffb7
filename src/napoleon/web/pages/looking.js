/**
 * What one looks for in the lobby: filters of the open tables, and the standing seek that waits with
 * them.
 */

import { countryName, countryPicker, homePicker, keptHome } from "../lib/countries.js";
import { fill, h } from "../lib/dom.js";
import { lang, languages, t } from "../lib/i18n.js";
import { keep, recall } from "../lib/kept.js";
import { seatName } from "../lib/names.js";

/** @import { Scenario, Seat, SeekInfo, Shell, Wish } from "../lib/types.js" */
/**
 * @typedef {{level: string, pace: string, lang: string, rated: string, country: string,
 *   scenario: string, players: string}} Filters - "" is anything
 */

const KEPT = "napoleon.lobby";
/** @type {Filters} */
const ANY = { level: "", pace: "", lang: "", rated: "", country: "", scenario: "", players: "" };

/** @returns {Filters} those of the last visit */
export function keptFilters() {
  try {
    return { ...ANY, ...JSON.parse(recall(KEPT) ?? "{}") };
  } catch {
    return { ...ANY };
  }
}

/**
 * As the server is asked for it.
 * @param {Filters} filters
 */
export const queryOf = (filters) => new URLSearchParams(
  Object.entries(filters).filter(([, value]) => value)).toString();

/** @returns {Record<string, [string, string][]>} by filter: what can be chosen, and its words */
function choices() {
  return {
    pace: [["none", t("No clock")], ["live", t("Live")], ["days", t("Over days")]],
    level: [
      ["provisional", t("Newcomers, rating still provisional")], ["low", t("below 1400")],
      ["middle", t("1400 to 1599")], ["high", t("1600 and above")],
    ],
    lang: languages().map(({ code, name }) => [code, name]),
    rated: [["yes", t("Rated")], ["no", t("For pleasure")]],
    players: [["2", t("Two")], ["3", t("Three")]],
  };
}

/**
 * What is looked for, in a few words; "" for anything.
 * @param {Filters} filters
 * @param {(scenario: string) => string} titleOf
 */
function wordsOf(filters, titleOf) {
  const said = Object.entries(choices()).map(([name, options]) =>
    options.find(([value]) => value === filters[/** @type {keyof Filters} */ (name)])?.[1]);
  return [filters.scenario && titleOf(filters.scenario), ...said,
    filters.country && countryName(filters.country)].filter(Boolean).join(" · ");
}

/**
 * The filters of the lobby.
 * @param {Filters} filters - is changed
 * @param {(scenario: string) => string} titleOf
 * @param {() => void} onChange
 */
export function createFilters(filters, titleOf, onChange) {
  const summary = h("span.hint");
  const fields = h("div.lobby-fields");
  /** @type {Scenario[]} */
  let scenarios = [];

  /** @param {keyof Filters} name @param {string} value */
  function choose(name, value) {
    filters[name] = value;
    keep(KEPT, JSON.stringify(filters));
    sum();
    onChange();
  }

  /** @param {string} title @param {keyof Filters} name @param {[string, string][]} options */
  function field(title, name, options) {
    /** @type {HTMLSelectElement} */
    const select = h("select", { name: `filter-${name}`, onchange: () => choose(name, select.value) },
      [["", t("any")], ...options].map(([value, label]) =>
        h("option", { value, selected: value === filters[name] }, label)));
    return h("label", null, title, select);
  }

  function sum() {
    fill(summary, wordsOf(filters, titleOf) || t("all tables"));
  }

  function draw() {
    const some = choices();
    sum();
    fill(fields,
      field(t("Time to think"), "pace", some.pace),
      field(t("Level of the other"), "level", some.level),
      field(t("Language spoken"), "lang", some.lang),
      field(t("Rating"), "rated", some.rated),
      h("label", null, t("Country of the other"), countryPicker("filter-country", t("any"),
        filters.country, (code) => choose("country", code))),
      field(t("Positions"), "scenario", ["historical", "free", ...scenarios.map(({ id }) => id)]
        .map((id) => [id, titleOf(id)])),
      field(t("Players"), "players", some.players),
      h("button", {
        type: "button",
        onclick: () => {
          Object.assign(filters, ANY);
          choose("pace", "");
          draw();
        },
      }, t("Any table")));
  }
  draw();
  return {
    element: h("details.lobby-filters", null,
      h("summary", null, h("strong", null, t("I look for")), " ", summary), fields),
    /** @param {Scenario[]} found */
    setScenarios(found) {
      if (found.length === scenarios.length) return;
      scenarios = found;
      draw();
    },
  };
}

/**
 * The standing seek: begun with the filters above, and what has come of it.
 * @param {Filters} filters
 * @param {(scenario: string) => string} titleOf
 * @param {Shell} shell
 * @param {(path: string, body: object, game?: string) => void} ask - the server for something; a
 *   game is gone to
 */
export function createSeek(filters, titleOf, shell, ask) {
  const element = h("section.lobby-seek", { "aria-label": t("Wait for a game") });
  /** @type {SeekInfo["state"]|"none"|""} what was shown; "" nothing yet */
  let before = "";
  let shown = "?";
  /** @type {"seat"|"tell"} */
  let act = "seat";
  let side = "";

  const stop = (/** @type {string} */ words) =>
    h("button", { onclick: () => ask("/api/seek/cancel", {}) }, words);

  function begin() {
    /** @type {Wish} */
    const wish = {
      .../** @type {any} */ (filters), players: Number(filters.players),
      act, side: /** @type {Wish["side"]} */ (side), speaks: lang(), home: keptHome(),
    };
    ask("/api/seek", wish);
  }

  /** @param {"seat"|"tell"} value @param {string} label */
  const way = (value, label) => h("label", null,
    h("input", { type: "radio", name: "seek-act", value, checked: act === value,
      onchange: () => { act = value; } }), h("span", null, label));

  function form() {
    /** @type {HTMLSelectElement} */
    const sides = h("select", { name: "seek-side", onchange: () => { side = sides.value; } },
      [["", t("any")], ["french", seatName("french")], ["allied", seatName("allied")]]
        .map(([value, label]) => h("option", { value, selected: value === side }, label)));
    return h("details", null,
      h("summary", null, h("strong", null, t("Wait for a game")), " ",
        h("span.hint", null, t("for a table that fits, or for somebody who waits as you do"))),
      h("div.segments", { role: "radiogroup", "aria-label": t("When one comes") },
        way("seat", t("Seat me")), way("tell", t("Only tell me"))),
      h("div.lobby-fields", null, h("label", null, t("My side"), sides), homePicker()),
      h("p.row", null,
        h("button.primary", { onclick: begin, "data-act": "seek" }, t("Wait for a game"))));
  }

  /** @param {SeekInfo} seek */
  function waiting(seek) {
    const { wish, state, game, seat } = seek;
    const words = wordsOf({ .../** @type {any} */ (wish), players: wish.players ? String(wish.players) : "" }, titleOf);
    if (state === "seated") {
      return [h("p", null, h("strong", null, t("Your game is there."))),
        h("p.row", null, h("button.primary", { onclick: () => ask("/api/seek/cancel", {}, game) }, t("To my table")))];
    }
    if (state === "found") {
      return [h("p", null, h("strong", null, t("A table that fits you is open."))),
        h("p.row", null,
          h("button.primary", { onclick: () => ask(`/api/lobby/${game}/sit`, { seat }, game) },
            t("Sit down: {seat}", { seat: seatName(/** @type {Seat} */ (seat)) })),
          stop(t("Rather not")))];
    }
    return [
      h("p", null, h("strong", null, t("You wait for a game:")), " ", words || t("any table")),
      h("p.hint", null, shell.me?.is_account
        ? t("You may leave this page: the search goes on for a day, until you log out or stop it. A game with a clock of minutes begins only while you are here.")
        : t("Keep this page open: soon after you leave it, the search ends.")),
      h("p.row", null, stop(t("Wait no longer")))];
  }

  /** @param {SeekInfo|null} seek */
  function draw(seek) {
    const now = JSON.stringify(seek && [seek.state, seek.game, seek.wish]);
    if (now === shown) return;
    shown = now;
    const had = element.contains(document.activeElement);
    fill(element, seek ? waiting(seek) : form());
    if (had) /** @type {HTMLElement|null} */ (element.querySelector("summary, button"))?.focus();
    const state = seek?.state ?? "none";
    if (before) {
      if (state === "open") shell.say(t("You wait for a game."));
      if (state === "found") shell.say(t("A table that fits you is open."));
      if (state === "seated") {
        shell.say(t("Your game is there."));
        const isLooking = document.visibilityState === "visible";
        if (isLooking && seek) ask("/api/seek/cancel", {}, seek.game);
      }
    }
    before = state;
  }
  return { element, draw };
}
