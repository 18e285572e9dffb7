"""What travels over HTTP, every body and every answer a type (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from napoleon.server.table.clock import LOST, Pace, PaceKind
from napoleon.server.table.messages import EventMessage, SitterInfo, StateMessage
from napoleon.server.table.view_message import (
    Army,
    ResultMessage,
    Seat,
    Side,
    ViewMessage,
    Visibility,
)

Name = Annotated[str, Meta(max_length=200)]
Lang = Annotated[str, Meta(max_length=35)]
ActionText = Annotated[str, Meta(max_length=80)]
MOST_TRIED = 120  # actions in an exercise
Tried = Annotated[list[ActionText], Meta(max_length=MOST_TRIED)]
Seed = Annotated[int, Meta(ge=0, lt=1_000_000)]
Status = Literal["waiting", "playing", "over", "abandoned"]


# --- to the server


class MyChange(msgspec.Struct):
    """Another name or language."""

    name: Name | None = None
    lang: Lang | None = None


class Credentials(msgspec.Struct):
    """For an account."""

    name: Name
    password: Annotated[str, Meta(max_length=1000)]


class PaceWish(msgspec.Struct, frozen=True):
    """How fast a new game is to be played, in seconds (`Pace`)."""

    kind: PaceKind = "none"
    each: int = 0
    more: int = 0
    out: Name = LOST


class NewGame(msgspec.Struct):
    """What a new game is to be; each seat is "me", "open" or "computer:LEVEL"."""

    seats: dict[str, Name]
    scenario: Name = "historical"
    players: int = 2
    visibility: Name = "open"
    advice: bool | None = None  # whether the staff may be asked; null: unless people play people
    board: Name = ""  # another than the one that is shipped, by its id
    handicap: Annotated[int, Meta(ge=-20, le=20)] = 0  # steps of the French; below 0 of the Allies
    rated: bool = False  # it counts for ratings: accounts only, and no advice
    pace: PaceWish = PaceWish()


class SeatChoice(msgspec.Struct):
    """One of one's own seats."""

    seat: Name


class Try(msgspec.Struct):
    """What was played so far in an exercise; `since` events are known to the client."""

    actions: Tried
    since: Annotated[int, Meta(ge=0)] = 0
    lang: Lang = "en"


class Question(msgspec.Struct):
    """Why is this not allowed in an exercise?"""

    actions: Tried
    action: ActionText
    lang: Lang = "en"


class LessonTry(msgspec.Struct):
    """What was played in a lesson since the start of a step; `since` events are known."""

    step: Annotated[int, Meta(ge=0, le=MOST_TRIED)]
    actions: Tried
    since: Annotated[int, Meta(ge=0)] = 0
    lang: Lang = "en"


class LessonQuestion(msgspec.Struct):
    """Why is this not allowed in a lesson?"""

    step: Annotated[int, Meta(ge=0, le=MOST_TRIED)]
    actions: Tried
    action: ActionText
    lang: Lang = "en"


class TryDiagram(Try):
    """What was played so far from the position of a diagram; `seed` decides its dice."""

    seed: Seed = 0


class AskDiagram(Question):
    """Why is this not allowed there?"""

    seed: Seed = 0


# --- from the server


class Nothing(msgspec.Struct):
    """It was done."""


class Me(msgspec.Struct):
    """A person in their own eyes."""

    id: str
    name: str
    is_account: bool
    lang: str
    former_name: str = ""  # it is another account's, so `name` was given instead; until one chooses


class GameSummary(msgspec.Struct):
    """A line in the list of a person's games."""

    id: str
    scenario: str
    players: int
    visibility: Visibility
    status: Status
    turn: int
    date: str | None
    night: bool
    to_act: list[Seat]
    my_seats: list[Seat]
    my_turn: bool
    seats: dict[Seat, SitterInfo]
    is_hotseat: bool
    updated: str
    result: ResultMessage | None
    pace: Pace
    left: int | None  # milliseconds for my seats, or for whoever is to act; null: no clock runs
    is_paused: bool


class GameId(msgspec.Struct):
    """A game that was begun."""

    id: str


