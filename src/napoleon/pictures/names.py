"""The names on the sheet: towns, rivers, woods and countries, each where it covers least.

As the client's `map/labels.js`: names of towns dodge what is laid on the map, other names give way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from napoleon.pictures.geometry import (
    Line,
    Measured,
    Rect,
    calm,
    fixed,
    normals,
    offset,
    path_of,
)
from napoleon.pictures.lines import Lines, River
from napoleon.pictures.look import escape, measure
from napoleon.pictures.room import (
    LEVELS,
    Costs,
    Spot,
    around,
    grown,
    is_clear,
    overlap,
    settle,
    strays,
)
from napoleon.pictures.sheet import Place, Sheet
from napoleon.pictures.towns import kind_of

KEPT: Final = 120  # places that a name may dodge to
TRIED: Final = 44  # of them, for the place that it has as long as nothing is there


class Rank(NamedTuple):
    """How a name is set."""

    scale: float
    style: str
    spacing: float


RANKS: Final = (
    Rank(1.42, "caps", 0.07),
    Rank(1.12, "caps", 0.05),
    Rank(1, "roman", 0.01),
    Rank(1, "roman", 0.01),
)
HOW_OFTEN: Final = {"Scheldt": 3, "Meuse": 3, "Sambre": 2, "Dender": 2, "Dyle": 2}
# Countries in wide capitals, where there is room for them.
COUNTRIES: Final = (
    ("FRANCE", 50.115, 3.52),
    ("FLANDERS", 51.0, 3.93),
    ("BRABANT", 50.93, 4.58),
    ("HAINAULT", 50.54, 3.86),
    ("ARDENNES", 50.09, 5.3),
    ("COUNTRY OF LIÈGE", 50.43, 5.36),
    ("HESBAYE", 50.64, 5.36),
    ("CONDROZ", 50.41, 5.1),
)


class Caption(NamedTuple):
    """The name of a town: where it stands if nothing is laid there, and where it could stand."""

    town: Place
    size: float
    rank: int
    place: Spot | None
    candidates: list[Spot]


class Decoration(NamedTuple):
    """Another name, and what it covers."""

    markup: str
    covers: list[Rect]


class Names:
    """All names at a level, and the costs with the names of towns on the map."""

    def __init__(
        self, sheet: Sheet, lines: Lines, map_cost: Costs, places: Iterable[Rect], level: int
    ) -> None:
        font = LEVELS[level].font
        costs = map_cost.copy()
        for place in places:
            costs.paint(grown(place, 2), 18)
        self.captions = name_towns(sheet, costs, level)
        self.costs = map_cost.copy()
        for caption in self.captions:
            if caption.place is not None:
                costs.paint(caption.place.rect, 24)
                self.costs.paint(caption.place.rect, 60)
        rivers = _name_rivers(lines, costs, level)
        countries = _name_countries(sheet, costs, font) if level >= 1 else []
        woods = _name_woods(sheet, costs, font * 0.86) if level >= 3 else []
        self.decorations = [*countries, *rivers, *woods]

    def draw(self, covered: Sequence[Rect]) -> str:
        """Return the names that have room beside what is covered."""
        places = dodge(self.captions, covered)
        named = [place.rect for _, place in places]
        others = "".join(
            name.markup
            for name in self.decorations
            if all(is_clear(rect, covered) and is_clear(rect, named) for rect in name.covers)
        )
        return others + "".join(_markup(caption, place) for caption, place in places)


def _splits(name: str) -> list[tuple[str, ...]]:
    """A long name with hyphens or blanks may stand in two lines."""
    options: list[tuple[str, ...]] = [(name,)]
    cuts = [found.start() for found in re.finditer("[- ]", name)]
    if len(name) > 9 and cuts:
        middle = min(cuts, key=lambda cut: abs(cut - len(name) / 2))
        cut = middle + 1 if name[middle] == "-" else middle
        options.append((name[:cut], name[cut:].strip()))
    return options


def name_towns(sheet: Sheet, costs: Costs, level: int) -> list[Caption]:
    """Return the names of the towns at a level, each with its place."""
    font = LEVELS[level].font
    gaps = [0.5, font * 0.25, font * 0.6, font, font * 1.6, font * 2.4]
    items = []
    for town in sheet.towns:
        rank = kind_of(town).rank
        style = RANKS[rank]
        size = font * style.scale
        near = [
            other
            for other in sheet.towns
            if other is not town
            and abs(other.x - town.x) < font * 14
            and abs(other.y - town.y) < font * 8
        ]
        candidates = []
        for extra, rows in enumerate(_splits(town.name)):
            widths = [measure(row, size, style.style, style.spacing) for row in rows]
            height = size * (0.86 if style.style == "caps" else 1) * len(rows)
            for spot in around(town, max(widths) + font * 0.3, height, gaps):
                cost = costs.sum(spot.rect) / font + (spot.gap / font) * 2.4 + extra * 1.2
                cost += abs(math.sin(spot.angle)) * 0.3 - math.cos(spot.angle) * 0.35
                cost += strays(near, town, spot.rect)
                candidates.append(spot._replace(rows=rows, cost=cost))
        candidates.sort(key=lambda spot: spot.cost)
        items.append(Caption(town, size, rank, None, candidates[:KEPT]))
    # The most confined choose first; from afar only cities are sure of their names.
    items.sort(key=lambda item: (-item.candidates[0].cost, item.town.number))

    def clash(p: Rect, q: Rect) -> float:
        wide = Rect(
            p.x - font * 0.8, p.y - font * 0.22, p.width + font * 1.6, p.height + font * 0.44
        )
        return (overlap(wide, q) / (font * font)) * 50

    sure = [item for item in items if item.rank < 2] if level == 0 else items
    settled = settle([item.candidates[:TRIED] for item in sure], 8, clash, font)
    chosen = {item.town.id: place for item, place in zip(sure, settled, strict=True)}
    for item in items:
        if item.town.id in chosen:
            continue
        for spot in item.candidates:
            others = chosen.values()
            if spot.cost < 5 and not any(clash(spot.rect, other.rect) for other in others):
                chosen[item.town.id] = spot
                break
    return [item._replace(place=chosen.get(item.town.id)) for item in items]


def dodge(captions: Iterable[Caption], taken: Collection[Rect]) -> list[tuple[Caption, Spot]]:
    """Return where each name stands when these rectangles are taken.

    At home if that is free, else at the next best place beside its town that covers nothing. Those
    with nowhere to go are left out, the small ones before the cities.
    """
    places: list[tuple[Caption, Spot]] = []
    moved = []

    def is_free(spot: Spot) -> bool:
        return is_clear(spot.rect, taken) and is_clear(
            spot.rect, (place.rect for _, place in places)
        )

    for caption in captions:
        if caption.place is not None:
            if is_free(caption.place):
                places.append((caption, caption.place))
            else:
                moved.append(caption)
    for caption in sorted(moved, key=lambda caption: caption.rank):
        for spot in (*caption.candidates, *_farther(caption)):
            if is_free(spot):
                places.append((caption, spot))
                break
    return places


def _farther(caption: Caption) -> list[Spot]:
    """Places all around a town, farther off than a name would stand if there were room."""
    shapes = {len(spot.rows): spot for spot in caption.candidates}
    return [
        place._replace(rows=spot.rows)
        for gap in (0, 0.5, 1, 1.6, 2.4, 3.4, 4.6)
        for spot in shapes.values()
        for place in around(
            caption.town, spot.rect.width, spot.rect.height, [gap * caption.size], 32
        )
    ]


def _markup(caption: Caption, spot: Spot) -> str:
    rect, rows = spot.rect, spot.rows
    step = rect.height / len(rows)
    rise = 0.3 if RANKS[caption.rank].style == "caps" else 0.31
    return "".join(
        f'<text class="map-name map-rank{caption.rank}" data-name="{escape(caption.town.id)}" '
        f'x="{fixed(rect.x + rect.width / 2)}" '
        f'y="{fixed(rect.y + step * (k + 0.5) + caption.size * rise)}" '
        f'font-size="{fixed(caption.size)}">{escape(row)}</text>'
        for k, row in enumerate(rows)
    )


class _Along(NamedTuple):
    """A place of a name along a river."""

    cost: float
    start: float
    line: Line
    body: Line


def _name_rivers(lines: Lines, costs: Costs, level: int) -> list[Decoration]:
    """The names of the rivers, set along them."""
    size = LEVELS[level].font * 0.92
    found = []
    for at, river in enumerate(lines.rivers):
        long = measure(river.name, size, "italic", 0.14) * 1.05 + size * 0.3
        if long > river.length * 0.8:
            continue
        measured = Measured(river.line)
        options = []
        start = 8
        while start + long < river.length - 8:
            for side in (1, -1):
                option = _along(river, measured, start, long, side, size, costs)
                if option is not None:
                    options.append(option)
            start += 13
        options.sort(key=lambda option: (option.cost, option.start))
        wanted = 1 if level == 0 else HOW_OFTEN.get(river.name, 1)
        apart = river.length / (wanted + 0.6)
        taken: list[_Along] = []
        for option in options:
            if len(taken) >= wanted or (taken and option.cost > 7) or option.cost > 30:
                break
            if any(abs(other.start - option.start) < apart for other in taken):
                continue
            taken.append(option)
            key = f"map-river-{level}-{at}-{len(taken)}"
            covers = [Rect(x - size / 2, y - size / 2, size, size) for x, y in option.body]
            for rect in covers:
                costs.paint(rect, 20)
            words = f'<textPath href="#{key}" startOffset="50%">{escape(river.name)}</textPath>'
            text = f'<text class="map-river-name" font-size="{fixed(size)}">{words}</text>'
            path = f'<defs><path id="{key}" d="{path_of(option.line)}"/></defs>'
            found.append(Decoration(path + text, covers))
    return found


def _along(
    river: River,
    measured: Measured,
    start: float,
    long: float,
    side: int,
    size: float,
    costs: Costs,
) -> _Along | None:
    part = measured.part(start, start + long, 5)
    share = (start + long / 2) / river.length
    if part[-1][0] < part[0][0]:
        part.reverse()
    part = calm(part, 4)
    clear = river.half(share) + size * 0.3
    aside = clear if side > 0 else -(clear + size * 0.62)
    line = offset(part, lambda _: aside)
    # On the inner side of a bend the line is shorter than the river.
    if Measured(line).length < long:
        return None
    turn = normals(line)
    bend = 0.0
    for p, q in zip(turn, turn[4:], strict=False):
        bend = max(bend, abs(q[0] * p[1] - q[1] * p[0]) * (size / 14))
    if bend > 0.55:
        return None
    rise = abs(part[-1][1] - part[0][1]) / long
    body = offset(line, lambda _: size * 0.3)
    cost = bend * 8 + max(0, rise - 0.75) * 5 + (0.3 if side < 0 else 0)
    reach = size * 0.45
    for x, y in body[::2]:
        cost += costs.sum(Rect(x - reach, y - reach, 2 * reach, 2 * reach)) / (size * 5)
    return _Along(cost, start, line, body)


def _name_countries(sheet: Sheet, costs: Costs, font: float) -> list[Decoration]:
    size = max(font * 1.3, 15)
    found = []
    for word, lat, lon in COUNTRIES:
        x, y = sheet.project(lon, lat)
        width = measure(word, size, spacing=0.5)
        best, least = Rect(0, 0, width, size), math.inf
        for dx in range(-150, 151, 10):
            for dy in range(-110, 111, 8):
                rect = Rect(x + dx - width / 2, y + dy - size * 0.5, width, size)
                far = math.hypot(dx, dy) * 0.02
                if far >= least:
                    continue
                cost = costs.sum(grown(rect, 7)) + far
                if cost < least:
                    best, least = rect, cost
        if least > 25:
            continue
        costs.paint(best, 24)
        at = f'x="{fixed(best.x + width / 2 + size * 0.25)}" y="{fixed(best.y + size * 0.84)}"'
        text = f'<text class="map-country" font-size="{fixed(size)}" {at}>{escape(word)}</text>'
        found.append(Decoration(text, [best]))
    return found


def _name_woods(sheet: Sheet, costs: Costs, size: float) -> list[Decoration]:
    found = []
    for wood in sheet.woods:
        width = measure(wood.name, size, "italic", 0.04)
        reach = wood.height / 2
        best, least = Rect(0, 0, width, size), math.inf
        for dy in (0, -reach * 0.4, reach * 0.4, reach + size, -reach - size * 0.6):
            for dx in range(-30, 31, 6):
                rect = Rect(wood.x + dx - width / 2, wood.y + dy - size / 2, width, size)
                cost = costs.sum(rect) + abs(dx) * 0.05 + abs(dy) * 0.08
                if cost < least:
                    best, least = rect, cost
        if least > 12:
            continue
        costs.paint(best, 24)
        at = f'x="{fixed(best.x + width / 2)}" y="{fixed(best.y + size * 0.78)}"'
        text = f'<text class="map-wood-name" font-size="{fixed(size)}" {at}>'
        found.append(Decoration(f"{text}{escape(wood.name)}</text>", [best]))
    return found
