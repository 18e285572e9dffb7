/**
 * What travels between browser and server (docs/protocol.md).
 *
 * Made by scripts/declarations.py from the types of the server: do not edit.
 */

export type Army = "french" | "anglo-dutch" | "prussian";

export type Side = "french" | "allied";

export type Seat = "french" | "allied" | "anglo-dutch" | "prussian";

export type Visibility = "open" | "hidden";

export type TerrainKind = "woods" | "farm" | "stream" | "hill";

export type FightStatus = "pending" | "setting-up" | "fighting";

export type BattleStep = "morale" | "combat" | "reinforcement" | "withdrawal";

export type SitterKind = "human" | "computer" | "open";

export type Status = "waiting" | "playing" | "over" | "abandoned";

/** What a browser may send over a game's socket. */
export type ToServer =
  Hello | Act | PlaceRest | DeployRest | Undo | Why | Chat | Consent | Skip | Hint | Odds | Takeover | Takeback |
  AskBack | MoreTime | Ping;

/** What the server sends over it. */
export type FromServer =
  StateMessage | Answer | WhyAnswer | ChatMessage | People | ClockMessage | HintAnswer | OddsAnswer | ErrorMessage |
  Pong;

/**
 * Which seat this browser looks as, and what it has already. `v` is the version of the last state that it has; without
 * it, events that were ever taken back are sent anew.
 */
export interface Hello {
  t: "hello";
  seat?: string | null;
  since?: number;
  lang?: string;
  v?: number;
}

/** Play these actions: all of them, or with `some` as many as are allowed. */
export interface Act {
  t: "act";
  seat: string;
  v: number;
  actions: string[];
  id?: number | string | null;
  some?: boolean;
}

/** Place the units that wait in a free set-up, as an officer would (rule 4). */
export interface PlaceRest {
  t: "place-rest";
  seat: string;
  v: number;
  id?: number | string | null;
}

/** Deploy the units that wait on a battlefield, and name holders, as an officer would (6.2). */
export interface DeployRest {
  t: "deploy-rest";
  seat: string;
  v: number;
  id?: number | string | null;
}

/** Take back the seat's last action. */
export interface Undo {
  t: "undo";
  seat: string;
  v: number;
  id?: number | string | null;
}

/** Why is this not allowed? */
export interface Why {
  t: "why";
  seat: string;
  action: string;
  id?: number | string | null;
}

/** Say something at the table. */
export interface Chat {
  t: "chat";
  text: string;
  channel?: string;
}

/** Answer to a question that was put to all players. */
export interface Consent {
  t: "consent";
  what: string;
  yes: boolean;
}

/** Where computers play alone: let them play the rest of their turn without waiting. */
export interface Skip {
  t: "skip";
}

/** What would the staff do? It is the best there is, unless it is asked for less. */
export interface Hint {
  t: "hint";
  seat: string;
  v: number;
  level?: string;
  id?: number | string | null;
}

/** How would an attack go, or the battle under way? */
export interface Odds {
  t: "odds";
  seat: string;
  v: number;
  town: string;
  units?: string[];
  id?: number | string | null;
}

/** Ask that a computer plays a seat for its player. */
export interface Takeover {
  t: "takeover";
  seat: string;
  level?: string;
}

/** The player of a seat plays it again, in place of the computer. */
export interface Takeback {
  t: "takeback";
  seat: string;
}

/** Ask the others to let a seat take back its last actions, whatever came after them. */
export interface AskBack {
  t: "ask-back";
  seat: string;
  actions?: number;
}

/** Give a seat of the other side more time. */
export interface MoreTime {
  t: "more-time";
  seat: string;
  seconds: number;
}

/** Is anybody there? */
export interface Ping {
  t: "ping";
}

/** A game as a seat sees it now. Its log is cut to `from` events, and `events` are appended. */
export interface StateMessage {
  t: "state";
  v: number;
  seat: Seat | null;
  view: ViewMessage;
  /** the legal actions of the seat; empty if it is not to act */
  offers: string[];
  /** what a die must not pass, for each shot among them */
  powers: Record<string, number>;
  /** what is asked of whom, in one line */
  prompt: string;
  /** the section of the rulebook that asks it */
  rule: string;
  from: number;
  events: EventMessage[];
  /** computers that are to act */
  thinking: Seat[];
}

/** Everything that a seat may know. */
export interface ViewMessage {
  /** null: a spectator */
  seat: Seat | null;
  players: number;
  visibility: Visibility;
  /** 0 is the set-up */
  turn: number;
  date: string | null;
  side: Side | null;
  night: boolean;
  /** what is being decided, in one word (docs/notation.md) */
  stage: string;
  /** where */
  town: string | null;
  to_act: Seat[];
  can_undo: boolean;
  may_talk: boolean;
  units: UnitMessage[];
  blocks: BlocksMessage[];
  losses: Record<Army, string[]>;
  defeated: Army[];
  /** army and town of groups that have begun to move */
  groups: [Army, string][];
  forced_marches: "" | "none" | "some";
  /** units that went over each road in this turn */
  roads: Record<string, number>;
  rivers: Record<string, number>;
  battles: BattleMessage[];
  /** units in the skirmish under way */
  revealed: string[];
  enemy_revealed: string[];
  /** terrain to be laid */
  hand: TerrainKind[];
  /** to be taken */
  hits: number;
  /** units to be given up, by army */
  owed: Record<string, number>;
  notebook: SightingMessage[];
  result: ResultMessage | null;
  /** where everybody stood, when the game is over */
  truth: UnitMessage[];
  /** of a scenario */
  aim?: AimMessage;
}

/** A unit of the seat's own side. */
export interface UnitMessage {
  id: string;
  town: string | null;
  strength: number;
  /** on a battlefield */
  area?: string;
  marks?: string[];
  /** of the other Allied player */
  ally?: boolean;
}

/** Blocks of which only the number is known: an army's in a town. */
export interface BlocksMessage {
  army: Army;
  town: string;
  count: number;
  disordered?: number;
}

