/**
 * The form for a new game.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { friends, here } from "../lib/home.js";
import { emblem } from "../lib/icons.js";
import { t } from "../lib/i18n.js";
import { keptLevel, levelPicker } from "../lib/levels.js";
import { seatName } from "../lib/names.js";
import { daysWords, NO_PACE, whenWords } from "../lib/paces.js";
import { withRules } from "../rules/mark.js";
import { doorDetails, newDoor, openDoor } from "./door.js";
import { evenWords, findEven, stepsPicker } from "./even.js";
import { foot, heading } from "./home.js";
import { counted, pacePicker } from "./paces.js";
import { loadScenarios, scenarioCards, scenarioStory } from "./scenarios.js";

/** @import { RatedFrom } from "../lib/messages.js" */
/** @import { BoardInfo, EvenInfo, Scenario, Seat, Shell } from "../lib/types.js" */
/** @typedef {[string, string, string, boolean, () => void]} Choice - value, title, words, whether it is on, what choosing it does */

/**
 * From when a new account may play rated games, and what to do for it.
 * @param {RatedFrom} rated
 */
const notYet = ({ since, can_confirm }) => h("p.hint", null,
  t("Your account is new: rated games from {when} on.", { when: whenWords(since) }),
  can_confirm ? [" ", h("a", { href: "/notices" }, t("At once, if you confirm an e-mail address."))] : null);

