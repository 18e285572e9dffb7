"""Reading the form of the manual: what it makes of a text, and what it refuses."""

import pytest

from napoleon.languages import language
from napoleon.manual import (
    Bullets,
    Diagram,
    Emphasis,
    Link,
    ManualError,
    Number,
    Paragraph,
    Ruling,
    Strong,
    Table,
    Text,
    Town,
    Unit,
    manual,
    plain,
)
from napoleon.manual.library import words_in
from napoleon.manual.reading import parse_chapter, parse_line

CHAPTER = """# 5 Movement

You may *move*,
or not.

## 5.4 Roads

**Example.** Eight go.

**Why?** They are long.

> **How we read it** (one-way, two-ways): Everybody
> counts.

- one
- two, and
  more

| a | b |
|---|---|
| 1 | 2 |

```position title="March" try="french" focus="laneffe ath" after="a;b" can="c" cannot="d" dice="1 6"
turn 5;
laneffe: FR-2-I1
```
"""


def test_a_chapter_has_its_opening_and_its_sections() -> None:
    chapter = parse_chapter(CHAPTER, "en")
    assert (chapter.anchor, chapter.title) == ("5", "Movement")
    assert [(s.anchor, s.title) for s in chapter.sections] == [("5", "Movement"), ("5.4", "Roads")]
    assert chapter.sections[0].blocks == (
        Paragraph("text", (Text("You may "), Emphasis((Text("move"),)), Text(", or not."))),
    )


def test_the_blocks_of_a_section() -> None:
    blocks = parse_chapter(CHAPTER, "en").sections[1].blocks
    assert blocks == (
        Paragraph("example", (Text("Eight go."),)),
        Paragraph("why", (Text("They are long."),)),
        Ruling(("one-way", "two-ways"), (Text("Everybody counts."),)),
        Bullets(((Text("one"),), (Text("two, and more"),))),
        Table(((Text("a"),), (Text("b"),)), (((Text("1"),), (Text("2"),)),)),
        Diagram(
            "March",
            "turn 5; laneffe: FR-2-I1",
            attempt="french",
            focus=("laneffe", "ath"),
            after=("a", "b"),
            can=("c",),
            cannot=("d",),
            dice=(1, 6),
        ),
    )


def test_the_parts_of_a_line() -> None:
    line = parse_line("**At {charleroi}** {FR-N}: {road.main}, {battle.main|word} ([5.4](#5.4))")
    assert line == (
        Strong((Text("At "), Town("charleroi"))),
        Text(" "),
        Unit("FR-N"),
        Text(": "),
        Number("road.main"),
        Text(", "),
        Number("battle.main", as_word=True),
        Text(" ("),
        Link("5.4", "5.4"),
        Text(")"),
    )
    assert plain(line) == "At Charleroi Napoléon: 8, two (5.4)"


def test_names_and_number_words_follow_the_language() -> None:
    line = parse_line("{battle.main|word} {liege} {FR-C1}")
    assert plain(line, language("nl")) == "twee Luik 1e Cavaleriekorps (Pajol)"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected a heading"),
        ("words", "text:1: expected a heading first"),
        ("# 1 Board\nwords", "an empty line after a heading"),
        ("# 1 Board\n\n{8 units}", "text:3: expected a number, a unit or a town"),
        ("# 1 Board\n\n{road.main|roman}", "expected a number, a unit or a town"),
        ("# 1 Board\n\n> So be it", "How we read it"),
        ("# 1 Board\n\n> **Zo lezen wij het** (a-b): x", "How we read it"),
        ("# 1 Board\n\n| a | b |\n|---|---|\n| 1 |", "rows of equal length"),
        ("# 1 Board\n\n| a | b |\n| 1 | 2 |", "a head and rows"),
        ('# 1 Board\n\n```python title="x"\n```', "expected a block 'position'"),
        ("# 1 Board\n\n```position\nturn 1\n```", "expected a title"),
        ('# 1 Board\n\n```position title="x" tries="french"\nturn 1\n```', "expected a title"),
        ('# 1 Board\n\n```position title="x"\nturn 1', "not closed"),
    ],
)
def test_a_text_in_another_form_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ManualError, match=complaint.replace("*", r"\*")):
        parse_chapter(text, "en")


def test_a_page_without_numbers_has_words_as_anchors() -> None:
    chapter = parse_chapter("# The aid {#aid}\n\n## Fire {#fire}\n\nBang.", "en")
    assert [section.anchor for section in chapter.sections] == ["aid", "fire"]


def test_words_are_looked_for_without_capitals_and_accents() -> None:
    assert words_in("Carré, Gehöft & 6.3.3: Straße") == [
        *("carre", "gehoft", "6.3.3", "strasse"),
    ]


def test_a_search_needs_all_its_words_and_takes_beginnings() -> None:
    book = manual("en")
    hits = [hit.anchor for hit in book.search("forc march")]
    assert hits[0] == "5.6" and "8.1" in hits
    assert book.search("cuirassiers") and not book.search("cuirassiers regroup supply")
    assert "canister" in book.search("canister")[0].excerpt.lower()


def test_an_unknown_language_reads_english() -> None:
    assert manual("tlh").lang == "en"
