"""The manual on its shelf: the chapters of each language, found by number and by word."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Final

from napoleon.manual.numbers import format_number
from napoleon.manual.reading import (
    Chapter,
    Diagram,
    Emphasis,
    Line,
    Link,
    Number,
    Section,
    Strong,
    Text,
    Town,
    Unit,
    lines_of,
    parse_chapter,
    parts_of,
)
from napoleon.rules.board.towns import find_town
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.rules.words.language import ENGLISH, Language

LANGUAGES: Final = ("en", "nl", "fr", "de")
AID: Final = "aid"
_TITLE_WEIGHT: Final = 8
_EXCERPT: Final = 160


def plain(line: Line, language: Language = ENGLISH) -> str:
    """A line as words, with the numbers of the rules and the names of units and towns filled in."""
    words = []
    for part in line:
        if isinstance(part, Text | Link):
            words.append(part.text)
        elif isinstance(part, Strong | Emphasis):
            words.append(plain(part.parts, language))
        elif isinstance(part, Number):
            words.append(format_number(part.name, language.lang, as_word=part.as_word))
        elif isinstance(part, Unit):
            words.append(language.unit(UNIT_BY_ID[part.id]))
        else:
            assert isinstance(part, Town)
            words.append(language.town(find_town(part.id)))
    return "".join(words)


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that a search has found, with the line that says it."""

    anchor: str
    title: str
    excerpt: str


class Manual:
    """The rules in one language: chapters, the player's aid, and a search."""

    def __init__(self, lang: str, chapters: tuple[Chapter, ...], aid: Chapter) -> None:
        self.lang = lang
        self.chapters = chapters
        self.aid = aid
        self.sections: Mapping[str, Section] = {
            section.anchor: section for chapter in chapters for section in chapter.sections
        }
        self.diagrams: Mapping[str, Diagram] = _name_diagrams(self.sections)
        self._index: dict[str, Counter[str]] | None = None

    def has_target(self, target: str) -> bool:
        """Whether a link leads somewhere."""
        return target == AID or target in self.sections

    def find(self, number: str) -> Section | None:
        """The section of this number, or the nearest above it that has a text."""
        while number:
            if number in self.sections:
                return self.sections[number]
            number = number.rpartition(".")[0]
        return None

    def chapter_of(self, anchor: str) -> Chapter:
        """The chapter in which a section stands."""
        return next(
            chapter
            for chapter in self.chapters
            if any(section.anchor == anchor for section in chapter.sections)
        )

    def parts_of(self, anchor: str) -> list[Section]:
        """The sections right below one: 6.2.1 is a part of 6.2."""
        return [
            section
            for number, section in self.sections.items()
            if number.rpartition(".")[0] == anchor
        ]

    def needs(self, anchor: str) -> list[Section]:
        """The sections to which the text of one leads."""
        named = {
            part.target
            for line in lines_of(self.sections[anchor].blocks)
            for part in parts_of(line)
            if isinstance(part, Link)
        }
        return [
            section
            for number, section in self.sections.items()
            if number in named and number != anchor
        ]

    def needed_by(self, anchor: str) -> list[Section]:
        """The sections whose texts lead to one."""
        mine = self.sections[anchor]
        return [section for number, section in self.sections.items() if mine in self.needs(number)]

    def search(self, words: str, language: Language | None = None, most: int = 12) -> list[Hit]:
        """The sections that have all these words or words that begin so, the best first.

        A language with its catalogue names the units as readers know them.
        """
        wanted = words_in(words)
        if not wanted:
            return []
        language = language or Language(self.lang, {})
        scores: Counter[str] | None = None
        for word in wanted:
            found: Counter[str] = Counter()
            for known, sections in self._words(language).items():
                if known.startswith(word):
                    found.update(sections)
            scores = (
                found
                if scores is None
                else Counter({a: n + found[a] for a, n in scores.items() if a in found})
            )
        order = {anchor: place for place, anchor in enumerate(self.sections)}
        best = sorted((scores or {}).items(), key=lambda item: (-item[1], order[item[0]]))
        return [self._hit(anchor, wanted, language) for anchor, _ in best[:most]]

    def _words(self, language: Language) -> dict[str, Counter[str]]:
        """Plain words -> sections with how much they say of it; a title weighs more."""
        if self._index is None:
            self._index = {}
            for anchor, section in self.sections.items():
                said = Counter(words_in(section.title) * _TITLE_WEIGHT)
                for line in lines_of(section.blocks):
                    said.update(words_in(plain(line, language)))
                for word, times in said.items():
                    self._index.setdefault(word, Counter())[anchor] = times
        return self._index

    def _hit(self, anchor: str, wanted: list[str], language: Language) -> Hit:
        section = self.sections[anchor]
        lines = [plain(line, language) for line in lines_of(section.blocks)]

        def worth(line: str) -> int:
            words = words_in(line)
            return sum(any(word.startswith(want) for word in words) for want in wanted)

        return Hit(anchor, section.title, _excerpt(max(lines, key=worth, default=""), wanted))


def _name_diagrams(sections: Mapping[str, Section]) -> dict[str, Diagram]:
    """Each diagram by the number of its section; a second one there is called 5.1-2."""
    named: dict[str, Diagram] = {}
    for anchor, section in sections.items():
        for block in section.blocks:
            if isinstance(block, Diagram):
                number = 1 + sum(name.partition("-")[0] == anchor for name in named)
                named[anchor if number == 1 else f"{anchor}-{number}"] = block
    return named


def _excerpt(line: str, wanted: list[str]) -> str:
    """So much of a line as fits, with the first word that was looked for in it."""
    if len(line) <= _EXCERPT:
        return line
    words = line.split(" ")
    first = next((place for place, word in enumerate(words) if _begins(words_in(word), wanted)), 0)
    start = 0
    while len(" ".join(words[start : first + 1])) > _EXCERPT // 2:
        start += 1
    end = start + 1
    while end < len(words) and len(" ".join(words[start : end + 1])) <= _EXCERPT:
        end += 1
    before = "… " if start else ""
    after = " …" if end < len(words) else ""
    return before + " ".join(words[start:end]) + after


def _begins(words: list[str], wanted: list[str]) -> bool:
    return any(word.startswith(want) for word in words for want in wanted)


def words_in(text: str) -> list[str]:
    """The words of a text as they are looked for: small letters, no accents; numbers too."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss").replace("œ", "oe"))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.findall(r"\d+(?:\.\d+)+|[a-z0-9]{2,}", bare)


def available() -> tuple[str, ...]:
    """The languages in which the manual is written."""
    home = resources.files("napoleon.manual")
    return tuple(lang for lang in LANGUAGES if home.joinpath(lang, f"{AID}.md").is_file())


@functools.cache
def manual(lang: str) -> Manual:
    """The manual in a language; a language that it is not written in reads it in English."""
    if lang not in available():
        lang = "en"
    folder = resources.files("napoleon.manual").joinpath(lang)
    files = sorted(item.name for item in folder.iterdir() if item.name.endswith(".md"))
    read = {
        name: parse_chapter(folder.joinpath(name).read_text("utf-8"), lang, f"{lang}/{name}")
        for name in files
    }
    aid = read.pop(f"{AID}.md")
    return Manual(lang, tuple(read.values()), aid)