/**
 * The form for a new game.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export function createNewGame(container, shell) {
  const query = new URLSearchParams(here().split("?")[1]);
  const asked = query.get("scenario");
  const door = newDoor(query.has("open"));
  const wish = { scenario: asked || "historical", players: 2, visibility: "open", board: "", handicap: 0, advice: false, rated: false, pace: NO_PACE, seats: /** @type {Partial<Record<Seat, string>>} */ ({}) };
  /** @type {Record<Seat, string>} */
  const defaults = { french: "me", allied: query.has("open") ? "open" : "computer", "anglo-dutch": "computer", prussian: "computer" };
  /** @type {Record<Seat, string>} */
  const levels = { french: keptLevel(), allied: keptLevel(), "anglo-dutch": keptLevel(), prussian: keptLevel() };
  const wished = (/** @type {Seat} */ seat) => (defaults[seat] === "computer" ? `computer:${levels[seat]}` : defaults[seat]);
  /** @type {Scenario[]} */
  let scenarios = [];
  /** @type {BoardInfo[]} */
  let boards = [];
  /** @type {EvenInfo[]} */
  let measured = [];
  /** @type {"none"|"measured"|"agreed"|"bids"} */
  let balance = "none";
  /** Who bids against me: "" for a friend, or the level of a computer. */
  let rival = "";
  /** @type {RatedFrom|null} */
  let rated = null;
  const battles = h("div");
  const even = h("div");
  const form = h("form.new-game", { onsubmit: begin });
  container.append(h("main.page.narrow", { id: "main" }, heading(t("New game")), form, foot(shell)));

  /** @type {(name: string, options: Choice[]) => HTMLElement} */
  const pick = (name, options) => h("div.options", { role: "radiogroup", "aria-label": name },
    options.map(([value, title, words, isOn, choose]) => h("label.option", null,
      h("input", { type: "radio", name, value, checked: isOn, onchange: () => { choose(); draw(); } }),
      h("span", null, h("strong", null, title), words ? h("span", null, withRules(words)) : ""))));
  const field = (/** @type {string} */ title, /** @type {(HTMLElement|HTMLElement[])[]} */ ...content) => h("fieldset", null, h("legend", null, title), ...content);
  const set = (/** @type {Partial<typeof wish>} */ more) => () => { Object.assign(wish, more); };

  /** @returns {Seat[]} */
  const openSeats = () => /** @type {Seat[]} */ (Object.keys(wish.seats)).filter((seat) => wish.seats[seat] === "open");
  const doors = () => field(t("Who may sit down"), pick("door", [
    ["invited", t("By invitation"), t("Whoever has the link that you send"), door.kind === "invited", () => { door.kind = "invited"; }],
    ["public", t("Everybody"), t("The table stands in the lobby, and the game can be watched"), door.kind === "public", () => { door.kind = "public"; }],
    ["named", t("Somebody by name"), t("They find the seat in the lobby"), door.kind === "named", () => { door.kind = "named"; }]]), doorDetails(door, openSeats()));
  const peopleIn = () => (balance === "bids" ? (rival ? 1 : 2) : Object.values(wish.seats).filter((who) => !who.startsWith("computer")).length);

  function draw() {
    const battle = scenarios.find(({ id }) => id === wish.scenario);
    if (battle && !battle.players.includes(wish.players)) wish.players = 2;
    drawBattles(battle);
    /** @type {Seat[]} */
    const seats = wish.players === 2 ? ["french", "allied"] : ["french", "anglo-dutch", "prussian"];
    wish.seats = Object.fromEntries(seats.map((seat) => [seat, wished(seat)]));
    const mine = seats.filter((seat) => wish.seats[seat] === "me").length;
    drawBalance();
    const isAlone = seats.some((seat) => wish.seats[seat]?.startsWith("computer"));
    // Against computers a handicap is rated only where it was measured.
    const isUneven = balance === "bids" || (balance === "agreed" && isAlone);
    const canBeRated = friends.isPossible && shell.me?.is_account && !wish.board && mine < 2 && !isUneven;
    if (!canBeRated || !rated?.is_possible) wish.rated = false;
    wish.pace = counted(wish.pace, wish.rated);
    fill(form,
      field(t("Positions"), pick("scenario", [
        ["historical", t("Historical"), t("As the armies lay on the morning of 15 June"), wish.scenario === "historical", set({ scenario: "historical" })],
        ["free", t("Free"), t("Each side places its own blocks, the Allies first"), wish.scenario === "free", set({ scenario: "free" })]])),
      battles,
      battle?.players.length === 1 ? null : field(t("Players"), pick("players", [
        ["2", t("Two"), t("French against Allies"), wish.players === 2, set({ players: 2 })],
        ["3", t("Three"), t("One army each; the Allies may confer only at night"), wish.players === 3, set({ players: 3 })]])),
      field(t("On the battlefield"), pick("visibility", [
        ["open", t("Blocks show once drawn up"), t("The standard rule"), wish.visibility === "open", set({ visibility: "open" })],
        ["hidden", t("Blocks show when they fire"), t("Optional rule 6.2.4: more fog"), wish.visibility === "hidden", set({ visibility: "hidden" })]])),
      boards.length > 1 ? field(t("Board"), pick("board", boards.map(({ id, name }) => [
        id, id ? name : t("Our board"), id ? t("A board of its own, as somebody here has corrected it") : t("The one that comes with the game"), wish.board === id, set({ board: id })]))) : null,
      even,
      balance === "bids" ? bidders() : field(t("Who sits where"), seats.map((seat) => h("div.seat-row", { class: `seat-${seat}` },
        h("span.seat-name", null, emblem(seat), seatName(seat)),
        h("div.segments", { role: "radiogroup", "aria-label": seatName(seat) },
          [["me", t("Me")], ...(friends.isPossible ? [["open", t("Open seat")]] : []), ["computer", t("Computer")]].map(([value, label]) =>
            h("label", null, h("input", {
              type: "radio", name: `seat-${seat}`, value, checked: defaults[seat] === value,
              onchange: () => { defaults[seat] = value; draw(); },
            }), h("span", null, label)))),
        defaults[seat] === "computer" ? levelPicker({
          name: `level-${seat}`, level: levels[seat],
          onChoose: (chosen) => { levels[seat] = chosen; wish.seats[seat] = wished(seat); drawBalance(); },
        }) : null)),
      h("p.hint", null, mine > 1
        ? t("Several seats are yours: you play at one screen, with a curtain between the turns.")
        : friends.isPossible ? t("An open seat gets a link that you can send to a friend.") : t("Take several seats, and you play at one screen with a friend beside you."))),
      openSeats().length && friends.isPossible && balance !== "bids" ? doors() : [],
      canBeRated && rated && !rated.is_possible ? field(t("Rating"), notYet(rated)) : canBeRated && rated ? field(t("Rating"), pick("rated", [
        ["no", t("For pleasure"), t("Nobody's rating changes"), !wish.rated, set({ rated: false })],
        ["yes", t("Rated"), t("It counts for everybody who plays; whoever leaves has lost, and the staff is not asked"), wish.rated, set({ rated: true })]]),
      wish.rated ? h("p.hint", null, [(wish.pace.kind ?? "none") === "none" ? t("A rated game has a clock: {days}, if you choose no other. Whoever runs out of time loses.", { days: daysWords(rated.each / 86400) }) : "",
        peopleIn() > 1 ? t("Against the same opponent {number} games a day count.", { number: rated.pair }) : ""].filter(Boolean).join(" ")) : []) : [],
      peopleIn() > 1 && !wish.rated ? field(t("Advice and odds of the staff"), pick("advice", [
        ["no", t("Nobody asks"), t("Everybody plays by their own wits"), !wish.advice, set({ advice: false })],
        ["yes", t("Everybody may ask"), t("The staff says what it would do, and how a fight would go"), wish.advice, set({ advice: true })]])) : [],
      friends.isPossible && peopleIn() > 1 ? field(t("Time to think"),
        pacePicker(wish.pace, (pace) => { wish.pace = pace; draw(); }, wish.rated, wish.rated && rated ? daysWords(rated.each / 86400) : "")) : [],
      h("p.trouble", { role: "alert" }),
      h("button.primary.wide", { type: "submit" }, t("Begin")));
  }

  /** Two who do not sit at one screen can bid for their sides. */
  const canBid = () => friends.isPossible && wish.players === 2;
  const bidders = () => field(t("Who bids against you"), pick("rival", [
    ["friend", t("A friend"), t("Whoever has the link that you send"), !rival, () => { rival = ""; }],
    ["computer", t("Computer"), t("Goes by our measure of what makes the game even, where there is one; its bid is sealed before yours"), Boolean(rival), () => { rival = keptLevel(); }]]),
  rival ? levelPicker({ name: "level-rival", level: rival, onChoose: (chosen) => { rival = chosen; } }) : [],
  h("p.hint", null, t("Who sits where is decided by the bids.")));

  /** What one side gives up before the first turn, so that the game is even. */
  function drawBalance() {
    const computers = Object.values(wish.seats).filter((who) => who.startsWith("computer")).map((who) => who.split(":")[1]);
    // Measured between two, on our board.
    const found = wish.board || wish.players !== 2 ? undefined : findEven(measured, wish.scenario, computers);
    if ((balance === "measured" && !found) || (balance === "bids" && !canBid())) balance = "none";
    wish.handicap = balance === "none" || balance === "bids" ? 0 : balance === "measured" && found ? found.handicap : wish.handicap || -1;
    const be = (/** @type {typeof balance} */ how) => () => { balance = how; };
    fill(even, field(t("Handicap"),
      pick("handicap", [
        ["none", t("No handicap"), t("All blocks at full strength, as printed"), balance === "none", be("none")],
        ...(found ? [/** @type {Choice} */ (["measured", t("Even by our measure"), evenWords(found), balance === "measured", be("measured")])] : []),
        ["agreed", t("By agreement"), t("One side gives up steps of its own blocks before the first turn; which, it chooses itself"), balance === "agreed", be("agreed")],
        ...(canBid() ? [/** @type {Choice} */ (["bids", t("Sealed bids"), t("You and your opponent bid in secret for the side that you want"), balance === "bids", be("bids")])] : [])]),
      balance === "agreed" ? stepsPicker(wish.handicap, (steps) => { wish.handicap = steps; }) : []));
  }

  /** @param {Scenario} [battle] */
  function drawBattles(battle) {
    if (!scenarios.length) return;
    fill(battles, field(t("Or a battle tonight"),
      scenarioCards(scenarios, wish.scenario, ({ id }) => { wish.scenario = id; draw(); }), battle ? scenarioStory(battle) : []));
  }

  /** @param {SubmitEvent} event */
  async function begin(event) {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
    button.disabled = true;
    try {
      if (balance === "bids") {
        const { scenario, visibility, board, pace, advice } = wish;
        const { token } = await api("POST", "/api/bids", { scenario, visibility, board, level: rival, ...(rival ? { advice: true, pace: NO_PACE } : { advice, pace }) });
        shell.navigate(`/bid/${token}`);
        return;
      }
      const { id } = await api("POST", "/api/games", { ...wish, ...(peopleIn() > 1 ? {} : { advice: true, pace: NO_PACE }) });
      if (openSeats().length) await openDoor(door, id, openSeats());
      shell.navigate(`/game/${id}`);
    } catch (error) {
      fill(/** @type {HTMLElement} */ (form.querySelector(".trouble")), messageOf(error));
      button.disabled = false;
    }
  }
  draw();
  if (friends.isPossible && shell.me?.is_account) {
    api("GET", "/api/ratings/from").then((found) => {
      rated = found;
      draw();
    }).catch(() => { /* then a game is for pleasure */ });
  }
  api("GET", "/api/even").then((found) => {
    measured = found;
    if (measured.length) drawBalance();
  }).catch(() => { /* it can be agreed */ });
  api("GET", "/api/boards").then((found) => {
    boards = found;
    if (boards.length > 1) draw();
  }).catch(() => { /* ours is there */ });
  loadScenarios().then((found) => {
    scenarios = found;
    if (asked) draw();
    else drawBattles();
  }).catch(() => { /* the whole campaign is there */ });
}
