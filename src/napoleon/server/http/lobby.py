"""The lobby: tables for whoever comes, seats that are kept for somebody, games to watch, and the
same game once more."""

from __future__ import annotations

from typing import Any, Final, cast

from sqlalchemy import Connection

from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.http import people, seating
from napoleon.server.http.lobby_messages import (
    LobbyGame,
    LobbyInfo,
    LobbyTable,
    Publish,
    Since,
)
from napoleon.server.http.seating import Sitters
from napoleon.server.live.hall import Hall
from napoleon.server.live.room import Room
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import bonds, naming, presence, ratings
from napoleon.server.store import offers as store
from napoleon.server.store.offers import EVERYBODY, Offer
from napoleon.server.table import stories
from napoleon.server.table.sheet import Sheet, Sitter, describe_sitters, people_at
from napoleon.server.table.view_message import Seat
from napoleon.server.times import now_text

MOST: Final = 60  # tables and games that are listed, each
LINES: Final = 6  # of what has happened
LATEST: Final = 2  # turns that are told to somebody of whom nothing is known
NO_TABLE: Final = N_("there is no such table in the lobby")


async def look(hall: Hall, person: Person) -> LobbyInfo:
    """All that somebody may take part in or look at."""

    def read(connection: Connection) -> tuple[Any, ...]:
        blockers = bonds.blockers_of(connection, person.id)
        tables = store.public(connection, True, MOST)
        games = store.public(connection, False, MOST)
        asked = store.challenges(connection, person.id, MOST)
        ids = {offer.game for offer in (*tables, *games, *asked)}
        sheets = store.sheets(connection, ids)
        # Where somebody cannot sit down, there is nothing to offer; nor is he challenged there.
        tables, asked = (
            [offer for offer in offered if not blockers & people_at(sheets[offer.game])]
            for offered in (tables, asked)
        )
        called = {offer.person for offer in asked if offer.person is not None}
        called |= {sheet.creator for sheet in sheets.values() if sheet.creator is not None}
        names = bonds.find_people(connection, called)
        kept = store.kept_seats(connection, ids)
        points = ratings.points_of(connection, person.id)
        return tables, games, asked, sheets, names, kept, presence.here(connection, ids), points

    tables, games, asked, sheets, names, kept, here, points = await hall.read(read)

    def present(game: str) -> set[str]:
        room = hall.rooms.get(game)
        return {*here.get(game, ()), *(room.table.present if room is not None else ())}

    def table(offer: Offer) -> LobbyTable:
        sheet: Sheet = sheets[offer.game]
        plain: Any = sheet  # whose texts are those that the answer allows
        return LobbyTable(
            id=sheet.id,
            host=names[sheet.creator].name if sheet.creator in names else "",
            is_host_guest=sheet.creator in names and not names[sheet.creator].is_account,
            is_host_here=sheet.creator in present(sheet.id),
            is_mine=sheet.creator == person.id,
            has_seat=any(sitter.person == person.id for sitter in sheet.seats.values()),
            scenario=sheet.scenario,
            players=sheet.players,
            visibility=plain.visibility,
            seats=cast("Sitters", describe_sitters(sheet.seats, present(sheet.id))),
            advice=sheet.advice,
            pace=sheet.pace,
            board=offer.board,
            handicap=offer.handicap,
            lang=offer.lang,
            since=offer.since,
            seat=cast("Seat", offer.seat) if offer.seat != EVERYBODY else None,
            to=names[offer.person].name if offer.person in names else "",
            is_declined=offer.is_declined,
            kept=kept.get(sheet.id, []),
            rated=sheet.rated,
            least=offer.least,
            most=offer.most,
            fits=offer.fits(points),
        )

    def game(offer: Offer) -> LobbyGame:
        sheet: Sheet = sheets[offer.game]
        return LobbyGame(
            watch=sheet.watch,
            scenario=sheet.scenario,
            players=sheet.players,
            seats=cast("Sitters", describe_sitters(sheet.seats, present(sheet.id))),
            pace=sheet.pace,
            handicap=offer.handicap,
            turn=sheet.turn,
            since=offer.since,
        )

    return LobbyInfo([*map(table, tables)], [*map(table, asked)], [*map(game, games)])


# --- what the maker of a table does


async def publish(hall: Hall, person: Person, game: str, wish: Publish) -> None:
    """Whoever comes may take an open seat of a table, and watch when it is played; perhaps only
    somebody about as good as its maker."""
    room = await _mine(hall, person, game)
    _check_open(room)
    offer = _offer(room, EVERYBODY, None, texts.choose_language(wish.lang or person.lang))

    def put(connection: Connection) -> None:
        if wish.span:
            points = ratings.points_of(connection, person.id)
            offer.least, offer.most = points - wish.span, points + wish.span
        store.put(connection, offer)

    await hall.write(put)


async def withdraw(hall: Hall, person: Person, game: str) -> None:
    """A table is not public any more."""
    await _mine(hall, person, game)
    await hall.write(lambda connection: store.take_back(connection, game, EVERYBODY))


