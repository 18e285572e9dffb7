"""The ground of a battlefield as an engraver of the time would have drawn it: parcels of fields in
fine strokes, trees, hachures, a walled farm, a winding stream. As the client's `battle/ground.js`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from napoleon.pictures.geometry import Rect, number
from napoleon.pictures.look import escape

_MASK = 0xFFFFFFFF


def seeded(text: str) -> Callable[[], float]:
    """Return a small generator, so that a field looks the same whenever it is drawn."""
    state = 2166136261
    for letter in text:
        state = ((state ^ ord(letter)) * 16777619) & _MASK

    def draw() -> float:
        nonlocal state
        state = (state * 1664525 + 1013904223) & _MASK
        return (state >> 8) / 16777216

    return draw


def parcels(box: Rect, draw: Callable[[], float]) -> str:
    """Return fields: a rectangle cut into crooked parcels, each ploughed its own way."""
    x, y, w, h = box
    cut_x = (0, 0.3 + draw() * 0.12, 0.62 + draw() * 0.16, 1)
    cut_y = (0, 0.42 + draw() * 0.2, 1)

    def jig() -> float:
        return (draw() - 0.5) * min(w, h) * 0.12

    grid = [
        [
            (x + u * w + (jig() if 0 < i < 3 else 0), y + v * h + (jig() if j == 1 else 0))
            for i, u in enumerate(cut_x)
        ]
        for j, v in enumerate(cut_y)
    ]
    made = hedges = ""
    for k in range(2):
        # A hedge or a row of poplars along one of the inner borders.
        if draw() < 0.5:
            start, end = grid[k][1 + k], grid[k + 1][1 + k]
        else:
            start, end = grid[1][k], grid[1][k + 1]
        many = math.floor(math.hypot(end[0] - start[0], end[1] - start[1]) / 9)
        for m in range(1, many):
            if draw() < 0.3:
                continue
            at, r = m / many, 5 + draw() * 5
            px = start[0] + (end[0] - start[0]) * at - r / 2 + (draw() - 0.5) * 3
            py = start[1] + (end[1] - start[1]) * at - r * 0.6 + (draw() - 0.5) * 3
            hedges += _bush(px, py, r, ' opacity=".7"')
    for j in range(2):
        for i in range(3):
            corners = (grid[j][i], grid[j][i + 1], grid[j + 1][i + 1], grid[j + 1][i])
            d = f"M{'L'.join(f'{number(a)} {number(b)}' for a, b in corners)}Z"
            made += f'<path d="{d}" class="b-parcel b-wash{math.floor(draw() * 3)}"/>'
            if draw() < 0.78:
                made += f'<path d="{d}" fill="url(#b-crop{math.floor(draw() * 4)})"/>'
    return made + hedges


def _bush(x: float, y: float, size: float, more: str = "") -> str:
    place = f'x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size)}"'
    return f'<use href="#b-bush" {place}{more}/>'


def woods(box: Rect, draw: Callable[[], float], size: float, band: float, is_enemy: bool) -> str:
    """Return a wood; `band` is kept free of trees, for the title."""
    x, w = box.x, box.width
    y, h = box.y + (band if is_enemy else 0), box.height - band
    step = max(11.0, min(18.0, size * 0.27))
    trees = []
    v = step * 0.5
    while v < h - 3:
        u = step * 0.4
        while u < w - 2:
            px = x + u + (draw() - 0.5) * step * 0.8
            py = y + v + (draw() - 0.5) * step * 0.6
            edge = min((px - x) / w, (x + w - px) / w, (py - y) / h * 1.1, (y + h - py) / h * 1.1)
            # Thick along the border, thin where the blocks stand.
            if draw() < (0.92 if edge < 0.13 else 0.5 if edge < 0.22 else 0.2):
                trees.append((py, px, step * (0.95 + draw() * 0.4), edge >= 0.16))
            u += step * 0.92
        v += step * 0.74
    made = draw_rect(box, "b-wood-wash")
    for py, px, r, is_inner in sorted(trees):
        place = f'x="{number(px - r / 2)}" y="{number(py - r * 0.58)}" width="{number(r)}"'
        pale = ' opacity=".55"' if is_inner else ""
        made += f'<use href="#b-tree" {place} height="{number(r * 1.17)}"{pale}/>'
    return made


def hill(cx: float, cy: float, rx: float, ry: float, draw: Callable[[], float]) -> str:
    """Return a hill after Lehmann: short strokes down the slope, thicker where it is steep."""
    at = f'cx="{number(cx)}" cy="{number(cy)}" rx="{number(rx * 1.5)}" ry="{number(ry * 1.5)}"'
    made = f'<ellipse {at} class="b-hill-wash"/>'
    for inner, outer, many, wide in (
        (0.98, 1.2, 64, 1.2),
        (1.22, 1.4, 72, 0.9),
        (1.42, 1.55, 60, 0.6),
    ):
        d = ""
        for k in range(many):
            a = (k / many) * 2 * math.pi + (draw() - 0.5) * 0.05
            steep = 0.85 + 0.25 * math.sin(a - 0.7) + (draw() - 0.5) * 0.06
            i = inner + (draw() - 0.5) * 0.04
            o, bend = i + (outer - inner) * steep, a + 0.03
            d += f"M{number(cx + math.cos(a) * rx * i)} {number(cy + math.sin(a) * ry * i)}"
            d += f"L{number(cx + math.cos(bend) * rx * o)} {number(cy + math.sin(bend) * ry * o)}"
        made += f'<path d="{d}" class="b-hachure" stroke-width="{wide}"/>'
    return made


def _house(a: float, b: float, c: float, e: float) -> str:
    is_long = c > e
    roof = Rect(a, b, c, e)
    dark = Rect(a, b + e / 2, c, e / 2) if is_long else Rect(a + c / 2, b, c / 2, e)
    ridge = (
        f"M{number(a)} {number(b + e / 2)}h{number(c)}"
        if is_long
        else f"M{number(a + c / 2)} {number(b)}v{number(e)}"
    )
    return (
        draw_rect(Rect(a + 1.5, b + 2, c, e), "b-house-shade", 0)
        + draw_rect(roof, "b-roof", 0)
        + draw_rect(dark, "b-roof-dark", 0)
        + draw_rect(roof, "", 0, ' fill="url(#b-roof)"')
        + f'<path d="{ridge}" class="b-ridge"/>'
    )


def farm(slot: Rect, draw: Callable[[], float]) -> str:
    """Return a walled farm about a yard, with room in it for one block."""
    x, y, w, h = slot
    d, bush = w * 0.155, max(8.0, w * 0.11)
    made = ""
    for k in range(12):
        aside = math.floor((k % 4) / 2) * 1.1
        side = x + w + 5 + bush * aside if k % 2 else x - 5 - bush * (1 + aside)
        px = side + (draw() - 0.5) * 2
        py = y + h * (0.1 + 0.3 * math.floor(k / 4)) + (draw() - 0.5) * 2
        made += _bush(px, py, bush)
    gate, mid = w * 0.24, x + w * 0.72
    left, right, top, low = x + d / 2, x + w - d / 2, y + d / 2, y + h - d / 2
    wall = (
        f"M{number(mid + gate / 2)} {number(low)}H{number(right)}V{number(top)}H{number(left)}"
        f"V{number(low)}H{number(mid - gate / 2)}"
    )
    return (
        f"<g>{made}{draw_rect(Rect(left, top, right - left, low - top), 'b-yard', 0)}"
        f'<path d="{wall}" class="b-wall"/>'
        f'<path d="M{number(mid)} {number(low)}c2 6 -4 9 -2 16" class="b-track"/>'
        + _house(x, y, w * 0.66, d)
        + _house(x, y + d * 1.25, d, h * 0.36)
        + _house(x + w - d, y + h * 0.3, d, h * 0.42)
        + _house(x + w * 0.08, y + h - d, w * 0.4, d)
        + "</g>"
    )


def stream(box: Rect, draw: Callable[[], float]) -> str:
    """Return the path of a stream that winds along the border of two areas."""
    x, y, w, h = box
    steps = max(4, math.floor(w / 58 + 0.5))
    points = []
    for k in range(steps + 1):
        bend = 0.0
        if 0 < k < steps:
            bend = (-1 if k % 2 else 1) * h * (0.12 + draw() * 0.18)
        points.append((x + (w * k) / steps, y + h / 2 + bend))
    d = f"M{number(points[0][0])} {number(points[0][1])}"
    for k in range(steps):
        p1, p2 = points[k], points[k + 1]
        p0 = points[k - 1] if k else p1
        p3 = points[k + 2] if k + 2 <= steps else p2
        turns = (
            (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6),
            (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6),
            p2,
        )
        d += f"C{' '.join(f'{number(a)} {number(b)}' for a, b in turns)}"
    return d


def draw_rect(box: Rect, name: str, r: float = 7, more: str = "") -> str:
    """Return a rectangle of a class, its corners rounded by `r`."""
    place = f'x="{number(box.x)}" y="{number(box.y)}"'
    size = f'width="{number(box.width)}" height="{number(box.height)}"'
    kind = f' class="{name}"' if name else ""
    corner = f' rx="{number(r)}"' if r else ""
    return f"<rect {place} {size}{corner}{kind}{more}/>"


def draw_text(x: float, y: float, words: str, name: str, more: str = "") -> str:
    """Return a text of a class."""
    return f'<text x="{number(x)}" y="{number(y)}" class="{name}"{more}>{escape(words)}</text>'


def facing_mark(x: float, y: float, h: float) -> str:
    """Return two arrows head to head: these two areas face each other."""
    a = h * 0.34
    at, up, down = number(x), number(y - a), number(y + a)
    return (
        f'<path class="b-facing" d="M{at} {up}V{down}M{number(x - 4)} {number(y - a + 4)}l4-4 4 4'
        f'M{number(x - 4)} {number(y + a - 4)}l4 4 4-4"/>'
    )


def clash_mark(x: float, y: float, w: float) -> str:
    """Return crossed sabres between two sides that fight."""

    def at(dx: float, dy: float) -> str:
        return f"{number(x + dx)} {number(y + dy)}"

    blades = (
        f"M{at(-8, -5)}C{at(-3, -4)} {at(4, 0)} {at(8, 6)}"
        f"M{at(8, -5)}C{at(3, -4)} {at(-4, 0)} {at(-8, 6)}"
        f"M{at(-8.5, 2.5)}l3.5 3.5M{at(8.5, 2.5)}l-3.5 3.5"
    )
    line = f"M{at(-w, 0)}H{number(x - 13)}M{at(13, 0)}H{number(x + w)}"
    return f'<path class="b-clash-line" d="{line}"/><path class="b-clash" d="{blades}"/>'
