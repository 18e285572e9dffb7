"""Diagrams as positions of the game: set up, and told in words for whoever cannot see them."""

from __future__ import annotations

from typing import Final

from napoleon.manual.reading import Diagram
from napoleon.rules import Dice, Game, OwnUnit
from napoleon.rules.board.towns import find_town
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.rules.words.language import ENGLISH, N_, Language

# A place and who is there; what joins the names of a list is the same in all our languages.
_PLACE: Final = N_("{place}: {units}")
_UNIT: Final = N_("{name}, strength {n}")
_TERRAIN: Final = {"woods": "woods", "farm": "a farm", "stream": "a stream", "hill": "a hill"}


def set_up(diagram: Diagram, dice: Dice | None = None) -> Game:
    """The game at the position of a diagram."""
    return Game.from_position(diagram.position, dice)


def viewer_of(diagram: Diagram, game: Game) -> str:
    """The seat from whose side a diagram is drawn."""
    return diagram.view or diagram.attempt or str(game.seats[0])


def field_of(game: Game, viewer: str) -> str | None:
    """The town of the battlefield that is to be drawn; None: the map."""
    battles = game.view(viewer).battles
    return battles[0].town if battles else None


def tell_position(diagram: Diagram, language: Language = ENGLISH) -> list[str]:
    """Who stands where, a line for each town and each area of a battlefield."""
    game = set_up(diagram)
    viewer = viewer_of(diagram, game)
    places: dict[str, list[str]] = {}
    for battle in game.view(viewer).battles:
        for ground in battle.terrain:
            terrain = language.say(_TERRAIN[ground.kind])
            places.setdefault(_area(viewer, ground.area, language), []).append(terrain)
    for unit in game.truth.units():
        name = language.unit(UNIT_BY_ID[unit.id])
        said = language.say(_UNIT).format(name=name, n=unit.strength)
        places.setdefault(_place(unit, language), []).append(said)
    return [
        language.say(_PLACE).format(place=place, units="; ".join(units))
        for place, units in places.items()
    ]


def _place(unit: OwnUnit, language: Language) -> str:
    if unit.area is not None:
        return _area(unit.army, unit.area, language)
    return language.town(find_town(unit.town)) if unit.town is not None else ""


def _area(whose: str, area: str, language: Language) -> str:
    """An area by the name that a seat or army gives it, as everybody calls it."""
    name = area.removeprefix("enemy-")
    is_french = (whose == "french") == (name == area)
    return language.say(f"the {'French' if is_french else 'Allied'} {name}")  # of words/prose.py
