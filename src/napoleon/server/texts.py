"""Texts for people in the language that they asked for."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon import languages as catalogues
from napoleon.rules import Aim, Event, View
from napoleon.rules.words import prompts, prose
from napoleon.rules.words.language import CONTRACTIONS, Language


def choose_language(wanted: str) -> str:
    """The language we have that fits best: "nl" for "nl-BE"; English otherwise."""
    return catalogues.choose(wanted)


def choose_from_header(accept_language: str) -> str:
    """The best of our languages for an Accept-Language header."""
    return catalogues.choose(accept_language)


def languages() -> list[dict[str, str]]:
    """The languages to choose from."""
    return [{"code": code, "name": name} for code, name in catalogues.available().items()]


def client_messages(lang: str) -> Mapping[str, str] | None:
    """The catalogue of the client's own texts; None for a language that we do not have."""
    return catalogues.messages(lang) if lang in catalogues.available() else None


def contractions(lang: str) -> list[tuple[str, str]]:
    """What the client makes of words that meet when it fills in a message of this language."""
    return CONTRACTIONS.get(lang, [])


def language(lang: str) -> Language:
    """The language of a language."""
    return catalogues.language(lang)


def tell(event: Event, lang: str) -> str:
    """What happened, in one sentence."""
    return prose.tell(event, language(lang))


def prompt_text(view: View, lang: str) -> str:
    """What is asked of whom, in one line."""
    return prompts.prompt(view, language(lang))


def tell_aim(aim: Aim, turn: int, lang: str) -> str:
    """What decides a scenario that stands at this turn, in one sentence."""
    return prompts.tell_aim(aim, turn, language(lang))


def say(message: str, lang: str, **words: object) -> str:
    """A sentence of the server's own, with its words filled in."""
    return language(lang).fill(message, words) if words else language(lang).say(message)
