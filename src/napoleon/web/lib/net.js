/**
 * The way to the server: calls by fetch, and a socket that comes back by itself and misses nothing.
 */

import { ask, friends, openLine } from "./home.js";
import { t } from "./i18n.js";

/** @import { Line, ServerMessage } from "./types.js" */

const noAnswer = () => (friends.isPossible ? t("The server did not answer. Is it still running?") : t("The game does not answer in this browser. Reload the page."));

/** An answer of the server that is not what was asked for. */
export class ServerError extends Error {
  /**
   * @param {{code?: string, text?: string, rule?: string}} error
   * @param {number} status
   */
  constructor(error, status) {
    super(error.text || noAnswer());
    this.code = error.code || "network";
    this.rule = error.rule || "";
    this.status = status;
  }
}

/**
 * What went wrong, in words for people.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * One call of the server.
 * @param {string} method
 * @param {string} path
 * @param {object|string} [body] - a text goes as it is
 * @returns {Promise<any>} the JSON of the answer, or its text
 */
export async function api(method, path, body) {
  try {
    return await call(method, path, body);
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== "proof") throw error;
    const use = path === "/api/register" ? "account" : "offer";
    const [{ prove }, given] = await Promise.all([import("./proof.js"), call("GET", `/api/proof?use=${use}`)]);
    return call(method, path, body, { "Napoleon-Proof": await prove(given) });
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object|string} [body]
 * @param {Record<string, string>} [more] - headers
 * @returns {Promise<any>}
 */
async function call(method, path, body, more = {}) {
  let answer;
  try {
    answer = await ask(path, {
      method,
      headers: body === undefined ? more : { "Content-Type": "application/json", ...more },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
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
const PING_EVERY = 10000;
const PATIENCE = 5000; // for anything to be heard after something was said
const SILENCE = 60000;
const NOT_ALLOWED = 4403; // the server's way to say that coming back is of no use

/**
 * How the line is; "silent": it is open, but nothing has come for a while after something was said. With "lost" comes how many
 * milliseconds until we try again.
 * @typedef {"connecting"|"open"|"silent"|"lost"|"closed"} Status
 */
/**
 * Who listens to a connection; `hello` makes its first message, so that it can say what we have.
 * @typedef {{hello: () => object, onMessage: (message: ServerMessage) => void,
 *   onStatus: (status: Status, wait: number) => void}} Handlers
 */
/**
 * The line to a game: `send` says whether the message could go.
 * @typedef {{send: (message: object) => boolean, hello: () => void, close: () => void}} Connection
 */

/**
 * A socket that reconnects with growing, jittered pauses.
 *
 * @param {string} path - such as `/ws/game/ID`
 * @param {Handlers} handlers
 * @returns {Connection}
 */
export function connect(path, handlers) {
  /** @type {Line|null} */
  let socket = null;
  let attempts = 0;
  let timer = 0;
  let heartbeat = 0;
  let heard = 0;
  let silence = 0; // the timer that tells of it
  let isSilent = false;
  let isClosed = false;

  function open() {
    clearTimeout(timer);
    if (isClosed) return;
    handlers.onStatus(attempts ? "lost" : "connecting", 0);
    /** @type {Line} */
    const mine = openLine(path);
    socket = mine;
    mine.onopen = () => {
      hear();
      isSilent = false;
      mine.send(JSON.stringify(handlers.hello()));
      handlers.onStatus("open", 0);
      listen();
      heartbeat = setInterval(() => beat(mine), PING_EVERY);
    };
    mine.onmessage = (frame) => {
      hear();
      const message = parse(frame.data);
      if (!message || message.t === "pong") return;
      if (message.t !== "error") attempts = 0; // a server in trouble is not asked again at once
      if (message.t === "error" && message.code === "closed") end();
      handlers.onMessage(message);
    };
    mine.onclose = ({ code }) => {
      clearInterval(heartbeat);
      clearTimeout(silence);
      silence = 0;
      if (socket !== mine || isClosed) return;
      socket = null;
      if (code === NOT_ALLOWED) return end();
      again();
    };
  }

  /** There is nothing to come back to. */
  function end() {
    isClosed = true;
    handlers.onStatus("closed", 0);
  }

  function hear() {
    heard = Date.now();
    clearTimeout(silence);
    silence = 0;
    if (isSilent) handlers.onStatus("open", 0);
    isSilent = false;
  }

  /** Something was said: an answer is waited for. */
  function listen() {
    silence ||= setTimeout(() => {
      isSilent = true;
      handlers.onStatus("silent", 0);
    }, PATIENCE);
  }

  /** @param {Line} mine */
  function beat(mine) {
    if (Date.now() - heard > SILENCE) mine.close();
    else if (mine.readyState === WebSocket.OPEN) {
      mine.send('{"t":"ping"}');
      listen();
    }
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

  /** @param {object} message */
  function send(message) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    listen();
    return true;
  }

  return {
    send,
    hello: () => { send(handlers.hello()); },
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(silence);
      clearInterval(heartbeat);
      window.removeEventListener("online", comeBackNow);
      document.removeEventListener("visibilitychange", comeBackNow);
      if (socket) socket.close();
    },
  };
}

/**
 * @param {string} text
 * @returns {ServerMessage|null}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
