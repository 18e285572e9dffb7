"""A battlefield: two fronts that face each other, the viewer's side at the bottom.

The ground is the client's; where everything stands is not. A picture has no window to fit into, so
all blocks have one size and each area is as high as what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from napoleon.pictures.blocks import draw_back, draw_face, draw_number
from napoleon.pictures.geometry import Rect, fixed, number
from napoleon.pictures.ground import (
    clash_mark,
    draw_rect,
    draw_text,
    facing_mark,
    farm,
    hill,
    parcels,
    seeded,
    stream,
    woods,
)
from napoleon.pictures.look import COLOURS, ICONS, measure
from napoleon.rules.board.towns import TOWNS, find_town
from napoleon.rules.knowledge.view import BattleView, FieldBlock, GroundView, OwnUnit
from napoleon.rules.phases.manoeuvre import STREAM_LIMIT

WIDTH: Final = 1100  # of a field, in units of its own
SIZE: Final = 58  # of a block
GAP: Final = 10
SLOT: Final = 1.7  # a farm or hill takes so many blocks' width
_MARGIN: Final = 24
_MIDDLE: Final = 34
_TITLE: Final = 22
_HEAD: Final = 64
_COLUMNS: Final = ("left", "centre", "right")
FACING: Final = {"left": "enemy-right", "centre": "enemy-centre", "right": "enemy-left"}
_SPENT: Final = frozenset(("moved", "moved2", "fired", "done"))
_BADGES: Final = ("shock", "fired", "moved", "done", "disengaged", "silent", "canister")
_TITLES: Final = {
    "left": "Left",
    "centre": "Centre",
    "right": "Right",
    "reserve": "Reserve",
    "enemy-left": "Their left",
    "enemy-centre": "Their centre",
    "enemy-right": "Their right",
    "enemy-reserve": "Their reserve",
    "tray": "To deploy",
    "enemy-tray": "Not yet deployed",
}
_TERRAIN: Final = {"woods": "woods", "farm": "farm", "hill": "hill"}
_STAGES: Final = {"setting-up": "being set up"}


class Field(NamedTuple):
    """A fight as a picture shows it: both sides' blocks, areas named from the lower side.

    `is_seat`: a player looks, else areas are named by side. `is_french_below`: whose side is below.
    `waiting` are blocks that are not yet drawn up, in areas "tray" and "enemy-tray".
    """

    battle: BattleView
    own: Sequence[FieldBlock]
    enemy: Sequence[FieldBlock]
    terrain: Sequence[GroundView]
    is_seat: bool
    is_french_below: bool


class _Item(NamedTuple):
    """Something that takes room in an area, with its size in blocks."""

    width: float
    height: float
    block: FieldBlock | None
    slot: GroundView | None = None
    guest: FieldBlock | None = None


class _Row(NamedTuple):
    """Things side by side."""

    items: list[_Item]
    width: float
    height: float


def has_field(battle: BattleView) -> bool:
    """Return whether there is a battlefield to draw: not before it is set up, nor in a skirmish."""
    return battle.status != "pending"


def draw_field(field: Field) -> tuple[str, float]:
    """Return the markup of a battlefield and its height, in units of `WIDTH` across."""
    drawing = _Drawing(field)
    return drawing.draw()


def draw_waiting(units: Sequence[OwnUnit]) -> tuple[str, float]:
    """Return units that are not on the map yet, in a tray, and its height, as `draw_field`."""
    columns = (WIDTH - 2 * _MARGIN - 2 * GAP) // (SIZE + GAP)
    rows = (len(units) + columns - 1) // columns
    height = _HEAD + rows * (SIZE + GAP) + _MARGIN
    box = Rect(_MARGIN, _HEAD - 12, WIDTH - 2 * _MARGIN, height - _HEAD - _MARGIN + 22)
    drawn = ""
    for at, unit in enumerate(units):
        x = _MARGIN + GAP + 4 + (at % columns) * (SIZE + GAP)
        y = _HEAD + (at // columns) * (SIZE + GAP)
        face = draw_face(unit.id, unit.strength, SIZE)
        drawn += f'<g data-army="{unit.army}" transform="translate({x} {y})">{face}</g>'
    paper = f'<rect width="{WIDTH}" height="{height}" class="picture-field"/>'
    title = draw_text(_MARGIN + 4, 38, "Still to be placed", "picture-battle")
    return f"{paper}{draw_rect(box, 'b-tray')}{title}{drawn}", height


class _Drawing:
    """A battlefield while it is drawn."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.under: list[str] = []
        self.over: list[str] = []
        self.blocks: list[str] = []
        self.column = (WIDTH - 2 * _MARGIN - 2 * GAP) / 3
        town = field.battle.town
        self.key = town

    def draw(self) -> tuple[str, float]:
        """Lay everything out from the top down."""
        y = float(_HEAD)
        self._head()
        for area in ("enemy-tray", "enemy-reserve"):
            y = self._strip(area, y)
        y = self._front([FACING[name] for name in _COLUMNS], y)
        self._middle(y)
        y = self._front(list(_COLUMNS), y + _MIDDLE)
        for area in ("reserve", "tray"):
            y = self._strip(area, y)
        height = y + _MARGIN - 6
        paper = f'<rect width="{WIDTH}" height="{number(height)}" class="picture-field"/>'
        return paper + "".join([*self.under, *self.over, *self.blocks]), height

    # --- words

    def _head(self) -> None:
        battle = self.field.battle
        town = TOWNS[find_town(battle.town)].names["en"]
        attack = "the French attack" if battle.attacker == "french" else "the Allies attack"
        stage = f"battle round {battle.round}" if battle.round else "drawn up"
        stage = _STAGES.get(battle.status, stage)
        words = [attack, stage]
        if battle.side is not None and battle.status not in _STAGES:
            words.append(f"{'French' if battle.side == 'french' else 'Allied'} turn")
        title = f"Battle of {town}"
        facts = " · ".join(words)
        self.over.append(
            draw_text(_MARGIN + 4, 42, title, "picture-battle")
            + draw_text(WIDTH - _MARGIN - 4, 42, facts, "picture-facts", ' text-anchor="end"')
        )

    def _title(self, area: str) -> str:
        title = _TITLES[area]
        if not self.field.is_seat:
            name = area.removeprefix("enemy-")
            is_french = (name == area) == self.field.is_french_below
            side = "French" if is_french else "Allied"
            title = f"{side} {name}" if name != "tray" else f"{side}, not yet deployed"
        ground = self._ground(area)
        if ground is not None and ground.kind in _TERRAIN:
            title += f" · {_TERRAIN[ground.kind]}"
        return title

    def _ground(self, area: str) -> GroundView | None:
        for ground in self.field.terrain:
            if ground.area == area:
                return ground
        return None

    def _side(self, area: str) -> str:
        is_below = not area.startswith("enemy-")
        return "french" if is_below == self.field.is_french_below else "allied"

    # --- areas

    def _items(self, area: str, blocks: Iterable[FieldBlock], is_home: bool) -> list[_Item]:
        """Blocks of one owner in an area, as things that stand side by side."""
        here = [block for block in blocks if block.area == area]
        ground = self._ground(area)
        slot = ground if ground is not None and ground.kind in ("farm", "hill") else None
        hosts = {block.unit for block in here if block.unit is not None}
        guests = {host: block for block in here if (host := _host(block)) in hosts}
        items: list[_Item] = []
        for block in here:
            if block.unit is not None and _host(block) in hosts:
                continue
            if slot is not None and block.unit is not None and slot.holder == block.unit:
                items.insert(0, _Item(SLOT, SLOT, block, slot))
                slot = None
            elif "square" in block.marks:
                guest = guests.get(block.unit) if block.unit is not None else None
                items.append(_Item(2.28 if guest else 1.22, 1.22, block, None, guest))
            else:
                items.append(_Item(1, 1, block))
        is_held = slot is not None and slot.holder is not None
        if slot is not None and is_home and not (is_held and self._stands(slot.holder, area)):
            items.insert(0, _Item(SLOT, SLOT, None, slot))
        return items

    def _stands(self, unit: str | None, area: str) -> bool:
        blocks = (*self.field.own, *self.field.enemy)
        return any(block.unit == unit and block.area == area for block in blocks)

    def _front(self, areas: list[str], y: float) -> float:
        """Draw three areas side by side; return where they end."""
        flows = []
        for area in areas:
            is_theirs = area.startswith("enemy-")
            width = self.column - 24
            theirs = _flow(self._items(area, self.field.enemy, is_theirs), width)
            own = _flow(self._items(area, self.field.own, not is_theirs), width)
            flows.append((theirs, own))
        most = max(
            _high(theirs) + _high(own) + (20 if theirs and own else 0) for theirs, own in flows
        )
        has_slot = any(
            item.slot
            for flows_of in flows
            for rows in flows_of
            for row in rows
            for item in row.items
        )
        height = max(most, SIZE * (2.4 if has_slot else 1.25)) + _TITLE + 28
        for at, (area, (theirs, own)) in enumerate(zip(areas, flows, strict=True)):
            box = Rect(_MARGIN + at * (self.column + GAP), y, self.column, height)
            is_theirs = area.startswith("enemy-")
            top = y + 14 + (_TITLE if is_theirs else 0)
            room = height - 28 - _TITLE
            spots: list[tuple[Rect, GroundView]] = []
            clash = None
            if theirs and own:
                spare = (room - _high(theirs) - _high(own) - 20) / 2
                self._set_down(theirs, box, top, _high(theirs) + spare, spots)
                low = top + _high(theirs) + spare + 20
                self._set_down(own, box, low, _high(own) + spare, spots)
                clash = low - 10
            else:
                self._set_down(theirs or own, box, top, room, spots)
            self._area(area, box, spots, clash)
        return y + height

    def _area(
        self, area: str, box: Rect, spots: list[tuple[Rect, GroundView]], clash: float | None
    ) -> None:
        is_theirs = area.startswith("enemy-")
        ground = self._ground(area)
        # An id says all of what it clips: pages may hold several pictures.
        clip = f"b-clip-{area}-{round(box.y)}-{round(box.height)}"
        inside = draw_rect(box, "b-area") + parcels(box, seeded(self.key + area))
        if ground is not None and ground.kind == "woods":
            inside += woods(box, seeded(area + self.key), SIZE, 20, is_theirs)
        for spot, slot in spots:
            if slot.kind == "hill":
                cx, cy = spot.x + spot.width / 2, spot.y + spot.height / 2
                inside += hill(cx, cy, spot.width * 0.46, spot.height * 0.42, seeded(f"hill{area}"))
            else:
                inside += farm(spot, seeded(f"farm{area}"))
        rim = Rect(box.x, box.y if is_theirs else box.y + box.height - 7, box.width, 7)
        side = f"b-of-{self._side(area)}"
        inside += draw_rect(rim, f"b-rim {side}", 0)
        self.under.append(
            f'<clipPath id="{clip}">{draw_rect(box, "")}</clipPath>'
            f'<g clip-path="url(#{clip})" data-area="{area}">{inside}</g>'
        )
        y = box.y + 17 if is_theirs else box.y + box.height - 9
        self.over.append(
            draw_rect(box, f"b-area-edge {side}")
            + draw_text(
                box.x + box.width / 2, y, self._title(area), "b-title", ' text-anchor="middle"'
            )
        )
        if clash is not None:
            self.over.append(clash_mark(box.x + box.width / 2, clash, box.width * 0.36))

    def _strip(self, area: str, y: float) -> float:
        """Draw a reserve or what is not yet drawn up; return where it ends."""
        is_theirs = area.startswith("enemy-")
        items = self._items(area, self.field.enemy if is_theirs else self.field.own, False)
        is_tray = area.endswith("tray")
        if is_tray and not items:
            return y
        rows = _flow(items, WIDTH - 2 * _MARGIN - 2 * 150)
        height = max(_high(rows), 20.0) + 16
        gap = 0 if is_theirs else 6
        box = Rect(_MARGIN, y + gap, WIDTH - 2 * _MARGIN, height)
        side = f"b-of-{self._side(area)}"
        self.under.append(draw_rect(box, "b-tray" if is_tray else "b-reserve"))
        self.over.append(
            draw_rect(box, f"b-area-edge b-thin {side}")
            + draw_text(
                box.x + 14, box.y + height / 2 + 5, self._title(area), "b-title b-title-side"
            )
        )
        self._set_down(rows, box, box.y, height, [])
        return box.y + height + (6 if is_theirs else 0)

    def _middle(self, y: float) -> None:
        """Draw what lies between the fronts: streams, and which areas face each other."""
        mid = y + _MIDDLE / 2
        draw = seeded(self.key)
        for at, area in enumerate(_COLUMNS):
            x = _MARGIN + at * (self.column + GAP)
            cx = x + self.column / 2
            grounds = (self._ground(area), self._ground(FACING[area]))
            if any(ground is not None and ground.kind == "stream" for ground in grounds):
                d = stream(Rect(x, y, self.column, _MIDDLE), draw)
                count = self.field.battle.crossings.get(area, 0)
                words = f"stream: crossed {count}/{STREAM_LIMIT}"
                w = measure(words, 11.5) + 18
                self.over.append(
                    f'<path d="{d}" class="b-stream-edge"/><path d="{d}" class="b-stream"/>'
                    f'<path d="{d}" class="b-stream-line" transform="translate(0 1.5)"/>'
                    + draw_rect(Rect(cx - w / 2, mid - 8.5, w, 17), "b-tag-plate", 8.5)
                    + draw_text(cx, mid + 4, words, "b-tag-text", ' text-anchor="middle"')
                )
            else:
                lane = (
                    f"M{number(x + 4)} {number(mid)}H{number(cx - 12)}"
                    f"M{number(cx + 12)} {number(mid)}H{number(x + self.column - 4)}"
                )
                self.over.append(
                    f'<path class="b-lane" d="{lane}"/>{facing_mark(cx, mid, _MIDDLE)}'
                )

    # --- blocks

    def _set_down(
        self,
        rows: list[_Row],
        box: Rect,
        top: float,
        room: float,
        spots: list[tuple[Rect, GroundView]],
    ) -> None:
        """Draw rows of blocks in the middle of a box; note where ground has its place."""
        y = top + (room - _high(rows)) / 2
        for row in rows:
            x = box.x + (box.width - row.width) / 2
            for item in row.items:
                w, h = item.width * SIZE, item.height * SIZE
                at = y + (row.height - h) / 2
                if item.slot is not None:
                    spots.append((Rect(x, at, w, h), item.slot))
                pad = (w - SIZE) / 2 if item.guest is None else 0.11 * SIZE
                if item.block is not None:
                    self._block(item.block, x + pad, at + (h - SIZE) / 2)
                if item.guest is not None:
                    frame = Rect(x, at, w, h)
                    self.blocks.insert(0, draw_rect(frame, "picture-square", 4))
                    self._block(item.guest, x + pad + SIZE * 1.06, at + (h - SIZE) / 2)
                x += w + GAP
            y += row.height + GAP

    def _block(self, block: FieldBlock, x: float, y: float) -> None:
        if block.unit is not None and block.strength is not None:
            is_spent = not _SPENT.isdisjoint(block.marks)
            drawn = draw_face(block.unit, block.strength, SIZE, block.marks, is_spent=is_spent)
            hidden = ""
            drawn += _badges(block)
        else:
            drawn = draw_back(block.army, SIZE)
            if block.count > 1:
                drawn += draw_number(block.count, SIZE * 0.96, SIZE * 0.04, SIZE * 0.23)
            hidden = f' data-hidden="{block.count}"'
        self.blocks.append(
            f'<g data-army="{block.army}" data-area="{block.area}"{hidden} '
            f'transform="translate({fixed(x)} {fixed(y)})">{drawn}</g>'
        )


