/**
 * The shell: which page is on the screen, the theme, and what all pages share.
 */

import { loadShipped } from "./lib/board.js";
import { api, messageOf } from "./lib/net.js";
import { fill, fitTexts, h } from "./lib/dom.js";
import { addressOf, friends, here, keepOffline, pathOf, watchLoading } from "./lib/home.js";
import { icon } from "./lib/icons.js";
import { lang, languages, onLanguage, setLanguage, startLanguages, t } from "./lib/i18n.js";
import { keep, recall } from "./lib/kept.js";
import { createLoadingBar } from "./lib/loading.js";
import { areLettersOn, setLetters } from "./lib/letters.js";
import { isSoundOn, setSound } from "./lib/sound.js";
import { WITH_FRIENDS } from "./with_friends.js";

/** @import { Me, Page, Shell } from "./lib/types.js" */

/** @typedef {(container: HTMLElement, shell: Shell, part: string) => Page|void|Promise<Page|void>} MakePage */

const THEME = "napoleon.theme";
const TURNS_MS = 60_000; // between two looks at whether a game waits
const MOST_TOLD = 60; // sentences that can still be read again
const DARK = window.matchMedia("(prefers-color-scheme: dark)");

const app = element("app");
/** @type {Page|null} */
let page = null; // what the present screen gave us to end it with
let wasGuarded = false; // the way back leads to this page first
let shown = ""; // the path of the present screen
let visit = 0; // counts navigations: a slow page may not overtake a later one
/** @type {Me|null} */
let me = null;

/**
 * What every screen is handed.
 * @type {Shell}
 */
const shell = {
  navigate,
  settings,
  guard,
  say,
  tell,
  get me() { return me; },
  set me(person) { me = person; },
  printed: null,
};

/** @type {[RegExp, () => Promise<MakePage>][]} */
const ROUTES = [
  [/^\/$/, async () => (await import("./pages/home.js")).createHome],
  [/^\/new$/, async () => (await import("./pages/new_game.js")).createNewGame],
  [/^\/join\/([\w-]+)$/, async () => (await import("./pages/home.js")).createJoin],
  [/^\/game\/([\w-]+)$/, async () => gameScreen],
  [/^\/watch\/([\w-]+)$/, async () => watchScreen],
  [/^\/about$/, async () => (await import("./pages/pages.js")).createAbout],
  [/^\/intro$/, async () => (await import("./pages/pages.js")).createIntro],
  [/^\/exercises$/, async () => (await import("./pages/exercises.js")).createExercises],
  [/^\/exercise\/([\w-]+)$/, async () => (await import("./pages/exercises.js")).createExercise],
  [/^\/learn$/, async () => (await import("./pages/lessons.js")).createLearn],
  [/^\/lesson\/([\w-]+)$/, async () => (await import("./pages/lessons.js")).createLesson],
  [/^\/try\/([\w.-]+)$/, async () => (await import("./pages/try.js")).createTry],
  [/^\/(?:rules(?:\/[\w.-]+)?|aid)$/, async () => (await import("./pages/rules.js")).createRules],
  [/^\/dice\/([\w-]+)$/, async () => (await import("./pages/pages.js")).createDiceCheck],
  ...WITH_FRIENDS,
];

/** Have everything of a table fetched; whoever goes there soon does not wait. What does not come is asked for again there. */
function fetchTable() {
  const [face] = getComputedStyle(document.documentElement).getPropertyValue("--serif").split(",");
  Promise.allSettled([
    import("./table/table.js"), import("./battle/battle.js"), loadShipped(), document.fonts.load(`italic 1em ${face}`),
  ]);
}

/** @type {MakePage} */
async function gameScreen(container, ctx, id) {
  return (await import("./table/table.js")).createTable(container, { id, shell: ctx });
}

/** @type {MakePage} */
async function watchScreen(container, ctx, token) {
  return (await import("./table/table.js")).createTable(container, { watch: token, shell: ctx });
}

/**
 * Go to a page of the application.
 * @param {string} path
 * @param {{replace?: boolean}} [options]
 */
function navigate(path, { replace = false } = {}) {
  history[replace || isGuarded() ? "replaceState" : "pushState"](null, "", addressOf(path));
  show();
}

const isGuarded = () => history.state?.isGuard === true;

/** Something lies over the page: the browser's way back closes it before it leaves. */
function guard() {
  if (!isGuarded()) history.pushState({ isGuard: true }, "");
  wasGuarded = true;
}

/** The browser goes back or forward, or to an address that was put in behind the #. */
function onPop() {
  const hasLeftGuard = wasGuarded && !isGuarded() && here() === shown;
  wasGuarded = isGuarded();
  if (!hasLeftGuard) show();
  else if (!page?.onBack?.()) history.back(); // what was guarded is gone already
}

async function show() {
  const mine = (visit += 1);
  shown = here();
  const [path] = shown.split("?");
  wasGuarded = isGuarded();
  const [pattern, load] = ROUTES.find(([route]) => route.test(path)) || [/^/, async () => unknownPage];
  const [, part = ""] = pattern.exec(path) || [];
  try {
    const create = await load();
    if (mine !== visit) return;
    page?.destroy?.();
    page = null;
    shell.printed = mine === 1 ? app.firstElementChild : null;
    fill(app);
    window.scrollTo(0, 0);
    document.body.className = "";
    document.title = t("Napoléon 1815");
    const made = await create(app, shell, part);
    if (mine !== visit) {
      made?.destroy?.();
      return;
    }
    page = made || null;
    arrive(mine > 1);
  } catch (error) {
    if (mine === visit) fill(app, troublePage(error));
  }
}

/**
 * A new page has a name of its own, and who listens to it begins at its head.
 * @param {boolean} isLater
 */
