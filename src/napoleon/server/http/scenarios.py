"""The scenarios that can be begun here: single battles and short campaigns."""

from __future__ import annotations

import functools

from napoleon.rules import Game
from napoleon.scenarios.reading import Scenario
from napoleon.server import texts
from napoleon.server.http.messages import ScenarioInfo
from napoleon.server.live.host import Host


@functools.cache
def _aim(position: str, lang: str) -> str:
    """What decides a game that begins so, in one sentence."""
    view = Game.from_position(position).view(None)
    assert view.aim is not None, "a scenario has an aim"
    return texts.tell_aim(view.aim, view.turn, lang)


def describe(scenario: Scenario, lang: str) -> ScenarioInfo:
    """A scenario in a language."""
    words = scenario.text(lang)
    return ScenarioInfo(
        id=scenario.id,
        minutes=scenario.minutes,
        players=list(scenario.players),
        title=words.title,
        when=words.when,
        summary=words.summary,
        aim=_aim(scenario.position, lang),
        history=words.history,
        sources=words.sources,
    )


def list_scenarios(hall: Host, lang: str) -> list[ScenarioInfo]:
    """What can be played besides the whole campaign."""
    chosen = texts.choose_language(lang)
    return [describe(scenario, chosen) for scenario in hall.scenarios.values()]
