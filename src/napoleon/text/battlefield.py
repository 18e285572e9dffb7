"""A battlefield as text: the seat's own side at the bottom, the enemy facing it.

My left faces the enemy's right, so the columns are left, centre and right from below, and
enemy-right, enemy-centre and enemy-left from above.
"""

from __future__ import annotations

from typing import Final

from napoleon.rules import BattleView, FieldBlock, GroundView
from napoleon.rules.board.towns import TOWNS, find_town
from napoleon.rules.board.units import UNIT_BY_ID, UNITS
from napoleon.text.console import fold

COLUMN: Final = 31  # inside an area
_INSIDE: Final = 3 * COLUMN + 2
_COLUMNS: Final = ("left", "centre", "right")
FACING: Final = {"left": "enemy-right", "centre": "enemy-centre", "right": "enemy-left"}
# The same area as the other side names it.
_TURNED: Final = {
    name: name.removeprefix("enemy-") if name.startswith("enemy-") else f"enemy-{name}"
    for name in ("reserve", *_COLUMNS, "enemy-reserve", *FACING.values())
}
_ARMY_ADJECTIVES: Final = {
    "french": "French",
    "anglo-dutch": "Anglo-Dutch",
    "prussian": "Prussian",
}
# Marks that matter to a player who looks at the field, and the words for them.
_MARKS: Final = {
    "square": "square",
    "shock": "shock",
    "fired": "fired",
    "moved": "moved",
    "moved2": "moved",
    "done": "acted",
    "silent": "silent",
}


def format_block(block: FieldBlock) -> str:
    """``FR-2-I1 4F2 fired`` for a unit in view, else ``2 Prussian blocks``."""
    if block.unit is None:
        noun = "block" if block.count == 1 else "blocks"
        return f"{block.count} {_ARMY_ADJECTIVES[block.army]} {noun}"
    card = UNITS[UNIT_BY_ID[block.unit]]
    words = [f"{block.unit} {block.strength}F{card.firepower}"]
    words += dict.fromkeys(_MARKS[mark] for mark in block.marks if mark in _MARKS)
    words += [f"in {mark[3:]}" for mark in block.marks if mark.startswith("in:")]
    return " ".join(words)


class _Field:
    """The pieces of a drawing: who stands where, and on what ground."""

    def __init__(
        self,
        own: list[FieldBlock],
        enemy: list[FieldBlock],
        terrain: list[GroundView],
        is_seat: bool,
    ) -> None:
        self.own = own
        self.enemy = enemy
        self.is_seat = is_seat  # whoever only watches has no enemy
        self.ground = {ground.area: ground for ground in terrain}

    def name(self, area: str) -> str:
        """As players type it; for the others by side."""
        if self.is_seat:
            return area.upper()
        name = area.removeprefix("enemy-")
        return f"{'FRENCH' if name == area else 'ALLIED'} {name.upper()}"

    def title(self, area: str) -> str:
        ground = self.ground.get(area)
        if ground is None or ground.kind == "stream":
            return self.name(area)
        holder = f": {ground.holder}" if ground.holder is not None else ""
        return f"{self.name(area)} ({ground.kind}{holder})"

    def lines(self, area: str) -> list[str]:
        """Who stands in an area; whoever has come over to the other half has a ``>``."""
        is_own_half = not area.startswith("enemy-")
        home, guests = (self.own, self.enemy) if is_own_half else (self.enemy, self.own)
        lines = [format_block(block) for block in home if block.area == area]
        lines += [f"> {format_block(block)}" for block in guests if block.area == area]
        return [self.title(area), *lines]

    def reserve(self, area: str, blocks: list[FieldBlock]) -> list[str]:
        there = [format_block(block) for block in blocks if block.area == area]
        text = f"{self.name(area)}: {', '.join(there) or '-'}"
        return [f"|{line:{_INSIDE}}|" for line in fold(text, _INSIDE)]

    def row(self, areas: list[str]) -> list[str]:
        cells = [self.lines(area) for area in areas]
        height = max(3, *[len(cell) for cell in cells])
        rows = []
        for at in range(height):
            parts = [(cell[at] if at < len(cell) else "")[:COLUMN] for cell in cells]
            rows.append("|" + "|".join(f"{part:{COLUMN}}" for part in parts) + "|")
        return rows

    def middle(self) -> str:
        """The line between the two sides, with the streams."""
        parts = []
        for name in _COLUMNS:
            grounds = [self.ground.get(name), self.ground.get(FACING[name])]
            is_stream = any(ground is not None and ground.kind == "stream" for ground in grounds)
            parts.append(" stream ".center(COLUMN, "~") if is_stream else "-" * COLUMN)
        return "+" + "+".join(parts) + "+"

    def draw(self) -> list[str]:
        edge = "+" + "-" * _INSIDE + "+"
        line = "+" + "+".join(["-" * COLUMN] * 3) + "+"
        return [
            edge,
            *self.reserve("enemy-reserve", self.enemy),
            line,
            *self.row([FACING[name] for name in _COLUMNS]),
            self.middle(),
            *self.row(list(_COLUMNS)),
            line,
            *self.reserve("reserve", self.own),
            edge,
        ]


def _headline(battle: BattleView) -> str:
    town = TOWNS[find_town(battle.town)].names["en"]
    attack = "the French attack" if battle.attacker == "french" else "the Allies attack"
    stage = f"round {battle.round}" if battle.status == "fighting" else "being set up"
    return f"Battle of {town}, {attack}, {stage}"


def draw_battle(battle: BattleView, is_seat: bool = True) -> list[str]:
    """A battle as a seat, or a spectator, may see it."""
    return [_headline(battle), *_Field(battle.own, battle.enemy, battle.terrain, is_seat).draw()]


def draw_whole_battle(french: BattleView, allied: BattleView) -> list[str]:
    """A battle as a referee sees it, from the French side: what each side sees of its own."""
    enemy = []
    for block in allied.own:
        turned = FieldBlock(block.army, _TURNED[block.area], block.count)
        turned.unit, turned.strength, turned.marks = block.unit, block.strength, block.marks
        enemy.append(turned)
    terrain = []
    for ground in french.terrain:
        holders = [other.holder for other in allied.terrain if _TURNED[other.area] == ground.area]
        holder = ground.holder or (holders[0] if holders else None)
        terrain.append(GroundView(ground.area, ground.kind, holder))
    return [_headline(french), *_Field(french.own, enemy, terrain, False).draw()]
