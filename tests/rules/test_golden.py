"""Golden games: whole games as every seat saw them. A change of behaviour shows as a diff.

`scripts/golden.py` writes the files in tests/golden anew, when a change is meant. Each is a record
with remarks: it is played again by the same players, replayed, and its remarks are made again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from golden import GAMES, Annotator, play
from napoleon.rules import Game
from napoleon.rules.engine.events import KINDS
from napoleon.rules.phases.victory import RESULTS, TIME_RAN_OUT
from perft import POSITIONS, counts_from
from refused import reasons_from

GOLDEN = Path(__file__).parent.parent / "golden"


def _kept(name: str) -> str:
    return (GOLDEN / f"{name}.record").read_text(encoding="utf-8")


def _without_remarks(text: str) -> str:
    """A golden file as a plain record; the reason of the result is a remark of the record's own."""
    lines = text.splitlines()
    return "\n".join([*(line for line in lines[:-2] if line[0] != "#"), *lines[-2:]]) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_letter(name: str) -> None:
    """Every seat is told the same words and sees the same as when the game was kept."""
    kept = _kept(name)
    record = _without_remarks(kept)
    game = Game.replay(kept)
    assert game.result is not None
    assert game.record() == record
    assert Annotator(record).run().splitlines() == kept.splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_the_same_again(name: str) -> None:
    """The same players with the same dice play the same game: the offers are the same."""
    assert play(GAMES[name]).record() == _without_remarks(_kept(name))


def test_the_dozen_has_all_settings_endings_and_nearly_all_that_can_happen() -> None:
    """What the golden games do not have is rare, and tested by itself."""
    assert len(GAMES) == 12
    plans = {(plan.scenario, plan.players, plan.visibility) for plan in GAMES.values()}
    assert len(plans) == 8
    endings: set[str] = set()
    kinds: set[str] = set()
    for name in GAMES:
        game = Game.replay(_kept(name))
        assert game.result is not None
        endings.add(game.result.reason)
        kinds.update(event.kind for event in game.events)
    assert endings == {reason for _, reason in RESULTS[: TIME_RAN_OUT + 1]}
    rare = {"terrain-aside", "swapped", "sheltered", "emerged"}
    assert {kind for kind, _ in KINDS} - kinds <= rare


@pytest.mark.parametrize("name", POSITIONS)
def test_as_much_can_be_played_as_before(name: str) -> None:
    """The sequences of actions from a position, and the positions to which they lead."""
    lines = (GOLDEN / "perft.txt").read_text(encoding="utf-8").splitlines()
    assert f"{name}: {counts_from(name)}" in lines
    assert len(lines) == len(POSITIONS)


@pytest.mark.once
def test_the_same_is_refused_for_the_same_reasons_as_before() -> None:
    """In fixed positions: every reason, its section, and how many actions it meets."""
    kept = (GOLDEN / "refused.txt").read_text(encoding="utf-8").splitlines()
    assert [line for name in POSITIONS for line in reasons_from(name)] == kept
