"""A whole picture: a heading, the campaign map with its blocks, and the battlefields below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from napoleon.pictures.field import WIDTH as FIELD_WIDTH
from napoleon.pictures.field import Field, draw_field, draw_waiting
from napoleon.pictures.geometry import number
from napoleon.pictures.lines import (
    Lines,
    draw_borders,
    draw_bridges,
    draw_rivers,
    draw_roads,
    draw_washes,
)
from napoleon.pictures.look import COLOURS, SERIF, SHAPES, STYLE, escape
from napoleon.pictures.names import Names
from napoleon.pictures.places import Stand, stack_places
from napoleon.pictures.room import LEVELS, Costs, map_costs
from napoleon.pictures.sheet import (
    Sheet,
    draw_frame,
    draw_paper,
    draw_rose,
    draw_scale,
    draw_title,
    paper_defs,
)
from napoleon.pictures.stacks import (
    clash_rect,
    draw_clash,
    draw_pad,
    draw_stack,
    gather,
    is_contested,
    settle_stacks,
)
from napoleon.pictures.terrain import draw_relief, draw_woods
from napoleon.pictures.towns import draw_towns, wreath
from napoleon.rules.board.tables import LAID, Board
from napoleon.rules.board.units import ARMY_NAMES, DEFEAT_AT
from napoleon.rules.knowledge.view import Blocks, OwnUnit

NARROWEST: Final = 200
WIDEST: Final = 10_000
_MIDDLE: Final = 2  # the level that is laid out first: the others stay as near to it as they can
_HEAD: Final = 74  # of the heading, in units of the sheet
_ARMIES: Final = ("French", "Anglo-Dutch", "Prussians")
# Of what only pictures have: the heading, and the battlefield's words and badges.
_OWN_STYLE: Final = (
    f".picture-head{{font-size:38px;font-weight:600;fill:{COLOURS['nb-ivory']}}}",
    f".picture-eyes{{font-size:27px;font-style:italic;fill:{COLOURS['nb-ivory']}}}",
    f".picture-losses{{font-size:27px;fill:{COLOURS['nb-ivory']}}}",
    f".picture-battle{{font-size:27px;font-weight:600;font-variant:small-caps;letter-spacing:.03em;"
    f"fill:{COLOURS['b-ink']}}}",
    f".picture-facts{{font-size:17px;font-style:italic;fill:{COLOURS['b-soft']}}}",
    ".picture-field{fill:url(#picture-paper)}",
    f".picture-badge{{stroke:{COLOURS['b-ink']};stroke-width:1}}",
    f".picture-icon{{fill:none;stroke:{COLOURS['b-ink']};stroke-width:2.6;stroke-linecap:round;"
    "stroke-linejoin:round}",
    f".picture-square{{fill:{COLOURS['b-square']};fill-opacity:.2;stroke:{COLOURS['b-square']};"
    "stroke-width:5}",
)


class Scene(NamedTuple):
    """What a picture shows: everything in it may be known to its viewer."""

    title: str
    eyes: str
    is_night: bool
    losses: dict[str, int]
    units: Sequence[OwnUnit]
    blocks: Sequence[Blocks]
    fields: Sequence[Field]
    waiting: Sequence[OwnUnit]  # not on the map yet


class _Atlas:
    """The drawn sheet of a board, worked out once."""

    def __init__(self) -> None:
        self.sheet = Sheet()
        self.lines = Lines(self.sheet)
        self.costs: Costs = map_costs(self.sheet, self.lines)
        sheet, lines = self.sheet, self.lines
        inside = draw_washes(lines) + draw_relief(sheet, lines) + draw_woods(sheet, lines)
        inside += draw_rivers(lines) + draw_borders(lines) + draw_roads(lines)
        inside += draw_bridges(lines)
        title = sheet.title
        branch = wreath(title.x + title.width / 2, title.y + title.height - 44, 23, 8, 9)
        self.ground = (
            f'{draw_paper(sheet)}<g clip-path="url(#map-inside)">{inside}</g>'
            f"{draw_towns(sheet, lines)}{draw_frame(sheet)}"
            f"{draw_rose(sheet.rose, sheet.rose_radius)}"
            f"{draw_title(title, branch)}{draw_scale(sheet.scale, sheet.units_per_km)}"
        )
        self.stands: dict[int, dict[str, Stand]] = {}
        self.names: dict[int, Names] = {}

    def stands_at(self, level: int) -> dict[str, Stand]:
        """Where blocks stand at a level."""
        for one in (_MIDDLE, level):
            if one not in self.stands:
                middle = self.stands.get(_MIDDLE)
                self.stands[one] = stack_places(self.sheet, self.costs, one, middle)
        return self.stands[level]

    def names_at(self, level: int) -> Names:
        """The names at a level."""
        if level not in self.names:
            places = [stand.rect for stand in self.stands_at(level).values()]
            self.names[level] = Names(self.sheet, self.lines, self.costs, places, level)
        return self.names[level]


@cache
def _atlas_of(board: Board) -> _Atlas:
    assert board is LAID.board
    return _Atlas()


def check_width(width: int) -> None:
    """Raise ValueError unless a picture can be so many pixels wide."""
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"expected a width from {NARROWEST} to {WIDEST} pixels, got {width}")


def draw_scene(scene: Scene, width: int) -> str:
    """Return a scene as an SVG document, so many pixels wide.

    What is drawn how large follows from the width, as in the client from the zoom. Raises
    ValueError for a width out of range.
    """
    check_width(width)
    atlas = _atlas_of(LAID.board)
    sheet = atlas.sheet
    scale = width / sheet.full_width
    level = next(at for at, one in enumerate(LEVELS) if scale < one.up_to)
    head = _draw_head(scene, sheet)
    y = float(_HEAD)
    campaign = _draw_map(scene, atlas, level)
    parts = [f'<g transform="translate(0 {number(y)})" data-level="{level}">{campaign}</g>']
    y += sheet.full_height
    share = sheet.full_width / FIELD_WIDTH
    below = [(f'data-battle="{escape(one.battle.town)}"', draw_field(one)) for one in scene.fields]
    if scene.waiting:
        below.append(('data-waiting="true"', draw_waiting(scene.waiting)))
    for name, (drawn, high) in below:
        y += 16
        place = f"translate(0 {number(y)}) scale({share:.4f})"
        parts.append(f'<g transform="{place}" {name}>{drawn}</g>')
        y += high * share
    height = round(y * scale)
    paper, edge = COLOURS["map-paper"], COLOURS["map-paper-edge"]
    style = "".join([*STYLE, *_OWN_STYLE])
    defs = (
        f'<defs>{paper_defs(sheet)}{SHAPES}<radialGradient id="picture-paper">'
        f'<stop offset="0" stop-color="{paper}"/><stop offset="1" stop-color="{edge}"/>'
        '</radialGradient><radialGradient id="picture-light" cy=".46" r=".72">'
        f'<stop offset=".58" {_see_through("map-vignette", 0)}/>'
        f'<stop offset="1" {_see_through("map-vignette", 0.7)}/></radialGradient></defs>'
    )
    label = escape(f"{scene.title}, {scene.eyes}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {number(sheet.full_width)} {number(y)}" role="img" '
        f"aria-label=\"{label}\" font-family='{SERIF}'>"
        f"<title>{label}</title><style>{escape(style).replace('&quot;', chr(34))}</style>{defs}"
        f'<rect width="100%" height="100%" fill="{COLOURS["map-table"]}"/>'
        f"{head}{''.join(parts)}</svg>\n"
    )


def _see_through(colour: str, share: float) -> str:
    """A colour of the client's that has an opacity, at a share of it, for a gradient."""
    red, green, blue, opacity = re.findall(r"[\d.]+", COLOURS[colour])
    return f'stop-color="rgb({red},{green},{blue})" stop-opacity="{float(opacity) * share:.2g}"'


