/**
 * The country that somebody plays in, if they say so: a choice of all countries, in the reader's words.
 */

import { fill, h } from "./dom.js";
import { lang, t } from "./i18n.js";
import { keep, recall } from "./kept.js";
import { api } from "./net.js";

const HOME = "napoleon.home";

/** @type {Promise<string[]>|null} */
let asked = null;

/** The codes of all countries; without an answer there are none. */
function loadCountries() {
  asked ||= api("GET", "/api/countries").catch(() => {
    asked = null;
    return [];
  });
  return asked;
}

/**
 * What a country is called.
 * @param {string} code
 */
export function countryName(code) {
  return new Intl.DisplayNames([lang()], { type: "region" }).of(code) ?? code;
}

/** The country that was last said in this browser. */
export const keptHome = () => recall(HOME) ?? "";

/** @param {string} code */
export const keepHome = (code) => keep(HOME, code);

/**
 * A choice of a country.
 * @param {string} name - of the field
 * @param {string} none - what it means to choose none
 * @param {string} chosen
 * @param {(code: string) => void} onChoose
 */
export function countryPicker(name, none, chosen, onChoose) {
  /** @type {HTMLSelectElement} */
  const select = h("select", { name, onchange: () => onChoose(select.value) });
  const option = (/** @type {string} */ value, /** @type {string} */ label) =>
    h("option", { value, selected: value === chosen }, label);
  fill(select, option("", none), chosen ? option(chosen, countryName(chosen)) : null);
  loadCountries().then((codes) => {
    const sorter = new Intl.Collator(lang());
    const named = codes.map((code) => ({ code, label: countryName(code) }));
    named.sort((a, b) => sorter.compare(a.label, b.label));
    fill(select, option("", none), named.map(({ code, label }) => option(code, label)));
  });
  return select;
}

/**
 * Where I play, if I want to say so; the browser remembers it.
 * @param {(code: string) => void} [onChoose]
 */
export function homePicker(onChoose) {
  return h("label", null, t("My country (if you like)"),
    countryPicker("home", t("not said"), keptHome(), (code) => {
      keepHome(code);
      onChoose?.(code);
    }));
}
