"""The calls over HTTP (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, cast

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import Parameter

from napoleon.server import texts
from napoleon.server.cleaning import is_token
from napoleon.server.http import (
    bids,
    cookies,
    history,
    joining,
    people,
    scenarios,
    seating,
    stories,
)
from napoleon.server.http.bid_messages import AuctionId, BidInfo, NewAuction, OpenedBid, SealedBid
from napoleon.server.http.doorkeeper import SAY_WHO, Asked, Doorkeeper, keeper_of
from napoleon.server.http.messages import (
    BoardInfo,
    Credentials,
    DiceAnswer,
    EvenInfo,
    GameId,
    GameSummary,
    Invitation,
    Joined,
    Me,
    MyChange,
    NewGame,
    Nothing,
    ReplayStep,
    ScenarioInfo,
    SeatChoice,
    StoryMessage,
    TableInfo,
    WatchInfo,
)
from napoleon.server.http.people import hash_cookie
from napoleon.server.http.proof_messages import ProofChallenge, ProofUse
from napoleon.server.http.proofs import Proofs
from napoleon.server.live.room import Room
from napoleon.server.names import clean_name
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import naming, seeks
from napoleon.server.store import tables as store
from napoleon.server.store.holding import write_for
from napoleon.server.table.view_message import Seat
from napoleon.server.times import now_text


def set_cookie(request: Asked, cookie: str) -> list[Cookie]:
    """Return the cookie of a session as the browser is to keep it, and what removes an old one."""
    return cookies.set_cookies(request.scope, request.cookies, cookie)


def cookie_of(request: Asked) -> str | None:
    """Return the cookie that a call came with; None without one."""
    return cookies.cookie_of(request.scope, request.cookies)


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.is_account, person.lang, person.former_name)


# --- people


@get("/api/me")
async def who_am_i(request: Asked) -> Response[Me]:
    """Who asks; a new guest is made on the first call."""
    keeper = keeper_of(request)
    person = await keeper.find(cookie_of(request))
    if person is not None:
        renamed = cookies.take_over(request.scope, request.cookies)
        return Response(_me(person), cookies=renamed)
    keeper.admit_guest(request)
    cookie = people.new_cookie()
    keeper.note_device(cookie, request)
    lang = texts.choose_from_header(request.headers.get("accept-language", ""))
    person = await keeper.hall.write(
        lambda connection: people.add_guest(connection, cookie, lang, now_text())
    )
    keeper.remember(cookie, person)
    return Response(_me(person), cookies=set_cookie(request, cookie))


@post("/api/me", status_code=200)
async def change_me(request: Asked, data: MyChange) -> Me:
    """Another name or language."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    lang = texts.choose_language(data.lang) if data.lang is not None else person.lang
    changed = Person(person.id, person.name, person.account, lang, person.former_name)
    if data.name is not None:
        is_kept = data.name == person.name  # it may be one that only we give
        changed.name = person.name if is_kept else clean_name(data.name)
        changed.former_name = ""

    def work(connection: Any) -> list[Person]:
        people.change(connection, changed)
        return naming.rename_guests(connection, changed.id)

    renamed = await write_for(keeper.hall, naming.locks_of(changed.name), work)
    keeper.replace(person.id)
    if changed.name != person.name:
        keeper.hall.become(person.id, person.id, changed.name, is_guest=not changed.is_account)
    _tell_renamed(keeper, renamed)
    return _me(changed)


def _tell_renamed(keeper: Doorkeeper, guests: list[Person]) -> None:
    """Let every table know of guests whose name is an account's now."""
    for guest in guests:
        keeper.replace(guest.id)
        keeper.hall.become(guest.id, guest.id, guest.name, is_guest=True)


@post("/api/register", status_code=200)
async def register(request: Asked, data: Credentials) -> Response[Me]:
    """Make a guest the holder of an account."""
    keeper = keeper_of(request)
    keeper.admit_login(request, data.name)
    person = await keeper.person(request)
    name = clean_name(data.name)
    await request.app.state.proofs.spend(request, "account")
    hashed = await keeper.hall.access.hash(lambda: people.hash_password(data.password))
    cookie = people.new_cookie()
    keeper.note_device(cookie, request)
    old = cookie_of(request) or ""

    def work(connection: Any) -> tuple[Person, list[Person]]:
        # Of several calls with one cookie, or with copies of it, one makes the account.
        if people.end_session(connection, old) != person.id:
            raise Refused("unknown", SAY_WHO)
        holder = people.register(connection, person, name, hashed, cookie, now_text())
        seeks.renew(connection, hash_cookie(old), hash_cookie(cookie))
        return holder, naming.rename_guests(connection, holder.id)

    with keeper.sessions.renewing(old):
        holder, renamed = await write_for(keeper.hall, naming.locks_of(name), work)
        keeper.replace(person.id)
        keeper.remember(cookie, holder)
        keeper.hall.renew_token(hash_cookie(old), hash_cookie(cookie))
    keeper.hall.become(person.id, holder.id, holder.name)
    _tell_renamed(keeper, renamed)
    return Response(_me(holder), cookies=set_cookie(request, cookie))


