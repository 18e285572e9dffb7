"""What travels over a game's socket, every message a type (docs/protocol.md).

What comes from a browser is read as one of `Message`: nothing else passes. What goes to one is of
`FROM_SERVER`. The declarations of the browser client are made from both (scripts/declarations.py).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from napoleon.server.table.clock import PaceKind
from napoleon.server.table.view_message import Army, Seat, Side, TerrainKind, ViewMessage

Ident = int | Annotated[str, Meta(max_length=64)] | None
SeatName = Annotated[str, Meta(max_length=16)]
SitterKind = Literal["human", "computer", "open"]
LevelName = Annotated[str, Meta(max_length=16)]
ActionText = Annotated[str, Meta(max_length=80)]
MOST_ACTIONS = 80  # a whole army can be placed at once


class Hello(msgspec.Struct, tag_field="t", tag="hello"):
    """Which seat this browser looks as, and what it has already.

    `v` is the version of the last state that it has; without it, events that were ever taken back
    are sent anew.
    """

    seat: SeatName | None = None
    since: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    lang: Annotated[str, Meta(max_length=35)] = "en"
    v: Annotated[int, Meta(ge=-1, le=1_000_000_000)] = -1


class Act(msgspec.Struct, tag_field="t", tag="act"):
    """Play these actions: all of them, or with `some` as many as are allowed."""

    seat: SeatName
    v: int
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MOST_ACTIONS)]
    id: Ident = None
    some: bool = False


class PlaceRest(msgspec.Struct, tag_field="t", tag="place-rest"):
    """Place the units that wait in a free set-up, as an officer would (rule 4)."""

    seat: SeatName
    v: int
    id: Ident = None


class DeployRest(msgspec.Struct, tag_field="t", tag="deploy-rest"):
    """Deploy the units that wait on a battlefield, and name holders, as an officer would (6.2)."""

    seat: SeatName
    v: int
    id: Ident = None


class Undo(msgspec.Struct, tag_field="t", tag="undo"):
    """Take back the seat's last action."""

    seat: SeatName
    v: int
    id: Ident = None


class Why(msgspec.Struct, tag_field="t", tag="why"):
    """Why is this not allowed?"""

    seat: SeatName
    action: ActionText
    id: Ident = None


class Chat(msgspec.Struct, tag_field="t", tag="chat"):
    """Say something at the table."""

    text: Annotated[str, Meta(max_length=4000)]
    channel: Annotated[str, Meta(max_length=16)] = "all"


class Consent(msgspec.Struct, tag_field="t", tag="consent"):
    """Answer to a question that was put to all players."""

    what: Annotated[str, Meta(max_length=16)]
    yes: bool


class Skip(msgspec.Struct, tag_field="t", tag="skip"):
    """Where computers play alone: let them play the rest of their turn without waiting."""


class Hint(msgspec.Struct, tag_field="t", tag="hint"):
    """What would the staff do? It is the best there is, unless it is asked for less."""

    seat: SeatName
    v: int
    level: LevelName = "emperor"
    id: Ident = None


class Odds(msgspec.Struct, tag_field="t", tag="odds"):
    """How would an attack go, or the battle under way?"""

    seat: SeatName
    v: int
    town: Annotated[str, Meta(max_length=32)]
    units: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=60)] = []
    id: Ident = None


class Takeover(msgspec.Struct, tag_field="t", tag="takeover"):
    """Ask that a computer plays a seat for its player."""

    seat: SeatName
    level: LevelName = "officer"


class Takeback(msgspec.Struct, tag_field="t", tag="takeback"):
    """The player of a seat plays it again, in place of the computer."""

    seat: SeatName


class AskBack(msgspec.Struct, tag_field="t", tag="ask-back"):
    """Ask the others to let a seat take back its last actions, whatever came after them."""

    seat: SeatName
    actions: Annotated[int, Meta(ge=1, le=MOST_ACTIONS)] = 1


class MoreTime(msgspec.Struct, tag_field="t", tag="more-time"):
    """Give a seat of the other side more time."""

    seat: SeatName
    seconds: Annotated[int, Meta(ge=1, le=7 * 86400)]


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    """Is anybody there?"""


Message = (
    Hello
    | Act
    | PlaceRest
    | DeployRest
    | Undo
    | Why
    | Chat
    | Consent
    | Skip
    | Hint
    | Odds
    | Takeover
    | Takeback
    | AskBack
    | MoreTime
    | Ping
)

_decoder = msgspec.json.Decoder(Message)
_encode = msgspec.json.Encoder().encode


def parse_message(text: str) -> Message:
    """Read a message; raises msgspec.ValidationError or DecodeError."""
    message: Message = _decoder.decode(text)
    return message


# --- from the server


