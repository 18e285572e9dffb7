"""Properties over random play: what `napoleon fuzz` checks for longer, on fixed seeds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napoleon.lab import fuzz
from napoleon.lab.fuzz import FuzzFailure, fuzz_game, fuzz_start, write_failure
from napoleon.lab.properties import PropertyBroken, check_offers, check_secrets, check_state
from napoleon.lab.random_play import new_random_game, play_out, uniform, warlike
from napoleon.lab.shuffle import shuffle_hidden
from napoleon.rules import Action, Game, Seat, SeededDice
from napoleon.rules.board.units import UNIT_IDS, members
from napoleon.rules.knowledge.sketch import known_units


@pytest.mark.once
@pytest.mark.parametrize("seed", range(24))
def test_random_games_keep_every_property(seed: int) -> None:
    """Both scenarios, two and three players, both visibilities, and battles dealt at random."""
    game, decisions = fuzz_game(seed, share=0.08)
    assert decisions > 0
    assert seed % 3 == 0 or game.result is not None


@settings(max_examples=15)
@given(st.integers(min_value=0, max_value=2**96))
def test_any_seed_gives_a_sound_game(seed: int) -> None:
    """Whatever the seed, nothing breaks."""
    fuzz_game(seed, share=0.02)


@pytest.mark.parametrize("seed", range(30))
def test_plain_random_games_end(seed: int) -> None:
    """Games by chance end within the limit of decisions."""
    game = new_random_game(seed)
    play_out(game, uniform, random.Random(seed))
    assert game.result is not None


def test_the_shuffle_changes_what_is_hidden_and_nothing_else() -> None:
    """The test of tests: identities and strengths change, the seat's own units do not."""
    game = Game.new("historical", dice=SeededDice(1))
    twin = shuffle_hidden(game.state, 1, random.Random(1))
    moved = [unit for unit in range(len(UNIT_IDS)) if twin.where[unit] != game.state.where[unit]]
    assert len(moved) > 15
    assert all(UNIT_IDS[unit][:2] in ("AD", "PR") for unit in moved)
    assert members(known_units(game.state, 1)) == list(range(24))


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that names an enemy unit does not pass the check."""
    game = Game.new("historical", dice=SeededDice(1))
    honest = Game.view

    def leaking(self: Game, army: str | None) -> object:
        view = honest(self, army)
        view.defeated = [str(self.state.where[30])]
        return view

    monkeypatch.setattr("napoleon.lab.properties._view_of", leaking)
    with pytest.raises(PropertyBroken, match="knows too much"):
        for seed in range(5):
            check_secrets(game, random.Random(seed))


def test_a_broken_state_would_be_found() -> None:
    """A unit that stands in two towns does not pass the check."""
    game = Game.new("historical", dice=SeededDice(1))
    game.state.at[0] |= 1 << 30
    with pytest.raises(PropertyBroken, match="two towns"):
        check_state(game)


def test_a_wrong_offer_would_be_found() -> None:
    """An action that is offered against the rules does not pass the check."""
    game = Game.new("historical", dice=SeededDice(1))
    codes = game.legal("french").codes
    game._offers[Seat.FRENCH.armies] = (*codes, Action.parse("march FR-N liege").code)
    with pytest.raises(PropertyBroken, match="refused"):
        for seed in range(300):
            check_offers(game, random.Random(seed))


def test_a_failing_game_is_kept_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is a record that can be replayed, with what went wrong as remarks."""

    def fail(game: Game) -> None:
        if len(game.moves) > 20:
            raise PropertyBroken("for the test")

    monkeypatch.setattr(fuzz, "check_state", fail)
    with pytest.raises(FuzzFailure) as caught:
        fuzz_game(1)
    path = write_failure(caught.value, tmp_path)
    text = path.read_text(encoding="utf-8")
    assert "for the test" in text
    assert len(Game.replay(text).moves) == 21


def test_the_warlike_player_gets_into_battles() -> None:
    """Uniform play hardly ever fights a battle; the fuzzer needs a player who does."""
    battles = 0
    for seed in range(10):
        game = new_random_game(seed)
        play_out(game, warlike, random.Random(seed))
        battles += sum(event.kind == "battle-began" for event in game.events)
    assert battles >= 5


def test_each_third_seed_is_a_battle() -> None:
    """The battles are in progress, with both sides on the field."""
    game = fuzz_start(3)
    assert game.view(None).battles
