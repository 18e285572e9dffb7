"""The phases of the game, a chapter of the rulebook a module.

campaign (2) runs a turn; setup (4); handicap (4) for even games; movement (5); engagements (6.1)
orders the fights; skirmish (6.6); deployment (6.2); battle (6.3, 6.7) with morale (6.3.1),
manoeuvre (6.3.2, 6.5), fire (6.3.3), losses (6.4) and sight (6.2.4); retreat (7); supply (9);
victory (10).

Each describes itself (phase.py). A new one is a module and its line in the list below.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules.phases import (
    battle,
    campaign,
    deployment,
    engagements,
    handicap,
    losses,
    morale,
    movement,
    retreat,
    setup,
    skirmish,
    supply,
)
from napoleon.rules.phases.phase import PhaseKind, Stage

# By their names in positions, and the words of their stages
PHASES: Final[dict[str, PhaseKind]] = {}
STAGES: Final[dict[str, Stage]] = {}


def register(kind: PhaseKind) -> None:
    """Make a kind of phase known to positions, views, sketches and prompts."""
    PHASES[kind.name] = kind
    for stage in kind.stages:
        STAGES[stage.word] = stage


for _kind in (
    campaign.KIND,
    setup.KIND,
    movement.KIND,
    engagements.KIND,
    skirmish.KIND,
    deployment.KIND,
    battle.KIND,
    morale.KIND,
    losses.KIND,
    retreat.FLIGHT,
    retreat.REGROUPING,
    supply.KIND,
    handicap.KIND,
):
    register(_kind)
