"""Things as they begin, before anything has happened to them; and events, field by field."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from napoleon.rules import game as rules_game
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.engine.dice import ScriptedDice
from napoleon.rules.engine.events import CAUSES, KINDS, Event
from napoleon.rules.engine.fight import Fight
from napoleon.rules.engine.refusals import REASONS
from napoleon.rules.engine.state import State
from napoleon.rules.knowledge.notebook import Notebook, Sighting
from napoleon.rules.knowledge.view import BattleView, FieldBlock, OwnUnit, View
from napoleon.rules.phases import (
    PHASES,
    battle,
    campaign,
    deployment,
    engagements,
    movement,
    retreat,
    skirmish,
    victory,
)
from napoleon.rules.phases.phase import Phase

if not str(rules_game.__file__).endswith(".py"):
    pytest.skip("compiled classes name no slots", allow_module_level=True)

NOTHING: tuple[object, ...] = (0, False, "", None, (), [], {})


def _something(thing: object) -> dict[str, object]:
    """The slots that do not begin as nothing at all: with 0, False or empty."""
    values = {slot: getattr(thing, slot) for slot in type(thing).__slots__}  # type: ignore[attr-defined]
    return {slot: value for slot, value in values.items() if value not in NOTHING}


def test_a_fight_begins_with_an_empty_field() -> None:
    assert _something(Fight(3, 1)) == {
        "town": 3,
        "attacker": 1,
        "areas": [0] * 8,
        "terrain": [0] * 8,
        "holder": [-1] * 8,
        "crossings": [0, 0, 0],
        "lead_town": -1,
        "lead_army": -1,
        "senior": [0, 1],
    }


def test_a_state_begins_with_nobody_placed_and_nobody_beaten() -> None:
    found = _something(State(0, 2, False, ScriptedDice([])))
    assert len(found.pop("strength")) == len(found["where"]) == 58  # type: ignore[arg-type]
    assert found.pop("dice") and found.pop("board") is SHIPPED
    assert found == {
        "players": 2,
        "aim": -1,
        "until": 23,
        "where": [-1] * 58,
        "at": [0] * 55,
        "winner": -1,
        "won_by": -1,
        "road_use": [0] * 116,
        "river_use": [0] * 116,
    }


PHASES_AT_FIRST = {
    "setup": {"side": 1},
    "engagements": {"half": 1},
    "flight": {"turn_army": -1},
    "supply": {"owed": [0, 0, 0]},
}


@pytest.mark.parametrize("name", PHASES)
def test_a_phase_begins_with_nothing_done(name: str) -> None:
    """But that the Allies set up first (4), the attacker fights first (6.1), the senior flees
    first (11)."""
    assert _something(PHASES[name].blank()) == PHASES_AT_FIRST.get(name, {})


def test_views_begin_empty() -> None:
    """A view is built up from nothing."""
    assert _something(View()) == {"players": 2, "visibility": "open"}
    battle = BattleView("ligny", "french", "pending")
    assert _something(battle) == {"town": "ligny", "attacker": "french", "status": "pending"}
    assert _something(FieldBlock("french", "left", 2)) == {
        "army": "french",
        "area": "left",
        "count": 2,
    }
    assert _something(OwnUnit("FR-N", "french", "ligny", 1, True)) == {
        "id": "FR-N",
        "army": "french",
        "town": "ligny",
        "strength": 1,
        "is_mine": True,
    }
    assert _something(Sighting("FR-N", "french")) == {"unit": "FR-N", "army": "french"}
    assert Notebook(1).entries() == []
    assert Notebook(1).read_events == 0


# The fields of an event as data: with the number 0, and with 1
FIELDS: dict[str, tuple[str, object, object]] = {
    "side_no": ("side", "french", "allied"),
    "army_no": ("army", "french", "anglo-dutch"),
    "unit_no": ("unit", "FR-N", "FR-G-I"),
    "other_no": ("other", "FR-N", "FR-G-I"),
    "town_no": ("town", TOWN_IDS[0], TOWN_IDS[1]),
    "to_no": ("to", TOWN_IDS[0], TOWN_IDS[1]),
    "area_no": ("area", "french reserve", "french left"),
    "from_area_no": ("from_area", "french reserve", "french left"),
    "terrain_no": ("terrain", "open", "woods"),
    "amount": ("amount", 0, 1),
    "strength_left": ("strength_left", 0, 1),
    "firepower": ("firepower", 0, 1),
    "block": ("block", 0, 1),
    "why_no": ("why", CAUSES[0][0], CAUSES[1][0]),
}
NEVER_TOLD = ("unit_no", "other_no", "strength_left", "firepower")


def test_an_event_without_more_says_only_what_and_when() -> None:
    event = Event(0, 7)
    assert event.as_dict() == {"kind": KINDS[0][0], "turn": 7, "rule": KINDS[0][1]}
    assert event.seen == event.named == 15
    words = (event.side, event.army, event.unit, event.other, event.town, event.to)
    assert {*words, event.area, event.terrain, event.why} == {None}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("number", [0, 1])
def test_an_event_says_what_applies(field: str, number: int) -> None:
    """The first of a table too, and by its property where there is one."""
    word, *values = FIELDS[field]
    event = Event(0, 7, **{field: number})  # type: ignore[arg-type]
    rule = CAUSES[number][1] if field == "why_no" else KINDS[0][1]
    base = {"kind": KINDS[0][0], "turn": 7, "rule": rule}
    assert event.as_dict() == {**base, word: values[number]}
    if word != "from_area":
        assert getattr(event, word) == values[number]


@pytest.mark.parametrize("field", FIELDS)
def test_who_may_not_know_which_unit_is_told_the_rest(field: str) -> None:
    """Neither the unit nor what would tell it: its strength and its firepower."""
    event = Event(0, 7, **{field: 1}, seen=3, named=1)  # type: ignore[arg-type]
    known = event.as_seen(2)
    assert known is not None
    assert getattr(known, field) == (-1 if field in NEVER_TOLD else 1)
    assert (known.seen, known.named, known.turn) == (3, 1, 7)
    assert event.as_seen(1) is event
    assert event.as_seen(4) is None


# --- what a phase says of itself when it says nothing more


def test_a_phase_has_to_say_what_is_decided_in_it() -> None:
    state = State(0, 2, False, ScriptedDice([]))
    questions: list[Callable[[Phase], object]] = [
        lambda phase: phase.stage(state),
        lambda phase: phase.advance(state),
        lambda phase: phase.to_act(state),
        lambda phase: phase.legal(state, 1),
        lambda phase: phase.refuse(state, 1, 0),
        lambda phase: phase.apply(state, 1, 0),
        lambda phase: phase.kind(),
        lambda phase: phase.copy(),
    ]
    for ask in questions:
        with pytest.raises(NotImplementedError):
            ask(Phase())


def test_a_phase_hides_nothing_and_keeps_nothing_back_unless_it_says_so() -> None:
    state = State(0, 2, False, ScriptedDice([]))
    phase = Phase()
    assert phase.is_untouched(1)
    assert not phase.keeps_secret(state, 1)
    assert not phase.hides_field(Fight(3, 1), 0)
    assert phase.town_no() == phase.secret_side() == -1
    assert phase.known_units() == 0


SEALED = [name for name in PHASES if "touched" in type(PHASES[name].blank()).__slots__]


@pytest.mark.parametrize("name", SEALED)
def test_a_phase_knows_who_could_take_something_back(name: str) -> None:
    """Whoever has done something in the step, and nobody else."""
    phase = PHASES[name].blank()
    phase.touched = 2  # type: ignore[attr-defined]
    assert not phase.is_untouched(2)
    assert not phase.is_untouched(6)
    assert phase.is_untouched(4)


@pytest.mark.parametrize("name", ["movement", "skirmish", "battle-turn"])
def test_dice_and_what_is_shown_seal_a_step(name: str) -> None:
    phase = PHASES[name].blank()
    phase.touched = 2  # type: ignore[attr-defined]
    phase.seal()
    assert phase.touched == 0  # type: ignore[attr-defined]


# --- numbers that stand in positions: an old position is read with them

STEPS_OF = {
    campaign: "SET_UP NEW_TURN FIGHTS SUPPLY JUDGEMENT",
    movement: "MARCHES FORCED_MARCHES",
    engagements: "SKIRMISHES ORDER_BATTLES SET_UP_FIELDS BATTLE_TURNS",
    skirmish: "ATTACKER_REVEALS DEFENDER_REVEALS DEFENDER_FIRES ATTACKER_FIRES LOSER_GOES OVER",
    deployment: "ATTACKER_DRAWS ATTACKER_LAYS DEFENDER_DRAWS DEFENDER_LAYS DEFENDER_DEPLOYS"
    " ATTACKER_DEPLOYS",
    battle: "BEGIN MORALE COMBAT REINFORCEMENT WITHDRAW FINISHED",
    retreat: "LOST_SKIRMISH ROUT WITHDRAWAL",
    victory: "BOTH_ALLIES_DEFEATED CITIES_HELD FRENCH_DEFEATED TIME_RAN_OUT",
}


@pytest.mark.parametrize("module", STEPS_OF, ids=lambda module: module.__name__.split(".")[-1])
def test_steps_are_numbered_in_their_order(module: ModuleType) -> None:
    names = STEPS_OF[module].split()
    assert [getattr(module, name) for name in names] == list(range(len(names)))


def test_reasons_are_numbered_without_a_gap() -> None:
    assert sorted(REASONS) == list(range(1, len(REASONS) + 1))
