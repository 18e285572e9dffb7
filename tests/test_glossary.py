"""One word a concept in each language: the glossary, and texts that stray from it."""

import csv
import re
from pathlib import Path

import pytest

from napoleon.languages import FOLDER, language
from napoleon.manual import available, manual, plain
from napoleon.manual.library import LANGUAGES
from napoleon.manual.reading import lines_of

GLOSSARY = FOLDER / "glossary.csv"
COLUMNS = ["concept", *LANGUAGES, *(f"not_{lang}" for lang in LANGUAGES)]

NOUNS = {"square", "farm", "woods", "hill", "stream", "area", "horse artillery"}


def read_glossary(path: Path = GLOSSARY) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ROWS = read_glossary()


def strays(text: str, lang: str) -> list[str]:
    """The words of a text that the glossary has another word for, with that word."""
    found = []
    for row in ROWS:
        for word in filter(None, row[f"not_{lang}"].split("|")):
            for match in re.findall(rf"\b{re.escape(word)}\w{{0,2}}\b", text):
                found.append(f"{match}: say {row[lang]}")
    return found


def test_the_glossary_has_a_word_for_every_concept_and_language() -> None:
    """No concept twice, no empty word, and no word that is forbidden for another concept."""
    with GLOSSARY.open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == COLUMNS
    concepts = [row["concept"] for row in ROWS]
    assert len(set(concepts)) == len(concepts)
    for row in ROWS:
        for lang in LANGUAGES:
            assert row[lang].strip(), row["concept"]
            assert not strays(row[lang], lang), row["concept"]


@pytest.mark.parametrize("lang", available())
def test_the_manual_keeps_to_the_glossary(lang: str) -> None:
    """No text of the manual uses a word for which we have another."""
    book = manual(lang)
    for chapter in (*book.chapters, book.aid):
        for section in chapter.sections:
            texts = [
                section.title,
                *(plain(line, language(lang)) for line in lines_of(section.blocks)),
            ]
            for text in texts:
                assert not strays(text, lang), f"{section.anchor}: {text}"


@pytest.mark.parametrize("lang", available())
def test_the_manual_uses_the_words_of_the_glossary(lang: str) -> None:
    """The nouns of the battlefield occur as the glossary writes them."""
    book = manual(lang)
    text = " ".join(
        plain(line, language(lang))
        for chapter in book.chapters
        for section in chapter.sections
        for line in lines_of(section.blocks)
    ).lower()
    for row in ROWS:
        if row["concept"] in {
            "square",
            "farm",
            "woods",
            "hill",
            "stream",
            "area",
            "horse artillery",
        }:
            assert row[lang].lower() in text, row["concept"]


def test_a_text_that_strays_is_found() -> None:
    assert strays("De rijdende artillerie vormt een carré.", "nl") == [
        "rijdende artillerie: say artillerie te paard",
        "carré: say vierkant",
    ]
    assert strays("De artillerie te paard houdt de hoeve.", "nl") == []
