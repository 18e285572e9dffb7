"""How few places a new phase and a new mark touch: both are added here, and nowhere else.

The phase is a council of war; the mark says that a unit was drilled. Compiled classes have no
interpreted subclasses, so that this is for the plain build.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from napoleon.rules import Game, PositionError, ScriptedDice
from napoleon.rules import game as rules_game
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import LEADERS, SIDE_UNITS, UNIT_IDS, armies_in, members
from napoleon.rules.engine import marks
from napoleon.rules.engine.actions import END, END_CODE, REVEAL, encode, first_of, verb_of
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.marks import BATTLE_TURN, FIGHT_MARKS, Mark
from napoleon.rules.engine.refusals import ALREADY_REVEALED, OK, WRONG_STEP
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.view import View
from napoleon.rules.notation import reading
from napoleon.rules.phases import PHASES, STAGES, register
from napoleon.rules.phases.phase import NUMBER, TOWN, UNITS, Phase, PhaseKind, Stage
from napoleon.rules.words.prompts import prompt

pytestmark = pytest.mark.skipif(
    not str(rules_game.__file__).endswith(".py"),
    reason="compiled classes have no interpreted subclasses",
)


# --- a phase: the whole of its module


class Council(Phase):
    """The leaders of a side are heard in a town, one after the other; who has been is secret."""

    __slots__ = ("heard", "side", "town")

    def __init__(self) -> None:
        self.town = 0
        self.side = 0
        self.heard = 0

    def stage(self, state: State) -> str:
        return "council"

    def kind(self) -> PhaseKind:
        return COUNCIL

    def town_no(self) -> int:
        return self.town

    def copy(self) -> Council:
        twin = Council()
        twin.town = self.town
        twin.side = self.side
        twin.heard = self.heard
        return twin

    def _waiting(self, state: State) -> int:
        return state.at[self.town] & LEADERS & SIDE_UNITS[self.side] & ~self.heard

    def to_act(self, state: State) -> int:
        return armies_in(self._waiting(state))

    def advance(self, state: State) -> bool:
        if self._waiting(state):
            return False
        state.stack.pop()
        return True

    def legal(self, state: State, armies: int) -> list[int]:
        return [*[encode(REVEAL, unit) for unit in members(self._waiting(state))], END_CODE]

    def refuse(self, state: State, armies: int, code: int) -> int:
        if verb_of(code) not in (REVEAL, END):
            return WRONG_STEP
        if code == END_CODE or self._waiting(state) >> first_of(code) & 1:
            return OK
        return ALREADY_REVEALED

    def apply(self, state: State, armies: int, code: int) -> None:
        self.heard |= LEADERS if code == END_CODE else 1 << first_of(code)

    def show(self, state: State, view: View, own: int, armies: int) -> None:
        view.revealed = [UNIT_IDS[unit] for unit in members(self.heard & own)]


COUNCIL = PhaseKind(
    "council",
    Council,
    [("town", TOWN), ("side", NUMBER), ("heard", UNITS)],
    ["campaign"],
    [Stage("council", "Hear your leaders at {town}", "Waiting for {seats}: they sit in council")],
)

POSITION = """turn 2; brussels: AD-W PR-B; namur: PR-1-I1; givet: FR-N
flow campaign step=2
flow council town=brussels side=1 heard=AD-W
"""


@pytest.fixture
def council(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in which a council sits; the phase is registered, and that is all."""
    monkeypatch.setitem(PHASES, COUNCIL.name, COUNCIL)
    monkeypatch.setitem(STAGES, "council", COUNCIL.stages[0])
    register(COUNCIL)
    return Game.from_position(POSITION, ScriptedDice([]))


def test_a_new_phase_is_written_and_read(council: Game) -> None:
    """In positions, in what is pasted, and in records with what is played in it."""
    assert "flow council town=brussels side=1 heard=AD-W" in council.position()
    assert Game.from_position(council.position()).position() == council.position()
    council.play("allied", "reveal PR-B")
    assert Game.replay(council.record()).record() == council.record()


