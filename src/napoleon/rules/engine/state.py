"""The state of a game: where every unit is, and what is being decided.

Plain lists of small ints and bit masks, cheap to copy; everything that never changes stands
outside. The flow of the game is data too: `stack` holds the phases that are under way, the
innermost last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from napoleon.rules.board.calendar import LAST_TURN, TURN_NIGHT, TURN_SIDE
from napoleon.rules.board.tables import LAID, Board
from napoleon.rules.board.towns import (
    ROADS,
    TOWN_IDS,
)
from napoleon.rules.board.units import (
    ARMY_OF,
    ARMY_STARTS,
    EVERYONE,
    FULL_STRENGTH,
    SIDE_BITS,
    SIDE_OF,
    SIDE_UNITS,
    UNIT_COUNT,
    UNIT_SIDE,
)
from napoleon.rules.engine.dice import Dice
from napoleon.rules.engine.events import BY_MARCH, ELIMINATED, SHOWN, Event
from napoleon.rules.engine.fight import Fight, field_area
from napoleon.rules.engine.marks import MOVEMENT, STATE_MARKS, clear_marks

if TYPE_CHECKING:
    from napoleon.rules.phases.phase import Phase

NOWHERE: Final = -1  # not in this game, or not yet placed
LOST: Final = -2

# Scenarios
HISTORICAL: Final = 0
FREE: Final = 1
SCENARIO_NAMES: Final = ("historical", "free")

# What a game is about instead of the whole campaign: a town (its number), or one of these.
NO_AIM: Final = -1
FEWER_LOSSES: Final = -2


class State:
    """Everything that can change in a game; of its events and dice those since the last action."""

    __slots__ = (
        "aim",
        "aim_side",
        "at",
        "blocks",
        "board",
        "defeated",
        "dice",
        "disordered",
        "fights",
        "forced",
        "group_army",
        "group_town",
        "group_units",
        "handicap",
        "is_hidden",
        "log",
        "lost",
        "marched",
        "marched2",
        "players",
        "river_use",
        "road_use",
        "rolled",
        "scenario",
        "sealed",
        "stack",
        "strength",
        "turn",
        "until",
        "where",
        "winner",
        "won_by",
    )

    def __init__(
        self,
        scenario: int,
        players: int,
        is_hidden: bool,
        dice: Dice,
        source: State | None = None,
    ) -> None:
        """A state before set-up, or a copy of `source` (see `copy`)."""
        self.scenario = scenario
        self.players = players
        self.is_hidden = is_hidden  # the option of 6.2.4
        self.dice = dice
        self.board: Board = LAID.board if source is None else source.board
        # Since the last action
        self.log: list[Event] = []
        self.rolled: list[int] = []
        self.sealed = False
        if source is not None:
            self._copy_from(source)
            return
        self.turn = 0
        self.where = [NOWHERE] * UNIT_COUNT
        self.strength = FULL_STRENGTH[:]
        self.at = [0] * len(TOWN_IDS)
        self.lost = 0
        self.defeated = 0
        self.winner = -1
        self.won_by = -1
        # Of a scenario: what one side has to have reached as a turn ends, or the other wins
        self.aim = NO_AIM
        self.aim_side = 0
        self.until = LAST_TURN
        # Steps that the French have still to give up before the first turn; below 0 the Allies
        self.handicap = 0
        self.stack: list[Phase] = []
        # This turn
        self.disordered = 0
        self.group_army: list[int] = []
        self.group_town: list[int] = []
        self.group_units: list[int] = []
        self.marched = 0
        self.marched2 = 0
        self.forced = 0
        self.road_use = [0] * len(ROADS)
        self.river_use = [0] * len(ROADS)
        self.blocks: list[int] = []  # units in the order in which they first moved
        self.fights: list[Fight] = []

    def copy(self) -> State:
        """An independent copy, with an empty log."""
        return State(self.scenario, self.players, self.is_hidden, self.dice.copy(), self)

    def _copy_from(self, source: State) -> None:
        self.turn = source.turn
        self.where = source.where[:]
        self.strength = source.strength[:]
        self.at = source.at[:]
        self.lost = source.lost
        self.defeated = source.defeated
        self.winner = source.winner
        self.won_by = source.won_by
        self.aim = source.aim
        self.aim_side = source.aim_side
        self.until = source.until
        self.handicap = source.handicap
        self.stack = [phase.copy() for phase in source.stack]
        self.disordered = source.disordered
        self.group_army = source.group_army[:]
        self.group_town = source.group_town[:]
        self.group_units = source.group_units[:]
        self.marched = source.marched
        self.marched2 = source.marched2
        self.forced = source.forced
        self.road_use = source.road_use[:]
        self.river_use = source.river_use[:]
        self.blocks = source.blocks[:]
        self.fights = [fight.copy() for fight in source.fights]

    def __repr__(self) -> str:
        """Text that makes this state again, read from the door."""
        from napoleon.rules.notation.writing import format_position

        position = "; ".join(format_position(self).splitlines())
        return f"Game.from_position({position!r}).state"

    # --- asking

    @property
    def side(self) -> int:
        """The side whose turn it is."""
        return TURN_SIDE[self.turn]

    @property
    def is_night(self) -> bool:
        """Whether it is a night turn (5.7)."""
        return TURN_NIGHT[self.turn]

    def fight_at(self, town: int) -> Fight | None:
        """The fight in a town, if there is one."""
        for fight in self.fights:
            if fight.town == town:
                return fight
        return None

    def the_fight(self, town: int) -> Fight:
        """The fight in a town, which must exist."""
        fight = self.fight_at(town)
        assert fight is not None
        return fight

    def is_contested(self, town: int) -> bool:
        """Whether both sides stand in a town."""
        units = self.at[town]
        return (units & SIDE_UNITS[0]) != 0 and (units & SIDE_UNITS[1]) != 0

    def on_map(self, armies: int) -> int:
        """Those of these armies that have a unit on the map."""
        found = 0
        for army in range(3):
            if armies >> army & 1:
                for unit in range(ARMY_STARTS[army], ARMY_STARTS[army + 1]):
                    if self.where[unit] >= 0:
                        found |= 1 << army
                        break
        return found

    def block_of(self, unit: int) -> int:
        """The number by which everybody can follow a unit's steps in this turn, from 1; -1 for
        none."""
        for index in range(len(self.blocks)):
            if self.blocks[index] == unit:
                return index + 1
        return -1

    # --- changing

    def roll(self) -> int:
        """Roll one die; what was done before it cannot be undone."""
        value = self.dice.roll(6)
        self.rolled.append(value)
        self.sealed = True
        return value

    def roll_many(self, number: int) -> tuple[int, ...]:
        """Roll several dice."""
        return tuple([self.roll() for _ in range(number)])

    def draw(self, number: int) -> int:
        """Draw one of several hidden blocks: a number from 1."""
        value = self.dice.roll(number)
        self.rolled.append(value)
        self.sealed = True
        return value

    def put(self, unit: int, town: int) -> None:
        """Stand a unit in a town."""
        bit = 1 << unit
        old = self.where[unit]
        if old >= 0:
            self.at[old] &= ~bit
        self.where[unit] = town
        self.at[town] |= bit

    def forget_marches(self) -> None:
        """What was marched matters no more once movement is over."""
        self.group_army = []
        self.group_town = []
        self.group_units = []
        clear_marks(self, STATE_MARKS, MOVEMENT)
        self.road_use = [0] * len(ROADS)
        self.river_use = [0] * len(ROADS)
        self.blocks = []

    def eliminate(self, unit: int, why: int) -> None:
        """Take a unit out of the game; what is eliminated is public (8.3, 10)."""
        bit = 1 << unit
        town = self.where[unit]
        assert town >= 0
        fight = self.fight_at(town)
        area = -1
        if fight is not None:
            area = fight.area_of(unit)
            if area >= 0:
                fight.bled = True
                fight.drop(unit)
                area = field_area(fight.attacker, area)
        self.at[town] &= ~bit
        self.where[unit] = LOST
        self.strength[unit] = 0
        self.lost |= bit
        self.disordered &= ~bit
        self.sealed = True
        self.log.append(
            Event(
                ELIMINATED,
                self.turn,
                side_no=UNIT_SIDE[unit],
                army_no=ARMY_OF[unit],
                unit_no=unit,
                town_no=town,
                area_no=area,
                why_no=why,
                block=self.block_of(unit) if why == BY_MARCH else -1,
            )
        )

    def show(self, unit: int, area: int = -1) -> None:
        """Let everybody see a unit where it stands."""
        self.sealed = True
        self.log.append(
            Event(
                SHOWN,
                self.turn,
                side_no=UNIT_SIDE[unit],
                army_no=ARMY_OF[unit],
                unit_no=unit,
                town_no=self.where[unit],
                area_no=area,
                amount=self.strength[unit],
            )
        )

    def namers(self, unit: int, is_visible: bool) -> int:
        """Who may know which unit it is: its own side, and everybody if it is in view."""
        return EVERYONE if is_visible else SIDE_BITS[SIDE_OF[ARMY_OF[unit]]]
