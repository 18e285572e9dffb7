"""A battle turn (rule 6.3): morale, combat, reinforcement; and the stalemate (6.7)."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.towns import BATTLE_LIMIT, NEIGHBOURS, ROAD_BETWEEN, TOWN_IDS
from napoleon.rules.board.units import (
    ARMY_OF,
    FOOT,
    GUNS,
    HORSE_GUNS,
    INFANTRIES,
    SIDE_BITS,
    SIDE_NAMES,
    SIDE_UNITS,
    UNIT_SIDE,
    UNITS_OF_ARMIES,
    armies_in,
    members,
)
from napoleon.rules.engine.actions import (
    BOMBARD,
    COLUMN,
    EMERGE,
    END,
    END_CODE,
    FIRE,
    MOVE,
    NONE,
    OCCUPY,
    REINFORCE,
    RETREAT,
    SHELTER,
    SQUARE,
    SWAP,
    encode,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.events import BATTLE_TURN_BEGAN, REINFORCED, WITHDRAWAL_FORCED, Event
from napoleon.rules.engine.fight import (
    FACING,
    FARM,
    FROM_NAME,
    HILL,
    OWN_AREAS,
    OWNER,
    RESERVE_AREA,
    TO_NAME,
    Fight,
)
from napoleon.rules.engine.refusals import (
    DISORDERED,
    ENEMY_IN_TOWN,
    HAS_ACTED,
    IN_SQUARE,
    NOT_ADJACENT,
    NOT_IN_FIGHT,
    OK,
    RETREAT_FULL,
    WRONG_STEP,
)
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
from napoleon.rules.phases import manoeuvre
from napoleon.rules.phases.fire import refuse_bombard, refuse_fire, shoot
from napoleon.rules.phases.morale import roll_morale
from napoleon.rules.phases.phase import ARMIES, NUMBER, SIDE, TOWN, Phase, PhaseKind, Stage
from napoleon.rules.phases.retreat import (
    WITHDRAWAL,
    Flight,
    begin_rout,
    conclude,
    is_over,
    refuse_retreat_to,
    retreat_engaged,
    retreat_towns,
    routed_side,
)
from napoleon.rules.phases.sight import update_sight
from napoleon.rules.words.language import N_

# Steps of the phase
BEGIN: Final = 0
MORALE: Final = 1
COMBAT: Final = 2
REINFORCEMENT: Final = 3
WITHDRAW: Final = 4
FINISHED: Final = 5

# As views call them; whoever withdraws does so when all else is finished.
STEP_NAMES: Final = ["morale", "morale", "combat", "reinforcement", "withdrawal", "withdrawal"]

# 6.7: attacker's battle turns that end an attack: idle ones running; bloodless ones in all
IDLE_LIMIT: Final = 2
BLOODLESS_LIMIT: Final = 40


class BattleTurn(Phase):
    """One side's battle turn in one battle."""

    __slots__ = ("ended", "side", "step", "touched", "town")

    def __init__(self, town: int, side: int) -> None:
        self.town = town
        self.side = side
        self.step = BEGIN
        self.ended = 0
        self.touched = 0

    def stage(self, state: State) -> str:
        return "reinforce" if self.step == REINFORCEMENT else "combat"

    def town_no(self) -> int:
        return self.town

    def kind(self) -> PhaseKind:
        return KIND

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        """Everybody sees whose battle turn it is, and how far it has come."""
        for battle in view.battles:
            if battle.town == TOWN_IDS[self.town]:
                battle.side = SIDE_NAMES[self.side]
                battle.step = STEP_NAMES[self.step]

    def copy(self) -> BattleTurn:
        twin = BattleTurn(self.town, self.side)
        twin.step = self.step
        twin.ended = self.ended
        twin.touched = self.touched
        return twin

    def is_untouched(self, armies: int) -> bool:
        return not self.touched & armies

    def seal(self) -> None:
        self.touched = 0

    def keeps_secret(self, state: State, armies: int) -> bool:
        """What a unit out of sight could still do in combat depends on what it is."""
        fight = state.the_fight(self.town)
        unseen = fight.on_field() & ~fight.shown
        return self.step == COMBAT and (unseen & UNITS_OF_ARMIES[armies]) != 0

    def to_act(self, state: State) -> int:
        units = state.at[self.town]
        if self.step == REINFORCEMENT:
            for town in NEIGHBOURS[self.town]:
                units |= state.at[town]
        return armies_in(units & SIDE_UNITS[self.side]) & ~self.ended

    def advance(self, state: State) -> bool:
        fight = state.fight_at(self.town)
        if fight is None:
            state.stack.pop()
            return True
        update_sight(state, fight)
        if self._is_decided(state, fight):
            return True
        if self.step == BEGIN:
            self._begin(state, fight)
        elif self.step == MORALE:
            self._next_step(COMBAT)
        elif self.step == COMBAT:
            if self._must_withdraw(fight):
                self._next_step(WITHDRAW)
            elif self.to_act(state):
                return False
            else:
                self._next_step(REINFORCEMENT)
        elif self.step == REINFORCEMENT:
            if self.to_act(state):
                return False
            self._next_step(FINISHED)
            self._check_stalemate(state, fight)
        elif self.step == WITHDRAW:
            self._next_step(FINISHED)
            state.stack.append(Flight(self.town, self.side, WITHDRAWAL, 0))
        else:
            state.stack.pop()
        return True

    def _next_step(self, step: int) -> None:
        self.step = step
        self.ended = 0
        self.touched = 0

    def _is_decided(self, state: State, fight: Fight) -> bool:
        """Whether the battle has ended, or a side breaks; the rest of the battle turn then falls
        away."""
        if is_over(state, fight):
            state.stack.pop()
            conclude(state, fight, True)
            return True
        side = routed_side(fight)
        if side < 0:
            return False
        begin_rout(state, fight, side, self.side)
        return True

    def _begin(self, state: State, fight: Fight) -> None:
        fight.begin_battle_turn()
        if self.side == fight.attacker:
            fight.round += 1
            fight.busy = False
        state.log.append(
            Event(
                BATTLE_TURN_BEGAN,
                state.turn,
                side_no=self.side,
                town_no=self.town,
                amount=fight.round,
            )
        )
        self._next_step(MORALE)
        roll_morale(state, fight, self.side)

    def _must_withdraw(self, fight: Fight) -> bool:
        return fight.withdrawing and self.side == fight.attacker

    def _check_stalemate(self, state: State, fight: Fight) -> None:
        """Two idle attacker's battle turns running, and the attack is given up (6.7)."""
        if self.side != fight.attacker:
            return
        fight.idle = 0 if fight.busy else fight.idle + 1
        fight.bloodless += 0 if fight.bled else 1
        if fight.idle >= IDLE_LIMIT or fight.bloodless >= BLOODLESS_LIMIT:
            fight.withdrawing = True
            self._next_step(WITHDRAW)
            state.log.append(
                Event(WITHDRAWAL_FORCED, state.turn, side_no=self.side, town_no=self.town)
            )

    # --- what is offered

    def legal(self, state: State, armies: int) -> list[int]:
        fight = state.the_fight(self.town)
        open_armies = armies & ~self.ended
        if self.step == REINFORCEMENT:
            codes = reinforcement_codes(state, fight, self.side, open_armies)
        else:
            codes = combat_codes(state, fight, self.side, open_armies)
        codes.append(END_CODE)
        return codes

    def refuse(self, state: State, armies: int, code: int) -> int:
        fight = state.the_fight(self.town)
        verb = verb_of(code)
        unit = first_of(code)
        if verb == END:
            return OK
        if self.step == REINFORCEMENT:
            if verb != REINFORCE:
                return WRONG_STEP
            return refuse_reinforcement(state, fight, self.side, unit)
        if verb not in COMBAT_VERBS:
            return WRONG_STEP
        if fight.area_of(unit) < 0:
            return NOT_IN_FIGHT
        return refuse_combat(state, fight, verb, unit, second_of(code))

    # --- what it does

    def apply(self, state: State, armies: int, code: int) -> None:
        fight = state.the_fight(self.town)
        verb = verb_of(code)
        unit = first_of(code)
        other = second_of(code)
        if verb == END:
            self.ended |= armies
            return
        self.touched = armies
        if verb == REINFORCE:
            reinforce(state, fight, unit)
            return
        if verb == MOVE:
            manoeuvre.move(state, fight, unit, FROM_NAME[fight.role_of(self.side)][other])
        elif verb in (FIRE, BOMBARD):
            shoot(state, fight, unit, other, verb == BOMBARD)
        elif verb == RETREAT:
            if self.side == fight.attacker:
                fight.busy = True
            retreat_engaged(state, fight, unit, other)
        elif verb == SQUARE:
            manoeuvre.form_square(state, fight, unit)
        elif verb == COLUMN:
            manoeuvre.leave_square(state, fight, unit)
        elif verb == SHELTER:
            manoeuvre.take_shelter(state, fight, unit, other)
        elif verb == EMERGE:
            manoeuvre.emerge(state, fight, unit)
        elif verb == OCCUPY:
            manoeuvre.occupy(state, fight, unit)
        else:
            manoeuvre.swap(state, fight, unit)