def _draw_head(scene: Scene, sheet: Sheet) -> str:
    """The heading: turn and day, who looks, and how near each army is to its defeat."""
    losses = " · ".join(
        f"{word} {scene.losses.get(army, 0)}/{most}"
        for army, word, most in zip(ARMY_NAMES, _ARMIES, DEFEAT_AT, strict=True)
    )
    right = number(sheet.full_width - 24)
    return (
        f'<text x="24" y="49" class="picture-head">{escape(scene.title)}'
        f'<tspan class="picture-eyes" dx="20">{escape(scene.eyes)}</tspan></text>'
        f'<text x="{right}" y="48" class="picture-losses" text-anchor="end">'
        f"Losses to defeat: {escape(losses)}</text>"
    )


def _draw_map(scene: Scene, atlas: _Atlas, level: int) -> str:
    sheet = atlas.sheet
    towns = gather(scene.units, scene.blocks)
    clashes = [sheet.by_id[town] for town, groups in towns.items() if is_contested(groups)]
    marks = [clash_rect(town, level) for town in clashes]
    names = atlas.names_at(level)
    stands = atlas.stands_at(level)
    stacks = settle_stacks(sheet, towns, stands, names.costs, marks, level)
    covered = [*marks, *(rect for stack in stacks for rect in (stack.covers, *stack.ties))]
    size = f'width="{number(sheet.full_width)}" height="{number(sheet.full_height)}"'
    light = f'<rect {size} fill="url(#picture-light)"/>'
    if scene.is_night:
        light += f'<rect {size} fill="#0c1a3a" fill-opacity=".17"/>'
    return (
        atlas.ground
        + names.draw(covered)
        + light
        + "".join(draw_pad(stack) for stack in stacks)
        + "".join(draw_stack(stack) for stack in stacks)
        + "".join(draw_clash(town, level) for town in clashes)
    )
