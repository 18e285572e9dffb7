"""The story of a game, apart from any store: how it begins, and how it is played again from its
moves."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from napoleon.rules import BoardError, Dice, Game, Options, Replayer, RuleError, ScriptedDice
from napoleon.rules.board.tables import SHIPPED
from napoleon.server import texts
from napoleon.server.table.keyed_dice import KeyedDice, WitnessedDice, new_key
from napoleon.server.table.messages import ChatLine
from napoleon.server.table.replaying import NO_DICE, carry_out, moves_back, numbers
from napoleon.server.table.sheet import (
    OUT_OF_TIME,
    RESIGN,
    SEALED,
    TAKE_BACK,
    UNDO,
    VIEWERS,
    Sheet,
    Sitter,
    StoredMove,
)
from napoleon.server.table.state_messages import Steps
from napoleon.server.table.table import Table
from napoleon.server.table.tally import Tally
from napoleon.server.times import now_text

Snapshot = tuple[int, str]  # after so many moves, the position


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
    return Game.from_position(start, dice) if start else Game.new(scenario, options, dice, SHIPPED)


def replay(
    sheet: Sheet, moves: list[StoredMove], tally: Tally | None = None
) -> tuple[Game, list[tuple[int, int]]]:
    """Return the game after these moves and, for each move that shortened the log, a pair of its
    number and of the events kept. Adds the moves to `tally`."""
    game = first_position(sheet)
    cuts: list[tuple[int, int]] = []
    for move in moves:
        known = game.event_count
        kept, _ = carry_out(game, move)
        if tally is not None:
            tally.add([move], game.turn)
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


def set_table(
    sheet: Sheet,
    moves: list[StoredMove],
    chat: list[ChatLine],
    last_snapshot: Callable[[RuleError], Snapshot | None],
) -> Table:
    """A table from what is stored of its game, as it was after the last move that was acknowledged.
    `last_snapshot` is asked where the moves cannot be replayed, and told why: the rules have
    changed since, and the game goes on from that position, without the events before."""
    tally = Tally(0)
    try:
        game, cuts = replay(sheet, moves, tally)
    except BoardError as error:  # it is not here, and a kept position would name the same one
        raise BrokenGame(f"game {sheet.id} cannot be brought back: {error}") from error
    except RuleError as error:
        tally = Tally(0)
        game, cuts = _from_snapshot(last_snapshot(error), sheet, moves, tally)
    game.use_dice(KeyedDice(sheet.key, count_dice(sheet, moves)))
    v = moves[-1].v if moves else 0
    if game.result is not None and sheet.ended is None:
        sheet.ended = "over"
    table = Table(sheet, game, v, cuts, chat, steps_of(moves))
    table.tally = tally
    return table


def _from_snapshot(
    found: Snapshot | None, sheet: Sheet, moves: list[StoredMove], tally: Tally
) -> tuple[Game, list[tuple[int, int]]]:
    if found is None:
        raise BrokenGame(f"game {sheet.id} cannot be replayed, and no position was kept")
    v, position = found
    try:
        game = Game.from_position(position, NO_DICE)
        for move in moves:
            if move.v > v:
                carry_out(game, move)
                tally.add([move], game.turn)
    except RuleError as error:
        raise BrokenGame(f"game {sheet.id} cannot be brought back: {error}") from error
    return game, [(moves[-1].v, 0)]


def read_record(record: str) -> tuple[Sheet, Game, list[StoredMove]]:
    """A game from its record, at whose seats nobody sits; its dice so far are its own. Raises
    RecordError if it cannot be replayed."""
    replayer = Replayer(record)
    game = replayer.game
    moves: list[StoredMove] = []
    while replayer.step():
        moves.append(_last_move(game, len(moves) + 1))
    sealed = game.sealed_moves
    if sealed:
        moves.insert(sealed, StoredMove(0, moves[sealed - 1].seat, SEALED))
        for v, stored in enumerate(moves, 1):
            stored.v = v
    now = now_text()
    sheet = Sheet(
        id=new_id(),
        scenario=game.scenario,
        players=game.options.players,
        visibility=game.options.visibility,
        creator=None,
        watch=new_token(),
        key=new_key(),
        seats={},
        created=now,
        updated=now,
        start=game.start,
        start_dice=" ".join([str(die) for die in game.start_dice]),
        imported=len(moves),
        ended="over" if game.result is not None else None,
    )
    return sheet, game, moves


def _last_move(game: Game, v: int) -> StoredMove:
    """What was done last."""
    if game.resigned is not None:
        return StoredMove(v, str(game.resigned), RESIGN)
    if game.expired is not None:
        return StoredMove(v, str(game.expired), OUT_OF_TIME)
    move = game.last_move
    assert move is not None
    dice = " ".join([str(die) for die in move.dice])
    return StoredMove(v, str(move.seat), str(move.action), dice)


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
        if move.action == OUT_OF_TIME:
            game.expire(move.seat)
            continue
        if move.action.startswith(TAKE_BACK):
            game.take_back(moves_back(move.action))
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
