"""Who looks: the scene of a view, and of everything, for a referee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from napoleon.pictures.campaign import Scene, draw_scene
from napoleon.pictures.field import Field, has_field
from napoleon.rules.knowledge.view import BattleView, Blocks, FieldBlock, GroundView, OwnUnit, View
from napoleon.rules.words.prose import turn_title

_EYES: Final = {
    "french": "as the French see it",
    "allied": "as the Allies see it",
    "anglo-dutch": "as the Anglo-Dutch see it",
    "prussian": "as the Prussians see it",
    None: "as a spectator sees it",
}
_REFEREE: Final = "as the referee sees it"


def draw_view(view: View, width: int) -> str:
    """Return the picture of a view, on the board that is laid. Raises ValueError for a width."""
    is_over = bool(view.truth)
    units = view.truth if is_over else view.units
    is_french = view.seat in (None, "french")
    fields = [_field(view, battle, is_french) for battle in view.battles if has_field(battle)]
    blocks = [] if is_over else view.blocks
    scene = _scene(view, _EYES[view.seat], units, blocks, fields)
    return draw_scene(scene._replace(waiting=_waiting(view)), width)


def draw_truth(views: Sequence[View], units: Sequence[OwnUnit], width: int) -> str:
    """Return the picture of everything, on the board that is laid.

    `views` are those of all seats, the French first; `units` every unit on the map.
    """
    french = views[0]
    fields = []
    for at, battle in enumerate(french.battles):
        if has_field(battle):
            fields.append(_whole_field(battle, [view.battles[at] for view in views[1:]], units))
    waiting = {unit.id: unit for view in views for unit in _waiting(view)}
    scene = _scene(french, _REFEREE, units, [], fields)
    return draw_scene(scene._replace(waiting=list(waiting.values())), width)


def _waiting(view: View) -> list[OwnUnit]:
    """The units of a view that are not on the map yet."""
    return [unit for unit in view.units if unit.town is None]


def _scene(
    view: View, eyes: str, units: Sequence[OwnUnit], blocks: Sequence[Blocks], fields: list[Field]
) -> Scene:
    title = turn_title(view.turn)
    if view.result is not None:
        title = f"{'The French' if view.result['winner'] == 'french' else 'The Allies'} have won"
    losses = {army: len(lost) for army, lost in view.losses.items()}
    return Scene(title, eyes, view.is_night, losses, units, blocks, fields, [])


def _face(unit: OwnUnit, area: str) -> FieldBlock:
    block = FieldBlock(unit.army, area, 1)
    block.unit, block.strength, block.marks = unit.id, unit.strength, unit.marks
    return block


def _field(view: View, battle: BattleView, is_french: bool) -> Field:
    own, enemy = battle.own[:], battle.enemy[:]
    if battle.status == "setting-up":
        # Not yet drawn up: faces that are known, and as many backs.
        here = {block.unit for block in own}
        waiting = [unit for unit in view.units if unit.town == battle.town]
        own += [_face(unit, "tray") for unit in waiting if unit.id not in here]
        for blocks in view.blocks:
            if blocks.town != battle.town:
                continue
            is_own = (blocks.army == "french") == is_french
            drawn_up = sum(
                block.count
                for block in (battle.own if is_own else battle.enemy)
                if block.army == blocks.army
            )
            if blocks.count > drawn_up:
                area = "tray" if is_own else "enemy-tray"
                left = FieldBlock(blocks.army, area, blocks.count - drawn_up)
                (own if is_own else enemy).append(left)
    return Field(battle, own, enemy, battle.terrain, view.seat is not None, is_french)


def _turned(area: str) -> str:
    """The same area as the other side names it."""
    return area.removeprefix("enemy-") if area.startswith("enemy-") else f"enemy-{area}"


def _whole_field(
    battle: BattleView, others: Sequence[BattleView], units: Sequence[OwnUnit]
) -> Field:
    """A battlefield with all units, the French below."""
    own = [block for block in battle.own if block.unit is not None]
    enemy = {}
    for other in others:
        for block in other.own:
            if block.unit is not None:
                turned = FieldBlock(block.army, _turned(block.area), 1)
                turned.unit, turned.strength, turned.marks = block.unit, block.strength, block.marks
                enemy[block.unit] = turned
    if battle.status == "setting-up":
        here = {block.unit for block in own} | set(enemy)
        for unit in units:
            if unit.town == battle.town and unit.id not in here:
                if unit.army == "french":
                    own.append(_face(unit, "tray"))
                else:
                    enemy[unit.id] = _face(unit, "enemy-tray")
    holders = {
        _turned(ground.area): ground.holder
        for other in others
        for ground in other.terrain
        if ground.holder is not None
    }
    terrain = [
        GroundView(ground.area, ground.kind, ground.holder or holders.get(ground.area))
        for ground in battle.terrain
    ]
    return Field(battle, own, list(enemy.values()), terrain, False, True)
