"""What a seat believes of the blocks that it cannot see.

A belief is a handful of *guesses*. A guess says of every enemy unit where it stands and how strong
it is, and is kept in step with all that the seat sees: blocks that march, units that are shown, hit
or lost. So counts, sightings, the order of battle and the marching powers of units are all in it.
A *sample* is a guess put into the seat's sketch: a full state that agrees with the seat's view.
"""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.knowledge.geography import DISTANCE
from napoleon.ai.knowledge.reports import Report
from napoleon.rules.board.towns import (
    START_TOWN,
    TOWN_IDS,
)
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_OF,
    ARMY_UNITS,
    FRENCH,
    FRENCH_BIT,
    FULL_STRENGTH,
    GUNS,
    LEADERS,
    MOUNTED,
    SIDE_UNITS,
    UNIT_COUNT,
    members,
)
from napoleon.rules.engine.dice import Dice, SeededDice
from napoleon.rules.engine.events import (
    BY_MARCH,
    ELIMINATED,
    FORCE_MARCHED,
    LEADER_SHOWN,
    MARCHED,
    REGROUPED,
    REINFORCED,
    RETREATED,
    SHOWN,
    STRENGTH_LOST,
    TURN_BEGAN,
)
from napoleon.rules.engine.fight import FIGHTING, OWN_AREAS, WOODS, Fight
from napoleon.rules.engine.state import HISTORICAL, LOST, NO_AIM, NOWHERE, State
from napoleon.rules.knowledge.sketch import Sketch, is_roll_known, rename_units

GUESSES: Final = 24  # full guesses that are kept in step
SURPRISE: Final = 0.4  # what it costs a guess that it was wrong about a unit, as a logarithm
_PARTS: Final = 1_000_000  # a share of chance is dealt in these
_STEPS: Final = (MARCHED, FORCE_MARCHED, REINFORCED, RETREATED, REGROUPED)


class Guess:
    """One full guess: where every enemy unit is, and how strong."""

    __slots__ = ("blocks", "second", "weight", "where")

    def __init__(self) -> None:
        self.where = [NOWHERE] * UNIT_COUNT
        self.blocks: dict[int, int] = {}  # the unit behind a block that marches this turn
        self.second = 0  # units that have marched a second town this turn
        self.weight = 0.0  # how likely it is beside the others, as a logarithm

    def unit_in(self, army: int, town: int, dice: Dice, but: int) -> int:
        """Any unit of an army in a town, but for some; -1 if there is none."""
        found = [unit for unit in members(ARMY_UNITS[army] & ~but) if self.where[unit] == town]
        return found[dice.roll(len(found)) - 1] if found else -1


