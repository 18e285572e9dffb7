"""What a message on its way is to say, as things stand when it goes."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from napoleon.rules import Game, RuleError
from napoleon.server.alerts import words
from napoleon.server.alerts.words import Report, Words
from napoleon.server.live.hall import Hall
from napoleon.server.store import alert_wishes, alerts, archive
from napoleon.server.store import tables as store
from napoleon.server.store.alert_wishes import Wishes, is_wished
from napoleon.server.store.alerts import Parcel
from napoleon.server.table.replaying import carry_out
from napoleon.server.table.sheet import Sheet, StoredMove
from napoleon.server.table.stories import first_position

log = logging.getLogger("napoleon.server")


class Composed(msgspec.Struct, frozen=True):
    """A message in somebody's language; `token` is the secret of its link."""

    words: Words
    lang: str
    games: list[str]
    token: str = ""


class Composer:
    """Writes messages from what is stored."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def compose(
        self, parcel: Parcel, wishes: Wishes, is_looking: Callable[[str, str], bool]
    ) -> Composed | None:
        """The message; None where there is nothing to say any more."""
        person = await self._hall.read(
            lambda connection: alert_wishes.find_person(connection, parcel.person)
        )
        if person is None:
            return None
        lang = person.lang
        if parcel.kind == "test":
            return Composed(words.tell_test(lang), lang, [])
        if parcel.kind == alert_wishes.MOVED:
            return Composed(words.tell_moved(person.name, lang), lang, [])
        if parcel.kind in ("verify", "reset"):
            token = secrets.token_urlsafe(32)
            return Composed(words.tell_link(parcel.kind, person.name, token, lang), lang, [], token)

        def find(connection: Connection) -> list[tuple[str, int]]:
            paces = alerts.paces_of(connection, [game for game, _ in parcel.games])
            wished = [
                (game, after)
                for game, after in parcel.games
                if is_wished(wishes, paces[game], parcel.channel)
            ]
            return alerts.still_waiting(connection, parcel.person, wished)

        pairs = await self._hall.read(find)
        reports: list[Report] = []
        for game, after in pairs:
            if is_looking(parcel.person, game):
                continue
            found = await self._report(parcel.person, game, after, lang)
            if found is not None:
                reports.append(found)
        if not reports:
            return None
        told = words.tell_turns(reports, lang, is_late=parcel.kind == "late")
        return Composed(told, lang, [one.game for one in reports])

    async def _report(self, person: str, game: str, after: int, lang: str) -> Report | None:
        def work(connection: Connection) -> Report | None:
            sheet = store.find_sheet(connection, game)
            if sheet is None:
                return None
            try:
                played, since = play_again(sheet, store.moves_of(connection, game), after)
            except RuleError:  # the rules have changed: there is no story to tell
                table = archive.bring_back(connection, game)
                assert table is not None
                played, since = table.game, table.game.event_count
            seats = [seat for seat, sitter in sheet.seats.items() if sitter.person == person]
            return words.report(sheet, played, person, seats, since, lang)

        try:
            return await self._hall.access.read_game(work)
        except Exception:
            log.exception("game %s: nothing can be told of it", game)
            return None


def play_again(sheet: Sheet, moves: list[StoredMove], after: int) -> tuple[Game, int]:
    """The game as it is, and how many of its events were there after a move (0: as it began)."""
    game = first_position(sheet)
    since = game.event_count
    for move in moves:
        carry_out(game, move)
        if move.v == after:
            since = game.event_count
    return game, min(since, game.event_count)