/** A fight, its areas named from the seat's own side (a spectator sits with the French). */
export interface BattleMessage {
  town: string;
  attacker: Side;
  status: FightStatus;
  round: number;
  /** whose battle turn it is; null between two */
  side: Side | null;
  step: BattleStep | null;
  /** battle turns of the attacker without an attack, running (6.7) */
  idle: number;
  /** the attacker must go */
  withdrawing: boolean;
  /** of streams in this battle turn, by area */
  crossings: Record<string, number>;
  /** units in this battle turn, by road */
  retreated: Record<string, number>;
  reinforced: Record<string, number>;
  order: number;
  /** towns from which the attack came */
  origins: string[];
  terrain: GroundMessage[];
  own: FieldBlockMessage[];
  enemy: FieldBlockMessage[];
}

/** A terrain block, and who holds it as far as the seat may know. */
export interface GroundMessage {
  area: string;
  kind: TerrainKind;
  holder: string | null;
}

/** Somebody on a battlefield: a unit in view, or hidden blocks of an army in an area. */
export interface FieldBlockMessage {
  army: Army;
  area: string;
  count: number;
  unit?: string;
  strength?: number;
  marks?: string[];
}

/** A unit of the other side as it was last seen. */
export interface SightingMessage {
  unit: string;
  army: Army;
  turn: number;
  town: string | null;
  strength: number | null;
  lost: boolean;
}

/** How a game ended. */
export interface ResultMessage {
  winner: Side;
  rule: string;
  reason: string;
}

/**
 * What a side has to have reached as a turn ends, or the other wins: to hold a town, or with no town to have lost fewer
 * units.
 */
export interface AimMessage {
  side: Side;
  town: string | null;
  until: number;
}

/** Something that happened, as a seat may see it (`Event.as_dict()`), with its sentence. */
export interface EventMessage {
  kind: string;
  turn: number;
  rule: string;
  text: string;
  /** its place in the seat's own log, which counts only what the seat may see */
  i?: number;
  side?: Side;
  army?: Army;
  unit?: string;
  other?: string;
  town?: string;
  to?: string;
  /** "french left" */
  area?: string;
  from_area?: string;
  terrain?: TerrainKind;
  why?: string;
  amount?: number;
  strength_left?: number;
  firepower?: number;
  block?: number;
  dice?: number[];
  /** a die of morale or of a forced march went against the unit */
  failed?: boolean;
}

/**
 * To act, place-rest, deploy-rest and undo. `played`: how many actions, if it was fewer than were asked for, or if they
 * were left to the server.
 */
export interface Answer {
  t: "answer";
  id: number | string | null;
  ok: boolean;
  rule?: string;
  text?: string;
  played?: number;
}

/** To why: ok, or the rule and the reason. */
export interface WhyAnswer {
  t: "why";
  id: number | string | null;
  ok: boolean;
  rule?: string;
  text?: string;
}

/** What was said at the table. */
export interface ChatMessage {
  t: "chat";
  messages: ChatLine[];
}

/** Something that was said. */
export interface ChatLine {
  n: number;
  seat: string | null;
  name: string;
  channel: string;
  text: string;
  time: string;
  /** the turn in which an Allied player said it, and the ally might not hear (11) */
  held?: number;
  /** whoever said it had no account then */
  is_guest?: boolean;
}

/** Who sits where and is there. */
export interface People {
  t: "people";
  seats: Record<string, SitterInfo>;
  ending: string[];
  status: string;
  may_talk: boolean;
  takeover: TakeoverInfo | null;
  /** the seat that would take back its last action, and who agrees */
  takeback: string[];
}

/** Who sits on a seat, for everybody to see. */
export interface SitterInfo {
  kind: SitterKind;
  name: string;
  is_online: boolean;
  /** of a computer */
  level: string;
  /** the level of a computer that plays for the person */
  stand_in: string;
  /** the person has no account: anybody could have taken this name */
  is_guest: boolean;
}

/** A seat that a computer is to play, if all agree. */
export interface TakeoverInfo {
  seat: string;
  level: string;
  agreed: string[];
}

/** How much time each seat has as this is sent; those who run use it up. */
export interface ClockMessage {
  t: "clock";
  kind: "days" | "live" | "none";
  /** out of time: lost, or the level of a computer that takes over */
  out: string;
  hands: Record<string, HandInfo>;
  running: string[];
  is_paused: boolean;
  /** seats that would pause */
  asking: string[];
}

/** The time of a seat, in milliseconds: what is used first, and the bank behind it. */
export interface HandInfo {
  left: number;
  bank: number;
}

/**
 * To hint: an action, what it is in words, and why the staff would do it; `more` are actions of others who go the same
 * way, `rule` the section from which the action comes.
 */
export interface HintAnswer {
  t: "hint";
  id: number | string | null;
  ok: boolean;
  action?: string;
  label?: string;
  text?: string;
  more?: string[];
  rule?: string;
}

/** To odds, from what the seat knows; all but `text` only if `ok`. */
export interface OddsAnswer {
  t: "odds";
  id: number | string | null;
  ok: boolean;
  /** of the asking side */
  win: number;
  /** units */
  own_losses: number;
  enemy_losses: number;
  /** of strength, lost */
  own_points: number;
  enemy_points: number;
  /** of `win` */
  error: number;
  text: string;
}

/** A message that was not carried out. */
export interface ErrorMessage {
  t: "error";
  code: string;
  text: string;
}

/** To ping. */
export interface Pong {
  t: "pong";
}

/** `/board.json`, and `/board/NAME-HASH.json` for another than the one that is shipped. */
export interface Board {
  /** "" for the one that is shipped */
  name: string;
  towns: TownInfo[];
  roads: RoadInfo[];
  rivers: GeoJson;
  borders: GeoJson;
  woods: WoodInfo[];
  units: UnitInfo[];
  turns: TurnInfo[];
  limits: BoardLimits;
}

/** A town: where it is, who may set up there, whom it supplies. */
export interface TownInfo {
  id: string;
  names: TownNames;
  lat: number;
  lon: number;
  zone: Army;
  supplies: Army | null;
  supply_loss: number;
  evidence: string;
}

/** A town in our languages, as people there say it. */
export interface TownNames {
  en: string;
  nl: string;
  fr: string;
  de: string;
}