class Belief:
    """A seat's guesses about the other side, and what it knows for certain."""

    __slots__ = (
        "_dice",
        "_has_begun",
        "_is_battle",
        "enemies",
        "given",
        "guesses",
        "is_weighed",
        "met",
        "read_reports",
        "side",
        "strength",
    )

    def __init__(self, armies: int, seed: int, guesses: int = GUESSES) -> None:
        self.side = FRENCH if armies & FRENCH_BIT else ALLIED
        self.enemies = SIDE_UNITS[1 - self.side]
        self._dice = SeededDice(seed ^ 0x5EED)
        self._has_begun = False
        self._is_battle = False  # a scenario, in which units may begin without some of their steps
        self.is_weighed = False  # whether some guesses are likelier than others
        self.guesses = [Guess() for _ in range(guesses)]
        self.strength = FULL_STRENGTH[:]  # as last seen
        self.met = 0  # enemy units that were seen at least once
        self.given = 0  # steps that the enemy gave up for an even game, in blocks not met yet
        self.read_reports = 0

    # --- what is seen

    def begin(self, sketch: Sketch) -> None:
        """The order of battle of the historical scenario is known to everybody (4.3), and how many
        steps were given up for an even game (4)."""
        if self._has_begun:
            return
        self._has_begun = True
        self.given = max(0, -sketch.handicap if self.side == FRENCH else sketch.handicap)
        self._is_battle = sketch.state.aim != NO_AIM
        if self._is_battle:
            for unit in members(self.enemies):
                if sketch.state.where[unit] == NOWHERE:
                    self.met |= 1 << unit  # not in this game
        if sketch.state.scenario == HISTORICAL:
            for guess in self.guesses:
                for unit in members(self.enemies):
                    guess.where[unit] = START_TOWN[unit]

    def read(self, reports: list[Report]) -> None:
        """Take in what has happened since."""
        self.read_reports += len(reports)
        for kind, _, army, unit, town, to, block, amount, left, why in reports:
            if kind == TURN_BEGAN:
                for guess in self.guesses:
                    guess.blocks = {}
                    guess.second = 0
            if army < 0 or not ARMY_UNITS[army] & self.enemies:
                continue
            if unit >= 0:
                self._note_strength(kind, unit, amount, left)
                if town >= 0:
                    for guess in self.guesses:
                        self._find(guess, unit, town)
            elif kind == STRENGTH_LOST and why == BY_MARCH:
                self._wear(block)
            if kind == ELIMINATED:
                for guess in self.guesses:
                    guess.where[unit] = LOST
            elif kind in _STEPS and to >= 0:
                for guess in self.guesses:
                    self._step(guess, kind, army, unit, town, to, block)

    def _note_strength(self, kind: int, unit: int, amount: int, left: int) -> None:
        if kind in (SHOWN, LEADER_SHOWN):
            self._meet(unit, amount)
            self.strength[unit] = amount
        elif kind == STRENGTH_LOST:
            self._meet(unit, left + amount)
            self.strength[unit] = left

    def _meet(self, unit: int, strength: int) -> None:
        """A unit is seen for the first time. In a campaign, where all begin at full strength, what
        it lacks it has given up before the game. In a battle it may have begun without: there it is
        taken to have given up its share."""
        if self.met >> unit & 1:
            return
        if self.given:
            lack = max(0, self.strength[unit] - strength)
            if self._is_battle:
                lack = round(self.given * (FULL_STRENGTH[unit] - 1) / max(1, self._spare_steps()))
            self.given = max(0, self.given - lack)
        self.met |= 1 << unit

    def _spare_steps(self) -> int:
        """Steps that units which nobody has met could have given up."""
        return sum([FULL_STRENGTH[unit] - 1 for unit in members(self.enemies & ~self.met)])

    def _wear(self, block: int) -> None:
        """A block that nobody can name has lost strength on its march: as likely as not this unit,
        so the first guess decides."""
        unit = self.guesses[0].blocks.get(block, -1)
        if unit >= 0 and self.strength[unit] > 1:
            self.strength[unit] -= 1

    def _find(self, guess: Guess, unit: int, town: int) -> None:
        """A unit is seen in a town: if it was guessed elsewhere, two units change places."""
        old = guess.where[unit]
        if old == town:
            return
        guess.weight -= SURPRISE
        other = guess.unit_in(ARMY_OF[unit], town, self._dice, 1 << unit)
        guess.where[unit] = town
        if other >= 0:
            guess.where[other] = old
            for block, walker in guess.blocks.items():
                if walker in (unit, other):
                    guess.blocks[block] = unit if walker == other else other

    def _step(
        self, guess: Guess, kind: int, army: int, unit: int, town: int, to: int, block: int
    ) -> None:
        """A block goes from town to town."""
        if unit < 0:
            unit = guess.blocks.get(block, -1) if block >= 0 else -1
            if unit < 0 or guess.where[unit] != town:
                marched = 0
                for walker in guess.blocks.values():
                    marched |= 1 << walker
                unit = guess.unit_in(army, town, self._dice, marched if block >= 0 else 0)
            if unit < 0:
                return
        if block >= 0:
            if kind == MARCHED and guess.blocks.get(block, -1) == unit:
                unit = self._ride(guess, unit, block, army)
            guess.blocks[block] = unit
        guess.where[unit] = to

    def _ride(self, guess: Guess, unit: int, block: int, army: int) -> int:
        """A second town in one turn: it was a mounted unit after all (5.3)."""
        if MOUNTED >> unit & 1:
            return unit
        guess.weight -= SURPRISE
        walkers = 0
        for walker in guess.blocks.values():
            walkers |= 1 << walker
        riders = [
            rider
            for rider in members(ARMY_UNITS[army] & MOUNTED & ~LEADERS & ~walkers)
            if guess.where[rider] >= 0
        ]
        if not riders:
            return unit
        # The nearest rider was the one that set out; the foot unit stands where he was thought.
        riders.sort(key=lambda rider: DISTANCE[guess.where[rider]][guess.where[unit]])
        rider = riders[0]
        guess.where[rider], guess.where[unit] = guess.where[unit], guess.where[rider]
        guess.blocks[block] = rider
        return rider

    # --- what is believed

    def sample(self, sketch: Sketch, dice: Dice) -> State:
        """A full state that agrees with the sketch, and so with the seat's view."""
        guess = self._draw(dice)
        self._mend(guess, sketch)
        for fight in sketch.state.fights:
            self._clear_woods(guess, sketch, fight)
        return fill(sketch, guess.where, self._strengths(guess, dice), dice)

    def _strengths(self, guess: Guess, dice: Dice) -> list[int]:
        """As last seen; what the enemy gave up before the game is missing somewhere among those
        that nobody has met."""
        if not self.given:
            return self.strength
        strength = self.strength[:]
        spare: list[int] = []
        for unit in members(self.enemies & ~self.met):
            if guess.where[unit] >= 0:
                spare += [unit] * (strength[unit] - 1)
        for unit in shuffled(spare, dice)[: self.given]:
            strength[unit] -= 1
        return strength

    def _draw(self, dice: Dice) -> Guess:
        """One of the guesses by chance, the likelier the more often."""
        if not self.is_weighed:
            return self.guesses[dice.roll(len(self.guesses)) - 1]
        shares = [math.exp(guess.weight) for guess in self.guesses]
        left = math.fsum(shares) * (dice.roll(_PARTS) - 1) / _PARTS
        for index, share in enumerate(shares):
            left -= share
            if left < 0.0:
                return self.guesses[index]
        return self.guesses[len(self.guesses) - 1]

    def _clear_woods(self, guess: Guess, sketch: Sketch, fight: Fight) -> None:
        """Where an enemy has woods he has units that can stand in them: no guns (6.2.1)."""
        state = sketch.state
        role = fight.role_of(0 if self.enemies & SIDE_UNITS[0] else 1)
        in_town = state.at[fight.town] & sketch.dealt
        needed = 0
        for area in range(1, 7):
            if fight.terrain[area] == WOODS:
                hidden = (fight.areas[area] & sketch.dealt).bit_count()
                if fight.status == FIGHTING or hidden:
                    needed += hidden
                elif area in OWN_AREAS[role]:
                    needed += 1
        if not needed:
            return
        for army in range(3):
            if not in_town & ARMY_UNITS[army]:
                continue
            units = [
                unit
                for unit in members(ARMY_UNITS[army] & self.enemies)
                if guess.where[unit] == fight.town and _is_unknown(sketch, unit)
            ]
            guns = [unit for unit in units if GUNS >> unit & 1]
            others = len(units) - len(guns)
            while others < needed and guns:
                gun = guns.pop()
                foot = self._nearest_foot(guess, sketch, army, fight.town)
                if foot < 0:
                    break
                guess.where[gun], guess.where[foot] = guess.where[foot], guess.where[gun]
                others += 1
            needed = max(0, needed - others)

    def _nearest_foot(self, guess: Guess, sketch: Sketch, army: int, town: int) -> int:
        """An unseen unit of an army that is no gun, not in this town, the nearest."""
        best = -1
        nearest = 1000
        for unit in members(ARMY_UNITS[army] & ~GUNS):
            place = guess.where[unit]
            if place == town or not _is_unknown(sketch, unit):
                continue
            far = DISTANCE[place][town] if place >= 0 else 50
            if far < nearest:
                nearest = far
                best = unit
        return best

    def mend_all(self, sketch: Sketch) -> None:
        """Bring all guesses into step with what stands on the map."""
        for guess in self.guesses:
            self._mend(guess, sketch)

    def _mend(self, guess: Guess, sketch: Sketch) -> None:
        """Bring a guess into step with what stands on the map, by the shortest ways."""
        state = sketch.state
        known = self.enemies & ~sketch.dealt
        hidden = self.enemies
        for unit in members(known):
            place = state.where[unit]
            if place != NOWHERE or is_roll_known(state):
                # Seen on a field, lost, or not in this game. What is named nowhere may else be
                # behind a dealt block.
                guess.where[unit] = place
                hidden &= ~(1 << unit)
        for army in range(3):
            pool = hidden & ARMY_UNITS[army]
            if pool:
                self._mend_army(guess, state, sketch.dealt & ARMY_UNITS[army], pool)

    def _mend_army(self, guess: Guess, state: State, dealt: int, pool: int) -> None:
        wanted = [0] * len(TOWN_IDS)
        for slot in members(dealt):
            wanted[state.where[slot]] += 1
        spare: list[int] = []
        for unit in shuffled(members(pool), self._dice):
            town = guess.where[unit]
            if town >= 0 and wanted[town]:
                wanted[town] -= 1
            else:
                spare.append(unit)
        for town in range(len(TOWN_IDS)):
            for _ in range(wanted[town]):
                best = -1
                nearest = 1000
                for unit in spare:
                    place = guess.where[unit]
                    far = DISTANCE[place][town] if place >= 0 else 50
                    if far < nearest:
                        nearest = far
                        best = unit
                if best < 0:
                    break
                spare.remove(best)
                guess.where[best] = town
        for unit in spare:
            guess.where[unit] = NOWHERE


