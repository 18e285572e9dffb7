/**
 * The rules as the server writes them: pages fetched once for each language, and the titles of all
 * sections.
 */

import { lang } from "../lib/i18n.js";

const KEPT = 80; // pages, those of searches too
/** @type {Map<string, Promise<HTMLElement>>} */
const pages = new Map();
/** @type {Record<string, string>} */
let titles = {};
let titled = ""; // the language of the titles

/**
 * A page of the rules: the part of it that the page of the application shows.
 * @param {string} path - `/rules/5.4`, `/rules?q=river`, `/aid`
 * @param {string} [language]
 */
export async function fetchPage(path, language = lang()) {
  const url = new URL(path, location.origin);
  const isSticky = url.searchParams.has("lang"); // whoever asked for a language by its address keeps it
  if (!isSticky) url.searchParams.set("lang", language);
  const key = url.pathname + url.search;
  const asked = pages.get(key) || readPage(key);
  if (pages.size >= KEPT) pages.clear();
  pages.set(key, asked);
  asked.catch(() => pages.delete(key));
  const main = /** @type {HTMLElement} */ ((await asked).cloneNode(true));
  if (!isSticky) main.querySelectorAll("a[href], input[name=lang]").forEach(forgetLanguage);
  return main;
}

/** @param {string} address */
async function readPage(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = page.querySelector("main.rules");
  if (!(main instanceof HTMLElement)) throw new Error(`${address}: no page of the rules`);
  return document.adoptNode(main);
}

/**
 * A link follows the language of the reader, not that of the page it came with.
 * @param {Element} one
 */
function forgetLanguage(one) {
  if (one instanceof HTMLInputElement) one.remove();
  else if (!one.hasAttribute("hreflang")) one.setAttribute("href", String(one.getAttribute("href")).replace(/[?&]lang=\w+$/, ""));
}

/** Have the titles of the sections at hand; without them a mark tells its number alone. */
export async function loadTitles() {
  const wanted = lang();
  if (titled === wanted) return;
  try {
    const answer = await fetch(`/rules/titles.json?lang=${encodeURIComponent(wanted)}`);
    if (!answer.ok) return;
    titles = await answer.json();
    titled = wanted;
  } catch {
    titled = "";
  }
}

/**
 * What a section is about; one without a text of its own is found with the one above it.
 * @param {string} rule
 */
export function ruleTitle(rule) {
  for (let at = rule; at; at = at.includes(".") ? at.replace(/\.[^.]*$/, "") : "") {
    if (titles[at]) return titles[at];
  }
  return "";
}
