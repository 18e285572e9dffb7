/**
 * Types that the whole client shares: what the server sends (docs/protocol.md), and the board.
 *
 * Declarations for the checker alone; no browser fetches them.
 */

// --- Words of the game

export type Army = "french" | "anglo-dutch" | "prussian";
export type Side = "french" | "allied";
export type Seat = "french" | "allied" | "anglo-dutch" | "prussian";
export type TerrainKind = "woods" | "farm" | "stream" | "hill";
export type UnitType =
  | "leader" | "infantry" | "light-cavalry" | "heavy-cavalry" | "foot-artillery" | "horse-artillery";
export type Level = "random" | "recruit" | "officer" | "marshal";

// --- What a seat may know

/** A unit of the seat's own side. */
export interface OwnUnit {
  id: string;
  town: string | null;
  strength: number;
  area?: string | null;
  marks?: string[];
  ally?: boolean;
}

/** Blocks of which only the number is known: an army's in a town. */
export interface Blocks {
  army: Army;
  town: string;
  count: number;
  disordered?: number;
}

/** Somebody on a battlefield: a unit in view, or hidden blocks of an army in an area. */
export interface FieldBlock {
  army: Army;
  area: string;
  count: number;
  unit?: string | null;
  strength?: number | null;
  marks?: string[] | null;
}

/** A terrain block, and who holds it as far as the seat may know. */
export interface Ground {
  area: string;
  kind: TerrainKind;
  holder: string | null;
}

/** A fight, its areas named from the seat's own side. */
export interface BattleView {
  town: string;
  attacker: Side;
  status: "declared" | "setting-up" | "fighting";
  round: number;
  side: Side | null;
  step: "morale" | "combat" | "reinforcement" | "withdrawal" | null;
  idle: number;
  withdrawing: boolean;
  crossings: Record<string, number>;
  retreated: Record<string, number>;
  reinforced: Record<string, number>;
  order: number;
  origins: string[];
  terrain: Ground[];
  own: FieldBlock[];
  enemy: FieldBlock[];
}

/** A unit of the other side as it was last seen. */
export interface Sighting {
  unit: string;
  army: Army;
  turn: number;
  town: string | null;
  strength: number | null;
  lost: boolean;
}

/** How a game ended. */
export interface Result {
  winner: Side;
  rule: string;
  reason: string;
}

/** Everything that a seat may know. */
export interface View {
  seat: Seat | null;
  players: number;
  visibility: "open" | "hidden";
  turn: number;
  date: string | null;
  side: Side | null;
  night: boolean;
  stage: string;
  town: string | null;
  to_act: Seat[];
  can_undo: boolean;
  may_talk: boolean;
  units: OwnUnit[];
  blocks: Blocks[];
  losses: Record<Army, string[]>;
  defeated: Army[];
  groups: [Army, string][];
  roads: Record<string, number>;
  rivers: Record<string, number>;
  battles: BattleView[];
  revealed: string[];
  enemy_revealed: string[];
  hand: TerrainKind[];
  hits: number;
  owed: Partial<Record<Army, number>>;
  notebook: Sighting[];
  result: Result | null;
  truth: OwnUnit[];
}

/** Something that happened, as a seat may see it, with its sentence. */
export interface GameEvent {
  kind: string;
  turn: number;
  rule: string;
  text: string;
  i?: number;
  side?: Side | null;
  army?: Army | null;
  unit?: string | null;
  other?: string | null;
  town?: string | null;
  to?: string | null;
  area?: string | null;
  from_area?: string | null;
  terrain?: TerrainKind | null;
  why?: string | null;
  amount?: number;
  secret?: number;
  block?: number;
  dice?: number[];
}

// --- Messages of the server

/** A game as a seat sees it now: the log is cut to `from` events, and `events` are appended. */
export interface StateMessage {
  t: "state";
  v: number;
  seat: Seat | null;
  view: View;
  offers: string[];
  prompt: string;
  rule: string;
  from: number;
  events: GameEvent[];
  thinking: Seat[];
  verdict?: Verdict | null;
}

/** Whether an exercise was solved. */
export interface Verdict {
  right: boolean;
  explanation: string;
  answer: string[];
}

export type Ident = number | string | null;

/** To act, undo and why. */
export interface Answer {
  t: "answer" | "why";
  id: Ident;
  ok: boolean;
  rule?: string;
  text?: string;
  played?: number;
}

/** What the staff would do. */
export interface HintAnswer {
  t: "hint";
  id: Ident;
  ok: boolean;
  action?: string;
  label?: string;
  text?: string;
  more?: string[];
}

/** How an attack would go. */
export interface OddsAnswer {
  t: "odds";
  id: Ident;
  ok: boolean;
  win: number;
  own_losses: number;
  enemy_losses: number;
  own_points: number;
  enemy_points: number;
  error: number;
  text: string;
}

