"""The manual as data: Markdown in a form of its own, read into chapters, sections and blocks.

A chapter is a file, `en/05-movement.md`. Beyond plain paragraphs, lists and tables the form has:

- ``## 5.4 Roads`` begins a section; its number is its anchor. A page without numbers (the player's
  aid) writes ``## Roads {#roads}``.
- ``[5.5](#5.5)`` leads to a section, ``[the aid](#aid)`` to the player's aid.
- ``{road.main}`` is a number of the rules (`numbers.py`), ``{road.main|word}`` the same as a word;
  ``{FR-2-I1}`` names a unit and ``{charleroi}`` a town as the game does in the reader's language.
- ``**Example.** ...`` and ``**Why?** ...`` begin such paragraphs, in the language's words.
- ``> **How we read it** (first-step): ...`` is a ruling, by its names in docs/rulings.md.
- A fenced block ``position`` is a diagram: a position as docs/notation.md writes it.

Nothing here needs more than the standard library, so it can be read in a browser too.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

# --- What is in a line


@dataclass(frozen=True, slots=True)
class Text:
    """Plain words."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    parts: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words in another tone: a term when it is first used."""

    parts: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to a section."""

    target: str
    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the rules, by its name; in letters if `as_word`."""

    name: str
    as_word: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """The name of a unit, by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Town:
    """The name of a town, by its id."""

    id: str


Inline = Text | Strong | Emphasis | Link | Number | Unit | Town
Line = tuple[Inline, ...]

# --- What is on a page


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `kind` is text, example or why."""

    kind: str
    text: Line


@dataclass(frozen=True, slots=True)
class Ruling:
    """How we read what the rulebook leaves open; the names are those of docs/rulings.md."""

    names: tuple[str, ...]
    text: Line


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its head and its rows."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position to be drawn, and to be played if there is a seat in `attempt`.

    `view` is the seat whose eyes it is seen with ("" for all blocks face up), `focus` the towns to
    show of the map. `can` and `cannot` are actions that are legal and refused here once the actions
    of `after` have been played: what the text claims, so that a test can hold it to it. `dice` are
    the first dice that fall; without them they fall as they will.
    """

    title: str
    position: str
    attempt: str = ""
    view: str = ""
    focus: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    can: tuple[str, ...] = ()
    cannot: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


Block = Paragraph | Ruling | Bullets | Table | Diagram


@dataclass(frozen=True, slots=True)
class Section:
    """A section with its anchor: its number in the rulebook, or a word."""

    anchor: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A file; its first section is the chapter's own opening, under the chapter's number."""

    anchor: str
    title: str
    sections: tuple[Section, ...]


class ManualError(ValueError):
    """A text that is not in the form of the manual; says the file and the line."""


# The words that mark a paragraph in each language.
RULING: Final = {
    "en": "How we read it",
    "nl": "Zo lezen wij het",
    "fr": "Notre lecture",
    "de": "So lesen wir es",
}
EXAMPLE: Final = {"en": "Example.", "nl": "Voorbeeld.", "fr": "Exemple.", "de": "Beispiel."}
WHY: Final = {"en": "Why?", "nl": "Waarom?", "fr": "Pourquoi\u00a0?", "de": "Warum?"}

_HEADING: Final = re.compile(
    r"(#{1,4}) (?:(?P<number>\d+(?:\.\d+)*) (?P<title>.+)|(?P<words>.+) \{#(?P<anchor>[a-z-]+)\})"
)
_INLINE: Final = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>[^*]+)\*"
    r"|\[(?P<text>[^\]]+)\]\(#(?P<target>[^)]+)\)|\{(?P<field>[^}]+)\}"
)
_UNIT: Final = re.compile(r"[A-Z]{2}-[A-Z0-9-]+")
_NUMBER: Final = re.compile(r"[a-z-]+(\.[a-z-]+)+")
_TOWN: Final = re.compile(r"[a-z-]+")
_RULING: Final = re.compile(r"\*\*(?P<label>[^*]+)\*\* \((?P<names>[^)]+)\)\u00a0?: (?P<text>.+)")
_DIAGRAM_FIELDS: Final = ("title", "try", "view", "focus", "after", "can", "cannot", "dice")


def parse_line(text: str) -> Line:
    """The words of a line, its marks made into parts."""
    parts: list[Inline] = []
    end = 0
    for match in _INLINE.finditer(text):
        if match.start() > end:
            parts.append(Text(text[end : match.start()]))
        end = match.end()
        if match["strong"]:
            parts.append(Strong(parse_line(match["strong"])))
        elif match["emphasis"]:
            parts.append(Emphasis(parse_line(match["emphasis"])))
        elif match["target"]:
            parts.append(Link(match["target"], match["text"]))
        else:
            parts.append(_parse_field(match["field"]))
    if end < len(text):
        parts.append(Text(text[end:]))
    return tuple(parts)


def _parse_field(field: str) -> Inline:
    name, _, form = field.partition("|")
    if _NUMBER.fullmatch(name) and form in ("", "word"):
        return Number(name, form == "word")
    if not form and _UNIT.fullmatch(field):
        return Unit(field)
    if not form and _TOWN.fullmatch(field):
        return Town(field)
    raise ManualError(f"expected a number, a unit or a town in braces, got {{{field}}}")


