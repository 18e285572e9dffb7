"""The two sockets of a game: for players, and for spectators (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import Any

from litestar import asgi
from litestar.types import Receive, Scope, Send

from napoleon.rules.words.language import N_
from napoleon.server import texts
from napoleon.server.cleaning import is_token
from napoleon.server.http import seating
from napoleon.server.http.cookies import cookie_of, parse_cookies
from napoleon.server.http.doorkeeper import Doorkeeper, is_same_origin, network_of
from napoleon.server.http.people import hash_cookie
from napoleon.server.live.connection import BROKEN, NOT_ALLOWED, TOO_MANY, Connection
from napoleon.server.live.hall import Hall
from napoleon.server.live.handling import leave
from napoleon.server.live.handling import receive as receive_message
from napoleon.server.live.host import SHORT
from napoleon.server.live.room import Room
from napoleon.server.person import Person
from napoleon.server.refusals import NOT_STORED, Refused
from napoleon.server.store.writer import is_everybodys

log = logging.getLogger("napoleon.server")
_PATH = re.compile(r"/ws/(game|watch)/([^/]+)/?")


@asgi(["/ws/game/{game:str}", "/ws/watch/{token:str}"], copy_scope=False)
async def no_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Somebody calls a socket as if it were a page."""
    await send({"type": "http.response.start", "status": 400, "headers": []})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def serve_socket(keeper: Doorkeeper, scope: Any, receive: Any, send: Any) -> None:
    """The socket of a player (/ws/game/ID) or of a spectator (/ws/watch/TOKEN). Straight from the
    server: each layer between would look at every message."""
    try:
        await _serve_socket(keeper, scope, receive, send)
    except Exception:
        log.exception("a socket was broken off: %s", scope["path"])
        with contextlib.suppress(Exception):
            await send({"type": "websocket.close", "code": BROKEN})


async def _serve_socket(keeper: Doorkeeper, scope: Any, receive: Any, send: Any) -> None:
    await receive()  # websocket.connect
    found = _PATH.fullmatch(scope["path"])
    if found is None:
        await send({"type": "websocket.close", "code": NOT_ALLOWED})
        return
    is_watching = found[1] == "watch"
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if not is_same_origin(headers):
        await send({"type": "websocket.close", "code": NOT_ALLOWED})
        return
    await send({"type": "websocket.accept"})
    hall = keeper.hall
    cookie = cookie_of(scope, parse_cookies(headers.get("cookie", "")))
    person = None if is_watching else await keeper.find(cookie)
    token = hash_cookie(cookie) if person is not None and cookie else ""
    connection = Connection(
        send, person.id if person is not None else None, token, hall.limits, network_of(scope)
    )
    connection.lang = texts.choose_from_header(headers.get("accept-language", ""))
    if person is not None:
        connection.lang = person.lang
    # Known from now on, without a pause since the cookie was found good: who logs out is closed.
    hall.connections.add(connection)
    try:
        room = await _room_for(hall, person, found[2], is_watching)
        await _attend(hall, room, connection, receive)
    except Refused as refusal:
        connection.refuse(refusal.code, refusal.text, **refusal.words)
        connection.close(TOO_MANY if refusal.code == "busy" else NOT_ALLOWED)
    except Exception as error:
        if not is_everybodys(error):
            raise
        connection.refuse("not-stored", NOT_STORED)
        connection.close(BROKEN)
    finally:
        hall.connections.discard(connection)


async def _attend(hall: Hall, room: Room, connection: Connection, receive: Any) -> None:
    """Take in what comes over a socket, until it closes."""
    whose = connection.whose
    if hall.sockets.get(whose, 0) >= hall.limits.sockets:
        raise Refused("busy", N_("You have too many connections open."))
    hall.sockets[whose] = hall.sockets.get(whose, 0) + 1
    connection.reader = asyncio.current_task()
    try:
        while connection.is_open:
            if connection.viewer is not None:
                event = await receive()  # for as long as it takes
            else:
                try:
                    event = await asyncio.wait_for(receive(), hall.limits.hello)
                except TimeoutError:
                    connection.refuse("busy", N_("You have not said hello."))
                    connection.close(TOO_MANY)
                    break
            if event["type"] != "websocket.receive":
                break
            if connection.viewer is None:  # an empty room may have been closed meanwhile
                room = await _stored_room(hall, room)
            receive_message(hall, room, connection, event.get("text"))
    except asyncio.CancelledError:
        if not connection.is_cut:
            raise
    finally:
        leave(hall, room, connection)
        hall.sockets[whose] -= 1
        if not hall.sockets[whose]:
            del hall.sockets[whose]


async def _stored_room(hall: Hall, room: Room) -> Room:
    """Return the room of the same game, once its table is not ahead of the store: nobody is shown
    what was not stored. Raises Refused if the game cannot be read any more."""
    found = await hall.room(room.table.id)
    while found is not None and found.is_renewing:
        await asyncio.sleep(SHORT)
        found = await hall.room(room.table.id)
    if found is None:
        raise Refused("not-stored", NOT_STORED)
    return found


async def _room_for(hall: Hall, person: Person | None, token: str, is_watching: bool) -> Room:
    """The room that a socket leads to, by the id of its game or the secret of its spectators;
    raises Refused."""
    if is_watching:
        game = None
        if is_token(token):
            game = await hall.shelf.find_watch(token)
        room = await hall.room(game) if game is not None else None
        if room is not None:
            return room
        if game is not None and game in hall.broken:
            raise seating.broken(hall, game)
    elif person is not None:
        try:
            return await seating.find_room(hall, person, token)
        except Refused as refusal:
            if refusal.code != "not-found":
                raise
    raise Refused("not-yours", N_("There is no such game of yours."))


SOCKETS = [no_socket]
