"""`print(game)` and `print(view)`: a board that can be read, and tells no secrets."""

from __future__ import annotations

import random
import re

from napoleon.lab.random_play import new_random_game, warlike
from napoleon.rules import Action, Game, SeededDice

FIGHT = (
    "turn 5; battle charleroi; french left: FR-2-I1/2; french centre: FR-1-I1; "
    "french right: FR-3-I1; allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-C; "
    "allied reserve: PR-B; terrain allied left farm; origins laneffe; wavre: PR-3-I1; "
    "beaumont: FR-N; aim french ligny until 5"
)
UNIT = re.compile(r"\b(?:FR|AD|PR)-[A-Z0-9-]+")


def test_a_new_game_as_a_board() -> None:
    lines = str(Game.new(dice=SeededDice(1))).split("\n")
    assert lines[:2] == ["Turn 1, 1815-06-15: french turn", "french to act: march"]
    assert "charleroi         prussian PR-1-I1/4, PR-1-I2/4, PR-1-C/2, PR-1-HA/2" in lines


def test_the_referee_sees_every_unit_and_a_seat_its_own() -> None:
    game = Game.from_position(FIGHT)
    for line in (
        "french attack charleroi from laneffe: fighting",
        "  enemy-reserve   prussian PR-B/1",
        "  enemy-left      [farm]; prussian PR-1-I1/4",
        "  left            french FR-2-I1/2",
        "wavre             prussian PR-3-I1/4",
    ):
        assert line in str(game)
    french = str(game.view("french"))
    assert french.startswith("Turn 5, 1815-06-16: french turn, as french sees it\n")
    for line in ("  enemy-reserve   prussian x1", "wavre             prussian x1"):
        assert line in french
    assert set(UNIT.findall(str(game))) == {unit.id for unit in game.truth.units()}
    assert "PR-B" not in french and "PR-3-I1" not in french
    assert "beaumont          french x1" in str(game.view("allied"))


def test_an_ended_game_says_who_won() -> None:
    game = Game.from_position(FIGHT)
    game.resign("french")
    for text in (str(game), str(game.view("allied"))):
        assert "allied won (rule " in text
    # Each side of the field as its player sees it, with all units once the game is over
    assert "  left            [farm]; prussian PR-1-I1/4" in str(game.view("allied"))
    assert "  enemy-left      french FR-2-I1/2" in str(game.view("allied"))


def test_boards_fit_a_screen_and_tell_no_secrets() -> None:
    """At most 60 lines of 100 columns; a seat reads no name that is not in its view."""
    longest = 0
    for seed in range(6):
        game = new_random_game(seed)
        luck = random.Random(seed)
        while game.to_act:
            seat = luck.choice(game.to_act)
            game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))
            if luck.random() < 0.9:
                continue
            texts = [str(game)]
            for viewer in (*game.seats, None):
                view = game.view(viewer)
                texts.append(str(view))
                assert set(UNIT.findall(str(view))) <= set(UNIT.findall(str(view.as_dict())))
            for text in texts:
                lines = text.split("\n")
                longest = max(longest, len(lines))
                assert len(lines) <= 60
                assert max(map(len, lines)) <= 100
    assert longest > 20