class TableInfo(msgspec.Struct):
    """A game of a person, with what one has to know before its socket is opened."""

    id: str
    scenario: str
    players: int
    visibility: Visibility
    status: Status
    seats: dict[Seat, SitterInfo]
    my_seats: list[Seat]
    invites: dict[Seat, str]  # tokens of open seats, for whoever has made the game
    watch: str  # the token for spectators
    commitment: str
    result: ResultMessage | None
    created: str
    is_hotseat: bool
    ending: list[Seat]
    rematch: str | None
    advice: bool  # the staff may be asked
    rated: bool  # it counts for the ratings of those who play
    counts: bool  # for ratings or in a tournament: nobody leaves it, and no computer takes a seat
    pace: Pace
    board: str  # its id, for /board/ID.json; "" for the one that is shipped
    handicap: int  # steps that the French give up; below 0 the Allies


class BoardInfo(msgspec.Struct):
    """A board that can be played on here."""

    id: str  # "" for the one that is shipped
    name: str


class EvenInfo(msgspec.Struct):
    """What handicap makes a game of two of a level even, by our measure."""

    scenario: str
    level: str
    games: int
    handicap: int  # steps of the French; below 0 of the Allies
    low: float
    high: float


class WatchInfo(msgspec.Struct):
    """What a spectator has to know before the socket is opened."""

    board: str  # as in TableInfo


class Invitation(msgspec.Struct):
    """What the holder of an invitation may know before sitting down."""

    seat: Seat
    host: str  # the name of whoever has made the game; "" without a seat there
    is_host_guest: bool
    scenario: str
    players: int
    visibility: Visibility
    status: Status
    seats: dict[Seat, SitterInfo]
    advice: bool
    rated: bool
    board: str  # its name; "" for the one that is shipped
    handicap: int  # steps that the French give up; below 0 the Allies
    pace: Pace


class ScenarioInfo(msgspec.Struct):
    """A scenario to choose, in one language; texts that it does not have are empty."""

    id: str
    minutes: int
    players: list[int]  # how many can play it
    title: str
    when: str
    summary: str
    aim: str  # what decides it, in one sentence
    history: str
    sources: str


class Joined(msgspec.Struct):
    """A seat that was taken."""

    id: str
    seat: Seat


class Chapter(msgspec.Struct):
    """A step in which a turn (`town` is null) or a fight began."""

    step: int
    turn: int
    town: str | None


class ReplayStep(msgspec.Struct, omit_defaults=True):
    """A step of a game that is over, as a seat saw it, with what happened in it."""

    step: int
    steps: int
    turn: int
    seat: Literal["french", "allied", "anglo-dutch", "prussian", "spectator", "referee"]
    prompt: str
    view: ViewMessage
    events: list[EventMessage]
    chapters: list[Chapter] | None = None  # with step 0


class ChanceMessage(msgspec.Struct):
    """A seat's chance to win as a turn began, from what it could know; `move` is the step of the
    replay. In a single battle as a battle turn began: `round` counts them from 1. The last point of
    each line is what came of it: `end`."""

    turn: int
    seat: Seat
    chance: float
    move: int
    round: int = 0
    end: bool = False


class OrderMessage(msgspec.Struct):
    """Units, and the towns of their way; by forced march in the end, maybe."""

    units: list[str]
    path: list[str]
    forced: bool


class DecisionMessage(msgspec.Struct, omit_defaults=True):
    """The marches of a turn that cost a seat much: its chance to win with what was done
    (`marched`), and with what the staff would have done (`advice`). In a battle: the town, what was
    done there, and what the staff would have done instead, in words."""

    turn: int
    seat: Seat
    move: int
    cost: float
    taken: float
    advised: float
    advice: list[OrderMessage]
    marched: list[OrderMessage]
    town: str = ""
    round: int = 0  # of the battle; 0 while it is drawn up
    done: str = ""
    instead: str = ""


class LuckMessage(msgspec.Struct):
    """Dice of one kind: how many, what they should have brought, and what they did."""

    dice: int
    expected: float
    rolled: int


