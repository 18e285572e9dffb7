/**
 * The number of a section, wherever it stands in a text: a link that opens the section.
 *
 * The shell sees to the tap (app.js): at a table the section opens beside the board, elsewhere over
 * the page.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ruleTitle } from "./library.js";
import { pathOf, splitAtRules } from "./trail.js";

/**
 * @param {string|null|undefined} rule
 */
export function ruleMark(rule) {
  return rule ? mark("a.rule", rule) : null;
}

/**
 * @param {"a.rule"|"a.rule.is-plain"} tag
 * @param {string} rule
 */
function mark(tag, rule) {
  const title = ruleTitle(rule);
  const tip = title ? t("Rule {rule}: {title}", { rule, title }) : t("Rule {rule}", { rule });
  return h(tag, { href: pathOf(rule), "data-rule": rule, "data-tip": tip, "aria-label": tip }, rule);
}

/**
 * A text in which every number of a section, "6.3.3" or "(8)", is such a link.
 * @param {string} text
 * @returns {(string|HTMLElement)[]}
 */
export function withRules(text) {
  return splitAtRules(text).map((part, at) => (at % 2 ? mark("a.rule.is-plain", part) : part));
}
