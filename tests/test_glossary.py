"""One word a concept in each language: the glossary, and texts that stray from it."""

import csv
import re
import unicodedata
from collections.abc import Iterator

import pytest

from napoleon.languages import FOLDER, messages
from napoleon.languages import available as catalogues
from napoleon.manual import Line, Text, available, manual, plain
from napoleon.manual.library import LANGUAGES
from napoleon.manual.reading import lines_of
from napoleon.rules.words.language import Language
from napoleon.scenarios.library import shipped

GLOSSARY = FOLDER / "glossary.csv"
COLUMNS = ["concept", *LANGUAGES, *(f"not_{lang}" for lang in LANGUAGES)]
NOUNS = {"square", "farm", "woods", "hill", "stream", "area", "horse artillery"}
# Their English word is also a verb, or has another sense: a side of a block, log in.
LOOSE = {
    *("side", "turn", "hit", "charge", "log", "town", "battle", "set-up", "beaten", "ruling"),
    *("engage", "disengage", "regroup", "retreat", "shelter", "reveal", "Anglo-Dutch", "gun"),
}
TRANSLATED = [lang for lang in catalogues() if lang != "en"]
# Dutch that sounded translated and was mended: it shall not come back.
KEPT_OUT = [
    *("sterkte daalt", "en treft de vijand", "Stel op naar", "vuur of trek terug", "korps HQ"),
    *("door proberen", "dreigen wij", "die de weg erheen draagt", "nemen stelling", "één beter"),
    *("wat zij zou doen", "slaglinie staat", "neemt stelling", "Uw plaats", "zo een"),
]

with GLOSSARY.open(encoding="utf-8", newline="") as glossary:
    ROWS = list(csv.DictReader(glossary))


def strays(text: str, lang: str) -> list[str]:
    """The words of a text that the glossary has another word for, with that word."""
    found = []
    for row in ROWS:
        for word in filter(None, row[f"not_{lang}"].split("|")):
            for match in re.findall(rf"(?i)\b{re.escape(word)}\w{{0,2}}\b", unfilled(text)):
                found.append(f"{match}: say {row[lang]}")
    return found


def missed(english: str, text: str, lang: str) -> list[str]:
    """The words of the glossary that an English text names and its translation does not."""
    found = []
    for row in sorted(ROWS, key=lambda row: -len(row["en"])):
        english, count = re.subn(rf"(?i)\b{re.escape(row['en'])}s?\b", "", unfilled(english))
        wanted = [_stem(word) for word in row[lang].split()]
        if count and row["concept"] not in LOOSE and not all(w in _bare(text) for w in wanted):
            found.append(f"{row['en']}: say {row[lang]}")
    return found


def unfilled(text: str) -> str:
    """A message without the names of its fields, which are English."""
    return re.sub(r"\{\w+\}", "", text)


def _bare(text: str) -> str:
    """Letters without their accents: Hügel and Wälder as hugel and walder."""
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join([part for part in parts if not unicodedata.combining(part)])


def _stem(word: str) -> str:
    """What stays of a word in its plural and its cases."""
    bare = _bare(word)
    return bare[:-2] if len(bare) > 5 else bare


def all_lines(lang: str) -> Iterator[Line]:
    """Every line of the manual in a language, titles too."""
    book = manual(lang)
    for chapter in (*book.chapters, book.aid):
        for section in chapter.sections:
            yield (Text(section.title),)
            yield from lines_of(section.blocks)


def all_texts(lang: str) -> list[str]:
    """What the manual and the catalogue say in a language."""
    return [plain(line) for line in all_lines(lang)] + list(messages(lang).values())


def test_the_glossary_has_a_word_for_every_concept_and_language() -> None:
    """No concept twice, no empty word, and no word that is forbidden for another concept."""
    assert list(ROWS[0]) == COLUMNS
    concepts = [row["concept"] for row in ROWS]
    assert len(set(concepts)) == len(concepts)
    assert set(concepts) >= LOOSE
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


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_concept_has_its_word_wherever_the_english_names_it(lang: str) -> None:
    """Where we say square, the Dutch say vierkant, the French carré and the Germans Karree."""
    for english, text in messages(lang).items():
        assert not missed(english, text, lang), (english, text)


@pytest.mark.parametrize("phrase", KEPT_OUT)
def test_dutch_that_was_mended_stays_mended(phrase: str) -> None:
    assert not [text for text in all_texts("nl") if phrase in text]


@pytest.mark.parametrize(
    ("lang", "distant"), [("nl", r"\b[Uu]w?\b"), ("fr", r"(?i)\b(tu|toi|ton)\b"), ("de", "Ihnen")]
)
def test_a_language_addresses_everybody_in_one_way(lang: str, distant: str) -> None:
    """Je in Dutch, vous in French, du in German."""
    assert not [text for text in all_texts(lang) if re.search(distant, text)]


def test_the_dutch_of_some_buttons() -> None:
    dutch = messages("nl")
    assert dutch["None"] == "Wis keuze"
    assert dutch["Line is drawn up"] == "Opstelling klaar"
    assert dutch["headquarters"] == "hoofdkwartier"


def test_the_dutch_allies_have_no_capital_within_a_sentence() -> None:
    """In Dutch they are geallieerden."""
    assert not [text for text in all_texts("nl") if re.search(r"[a-z,;:] Geallieerde", text)]


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
    assert strays("Montrer {leader}", "fr") == []


def test_a_translation_that_misses_a_word_is_found() -> None:
    english = "Each battle turn two squares hold the hill."
    assert missed(english, "Jeder Gefechtszug: zwei Karrees halten den Hügel.", "de") == []
    assert missed(english, "Jede Runde halten zwei Vierecke die Höhe.", "de") == [
        "battle turn: say Gefechtszug",
        "square: say Karree",
        "hill: say Hügel",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_scenarios_keep_to_the_glossary(lang: str) -> None:
    """Title, summary and history; sources are titles of books."""
    for scenario in shipped().values():
        words = scenario.texts[lang]
        for text in (words.title, words.when, words.summary, words.history):
            assert not strays(text, lang), f"{scenario.id}: {text}"
