"""Who may sit in the arena and the laboratory: our levels, and players of one's own.

A player of one's own is a class, named ``module:Class``. It is asked a `Question`, and never gets
the game or its state.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib import import_module
from pathlib import Path

from napoleon.ai.levels import LEVELS
from napoleon.ai.opponents import Decision, SeatedOpponent
from napoleon.ai.talents import check_level
from napoleon.lab.question import Player, Question
from napoleon.rules import Action, Game, Seat


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
    """A player of one's own in one seat of a game, in the same process.

    `name` is ``module:Class``; `find_player` says what is raised for one that cannot be found.
    """

    __slots__ = ("_player", "_read_events", "seat")

    def __init__(self, name: str, seat: Seat | str, seed: int) -> None:
        self.seat = str(seat)
        self._player = find_player(name)(self.seat, seed)
        self._read_events = 0

    def choose(self, game: Game) -> Decision:
        """Return what the player does in this game now.

        Raises `NotYourTurn` if its seat is not to act, `MalformedAction` if the answer cannot be
        read, and what the player raises. Whether the answer is offered is not checked here.
        """
        question = Question.of(game, self.seat, self._read_events)
        self._read_events = game.event_count
        answer = self._player.choose(question)
        return Decision((answer if isinstance(answer, Action) else Action.parse(answer)).code)


def seat_player(name: str, seat: Seat | str, seed: int) -> SeatedOpponent | SeatedPlayer:
    """Whoever is called by this name, in a seat."""
    return SeatedPlayer(name, seat, seed) if is_own(name) else SeatedOpponent(name, seat, seed)
