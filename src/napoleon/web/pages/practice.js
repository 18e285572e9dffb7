/**
 * What a socket is to a game, for exercises and lessons: takes the table's messages, and answers them by calls.
 * Nothing is kept by the server: all that was played is sent each time, and the position comes back.
 */

import { messageOf, ServerError } from "../lib/net.js";

/** @import { Connection, Handlers } from "../lib/net.js" */
/** @import { StateMessage } from "../lib/types.js" */

/**
 * @template {StateMessage} S
 * @typedef {object} Calls
 * @property {string[]} played - so far
 * @property {(actions: string[], since: number) => Promise<S>} look - the position after these actions
 * @property {(actions: string[], action: string) => Promise<import("../lib/messages.js").ExerciseWhy>} why
 * @property {(state: S) => boolean} isOver - nothing more can be played
 * @property {(state: S, actions: string[]) => void} [onState]
 */

/**
 * @template {StateMessage} S
 * @param {Handlers} handlers
 * @param {Calls<S>} calls
 * @returns {Connection}
 */
export function connectByCalls(handlers, calls) {
  let actions = calls.played;
  let known = 0;
  let line = Promise.resolve();

  /**
   * @param {string[]} tried
   * @param {number} since
   */
  async function look(tried, since) {
    const state = await calls.look(tried, since);
    actions = tried;
    known = state.from + state.events.length;
    handlers.onMessage(state);
    calls.onState?.(state, actions);
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
          if (calls.isOver(await look([...actions, action], known))) break;
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
      handlers.onMessage({ t: "why", id: message.id, ...await calls.why(actions, message.action) });
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
