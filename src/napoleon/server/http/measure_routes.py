"""The calls of ratings and tournaments (docs/protocol.md)."""

from __future__ import annotations

from litestar import get, post
from sqlalchemy import Connection

from napoleon.server.http import tournaments
from napoleon.server.http.doorkeeper import Asked, keeper_of
from napoleon.server.http.measure_messages import (
    BidWish,
    NewTournament,
    RatingInfo,
    RatingsInfo,
    SideInfo,
    TournamentId,
    TournamentInfo,
    TournamentLine,
)
from napoleon.server.measure.reckoning import COMPUTERS, MIDDLE, Rating
from napoleon.server.measure.referee import Referee
from napoleon.server.store import ratings

LISTED = 200  # people


def _referee(request: Asked) -> Referee:
    referee: Referee = request.app.state.referee
    return referee


def _describe(name: str, rating: Rating, is_me: bool = False) -> RatingInfo:
    return RatingInfo(name, rating.points, rating.spread, rating.games, rating.wins, is_me)


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

    def look(database: Connection) -> tuple[list[ratings.Place], dict[str, Rating]]:
        return ratings.places(database, LISTED), ratings.find_sides(database, me)

    places, others = await keeper.hall.read(look)
    mine = others.pop(me, None)
    computers = sorted(COMPUTERS.items(), key=lambda one: -one[1].mu)
    sides = sorted(others.items(), key=lambda one: (-one[1].games, one[0]))
    return RatingsInfo(
        [_describe(one.name, one.rating, one.person == person.id) for one in places],
        [_describe(level, rating) for level, rating in computers],
        [_side(who, rating) for who, rating in sides],
        _describe(person.name, mine, is_me=True) if mine is not None else None,
    )


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
    list_tournaments,
    make_tournament,
    show_tournament,
    enter_tournament,
    withdraw_from_tournament,
    begin_tournament,
]
