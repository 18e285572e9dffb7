/**
 * The story of a finished game: the chance to win over time, the costliest decisions, luck apart.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, fitText, h, s } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { lang, t } from "../lib/i18n.js";
import { dayName, seatName, townName } from "../lib/names.js";

/** @import { Board, ChanceMessage, DecisionMessage, LuckMessage, LuckyMoment, OrderMessage, Seat, Side, SideLuck, StoryMessage } from "../lib/types.js" */

const LEFT = 54; // of the first moment: a mark there is clear of the figures beside it
const TOP = 20;
const HEIGHT = 200;
const MARK = 9; // the radius of a mark
/** @type {Side[]} */
const SIDES = ["french", "allied"];

const percent = (/** @type {number} */ chance) => Math.round(100 * chance);

/**
 * The story, fetched and drawn; `onOpen` shows a step of the replay, with what is to be said of it there.
 * @param {HTMLElement} container
 * @param {{id: string, board: Board, onOpen: (step: number, seat: Seat|"", note: HTMLElement) => void}} options
 */
export async function createStory(container, { id, board, onOpen }) {
  fill(container, h("p.hint", { role: "status" }, t("The staff goes through the whole game again; that may take a minute.")));
  try {
    const story = await api("GET", `/api/games/${id}/story`);
    fill(container,
      h("h2", null, t("The chance to win, as each could see it")), chancesPicture(board, story),
      h("h2", null, t("The costliest decisions")), decisions(board, story, onOpen),
      h("h2", null, t("Luck with the dice")), luckTable(story.luck),
      luckyMoments(board, story, onOpen));
  } catch (error) {
    fill(container, h("p.trouble", { role: "alert" }, messageOf(error)),
      h("div.row", null, h("button", { "data-act": "again", onclick: () => createStory(container, { id, board, onOpen }) },
        icon("notebook"), t("Ask the staff again"))));
  }
}

/**
 * A line for each seat, from turn to turn, in a single battle from battle turn to battle turn; the costliest decisions are
 * marked on it with the numbers under which they stand below.
 * @param {Board} board
 * @param {StoryMessage} story
 */
function chancesPicture(board, { chances, decisions: costly }) {
  if (!chances.length) return h("p.hint", null, t("The game was over before anything could be told."));
  const seats = [...new Set(chances.map(({ seat }) => seat))];
  const moments = [...new Map(chances.map((one) => [one.move, one])).values()];
  const begun = moments.filter((one) => !one.end);
  const isNarrow = window.innerWidth < 600;
  const right = isNarrow ? 250 : 560;
  const x = (/** @type {number} */ move) => {
    const at = moments.findLastIndex((one) => one.move <= move);
    return LEFT + (Math.max(0, at) / Math.max(1, moments.length - 1)) * (right - LEFT);
  };
  const y = (/** @type {number} */ chance) => TOP + HEIGHT - chance * HEIGHT;
  const lines = seats.map((seat) => ({ seat, points: chances.filter((one) => one.seat === seat) }));
  const words = lines.map(({ seat, points }) => t("{seat}: {first} % at first, {last} % at the end", {
    seat: seatName(seat), first: percent(points[0].chance), last: percent(points[points.length - 1].chance) }));
  const picture = s("svg.losses.chances", { viewBox: `0 0 ${right + 142} 260`, role: "img", "aria-label": words.join("; ") });
  for (const { move, turn, round } of begun) {
    if (round || !board.data.turns[turn - 1].night) continue;
    const end = moments.find((one) => one.move > move);
    if (end) picture.append(s("rect.night", { x: x(move), y: TOP, width: x(end.move) - x(move), height: HEIGHT }));
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    picture.append(s("path.grid", { d: `M40 ${y(share)}H${right}` }),
      s("text.axis", { x: 34, y: y(share) + 4, "text-anchor": "end" }, `${percent(share)}\u00a0%`));
  }
  const isBattle = moments.some(({ round }) => round);
  for (const { move, words: mark } of marksOf(board, begun, isNarrow ? 8 : 12)) {
    picture.append(s("text.axis", { x: x(move), y: TOP + HEIGHT + 20, "text-anchor": isBattle ? "middle" : "start" }, mark));
  }
  picture.append(s("text.axis", { x: (LEFT + right) / 2, y: TOP + HEIGHT + 38, "text-anchor": "middle" }, isBattle ? t("Rounds of the battle") : t("June 1815")));
  const labels = lines.map(({ seat, points }) => ({ seat, points, at: y(points[points.length - 1].chance) })).sort((a, b) => a.at - b.at);
  labels.forEach((label, n) => { if (n && label.at < labels[n - 1].at + 20) label.at = labels[n - 1].at + 20; });
  for (const { seat, points, at } of labels) {
    const path = points.map(({ move, chance }, n) => `${n ? "L" : "M"}${x(move)} ${y(chance)}`).join("");
    const end = points[points.length - 1].chance;
    picture.append(s(`path.line.line-${lineOf(seat)}`, { d: path }),
      s(`path.leader-line.line-${lineOf(seat)}`, { d: `M${right} ${y(end)}L${right + 8} ${at}` }),
      s("text.name", { x: right + 11, y: at + 5 }, `${seatName(seat)} ${percent(end)}\u00a0%`));
  }
  /** @type {{x: number, y: number}[]} */
  const taken = [];
  costly.forEach(({ seat, move }, n) => {
    const own = chances.filter((one) => one.seat === seat);
    const point = own.findLast((one) => one.move <= move) ?? own[0];
    const spot = { x: x(move), y: y(point.chance) };
    const at = { ...spot, y: freeHeight(spot, taken) };
    taken.push(at);
    picture.append(s(`g.costly.line-${lineOf(seat)}`, null,
      at.y === spot.y ? null : s("path", { d: `M${spot.x} ${spot.y}V${at.y}` }),
      s("circle", { cx: at.x, cy: at.y, r: MARK }), s("text", { x: at.x, y: at.y + 4, "text-anchor": "middle" }, String(n + 1))));
  });
  requestAnimationFrame(() => picture.querySelectorAll("text.name").forEach((name) => fitText(name, 126)));
  return picture;
}