def _host(block: FieldBlock) -> str | None:
    """The unit in whose square a unit shelters."""
    for mark in block.marks:
        if mark.startswith("in:"):
            return mark[3:]
    return None


def _flow(items: list[_Item], width: float) -> list[_Row]:
    """Break a line of things into rows."""
    rows: list[_Row] = []
    for item in items:
        w, h = item.width * SIZE, item.height * SIZE
        if rows and rows[-1].width + GAP + w <= width:
            row = rows[-1]
            rows[-1] = _Row([*row.items, item], row.width + GAP + w, max(row.height, h))
        else:
            rows.append(_Row([item], w, h))
    return rows


def _high(rows: list[_Row]) -> float:
    return sum(row.height for row in rows) + max(0, len(rows) - 1) * GAP


def _badges(block: FieldBlock) -> str:
    """Small discs for what a unit has done, three at most."""
    marks = ["moved" if mark == "moved2" else mark for mark in block.marks]
    shown = [mark for mark in _BADGES if mark in marks][:3]
    drawn = ""
    for k, mark in enumerate(shown):
        x = SIZE - 4 - (len(shown) - 1 - k) * 19
        fill = COLOURS["b-glow"] if mark == "shock" else COLOURS["b-plate"]
        drawn += (
            f'<g transform="translate({x} 2)" data-mark="{mark}">'
            f'<circle r="9" class="picture-badge" fill="{fill}"/>'
            f'<path d="{ICONS[mark]}" class="picture-icon" '
            'transform="translate(-6.5 -6.5) scale(.54)"/></g>'
        )
    return drawn
