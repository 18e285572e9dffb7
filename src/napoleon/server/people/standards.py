"""A picture for everybody: a regimental standard in the manner of 1815, drawn from a seed.

The same seed gives the same standard for ever, so pictures are not stored and nobody can upload
one. Field, tinctures, device and number are drawn from the seed's hash.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable
from typing import Final

SEED: Final = re.compile(r"[0-9a-f]{16}")
# Dyes of the time: field, counter-change, third; each is told from its neighbour in grey too.
TINCTURES: Final = (
    ("#264a86", "#f4ead2", "#9c2f2a"),  # French
    ("#23272b", "#f4ead2", "#b58b2c"),  # Prussian
    ("#9c2f2a", "#f4ead2", "#264a86"),  # British
    ("#c8701d", "#f4ead2", "#264a86"),  # Orange
    ("#2f5a41", "#e9d9a8", "#23272b"),  # Nassau, rifles
    ("#d9b13f", "#23272b", "#9c2f2a"),  # Brunswick and Hanover
    ("#5f2d49", "#f0e2c0", "#b58b2c"),  # wine
    ("#3f6f86", "#f4ead2", "#23272b"),  # Saxon blue
)
GOLD: Final = "#c79a3b"
SHADE: Final = "#5d451a"
INK: Final = "#2b2117"
PAPER: Final = "#f6edd8"

Field = Callable[[str, str, str], str]


def seed_of(person: str) -> str:
    """The seed of a person's picture; it does not tell whose it is."""
    return hashlib.sha256(f"standard {person}".encode()).hexdigest()[:16]


def draw_standard(seed: str) -> str:
    """The standard of a seed, as an SVG picture."""
    lots = hashlib.sha256(seed.encode()).digest()
    dyes = TINCTURES[lots[0] % len(TINCTURES)]
    if lots[1] & 1:
        dyes = (dyes[1], dyes[0], dyes[2])
    field = FIELDS[lots[2] % len(FIELDS)](*dyes)
    device = DEVICES[lots[3] % len(DEVICES)]
    number = int.from_bytes(lots[4:6]) % 111 + 1
    corners = "".join(
        f'<g transform="translate({x} {y})">{device}</g>' for x in (22, 78) for y in (22, 78)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="2 2 96 96" width="96" height="96">'
        f"{_fringe()}"
        f'<svg x="8" y="8" width="84" height="84" viewBox="0 0 84 84">{field}</svg>'
        f'<rect x="8" y="8" width="84" height="84" fill="none" stroke="{SHADE}"/>'
        f'<g fill="{GOLD}" stroke="{INK}" stroke-width=".9" stroke-linejoin="round">{corners}</g>'
        f"{_medallion(number)}"
        f"{_folds(lots[6])}</svg>"
    )


def _fringe() -> str:
    """Gold threads on all four sides."""
    threads = "".join(
        f"M{place} 2V98M2 {place}H98" for place in [round(3 + n * 3.2, 1) for n in range(30)]
    )
    return (
        f'<rect x="2" y="2" width="96" height="96" rx="1.5" fill="{GOLD}"/>'
        f'<path d="{threads}" stroke="{SHADE}" stroke-width=".7" opacity=".55"/>'
    )


def _medallion(number: int) -> str:
    """The regiment's number within a wreath of laurel."""
    leaves: list[str] = []
    for side in (-1, 1):
        for n in range(9):
            angle = math.radians(68 - n * 19)
            x, y = 50 + side * 21 * math.cos(angle), 50 + 21 * math.sin(angle)
            turn = math.degrees(angle) if side > 0 else 180 - math.degrees(angle)
            leaves.append(
                f'<path d="M0 3.6C-3 1-2.6-3.4 0-5.4 2.6-3.4 3 1 0 3.6z"'
                f' transform="translate({x:.1f} {y:.1f}) rotate({turn + side * 24:.0f})"/>'
            )
    size = 21 if number < 100 else 16
    return (
        f'<circle cx="50" cy="50" r="19.5" fill="{PAPER}" stroke="{SHADE}"/>'
        f'<g fill="{GOLD}" stroke="{INK}" stroke-width=".7">{"".join(leaves)}</g>'
        f'<text x="50" y="{50 + size * 0.34:.1f}" font-family="EB Garamond, Georgia, serif"'
        f' font-size="{size}" font-weight="600" text-anchor="middle" fill="{INK}">{number}</text>'
    )