def parse_chapter(text: str, lang: str, file: str = "text") -> Chapter:
    """A chapter from its text; an error names file and line."""
    sections: list[Section] = []
    blocks: list[Block] = []
    anchor = title = ""
    for line, chunk in _chunks(text):
        try:
            heading = _HEADING.fullmatch(chunk[0])
            if heading is None:
                if not anchor:
                    raise ManualError("expected a heading first")
                blocks.append(_parse_block(chunk, lang))
                continue
            if len(chunk) > 1:
                raise ManualError("expected an empty line after a heading")
            if anchor:
                sections.append(Section(anchor, title, tuple(blocks)))
            anchor = heading["number"] or heading["anchor"]
            title = heading["title"] or heading["words"]
            blocks = []
        except ManualError as error:
            raise ManualError(f"{file}:{line}: {error}") from None
    if not anchor:
        raise ManualError(f"{file}: expected a heading, got nothing")
    sections.append(Section(anchor, title, tuple(blocks)))
    return Chapter(sections[0].anchor, sections[0].title, tuple(sections))


def _chunks(text: str) -> Iterator[tuple[int, list[str]]]:
    """What stands between empty lines, with its line number; a fenced block is one chunk."""
    chunk: list[str] = []
    start = 1
    is_fenced = False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.startswith("```"):
            is_fenced = not is_fenced
        if line.strip() or is_fenced:
            if not chunk:
                start = number
            chunk.append(line.rstrip())
        elif chunk:
            yield start, chunk
            chunk = []
    if chunk:
        raise ManualError(f"line {start}: a fenced block that is not closed")


def _parse_block(chunk: list[str], lang: str) -> Block:
    first = chunk[0]
    if first.startswith("```"):
        return _parse_diagram(chunk)
    if first.startswith(">"):
        return _parse_ruling(" ".join(line.lstrip("> ") for line in chunk), lang)
    if first.startswith("|"):
        return _parse_table(chunk)
    if first.startswith("- "):
        return Bullets(tuple(parse_line(item) for item in _items(chunk)))
    text = " ".join(line.strip() for line in chunk)
    for kind, label in (("example", f"**{EXAMPLE[lang]}** "), ("why", f"**{WHY[lang]}** ")):
        if text.startswith(label):
            return Paragraph(kind, parse_line(text[len(label) :]))
    return Paragraph("text", parse_line(text))


def _items(chunk: list[str]) -> list[str]:
    items: list[str] = []
    for line in chunk:
        if line.startswith("- "):
            items.append(line[2:])
        else:
            items[-1] += f" {line.strip()}"
    return items


def _parse_ruling(text: str, lang: str) -> Ruling:
    match = _RULING.fullmatch(text)
    if match is None or match["label"] != RULING[lang]:
        raise ManualError(f"expected '> **{RULING[lang]}** (name): ...', got '> {text[:60]}'")
    names = tuple(name.strip() for name in match["names"].split(","))
    return Ruling(names, parse_line(match["text"]))


def _parse_table(chunk: list[str]) -> Table:
    rows = [
        tuple(parse_line(cell.strip()) for cell in line.strip().strip("|").split("|"))
        for line in chunk
        if set(line) - set("|-: ")
    ]
    if len(rows) != len(chunk) - 1 or any(len(row) != len(rows[0]) for row in rows):
        raise ManualError("expected a table with a head and rows of equal length")
    return Table(rows[0], tuple(rows[1:]))


def _parse_diagram(chunk: list[str]) -> Diagram:
    kind, *words = shlex.split(chunk[0].removeprefix("```"))
    if kind != "position" or chunk[-1] != "```":
        raise ManualError(f"expected a block 'position', got {kind!r}")
    fields = dict(word.partition("=")[::2] for word in words)
    strange = set(fields) - set(_DIAGRAM_FIELDS)
    if strange or not fields.get("title"):
        raise ManualError(f"expected a title and {', '.join(_DIAGRAM_FIELDS)}, got {words}")

    def listed(name: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in fields.get(name, "").split(";") if part.strip())

    return Diagram(
        fields["title"],
        " ".join(line.strip() for line in chunk[1:-1]),
        fields.get("try", ""),
        fields.get("view", ""),
        tuple(fields.get("focus", "").split()),
        listed("after"),
        listed("can"),
        listed("cannot"),
        tuple(int(die) for die in fields.get("dice", "").split()),
    )


# --- Looking through it


def lines_of(blocks: Iterable[Block]) -> Iterator[Line]:
    """Every line of text of these blocks, titles of diagrams too."""
    for block in blocks:
        if isinstance(block, Paragraph | Ruling):
            yield block.text
        elif isinstance(block, Bullets):
            yield from block.items
        elif isinstance(block, Table):
            yield from block.head
            for row in block.rows:
                yield from row
        else:
            yield (Text(block.title),)


def parts_of(line: Line) -> Iterator[Inline]:
    """Every part of a line, those within others too."""
    for part in line:
        yield part
        if isinstance(part, Strong | Emphasis):
            yield from parts_of(part.parts)
