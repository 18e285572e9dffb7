/**
 * The story of a finished game: the chance to win over time, the costliest decisions, luck apart.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, fitText, h, s } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/i18n.js";
import { seatName, townName, turnTitle } from "../lib/names.js";

/** @import { Board, DecisionMessage, LuckMessage, Seat, Side, SideLuck, StoryMessage } from "../lib/types.js" */

const TOP = 20;
const HEIGHT = 200;
/** @type {Side[]} */
const SIDES = ["french", "allied"];

const percent = (/** @type {number} */ chance) => Math.round(100 * chance);

/**
 * The story, fetched and drawn; `onOpen` shows a step of the replay.
 * @param {HTMLElement} container
 * @param {{id: string, board: Board, onOpen: (step: number) => void}} options
 */
export async function createStory(container, { id, board, onOpen }) {
  fill(container, h("p.hint", { role: "status" }, t("The staff reads the whole game again; that takes a moment.")));
  try {
    const story = await api("GET", `/api/games/${id}/story`);
    fill(container,
      h("h2", null, t("The chance to win, as each could see it")), chancesPicture(board, story),
      h("h2", null, t("The costliest decisions")), decisions(board, story, onOpen),
      h("h2", null, t("Luck with the dice")), luckTable(story.luck));
  } catch (error) {
    fill(container, h("p.trouble", { role: "alert" }, messageOf(error)));
  }
}

/**
 * A line for each seat, from turn to turn.
 * @param {Board} board
 * @param {StoryMessage} story
 */
function chancesPicture(board, { chances }) {
  const seats = [...new Set(chances.map(({ seat }) => seat))];
  const last = Math.max(1, ...chances.map(({ turn }) => turn));
  const right = window.innerWidth < 600 ? 250 : 560;
  const x = (/** @type {number} */ turn) => 40 + ((turn - 1) / Math.max(1, last - 1)) * (right - 40);
  const y = (/** @type {number} */ chance) => TOP + HEIGHT - chance * HEIGHT;
  const lines = seats.map((seat) => ({ seat, points: chances.filter((one) => one.seat === seat) }));
  const words = lines.map(({ seat, points }) => t("{seat}: {first} % at first, {last} % at the end", {
    seat: seatName(seat), first: percent(points[0].chance), last: percent(points[points.length - 1].chance) }));
  const picture = s("svg.losses.chances", { viewBox: `0 0 ${right + 142} 260`, role: "img", "aria-label": words.join("; ") });
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    picture.append(s("path.grid", { d: `M40 ${y(share)}H${right}` }),
      s("text.axis", { x: 34, y: y(share) + 4, "text-anchor": "end" }, `${percent(share)}\u00a0%`));
  }
  for (let turn = 1; turn <= last; turn += 1) {
    const box = board.data.turns[turn - 1];
    if (turn === 1 || box.date !== board.data.turns[turn - 2].date) {
      picture.append(s("text.axis", { x: x(turn), y: TOP + HEIGHT + 20 }, String(Number(box.date.slice(-2)))));
    }
  }
  const labels = lines.map(({ seat, points }) => ({ seat, points, at: y(points[points.length - 1].chance) })).sort((a, b) => a.at - b.at);
  labels.forEach((label, n) => { if (n && label.at < labels[n - 1].at + 20) label.at = labels[n - 1].at + 20; });
  for (const { seat, points, at } of labels) {
    const path = points.map(({ turn, chance }, n) => `${n ? "L" : "M"}${x(turn)} ${y(chance)}`).join("");
    const end = points[points.length - 1].chance;
    picture.append(s(`path.line.line-${lineOf(seat)}`, { d: path }),
      s(`path.leader-line.line-${lineOf(seat)}`, { d: `M${right} ${y(end)}L${right + 8} ${at}` }),
      s("text.name", { x: right + 11, y: at + 5 }, `${seatName(seat)} ${percent(end)}\u00a0%`));
  }
  requestAnimationFrame(() => picture.querySelectorAll("text.name").forEach((name) => fitText(name, 126)));
  return picture;
}

/**
 * The army in whose colour a seat is drawn.
 * @param {Seat} seat
 */
const lineOf = (seat) => (seat === "allied" ? "anglo-dutch" : seat);

/**
 * @param {Board} board
 * @param {StoryMessage} story
 * @param {(step: number) => void} onOpen
 */
function decisions(board, story, onOpen) {
  if (!story.decisions.length) return h("p.hint", null, t("Nobody gave anything away, as far as the staff can see."));
  return h("ol.decisions", null, story.decisions.map((one) => h("li", null,
    h("strong", null, `${turnTitle(board, one.turn)}, ${seatName(one.seat)}`), " ",
    t("{taken} % instead of {advised} %.", { taken: percent(one.taken), advised: percent(one.advised) }), " ",
    adviceOf(one), " ",
    h("button.quiet", { "data-move": one.move, onclick: () => onOpen(one.move) }, icon("play"), t("Open in the replay")))));
}

/**
 * What the staff would have done, in words.
 * @param {DecisionMessage} decision
 */
function adviceOf({ advice }) {
  if (!advice.length) return t("The staff would have marched nowhere.");
  const orders = advice.map(({ units, path }) => {
    const town = townName(path[path.length - 1]);
    return units.length === 1 ? t("1 unit to {town}", { town }) : t("{number} units to {town}", { number: units.length, town });
  });
  return t("The staff would have sent {orders}.", { orders: orders.join(", ") });
}

/**
 * What the dice of each side should have brought, and what they did.
 * @param {Record<Side, SideLuck>} luck
 */
function luckTable(luck) {
  const told = (/** @type {LuckMessage} */ { dice, expected, rolled }) => (dice
    ? t("{rolled}, of {dice} dice {expected} could be expected", { rolled, dice, expected: expected.toFixed(1) })
    : t("no dice"));
  return h("table.luck", null,
    h("thead", null, h("tr", null, h("th", { scope: "col" }), SIDES.map((side) => h("th", { scope: "col" }, seatName(side))))),
    h("tbody", null,
      h("tr", null, h("th", { scope: "row" }, t("Hits scored")), SIDES.map((side) => h("td", null, told(luck[side].hits)))),
      h("tr", null, h("th", { scope: "row" }, t("Strength lost on forced marches")), SIDES.map((side) => h("td", null, told(luck[side].forced_marches)))),
      h("tr", null, h("th", { scope: "row" }, t("Units that lost heart")), SIDES.map((side) => h("td", null, told(luck[side].morale))))));
}