def _folds(lot: int) -> str:
    """Light and shade of silk that hangs."""
    x = lot % 9 - 4
    dark = "M27 8C33 38 21 62 29 92h8C31 60 41 36 34 8z"
    light = "M66 8C61 40 72 64 64 92h7C79 62 68 38 73 8z"
    return (
        f'<g transform="translate({x} 0)"><path d="{dark}" fill="#000" opacity=".09"/>'
        f'<path d="{light}" fill="#fff" opacity=".13"/></g>'
    )


def _rect(colour: str, x: float = 0, y: float = 0, width: float = 84, height: float = 84) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'


def _pale(a: str, b: str, c: str) -> str:
    return _rect(a, width=28) + _rect(b, 28, width=28) + _rect(c, 56, width=28)


def _bars(a: str, b: str, c: str) -> str:
    return _rect(a, height=28) + _rect(b, y=28, height=28) + _rect(c, y=56, height=28)


def _lozenge(a: str, b: str, c: str) -> str:
    """The pattern of 1804: a lozenge, the corners in two dyes."""
    corners = _rect(a) + _rect(c, 42, 0, 42, 42) + _rect(c, 0, 42, 42, 42)
    return f'{corners}<path d="M42 1 83 42 42 83 1 42z" fill="{b}"/>'


def _saltire(a: str, b: str, c: str) -> str:
    cross = "M0 0 84 84M84 0 0 84"
    return (
        f'{_rect(a)}<path d="{cross}" stroke="{b}" stroke-width="22"/>'
        f'<path d="{cross}" stroke="{c}" stroke-width="9"/>'
    )


def _cross(a: str, b: str, c: str) -> str:
    cross = "M42 0V84M0 42H84"
    return (
        f'{_rect(a)}<path d="{cross}" stroke="{b}" stroke-width="26"/>'
        f'<path d="{cross}" stroke="{c}" stroke-width="15"/>'
    )


def _flames(a: str, b: str, c: str) -> str:
    """Wedges from the corners and the sides, as on Prussian colours."""
    corners = "M42 42 0 12V0H12zM42 42 72 0H84V12zM42 42 84 72V84H72zM42 42 12 84H0V72z"
    sides = "M42 42 34 0H50zM42 42 84 34V50zM42 42 50 84H34zM42 42 0 50V34z"
    return f'{_rect(a)}<path d="{corners}" fill="{b}"/><path d="{sides}" fill="{c}"/>'


def _quarters(a: str, b: str, c: str) -> str:
    bend = f'<path d="M0 0 84 84" stroke="{c}" stroke-width="8"/>'
    return _rect(a) + _rect(b, 42, 0, 42, 42) + _rect(b, 0, 42, 42, 42) + bend


def _bordered(a: str, b: str, c: str) -> str:
    return _rect(c) + _rect(b, 6, 6, 72, 72) + _rect(a, 12, 12, 60, 60)


FIELDS: Final[tuple[Field, ...]] = (
    *(_pale, _bars, _lozenge, _saltire, _cross, _flames, _quarters, _bordered),
)
DEVICES: Final = (
    # A grenade, a star, a bugle horn, a cross pattée, a bee, a crown
    '<path d="M0-1a4.5 4.5 0 1 0 .01 0zM-2.5-1.5C-5-5-1-6-1.5-9 2-7 5-5 2.5-1.5z"/>',
    '<path d="M0-7 1.8-2.2 7-2 3 1.3 4.4 6.3 0 3.5-4.4 6.3-3 1.3-7-2-1.8-2.2z"/>',
    '<path d="M-7-3C-6 5 5 6 7-3L3-4C2 1-3 1-4-4z"/>',
    '<path d="M-3-7H3L1.5-1.5 7-3V3L1.5 1.5 3 7H-3L-1.5 1.5-7 3V-3L-1.5-1.5z"/>',
    '<path d="M0-3C2-3 2.5 3 0 7-2.5 3-2-3 0-3zM-1-2C-7-5-7 3-1 1zM1-2C7-5 7 3 1 1z"/>'
    '<circle cy="-4.5" r="1.8"/>',
    '<path d="M-6 4-7-4-3-1 0-7 3-1 7-4 6 4z"/>',
)