/** A road between two towns, and how many units may use it. */
export interface RoadInfo {
  a: string;
  b: string;
  size: "main" | "minor";
  /** what it crosses; "" for nothing */
  river: string;
  /** units a turn (5.4) */
  limit: number;
  /** units a turn in attack over its river (5.5); null without one */
  river_limit: number | null;
  /** units a battle turn (6.3.4, 7.2) */
  battle_limit: number;
  evidence: string;
  evidence_size: string;
  evidence_river: string;
  note: string;
}

/** Lines on the map. */
export interface GeoJson {
  type: "FeatureCollection";
  features: Record<string, any>[];
}

/** A forest, for the eye alone. */
export interface WoodInfo {
  name: string;
  lat: number;
  lon: number;
  km_east_west: number;
  km_north_south: number;
}

/** A unit as it is printed on its block. */
export interface UnitInfo {
  id: string;
  name: string;
  army: Army;
  contingent: string;
  corps: string;
  type: "foot-artillery" | "heavy-cavalry" | "horse-artillery" | "infantry" | "leader" | "light-cavalry";
  strength: number;
  firepower: number;
  card_town: string;
  start_town: string;
  evidence_strength: string;
  evidence_firepower: string;
  note: string;
}

/** A turn of the calendar. */
export interface TurnInfo {
  turn: number;
  date: string;
  /** of the day */
  part: number;
  side: Side;
  night: boolean;
}

/** Limits that hold everywhere. */
export interface BoardLimits {
  /** units lost that beat it (10) */
  defeat: Record<Army, number>;
  /** units in a town at a free set-up (4) */
  setup: Record<Army, number>;
  /** units of a side in a skirmish (6.6) */
  skirmish: number;
  /** units of a side over a stream in a battle turn (6.2.1) */
  stream: number;
}

/** The position of a diagram of the rules as `seat` sees it; all blocks stand in `view.truth` if they lie face up. */
export interface DiagramMessage {
  seat: Seat;
  /** the towns to show of the map */
  focus: string[];
  /** of the battlefield that is drawn; null: the map */
  town: string | null;
  view: ViewMessage;
  /** on the map */
  arrows: ArrowMessage[];
}

/** A march that a diagram speaks of. */
export interface ArrowMessage {
  start: string;
  to: string;
  army: Army;
  kind: "force" | "march" | "refused";
}

/** A person in their own eyes. */
export interface Me {
  id: string;
  name: string;
  is_account: boolean;
  lang: string;
  /** it is another account's, so `name` was given instead; until one chooses */
  former_name: string;
}

/**
 * A number is to be found with which SHA-256 of what stands behind the challenge's last dot, a colon and the number
 * begins with so many nought bits; challenge, colon and number are the header Napoleon-Proof of the call.
 */
export interface ProofChallenge {
  challenge: string;
  bits: number;
}

/** Another name or language. */
export interface MyChange {
  name?: string | null;
  lang?: string | null;
}

/** For an account. */
export interface Credentials {
  name: string;
  password: string;
}

/** It was done. */
export interface Nothing {}

/** A line in the list of a person's games. */
export interface GameSummary {
  id: string;
  scenario: string;
  players: number;
  visibility: Visibility;
  status: Status;
  turn: number;
  date: string | null;
  night: boolean;
  to_act: Seat[];
  my_seats: Seat[];
  my_turn: boolean;
  seats: Partial<Record<Seat, SitterInfo>>;
  is_hotseat: boolean;
  updated: string;
  result: ResultMessage | null;
  pace: Pace;
  /** milliseconds for my seats, or for whoever is to act; null: no clock runs */
  left: number | null;
  is_paused: boolean;
}

/**
 * How fast a table plays, in seconds. `live`: `each` is for the whole game, and `more` comes with every turn of the
 * campaign. `days`: `each` is for every time that a seat is asked, and `more` is a bank of holidays for the whole game,
 * used when that is over.
 */
export interface Pace {
  kind: "days" | "live" | "none";
  each: number;
  more: number;
  /** out of time: lost, or the level of a computer that takes over */
  out: string;
}

/** A scenario to choose, in one language; texts that it does not have are empty. */
export interface ScenarioInfo {
  id: string;
  minutes: number;
  /** how many can play it */
  players: number[];
  title: string;
  when: string;
  summary: string;
  /** what decides it, in one sentence */
  aim: string;
  history: string;
  sources: string;
}

/** A board that can be played on here. */
export interface BoardInfo {
  /** "" for the one that is shipped */
  id: string;
  name: string;
}

/** What handicap makes a game of two of a level even, by our measure. */
export interface EvenInfo {
  scenario: string;
  level: string;
  games: number;
  /** steps of the French; below 0 of the Allies */
  handicap: number;
  low: number;
  high: number;
}

/** What a game is to be for whose sides two people bid, or one and a computer. */
export interface NewAuction {
  scenario?: string;
  visibility?: string;
  board?: string;
  advice?: boolean;
  pace?: PaceWish;
  /** of the computer that bids; "" for a person */
  level?: string;
}

/** How fast a new game is to be played, in seconds (`Pace`). */
export interface PaceWish {
  kind?: "days" | "live" | "none";
  each?: number;
  more?: number;
  out?: string;
}

/** An auction that was begun. */
export interface AuctionId {
  token: string;
}

/** Two who bid for a side. */
export interface BidInfo {
  scenario: string;
  visibility: Visibility;
  /** its name; "" for the one that is shipped */
  board: string;
  pace: Pace;
  /** names */
  host: string;
  guest: string;
  /** of the computer that bids in place of a guest; "" for a person */
  level: string;
  /** of whoever asks: host, guest, or "" for neither yet */
  part: string;
  /** whose bids are in */
  has_host: boolean;
  has_guest: boolean;
  /** none before both are open */
  bids: ShownBid[];
  /** what came of it, for the two */
  game: string;
  /** host, guest: those who are guests of this server */
  without_account: string[];
}

/** A bid that was opened. */
export interface ShownBid {
  /** host or guest */
  part: string;
  side: Side;
  steps: number;
}

