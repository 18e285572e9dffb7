"""One word a concept in each language: the glossary, and texts that stray from it."""

import csv
import re
from collections.abc import Iterator

import pytest

from napoleon.languages import FOLDER, messages
from napoleon.languages import available as catalogues
from napoleon.manual import Line, Text, available, manual, plain
from napoleon.manual.library import LANGUAGES
from napoleon.manual.reading import lines_of
from napoleon.rules.words.language import Language

GLOSSARY = FOLDER / "glossary.csv"
COLUMNS = ["concept", *LANGUAGES, *(f"not_{lang}" for lang in LANGUAGES)]
NOUNS = {"square", "farm", "woods", "hill", "stream", "area", "horse artillery"}

with GLOSSARY.open(encoding="utf-8", newline="") as glossary:
    ROWS = list(csv.DictReader(glossary))


def strays(text: str, lang: str) -> list[str]:
    """The words of a text that the glossary has another word for, with that word."""
    found = []
    for row in ROWS:
        for word in filter(None, row[f"not_{lang}"].split("|")):
            for match in re.findall(rf"(?i)\b{re.escape(word)}\w{{0,2}}\b", text):
                found.append(f"{match}: say {row[lang]}")
    return found


def all_lines(lang: str) -> Iterator[Line]:
    """Every line of the manual in a language, titles too."""
    book = manual(lang)
    for chapter in (*book.chapters, book.aid):
        for section in chapter.sections:
            yield (Text(section.title),)
            yield from lines_of(section.blocks)


def test_the_glossary_has_a_word_for_every_concept_and_language() -> None:
    """No concept twice, no empty word, and no word that is forbidden for another concept."""
    assert list(ROWS[0]) == COLUMNS
    concepts = [row["concept"] for row in ROWS]
    assert len(set(concepts)) == len(concepts)
    for row in ROWS:
        for lang in LANGUAGES:
            assert row[lang].strip(), row["concept"]
            assert not strays(row[lang], lang), row["concept"]


@pytest.mark.parametrize("lang", available())
def test_the_manual_keeps_to_the_glossary(lang: str) -> None:
    """No text of the manual uses a word for which we have another."""
    for line in all_lines(lang):
        text = plain(line, Language(lang, messages(lang)))
        assert not strays(text, lang), text


@pytest.mark.parametrize("lang", catalogues())
def test_the_catalogues_keep_to_the_glossary(lang: str) -> None:
    """Nor does a text of the interface, the log, the staff or the exercises."""
    for english, text in messages(lang).items():
        assert not strays(text, lang), english


def test_the_dutch_allies_have_no_capital_within_a_sentence() -> None:
    """In Dutch they are geallieerden."""
    texts = [plain(line) for line in all_lines("nl")] + list(messages("nl").values())
    assert not [text for text in texts if re.search(r"[a-z,;] Geallieerde", text)]


@pytest.mark.parametrize("lang", available())
def test_the_manual_uses_the_words_of_the_glossary(lang: str) -> None:
    """The nouns of the battlefield occur as the glossary writes them."""
    words = Language(lang, messages(lang))
    text = " ".join(plain(line, words) for line in all_lines(lang)).lower()
    for row in ROWS:
        if row["concept"] in NOUNS:
            assert row[lang].lower() in text, row["concept"]


def test_a_text_that_strays_is_found() -> None:
    assert strays("De Rijdende artillerie vormt een carré.", "nl") == [
        "Rijdende artillerie: say artillerie te paard",
        "carré: say vierkant",
    ]
    assert strays("De artillerie te paard houdt de hoeve.", "nl") == []
