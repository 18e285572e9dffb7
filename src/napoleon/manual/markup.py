"""The manual as HTML: the same pieces for the pages and for the panel beside the board.

Nothing here but the standard library and the rules, so that a browser (Pyodide) can write it too.
Every text is escaped; what is markup stands in this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby
from typing import Final

from napoleon.manual.diagrams import field_of, set_up, tell_position, viewer_of
from napoleon.manual.library import AID, Hit, Manual
from napoleon.manual.numbers import format_number
from napoleon.manual.reading import (
    EXAMPLE,
    RULING,
    WHY,
    Block,
    Bullets,
    Chapter,
    Diagram,
    Emphasis,
    Inline,
    Line,
    Link,
    Number,
    Paragraph,
    Ruling,
    Section,
    Strong,
    Table,
    Text,
    Town,
    Unit,
)
from napoleon.rules.board.towns import find_town
from napoleon.rules.board.units import UNIT_BY_ID
from napoleon.rules.words.language import N_, Language

TRY_IT: Final = N_("Try it")
_IN_IT: Final = N_("In this section")
_NEEDS: Final = N_("Builds on")
_NEEDED_BY: Final = N_("Needed for")
_BEFORE: Final = N_("Before it")
_AFTER: Final = N_("After it")
_NOTHING: Final = N_("Nothing was found for “{words}”.")


def path_to(target: str, query: str = "") -> str:
    """The address of a section, or of the player's aid."""
    return f"/aid{query}" if target == AID else f"/rules/{target}{query}"


