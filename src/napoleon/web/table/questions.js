/**
 * Questions to the server that are answered by their number.
 */

/** @import { Reply } from "../lib/types.js" */

/**
 * @param {(message: object) => boolean} send - whether the message could go
 * @param {() => void} onLost - it could not
 * @param {(isWaiting: boolean) => void} onWaiting - an answer is waited for, or none any more
 */
export function createQuestions(send, onLost, onWaiting) {
  /** @type {Map<number|string|null, (answer: any) => void>} */
  const waiting = new Map();
  let number = 0;

  return {
    /**
     * @template {Reply} A
     * @param {object} message
     * @param {(answer: A) => void} then
     */
    ask(message, then) {
      number += 1;
      waiting.set(number, then);
      if (send({ ...message, id: number })) return onWaiting(true);
      waiting.delete(number);
      return onLost();
    },
    /**
     * @param {Reply} message
     * @returns {boolean} whether somebody waited for it
     */
    answer(message) {
      const then = waiting.get(message.id);
      waiting.delete(message.id);
      if (!waiting.size) onWaiting(false);
      then?.(message);
      return Boolean(then);
    },
    get isWaiting() { return waiting.size > 0; },
    /** No answer will come any more. */
    forget() {
      waiting.clear();
      onWaiting(false);
    },
  };
}
