"""Cutting the typeface: the letters, weights and features that our pages use, as WOFF2.

It takes two or three seconds and is done once on a machine: the files are kept in the user's cache,
under a name that changes with everything they depend on. Where nothing can be kept they are cut at
every start.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

log = logging.getLogger("napoleon.typeface")

PACKAGE = "fontpkg-eb-garamond"
SOURCES = files(PACKAGE.replace("-", "_"))
LICENCE = "OFL.txt"

# Everything that English, Dutch, French and German are written with, the letters of neighbours that
# names may have, and the signs that our texts use.
CHARACTERS = (
    "".join(chr(code) for code in range(0x20, 0x7F))
    + "\u00a0¡¢£§©«°±²³·»¼½¾¿×÷"
    + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ"
    + "ĲĳŒœŸẞ‐–—‘’‚“”„†‡•…′″‹›€−←↑→↓"
)
FEATURES = ("ccmp", "kern", "liga", "lnum", "locl", "mark", "onum", "pnum", "tnum")
NAMES = (0, 1, 2, 13, 14)  # of the name table: copyright, family, style, licence and its address
WAY = 2  # how we cut: another number makes other files


@dataclass(frozen=True)
class Face:
    """One file: where it comes from and how much of it is kept."""

    name: str
    source: str
    style: str
    weights: tuple[int, int]
    features: tuple[str, ...]


# Real small capitals stand in the upright face alone: nothing is set in slanted ones.
ROMAN = Face("roman", "EBGaramond[wght].ttf", "normal", (400, 700), (*FEATURES, "smcp"))
ITALIC = Face("italic", "EBGaramond-Italic[wght].ttf", "italic", (400, 400), FEATURES)


def _edition() -> str:
    """Changes whenever the files could."""
    packages = (PACKAGE, "fonttools", "brotli")
    facts = [*(version(name) for name in packages), CHARACTERS, repr((ROMAN, ITALIC, NAMES, WAY))]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:12]


EDITION = _edition()
FILES = {f"{face.name}-{EDITION}.woff2": face for face in (ROMAN, ITALIC)}

_lock = Lock()


def cut(face: Face) -> bytes:
    """A face with our letters only, compressed for the web."""
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    source = io.BytesIO((SOURCES / "files" / face.source).read_bytes())
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(
        layout_features=list(face.features),
        name_IDs=list(NAMES),
        hinting=False,
        glyph_names=False,
        notdef_outline=True,
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=CHARACTERS)
    subsetter.subset(font)
    _give_variants_small_capitals(font)
    lightest, heaviest = face.weights
    kept = lightest if lightest == heaviest else face.weights
    font = instancer.instantiateVariableFont(font, {"wght": kept})
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _give_variants_small_capitals(font: TTFont) -> None:
    """A letter that a language writes otherwise, as German does its f, keeps its small capital."""
    table = font["GSUB"].table
    for small in substitutions(table, "smcp"):
        for local in substitutions(table, "locl"):
            for letter, variant in local.items():
                if letter in small:
                    small[variant] = small[letter]


def substitutions(table: Any, feature: str) -> list[dict[str, str]]:
    """What a feature puts for single letters, from a table of glyph substitutions."""
    records = [one for one in table.FeatureList.FeatureRecord if one.FeatureTag == feature]
    numbers = {number for one in records for number in one.Feature.LookupListIndex}
    parts = [part for number in numbers for part in table.LookupList.Lookup[number].SubTable]
    plain = [getattr(part, "ExtSubTable", part) for part in parts]
    return [part.mapping for part in plain if hasattr(part, "mapping")]


@cache
def _cut_or_kept(name: str) -> bytes:
    place = cache_folder() / name
    try:
        return place.read_bytes()
    except OSError:
        body = cut(FILES[name])
    try:
        keep(place, body)
    except OSError as reason:
        log.info("the typeface is not kept, and will be cut again: %s", reason)
    return body


def read(name: str) -> bytes:
    """A file of `FILES`, from the cache if it was cut before; KeyError for any other name."""
    if name == LICENCE:
        return (SOURCES / "LICENSE").read_bytes()
    if name not in FILES:
        raise KeyError(name)
    with _lock:  # who comes meanwhile waits for the same cut
        return _cut_or_kept(name)


def prepare() -> None:
    """Cut what is missing, so that nobody waits for it later.

    Trouble is told, not raised: the fonts of the system do as well.
    """
    try:
        for name in FILES:
            read(name)
    except Exception:
        log.exception("the typeface cannot be cut")


def write(folder: Path) -> list[Path]:
    """Put the files and their licence into a folder, for a site without a server."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in (*FILES, LICENCE):
        place = folder / name
        place.write_bytes(read(name))
        written.append(place)
    return written


def cache_folder() -> Path:
    """Where a program keeps what it can make again."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "napoleon1815" / "fonts"


def keep(place: Path, body: bytes) -> None:
    """Write a file whole or not at all: others may be reading or writing it now."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
        os.replace(draft, place)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
