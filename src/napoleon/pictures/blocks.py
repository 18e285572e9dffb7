"""The wooden blocks: faces, backs and blocks lying on their face (rules 3, 7.3).

As the client's `lib/blocks.js`: a block is drawn in a box of 100 x 100 and scaled; the shapes
stand once in a picture (`look.SHAPES`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from napoleon.pictures.geometry import fixed, number
from napoleon.pictures.look import escape
from napoleon.rules.board.tables import LAID, UNIT_TABLE
from napoleon.rules.board.units import (
    ARMY_NAMES,
    LEADER,
    TYPE_NAMES,
    UNIT_BY_ID,
    UNITS,
    UnitCard,
)

_LEADERS: Final = {
    "FR-N": "napoleon",
    "AD-W": "wellington",
    "PR-B": "blucher",
    "french": "napoleon",
    "anglo-dutch": "wellington",
    "prussian": "blucher",
}
_CORPS: Final = {"Garde": "G", "1CC": "1C", "2CC": "2C", "3CC": "3C", "4CC": "4C", "HQ": ""}
_BOX: Final = 'x="-10" y="-10" width="128" height="128"'
_FULL: Final = 'width="100" height="100"'


def card_of(unit: str) -> UnitCard:
    """Return what is printed on a unit's block."""
    return UNITS[UNIT_BY_ID[unit]]


def _is_netherlands(unit: str) -> bool:
    """Whether a unit is of the Netherlands, which the rules do not ask."""
    return LAID.board.rows(UNIT_TABLE)[UNIT_BY_ID[unit]]["contingent"] == "NE"


def symbol_of(card: UnitCard) -> str:
    """Return the id of the symbol on a unit's face."""
    if card.kind != LEADER:
        return TYPE_NAMES[card.kind]
    return _LEADERS.get(card.id) or _LEADERS[ARMY_NAMES[card.army]]


def corps_mark(card: UnitCard) -> str:
    """Return a corps as it stands on the block: a numeral, G for the Guard, 1C for cavalry."""
    return _CORPS.get(card.corps, card.corps)


def _pips(value: int) -> str:
    return "".join(f"M{fixed(50 + (i - (value - 1) / 2) * 13.5)} 12.2h0" for i in range(value))


def _edges(full: int, strength: int) -> str:
    """The pips along each edge; those that are up count."""
    marks = ""
    for lost in range(min(4, full)):
        turn = f' transform="rotate({90 * lost} 50 50)"' if lost else ""
        up = " is-up" if full - lost == strength else ""
        marks += f'<path d="{_pips(full - lost)}"{turn} class="nb-pips{up}"/>'
    return marks


def _use(name: str, box: str) -> str:
    return f'<use href="#nb-{name}" {box}/>'


def draw_face(
    unit: str, strength: int, size: float, marks: Collection[str] = (), *, is_spent: bool = False
) -> str:
    """Return the face of a unit, its corner at 0,0. Disordered it lies on its face.

    `is_spent` dims a unit that has acted. The element names unit and strength in `data-unit` and
    `data-strength`.
    """
    card = card_of(unit)
    army = ARMY_NAMES[card.army]
    symbol = symbol_of(card)
    if "disordered" in marks:
        body = (
            _use(f"down-{army}", _BOX)
            + '<g transform="translate(25 44) scale(.5 .42)" class="nb-ink nb-faint">'
            + _use(symbol, _FULL)
            + f'</g><path d="{_pips(strength)}" transform="translate(0 81)" '
            'class="nb-pips is-up nb-front"/>'
        )
    else:
        corps = escape(corps_mark(card))
        body = (
            _use(f"base-{army}", _BOX)
            + f'<g transform="rotate({-90 * (card.strength - strength)} 50 50)">'
            + _edges(card.strength, strength)
            + f'</g><g class="nb-ink">{_use(symbol, _FULL)}</g>'
            + (f'<text class="nb-word" x="13" y="84">{corps}</text>' if corps else "")
            + '<text class="nb-word" x="87.5" y="84" text-anchor="end">'
            + f"F{card.firepower}</text>"
        )
        if is_spent:
            body += '<rect class="nb-veil" width="100" height="106" rx="9.5"/>'
        if "square" in marks:
            body += '<rect class="nb-square" x="-3" y="-3" width="106" height="106" rx="12"/>'
    classes = f"nb nb-{army}"
    classes += " nb-netherlands" if _is_netherlands(unit) else ""
    classes += " is-acted" if is_spent else ""
    classes += " is-square" if "square" in marks else ""
    return (
        f'<g class="{classes}" data-unit="{escape(unit)}" data-strength="{strength}" '
        f'transform="scale({size / 100:.4g})">{body}</g>'
    )


def draw_back(army: str, size: float, *, is_disordered: bool = False) -> str:
    """Return the back of a block of an army; disordered it lies down."""
    shape = "down" if is_disordered else "back"
    drawn = _use(f"{shape}-{army}", _BOX)
    return f'<g class="nb nb-{army}" transform="scale({size / 100:.4g})">{drawn}</g>'


def draw_number(count: int, x: float, y: float, r: float) -> str:
    """Return a number on a small paper disc."""
    return (
        f'<g class="nb-badge"><circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" '
        f'stroke-width="{r * 0.13:.2f}"/><text x="{number(x)}" y="{number(y + r * 0.42)}" '
        f'font-size="{number(r * 1.24)}" text-anchor="middle">{count}</text></g>'
    )
