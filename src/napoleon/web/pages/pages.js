/**
 * Pages to read: about this board, the two-minute introduction, the check of the dice.
 */

import { api } from "../lib/net.js";
import { fill, h, s } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { blockIcon } from "../lib/blocks.js";
import { loadBoard } from "../lib/board.js";
import { ARMIES, seatName, townName } from "../lib/names.js";
import { foot, heading } from "./home.js";
import { t } from "../lib/i18n.js";

/** @import { Look } from "../lib/blocks.js" */
/** @import { Army, Board, Card, Road, Shell } from "../lib/types.js" */

// --- About this board

/**
 * What is known of the board and what is guessed, and whose game it is.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createAbout(container, shell) {
  const board = await loadBoard();
  /** @type {Record<string, string>} */
  const meaning = {
    R: t("the rulebook says so"), S4: t("players of the fourth edition report it"), E: t("an earlier edition has it"),
    H: t("history or geography suggest it"), G: t("a guess of ours"),
  };
  const tally = (/** @type {string[]} */ codes) => {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const code of codes.filter(Boolean)) counts[code] = (counts[code] || 0) + 1;
    return counts;
  };
  /** @type {[string, Record<string, number>][]} */
  const kinds = [
    [t("Towns"), tally(board.towns.map((town) => town.evidence))], [t("Roads"), tally(board.roads.map((road) => road.evidence))],
    [t("Size of roads"), tally(board.roads.map((road) => road.evidence_size))],
    [t("Strengths"), tally(board.units.map((unit) => unit.evidence_strength))], [t("Firepower"), tally(board.units.map((unit) => unit.evidence_firepower))],
  ];
  const guessed = board.towns.filter((town) => town.evidence === "G");
  container.append(h("main.page.reading", { id: "main" }, heading(t("About this board")),
    h("p.lead", null, t("This is an unofficial board for Napoléon, the Waterloo campaign of 1815: a game designed by Tom Dalgliesh and published by Columbia Games. We are not connected with them. Please own the game: it is a classic, and it deserves a place on your shelf.")),
    h("p", null, t("Map, blocks and words here are our own, drawn by the program from tables. Nothing was copied from the printed game. Where its board could not be known for certain, the tables say on what each line stands:")),
    h("div.evidence", null, kinds.map(([name, counts]) => {
      const all = Object.values(counts).reduce((a, b) => a + b, 0);
      return h("div.evidence-row", null, h("strong", null, name),
        h("div.evidence-bar", { role: "img", "aria-label": Object.entries(counts).map(([code, n]) => `${meaning[code] || code}: ${n}`).join(", ") },
          Object.keys(meaning).filter((code) => counts[code]).map((code) => h("span", { class: `evidence-${code}`, style: { "flex-grow": counts[code] }, title: meaning[code] }, counts[code] / all > 0.085 ? `${code} ${counts[code]}` : ""))));
    })),
    h("dl.legend", null, Object.entries(meaning).map(([code, words]) => [h("dt", { class: `evidence-${code}` }, code), h("dd", null, words)])),
    guessed.length ? h("details", null, h("summary", null, t("Towns that are a guess: {count}", { count: guessed.length })),
      h("ul", null, guessed.map((town) => h("li", null, h("strong", null, townName(town.id)))))) : null,
    h("p", null, t("If you own the game and see a difference, a correction is one line in a table. The same tables draw the map and play the rules.")),
    h("h2", null, t("Fair dice")),
    h("p", null, t("Before the first move the seal of a secret key is shown; every die of the game follows from that key. When the game is over the key is shown, and your browser can check every roll by itself.")),
    h("h2", null, t("The typeface")),
    h("p", null, t("All is set in EB Garamond by Georg Duffner and Octavio Pardo, which anybody may use under the SIL Open Font License.")),
    foot(shell)));
}

// --- The introduction

/** @type {(label: string, ...children: unknown[]) => SVGElement} */
function scene(label, ...children) {
  return s("svg.scene", { viewBox: "0 0 420 210", role: "img", "aria-label": label }, children);
}

/**
 * @param {Card|Army} what
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Look} [options]
 */
function block(what, x, y, size, options) {
  const svg = blockIcon(what, { ...options, size });
  svg.setAttribute("x", String(x));
  svg.setAttribute("y", String(y));
  return svg;
}

/** @type {(value: number, x: number, y: number, isHit: boolean) => SVGElement} */
function dieFace(value, x, y, isHit) {
  /** @type {Record<number, [number, number][]>} */
  const dots = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };
  return s("g.die", { transform: `translate(${x} ${y})`, class: isHit ? "is-hit" : "" },
    s("rect", { x: -20, y: -20, width: 40, height: 40, rx: 8 }), dots[value].map(([dx, dy]) => s("circle", { cx: dx * 10, cy: dy * 10, r: 3.8 })));
}

/**
 * @param {Board} board
 * @returns {[title: string, words: string, picture: SVGElement][]}
 */
