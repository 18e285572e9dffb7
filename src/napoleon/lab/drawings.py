"""The drawings of the report: small SVGs made from the figures and from the tables of the board."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Final

from napoleon.lab.intervals import Share
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.tables import LAID, RIVER_LINES, Board, on_board
from napoleon.rules.board.towns import ROADS, TOWNS
from napoleon.rules.board.units import ARMY_NAMES

MAP_WIDTH: Final = 900.0
_EDGE: Final = 42.0
_COLUMN_STEP: Final = 14.0  # from turn to turn in a chart
_LINE_STEP: Final = 9.8  # where names stand at the ends of the lines
_PHONE_NAMES: Final = 4  # towns named on a small map, besides the supply cities
_ARMY_LABELS: Final = ("French", "Anglo-Dutch", "Prussians")


def share_bar(share: Share, left: str, right: str = "") -> str:
    """A bar of a share with its interval as a whisker; the classes colour its two parts."""
    value, low, high = (100 * part for part in (share.value, share.low, share.high))
    whisker = f"M{low:.2f} 8H{high:.2f}M{low:.2f} 4V12M{high:.2f} 4V12"
    rest = f'<rect class="{right}" x="{value:.2f}" width="{100 - value:.2f}" y="3" height="10"/>'
    return (
        '<svg class="bar" viewBox="0 0 100 16" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(str(share))}">'
        '<rect class="track" width="100" y="3" height="10"/>'
        f'<rect class="{left}" width="{value:.2f}" y="3" height="10"/>'
        f"{rest if right else ''}"
        '<path class="half" d="M50 0V16"/>'
        f'<path class="whisker under" d="{whisker}"/><path class="whisker" d="{whisker}"/></svg>'
    )


def loss_bar(lost: float, left: float, army: int) -> str:
    """How often a unit was lost, and, paler, how often it left with its beaten army."""
    name = ARMY_NAMES[army]
    return (
        '<svg class="bar" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="track" width="100" y="3" height="10"/>'
        f'<rect class="{name}" width="{100 * lost:.2f}" y="3" height="10"/>'
        f'<rect class="{name} pale" x="{100 * lost:.2f}" width="{100 * left:.2f}" y="3" '
        'height="10"/></svg>'
    )


def turn_strip(counts: Sequence[int]) -> str:
    """A tiny column for each turn."""
    most = max(*counts, 1)
    columns = "".join(
        f'<rect class="french" x="{4 * turn}" width="3" y="{20 - 19 * number / most:.2f}" '
        f'height="{19 * number / most:.2f}"><title>turn {turn + 1}: {number}</title></rect>'
        for turn, number in enumerate(counts)
        if number
    )
    return (
        f'<svg class="strip" viewBox="0 0 {4 * len(counts)} 21" preserveAspectRatio="none" '
        f'aria-hidden="true">{columns}<path class="axis" d="M0 20.5H{4 * len(counts)}"/></svg>'
    )


def length_columns(ended: Sequence[tuple[int, int]]) -> str:
    """In which turn the games ended, and who had won them."""
    most = max(*(french + allied for french, allied in ended), 1)
    parts = [_axis_of_turns(120)]
    for index, (french, allied) in enumerate(ended):
        if not french + allied:
            continue
        x = _turn_x(index + 1) - 5
        foot = 120 - 96 * french / most
        top = foot - 96 * allied / most
        parts.append(
            f"<g><title>turn {index + 1}: French {french}, Allies {allied}</title>"
            f'<path class="french" d="M{x:.1f} 120v{foot - 120:.1f}h10V120z"/>'
            f'<path class="allied" d="M{x:.1f} {foot:.1f}V{top:.1f}h10V{foot:.1f}z"/>'
            f'<text x="{x + 5:.1f}" y="{top - 3:.1f}">{french + allied}</text></g>'
        )
    return _chart(140, "In which turn games ended", "".join(parts))


def loss_lines(means: dict[str, list[float]]) -> str:
    """Mean losses of the three armies from turn to turn."""
    most = max(4.0, math.ceil(max(values[-1] for values in means.values())))
    parts = [_axis_of_turns(150, _LINE_STEP)]
    step = 2 if most <= 12 else 4
    end = _turn_x(LAST_TURN, _LINE_STEP)
    for mark in range(step, int(most) + 1, step):
        y = 150 - 132 * mark / most
        parts.append(f'<path class="grid" d="M26 {y:.1f}H{end:.1f}"/>')
        parts.append(f'<text class="end" x="22" y="{y + 3.5:.1f}">{mark}</text>')
    labels: list[tuple[float, str, str]] = []
    for army, (name, values) in enumerate(means.items()):
        points = [(26.0, 150.0)] + [
            (_turn_x(turn, _LINE_STEP), 150 - 132 * value / most)
            for turn, value in enumerate(values, 1)
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline class="line {name}-line" points="{path}"/>')
        labels.append((points[-1][1], name, f"{_ARMY_LABELS[army]} {values[-1]:.1f}"))
    lowest = math.inf
    for y, name, text in sorted(labels, reverse=True):
        lowest = min(y + 4, lowest - 14)
        parts.append(f'<text class="{name}-ink" x="{end + 6:.1f}" y="{lowest:.1f}">{text}</text>')
    return _chart(170, "Mean number of units lost, turn by turn", "".join(parts))


def _chart(height: int, name: str, inside: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 360 {height}" role="img" '
        f'aria-label="{escape(name)}">{inside}</svg>'
    )


def _turn_x(turn: int, step: float = _COLUMN_STEP) -> float:
    return 26 + step * (turn - 0.5)


def _axis_of_turns(y: int, step: float = _COLUMN_STEP) -> str:
    marks = "".join(
        f'<text x="{_turn_x(turn, step):.1f}" y="{y + 14}">{turn}</text>'
        for turn in (*range(1, LAST_TURN, 4), LAST_TURN)
        if turn == LAST_TURN or LAST_TURN - turn > 1
    )
    return f'<path class="axis" d="M26 {y}H{_turn_x(LAST_TURN, step) + 4:.1f}"/>{marks}'


# --- the map


class _Sheet:
    """Where places lie on the drawing."""

    def __init__(self) -> None:
        lons = [town.lon for town in TOWNS]
        lats = [town.lat for town in TOWNS]
        self.west, self.north = min(lons), max(lats)
        self.shrink = math.cos(math.radians((max(lats) + min(lats)) / 2))
        self.scale = (MAP_WIDTH - 2 * _EDGE) / ((max(lons) - self.west) * self.shrink)
        self.height = 2 * _EDGE + (self.north - min(lats)) * self.scale

    def place(self, lon: float, lat: float) -> tuple[float, float]:
        x = _EDGE + (lon - self.west) * self.shrink * self.scale
        return x, _EDGE + (self.north - lat) * self.scale


@cache
def _sheet_of(board: Board) -> _Sheet:
    with on_board(board):
        return _Sheet()


def _sheet() -> _Sheet:
    return _sheet_of(LAID.board)


def _ground() -> str:
    """Rivers and roads, the same on every map of a board."""
    return _ground_of(LAID.board)


@cache
def _ground_of(board: Board) -> str:
    sheet = _sheet_of(board)
    text = board.texts[RIVER_LINES]
    parts = []
    for river in json.loads(text)["features"]:
        shape = river["geometry"]
        lines = (
            shape["coordinates"] if shape["type"] == "MultiLineString" else [shape["coordinates"]]
        )
        for line in lines:
            spots = [sheet.place(lon, lat) for lon, lat in line]
            points = " ".join(f"{x:.0f},{y:.0f}" for x, y in spots)
            parts.append(f'<polyline class="river" points="{points}"/>')
    for road in ROADS:
        (ax, ay), (bx, by) = (
            sheet.place(TOWNS[end].lon, TOWNS[end].lat) for end in (road.a, road.b)
        )
        kind = "main road" if road.is_main else "road"
        parts.append(f'<path class="{kind}" d="M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}"/>')
    return "".join(parts)


def battle_map(fights: dict[str, tuple[int, int, int]], games: int) -> str:
    """Where fights were: a disc a town, its area their number; the dark core are the battles."""
    sheet = _sheet()
    most = max([skirmishes + battles for skirmishes, battles, _ in fights.values()], default=1)
    discs, names = [], []
    spots = {town.id: sheet.place(town.lon, town.lat) for town in TOWNS}
    radii = {
        town: 7 + 33 * math.sqrt((skirmishes + battles) / most)
        for town, (skirmishes, battles, _) in fights.items()
    }
    order = sorted(TOWNS, key=lambda town: -radii.get(town.id, 0.0))
    for town in order:
        x, y = spots[town.id]
        skirmishes, battles, won = fights.get(town.id, (0, 0, 0))
        total = skirmishes + battles
        if total:
            core = 33 * math.sqrt(battles / most)
            discs.append(
                f"<g><title>{escape(town.names['en'])}: {battles} battles "
                f"(French won {won}), {skirmishes} skirmishes in {games} games</title>"
                f'<circle class="heat" cx="{x:.0f}" cy="{y:.0f}" r="{radii[town.id]:.1f}"/>'
                f'<circle class="core" cx="{x:.0f}" cy="{y:.0f}" r="{core:.1f}"/></g>'
            )
        dot = 5.5 if town.supplies >= 0 else 3.5
        kind = "city" if town.supplies >= 0 else "town"
        names.append(f'<circle class="{kind}" cx="{x:.0f}" cy="{y:.0f}" r="{dot}"/>')
    for size, chosen in (
        ("desk", order),
        ("phone", [town for town in TOWNS if town.supplies >= 0] + order[:_PHONE_NAMES]),
    ):
        taken: list[tuple[float, float, float, float]] = []
        for rank, town in enumerate(dict.fromkeys(chosen)):
            is_big = rank < 9 or town.supplies >= 0
            letter = 17.2 if size == "phone" else 9.6 if is_big else 8.4
            label = _label(town.names["en"], spots[town.id], radii.get(town.id, 5.0), letter, taken)
            kind = f"{size} big" if is_big else size
            names.append(label.replace("<text", f'<text class="{kind}"'))
    return (
        f'<svg class="map" viewBox="0 0 {MAP_WIDTH:.0f} {sheet.height:.0f}" role="img" '
        'aria-label="Where fights were">'
        f"{_ground()}{''.join(discs)}{''.join(names)}</svg>"
    )


def _label(
    name: str,
    spot: tuple[float, float],
    radius: float,
    letter: float,
    taken: list[tuple[float, float, float, float]],
) -> str:
    """A town's name beside it, where no other name is; nothing if there is no room.

    `letter` is about the width of one.
    """
    x, y = spot
    width, height = letter * len(name), 1.9 * letter
    gap = min(radius, 14.0) + 4
    for dx, dy, anchor in (
        (gap, 0.55 * letter, "start"),
        (-gap, 0.55 * letter, "end"),
        (0.0, -gap, "middle"),
        (0.0, gap + 1.3 * letter, "middle"),
        (0.6 * gap, gap + 0.9 * letter, "start"),
        (-0.6 * gap, gap + 0.9 * letter, "end"),
        (0.6 * gap, -0.6 * gap, "start"),
        (-0.6 * gap, -0.6 * gap, "end"),
    ):
        left = x + dx - {"start": 0.0, "end": width, "middle": width / 2}[anchor]
        top = y + dy - 1.45 * letter
        box = (left, top, left + width, top + height)
        is_inside = box[0] > 2 and box[2] < MAP_WIDTH - 2
        if is_inside and not any(
            box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
            for other in taken
        ):
            taken.append(box)
            return (
                f'<text x="{x + dx:.0f}" y="{y + dy:.0f}" text-anchor="{anchor}">'
                f"{escape(name)}</text>"
            )
    return ""
