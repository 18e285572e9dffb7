"""The calls of the lobby (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, cast

from litestar import get, post
from litestar.params import Parameter

from napoleon.server.http import lobby
from napoleon.server.http.doorkeeper import Asked, keeper_of
from napoleon.server.http.lobby_messages import Challenge, LobbyInfo, Publish, Since
from napoleon.server.http.messages import GameId, Joined, Nothing, SeatChoice
from napoleon.server.table.view_message import Seat


@get("/api/lobby")
async def look_around(request: Asked) -> LobbyInfo:
    """Open tables, seats kept for me, and games to watch."""
    keeper = keeper_of(request)
    return await lobby.look(keeper.hall, await keeper.person(request))


@post("/api/lobby/{game:str}/publish", status_code=200)
async def publish(request: Asked, game: str, data: Publish) -> Nothing:
    """My table is for whoever comes."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    await request.app.state.proofs.spend(request, "offer")
    await lobby.publish(keeper.hall, person, game, data)
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
    return GameId(await lobby.again(keeper.hall, person, game))


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
    publish,
    withdraw,
    challenge,
    sit,
    decline,
    again,
    tell_since,
]
