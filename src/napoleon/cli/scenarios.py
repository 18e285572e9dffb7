"""The command line's scenarios: by name, or from a file of one's own (docs/scenarios.md)."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from napoleon.scenarios import CAMPAIGNS, SHIPPED

if TYPE_CHECKING:
    from napoleon.rules import Dice, Game, Options
    from napoleon.scenarios.reading import Scenario


def add_scenario(parser: argparse.ArgumentParser) -> None:
    """The option that says what is played."""
    parser.add_argument(
        "--scenario",
        type=_scenario,
        metavar="NAME|FILE",
        help=f"what is played: {', '.join([*CAMPAIGNS, *SHIPPED])}, or a file of your own "
        "(historical)",
    )


def _scenario(text: str) -> str | Scenario:
    """The whole campaign by the name of its set-up, or a scenario."""
    if text in CAMPAIGNS:
        return text
    from napoleon.scenarios.library import find
    from napoleon.scenarios.reading import ScenarioError

    try:
        return find(text)
    except ScenarioError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def begin(chosen: str | Scenario | None, options: Options, dice: Dice) -> Game:
    """A new game of what was chosen."""
    from napoleon.rules import Game, RuleError
    from napoleon.rules.board.tables import LAID

    try:
        if chosen is None or isinstance(chosen, str):
            return Game.new(chosen or "historical", options, dice)
        if chosen.id in SHIPPED:
            return Game.new(chosen.id, options, dice)
        return Game.from_position(chosen.start(options, LAID.default), dice)
    except RuleError as error:
        from napoleon.text import FileError

        raise FileError(error.message) from error


def page_of(chosen: str | Scenario | None) -> str:
    """The page with which the browser begins: the form for what was chosen."""
    if chosen is None:
        return "/"
    return f"/new?scenario={chosen if isinstance(chosen, str) else chosen.id}"


def own_scenarios(chosen: str | Scenario | None) -> list[Scenario]:
    """What is offered besides ours."""
    if chosen is None or isinstance(chosen, str) or chosen.id in SHIPPED:
        return []
    return [chosen]
