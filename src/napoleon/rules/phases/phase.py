"""What a phase is, and what it says of itself.

A phase is a frame of the flow. It decides with `to_act`, `legal`, `refuse`, `apply` and `advance`.
Besides, it describes itself, so that nothing else needs to know which phases there are: its kind
(name, fields, what it stands upon, its stages) is what positions and prompts are made from, and
the other methods say what of it a seat may see and a sketch may keep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from napoleon.rules.knowledge.view import View

if TYPE_CHECKING:
    from napoleon.rules.engine.fight import Fight
    from napoleon.rules.engine.state import State

# Kinds of fields
NUMBER: Final = 0
TRUTH: Final = 1
TOWN: Final = 2
UNITS: Final = 3  # a set of units: hidden ones are not told
NUMBERS: Final = 4
SIDE: Final = 5
ARMIES: Final = 6  # a set of armies
ROADS: Final = 7  # numbers of roads, each as often as it was used


class Stage:
    """One kind of decision: its word, what is asked of those who decide, what the others read."""

    __slots__ = ("asked", "waiting", "word")

    def __init__(self, word: str, asked: str, waiting: str) -> None:
        self.word = word
        self.asked = asked
        self.waiting = waiting


class PhaseKind:
    """What all phases of a class have in common."""

    __slots__ = ("blank", "fields", "name", "stages", "upon")

    def __init__(
        self,
        name: str,
        blank: Callable[[], Phase],
        fields: list[tuple[str, int]],
        upon: list[str],
        stages: list[Stage],
    ) -> None:
        self.name = name
        self.blank = blank  # makes one, its fields still to be filled in
        self.fields = fields  # with their kinds, in the order in which they are written
        self.upon = upon  # what it may lie upon on the stack; [] for the bottom
        self.stages = stages

    def unit_sets(self) -> list[str]:
        """The fields that are sets of units."""
        return [field for field, kind in self.fields if kind == UNITS]


class Phase:
    """A frame of the flow: who may act, what is offered, what an action does, and what comes next.

    Sets of armies and seats are bits; a seat passes the armies that it commands.
    """

    __slots__ = ()

    # --- the decision

    def stage(self, state: State) -> str:
        """What is being decided, in one word."""
        raise NotImplementedError

    def advance(self, state: State) -> bool:
        """Do what needs no decision; False when a decision is needed."""
        raise NotImplementedError

    def to_act(self, state: State) -> int:
        """The armies that may act."""
        raise NotImplementedError

    def legal(self, state: State, armies: int) -> list[int]:
        """The codes of the actions offered to a seat that commands these armies."""
        raise NotImplementedError

    def refuse(self, state: State, armies: int, code: int) -> int:
        """Why an action is not offered (a number of refusals.py), 0 if it is."""
        raise NotImplementedError

    def apply(self, state: State, armies: int, code: int) -> None:
        """Carry out an offered action."""
        raise NotImplementedError

    def is_untouched(self, armies: int) -> bool:
        """Whether the seat with these armies has nothing in this step that it could take back."""
        return True

    def seal(self) -> None:
        """Nothing that was done so far can be taken back any more."""

    def keeps_secret(self, state: State, armies: int) -> bool:
        """Whether a seat is asked even where one action is left: passing it over would tell the
        enemy what he does not see (ruling 2 idle-steps-pass)."""
        return False

    # --- what it is

    def kind(self) -> PhaseKind:
        """What all phases of this class have in common."""
        raise NotImplementedError

    def copy(self) -> Phase:
        """An independent copy."""
        raise NotImplementedError

    def town_no(self) -> int:
        """The town whose fight is being decided, or -1."""
        return -1

    # --- who may know

    def stage_seen(self, state: State) -> str:
        """The stage as the other side and spectators are shown it: no word of what is hidden."""
        return self.stage(state)

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        """Add to a view what its seat may know of this phase; `own` are the units of its side,
        `armies` those that the seat commands."""

    def known_units(self) -> int:
        """Units that everybody can name because of this phase."""
        return 0

    def secret_side(self) -> int:
        """The side whose blocks on the map nobody else may count yet (4), or -1."""
        return -1

    def hides_field(self, fight: Fight, side: int) -> bool:
        """Whether the other side cannot see yet where a side stands on this field (6.2.4)."""
        return False

    def forget(self, state: State, side: int) -> None:
        """In the sketch of a side, drop what it does not see of the enemy's course of action."""

    def fill_in(self, state: State, dealt: int, side: int) -> None:
        """In the sketch of a side, choose among the dealt units where the enemy chose in secret."""