/** The SHA-256 of ``SIDE STEPS SECRET``, in hexadecimal digits. */
export interface SealedBid {
  seal: string;
}

/** A bid and its secret, once both are in. */
export interface OpenedBid {
  side: string;
  steps: number;
  secret: string;
}

/** What a spectator has to know before the socket is opened. */
export interface WatchInfo {
  /** as in TableInfo */
  board: string;
}

/** What a new game is to be; each seat is "me", "open" or "computer:LEVEL". */
export interface NewGame {
  seats: Record<string, string>;
  scenario?: string;
  players?: number;
  visibility?: string;
  /** whether the staff may be asked; null: unless people play people */
  advice?: boolean | null;
  /** another than the one that is shipped, by its id */
  board?: string;
  /** steps of the French; below 0 of the Allies */
  handicap?: number;
  /** it counts for ratings: accounts only, and no advice */
  rated?: boolean;
  pace?: PaceWish;
}

/** A game that was begun. */
export interface GameId {
  id: string;
}

/** A game of a person, with what one has to know before its socket is opened. */
export interface TableInfo {
  id: string;
  scenario: string;
  players: number;
  visibility: Visibility;
  status: Status;
  seats: Partial<Record<Seat, SitterInfo>>;
  my_seats: Seat[];
  /** tokens of open seats, for whoever has made the game */
  invites: Partial<Record<Seat, string>>;
  /** the token for spectators */
  watch: string;
  commitment: string;
  result: ResultMessage | null;
  created: string;
  is_hotseat: boolean;
  ending: Seat[];
  rematch: string | null;
  /** the staff may be asked */
  advice: boolean;
  /** it counts for the ratings of those who play */
  rated: boolean;
  /** for ratings or in a tournament: nobody leaves it, and no computer takes a seat */
  counts: boolean;
  pace: Pace;
  /** its id, for /board/ID.json; "" for the one that is shipped */
  board: string;
  /** steps that the French give up; below 0 the Allies */
  handicap: number;
}

/** What the holder of an invitation may know before sitting down. */
export interface Invitation {
  seat: Seat;
  /** the name of whoever has made the game; "" without a seat there */
  host: string;
  is_host_guest: boolean;
  scenario: string;
  players: number;
  visibility: Visibility;
  status: Status;
  seats: Partial<Record<Seat, SitterInfo>>;
  advice: boolean;
  rated: boolean;
  /** its name; "" for the one that is shipped */
  board: string;
  /** steps that the French give up; below 0 the Allies */
  handicap: number;
  pace: Pace;
}

/** A seat that was taken. */
export interface Joined {
  id: string;
  seat: Seat;
}

/** One of one's own seats. */
export interface SeatChoice {
  seat: string;
}

/** A step of a game that is over, as a seat saw it, with what happened in it. */
export interface ReplayStep {
  step: number;
  steps: number;
  turn: number;
  seat: "allied" | "anglo-dutch" | "french" | "prussian" | "referee" | "spectator";
  prompt: string;
  view: ViewMessage;
  events: EventMessage[];
  /** with step 0 */
  chapters?: Chapter[];
}

/** A step in which a turn (`town` is null) or a fight began. */
export interface Chapter {
  step: number;
  turn: number;
  town: string | null;
}

/** The story of a game that is over; the worst decisions come first. */
export interface StoryMessage {
  chances: ChanceMessage[];
  decisions: DecisionMessage[];
  luck: Record<Side, SideLuck>;
  moments: LuckyMoment[];
}

/**
 * A seat's chance to win as a turn began, from what it could know; `move` is the step of the replay. In a single battle
 * as a battle turn began: `round` counts them from 1. The last point of each line is what came of it: `end`.
 */
export interface ChanceMessage {
  turn: number;
  seat: Seat;
  chance: number;
  move: number;
  round: number;
  end: boolean;
}

/**
 * The marches of a turn that cost a seat much: its chance to win with what was done (`marched`), and with what the
 * staff would have done (`advice`). In a battle: the town, what was done there, and what the staff would have done
 * instead, in words.
 */
export interface DecisionMessage {
  turn: number;
  seat: Seat;
  move: number;
  cost: number;
  taken: number;
  advised: number;
  advice: OrderMessage[];
  marched: OrderMessage[];
  town?: string;
  /** of the battle; 0 while it is drawn up */
  round?: number;
  done?: string;
  instead?: string;
}

/** Units, and the towns of their way; by forced march in the end, maybe. */
export interface OrderMessage {
  units: string[];
  path: string[];
  forced: boolean;
}

/** The dice of a side: hits it scored, losses on forced marches, units that lost heart. */
export interface SideLuck {
  hits: LuckMessage;
  forced_marches: LuckMessage;
  morale: LuckMessage;
}

/** Dice of one kind: how many, what they should have brought, and what they did. */
export interface LuckMessage {
  dice: number;
  expected: number;
  rolled: number;
}

/**
 * Dice of one kind that a side threw in a battle, or without a town for the forced marches of a turn, which strayed far
 * from what was to be expected, for good or ill; `move` is the step of the replay before the first.
 */
export interface LuckyMoment {
  dice: number;
  expected: number;
  rolled: number;
  kind: "forced_marches" | "hits" | "morale";
  side: Side;
  turn: number;
  town: string;
  move: number;
  good: boolean;
}

/** The dice of a game: all but the commitment only when it is over. */
export interface DiceAnswer {
  commitment: string;
  key?: string;
  rolls?: Roll[];
  /** the server's own check agrees */
  ok?: boolean;
  problem?: string;
}

/** A die. */
export interface Roll {
  n: number;
  sides: number;
  value: number;
}

/** Who looks for somebody, who is asked for by name, and what can be watched. */
export interface LobbyInfo {
  tables: LobbyTable[];
  challenges: LobbyTable[];
  games: LobbyGame[];
  /** there is another page of tables */
  has_more: boolean;
  /** my standing seek */
  seek: SeekInfo | null;
}

