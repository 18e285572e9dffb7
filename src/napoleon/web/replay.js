/**
 * A finished game again, step by step, as any seat saw it.
 */

import { api } from "./net.js";
import { fill, h, icon } from "./icons.js";
import { createMap } from "./map.js";
import { lang, t } from "./i18n.js";
import { seatName } from "./home.js";

import { ruleMark, turnTitle } from "./panels.js";

const PACE = 900;
const KEPT = 400;

/**
 * The replay: a map, a slider, and what was said of each step.
 * @param {HTMLElement} container
 * @param {{id: string, board: object, seats: string[]}} options
 * @returns {{destroy: function(): void}}
 */
export function createReplay(container, { id, board, seats }) {
  const kept = new Map();
  let seat = "referee";
  let step = 0;
  let steps = 0;
  let timer = 0;
  let wanted = 0;

  const mapHost = h("div.replay-map");
  const words = h("div.replay-words", { "aria-live": "polite" });
  const title = h("strong");
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Step of the replay"), oninput: () => { stop(); go(Number(slider.value)); } });
  const playing = h("button.round", { "aria-label": t("Play"), onclick: toggle }, icon("play"));
  const who = h("select", { "aria-label": t("Seen by"), onchange: () => { seat = who.value; go(step); } },
    [["referee", t("Everything revealed")], ...seats.map((name) => [name, t("As seen by: {seat}", { seat: seatName(name) })])]
      .map(([value, label]) => h("option", { value }, label)));
  fill(container,
    h("div.replay-bar", null,
      h("button.round", { "aria-label": t("Step back"), onclick: () => { stop(); go(step - 1); } }, icon("back")),
      playing,
      h("button.round", { "aria-label": t("Step on"), onclick: () => { stop(); go(step + 1); } }, icon("forward")),
      slider, who),
    title, mapHost, words);
  const map = createMap(mapHost, { onTown() {}, onUnit() {}, onDrop() {}, onBackground() {} });

  async function fetchStep(number) {
    const key = `${seat} ${number}`;
    if (!kept.has(key)) {
      if (kept.size > KEPT) kept.clear();
      kept.set(key, api("GET", `/api/games/${id}/replay?seat=${encodeURIComponent(seat)}&step=${number}&lang=${lang()}`));
      kept.get(key).catch(() => kept.delete(key));
    }
    return kept.get(key);
  }

  async function go(number) {
    const target = Math.max(0, Math.min(number, steps || number));
    const mine = (wanted += 1);
    let shown;
    try {
      shown = await fetchStep(target);
    } catch (error) {
      stop();
      return fill(words, h("p.trouble", null, error.message));
    }
    if (mine !== wanted) return;
    step = shown.step;
    steps = shown.steps;
    slider.max = String(steps);
    slider.value = String(step);
    const { view } = shown;
    const truth = seat === "referee" && view.truth?.length ? { ...view, units: view.truth, blocks: [] } : view;
    title.textContent = turnTitle(board, shown.turn);
    slider.setAttribute("aria-valuetext", title.textContent);
    const moved = shown.events.filter((event) => event.town && event.to);
    map.update({
      view: truth, litTowns: new Map(), litUnits: new Set(), selectedUnits: new Set(), selectedTown: null, roadUse: {}, limits: {},
      arrows: moved.map((event) => ({ from: event.town, to: event.to, army: event.army, kind: event.kind === "retreated" ? "retreat" : "march" })),
    });
    fill(words, shown.events.length ? shown.events.slice(-6).map((event) => h("p.entry", null, event.text, " ", ruleMark(event.rule)))
      : h("p.hint", null, t("Nothing to be seen from here.")));
    if (step < steps) fetchStep(step + 1).catch(() => {});
  }

  function toggle() {
    if (timer) return stop();
    fill(playing, icon("pause"));
    playing.setAttribute("aria-label", t("Pause"));
    const tick = async () => {
      if (step >= steps) return stop();
      await go(step + 1);
      if (timer) timer = setTimeout(tick, PACE);
    };
    timer = setTimeout(tick, 0);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    fill(playing, icon("play"));
    playing.setAttribute("aria-label", t("Play"));
  }

  go(0);
  return {
    destroy() {
      stop();
      wanted += 1;
      map.destroy();
      fill(container);
    },
  };
}
