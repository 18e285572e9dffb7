"""Small ways of playing that many rule tests share."""

from __future__ import annotations

from napoleon.rules import Game
from napoleon.rules.notation.writing import format_position
from napoleon.rules.words.prompts import prompt
from napoleon.rules.words.prose import tell


def all_that_is_told(game: Game, seats: list[str | None]) -> list[object]:
    """Everything that reaches these seats (None: a spectator): views, events, prompts, refusals,
    and the sketches from which opponents think; and what any table shows of the game's course."""
    told: list[object] = [game.turn, game.to_act, game.stage, game.town, len(game.moves)]
    for seat in seats:
        view = game.view(seat)
        told += [view.as_dict(), prompt(view), [e.as_dict() for e in game.events_for(seat)]]
        told += [tell(event) for event in game.events_for(seat)]
        if seat is not None:
            told += [str(game.why_not(seat, "end")), [str(action) for action in game.legal(seat)]]
            sketch = game.sketch(seat)
            told += [format_position(sketch.state), sketch.dealt]
    return told


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