/** Something that was said. */
export interface ChatLine {
  n: number;
  seat: Seat | null;
  name: string;
  channel: string;
  text: string;
  time: string;
}

export interface ChatMessage {
  t: "chat";
  messages: ChatLine[];
}

/** Who sits on a seat. */
export interface Sitter {
  kind: "human" | "computer" | "open";
  name: string;
  is_online: boolean;
  level: string;
  stand_in: string;
}

/** Who sits where and is there. */
export interface People {
  t: "people";
  seats: Partial<Record<Seat, Sitter>>;
  ending: Seat[];
  status: string;
  may_talk: boolean;
  takeover: { seat: Seat; level: string; agreed: Seat[] } | null;
}

export interface ErrorMessage {
  t: "error";
  code: string;
  text: string;
}

export interface Pong {
  t: "pong";
}

export type ServerMessage =
  | StateMessage | Answer | HintAnswer | OddsAnswer | ChatMessage | People | ErrorMessage | Pong;

// --- Answers of the calls

/** A table, from `/api/games/ID`. */
export interface TableInfo {
  id: string;
  scenario: string;
  players: number;
  visibility: string;
  status: string;
  seats: Partial<Record<Seat, Sitter>>;
  my_seats: Seat[];
  invites: Partial<Record<Seat, string>>;
  watch: string;
  commitment: string;
  result: Result | null;
  created: string;
  is_hotseat: boolean;
  ending: Seat[];
  rematch: string | null;
}

/** A line of the list of games, from `/api/games`. */
export interface GameRow {
  id: string;
  status: string;
  turn: number;
  date: string;
  night: boolean;
  to_act: Seat[];
  my_seats: Seat[];
  my_turn: boolean;
  seats: Partial<Record<Seat, Sitter>>;
  is_hotseat: boolean;
  result: Result | null;
}

/** The person at this browser, from `/api/me`. */
export interface Me {
  id: string;
  name: string;
  is_account: boolean;
  lang?: string;
}

// --- The board, from `/board.json`

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

export interface TownRow {
  id: string;
  names: Record<string, string>;
  lat: number;
  lon: number;
  zone: string;
  supplies: Army | null;
  supply_loss: number;
  evidence: string;
  note?: string;
}

export interface RoadRow {
  a: string;
  b: string;
  size: "main" | "minor";
  river: string;
  evidence: string;
  evidence_size?: string;
}

/** A unit as the roster has it: what stands on its block. */
export interface Card {
  id: string;
  name: string;
  army: Army;
  contingent: string;
  corps: string;
  type: UnitType;
  strength: number;
  firepower: number;
  start_town?: string;
  evidence_strength?: string;
  evidence_firepower?: string;
}

export interface Turn {
  turn: number;
  date: string;
  part: string;
  side: Side;
  night: boolean;
}

export interface Lines {
  features: {
    properties: { name: string; game_effect?: boolean };
    geometry: { coordinates: [number, number][] };
  }[];
}

export interface Wood {
  name: string;
  lat: number;
  lon: number;
  km_east_west: number;
  km_north_south: number;
}

export interface BoardData {
  towns: TownRow[];
  roads: RoadRow[];
  rivers: Lines;
  borders: Lines;
  woods: Wood[];
  units: Card[];
  turns: Turn[];
  limits: { defeat: Record<Army, number>; setup: Record<Army, number> };
}

export interface Town extends TownRow, Point {
  number: number;
}

export interface Road extends RoadRow {
  number: number;
  id: string;
  isMain: boolean;
  rivers: string[];
}

export interface Unit extends Card {
  number: number;
}

/** The sheet on which the map is drawn; a degree of latitude is 1000 units. */
export interface Sheet {
  west: number;
  east: number;
  south: number;
  north: number;
  shrink: number;
  width: number;
  height: number;
  frame: number;
  fullWidth: number;
  fullHeight: number;
  unitsPerKm: number;
}

/** The tables, with lookups, and where things lie on the sheet. */
export interface Board {
  data: BoardData;
  towns: Town[];
  roads: Road[];
  units: Unit[];
  sheet: Sheet;
  /** A town, unit or road that must be there. */
  town(id: string): Town;
  unit(id: string): Unit;
  road(a: string, b: string): Road | undefined;
  roadById: Map<string, Road>;
  hasTown(id: string | null | undefined): id is string;
  hasUnit(id: string | null | undefined): id is string;
  neighbours(id: string): { town: string; road: Road }[];
  project(lon: number, lat: number): Point;
}

// --- The shell and its pages

/** What every screen is handed by the shell. */
export interface Shell {
  navigate(path: string, options?: { replace?: boolean }): void;
  settings(): HTMLElement;
  say(text: string, region?: "say" | "tell"): void;
  me: Me | null;
}

/** A page on the screen, and how to end it. */
export interface Page {
  destroy?(): void;
}