function steps(board) {
  const { defeat } = board.data.limits;
  const good = /** @type {Road} */ (board.road("givet", "philippeville"));
  const poor = /** @type {Road} */ (board.road("philippeville", "yvoir"));
  const guard = board.unit("FR-G-I");
  const corps = board.unit("FR-2-I1");
  const gun = board.unit("FR-2-A");
  const horse = board.unit("FR-C3");
  const road = (/** @type {string} */ d, /** @type {string} */ kind) => s(`path.road-${kind}`, { d });
  const town = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) => s("g", null, s("circle.town", { cx: x, cy: y, r: 6 }), s("text", { x, y: y + 24, "text-anchor": "middle" }, name));
  return [
    [t("Wooden blocks, seen from one side"), t("Each block is a corps, a cavalry division, a battery or a general. You see the faces of your own. Of the enemy you see that a block stands there, and whose. That is all, until it fights."),
      scene(t("A block from the front and from the back"), block(corps, 60, 45, 110), s("text", { x: 116, y: 186, "text-anchor": "middle" }, t("yours")), block("prussian", 250, 45, 110), s("text", { x: 306, y: 186, "text-anchor": "middle" }, t("the enemy's")))],
    [t("Strength is how it stands"), t("The pips on the upper edge are its strength: so many dice it rolls. Each hit turns the block a quarter, and there is one pip less. Below one it is gone."),
      scene(t("A block that turns as it loses strength"), [4, 3, 2, 1].map((strength, n) => [block(guard, 14 + n * 102, 50, 84, { strength }), n < 3 ? s("path.hop", { d: `M${100 + n * 102} 96h12m-5-5 5 5-5 5` }) : null]))],
    [t("March by road"), t("In your turn you move two groups: all you have in one town, or part of it. Foot goes one town far, horse two. A double line is a good road and carries {main} blocks, a thin one {minor}; half as many if they attack across a river. By night nobody attacks.", { main: good.limit, minor: poor.limit }),
      scene(t("Three towns, two roads and a river"), road("M60 150L200 80", "main-edge"), road("M60 150L200 80", "main"), road("M200 80L360 130", "minor"), s("path.river", { d: "M290 0C260 60 330 120 270 210" }), town(60, 150, townName("givet")), town(200, 80, townName("philippeville")), town(360, 130, townName("yvoir")), s("text.cap", { x: 118, y: 100 }, good.limit), s("text.cap", { x: 232, y: 74 }, poor.limit), s("text.cap", { x: 300, y: 142 }, poor.river_limit), block(corps, 30, 84, 44), block(horse, 66, 92, 44), block("prussian", 338, 70, 44))],
    [t("Two armies in one town"), t("Then there is a fight. With few blocks it is a skirmish, one round and done. With three or more a side it is a battle: both draw up left, centre and right, with a reserve behind. If you leave one of the three empty and the enemy walks in, your line breaks and all must flee."),
      scene(t("Two lines of battle facing each other"), [0, 1, 2].map((n) => [s("rect.area", { x: 40 + n * 116, y: 12, width: 108, height: 84 }), s("rect.area", { x: 40 + n * 116, y: 114, width: 108, height: 84 })]),
        block("prussian", 66, 26, 52), block("prussian", 182, 26, 52), block("prussian", 298, 26, 52), block(corps, 62, 132, 52), block(gun, 182, 132, 52), block(horse, 300, 132, 52))],
    [t("Dice"), t("A unit rolls a die for each point of strength. F2 means: 1 and 2 hit. Cavalry that has just charged, guns at close range and men in a farm shoot better. Hits fall on the strongest. Weak units may lose heart before they shoot at all."),
      scene(t("A unit of strength four and fire two rolls one, two, five and four: two hits"), block(corps, 30, 56, 96), [1, 5, 2, 4].map((value, n) => dieFace(value, 178 + n * 60, 106, value < 3)))],
    [t("How it ends"), t("An army that has lost too many blocks is beaten: {french} French, {dutch} Anglo-Dutch, {prussian} Prussian. The French must beat both others by 22 June, or hold two of Ghent, Brussels and Liège that evening. If they do not, the Allies have won.", { french: defeat.french, dutch: defeat["anglo-dutch"], prussian: defeat.prussian }),
      scene(t("Losses that beat each army"), ARMIES.map((army, row) => [
        s("text", { x: 30, y: 52 + row * 58 }, seatName(army)), Array.from({ length: defeat[army] }, (_, n) => s(`rect.pip.army-${army}`, { x: 150 + n * 20, y: 38 + row * 58, width: 16, height: 16, rx: 2 }))]))],
  ];
}

