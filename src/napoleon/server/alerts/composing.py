"""What a message on its way is to say, as things stand when it goes."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import cast

import msgspec
from sqlalchemy import Connection

from napoleon.rules import Game, RuleError
from napoleon.server.alerts import news_words, words
from napoleon.server.alerts.news_words import Piece
from napoleon.server.alerts.words import Report, Words
from napoleon.server.live.hall import Hall
from napoleon.server.store import alert_wishes, alerts, archive, bonds, tidings
from napoleon.server.store import tables as store
from napoleon.server.store.alert_wishes import Wishes, is_wished
from napoleon.server.store.alerts import Parcel
from napoleon.server.store.tidings import Tiding, What
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

        if parcel.kind in alerts.NEWS:
            return await self._compose_news(parcel, wishes, is_looking, lang)

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

    async def _compose_news(
        self, parcel: Parcel, wishes: Wishes, is_looking: Callable[[str, str], bool], lang: str
    ) -> Composed | None:
        """What games have to tell besides turns; None where there is nothing to say any more."""
        looking = {game for game, _ in parcel.games if is_looking(parcel.person, game)}

        def find(connection: Connection) -> list[Tiding]:
            paces = alerts.paces_of(connection, [game for game, _ in parcel.games])
            wished = [
                Tiding(parcel.person, game, what_of(parcel.kind, is_again))
                for game, is_again in parcel.games
                if is_wished(wishes, paces[game], parcel.channel)
            ]
            return tidings.still_true(connection, wished, looking)

        found = await self._hall.read(find)
        pieces = [await self._piece(one, lang) for one in found]
        told = [piece for piece in pieces if piece is not None]
        if not told:
            return None
        said = news_words.tell_news(parcel.kind, told, lang)
        return Composed(said, lang, [piece.game for piece in told])

    async def _piece(self, one: Tiding, lang: str) -> Piece | None:
        if one.what != "over":
            name = await self._hall.read(lambda connection: _asker(connection, one))
            return news_words.ask_piece(one.what, one.game, name, lang)

        def find(connection: Connection) -> tuple[Sheet | None, int]:
            after = alerts.last_own_move(connection, one.game, one.person)
            return store.find_sheet(connection, one.game), after

        sheet, after = await self._hall.read(find)
        report = await self._report(one.person, one.game, after, lang)
        if report is None or sheet is None:
            return None
        winner = msgspec.json.decode(sheet.result)["winner"] if sheet.result else None
        mine = [seat for seat, sitter in sheet.seats.items() if sitter.person == one.person]
        return news_words.over_piece(report, winner, "french" in mine, lang)

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


def what_of(kind: str, is_again: int) -> What:
    """What a message of this kind says of a game; of an offer, whether it is one to play again."""
    return "again" if kind == "offer" and is_again else cast("What", kind)


def _asker(connection: Connection, one: Tiding) -> str:
    """The name of the person who offers a seat, or asks."""
    sheet = store.find_sheet(connection, one.game)
    if sheet is not None and one.what == "again":
        sheet = store.find_sheet(connection, sheet.rematch or "")
    if sheet is None:
        return ""
    if one.what in ("offer", "again"):
        creator = sheet.creator or ""
        found = bonds.find_people(connection, {creator}).get(creator)
        return found.name if found is not None else ""
    asking = sheet.takeback.split()[:1] if one.what == "back" else sheet.ending
    names = [sheet.seats[seat].name for seat in asking]
    return ", ".join(dict.fromkeys(names))


def play_again(sheet: Sheet, moves: list[StoredMove], after: int) -> tuple[Game, int]:
    """The game as it is, and how many of its events were there after a move (0: as it began)."""
    game = first_position(sheet)
    since = game.event_count
    for move in moves:
        carry_out(game, move)
        if move.v == after:
            since = game.event_count
    return game, min(since, game.event_count)