async def challenge(hall: Hall, person: Person, game: str, seat: str, name: str) -> None:
    """Keep a seat for somebody who has an account; they find it in the lobby."""
    room = await _mine(hall, person, game)
    sitter = room.table.sheet.seats.get(seat)
    if sitter is None or sitter.kind != "open" or room.table.is_finished:
        raise Refused("taken", "this seat is not open")
    account = people.account_name(name.strip())
    guest = await hall.read(lambda connection: naming.find_named(connection, account))
    if guest is None:
        raise Refused("not-found", "nobody here has an account of this name")
    if guest == person.id or room.table.seats_of(guest):
        raise Refused("seated", "they have a seat at this table already")
    if guest in await hall.shelf.blockers_of(person.id):
        raise Refused("not-yours", "they do not want to be asked")
    offer = _offer(room, seat, guest, person.lang)
    await hall.write(lambda connection: store.put(connection, offer))


async def _mine(hall: Hall, person: Person, game: str) -> Room:
    room = await seating.find_room(hall, person, game)
    if room.table.sheet.creator != person.id:
        raise Refused("not-yours", "only the maker of a table decides about this")
    return room


def _check_open(room: Room) -> None:
    is_open = any(sitter.kind == "open" for sitter in room.table.sheet.seats.values())
    if not is_open or room.table.is_finished:
        raise Refused("taken", "no seat is open at this table")


def _offer(room: Room, seat: str, person: str | None, lang: str) -> Offer:
    game = room.table.game
    board = "" if game.board is SHIPPED else game.board.name
    return Offer(room.table.id, seat, person, lang, game.options.handicap, board, now_text())


# --- what others do


async def sit(hall: Hall, person: Person, game: str, seat: str) -> None:
    """Take a seat that is offered to everybody, or to this person."""
    room = await hall.room(game)
    offered = await hall.read(lambda connection: store.of_game(connection, game))
    is_offered = any(
        offer.seat == EVERYBODY or (offer.seat == seat and offer.person == person.id)
        for offer in offered
    )
    kept = {offer.seat for offer in offered if offer.person not in (None, person.id)}
    if room is None or not is_offered or seat not in room.table.sheet.seats:
        raise Refused("not-found", NO_TABLE)
    if seat in kept and any(offer.seat == seat and not offer.is_declined for offer in offered):
        raise Refused("taken", "this seat is kept for somebody else")
    is_asked = any(offer.person == person.id and offer.seat == seat for offer in offered)
    points = await hall.read(lambda connection: ratings.points_of(connection, person.id))
    for offer in offered:
        if offer.seat == EVERYBODY and not is_asked and not offer.fits(points):
            limits = {"least": str(offer.least), "most": str(offer.most)}
            raise Refused("not-yours", "this table is for ratings from {least} to {most}", **limits)
    await seating.sit_down(hall, room, seat, person)


async def decline(hall: Hall, person: Person, game: str) -> None:
    """Somebody does not want the seat that is kept for them; whoever has asked sees it."""
    if not await hall.write(lambda connection: store.decline(connection, game, person.id)):
        raise Refused("not-found", NO_TABLE)


# --- once more, and meanwhile


async def again(hall: Hall, person: Person, game: str) -> str:
    """A new game like one that is over: the same people on the same sides. Whoever has an account
    is asked by name; to others one sends the link."""
    room = await seating.find_room(hall, person, game)
    sheet = room.table.sheet
    seating.check_played(room.table, person)
    await seating.check_open(hall, person)
    sitters = {seat: _once_more(sitter, person) for seat, sitter in sheet.seats.items()}
    begun = await seating.begin_like(hall, sheet, sitters, person)
    new = await hall.room(begun)
    assert new is not None
    asked = {
        seat: sitter.person
        for seat, sitter in sheet.seats.items()
        if sitters[seat].kind == "open" and sitter.person is not None
    }

    def write(connection: Connection) -> None:
        blockers = bonds.blockers_of(connection, person.id)
        for seat, guest in asked.items():
            if store.has_account(connection, guest) and guest not in blockers:
                store.put(connection, _offer(new, seat, guest, person.lang))
        if store.is_public(connection, game):
            store.put(connection, _offer(new, EVERYBODY, None, person.lang))

    await hall.write(write)
    return begun


def _once_more(sitter: Sitter, person: Person) -> Sitter:
    if sitter.kind == "computer":
        return Sitter("computer", name=sitter.name, level=sitter.level)
    if sitter.person == person.id:
        return Sitter.of(person)
    return Sitter("open", invite=stories.new_token())


async def tell_since(hall: Hall, person: Person, game: str, seen: int, lang: str) -> Since:
    """What has happened in a game since somebody has seen so many events of it (-1: nobody knows),
    as their seat has seen it."""
    room = await seating.find_room(hall, person, game)
    mine = room.table.seats_of(person.id)
    if not mine:
        raise Refused("not-yours", "only players of this game can see this")
    seat = mine[0]
    told = room.table.game.events_for(seat)
    if seen < 0:
        first = room.table.game.turn - LATEST + 1
        news = [event for event in told if event.turn >= first]
    else:
        news = told[seen:]
    language = texts.choose_language(lang)
    lines = [texts.tell(event, language) for event in news[-LINES:]]
    return Since(cast("Seat", seat), len(news), lines)
