/**
 * A reader of the rules for a panel or a dialog: a search, a section, and the way to others. What is
 * being read is an address; whoever owns the reader keeps the trail of them.
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { drawDiagrams } from "./diagram.js";
import { fetchPage } from "./library.js";
import { AID, CONTENTS, isRules, searchOf } from "./trail.js";

const TYPING_MS = 180; // after which a search looks for what was typed

/**
 * @param {{onGo: (path: string) => void, onBack: () => void}} hooks
 */
export function createReader({ onGo, onBack }) {
  /** @type {ReturnType<typeof drawDiagrams>|null} */
  let diagrams = null;
  let shown = "";
  let wanted = 0;
  let typing = 0;
  let isEntering = false; // the search was sent off: whoever typed goes on to what it finds

  const text = h("div.reader-text");
  const words = h("input", {
    type: "search", maxlength: 80, autocomplete: "off", "aria-label": t("Search the rules"), placeholder: t("Search the rules"),
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(search, TYPING_MS);
    },
  });
  const back = h("button.round", { "aria-label": t("Back"), onclick: () => onBack() }, icon("back"));
  const way = (/** @type {string} */ path, /** @type {string} */ label) => h("a.reader-way", { href: path }, label);
  const element = h("div.reader", { onclick: followLink },
    h("div.reader-bar", null, back,
      h("form.reader-search", { role: "search", onsubmit: (event) => { event.preventDefault(); isEntering = true; search(); enter(); } }, words),
      h("nav.reader-ways", { "aria-label": t("Rules") }, way(CONTENTS, t("Contents")), way(AID, t("Player’s aid")))),
    text);

  function search() {
    clearTimeout(typing);
    const looked = words.value.trim();
    if (looked) onGo(searchOf(looked));
  }

  /** To the first that was found, once it is there. */
  function enter() {
    const first = text.querySelector(".rule-hits a");
    if (!isEntering || !(first instanceof HTMLElement) || shown !== searchOf(words.value.trim())) return;
    isEntering = false;
    first.focus();
  }

  /** @param {MouseEvent} event */
  function followLink(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const path = link?.getAttribute("href") || "";
    if (!isRules(path) || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onGo(path);
  }

  /**
   * Show what stands at an address.
   * @param {string} path
   * @param {{hasBack: boolean, isFocused: boolean}} how - `isFocused`: keys and readers go on in the text
   */
  async function show(path, { hasBack, isFocused }) {
    back.hidden = !hasBack;
    for (const one of element.querySelectorAll(".reader-way")) {
      if (one.getAttribute("href") === path) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
    }
    if (path === shown) return;
    shown = path;
    const mine = (wanted += 1);
    try {
      const page = await fetchPage(path);
      if (mine === wanted) lay(page, isFocused && document.activeElement !== words);
    } catch {
      if (mine !== wanted) return;
      shown = "";
      fill(text, h("p.trouble", { role: "alert" }, t("The rules cannot be fetched just now.")));
    }
  }

  /**
   * @param {HTMLElement} page
   * @param {boolean} isFocused
   */
  function lay(page, isFocused) {
    diagrams?.destroy();
    fill(text, ...(page.querySelector(".rule-body")?.childNodes || []));
    for (const button of text.querySelectorAll(".print-it")) button.remove();
    for (const link of text.querySelectorAll("a.try")) link.setAttribute("target", "_blank"); // the game stays where it is
    for (const head of text.querySelectorAll("h1, h2, h3")) head.setAttribute("aria-level", String(Number(head.tagName[1]) + 2));
    diagrams = drawDiagrams(text);
    element.parentElement?.scrollTo(0, 0);
    enter();
    const head = text.querySelector(".rule-title");
    if (!isFocused || !(head instanceof HTMLElement)) return;
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
  }

  return {
    element,
    show,
    destroy() {
      clearTimeout(typing);
      wanted += 1;
      diagrams?.destroy();
    },
  };
}
