"""The two sockets of a game: for players, and for spectators (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from litestar import asgi
from litestar.types import Receive, Scope, Send

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.cleaning import is_token
from napoleon.server.http import seating
from napoleon.server.http.doorkeeper import Doorkeeper, is_same_origin, network_of
from napoleon.server.http.people import COOKIE, hash_cookie
from napoleon.server.live.connection import NOT_ALLOWED, TOO_MANY, Connection
from napoleon.server.live.hall import Hall
from napoleon.server.live.handling import leave
from napoleon.server.live.handling import receive as receive_message
from napoleon.server.live.room import Room
from napoleon.server.store import tables as store
from napoleon.server.store.tables import Person


@asgi("/ws/game/{game:str}", copy_scope=False)
async def play_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The socket of a player."""
    await _serve_socket(scope, receive, send, is_watching=False)


@asgi("/ws/watch/{token:str}", copy_scope=False)
async def watch_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The socket of a spectator."""
    await _serve_socket(scope, receive, send, is_watching=True)


async def _serve_socket(scope: Any, receive: Any, send: Any, is_watching: bool) -> None:
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 400, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    await receive()  # websocket.connect
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if not is_same_origin(headers):
        await send({"type": "websocket.close", "code": NOT_ALLOWED})
        return
    keeper: Doorkeeper = scope["litestar_app"].state.keeper
    hall = keeper.hall
    cookie = _cookie_of(headers)
    person = None if is_watching else await keeper.find(cookie)
    whose = person.id if person is not None else network_of(scope)
    await send({"type": "websocket.accept"})
    token = hash_cookie(cookie) if person is not None and cookie else ""
    connection = Connection(
        send, person.id if person is not None else None, token, hall.limits, time.monotonic()
    )
    connection.lang = texts.choose_from_header(headers.get("accept-language", ""))
    if person is not None:
        connection.lang = person.lang
    room = await _room_for(hall, person, scope["path_params"], is_watching)
    if room is None:
        connection.refuse("not-yours", N_("There is no such game of yours."))
        connection.close(NOT_ALLOWED)
        return
    if hall.sockets.get(whose, 0) >= hall.limits.sockets:
        connection.refuse("busy", N_("You have too many connections open."))
        connection.close(TOO_MANY)
        return
    hall.sockets[whose] = hall.sockets.get(whose, 0) + 1
    hall.connections.add(connection)
    connection.reader = asyncio.current_task()
    try:
        while connection.is_open:
            waited = hall.limits.hello if connection.viewer is None else None
            try:
                event = await asyncio.wait_for(receive(), waited)
            except TimeoutError:
                connection.refuse("busy", N_("You have not said hello."))
                connection.close(TOO_MANY)
                break
            if event["type"] != "websocket.receive":
                break
            if connection.viewer is None:  # an empty room may have been closed meanwhile
                room = await hall.room(room.table.id) or room
            receive_message(hall, room, connection, event.get("text"))
    except asyncio.CancelledError:
        if not connection.is_cut:
            raise
    finally:
        leave(hall, room, connection)
        hall.connections.discard(connection)
        hall.sockets[whose] -= 1
        if not hall.sockets[whose]:
            del hall.sockets[whose]


async def _room_for(
    hall: Hall, person: Person | None, parameters: dict[str, str], is_watching: bool
) -> Room | None:
    if is_watching:
        token = parameters["token"]
        if not is_token(token):
            return None
        game = await hall.read(lambda connection: store.find_watch(connection, token))
        return await hall.room(game) if game is not None else None
    room = await hall.room(parameters["game"]) if person is not None else None
    if room is None or person is None or not seating.is_party(room.table.sheet, person):
        return None
    return room


def _cookie_of(headers: dict[str, str]) -> str | None:
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None


SOCKETS = [play_socket, watch_socket]
