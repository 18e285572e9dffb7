"""Setting up a battlefield (rule 6.2): terrain, deployment, and the reveal."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import TERRAIN_MIX
from napoleon.rules.board.units import (
    ALLIED_BITS,
    ARMY_OF,
    ARMY_UNITS,
    CORPS_OF,
    CORPS_UNITS,
    GUNS,
    INFANTRIES,
    LEADERS,
    SIDE_BITS,
    SIDE_UNITS,
    UNITS_OF_ARMIES,
    armies_in,
    count,
    members,
)
from napoleon.rules.engine.actions import (
    DEPLOY,
    DRAW,
    END,
    END_CODE,
    HOLD,
    TERRAIN,
    TERRAIN_NAMES,
    encode,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.events import (
    DEPLOYED,
    DEPLOYMENT_CLOSED,
    HOLDER_NAMED,
    OCCUPIED,
    TERRAIN_ASIDE,
    TERRAIN_DECLINED,
    TERRAIN_DRAWN,
    TERRAIN_LAID,
    Event,
)
from napoleon.rules.engine.fight import (
    ATTACKER,
    DEFENDER,
    FACING,
    FARM,
    FIGHTING,
    FROM_NAME,
    HILL,
    NOBODY,
    OWN_AREAS,
    RESERVE_AREA,
    STREAM,
    TO_NAME,
    WOODS,
    Fight,
    field_area,
)
from napoleon.rules.engine.refusals import (
    ALREADY_DEPLOYED,
    AREA_TAKEN,
    AREAS_EMPTY,
    CORPS_MIXED,
    HELD_ALREADY,
    NO_GUNS_IN_WOODS,
    NOT_DEPLOYED,
    NOT_DRAWN,
    NOT_IN_FIGHT,
    NOT_OWN_AREA,
    NOTHING_TO_HOLD,
    OK,
    STREAM_THERE,
    TOO_MANY_BLOCKS,
    TOO_WOODED,
    UNITS_LEFT,
    WRONG_HOLDER,
    WRONG_STEP,
)
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
from napoleon.rules.phases.phase import ARMIES, NUMBER, NUMBERS, TOWN, Phase, PhaseKind, Stage
from napoleon.rules.phases.sight import update_sight
from napoleon.rules.words.language import N_

# Steps of the phase
ATTACKER_DRAWS: Final = 0
ATTACKER_LAYS: Final = 1
DEFENDER_DRAWS: Final = 2
DEFENDER_LAYS: Final = 3
DEFENDER_DEPLOYS: Final = 4
ATTACKER_DEPLOYS: Final = 5
# and then both are revealed

# 6.2.1: how many blocks attacker and defender may draw
DRAW_LIMIT: Final = [1, 2]
ROLE_OF_STEP: Final = [ATTACKER, ATTACKER, DEFENDER, DEFENDER, DEFENDER, ATTACKER, ATTACKER]


class Deployment(Phase):
    """Setting up one battlefield."""

    __slots__ = ("ended", "hand", "step", "touched", "town")

    def __init__(self, town: int) -> None:
        self.town = town
        self.step = ATTACKER_DRAWS
        self.hand: list[int] = []  # terrain blocks drawn and not yet laid
        self.ended = 0
        self.touched = 0

    def stage(self, state: State) -> str:
        if self.step in (ATTACKER_DRAWS, DEFENDER_DRAWS):
            return "draw"
        if self.step in (ATTACKER_LAYS, DEFENDER_LAYS):
            return "terrain"
        return "deploy"

    def town_no(self) -> int:
        return self.town

    def kind(self) -> PhaseKind:
        return KIND

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        """Terrain is drawn face up."""
        view.hand = [TERRAIN_NAMES[kind] for kind in self.hand]

    def hides_field(self, fight: Fight, side: int) -> bool:
        """The defender's deployment is seen once it is closed, the attacker's when both are."""
        if fight.town != self.town:
            return False
        return side == fight.attacker or self.step < ATTACKER_DEPLOYS

    def copy(self) -> Deployment:
        twin = Deployment(self.town)
        twin.step = self.step
        twin.hand = self.hand[:]
        twin.ended = self.ended
        twin.touched = self.touched
        return twin

    def is_untouched(self, armies: int) -> bool:
        return not self.touched & armies

    def _side(self, fight: Fight) -> int:
        return fight.side_of(ROLE_OF_STEP[self.step])

    def to_act(self, state: State) -> int:
        """Of two Allied players the senior lays terrain, and deploys first (11)."""
        fight = state.the_fight(self.town)
        side = self._side(fight)
        present = armies_in(state.at[self.town] & SIDE_UNITS[side])
        senior = 1 << fight.senior[side]
        if state.players == 2:
            return present & ~self.ended
        if self.step < DEFENDER_DEPLOYS:
            return senior
        return senior & present & ~self.ended or present & ~self.ended

    def advance(self, state: State) -> bool:
        fight = state.the_fight(self.town)
        if self.step in (ATTACKER_DRAWS, DEFENDER_DRAWS):
            if sum(blocks_left(state)):
                return False
            self.step += 2
        elif self.step in (ATTACKER_LAYS, DEFENDER_LAYS):
            self._set_aside(state, fight)
            if self.hand:
                return False
            self.step += 1
            self.touched = 0
        elif self.step in (DEFENDER_DEPLOYS, ATTACKER_DEPLOYS):
            if self.to_act(state):
                return False
            state.log.append(
                Event(DEPLOYMENT_CLOSED, state.turn, side_no=self._side(fight), town_no=self.town)
            )
            self.step += 1
            self.ended = 0
            self.touched = 0
        else:
            reveal(state, fight)
            state.stack.pop()
        return True

    def _set_aside(self, state: State, fight: Fight) -> None:
        """A block that fits nowhere is set aside (ruling 6.2.1)."""
        for kind in self.hand[:]:
            if not terrain_areas(state, fight, ROLE_OF_STEP[self.step], kind):
                self.hand.remove(kind)
                state.log.append(
                    Event(
                        TERRAIN_ASIDE,
                        state.turn,
                        side_no=self._side(fight),
                        town_no=self.town,
                        terrain_no=kind,
                    )
                )

    def legal(self, state: State, armies: int) -> list[int]:
        fight = state.the_fight(self.town)
        role = ROLE_OF_STEP[self.step]
        codes: list[int] = []
        if self.step in (ATTACKER_DRAWS, DEFENDER_DRAWS):
            most = min(DRAW_LIMIT[role], sum(blocks_left(state)))
            return [encode(DRAW, number) for number in range(most + 1)]
        if self.step in (ATTACKER_LAYS, DEFENDER_LAYS):
            for kind in sorted(set(self.hand)):
                for area in terrain_areas(state, fight, role, kind):
                    codes.append(encode(TERRAIN, kind, TO_NAME[role][area]))
            return codes
        waiting = self._waiting(state, fight, armies)
        for unit in members(waiting):
            for area in (1, 2, 3, 0):
                if refuse_deploy(state, fight, role, unit, FROM_NAME[role][area]) == OK:
                    codes.append(encode(DEPLOY, unit, area))
        for area in OWN_AREAS[role]:
            if fight.holder[area] == NOBODY and fight.terrain[area] in (FARM, HILL):
                fit = INFANTRIES if fight.terrain[area] == FARM else GUNS
                units = fight.areas[area] & fit & UNITS_OF_ARMIES[armies]
                codes += [encode(HOLD, unit) for unit in members(units)]
        if not waiting and self._refuse_end(state, fight, armies) == OK:
            codes.append(END_CODE)
        return codes

    def _waiting(self, state: State, fight: Fight, armies: int) -> int:
        """The units that a seat still has to deploy."""
        side = SIDE_UNITS[self._side(fight)]
        return state.at[self.town] & side & UNITS_OF_ARMIES[armies] & ~fight.on_field()

    def _refuse_end(self, state: State, fight: Fight, armies: int) -> int:
        if self._waiting(state, fight, armies):
            return UNITS_LEFT
        # Each area needs a unit once the last army of the side is done.
        if not self._waiting(state, fight, SIDE_BITS[self._side(fight)]):
            for area in OWN_AREAS[ROLE_OF_STEP[self.step]]:
                if not fight.areas[area]:
                    return AREAS_EMPTY
        return OK

    def refuse(self, state: State, armies: int, code: int) -> int:
        fight = state.the_fight(self.town)
        role = ROLE_OF_STEP[self.step]
        verb = verb_of(code)
        first = first_of(code)
        if self.step in (ATTACKER_DRAWS, DEFENDER_DRAWS):
            if verb != DRAW:
                return WRONG_STEP
            most = min(DRAW_LIMIT[role], sum(blocks_left(state)))
            return OK if first <= most else TOO_MANY_BLOCKS
        if self.step in (ATTACKER_LAYS, DEFENDER_LAYS):
            if verb != TERRAIN:
                return WRONG_STEP
            if first not in self.hand:
                return NOT_DRAWN
            return refuse_terrain(state, fight, role, first, FROM_NAME[role][second_of(code)])
        if verb == END:
            return self._refuse_end(state, fight, armies)
        if verb not in (DEPLOY, HOLD):
            return WRONG_STEP
        if state.where[first] != self.town:
            return NOT_IN_FIGHT
        if verb == HOLD:
            return refuse_hold(fight, role, first)
        if fight.area_of(first) >= 0:
            return ALREADY_DEPLOYED
        return refuse_deploy(state, fight, role, first, FROM_NAME[role][second_of(code)])

    def apply(self, state: State, armies: int, code: int) -> None:
        fight = state.the_fight(self.town)
        side = self._side(fight)
        role = ROLE_OF_STEP[self.step]
        verb = verb_of(code)
        first = first_of(code)
        if verb == DRAW:
            self._draw(state, side, first)
        elif verb == TERRAIN:
            self.touched = armies
            area = FROM_NAME[role][second_of(code)]
            self.hand.remove(first)
            fight.terrain[area] = first
            state.log.append(
                Event(
                    TERRAIN_LAID,
                    state.turn,
                    side_no=side,
                    town_no=self.town,
                    terrain_no=first,
                    area_no=field_area(fight.attacker, area),
                )
            )
        elif verb == END:
            self.ended |= armies
        else:
            self.touched = armies
            if verb == DEPLOY:
                area = FROM_NAME[role][second_of(code)]
                fight.areas[area] |= 1 << first
            else:
                area = fight.area_of(first)
                fight.holder[area] = first
            state.log.append(
                Event(
                    DEPLOYED if verb == DEPLOY else HOLDER_NAMED,
                    state.turn,
                    side_no=side,
                    army_no=ARMY_OF[first],
                    unit_no=first,
                    town_no=self.town,
                    area_no=field_area(fight.attacker, area),
                    terrain_no=fight.terrain[area] if verb == HOLD else -1,
                    seen=SIDE_BITS[side],
                    named=SIDE_BITS[side],
                )
            )

    def _draw(self, state: State, side: int, number: int) -> None:
        """Draw blocks, face up: both sides see them."""
        self.step += 1
        if not number:
            state.log.append(Event(TERRAIN_DECLINED, state.turn, side_no=side, town_no=self.town))
        for _ in range(number):
            left = blocks_left(state)
            for kind in self.hand:
                left[kind] -= 1
            pick = state.draw(sum(left))
            kind = WOODS
            while pick > left[kind]:
                pick -= left[kind]
                kind += 1
            self.hand.append(kind)
            state.log.append(
                Event(TERRAIN_DRAWN, state.turn, side_no=side, town_no=self.town, terrain_no=kind)
            )


KIND: Final[PhaseKind] = PhaseKind(
    "deployment",
    lambda: Deployment(0),
    [("town", TOWN), ("step", NUMBER), ("hand", NUMBERS), ("ended", ARMIES), ("touched", ARMIES)],
    ["engagements"],
    [
        Stage(
            "draw",
            N_("Draw up to two terrain blocks for the battle of {town}, or none"),
            N_("Waiting for {seats}: they draw terrain for the battle of {town}"),
        ),
        Stage(
            "terrain",
            N_("Place terrain on your ground at {town}: {left} left"),
            N_("Waiting for {seats}: they place terrain at {town}"),
        ),
        Stage(
            "deploy",
            N_("Deploy your units at {town}: {left} left"),
            N_("Waiting for {seats}: they deploy at {town}"),
        ),
    ],
)


def blocks_left(state: State) -> list[int]:
    """Terrain blocks in the cup, by kind: those not lying on a battlefield."""
    left = TERRAIN_MIX[:]
    for fight in state.fights:
        for kind in fight.terrain:
            if kind:
                left[kind] -= 1
    return left


def refuse_terrain(state: State, fight: Fight, role: int, kind: int, area: int) -> int:
    """Why a terrain block may not be laid on an area (6.2.1)."""
    if area not in OWN_AREAS[role]:
        return NOT_OWN_AREA
    if fight.terrain[area]:
        return AREA_TAKEN
    if kind == STREAM and fight.terrain[FACING[area]] == STREAM:
        return STREAM_THERE
    if kind == WOODS:
        woods = 1
        for own in OWN_AREAS[role]:
            if fight.terrain[own] == WOODS:
                woods += 1
        units = state.at[fight.town] & SIDE_UNITS[fight.side_of(role)] & ~GUNS
        if count(units) < woods:
            return TOO_WOODED
    return OK


def terrain_areas(state: State, fight: Fight, role: int, kind: int) -> list[int]:
    """The own areas, from left to right, on which a block may be laid."""
    areas = [FROM_NAME[role][name] for name in (1, 2, 3)]
    return [area for area in areas if refuse_terrain(state, fight, role, kind, area) == OK]


def refuse_deploy(state: State, fight: Fight, role: int, unit: int, area: int) -> int:
    """Why a unit may not be deployed in an area (6.2.1 to 6.2.3)."""
    bit = 1 << unit
    if area != RESERVE_AREA[role]:
        if area not in OWN_AREAS[role]:
            return NOT_OWN_AREA
        if bit & GUNS and fight.terrain[area] == WOODS:
            return NO_GUNS_IN_WOODS
        if not keeps_corps(fight.areas[area] | bit):
            return CORPS_MIXED
    # Enough units must be left for the areas that are still empty.
    waiting = state.at[fight.town] & SIDE_UNITS[fight.side_of(role)] & ~fight.on_field() & ~bit
    empty = 0
    empty_woods = 0
    for own in OWN_AREAS[role]:
        if not fight.areas[own] and own != area:
            empty += 1
            if fight.terrain[own] == WOODS:
                empty_woods += 1
    if empty > count(waiting) or empty_woods > count(waiting & ~GUNS):
        return AREAS_EMPTY
    return OK


def keeps_corps(units: int) -> bool:
    """Corps integrity (6.2.3): one corps, or two of one army with their leader."""
    corps = 0
    rest = units & ~LEADERS
    armies = armies_in(rest)
    while rest:
        first = (rest & -rest).bit_length() - 1
        corps += 1
        rest &= ~CORPS_UNITS[CORPS_OF[first]]
    if corps <= 1:
        return True
    if corps > 2 or armies == ALLIED_BITS:
        return False
    return (units & LEADERS & ARMY_UNITS[armies.bit_length() - 1]) != 0


def refuse_hold(fight: Fight, role: int, unit: int) -> int:
    """Why a unit may not be named the holder of the farm or hill where it was deployed."""
    area = fight.area_of(unit)
    if area not in OWN_AREAS[role]:
        return NOT_DEPLOYED
    kind = fight.terrain[area]
    if kind not in (FARM, HILL):
        return NOTHING_TO_HOLD
    if not (INFANTRIES if kind == FARM else GUNS) >> unit & 1:
        return WRONG_HOLDER
    return HELD_ALREADY if fight.holder[area] != NOBODY else OK


def reveal(state: State, fight: Fight) -> None:
    """Both have deployed: all show save those in woods or reserve (6.2.4)."""
    fight.status = FIGHTING
    for area, holder in enumerate(fight.holder):
        if holder != NOBODY:
            # Ruling 6.2.4 holders-show: with hidden units, too, a named holder is seen.
            fight.shown |= 1 << holder
            state.show(holder, field_area(fight.attacker, area))
    update_sight(state, fight)
    for area, holder in enumerate(fight.holder):
        if holder != NOBODY:
            state.log.append(
                Event(
                    OCCUPIED,
                    state.turn,
                    side_no=fight.side_of(0 if area < 4 else 1),
                    army_no=ARMY_OF[holder],
                    unit_no=holder,
                    town_no=fight.town,
                    area_no=field_area(fight.attacker, area),
                    terrain_no=fight.terrain[area],
                )
            )