class Markup:
    """Writes the manual of one language as HTML; `query` goes on in every link (``?lang=fr``)."""

    def __init__(self, book: Manual, language: Language, query: str = "") -> None:
        self.book = book
        self.language = language
        self.query = query

    def say(self, message: str, **words: object) -> str:
        """A text of our own in the reader's language, escaped."""
        text = self.language.say(message)
        return escape(text.format(**words) if words else text)

    # --- Lines

    def line(self, line: Line) -> str:
        """A line of text."""
        return "".join(map(self._part, line))

    def _part(self, part: Inline) -> str:
        if isinstance(part, Text):
            return escape(part.text)
        if isinstance(part, Strong):
            return f"<strong>{self.line(part.parts)}</strong>"
        if isinstance(part, Emphasis):
            return f"<em>{self.line(part.parts)}</em>"
        if isinstance(part, Link):
            return self._link(part)
        if isinstance(part, Number):
            word = format_number(part.name, self.book.lang, as_word=part.as_word)
            return escape(word)
        if isinstance(part, Unit):
            return escape(self.language.unit(UNIT_BY_ID[part.id]))
        assert isinstance(part, Town)
        return escape(self.language.town(find_town(part.id)))

    def _link(self, link: Link) -> str:
        title = self.book.aid.title
        if link.target != AID:
            title = self.book.sections[link.target].title
        address = escape(path_to(link.target, self.query))
        return f'<a class=ref href="{address}" title="{escape(title)}">{escape(link.text)}</a>'

    # --- Blocks

    def blocks(self, section: Section) -> str:
        """All that stands in a section; rulings that follow each other stand together."""
        written: list[str] = []
        for is_ruling, group in groupby(section.blocks, lambda block: isinstance(block, Ruling)):
            blocks = list(group)
            written += [self._rulings(blocks)] if is_ruling else map(self._block, blocks)
        return "\n".join(written)

    def _block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return self._paragraph(block)
        if isinstance(block, Bullets):
            items = "".join(f"<li>{self.line(item)}</li>" for item in block.items)
            return f"<ul>{items}</ul>"
        if isinstance(block, Table):
            return self._table(block)
        assert isinstance(block, Diagram)
        return self._diagram(block)

    def _paragraph(self, block: Paragraph) -> str:
        labels = {"example": EXAMPLE[self.book.lang], "why": WHY[self.book.lang]}
        if block.kind not in labels:
            return f"<p>{self.line(block.text)}</p>"
        label = f"<strong class=lead-in>{escape(labels[block.kind])}</strong>"
        return f"<p class={block.kind}>{label} {self.line(block.text)}</p>"

    def _rulings(self, blocks: Iterable[Block]) -> str:
        """Where the text is unclear and we read it in one way: shown as such."""
        items = "".join(
            f'<li data-rulings="{escape(" ".join(block.names))}">{self.line(block.text)}</li>'
            for block in blocks
            if isinstance(block, Ruling)
        )
        label = escape(RULING[self.book.lang])
        return f"<aside class=rulings><p class=lead-in>{label}</p><ul>{items}</ul></aside>"

    def _table(self, block: Table) -> str:
        head = "".join(
            f"<th scope=col>{self.line(cell)}</th>" if cell else "<td></td>" for cell in block.head
        )
        rows = "".join(
            "<tr>" + "".join(f"<td>{self.line(cell)}</td>" for cell in row) + "</tr>"
            for row in block.rows
        )
        return (
            "<div class=table-frame tabindex=0><table>"
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _diagram(self, block: Diagram) -> str:
        """A place for the drawing, and the position in words for whoever does not see it."""
        name = next(name for name, one in self.book.diagrams.items() if one is block)
        game = set_up(block)
        kind = "map" if field_of(game, viewer_of(block, game)) is None else "battle"
        words = "".join(f"<li>{escape(line)}</li>" for line in tell_position(block, self.language))
        attempt = ""
        if block.attempt:
            address = escape(f"/try/{name}{self.query}")
            attempt = f'<a class="button try" href="{address}">{self.say(TRY_IT)}</a>'
        return (
            f'<figure class="diagram is-{kind}" data-diagram="{escape(name)}">'
            f"<div class=diagram-place></div><ul class=diagram-words>{words}</ul>"
            f"<figcaption><span>{escape(block.title)}</span>{attempt}</figcaption></figure>"
        )

    # --- Sections

    def section(self, section: Section, level: int = 1) -> str:
        """A section by itself: its text, its parts, and what it is joined with."""
        anchor = escape(section.anchor)
        return (
            f'<article class=rule-text id="{anchor}" data-anchor="{anchor}">'
            f"<h{level} class=rule-title>{self._title(section)}</h{level}>\n"
            f"{self.blocks(section)}\n{self._parts(section)}{self._joined(section)}</article>"
        )

    def _title(self, section: Section | Chapter) -> str:
        number = escape(section.anchor)
        if number[0].isdigit():
            return f"<span class=rule-number>{number}</span> {escape(section.title)}"
        return escape(section.title)

    def _entry(self, section: Section, current: str = "") -> str:
        address = escape(path_to(section.anchor, self.query))
        here = " aria-current=page" if section.anchor == current else ""
        return f'<a class=entry-of-rules href="{address}"{here}>{self._title(section)}</a>'

    def _listed(self, sections: Iterable[Section], current: str = "") -> str:
        return "".join(
            f"<li class=level-{section.anchor.count('.')}>{self._entry(section, current)}</li>"
            for section in sections
        )

    def _parts(self, section: Section) -> str:
        parts = self.book.parts_of(section.anchor)
        if not parts:
            return ""
        label = f"{self.say(_IN_IT)} {section.anchor}"
        return f'<nav class=rule-parts aria-label="{label}"><ul>{self._listed(parts)}</ul></nav>'

    def _joined(self, section: Section) -> str:
        """The sections that it needs, and those that need it."""
        parts = set(self.book.parts_of(section.anchor))
        rows = [
            (label, [one for one in others if one not in parts])
            for label, others in (
                (_NEEDS, self.book.needs(section.anchor)),
                (_NEEDED_BY, self.book.needed_by(section.anchor)),
            )
        ]
        body = "".join(
            f"<div><dt>{self.say(label)}</dt><dd><ul>{self._listed(others)}</ul></dd></div>"
            for label, others in rows
            if others
        )
        return f"<footer class=rule-links><dl>{body}</dl></footer>" if body else ""

    def turning(self, before: Section | Chapter | None, after: Section | Chapter | None) -> str:
        """The way to the page before and the page after."""
        ways = [(before, "before", _BEFORE), (after, "after", _AFTER)]
        links = "".join(
            f'<a class="turn is-{kind}" rel={"prev" if kind == "before" else "next"} '
            f'href="{escape(path_to(section.anchor, self.query))}">'
            f"<small>{self.say(label)}</small><span>{self._title(section)}</span></a>"
            for section, kind, label in ways
            if section is not None
        )
        return f"<nav class=turning>{links}</nav>"

    def chapter(self, chapter: Chapter, level: int = 1) -> str:
        """A whole chapter: its opening, then its sections."""
        first, *others = chapter.sections
        return "\n".join(
            [self.section(first, level), *(self.section(one, level + 1) for one in others)]
        )

    def contents(self, current: str = "") -> str:
        """All chapters with their sections, the one that is being read marked."""
        chapters = "".join(
            f"<li>{self._entry(chapter.sections[0], current)}"
            + (f"<ul>{self._listed(others, current)}</ul>" if others else "")
            + "</li>"
            for chapter in self.book.chapters
            for others in [chapter.sections[1:]]
        )
        return f"<ol class=rule-contents>{chapters}</ol>"

    def hits(self, words: str, hits: list[Hit]) -> str:
        """What a search has found."""
        if not hits:
            return f"<p class=no-hits>{self.say(_NOTHING, words=words)}</p>"
        found = "".join(
            f"<li>{self._entry(self.book.sections[hit.anchor])}<p>{escape(hit.excerpt)}</p></li>"
            for hit in hits
        )
        return f"<ol class=rule-hits>{found}</ol>"

    def aid(self, level: int = 1) -> str:
        """The player's aid."""
        first, *others = self.book.aid.sections
        sections = "".join(
            f'<section class="aid-part is-{escape(one.anchor)}">'
            f"<h{level + 1}>{escape(one.title)}</h{level + 1}>{self.blocks(one)}</section>"
            for one in others
        )
        return (
            f"<article class=player-aid><h{level} class=rule-title>{escape(first.title)}"
            f"</h{level}><div class=aid-lead>{self.blocks(first)}</div>"
            f"<div class=aid-parts>{sections}</div></article>"
        )
