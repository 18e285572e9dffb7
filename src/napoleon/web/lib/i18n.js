/**
 * The reader's language: `t("Template with {name}", {name})`, catalogues from the server.
 *
 * English is the source. A message that a catalogue lacks stays English.
 */

import { keep, recall } from "./kept.js";

const KEEP = "napoleon.lang";
const ENGLISH = { code: "en", name: "English" };

let current = "en";
/** @type {Record<string, string>} */
let messages = {};
/** @type {[string, string][]} */
let contractions = [];
let known = [ENGLISH];
/** @type {Set<(code: string) => void>} */
const listeners = new Set();

/**
 * A text in the reader's language.
 * @param {string} template - the English text, fields in braces
 * @param {Record<string, string|number>} [fields] - what goes into the braces
 * @returns {string}
 */
export function t(template, fields) {
  const text = messages[template] || template;
  if (!fields) return text;
  const filled = text.replace(/\{(\w+)\}/g, (whole, name) =>
    fields[name] === undefined ? whole : String(fields[name]));
  return contractions.reduce((said, [apart, together]) => said.replaceAll(apart, together), filled);
}

/**
 * Marks a message for the catalogues where it cannot be translated yet.
 * @param {string} template
 */
export function msg(template) {
  return template;
}

/** @returns {string} the code of the language now in use, such as "en" */
export function lang() {
  return current;
}

/** @returns {{code: string, name: string}[]} the languages that can be chosen */
export function languages() {
  return known;
}

/**
 * Be told when the language changes.
 * @param {(code: string) => void} listener
 * @returns {() => void} stop listening
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}

/** Reads which languages there are, from the page itself where it says so, and loads the remembered one, or the browser's. */
export async function startLanguages() {
  try {
    const written = document.getElementById("languages")?.textContent;
    const answer = written ? null : await fetch("/i18n/index.json");
    if (written) known = JSON.parse(written);
    else if (answer?.ok) known = await answer.json();
  } catch {
    known = [ENGLISH];
  }
  await setLanguage(wishedLanguage(), { remember: false });
}

/** The first of the reader's languages that we speak. */
function wishedLanguage() {
  const wishes = [recall(KEEP), ...(navigator.languages || [navigator.language])];
  for (const wish of wishes) {
    const code = String(wish || "").toLowerCase().split("-")[0];
    if (known.some((language) => language.code === code)) return code;
  }
  return "en";
}

/**
 * Change the language, and remember it.
 * @param {string} code
 * @param {{remember?: boolean}} [options]
 */
export async function setLanguage(code, { remember = true } = {}) {
  let found = { messages: {}, contractions: [] };
  if (code !== "en") {
    try {
      const answer = await fetch(`/i18n/${encodeURIComponent(code)}.json`);
      if (answer.ok) found = { ...found, ...await answer.json() };
    } catch {
      found = { messages: {}, contractions: [] };
    }
  }
  ({ messages, contractions } = found);
  current = code;
  document.documentElement.lang = code;
  if (remember) keep(KEEP, code);
  for (const listener of listeners) listener(code);
}
