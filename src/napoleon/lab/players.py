"""Who may sit in the arena and the laboratory: our levels, and anybody's own (docs/research.md).

A player of one's own is a class, named ``module:Class``. It is asked with what its seat may know,
and never gets the game or its state.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Protocol, runtime_checkable

from napoleon.ai.levels import LEVELS
from napoleon.ai.opponents import Decision, SeatedOpponent
from napoleon.ai.talents import check_level
from napoleon.rules import Action, Event, Game, LegalActions, Seat, Sighting
from napoleon.rules.knowledge.observation import observe_decision
from napoleon.rules.knowledge.sketch import Sketch


class Question:
    """What a player is asked: to choose one of the actions that are offered.

    - `seat`: its own, by name;
    - `legal`: the actions offered;
    - `sketch`: what the seat may know, as a state in which unseen blocks are dealt in a fixed order
      (`sketch.dealt` says which);
    - `events`: what the seat has seen happen since it was asked last;
    - `sightings`: enemy units that it has seen, as they were last seen.
    """

    __slots__ = ("events", "legal", "seat", "sightings", "sketch")

    def __init__(
        self,
        seat: str,
        legal: LegalActions,
        sketch: Sketch,
        events: list[Event],
        sightings: list[Sighting],
    ) -> None:
        self.seat = seat
        self.legal = legal
        self.sketch = sketch
        self.events = events
        self.sightings = sightings

    def observe(self) -> bytearray:
        """The same as a row of small numbers."""
        return observe_decision(self.sketch, self.sightings)


@runtime_checkable
class Player(Protocol):
    """A player in one seat of one game. It is made with the name of its seat and a seed for its own
    chance, so that a game can be played again."""

    def __init__(self, seat: str, seed: int) -> None: ...

    def choose(self, question: Question) -> Action | str:
        """One of the offered actions, or its text."""
        ...


class NoPlayer(ValueError):
    """A name that leads to no player; the message says why."""


def is_own(name: str) -> bool:
    """Whether a name is that of a player of one's own."""
    return ":" in name


def find_player(name: str) -> type[Player]:
    """The class behind ``module:Class``; modules of the folder one is in are found too."""
    module_name, _, class_name = name.partition(":")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    try:
        module = import_module(module_name)
    except (ImportError, TypeError, ValueError) as error:
        raise NoPlayer(f"the module of {name!r} cannot be imported: {error}") from error
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        raise NoPlayer(f"{module_name} has no class {class_name!r}")
    if not callable(getattr(found, "choose", None)):
        raise NoPlayer(f"{name} is no player: it cannot choose")
    return found


def check_player(name: str) -> str:
    """The name of a level or of a player of one's own."""
    if is_own(name):
        find_player(name)
        return name
    try:
        return check_level(name)
    except ValueError as error:
        levels = ", ".join(LEVELS)
        message = f"expected a level ({levels}) or module:Class, got {name!r}"
        raise NoPlayer(message) from error


def player_mark(name: str) -> str:
    """A mark of the file that a player of one's own is written in: results of others do not mix."""
    source = getattr(sys.modules[find_player(name).__module__], "__file__", None)
    return hashlib.sha256(Path(source).read_bytes()).hexdigest()[:12] if source else ""


class SeatedPlayer:
    """A player of one's own that follows a game in the same process."""

    __slots__ = ("_player", "_read_events", "seat")

    def __init__(self, name: str, seat: Seat | str, seed: int) -> None:
        self.seat = str(seat)
        self._player = find_player(name)(self.seat, seed)
        self._read_events = 0

    def choose(self, game: Game) -> Decision:
        """What it does in this game now; it must be its seat's turn to act."""
        events = game.events_for(self.seat, self._read_events)
        self._read_events = game.event_count
        answer = self._player.choose(
            Question(
                self.seat,
                game.legal(self.seat),
                game.sketch(self.seat),
                events,
                game.sightings(self.seat),
            )
        )
        return Decision((answer if isinstance(answer, Action) else Action.parse(answer)).code)


def seat_player(name: str, seat: Seat | str, seed: int) -> SeatedOpponent | SeatedPlayer:
    """Whoever is called by this name, in a seat."""
    return SeatedPlayer(name, seat, seed) if is_own(name) else SeatedOpponent(name, seat, seed)
