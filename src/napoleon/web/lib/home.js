/**
 * Where the games are kept, and how its pages are addressed: a server. A site without one puts `site/home.js` in this
 * place, which has the same exports (docs/protocol.md); nothing else of the client knows the difference.
 */

/** @import { Friends } from "./types.js" */

/**
 * Ask whoever keeps the games.
 * @param {string} path
 * @param {RequestInit} [request]
 */
export const ask = (path, request) => fetch(path, { credentials: "same-origin", ...request });

/**
 * Fetch a file that never changes while the page is open.
 * @param {string} path
 */
export const readFile = (path) => fetch(path);

/**
 * Open a line to a game.
 * @param {string} path
 */
export function openLine(path) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}${path}`);
}

/** The path of the page that is shown, with its question. */
export const here = () => location.pathname + location.search;

/**
 * What a link to a page of the application has as its address.
 * @param {string} path
 */
export const addressOf = (path) => path;

/**
 * The page of the application to which an address leads; null if it leads elsewhere.
 * @param {string} address
 */
export const pathOf = (address) => (address.startsWith("/") ? address : null);

/**
 * The whole address of a page, to be sent to somebody.
 * @param {string} path
 */
export const wholeAddress = (path) => location.origin + path;

/**
 * Make the links of a page that was written elsewhere fit.
 * @param {Element} root
 */
export const adoptLinks = (root) => root;

/** Whether others can come to a game, and where they could if not here. @type {Friends} */
export const friends = { isPossible: true, server: "" };

/** Whether computers think in this browser, where they take less time for it. */
export const areComputersHere = false;

/**
 * Be told how much of whoever keeps the games is here, from 0 to 1, and what went wrong. A server is there or not.
 * @type {(listener: (part: number, trouble: string) => void) => void}
 */
export const watchLoading = () => {};

/** What this page was made of when it came. */
const ownFiles = () => [...document.querySelectorAll("link[rel=stylesheet], link[rel=modulepreload], script[src]")].map((one) =>
  (one instanceof HTMLLinkElement ? one.href : /** @type {HTMLScriptElement} */ (one).src));

/** Have the browser keep what the game is made of. If this page is of the version that waits, that one is told so. */
export async function keepOffline() {
  try {
    const registration = await navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" });
    registration?.waiting?.postMessage(ownFiles());
  } catch { /* where it is not allowed the game works all the same */ }
}
