"""Who is in view on a battlefield (rule 6.2.4)."""

from __future__ import annotations

from napoleon.rules.board.units import members
from napoleon.rules.engine.fight import WOODS, Fight, field_area
from napoleon.rules.engine.state import State


def update_sight(state: State, fight: Fight) -> None:
    """Show who has come into view, and hide who has gone into reserve or woods.

    Units in the open are in view, with the option of 6.2.4 only once they have fired or been
    engaged; units in woods while they are engaged; units in reserve never.
    """
    shown = 0
    for area in range(1, 7):
        units = fight.areas[area]
        if not units:
            continue
        if fight.is_contested(area):
            shown |= units
        elif fight.terrain[area] != WOODS:
            shown |= units & fight.shown if state.is_hidden else units
    fresh = shown & ~fight.shown
    fight.shown = shown
    for unit in members(fresh):
        state.show(unit, field_area(fight.attacker, fight.area_of(unit)))
