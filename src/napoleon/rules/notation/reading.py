"""Reading positions: from text to state (docs/notation.md)."""

from __future__ import annotations

from typing import Final

from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.tables import lay
from napoleon.rules.board.towns import ROAD_BETWEEN, TERRAIN_MIX, TOWN_IDS, find_town
from napoleon.rules.board.units import (
    ARMY_NAMES,
    ARMY_OF,
    ARMY_UNITS,
    FOOT_GUNS,
    FRENCH,
    FULL_STRENGTH,
    GUNS,
    LEADERS,
    SIDE_NAMES,
    UNIT_IDS,
    UNIT_SIDE,
    members,
)
from napoleon.rules.engine.actions import (
    parse_area,
    parse_number,
    parse_terrain,
    parse_town,
    parse_unit,
)
from napoleon.rules.engine.dice import Dice
from napoleon.rules.engine.fight import (
    FIGHTING,
    FROM_NAME,
    OWN_AREAS,
    STATUS_NAMES,
    Fight,
)
from napoleon.rules.engine.marks import FIGHT_MARKS, STATE_MARKS, mask_of, set_mask
from napoleon.rules.engine.state import FEWER_LOSSES, LOST, NO_AIM, SCENARIO_NAMES, State
from napoleon.rules.errors import PositionError, RuleError
from napoleon.rules.notation.beginnings import board_of_position
from napoleon.rules.notation.phases import check_stack, infer_flow, parse_phase
from napoleon.rules.notation.soundness import check_fight, check_frame, check_marches, check_peace
from napoleon.rules.notation.writing import BOARD, HANDICAP, LOSSES, VERSION
from napoleon.rules.phases.battle import BEGIN, COMBAT, REINFORCEMENT
from napoleon.rules.phases.campaign import JUDGEMENT, Campaign
from napoleon.rules.phases.handicap import Handicap
from napoleon.rules.phases.victory import RESULTS
from napoleon.rules.terms import MOST_STEPS

BATTLE_STATEMENTS: Final = (
    "side",
    "step",
    "terrain",
    "origins",
    "lead",
    "order",
    "senior",
    "round",
    "idle",
    "busy",
    "bloodless",
    "bled",
    "withdrawing",
    "crossings",
    "retreated",
    "reinforced",
)
STEP_NAMES: Final = {"morale": BEGIN, "combat": COMBAT, "reinforce": REINFORCEMENT}


