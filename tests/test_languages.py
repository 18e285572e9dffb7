"""The languages: whole catalogues, games told without a word of English left, and the choice."""

import random
import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog

from catalogues import LANGUAGES, client_messages, collect, fields, problems, read
from napoleon.lab.random_play import new_random_game, warlike
from napoleon.languages import available, choose, language, messages
from napoleon.rules import Action, Game
from napoleon.rules.board.towns import ROADS, TOWN_IDS, TOWNS
from napoleon.rules.board.units import FRENCH_BIT, UNIT_BY_ID, UNIT_COUNT
from napoleon.rules.engine.actions import NONE, VERBS, is_well_formed
from napoleon.rules.engine.refusals import REASONS
from napoleon.rules.words.explanations import explain
from napoleon.rules.words.language import ENGLISH, UNIT_NAMES, Language
from napoleon.rules.words.prompts import prompt, tell_action
from napoleon.rules.words.prose import tell, turn_title

TRANSLATED = [code for code in available() if code != "en"]
DUTCH = language("nl")
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

ALL_LANGUAGES = (ENGLISH, DUTCH, BLANK)
TWICE = re.compile(r"\b([^\W\d]+) \1\b", re.IGNORECASE)


# --- Catalogues


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_catalogue_is_complete_and_fills_in_the_same_fields(lang: str) -> None:
    """`scripts/catalogues.py update` brings it up to date with the code."""
    assert problems(collect(), read(LANGUAGES / f"{lang}.po")) == []


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
    """One thing said, in English, in Dutch, and with no words of ours at all."""

    def __init__(self, kind: str, english: str, dutch: str, blank: str) -> None:
        self.kind = kind
        self.english = english
        self.dutch = dutch
        self.blank = blank


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


def test_games_are_told_in_dutch(told: list[Said]) -> None:
    """Nothing sounds the same in English, and no field stays open."""
    assert {said.kind for said in told} == {"event", "prompt", "label", "refusal"}
    for said in told:
        assert said.dutch != said.english
        assert "{" not in said.dutch and "}" not in said.dutch
        assert "  " not in said.dutch and said.dutch == said.dutch.strip()
        assert TWICE.search(said.dutch) is None, said.dutch
        if said.kind == "event":
            assert said.dutch.endswith(".") and not said.dutch.endswith("..")
        if said.kind != "refusal":
            assert said.dutch[0].isupper() or said.dutch[0].isdigit()


def test_every_word_comes_from_the_catalogue(told: list[Said]) -> None:
    """Without the words of the catalogue, there are towns, ids of units and numbers left."""
    for said in told:
        left = TOWNS_AND_IDS.sub("", said.blank)
        assert not any(letter.isalpha() for letter in left), (said.blank, said.english)


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("unit", ["FR-N", "AD-2-A"])
def test_every_refusal_is_told_in_dutch(reason: int, unit: str) -> None:
    """Also those that seldom come up; two units share a name, and have their id in it."""
    game = new_random_game(0)
    code = Action.parse(f"march {unit} liege").code
    whys = [explain(game.state, FRENCH_BIT, code, reason, words) for words in ALL_LANGUAGES]
    assert len({why.text for why in whys}) == 3
    assert len({why.rule for why in whys}) == 1
    assert whys[1].text.count(unit) <= 1
    assert not any(letter.isalpha() for letter in TOWNS_AND_IDS.sub("", whys[2].text))


# --- Names


@pytest.mark.parametrize(
    ("town", "english", "dutch"),
    [("liege", "Liège", "Luik"), ("mons", "Mons", "Bergen"), ("ligny", "Ligny", "Ligny")],
)
def test_towns_have_their_dutch_names(town: str, english: str, dutch: str) -> None:
    number = TOWN_IDS.index(town)
    assert ENGLISH.town(number) == english
    assert DUTCH.town(number) == dutch
    assert tell_action(Action.parse(f"march FR-N {town}"), DUTCH).endswith(f" {dutch}")


def test_units_keep_their_generals() -> None:
    unit = UNIT_BY_ID["FR-1-I1"]
    assert DUTCH.unit(unit) == "I Korps infanterie (Quiot, Donzelot)"


def test_turns_have_dutch_titles() -> None:
    assert turn_title(0, DUTCH) == "Opstelling"
    assert turn_title(1, DUTCH) == "15 juni, eerste Franse beurt"
    assert turn_title(12, DUTCH) == "18 juni, geallieerde nachtbeurt"


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
        ("../../etc/passwd", "en"),
    ],
)
def test_the_language_is_chosen_by_the_header(header: str, lang: str) -> None:
    assert choose(header) == lang


def test_a_language_that_we_do_not_speak_is_passed_over() -> None:
    assert choose("fr-BE,nl;q=0.8,en;q=0.5") == ("fr" if "fr" in available() else "nl")


@pytest.mark.parametrize("lang", ["en", "xx", "", "../nl", "nl.po"])
def test_an_unknown_language_is_english(lang: str) -> None:
    assert language(lang) is ENGLISH
    assert messages(lang) == {}


def test_our_languages_call_themselves_by_their_own_names() -> None:
    assert available()["en"] == "English"
    assert available()["nl"] == "Nederlands"
    assert DUTCH.lang == "nl"


def test_what_a_catalogue_lacks_stays_english() -> None:
    empty = Language("nl", {})
    assert empty.say("the hill") == "the hill"
    assert empty.unit(UNIT_BY_ID["FR-N"]) == "Napoléon"
