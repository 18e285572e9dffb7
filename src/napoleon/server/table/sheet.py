"""What is known of a game besides its position: its sheet, who sits where, and rows to store."""

from __future__ import annotations

from collections.abc import Container

import msgspec

from napoleon.server.person import Person
from napoleon.server.table.clock import NO_PACE, Clock, Pace
from napoleon.server.table.messages import ChatLine, SitterInfo, SitterKind, TakeoverInfo

UNDO = "undo"
RESIGN = "resign"
ARRANGED = "t-"  # and an id: the creator of a game that a tournament has set up
OUT_OF_TIME = "out-of-time"
TAKE_BACK = "take-back"  # and how many moves of this turn
SEALED = "sealed"  # of a record: nothing before can be undone
# Who may look at a game, in the order of the bits of `StoredMove.seen`; None: a spectator.
VIEWERS: tuple[str | None, ...] = ("french", "allied", "anglo-dutch", "prussian", None)


class Sitter(msgspec.Struct):
    """Who sits on a seat: a person, a computer of some level, or nobody yet. Equal are two of which
    the same is stored with the seat; `is_guest` is stored with the person."""

    kind: SitterKind
    person: str | None = None
    name: str = ""
    level: str | None = None
    invite: str | None = None  # the token of an open seat
    stand_in: str | None = None  # the level of a computer that plays it for the time being
    # As they were read from the store, which sets them when a seat is written
    had_computer: bool = False  # a computer has played it for a person, or a person for a computer
    had_other: bool = False  # another person has played it before
    is_guest: bool = False  # the person has no account

    def __eq__(self, other: object) -> bool:
        """Whether the same is stored of both."""
        return isinstance(other, Sitter) and self._stored() == other._stored()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _stored(self) -> tuple[str | None, ...]:
        return (self.kind, self.person, self.name, self.level, self.invite, self.stand_in)

    @classmethod
    def of(cls, person: Person) -> Sitter:
        """Return the sitter that a person is."""
        return cls("human", person.id, person.name, is_guest=not person.is_account)

    @property
    def computer(self) -> str | None:
        """The level of the computer that plays this seat; None if a person does."""
        return self.stand_in or ((self.level or "random") if self.kind == "computer" else None)


class Sheet(msgspec.Struct):
    """What is known of a game besides its actions."""

    id: str
    scenario: str
    players: int
    visibility: str
    creator: str | None
    watch: str
    key: bytes
    seats: dict[str, Sitter]
    created: str
    updated: str
    start: str = ""  # a position, if it is not the whole campaign
    start_dice: str = ""
    imported: int = -1  # so many actions came from a file, with its own dice; -1: no file
    ended: str | None = None  # over, abandoned
    ending: list[str] = []
    rematch: str | None = None
    takeback: str = ""  # asked for: the seat, its actions, and the seats that agree
    takeover: str = ""  # asked for: the seat, the level, and the seats that agree
    advice: bool = True  # the staff may be asked, and odds
    rated: bool = False  # it counts for the ratings of those who play
    pace: Pace = NO_PACE
    clock: Clock | None = None  # None: nobody counts the time
    # As they were when the game was last stored:
    turn: int = 0
    to_act: list[str] = []
    result: str | None = None
    edition: int = 0  # how often the sheet or a seat has changed
    deaf: dict[str, list[str]] = {}  # seats, and those that they do not hear

    @property
    def is_arranged(self) -> bool:
        """Whether a tournament has set it up: nobody has to come before computers play."""
        return self.creator is not None and self.creator.startswith(ARRANGED)

    @property
    def counts(self) -> bool:
        """Whether the result counts, for ratings or in a tournament: no computer takes the seat of
        a person, and who leaves has lost."""
        return self.rated or self.is_arranged


class StoredMove(msgspec.Struct):
    """One line of the game's story: an action and its dice, or an undo."""

    v: int
    seat: str
    action: str
    dice: str = ""
    seen: int | None = None  # whose sight it changed, as bits of VIEWERS; None: everybody's


STAND = {"turn", "to_act"}  # the columns of a game that follow from its moves


class Rows(msgspec.Struct):
    """What is to be stored."""

    game: str
    moves: list[StoredMove] = []
    sheet: dict[str, object] | None = None  # the columns of the game that change
    seats: dict[str, Sitter] | None = None
    chat: ChatLine | None = None
    snapshot: tuple[int, str] | None = None
    speaker: str | None = None  # the person who has said `chat`
    witness: tuple[str, str] | None = None  # a person who sees the game from a seat from now on
    edition: int = -1  # of the sheet that these rows change; -1: they do not
    clock: Clock | None = None  # as it goes on from here; None: as before


class WhatsNew(msgspec.Struct):
    """What others have stored of a game since its version `v`."""

    v: int
    sheet: Sheet | None  # None: there is no such game any more
    moves: list[StoredMove]
    chat: list[ChatLine]
    others: set[str]  # who is at the table in other processes


def status_of(sheet: Sheet) -> str:
    """One of waiting, playing, over, abandoned."""
    if sheet.ended is not None:
        return sheet.ended
    is_waiting = any(
        sitter.kind == "open" and sitter.computer is None for sitter in sheet.seats.values()
    )
    return "waiting" if is_waiting else "playing"


def seats_of(sheet: Sheet, person: str | None) -> list[str]:
    """Return the seats that a person holds; none for None, a spectator."""
    if person is None:
        return []
    return [
        seat
        for seat, sitter in sheet.seats.items()
        if sitter.kind == "human" and sitter.person == person
    ]


def people_at(sheet: Sheet) -> set[str]:
    """Who sits at a table, and who has made it."""
    there = {sheet.creator, *(sitter.person for sitter in sheet.seats.values())}
    return {person for person in there if person is not None}


def has_opponents(sheet: Sheet) -> bool:
    """Return whether persons sit on both sides, not the same one: what two players agree upon who
    are allies against a computer, nobody has agreed to who could lose by it."""
    french, allied = (
        {
            sitter.person
            for seat, sitter in sheet.seats.items()
            if sitter.kind == "human" and (seat == "french") is is_french
        }
        for is_french in (True, False)
    )
    return bool(french and allied) and len(french | allied) > 1


def describe_sitters(
    seats: dict[str, Sitter], present: Container[str | None]
) -> dict[str, SitterInfo]:
    """Who sits where, for everybody to see; `present` are the people who are there."""
    return {
        seat: SitterInfo(
            sitter.kind,
            sitter.name,
            sitter.kind == "computer" or sitter.person in present,
            (sitter.level or "") if sitter.kind == "computer" else "",
            sitter.stand_in or "",
            sitter.is_guest,
        )
        for seat, sitter in seats.items()
    }


def rename(
    sheet: Sheet, person: str, new_person: str, name: str, *, is_guest: bool = False
) -> None:
    """A person has another name, or has become another (a guest who logged in)."""
    for sitter in sheet.seats.values():
        if sitter.person == person:
            sitter.person = new_person
            sitter.name = name
            sitter.is_guest = is_guest
    if sheet.creator == person:
        sheet.creator = new_person


def questions(sheet: Sheet) -> tuple[TakeoverInfo | None, list[str]]:
    """What is asked of all: a computer for a seat; which seat would take back, and who agrees."""
    words = sheet.takeback.split()
    return asked(sheet), words[:1] + words[2:]


def asked(sheet: Sheet) -> TakeoverInfo | None:
    """The seat for which a computer was asked, and who agrees."""
    words = sheet.takeover.split()
    if len(words) < 2:
        return None
    return TakeoverInfo(words[0], words[1], words[2:])
