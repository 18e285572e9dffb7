/**
 * Where the games are kept, and how its pages are addressed: this browser. It takes the place of `lib/home.js` in a site
 * without a server. Games live in a worker with Python in it (`host.js`); pages are addressed behind a #, so that any
 * host of static files will do, in any folder.
 */

/** @import { Friends, Line } from "../lib/types.js" */
/** @import { FromHost, SiteSettings } from "./types.js" */

/** @type {SiteSettings} */
const settings = JSON.parse(document.getElementById("site")?.textContent || "{}");
const KEPT_ME = "napoleon.me"; // who plays here, before Python can be asked
const NOBODY = { id: "", name: "", is_account: false };
const OPEN = 1;
const CLOSED = 3;
const BROKEN = 1011;

/** @type {Worker|null} */
let host = null;
let isReady = false;
let count = 0;
/** @type {Map<number, (answer: Response) => void>} */
const calls = new Map();
/** @type {Map<number, SiteLine>} */
const lines = new Map();
/** @type {Set<(part: number, trouble: string) => void>} */
const listeners = new Set();
let part = 0;
let trouble = "";

/** The worker with the games in it, begun when it is first needed. */
function begin() {
  if (host) return host;
  host = new Worker(new URL(settings.host, document.baseURI), { type: "module" });
  host.onmessage = ({ data }) => hear(data);
  host.onerror = (event) => fail(event.message || "the worker could not be started");
  host.postMessage({ t: "start", settings, base: document.baseURI });
  return host;
}

/** @param {string} problem */
function fail(problem) {
  if (isReady) return; // what fails later is answered where it was asked
  trouble = problem;
  tellLoading();
  for (const answer of calls.values()) answer(new Response("", { status: 503 }));
  calls.clear();
}

function tellLoading() {
  for (const listener of listeners) listener(part, trouble);
}

/** @param {FromHost} message */
function hear(message) {
  switch (message.t) {
    case "progress":
      ({ part } = message);
      return tellLoading();
    case "trouble": return fail(message.text);
    case "ready":
      isReady = true;
      part = 1;
      tellLoading();
      for (const line of lines.values()) line.begin();
      return undefined;
    case "answer": {
      const answer = calls.get(message.id);
      calls.delete(message.id);
      return answer?.(new Response(message.text, { status: message.status, headers: { "Content-Type": message.kind } }));
    }
    case "line": return lines.get(message.id)?.hear(message.text, message.code);
    default: return undefined;
  }
}

/** A line to a game: what a socket is elsewhere. @implements {Line} */
class SiteLine {
  /** @param {string} path */
  constructor(path) {
    this.id = count += 1;
    this.path = path;
    this.readyState = 0;
    /** @type {Line["onopen"]} */
    this.onopen = null;
    /** @type {Line["onmessage"]} */
    this.onmessage = null;
    /** @type {Line["onclose"]} */
    this.onclose = null;
    lines.set(this.id, this);
    begin();
    if (isReady) queueMicrotask(() => this.begin());
  }

  begin() {
    if (this.readyState) return;
    this.readyState = OPEN;
    begin().postMessage({ t: "open", id: this.id, path: this.path });
    this.onopen?.({});
  }

  /**
   * @param {string|null} text - null: the line is closed, with a code
   * @param {number} code
   */
  hear(text, code) {
    if (this.readyState !== OPEN) return;
    if (text !== null) this.onmessage?.({ data: text });
    else this.end(code);
  }

  /** @param {string} text */
  send(text) {
    begin().postMessage({ t: "say", id: this.id, text });
  }

  close() {
    if (this.readyState === CLOSED) return;
    const wasOpen = this.readyState === OPEN;
    this.end(BROKEN);
    if (wasOpen) begin().postMessage({ t: "close", id: this.id });
  }

  /** @param {number} code */
  end(code) {
    this.readyState = CLOSED;
    lines.delete(this.id);
    this.onclose?.({ code });
  }
}

