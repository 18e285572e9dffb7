"""Leaving for good: all that is personal goes, and the games of the others stay whole.

A game under way in which others play is given up, or a computer takes the seat for good, but for
games that count, which are lost; one in which nobody else sits ends. Each game is stored by itself,
and the person goes last: whoever is interrupted is still there, and can ask again.
"""

from __future__ import annotations

from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.server.http.seating import COMPUTER
from napoleon.server.live.hall import Hall
from napoleon.server.live.room import Room
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import people_upkeep
from napoleon.server.store.people_upkeep import GONE
from napoleon.server.store.tables import games, seats, sessions
from napoleon.server.table.outcome import Outcome
from napoleon.server.table.sheet import RESIGN, Rows, Sitter
from napoleon.server.table.stories import new_token
from napoleon.server.table.table import Table

LEVEL: Final = "officer"  # of a computer that takes a seat for good
Manner = Literal["resign", "computer"]


def games_under_way(connection: Connection, person: str) -> list[str]:
    """The games that somebody plays in or has made, and that are not over."""
    mine = sa.select(seats.c.game).where(seats.c.person == person)
    query = sa.select(games.c.id).where(
        games.c.ended.is_(None), games.c.id.in_(mine) | (games.c.creator == person)
    )
    return list(connection.execute(query).scalars())


def games_with_others(connection: Connection, person: str) -> int:
    """How many games somebody would leave others alone in."""
    under_way = games_under_way(connection, person)
    others = sa.select(sa.func.count(sa.distinct(seats.c.game))).where(
        seats.c.game.in_(under_way), seats.c.person != person
    )
    return int(connection.execute(others).scalar_one())


async def leave_for_good(hall: Hall, person: Person, manner: Manner) -> None:
    """Forget somebody, here and in every process."""
    for game in await hall.read(lambda connection: games_under_way(connection, person.id)):
        room = await hall.room(game)
        if room is not None and not room.table.is_finished:
            await _leave_game(room, person.id, manner)

    def work(connection: Connection) -> tuple[list[str], list[tuple[str, int]], str]:
        mine = sa.select(sessions.c.token).where(sessions.c.person == person.id)
        tokens = list(connection.execute(mine).scalars())
        said = people_upkeep.said_by(connection, person.id)
        return tokens, said, people_upkeep.forget(connection, person.id)

    tokens, said, nobody = await hall.write(work)
    for token in tokens:
        hall.log_out(token)
    for game, number in said:  # other processes read these tables again
        room = hall.rooms.get(game)
        for line in room.table.chat if room is not None else ():
            if line.n == number:
                line.name = line.text = GONE
                line.is_guest = False
    hall.become(person.id, nobody, GONE)


async def _leave_game(room: Room, person: str, manner: Manner) -> None:
    table = room.table
    mine = table.seats_of(person)
    others = [
        sitter
        for sitter in table.sheet.seats.values()
        if sitter.kind == "human" and sitter.person != person
    ]
    if mine and table.sheet.counts and table.status == "playing":
        await _lose(room, person, mine)
        return
    if not others or (table.v == 0 and table.sheet.creator == person):
        if mine or table.v == 0:
            await room.settle_and_wait(table.end(person))
        return
    if not mine:
        return
    if manner == "resign" and await _resign(room, person, mine[0]):
        return
    room.letters.clear()  # nobody thinks about it any more
    if table.sheet.counts:  # it has not begun: another may have the seat
        await room.settle_and_wait(table.reseat(_open(mine)))
        return
    outcome = hand_over(table, mine)
    room.send_strangers_away(table.sheet)
    await room.settle_and_wait(outcome)


def _open(mine: list[str]) -> dict[str, Sitter]:
    return {seat: Sitter("open", invite=new_token()) for seat in mine}


async def _lose(room: Room, person: str, mine: list[str]) -> None:
    """Lose a game that counts, by giving it up. Beside an ally who plays on, the clock of the seat
    decides; where there is none, it is lost for both."""
    if not await _resign(room, person, mine[0]) and room.table.sheet.clock is None:
        room.letters.clear()
        await room.settle_and_wait(room.table.declare(mine[0], RESIGN))


async def _resign(room: Room, person: str, seat: str) -> bool:
    """Give the game up; False if that cannot be done: an ally plays on, or a seat is open."""
    try:
        outcome = room.table.resign(person, seat)
    except Refused:
        return False
    room.letters.clear()
    await room.settle_and_wait(outcome)
    return True


def hand_over(table: Table, mine: list[str]) -> Outcome:
    """A computer has these seats from now on."""
    sheet = table.sheet
    for seat in mine:
        sheet.seats[seat] = Sitter("computer", name=COMPUTER, level=LEVEL)
    sheet.ending = [seat for seat in sheet.ending if seat not in mine]
    sheet.takeover = ""
    rows = Rows(
        table.id,
        seats={seat: sheet.seats[seat] for seat in mine},
        sheet={"ending": " ".join(sheet.ending), "takeover": ""},
    )
    news = [(viewer, table.fresh_state(viewer)) for viewer in table.viewers]
    return Outcome(rows, news + table.tell_people())
