/**
 * A finished game again, step by step, as any seat saw it.
 */

import { api, messageOf } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { createMap } from "../map/map.js";
import { lang, t } from "../lib/i18n.js";
import { seatName, townName, turnTitle } from "../lib/names.js";
import { reveal } from "../lib/reveal.js";
import { ruleMark } from "../rules/mark.js";
import { readFights } from "./offers.js";
import { fillTabs } from "./panels.js";

/** @import { Board, GameEvent, ReplayStep, Seat, View } from "../lib/types.js" */

const PACE = 900;
const KEPT = 400;
const LOOK_BACK = 24; // steps, for what a battle turn has seen
const BEGINNINGS = new Set(["skirmish-began", "battle-turn-began", "turn-began", "fight-won"]);

/**
 * The replay: the map and the battlefields, a slider, and what was said of each step.
 * @param {HTMLElement} container
 * @param {{id: string, board: Board, seats: Seat[]}} options
 */
export function createReplay(container, { id, board, seats }) {
  /** @type {Map<string, Promise<ReplayStep>>} */
  const kept = new Map();
  let seat = "referee";
  let step = 0;
  let steps = 0;
  let timer = 0;
  let wanted = 0;
  /** @type {ReturnType<typeof import("../battle/battle.js").createBattle>|null} */
  let battle = null;
  /** @type {string|null} */
  let tab = null; // the town of the battlefield that is shown, null for the map
  /** @type {string|null} */
  let fightTown = null;
  /** @type {string|null} */
  let openTown = null;
  /** @type {(ReplayStep & {past: GameEvent[]})|null} */
  let shown = null; // the latest step
  /** @type {NonNullable<ReplayStep["chapters"]>} */
  let starts = []; // the chapters

  const mapHost = h("div.replay-map");
  const battleHost = h("div.replay-battle", { hidden: true });
  const tabs = h("nav.tabs", { "aria-label": t("Map and battles"), hidden: true });
  const words = h("div.replay-words", { "aria-live": "polite" });
  const note = h("div.replay-note");
  const title = h("strong");
  /** @type {HTMLInputElement} */
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Step of the replay"), oninput: () => { stop(); go(Number(slider.value)); } });
  const playing = h("button.round", { "aria-label": t("Play"), onclick: toggle }, icon("play"));
  /** @type {HTMLSelectElement} */
  const who = h("select", { "aria-label": t("Seen by"), onchange: () => { seat = who.value; go(step); } },
    [["referee", t("Everything revealed")], ...seats.map((name) => [name, t("As seen by: {seat}", { seat: seatName(name) })])]
      .map(([value, label]) => h("option", { value }, label)));
  /** @type {HTMLSelectElement} */
  const chapters = h("select", { "aria-label": t("Go to"), hidden: true, onchange: () => { stop(); go(Number(chapters.value)); } });
  fill(container,
    h("div.replay-bar", null,
      h("button.round", { "aria-label": t("Step back"), onclick: () => { stop(); go(step - 1); } }, icon("back")),
      playing,
      h("button.round", { "aria-label": t("Step on"), onclick: () => { stop(); go(step + 1); } }, icon("forward")),
      slider, who),
    h("div.replay-chapter", null, title, chapters), note, h("div.replay-field", null, mapHost, battleHost, tabs), words);
  const map = createMap(mapHost, board, { onTown: open, onBackground: () => open(null) });

  /**
   * @param {number} number
   * @returns {Promise<ReplayStep>}
   */
  function fetchStep(number) {
    const key = `${seat} ${number}`;
    const known = kept.get(key);
    if (known) return known;
    if (kept.size > KEPT) kept.clear();
    const asked = api("GET", `/api/games/${id}/replay?seat=${encodeURIComponent(seat)}&step=${number}&lang=${lang()}`);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    return asked;
  }

  /** @param {number} number */
  async function go(number) {
    const target = Math.max(0, Math.min(number, steps || number));
    const mine = (wanted += 1);
    let next;
    /** @type {GameEvent[]} */
    let past = [];
    try {
      next = await fetchStep(target);
      if (mine === wanted && readFights(next.view).fight) past = await lookBack(next);
    } catch (error) {
      stop();
      return fill(words, h("p.trouble", null, messageOf(error)));
    }
    if (mine !== wanted) return;
    const isNext = shown?.seat === next.seat && next.step === shown.step + 1;
    shown = { ...next, past };
    step = shown.step;
    steps = shown.steps;
    if (shown.chapters) fillChapters(shown.chapters);
    slider.max = String(steps);
    slider.value = String(step);
    title.textContent = turnTitle(board, shown.turn);
    slider.setAttribute("aria-valuetext", title.textContent);
    const { fight, fields } = readFights(shown.view);
    showChapter(fight);
    if (fight !== fightTown) tab = fight;
    else if (tab && !fields.includes(tab)) tab = fight;
    fightTown = fight;
    draw(isNext);
    fill(words, shown.events.length ? shown.events.slice(-6).map((event) => h("p.entry", null, event.text, " ", ruleMark(event.rule)))
      : h("p.hint", null, t("Nothing to be seen from here.")));
    if (step < steps) fetchStep(step + 1).catch(() => {});
  }

  /** @param {NonNullable<ReplayStep["chapters"]>} found */
  function fillChapters(found) {
    starts = found;
    fill(chapters, found.map(({ step: start, turn, town }) => h("option", { value: start },
      town ? `\u2003${t("Fight at {town}", { town: townName(town) })}` : turnTitle(board, turn))));
    chapters.hidden = !found.length;
    title.hidden = !chapters.hidden; // the chapters name the turn too
  }

  /**
   * The chapter in which we are; of several fights at once, that in which something is to be decided.
   * @param {string|null} fight
   */
  function showChapter(fight) {
    const begun = starts.filter((start) => start.step <= step);
    const last = begun.findLastIndex((start) => start.town === null);
    const own = fight ? begun.findLastIndex((start) => start.town === fight) : -1;
    chapters.selectedIndex = Math.max(0, own > last ? own : begun.length - 1);
  }

  /**
   * What was told since a fight or a turn of it began: the scene is read from it.
   * @param {ReplayStep} from
   */
  async function lookBack(from) {
    const past = [...from.events];
    for (let back = from.step - 1; back >= 0 && back > from.step - LOOK_BACK; back -= 1) {
      if (past.some((event) => BEGINNINGS.has(event.kind))) break;
      past.unshift(...(await fetchStep(back)).events);
    }
    return past;
  }

  function draw(isNext = false) {
    if (!shown) return;
    const { view, events, past } = shown;
    const isAll = seat === "referee" && view.truth.length > 0;
    map.update({
      view: isAll ? { ...view, units: view.truth, blocks: [] } : view,
      selectedTown: openTown, openTown,
      arrows: events.flatMap(({ town: from, to, army, kind }) => (from && to && army ? [{ from, to, army, kind: kind === "retreated" ? "retreat" : "march" }] : [])),
    });
    fillTabs(tabs, view, tab, (town) => { tab = town; draw(); });
    mapHost.inert = Boolean(tab);
    mapHost.style.visibility = tab ? "hidden" : "";
    battleHost.hidden = !tab;
    if (tab) drawBattle(isAll ? reveal(board, view) : view, isNext ? events : [], past);
  }

  /**
   * @param {View} view
   * @param {GameEvent[]} events
   * @param {GameEvent[]} past
   */
  async function drawBattle(view, events, past) {
    const { createBattle } = await import("../battle/battle.js");
    if (!container.contains(battleHost) || !tab) return;
    battle ??= createBattle(battleHost, { hasEnd: false, onTown: (town) => { tab = null; open(town); } });
    battle.update({ view, offers: [], town: tab, seat: view.seat, board, canAct: false, events, log: past });
  }

  /** @param {string|null} town */
  function open(town) {
    openTown = town === openTown ? null : town;
    draw();
  }

  function toggle() {
    if (timer) return stop();
    fill(playing, icon("pause"));
    playing.setAttribute("aria-label", t("Pause"));
    const tick = async () => {
      if (step >= steps) return stop();
      await go(step + 1);
      if (!timer) return;
      // A shot or a rout is seen to its end.
      const wait = () => { timer = setTimeout(() => (battle?.isBusy && tab ? wait() : tick()), battle?.isBusy ? 120 : PACE); };
      wait();
    };
    timer = setTimeout(tick, 0);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    fill(playing, icon("play"));
    playing.setAttribute("aria-label", t("Play"));
  }

  return {
    /**
     * @param {number} number - the step to show
     * @param {string} from - the seat through whose eyes; "" for the one that was chosen
     * @param {HTMLElement|null} said - what the story says of it
     */
    async show(number, from = "", said = null) {
      stop();
      fill(note, said);
      if (from) {
        seat = from;
        who.value = from;
      }
      if (!starts.length) fillChapters((await fetchStep(0).catch(() => null))?.chapters ?? []);
      go(number);
    },
    destroy() {
      stop();
      wanted += 1;
      battle?.destroy();
      map.destroy();
      fill(container);
    },
  };
}
