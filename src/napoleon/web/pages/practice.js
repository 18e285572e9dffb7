/**
 * A table without a socket: what was played is sent with every call, and the position comes back.
 */

import { messageOf, ServerError, api } from "../lib/net.js";
import { lang } from "../lib/i18n.js";

/** @import { Connection, Handlers } from "../lib/net.js" */
/** @import { ExerciseState, Voice } from "../lib/types.js" */

/**
 * What a socket is to a game: takes the table's messages, and answers them by calls.
 * @param {string} path - of the calls
 * @param {Handlers} handlers
 * @param {object} [more] - what every call says besides
 * @param {{played?: string[], onState?: (state: any, actions: string[]) => void}} [course] - what was played before; who hears of every state
 * @returns {Connection}
 */
export function connectPractice(path, handlers, more = {}, { played: before = [], onState } = {}) {
  let actions = before;
  let known = 0;
  let line = Promise.resolve();

  /**
   * @param {string[]} tried
   * @param {number} since
   * @returns {Promise<ExerciseState & {voice?: Voice}>}
   */
  async function look(tried, since) {
    const body = { ...more, actions: tried, since, lang: lang() };
    const state = await api("POST", path, body);
    actions = tried;
    known = state.from + state.events.length;
    handlers.onMessage(state);
    onState?.(state, actions);
    return state;
  }

  /** @param {{id: number, actions: string[], some?: boolean}} message */
  async function act(message) {
    let played = 0;
    try {
      if (!message.some) {
        await look([...actions, ...message.actions], known);
        played = message.actions.length;
      } else {
        for (const action of message.actions) {
          played += 1;
          const { verdict, voice } = await look([...actions, action], known);
          if (verdict || voice?.done) break;
        }
      }
      handlers.onMessage({ t: "answer", id: message.id, ok: true });
    } catch (error) {
      const done = Math.max(0, played - 1);
      handlers.onMessage({
        t: "answer", id: message.id, ok: done > 0, text: messageOf(error), rule: error instanceof ServerError ? error.rule : "",
        ...(done ? { played: done } : {}),
      });
    }
  }

  /** @param {any} message - one of the table's */
  async function handle(message) {
    if (message.t === "hello") await look(actions, message.since);
    else if (message.t === "act") await act(message);
    else if (message.t === "undo") {
      await look(actions.slice(0, -1), known);
      handlers.onMessage({ t: "answer", id: message.id, ok: true });
    } else if (message.t === "why") {
      const body = { ...more, actions, action: message.action, lang: lang() };
      const answer = await api("POST", `${path}/why`, body);
      handlers.onMessage({ t: "why", id: message.id, ...answer });
    }
  }

  /** @param {object} message */
  function send(message) {
    line = line.then(() => handle(message)).catch((error) => {
      handlers.onMessage({ t: "error", code: error.code, text: error.message });
    });
    return true;
  }
  handlers.onStatus("open", 0);
  send(handlers.hello());
  return { send, hello: () => { send(handlers.hello()); }, close() {} };
}
