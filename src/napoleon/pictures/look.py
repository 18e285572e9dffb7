"""What pictures share with the browser client: colours, styles, shapes, widths of letters.

`data/look.json` is written from the client's own files by `scripts/picture_look.py`; a test holds
both together.
"""

from __future__ import annotations

import json
import pkgutil
from typing import Any, Final
from xml.sax.saxutils import escape as _escape


def _read() -> dict[str, Any]:
    data = pkgutil.get_data("napoleon.pictures", "data/look.json")
    assert data is not None, "data/look.json is missing from the package"
    look: dict[str, Any] = json.loads(data)
    return look


_LOOK: Final = _read()
COLOURS: Final[dict[str, str]] = _LOOK["colours"]
SERIF: Final[str] = _LOOK["serif"]
STYLE: Final[list[str]] = _LOOK["style"]
SHAPES: Final[str] = _LOOK["shapes"]
ICONS: Final[dict[str, str]] = _LOOK["icons"]
_WIDTHS: Final[dict[str, dict[str, float]]] = _LOOK["widths"]


def escape(text: str) -> str:
    """Return a text for the inside of an element or an attribute."""
    return _escape(text, {'"': "&quot;"})


def measure(text: str, size: float, style: str = "roman", spacing: float = 0) -> float:
    """Return the width of a text in our typeface: `style` is "roman", "caps" or "italic".

    `spacing` is added after each letter, in shares of the size.
    """
    widths = _WIDTHS[style]
    return sum([widths.get(letter, 0.5) + spacing for letter in text]) * size
