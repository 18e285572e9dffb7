/**
 * What the player of a table can do, as its screen asks for it.
 *
 * Declarations for the checker alone; no browser fetches them.
 */

import type { GameEvent, Seat, WhyAnswer } from "../lib/types.js";

/** `act` plays all of its actions, or with `some` as many as are allowed. */
export interface Controls {
  tapTown: (town: string) => void;
  /** its blocks */
  tapStack: (town: string) => void;
  tapUnit: (unit: string) => void;
  tapAll: () => void;
  drop: (units: string[], town: string) => void;
  tapBackground: () => void;
  closeTown: () => void;
  act: (actions: string[], some: boolean) => void;
  tapEnd: () => void;
  undo: () => void;
  /** why an action is not allowed, or a unit can do nothing */
  why: (action: string, then?: (reason: WhyAnswer) => void) => void;
  placeRest: () => void;
  deployRest: () => void;
  askHint: (level: string) => void;
  askOdds: (town: string, units: string[]) => void;
  followAdvice: () => void;
  closeAdvice: () => void;
  showTab: (tab: string|null) => void;
  openPanel: (panel: string|null) => void;
  /** on a wide screen the rules give way to the panel before them */
  closePanel: () => void;
  /** something of the rules, beside the board */
  read: (path: string) => void;
  readBack: () => void;
  /** take away what was told */
  dismiss: () => void;
  skip: () => void;
  /** a fight has been played up to this event, or to its end */
  told: (event: GameEvent|null) => void;
  handOver: (seat: Seat) => void;
  takeOver: (seat: Seat, level: string) => void;
  takeBack: (seat: Seat) => void;
  chat: (channel: string, text: string) => void;
  consent: (yes: boolean, what: "end"|"takeover"|"pause"|"back") => void;
  giveTime: (seat: Seat, seconds: number) => void;
  askBack: () => void;
  tell: (text: string) => void;
  leave: () => void;
  end: () => void;
  resign: () => void;
}