class _Reader:
    """Reads a position, statement by statement."""

    def __init__(self, text: str, dice: Dice, is_sketch: bool) -> None:
        self.is_sketch = is_sketch
        lay(board_of_position(text))
        self.state = State(0, 2, False, dice)
        self.state.turn = 1
        self.fight: Fight | None = None
        self.placed = 0
        self.lost_counts: list[tuple[int, int]] = []
        self.flow: list[tuple[int, str]] = []  # with their lines
        self.marks: list[tuple[int, int, str]] = []
        self.named: list[tuple[int, int]] = []  # units of groups and blocks, with their lines
        self.playing: Fight | None = None  # the battle with a side or step statement
        self.side = -1
        self.step = COMBAT
        self.rounds_given: list[Fight] = []
        self.line = 0
        self.battle_lines: dict[int, int] = {}  # where the battle of a town was opened
        self.march_line = 0  # where a march was told of last
        self.town_lines: dict[int, int] = {}  # where the last unit was put into a town
        if len(text) > 100_000:
            raise PositionError("the text is too long for a position")
        # Who attacks depends on the turn, wherever it is said: that is read first.
        statements = [
            (number, statement.strip())
            for number, line in enumerate(text.split("\n"), 1)
            for statement in line.partition("#")[0].split(";")
            if statement.strip()
        ]
        for is_first_pass in (True, False):
            for number, statement in statements:
                self.line = number
                if statement.lower().startswith("turn ") == is_first_pass:
                    self._read(statement)

    def fail(self, message: str, rule: str = "") -> PositionError:
        """An error at this line."""
        return PositionError(message, rule, self.line)

    def _read(self, statement: str) -> None:
        try:
            head, colon, tail = statement.partition(":")
            words = statement.split()
            if colon and words[0].lower() not in ("flow",):
                self._read_units(head.split(), tail.split())
            else:
                self._read_words(words[0].lower(), words[1:])
        except PositionError:
            raise
        except RuleError as error:
            raise self.fail(error.message, error.rule) from error

    def _number(self, words: list[str], least: int, most: int, what: str, rule: str = "") -> int:
        number = parse_number(words[0]) if len(words) == 1 else -1
        if not least <= number <= most:
            given = " ".join(words) or "nothing"
            raise self.fail(f"expected {what} from {least} to {most}, got {given}", rule)
        return number

    def _choice(self, words: list[str], names: tuple[str, ...], what: str) -> int:
        word = " ".join(words).lower()
        if word not in names:
            raise self.fail(f"expected {what} ({', '.join(names)}), got {word or 'nothing'}")
        return names.index(word)

    def _this_fight(self) -> Fight:
        if self.fight is None:
            raise self.fail("this statement belongs behind a 'battle' statement")
        return self.fight

    def _read_words(self, verb: str, words: list[str]) -> None:
        state = self.state
        if verb == "position":
            self._number(words, VERSION, VERSION, "the version of the notation,")
        elif verb == BOARD:
            pass  # it was laid before anything was read
        elif verb == "players":
            state.players = self._number(words, 2, 3, "players", "11")
        elif verb == "scenario":
            state.scenario = self._choice(words, SCENARIO_NAMES, "a scenario")
        elif verb == "visibility":
            state.is_hidden = self._choice(words, ("open", "hidden"), "a visibility") == 1
        elif verb == "turn":
            # 0 is the set-up of a running game, which its flow lines tell of.
            state.turn = 0 if words == ["0"] else self._number(words, 1, LAST_TURN, "a turn", "1")
        elif verb == "over":
            state.winner = self._choice(words[:1], SIDE_NAMES, "a side")
            state.won_by = self._number(words[1:], 0, len(RESULTS) - 1, "a reason", "10")
        elif verb == "aim":
            self._read_aim(words)
        elif verb == HANDICAP:
            side = self._choice(words[:1], SIDE_NAMES, "a side")
            steps = self._number(words[1:], 1, MOST_STEPS, "steps", "4")
            state.handicap = steps if side == FRENCH else -steps
        elif verb in ("road", "crossed"):
            for road, number in self._roads(words):
                (state.road_use if verb == "road" else state.river_use)[road] = number
        elif verb == "flow":
            self.flow.append((self.line, " ".join(words)))
        elif verb == "battle":
            self._open_battle(words)
        elif verb in BATTLE_STATEMENTS:
            self._read_battle_words(self._this_fight(), verb, words)
        elif verb in SIDE_NAMES or find_town(verb) >= 0:
            place = f"{verb} AREA" if verb in SIDE_NAMES else verb
            raise self.fail(f"expected a colon before the units, as in '{place}: UNITS'")
        else:
            raise self.fail(f"unknown statement {verb!r}")

    def _read_aim(self, words: list[str]) -> None:
        """``aim SIDE TOWN until TURN``, or ``losses`` for the town."""
        state = self.state
        if state.aim != NO_AIM:
            raise self.fail("there are two aims")
        if len(words) != 4 or words[2].lower() != "until":
            raise self.fail("expected 'aim SIDE TOWN until TURN' or 'aim SIDE losses until TURN'")
        state.aim_side = self._choice(words[:1], SIDE_NAMES, "a side")
        state.aim = FEWER_LOSSES if words[1].lower() == LOSSES else parse_town(words[1])
        state.until = self._number(words[3:], 1, LAST_TURN, "a turn", "1")
        if state.until < state.turn:
            raise self.fail(f"the aim is for turn {state.until}, but this is turn {state.turn}")

    def _open_battle(self, words: list[str]) -> None:
        town = parse_town(words[0]) if words else -1
        if town < 0 or len(words) > 2:
            raise self.fail("expected 'battle TOWN', perhaps with pending, setting-up or fighting")
        if self.state.fight_at(town) is not None:
            raise self.fail(f"there are two battles at {TOWN_IDS[town]}")
        fight = Fight(town, self.state.side)
        fight.status = (
            self._choice(words[1:], STATUS_NAMES, "a state of the battle")
            if len(words) == 2
            else FIGHTING
        )
        fight.round = 1 if fight.status == FIGHTING else 0
        self.state.fights.append(fight)
        self.battle_lines[town] = self.line
        self.fight = fight

    def _read_battle_words(self, fight: Fight, verb: str, words: list[str]) -> None:
        if verb == "side":
            self.playing = fight
            self.side = self._choice(words, SIDE_NAMES, "a side")
        elif verb == "step":
            self.playing = fight
            self.step = STEP_NAMES[
                tuple(STEP_NAMES)[self._choice(words, tuple(STEP_NAMES), "a step")]
            ]
        elif verb == "terrain":
            self._read_terrain(fight, words)
        elif verb == "origins":
            for word in words:
                town = parse_town(word)
                if ROAD_BETWEEN[town][fight.town] < 0:
                    raise self.fail(f"no road joins {word} and {TOWN_IDS[fight.town]}", "7.1")
                fight.origins |= 1 << town
        elif verb == "lead":
            fight.lead_army = self._choice(words[:1], ARMY_NAMES, "an army")
            fight.lead_town = parse_town(" ".join(words[1:]))
        elif verb == "order":
            fight.order = self._number(words, 1, len(TOWN_IDS), "a place in the order", "6.1")
        elif verb == "senior":
            fight.senior = [0, 1 + self._choice(words, ARMY_NAMES[1:], "an Allied army")]
        elif verb == "round":
            fight.round = self._number(words, 0, 99, "a number of battle turns", "6.7")
            self.rounds_given.append(fight)
        elif verb == "idle":
            fight.idle = self._number(words, 0, 99, "a number of idle battle turns", "6.7")
        elif verb == "busy":
            fight.busy = True
        elif verb == "bloodless":
            fight.bloodless = self._number(words, 0, 99, "a number of battle turns", "6.7")
        elif verb == "bled":
            fight.bled = True
        elif verb == "withdrawing":
            fight.withdrawing = True
        elif verb == "crossings":
            fight.crossings = [self._number([word], 0, 9, "units over a stream") for word in words]
            if len(fight.crossings) != 3:
                raise self.fail("expected three numbers of units over a stream", "6.2.1")
        else:
            roads = fight.retreated if verb == "retreated" else fight.reinforced
            for road, number in self._roads(words):
                roads += [road] * number

    def _roads(self, words: list[str]) -> list[tuple[int, int]]:
        """Roads with how often they were used: ``laneffe--charleroi*3``."""
        roads: list[tuple[int, int]] = []
        for word in words:
            name, _, number = word.partition("*")
            ends = name.split("--")
            road = -1
            if len(ends) == 2:
                road = ROAD_BETWEEN[parse_town(ends[0])][parse_town(ends[1])]
            if road < 0:
                raise self.fail(f"expected a road such as laneffe--charleroi*2, got {word}", "1")
            roads.append((road, self._number([number or "1"], 0, 99, "a number of units")))
        return roads

    def _read_terrain(self, fight: Fight, words: list[str]) -> None:
        if len(words) not in (3, 4):
            raise self.fail("expected 'terrain SIDE AREA KIND [HOLDER]'", "6.2.1")
        role = fight.role_of(self._choice(words[:1], SIDE_NAMES, "a side"))
        area = FROM_NAME[role][parse_area(words[1])]
        kind = parse_terrain(words[2])
        if area not in OWN_AREAS[role]:
            raise self.fail(f"terrain lies on left, centre or right, not on {words[1]}", "6.2.1")
        fight.terrain[area] = kind
        if len(words) == 4:
            fight.holder[area] = parse_unit(words[3])
        laid = sum([other.terrain.count(kind) for other in self.state.fights])
        if laid > TERRAIN_MIX[kind]:
            raise self.fail(f"there are only {TERRAIN_MIX[kind]} blocks of {words[2]}", "6.2.1")

    def _read_units(self, head: list[str], words: list[str]) -> None:
        name = head[0].lower() if head else ""
        if name == "lost":
            self._read_lost(words)
        elif name == "defeated":
            for word in words:
                self.state.defeated |= 1 << self._choice([word], ARMY_NAMES, "an army")
        elif name == "group":
            self.state.group_army.append(self._choice(head[1:2], ARMY_NAMES, "an army"))
            self.state.group_town.append(parse_town(" ".join(head[2:])))
            self.state.group_units.append(self._read_group(words))
        elif name == "blocks":
            self.state.blocks = []
            for word in words:
                unit = self._name(word)
                if unit in self.state.blocks:
                    raise self.fail(f"{UNIT_IDS[unit]} is named twice", "3.1")
                self.state.blocks.append(unit)
        elif len(head) == 2 and name in SIDE_NAMES:
            fight = self._this_fight()
            side = SIDE_NAMES.index(name)
            area = FROM_NAME[fight.role_of(side)][parse_area(head[1])]
            for word in words:
                unit = self._place(word, fight.town)
                if UNIT_SIDE[unit] != side:
                    raise self.fail(f"{UNIT_IDS[unit]} is not a {name} unit")
                self._check_area(fight, unit, area)
                fight.areas[area] |= 1 << unit
        elif len(head) == 1:
            town = find_town(head[0])
            if town < 0:
                raise self.fail(f"expected the name of a town, got {head[0]!r}")
            for word in words:
                self._place(word, town)
        else:
            raise self.fail(f"unknown statement {' '.join(head)!r}")

    def _read_group(self, words: list[str]) -> int:
        """Return the units of a group, of which each belongs to its army, and to no other group."""
        units = 0
        for word in words:
            unit = self._name(word)
            if ARMY_OF[unit] != self.state.group_army[-1]:
                raise self.fail(f"{UNIT_IDS[unit]} belongs to another army than its group", "5.1")
            if (units | sum(self.state.group_units)) >> unit & 1:
                raise self.fail(f"{UNIT_IDS[unit]} is in two groups", "5.1")
            units |= 1 << unit
        return units

    def _name(self, word: str) -> int:
        """A unit of a group or block, which must turn out to be on the map, or to have been."""
        self.march_line = self.line
        unit = parse_unit(word)
        self.named.append((self.line, unit))
        return unit

    def _check_area(self, fight: Fight, unit: int, area: int) -> None:
        if self.is_sketch:
            return
        is_own = area in OWN_AREAS[fight.role_of(UNIT_SIDE[unit])]
        if FOOT_GUNS >> unit & 1 and not is_own and area not in (0, 7):
            raise self.fail(f"{UNIT_IDS[unit]} is foot artillery and cannot be there", "6.3.2")
        if area == (7, 0)[fight.role_of(UNIT_SIDE[unit])]:
            raise self.fail("nobody stands in the enemy's reserve", "6.3.2")

    def _read_lost(self, words: list[str]) -> None:
        """Units, and armies with a number of their units that are not named elsewhere."""
        at = 0
        while at < len(words):
            if words[at].lower() in ARMY_NAMES:
                army = self._choice(words[at : at + 1], ARMY_NAMES, "an army")
                what = f"a number of {ARMY_NAMES[army]} units"
                number = self._number(words[at + 1 : at + 2], 0, 60, what)
                self.lost_counts.append((army, number))
                at += 2
            else:
                self._lose(parse_unit(words[at]))
                at += 1

    def _lose(self, unit: int) -> None:
        self._take(unit)
        self.state.lost |= 1 << unit
        self.state.where[unit] = LOST
        self.state.strength[unit] = 0

    def _take(self, unit: int) -> None:
        if self.placed >> unit & 1:
            raise self.fail(f"{UNIT_IDS[unit]} is named twice", "3.1")
        self.placed |= 1 << unit

    def _place(self, word: str, town: int) -> int:
        """Read ``ID/STRENGTH(mark,mark)`` and stand the unit in a town."""
        name, bracket, rest = word.partition("(")
        if bracket and not rest.endswith(")"):
            raise self.fail(f"expected ) at the end of {word}, with no blanks between the marks")
        identity, slash, points = name.partition("/")
        unit = parse_unit(identity)
        self._take(unit)
        if slash:
            full = FULL_STRENGTH[unit]
            what = f"a strength of {identity}"
            self.state.strength[unit] = self._number([points], 1, full, what, "3.3")
        self.state.put(unit, town)
        self.town_lines[town] = self.line
        if bracket:
            self.marks += [(self.line, unit, mark) for mark in rest[:-1].lower().split(",")]
        return unit

    # --- putting it together

    def finish(self) -> State:
        """The state that the statements describe."""
        state = self.state
        self._choose_lost()
        for line, unit, mark in self.marks:
            self.line = line
            self._set_mark(unit, mark)
        for line, unit in self.named:
            self.line = line
            if not self.placed >> unit & 1:
                raise self.fail(f"{UNIT_IDS[unit]} is not in this position")
        try:
            for fight in state.fights:
                self.line = self.battle_lines[fight.town] if self.flow else 0
                check_fight(state, fight, bool(self.flow), self.is_sketch)
            for town, line in self.town_lines.items():
                self.line = line if self.flow else 0
                check_peace(state, town)
            self._read_flow()
            self.line = self.march_line
            if not self.is_sketch:
                check_marches(state, bool(self.flow))
        except PositionError as error:
            raise self.fail(error.detail, error.rule) from error
        return state

    def _read_flow(self) -> None:
        """Read the flow lines, or without them find out where the game stands."""
        state = self.state
        for line, text in self.flow:
            self.line = line
            state.stack.append(parse_phase(text))
        check_stack(state.stack)
        for index, (line, _) in enumerate(self.flow):
            self.line = line
            if not self.is_sketch:
                check_frame(state, index, self.placed)
        self.line = 0
        if not self.flow and state.winner >= 0:
            state.stack = [Campaign(JUDGEMENT)]
        elif not self.flow:
            state.stack = infer_flow(state, self.playing, self.side, self.step)
            if state.handicap:
                state.stack.append(Handicap())

    def _choose_lost(self) -> None:
        for army, number in self.lost_counts:
            spare = members(ARMY_UNITS[army] & ~self.placed)[::-1]
            if len(spare) < number:
                raise PositionError(
                    f"only {len(spare)} {ARMY_NAMES[army]} units are left to be lost, not {number}"
                )
            for unit in spare[:number]:
                self._lose(unit)

    def _set_mark(self, unit: int, mark: str) -> None:
        state = self.state
        for known in STATE_MARKS:
            if known.word == mark:
                self.march_line = self.line
                set_mask(state, known, mask_of(state, known) | 1 << unit)
                return
        fight = state.fight_at(state.where[unit])
        if fight is None or fight.area_of(unit) < 0:
            raise self.fail(f"unknown mark {mark!r} on {UNIT_IDS[unit]}, who is in no battle")
        if mark.startswith("in:"):
            self._shelter(fight, unit, mark[3:])
            return
        for known in FIGHT_MARKS:
            if known.word == mark:
                set_mask(fight, known, mask_of(fight, known) | 1 << unit)
                return
        names = [known.word for known in STATE_MARKS + FIGHT_MARKS]
        raise self.fail(f"expected a mark ({', '.join(names)}, in:UNIT), got {mark!r}")

    def _shelter(self, fight: Fight, unit: int, name: str) -> None:
        """Put a unit into a square (6.5.2)."""
        try:
            host = parse_unit(name)
        except RuleError as error:
            raise self.fail(error.message) from error
        who = UNIT_IDS[unit]
        if fight.area_of(host) != fight.area_of(unit):
            raise self.fail(f"{who} is not where its square is", "6.5.2")
        if not (LEADERS | GUNS) >> unit & 1 or ARMY_OF[unit] != ARMY_OF[host]:
            raise self.fail(f"{who} cannot shelter in that square", "6.5.2")
        if fight.guest_of(host) >= 0 or fight.sheltered >> unit & 1:
            raise self.fail(f"{who} finds that square taken", "6.5.2")
        fight.take_shelter(unit, host)


def parse_position(text: str, dice: Dice, is_sketch: bool = False) -> State:
    """The state that a text describes; a PositionError says what is wrong with it.

    In a sketch, units that were dealt may stand where no such unit can.
    """
    return _Reader(text, dice, is_sketch).finish()