/** @type {(path: string, request?: RequestInit) => Promise<Response>} */
export function ask(path, request = {}) {
  const method = request.method || "GET";
  if (method === "GET" && path === "/api/me" && !isReady) return Promise.resolve(rememberedMe());
  if (method === "POST" && path === "/api/games") askToKeep();
  const id = count += 1;
  const answered = new Promise((/** @type {(answer: Response) => void} */ resolve) => {
    if (trouble) resolve(new Response("", { status: 503 }));
    else calls.set(id, resolve);
  });
  const { lang } = document.documentElement;
  if (!trouble) begin().postMessage({ t: "call", id, method, path, body: String(request.body ?? ""), lang });
  return path === "/api/me" ? answered.then(rememberMe) : answered;
}

/** Whoever begins a game would like to find it again: the browser is asked not to throw it away. */
function askToKeep() {
  navigator.storage?.persist?.().catch(() => { /* then it keeps it as long as it likes */ });
}

/** Nobody waits for Python only to be told their own name. */
function rememberedMe() {
  return new Response(keptMe() || JSON.stringify({ ...NOBODY, lang: document.documentElement.lang }), { headers: { "Content-Type": "application/json" } });
}

function keptMe() {
  try {
    return localStorage.getItem(KEPT_ME);
  } catch {
    return null; // nothing may be kept here
  }
}

/** @param {Response} answer */
async function rememberMe(answer) {
  if (!answer.ok) return answer;
  try {
    localStorage.setItem(KEPT_ME, await answer.clone().text());
  } catch {
    return answer; // nothing may be kept here
  }
  return answer;
}

/** @param {string} path */
export const readFile = (path) => fetch(new URL(settings.files[path] ?? `.${path}`, document.baseURI));

/** @type {(path: string) => Line} */
export const openLine = (path) => new SiteLine(path);

/** @returns {string} */
export const here = () => (location.hash.startsWith("#/") ? decodeURI(location.hash.slice(1)) : "/");

/** @param {string} path */
export const addressOf = (path) => `#${path}`;

/** @param {string} address */
export const pathOf = (address) => (address.startsWith("#/") ? address.slice(1) : null);

/** @param {string} path */
export const wholeAddress = (path) => `${document.baseURI.split("#")[0]}#${path}`;

/**
 * Links of a page that Python wrote: its addresses are those of a server.
 * @param {Element} root
 */
export function adoptLinks(root) {
  for (const link of root.querySelectorAll("a[href^='/']")) link.setAttribute("href", addressOf(String(link.getAttribute("href"))));
  for (const link of root.querySelectorAll("a[href^='?']")) {
    link.setAttribute("href", addressOf(here().split("?")[0] + link.getAttribute("href")));
  }
  return root;
}

/** @type {Friends} */
export const friends = { isPossible: false, server: settings.server || "" };

export const areComputersHere = true;

/** @type {(listener: (part: number, trouble: string) => void) => void} */
export function watchLoading(listener) {
  listeners.add(listener);
  listener(part, trouble);
}

/** Once all is here: have the browser keep it, and take a version that waits if this page has only just been opened. */
export function keepOffline() {
  watchLoading((_, problem) => { if (isReady && !problem) register(); });
}

let isRegistered = false;

async function register() {
  if (isRegistered || !navigator.serviceWorker) return;
  isRegistered = true;
  try {
    await navigator.serviceWorker.register(new URL("sw.js", document.baseURI), { updateViaCache: "none" });
  } catch {
    isRegistered = false; // not allowed here: everything works, but travels every time
  }
}

/** A version that was fetched behind the last game: this is the next start, so it is taken now. */
async function takeUpdate() {
  const registration = await navigator.serviceWorker?.getRegistration(document.baseURI);
  if (!registration?.waiting || !navigator.serviceWorker.controller) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting.postMessage("take over");
}

takeUpdate().catch(() => { /* it is taken another time */ });

// A # alone is a place on the page, not another page.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  const address = link?.getAttribute("href") || "";
  if (!link || event.defaultPrevented || address.startsWith("#/")) return;
  event.preventDefault();
  const goal = document.getElementById(address.slice(1));
  if (!goal) return;
  goal.tabIndex = -1;
  goal.focus();
});

// The page is drawn first; Python comes behind it.
requestAnimationFrame(() => setTimeout(begin));
