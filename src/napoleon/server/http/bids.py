"""Sealed bids: the calls of two who bid for a side, and the game that comes of it."""

from __future__ import annotations

import secrets
from typing import cast

from sqlalchemy import Connection

from napoleon.ai.levels import LEVELS
from napoleon.rules import GUEST, HOST, Bid, judge_bids
from napoleon.rules.board.tables import SHIPPED
from napoleon.server.cleaning import is_token
from napoleon.server.computers.bidding import bid_by_measure
from napoleon.server.http import seating
from napoleon.server.http.bid_messages import (
    BidInfo,
    NewAuction,
    OpenedBid,
    SealedBid,
    ShownBid,
)
from napoleon.server.live.hall import Hall
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import bids as store
from napoleon.server.table import stories
from napoleon.server.table.bidding import Auction, Terms, parse_bid
from napoleon.server.table.clock import format_pace, parse_pace
from napoleon.server.table.sheet import Sitter
from napoleon.server.table.view_message import Side, Visibility
from napoleon.server.times import now_text


async def begin(hall: Hall, person: Person, data: NewAuction) -> str:
    """A new auction; returns its token. A computer that bids has done so by then."""
    seating.check_terms(hall, data.scenario, 2, data.visibility)
    board = seating.find_board(hall, data.board)
    if data.level and data.level not in LEVELS:
        kinds, got = ", ".join(LEVELS), repr(data.level[:40])
        raise Refused("bad-request", "expected {kinds}; got {got}", kinds=kinds, got=got)
    await seating.check_open(hall, person)
    pace = format_pace(seating.read_pace(data.pace))
    terms = Terms(data.scenario, data.visibility, data.board, data.advice, pace, data.level)
    auction = Auction(stories.new_token(), terms, person.id, person.name, now_text())
    if data.level:
        secret = secrets.token_hex(16)
        auction.seat_computer(
            bid_by_measure(data.level, data.scenario, secret, is_our_board=board is SHIPPED)
        )

    def work(connection: Connection) -> None:
        store.insert(connection, auction)

    await hall.write(work)
    return auction.token


async def find(hall: Hall, token: str) -> Auction:
    """An auction by its token."""
    auction = None
    if is_token(token):
        auction = await hall.read(lambda connection: store.find(connection, token))
    if auction is None:
        raise Refused("not-found", "there is no such auction")
    return auction


async def seal(hall: Hall, person: Person, token: str, data: SealedBid) -> BidInfo:
    """Put a sealed bid in."""
    auction = await find(hall, token)
    part = auction.check_seal(person.id, data.seal)
    if auction.host in await hall.shelf.blockers_of(person.id):
        raise Refused("not-yours", "this seat is not for you")

    def work(connection: Connection) -> bool:
        return store.seal(connection, token, part, person.id, person.name, data.seal)

    if not await hall.write(work):
        raise Refused("not-yours", "two others bid for this game")
    return describe(hall, await find(hall, token), person)


async def open_bid(hall: Hall, person: Person, token: str, data: OpenedBid) -> BidInfo:
    """Open a bid, once both are in; the second to do so begins the game, or the one who plays a
    computer."""
    auction = await find(hall, token)
    bid = Bid(data.side, data.steps, data.secret)
    part = auction.check_bid(person.id, bid)
    await hall.write(lambda connection: store.open_bid(connection, token, part, str(bid)))
    auction = await find(hall, token)
    if auction.is_open and not auction.game:
        await _begin_game(hall, auction)
        auction = await find(hall, token)
    return describe(hall, auction, person)


async def _begin_game(hall: Hall, auction: Auction) -> None:
    """The game and its name in the auction are stored together: nobody is sent to one that is not
    there, and of two who open at once one begins it."""
    game = stories.new_id()
    host, guest = parse_bid(auction.host_bid), parse_bid(auction.guest_bid)
    assert host is not None and guest is not None
    verdict = judge_bids(host, guest)
    people = {
        HOST: Sitter("human", auction.host, auction.host_name),
        GUEST: Sitter("human", auction.guest, auction.guest_name),
    }
    for part in auction.without_account:
        people[part].is_guest = True
    if auction.terms.level:
        people[GUEST] = Sitter("computer", name=seating.COMPUTER, level=auction.terms.level)
    other = GUEST if verdict.french == HOST else HOST
    sitters = {"french": people[verdict.french], "allied": people[other]}
    terms = auction.terms
    start = seating.find_start(
        hall, terms.scenario, 2, terms.visibility, terms.board, verdict.handicap
    )
    await seating.begin_with(
        hall,
        terms.scenario,
        2,
        terms.visibility,
        sitters,
        auction.host,
        terms.advice,
        start,
        parse_pace(terms.pace),
        game=game,
        claim=lambda connection: store.claim(connection, auction.token, game),
    )


def describe(hall: Hall, auction: Auction, person: Person) -> BidInfo:
    """What somebody may know of an auction: bids only when both are open."""
    terms = auction.terms
    shown: list[ShownBid] = []
    if auction.is_open:
        for part, text in ((HOST, auction.host_bid), (GUEST, auction.guest_bid)):
            bid = parse_bid(text)
            assert bid is not None
            shown.append(ShownBid(part, cast("Side", bid.side), bid.steps))
    return BidInfo(
        scenario=terms.scenario,
        visibility=cast("Visibility", terms.visibility),
        board=seating.find_board(hall, terms.board).name if terms.board else "",
        pace=parse_pace(terms.pace),
        host=auction.host_name,
        guest=auction.guest_name,
        level=terms.level,
        part=auction.part_of(person.id),
        has_host=bool(auction.host_seal),
        has_guest=bool(auction.guest_seal),
        bids=shown,
        game=auction.game if auction.part_of(person.id) else "",
        without_account=auction.without_account,
    )
