"""Information states: what a seat has seen and done, as text, and guesses at what it has not.

An information state has perfect recall. It is made of the events as the seat was shown them, the
seat's own actions where they fell, and a mark of what the seat sees now.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import report
from napoleon.rules import Action, Event, Game, Seat, SeededDice
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.board.units import SEAT_ARMIES


def format_event(event: Event) -> str:
    """An event, as its seat has seen it, as one line."""
    data = event.as_dict()
    kind = data.pop("kind")
    words = []
    for name, value in data.items():
        parts = value if isinstance(value, list) else [value]
        words.append(f"{name}={','.join([str(part) for part in parts])}")
    return " ".join([str(kind), *words]) + "\n"


class Told(NamedTuple):
    """What a seat has seen and done up to an event and an action of the game."""

    text: str
    events: int
    actions: int


class Memory:
    """What the seats of a game have done, beside the events that the game keeps itself; and the
    handicap that was agreed, which a supposed game does not know."""

    __slots__ = ("_done", "_told", "handicap")

    def __init__(self, handicap: int = 0) -> None:
        self.handicap = handicap
        # Every action: the seat, how many events came before it, its code
        self._done: list[tuple[str, int, int]] = []
        self._told: dict[str, Told] = {}  # what was worked out before

    def copy(self) -> Memory:
        """An independent copy."""
        twin = Memory(self.handicap)
        twin._done = self._done[:]
        twin._told = self._told.copy()
        return twin

    def note(self, events: int, seat: str, code: int) -> None:
        """An action, and how many events had come before it."""
        self._done.append((seat, events, code))

    def tell(self, game: Game, seat: str) -> str:
        """All that a seat has seen and done, in its order, a line each."""
        told = self._told.get(seat, Told("", 0, 0))
        lines: list[str] = []
        armies = SEAT_ARMIES[seat]
        news = [event.as_seen(armies) for event in game.events[told.events :]]
        read = 0
        for who, before, code in self._done[told.actions :]:
            if who == seat:
                place = before - told.events
                lines += [format_event(event) for event in news[read:place] if event is not None]
                lines.append(f"> {Action(code)}\n")
                read = place
        lines += [format_event(event) for event in news[read:] if event is not None]
        text = told.text + "".join(lines)
        self._told[seat] = Told(text, game.event_count, len(self._done))
        return text

    def information_state(self, game: Game, seat: str, row: bytearray | None = None) -> str:
        """What a seat has seen and done, as text; `row` is what it observes, if that is at hand."""
        options = game.options
        seen = row if row is not None else game.observe(seat)
        mark = hashlib.blake2b(seen, digest_size=12).hexdigest()
        head = f"{seat} of {options.players}, {game.scenario}, {options.visibility}"
        if self.handicap:
            head += f", handicap {self.handicap}"
        if game.board is not SHIPPED:
            head += f", board {game.board.name} {game.board.hash}"
        return f"{head}\n{self.tell(game, seat)}= {mark}"

    def of_seat(self, game: Game, seat: str) -> Memory:
        """What a seat has done itself, beside those events that it has seen."""
        armies = SEAT_ARMIES[seat]
        seen_before = [0]
        for event in game.events:
            seen_before.append(seen_before[-1] + (1 if event.seen & armies else 0))
        twin = Memory(self.handicap)
        twin._done = [
            (who, seen_before[before], code) for who, before, code in self._done if who == seat
        ]
        return twin


def resample(game: Game, memory: Memory, seat: Seat | str, seed: int) -> tuple[Game, Memory]:
    """Another game that a seat cannot tell from this one: what it has not seen is guessed.

    The seat must be to act. The new game and its memory hold what the seat has seen and done, for
    the others too: nothing of the truth is in them.
    """
    seat = str(seat)
    if seat not in game.to_act:
        raise ValueError(f"{seat} is not to act: guesses are made where a seat decides")
    sketch = game.sketch(seat)
    sketch.handicap = memory.handicap
    belief = Belief(SEAT_ARMIES[seat], seed, guesses=1)
    belief.begin(sketch)
    belief.read([report(event) for event in game.events_for(seat)])
    sample = belief.sample(sketch, SeededDice(seed))
    return game.suppose(seat, sample), memory.of_seat(game, seat)