/**
 * Where a mark covers none of those before it, as near as can be to its point.
 * @param {{x: number, y: number}} spot
 * @param {{x: number, y: number}[]} taken
 */
function freeHeight(spot, taken) {
  const isFree = (/** @type {number} */ at) => at >= MARK + 1 && at <= TOP + HEIGHT
    && taken.every((one) => Math.hypot(one.x - spot.x, one.y - at) >= 2 * MARK + 2);
  for (let away = 0; away < HEIGHT; away += 2) {
    if (isFree(spot.y - away)) return spot.y - away;
    if (isFree(spot.y + away)) return spot.y + away;
  }
  return spot.y;
}

/**
 * What stands below the lines: the days of a campaign, the rounds of a single battle.
 * @param {Board} board
 * @param {ChanceMessage[]} moments
 * @param {number} most
 */
function marksOf(board, moments, most) {
  /** @type {Map<string, number>} */
  const first = new Map();
  for (const { turn, move, round } of moments) {
    const mark = round ? String(round) : String(Number(board.data.turns[turn - 1].date.slice(-2)));
    if (!first.has(mark)) first.set(mark, move);
  }
  const every = Math.ceil(first.size / most);
  return [...first].filter((_, n) => n % every === 0).map(([words, move]) => ({ words, move }));
}

/**
 * The army in whose colour a seat is drawn.
 * @param {Seat} seat
 */
const lineOf = (seat) => (seat === "allied" ? "anglo-dutch" : seat);

/**
 * @param {Board} board
 * @param {StoryMessage} story
 * @param {(step: number, seat: Seat|"", note: HTMLElement) => void} onOpen
 */
function decisions(board, story, onOpen) {
  if (!story.decisions.length) return h("p.hint", null, t("Nobody gave anything away, as far as the staff can see."));
  return h("ol.decisions", null, story.decisions.map((one) => {
    const words = () => h("div.decision", null,
      h("p", null, h("strong", null, momentOf(board, story.chances, one)), " ",
        h("span.cost", null, t("Chance to win: {taken} % instead of {advised} %.", { taken: percent(one.taken), advised: percent(one.advised) }))),
      one.town ? fightOf(one) : marchesOf(one));
    return h("li", null, words(),
      h("button.quiet", { "data-move": one.move, onclick: () => onOpen(one.move, one.seat, words()) }, icon("play"), t("Open in the replay")));
  }));
}

/**
 * When a decision was made, and by whom: the turn of a campaign, the round of a single battle.
 * @param {Board} board
 * @param {ChanceMessage[]} chances
 * @param {DecisionMessage} decision
 */
function momentOf(board, chances, { turn, seat, round }) {
  if (!chances.some((one) => one.round)) return turnOf(board, turn, seat);
  return `${round ? t("Round {round}", { round }) : t("Deployment")} · ${seatName(seat)}`;
}

/**
 * A turn, and whose it was to decide, or to throw dice.
 * @param {Board} board
 * @param {number} turn
 * @param {Seat} seat
 */
