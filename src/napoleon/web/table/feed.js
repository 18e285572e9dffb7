/**
 * The pace at which states are shown: one after the other, so that an eye can follow. Pacing is the
 * client's own affair; the server sends what happens as it happens, a computer's whole turn within
 * a second or two.
 */

/** @import { GameEvent, StateMessage } from "../lib/types.js" */

const HURRY = 24; // so many states behind, and each is shown half as long
const MOST_BEHIND = 200; // further behind than this, we jump to the present
const BEAT = 100; // milliseconds between two looks whether a fight is still being played
const LITTLE = 250; // milliseconds for what has no weight of its own
const QUICK = 0.35; // of the usual pause, for whoever wants no motion

// How long a look at what others did, in milliseconds, by the weightiest event.
/** @type {[number, string[]][]} */
const PAUSES = [
  [1500, ["battle-began", "skirmish-began", "routed", "army-defeated", "game-over"]],
  [1200, ["shot", "morale-die", "march-die", "fight-won", "eliminated", "supply-cut"]],
  [900, ["turn-began", "setup-closed", "leader-shown", "retreated", "terrain-laid"]],
  [600, ["marched", "force-marched", "engaged", "reinforced", "fell-back", "square-formed"]],
];

/**
 * How long to look at these events before the next state, in milliseconds.
 * @param {GameEvent[]} events
 * @param {boolean} isCalm - the reader wants no motion
 */
export function pauseFor(events, isCalm) {
  const kinds = new Set(events.map((event) => event.kind));
  const [pause] = PAUSES.find(([, among]) => among.some((kind) => kinds.has(kind))) || [events.length ? LITTLE : 0];
  return isCalm ? pause * QUICK : pause;
}

/**
 * Whether two states in a row tell of one group that goes one way: they are shown together.
 * @param {StateMessage} before
 * @param {StateMessage} state
 */
function isOneMarch(before, state) {
  const events = [...before.events, ...state.events];
  const way = (/** @type {GameEvent} */ { kind, army, town, to }) => `${kind} ${army} ${town} ${to}`;
  return state.from === before.from + before.events.length && state.events.length > 0 && before.events.length > 0
    && ["marched", "force-marched", "retreated", "placed"].includes(events[0].kind)
    && events.every((event) => (event.kind === "placed" ? events[0].kind === "placed" : way(event) === way(events[0])));
}

/**
 * @typedef {object} FeedHandlers
 * @property {(state: StateMessage, how: {isLast: boolean, isPassing: boolean}) => void} show - gets each state in
 *   order; `isPassing`: it is only to be taken in, the next follows at once
 * @property {(state: StateMessage) => number} pause - how long to look at one before the next
 * @property {(count: number) => void} onWaiting - how many are still to come
 * @property {() => boolean} isHidden - nobody looks: no pause
 * @property {() => boolean} isPlaying - what the last one tells of is still being played: the next one waits
 */

/**
 * A line of states to be shown.
 * @param {FeedHandlers} handlers
 */
export function createFeed({ show, pause, onWaiting, isHidden, isPlaying }) {
  /** @type {StateMessage[]} */
  const queue = [];
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  function stop() {
    clearTimeout(timer);
    timer = undefined;
  }

  function next() {
    timer = undefined;
    if (queue.length && isPlaying()) timer = setTimeout(next, BEAT);
    else advance();
  }

  function advance() {
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
    stop();
    for (const state of queue.splice(0, queue.length - 1)) show(state, { isLast: false, isPassing: true });
    advance();
    onWaiting(0);
  }

  return {
    /**
     * Take a state into the line.
     * @param {StateMessage} state
     * @param {boolean} isUrgent - show it at once
     */
    push(state, isUrgent) {
      const before = queue.at(-1);
      if (before && isOneMarch(before, state)) queue[queue.length - 1] = { ...state, from: before.from, events: [...before.events, ...state.events] };
      else queue.push(state);
      if (isUrgent || queue.length > MOST_BEHIND || isHidden()) skip();
      else if (timer === undefined) next();
      if (queue.length) onWaiting(queue.length);
    },
    skip,
    clear() {
      stop();
      queue.length = 0;
    },
  };
}
