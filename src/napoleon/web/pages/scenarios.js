/**
 * Single battles and short campaigns: what there is to choose, as cards.
 */

import { api } from "../lib/net.js";
import { h } from "../lib/dom.js";
import { lang, t } from "../lib/i18n.js";

/** @import { Scenario } from "../lib/types.js" */

/** The beginnings of the whole campaign, which are no scenarios. */
export const CAMPAIGNS = ["historical", "free"];

/** @type {Map<string, Promise<Scenario[]>>} */
const loaded = new Map();

/**
 * The scenarios in the reader's language, asked for once.
 * @returns {Promise<Scenario[]>}
 */
export function loadScenarios() {
  const code = lang();
  const known = loaded.get(code);
  if (known) return known;
  const asked = api("GET", `/api/scenarios?lang=${code}`);
  loaded.set(code, asked);
  asked.catch(() => loaded.delete(code));
  return asked;
}

/**
 * A card for each scenario, one of which may be chosen.
 * @param {Scenario[]} scenarios
 * @param {string} chosen
 * @param {(scenario: Scenario) => void} onChoose
 */
export function scenarioCards(scenarios, chosen, onChoose) {
  return h("div.options.scenarios", { role: "radiogroup", "aria-label": t("A battle tonight") },
    scenarios.map((scenario) => h("label.option.scenario", null,
      h("input", { type: "radio", name: "scenario", value: scenario.id, checked: scenario.id === chosen, onchange: () => onChoose(scenario) }),
      h("span", null,
        h("span.scenario-head", null, h("strong", null, scenario.title), h("em", null, t("about {minutes} minutes", { minutes: scenario.minutes }))),
        h("span", null, scenario.when),
        h("span.scenario-words", null, scenario.summary)))));
}

/**
 * What decides the chosen scenario, and what happened then.
 * @param {Scenario} scenario
 */
export function scenarioStory(scenario) {
  return h("div.scenario-story", null,
    h("p.scenario-aim", null, scenario.aim),
    scenario.history ? h("p", null, scenario.history) : null,
    scenario.sources ? h("p.hint", null, t("Sources: {books}", { books: scenario.sources })) : null);
}
