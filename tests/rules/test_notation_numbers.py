"""Numbers in positions: each statement says how far they go, and takes no others."""

from __future__ import annotations

import pytest

from napoleon.rules import Game
from napoleon.rules.errors import PositionError

MAP = "laneffe: FR-N; ghent: AD-1-I1;"
FIELD = "turn 5; battle charleroi; french centre: FR-4-I; allied centre: PR-2-I1;"
# The statement, where it stands, its least and its greatest number
STATEMENTS = {
    "turn {}": (MAP, 1, 23),
    "position {}": (MAP, 1, 1),
    "players {}": (MAP, 2, 3),
    "road laneffe--thuin*{}": (MAP, 0, 99),
    "crossed laneffe--charleroi*{}": (MAP, 0, 99),
    "thuin: FR-2-I1/{}": (MAP, 1, 4),
    "round {}": (FIELD, 0, 99),
    "idle {}": (FIELD, 0, 99),
    "bloodless {}": (FIELD, 0, 99),
    "order {}": (FIELD, 1, 55),
    "crossings {} 0 0": (FIELD, 0, 9),
    "crossings 0 0 {}": (FIELD, 0, 9),
    "retreated thuin--charleroi*{}": (FIELD, 0, 99),
    "reinforced thuin--charleroi*{}": (FIELD, 0, 99),
}


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_number_is_taken_from_the_least_to_the_greatest(statement: str) -> None:
    place, least, most = STATEMENTS[statement]
    for number in {least, most}:
        assert Game.from_position(f"{place} {statement.format(number)}").to_act
    allowed = f"from {least} to {most}, got"
    for wrong in (most + 1, "many"):
        with pytest.raises(PositionError, match=allowed):
            Game.from_position(f"{place} {statement.format(wrong)}")
    if least > 1:
        with pytest.raises(PositionError, match=allowed):
            Game.from_position(f"{place} {statement.format(least - 1)}")


@pytest.mark.parametrize("statement", ["turn", "players", "round", "idle", "bloodless", "order"])
@pytest.mark.parametrize("words", ["1 2", ""])
def test_it_is_one_number_and_no_more(statement: str, words: str) -> None:
    place, _, most = STATEMENTS[f"{statement} {{}}"]
    with pytest.raises(PositionError, match=f"to {most}, got {words or 'nothing'}"):
        Game.from_position(f"{place} {statement} {words}")


def test_three_streams_have_three_numbers() -> None:
    with pytest.raises(PositionError, match="expected three numbers of units over a stream"):
        Game.from_position(f"{FIELD} crossings 0 0")


def test_no_army_has_lost_more_units_than_there_are() -> None:
    with pytest.raises(PositionError, match="from 0 to 60, got 61"):
        Game.from_position(f"turn 5; {MAP} lost: french 61")
    with pytest.raises(PositionError, match="left to be lost, not 60"):
        Game.from_position(f"turn 5; {MAP} lost: french 60")
    assert Game.from_position(f"turn 5; {MAP} lost: french 0").losses("french") == 0


def test_only_three_blocks_of_a_kind_lie_on_the_fields() -> None:
    three = "terrain french left farm; terrain french right farm; terrain allied left farm"
    assert Game.from_position(f"{FIELD} {three}").to_act
    with pytest.raises(PositionError, match="there are only 3 blocks of farm"):
        Game.from_position(f"{FIELD} {three}; terrain allied right farm")


@pytest.mark.parametrize("length", [100_000, 100_001])
def test_a_position_has_at_most_so_many_characters(length: int) -> None:
    text = f"turn 5; {MAP}".ljust(length)
    if length == 100_000:
        assert Game.from_position(text).to_act
    else:
        with pytest.raises(PositionError, match="the text is too long for a position"):
            Game.from_position(text)
