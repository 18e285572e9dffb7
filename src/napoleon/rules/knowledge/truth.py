"""The whole truth about a game, for referees and tests: nothing of it may reach a player."""

from __future__ import annotations

from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import ARMY_NAMES, ARMY_UNITS, UNIT_IDS, UNIT_SIDE, count, members
from napoleon.rules.engine.actions import AREA_NAMES, parse_town, parse_unit
from napoleon.rules.engine.fight import TO_NAME
from napoleon.rules.engine.state import LOST, State
from napoleon.rules.errors import MalformedAction
from napoleon.rules.knowledge.view import OwnUnit
from napoleon.rules.knowledge.view_builder import show_all
from napoleon.rules.notation.writing import marks_of


class Truth:
    """Where every unit is and how it stands, as of the moment when it was asked for."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def where(self, unit: str) -> str | None:
        """The town where a unit is, "lost", or None if it is not in this game (or not placed)."""
        place = self._state.where[parse_unit(unit)]
        if place == LOST:
            return "lost"
        return TOWN_IDS[place] if place >= 0 else None

    def strength(self, unit: str) -> int:
        """The strength of a unit, 0 when lost."""
        return self._state.strength[parse_unit(unit)]

    def area(self, unit: str) -> str | None:
        """The area in which a unit stands on a battlefield, by its own player's name."""
        number = parse_unit(unit)
        town = self._state.where[number]
        fight = self._state.fight_at(town) if town >= 0 else None
        area = fight.area_of(number) if fight is not None else -1
        if fight is None or area < 0:
            return None
        return AREA_NAMES[TO_NAME[fight.role_of(UNIT_SIDE[number])][area]]

    def marks(self, unit: str) -> frozenset[str]:
        """The marks of a unit, as in positions."""
        return frozenset(marks_of(self._state, parse_unit(unit)))

    def losses(self, army: str) -> int:
        """How many units an army has lost."""
        if army not in ARMY_NAMES:
            raise MalformedAction(f"expected an army ({', '.join(ARMY_NAMES)}), got {army!r}")
        return count(self._state.lost & ARMY_UNITS[ARMY_NAMES.index(army)])

    def units_at(self, town: str) -> tuple[str, ...]:
        """The units in a town, in the order of the roster."""
        return tuple([UNIT_IDS[unit] for unit in members(self._state.at[parse_town(town)])])

    def units(self) -> list[OwnUnit]:
        """Every unit on the map, as its own player would be shown it."""
        return show_all(self._state)