KIND: Final[PhaseKind] = PhaseKind(
    "battle-turn",
    lambda: BattleTurn(0, 0),
    [("town", TOWN), ("side", SIDE), ("step", NUMBER), ("ended", ARMIES), ("touched", ARMIES)],
    ["engagements"],
    [
        Stage(
            "combat",
            N_("Move, fire or retreat at {town}, then end"),
            N_("Waiting for {seats}: they fight at {town}"),
        ),
        Stage(
            "reinforce",
            N_("Bring up reinforcements for the battle of {town}, or end"),
            N_("Waiting for {seats}: they bring up reinforcements to {town}"),
        ),
    ],
)

COMBAT_VERBS: Final = (
    MOVE,
    FIRE,
    BOMBARD,
    SQUARE,
    COLUMN,
    SHELTER,
    EMERGE,
    OCCUPY,
    SWAP,
    RETREAT,
)


def refuse_combat(state: State, fight: Fight, verb: int, unit: int, other: int) -> int:
    """Why a unit on the battlefield may not do this in combat (6.3)."""
    side = UNIT_SIDE[unit]
    if verb == MOVE:
        return manoeuvre.refuse_move(fight, unit, FROM_NAME[fight.role_of(side)][other])
    if verb == FIRE:
        return refuse_fire(fight, unit, other)
    if verb == BOMBARD:
        return refuse_bombard(fight, unit, other)
    if verb == SQUARE:
        return manoeuvre.refuse_square(fight, unit)
    if verb == COLUMN:
        return manoeuvre.refuse_column(fight, unit)
    if verb == SHELTER:
        return manoeuvre.refuse_shelter(fight, unit, other)
    if verb == EMERGE:
        return manoeuvre.refuse_emerge(fight, unit)
    if verb == OCCUPY:
        return manoeuvre.refuse_occupy(fight, unit)
    if verb == SWAP:
        return manoeuvre.refuse_swap(fight, unit)
    if not manoeuvre.has_not_acted(fight, unit):
        return HAS_ACTED
    if fight.square >> unit & 1:
        return IN_SQUARE
    return refuse_retreat_to(state, fight, side, other, fight.retreated)