/** A table with open seats. */
export interface LobbyTable {
  id: string;
  host: string;
  is_host_guest: boolean;
  is_host_here: boolean;
  /** whoever asks has made it */
  is_mine: boolean;
  /** whoever asks sits there */
  has_seat: boolean;
  scenario: string;
  players: number;
  visibility: Visibility;
  seats: Partial<Record<Seat, SitterInfo>>;
  advice: boolean;
  pace: Pace;
  /** its name; "" for the one that is shipped */
  board: string;
  /** steps that the French give up; below 0 the Allies */
  handicap: number;
  lang: string;
  since: string;
  /** the one that is kept for somebody; null: whoever comes may sit down */
  seat: Seat | null;
  /** for whom */
  to: string;
  is_declined: boolean;
  /** not for whoever comes */
  kept: Seat[];
  rated: boolean;
  /** the ratings of whoever may come; null: any */
  least: number | null;
  most: number | null;
  /** whether that of whoever asks is among them */
  fits: boolean;
  /** where its maker plays, ISO 3166; "" is not said */
  country: string;
  /** of its maker */
  level: "" | "high" | "low" | "middle" | "provisional";
}

/** A public game that is being played. */
export interface LobbyGame {
  /** the token for spectators */
  watch: string;
  scenario: string;
  players: number;
  seats: Partial<Record<Seat, SitterInfo>>;
  pace: Pace;
  handicap: number;
  turn: number;
  since: string;
}

/** What I wait for, and what has come of it. */
export interface SeekInfo {
  wish: Sought;
  state: "found" | "open" | "seated" | "sitting";
  /** that was found, or in which I have been seated */
  game: string;
  seat: string;
  /** milliseconds since 1970 */
  since: number;
  expires: number;
}

/** What a standing seek waits for, as it is shown. */
export interface Sought {
  /** of whoever offers: below 1400, up to 1599, from 1600; or not yet certain */
  level: "" | "high" | "low" | "middle" | "provisional";
  pace: "" | "days" | "live" | "none";
  lang: string;
  rated: "" | "no" | "yes";
  /** where the other plays */
  country: string;
  scenario: string;
  players: number;
  /** take a seat for me, or only tell me of the table */
  act: "seat" | "tell";
  side: "" | "allied" | "french";
  /** the language that I play in; "" as I have chosen for the pages */
  speaks: string;
  /** where I play, if I say so */
  home: string;
}

/** What somebody waits for, and what they bring. */
export interface Wish {
  /** of whoever offers: below 1400, up to 1599, from 1600; or not yet certain */
  level?: "" | "high" | "low" | "middle" | "provisional";
  pace?: "" | "days" | "live" | "none";
  lang?: string;
  rated?: "" | "no" | "yes";
  /** where the other plays */
  country?: string;
  scenario?: string;
  players?: number;
  /** take a seat for me, or only tell me of the table */
  act?: "seat" | "tell";
  side?: "" | "allied" | "french";
  /** the language that I play in; "" as I have chosen for the pages */
  speaks?: string;
  /** where I play, if I say so */
  home?: string;
}

/** A table is to stand in the lobby. */
export interface Publish {
  /** what is spoken there; "" as its maker has chosen for the pages */
  lang?: string;
  span?: number;
  /** where its maker plays, if that is to be said */
  country?: string;
}

/** A seat is to be kept for somebody. */
export interface Challenge {
  seat: string;
  /** of an account */
  name: string;
}

/** What a seat has seen happen. */
export interface Since {
  seat: Seat;
  /** how much there is, of which the latest lines are told */
  count: number;
  lines: string[];
}

/** All ratings, the best first. */
export interface RatingsInfo {
  people: RatingInfo[];
  computers: RatingInfo[];
  sides: SideInfo[];
  /** of whoever asks, if there is one */
  mine: RatingInfo | null;
}

/** How good somebody is: within `spread` points of `points`, nineteen times of twenty. */
export interface RatingInfo {
  /** of a person, or the level of a computer */
  name: string;
  points: number;
  spread: number;
  games: number;
  wins: number;
  is_me: boolean;
  /** of mine: different opponents still to be met before it is in the list */
  missing: number;
}

/** What the French are worth in a kind of game, in points: below 0 the Allies are better. */
export interface SideInfo {
  scenario: string;
  players: number;
  handicap: number;
  points: number;
  spread: number;
  games: number;
  /** of the French */
  wins: number;
}

/** Whether and from when I may play rated games. */
export interface RatedFrom {
  is_account: boolean;
  /** milliseconds since 1970; 0: by a confirmed address, or without an account */
  since: number;
  /** now */
  is_possible: boolean;
  /** an address: mail is sent here */
  can_confirm: boolean;
  /** rated results of the same two people that count in a day */
  pair: number;
  /** seconds for each turn, where a rated game was begun without a clock */
  each: number;
}

/** Whether a game that was begun as rated counts. */
export interface GameRating {
  /** it was begun as rated */
  rated: boolean;
  /** it counts for nobody, or would not if it ended now; "": it counts */
  why: "" | "computer" | "other" | "pair" | "unfit" | "unplayed";
  /** when that may change, in milliseconds since 1970; 0: never */
  until: number;
}

/** A tournament in a list. */
export interface TournamentLine {
  id: string;
  title: string;
  format: "knock-out" | "round-robin" | "swiss";
  games: "bid" | "pair" | "single";
  scenario: string;
  stage: "cancelled" | "open" | "over" | "playing";
  /** milliseconds since 1970 */
  starts: number;
  round: number;
  /** 0: that shows by itself */
  rounds: number;
  entrants: number;
  most: number;
  rated: boolean;
}

/** What a tournament is to be. */
export interface NewTournament {
  title: string;
  format?: "knock-out" | "round-robin" | "swiss";
  games?: "bid" | "pair" | "single";
  scenario?: string;
  visibility?: string;
  /** of a Swiss; 0: as many as its field needs */
  rounds?: number;
  /** for a round */
  hours?: number;
  /** entrants */
  most?: number;
  /** the level of computers that take the places that are left; "": none do */
  fill?: string;
  rated?: boolean;
  /** until it begins */
  minutes?: number;
  /** of its games; who is out of time has lost */
  pace?: PaceWish;
}

/** A tournament that was made. */
export interface TournamentId {
  id: string;
}

