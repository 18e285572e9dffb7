/**
 * The worker in which the games of this browser are played: Python with our server's tables in it
 * (napoleon/site/home). Here it gets what it cannot have by itself: a box to keep things in, locks between tabs, and
 * workers that think.
 */

import { boot } from "./boot.js";
import { openBox } from "./box.js";

/** @import { FromHost, SiteSettings, ToHost } from "./types.js" */

const SPARE = 1; // cores that are left to the page
const MOST_THINKERS = 2;

/** @type {any} - the Bridge of napoleon/site/home/main.py */
let bridge = null;
/** @type {Exclude<ToHost, {t: "start"}>[]} */
const waiting = [];

/** @param {FromHost} message */
const tell = (message) => self.postMessage(message);

self.onmessage = ({ data }) => {
  /** @type {ToHost} */
  const message = data;
  if (message.t === "start") start(message.settings, message.base).catch((error) => tell({ t: "trouble", text: String(error) }));
  else if (bridge) handle(message);
  else waiting.push(message);
};

/** @param {Exclude<ToHost, {t: "start"}>} message */
async function handle(message) {
  switch (message.t) {
    case "call": {
      const [status, kind, text] = await answer(message);
      return tell({ t: "answer", id: message.id, status, kind, text });
    }
    case "open": return bridge.open(message.id, message.path);
    case "say": return bridge.hear(message.id, message.text);
    case "close": return bridge.close(message.id);
    default: return undefined;
  }
}

/**
 * @param {{method: string, path: string, body: string, lang: string}} call
 * @returns {Promise<[number, string, string]>}
 */
async function answer({ method, path, body, lang }) {
  try {
    return JSON.parse(await bridge.call(method, path, body, lang));
  } catch (error) {
    const text = JSON.stringify({ error: { code: "crashed", text: String(error).slice(-300) } });
    return [500, "application/json", text];
  }
}

/**
 * @param {SiteSettings} settings
 * @param {string} base
 */
async function start(settings, base) {
  const opening = openBox();
  const { entry: home, module } = await boot(settings.python, base, {
    entry: "napoleon.site.home.main", onProgress: (part) => tell({ t: "progress", part }),
  });
  const cores = Math.max(1, (navigator.hardwareConcurrency || 2) - SPARE);
  const thinkers = { most: Math.min(MOST_THINKERS, cores), start: () => createThinker(settings, base, module) };
  bridge = home.Bridge(await opening, createLocks(), thinkers,
    (/** @type {number} */ id, /** @type {string|null|undefined} */ text, /** @type {number} */ code) => tell({ t: "line", id, text: text ?? null, code }));
  tell({ t: "ready" });
  for (const message of waiting.splice(0)) handle(message);
}

/** A game is played in one tab; whoever opens it elsewhere takes it from here. */
function createLocks() {
  /** @type {Map<string, () => void>} */
  const held = new Map();
  return {
    /** @param {string} game */
    take(game) {
      if (!navigator.locks) return Promise.resolve();
      return new Promise((/** @type {(value?: unknown) => void} */ taken) => {
        navigator.locks.request(`napoleon-game-${game}`, { steal: true }, () => {
          taken();
          return new Promise((/** @type {(value?: unknown) => void} */ give) => held.set(game, give));
        }).catch(() => {
          held.delete(game);
          bridge.lose(game);
        });
      });
    },
    /** @param {string} game */
    give(game) {
      held.get(game)?.();
      held.delete(game);
    },
  };
}

/**
 * A worker that thinks, one letter at a time.
 * @param {SiteSettings} settings
 * @param {string} base
 * @param {WebAssembly.Module} module
 */
function createThinker(settings, base, module) {
  const worker = new Worker(new URL(settings.thinker, base), { type: "module" });
  /** @type {((reply: string) => void)|null} */
  let answered = null;
  const reply = (/** @type {string} */ text) => {
    answered?.(text);
    answered = null;
  };
  worker.onmessage = ({ data }) => reply(data);
  worker.onerror = () => reply("");
  worker.postMessage({ python: settings.python, base, module });
  return {
    /** @param {string} letter */
    ask(letter) {
      return new Promise((/** @type {(reply: string) => void} */ resolve) => {
        answered = resolve;
        worker.postMessage(letter);
      });
    },
    end() {
      worker.terminate();
      reply("");
    },
  };
}
