"""The sheet of a map: where things lie on it, its paper, its frame, title, compass rose and scale.

A degree of latitude is 1000 units; longitudes are shortened by the cosine of the middle latitude.
As the client's `lib/board.js` and `map/frame.js`.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, NamedTuple

from napoleon.pictures.geometry import Line, Point, Rect, chance, number
from napoleon.pictures.look import COLOURS, escape, measure
from napoleon.rules.board.tables import (
    BORDER_LINES,
    LAID,
    RIVER_LINES,
    ROAD_TABLE,
    TOWN_TABLE,
    WOOD_TABLE,
)

UNITS_PER_DEGREE: Final = 1000
KM_PER_DEGREE: Final = 111.2
FRAME: Final = 46


class Place(NamedTuple):
    """A town on the sheet."""

    number: int
    id: str
    name: str
    x: float
    y: float
    is_supply: bool

    @property
    def point(self) -> Point:
        """Where it lies."""
        return self.x, self.y


class Way(NamedTuple):
    """A road of the tables: its ends by id and the rivers that it crosses."""

    id: str
    a: str
    b: str
    is_main: bool
    rivers: tuple[str, ...]


class Curve(NamedTuple):
    """A river or border as its table gives it."""

    name: str
    has_effect: bool
    points: Line


class Wood(NamedTuple):
    """A forest, for the eye alone."""

    name: str
    x: float
    y: float
    width: float
    height: float


class Sheet:
    """The tables of the board that is laid, on the sheet.

    It covers every town and line with a margin, in whole twentieths of a degree.
    """

    def __init__(self) -> None:
        board = LAID.board
        rows = board.rows(TOWN_TABLE)
        rivers = _features(board.texts[RIVER_LINES])
        borders = _features(board.texts[BORDER_LINES])
        spots = [(float(row["lon"]), float(row["lat"])) for row in rows]
        for feature in (*rivers, *borders):
            spots += [(lon, lat) for lon, lat in feature["geometry"]["coordinates"]]
        self.west = math.floor((min(lon for lon, _ in spots) - 0.04) * 20) / 20
        self.east = math.ceil((max(lon for lon, _ in spots) + 0.06) * 20) / 20
        self.south = math.floor((min(lat for _, lat in spots) - 0.005) * 20) / 20
        self.north = math.ceil((max(lat for _, lat in spots) + 0.005) * 20) / 20
        self.shrink = math.cos(((self.south + self.north) / 2) * (math.pi / 180))
        self.width = (self.east - self.west) * self.shrink * UNITS_PER_DEGREE
        self.height = (self.north - self.south) * UNITS_PER_DEGREE
        self.full_width = self.width + 2 * FRAME
        self.full_height = self.height + 2 * FRAME
        self.units_per_km = UNITS_PER_DEGREE / KM_PER_DEGREE
        self.towns = [
            Place(
                number,
                row["id"],
                row["name_en"],
                *self.project(float(row["lon"]), float(row["lat"])),
                bool(row["supplies"]),
            )
            for number, row in enumerate(rows)
        ]
        self.by_id = {town.id: town for town in self.towns}
        self.roads = [
            Way(
                f"{row['a']}--{row['b']}",
                row["a"],
                row["b"],
                row["size"] == "main",
                tuple(row["river"].split(";")) if row["river"] else (),
            )
            for row in board.rows(ROAD_TABLE)
        ]
        self.rivers = [self._curve(feature) for feature in rivers]
        self.borders = [self._curve(feature) for feature in borders]
        self.woods = [self._wood(row) for row in board.rows(WOOD_TABLE)]
        right, bottom = FRAME + self.width, FRAME + self.height
        # Room taken by title, rose and scale; names and blocks keep out.
        self.title = Rect(right - 560, FRAME + 30, 440, 166)
        self.rose = (FRAME + 92, bottom - 238)
        self.rose_radius = 66
        self.scale = Rect(FRAME + 40, bottom - 104, 300, 84)

    def project(self, lon: float, lat: float) -> Point:
        """Return where a place on earth lies on the sheet."""
        across = (lon - self.west) * self.shrink * UNITS_PER_DEGREE
        return FRAME + across, FRAME + (self.north - lat) * UNITS_PER_DEGREE

    def edge_gap(self, point: Point) -> float:
        """Return how far a point lies from the nearest edge of the country."""
        x, y = point
        return min(x - FRAME, y - FRAME, FRAME + self.width - x, FRAME + self.height - y)

    def _curve(self, feature: dict[str, Any]) -> Curve:
        says = feature["properties"]
        points = [self.project(lon, lat) for lon, lat in feature["geometry"]["coordinates"]]
        return Curve(says["name"], says.get("game_effect") is not False, points)

    def _wood(self, row: dict[str, str]) -> Wood:
        x, y = self.project(float(row["lon"]), float(row["lat"]))
        size = [float(row[side]) * self.units_per_km for side in ("km_east_west", "km_north_south")]
        return Wood(row["name"], x, y, *size)


def _features(text: str) -> list[dict[str, Any]]:
    features: list[dict[str, Any]] = json.loads(text)["features"]
    return features


def paper_defs(sheet: Sheet) -> str:
    """Return the gradients and patterns of the sheet."""
    draw = chance(99)
    fibres = specks = ""
    for _ in range(46):
        start = f"M{number(draw() * 230)} {number(draw() * 230)}"
        bend = f"{number(draw() * 8 - 4)} {number(draw() * 6 - 3)}"
        fibres += f"{start}q{bend} {number(draw() * 16 - 8)} {number(draw() * 10 - 5)}"
        specks += f"M{number(draw() * 230)} {number(draw() * 230)}h.1"
    paper, edge = COLOURS["map-paper"], COLOURS["map-paper-edge"]
    centre = f'cx="{number(sheet.full_width * 0.5)}" cy="{number(sheet.full_height * 0.46)}"'
    inside = f'width="{number(sheet.width)}" height="{number(sheet.height)}"'
    return (
        f'<radialGradient id="map-paper" gradientUnits="userSpaceOnUse" {centre} '
        f'r="{number(sheet.full_width * 0.66)}"><stop offset="0" stop-color="{paper}"/>'
        f'<stop offset=".62" stop-color="{paper}"/><stop offset="1" stop-color="{edge}"/>'
        f'</radialGradient><pattern id="map-fibres" width="230" height="230" '
        f'patternUnits="userSpaceOnUse"><path d="{fibres}" class="map-fibre"/>'
        f'<path d="{specks}" class="map-speck"/></pattern>'
        f'<clipPath id="map-inside"><rect x="{FRAME}" y="{FRAME}" {inside}/></clipPath>'
    )


def draw_paper(sheet: Sheet) -> str:
    """Return the sheet itself, with the creases where it was folded."""
    w, h = sheet.full_width, sheet.full_height
    creases = "".join(f"M{number(w * k)} 0V{number(h)}" for k in (0.25, 0.5, 0.75))
    creases += "".join(f"M0 {number(h * k)}H{number(w)}" for k in (1 / 3, 2 / 3))
    size = f'width="{number(w)}" height="{number(h)}"'
    return (
        f'<rect {size} fill="url(#map-paper)"/><rect {size} fill="url(#map-fibres)"/>'
        f'<path d="{creases}" class="map-crease-dark"/>'
        f'<path d="{creases}" class="map-crease" transform="translate(1.4 1.4)"/>'
    )


def _degrees(minutes: int) -> str:
    rest = minutes % 60
    return f"{minutes // 60}°{f'{rest:02}′' if rest else ''}"


def draw_frame(sheet: Sheet) -> str:
    """Return the frame: neat lines, bars of five minutes, degrees."""
    f, w, h = FRAME, sheet.full_width, sheet.full_height
    band, gap = 8, 5
    bars = ticks = words = ""
    first = math.ceil(sheet.west * 12 - 1e-6)
    for i in range(first, first + math.floor((sheet.east - sheet.west) * 12 + 1e-6 + 0.5)):
        p = sheet.project(i / 12, sheet.south)[0]
        q = min(sheet.project((i + 1) / 12, sheet.south)[0], f + sheet.width)
        if i % 2 == 0:
            for y in (f - gap - band, h - f + gap):
                bars += f"M{number(p)} {number(y)}H{number(q)}v{band}H{number(p)}Z"
    first = math.ceil(sheet.south * 12 - 1e-6)
    for i in range(first, first + math.floor((sheet.north - sheet.south) * 12 + 1e-6 + 0.5)):
        p = sheet.project(sheet.west, i / 12)[1]
        q = max(sheet.project(sheet.west, (i + 1) / 12)[1], f)
        if i % 2 == 0:
            for x in (f - gap - band, w - f + gap):
                bars += f"M{number(x)} {number(p)}V{number(q)}h{band}V{number(p)}Z"
    for m in range(math.ceil((sheet.west * 60) / 15) * 15, math.floor(sheet.east * 60) + 1, 15):
        x = sheet.project(m / 60, sheet.south)[0]
        if f + 30 <= x <= w - f - 30:
            for y in (f - gap - band - 8, h - f + gap + band + 17):
                words += f'<text x="{number(x)}" y="{number(y)}" text-anchor="middle">'
                words += f"{_degrees(m)}</text>"
            ticks += f"M{number(x)} {f}v7M{number(x)} {number(h - f)}v-7"
    for m in range(math.ceil((sheet.south * 60) / 15) * 15, math.floor(sheet.north * 60) + 1, 15):
        y = sheet.project(sheet.west, m / 60)[1]
        if f + 30 <= y <= h - f - 30:
            for x, turn in ((f - gap - band - 8, -90), (w - f + gap + band + 8, 90)):
                place = f"translate({number(x)} {number(y)}) rotate({turn})"
                words += f'<text text-anchor="middle" transform="{place}">{_degrees(m)}</text>'
            ticks += f"M{f} {number(y)}h7M{number(w - f)} {number(y)}h-7"

    def line(out: float) -> str:
        right, low, at = number(w - f + out), number(h - f + out), number(f - out)
        return f"M{at} {at}H{right}V{low}H{at}Z"

    return (
        f'<path d="{line(0)}" class="map-neat"/>'
        f'<path d="{line(gap)}{line(gap + band)}" class="map-neat map-thin"/>'
        f'<path d="{line(gap + band + 22)}" class="map-neat map-thick"/>'
        f'<path d="{bars}" class="map-bars"/><path d="{ticks}" class="map-neat"/>'
        f'<g class="map-degrees">{words}</g>'
    )


def draw_title(place: Rect, wreath: str) -> str:
    """Return the title in its cartouche; `wreath` is path data for its branch."""
    x, y, w, h = place
    cx, c = x + w / 2, 20

    def outline(i: float) -> str:
        return (
            f"M{number(x + c + i)} {number(y + i)}H{number(x + w - c - i)}"
            f"q0 {c - 2} {c} {c}V{number(y + h - c - i)}q{-c} 0 {-c} {c}"
            f"H{number(x + c + i)}q0 {-c} {-c} {-c}V{number(y + c + i)}q{c} 0 {c} {-c}Z"
        )

    def scroll(s: int) -> str:
        px = cx + s * (w / 2 - 2)
        high, low = number(y + h * 0.28), number(y + h * 0.72)
        return (
            f"M{number(px)} {high}c{s * 22} -14 {s * 34} 10 {s * 18} 20c{s * -9} 5 {s * -16} -4 "
            f"{s * -9} -10M{number(px)} {low}c{s * 22} 14 {s * 34} -10 {s * 18} -20c{s * -9} -5 "
            f"{s * -16} 4 {s * -9} 10M{number(px)} {high}q{s * 13} {number(h * 0.22)} 0 "
            f"{number(h * 0.44)}"
        )

    ry, half = number(y + 68), 120
    rule = (
        f"M{number(cx - half)} {ry}H{number(cx - 7)}M{number(cx + 7)} {ry}H{number(cx + half)}"
        f"M{number(cx - 4)} {ry}l4 -4 4 4 -4 4Z"
    )
    at = f'x="{number(cx)}" text-anchor="middle"'
    title = "The Campaign of 1815"
    size = 38 * min(1, (w - 70) / measure(title, 38, "caps", 0.05))
    return (
        f'<g class="map-title"><path d="{outline(0)}" class="map-cartouche"/>'
        f'<path d="{outline(6)}" class="map-neat map-thin"/>'
        f'<path d="{scroll(-1)}{scroll(1)}" class="map-scroll"/>'
        f'<text {at} y="{number(y + 52)}" class="map-title-main" '
        f'style="font-size:{number(size)}px">{title}</text>'
        f'<path d="{rule}" class="map-neat"/>'
        f'<text {at} y="{number(y + 91)}" class="map-title-sub">'
        f"between the Scheldt and the Meuse</text>"
        f'<path d="{wreath}" class="map-wreath"/>'
        f'<text {at} y="{number(y + h - 35)}" class="map-title-n">N</text></g>'
    )


def draw_rose(place: Point, r: float) -> str:
    """Return the compass rose."""
    x, y = place
    light = dark = ticks = ""

    def at(angle: float, k: float) -> str:
        return f"{number(x + math.sin(angle) * k)} {number(y - math.cos(angle) * k)}"

    for i in range(16):
        rank = 0 if i % 4 == 0 else 1 if i % 2 == 0 else 2
        long, wide = r * (1, 0.68, 0.46)[rank], r * (0.17, 0.15, 0.1)[rank]
        a, waist = (i * math.pi) / 8, math.pi / 4 if rank == 0 else math.pi / 8
        light += f"M{number(x)} {number(y)}L{at(a - waist, wide)}L{at(a, long)}Z"
        dark += f"M{number(x)} {number(y)}L{at(a + waist, wide)}L{at(a, long)}Z"
    for i in range(72):
        a, k = (i * math.pi) / 36, 0.81 if i % 6 else 0.775
        ticks += f"M{at(a, r * k)}L{at(a, r * 0.84)}"
    centre = f'cx="{number(x)}" cy="{number(y)}"'
    fleur = (
        f"M{number(x)} {number(y - r - 27)}c4 5 6 8 6 12 0 3-3 4-4 1 1 4 0 6-2 8-2-2-3-4-2-8-1 3"
        f"-4 2-4-1 0-4 2-7 6-12ZM{number(x - 5)} {number(y - r - 4)}h10"
    )
    return (
        f'<g class="map-rose"><circle {centre} r="{number(r * 0.84)}"/>'
        f'<circle {centre} r="{number(r * 0.55)}" class="map-thin"/>'
        f'<path d="{ticks}" class="map-neat map-thin"/><path d="{light}" class="map-rose-light"/>'
        f'<path d="{dark}" class="map-rose-dark"/><path d="{fleur}" class="map-fleur"/></g>'
    )


def draw_scale(place: Rect, units_per_km: float) -> str:
    """Return the scale of kilometres and of the post league of the time, 3.898 km."""
    x, y = place.x, place.y
    step, league = 5 * units_per_km, 3.898 * units_per_km
    bars = boxes = words = ""
    for top, wide, count, under in ((20, step, 5, 15), (45, league, 6, 64)):
        for i in range(0, count, 2):
            bars += f"M{number(x + i * wide)} {number(y + top)}h{number(wide)}v5h{number(-wide)}Z"
        long = count * wide
        boxes += f"M{number(x)} {number(y + top)}h{number(long)}v5h{number(-long)}Z"
        each, by = (1, 5) if count == 5 else (2, 1)
        for i in range(0, count + 1, each):
            words += f'<text x="{number(x + i * wide)}" y="{number(y + under)}" '
            words += f'text-anchor="middle">{i * by}</text>'
        name = "kilometres" if count == 5 else "post leagues"
        words += f'<text x="{number(x + long + 12)}" y="{number(y + top + 6 + (count - 5))}" '
        words += f'class="map-scale-word">{escape(name)}</text>'
    return (
        f'<g class="map-scale"><path d="{boxes}" class="map-neat"/>'
        f'<path d="{bars}" class="map-bars"/>{words}</g>'
    )
