/**
 * The log in few lines: a line a move or a fight, with everything that belongs to it underneath.
 */

/** @import { GameEvent } from "../lib/types.js" */

/**
 * A line of the log. `what` it sums up: one event, units that take their posts, a march of several, dice of forced
 * marches, a fight; `key` is the same as long as it is the same line.
 * @typedef {{what: "event"|"posts"|"march"|"dice"|"fight", key: string, events: GameEvent[]}} Entry
 */
/** @typedef {{turn: number, entries: Entry[]}} TurnEntries */

const MARCHES = new Set(["marched", "force-marched"]);
const BEGINNINGS = new Set(["skirmish-began", "battle-began"]);

/** @param {GameEvent} event */
const isMarchDie = (event) => event.kind === "march-die" || (event.kind === "strength-lost" && event.why === "march");

/**
 * The entries of events, turn by turn.
 * @param {GameEvent[]} events
 * @returns {TurnEntries[]}
 */
export function entriesOf(events) {
  /** @type {TurnEntries[]} */
  const turns = [];
  /** @type {Map<string, Entry>} */
  let open = new Map(); // lines that may grow: fights by their town, marches by their way
  for (const event of events) {
    let turn = turns.at(-1);
    if (!turn || turn.turn !== event.turn) {
      turns.push((turn = { turn: event.turn, entries: [] }));
      open = new Map();
    }
    if (event.kind === "turn-began") continue;
    const name = nameOf(event, open);
    const entry = open.get(name);
    if (entry) entry.events.push(event);
    else {
      const { entries } = turn;
      const made = { what: whatIs(event), key: `${event.turn} ${entries.length}`, events: [event] };
      entries.push(made);
      if (name) open.set(name, made);
      // Whoever marches after a fight makes another march.
      if (made.what === "fight") for (const other of open.keys()) if (other.startsWith("way ")) open.delete(other);
    }
    if (event.kind === "fight-won") open.delete(`fight ${event.town}`);
  }
  return turns;
}

/**
 * The name of the line that an event belongs to; "" if it has one of its own.
 * @param {GameEvent} event
 * @param {Map<string, Entry>} open
 */
function nameOf(event, open) {
  for (const town of [event.town, event.to]) if (town && open.has(`fight ${town}`) && !MARCHES.has(event.kind)) return `fight ${town}`;
  if (BEGINNINGS.has(event.kind)) return `fight ${event.town}`;
  if (MARCHES.has(event.kind)) return `way ${event.kind} ${event.army} ${event.town} ${event.to}`;
  if (event.kind === "placed") return "posts";
  return isMarchDie(event) ? "dice" : "";
}

/**
 * @param {GameEvent} event
 * @returns {Entry["what"]}
 */
function whatIs(event) {
  if (BEGINNINGS.has(event.kind)) return "fight";
  if (MARCHES.has(event.kind)) return "march";
  if (event.kind === "placed") return "posts";
  return isMarchDie(event) ? "dice" : "event";
}

/**
 * How a fight stands: who has won, and the units lost.
 * @param {GameEvent[]} events
 */
export function fightOf(events) {
  const lost = (/** @type {string} */ side) => events.filter((event) => event.kind === "eliminated" && event.side === side).length;
  return { won: events.find((event) => event.kind === "fight-won"), french: lost("french"), allied: lost("allied") };
}

/**
 * The towns that events speak of.
 * @param {GameEvent[]} events
 */
export function townsOf(events) {
  return [...new Set(events.flatMap(({ town, to }) => [town, to].filter((one) => one !== undefined)))];
}