@post("/api/login", status_code=200)
async def log_in(request: Asked, data: Credentials) -> Response[Me]:
    """Begin a session of an account; the games of the guest come along."""
    keeper = keeper_of(request)
    keeper.admit_login(request, data.name)
    account = people.account_name(data.name)
    found = await keeper.hall.read(lambda connection: store.find_account(connection, account))
    person = await keeper.hall.access.hash(lambda: people.check_password(found, data.password))
    return await come_in(request, person)


async def come_in(request: Asked, person: Person) -> Response[Me]:
    """Begin a session of somebody who has proved to be the holder of an account."""
    keeper = keeper_of(request)
    old = cookie_of(request)
    guest = await keeper.find(old)
    cookie = people.new_cookie()
    keeper.note_device(cookie, request)

    def work(connection: Any) -> Person | None:
        """Return the guest whose games come along: the one whose session ends here."""
        ended = people.end_session(connection, old) if old else None
        coming = guest if guest is not None and guest.id == ended else None
        people.log_in(connection, coming, person, cookie, now_text())
        if store.find_session(connection, hash_cookie(cookie)) is None:  # who is banned has none
            raise Refused("wrong-login", "there is no account with this name and password")
        return coming

    with keeper.sessions.renewing(old):
        come = await keeper.hall.write(work)
        if old:
            keeper.forget(old)
            keeper.hall.renew_token(hash_cookie(old), hash_cookie(cookie))
    keeper.remember(cookie, person)
    if come is not None and not come.is_account:
        keeper.hall.become(come.id, person.id, person.name)
    return Response(_me(person), cookies=set_cookie(request, cookie))


@post("/api/logout", status_code=200)
async def log_out(request: Asked) -> Response[Nothing]:
    """End the session."""
    keeper = keeper_of(request)
    cookie = cookie_of(request)
    if cookie:
        await keeper.hall.write(lambda connection: people.end_session(connection, cookie))
        keeper.forget(cookie)
        keeper.hall.log_out(hash_cookie(cookie))
    response = Response(Nothing())
    cookies.delete_cookies(request.scope, response)
    return response


@get("/api/proof")
async def challenge(request: Asked, use: ProofUse) -> ProofChallenge:
    """What a browser has to work on before more is made from its network."""
    proofs: Proofs = request.app.state.proofs
    return await proofs.challenge(request, use)


# --- games


@get("/api/games")
async def list_games(
    request: Asked, page: Annotated[int, Parameter(ge=0, le=1000)] = 0
) -> list[GameSummary]:
    """My games, newest first, a hundred a page."""
    keeper = keeper_of(request)
    return await seating.list_games(keeper.hall, await keeper.person(request), page)


@get("/api/scenarios")
async def list_scenarios(
    request: Asked, lang: Annotated[str, Parameter(max_length=20)] = "en"
) -> list[ScenarioInfo]:
    """What can be played besides the whole campaign."""
    return scenarios.list_scenarios(keeper_of(request).hall, lang)


@get("/api/boards")
async def list_boards(request: Asked) -> list[BoardInfo]:
    """What can be played on, our own board first."""
    return seating.list_boards(keeper_of(request).hall)


@post("/api/bids", status_code=201)
async def begin_auction(request: Asked, data: NewAuction) -> AuctionId:
    """A game for whose sides two people bid."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    keeper.admit_game(person)
    return AuctionId(await bids.begin(keeper.hall, person, data))


@get("/api/bids/{token:str}")
async def describe_auction(request: Asked, token: str) -> BidInfo:
    """How far the two have come."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    return bids.describe(keeper.hall, await bids.find(keeper.hall, token), person)


@post("/api/bids/{token:str}/seal", status_code=200)
async def seal_bid(request: Asked, token: str, data: SealedBid) -> BidInfo:
    """A sealed bid."""
    keeper = keeper_of(request)
    return await bids.seal(keeper.hall, await keeper.person(request), token, data)


@post("/api/bids/{token:str}/open", status_code=200)
async def open_bid(request: Asked, token: str, data: OpenedBid) -> BidInfo:
    """The same bid, opened."""
    keeper = keeper_of(request)
    return await bids.open_bid(keeper.hall, await keeper.person(request), token, data)


@get("/api/even", sync_to_thread=False)
def list_even() -> list[EvenInfo]:
    """What handicap makes equals even, by scenario and level."""
    return seating.list_even()


