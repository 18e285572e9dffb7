"""Games from the outside: beginning, joining, leaving, ending, playing again, looking back."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import msgspec

from napoleon.ai.levels import LEVELS
from napoleon.rules import (
    Board,
    Options,
    PositionError,
    RuleError,
    board_of_position,
    format_beginning,
)
from napoleon.rules.board.calendar import TURNS, Turn
from napoleon.rules.board.tables import SHIPPED, on_board
from napoleon.scenarios import CAMPAIGNS
from napoleon.scenarios.evenness import measured
from napoleon.server.computers.stand_ins import PLAYED_LEVELS
from napoleon.server.http import rated as rated_games
from napoleon.server.http.joining import sit_down
from napoleon.server.http.messages import (
    BoardInfo,
    EvenInfo,
    GameSummary,
    Invitation,
    NewGame,
    PaceWish,
    Status,
    TableInfo,
)
from napoleon.server.live.host import SHORT, Host
from napoleon.server.live.room import Room
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store.jobs import Claim
from napoleon.server.table import stories
from napoleon.server.table.clock import LOST, Pace, is_sensible
from napoleon.server.table.keyed_dice import commitment_of
from napoleon.server.table.messages import SitterInfo
from napoleon.server.table.sheet import Sheet, Sitter, describe_sitters, status_of
from napoleon.server.table.table import Table
from napoleon.server.table.timing import check_leave, time_left, wind_up
from napoleon.server.table.view_message import ResultMessage, Seat, Visibility
from napoleon.server.times import now_text

SEATS = {2: ("french", "allied"), 3: ("french", "anglo-dutch", "prussian")}
LISTED = 100  # games, on the first page
COMPUTER = "Computer"
Sitters = dict[Seat, SitterInfo]


def read_seats(players: int, wishes: dict[str, str], person: Person) -> dict[str, Sitter]:
    """Who is to sit where: "me", "open" or "computer:LEVEL" for each seat."""
    expected = SEATS.get(players)
    if expected is None:
        raise Refused("bad-request", "expected 2 or 3 players, got {n}", "11", n=players)
    if set(wishes) != set(expected):
        raise Refused("bad-request", "expected the seats {seats}", seats=", ".join(expected))
    seats: dict[str, Sitter] = {}
    for seat in expected:
        wish = wishes[seat]
        kind, _, level = wish.partition(":")
        if wish == "me":
            seats[seat] = Sitter.of(person)
        elif wish == "open":
            seats[seat] = Sitter("open", invite=stories.new_token())
        elif kind == "computer" and (level or "random") in LEVELS:
            seats[seat] = Sitter("computer", name=COMPUTER, level=level or "random")
        else:
            kinds = ", ".join(["me", "open", *(f"computer:{name}" for name in LEVELS)])
            got = repr(wish[:40])
            raise Refused("bad-request", "expected {kinds}; got {got}", kinds=kinds, got=got)
    return seats


async def begin(hall: Host, person: Person, wish: NewGame) -> str:
    """Begin a game; returns its id. Between people the staff is asked only if that is said now."""
    terms = (wish.scenario, wish.players, wish.visibility)
    check_terms(hall, *terms)
    pace = read_pace(wish.pace)
    sitters = read_seats(wish.players, wish.seats, person)
    await check_open(hall, person)
    advice = wish.advice
    if wish.rated:
        await rated_games.check_person(hall, person)
        rated_games.check_terms(person, sitters, wish.scenario, wish.board, wish.handicap)
        advice = False
    if advice is None:
        advice = sum([sitter.kind != "computer" for sitter in sitters.values()]) < 2
    start = find_start(hall, *terms, wish.board, wish.handicap)
    return await begin_with(hall, *terms, sitters, person.id, advice, start, pace, rated=wish.rated)


def read_pace(wish: PaceWish) -> Pace:
    """How fast a game is to be played, if anybody can play so."""
    pace = Pace(wish.kind, wish.each, wish.more, wish.out)
    if not is_sensible(pace) or pace.out not in (LOST, *PLAYED_LEVELS):
        raise Refused("bad-request", "nobody can play at this pace")
    return pace


def check_terms(hall: Host, scenario: str, players: int, visibility: str) -> None:
    """Raise Refused unless such a game can be begun here."""
    known = hall.scenarios.get(scenario)
    if known is None and scenario not in CAMPAIGNS:
        names = ", ".join([*CAMPAIGNS, *hall.scenarios])
        raise Refused("bad-request", "expected a scenario: {names}", "4", names=names)
    if known is not None and players not in known.players:
        raise Refused("bad-request", "this scenario is for two players", "11")
    if visibility not in ("open", "hidden"):
        raise Refused("bad-request", "expected visibility open or hidden", "6.2.4")


def find_start(
    hall: Host, scenario: str, players: int, visibility: str, board: str, handicap: int
) -> str:
    """The position from which such a game begins; "" for a plain campaign on our board."""
    known = hall.scenarios.get(scenario)
    chosen = find_board(hall, board)
    options = Options(players, visibility, handicap)
    if known is not None:
        return known.start(options, chosen)
    is_plain = chosen is SHIPPED and not handicap
    return "" if is_plain else format_beginning(scenario, options, chosen)


def board_id(board: Board) -> str:
    """By what the client calls a board; nothing for the one that is shipped."""
    return "" if board is SHIPPED else f"{board.name}-{board.hash}"


def find_board(hall: Host, board: str) -> Board:
    """A board that can be played on here."""
    for known in hall.boards:
        if board_id(known) == board:
            return known
    raise Refused("bad-request", "there is no such board here")


def list_boards(hall: Host) -> list[BoardInfo]:
    """What can be played on here, our own first."""
    return [BoardInfo(board_id(board), board.name) for board in hall.boards]


def list_even() -> list[EvenInfo]:
    """The handicaps that make equals even, as far as they were measured."""
    return [
        EvenInfo(one.scenario, one.level, one.games, one.handicap, one.low, one.high)
        for one in measured()
    ]


async def check_open(hall: Host, person: Person) -> None:
    """Nobody has too many games open at once."""
    number = await hall.shelf.open_games(person.id)
    if number >= hall.limits.open_games:
        raise Refused("busy", "you have {number} games open: end some first", number=number)


async def begin_with(
    hall: Host,
    scenario: str,
    players: int,
    visibility: str,
    sitters: dict[str, Sitter],
    creator: str,
    advice: bool,
    start: str,
    pace: Pace,
    rematch_of: Sheet | None = None,
    game: str = "",
    rated: bool = False,
    claim: Claim | None = None,
) -> str:
    """Begin a game for people who are known; `game` is its id, if it has one already, and `claim`
    says with whom it is stored whether it is to be. If that says no, or another was faster to play
    `rematch_of` again, nothing is begun."""
    if rated:
        rated_games.check_pace(pace)
    try:
        sheet, begun = stories.begin_game(
            scenario, players, visibility, sitters, creator, now_text(), advice and not rated, start
        )
    except PositionError as error:  # a scenario whose towns are not on this board
        why = error.detail
        raise Refused("bad-request", "it cannot be played on this board: {why}", why=why) from error
    sheet.id = game or sheet.id
    sheet.rated = rated
    sheet.pace = rated_games.with_clock(pace) if rated else pace
    acting = [str(seat) for seat in begun.to_act]
    wind_up(sheet, begun.turn, acting, hall.watch.now())

    before = rematch_of.id if rematch_of is not None else None
    if await hall.shelf.insert_game(sheet, begun.turn, " ".join(acting), before, claim):
        hall.add_room(Table(sheet, begun, 0, [], []))
    return sheet.id


async def begin_like(
    hall: Host,
    sheet: Sheet,
    sitters: dict[str, Sitter],
    person: Person,
    rematch_of: Sheet | None = None,
) -> str:
    """Begin a game on the terms of another."""
    if sheet.rated:
        await rated_games.check_person(hall, person)
        first = stories.first_position(sheet)
        terms = (sheet.scenario, board_id(first.board), first.options.handicap)
        rated_games.check_terms(person, sitters, *terms)
    return await begin_with(
        hall,
        sheet.scenario,
        sheet.players,
        sheet.visibility,
        sitters,
        person.id,
        sheet.advice,
        sheet.start if sheet.imported < 0 else "",
        sheet.pace,
        rematch_of,
        rated=sheet.rated,
    )


def check_played(table: Table, person: Person) -> None:
    """Raise Refused unless somebody has played a game to its end."""
    if not table.seats_of(person.id):
        raise Refused("not-yours", "only players of this game can play it again")
    if not table.is_finished:
        raise Refused("not-over", "the game is still going on")


async def find_room(hall: Host, person: Person, game: str) -> Room:
    """The room of a game of this person; others are told that there is none."""
    room = await hall.room(game)
    while room is not None and (
        room.is_renewing or (not room.is_settled and is_hasty(room.table, person))
    ):
        await asyncio.sleep(SHORT)
        room = await hall.room(game)
    if room is None and game in hall.broken:
        sheet = await hall.shelf.find_sheet(game)
        if sheet is not None and is_party(sheet, person):
            raise broken(hall, game)
    if room is None or not is_party(room.table.sheet, person):
        raise Refused("not-found", "there is no such game of yours")
    return room


def is_hasty(table: Table, person: Person) -> bool:
    """Return whether what is being stored has to be waited for before a game is shown, or denied:
    its end shows everything, the key of the dice too; a seat that is being taken may be theirs."""
    return table.is_finished or not is_party(table.sheet, person)


def broken(hall: Host, game: str) -> Refused:
    """What is said of a game that cannot be brought back: which it is, and why."""
    why = hall.broken[game]
    return Refused("broken", "game {game} cannot be read: {why}", game=game, why=why)


def is_party(sheet: Sheet, person: Person) -> bool:
    """Whether a person plays in a game or has made it."""
    return sheet.creator == person.id or any(
        sitter.person == person.id for sitter in sheet.seats.values()
    )


async def leave(hall: Host, person: Person, game: str, seat: str) -> None:
    """Give a seat back."""
    room = await find_room(hall, person, game)
    if room.table.sheet.rated:
        raise Refused("not-now", "this game is rated: you can resign it, not leave it")
    check_leave(room.table)
    outcome = room.table.leave(seat, person.id, stories.new_token())
    await room.settle_and_wait(outcome)


async def end(hall: Host, person: Person, game: str) -> None:
    """Ask to abandon a game."""
    room = await find_room(hall, person, game)
    await room.settle_and_wait(room.table.end(person.id))


async def resign(hall: Host, person: Person, game: str, seat: str) -> None:
    """Give a game up."""
    room = await find_room(hall, person, game)
    room.letters.clear()  # nobody thinks about it any more
    await room.settle_and_wait(room.table.resign(person.id, seat))


async def rematch(hall: Host, person: Person, game: str) -> str:
    """A new game of the same people with the sides changed; the second who asks gets the same."""
    room = await find_room(hall, person, game)
    sheet = room.table.sheet
    check_played(room.table, person)
    if sheet.rematch is not None:
        return await _join_rematch(hall, room, person, sheet.rematch)
    await check_open(hall, person)
    names = SEATS[sheet.players]
    old = [sheet.seats[name] for name in names]
    sitters: dict[str, Sitter] = {}
    for name, sitter in zip(names, [old[-1], *old[:-1]], strict=True):
        if sitter.kind == "computer":
            sitters[name] = Sitter("computer", name=sitter.name, level=sitter.level)
        elif sitter.kind == "human" and sitter.person == person.id:
            sitters[name] = Sitter.of(person)
        else:  # whoever sat there sits down by wanting to play again, too
            sitters[name] = Sitter("open", invite=stories.new_token())
    await begin_like(hall, sheet, sitters, person, sheet)
    stored = await hall.shelf.find_sheet(game)  # of two who ask at once one has begun it
    assert stored is not None and stored.rematch is not None
    room.table.sheet.rematch = stored.rematch
    return await _join_rematch(hall, room, person, stored.rematch)


async def _join_rematch(hall: Host, before_it: Room, person: Person, again: str) -> str:
    """Take the seat that is kept for a person in the new game. Return its id."""
    sheet = before_it.table.sheet
    room = await hall.room(again)
    if room is None:
        raise Refused("not-found", "there is no such game of yours")
    names = SEATS[sheet.players]
    before = dict(zip(names, [names[-1], *names[:-1]], strict=True))  # where each sat then
    for name in names:
        is_mine = sheet.seats[before[name]].person == person.id
        if is_mine and room.table.sheet.seats[name].kind == "open":
            await sit_down(hall, room, name, person)
            break
    return again


# --- as data


def describe_table(table: Table, person: Person) -> TableInfo:
    """A game for one of its people."""
    sheet = table.sheet
    mine = table.seats_of(person.id)
    plain: Any = sheet  # whose texts are those that the answer allows
    return TableInfo(
        id=sheet.id,
        scenario=sheet.scenario,
        players=sheet.players,
        visibility=plain.visibility,
        status=cast("Status", table.status),
        seats=cast("Sitters", table.sitters()),
        my_seats=cast("list[Seat]", mine),
        invites={
            cast("Seat", seat): sitter.invite
            for seat, sitter in sheet.seats.items()
            if sitter.invite is not None and sheet.creator == person.id
        },
        watch=sheet.watch,
        commitment=commitment_of(sheet.key),
        result=_result(table.game.result.as_dict() if table.game.result is not None else None),
        created=sheet.created,
        is_hotseat=len(mine) > 1,
        ending=plain.ending,
        rematch=sheet.rematch,
        advice=sheet.advice,
        rated=sheet.rated,
        counts=sheet.counts,
        board=board_id(table.game.board),
        handicap=table.game.options.handicap,
        pace=sheet.pace,
    )


def describe_invitation(table: Table, seat: str) -> Invitation:
    """What its holder may know before sitting down."""
    sheet = table.sheet
    hosts = [sitter for sitter in sheet.seats.values() if sitter.person == sheet.creator]
    return Invitation(
        seat=cast("Seat", seat),
        host=hosts[0].name if hosts else "",
        is_host_guest=bool(hosts) and hosts[0].is_guest,
        scenario=sheet.scenario,
        players=sheet.players,
        visibility=cast("Visibility", sheet.visibility),
        status=cast("Status", table.status),
        seats=cast("Sitters", table.sitters()),
        advice=sheet.advice,
        rated=sheet.rated,
        board="" if table.game.board is SHIPPED else table.game.board.name,
        handicap=table.game.options.handicap,
        pace=sheet.pace,
    )


async def list_games(hall: Host, person: Person, page: int = 0) -> list[GameSummary]:
    """A person's games, newest first."""
    sheets = await hall.shelf.sheets_of(person.id, LISTED, page * LISTED)
    return [describe_sheet(hall, sheet, person) for sheet in sheets]


