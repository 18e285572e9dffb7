"""Diagrams as positions of the game: set up, and told in words for whoever cannot see them."""

from __future__ import annotations

from typing import Final, NamedTuple

from napoleon.manual.reading import Diagram
from napoleon.rules import Action, Dice, Game, OwnUnit, ScriptedDice
from napoleon.rules.board.towns import find_town
from napoleon.rules.board.units import ARMY_NAMES, ARMY_OF, UNIT_BY_ID
from napoleon.rules.words.language import ENGLISH, N_, Language

# A place and who is there; what joins the names of a list is the same in all our languages.
_PLACE: Final = N_("{place}: {units}")
_UNIT: Final = N_("{name}, strength {n}")
_MARCHES: Final = ("march", "force")
_TERRAIN: Final = {"woods": "woods", "farm": "a farm", "stream": "a stream", "hill": "a hill"}


class Arrow(NamedTuple):
    """A march that a diagram speaks of: `kind` is march, force, or refused."""

    start: str
    to: str
    army: str
    kind: str


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


def arrows_of(diagram: Diagram) -> list[Arrow]:
    """The marches that it says can be made and cannot, each road once, for the map."""
    game = set_up(diagram, ScriptedDice(diagram.dice) if diagram.dice else None)
    found: list[Arrow] = []

    def draw(text: str, kind: str = "") -> None:
        action = Action.parse(text)
        start = game.truth.where(action.unit) if action.unit is not None else None
        if action.verb not in _MARCHES or start is None or action.town is None:
            return
        army = ARMY_NAMES[ARMY_OF[UNIT_BY_ID[str(action.unit)]]]
        found.append(Arrow(start, action.town, army, kind or action.verb))

    for text in diagram.after:
        draw(text)
        game.play(diagram.attempt, text)
    for text in diagram.can:
        draw(text)
    for text in diagram.cannot:
        draw(text, "refused")
    return list(dict.fromkeys(found))


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
