/**
 * Lessons: the list, and the table on which one is played, with a voice above it.
 *
 * A lesson stands at a step and at what was played since its start; both are kept in the browser, so that
 * it can be left and resumed anywhere.
 */

import { api, messageOf, ServerError } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { foot, heading } from "./home.js";
import { lang, t } from "../lib/i18n.js";
import { keep, recall } from "../lib/kept.js";
import { connectPractice } from "./practice.js";
import { createTable } from "../table/table.js";
import { createVoice } from "./voice.js";

/** @import { LessonInfo, LessonState, Page, Shell } from "../lib/types.js" */
/** @import { WayOn } from "./voice.js" */

/** @typedef {{step: number, actions: string[], isDone: boolean}} Place - where a lesson was left */

const KEEP = "napoleon.lessons";
const NEXT = "next"; // for an action: it was read
const SHOW_MS = 800; // between two actions that are shown

/** @returns {Record<string, Place>} */
function places() {
  try {
    return JSON.parse(recall(KEEP) || "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} id
 * @returns {Place}
 */
const placeOf = (id) => places()[id] || { step: 0, actions: [], isDone: false };

/**
 * @param {string} id
 * @param {Partial<Place>} change
 */
function keepPlace(id, change) {
  keep(KEEP, JSON.stringify({ ...places(), [id]: { ...placeOf(id), ...change } }));
}

/** @returns {Promise<LessonInfo[]>} */
function loadList() {
  return api("GET", `/api/lessons?lang=${encodeURIComponent(lang())}`);
}

// --- The list

/**
 * All lessons, and the campaign that they lead to.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createLearn(container, shell) {
  const list = await loadList();
  const played = list.filter((one) => !one.game);
  const count = played.filter((one) => placeOf(one.id).isDone).length;
  const next = played.find((one) => !placeOf(one.id).isDone);
  container.append(h("main.page.narrow", { id: "main" }, heading(t("Learn it here")),
    h("p.lead", null, t("An hour at the table teaches you the whole game; after a quarter of it you have won a battle. You are asked for one thing at a time, and nothing you do is wrong.")),
    h("p.lessons-so-far", null, h("span.hint", null, t("{count} of {all} lessons done", { count, all: played.length })), " ",
      h("span", null, t("First a quick look?"), " ", h("a", { href: "/intro" }, t("Two-minute introduction")))),
    h("ol.lessons", null, list.map((one, number) => h("li", null, one.game ? campaign(shell, one) : row(one, number + 1, one === next)))),
    h("p", null, t("Then practise:"), " ", h("a", { href: "/exercises" }, t("Exercises"))),
    foot(shell)));
}

/**
 * @param {LessonInfo} lesson
 * @param {number} number
 * @param {boolean} isNext
 */
function row(lesson, number, isNext) {
  const { isDone, step, actions } = placeOf(lesson.id);
  const isBegun = step > 0 || actions.length > 0;
  const state = isDone ? h("span.lesson-mark", { "aria-label": t("done") }, icon("done"))
    : isBegun ? h("span.lesson-state", null, t("{step} of {steps}", { step: step + 1, steps: lesson.steps })) : null;
  return h("a.lesson-row", { href: `/lesson/${lesson.id}`, class: isNext ? "is-next" : "" },
    h("span.lesson-number", null, number),
    h("span.lesson-title", null, h("strong", null, lesson.title), h("span", null, lesson.about)),
    h("span.lesson-minutes", null, t("{minutes} min", { minutes: lesson.minutes }), state));
}

/**
 * The first game.
 * @param {Shell} shell
 * @param {LessonInfo} lesson
 */
function campaign(shell, lesson) {
  const trouble = h("p.trouble", { role: "alert" });
  /** @type {HTMLButtonElement} */
  const button = h("button.primary", { onclick: () => beginCampaign(shell, lesson, button, trouble) }, t("Begin"));
  return h("div.lesson-row.is-campaign", null,
    icon("battle"),
    h("span.lesson-title", null, h("strong", null, lesson.title), h("span", null, lesson.about), trouble),
    button);
}

/**
 * @param {Shell} shell
 * @param {LessonInfo} lesson
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} trouble
 */
async function beginCampaign(shell, { seat, game }, button, trouble) {
  button.disabled = true;
  try {
    const { id } = await api("POST", "/api/games", {
      scenario: game?.scenario, players: 2, visibility: "open",
      seats: { [seat]: "me", [seat === "french" ? "allied" : "french"]: `computer:${game?.level}` },
    });
    shell.navigate(`/game/${id}`);
  } catch (error) {
    fill(trouble, messageOf(error));
    button.disabled = false;
  }
}

// --- One of them

/**
 * A lesson on the table.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} id
 * @returns {Promise<Page|undefined>}
 */
export async function createLesson(container, shell, id) {
  const list = await loadList();
  const lesson = list.find((one) => one.id === id && !one.game);
  if (!lesson) {
    shell.navigate("/learn", { replace: true });
    return undefined;
  }
  const page = new LessonPage(container, shell, lesson, list[list.indexOf(lesson) + 1]);
  await page.resume();
  return { destroy: () => page.destroy() };
}

class LessonPage {
  /**
   * @param {HTMLElement} container
   * @param {Shell} shell
   * @param {LessonInfo} lesson
   * @param {LessonInfo} [following]
   */
  constructor(container, shell, lesson, following) {
    this.shell = shell;
    this.lesson = lesson;
    this.following = following;
    this.start = 0; // the step at whose start this table began
    /** @type {LessonState|null} */
    this.state = null;
    /** @type {Page|null} */
    this.table = null;
    /** @type {import("../lib/net.js").Connection|null} */
    this.line = null;
    this.visit = 0; // counts tables: what is shown on one may not go on at the next
    this.voice = createVoice(lesson, {
      onNext: () => this.next(),
      onAgain: () => this.open(this.step),
      onShow: () => this.show(),
      onSkip: () => this.skip(),
      afterwards: () => this.afterwards(),
    });
    this.host = h("div.lesson-table");
    this.root = h("div.lesson", null, this.voice.element, this.host);
    container.append(this.root);
  }

  destroy() {
    this.visit += 1;
    this.table?.destroy?.();
    this.voice.destroy();
  }

  get step() {
    return this.state?.voice.step ?? 0;
  }

  /** Where it was left; from the start of the step if what was played then is no longer allowed. */
  async resume() {
    const { step, actions } = placeOf(this.lesson.id);
    try {
      await this.open(Math.min(step, this.lesson.steps - 1), actions);
    } catch (error) {
      if (!(error instanceof ServerError) || error.code === "network") throw error;
      await this.open(0);
    }
  }

  /**
   * A table at the start of a step, with what was played since.
   * @param {number} step
   * @param {string[]} [actions]
   */
  async open(step, actions = []) {
    const mine = (this.visit += 1);
    const { lesson, shell } = this;
    /** @type {LessonState} */
    const first = await api("POST", `/api/lessons/${lesson.id}`, { step, actions, since: 0, lang: lang() });
    if (mine !== this.visit) return;
    this.start = step;
    this.voice.render(first.voice); // before the board looks how much room it has
    this.table?.destroy?.();
    fill(this.host);
    const table = await createTable(this.host, {
      shell,
      exercise: {
        seat: lesson.seat, task: "", view: first.voice.view, back: { href: "/learn", label: t("All lessons") },
        connect: (handlers) => {
          this.line = connectPractice(`/api/lessons/${lesson.id}`, handlers, { step }, {
            played: actions,
            onState: (state, tried) => { if (mine === this.visit) this.take(state, tried); },
          });
          return this.line;
        },
        onVerdict: () => {},
      },
    });
    if (mine === this.visit) this.table = table;
    else table.destroy?.();
  }

  /**
   * @param {LessonState} state
   * @param {string[]} actions
   */
  take(state, actions) {
    this.state = state;
    this.voice.render(state.voice);
    this.root.dataset.at = `${this.start}+${actions.length}`;
    if (state.voice.over) keepPlace(this.lesson.id, { step: 0, actions: [], isDone: true });
    else keepPlace(this.lesson.id, { step: this.start, actions });
  }

  next() {
    if (this.state?.voice.reads) this.line?.send({ t: "act", id: 0, actions: [NEXT] });
    else this.open(this.step + 1);
  }

  /** Do what was asked, from the start of the step, one action after the other. */
  async show() {
    const { step } = this;
    const right = this.state?.voice.right || [];
    await this.open(step);
    const mine = this.visit;
    const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SHOW_MS;
    for (const action of right) {
      if (pause) await new Promise((go) => { setTimeout(go, pause); });
      if (mine !== this.visit) return;
      this.line?.send({ t: "act", id: 0, actions: [action] });
    }
  }

  /** To the next step, as if this one were done. */
  skip() {
    if (this.step + 1 < this.lesson.steps) this.open(this.step + 1);
    else if (this.state) this.open(this.step, this.state.voice.right);
  }

  /** @returns {WayOn[]} */
  afterwards() {
    const { shell, lesson, following } = this;
    const goal = following && !following.game ? `/lesson/${following.id}` : "/learn";
    return [
      [following ? t("Next: {title}", { title: following.title }) : t("All lessons"), () => shell.navigate(goal), true],
      [t("Exercises on this"), () => shell.navigate(`/exercises?theme=${encodeURIComponent(lesson.exercises[0] || "")}`)],
      [t("Once more"), () => { this.open(0); }],
    ];
  }
}
