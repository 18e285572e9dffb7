"""Sitting down: by an invitation, from the lobby, or to play again.

A seat is stored first, and only then do the table here and everybody at it know of it. So of two
who tap at once, in whichever processes, one is told that the seat is taken and sees nothing of it.
"""

from __future__ import annotations

import asyncio

from napoleon.rules.words.language import N_
from napoleon.server.cleaning import is_token
from napoleon.server.http import rated
from napoleon.server.live.host import SHORT, Host
from napoleon.server.live.room import Room
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.table.outcome import Outcome
from napoleon.server.table.sheet import Sheet, people_at

ATTEMPTS = 5  # to sit down at a table that others change


async def find_invitation(hall: Host, token: str) -> tuple[Room, str]:
    """The room of an invitation, and the seat that it keeps."""
    found = None
    if is_token(token):
        found = await hall.shelf.find_invite(token)
    room = await hall.room(found[0]) if found is not None else None
    if found is None or room is None or room.table.sheet.seats[found[1]].invite != token:
        raise Refused("not-found", "this invitation is not valid, or was used already")
    return room, found[1]


async def join(hall: Host, person: Person, token: str) -> tuple[str, str]:
    """Take the seat of an invitation; returns the game and the seat."""
    room, seat = await find_invitation(hall, token)
    await sit_down(hall, room, seat, person)
    return room.table.sheet.id, seat


async def sit_down(hall: Host, room: Room, seat: str, person: Person) -> None:
    """Store that a person takes an open seat, then give it to them and show it.

    Raises Refused: "taken" if another was faster, in whichever process; "witness" for one who has
    looked from the other side of the game.
    """
    for _ in range(ATTEMPTS):
        outcome = await _prepare_seat(hall, room, seat, person)
        try:
            await room.settle_and_wait(outcome)
            return
        except Refused as refusal:
            if refusal.code != "stale":
                raise
        room = await _look_again(hall, room.table.id)
    raise Refused("busy", N_("One moment, please: the game is being read again."))


async def _look_again(hall: Host, game: str) -> Room:
    """Return the room of a game with all that was stored before now."""
    room = await hall.room(game)
    while room is not None and not room.is_settled:
        await asyncio.sleep(SHORT)
        room = await hall.room(game)
    if room is None:
        raise Refused("not-found", "there is no such game of yours")
    return room


async def _prepare_seat(hall: Host, room: Room, seat: str, person: Person) -> Outcome:
    """Return what seats a person, to be stored. Raises Refused if they may not sit there."""
    game = room.table.id
    if room.table.sheet.rated:
        await rated.check_person(hall, person)
    if room.table.seats_of(person.id):
        raise Refused("seated", "you already have a seat at this table")
    await check_welcome(hall, person, room.table.sheet)
    seen = await hall.shelf.witnessed_seats(game, person.id)
    if any(is_french(other) != is_french(seat) for other in seen):
        raise Refused("witness", "you have seen this game from the other side")
    outcome = room.table.seat_person(seat, person.id, person.name, not person.is_account)
    assert outcome.rows is not None
    outcome.rows.witness = (person.id, seat)
    return outcome


async def check_welcome(hall: Host, person: Person, sheet: Sheet) -> None:
    """Nobody sits down with somebody who has blocked them, nor at a table of theirs."""
    if people_at(sheet) & await hall.shelf.blockers_of(person.id):
        raise Refused("not-yours", "this seat is not for you")


def is_french(seat: str) -> bool:
    """Which side a seat is on."""
    return seat == "french"