def combat_codes(state: State, fight: Fight, side: int, armies: int) -> list[int]:
    """All combat actions open to these armies: an action for every unit that can still do
    something."""
    codes: list[int] = []
    role = fight.role_of(side)
    enemies = SIDE_UNITS[1 - side]
    names = TO_NAME[role]
    reserve = RESERVE_AREA[role]
    acted = fight.moved | fight.fired
    spent = (
        fight.done
        | (acted & FOOT)
        | ((fight.fired | fight.halted | fight.moved2) & ~HORSE_GUNS)
        | (HORSE_GUNS & (fight.moved2 | (fight.fired & (fight.moved | fight.halted))))
    )
    ready = UNITS_OF_ARMIES[armies] & SIDE_UNITS[side] & ~spent
    towns = retreat_towns(state, fight, side, fight.retreated)
    for area in range(8):
        here = fight.areas[area] & ready
        if not here:
            continue
        squares = _enemy_squares(fight, area, enemies)
        is_engaged = (fight.areas[area] & enemies) != 0
        steps = _steps_from(role, area, is_engaged)
        holds = fight.terrain[area] in (FARM, HILL)
        for unit in members(here):
            bit = 1 << unit
            for to in steps:
                if manoeuvre.refuse_step(fight, unit, area, to) == OK:
                    codes.append(encode(MOVE, unit, names[to]))
            if is_engaged:
                if refuse_fire(fight, unit, NONE) == OK:
                    codes.append(encode(FIRE, unit))
                for square in squares:
                    if refuse_fire(fight, unit, square) == OK:
                        codes.append(encode(FIRE, unit, square))
            if bit & GUNS and OWNER[area] == role and area != reserve:
                if refuse_bombard(fight, unit, NONE) == OK:
                    codes.append(encode(BOMBARD, unit))
                for square in _enemy_squares(fight, FACING[area], enemies):
                    if refuse_bombard(fight, unit, square) == OK:
                        codes.append(encode(BOMBARD, unit, square))
            if acted & bit:
                continue
            if area != reserve:
                _formation_codes(fight, unit, area, codes)
                if holds:
                    if manoeuvre.refuse_occupy(fight, unit) == OK:
                        codes.append(encode(OCCUPY, unit))
                    if manoeuvre.refuse_swap(fight, unit) == OK:
                        codes.append(encode(SWAP, unit))
            if not fight.square & bit:
                for town in towns:
                    codes.append(encode(RETREAT, unit, town))
    return codes