class LuckyMoment(LuckMessage):
    """Dice of one kind that a side threw in a battle, or without a town for the forced marches of a
    turn, which strayed far from what was to be expected, for good or ill; `move` is the step of the
    replay before the first."""

    kind: Literal["hits", "forced_marches", "morale"]
    side: Side
    turn: int
    town: str
    move: int
    good: bool


class SideLuck(msgspec.Struct):
    """The dice of a side: hits it scored, losses on forced marches, units that lost heart."""

    hits: LuckMessage
    forced_marches: LuckMessage
    morale: LuckMessage


class StoryMessage(msgspec.Struct):
    """The story of a game that is over; the worst decisions come first."""

    chances: list[ChanceMessage]
    decisions: list[DecisionMessage]
    luck: dict[Side, SideLuck]
    moments: list[LuckyMoment]


class Roll(msgspec.Struct):
    """A die."""

    n: int
    sides: int
    value: int


class DiceAnswer(msgspec.Struct, omit_defaults=True):
    """The dice of a game: all but the commitment only when it is over."""

    commitment: str
    key: str | None = None
    rolls: list[Roll] | None = None
    ok: bool | None = None  # the server's own check agrees
    problem: str | None = None


class ExerciseInfo(msgspec.Struct):
    """An exercise to choose."""

    id: str
    theme: str
    seat: Seat
    task: str
    view: list[str]  # towns to have in sight first
    ease: int  # how often recruit and officer solve it, in percent


class Verdict(msgspec.Struct):
    """Whether an answer was right."""

    right: bool
    explanation: str
    answer: list[str]


class ExerciseState(StateMessage):
    """An exercise as its seat sees it; `v` is the number of actions so far."""

    verdict: Verdict | None  # null as long as the seat has to decide


class ExerciseWhy(msgspec.Struct, omit_defaults=True):
    """To why: ok, or the rule and the reason."""

    ok: bool
    rule: str = ""
    text: str = ""


class FirstGame(msgspec.Struct):
    """The game that the last lesson is."""

    scenario: str
    level: str


class LessonInfo(msgspec.Struct):
    """A lesson to choose; `exercises` are the themes that follow from it."""

    id: str
    seat: Seat
    title: str
    about: str
    minutes: int
    steps: int
    exercises: list[str]
    game: FirstGame | None


class VoicePoint(msgspec.Struct):
    """What the voice points at."""

    kind: Literal["town", "unit", "area", "button"]
    name: str


class LessonAsk(msgspec.Struct):
    """What a step of a lesson asks."""

    ask: str
    rules: list[str]


class Voice(msgspec.Struct):
    """What the voice of a lesson says now, and where the pupil stands."""

    step: int  # that is asked
    after: str  # of what was done last
    ask: str  # "" when the step is done and what follows begins elsewhere
    nudge: str  # something else was done
    reads: bool  # there is nothing to do but to read on
    done: bool  # the next step begins elsewhere
    over: bool  # that was the last
    rules: list[str]
    points: list[VoicePoint]
    view: list[str]  # towns to have in sight
    right: list[str]  # what was asked, as actions


class LessonState(StateMessage):
    """A lesson as its seat sees it; `v` is the number of actions so far."""

    voice: Voice


class MarshalAnswer(msgspec.Struct):
    """What the marshal would do, in words, and whether that is right."""

    actions: list[str]
    right: bool


class ArrowMessage(msgspec.Struct):
    """A march that a diagram speaks of."""

    start: str
    to: str
    army: Army
    kind: Literal["march", "force", "refused"]


class DiagramMessage(msgspec.Struct):
    """The position of a diagram of the rules as `seat` sees it; all blocks stand in `view.truth` if
    they lie face up."""

    seat: Seat
    focus: list[str]  # the towns to show of the map
    town: str | None  # of the battlefield that is drawn; null: the map
    view: ViewMessage
    arrows: list[ArrowMessage]  # on the map


class DiagramInfo(msgspec.Struct):
    """A diagram that can be played: who plays, where it stands, and what it shows."""

    seat: Seat
    section: str
    title: str
