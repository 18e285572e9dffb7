"""Small ways of playing that many rule tests share."""

from __future__ import annotations

from napoleon.rules import Game


def rule_against(game: Game, seat: str, action: str) -> str | None:
    """The section that forbids an action, or None where it is legal."""
    reason = game.why_not(seat, action)
    return None if reason is None else reason.rule


def deploy(game: Game, seat: str, plan: str) -> None:
    """Deploy by a plan such as "FR-2-I1 left, FR-2-I2 centre", and finish.

    A unit that can only go to one area is deployed by the engine: the plan must then say the same.
    """
    for step in plan.split(", "):
        unit, area = step.split()
        if game.area(unit) is None:
            game.play(seat, f"deploy {unit} {area}")
        assert game.area(unit) == area
    game.play(seat, "end")
