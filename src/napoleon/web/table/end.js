/**
 * The end of a game: who won and why, losses over time, everything revealed, replay, rematch.
 */

import { saveText } from "../lib/files.js";
import { api, messageOf } from "../lib/net.js";
import { fill, fitText, h, s } from "../lib/dom.js";
import { friends } from "../lib/home.js";
import { emblem, icon } from "../lib/icons.js";
import { blockIcon } from "../lib/blocks.js";
import { msg, t } from "../lib/i18n.js";
import { ARMIES, scenarioAim, seatName, townName, turnTitle, unitName } from "../lib/names.js";
import { createReplay } from "./replay.js";
import { ratingNote } from "./rating.js";
import { createStory } from "./story.js";
import { ruleMark } from "../rules/mark.js";

/** @import { Army, Board, GameEvent, Seat, StateMessage, View } from "../lib/types.js" */
/** @import { Setting } from "./state.js" */

// As the rules word them (rules/phases/victory.py).
const REASONS = [
  msg("both Allied armies are defeated"), msg("the French hold two supply cities at the end of 22 June"),
  msg("the French army is defeated"), msg("the French have not won by the end of 22 June"), msg("the other side has resigned"),
  msg("they hold the town that it was about"), msg("the enemy does not hold the town that it was about"),
  msg("they have lost fewer units than the enemy"), msg("the enemy has not lost fewer units than they have"),
  msg("the other side has run out of time"),
];

/**
 * Why the game was won, in a sentence that names who and where.
 * @param {StateMessage} game
 */
function reasonOf({ view, prompt }) {
  const { result, aim } = view;
  const isFrench = result?.winner === "french";
  const town = townName(aim?.town ?? "");
  switch (result?.reason) {
    case "the other side has resigned": return isFrench ? t("The Allies have resigned.") : t("The French have resigned.");
    case "the other side has run out of time": return isFrench ? t("The Allies have run out of time.") : t("The French have run out of time.");
    case "they hold the town that it was about": return isFrench ? t("The French hold {town}.", { town }) : t("The Allies hold {town}.", { town });
    case "the enemy does not hold the town that it was about": return isFrench ? t("The Allies do not hold {town}.", { town }) : t("The French do not hold {town}.", { town });
    default: return result && REASONS.includes(result.reason) ? t(result.reason) : prompt;
  }
}

/**
 * The end screen.
 * @param {HTMLElement} container
 * @param {{setting: Setting, game: StateMessage, log: GameEvent[], onMap: () => void}} options
 */
export function createEnd(container, { setting, game, log, onMap }) {
  const { id, board, table, mine, shell } = setting;
  const { view } = game;
  const isPlayer = mine.length > 0;
  const isCampaign = !view.aim || new Set(log.map(({ turn }) => turn)).size > 2;
  const trouble = h("p.trouble", { role: "alert" });
  const replayHost = h("section.replay");
  const storyHost = h("section.story");
  /** @type {ReturnType<typeof createReplay>|null} */
  let replay = null;

  /**
   * @param {HTMLButtonElement} button
   * @param {"rematch"|"again"} how
   */
  async function playOn(button, how) {
    button.disabled = true;
    try {
      const { id: next } = await api("POST", `/api/games/${id}/${how}`, {});
      shell.navigate(`/game/${next}`);
    } catch (error) {
      trouble.textContent = messageOf(error);
      button.disabled = false;
    }
  }

  async function saveRecord() {
    try {
      saveText(`napoleon-${id}.txt`, await api("GET", `/api/games/${id}/record`));
    } catch (error) {
      trouble.textContent = messageOf(error);
    }
  }

  /**
   * Show the replay, from its beginning or from a step, with everything revealed or as a seat saw it.
   * @param {Seat|""} seat
   * @param {HTMLElement|null} note - what the story says of this step
   */
  function openReplay(step = 0, seat = "", note = null) {
    watch.hidden = true;
    replay ??= createReplay(replayHost, { id: id ?? "", board, seats: /** @type {Seat[]} */ (Object.keys(table?.seats ?? {})) });
    replay.show(step, seat, note);
    bringUp(replayHost);
  }

  async function openStory() {
    tell.hidden = true;
    const told = createStory(storyHost, { id: id ?? "", board, onOpen: openReplay });
    bringUp(storyHost);
    await told;
    // It is long only now; whoever has gone elsewhere meanwhile is left there.
    const { top } = storyHost.getBoundingClientRect();
    if (top > 0 && top < window.innerHeight) bringUp(storyHost);
  }

  /** @type {HTMLButtonElement} */
  const again = h("button.primary", { onclick: () => playOn(again, "rematch") }, t("Rematch, sides changed"));
  /** @type {HTMLButtonElement} */
  const same = h("button", { onclick: () => playOn(same, "again") }, t("The same again"));
  /** @type {HTMLButtonElement} */
  const watch = h("button", { onclick: () => openReplay() }, icon("play"), isCampaign ? t("Replay the campaign") : t("Replay the battle"));
  /** @type {HTMLButtonElement} */
  const tell = h("button", { "data-act": "story", onclick: openStory }, icon("notebook"), t("The story of the game"));
  fill(container, h("div.end", { role: "dialog", "aria-modal": "true", "aria-labelledby": "end-title" },
    h("div.end-page", null,
      h("header.end-head", null,
        h("div.end-emblem", null, emblem(view.result?.winner ?? "french")),
        h("h1", { id: "end-title" }, view.result?.winner === "french" ? t("The French have won") : t("The Allies have won")),
        h("p.reason", null, reasonOf(game), " ", ruleMark(view.result?.rule)),
        view.aim ? h("p.hint", null, scenarioAim(view.aim, view.turn)) : null,
        h("p.hint", null, turnTitle(board, view.turn)),
        table?.rated && id ? ratingNote(id, true) : null),
      h("div.row.centred", null,
        isPlayer && id ? [again, friends.isPossible ? same : null] : null,
        id ? watch : null,
        id ? tell : null,
        id ? h("button", { onclick: saveRecord }, icon("save"), t("Save the record")) : null,
        id ? h("a.button", { href: `/dice/${id}` }, icon("dice"), t("Check the dice")) : null,
        h("button", { onclick: onMap }, icon("map"), t("Look at the map")),
        h("a.button", { href: "/" }, icon("home"), t("To the front page"))),
      trouble,
      replayHost,
      storyHost,
      isCampaign ? h("section", null, h("h2", null, t("Losses, day by day")), lossesPicture(board, log, view)) : null,
      h("section", null, h("h2", null, t("Everything revealed")), revealed(board, view)))));
  const first = container.querySelector("button.primary, .end button");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  return {
    destroy() {
      replay?.destroy();
      fill(container);
    },
  };
}

