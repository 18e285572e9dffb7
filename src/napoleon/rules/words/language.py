"""Languages: how a message of ours becomes a text in the reader's language.

English is the source: every text is a template here in the code, marked with `N_` for the
catalogues. A `Language` holds a catalogue that somebody else has read; the rules do no input.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from napoleon.rules.board.tables import table
from napoleon.rules.board.towns import TOWNS
from napoleon.rules.board.units import UNITS


def N_(message: str) -> str:
    """Mark a message for the catalogues; it is translated when it is used."""
    return message


ARMIES: Final = ["French", "Anglo-Dutch", "Prussian"]


def _name_units() -> list[str]:
    """The names of the units; the army goes with a name that two of them share."""
    names = [card.name for card in UNITS]
    return [
        card.name if names.count(card.name) == 1 else f"{card.name} ({ARMIES[card.army]})"
        for card in UNITS
    ]


UNIT_NAMES: Final[list[str]] = table(_name_units)


def _french_contractions() -> list[tuple[str, str]]:
    """French: "de Ath" is d'Ath, "de les Alliés" des Alliés, "à Le Roeulx" au Roeulx."""
    towns = [(" de Le ", " du "), (" à Le ", " au "), ("À Le ", "Au ")]
    one = [(" de le ", " du "), (" à le ", " au ")]
    many = [(" de les ", " des "), (" à les ", " aux ")]
    vowels = [(f" de {vowel}", f" d'{vowel}") for vowel in "AEIOUYÉÈaeiouéè"]
    return towns + one + many + vowels


# What becomes of words that meet only when the fields of a message are filled in.
CONTRACTIONS: Final[dict[str, list[tuple[str, str]]]] = {"fr": _french_contractions()}


class Language:
    """A language with its catalogue; what is missing there stays English."""

    __slots__ = ("_messages", "lang")

    def __init__(self, lang: str, messages: Mapping[str, str]) -> None:
        self.lang = lang
        self._messages = dict(messages)

    def say(self, message: str) -> str:
        """A message in this language, its fields still to be filled in."""
        return self._messages.get(message) or message

    def fill(self, message: str, words: Mapping[str, object]) -> str:
        """A message in this language with these words in its fields."""
        text = self.say(message).format(**words)
        for apart, together in CONTRACTIONS.get(self.lang, []):
            text = text.replace(apart, together)
        return text

    def count(self, number: int, one: str, many: str) -> str:
        """So many of something: `one` and `many` are messages with the field `number`."""
        is_one = number < 2 if self.lang == "fr" else number == 1
        return self.say(one if is_one else many).format(number=number)

    def town(self, town: int) -> str:
        """The name of a town as readers of this language know it."""
        names = TOWNS[town].names
        return names.get(self.lang, names["en"])

    def unit(self, unit: int) -> str:
        """The name of a unit."""
        return self.say(UNIT_NAMES[unit])


ENGLISH: Final = Language("en", {})
