"""Computers of every level in positions of every kind: nothing they are asked may raise."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from napoleon.ai.opponents import Decision, SeatedOpponent
from napoleon.lab.deals import deal_position
from napoleon.lab.staff_fuzz import (
    KINDS,
    SITTERS,
    StaffTask,
    play_staff_game,
    run_staff_fuzz,
    start_game,
)
from napoleon.rules import Game, PositionError
from napoleon.rules.board.tables import SHIPPED

pytestmark = pytest.mark.once


@pytest.mark.parametrize("level", ["random", "recruit", "officer", "marshal", "crude-hunt"])
def test_no_level_raises_in_positions_dealt_at_random(level: str) -> None:
    """Armies gone, a side without a unit on the map, battles: with the staff asked often."""
    for seed in range(4):
        game = play_staff_game(StaffTask(seed, level, share=0.02))
        assert not game.trouble, f"seed {seed}: {game.trouble}\n{game.record}"
        assert game.decisions


def test_an_emperor_does_not_raise_in_positions_dealt_at_random() -> None:
    for seed in range(2):
        game = play_staff_game(StaffTask(seed, "emperor", share=0.02))
        assert not game.trouble, f"seed {seed}: {game.trouble}\n{game.record}"


def test_scenarios_are_played_too() -> None:
    """Two of eighty seeds begin in a scenario, one in a whole campaign."""
    scenario = KINDS.index("scenario")
    game = play_staff_game(StaffTask(scenario, "random"))
    assert game.start.startswith("scenario ")
    assert not game.trouble, game.trouble
    kind, start = start_game(KINDS.index("campaign"), SHIPPED)
    assert kind.startswith("campaign ")
    assert start.to_act


def test_every_scenario_begins_with_as_many_as_can_play_it() -> None:
    seeds = [seed for seed in range(2000) if KINDS[seed % len(KINDS)] == "scenario"]
    begun = {start_game(seed, SHIPPED)[0] for seed in seeds}
    assert {"scenario wavre", "scenario ligny"} <= begun


def test_dealt_positions_go_where_campaigns_hardly_come() -> None:
    """Most can be played from; among them are some without any French, without any Allies, with
    lost armies, attacks and aims, for two and three players."""
    found: set[str] = set()
    refused = 0
    for seed in range(300):
        try:
            game = Game.from_position(deal_position(random.Random(seed)))
        except PositionError:
            refused += 1
            continue
        state = game.state
        on_map = sum(state.at)
        names = {
            "no French": not on_map & 0xFFFFFF and game.result is None,
            "no Allies": not on_map >> 24 and game.result is None,
            "an attack": bool(state.fights),
            "losses": bool(state.lost),
            "three players": len(game.seats) == 3,
            "hidden": state.is_hidden,
            "night": state.is_night,
        }
        found |= {name for name, holds in names.items() if holds}
    assert refused < 60
    assert len(found) == 7, found


def test_the_same_seed_gives_the_same_game() -> None:
    """So that what is found can be looked at."""
    one, other = (play_staff_game(StaffTask(8)) for _ in range(2))
    assert one == other
    assert set(one.sitters.values()) <= set(SITTERS)


def stumbling(self: SeatedOpponent, game: Game, is_explained: bool = False) -> Decision:
    raise ValueError("for the test")


def forbidden(self: SeatedOpponent, game: Game, is_explained: bool = False) -> Decision:
    return Decision(0)


@pytest.mark.parametrize(
    ("fault", "message"), [(stumbling, "for the test"), (forbidden, "is not offered")]
)
def test_what_is_raised_is_kept_in_a_file_that_can_be_replayed(
    fault: object, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SeatedOpponent, "choose", fault)
    monkeypatch.setattr("napoleon.lab.staff_fuzz.LETTERS", 0.0)
    out = io.StringIO()
    assert run_staff_fuzz("recruit", 1, 2, 4, 1, tmp_path, out) == 1
    assert "2 raised" in out.getvalue()
    path = tmp_path / "fuzz-staff-4.record"
    assert f"napoleon replay {path}" in out.getvalue()
    text = path.read_text("utf-8")
    assert message in text
    assert "# again: napoleon fuzz --staff --games 1 --seed 4 --level recruit" in text
    assert Game.replay(text).to_act


def test_a_sound_run_says_what_was_played(tmp_path: Path) -> None:
    out = io.StringIO()
    assert run_staff_fuzz("random", 1, 3, 1, 1, tmp_path, out) == 0
    assert "3 games" in out.getvalue()
    assert "nothing raised" in out.getvalue()
    assert "starts: battle 1, dealt 2" in out.getvalue()
    assert list(tmp_path.iterdir()) == []
