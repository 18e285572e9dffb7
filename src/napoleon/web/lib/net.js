/**
 * The way to the server: calls by fetch, and a socket that comes back by itself and misses nothing.
 */

import { t } from "./i18n.js";

/** An answer of the server that is not what was asked for. */
export class ServerError extends Error {
  /**
   * @param {{code?: string, text?: string, rule?: string}} error
   * @param {number} status
   */
  constructor(error, status) {
    super(error.text || t("The server did not answer. Is it still running?"));
    this.code = error.code || "network";
    this.rule = error.rule || "";
    this.status = status;
  }
}

/**
 * One call of the server.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>} the JSON of the answer, or its text
 */
export async function api(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ServerError({}, 0);
  }
  const isJson = (answer.headers.get("Content-Type") || "").includes("json");
  const data = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) throw new ServerError((isJson && data.error) || {}, answer.status);
  return data;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15000;
const PING_EVERY = 25000;
const SILENCE = 60000;
const HURRY = 4; // so many states behind, and each is shown half as long
const MOST_BEHIND = 60; // further behind than this, we jump to the present

/**
 * A socket that reconnects with growing, jittered pauses.
 *
 * @param {string} path - such as `/ws/game/ID`
 * @param {{hello: function(): object, onMessage: function(object): void,
 *   onStatus: function("connecting"|"open"|"lost"|"closed", number): void}} handlers - `hello` makes
 *   the first message of each connection, so that it can say what we already have
 * @returns {{send: function(object): boolean, hello: function(): void, close: function(): void}}
 */
export function connect(path, handlers) {
  let socket = null;
  let attempts = 0;
  let timer = 0;
  let heartbeat = 0;
  let heard = 0;
  let isClosed = false;

  function open() {
    clearTimeout(timer);
    if (isClosed) return;
    handlers.onStatus(attempts ? "lost" : "connecting", 0);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(`${scheme}//${location.host}${path}`);
    socket = mine;
    mine.onopen = () => {
      heard = Date.now();
      mine.send(JSON.stringify(handlers.hello()));
      handlers.onStatus("open", 0);
      heartbeat = setInterval(() => beat(mine), PING_EVERY);
    };
    mine.onmessage = (frame) => {
      heard = Date.now();
      attempts = 0;
      const message = parse(frame.data);
      if (!message || message.t === "pong") return;
      if (message.t === "error" && message.code === "closed") {
        isClosed = true;
        handlers.onStatus("closed", 0);
      }
      handlers.onMessage(message);
    };
    mine.onclose = () => {
      clearInterval(heartbeat);
      if (socket !== mine || isClosed) return;
      socket = null;
      again();
    };
  }

  function beat(mine) {
    if (Date.now() - heard > SILENCE) mine.close();
    else if (mine.readyState === WebSocket.OPEN) mine.send('{"t":"ping"}');
  }

  function again() {
    const ceiling = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempts);
    const wait = ceiling / 2 + Math.random() * ceiling / 2;
    attempts += 1;
    handlers.onStatus("lost", wait);
    timer = setTimeout(open, wait);
  }

  function comeBackNow() {
    if (!socket && !isClosed && document.visibilityState === "visible") open();
  }

  window.addEventListener("online", comeBackNow);
  document.addEventListener("visibilitychange", comeBackNow);
  open();

  return {
    send(message) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    hello() {
      this.send(handlers.hello());
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      window.removeEventListener("online", comeBackNow);
      document.removeEventListener("visibilitychange", comeBackNow);
      if (socket) socket.close();
    },
  };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether two states in a row tell of one group that goes one way: they are shown together. */
function isOneMarch(before, state) {
  const events = [...before.events, ...state.events];
  const way = ({ kind, army, town, to }) => `${kind} ${army} ${town} ${to}`;
  return state.from === before.from + before.events.length && state.events.length > 0 && before.events.length > 0
    && ["marched", "force-marched", "retreated", "placed"].includes(events[0].kind)
    && events.every((event) => (event.kind === "placed" ? events[0].kind === "placed" : way(event) === way(events[0])));
}

/**
 * Shows states one after the other at a pace that an eye can follow.
 *
 * @param {{show: function(object, {isLast: boolean, isPassing: boolean}): void,
 *   pause: function(object): number, onWaiting: function(number): void}} handlers - `show` gets each
 *   state in order (`isPassing`: it is only to be taken in, the next follows at once); `pause` says
 *   how long to look at one before the next; `onWaiting` how many are still to come
 * @returns {{push: function(object, boolean): void, skip: function(): void, clear: function(): void,
 *   isBehind: function(): boolean}}
 */
export function createFeed({ show, pause, onWaiting }) {
  const queue = [];
  let timer = 0;

  function next() {
    timer = 0;
    const state = queue.shift();
    if (!state) return;
    const wait = pause(state) / (1 + queue.length / HURRY);
    if (wait) timer = setTimeout(next, wait);
    show(state, { isLast: !queue.length, isPassing: false });
    onWaiting(queue.length);
    if (!wait && queue.length) next();
  }

  /** Take in all but the newest, and show that. */
  function skip() {
    clearTimeout(timer);
    timer = 0;
    while (queue.length > 1) show(queue.shift(), { isLast: false, isPassing: true });
    next();
    onWaiting(0);
  }

  return {
    push(state, isUrgent) {
      const before = queue.at(-1);
      if (before && isOneMarch(before, state)) queue[queue.length - 1] = { ...state, from: before.from, events: [...before.events, ...state.events] };
      else queue.push(state);
      if (isUrgent || queue.length > MOST_BEHIND || document.visibilityState === "hidden") skip();
      else if (!timer) next();
      else onWaiting(queue.length);
    },
    skip,
    clear() {
      clearTimeout(timer);
      timer = 0;
      queue.length = 0;
    },
    isBehind: () => queue.length > 0,
  };
}
