"""The lobby: tables for whoever comes, seats that are kept for somebody, games to watch, and the
same game once more."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from contextlib import suppress
from typing import Any, Final, cast

from sqlalchemy import Connection

from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.http import joining, people, rated, seating, seeking
from napoleon.server.http.countries import check_country
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
from napoleon.server.store import alert_wishes, bonds, naming, presence, ratings, seeks, tidings
from napoleon.server.store import offers as store
from napoleon.server.store.holding import write_for
from napoleon.server.store.listing import Filters, levels_of, open_tables
from napoleon.server.store.offers import EVERYBODY, Offer
from napoleon.server.table import stories
from napoleon.server.table.sheet import Sheet, Sitter, describe_sitters, people_at
from napoleon.server.table.view_message import Seat
from napoleon.server.times import now_text

MOST: Final = 60  # tables and games on a page, each
LINES: Final = 6  # of what has happened
LATEST: Final = 2  # turns that are told to somebody of whom nothing is known
TOO_MANY: Final = N_(
    "you have {number} open tables in the lobby already: close one, or wait until it is taken"
)
ONE_TABLE: Final = N_(
    "you have an open table in the lobby already: close it, or wait until it is taken"
)
NO_TABLE: Final = N_("there is no such table in the lobby")


async def look(
    hall: Hall, person: Person, filters: Filters | None = None, page: int = 0
) -> LobbyInfo:
    """Return all that a person may take part in or look at: of the open tables one page of those
    that pass the filters, and on the first page the person's own besides."""
    wanted = filters if filters is not None else Filters()
    first = page * MOST

    def read(connection: Connection) -> tuple[Any, ...]:
        blockers = bonds.blockers_of(connection, person.id)
        listed = open_tables(connection, hall.limits, blockers)
        fitting = [one for one in listed if wanted.fits(one)]
        shown = fitting[first : first + MOST]
        if not page:
            shown += [one for one in listed if one.creator == person.id and one not in shown]
        levels = {one.offer.game: one.level for one in listed}
        tables = [one.offer for one in shown]
        games = store.under_way(connection, MOST)
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
        makers = {offer.game: sheets[offer.game].creator or "" for offer in asked}
        known = levels_of(connection, set(makers.values()))
        levels |= {game: known[maker] for game, maker in makers.items()}
        here = presence.here(connection, ids)
        is_new = tidings.has_new_offer(connection, person.id)
        has_more = len(fitting) > first + MOST
        return tables, games, asked, sheets, names, kept, here, points, levels, has_more, is_new

    found = await hall.read(read)
    tables, games, asked, sheets, names, kept, here, points, levels, has_more, is_new = found
    if is_new:
        await hall.write(lambda connection: tidings.see_offers(connection, person.id))

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
            country=offer.country,
            level=levels[offer.game],
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

    return LobbyInfo(
        [*map(table, tables)],
        [*map(table, asked)],
        [*map(game, games)],
        has_more,
        await seeking.describe(hall, person),
    )


# --- what the maker of a table does


async def publish(hall: Hall, person: Person, game: str, wish: Publish, network: str = "") -> None:
    """Offer the open seats of a table to everybody, and let everybody watch when it is played;
    perhaps only to people about as good as its maker. Raises Refused if the maker has too many
    open tables in the lobby. `network` is that of the caller."""
    room = await _mine(hall, person, game)
    _check_open(room)
    if room.table.sheet.rated:
        await rated.check_person(hall, person)
    offer = _offer(room, EVERYBODY, None, texts.choose_language(wish.lang or person.lang))
    offer.country = check_country(wish.country)

    def put(connection: Connection) -> None:
        if wish.span:
            points = ratings.points_of(connection, person.id)
            offer.least, offer.most = points - wish.span, points + wish.span
        offer.origin = _hash(connection, network)
        _put_public(connection, hall, person, offer)

    await write_for(hall, [person.id], put)


def _put_public(connection: Connection, hall: Hall, person: Person, offer: Offer) -> None:
    """Offer a table to everybody, if its maker, who is held, may have one more; raises Refused."""
    most = hall.limits.offers_account if person.is_account else hall.limits.offers_guest
    if store.count_open(connection, person.id, offer.game) >= most:
        raise Refused("busy", ONE_TABLE if most == 1 else TOO_MANY, number=most)
    store.put(connection, offer)


def _hash(connection: Connection, network: str) -> str:
    """Return what is stored of a network: enough to tell it from others, with a secret of the
    server, so that no address can be found from it."""
    key = alert_wishes.house_key(connection, "lobby", secrets.token_urlsafe(32))
    return hmac.digest(key.encode(), network.encode(), hashlib.sha256).hex()[:24]


async def withdraw(hall: Hall, person: Person, game: str) -> None:
    """A table is not public any more."""
    await _mine(hall, person, game)
    await write_for(
        hall, [person.id], lambda connection: store.take_back(connection, game, EVERYBODY)
    )


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
    if room.table.sheet.rated:
        await rated.check_person(hall, person)
    offer = _offer(room, seat, guest, person.lang)

    def put(connection: Connection) -> None:
        store.put(connection, offer)
        _tell_guests(hall, connection, game)

    await hall.write(put)


def _tell_guests(hall: Hall, connection: Connection, game: str) -> None:
    """Have those told for whom seats of a game are kept, if they do not look into the lobby."""
    due = hall.watch.now() + round(hall.notice_after * 1000)
    tidings.take_in(connection, game, (), due)


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


async def check_offered(hall: Hall, person: Person, game: str, seat: str) -> tuple[Room, bool]:
    """Return the room of a game of which a seat is offered to a person, and whether it is kept for
    that person by name. Raises Refused if it is not offered to them."""
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
    return room, is_asked


async def sit(hall: Hall, person: Person, game: str, seat: str) -> None:
    """Take a seat that is offered to everybody, or to this person. Their standing seek ends, and
    those of the people at the table."""
    room, is_asked = await check_offered(hall, person, game, seat)
    # A standing seek ends before its person plays: it must not seat them a second time meanwhile.
    involved = {person.id, *people_at(room.table.sheet)}

    def end_seeks(connection: Connection) -> bool:
        is_still = is_asked or store.is_public(connection, game)
        return is_still and seeks.end_all(connection, involved)

    if not await write_for(hall, involved, end_seeks):
        raise Refused("not-now", "you or your opponent are being seated elsewhere just now")
    await joining.sit_down(hall, room, seat, person)


async def decline(hall: Hall, person: Person, game: str) -> None:
    """Somebody does not want the seat that is kept for them; whoever has asked sees it."""

    def say_no(connection: Connection) -> bool:
        is_kept = store.decline(connection, game, person.id)
        _tell_guests(hall, connection, game)
        return is_kept

    if not await hall.write(say_no):
        raise Refused("not-found", NO_TABLE)


# --- once more, and meanwhile


async def again(hall: Hall, person: Person, game: str, network: str = "") -> str:
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
        _tell_guests(hall, connection, begun)
        if store.is_public(connection, game):
            offer = _offer(new, EVERYBODY, None, person.lang)
            offer.origin = _hash(connection, network)
            with suppress(Refused):  # too many: the table is there, by invitation
                _put_public(connection, hall, person, offer)

    await write_for(hall, [person.id], write)
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
