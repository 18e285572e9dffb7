"""What a page says about the typeface: its faces, and the fonts of the system made to measure.

Until our face has come, or where it is blocked, a font of the system stands in. Each is brought to
the width of ours (`size-adjust`) and to the same height of a line (the overrides), so that words
keep their place when ours arrives.
"""

from __future__ import annotations

from typing import NamedTuple

from napoleon.typeface.cutting import FILES, ROMAN

FAMILY = "EB Garamond"

# Our face is small on its body: enlarged so that an x is as high as in other book faces (0.45 em).
ENLARGED = 1.12
# Above and below the base line, in parts of the font's size, whatever the font.
ASCENT = 0.95
DESCENT = 0.29


class Widths(NamedTuple):
    """The mean width of a letter in our texts, in parts of the font's size, for three faces."""

    regular: float
    bold: float
    italic: float


OURS = Widths(0.3729, 0.3995, 0.3634)  # bold is semibold, the weight of headings and prompts


class StandIn(NamedTuple):
    """Fonts of the same widths, one of which a system may have."""

    name: str
    widths: Widths
    fonts: tuple[tuple[str, str, str], ...]  # the full names of regular, bold and italic


# The widths were measured on these fonts, or on those that were made to their measure: Gelasio for
# Georgia, Liberation Serif for Times New Roman. `tests/typeface` measures those it finds.
STAND_INS = (
    StandIn(
        "Palatino",
        Widths(0.4377, 0.4517, 0.3968),
        (
            ("Palatino Linotype", "Palatino Linotype Bold", "Palatino Linotype Italic"),
            ("Palatino", "Palatino Bold", "Palatino Italic"),
            ("P052 Roman", "P052 Bold", "P052 Italic"),
        ),
    ),
    StandIn(
        "Georgia",
        Widths(0.4342, 0.5050, 0.4421),
        (
            ("Georgia", "Georgia Bold", "Georgia Italic"),
            ("Gelasio Regular", "Gelasio Bold", "Gelasio Italic"),
        ),
    ),
    StandIn(
        "Times",
        Widths(0.3974, 0.4226, 0.3986),
        (
            ("Times New Roman", "Times New Roman Bold", "Times New Roman Italic"),
            ("Liberation Serif", "Liberation Serif Bold", "Liberation Serif Italic"),
        ),
    ),
    StandIn(
        "Noto",
        Widths(0.4710, 0.5001, 0.4572),
        (("Noto Serif", "Noto Serif Bold", "Noto Serif Italic"),),
    ),
    StandIn(
        "DejaVu",
        Widths(0.5075, 0.5596, 0.5075),
        (("DejaVu Serif", "DejaVu Serif Bold", "DejaVu Serif Italic"),),
    ),
)

# How the three faces of a stand-in are asked for.
ASKED = (("normal", "400"), ("normal", "600 700"), ("italic", "400"))


def _percent(share: float) -> str:
    return f"{100 * share:.2f}".rstrip("0").rstrip(".") + "%"


def _heights(enlarged: float) -> str:
    """The overrides are taken of the enlarged size."""
    ascent, descent = _percent(ASCENT / enlarged), _percent(DESCENT / enlarged)
    return (
        f"size-adjust:{_percent(enlarged)};ascent-override:{ascent};"
        f"descent-override:{descent};line-gap-override:0%"
    )


def _own_faces(base: str) -> str:
    rules = []
    for name, face in FILES.items():
        lightest, heaviest = face.weights
        weight = f"{lightest} {heaviest}" if lightest < heaviest else str(lightest)
        rules.append(
            f'@font-face{{font-family:"{FAMILY}";font-style:{face.style};font-weight:{weight};'
            f'font-display:swap;src:url("{base}{name}") format("woff2");{_heights(ENLARGED)}}}'
        )
    return "".join(rules)


def _stand_in_faces() -> str:
    rules = []
    for stand_in in STAND_INS:
        for number, (style, weight) in enumerate(ASKED):
            enlarged = ENLARGED * OURS[number] / stand_in.widths[number]
            places = ",".join(f'local("{names[number]}")' for names in stand_in.fonts)
            rules.append(
                f'@font-face{{font-family:"{FAMILY} {stand_in.name}";font-style:{style};'
                f"font-weight:{weight};src:{places};{_heights(enlarged)}}}"
            )
    return "".join(rules)


def family_list() -> str:
    """Our face, then those that stand in for it."""
    families = [FAMILY, *(f"{FAMILY} {stand_in.name}" for stand_in in STAND_INS)]
    return ",".join(f'"{family}"' for family in families) + ",serif"


def head(base: str = "/fonts/") -> str:
    """For the head of a page whose font files lie at `base`: the upright face is asked for at once,
    but after what the page cannot do without; the slanted one when something is set in it."""
    roman = next(name for name, face in FILES.items() if face is ROMAN)
    return (
        f'<link rel="preload" href="{base}{roman}" as="font" type="font/woff2" crossorigin'
        ' fetchpriority="low">\n'
        f"<style>{_own_faces(base)}{_stand_in_faces()}:root{{--serif:{family_list()}}}</style>"
    )