def _enemy_squares(fight: Fight, area: int, enemies: int) -> list[int]:
    return members(fight.areas[area] & fight.square & enemies)


def _steps_from(role: int, area: int, is_engaged: bool) -> list[int]:
    """The areas that might be one step away."""
    reserve = RESERVE_AREA[role]
    if area == reserve:
        return [FROM_NAME[role][1], FROM_NAME[role][2], FROM_NAME[role][3]]
    if area not in OWN_AREAS[role]:
        return [FACING[area]]
    return [reserve] if is_engaged else [FACING[area], reserve]


def _formation_codes(fight: Fight, unit: int, area: int, codes: list[int]) -> None:
    """Squares and shelter (6.5)."""
    bit = 1 << unit
    if bit & INFANTRIES:
        if manoeuvre.refuse_square(fight, unit) == OK:
            codes.append(encode(SQUARE, unit))
        elif manoeuvre.refuse_column(fight, unit) == OK:
            codes.append(encode(COLUMN, unit))
    elif fight.sheltered & bit:
        codes.append(encode(EMERGE, unit))
    else:
        for square in members(fight.square & fight.areas[area]):
            if manoeuvre.refuse_shelter(fight, unit, square) == OK:
                codes.append(encode(SHELTER, unit, square))


def refuse_reinforcement(state: State, fight: Fight, side: int, unit: int) -> int:
    """Why a unit may not reinforce a battle (6.3.4)."""
    town = state.where[unit]
    road = ROAD_BETWEEN[town][fight.town]
    if road < 0:
        return NOT_ADJACENT
    if state.at[town] & SIDE_UNITS[1 - side]:
        return ENEMY_IN_TOWN
    if state.disordered >> unit & 1:
        return DISORDERED
    return RETREAT_FULL if fight.reinforced.count(road) >= BATTLE_LIMIT[road] else OK


def reinforcement_codes(state: State, fight: Fight, side: int, armies: int) -> list[int]:
    """All reinforcements open to these armies: two over a main road, one over a minor (6.3.4)."""
    codes: list[int] = []
    own = UNITS_OF_ARMIES[armies] & SIDE_UNITS[side] & ~state.disordered
    for town in NEIGHBOURS[fight.town]:
        units = state.at[town]
        if units & own and not units & SIDE_UNITS[1 - side]:
            road = ROAD_BETWEEN[town][fight.town]
            if fight.reinforced.count(road) < BATTLE_LIMIT[road]:
                codes += [encode(REINFORCE, unit) for unit in members(units & own)]
    return codes


def reinforce(state: State, fight: Fight, unit: int) -> None:
    """A unit arrives in reserve, to be used from the next own battle turn on."""
    town = state.where[unit]
    side = UNIT_SIDE[unit]
    fight.reinforced.append(ROAD_BETWEEN[town][fight.town])
    fight.areas[RESERVE_AREA[fight.role_of(side)]] |= 1 << unit
    if side == fight.attacker:
        fight.origins |= 1 << town
        fight.busy = True
    state.put(unit, fight.town)
    state.log.append(
        Event(
            REINFORCED,
            state.turn,
            side_no=side,
            army_no=ARMY_OF[unit],
            unit_no=unit,
            town_no=town,
            to_no=fight.town,
            named=SIDE_BITS[side],
        )
    )
