"""Text from people, cleaned at the door: what is stored and shown holds no trick characters.

Control and direction characters, and halves of characters, are taken out; what is left is
normalised, and only then measured.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 3  # combining marks on one letter
JOINERS: Final = "\u200c\u200d"  # within emoji, and in some scripts
# Control, format, half of a pair, private use, not assigned
UNWANTED: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}
# Letters of other scripts that look like Latin ones
LOOK_ALIKES: Final = str.maketrans(
    "асеорхутіѕмпгкӏοαερτυνμ0135", "aceopxytismprkioaeptuvmoise", "_-. '`~*|"
)
# What computers are called at a table, in our languages; nobody else is.
RESERVED: Final = frozenset(
    {"computer", "computers", "ordinateur", "rechner", "bot", "napoleon1815", "admin", "server"}
    | {"computeur", "serveur", "administrator", "moderator"}
)
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


def clean(text: str, most: int, *, keeps_joiners: bool = False) -> str:
    """A line of text fit to be stored and shown, at most so many characters long."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: most * 8].replace("\0", "")):
        category = unicodedata.category(character)
        if category in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS:
                continue
        else:
            marks = 0
        if category in UNWANTED:
            if category == "Cc" and character.isspace():
                kept.append(" ")
            elif keeps_joiners and character in JOINERS and kept:
                kept.append(character)
            continue
        kept.append(" " if character.isspace() else character)
    line = " ".join("".join(kept).split())
    return unicodedata.normalize("NFC", line)[:most].strip()


def clean_name(text: str, most: int) -> str:
    """A name of a person."""
    return clean(text, most)


def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with the same skeleton could be confused."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = [letter for letter in plain if unicodedata.category(letter) not in ("Mn", "Me")]
    return "".join("".join(letters).translate(LOOK_ALIKES).split())


def is_reserved(name: str) -> bool:
    """Whether a name could be taken for one of ours."""
    return skeleton(name) in _RESERVED_SKELETONS


_RESERVED_SKELETONS: Final = frozenset(skeleton(name) for name in RESERVED)


def is_token(text: str) -> bool:
    """Whether a text could be an id or a token of ours."""
    return TOKEN.fullmatch(text) is not None