def _is_unknown(sketch: Sketch, unit: int) -> bool:
    """Whether nobody on the seat's side can say where a unit is."""
    if sketch.dealt >> unit & 1:
        return True
    return sketch.state.where[unit] == NOWHERE and not is_roll_known(sketch.state)


def shuffled(units: list[int], dice: Dice) -> list[int]:
    """The same units in another order."""
    for last in range(len(units) - 1, 0, -1):
        other = dice.roll(last + 1) - 1
        units[last], units[other] = units[other], units[last]
    return units


def _slots_in_woods(state: State, town: int, slots: list[int]) -> list[int]:
    """The blocks that stand in woods on the field of a town."""
    fight = state.fight_at(town)
    if fight is None:
        return []
    found: list[int] = []
    for slot in slots:
        area = fight.area_of(slot)
        if area >= 0 and fight.terrain[area] == WOODS:
            found.append(slot)
    return found


def fill(sketch: Sketch, where: list[int], strength: list[int], dice: Dice) -> State:
    """A sketch with its dealt blocks replaced by guessed units, town by town."""
    drawn = sketch.state
    state = drawn.copy()
    to = list(range(UNIT_COUNT))
    # Who may be behind a dealt block: the dealt units, and those of which nothing is known.
    hidden = sketch.dealt
    for unit in range(UNIT_COUNT):
        if drawn.where[unit] == NOWHERE:
            hidden |= 1 << unit
    for unit in members(sketch.dealt):
        state.where[unit] = NOWHERE
    for army in range(3):
        rest = sketch.dealt & ARMY_UNITS[army]
        while rest:
            town = drawn.where[(rest & -rest).bit_length() - 1]
            slots = members(rest & drawn.at[town])
            rest &= ~drawn.at[town]
            units = [unit for unit in members(hidden & ARMY_UNITS[army]) if where[unit] == town]
            units = shuffled(units, dice)
            woods = _slots_in_woods(drawn, town, slots)
            if woods:
                slots = woods + [slot for slot in slots if slot not in woods]
                units.sort(key=lambda unit: GUNS >> unit & 1)
            for slot, unit in zip(slots, units, strict=True):
                to[slot] = unit
                state.where[unit] = town
                state.strength[unit] = strength[unit]
    rename_units(state, to)
    return state
