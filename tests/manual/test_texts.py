"""The manual is whole: every section and ruling has its text, in every language alike."""

import re
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from tests.rules.test_rulings import DOCUMENT, parse_rulings

from napoleon.languages import messages
from napoleon.manual import Manual, available, manual, plain
from napoleon.manual.library import LANGUAGES
from napoleon.manual.reading import (
    Block,
    Bullets,
    Diagram,
    Link,
    Number,
    Paragraph,
    Ruling,
    Section,
    Table,
    Text,
    Town,
    Unit,
    lines_of,
    parts_of,
)
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import UNIT_IDS
from napoleon.rules.words.language import Language
from rule_table import SECTIONS

RULINGS = parse_rulings(DOCUMENT.read_text("utf-8"))
# Numbers that are no rule: days of June, the year.
DATES = re.compile(r"\b\d{1,2}\.? (?:June|juni|juin|Juni)(?: 1815)?\b|\b1815\b")


@pytest.fixture(params=available(), scope="module")
def book(request: pytest.FixtureRequest) -> Manual:
    return manual(request.param)


def all_sections(book: Manual) -> list[Section]:
    """Those of the rules, and those of the player's aid."""
    return [*book.sections.values(), *book.aid.sections]


def test_every_section_of_the_rule_table_has_its_text(book: Manual) -> None:
    """A section of the rulebook is found under its number, with something to read."""
    for number in SECTIONS:
        assert number in book.sections, number
        texts = [b for b in book.sections[number].blocks if isinstance(b, Paragraph | Bullets)]
        assert texts, number


def test_chapters_come_in_order_and_sections_within_them(book: Manual) -> None:
    """Chapters 1 to 11; in each its own sections, counted up."""
    assert [chapter.anchor for chapter in book.chapters] == [str(n) for n in range(1, 12)]
    numbers = [[int(part) for part in anchor.split(".")] for anchor in book.sections]
    assert numbers == sorted(numbers)
    for chapter in book.chapters:
        anchors = [section.anchor for section in chapter.sections]
        assert all(anchor.split(".")[0] == chapter.anchor for anchor in anchors)


def test_every_ruling_is_named_in_its_section(book: Manual) -> None:
    """And nothing is called a ruling that docs/rulings.md does not know."""
    named = {
        (name, section.anchor)
        for section in book.sections.values()
        for block in section.blocks
        if isinstance(block, Ruling)
        for name in block.names
    }
    known = {(ruling.name, ruling.rule) for ruling in RULINGS}
    assert known - named == set()
    assert named - known == set()


def test_every_link_leads_somewhere(book: Manual) -> None:
    """To a section that is there, and it says the number that it leads to."""
    links = [
        part
        for section in all_sections(book)
        for line in lines_of(section.blocks)
        for part in parts_of(line)
        if isinstance(part, Link)
    ]
    assert links
    for link in links:
        assert book.has_target(link.target), link
        if link.text[0].isdigit():
            assert link.text == link.target


def test_units_and_towns_that_are_named_are_there(book: Manual) -> None:
    """A name in braces is an id of the tables."""
    for section in all_sections(book):
        for line in lines_of(section.blocks):
            for part in parts_of(line):
                if isinstance(part, Unit):
                    assert part.id in UNIT_IDS
                elif isinstance(part, Town):
                    assert part.id in TOWN_IDS


def test_numbers_stand_in_fields(book: Manual) -> None:
    """A number of the rules is a field, so that it follows the tables; examples may say dice."""
    for section in all_sections(book):
        blocks = [
            block
            for block in section.blocks
            if not isinstance(block, Diagram)
            and not (isinstance(block, Paragraph) and block.kind == "example")
        ]
        for line in lines_of(blocks):
            for part in parts_of(line):
                if isinstance(part, Text):
                    bare = re.findall(r"\S*\d\S*", DATES.sub("", part.text))
                    assert not bare, f"{section.anchor}: {bare} in {part.text}"


def test_a_search_finds_what_is_meant(book: Manual) -> None:
    """The title of a section leads to it, and so does its number in other sections."""
    words = Language(book.lang, messages(book.lang))
    for number in ("5.6", "6.5", "7.4", "9"):
        title = book.sections[number].title
        assert number in [hit.anchor for hit in book.search(title, words)][:3], title
    assert book.search("6.3.4", words)
    assert not book.search("", words)
    assert not book.search("xyzzy", words)


def shape(block: Block) -> object:
    """What must be the same in every language."""
    if isinstance(block, Paragraph):
        return block.kind
    if isinstance(block, Ruling):
        return block.names
    if isinstance(block, Bullets):
        return "bullets", len(block.items)
    if isinstance(block, Table):
        return "table", len(block.head), len(block.rows)
    return replace(block, title="")


def stated(section: Section) -> tuple[list[str], list[str]]:
    """The numbers, and the links, units and towns that a section states, sorted."""
    parts = list(chain(*(parts_of(line) for line in lines_of(section.blocks))))
    numbers = sorted(part.name for part in parts if isinstance(part, Number))
    names = sorted(part.id for part in parts if isinstance(part, Unit | Town))
    targets = sorted(part.target for part in parts if isinstance(part, Link))
    return numbers, sorted({*names, *targets})


@pytest.mark.parametrize("lang", [lang for lang in available() if lang != "en"])
def test_all_languages_say_the_same(lang: str) -> None:
    """The same sections, blocks, diagrams, numbers and links as in English."""
    english, other = manual("en"), manual(lang)
    pairs = zip(all_sections(english), all_sections(other), strict=True)
    for ours, theirs in pairs:
        assert ours.anchor == theirs.anchor
        assert [shape(b) for b in ours.blocks] == [shape(b) for b in theirs.blocks], ours.anchor
        assert stated(ours) == stated(theirs), ours.anchor


@pytest.mark.parametrize("lang", [lang for lang in available() if lang != "en"])
def test_no_paragraph_was_left_in_english(lang: str) -> None:
    """No line of more than a few words is the same as in English."""
    english = {plain(line) for s in all_sections(manual("en")) for line in lines_of(s.blocks)}
    for section in all_sections(manual(lang)):
        for line in lines_of(section.blocks):
            words = plain(line)
            assert words not in english or len(re.findall(r"[^\W\d]{2,}", words)) < 4, words


@pytest.mark.parametrize("lang", available())
def test_marks_stand_as_the_language_has_them(lang: str) -> None:
    """French has a space that does not break before : ; ? and !, the others have none."""
    texts = [plain(line) for s in all_sections(manual(lang)) for line in lines_of(s.blocks)]
    wrong = r"(?<!\u00a0)[:;?!](?!\S)" if lang == "fr" else r"\s[:;?!](?!\S)"
    assert not [text for text in texts if re.search(wrong, text)]


def test_only_our_languages_have_folders() -> None:
    """A folder of texts is a language that we know, with the same files as in English."""
    home = Path(__file__).resolve().parents[2] / "src" / "napoleon" / "manual"
    folders = {path.name: path for path in home.iterdir() if list(path.glob("*.md"))}
    assert set(folders) <= set(LANGUAGES)
    names = {path.name for path in folders["en"].iterdir()}
    assert len(names) == 12
    for folder in folders.values():
        assert {path.name for path in folder.iterdir()} == names
