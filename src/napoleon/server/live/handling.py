"""What comes over a socket, and who sees to it."""

from __future__ import annotations

import logging
import secrets
import time

import msgspec

from napoleon.rules.words.language import N_
from napoleon.server.computers import stand_ins
from napoleon.server.limits import FRAME_CHARACTERS, QUESTION
from napoleon.server.live.connection import FLOOD, Connection
from napoleon.server.live.host import Host
from napoleon.server.live.room import Room
from napoleon.server.refusals import NOT_STORED, Refused, tell_socket
from napoleon.server.table import taking_back, timing
from napoleon.server.table.messages import (
    PONG,
    Act,
    Answer,
    AskBack,
    Chat,
    Consent,
    DeployRest,
    Hello,
    Hint,
    Message,
    MoreTime,
    Odds,
    Ping,
    PlaceRest,
    Skip,
    Takeback,
    Takeover,
    Undo,
    Why,
    encode,
    parse_message,
)
from napoleon.server.table.outcome import Outcome, Viewer
from napoleon.server.table.table import Table
from napoleon.server.times import now_text

log = logging.getLogger("napoleon.server")
TIME_IS_OVER = N_("The time is over.")
SLOWER = N_("Too many messages: a little slower, please.")


def receive(hall: Host, room: Room, connection: Connection, text: str | None) -> None:
    """A message has come."""
    hall.counts.messages += 1
    whose = f"{connection.whose} {room.table.id}"
    # The first message of a socket is let in, on credit: a player who has asked too much elsewhere
    # still gets an answer to hello. How many sockets may be open is limited by itself.
    is_first, connection.has_spoken = not connection.has_spoken, True
    if not hall.rates.messages.take(whose, time.monotonic()):
        if not is_first:
            _slow_down(hall, connection, text)
            return
        hall.rates.messages.charge(whose, 1)
    if text is None:
        connection.refuse("bad-message", N_("Expected text, not bytes."))
        return
    if len(text) > FRAME_CHARACTERS:
        connection.refuse("too-large", N_("The message is too long."))
        return
    try:
        message = parse_message(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        problem = str(error)[:200]
        connection.refuse("bad-message", N_("This cannot be read: {problem}"), problem=problem)
        return
    if isinstance(message, Ping):
        connection.post(PONG)
        return
    if isinstance(message, Act):
        hall.rates.messages.charge(whose, len(message.actions) - 1)
    elif isinstance(message, Hint | Odds):
        hall.rates.messages.charge(whose, QUESTION - 1)
    try:
        if room.is_renewing:  # the table may be ahead of what is stored
            raise Refused("busy", N_("One moment, please: the game is being read again."))
        if isinstance(message, Hello):
            if room.enter(connection, message) and connection.person is not None:
                hall.note_presence(room, connection.person, is_here=True)
            hall.computers.wake(room)
        elif connection.viewer is None:
            raise Refused("bad-message", N_("Expected hello first."))
        elif isinstance(message, Chat) and not hall.rates.chats.take(whose, time.monotonic()):
            _slow_down(hall, connection, text)
        else:
            _handle(hall, room, connection, connection.viewer, message)
    except Refused as refusal:
        _turn_away(hall, room, connection, message, refusal)


def _turn_away(
    hall: Host, room: Room, connection: Connection, message: Message, refusal: Refused
) -> None:
    hall.counts.refusals += 1
    viewer = connection.viewer or (None, connection.lang)
    room.reply(connection, room.table.turn_away(refusal, viewer, message))


def leave(hall: Host, room: Room, connection: Connection) -> None:
    """A socket has closed."""
    connection.gone()
    person = connection.person
    if room.leave(connection) and person is not None:
        hall.note_presence(room, person, is_here=False)


def _slow_down(hall: Host, connection: Connection, text: str | None) -> None:
    """Too many messages: that is said, and who does not listen is cut off."""
    connection.refusals += 1
    if connection.refusals > hall.limits.refusals:
        connection.close(FLOOD)
        return
    try:
        message = parse_message(text or "")
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        message = None
    for data in tell_socket(Refused("busy", SLOWER), connection.lang, message):
        connection.post(data)


def _handle(
    hall: Host, room: Room, connection: Connection, viewer: Viewer, message: Message
) -> None:
    if isinstance(message, Hint | Odds):
        hall.computers.advise(room, connection, viewer, message)
        return
    if isinstance(message, Skip):
        hall.computers.skip(room, connection)
        return
    if isinstance(message, Takeover) or (
        isinstance(message, Consent) and message.what == "takeover"
    ):
        hall.start(_take_over(hall, room, connection, message))
        return
    outcome = _outcome(hall, room, connection, viewer, message)
    room.settle(outcome, connection, getattr(message, "id", None))


async def _take_over(
    hall: Host, room: Room, connection: Connection, message: Takeover | Consent
) -> None:
    """Carry out a question for a computer on a seat, or the answer to one, once it is known who is
    away: the store knows, for all processes."""
    try:
        away = set[str]()
        if stand_ins.counts_absence(room.table.sheet):
            away = await hall.away(room)
        if not connection.is_open or connection.viewer is None:
            return
        if room.is_renewing:
            raise Refused("busy", N_("One moment, please: the game is being read again."))
        table, person = room.table, connection.person
        if isinstance(message, Takeover):
            outcome = stand_ins.ask(table, person, message.seat, message.level, away)
        else:
            outcome = stand_ins.consent(table, person, message.yes, away)
        room.settle(outcome, connection)
    except Refused as refusal:
        _turn_away(hall, room, connection, message, refusal)
    except Exception as error:
        log.warning("game %s: who is away cannot be read: %s", room.table.id, error)
        _turn_away(hall, room, connection, message, Refused("not-stored", NOT_STORED))


def _outcome(
    hall: Host, room: Room, connection: Connection, viewer: Viewer, message: Message
) -> Outcome:
    """What a message to the table leads to."""
    table = room.table
    person = connection.person
    if isinstance(message, Act | PlaceRest | DeployRest | Undo):
        timing.check_pause(table.sheet)
        if room.is_out_of_time:  # the timekeeper sees to it in a moment
            raise Refused("not-now", TIME_IS_OVER)
    if isinstance(message, Act):
        return table.act(person, viewer, message)
    if isinstance(message, PlaceRest | DeployRest):
        return table.arrange(person, viewer, message, secrets.randbits(32))
    if isinstance(message, Undo):
        return _undo(hall, room, person, viewer, message)
    if isinstance(message, Why):
        return table.why(person, viewer, message)
    if isinstance(message, Chat):
        return table.say(person, viewer, message, now_text(), time.time_ns() // 1000)
    if isinstance(message, Consent) and message.what == "pause":
        return timing.pause(table, person, message.yes, room.watch.now())
    if isinstance(message, AskBack) or (isinstance(message, Consent) and message.what == "back"):
        room.letters.clear()  # what they told may not be true any more
        room.advice.clear()
        if isinstance(message, AskBack):
            _check_tally(hall, table, person, message.seat)
            return taking_back.ask(table, person, message)
        return taking_back.consent(table, person, message.yes)
    if isinstance(message, MoreTime):
        return timing.give_time(table, person, message, room.watch.now())
    if isinstance(message, Consent):
        return table.consent(person, message)
    assert isinstance(message, Takeback), message
    return stand_ins.take_back(table, person, message.seat)


def _undo(hall: Host, room: Room, person: str | None, viewer: Viewer, message: Undo) -> Outcome:
    """Take back a seat's last action; the answer warns those who do so very often."""
    table = room.table
    _check_tally(hall, table, person, message.seat)
    room.letters.clear()  # what they told may not be true any more
    outcome = table.undo(person, viewer, message)
    warning = table.tally.warning(message.seat, viewer[1], hall.limits.turn_actions)
    if warning:
        outcome.replies = [encode(Answer(message.id, True, text=warning))]
    return outcome


def _check_tally(hall: Host, table: Table, person: str | None, seat: str) -> None:
    """Raise Refused if a seat of this person has stored too much in this turn to take back more."""
    if seat in table.seats_of(person):  # of others nothing is told
        table.tally.check(seat, hall.limits.turn_actions)
