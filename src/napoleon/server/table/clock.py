"""The clock of a table, reckoned: state in, time in, state and deadline out.

Nothing here looks at a watch. Times are whole milliseconds since 1970; figures are true as of `at`,
and whoever runs has used up what has passed since. A clock changes only where somebody begins or
stops to run, a turn of the campaign begins, time is given or a pause agreed upon: so the deadline
can be stored, and is true for as long as nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
LOST = "lost"  # what becomes of a seat without time, if no computer takes it over
PaceKind = Literal["none", "live", "days"]
# What may be chosen, in seconds: the least and the most of `each`, the most of `more`.
BOUNDS: dict[str, tuple[int, int, int]] = {
    "live": (60, 12 * 3600, 3600),
    "days": (3600, 30 * 86400, 60 * 86400),
}


class Pace(msgspec.Struct, frozen=True):
    """How fast a table plays, in seconds.

    `live`: `each` is for the whole game, and `more` comes with every turn of the campaign. `days`:
    `each` is for every time that a seat is asked, and `more` is a bank of holidays for the whole
    game, used when that is over.
    """

    kind: PaceKind = "none"
    each: int = 0
    more: int = 0
    out: str = LOST  # out of time: lost, or the level of a computer that takes over

    @property
    def is_timed(self) -> bool:
        """Whether there is a clock at all."""
        return self.kind != "none"


NO_PACE = Pace()


def format_pace(pace: Pace) -> str:
    """A pace as it is stored: ``live 1800 60 lost``, "" without a clock."""
    return f"{pace.kind} {pace.each} {pace.more} {pace.out}" if pace.is_timed else ""


def parse_pace(text: str) -> Pace:
    """Read what `format_pace` has written."""
    if not text:
        return NO_PACE
    kind, each, more, out = text.split()
    return msgspec.convert(
        {"kind": kind, "each": int(each), "more": int(more), "out": out}, type=Pace
    )


def as_rated(pace: Pace) -> Pace:
    """Return a pace as a rated game is played at it: who is out of time has lost."""
    return msgspec.structs.replace(pace, out=LOST)


def is_sensible(pace: Pace) -> bool:
    """Whether a table may be played at this pace."""
    if not pace.is_timed:
        return True
    least, most, most_more = BOUNDS[pace.kind]
    return least <= pace.each <= most and 0 <= pace.more <= most_more


class Hand(msgspec.Struct, frozen=True):
    """The time of one seat, in milliseconds: what is used first, and the bank behind it."""

    left: int
    bank: int = 0

    @property
    def whole(self) -> int:
        """All that is left."""
        return self.left + self.bank


class Clock(msgspec.Struct, frozen=True):
    """The clock of a table, as of `at`; `turn` is the last turn that has brought its time."""

    hands: dict[str, Hand]
    at: int
    running: list[str] = []
    turn: int = 0
    is_paused: bool = False
    asking: list[str] = []  # seats that would pause
    n: int = 0  # how often it was stored: a change is stored only upon the one before (room.py)


def start(pace: Pace, seats: Iterable[str], now: int) -> Clock:
    """The clock of a new game: everybody has all of their time, and nobody runs."""
    bank = pace.more * SECOND if pace.kind == "days" else 0
    return Clock({seat: Hand(pace.each * SECOND, bank) for seat in seats}, now)


def reckon(clock: Clock, now: int) -> Clock:
    """The same clock with the figures of now; a time before its own changes nothing."""
    passed = max(0, now - clock.at)
    hands = {
        seat: _use(hand, passed) if seat in clock.running else hand
        for seat, hand in clock.hands.items()
    }
    return msgspec.structs.replace(clock, hands=hands, at=clock.at + passed)


def _use(hand: Hand, passed: int) -> Hand:
    left = max(0, hand.left - passed)
    over = max(0, passed - hand.left)
    return Hand(left, max(0, hand.bank - over))


def due(clock: Clock) -> int | None:
    """When the first of those who run is out of time; None: nobody runs."""
    return min((clock.at + clock.hands[seat].whole for seat in clock.running), default=None)


def expired(clock: Clock, now: int) -> list[str]:
    """Who runs, and has no time left."""
    return [seat for seat in clock.running if clock.at + clock.hands[seat].whole <= now]


def move_on(clock: Clock, pace: Pace, seats: Iterable[str], turn: int, now: int) -> Clock:
    """These seats are to act, in this turn of the campaign: they run from now on, unless there is a
    pause. The same clock if nothing changes by that."""
    wanted = [] if clock.is_paused else [seat for seat in seats if seat in clock.hands]
    if wanted == clock.running and turn <= clock.turn:
        return clock
    clock = reckon(clock, now)
    hands = dict(clock.hands)
    if pace.kind == "live" and turn > max(clock.turn, 1):
        gift = pace.more * SECOND * (turn - max(clock.turn, 1))
        hands = {seat: Hand(hand.left + gift, hand.bank) for seat, hand in hands.items()}
    for seat in wanted:
        if seat not in clock.running:
            hands[seat] = _begin(hands[seat], pace)
    return msgspec.structs.replace(clock, hands=hands, running=wanted, turn=max(turn, clock.turn))


def _begin(hand: Hand, pace: Pace) -> Hand:
    """A seat is asked: in days it has its days anew. Whoever comes back after a computer has taken
    over has the time of a turn, and a minute at least."""
    if pace.kind == "days":
        return Hand(max(hand.left, pace.each * SECOND), hand.bank)
    return hand if hand.whole else Hand(max(pace.more * SECOND, MINUTE))


def give(clock: Clock, seat: str, time: int, now: int) -> Clock:
    """A seat gets more time."""
    clock = reckon(clock, now)
    hand = clock.hands[seat]
    hands = {**clock.hands, seat: Hand(hand.left + time, hand.bank)}
    return msgspec.structs.replace(clock, hands=hands)


def ask_pause(clock: Clock, seats: Iterable[str], voters: Iterable[str], now: int) -> Clock:
    """These seats would pause; once all who are to agree do, everybody stands."""
    asking = [seat for seat in clock.hands if seat in {*clock.asking, *seats}]
    if not set(voters) <= set(asking):
        return msgspec.structs.replace(clock, asking=asking)
    clock = reckon(clock, now)
    return msgspec.structs.replace(clock, is_paused=True, running=[], asking=[])


def end_pause(clock: Clock, now: int) -> Clock:
    """Nobody wants to pause any more; who runs is to be said by `move_on`."""
    clock = reckon(clock, now)
    return msgspec.structs.replace(clock, is_paused=False, asking=[])
