/**
 * The rules as pages. The server writes them; here they get their drawings, and the settings.
 */

import { icon } from "../lib/icons.js";
import { lang } from "../lib/i18n.js";
import { drawDiagrams } from "../rules/diagram.js";
import { fetchPage } from "../rules/library.js";
import { searchOf } from "../rules/trail.js";
import { foot } from "./home.js";

/** @import { Page, Shell } from "../lib/types.js" */

const PRINT = "/rules/print";

/**
 * @param {HTMLElement} container
 * @param {Shell} shell
 * @returns {Promise<Page>}
 */
export async function createRules(container, shell) {
  const { pathname, search } = location;
  const asked = new URLSearchParams(search).get("lang") ?? lang();
  const printed = shell.printed;
  const isHere = printed instanceof HTMLElement && printed.matches("main.rules") && printed.dataset.lang === asked;
  const main = isHere ? printed : await fetchPage(pathname + search);
  container.append(main);
  main.querySelector(".to-home")?.replaceChildren(icon("back"));
  main.append(foot(shell));
  const diagrams = drawDiagrams(main, { isAtOnce: pathname === PRINT });
  const form = main.querySelector(".rule-search");
  form?.addEventListener("submit", (event) => {
    const words = form.querySelector("input");
    if (!words?.value.trim()) return;
    event.preventDefault();
    shell.navigate(searchOf(words.value.trim()));
  });
  main.querySelector(".print-it")?.addEventListener("click", async () => {
    await diagrams.ready;
    window.print();
  });
  const paper = layOnPaper();
  return {
    destroy() {
      paper.abort();
      diagrams.destroy();
    },
  };
}

/** Paper is light, also by lamplight. */
function layOnPaper() {
  const gone = new AbortController();
  const root = document.documentElement;
  let theme = root.dataset.theme;
  window.addEventListener("beforeprint", () => {
    theme = root.dataset.theme;
    root.dataset.theme = "light";
  }, { signal: gone.signal });
  window.addEventListener("afterprint", () => { root.dataset.theme = theme; }, { signal: gone.signal });
  return gone;
}
