"""What a message says of a game besides whose turn it is: an offer, a question, an end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.alerts.words import MORE, MOST_GAMES, Report, Words, as_lines
from napoleon.server.store.tidings import What

TITLES: Final[dict[What, str]] = {
    "offer": N_("{name} keeps a seat for you"),
    "again": N_("{name} wants to play you again"),
    "end": N_("{name} asks to end the game"),
    "back": N_("{name} asks to take back"),
}
TEXTS: Final[dict[What, str]] = {
    "offer": N_("Take it in the lobby, or say no there."),
    "again": N_("Open the game that is over and choose the rematch."),
    "end": N_("If you agree it is over, and nobody has won. Open the game to answer."),
    "back": N_("The last actions of a turn are to be taken back. Open the game to answer."),
}
WON: Final = N_("You have won against {name}")
LOST: Final = N_("You have lost against {name}")
DRAWN: Final = N_("Your game with {name} is a draw")
ABANDONED: Final = N_("Your game with {name} was ended")
NO_WINNER: Final = N_("Nobody has won.")
SEVERAL: Final[dict[str, str]] = {  # by kind of message
    "offer": N_("Seats are kept for you in {count} games"),
    "end": N_("You are asked to end {count} games"),
    "back": N_("You are asked to let others take back in {count} games"),
    "over": N_("{count} of your games are over"),
}


class Piece(msgspec.Struct, frozen=True):
    """What is told of one game."""

    game: str
    title: str
    text: str
    path: str


def ask_piece(what: What, game: str, name: str, lang: str) -> Piece:
    """Tell of an offer or a question of `name`."""
    path = "/" if what == "offer" else f"/game/{game}"
    title = texts.say(TITLES[what], lang, name=name)
    return Piece(game, title, texts.say(TEXTS[what], lang), path)


def over_piece(report: Report, winner: str | None, is_french: bool, lang: str) -> Piece:
    """Tell of an end; `winner` is "french" or "allied", "" for neither, None where there is no
    result."""
    if winner is None:
        title = ABANDONED
    elif winner not in ("french", "allied"):
        title = DRAWN
    else:
        title = WON if (winner == "french") == is_french else LOST
    text = as_lines(report, lang) if winner is not None else texts.say(NO_WINNER, lang)
    path = f"/game/{report.game}"
    return Piece(report.game, texts.say(title, lang, name=report.title), text, path)


def tell_news(kind: str, pieces: Sequence[Piece], lang: str) -> Words:
    """One message for all games that have the same kind of thing to tell."""
    if len(pieces) == 1:
        (one,) = pieces
        return Words(one.title, one.text, one.path)
    title = texts.say(SEVERAL[kind], lang, count=len(pieces))
    parts = [f"{one.title}\n{one.text}" for one in pieces[:MOST_GAMES]]
    if len(pieces) > MOST_GAMES:
        parts.append(texts.say(MORE, lang, count=len(pieces) - MOST_GAMES))
    return Words(title, "\n\n".join(parts), "/")