def test_what_a_new_phase_may_lie_upon_is_checked(council: Game) -> None:
    with pytest.raises(PositionError, match="from council to supply"):
        Game.from_position(POSITION + "flow supply owed=0+1+0")
    with pytest.raises(PositionError, match="begins with campaign"):
        Game.from_position("flow council town=brussels side=1 heard=")
    with pytest.raises(PositionError, match="with town, side, heard"):
        Game.from_position(POSITION.replace("side=1", "sides=1"))


def test_a_new_phase_is_played_and_taken_back(council: Game) -> None:
    assert (council.stage, council.town, council.to_act) == ("council", "brussels", ("allied",))
    assert council.legal("allied") == ["reveal PR-B", "end"]
    refusal = council.why_not("allied", "reveal AD-W")
    assert refusal is not None
    before = council.copy()
    council.play("allied", "reveal PR-B")
    assert council.stage != "council"
    assert before.stage == "council"


def test_a_new_phase_says_what_each_seat_may_see(council: Game) -> None:
    assert council.view("allied").revealed == ["AD-W"]
    assert council.view("french").revealed == []
    assert council.view(None).revealed == []


def test_a_sketch_keeps_no_secret_of_a_new_phase(council: Game) -> None:
    """The enemy's sketch does not say who was heard; the own side's does."""
    own = council.sketch("allied").state.stack[-1]
    enemy = council.sketch("french").state.stack[-1]
    assert isinstance(own, Council)
    assert isinstance(enemy, Council)
    assert [UNIT_IDS[unit] for unit in members(own.heard)] == ["AD-W"]
    assert enemy.heard == 0
    assert TOWN_IDS[enemy.town] == "brussels"


def test_a_new_phase_has_its_prompts(council: Game) -> None:
    assert prompt(council.view("allied")) == "Hear your leaders at Brussels"
    assert prompt(council.view("french")) == "Waiting for the Allies: they sit in council"


# --- a mark: a row of the table, a slot, and its line in `copy`


class DrilledFight(Fight):
    """A fight with one mark more."""

    __slots__ = ("drilled",)

    def __init__(self, town: int, attacker: int) -> None:
        super().__init__(town, attacker)
        self.drilled = 0

    def copy(self) -> DrilledFight:
        twin = DrilledFight(self.town, self.attacker)
        for slot in Fight.__slots__:
            value = getattr(self, slot)
            setattr(twin, slot, value[:] if isinstance(value, list) else value)
        twin.drilled = self.drilled
        return twin


FIELD = """turn 5; laneffe: FR-1-I1
battle charleroi
french left: FR-2-I1(drilled,moved); french centre: FR-2-I2; french right: FR-3-I1
allied left: PR-1-I1; allied centre: PR-1-I2(drilled); allied right: PR-1-A
origins laneffe
"""


