"""Every number that the manual states is the one that is played by."""

import pytest

from napoleon.manual import available, manual
from napoleon.manual.numbers import PLAYED, VALUES, format_number
from napoleon.manual.reading import Number, Table, lines_of, parts_of
from napoleon.rules import Game, IllegalAction, ScriptedDice, Seat

FIELD = "turn 5; laneffe: FR-6-A; battle charleroi; side french; step {step}; origins laneffe; "


def game(position: str, die: int = 6, dice: int = 40) -> Game:
    """A game in which every die shows the same."""
    return Game.from_position(position, dice=ScriptedDice([die] * dice))


def field(statements: str, step: str = "combat") -> str:
    """A battle at Charleroi, the French to act."""
    return FIELD.format(step=step) + statements


def power(position: str, action: str) -> str:
    """The firepower of a shot: the highest die that hits."""
    for die in range(6, 0, -1):
        if game(position, die).play("french", action)[0].amount:
            return f"F{die}"
    return "F0"


def gain(position: str, action: str, other: str) -> str:
    """By how much the firepower differs between two positions, with its sign."""
    difference = int(power(position, action)[1]) - int(power(other, action)[1])
    return f"+{difference}" if difference > 0 else f"−{-difference}"


def at_square(position: str, action: str, card: str) -> str:
    """By how much the firepower at the Prussian square differs from the card, with its sign."""
    difference = int(power(position, f"{action} PR-2-I1")[1]) - int(card[1])
    return f"+{difference}" if difference > 0 else f"−{-difference}"


LINE = "french left: FR-2-I2; french centre: FR-3-I1; french right: FR-3-I2; "
ALLIES = "allied left: PR-2-I1 PR-2-I2; allied centre: PR-1-I1; allied right: PR-3-I1 PR-3-I2"
# On the French right, facing the Allied left, and within the Allied left.
RIGHT = "french left: FR-2-I2; french centre: FR-3-I1; french right: {unit}; "
INSIDE = LINE + "french enemy-left: {unit}; "
SQUARED = "allied left: PR-2-I1(square) PR-2-I2; allied centre: PR-1-I1; allied right: PR-3-I1"


def inside(unit: str, allies: str = ALLIES) -> str:
    return field(INSIDE.format(unit=unit) + allies)


def facing(unit: str, allies: str = ALLIES) -> str:
    return field(RIGHT.format(unit=unit) + allies)


def at_home(unit: str, terrain: str = "") -> str:
    """A unit on its own right, where enemies are."""
    return field(
        f"{terrain}french left: FR-2-I2; french centre: FR-3-I1; french right: {unit}; "
        "allied enemy-right: PR-1-I2; " + ALLIES
    )


FIRE = {
    "fire.leader": lambda: power(inside("FR-N"), "fire FR-N"),
    "fire.infantry": lambda: power(inside("FR-2-I1"), "fire FR-2-I1"),
    "fire.guard": lambda: power(inside("FR-G-I"), "fire FR-G-I"),
    "fire.light": lambda: power(inside("FR-C1"), "fire FR-C1"),
    "fire.heavy": lambda: power(inside("FR-C3"), "fire FR-C3"),
    "fire.guns": lambda: power(facing("FR-2-A"), "bombard FR-2-A"),
    "fire.shock": lambda: gain(inside("FR-C1(shock)"), "fire FR-C1", inside("FR-C1")),
    "fire.canister": lambda: gain(inside("FR-H1"), "fire FR-H1", inside("FR-H1(canister)")),
    "fire.farm": lambda: gain(
        at_home("FR-2-I1", "terrain french right farm FR-2-I1; "),
        "fire FR-2-I1",
        at_home("FR-2-I1"),
    ),
    "fire.hill": lambda: gain(
        field("terrain french right hill FR-2-A; " + RIGHT.format(unit="FR-2-A") + ALLIES),
        "bombard FR-2-A",
        facing("FR-2-A"),
    ),
    "fire.woods": lambda: power(
        field("terrain allied left woods; " + INSIDE.format(unit="FR-C3(shock)") + ALLIES),
        "fire FR-C3",
    ),
    "square.cavalry": lambda: at_square(inside("FR-C3(shock)", SQUARED), "fire FR-C3", "F3"),
    "square.infantry": lambda: at_square(inside("FR-2-I1", SQUARED), "fire FR-2-I1", "F2"),
    "square.guns": lambda: at_square(facing("FR-2-A", SQUARED), "bombard FR-2-A", "F1"),
    "square.horse-first": lambda: power(inside("FR-H1", SQUARED), "fire FR-H1 PR-2-I1"),
    "square.horse-later": lambda: power(inside("FR-H1(canister)", SQUARED), "fire FR-H1 PR-2-I1"),
}