/** A tournament with its table. */
export interface TournamentInfo {
  id: string;
  title: string;
  /** the name */
  maker: string;
  format: "knock-out" | "round-robin" | "swiss";
  games: "bid" | "pair" | "single";
  scenario: string;
  visibility: Visibility;
  stage: "cancelled" | "open" | "over" | "playing";
  rated: boolean;
  starts: number;
  /** of the round, in milliseconds since 1970 */
  deadline: number;
  round: number;
  rounds: number;
  most: number;
  hours: number;
  fill: string;
  pace: Pace;
  /** the best first */
  entrants: EntrantInfo[];
  meetings: MeetingInfo[];
  can_enter: boolean;
  can_withdraw: boolean;
  can_begin: boolean;
  /** of whoever asks */
  bid: MyBid | null;
}

/** Somebody who plays in a tournament, and where they stand. */
export interface EntrantInfo {
  n: number;
  name: string;
  /** of a computer; "": a person */
  level: string;
  /** the rating when coming in */
  points: number;
  place: number;
  score: number;
  played: number;
  won: number;
  opponents: number;
  beaten: number;
  is_gone: boolean;
  is_me: boolean;
}

/** Two entrants who meet in a round; without another it is a bye. */
export interface MeetingInfo {
  round: number;
  one: number;
  other: number | null;
  bouts: BoutInfo[];
}

/** A game of a meeting; `winner` is french, allied, drawn, nobody, or "" while it goes on. */
export interface BoutInfo {
  /** for those who play it */
  game: string;
  /** for the others */
  watch: string;
  french: number;
  handicap: number;
  winner: string;
}

/** What somebody has bid; nobody else is told. */
export interface MyBid {
  side: Side;
  steps: number;
}

/** The side that somebody wants, and the steps that are worth it. */
export interface BidWish {
  side?: Side;
  steps?: number;
}

/** An exercise to choose. */
export interface ExerciseInfo {
  id: string;
  theme: string;
  seat: Seat;
  task: string;
  /** towns to have in sight first */
  view: string[];
  /** how often recruit and officer solve it, in percent */
  ease: number;
}

/** What was played so far in an exercise; `since` events are known to the client. */
export interface Try {
  actions: string[];
  since?: number;
  lang?: string;
}

/** An exercise as its seat sees it; `v` is the number of actions so far. */
export interface ExerciseState {
  t: "state";
  v: number;
  seat: Seat | null;
  view: ViewMessage;
  /** the legal actions of the seat; empty if it is not to act */
  offers: string[];
  /** what a die must not pass, for each shot among them */
  powers: Record<string, number>;
  /** what is asked of whom, in one line */
  prompt: string;
  /** the section of the rulebook that asks it */
  rule: string;
  from: number;
  events: EventMessage[];
  /** computers that are to act */
  thinking: Seat[];
  /** null as long as the seat has to decide */
  verdict: Verdict | null;
}

/** Whether an answer was right. */
export interface Verdict {
  right: boolean;
  explanation: string;
  answer: string[];
}

/** Why is this not allowed in an exercise? */
export interface Question {
  actions: string[];
  action: string;
  lang?: string;
}

/** To why: ok, or the rule and the reason. */
export interface ExerciseWhy {
  ok: boolean;
  rule?: string;
  text?: string;
}

/** What the marshal would do, in words, and whether that is right. */
export interface MarshalAnswer {
  actions: string[];
  right: boolean;
}

/** A lesson to choose; `exercises` are the themes that follow from it. */
export interface LessonInfo {
  id: string;
  seat: Seat;
  title: string;
  about: string;
  minutes: number;
  steps: number;
  exercises: string[];
  game: FirstGame | null;
}

/** The game that the last lesson is. */
export interface FirstGame {
  scenario: string;
  level: string;
}

/** What a step of a lesson asks. */
export interface LessonAsk {
  ask: string;
  rules: string[];
}

/** What was played in a lesson since the start of a step; `since` events are known. */
export interface LessonTry {
  step: number;
  actions: string[];
  since?: number;
  lang?: string;
}

/** A lesson as its seat sees it; `v` is the number of actions so far. */
export interface LessonState {
  t: "state";
  v: number;
  seat: Seat | null;
  view: ViewMessage;
  /** the legal actions of the seat; empty if it is not to act */
  offers: string[];
  /** what a die must not pass, for each shot among them */
  powers: Record<string, number>;
  /** what is asked of whom, in one line */
  prompt: string;
  /** the section of the rulebook that asks it */
  rule: string;
  from: number;
  events: EventMessage[];
  /** computers that are to act */
  thinking: Seat[];
  voice: Voice;
}

/** What the voice of a lesson says now, and where the pupil stands. */
export interface Voice {
  /** that is asked */
  step: number;
  /** of what was done last */
  after: string;
  /** "" when the step is done and what follows begins elsewhere */
  ask: string;
  /** something else was done */
  nudge: string;
  /** there is nothing to do but to read on */
  reads: boolean;
  /** the next step begins elsewhere */
  done: boolean;
  /** that was the last */
  over: boolean;
  rules: string[];
  points: VoicePoint[];
  /** towns to have in sight */
  view: string[];
  /** what was asked, as actions */
  right: string[];
}

/** What the voice points at. */
export interface VoicePoint {
  kind: "area" | "button" | "town" | "unit";
  name: string;
}

/** Why is this not allowed in a lesson? */
export interface LessonQuestion {
  step: number;
  actions: string[];
  action: string;
  lang?: string;
}

/** A diagram that can be played: who plays, where it stands, and what it shows. */
export interface DiagramInfo {
  seat: Seat;
  section: string;
  title: string;
}

/** What was played so far from the position of a diagram; `seed` decides its dice. */
export interface TryDiagram {
  actions: string[];
  since?: number;
  lang?: string;
  seed?: number;
}

/** Why is this not allowed there? */
export interface AskDiagram {
  actions: string[];
  action: string;
  lang?: string;
  seed?: number;
}

