"""The languages that we speak: a catalogue (`LANG.po`) each; English is the source.

A new language is a new catalogue: `python3 scripts/catalogues.py new fr` makes it.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path

from napoleon.rules.words.language import ENGLISH, Language

FOLDER = Path(__file__).parent
# The languages in their own words.
NAMES = {"en": "English", "nl": "Nederlands", "fr": "Français", "de": "Deutsch"}


@functools.cache
def _catalogues() -> dict[str, Path]:
    """The catalogues by language: those that people write, or read already (`LANG.json`), where
    there is nothing to read them with."""
    kinds = (".po", ".json")
    return {path.stem: path for path in sorted(FOLDER.iterdir()) if path.suffix in kinds}


def available() -> dict[str, str]:
    """The languages that have a catalogue, with their own names; English always."""
    return {code: NAMES.get(code, code) for code in ("en", *_catalogues())}


@functools.cache
def messages(lang: str) -> Mapping[str, str]:
    """The catalogue of a language: from our English to its own words; empty for English."""
    if lang not in available() or lang == "en":
        return {}
    path = _catalogues()[lang]
    if path.suffix == ".json":
        found: dict[str, str] = json.loads(path.read_text("utf-8"))
        return found
    return parse_catalogue(path.read_text("utf-8"))


def parse_catalogue(text: str) -> dict[str, str]:
    """Return the translations of a catalogue, a `.po` file in the form that
    `scripts/catalogues.py` writes: no plural forms and no contexts. Messages marked fuzzy and
    those without a translation are left out."""
    found: dict[str, str] = {}
    for entry in text.split("\n\n"):
        lines = entry.splitlines()
        if any(line.startswith("#,") and "fuzzy" in line for line in lines):
            continue
        parts = {"msgid": "", "msgstr": ""}
        part = ""
        for line in lines:
            if line.startswith("#"):
                continue
            name, _, rest = line.partition(" ")
            part = name if name in parts else part
            # A string of a catalogue is one of JSON, too.
            parts[part] += json.loads(rest if name in parts else line)
        if parts["msgid"] and parts["msgstr"]:
            found[parts["msgid"]] = parts["msgstr"]
    return found


def client_messages(source: str) -> list[str]:
    """Return the messages that a module of the browser client says with t("...") or marks with
    msg("..."), in their order; also those within template strings and other messages, where
    Babel's extraction does not look."""
    code = re.sub(r"^\s*(\*|//|/\*).*$", "", source, flags=re.MULTILINE)
    found = re.findall(r'(?<![\w.])(?:t|msg)\(\s*("(?:[^"\\]|\\.)+")', code)
    return [str(json.loads(literal)) for literal in found]


@functools.cache
def language(lang: str) -> Language:
    """The language of a language; an unknown one is English."""
    return Language(lang, messages(lang)) if messages(lang) else ENGLISH


def choose(accept_language: str) -> str:
    """The best of our languages for an Accept-Language header."""
    wishes: list[tuple[float, int, str]] = []
    for order, part in enumerate(accept_language[:200].split(",")):
        code, _, weight = part.replace(" ", "").partition(";q=")
        try:
            wishes.append((-float(weight or 1), order, code.lower()[:2]))
        except ValueError:
            continue
    ours = available()
    for weight_down, _, code in sorted(wishes):
        if code in ours and weight_down < 0:
            return code
    return "en"
