"""`scenarios()`, and games that begin from one by its id."""

from __future__ import annotations

import subprocess
import sys

import pytest

from napoleon.rules import Game, Options, RuleError, SeededDice, scenarios
from napoleon.scenarios import CAMPAIGNS, SHIPPED
from napoleon.scenarios.library import shipped


def test_every_scenario_that_is_listed_can_begin() -> None:
    for name in scenarios():
        game = Game.new(name, dice=SeededDice(1))
        assert game.to_act
        assert Game.replay(game.record()).view(None) == game.view(None)
    assert Game.new("ligny").view(None).aim == Game.new("ligny").copy().view(None).aim
    assert Game.new("ligny").turn == 5


def test_names_and_titles() -> None:
    """The names that the command line lists without the rules are those of the rules."""
    titles = scenarios()
    assert tuple(titles) == (*CAMPAIGNS, *SHIPPED)
    assert titles["ligny"] == "Ligny" == shipped()["ligny"].text("en").title
    assert "historical" in titles["historical"]


def test_the_rules_alone_know_them() -> None:
    code = (
        "import sys, napoleon.rules as rules\n"
        "assert rules.Game.new('wavre').view(None).aim is not None\n"
        "assert list(rules.scenarios())[3] == 'ligny'\n"
        "print([name for name in sys.modules if name.startswith('napoleon.scenarios')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("[]\n", "")


def test_options_hold_in_a_scenario() -> None:
    game = Game.new("waterloo", Options(2, "hidden", 1), SeededDice(1))
    assert game.options == Options(2, "hidden", 1)


def test_two_armies_are_not_for_three_players() -> None:
    with pytest.raises(RuleError, match="ligny is for two players") as caught:
        Game.new("ligny", Options(3))
    assert caught.value.rule == "11"


def test_a_name_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleError, match="historical, free, quatre-bras, ligny"):
        Game.new("austerlitz")