@pytest.mark.parametrize("name", FIRE)
def test_firepower(name: str) -> None:
    """6.3.3, 6.5.1: what the tables say of fire."""
    assert FIRE[name]() == VALUES[name]


def volley(unit: str) -> str:
    """With what a French unit fires in a skirmish (6.6)."""
    for die in range(6, 0, -1):
        played = game(
            f"turn 5; laneffe: FR-6-A; charleroi: {unit} FR-G-A1 PR-1-A/1 PR-1-I1;"
            " battle charleroi pending; origins laneffe",
            die,
        )
        played.play("french", [f"reveal {unit}", "end"])
        events = played.play("allied", ["reveal PR-1-A", "end"])
        if any(event.kind == "shot" and event.unit == unit and event.amount for event in events):
            return f"F{die}"
    return "F0"


def test_skirmish() -> None:
    """6.6: mounted and on foot."""
    assert {volley("FR-C3"), volley("FR-N"), volley("FR-H1")} == {VALUES["skirmish.mounted"]}
    assert {volley("FR-2-I1"), volley("FR-2-A")} == {VALUES["skirmish.foot"]}


def towns_ridden(unit: str) -> int:
    """How many towns a unit goes in its normal march (5.3)."""
    played = game(f"turn 1; beaumont: {unit}; liege: PR-1-I1")
    steps = 0
    while played.stage == "march":
        marches = [str(action) for action in played.legal("french") if str(action) != "end"]
        if not marches:
            break
        played.play("french", marches[0])
        steps += 1
    return steps


def test_steps() -> None:
    """5.3: on foot and mounted; the leaders, the cavalry and the horse artillery."""
    assert {towns_ridden("FR-2-I1"), towns_ridden("FR-2-A")} == {int(VALUES["steps.foot"])}
    mounted = {towns_ridden(unit) for unit in ("FR-N", "FR-C1", "FR-C3", "FR-H1")}
    assert mounted == {int(VALUES["steps.mounted"])}


def force(die: int, *, show: bool = False) -> int:
    """What a forced march costs (5.6)."""
    played = game("turn 1; thuin: FR-2-I1; laneffe: FR-N; liege: PR-1-I1", die)
    played.play("french", ["march FR-2-I1 laneffe", "march FR-N charleroi", "end"])
    before = played.strength("FR-2-I1")
    played.play("french", "force FR-2-I1 charleroi")
    with pytest.raises(IllegalAction):
        played.play("french", "force FR-2-I1 ligny")
    if show:
        played.play("french", "show FR-N")
    while Seat.FRENCH in played.to_act:
        played.play("french", "end")
    return before - played.strength("FR-2-I1")


def test_forced_marches() -> None:
    """5.6, 8.1: one town, three numbers that hurt, and the leader's one."""
    assert VALUES["forced.steps"] == "1"
    assert [force(die) for die in range(1, 7)] == [int(VALUES["forced.loss"])] * 3 + [0] * 3
    assert (VALUES["forced.fails"], VALUES["forced.holds"]) == ("1–3", "4–6")
    with_leader = [force(die, show=True) for die in range(1, 7)]
    assert with_leader == [1] * (3 - int(VALUES["forced.leader"])) + [0] * 4


def stands(unit: str, die: int, beside: str = "") -> bool:
    """Whether an engaged unit on the French right keeps its place (6.3.1)."""
    played = game(
        field(
            f"french left: FR-2-I2; french centre: FR-3-I1; french right: {unit} FR-C3{beside}; "
            "allied enemy-right: PR-1-I2; " + ALLIES,
            "morale",
        ),
        die,
    )
    return played.area("FR-2-I1") == "right"


