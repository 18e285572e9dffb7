"""Bringing games back from the store, and beginning new ones."""

from __future__ import annotations

import logging
import secrets

from sqlalchemy import Connection

from napoleon.rules import Dice, Game, Options, RuleError, ScriptedDice
from napoleon.server import texts
from napoleon.server.limits import CHATS_KEPT
from napoleon.server.store import presence
from napoleon.server.store import tables as store
from napoleon.server.table.keyed_dice import KeyedDice, WitnessedDice, new_key
from napoleon.server.table.replaying import NO_DICE, carry_out, numbers
from napoleon.server.table.sheet import (
    RESIGN,
    UNDO,
    VIEWERS,
    Sheet,
    Sitter,
    StoredMove,
    WhatsNew,
)
from napoleon.server.table.state_messages import Steps
from napoleon.server.table.table import Table

log = logging.getLogger("napoleon.server")


CHATS_NEW = 50  # lines that are looked through for new ones
CLOCKS = 60_000_000  # microseconds by which the clocks of two machines may differ


class BrokenGame(Exception):
    """The story of a game cannot be replayed, not even from its last snapshot."""


def new_token() -> str:
    """A secret for a link."""
    return secrets.token_urlsafe(18)


def new_id() -> str:
    """An id for a game or a person."""
    return secrets.token_hex(8)


def begin_game(
    scenario: str,
    players: int,
    visibility: str,
    seats: dict[str, Sitter],
    creator: str | None,
    now: str,
    advice: bool = True,
    start: str = "",
) -> tuple[Sheet, Game]:
    """A new game with fresh dice; `start` is the position of a scenario that is no whole
    campaign."""
    key = new_key()
    game = _begin(scenario, Options(players, visibility), start, KeyedDice(key))
    sheet = Sheet(
        id=new_id(),
        scenario=scenario,
        players=players,
        visibility=visibility,
        creator=creator,
        watch=new_token(),
        key=key,
        seats=seats,
        created=now,
        updated=now,
        start=start,
        start_dice=" ".join([str(die) for die in game.start_dice]),
        advice=advice,
    )
    return sheet, game


def first_position(sheet: Sheet) -> Game:
    """The game as it began, with the dice that were rolled then."""
    dice = ScriptedDice(numbers(sheet.start_dice))
    return _begin(sheet.scenario, Options(sheet.players, sheet.visibility), sheet.start, dice)


def _begin(scenario: str, options: Options, start: str, dice: Dice) -> Game:
    return Game.from_position(start, dice) if start else Game.new(scenario, options, dice)


def replay(sheet: Sheet, moves: list[StoredMove]) -> tuple[Game, list[tuple[int, int]]]:
    """The game after these moves, and where its log was cut by undo."""
    game = first_position(sheet)
    cuts: list[tuple[int, int]] = []
    for move in moves:
        known = game.event_count
        kept, _ = carry_out(game, move)
        if kept < known:
            cuts.append((move.v, kept))
    return game, cuts


def steps_of(moves: list[StoredMove]) -> Steps:
    """For each viewer the moves that could be seen."""
    return {
        viewer: [move.v for move in moves if move.seen is None or move.seen >> at & 1]
        for at, viewer in enumerate(VIEWERS)
    }


def count_dice(sheet: Sheet, moves: list[StoredMove]) -> int:
    """How many rolls of the key were used: those of a file are not of the key."""
    own = [move for move in moves if move.v > sheet.imported]  # of what was played here
    start = len(sheet.start_dice.split()) if sheet.imported < 0 else 0
    return start + sum([len(move.dice.split()) for move in own])


def bring_back(connection: Connection, game_id: str) -> Table | None:
    """A game from the store, as it was after the last move that was acknowledged."""
    sheet = store.find_sheet(connection, game_id)
    if sheet is None:
        return None
    moves = store.moves_of(connection, game_id)
    chat = store.chat_of(connection, game_id, CHATS_KEPT)
    try:
        game, cuts = replay(sheet, moves)
    except RuleError as error:
        # The rules have changed since: go on from the last position, without the events before.
        log.warning("game %s cannot be replayed: %s", game_id, error)
        game, cuts = _from_snapshot(connection, sheet, moves)
    game.use_dice(KeyedDice(sheet.key, count_dice(sheet, moves)))
    v = moves[-1].v if moves else 0
    if game.result is not None and sheet.ended is None:
        sheet.ended = "over"
    return Table(sheet, game, v, cuts, chat, steps_of(moves))


def whats_new(connection: Connection, table: Table, process: str) -> WhatsNew:
    """What the store has of a game that a table does not know yet."""
    v = table.v
    known = {line.n for line in table.chat}
    last = max(known, default=0)
    return WhatsNew(
        v,
        store.find_sheet(connection, table.id),
        store.moves_of(connection, table.id, after=v),
        [
            line
            for line in store.chat_of(connection, table.id, CHATS_NEW)
            if line.n > last - CLOCKS and line.n not in known
        ],
        presence.others(connection, table.id, process) if process else set(),
    )


def _from_snapshot(
    connection: Connection, sheet: Sheet, moves: list[StoredMove]
) -> tuple[Game, list[tuple[int, int]]]:
    found = store.last_snapshot(connection, sheet.id)
    if found is None:
        raise BrokenGame(f"game {sheet.id} cannot be replayed, and no position was kept")
    v, position = found
    try:
        game = Game.from_position(position, NO_DICE)
        for move in moves:
            if move.v > v:
                carry_out(game, move)
    except RuleError as error:
        raise BrokenGame(f"game {sheet.id} cannot be brought back: {error}") from error
    return game, [(moves[-1].v, 0)]


def check_dice(
    sheet: Sheet, moves: list[StoredMove], lang: str = "en"
) -> tuple[list[tuple[int, int]], str | None]:
    """Play a game again with the dice of its key.

    Returns every roll (the sides, what it showed), and None if all were as the key
    says, else what differs.
    """
    if sheet.imported >= 0:
        return [], texts.say("the game came from a file, with dice of its own", lang)
    witnessed = WitnessedDice(KeyedDice(sheet.key))
    options = Options(sheet.players, sheet.visibility)
    game = _begin(sheet.scenario, options, sheet.start, witnessed)
    problem = None
    if " ".join([str(die) for die in game.start_dice]) != sheet.start_dice:
        problem = texts.say("the dice before the first action differ", lang)
    for move in moves:
        if problem is not None:
            break
        if move.action == UNDO:
            game.undo(move.seat)
            continue
        if move.action == RESIGN:
            game.resign(move.seat)
            continue
        game.play(move.seat, move.action)
        played = game.last_move
        assert played is not None
        if " ".join([str(die) for die in played.dice]) != move.dice:
            problem = texts.say(
                "the dice of action {number} ({action}) differ",
                lang,
                number=move.v,
                action=move.action,
            )
    return witnessed.rolls, problem
