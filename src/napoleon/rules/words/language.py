"""Languages: how a message of ours becomes a text in the reader's language.

English is the source: every text is a template here in the code, marked with `N_` for the
catalogues. A `Language` holds a catalogue that somebody else has read; the rules do no input.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from napoleon.rules.board.towns import TOWNS
from napoleon.rules.board.units import UNITS


def N_(message: str) -> str:
    """Mark a message for the catalogues; it is translated when it is used."""
    return message


def _name_units() -> list[str]:
    """The names of the units; the id goes with a name that two of them share."""
    names = [card.name for card in UNITS]
    return [
        card.name if names.count(card.name) == 1 else f"{card.name} ({card.id})" for card in UNITS
    ]


UNIT_NAMES: Final = _name_units()


class Language:
    """A language with its catalogue; what is missing there stays English."""

    __slots__ = ("_messages", "lang")

    def __init__(self, lang: str, messages: Mapping[str, str]) -> None:
        self.lang = lang
        self._messages = dict(messages)

    def say(self, message: str) -> str:
        """A message in this language, its fields still to be filled in."""
        return self._messages.get(message) or message

    def town(self, town: int) -> str:
        """The name of a town as readers of this language know it."""
        names = TOWNS[town].names
        return names.get(self.lang, names["en"])

    def unit(self, unit: int) -> str:
        """The name of a unit."""
        return self.say(UNIT_NAMES[unit])


ENGLISH: Final = Language("en", {})
