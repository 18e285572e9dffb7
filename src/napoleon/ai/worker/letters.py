"""Letters to a staff that thinks in another process: what is asked of it, and what it answers.

A letter holds what its seat may know and nothing else: the sketch as text, the codes offered, and
what the seat has seen happen since the last letter. Everything in it is a text or a number, so that
it travels as a line of JSON.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from napoleon.ai.knowledge.reports import Report, report
from napoleon.rules import Game, Seat
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.knowledge.sketch import Sketch
from napoleon.rules.notation.reading import parse_position
from napoleon.rules.notation.writing import format_position

# What is asked: a decision, one that is explained, the odds of a fight, or the story of a game that
# is over.
DECIDE: Final = "decide"
ADVISE: Final = "advise"
WEIGH: Final = "weigh"
TELL: Final = "tell"


class Letter(NamedTuple):
    """What is asked of the staff."""

    ask: str
    key: str  # whose memory it is: the game, the seat and the level
    level: str
    seed: int
    armies: int  # of the seat, as bits
    position: str
    dealt: int
    shown: list[int]  # for each fight the units in view
    codes: list[int]
    before: int  # how many reports were sent in earlier letters
    reports: list[Report]
    town: int = -1  # of the fight to weigh
    units: int = 0  # who would attack
    record: str = ""  # of a game that is over, to be told
    handicap: int = 0  # steps that the French gave up before the game; below 0 the Allies


class Reply(NamedTuple):
    """What the staff answers: a code of the letter and why, the odds, or the story.

    `is_behind`: it has not followed the game so far, and asks for all reports. `problem`: the staff
    could not say; a text for the log of the server.
    """

    code: int = -1
    reason: str = ""
    details: dict[str, str] = {}  # noqa: RUF012 - nobody changes them
    odds: dict[str, float] = {}  # noqa: RUF012
    is_behind: bool = False
    problem: str = ""
    along: list[int] = []  # noqa: RUF012 - codes that go with the first
    story: dict[str, Any] = {}  # noqa: RUF012 - as `Story.as_dict` has it
    more: list[tuple[str, dict[str, str]]] = []  # noqa: RUF012 - what is said with the reason


def sketch_of(letter: Letter) -> Sketch:
    """The sketch that a letter describes."""
    state = parse_position(letter.position, SeededDice(letter.seed), is_sketch=True)
    for fight, shown in zip(state.fights, letter.shown, strict=True):
        fight.shown = shown
    return Sketch(state, letter.dealt, letter.armies, letter.handicap)


def ask_for_story(game: str, record: str) -> Letter:
    """The letter that asks for the story of a game that is over; there is nothing hidden in it any
    more."""
    return Letter(TELL, f"{game} story", "", 0, 0, "", 0, [], [], 0, [], record=record)


def format_letter(letter: Letter) -> str:
    """A letter as a line of JSON."""
    return json.dumps(letter, separators=(",", ":"))


def parse_letter(line: str | bytes) -> Letter:
    """A letter from its line."""
    letter = Letter(*json.loads(line))
    reports: list[Any] = letter.reports
    return letter._replace(reports=[tuple(row) for row in reports])


def format_reply(reply: Reply) -> str:
    """A reply as a line of JSON."""
    return json.dumps(reply, separators=(",", ":"))


def parse_reply(line: str | bytes) -> Reply:
    """A reply from its line."""
    reply = Reply(*json.loads(line))
    return reply._replace(more=[(text, values) for text, values in reply.more])


class Correspondence:
    """The letters of one seat to one staff: knows what was sent before."""

    __slots__ = ("_read", "key", "level", "seat", "seed", "sent")

    def __init__(self, game: str, seat: Seat | str, level: str, seed: int) -> None:
        self.seat = str(seat)
        self.level = level
        self.seed = seed
        self.key = f"{game} {seat} {level} {seed}"
        self.sent = 0  # reports
        self._read = 0  # events of the game that they come from

    def start_again(self) -> None:
        """Send everything in the next letter: events were taken back, or the staff is behind."""
        self.sent = 0
        self._read = 0

    def write(self, game: Game, ask: str = DECIDE, town: int = -1, units: int = 0) -> Letter:
        """The letter about the present position; what it tells counts as sent."""
        sketch = game.sketch(self.seat)
        reports = [report(event) for event in game.events_for(self.seat, self._read)]
        before = self.sent
        self._read = game.event_count
        self.sent += len(reports)
        return Letter(
            ask,
            self.key,
            self.level,
            self.seed,
            sketch.armies,
            format_position(sketch.state),
            sketch.dealt,
            [fight.shown for fight in sketch.state.fights],
            game.legal(self.seat).codes,
            before,
            reports,
            town,
            units,
            handicap=sketch.handicap,
        )
