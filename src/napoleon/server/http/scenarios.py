"""The scenarios that can be begun here: single battles and short campaigns."""

from __future__ import annotations

import functools
from typing import Annotated

from litestar import get
from litestar.params import Parameter

from napoleon.rules import Game
from napoleon.scenarios.reading import Scenario
from napoleon.server import texts
from napoleon.server.http.doorkeeper import Asked
from napoleon.server.http.messages import ScenarioInfo
from napoleon.server.live.hall import Hall


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


@get("/api/scenarios")
async def list_scenarios(
    request: Asked, lang: Annotated[str, Parameter(max_length=20)] = "en"
) -> list[ScenarioInfo]:
    """What can be played besides the whole campaign."""
    hall: Hall = request.app.state.hall
    chosen = texts.choose_language(lang)
    return [describe(scenario, chosen) for scenario in hall.scenarios.values()]