def test_morale() -> None:
    """6.3.1, 8.2: who rolls, what fails, and what is added."""
    weak, square = "FR-2-I1/1", "FR-2-I1/1(square)"
    assert [stands(weak, die) for die in range(1, 7)] == [False] * 3 + [True] * 3
    assert (VALUES["morale.fails"], VALUES["morale.holds"]) == ("1–3", "4–6")
    assert all(stands("FR-2-I1/2", die) for die in range(1, 7))
    assert VALUES["morale.strength"] == "1"
    leader = [stands(weak, die, " FR-N") for die in range(1, 7)]
    assert leader.count(True) == 3 + int(VALUES["morale.leader"])
    assert [stands(square, die) for die in range(1, 7)].count(True) == 3 + int(
        VALUES["morale.square"]
    )


@pytest.mark.parametrize(
    ("unit", "name"),
    [
        ("FR-G-I", "rout.infantry"),
        ("FR-H1", "rout.horse"),
        ("FR-G-A1", "rout.foot"),
        ("FR-C3", "rout.cavalry"),
        ("FR-N", "rout.leader"),
    ],
)
def test_losses_of_an_engaged_retreat(unit: str, name: str) -> None:
    """7, 7.4.1: what leaving costs; cavalry only before other cavalry."""
    for enemy, is_cavalry in (("PR-1-I2", False), ("PR-1-C", True)):
        played = game(
            field(
                f"french left: FR-2-I2; french centre: FR-3-I1; french right: {unit} FR-2-I1; "
                f"allied enemy-right: {enemy}; " + ALLIES
            )
        )
        before = played.strength(unit)
        played.play("french", f"retreat {unit} laneffe")
        expected = int(VALUES[name]) if is_cavalry or name != "rout.cavalry" else 0
        assert before - played.strength(unit) == expected


def test_shelter_is_for_one() -> None:
    """6.5.2: a square takes one guest; and a leader has one strength (8)."""
    played = game(
        field(
            "french left: FR-2-I2; french centre: FR-3-I1; "
            "french right: FR-2-I1(square) FR-N FR-H1; " + ALLIES
        )
    )
    played.play("french", "shelter FR-N FR-2-I1")
    assert played.why_not("french", "shelter FR-H1 FR-2-I1") is not None
    assert VALUES["square.guests"] == "1"
    assert str(played.strength("FR-N")) == VALUES["leader.strength"]


def test_the_tests_above_play_every_number_that_no_table_knows() -> None:
    """A number added to the played ones needs a play of its own."""
    others = {
        *("steps.foot", "steps.mounted", "leader.strength", "square.guests"),
        *(f"forced.{part}" for part in ("steps", "fails", "holds", "loss", "leader")),
        *(f"morale.{part}" for part in ("strength", "fails", "holds", "leader", "square")),
        *("skirmish.mounted", "skirmish.foot"),
        *(f"rout.{part}" for part in ("infantry", "horse", "foot", "cavalry", "leader")),
    }
    assert set(PLAYED) == others | set(FIRE)


@pytest.mark.parametrize("lang", available())
def test_every_number_of_a_text_is_known(lang: str) -> None:
    """A field that names nothing fails here and not before a reader."""
    book = manual(lang)
    for chapter in (*book.chapters, book.aid):
        for section in chapter.sections:
            for line in lines_of(section.blocks):
                for part in parts_of(line):
                    if isinstance(part, Number):
                        assert format_number(part.name, lang, as_word=part.as_word)


def test_the_aid_states_the_limits_of_roads() -> None:
    """The one page that is printed has the numbers of 5.4, 5.5 and 7.2 in its table."""
    tables = [
        block
        for section in manual("en").aid.sections
        for block in section.blocks
        if isinstance(block, Table)
    ]
    named = {
        part.name
        for table in tables
        for line in lines_of([table])
        for part in parts_of(line)
        if isinstance(part, Number)
    }
    kinds = ("road", "river", "battle")
    assert {f"{kind}.{size}" for kind in kinds for size in ("main", "minor")} <= named