def describe_sheet(hall: Host, sheet: Sheet, person: Person) -> GameSummary:
    """A game as its line in a person's list."""
    room = hall.rooms.get(sheet.id)
    present = room.table.present if room is not None else {}
    mine = [seat for seat, sitter in sheet.seats.items() if sitter.person == person.id]
    turn = _turn_of(sheet) if sheet.turn else None
    to_act = [] if sheet.ended else sheet.to_act
    now = hall.watch.now()
    return GameSummary(
        id=sheet.id,
        scenario=sheet.scenario,
        players=sheet.players,
        visibility=cast("Visibility", sheet.visibility),
        status=cast("Status", status_of(sheet)),
        turn=sheet.turn,
        date=turn.date if turn is not None else None,
        night=turn.night if turn is not None else False,
        to_act=cast("list[Seat]", to_act),
        my_seats=cast("list[Seat]", mine),
        my_turn=any(seat in mine and sheet.seats[seat].computer is None for seat in to_act),
        seats=cast("Sitters", describe_sitters(sheet.seats, present)),
        is_hotseat=len(mine) > 1,
        updated=sheet.updated,
        result=_result(json.loads(sheet.result) if sheet.result else None),
        pace=sheet.pace,
        left=time_left(sheet, mine or to_act, now),
        is_paused=sheet.clock is not None and sheet.clock.is_paused,
    )


def _turn_of(sheet: Sheet) -> Turn:
    """The turn at which a game stands, on its board; on ours if that one is not here."""
    try:
        board = board_of_position(sheet.start)
    except RuleError:
        board = SHIPPED
    with on_board(board):
        return TURNS[sheet.turn - 1]


def _result(data: dict[str, str] | None) -> ResultMessage | None:
    return msgspec.convert(data, ResultMessage | None)
