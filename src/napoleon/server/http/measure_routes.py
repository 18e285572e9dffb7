"""The calls of ratings and tournaments (docs/protocol.md)."""

from __future__ import annotations

from typing import cast

from litestar import get, post
from sqlalchemy import Connection

from napoleon.server.alerts.messenger import Messenger
from napoleon.server.http import seating, tournaments
from napoleon.server.http.doorkeeper import Asked, keeper_of
from napoleon.server.http.measure_messages import (
    BidWish,
    GameRating,
    NewTournament,
    RatedFrom,
    RatingInfo,
    RatingsInfo,
    SideInfo,
    TournamentId,
    TournamentInfo,
    TournamentLine,
    Why,
)
from napoleon.server.http.rated import DEFAULT_PACE
from napoleon.server.measure.reckoning import COMPUTERS, MIDDLE, Rating
from napoleon.server.measure.referee import Referee
from napoleon.server.store import ratings
from napoleon.server.store import tables as store

LISTED = 200  # people


def _referee(request: Asked) -> Referee:
    referee: Referee = request.app.state.referee
    return referee


def _describe(name: str, rating: Rating, is_me: bool = False, missing: int = 0) -> RatingInfo:
    figures = (rating.points, rating.spread, rating.games, rating.wins)
    return RatingInfo(name, *figures, is_me, missing)


def _side(who: str, rating: Rating) -> SideInfo:
    scenario, players, handicap = who.removeprefix(ratings.SIDE).split()
    points = rating.points - MIDDLE
    return SideInfo(
        scenario,
        int(players),
        int(handicap),
        points,
        rating.spread,
        rating.games,
        rating.wins,
    )


@get("/api/ratings")
async def list_ratings(request: Asked) -> RatingsInfo:
    """How good people and computers are, and what the sides are worth."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    me = ratings.PERSON + person.id
    needed = keeper.hall.limits.rated_opponents

    def look(database: Connection) -> tuple[list[ratings.Place], dict[str, Rating], int]:
        met = ratings.opponents_of(database, person.id)
        return ratings.places(database, LISTED, needed), ratings.find_sides(database, me), met

    places, others, met = await keeper.hall.read(look)
    mine = others.pop(me, None)
    computers = sorted(COMPUTERS.items(), key=lambda one: -one[1].mu)
    sides = sorted(others.items(), key=lambda one: (-one[1].games, one[0]))
    return RatingsInfo(
        [_describe(one.name, one.rating, one.person == person.id) for one in places],
        [_describe(level, rating) for level, rating in computers],
        [_side(who, rating) for who, rating in sides],
        _describe(person.name, mine, is_me=True, missing=max(0, needed - met))
        if mine is not None
        else None,
    )


@get("/api/ratings/from")
async def tell_rated_from(request: Asked) -> RatedFrom:
    """Whether and from when I may play rated games."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    hall = keeper.hall
    messenger: Messenger = request.app.state.messenger
    since = await hall.shelf.rated_from(person.id, hall.limits.rated_age)
    return RatedFrom(
        is_account=since is not None,
        since=since or 0,
        is_possible=since is not None and since <= hall.watch.now(),
        can_confirm=messenger.settings.has_mail,
        pair=hall.limits.rated_pair,
        each=DEFAULT_PACE.each,
    )


@get("/api/games/{game:str}/rating")
async def tell_game_rating(request: Asked, game: str) -> GameRating:
    """Whether one of my games counts."""
    keeper = keeper_of(request)
    hall = keeper.hall
    await seating.find_room(hall, await keeper.person(request), game)

    def look(database: Connection) -> GameRating:
        sheet = store.find_sheet(database, game)
        if sheet is None or not sheet.rated or sheet.ended not in (None, "over"):
            return GameRating(False, "")
        why, until = ratings.why_not(database, sheet, hall.limits, hall.watch.now())
        return GameRating(True, cast("Why", why), until)

    return await hall.read(look)


@get("/api/tournaments")
async def list_tournaments(request: Asked) -> list[TournamentLine]:
    """What there is to enter and to look at."""
    return await tournaments.list_all(keeper_of(request).hall)


@post("/api/tournaments", status_code=201)
async def make_tournament(request: Asked, data: NewTournament) -> TournamentId:
    """A new one."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    keeper.admit_game(person)
    made = await tournaments.make(keeper.hall, person, data, _referee(request).now)
    _referee(request).wake()
    return TournamentId(made)


@get("/api/tournaments/{name:str}")
async def show_tournament(request: Asked, name: str) -> TournamentInfo:
    """One with its table."""
    keeper = keeper_of(request)
    return await tournaments.describe(keeper.hall, await keeper.person(request), name)


@post("/api/tournaments/{name:str}/enter", status_code=200)
async def enter_tournament(request: Asked, name: str, data: BidWish) -> TournamentInfo:
    """Come in, or say another bid."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    await tournaments.enter(keeper.hall, person, name, data)
    _referee(request).wake()
    return await tournaments.describe(keeper.hall, person, name)


@post("/api/tournaments/{name:str}/withdraw", status_code=200)
async def withdraw_from_tournament(request: Asked, name: str) -> TournamentInfo:
    """Go."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    await tournaments.withdraw(keeper.hall, person, name)
    _referee(request).wake()
    return await tournaments.describe(keeper.hall, person, name)


@post("/api/tournaments/{name:str}/begin", status_code=200)
async def begin_tournament(request: Asked, name: str) -> TournamentInfo:
    """Do not wait."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    await tournaments.begin(keeper.hall, person, name, _referee(request).now)
    _referee(request).wake()
    return await tournaments.describe(keeper.hall, person, name)


MEASURE = [
    list_ratings,
    tell_rated_from,
    tell_game_rating,
    list_tournaments,
    make_tournament,
    show_tournament,
    enter_tournament,
    withdraw_from_tournament,
    begin_tournament,
]
