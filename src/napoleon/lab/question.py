"""What a player of one's own is asked, and what it has to be (docs/your-own-player.md)."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from napoleon.rules import (
    Action,
    Board,
    Event,
    Game,
    LegalActions,
    NotYourTurn,
    Seat,
    Sighting,
    View,
)
from napoleon.rules.knowledge.observation import observe_decision
from napoleon.rules.knowledge.sketch import Sketch
from napoleon.rules.standing import Standing


class Question:
    """A decision that a seat has to make: the actions that it may choose from, and what it knows.

    The same knowledge comes in four forms: `view` as plain objects, `sketch` as a state of the
    engine, `observe` as a row of numbers, and `events` with `sightings` as what happened. All four
    are made from what the seat may know. A question holds no game, and nothing that is hidden.

    - `seat`: the name of the seat that is asked: ``"french"`` and ``"allied"``, with three players
      ``"french"``, ``"anglo-dutch"`` and ``"prussian"``.
    - `legal`: the actions offered, at least one, as a sequence of `Action`. ``str(action)`` is an
      action's text (``"march FR-C3 laneffe"``, docs/notation.md), and `Action.parse` reads it back.
      `verb`, `unit`, `town`, `area` and `target` of an action are its parts, None for a part that
      it does not have. `legal.codes` are the same actions in the same order as numbers:
      ``Action(code)`` makes an action of one, and `code` of an action is its number. Numbers belong
      to one board and one version; texts can be kept.
    - `sketch`: what the seat knows as a state of the engine (`Sketch`).
    - `events`: the events that the seat has seen since it was asked last, the oldest first. Units
      that it could not recognise have no name in them.
    - `sightings`: the enemy units that the seat has seen, in the order of the roster, each once, as
      it was last seen: `unit`, `army`, `turn`, `town`, `strength` (None if that was not seen) and
      `is_lost`. It may have marched or lost strength since.
    """

    __slots__ = ("_can_undo", "_view", "events", "legal", "seat", "sightings", "sketch")

    def __init__(
        self,
        seat: str,
        legal: LegalActions,
        sketch: Sketch,
        events: list[Event],
        sightings: list[Sighting],
        can_undo: bool = False,
    ) -> None:
        """Use `Question.of`."""
        self.seat = seat
        self.legal = legal
        self.sketch = sketch
        self.events = events
        self.sightings = sightings
        self._can_undo = can_undo
        self._view: View | None = None

    @staticmethod
    def of(game: Game, seat: Seat | str, since: int = 0) -> Question:
        """Return what `seat` is asked in `game` now, with the events from index `since` on.

        That is for trying a player out; the arena and the laboratory ask by themselves. Raises
        `NotYourTurn` if the seat is not to act, `MalformedAction` if there is no such seat.
        """
        legal = game.legal(seat)
        if not legal:
            raise NotYourTurn(f"{seat} is not to act, and is asked nothing", "2")
        sketch = game.sketch(seat)
        (asked,) = [each for each in game.seats if each.armies == sketch.armies]
        return Question(
            str(asked),
            legal,
            sketch,
            game.events_for(seat, since),
            game.sightings(seat),
            game.may_undo(seat),
        )

    @property
    def view(self) -> View:
        """The view that a person in this seat would get: equal to ``game.view(seat)``.

        It is made from the sketch when it is first read, and kept: a player that never reads it
        does not pay for it. Read it before changing the state of the sketch.
        """
        if self._view is None:
            view = Standing(self.sketch.state, "").view(self.seat)
            view.can_undo = self._can_undo
            view.notebook = [sighting.copy() for sighting in self.sightings]
            self._view = view
        return self._view

    @property
    def board(self) -> Board:
        """The board that is played on: ``board.rows("roads.csv")`` are its roads."""
        return self.sketch.state.board

    def observe(self) -> bytearray:
        """Return the row of numbers that `Game.observe` gives (docs/research.md), a byte each."""
        return observe_decision(self.sketch, self.sightings)


@runtime_checkable
class Player(Protocol):
    """A player in one seat of one game. Any class with these two methods is one.

    It is made with the name of its seat (`Question.seat`) and a seed for its own chance, so that a
    game can be played again.
    """

    def __init__(self, seat: str, seed: int) -> None:
        """Make a player for a seat of a new game."""

    def choose(self, question: Question) -> Action | str:
        """Return one of the offered actions (`Question.legal`), or its text.

        Anything else ends the game as broken, and so does what is raised.
        """
        ...