function turnOf(board, turn, seat) {
  const box = board.data.turns[turn - 1];
  return t("Turn {turn} · {day} · {side}", { turn, day: dayName(box.date, box.night), side: seatName(seat) });
}

/**
 * What was marched in a turn, and what the staff would have done, in words.
 * @param {DecisionMessage} decision
 */
function marchesOf({ marched, advice }) {
  return [
    h("p", null, marched.length ? t("Sent: {orders}.", { orders: ordersIn(marched) }) : t("Nobody marched.")),
    h("p", null, advice.length ? t("The staff would have sent {orders}.", { orders: ordersIn(advice) }) : t("The staff would have marched nowhere.")),
  ];
}

/**
 * How many went where: those together who came by different ways, the largest bodies first.
 * @param {OrderMessage[]} list
 */
function ordersIn(list) {
  /** @type {Map<string, {number: number, town: string, forced: boolean}>} */
  const bodies = new Map();
  for (const { units, path, forced } of list) {
    const town = townName(path[path.length - 1]);
    const key = `${town} ${forced}`;
    bodies.set(key, { number: units.length + (bodies.get(key)?.number ?? 0), town, forced });
  }
  return [...bodies.values()].sort((a, b) => b.number - a.number).map(({ forced, ...words }) => {
    if (forced) return words.number === 1 ? t("1 unit by forced march to {town}", words) : t("{number} units by forced march to {town}", words);
    return words.number === 1 ? t("1 unit to {town}", words) : t("{number} units to {town}", words);
  }).join(", ");
}

/**
 * What was done in a battle, and what the staff would have done.
 * @param {DecisionMessage} decision
 */
function fightOf({ town = "", done, instead }) {
  return [
    h("p", null, t("In battle at {town}: {done}.", { town: townName(town), done: done ?? "" })),
    h("p", null, t("The staff: {instead}.", { instead: instead ?? "" })),
  ];
}

/**
 * What the dice of each side should have brought, and what they did.
 * @param {Record<Side, SideLuck>} luck
 */
function luckTable(luck) {
  return h("table.luck", null,
    h("thead", null, h("tr", null, h("th", { scope: "col" }), SIDES.map((side) => h("th", { scope: "col" }, seatName(side))))),
    h("tbody", null,
      h("tr", null, h("th", { scope: "row" }, t("Hits rolled")), SIDES.map((side) => h("td", null, diceIn(luck[side].hits)))),
      h("tr", null, h("th", { scope: "row" }, t("Strength lost on forced marches")), SIDES.map((side) => h("td", null, diceIn(luck[side].forced_marches)))),
      h("tr", null, h("th", { scope: "row" }, t("Units that lost heart")), SIDES.map((side) => h("td", null, diceIn(luck[side].morale))))));
}

/**
 * So many dice, what they brought and what could be expected of them.
 * @param {LuckMessage} luck
 */
function diceIn({ dice, expected: mean, rolled }) {
  const expected = mean.toLocaleString(lang(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  if (dice === 0) return t("no dice");
  if (dice === 1) return t("{rolled}; {expected} could be expected of 1 die", { rolled, expected });
  return t("{rolled}; {expected} could be expected of {dice} dice", { rolled, dice, expected });
}

/**
 * Where the dice strayed most from what could be expected; none, if they never did by much.
 * @param {Board} board
 * @param {StoryMessage} story
 * @param {(step: number, seat: Seat|"", note: HTMLElement) => void} onOpen
 */
function luckyMoments(board, { moments }, onOpen) {
  if (!moments.length) return null;
  return [h("h3", null, t("Where luck told most")), h("ul.decisions.moments", null, moments.map((one) => {
    const words = () => h("div.decision", null,
      h("p", null, h("strong", null, turnOf(board, one.turn, one.side)), " ",
        h(`span.cost.${one.good ? "good" : "bad"}`, null, one.good ? t("Good luck.") : t("Bad luck."))),
      h("p", null, luckIn(one)));
    return h("li", null, words(),
      h("button.quiet", { "data-move": one.move, onclick: () => onOpen(one.move, "", words()) }, icon("play"), t("Open in the replay")));
  }))];
}

/**
 * What dice brought in a battle, or on the forced marches of a turn.
 * @param {LuckyMoment} moment
 */
function luckIn(moment) {
  const words = { town: townName(moment.town), dice: diceIn(moment) };
  if (moment.kind === "hits") return t("Hits rolled at {town}: {dice}.", words);
  if (moment.kind === "morale") return t("Units that lost heart at {town}: {dice}.", words);
  return t("Strength lost on forced marches: {dice}.", words);
}