/** How somebody is told, and what can be chosen here. */
export interface NoticeInfo {
  choices: Record<"days" | "live" | "none", ("email" | "page" | "push" | "webhook")[]>;
  zone: string;
  quiet_from: number | null;
  quiet_to: number | null;
  /** why a channel is off */
  missing: Record<"email" | "page" | "push" | "webhook", "" | "account" | "address" | "mail">;
  /** what went wrong with the latest message */
  trouble: Record<"email" | "page" | "push" | "webhook", string>;
  email: string;
  is_verified: boolean;
  devices: DeviceInfo[];
  /** the public key of the house */
  push_key: string;
  webhook: string;
  form: "discord" | "json" | "matrix";
}

/** A browser that takes messages. */
export interface DeviceInfo {
  id: string;
  name: string;
}

/** How somebody wants to be told: by which channels at which pace, and when not. */
export interface NoticeWishes {
  choices: Record<"days" | "live" | "none", ("email" | "page" | "push" | "webhook")[]>;
  zone: string;
  /** minutes after midnight */
  quiet_from?: number | null;
  quiet_to?: number | null;
}

/** An address for mail; "" for none. */
export interface EmailChoice {
  address: string;
}

/** What stood in a link. */
export interface LinkToken {
  token: string;
}

/** A browser that is to take messages, as its PushSubscription says. */
export interface NewDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
  name?: string;
}

/** One of one's own browsers. */
export interface DeviceChoice {
  id: string;
}

/** Where messages are to be sent, and how; "" for nowhere. */
export interface WebhookChoice {
  url: string;
  form?: "discord" | "json" | "matrix";
}

/** A channel to try. */
export interface ChannelChoice {
  channel: "email" | "page" | "push" | "webhook";
}

/** A game that waits for whoever asks. */
export interface WaitingGame {
  game: string;
  /** of the opponents */
  name: string;
  pace: "days" | "live" | "none";
}

/** Somebody does not know the password any more: the name of the account, or its e-mail. */
export interface Forgotten {
  who: string;
}

/** Another password, by a link. */
export interface NewPassword {
  token: string;
  password: string;
}

/** What I keep here. */
export interface AccountInfo {
  name: string;
  is_account: boolean;
  picture: string;
  passkeys: PasskeyInfo[];
  /** not under an address of numbers */
  can_have_passkeys: boolean;
  sessions: SessionInfo[];
  webhooks: WebhookInfo[];
  /** under way, in which others sit too */
  open_games: number;
  is_seen: boolean;
  is_shown: boolean;
}

/** A passkey of one's own. */
export interface PasskeyInfo {
  id: string;
  name: string;
  created: string;
  /** "" if it never was */
  used: string;
}

/** A browser that is logged in as me. */
export interface SessionInfo {
  id: string;
  /** "Firefox, Linux"; "" if it is not known */
  device: string;
  created: string;
  /** to the day */
  used: string;
  is_this: boolean;
}

/** An address to which messages about my turns are sent. */
export interface WebhookInfo {
  url: string;
  form: "discord" | "json" | "matrix";
}

/** What others may see of me. */
export interface WishChange {
  is_seen?: boolean | null;
  is_shown?: boolean | null;
}

/** One of one's own sessions; "" for all but this one. */
export interface SessionChoice {
  id: string;
}

/**
 * Everything of mine is to be forgotten; games under way are given up, or handed to a computer where others play on.
 */
export interface Deletion {
  password?: string;
  games?: "computer" | "resign";
}

/** What the browser asks its authenticator; `publicKey` of WebAuthn, as JSON. */
export interface PasskeyOptions {
  options: Record<string, any>;
}

/** What the authenticator has made, and what it is to be called. */
export interface NewPasskey {
  credential: Record<string, any>;
  name?: string;
}

/** Another name for a passkey. */
export interface PasskeyName {
  id: string;
  name: string;
}

/** One of one's own passkeys. */
export interface PasskeyChoice {
  id: string;
}

/** What the authenticator says to a challenge. */
export interface PasskeyAnswer {
  credential: Record<string, any>;
}

/** Friends and others, and whom I have played with lately. */
export interface PeopleList {
  /** friends see that I am here */
  is_seen: boolean;
  people: Acquaintance[];
  met: Acquaintance[];
}

/** Somebody, in my eyes. */
export interface Acquaintance {
  id: string;
  name: string;
  is_account: boolean;
  picture: string;
  /** to me */
  is_friend: boolean;
  /** calls me a friend */
  has_asked: boolean;
  is_blocked: boolean;
  is_muted: boolean;
  /** at a table now; only of friends, and only if both want it */
  is_here: boolean;
}

/** What everybody may know of the holder of an account. */
export interface Profile {
  person: Acquaintance;
  since: string;
  is_me: boolean;
  /** the results are there to be seen */
  is_shown: boolean;
  games: number;
  sides: Tally[];
  scenarios: Tally[];
  levels: Tally[];
}

/** Games of one kind: a side, a scenario, the level of the computer that was played. */
export interface Tally {
  name: string;
  won: number;
  lost: number;
}

/** Somebody is to be a friend, blocked or not heard; or no longer. */
export interface BondChange {
  /** the id */
  person: string;
  kind: "block" | "friend" | "mute";
  is_on: boolean;
}

/** Something that whoever runs the server should know about somebody. */
export interface Complaint {
  /** the id */
  person: string;
  text: string;
  game?: string;
}

/** To a call that was not carried out. */
export interface ErrorAnswer {
  error: ErrorDetail;
}

/** Why it was not done: `code` for programs, `text` for people. */
export interface ErrorDetail {
  code: string;
  text: string;
  rule?: string;
}

