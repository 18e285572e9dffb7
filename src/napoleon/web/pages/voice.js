/**
 * The voice of a lesson: what it asks, what it says of what was done, what it points at, and the ways on.
 *
 * Its place is as high as the longest thing that the lesson asks, so that the board beneath never moves. What it
 * says besides lies over the board, and folds away as soon as the pupil turns to that or taps the words.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { ruleMark } from "../rules/mark.js";

/** @import { LessonAsk, LessonInfo, Voice, VoicePoint } from "../lib/types.js" */

/** @typedef {[label: string, act: () => void, isPrimary?: boolean]} WayOn */
/**
 * @typedef {object} VoiceHooks
 * @property {() => void} onNext - it was read, or the next scene is wanted
 * @property {() => void} onAgain
 * @property {() => void} onShow
 * @property {() => void} onSkip
 * @property {() => WayOn[]} afterwards - the ways on from the end of the lesson
 */

/**
 * @param {LessonInfo} lesson
 * @param {LessonAsk[]} asks - what each step asks
 * @param {VoiceHooks} hooks
 */
export function createVoice(lesson, asks, hooks) {
  const place = h("p.voice-place");
  const words = h("div.voice-words", { tabindex: -1, "aria-live": "polite", "aria-atomic": "true" });
  const buttons = h("div.voice-buttons", { role: "group", "aria-label": t("Ways on") });
  const lights = h("style");
  const face = h("div.voice-face", null, place, words, buttons);
  const room = h("div.voice-room", null, asks.map(({ ask, rules }) => h("p", null, ask, " ", marks(rules))));
  const element = h("section.voice", { "aria-label": t("Lesson"), "aria-keyshortcuts": "V" }, room, face, lights);
  let said = "";

  /** @param {Voice} voice */
  function render(voice) {
    const hadFocus = element.contains(document.activeElement);
    element.classList.toggle("is-over", voice.over);
    const saying = [voice.step, voice.after, voice.nudge, voice.ask].join("\n");
    if (saying !== said) fold(false);
    said = saying;
    fill(place, h("strong", null, lesson.title), " ", h("span", null, voice.over ? t("done") : t("{step} of {steps}", { step: voice.step + 1, steps: lesson.steps })));
    fill(words,
      voice.after && !voice.nudge ? h("p.voice-after", null, icon("done"), h("span", null, voice.after)) : null,
      voice.nudge ? h("p.voice-nudge", null, voice.nudge) : null,
      voice.ask ? h(voice.nudge ? "p.voice-ask.hint" : "p.voice-ask", null, voice.ask, " ", marks(voice.rules)) : null);
    fill(buttons, ways(voice).map(([label, act, isPrimary]) => h(isPrimary ? "button.primary" : "button.quiet", { onclick: act }, label)));
    lights.textContent = voice.points.map(lightOf).join("\n");
    // The words are spoken; whoever came by the keys stays here, at the first way on.
    const first = buttons.querySelector(".primary");
    if (hadFocus) (first instanceof HTMLElement ? first : words).focus({ preventScroll: true });
  }

  /**
   * @param {Voice} voice
   * @returns {WayOn[]}
   */
  function ways(voice) {
    if (voice.over) return hooks.afterwards();
    if (voice.done || voice.reads) return [[t("Next"), hooks.onNext, true]];
    if (voice.nudge) return [[t("Try again"), hooks.onAgain, true], [t("Show me"), hooks.onShow], [t("Skip"), hooks.onSkip]];
    return [[t("Show me"), hooks.onShow], [t("Skip"), hooks.onSkip]];
  }

  /** @param {boolean} isFolded - the board lies free */
  function fold(isFolded) {
    element.classList.toggle("is-folded", isFolded);
  }
  words.addEventListener("click", () => fold(!element.classList.contains("is-folded")));

  /** @param {Event} event */
  function onTurn({ target }) {
    if (!(target instanceof Node && element.contains(target))) fold(true);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    onTurn(event);
    if (event.key.toLowerCase() !== "v" || event.ctrlKey || event.metaKey || event.altKey) return;
    fold(false);
    const first = buttons.querySelector("button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("pointerdown", onTurn, true);

  return {
    element,
    render,
    destroy() {
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("pointerdown", onTurn, true);
    },
  };
}

/** @param {readonly string[]} rules */
const marks = (rules) => rules.map((rule) => [ruleMark(rule), " "]);

/**
 * A rule of style that lights what the voice points at, however often it is drawn anew.
 * @param {VoicePoint} point
 */
function lightOf({ kind, name }) {
  switch (kind) {
    case "town": return `.lesson .map-spot[data-town="${name}"] { stroke: var(--gold-bright); stroke-width: 5; stroke-dasharray: 8 5; }`;
    case "area": return `.lesson .b-zone[data-zone="${name}"] { outline: 3px dashed var(--gold-bright); outline-offset: -3px; }`;
    case "button": return `.lesson [data-act="${name}"]${name === "end" ? ", .lesson .b-act.is-end" : ""} { box-shadow: 0 0 0 4px var(--gold-bright) !important; }`;
    default: return `.lesson :is([data-unit="${name}"], [data-piece="${name}"] > *, [data-key="${name}"]) { filter: drop-shadow(0 0 5px var(--gold-bright)) drop-shadow(0 0 2px var(--gold-bright)); }`;
  }
}