/** @type {(element: HTMLElement) => void} */
const bringUp = (element) => element.scrollIntoView({ block: "start", behavior: "smooth" });

/**
 * Units lost by each army after each turn, without those who left with a beaten army.
 * @param {Board} board
 * @param {GameEvent[]} log
 */
function lossesByTurn(board, log) {
  const turns = board.data.turns.length;
  const none = () => /** @type {number[]} */ (new Array(turns + 1).fill(0));
  /** @type {Record<Army, number[]>} */
  const lost = { "french": none(), "anglo-dutch": none(), "prussian": none() };
  for (const event of log) {
    if (event.kind !== "eliminated" || event.why === "defeat" || !event.army) continue;
    for (let turn = event.turn; turn <= turns; turn += 1) lost[event.army][turn] += 1;
  }
  return lost;
}

/**
 * Losses over time, drawn as steps, each army with its own line and name.
 * @param {Board} board
 * @param {GameEvent[]} log
 * @param {View} view
 */
function lossesPicture(board, log, view) {
  const table = lossesByTurn(board, log);
  const last = Math.max(1, view.turn);
  const top = Math.max(...ARMIES.flatMap((army) => [board.data.limits.defeat[army], table[army][last]]));
  // On a small screen the picture is narrower, so that its words stay as large.
  const right = window.innerWidth < 600 ? 250 : 560;
  const x = (/** @type {number} */ turn) => 30 + (turn / last) * (right - 30);
  const y = (/** @type {number} */ lost) => 220 - (lost / top) * 190;
  const picture = s("svg.losses", { viewBox: `0 0 ${right + 142} 260`, role: "img", "aria-label": ARMIES.map((army) => t("{army}: {lost} units lost", { army: seatName(army), lost: table[army][last] })).join("; ") });
  for (let turn = 1; turn <= last; turn += 1) {
    const box = board.data.turns[turn - 1];
    if (box.night) picture.append(s("rect.night", { x: x(turn - 1), y: 20, width: x(turn) - x(turn - 1), height: 200 }));
    if (turn === 1 || box.date !== board.data.turns[turn - 2].date) {
      picture.append(s("text.axis", { x: x(turn - 1) + 2, y: 240 }, String(Number(box.date.slice(-2)))));
    }
  }
  for (let lost = 0; lost <= top; lost += 4) {
    picture.append(s("path.grid", { d: `M30 ${y(lost)}H${right}` }), s("text.axis", { x: 24, y: y(lost) + 4, "text-anchor": "end" }, String(lost)));
  }
  const labels = ARMIES.map((army) => ({ army, at: y(table[army][last]) })).sort((a, b) => a.at - b.at);
  labels.forEach((label, n) => { if (n && label.at < labels[n - 1].at + 20) label.at = labels[n - 1].at + 20; });
  for (const { army, at } of labels) {
    const limit = board.data.limits.defeat[army];
    let path = `M${x(0)} ${y(0)}`;
    for (let turn = 1; turn <= last; turn += 1) path += `H${x(turn)}V${y(table[army][turn])}`;
    picture.append(s(`path.line.line-${army}`, { d: path }),
      s(`path.leader-line.line-${army}`, { d: `M${x(last)} ${y(table[army][last])}L${right + 8} ${at}` }),
      s("text.name", { x: right + 11, y: at + 5 }, `${seatName(army)} ${table[army][last]}/${limit}`));
  }
  requestAnimationFrame(() => picture.querySelectorAll("text.name").forEach((name) => fitText(name, 126)));
  picture.append(s("text.axis", { x: (right + 30) / 2, y: 256, "text-anchor": "middle" }, t("June 1815")));
  return picture;
}

/**
 * Where everybody really stood.
 * @param {Board} board
 * @param {View} view
 */
function revealed(board, view) {
  const { truth } = view;
  return h("div.revealed", null, ARMIES.map((army) => {
    const units = truth.filter((unit) => board.unit(unit.id).army === army);
    const towns = [...new Set(units.flatMap((unit) => unit.town ?? []))].sort((a, b) => townName(a).localeCompare(townName(b)));
    return h("div", null, h("h3", null, emblem(army), seatName(army)),
      towns.length ? towns.map((town) => h("div.revealed-town", null, h("span", null, townName(town)),
        h("span.blocks", null, units.filter((unit) => unit.town === town).map((unit) =>
          h("span", { title: unitName(unit.id) }, blockIcon(board.unit(unit.id), { size: 40, strength: unit.strength }))))))
        : h("p.hint", null, t("Nobody is left on the map.")));
  }));
}