/** The calls over HTTP. */
export interface Calls {
  "GET /api/me": { body: undefined; answer: Me };
  "GET /api/proof": { body: undefined; answer: ProofChallenge };
  "POST /api/me": { body: MyChange; answer: Me };
  "POST /api/register": { body: Credentials; answer: Me };
  "POST /api/login": { body: Credentials; answer: Me };
  "POST /api/logout": { body: undefined; answer: Nothing };
  "GET /api/games": { body: undefined; answer: GameSummary[] };
  "GET /api/scenarios": { body: undefined; answer: ScenarioInfo[] };
  "GET /api/boards": { body: undefined; answer: BoardInfo[] };
  "GET /api/even": { body: undefined; answer: EvenInfo[] };
  "POST /api/bids": { body: NewAuction; answer: AuctionId };
  "GET /api/bids/{token}": { body: undefined; answer: BidInfo };
  "POST /api/bids/{token}/seal": { body: SealedBid; answer: BidInfo };
  "POST /api/bids/{token}/open": { body: OpenedBid; answer: BidInfo };
  "GET /api/watch/{token}": { body: undefined; answer: WatchInfo };
  "POST /api/games": { body: NewGame; answer: GameId };
  "GET /api/games/{game}": { body: undefined; answer: TableInfo };
  "GET /api/join/{token}": { body: undefined; answer: Invitation };
  "POST /api/join/{token}": { body: undefined; answer: Joined };
  "POST /api/games/{game}/leave": { body: SeatChoice; answer: Nothing };
  "POST /api/games/{game}/end": { body: undefined; answer: Nothing };
  "POST /api/games/{game}/resign": { body: SeatChoice; answer: Nothing };
  "POST /api/games/{game}/rematch": { body: undefined; answer: GameId };
  "GET /api/games/{game}/record": { body: undefined; answer: string };
  "GET /api/games/{game}/replay": { body: undefined; answer: ReplayStep };
  "GET /api/games/{game}/story": { body: undefined; answer: StoryMessage };
  "GET /api/games/{game}/dice": { body: undefined; answer: DiceAnswer };
  "GET /api/lobby": { body: undefined; answer: LobbyInfo };
  "GET /api/seek": { body: undefined; answer: SeekInfo | null };
  "POST /api/seek": { body: Wish; answer: SeekInfo | null };
  "POST /api/seek/cancel": { body: undefined; answer: Nothing };
  "GET /api/countries": { body: undefined; answer: string[] };
  "POST /api/lobby/{game}/publish": { body: Publish; answer: Nothing };
  "POST /api/lobby/{game}/withdraw": { body: undefined; answer: Nothing };
  "POST /api/lobby/{game}/challenge": { body: Challenge; answer: Nothing };
  "POST /api/lobby/{game}/sit": { body: SeatChoice; answer: Joined };
  "POST /api/lobby/{game}/decline": { body: undefined; answer: Nothing };
  "POST /api/games/{game}/again": { body: undefined; answer: GameId };
  "GET /api/games/{game}/since": { body: undefined; answer: Since };
  "GET /api/ratings": { body: undefined; answer: RatingsInfo };
  "GET /api/ratings/from": { body: undefined; answer: RatedFrom };
  "GET /api/games/{game}/rating": { body: undefined; answer: GameRating };
  "GET /api/tournaments": { body: undefined; answer: TournamentLine[] };
  "POST /api/tournaments": { body: NewTournament; answer: TournamentId };
  "GET /api/tournaments/{name}": { body: undefined; answer: TournamentInfo };
  "POST /api/tournaments/{name}/enter": { body: BidWish; answer: TournamentInfo };
  "POST /api/tournaments/{name}/withdraw": { body: undefined; answer: TournamentInfo };
  "POST /api/tournaments/{name}/begin": { body: undefined; answer: TournamentInfo };
  "GET /api/exercises": { body: undefined; answer: ExerciseInfo[] };
  "POST /api/exercises/{name}": { body: Try; answer: ExerciseState };
  "POST /api/exercises/{name}/why": { body: Question; answer: ExerciseWhy };
  "GET /api/exercises/{name}/marshal": { body: undefined; answer: MarshalAnswer };
  "GET /api/lessons": { body: undefined; answer: LessonInfo[] };
  "GET /api/lessons/{name}": { body: undefined; answer: LessonAsk[] };
  "POST /api/lessons/{name}": { body: LessonTry; answer: LessonState };
  "POST /api/lessons/{name}/why": { body: LessonQuestion; answer: ExerciseWhy };
  "GET /api/diagrams/{name}": { body: undefined; answer: DiagramInfo };
  "POST /api/diagrams/{name}": { body: TryDiagram; answer: ExerciseState };
  "POST /api/diagrams/{name}/why": { body: AskDiagram; answer: ExerciseWhy };
  "GET /api/notices": { body: undefined; answer: NoticeInfo };
  "POST /api/notices": { body: NoticeWishes; answer: NoticeInfo };
  "POST /api/notices/email": { body: EmailChoice; answer: NoticeInfo };
  "POST /api/notices/verify": { body: LinkToken; answer: Nothing };
  "POST /api/notices/device": { body: NewDevice; answer: NoticeInfo };
  "POST /api/notices/device/remove": { body: DeviceChoice; answer: NoticeInfo };
  "POST /api/notices/webhook": { body: WebhookChoice; answer: NoticeInfo };
  "POST /api/notices/test": { body: ChannelChoice; answer: Nothing };
  "GET /api/turns": { body: undefined; answer: WaitingGame[] };
  "POST /stop/{token}": { body: undefined; answer: Nothing };
  "POST /api/password/forgot": { body: Forgotten; answer: Nothing };
  "POST /api/password/reset": { body: NewPassword; answer: Me };
  "GET /api/account": { body: undefined; answer: AccountInfo };
  "POST /api/account/wishes": { body: WishChange; answer: Nothing };
  "POST /api/account/sessions/end": { body: SessionChoice; answer: Nothing };
  "GET /api/account/data": { body: undefined; answer: Blob };
  "POST /api/account/delete": { body: Deletion; answer: Nothing };
  "POST /api/passkeys/begin": { body: undefined; answer: PasskeyOptions };
  "POST /api/passkeys": { body: NewPasskey; answer: Nothing };
  "POST /api/passkeys/rename": { body: PasskeyName; answer: Nothing };
  "POST /api/passkeys/remove": { body: PasskeyChoice; answer: Nothing };
  "POST /api/passkeys/login/begin": { body: undefined; answer: PasskeyOptions };
  "POST /api/passkeys/login": { body: PasskeyAnswer; answer: Me };
  "GET /api/people": { body: undefined; answer: PeopleList };
  "GET /api/profile": { body: undefined; answer: Profile };
  "POST /api/people/bond": { body: BondChange; answer: Acquaintance };
  "POST /api/people/report": { body: Complaint; answer: Nothing };
}
