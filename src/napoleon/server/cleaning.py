"""Text from people, cleaned at the door: what is stored and shown holds no trick characters.

Control and direction characters, and halves of characters, are taken out; what is left is
normalised, and only then measured.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import Final

from napoleon.languages import available, language
from napoleon.rules.words.language import N_

MOST_MARKS: Final = 3  # combining marks on one letter
JOINERS: Final = "\u200c\u200d"  # within emoji, and in some scripts
# Control, format, half of a pair, private use, not assigned
UNWANTED: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}
# Letters, marks and symbols of which nothing is seen, though Unicode calls them none of these
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    map(chr, (*range(0x180B, 0x1810), *range(0xE0100, 0xE01F0)))
)
VARIANTS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))  # they choose the form of an emoji
# Capitals and small letters of other scripts that look like Latin ones. What Unicode itself takes
# for a form of a Latin letter (fullwidth, mathematical, with a stroke) is not here: see `_plain`.
CAPITALS: Final = {
    "a": "ΑАᎪ", "b": "ΒВᏴ", "c": "СᏟ", "d": "Ꭰ", "e": "ΕЕᎬ", "g": "ԌᏀ", "h": "ΗНᎻ",
    "i": "ΙІᎥ", "j": "ЈᎫ", "k": "ΚКᏦ", "l": "ԼᏞ", "m": "ΜМᎷ", "n": "Ν", "o": "ΟОՕ",
    "p": "ΡРᏢ", "q": "Ԛ", "r": "Ꮢ", "s": "ЅՏᏚ", "t": "ΤТᎢ", "u": "Ս", "v": "Ꮩ", "w": "ԜᏔ",
    "x": "ΧХ", "y": "ΥУҮ", "z": "ΖᏃ",
}  # fmt: skip
SMALL: Final = {
    "a": "αаɑ@", "b": "βвь", "c": "сϲ", "d": "ԁ", "e": "εеɛзэ3", "g": "ɡց", "h": "нһհ",
    "j": "јյ", "k": "κк", "l": "ιіӏɩǀ|1i", "m": "м", "n": "ηпո", "o": "οоօσ0", "p": "ρр",
    "q": "ԛ", "r": "гᴦ", "s": "ѕ5$", "t": "τт", "u": "υʊս", "v": "νѵ", "w": "ωԝѡ",
    "x": "χх", "y": "γуү",
}  # fmt: skip
_CAPITALS: Final = {ord(one): latin for latin, alike in CAPITALS.items() for one in alike}
_SMALL: Final = {ord(one): latin for latin, alike in SMALL.items() for one in alike}
WHOLE: Final = {"æ": "ae", "œ": "oe", "þ": "p", "ĸ": "k", "ŋ": "n"}
# What those are called who run the server, and the server itself; with digits too ("Admin 1").
HOUSE: Final = (
    *("computer", "computers", "ordinateur", "ordinateurs", "computeur", "rechner", "bot", "bots"),
    *("admin", "administrator", "administrateur", "beheerder", "sysadmin", "root", "system"),
    *("moderator", "moderators", "moderateur", "moderatie", "mod", "operator", "webmaster"),
    *("server", "serveur", "support", "staff", "official", "officiel", "host", "postmaster"),
    *("napoleon", "napoleon1815", "napoleonbonaparte", "bonaparte", "guest", "gast", "invite"),
    *("you", "jij", "vous", "du", "nobody", "niemand", "personne", "everybody"),
)
# What computers are called at a table, in all our languages; nobody else is.
LEVELS: Final = (N_("Recruit"), N_("Officer"), N_("Marshal"), N_("Emperor"))
LONGEST_SKELETON: Final = 160
LATIN: Final = re.compile(
    r"LATIN (?:SMALL |CAPITAL )?(?:LETTER )?(?:SMALL CAPITAL |DOTLESS |SCRIPT |LONG |TURNED )?"
    r"(?:LETTER )?([A-Z])(?: WITH .*)?"
)
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


def clean(text: str, most: int, *, keeps_joiners: bool = False) -> str:
    """A line of text fit to be stored and shown, at most so many characters long."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: most * 8].replace("\0", "")):
        category = unicodedata.category(character)
        if character in BLANK or (character in VARIANTS and not keeps_joiners):
            continue
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
    """Return what a name looks like at a glance: two names of the same skeleton could be confused.

    Case, accents, spaces and punctuation do not count, nor from which script a letter is. At most
    LONGEST_SKELETON characters.
    """
    written = unicodedata.normalize("NFKC", name).translate(_CAPITALS).casefold()
    letters = [
        _plain(letter)
        for letter in unicodedata.normalize("NFKD", written)
        if not _is_ornament(letter)
    ]
    plain = unicodedata.normalize("NFC", "".join(letters))
    kept = "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LNM")
    kept = kept or "".join(plain.split())  # a name of signs alone
    return kept.replace("rn", "m").replace("vv", "w")[:LONGEST_SKELETON]


def skeletons(name: str) -> set[str]:
    """Return the skeletons of a name as it is written, in capitals and in small letters: of some
    letters (Greek nu) only one of the two looks like a Latin one."""
    written = unicodedata.normalize("NFKC", name)
    return {skeleton(written), skeleton(written.lower()), skeleton(written.upper())}


def _is_ornament(letter: str) -> bool:
    """Whether it is a mark upon a letter that does not make it another one."""
    if letter in BLANK or letter in VARIANTS or unicodedata.category(letter) == "Me":
        return True
    is_point = 10 <= unicodedata.combining(letter) <= 36  # of Hebrew and Arabic vowels
    return is_point or unicodedata.name(letter, "").startswith("COMBINING")


def _plain(letter: str) -> str:
    """Return the Latin letter or letters that it looks like; else the letter itself."""
    looks = WHOLE.get(letter) or letter.translate(_SMALL)
    if looks != letter or letter.isascii():
        return looks
    digit = unicodedata.decimal(letter, None)
    if digit is not None:
        return str(digit).translate(_SMALL)
    found = LATIN.fullmatch(unicodedata.name(letter, ""))
    return found[1].lower().translate(_SMALL) if found is not None else letter


@functools.cache
def _reserved() -> frozenset[str]:
    words = {language(code).say(level) for code in available() for level in LEVELS}
    return frozenset(one for word in {*words, *LEVELS, *HOUSE} for one in skeletons(word))


@functools.cache
def _house() -> frozenset[str]:
    return frozenset(skeleton(word) for word in HOUSE)


def is_reserved(name: str) -> bool:
    """Whether a name could be taken for that of a computer, or of those who run the server."""
    plain = unicodedata.normalize("NFKC", name)
    without_digits = "".join(letter for letter in plain if not letter.isdigit())
    return bool(skeletons(name) & _reserved()) or skeleton(without_digits) in _house()


def is_token(text: str) -> bool:
    """Whether a text could be an id or a token of ours."""
    return TOKEN.fullmatch(text) is not None
