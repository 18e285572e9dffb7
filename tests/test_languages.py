"""The languages: whole catalogues, games told without a word of English left, and the choice."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.core import Locale
from babel.messages.catalog import Catalog

from catalogues import LANGUAGES, collect, fields, problems, read
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.languages import (
    available,
    choose,
    client_messages,
    language,
    messages,
    parse_catalogue,
)
from napoleon.manual.library import LANGUAGES as MANUAL_LANGUAGES
from napoleon.rules import Action, Game
from napoleon.rules.board.towns import ROADS, TOWN_IDS, TOWNS
from napoleon.rules.board.units import FRENCH_BIT, UNIT_BY_ID, UNIT_COUNT
from napoleon.rules.engine.actions import NONE, VERBS, is_well_formed
from napoleon.rules.engine.refusals import REASONS
from napoleon.rules.words.explanations import explain
from napoleon.rules.words.language import ENGLISH, UNIT_NAMES, Language
from napoleon.rules.words.prompts import prompt, tell_action
from napoleon.rules.words.prose import tell, turn_title
from napoleon.server.http.board import TownNames

TRANSLATED = [code for code in available() if code != "en"]
DUTCH, FRENCH, GERMAN = language("nl"), language("fr"), language("de")
# Says nothing but what is filled in: a letter that it leaves does not come from the catalogues.
BLANK = Language(
    "nl",
    {
        str(message.id): "·" + "".join([f" {{{name}}}" for name in sorted(fields(message.id))])
        for message in collect()
        if isinstance(message.id, str) and message.id
    },
)
TOWNS_AND_IDS = re.compile(
    "|".join(
        sorted(
            [re.escape(name) for name in {town.names["nl"] for town in TOWNS} | UNIT_BY_ID.keys()],
            key=len,
            reverse=True,
        )
    )
)

ALL_LANGUAGES = (ENGLISH, BLANK, *(language(lang) for lang in TRANSLATED))
TWICE = re.compile(r"\b([^\W\d]+) \1\b", re.IGNORECASE)
# French that was put together and not contracted: "de Ath", "à les Alliés".
APART = re.compile(r"\b(de|à) (les? |Le )|\bde [AEIOUYÉ]")


# One, and more than one, of a thing that is counted.
COUNTED = (
    ("1 hit", "{hits} hits"),
    ("1 die", "{dice} dice"),
    ("1 French block", "{count} French blocks"),
    ("1 Prussian block", "{count} Prussian blocks"),
    ("1 unit can still act", "{count} units can still act"),
    ("1 unit to deploy: tap it, then an area.", "{count} units to deploy: tap one, then an area."),
    ("dice {dice}: 1 hit", "dice {dice}: {amount} hits"),
)


# --- Catalogues


def test_we_speak_four_languages() -> None:
    """Who adds a text fills in all of them; the manual speaks the same, and so do the towns."""
    assert sorted(available()) == ["de", "en", "fr", "nl"]
    assert sorted(MANUAL_LANGUAGES) == sorted(available())
    assert {frozenset(town.names) for town in TOWNS} == {frozenset(available())}
    assert sorted(TownNames.__struct_fields__) == sorted(available())


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_catalogue_is_complete_and_fills_in_the_same_fields(lang: str) -> None:
    """`scripts/catalogues.py update` brings it up to date with the code."""
    assert problems(collect(), read(LANGUAGES / f"{lang}.po")) == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_catalogue_names_its_language_and_its_plurals(lang: str) -> None:
    """French says 0 in the singular, the others do not."""
    catalogue = read(LANGUAGES / f"{lang}.po")
    assert catalogue.locale == Locale(lang)
    assert catalogue.plural_expr == ("(n > 1)" if lang == "fr" else "(n != 1)")
    header = (LANGUAGES / f"{lang}.po").read_text("utf-8").partition("\n\n")[0]
    assert f'"Language: {lang}\\n"' in header
    assert f"plural={catalogue.plural_expr};" in header


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_message_counts_one_apart_from_many(lang: str) -> None:
    """Each way of counting is a message of its own, which says the number or the word for one."""
    words = messages(lang)
    for one, many in COUNTED:
        assert words[one] != words[many]
        assert "1" in words[one] and "{" in words[many]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_texts_are_typeset_as_their_language_is(lang: str) -> None:
    """No stray spaces, no three dots for an ellipsis; French has a space that does not break
    before what closes a sentence or a clause, the others have none."""
    for english, text in messages(lang).items():
        assert text == text.strip() and "  " not in text and "..." not in text, english
        if lang == "fr":
            assert not re.search(r"[^\u00a0\d/][;?!]| [:;?!%]|\w:(?!/)", text), english
        else:
            assert not re.search(r" [:;?!]", text), english


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_message_ends_as_the_english_does(lang: str) -> None:
    """A sentence stays a sentence, and a word on a button has no full stop."""
    for english, text in messages(lang).items():
        assert english.endswith((".", "…")) == text.endswith((".", "…")), english


def test_what_is_wrong_with_a_catalogue_is_found() -> None:
    source = Catalog()
    for message in ("{unit} waits", "the hill", "the farm", "the woods"):
        source.add(message)
    catalogue = Catalog()
    catalogue.add("{unit} waits", "{town} wacht")
    catalogue.add("the hill", "")
    catalogue.add("the farm", "de hoeve", flags=["fuzzy"])
    catalogue.add("the moon", "de maan")
    assert problems(source, catalogue) == [
        "other fields than the source: '{unit} waits'",
        "not translated: 'the hill'",
        "to be checked (fuzzy): 'the farm'",
        "not translated: 'the woods'",
        "no longer in the code: 'the moon'",
    ]


def test_the_messages_of_the_client_are_found() -> None:
    """Also in a template string and among the fields of another message; not in comments."""
    source = """
        // t("a remark")
        /** `t("an example")` */
        const SIDES = [msg("French")];
        h("p", at("elsewhere"),
          t("{name}, a \\"guest\\"", { name: t("Nobody") }), `<b>${t("Log")}</b>`);
    """
    found = ["French", '{name}, a "guest"', "Nobody", "Log"]
    assert client_messages(source) == found


def test_every_unit_and_river_can_be_translated() -> None:
    source = collect()
    rivers = {river for road in ROADS for river in road.river.split(";") if river}
    assert [name for name in {*UNIT_NAMES, *rivers} if source.get(name) is None] == []


def test_two_units_do_not_share_a_name() -> None:
    for lang in TRANSLATED:
        names = [language(lang).unit(unit) for unit in range(len(UNIT_NAMES))]
        assert len(set(names)) == len(UNIT_NAMES)


# --- Whole games


class Said:
    """One thing said, in English, with no words of ours at all, and in the other languages."""

    def __init__(self, kind: str, english: str, blank: str, *translated: str) -> None:
        self.kind = kind
        self.english = english
        self.blank = blank
        self.translated = dict(zip(TRANSLATED, translated, strict=True))


@pytest.fixture(scope="module")
def told() -> list[Said]:
    """All that is said in a few games that are played by chance."""
    texts: list[Said] = []
    for seed in (0, 1, 2, 3, 4, 7):
        game = new_random_game(seed)
        luck = random.Random(seed)
        while game.to_act:
            seat = luck.choice(game.to_act)
            action = Action(warlike(game, seat, game.legal(seat).codes, luck))
            texts.append(Said("label", *[tell_action(action, words) for words in ALL_LANGUAGES]))
            if luck.random() < 0.2:
                texts += _prompts(game)
                texts += _refusals(game, luck)
            game.play(seat, action)
        texts += _prompts(game)
        seen = [event for reader in (*game.seats, None) for event in game.events_for(reader)]
        for event in game.events + seen:
            texts.append(Said("event", *[tell(event, words) for words in ALL_LANGUAGES]))
    return texts


def _prompts(game: Game) -> Iterator[Said]:
    """What every seat and a spectator are asked."""
    for reader in (*game.seats, None):
        view = game.view(reader)
        yield Said("prompt", *[prompt(view, words) for words in ALL_LANGUAGES])


def _refusals(game: Game, luck: random.Random) -> Iterator[Said]:
    """Why some actions that anybody could try are not allowed."""
    for verb in range(len(VERBS)):
        operands = [luck.choice([NONE, *range(UNIT_COUNT)]) for _ in range(2)]
        code = verb << 16 | operands[0] << 8 | operands[1]
        if is_well_formed(code):
            for seat in game.seats:
                whys = [game.why_not(seat, Action(code), words) for words in ALL_LANGUAGES]
                texts = [why.text for why in whys if why is not None]
                if texts:
                    yield Said("refusal", *texts)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_games_are_told_in_every_language(told: list[Said], lang: str) -> None:
    """Nothing sounds the same in English, and no field stays open."""
    assert {said.kind for said in told} == {"event", "prompt", "label", "refusal"}
    for said in told:
        text = said.translated[lang]
        assert text != said.english
        assert "{" not in text and "}" not in text
        assert "  " not in text and text == text.strip()
        assert TWICE.search(text) is None, text
        assert lang != "fr" or APART.search(text) is None, text
        if said.kind == "event":
            assert text.endswith(".") and not text.endswith("..")
        if said.kind != "refusal":
            assert text[0].isupper() or text[0].isdigit()


def test_every_word_comes_from_the_catalogue(told: list[Said]) -> None:
    """Without the words of the catalogue, there are towns, ids of units and numbers left."""
    for said in told:
        left = TOWNS_AND_IDS.sub("", said.blank)
        assert not any(letter.isalpha() for letter in left), (said.blank, said.english)


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("unit", ["FR-N", "AD-2-A"])
def test_every_refusal_is_told_in_every_language(reason: int, unit: str) -> None:
    """Also those that seldom come up; two units share a name, and have their id in it."""
    game = new_random_game(0)
    code = Action.parse(f"march {unit} liege").code
    whys = [explain(game.state, FRENCH_BIT, code, reason, words) for words in ALL_LANGUAGES]
    assert len({why.text for why in whys}) == len(ALL_LANGUAGES)
    assert len({why.rule for why in whys}) == 1
    assert all(why.text.count(unit) <= 1 for why in whys)
    assert not any(letter.isalpha() for letter in TOWNS_AND_IDS.sub("", whys[1].text))


# --- Names


@pytest.mark.parametrize(
    ("town", "names"),
    [
        ("liege", ["Liège", "Luik", "Liège", "Lüttich"]),
        ("brussels", ["Brussels", "Brussel", "Bruxelles", "Brüssel"]),
        ("ghent", ["Ghent", "Gent", "Gand", "Gent"]),
        ("louvain", ["Louvain", "Leuven", "Louvain", "Löwen"]),
        ("mechelen", ["Mechelen", "Mechelen", "Malines", "Mecheln"]),
        ("mons", ["Mons", "Bergen", "Mons", "Mons"]),
        ("ligny", ["Ligny", "Ligny", "Ligny", "Ligny"]),
    ],
)
def test_towns_are_called_as_people_there_say(town: str, names: list[str]) -> None:
    for words, name in zip((ENGLISH, DUTCH, FRENCH, GERMAN), names, strict=True):
        assert words.town(TOWN_IDS.index(town)) == name
        assert name in tell_action(Action.parse(f"march FR-N {town}"), words)


def test_units_keep_their_generals() -> None:
    unit = UNIT_BY_ID["FR-1-I1"]
    assert DUTCH.unit(unit) == "I Korps infanterie (Quiot, Donzelot)"
    assert FRENCH.unit(unit) == "Infanterie du Ier corps (Quiot, Donzelot)"
    assert GERMAN.unit(unit) == "Infanterie des I. Korps (Quiot, Donzelot)"


def test_turns_have_titles_in_every_language() -> None:
    turns = (0, 1, 12)
    assert [turn_title(turn, DUTCH) for turn in turns] == [
        "Plaatsing",
        "15 juni, eerste Franse beurt",
        "18 juni, geallieerde nachtbeurt",
    ]
    assert [turn_title(turn, FRENCH) for turn in turns] == [
        "Mise en place",
        "15 juin, premier tour français",
        "18 juin, nuit, tour allié",
    ]
    assert [turn_title(turn, GERMAN) for turn in turns] == [
        "Anfangsaufstellung",
        "15. Juni, erster französischer Zug",
        "18. Juni, Nacht, Zug der Verbündeten",
    ]


@pytest.mark.parametrize(
    ("template", "word", "text"),
    [
        ("bataille de {town}", "Ath", "bataille d'Ath"),
        ("bataille de {town}", "Yvoir", "bataille d'Yvoir"),
        ("bataille de {town}", "Ligny", "bataille de Ligny"),
        ("bataille de {town}", "Huy", "bataille de Huy"),
        ("bataille de {town}", "Le Roeulx", "bataille du Roeulx"),
        ("marche à {town}", "Le Roeulx", "marche au Roeulx"),
        ("À {town} : bougez", "Le Roeulx", "Au Roeulx : bougez"),
        ("1 unité de {town}", "les Prussiens", "1 unité des Prussiens"),
        ("ce n'est pas à {town}", "les Alliés", "ce n'est pas aux Alliés"),
        ("passe de {town}", "le centre français", "passe du centre français"),
        ("retourne à {town}", "le centre allié", "retourne au centre allié"),
    ],
)
def test_french_words_are_contracted(template: str, word: str, text: str) -> None:
    assert FRENCH.fill(template, {"town": word}) == text
    assert DUTCH.fill(template, {"town": word}) == template.format(town=word)


# --- The choice


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("nl", "nl"),
        ("nl-BE", "nl"),
        ("NL-be,nl;q=0.9", "nl"),
        ("xx-BE,nl;q=0.8,en;q=0.5", "nl"),
        ("en-GB,en;q=0.9,nl;q=0.8", "en"),
        ("en;q=0.1, nl;q=0.9", "nl"),
        ("nl;q=0.1, en", "en"),
        ("xx", "en"),
        ("*", "en"),
        ("", "en"),
        ("nl;q=high", "en"),
        ("fr-BE,fr;q=0.9,en;q=0.5", "fr"),
        ("de-AT", "de"),
        ("de-CH,fr;q=0.8", "de"),
        ("lb,de;q=0.7,fr;q=0.6", "de"),
        ("../../etc/passwd", "en"),
    ],
)
def test_the_language_is_chosen_by_the_header(header: str, lang: str) -> None:
    assert choose(header) == lang


def test_a_language_that_we_do_not_speak_is_passed_over() -> None:
    assert choose("it,nl;q=0.8,en;q=0.5") == "nl"


@pytest.mark.parametrize("lang", ["en", "xx", "", "../nl", "nl.po"])
def test_an_unknown_language_is_english(lang: str) -> None:
    assert language(lang) is ENGLISH
    assert messages(lang) == {}


def test_our_languages_call_themselves_by_their_own_names() -> None:
    names = {"en": "English", "nl": "Nederlands", "fr": "Français", "de": "Deutsch"}
    assert available() == names
    assert {language(lang).lang for lang in names} == set(names)


def test_what_a_catalogue_lacks_stays_english() -> None:
    empty = Language("nl", {})
    assert empty.say("the hill") == "the hill"
    assert empty.unit(UNIT_BY_ID["FR-N"]) == "Napoléon"


@pytest.mark.parametrize("path", sorted(LANGUAGES.glob("*.po")), ids=lambda path: path.stem)
def test_catalogues_are_read_as_gettext_tools_read_them(path: Path) -> None:
    """We read them without a package; Babel is the measure."""
    by_babel = {str(m.id): str(m.string) for m in read(path) if m.id and m.string and not m.fuzzy}
    assert parse_catalogue(path.read_text("utf-8")) == by_babel == messages(path.stem)


def test_what_is_fuzzy_or_empty_is_left_out() -> None:
    entries = [
        '#, fuzzy, python-brace-format\nmsgid "{n} guns"\nmsgstr "{n} canons"',
        'msgid "Guard"\nmsgstr ""',
        '# said at the table\nmsgid ""\n"one \\"two\\" "\n"three"\nmsgstr "een\\ntwee"',
    ]
    assert parse_catalogue("\n\n".join(entries)) == {'one "two" three': "een\ntwee"}
