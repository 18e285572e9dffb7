"""Refusals: one exception for whatever the server does not do, and the words that go out for it.

Whoever refuses raises `Refused`. A socket is told by `tell_socket`, a caller over HTTP by
`tell_caller`; nobody else turns a refusal into an answer.
"""

from __future__ import annotations

from typing import Final

import msgspec

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.table.messages import (
    Act,
    Answer,
    DeployRest,
    ErrorMessage,
    Hint,
    HintAnswer,
    Message,
    Odds,
    OddsAnswer,
    PlaceRest,
    Undo,
    Why,
    WhyAnswer,
    encode,
)

NOT_STORED: Final = N_("The server cannot store anything at the moment: this was not done.")
# Every code, and its status over HTTP.
STATUS: Final = {
    "bad-message": 400,
    "bad-name": 400,
    "bad-password": 400,
    "bad-request": 400,
    "unknown": 401,
    "wrong-login": 401,
    "confirm": 403,
    "not-yours": 403,
    "witness": 403,
    "origin": 403,
    "not-found": 404,
    "bad-method": 405,
    "closed": 409,
    "elsewhere": 409,
    "has-account": 409,
    "illegal": 409,
    "name-taken": 409,
    "not-away": 409,
    "not-now": 409,
    "not-over": 409,
    "nothing": 409,
    "pending": 409,
    "seated": 409,
    "stale": 409,
    "taken": 409,
    "taken-over": 409,
    "too-new": 409,
    "broken": 410,
    "too-large": 413,
    "proof": 428,
    "busy": 429,
    "too-many": 429,
    "crashed": 500,
    "no-answer": 503,
    "not-stored": 503,
}
# So the game goes: the question is answered, and nothing is wrong with whoever asked.
QUIET: Final = {"illegal", "no-answer", "nothing", "pending", "stale"}


class Refused(Exception):
    """Somebody asked for what is not done: `code` is for programs, `text` with its `words` for
    people (texts.py), `rule` the section of the rulebook that speaks."""

    def __init__(self, code: str, text: str, rule: str = "", **words: object) -> None:
        assert code in STATUS, code
        super().__init__(text.format(**words) if words else text)
        self.code = code
        self.text = text
        self.rule = rule
        self.words = words

    @property
    def status(self) -> int:
        """Of an answer over HTTP."""
        return STATUS[self.code]

    def say(self, lang: str) -> str:
        """The reason, in a language."""
        return texts.say(self.text, lang, **self.words)


class ErrorDetail(msgspec.Struct, omit_defaults=True):
    """Why it was not done: `code` for programs, `text` for people."""

    code: str
    text: str
    rule: str = ""


class ErrorAnswer(msgspec.Struct):
    """To a call that was not carried out."""

    error: ErrorDetail


def tell_socket(refusal: Refused, lang: str, message: Message | None = None) -> list[bytes]:
    """What a browser is told that has sent a message (None: it could not be read): an `error`, and
    the answer to a message for which it waits."""
    text = refusal.say(lang)
    answer = _answer(message, refusal.rule, text)
    told: list[bytes] = []
    if answer is None or refusal.code not in QUIET:
        told.append(encode(ErrorMessage(refusal.code, text)))
    if answer is not None:
        told.append(encode(answer))
    return told


def _answer(
    message: Message | None, rule: str, text: str
) -> Answer | WhyAnswer | HintAnswer | OddsAnswer | None:
    if isinstance(message, Act | PlaceRest | DeployRest | Undo):
        return Answer(message.id, False, rule, text)
    if isinstance(message, Why):
        return WhyAnswer(message.id, False, rule, text)
    if isinstance(message, Hint):
        return HintAnswer(message.id, False, text=text)
    if isinstance(message, Odds):
        return OddsAnswer(message.id, False, text=text)
    return None


def tell_caller(refusal: Refused, lang: str) -> ErrorAnswer:
    """What a caller over HTTP is told, with the refusal's status."""
    return ErrorAnswer(ErrorDetail(refusal.code, refusal.say(lang), refusal.rule))
