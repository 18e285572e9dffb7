"""Honest odds: the table, the fit, and the battles that the shipped constants come from."""

from pathlib import Path

import pytest

from napoleon.ai.advice.odds import DOUBT, SHIFT, SLOPE, honest
from napoleon.lab.matches import Match
from napoleon.lab.reliability import (
    DECLARED,
    Candour,
    Said,
    cross_fitted,
    fit,
    play_and_ask,
    read_said,
    reliability,
    write_said,
)

DATA = Path(__file__).parent / "data" / "odds.xz"


def said(raw: float, came: int, seed: int = 1) -> Said:
    return Said(seed, 5, 3, 0, DECLARED, 0, honest(raw), raw, came)


@pytest.fixture(scope="module")
def kept() -> list[Said]:
    return read_said(DATA)


def test_a_bin_tells_what_was_said_and_what_came() -> None:
    lines = [said(0.5, number % 4 != 0) for number in range(40)]
    (found,) = reliability(lines)
    assert found.number == 40
    assert found.said == pytest.approx(honest(0.5))
    assert found.came == pytest.approx(0.75)
    assert 0.05 < found.error < 0.09
    off = found._replace(said=0.9)
    assert off.is_off(0.05) and not off.is_off(0.1)


def test_the_fit_finds_what_the_dice_followed() -> None:
    true = Candour(0.02, 0.8, 0.4)
    lines = [
        said(raw / 20, place < round(1000 * true.chance(raw / 20)))
        for raw in range(21)
        for place in range(1000)
    ]
    found = fit(lines)
    for raw in (0.1, 0.5, 0.9):
        assert found.chance(raw) == pytest.approx(true.chance(raw), abs=0.01)


def test_chances_grow_with_the_share_and_are_never_certain() -> None:
    chances = [honest(number / 20) for number in range(21)]
    assert chances == sorted(chances)
    assert 0.02 < chances[0] < chances[-1] < 0.99


def test_the_shipped_constants_come_from_the_battles_that_are_kept(kept: list[Said]) -> None:
    assert len({(line.seed, line.turn, line.town) for line in kept}) >= 500
    assert fit(kept) == Candour(DOUBT, SLOPE, SHIFT)


def test_no_bin_is_off(kept: list[Said]) -> None:
    """By constants from the other half of the games, so that nothing is measured by itself."""
    crossed = cross_fitted(kept)
    assert len(crossed) == len(kept)
    for lines in (crossed, [line for line in crossed if line.round == DECLARED]):
        assert not [found for found in reliability(lines) if found.is_off(0.05)]


def test_a_scribe_asks_both_sides_and_notes_what_came(tmp_path: Path) -> None:
    found = play_and_ask(Match("officer", "officer", 3), playouts=8)
    assert {line.side for line in found} == {0, 1}
    assert all(line.came in (0, 1) for line in found)
    write_said(tmp_path / "said.xz", found)
    assert read_said(tmp_path / "said.xz") == found
