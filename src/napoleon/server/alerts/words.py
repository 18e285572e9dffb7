"""What a message says: whose turn it is, and what happened from that person's own point of view.

A message is made from the events that the seat may see, as its log at the table is, and from what
the seat is asked. Nothing else of a game comes in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from napoleon.rules import Game
from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.table.sheet import Sheet

MOST_LINES: Final = 8  # of what happened in one game
LEFT_OUT: Final = "…"  # what came before
MOST_GAMES: Final = 12  # that are named; the others are counted

TURN: Final = N_("It is your turn against {name}")
TURNS: Final = N_("It is your turn in {count} games")
LATE: Final = N_("Your time runs out against {name}")
LATES: Final = N_("Your time runs out in {count} games")
SINCE: Final = N_("Since you were last there:")
MORE: Final = N_("and {count} more games")
STOP: Final = N_("No more of these mails: {address}")
TEST: Final = N_("A try: messages reach you here")
TEST_TEXT: Final = N_("You will be told here when it is your turn.")
VERIFY: Final = N_("Confirm your e-mail address")
VERIFY_TEXT: Final = N_("{name}, open this address to confirm that this mailbox is yours:")
RESET: Final = N_("A new password")
RESET_TEXT: Final = N_(
    "{name}, open this address to choose a new password. It is good for an hour, and once:"
)
ADDRESS: Final = N_("Your e-mail address was changed")
ADDRESS_TEXT: Final = N_(
    "{name}, your account has another e-mail address now, or none; this mailbox hears no more of "
    "it. If it was not you, change your password here at once, and end all other sessions:"
)
NOT_YOU: Final = N_("If you did not ask for this, nothing has to be done.")


class Report(msgspec.Struct, frozen=True):
    """One game that waits for somebody, as they see it."""

    game: str
    title: str  # "Anna", or more of them
    lines: list[str]  # what happened
    prompt: str  # what is asked


class Words(msgspec.Struct, frozen=True):
    """A message: a line, what there is to tell, and where to go."""

    title: str
    body: str
    path: str


def opponents(sheet: Sheet, person: str) -> str:
    """Whom somebody plays with."""
    others = [
        sitter.name or (sitter.level or "")
        for sitter in sheet.seats.values()
        if sitter.person != person
    ]
    return ", ".join(name for name in others if name)


def report(
    sheet: Sheet, game: Game, person: str, seats: Sequence[str], since: int, lang: str
) -> Report:
    """What somebody who sits on these seats is told of a game, of what happened from the event
    `since` on."""
    seat = next((one for one in seats if one in game.to_act), seats[0])
    told = [texts.tell(event, lang) for event in game.events_for(seat, since)]
    lines = [LEFT_OUT, *told[-MOST_LINES:]] if len(told) > MOST_LINES else told
    name = opponents(sheet, person)
    return Report(sheet.id, name, lines, texts.prompt_text(game.view(seat), lang))


def tell_turns(reports: Sequence[Report], lang: str, *, is_late: bool = False) -> Words:
    """One message for all games that wait, or in which time runs out."""
    if len(reports) == 1:
        (one,) = reports
        title = texts.say(LATE if is_late else TURN, lang, name=one.title)
        return Words(title, as_lines(one, lang), f"/game/{one.game}")
    title = texts.say(LATES if is_late else TURNS, lang, count=len(reports))
    parts = [f"{one.title}\n{as_lines(one, lang)}" for one in reports[:MOST_GAMES]]
    if len(reports) > MOST_GAMES:
        parts.append(texts.say(MORE, lang, count=len(reports) - MOST_GAMES))
    return Words(title, "\n\n".join(parts), "/")


def as_lines(one: Report, lang: str) -> str:
    """What happened in a game, a line each, and what is asked."""
    lines = [line if line == LEFT_OUT else f"– {line}" for line in one.lines]
    past = [texts.say(SINCE, lang), *lines, ""] if lines else []
    return "\n".join([*past, one.prompt])


def tell_test(lang: str) -> Words:
    """To see whether messages arrive."""
    return Words(texts.say(TEST, lang), texts.say(TEST_TEXT, lang), "/notices")


def tell_link(purpose: str, name: str, token: str, lang: str) -> Words:
    """A mail that somebody has asked for, with what its link is good for."""
    title, text = (VERIFY, VERIFY_TEXT) if purpose == "verify" else (RESET, RESET_TEXT)
    body = texts.say(text, lang, name=name)
    return Words(texts.say(title, lang), body, f"/{purpose}/{token}")


def tell_moved(name: str, lang: str) -> Words:
    """To the address that an account has had: it has another one now, or none."""
    return Words(texts.say(ADDRESS, lang), texts.say(ADDRESS_TEXT, lang, name=name), "/account")


def as_mail(words: Words, address: str, stop: str, lang: str) -> str:
    """The text of a mail."""
    foot = texts.say(STOP, lang, address=stop) if stop else texts.say(NOT_YOU, lang)
    if stop:
        return f"{words.title}\n\n{words.body}\n\n{address}{words.path}\n\n-- \n{foot}\n"
    return f"{words.body}\n\n{address}{words.path}\n\n{foot}\n"


def as_plain(words: Words, address: str) -> str:
    """The text of a message in a chat."""
    return f"{words.title}\n{words.body}\n{address}{words.path}"
