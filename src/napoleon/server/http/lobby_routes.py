"""The calls of the lobby (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from litestar import get, post
from litestar.params import Parameter

from napoleon.server.http import lobby, seeking
from napoleon.server.http.cookies import cookie_of
from napoleon.server.http.countries import COUNTRIES, check_country
from napoleon.server.http.doorkeeper import Asked, keeper_of, network_of
from napoleon.server.http.lobby_messages import Challenge, LobbyInfo, Publish, SeekInfo, Since
from napoleon.server.http.messages import GameId, Joined, Nothing, SeatChoice
from napoleon.server.http.people import hash_cookie
from napoleon.server.store import offers
from napoleon.server.store.listing import Filters, Level
from napoleon.server.store.seeks import Wish
from napoleon.server.table.view_message import Seat

Short = Annotated[str, Parameter(max_length=80)]


@get("/api/lobby")
async def look_around(
    request: Asked,
    page: Annotated[int, Parameter(ge=0, le=1000)] = 0,
    level: Level = "",
    pace: Literal["", "none", "live", "days"] = "",
    lang: Short = "",
    rated: Literal["", "yes", "no"] = "",
    country: Short = "",
    scenario: Short = "",
    players: Annotated[int, Parameter(ge=0, le=3)] = 0,
) -> LobbyInfo:
    """Open tables that pass the filters, seats kept for me, games to watch, and my seek."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    filters = Filters(
        level=level,
        pace=pace,
        lang=lang,
        rated=rated,
        country=check_country(country),
        scenario=scenario,
        players=players,
    )
    return await lobby.look(keeper.hall, person, filters, page)


@get("/api/seek")
async def show_seek(request: Asked) -> SeekInfo | None:
    """Return my standing seek, and what has come of it; null without one."""
    keeper = keeper_of(request)
    return await seeking.describe(keeper.hall, await keeper.person(request))


@post("/api/seek", status_code=200)
async def begin_seek(request: Asked, data: Wish) -> SeekInfo | None:
    """Begin a standing seek in place of the last one."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    keeper.admit_seek(person)
    token = hash_cookie(cookie_of(request.scope, request.cookies) or "")
    await seeking.begin(keeper.hall, person, token, data)
    request.app.state.matchmaker.wake()
    return await seeking.describe(keeper.hall, person)


@post("/api/seek/cancel", status_code=200)
async def cancel_seek(request: Asked) -> Nothing:
    """End my standing seek."""
    keeper = keeper_of(request)
    await seeking.cancel(keeper.hall, await keeper.person(request))
    return Nothing()


@get("/api/countries")
async def list_countries() -> list[str]:
    """List the codes of all countries (ISO 3166); a browser knows their names."""
    return list(COUNTRIES)


@post("/api/lobby/{game:str}/publish", status_code=200)
async def publish(request: Asked, game: str, data: Publish) -> Nothing:
    """My table is for whoever comes."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    await request.app.state.proofs.spend(request, "offer")
    await lobby.publish(keeper.hall, person, game, data, network_of(request.scope))
    request.app.state.matchmaker.wake()
    return Nothing()


@post("/api/lobby/{game:str}/withdraw", status_code=200)
async def withdraw(request: Asked, game: str) -> Nothing:
    """It is so no more."""
    keeper = keeper_of(request)
    await lobby.withdraw(keeper.hall, await keeper.person(request), game)
    return Nothing()


@post("/api/lobby/{game:str}/challenge", status_code=200)
async def challenge(request: Asked, game: str, data: Challenge) -> Nothing:
    """A seat at my table is kept for somebody."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    keeper.admit_game(person)  # nobody asks everybody
    await request.app.state.proofs.spend(request, "offer")
    await lobby.challenge(keeper.hall, person, game, data.seat, data.name)
    return Nothing()


@post("/api/lobby/{game:str}/sit", status_code=200)
async def sit(request: Asked, game: str, data: SeatChoice) -> Joined:
    """Take a seat that is offered."""
    keeper = keeper_of(request)
    await lobby.sit(keeper.hall, await keeper.person(request), game, data.seat)
    return Joined(game, cast("Seat", data.seat))


@post("/api/lobby/{game:str}/decline", status_code=200)
async def decline(request: Asked, game: str) -> Nothing:
    """Rather not."""
    keeper = keeper_of(request)
    await lobby.decline(keeper.hall, await keeper.person(request), game)
    return Nothing()


@post("/api/games/{game:str}/again", status_code=200)
async def again(request: Asked, game: str) -> GameId:
    """The same game once more, with the same people on the same sides."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    keeper.admit_game(person)
    if await keeper.hall.read(lambda connection: offers.is_public(connection, game)):
        await request.app.state.proofs.spend(request, "offer")  # it stands in the lobby again
    return GameId(await lobby.again(keeper.hall, person, game, network_of(request.scope)))


@get("/api/games/{game:str}/since")
async def tell_since(
    request: Asked,
    game: str,
    seen: Annotated[int, Parameter(ge=-1)] = -1,
    lang: Annotated[str, Parameter(max_length=20)] = "en",
) -> Since:
    """What has happened in one of my games."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    return await lobby.tell_since(keeper.hall, person, game, seen, lang)


LOBBY = [
    look_around,
    show_seek,
    begin_seek,
    cancel_seek,
    list_countries,
    publish,
    withdraw,
    challenge,
    sit,
    decline,
    again,
    tell_since,
]