/**
 * The introduction: a few short steps, each with a picture.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createIntro(container, shell) {
  const board = await loadBoard();
  const all = steps(board);
  let at = 0;
  const place = h("section.intro-step", { "aria-live": "polite" });
  const dots = h("div.dots");
  const nav = h("div.row.centred");
  function draw() {
    const [title, words, picture] = all[at];
    const held = [...nav.children].indexOf(/** @type {Element} */ (document.activeElement));
    const isDot = dots.contains(document.activeElement);
    fill(place, picture, h("h2", null, title), h("p", null, words));
    fill(dots, all.map((_, n) => h("button", { "aria-label": t("Step {n} of {all}", { n: n + 1, all: all.length }), "aria-current": n === at ? "step" : null, onclick: () => { at = n; draw(); } })));
    fill(nav,
      h("button", { disabled: at === 0, onclick: () => { at -= 1; draw(); } }, icon("back"), t("Back")),
      at < all.length - 1 ? h("button.primary", { onclick: () => { at += 1; draw(); } }, t("Next"), icon("forward")) : h("a.button.primary", { href: "/learn" }, t("To the lessons")));
    // What had the focus was drawn anew.
    const next = isDot ? dots.children[at] : held < 0 ? null : nav.children[held].matches(":disabled") ? nav.lastElementChild : nav.children[held];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowRight" && at < all.length - 1) at += 1;
    else if (event.key === "ArrowLeft" && at > 0) at -= 1;
    else return;
    draw();
  };
  document.addEventListener("keydown", onKey);
  container.append(h("main.page.narrow.intro", { id: "main" }, heading(t("Two-minute introduction")), place, dots, nav, foot(shell)));
  draw();
  return { destroy: () => document.removeEventListener("keydown", onKey) };
}

// --- The check of the dice

const hex = (/** @type {ArrayBuffer} */ buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (/** @type {string} */ text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));

/**
 * Roll number n of a key, as docs/protocol.md has it.
 * @param {CryptoKey} key
 * @param {number} n
 * @param {number} sides
 */
async function rollOf(key, n, sides) {
  const limit = 256 - (256 % sides);
  for (let again = 0; ; again += 1) {
    const message = new Uint8Array(again ? 12 : 8);
    new DataView(message.buffer).setBigUint64(0, BigInt(n));
    if (again) new DataView(message.buffer).setUint32(8, again);
    const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
    const found = bytes.find((byte) => byte < limit);
    if (found !== undefined) return (found % sides) + 1;
  }
}

/**
 * Check the seal and every roll of a game, in this browser.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} id
 */
export async function createDiceCheck(container, shell, id) {
  const report = h("section.dice-check", { "aria-live": "polite" }, h("p", null, t("Checking…")));
  container.append(h("main.page.narrow", { id: "main" }, heading(t("The dice of this game")), report, foot(shell)));
  const { commitment, key, rolls = [] } = /** @type {import("../lib/messages.js").DiceAnswer} */ (await api("GET", `/api/games/${id}/dice`));
  const seal = h("p", null, t("The seal, shown since the first move:"), h("code.long", null, commitment));
  if (!key) {
    fill(report, seal, h("p", null, t("The game is still under way. When it is over the key is opened here, and your browser checks every roll by itself.")));
    return;
  }
  if (!globalThis.crypto?.subtle) {
    fill(report, seal, h("p", null, t("Your browser checks dice only over https or on this computer itself. The key is:"), h("code.long", null, key)));
    return;
  }
  const bytes = unhex(key);
  const isSealed = hex(await crypto.subtle.digest("SHA-256", bytes)) === commitment;
  const secret = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  /** @type {number[]} */
  const wrong = [];
  const counts = [0, 0, 0, 0, 0, 0];
  for (const roll of rolls) {
    if ((await rollOf(secret, roll.n, roll.sides)) !== roll.value) wrong.push(roll.n + 1);
    if (roll.sides === 6) counts[roll.value - 1] += 1;
  }
  const verdict = (/** @type {boolean} */ isGood, /** @type {string} */ good, /** @type {string} */ bad) => h("p.verdict", { class: isGood ? "is-good" : "is-bad" }, icon(isGood ? "done" : "close"), isGood ? good : bad);
  const most = Math.max(1, ...counts);
  const drawn = rolls.length - counts.reduce((sum, count) => sum + count, 0);
  fill(report, seal, h("p", null, t("The key:"), h("code.long", null, key)),
    verdict(isSealed, t("The key fits the seal: it was fixed before the first move."), t("The key does not fit the seal.")),
    verdict(!wrong.length, rolls.length ? t("All {count} rolls follow from the key.", { count: rolls.length }) : t("No dice were rolled in this game."), t("These rolls do not follow from the key: {list}", { list: wrong.slice(0, 20).join(", ") })),
    h("h2", null, t("How they fell")),
    h("div.fall", null, counts.map((count, n) => h("div", null, s("svg", { viewBox: "-22 -22 44 44", class: "die-small", role: "img", "aria-label": String(n + 1) }, dieFace(n + 1, 0, 0, false)),
      h("i", { style: { height: `${Math.round((count / most) * 90)}px` } }), h("span", null, count)))),
    drawn ? h("p.hint", null, t("{count} more rolls were no dice but draws, such as those of terrain.", { count: drawn })) : null,
    h("p", null, h("a.button", { href: `/game/${id}` }, icon("map"), t("To the game"))));
}
