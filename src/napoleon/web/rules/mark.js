/**
 * The number of a section, wherever it stands in a text: a link that opens the section.
 *
 * The shell sees to the tap (app.js): at a table the section opens beside the board, elsewhere over
 * the page.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ruleTitle } from "./library.js";
import { pathOf } from "./trail.js";

// 6.3.3 anywhere, a bare chapter only in brackets: (8) or (9, 10.1).
const NUMBER = /\b(?:1[01]|[1-9])(?:\.[1-9])+\b|(?<=\(|, )(?:1[01]|[1-9])(?=[,)])/g;

/**
 * @param {string|null|undefined} rule
 */
export function ruleMark(rule) {
  return rule ? mark("a.rule", rule, rule) : null;
}

/**
 * @param {"a.rule"|"a.rule.is-plain"} tag
 * @param {string} rule
 * @param {string} words
 */
function mark(tag, rule, words) {
  const title = ruleTitle(rule);
  const tip = title ? t("Rule {rule}: {title}", { rule, title }) : t("Rule {rule}", { rule });
  return h(tag, { href: pathOf(rule), "data-rule": rule, "data-tip": tip, "aria-label": tip }, words);
}

/**
 * A text in which every number of a section, "6.3.3" or "(8)", is such a link.
 * @param {string} text
 * @returns {(string|HTMLElement)[]}
 */
export function withRules(text) {
  /** @type {(string|HTMLElement)[]} */
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(NUMBER)) {
    parts.push(text.slice(end, found.index), mark("a.rule.is-plain", found[0], found[0]));
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}