class EventMessage(msgspec.Struct, omit_defaults=True):
    """Something that happened, as a seat may see it (`Event.as_dict()`), with its sentence."""

    kind: str
    turn: int
    rule: str
    text: str
    i: int = -1  # its place in the seat's own log, which counts only what the seat may see
    side: Side | None = None
    army: Army | None = None
    unit: str | None = None
    other: str | None = None
    town: str | None = None
    to: str | None = None
    area: str | None = None  # "french left"
    from_area: str | None = None
    terrain: TerrainKind | None = None
    why: str | None = None
    amount: int = -1
    strength_left: int = -1
    firepower: int = -1
    block: int = -1
    dice: list[int] = []
    failed: bool = False  # a die of morale or of a forced march went against the unit


class StateMessage(msgspec.Struct, tag_field="t", tag="state", rename={"first": "from"}):
    """A game as a seat sees it now. Its log is cut to `from` events, and `events` are appended."""

    v: int
    seat: Seat | None
    view: ViewMessage
    offers: list[str]  # the legal actions of the seat; empty if it is not to act
    powers: dict[str, int]  # what a die must not pass, for each shot among them
    prompt: str  # what is asked of whom, in one line
    rule: str  # the section of the rulebook that asks it
    first: int
    events: list[EventMessage]
    thinking: list[Seat]  # computers that are to act


class Answer(msgspec.Struct, tag_field="t", tag="answer", omit_defaults=True):
    """To act, place-rest, deploy-rest and undo. `played`: how many actions, if it was fewer than
    were asked for, or if they were left to the server."""

    id: Ident
    ok: bool
    rule: str = ""
    text: str = ""
    played: int = -1


class WhyAnswer(msgspec.Struct, tag_field="t", tag="why", omit_defaults=True):
    """To why: ok, or the rule and the reason."""

    id: Ident
    ok: bool
    rule: str = ""
    text: str = ""


class HintAnswer(msgspec.Struct, tag_field="t", tag="hint", omit_defaults=True):
    """To hint: an action, what it is in words, and why the staff would do it; `more` are actions of
    others who go the same way, `rule` the section from which the action comes."""

    id: Ident
    ok: bool
    action: str = ""
    label: str = ""
    text: str = ""
    more: list[str] = []
    rule: str = ""


class OddsAnswer(msgspec.Struct, tag_field="t", tag="odds"):
    """To odds, from what the seat knows; all but `text` only if `ok`."""

    id: Ident
    ok: bool
    win: float = 0.0  # of the asking side
    own_losses: float = 0.0  # units
    enemy_losses: float = 0.0
    own_points: float = 0.0  # of strength, lost
    enemy_points: float = 0.0
    error: float = 0.0  # of `win`
    text: str = ""


class ChatLine(msgspec.Struct, omit_defaults=True):
    """Something that was said."""

    n: int
    seat: str | None
    name: str
    channel: str
    text: str
    time: str
    held: int = -1  # the turn in which an Allied player said it, and the ally might not hear (11)
    is_guest: bool = False  # whoever said it had no account then


class ChatMessage(msgspec.Struct, tag_field="t", tag="chat"):
    """What was said at the table."""

    messages: list[ChatLine]


class SitterInfo(msgspec.Struct):
    """Who sits on a seat, for everybody to see."""

    kind: SitterKind
    name: str
    is_online: bool
    level: str = ""  # of a computer
    stand_in: str = ""  # the level of a computer that plays for the person
    is_guest: bool = False  # the person has no account: anybody could have taken this name


class TakeoverInfo(msgspec.Struct):
    """A seat that a computer is to play, if all agree."""

    seat: str
    level: str
    agreed: list[str]


class People(msgspec.Struct, tag_field="t", tag="people"):
    """Who sits where and is there."""

    seats: dict[str, SitterInfo]
    ending: list[str]
    status: str
    may_talk: bool
    takeover: TakeoverInfo | None = None
    takeback: list[str] = []  # the seat that would take back its last action, and who agrees


class HandInfo(msgspec.Struct):
    """The time of a seat, in milliseconds: what is used first, and the bank behind it."""

    left: int
    bank: int


class ClockMessage(msgspec.Struct, tag_field="t", tag="clock"):
    """How much time each seat has as this is sent; those who run use it up."""

    kind: PaceKind
    out: str  # out of time: lost, or the level of a computer that takes over
    hands: dict[str, HandInfo]
    running: list[str]
    is_paused: bool
    asking: list[str]  # seats that would pause


class ErrorMessage(msgspec.Struct, tag_field="t", tag="error"):
    """A message that was not carried out."""

    code: str
    text: str


class Pong(msgspec.Struct, tag_field="t", tag="pong"):
    """To ping."""


FROM_SERVER = (
    StateMessage
    | Answer
    | WhyAnswer
    | ChatMessage
    | People
    | ClockMessage
    | HintAnswer
    | OddsAnswer
    | ErrorMessage
    | Pong
)


def encode(message: object) -> bytes:
    """A message as JSON."""
    return _encode(message)


def written(part: bytes) -> Any:
    """A part of a message that is JSON already, in place of the part itself: it is sent as it is,
    so that what goes to many, or has not changed, is encoded once."""
    return msgspec.Raw(part)


PONG = encode(Pong())