function arrive(isLater) {
  const head = app.querySelector("h1");
  const name = t("Napoléon 1815");
  if (head && head.textContent !== name) document.title = `${head.textContent} · ${name}`;
  const place = head || app.querySelector("#prompt, main");
  if (!isLater || !(place instanceof HTMLElement) || app.contains(document.activeElement)) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** @type {MakePage} */
function unknownPage(container, ctx) {
  container.append(h("main.page.narrow", { id: "main" },
    h("h1", null, t("There is no such page")),
    h("p", null, t("Nothing on this board has the address {path}.", { path: here() })),
    h("p", null, h("a.button.primary", { href: "/" }, t("To the front page"))),
    h("footer.foot", null, ctx.settings())));
}

/** @param {unknown} error */
function troublePage(error) {
  return h("main.page.narrow", { id: "main" },
    h("h1", null, t("This page could not be opened")),
    h("p", null, messageOf(error)),
    h("p", null, h("a.button", { href: "/" }, t("To the front page")), " ",
      h("button", { onclick: () => location.reload() }, t("Try again"))));
}

/**
 * Speaks to those who listen instead of look: what is asked or chosen now. Null says nothing new.
 * @param {string|null} text
 * @param {boolean} [isAgain] - also if it is what was said last
 */
function say(text, isAgain = false) {
  const place = element("say");
  if (text === null || (place.textContent === text && !isAgain)) return;
  place.textContent = "";
  place.append(h("span", null, text)); // a new element is told even if it says the same
}

/**
 * Tells them what happened, one sentence after the other; none replaces another. Null: all that is over.
 * @param {string[]|null} sentences
 */
function tell(sentences) {
  const place = element("tell");
  if (sentences) place.append(...sentences.map((words) => h("p", null, words)));
  while (place.childElementCount > (sentences ? MOST_TOLD : 0)) place.firstElementChild?.remove();
}

/**
 * A part of index.html.
 * @param {string} id
 */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

const chosenTheme = () => recall(THEME) || "auto";

function applyTheme() {
  const chosen = chosenTheme();
  document.documentElement.dataset.theme = chosen === "auto" ? (DARK.matches ? "dark" : "light") : chosen;
}

/**
 * Language, theme and sound, for the foot of a page or a menu.
 * @returns {HTMLElement}
 */
function settings() {
  /** @type {HTMLSelectElement} */
  const language = h("select", { "aria-label": t("Language"), onchange: () => changeLanguage(language.value) },
    languages().map(({ code, name }) => h("option", { value: code, selected: code === lang() }, name)));
  /** @type {HTMLSelectElement} */
  const theme = h("select", {
    "aria-label": t("Light or dark"),
    onchange: () => {
      keep(THEME, theme.value);
      applyTheme();
    },
  }, [["auto", t("Light as the system")], ["light", t("By day")], ["dark", t("By lamplight")]]
    .map(([value, label]) => h("option", { value, selected: value === chosenTheme() }, label)));
  /** @type {HTMLButtonElement} */
  const sound = h("button.quiet", {
    "aria-pressed": String(isSoundOn()),
    onclick: () => {
      setSound(!isSoundOn());
      sound.setAttribute("aria-pressed", String(isSoundOn()));
      fill(sound, ...soundLabel());
    },
  }, soundLabel());
  /** @type {HTMLInputElement} */
  const letters = h("input", { type: "checkbox", checked: areLettersOn(), onchange: () => setLetters(letters.checked) });
  return h("div.settings", null, language, theme, sound, h("label.tick", null, letters, t("Use letters and digits as shortcuts")));
}

function soundLabel() {
  const span = h("span", null, isSoundOn() ? t("Sound is on") : t("Sound is off"));
  return [icon(isSoundOn() ? "sound" : "mute"), span];
}

/**
 * A section of the rules was asked for: beside the board, or over the page.
 * @param {string} path
 */
async function readRule(path) {
  if (!page?.read?.(path)) (await import("./rules/dialog.js")).openDialog(path);
}

/** @param {string} code */
async function changeLanguage(code) {
  await setLanguage(code);
  api("POST", "/api/me", { lang: code }).catch(() => {});
}

/** Now and then: whether a game waits. What tells of it is fetched when one does. */
async function lookForTurns() {
  const turns = me?.id && !document.hidden ? await api("GET", "/api/turns").catch(() => []) : [];
  if (turns.length) (await import("./notices/turns.js")).watchTurns(shell, turns, TURNS_MS);
  else setTimeout(lookForTurns, TURNS_MS);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download") || event.defaultPrevented) return;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const path = pathOf(link.getAttribute("href") || "");
  if (path === null) return;
  event.preventDefault();
  if (link.matches(".rule")) readRule(path);
  else navigate(path);
});
window.addEventListener("popstate", onPop);
DARK.addEventListener("change", applyTheme);
document.fonts.addEventListener("loadingdone", fitTexts);

applyTheme();
if (/^\/(game|watch|try)\//.test(here())) fetchTable();
else window.addEventListener("load", () => setTimeout(fetchTable, 1500), { once: true });
window.addEventListener("load", () => setTimeout(keepOffline, 2500), { once: true });
// Turns that come while the page is open; those from before were seen in it.
if (friends.isPossible) setTimeout(lookForTurns, TURNS_MS);
// On a slow line one waits for both at once.
const person = api("GET", "/api/me").catch(() => null);
await startLanguages();
onLanguage(() => {
  element("skip").textContent = t("Skip to the content");
  show();
});
element("skip").textContent = t("Skip to the content");
watchLoading(createLoadingBar());
me = await person ?? { id: "", name: "", is_account: false, lang: lang() };
show();