@get("/api/watch/{token:str}")
async def describe_watched(request: Asked, token: str) -> WatchInfo:
    """The board of a game that spectators see."""
    hall = keeper_of(request).hall
    game = await hall.shelf.find_watch(token) if is_token(token) else None
    room = await hall.room(game) if game is not None else None
    if room is None:
        raise Refused("not-found", "there is no such game")
    return WatchInfo(seating.board_id(room.table.game.board))


@post("/api/games", status_code=201)
async def begin_game(request: Asked, data: NewGame) -> GameId:
    """A new game."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    keeper.admit_game(person)
    return GameId(await seating.begin(keeper.hall, person, data))


@get("/api/games/{game:str}")
async def show_table(request: Asked, game: str) -> TableInfo:
    """One of my games."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    room = await seating.find_room(keeper.hall, person, game)
    return seating.describe_table(room.table, person)


@get("/api/join/{token:str}")
async def show_invitation(request: Asked, token: str) -> Invitation:
    """What an invitation is to, and from whom."""
    keeper = keeper_of(request)
    await keeper.person(request)
    room, seat = await joining.find_invitation(keeper.hall, token)
    return seating.describe_invitation(room.table, seat)


@post("/api/join/{token:str}", status_code=200)
async def join(request: Asked, token: str) -> Joined:
    """Take the seat of an invitation."""
    keeper = keeper_of(request)
    game, seat = await joining.join(keeper.hall, await keeper.person(request), token)
    return Joined(game, cast("Seat", seat))


@post("/api/games/{game:str}/leave", status_code=200)
async def leave(request: Asked, game: str, data: SeatChoice) -> Nothing:
    """Give a seat back."""
    keeper = keeper_of(request)
    await seating.leave(keeper.hall, await keeper.person(request), game, data.seat)
    return Nothing()


@post("/api/games/{game:str}/end", status_code=200)
async def end(request: Asked, game: str) -> Nothing:
    """Ask to abandon the game."""
    keeper = keeper_of(request)
    await seating.end(keeper.hall, await keeper.person(request), game)
    return Nothing()


@post("/api/games/{game:str}/resign", status_code=200)
async def resign(request: Asked, game: str, data: SeatChoice) -> Nothing:
    """Give the game up."""
    keeper = keeper_of(request)
    await seating.resign(keeper.hall, await keeper.person(request), game, data.seat)
    return Nothing()


@post("/api/games/{game:str}/rematch", status_code=200)
async def rematch(request: Asked, game: str) -> GameId:
    """Play again with the sides changed."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    keeper.admit_game(person)
    hall = keeper.hall
    new = await seating.rematch(hall, person, game)
    room = hall.rooms.get(game)
    if room is not None:
        hall.touched(room, "")  # the others are told
    return GameId(new)


@get("/api/games/{game:str}/record")
async def record(request: Asked, game: str) -> Response[str]:
    """The record of a game that is over."""
    keeper = keeper_of(request)
    room = await _finished(keeper, request, game)
    headers = {"Content-Disposition": f'attachment; filename="napoleon-{room.table.id}.record"'}
    return Response(room.table.game.record(), media_type="text/plain", headers=headers)


@get("/api/games/{game:str}/replay")
async def replay(request: Asked, game: str, seat: str = "", step: int = 0) -> ReplayStep:
    """One step of a game that is over, as a seat saw it."""
    keeper = keeper_of(request)
    room = await _finished(keeper, request, game)
    person = await keeper.person(request)
    text = room.table.game.record()
    return await keeper.hall.think(
        lambda: history.show_step(room.table.id, text, seat, step, person.lang)
    )


@get("/api/games/{game:str}/story")
async def story(request: Asked, game: str) -> StoryMessage:
    """What there is to tell of a game that is over."""
    keeper = keeper_of(request)
    room = await _finished(keeper, request, game)
    person = await keeper.person(request)
    return await stories.tell_story(keeper.hall, room, person.id, person.lang)


@get("/api/games/{game:str}/dice")
async def dice(request: Asked, game: str) -> DiceAnswer:
    """The commitment; the key and all rolls when the game is over."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    room = await seating.find_room(keeper.hall, person, game)
    return await history.describe_dice(keeper.hall, room, person.lang)


async def _finished(keeper: Doorkeeper, request: Asked, game: str) -> Room:
    room = await seating.find_room(keeper.hall, await keeper.person(request), game)
    if not room.table.is_finished:
        raise Refused("not-over", "the game is still going on")
    return room


ROUTES = [
    who_am_i,
    challenge,
    change_me,
    register,
    log_in,
    log_out,
    list_games,
    list_scenarios,
    list_boards,
    list_even,
    begin_auction,
    describe_auction,
    seal_bid,
    open_bid,
    describe_watched,
    begin_game,
    show_table,
    show_invitation,
    join,
    leave,
    end,
    resign,
    rematch,
    record,
    replay,
    story,
    dice,
]