@pytest.fixture
def drilled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A new mark, that lasts for a battle turn and is not told to the enemy."""
    monkeypatch.setattr(reading, "Fight", DrilledFight)
    FIGHT_MARKS.append(Mark("drilled", BATTLE_TURN, is_secret=True))
    yield
    FIGHT_MARKS.pop()


@pytest.mark.usefixtures("drilled")
def test_a_new_mark_is_written_and_read() -> None:
    game = Game.from_position(FIELD, ScriptedDice([]))
    assert game.marks("FR-2-I1") == {"moved", "drilled"}
    assert "FR-2-I1(moved,drilled)" in game.position()
    assert Game.from_position(game.position()).position() == game.position()
    assert game.copy().marks("PR-1-I2") == {"drilled"}


@pytest.mark.usefixtures("drilled")
def test_a_new_mark_is_seen_by_whom_it_is_for() -> None:
    """Its own player is told; the enemy sees the unit, but not a secret mark; nor has its sketch
    what is marked on units that it cannot name."""
    game = Game.from_position(FIELD, ScriptedDice([]))
    mine = {unit.id: unit.marks for unit in game.view("allied").units}
    assert mine["PR-1-I2"] == ["drilled"]
    seen = {block.unit: block.marks for block in game.view("french").battles[0].enemy}
    assert seen["PR-1-I2"] == []
    hidden = Game.from_position(f"visibility hidden; {FIELD}", ScriptedDice([]))
    fight = hidden.sketch("french").state.fights[0]
    assert isinstance(fight, DrilledFight)
    assert [UNIT_IDS[unit] for unit in members(fight.drilled)] == ["FR-2-I1"]


@pytest.mark.usefixtures("drilled")
def test_a_new_mark_goes_when_its_time_is_over() -> None:
    """With the unit that leaves the field, and with the battle turn."""
    game = Game.from_position(FIELD, ScriptedDice([]))
    game.play("french", "retreat FR-2-I2 laneffe")
    fight = game.state.fights[0]
    assert isinstance(fight, DrilledFight)
    fight.drop(members(fight.drilled)[0])
    assert [UNIT_IDS[unit] for unit in members(fight.drilled)] == ["PR-1-I2"]
    fight.begin_battle_turn()
    assert fight.drilled == 0


# --- what is written by hand, held against the slots


def filled(thing: Fight | State, source: Fight | State) -> None:
    """Give every slot a value of its own."""
    for number, slot in enumerate(type(source).__slots__, 100):
        value = getattr(source, slot)
        if isinstance(value, bool):
            setattr(thing, slot, True)
        elif isinstance(value, int):
            setattr(thing, slot, number)
        elif isinstance(value, list) and slot not in ("stack", "fights", "log"):
            setattr(thing, slot, [number, number])


def test_a_copy_of_a_fight_has_all_its_slots() -> None:
    fight = Fight(3, 1)
    filled(fight, fight)
    twin = fight.copy()
    for slot in Fight.__slots__:
        value = getattr(fight, slot)
        assert getattr(twin, slot) == value, slot
        assert not isinstance(value, list) or getattr(twin, slot) is not value, slot


def test_a_copy_of_a_state_has_all_its_slots() -> None:
    """But for the log and the dice of the last action, which a copy begins anew."""
    state = Game.new(dice=ScriptedDice([])).state
    filled(state, state)
    state.fights = [Fight(3, 1)]
    twin = state.copy()
    for slot in State.__slots__:
        value = getattr(state, slot)
        if slot in ("log", "rolled", "sealed"):
            assert not getattr(twin, slot), slot
        elif slot == "dice":
            assert getattr(twin, slot) is not value
        elif slot in ("fights", "stack"):
            assert len(getattr(twin, slot)) == len(value) > 0
            assert getattr(twin, slot)[0] is not value[0]
        else:
            assert getattr(twin, slot) == value, slot
            assert not isinstance(value, list) or getattr(twin, slot) is not value, slot


@pytest.mark.parametrize("name", PHASES)
def test_a_copy_of_a_phase_has_all_its_slots(name: str) -> None:
    """And its slots are the fields of which it says that it is made."""
    phase = PHASES[name].blank()
    fields = [field for field, _ in PHASES[name].fields]
    assert sorted(type(phase).__slots__) == sorted(fields)
    for number, field in enumerate(fields, 100):
        value = getattr(phase, field)
        setattr(phase, field, [number] if isinstance(value, list) else type(value)(number))
    twin = phase.copy()
    for field in fields:
        value = getattr(phase, field)
        assert getattr(twin, field) == value, field
        assert not isinstance(value, list) or getattr(twin, field) is not value, field


def test_every_mark_is_a_slot() -> None:
    assert {mark.word for mark in marks.STATE_MARKS} <= set(State.__slots__)
    assert {mark.word for mark in FIGHT_MARKS} <= set(Fight.__slots__)
