/**
 * Exercises: positions with a right answer. The list, and the table on which one is tried.
 *
 * Nothing is kept by the server: this page sends all that was played, and gets the position. What
 * is solved stands in the browser.
 */

import { api } from "../lib/net.js";
import { fill, h } from "../lib/dom.js";
import { emblem, icon } from "../lib/icons.js";
import { foot, heading } from "./home.js";
import { lang, msg, t } from "../lib/i18n.js";
import { keep, recall } from "../lib/kept.js";
import { withRules } from "../rules/mark.js";
import { createTable } from "../table/table.js";
import { connectPractice } from "./practice.js";

/** @import { ExerciseInfo, Page, Shell, Verdict } from "../lib/types.js" */
/** @import { CardButton, ShowCard } from "../table/state.js" */

const KEEP = "napoleon.solved";
const LOOK = 900; // milliseconds to see what was done, before the verdict
/** @type {Record<string, string>} */
const THEMES = {
  concentration: msg("Concentration"),
  cover: msg("Cover"),
  odds: msg("Odds"),
  skirmish: msg("Skirmishes"),
  retreat: msg("Retreat"),
  deployment: msg("Deployment"),
  guns: msg("Guns"),
  losses: msg("Who takes the hits"),
  rout: msg("Rout"),
  reserves: msg("Reserves"),
  squares: msg("Squares"),
  leaders: msg("Leaders"),
  "forced marches": msg("Forced marches"),
  "supply cities": msg("Supply cities"),
  "supply losses": msg("Losses for want of supply"),
  "last turns": msg("The last turns"),
};

/** @returns {Set<string>} */
function solved() {
  try {
    return new Set(JSON.parse(recall(KEEP) || "[]"));
  } catch {
    return new Set();
  }
}

/** @param {string} id */
function markSolved(id) {
  keep(KEEP, JSON.stringify([...solved().add(id)]));
}

/** @returns {Promise<ExerciseInfo[]>} */
function loadList() {
  return api("GET", `/api/exercises?lang=${encodeURIComponent(lang())}`);
}

/**
 * Themes from easy to hard, by the mean of their exercises, which the server sends from easy to hard.
 * @param {ExerciseInfo[]} list
 */
function byTheme(list) {
  /** @type {Map<string, ExerciseInfo[]>} */
  const themes = new Map();
  for (const one of list) themes.set(one.theme, [...(themes.get(one.theme) || []), one]);
  const mean = (/** @type {ExerciseInfo[]} */ items) => items.reduce((sum, one) => sum + one.ease, 0) / items.length;
  return [...themes].sort(([, a], [, b]) => mean(b) - mean(a))
    .map(([theme, items]) => ({ theme, title: t(THEMES[theme] || theme), items }));
}

/** How hard an exercise is: `EASY` percent and more of the answers that we measured were right, `FAIR`, or fewer. */
const EASY = 80;
const FAIR = 50;

/** @param {ExerciseInfo} exercise */
const howHard = ({ ease }) => (ease >= EASY ? t("easy") : ease >= FAIR ? t("fair") : t("hard"));

// --- The list

/**
 * All exercises, by theme.
 * @param {HTMLElement} container
 * @param {Shell} shell
 */
export async function createExercises(container, shell) {
  const list = await loadList();
  const done = solved();
  const wanted = new URLSearchParams(location.search).get("theme");
  const count = list.filter((one) => done.has(one.id)).length;
  let hasNext = false;
  const item = (/** @type {ExerciseInfo} */ one, /** @type {number} */ number) => h("li", null,
    h("a.exercise", { href: `/exercise/${one.id}`, class: done.has(one.id) ? "is-solved" : "" },
      h("span.exercise-number", null, number + 1), emblem(one.seat), h("span", null, one.task), h("small.hint", null, howHard(one)),
      done.has(one.id)
        ? h("span.exercise-mark", { "aria-label": t("solved") }, icon("done")) : null));
  container.append(h("main.page.narrow", { id: "main" }, heading(t("Exercises")),
    h("p", null, t("Each is one step of a campaign with a clearly right answer. Look, play it, and see whether the staff agrees.")),
    h("p.hint", null, t("{count} of {all} solved", { count, all: list.length })),
    byTheme(list).map(({ theme, title, items }) => {
      const left = items.filter((one) => !done.has(one.id)).length;
      // What was asked for lies open, or the first that has something left.
      const isNext = wanted ? theme === wanted : left > 0 && !hasNext;
      hasNext ||= isNext;
      return h("details.theme", { open: isNext },
        h("summary", null,
          h("strong", null, title), h("span.hint", null, `${items.length - left}/${items.length}`)),
        h("ol.exercises", null, items.map(item)));
    }),
    foot(shell)));
}

// --- One of them

/**
 * One exercise on the table.
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @param {string} id
 * @returns {Promise<Page|undefined>}
 */
export async function createExercise(container, shell, id) {
  const list = await loadList();
  const at = list.findIndex((one) => one.id === id);
  if (at < 0) {
    shell.navigate("/exercises", { replace: true });
    return undefined;
  }
  const mine = list[at];
  const ordered = byTheme(list).flatMap(({ items }) => items);
  const place = ordered.findIndex((one) => one.id === id);
  const next = [...ordered.slice(place + 1), ...ordered.slice(0, place)]
    .find((one) => !solved().has(one.id));

  /**
   * @param {Verdict} verdict
   * @param {ShowCard} showCard
   */
  async function onVerdict(verdict, showCard) {
    if (verdict.right) markSolved(id);
    const marshal = h("p.hint", null, t("The marshal is asked…"));
    const content = h("div.exercise-verdict", { class: verdict.right ? "is-right" : "is-wrong" },
      h("p", null, withRules(verdict.explanation)),
      verdict.right ? null : [h("p", null, t("A right answer:")), steps(verdict.answer)],
      marshal);
    /** @type {CardButton[]} */
    const buttons = [
      [t("All exercises"), () => shell.navigate("/exercises")],
      [t("Try again"), () => shell.navigate(`/exercise/${id}`, { replace: true }), !verdict.right],
    ];
    if (next) buttons.push([t("Next exercise"), () => shell.navigate(`/exercise/${next.id}`), verdict.right]);
    showCard(verdict.right ? t("That is right") : t("Not so"), content, buttons);
    try {
      const path = `/api/exercises/${id}/marshal?lang=${encodeURIComponent(lang())}`;
      const answer = await api("GET", path);
      fill(marshal, answer.right
        ? t("The marshal does this, and is right:") : t("The marshal does this, and errs:"),
      steps(answer.actions));
    } catch {
      marshal.remove();
    }
  }

  return createTable(container, {
    shell,
    exercise: {
      seat: mine.seat, task: mine.task, view: mine.view,
      connect: (handlers) => connectPractice(`/api/exercises/${id}`, handlers),
      onVerdict: (verdict, showCard, isAgain) => { setTimeout(() => onVerdict(verdict, showCard), isAgain ? 0 : LOOK); },
    },
  });
}

/**
 * What was done, in words; many of a kind are not all told.
 * @param {string[]} labels
 */
function steps(labels) {
  const shown = labels.length > 9 ? labels.slice(0, 8) : [...labels];
  if (shown.length < labels.length) shown.push(t("and {count} more", { count: labels.length - 8 }));
  return h("ol.steps", null, shown.map((label) => h("li", null, label)));
}
