"""What a block counts whatever its strength, asked of battles that are kept."""

from pathlib import Path

import pytest

from napoleon.ai.campaign.quick import GRAVE, attack_chance
from napoleon.lab.harvest import battle_lines, read_lines
from napoleon.lab.hollow import HOLLOWS, SHARES, ask, read_battles
from napoleon.lab.sparring import Task, spar
from napoleon.lab.states import state_of
from napoleon.rules.engine.fight import Fight

# The first 1,500 battles of data/training/sparring/round-61-battles.xz.
KEPT = Path(__file__).parent / "data" / "battles.xz"


def test_a_force_is_what_planning_takes_it_for() -> None:
    """The same numbers as of a fight in a moment, so that its constants can be fitted by them."""
    game = spar(Task(8, is_worn=True))
    rows = read_battles(battle_lines(game), GRAVE.hollow)
    assert len(rows) == len(game.battles) >= 2
    for battle, row in zip(game.battles, rows, strict=True):
        state = state_of(battle.where[:], battle.strength[:], battle.turn)
        said = attack_chance(state, Fight(battle.town, battle.attacker), GRAVE)
        attack = row.attack + GRAVE.reinforce * row.friends
        defence = row.defence + GRAVE.reinforce * row.others
        odds = said / (1.0 - said)
        scale = 2.718281828459045**GRAVE.home
        assert odds == pytest.approx(scale * (attack / defence) ** GRAVE.slope)
        assert row.won == battle.won


def test_battles_say_that_a_block_counts_little() -> None:
    lines = read_lines(KEPT)
    answers = list(ask(lines))
    assert len(answers) == len(HOLLOWS) * len(SHARES)
    best = min(answers, key=lambda answer: answer.fit.loss)
    assert best.hollow >= 0.6
    assert best.fit.reinforce <= 0.25
