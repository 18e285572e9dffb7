/**
 * Types that the whole client shares: what the server sends, the board, the shell.
 *
 * Declarations for the checker alone; no browser fetches them.
 */

import type {
  Answer, Board as BoardData, ClockMessage as WireClock, ChatLine as WireChatLine, ErrorMessage, FromServer, HintAnswer, OddsAnswer, People as WirePeople, RoadInfo, Seat, SitterInfo,
  StateMessage as WireStateMessage, TownInfo, UnitInfo, Verdict, WhyAnswer,
} from "./messages.js";

// --- What the server sends: its own types (messages.d.ts), by the names that the client uses

export type {
  AimMessage as Aim, Answer, Army, BattleMessage as BattleView, BidInfo, BlocksMessage as Blocks, Board as BoardData, BoardInfo, Calls,
  ChanceMessage, DecisionMessage, DiagramInfo, DiagramMessage, ErrorMessage, EvenInfo, EventMessage as GameEvent, ExerciseInfo, ExerciseState,
  FieldBlockMessage as FieldBlock, FromServer, GameSummary, GroundMessage as Ground, HintAnswer, Invitation,
  LessonAsk, LessonInfo, LessonState, LobbyGame, LobbyInfo, LobbyTable, LuckMessage, LuckyMoment, Me, NewGame, OddsAnswer, OrderMessage, Pace, PaceWish, ProofChallenge, ReplayStep, ResultMessage as Result,
  ScenarioInfo as Scenario, Seat, SeekInfo, Side, SideLuck, SightingMessage as Sighting, Since, SitterInfo as Sitter, StoryMessage,
  TableInfo, TerrainKind, ToServer, TurnInfo as Turn, UnitMessage as OwnUnit, Verdict, ViewMessage as View, Voice,
  VoicePoint, WatchInfo, WhyAnswer, Wish,
} from "./messages.js";

/** A state of a game, or of an exercise with its verdict. */
export interface StateMessage extends WireStateMessage {
  verdict?: Verdict | null;
}

/** Something that was said, and from which seat. */
export interface ChatLine extends WireChatLine {
  seat: Seat | null;
}

/** Who sits where and is there; `takeover`, `takeback` and `ending` are questions to the others. */
export interface People extends WirePeople {
  seats: Record<Seat, SitterInfo>;
  ending: Seat[];
  takeover: { seat: Seat; level: string; agreed: Seat[] } | null;
  takeback: Seat[];
}

/** How much time each seat has, as the message came. */
export interface Clock extends WireClock {
  hands: Partial<Record<Seat, { left: number; bank: number }>>;
  running: Seat[];
  asking: Seat[];
}

/** What answers a question by its number. */
export type Reply = Answer | WhyAnswer | HintAnswer | OddsAnswer;

/** What the table hears. */
export type ServerMessage =
  | Exclude<FromServer, { t: "state" | "chat" | "people" | "clock" }>
  | StateMessage | People | Clock | { t: "chat"; messages: ChatLine[] };

/** A unit as it is printed on its block: what is needed to draw it. */
export type Card = Pick<UnitInfo, "id" | "name" | "army" | "contingent" | "corps" | "type" | "strength" | "firepower">;
export type UnitType = UnitInfo["type"];

// --- The board, with its lookups

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

export interface Town extends TownInfo, Point {
  number: number;
}

export interface Road extends RoadInfo {
  number: number;
  id: string;
  isMain: boolean;
  rivers: string[];
}

export interface Unit extends UnitInfo {
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

/** Whether others can come to a game, and the address of a server where they could ("" if none is known). */
export interface Friends {
  isPossible: boolean;
  server: string;
}

/** A socket, or what does its work. */
export interface Line {
  readonly readyState: number;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}

// --- The shell and its pages

/** What every screen is handed by the shell. */
export interface Shell {
  navigate(path: string, options?: { replace?: boolean }): void;
  settings(): HTMLElement;
  /** Have the next way back come to this page first. */
  guard(): void;
  say(text: string | null, isAgain?: boolean): void;
  tell(sentences: string[] | null): void;
  me: import("./messages.js").Me | null;
  /** What the server has written into the page that was asked for first. */
  printed: Element | null;
}

/** A page on the screen, how to end it, and what the browser's way back closes first. */
export interface Page {
  destroy?(): void;
  /** Open something of the rules beside what is on the page; whether there is a place for it. */
  read?(path: string): boolean;
  /** Whether something was closed; otherwise the page is left. */
  onBack?(): boolean;
}
