"""The manual as HTML: nothing but our own markup, every link leads somewhere, in every language."""

import re
from html import escape
from html.parser import HTMLParser

import pytest

from napoleon.ai.advice.exercises import EXERCISES
from napoleon.languages import messages
from napoleon.manual import Manual, Ruling, available, manual
from napoleon.manual.diagrams import Arrow, arrows_of, field_of, set_up, tell_position, viewer_of
from napoleon.manual.markup import Markup
from napoleon.manual.reading import parse_chapter
from napoleon.rules import VERBS
from napoleon.rules.words.language import Language
from rule_table import SECTIONS

NASTY = """\
# 1 A <b>bold</b> & "quoted" title

Text with <script>alert(1)</script> and **<i>strong</i>**, *<u>soft</u>* and [a "><img](#1).

> **How we read it** (first-step): A </aside><script> ruling.

- An item with <b>

| <td> | & |
|---|---|
| "x" | <y> |

```position title="A <title> & more" try="french"
turn 3; laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-I1
```
"""
OURS = {
    *("a", "article", "aside", "dd", "div", "dl", "dt", "em", "figcaption", "figure", "footer"),
    *("h1", "h2", "h3", "li", "nav", "ol", "p", "section", "small", "span", "strong", "table"),
    *("tbody", "td", "th", "thead", "tr", "ul"),
}


class Reader(HTMLParser):
    """What a browser would make of it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        known = dict(attrs)
        assert not any(name.startswith("on") for name in known)
        if tag == "a":
            self.links.append(known["href"] or "")
        if known.get("id"):
            self.ids.append(known["id"] or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def markup_of(lang: str, query: str = "") -> Markup:
    return Markup(manual(lang), Language(lang, messages(lang)), query)


def whole(markup: Markup) -> str:
    """Everything that it can write."""
    book = markup.book
    first, second = list(book.sections.values())[:2]
    parts = [markup.chapter(chapter) for chapter in book.chapters]
    return "".join(
        [*parts, markup.aid(), markup.contents("5.4"), markup.turning(first, second)]
    ) + markup.hits("x", book.search("5.4"))


@pytest.mark.parametrize("lang", available())
def test_every_link_leads_to_a_section_or_to_the_aid(lang: str) -> None:
    markup = markup_of(lang)
    reader = Reader(whole(markup))
    assert not reader.open and set(reader.tags) <= OURS
    assert set(markup.book.sections) <= set(reader.ids)
    for link in reader.links:
        kind, _, target = link.removeprefix("/").partition("/")
        if kind == "try":
            assert target in markup.book.diagrams, link
        else:
            assert markup.book.has_target(target or kind), link


def test_a_language_that_was_asked_for_goes_on_in_every_link() -> None:
    links = Reader(whole(markup_of("fr", "?lang=fr"))).links
    assert links and all(link.endswith("?lang=fr") for link in links)


def test_nothing_in_a_text_becomes_markup() -> None:
    chapter = parse_chapter(NASTY, "en")
    book = Manual("en", (chapter,), chapter)
    html = Markup(book, Language("en", {})).chapter(chapter)
    found = Markup(book, Language("en", {})).hits('<script>"', [])
    assert set(Reader(html + found).tags) <= OURS
    for words in ("<script>alert(1)</script>", "A <title> & more", 'a "><img', "<y>"):
        assert escape(words) in html and words not in html
    assert "<script" not in found


@pytest.mark.parametrize("lang", available())
def test_sections_are_joined_both_ways(lang: str) -> None:
    book = manual(lang)
    for anchor, section in book.sections.items():
        assert section not in book.needs(anchor)
        for other in book.needs(anchor):
            assert section in book.needed_by(other.anchor)
    assert [one.anchor for one in book.needs("5.5")] == ["6.3.4"]
    assert "5.5" in [one.anchor for one in book.needed_by("6.3.4")]


@pytest.mark.parametrize("lang", available())
def test_every_ruling_is_shown_as_one(lang: str) -> None:
    markup = markup_of(lang)
    for section in markup.book.sections.values():
        named = [n for b in section.blocks if isinstance(b, Ruling) for n in b.names]
        html = markup.section(section)
        shown = [n for names in re.findall('data-rulings="([^"]+)"', html) for n in names.split()]
        assert shown == named
        assert ("<aside class=rulings>" in html) == bool(named)


def test_a_number_without_a_text_of_its_own_is_found_with_the_one_above() -> None:
    book = manual("en")
    for number, found in (("6.3.3", "6.3.3"), ("11.4", "11"), ("6.3.3.9", "6.3.3")):
        section = book.find(number)
        assert section is not None and section.anchor == found
    for number in ("", "12", "0.1", "x", "<b>"):
        assert book.find(number) is None


def test_every_section_that_the_game_names_can_be_read() -> None:
    book = manual("en")
    explained = " ".join(exercise.explanation for exercise in EXERCISES)
    named = {
        *SECTIONS,
        *(verb.rule for verb in VERBS),
        *re.findall(r"\d+(?:\.\d)+|(?<=\()\d+(?=\))", explained),
    }
    assert len(named) > 40
    assert [number for number in named if book.find(number) is None] == []


@pytest.mark.parametrize("name", manual("en").diagrams)
def test_a_position_is_told_in_words(name: str) -> None:
    """Every unit of it, for whoever does not see the drawing."""
    diagram = manual("en").diagrams[name]
    game = set_up(diagram)
    lines = tell_position(diagram)
    assert sum(line.count("strength") for line in lines) == len(game.truth.units())
    field = field_of(game, viewer_of(diagram, game))
    assert (field is None) == ("battle" not in diagram.position)


def test_terrain_and_areas_are_told_too() -> None:
    lines = tell_position(manual("en").diagrams["6.2.1"])
    assert "the French right: a farm; " in " ".join(lines)
    assert any(line.startswith("the Allied left: woods; ") for line in lines)
    dutch = tell_position(manual("nl").diagrams["6.2.1"], Language("nl", messages("nl")))
    assert not any("the French" in line for line in dutch)


def test_marches_that_a_text_speaks_of_are_arrows() -> None:
    """Those that it says can be made, and the one that cannot."""
    assert arrows_of(manual("en").diagrams["5.2"]) == [
        Arrow("nivelles", "waterloo", "french", "march"),
        Arrow("quatre-bras", "waterloo", "french", "march"),
        Arrow("wavre", "waterloo", "french", "refused"),
    ]
    assert arrows_of(manual("en").diagrams["6.3.3"]) == []
    forced = arrows_of(manual("en").diagrams["5.6"])
    assert Arrow("thuin", "charleroi", "french", "force") in forced
    assert Arrow("thuin", "laneffe", "french", "march") in forced


def test_diagrams_have_the_same_names_in_every_language() -> None:
    names = [list(manual(lang).diagrams) for lang in available()]
    positions = [[one.position for one in manual(lang).diagrams.values()] for lang in available()]
    assert all(one == names[0] for one in names) and all(one == positions[0] for one in positions)
