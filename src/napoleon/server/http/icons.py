"""The picture of the game for a tab or a home screen: a hat on a block, drawn here as PNG.

The shapes are those of the picture in index.html, on a sheet of 32 units; edges are smoothed by
looking at every pixel more than once.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache
from typing import Final

SIZES: Final = (192, 512)
SHEET: Final = 32.0
BLOCK: Final = (2.0, 28.0, 4.0)  # where the block begins, its side, and the round of its corners
BLUE: Final = (0x26, 0x4A, 0x86)
CREAM: Final = (0xF3, 0xE7, 0xCD)
# The hat as cubic curves: where it begins, then two handles and an end each.
HAT_FROM: Final = (5.0, 21.0)
HAT: Final = (
    ((6.0, 13.0), (11.0, 9.0), (16.0, 9.0)),
    ((21.0, 9.0), (26.0, 13.0), (27.0, 21.0)),
    ((23.0, 19.0), (20.0, 18.0), (16.0, 18.0)),
    ((12.0, 18.0), (9.0, 19.0), (5.0, 21.0)),
)
STEPS: Final = 24  # pieces of a curve
FINE: Final = 4  # lines looked at in each line of pixels
Point = tuple[float, float]


def _hat() -> list[Point]:
    points = [HAT_FROM]
    for first, second, end in HAT:
        start = points[-1]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            corners = (start, first, second, end)
            x = sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True))
            y = sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True))
            points.append((x, y))
    return points


def _cut(points: list[Point], y: float) -> list[tuple[float, float]]:
    """Where a line at a height lies within a shape."""
    crossings = []
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 <= y) != (y2 <= y):
            crossings.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    crossings.sort()
    return list(zip(crossings[::2], crossings[1::2], strict=True))


def _cut_block(y: float) -> list[tuple[float, float]]:
    start, side, round_ = BLOCK
    depth = min(y - start, start + side - y)
    if depth < 0:
        return []
    inset = 0.0
    if depth < round_:
        inset = round_ - (round_**2 - (round_ - depth) ** 2) ** 0.5
    return [(start + inset, start + side - inset)]


def _cover(spans: list[tuple[float, float]], scale: float, line: list[float]) -> None:
    """Add how much of each pixel of a line lies within spans."""
    for left, right in spans:
        first, last = left * scale, right * scale
        for x in range(max(0, int(first)), min(len(line), int(last) + 1)):
            line[x] += max(0.0, min(last, x + 1) - max(first, x)) / FINE


@cache
def draw(size: int, is_maskable: bool = False) -> bytes:
    """The icon as a PNG. A maskable one fills its square, and systems cut its corners as they
    like; the hat keeps to the middle."""
    scale = size / SHEET
    hat = _hat()
    if is_maskable:
        hat = [(16 + (x - 16) * 0.8, 16 + (y - 16) * 0.8) for x, y in hat]
    rows = bytearray()
    for row in range(size):
        block, crown = [0.0] * size, [0.0] * size
        for part in range(FINE):
            y = (row + (part + 0.5) / FINE) / scale
            _cover([(0.0, SHEET)] if is_maskable else _cut_block(y), scale, block)
            _cover(_cut(hat, y), scale, crown)
        rows.append(0)  # this line of pixels stands as it is
        for x in range(size):
            mix = min(1.0, crown[x])
            rows += bytes(
                round(cream * mix + blue * (1 - mix))
                for cream, blue in zip(CREAM, BLUE, strict=True)
            )
            rows.append(round(255 * min(1.0, block[x])))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def name_of(size: int, is_maskable: bool = False) -> str:
    """Under which an icon is found."""
    return f"icon-{size}{'-whole' if is_maskable else ''}.png"


NAMES: Final = {
    name_of(size, is_maskable): (size, is_maskable)
    for size in SIZES
    for is_maskable in (False, True)
}


def read(name: str) -> bytes:
    """An icon by its name; KeyError for any other."""
    return draw(*NAMES[name])
