"""What an administrator does with the games in a store: list, export, import, end, check.

For the command line: each function opens the database itself, brings it up to date, and returns
what is to be printed. A server may run on the same database meanwhile: it hears of what concerns it
within a few seconds (notices.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from napoleon.rules import Game, RuleError
from napoleon.server.store import notices, ratings, upgrading
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import outbox
from napoleon.server.store.jobs import RowsJob
from napoleon.server.store.news import News
from napoleon.server.store.writer import write_rows
from napoleon.server.table import stories
from napoleon.server.table.replaying import carry_out
from napoleon.server.table.sheet import Rows, Sheet, Sitter, StoredMove, status_of
from napoleon.server.table.shown_dice import check_dice as check_dice  # noqa: PLC0414
from napoleon.server.times import now_text


class NoSuchGame(LookupError):
    """There is no game with this id; the message is for people."""


class GameLine(msgspec.Struct):
    """A game in the list."""

    id: str
    status: str
    scenario: str
    players: int
    visibility: str
    turn: int
    actions: int
    seats: str
    updated: str


class Verdict(msgspec.Struct):
    """What the check of one game found; nothing wrong if `problems` is empty."""

    id: str
    status: str
    actions: int
    dice: int
    problems: list[str]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


class Imported(msgspec.Struct):
    """A game that was brought in: its id, and the invitations to its seats (/join/TOKEN)."""

    id: str
    actions: int
    invites: dict[str, str]
    watch: str


class MessageLine(msgspec.Struct):
    """A message to a person that did not arrive at the last try."""

    time: str  # when it was written
    channel: str
    kind: str
    person: str
    state: str
    tries: int
    trouble: str


@contextmanager
def _opened(database_url: str | None) -> Iterator[Engine]:
    engine = store.open_engine(database_url or store.default_url())
    try:
        upgrading.migrate(engine)
        yield engine
    finally:
        engine.dispose()


@contextmanager
def writing(database_url: str | None) -> Iterator[Connection]:
    """A transaction on a database that is up to date."""
    with (
        _opened(database_url) as engine,
        engine.connect().execution_options(is_writer=True) as connection,
        connection.begin(),
    ):
        yield connection


def _sheet(connection: Connection, game: str) -> Sheet:
    sheet = store.find_sheet(connection, game)
    if sheet is None:
        raise NoSuchGame(f"there is no game {game!r} in this database")
    return sheet


def list_games(database_url: str | None = None) -> list[GameLine]:
    """All games, newest first."""
    with _opened(database_url) as engine, engine.connect() as connection:
        query = sa.select(store.moves.c.game, sa.func.count()).group_by(store.moves.c.game)
        counts: dict[str, int] = {row[0]: row[1] for row in connection.execute(query)}
        return [
            GameLine(
                sheet.id,
                status_of(sheet),
                sheet.scenario,
                sheet.players,
                sheet.visibility,
                sheet.turn,
                counts.get(sheet.id, 0),
                ", ".join(f"{seat}: {_describe(sitter)}" for seat, sitter in sheet.seats.items()),
                sheet.updated,
            )
            for sheet in store.all_sheets(connection)
        ]


def _describe(sitter: Sitter) -> str:
    if sitter.kind == "computer":
        return f"computer ({sitter.level})"
    return sitter.name if sitter.kind == "human" else "open"


def export_game(game: str, database_url: str | None = None) -> str:
    """The record of a game, over or not. It shows everything: not for its players."""
    with _opened(database_url) as engine, engine.connect() as connection:
        sheet = _sheet(connection, game)
        return stories.replay(sheet, store.moves_of(connection, game))[0].record()


def import_game(record: str, database_url: str | None = None) -> Imported:
    """Bring in a record; its seats are open. Raises RecordError if it cannot be replayed."""
    story = stories.read_record(record)
    with writing(database_url) as connection:
        return bring_in(connection, *story)


def bring_in(connection: Connection, sheet: Sheet, game: Game, moves: list[StoredMove]) -> Imported:
    """Bring in what was read from a record."""
    sheet.seats = {str(seat): Sitter("open", invite=stories.new_token()) for seat in game.seats}
    to_act = " ".join([str(seat) for seat in game.to_act])
    store.insert_game(connection, sheet, game.turn, to_act)
    columns: dict[str, object] = {"turn": game.turn}
    if game.result is not None:
        columns["result"] = msgspec.json.encode(game.result.as_dict()).decode()
    rows = Rows(sheet.id, moves, columns)
    write_rows(connection, [RowsJob(rows, sheet.created, lambda _: None)])
    invites = {seat: sitter.invite or "" for seat, sitter in sheet.seats.items()}
    return Imported(sheet.id, len(moves), invites, sheet.watch)


def end_game(game: str, database_url: str | None = None) -> None:
    """Abandon a game."""
    with writing(database_url) as connection:
        sheet = _sheet(connection, game)
        if sheet.ended is None:
            columns: dict[str, object] = {"ended": "abandoned", "ending": "", "to_act": ""}
            rows = Rows(game, sheet=columns, edition=sheet.edition)
            write_rows(connection, [RowsJob(rows, now_text(), lambda _: None)])
            notices.post(connection, News("", games=[game]))


def list_troubles(
    database_url: str | None = None, most: int = 50
) -> tuple[dict[str, int], list[MessageLine]]:
    """Return how many messages there are by channel and state ("email sent"), and the latest of
    those that did not arrive, with the cause."""
    with _opened(database_url) as engine, engine.connect() as connection:
        keys = (outbox.c.channel, outbox.c.state)
        query = sa.select(*keys, sa.func.count()).group_by(*keys).order_by(*keys)
        counts = {f"{row[0]} {row[1]}": int(row[2]) for row in connection.execute(query)}
        latest = (
            sa.select(outbox)
            .where(outbox.c.trouble != "")
            .order_by(outbox.c.born.desc(), outbox.c.id)
            .limit(most)
        )
        return counts, [
            MessageLine(
                datetime.fromtimestamp(row.born / 1000, UTC).isoformat(timespec="seconds"),
                row.channel,
                row.kind,
                row.person,
                row.state,
                row.tries,
                row.trouble,
            )
            for row in connection.execute(latest)
        ]


def rate(database_url: str | None = None) -> tuple[int, int]:
    """Reckon all ratings again; returns the number of games, and of ratings that were different."""
    with writing(database_url) as connection:
        return ratings.reckon_again(connection)


def recheck(
    game: str | None = None,
    database_url: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Verdict]:
    """Replay one game or all: actions, dice, kept positions and results must agree."""
    with _opened(database_url) as engine, engine.connect() as connection:
        if game is not None:
            sheets = [_sheet(connection, game)]
        else:
            sheets = store.all_sheets(connection)
        verdicts = []
        for done, sheet in enumerate(sheets):
            verdicts.append(_check(connection, sheet))
            if progress is not None:
                progress(done + 1, len(sheets))
        return verdicts


def _check(connection: Connection, sheet: Sheet) -> Verdict:
    moves = store.moves_of(connection, sheet.id)
    rows = connection.execute(
        sa.select(store.snapshots.c.v, store.snapshots.c.position).where(
            store.snapshots.c.game == sheet.id
        )
    )
    kept: dict[int, str] = {row.v: row.position for row in rows}
    problems: list[str] = []
    if [move.v for move in moves] != list(range(1, len(moves) + 1)):
        problems.append("actions are missing or out of order")
    try:
        game = stories.first_position(sheet)
        for move in moves:
            carry_out(game, move)
            if move.v in kept and game.position() != kept[move.v]:
                problems.append(f"the position kept after action {move.v} differs")
        result = game.result
        stored = msgspec.json.decode(sheet.result) if sheet.result else None
        if (result.as_dict() if result is not None else None) != stored:
            problems.append("the result is not the stored one")
    except RuleError as error:
        problems.append(f"the actions cannot be replayed: {error}")
    rolls = 0
    if sheet.imported < 0 and not problems:
        shown, problem = stories.check_dice(sheet, moves)
        rolls = len(shown)
        if problem is not None:
            problems.append(problem)
    return Verdict(sheet.id, status_of(sheet), len(moves), rolls, problems)
