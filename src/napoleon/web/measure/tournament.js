/**
 * One tournament: entering it, its table, its rounds, and what decides between equals.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { handicapWords } from "../lib/names.js";
import { paceWords, timeWords } from "../lib/paces.js";
import { foot, heading } from "../pages/home.js";
import { entrantName, formatName, gamesName, halves, progressWords, scenarioName } from "./words.js";

/** @import { BidWish, BoutInfo, MeetingInfo, MyBid, TournamentInfo } from "../lib/messages.js" */
/** @import { Shell } from "../lib/types.js" */

const LOOK_MS = 10000; // between two looks
const MOST_STEPS = 20;

/**
 * The page of a tournament.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} id
 */
export async function createTournament(container, shell, id) {
  /** @type {TournamentInfo} */
  let info = await api("GET", `/api/tournaments/${id}`);
  const scenario = await scenarioName(info.scenario);
  const facts = h("div.tournament-facts");
  const doing = h("div.tournament-doing");
  const table = h("div.tournament-table");
  const rounds = h("div.tournament-rounds");
  const trouble = h("p.trouble", { role: "alert" });
  /** @type {Set<number>} */
  const closed = new Set(); // rounds that the reader has closed
  let timer = 0;
  let isGone = false;
  container.append(h("main.page.reading.tournament", { id: "main" }, heading(info.title), facts, doing, trouble, table, rounds, explanation(info), foot(shell)));

  function draw() {
    const hasFocus = doing.contains(document.activeElement);
    drawFacts(facts, info, scenario);
    if (!hasFocus || !doing.querySelector("form")) fill(doing, actions());
    fill(table, standings(info));
    fill(rounds, roundList(info, closed));
  }

  function actions() {
    const button = (/** @type {string} */ path, /** @type {string} */ words, /** @type {string} */ kind) => h(kind, { onclick: () => act(path) }, words);
    if (info.can_enter && !shell.me?.is_account) return h("p.hint", null, t("To enter you need an account: make one on the front page."));
    return [
      info.can_enter && info.games !== "bid" ? button("enter", t("Take part"), "button.primary") : null,
      info.games === "bid" && (info.can_enter || info.can_withdraw) ? bidForm(info.bid, info.can_enter, (bid) => act("enter", bid)) : null,
      info.can_begin ? button("begin", t("Begin now"), "button") : null,
      info.can_withdraw ? button("withdraw", t("Withdraw"), "button") : null,
    ];
  }

  /**
   * @param {string} path
   * @param {BidWish} [bid]
   */
  async function act(path, bid) {
    trouble.textContent = "";
    try {
      info = await api("POST", `/api/tournaments/${id}/${path}`, bid ?? {});
      draw();
      shell.say(path === "enter" ? t("You are in.") : path === "withdraw" ? t("You have withdrawn.") : t("It begins."));
      look(1000);
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
  }

  /** @param {number} pause */
  function look(pause) {
    clearTimeout(timer);
    if (isGone || info.stage === "over" || info.stage === "cancelled") return;
    timer = setTimeout(async () => {
      try {
        info = await api("GET", `/api/tournaments/${id}`);
        if (!isGone) draw();
      } catch { /* the next look may tell */ }
      look(LOOK_MS);
    }, pause);
  }

  draw();
  look(LOOK_MS);
  return { destroy: () => { isGone = true; clearTimeout(timer); } };
}

/**
 * @param {HTMLElement} place
 * @param {TournamentInfo} info
 * @param {string} scenario
 */
function drawFacts(place, info, scenario) {
  const left = info.deadline - Date.now();
  fill(place,
    h("p.lead", null, progressWords(info)),
    h("p.hint", null, [formatName(info.format), gamesName(info.games), scenario, info.rated ? t("rated") : t("not rated"), paceWords(info.pace),
      info.stage === "open" ? t("{count} of {most} have entered", { count: info.entrants.length, most: info.most }) : "",
      info.stage === "playing" && left > 0 ? t("this round ends in {time}", { time: timeWords(left) }) : ""].filter(Boolean).join(" · ")));
}

/** @param {TournamentInfo} info */
function standings(info) {
  if (!info.entrants.length) return h("p.hint", null, t("Nobody has entered yet."));
  const head = (/** @type {string} */ words, name = "") => h("th", { scope: "col", class: name }, words);
  if (info.stage === "open") {
    return h("table.standings", null, h("caption.unseen", null, t("Who has entered")),
      h("thead", null, h("tr", null, head(t("Name")), head(t("Rating"), "number"))),
      h("tbody", null, info.entrants.map((one) => h("tr", { class: one.is_me ? "is-me" : "" }, h("th", { scope: "row" }, entrantName(one)), h("td.number", null, one.points)))));
  }
  return h("table.standings", null,
    h("caption.unseen", null, t("How it stands")),
    h("thead", null, h("tr", null, h("th.place", { scope: "col" }, h("span.unseen", null, t("Place"))), head(t("Name")), head(t("Rating"), "number is-more"), head(t("Points"), "number"), head(t("Won"), "number is-more"), head(t("Opponents"), "number"), head(t("Beaten"), "number is-more"))),
    h("tbody", null, info.entrants.map((one) => h("tr", { class: one.is_me ? "is-me" : one.is_gone ? "is-gone" : "" },
      h("td.number", null, one.place),
      h("th", { scope: "row" }, entrantName(one), one.is_gone ? h("em", null, ` ${t("withdrawn")}`) : null),
      h("td.number.is-more", null, one.points),
      h("td.number", null, h("strong", null, halves(one.score))),
      h("td.number.is-more", null, `${one.won}/${one.played}`),
      h("td.number", null, halves(one.opponents)),
      h("td.number.is-more", null, String(Math.round(one.beaten * 100) / 100))))));
}

/**
 * @param {TournamentInfo} info
 * @param {Set<number>} closed
 */
function roundList(info, closed) {
  const names = new Map(info.entrants.map((one) => [one.n, entrantName(one)]));
  const numbers = [...new Set(info.meetings.map(({ round }) => round))].sort((a, b) => b - a);
  return numbers.map((number) => {
    /** @type {HTMLDetailsElement} */
    const box = h("details", { open: number === info.round && !closed.has(number), ontoggle: () => { if (box.open) closed.delete(number); else if (number === info.round) closed.add(number); } },
      h("summary", null, h("h2", null, t("Round {round}", { round: number }))),
      h("ul.meetings", null, info.meetings.filter(({ round }) => round === number).map((meeting) => h("li", null, describe(meeting, names)))));
    return box;
  });
}

/**
 * @param {MeetingInfo} meeting
 * @param {Map<number, string>} names
 */
function describe({ one, other, bouts }, names) {
  const name = (/** @type {number} */ n) => names.get(n) ?? "";
  if (other === null) return h("span", null, t("{name} has nobody to meet, and wins", { name: name(one) }));
  return [
    h("span.meeting-head", null, h("strong", null, t("{name} and {other}", { name: name(one), other: name(other) })),
      bouts.some(({ winner }) => winner) ? h("span", null, `${halves(pointsOf(bouts, one))} : ${halves(pointsOf(bouts, other))}`) : null),
    bouts.map((bout) => h("span.bout", null, boutWords(bout, name(bout.french)), " ", boutLink(bout))),
  ];
}

/**
 * What somebody has won in these games.
 * @param {BoutInfo[]} bouts
 * @param {number} who
 */
const pointsOf = (bouts, who) => bouts.reduce((sum, { winner, french }) => sum + (winner === "drawn" ? 0.5 : winner === (french === who ? "french" : "allied") ? 1 : 0), 0);

/**
 * @param {BoutInfo} bout
 * @param {string} french
 */
function boutWords({ winner, handicap }, french) {
  const result = winner === "french" ? t("the French won") : winner === "allied" ? t("the Allies won") : winner === "drawn" ? t("half a point each") : winner === "nobody" ? t("neither came") : "";
  return [t("French: {name}", { name: french }), handicap ? handicapWords(handicap) : "", result].filter(Boolean).join(" · ");
}

/** @param {BoutInfo} bout */
function boutLink({ game, watch, winner }) {
  if (game) return h("a", { href: `/game/${game}` }, winner ? t("Look back") : t("To the table"));
  return watch ? h("a", { href: `/watch/${watch}` }, winner ? t("Look back") : t("Watch")) : null;
}

/**
 * The side that one wants in every game, and what one would give up for it. Nobody else is told.
 * @param {MyBid|null|undefined} bid
 * @param {boolean} isNew
 * @param {(bid: BidWish) => void} onBid
 */
function bidForm(bid, isNew, onBid) {
  const side = h("select", { name: "side" }, [["french", t("The French")], ["allied", t("The Allies")]].map(([value, words]) => h("option", { value, selected: value === (bid?.side ?? "allied") }, words)));
  const steps = h("input", { type: "number", name: "steps", min: 0, max: MOST_STEPS, value: bid?.steps ?? 0, required: true });
  return h("form.bid-wish", { onsubmit: (event) => { event.preventDefault(); onBid({ side: /** @type {"french"|"allied"} */ (side.value), steps: Number(steps.value) }); } },
    h("label", null, t("The side that I want"), side), h("label", null, t("Steps that I would give up for it"), steps),
    h("button.primary", { type: "submit" }, isNew ? t("Enter with this bid") : t("Change my bid")));
}

/** @param {TournamentInfo} info */
function explanation(info) {
  return h("details.tournament-rules", null, h("summary", null, t("How it is decided")),
    h("p", null, t("A game that is won is a point, one that both end is half a point. Whoever has nobody to meet wins the round.")),
    info.format === "knock-out"
      ? h("p", null, t("Whoever wins more games goes on; if that is equal, whoever won in fewer turns; if that is equal too, whoever came in with the lower rating."))
      : h("p", null, t("Between equals counts what their opponents have won, then what those have won whom they have beaten, then the number of games won, then the lower rating.")),
    h("p", null, t("Whoever withdraws loses the games that go on. When a round is over, whoever is to act loses the game; computers are waited for.")));
}
