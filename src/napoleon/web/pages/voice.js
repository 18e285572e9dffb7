/**
 * The voice of a lesson: what it asks, what it says of what was done, what it points at, and the ways on.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { ruleMark } from "../rules/mark.js";

/** @import { LessonInfo, Voice, VoicePoint } from "../lib/types.js" */

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
 * @param {VoiceHooks} hooks
 */
export function createVoice(lesson, hooks) {
  const place = h("p.voice-place");
  const words = h("div.voice-words", { tabindex: -1, "aria-live": "polite", "aria-atomic": "true" });
  const buttons = h("div.voice-buttons", { role: "group", "aria-label": t("Ways on") });
  const lights = h("style");
  const element = h("section.voice", { "aria-label": t("Lesson"), "aria-keyshortcuts": "V" }, place, words, buttons, lights);

  /** @param {Voice} voice */
  function render(voice) {
    const hadFocus = element.contains(document.activeElement);
    element.classList.toggle("is-nudging", Boolean(voice.nudge));
    element.classList.toggle("is-over", voice.over);
    fill(place, h("strong", null, lesson.title), " ", h("span", null, voice.over ? t("done") : t("{step} of {steps}", { step: voice.step + 1, steps: lesson.steps })));
    fill(words,
      voice.after && !voice.nudge ? h("p.voice-after", null, icon("done"), h("span", null, voice.after)) : null,
      voice.nudge ? h("p.voice-nudge", null, voice.nudge) : null,
      voice.ask ? h(voice.nudge ? "p.voice-ask.hint" : "p.voice-ask", null, voice.ask, " ", voice.rules.map((rule) => [ruleMark(rule), " "])) : null);
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

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key.toLowerCase() !== "v" || event.ctrlKey || event.metaKey || event.altKey) return;
    const first = buttons.querySelector("button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }
  document.addEventListener("keydown", onKey);

  return {
    element,
    render,
    /** @param {string} text - what went wrong */
    trouble(text) {
      fill(words, h("p.trouble", { role: "alert" }, text));
    },
    destroy: () => document.removeEventListener("keydown", onKey),
  };
}

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
