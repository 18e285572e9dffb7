"""The database: what is kept of people and games, on SQLite or PostgreSQL.

Times are UTC in ISO 8601 and sort as text. Only hashes of cookies and passwords are kept. Of a game
the actions and their dice are kept, and its position at the start of each turn: everything else
follows from them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from napoleon.server.person import Person
from napoleon.server.store.clock_columns import clock_row, read_clock
from napoleon.server.store.shared_clock import read_shared_clock
from napoleon.server.table.clock import Pace, as_rated, format_pace, parse_pace
from napoleon.server.table.messages import ChatLine
from napoleon.server.table.sheet import Sheet, Sitter, StoredMove

metadata = sa.MetaData()

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("account", sa.String(80), unique=True),  # the name in small letters; null: a guest
    sa.Column("password", sa.String(200)),
    sa.Column("lang", sa.String(8), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("banned", sa.String(200)),  # why; null: welcome
    # How the name looks (cleaning.skeleton): guests who show that of a new account are found by it
    sa.Column("skeleton", sa.String(160), nullable=False, server_default="", index=True),
    # The name that was taken from them because it is another account's; "": they chose theirs
    sa.Column("former_name", sa.String(80), nullable=False, server_default=""),
)
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),  # SHA-256 of the cookie
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.String(32), nullable=False),
    # To the day: see Doorkeeper
    sa.Column("used", sa.String(32), nullable=False, server_default="", index=True),
    # When it last showed that it is the account's holder's, by password or passkey; "": never
    sa.Column("proved", sa.String(32), nullable=False, server_default=""),
)
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("scenario", sa.String(24), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("visibility", sa.String(8), nullable=False),
    sa.Column("creator", sa.String(24), index=True),
    sa.Column("watch", sa.String(48), nullable=False, unique=True),
    sa.Column("key", sa.LargeBinary(32), nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("start_dice", sa.Text, nullable=False),
    sa.Column("imported", sa.Integer, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("to_act", sa.String(48), nullable=False),
    sa.Column("ended", sa.String(12)),
    sa.Column("ending", sa.String(48), nullable=False),
    sa.Column("result", sa.Text),
    sa.Column("rematch", sa.String(24)),
    sa.Column("takeover", sa.String(120), nullable=False, server_default=""),
    sa.Column("takeback", sa.String(80), nullable=False, server_default=""),
    # Whether the staff may be asked
    sa.Column("advice", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("rated", sa.Integer, nullable=False, server_default="0"),  # 1: it counts, 2: reckoned
    # Counts the changes of this row and of the seats: a change is stored only upon the one before.
    sa.Column("edition", sa.Integer, nullable=False, server_default="0"),
    # The clock (clock_columns.py): times in milliseconds since 1970
    sa.Column("pace", sa.String(48), nullable=False, server_default=""),
    sa.Column("clock", sa.Text),  # null: nobody counts the time
    sa.Column("clock_at", sa.BigInteger),
    sa.Column("clock_n", sa.Integer, nullable=False, server_default="0"),
    sa.Column("due", sa.BigInteger, index=True),  # when somebody is out of time; null: nobody runs
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("person", sa.String(24), index=True),
    sa.Column("level", sa.String(24)),
    sa.Column("invite", sa.String(48), unique=True),
    sa.Column("stand_in", sa.String(24)),
    # Who else has played it besides the person who sits there: the writer sets these, and nothing
    # takes them back (ratings: measure/verdicts.py)
    sa.Column("had_computer", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("had_other", sa.Boolean, nullable=False, server_default=sa.false()),
)
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("v", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("prev", sa.Integer),  # the move that it stands upon: the database knows no holes
    sa.Column("seat", sa.String(16), nullable=False),
    sa.Column("action", sa.String(80), nullable=False),
    sa.Column("dice", sa.Text, nullable=False),
    sa.Column("seen", sa.Integer),  # whose sight it changed, as bits of VIEWERS; null: everybody's
    sa.ForeignKeyConstraint(["game", "prev"], ["moves.game", "moves.v"], name="moves_upon"),
    sa.CheckConstraint(
        "(v = 1 AND prev IS NULL) OR (v > 1 AND prev IS NOT NULL AND prev = v - 1)",
        name="moves_in_order",
    ),
)
snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("v", sa.Integer, primary_key=True),
    sa.Column("position", sa.Text, nullable=False),
)
chats = sa.Table(
    "chats",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    # The time in microseconds: unique and in order, whichever process stores it
    sa.Column(
        "n",
        sa.BigInteger().with_variant(sa.Integer, "sqlite"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("seat", sa.String(16)),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("channel", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("time", sa.String(32), nullable=False),
    sa.Column("held", sa.Integer, nullable=False, server_default="-1"),
    sa.Column("person", sa.String(24), index=True),  # who said it; null: it is not known
    sa.Column("is_guest", sa.Boolean, nullable=False, server_default=sa.false()),
)

# Who has looked at a game from a seat: whoever has, cannot sit down on the other side.
witnesses = sa.Table(
    "witnesses",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.String(24), primary_key=True, index=True),
    sa.Column("seat", sa.String(16), primary_key=True),
    # When the person was last there or went, by the shared clock; 0: not known
    sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
)
# Who serves this database, and who is at which table in which process (presence.py)
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("seen", sa.String(32), nullable=False),
    sa.Column("metrics", sa.Text, nullable=False, server_default=""),  # as it last told them
    sa.Column("started", sa.BigInteger, nullable=False, server_default="0"),
)
presences = sa.Table(
    "presences",
    metadata,
    sa.Column("process", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(24), primary_key=True, index=True),
    sa.Column("person", sa.String(24), primary_key=True),
)

# What the command line has done that a running server is to hear of (notices.py)
notices = sa.Table(
    "notices",
    metadata,
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("time", sa.String(32), nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
)

# Two people who bid for a side before their game begins (bidding.py)
bids = sa.Table(
    "bids",
    metadata,
    sa.Column("token", sa.String(48), primary_key=True),
    sa.Column("terms", sa.Text, nullable=False),  # what the game is to be, as JSON
    sa.Column("host", sa.String(24), nullable=False),
    sa.Column("host_name", sa.String(80), nullable=False),
    sa.Column("host_seal", sa.String(64), nullable=False, server_default=""),
    sa.Column("host_bid", sa.String(80), nullable=False, server_default=""),
    sa.Column("guest", sa.String(24), nullable=False, server_default=""),
    sa.Column("guest_name", sa.String(80), nullable=False, server_default=""),
    sa.Column("guest_seal", sa.String(64), nullable=False, server_default=""),
    sa.Column("guest_bid", sa.String(80), nullable=False, server_default=""),
    sa.Column("game", sa.String(24), nullable=False, server_default=""),
    sa.Column("created", sa.String(32), nullable=False),
)

Row = dict[str, Any]
LOCK_WAIT: Final = 10.0  # seconds for another program to let go of an SQLite file
SEAT_ORDER: Final = ("french", "allied", "anglo-dutch", "prussian")


def default_url() -> str:
    """The database in the user's data folder, or the one that NAPOLEON_DATABASE names."""
    url = os.environ.get("NAPOLEON_DATABASE")
    if url:
        return url
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "napoleon1815"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.sqlite'}"


def check_is_there(url: str) -> None:
    """Raise FileNotFoundError, with a sentence for people, if `url` names an SQLite file that does
    not exist: opening it would make an empty database."""
    address = sa.make_url(url)
    name = address.database
    is_file = address.get_backend_name() == "sqlite" and name not in (None, "", ":memory:")
    if is_file and not Path(str(name)).exists():
        raise FileNotFoundError(
            f"there is no database {name}; look at the path after sqlite:///"
            " (napoleon serve makes a new one)"
        )


def hide_password(url: str) -> str:
    """The address of a database as it may be shown."""
    return sa.make_url(url).render_as_string(hide_password=True)


def open_engine(url: str) -> Engine:
    """Connect to a database: sqlite:///FILE or postgresql://USER@HOST/NAME."""
    address = sa.make_url(url)
    if address.drivername in {"postgresql", "postgres"}:
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() != "sqlite":
        return sa.create_engine(address, pool_size=6, pool_pre_ping=True)
    engine = sa.create_engine(
        address, connect_args={"timeout": LOCK_WAIT, "check_same_thread": False}
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # We begin transactions ourselves: the driver would not begin one for a savepoint.
        connection.isolation_level = None
        for line in (
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",  # what is acknowledged outlives a power cut
            "PRAGMA foreign_keys = ON",
            f"PRAGMA busy_timeout = {int(LOCK_WAIT * 1000)}",
        ):
            connection.execute(line)

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        is_writer = connection.get_execution_options().get("is_writer", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")

    return engine


def try_writing(engine: Engine) -> None:
    """Store something and forget it: raises what is wrong with a database that takes nothing."""
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        connection.execute(sa.insert(processes), {"id": "probe", "seen": "0" * 24})
        connection.execute(sa.delete(processes).where(processes.c.id == "probe"))


# --- people


def find_session(connection: Connection, token: str) -> Person | None:
    """Whose cookie this is."""
    return find_sessions(connection, [token]).get(token)


def find_sessions(connection: Connection, tokens: Collection[str]) -> dict[str, Person]:
    """Return the persons of those tokens that are sessions; who is banned has none."""
    query = (
        sa.select(sessions.c.token, *people.c)
        .join(people)
        .where(sessions.c.token.in_(tokens), people.c.banned.is_(None))
    )
    return {row["token"]: _person(row) for row in connection.execute(query).mappings()}


def find_account(connection: Connection, account: str) -> tuple[Person, str] | None:
    """The person of an account, and the hash of the password."""
    query = sa.select(people).where(people.c.account == account)
    row = connection.execute(query).mappings().first()
    return (_person(row), row["password"]) if row is not None else None


def _person(row: Any) -> Person:
    return Person(row["id"], row["name"], row["account"], row["lang"], row["former_name"])


# --- games


def insert_game(connection: Connection, sheet: Sheet, turn: int, to_act: str) -> None:
    """A new game with its seats."""
    connection.execute(
        sa.insert(games),
        {
            "id": sheet.id,
            "scenario": sheet.scenario,
            "players": sheet.players,
            "visibility": sheet.visibility,
            "creator": sheet.creator,
            "watch": sheet.watch,
            "key": sheet.key,
            "start": sheet.start,
            "start_dice": sheet.start_dice,
            "imported": sheet.imported,
            "created": sheet.created,
            "updated": sheet.updated,
            "turn": turn,
            "to_act": to_act,
            "ended": sheet.ended,
            "ending": "",
            "result": None,
            "rematch": None,
            "takeover": "",
            "advice": sheet.advice,
            "rated": int(sheet.rated),
            "pace": format_pace(sheet.pace),
            **(clock_row(sheet.clock) if sheet.clock is not None else {}),
        },
    )
    connection.execute(
        sa.insert(seats), [seat_row(sheet.id, name, who) for name, who in sheet.seats.items()]
    )
    for name, who in sheet.seats.items():
        if who.person is not None:
            add_witness(connection, sheet.id, who.person, name)


def seat_row(game: str, seat: str, sitter: Sitter) -> Row:
    """A seat as it is stored."""
    return {
        "game": game,
        "seat": seat,
        "kind": sitter.kind,
        "person": sitter.person,
        "level": sitter.level,
        "invite": sitter.invite,
        "stand_in": sitter.stand_in,
    }


def read_sheets(connection: Connection, rows: list[Any]) -> list[Sheet]:
    """The sheets of games, with their seats and the names of who sits there."""
    ids = [row["id"] for row in rows]
    sitters: dict[str, dict[str, Sitter]] = {game: {} for game in ids}
    query = (
        sa.select(seats, people.c.name, people.c.account, people.c.created)
        .join(people, people.c.id == seats.c.person, isouter=True)
        .where(seats.c.game.in_(ids))
    )
    for row in connection.execute(query).mappings():
        sitters[row["game"]][row["seat"]] = Sitter(
            row["kind"],
            row["person"],
            row["name"] or "",
            row["level"],
            row["invite"],
            row["stand_in"],
            row["had_computer"],
            row["had_other"],
            is_guest=bool(row["created"]) and row["account"] is None,
        )
    return [
        Sheet(
            id=row["id"],
            scenario=row["scenario"],
            players=row["players"],
            visibility=row["visibility"],
            creator=row["creator"],
            watch=row["watch"],
            key=bytes(row["key"]),
            seats={
                seat: sitters[row["id"]][seat] for seat in SEAT_ORDER if seat in sitters[row["id"]]
            },
            created=row["created"],
            updated=row["updated"],
            start=row["start"],
            start_dice=row["start_dice"],
            imported=row["imported"],
            ended=row["ended"],
            ending=row["ending"].split(),
            rematch=row["rematch"],
            takeover=row["takeover"],
            takeback=row["takeback"],
            advice=bool(row["advice"]),
            rated=bool(row["rated"]),
            pace=_read_pace(row),
            clock=read_clock(row),
            turn=row["turn"],
            to_act=row["to_act"].split(),
            result=row["result"],
            edition=row["edition"],
        )
        for row in rows
    ]


def _read_pace(row: Any) -> Pace:
    pace = parse_pace(row["pace"])
    return as_rated(pace) if row["rated"] else pace  # computers took over in rated games once


def find_sheet(connection: Connection, game: str) -> Sheet | None:
    """What is known of a game."""
    rows = connection.execute(sa.select(games).where(games.c.id == game)).mappings().all()
    return read_sheets(connection, list(rows))[0] if rows else None


def sheets_of(connection: Connection, person: str, most: int, skip: int = 0) -> list[Sheet]:
    """The games of a person, newest first."""
    mine = sa.select(seats.c.game).where(seats.c.person == person)
    query = (
        sa.select(games)
        .where(games.c.id.in_(mine) | (games.c.creator == person))
        .order_by(games.c.updated.desc(), games.c.id)
        .limit(most)
        .offset(skip)
    )
    return read_sheets(connection, list(connection.execute(query).mappings()))


def all_sheets(connection: Connection) -> list[Sheet]:
    """All games, newest first."""
    query = sa.select(games).order_by(games.c.updated.desc())
    return read_sheets(connection, list(connection.execute(query).mappings()))


def find_invite(connection: Connection, token: str) -> tuple[str, str] | None:
    """The game and the seat of an invitation."""
    row = connection.execute(
        sa.select(seats.c.game, seats.c.seat).where(seats.c.invite == token)
    ).first()
    return (row.game, row.seat) if row is not None else None


def witnessed_seats(connection: Connection, game: str, person: str) -> set[str]:
    """The seats from which a person has looked at a game."""
    query = sa.select(witnesses.c.seat).where(
        witnesses.c.game == game, witnesses.c.person == person
    )
    return set(connection.execute(query).scalars())


def witnessed(connection: Connection, person: str) -> list[tuple[str, str]]:
    """The games that a person has looked at, and the seats from which."""
    query = sa.select(witnesses.c.game, witnesses.c.seat).where(witnesses.c.person == person)
    return [(row.game, row.seat) for row in connection.execute(query)]


def open_games(connection: Connection, person: str) -> int:
    """How many games that a person has made are not over."""
    query = (
        sa.select(sa.func.count())
        .select_from(games)
        .where(games.c.creator == person, games.c.ended.is_(None))
    )
    return int(connection.execute(query).scalar_one())


def add_witness(connection: Connection, game: str, person: str, seat: str) -> None:
    """A person looks at a game from a seat from now on."""
    key = {"game": game, "person": person, "seat": seat}
    now = read_shared_clock(connection)
    if seat not in witnessed_seats(connection, game, person):
        connection.execute(sa.insert(witnesses), {**key, "seen": now})
    else:
        connection.execute(sa.update(witnesses).filter_by(**key).values(seen=now))


def find_watch(connection: Connection, token: str) -> str | None:
    """The game of a link for spectators."""
    return connection.execute(sa.select(games.c.id).where(games.c.watch == token)).scalar()


def waiting_for_computers(connection: Connection) -> list[str]:
    """Games under way in which a computer is to act."""
    query = (
        sa.select(games.c.id, games.c.to_act, seats.c.seat)
        .join(seats)
        .where(
            games.c.ended.is_(None),
            (seats.c.kind == "computer") | seats.c.stand_in.is_not(None),
        )
    )
    found = [row.id for row in connection.execute(query) if row.seat in row.to_act.split()]
    return list(dict.fromkeys(found))


def moves_of(connection: Connection, game: str, after: int = 0) -> list[StoredMove]:
    """The story of a game, from a version on."""
    query = sa.select(moves).where(moves.c.game == game, moves.c.v > after).order_by(moves.c.v)
    return [
        StoredMove(row.v, row.seat, row.action, row.dice, row.seen)
        for row in connection.execute(query)
    ]


def last_snapshot(connection: Connection, game: str) -> tuple[int, str] | None:
    """The latest position that was kept of a game, and the version that it has."""
    query = sa.select(snapshots).where(snapshots.c.game == game).order_by(snapshots.c.v.desc())
    row = connection.execute(query.limit(1)).first()
    return (row.v, row.position) if row is not None else None


def chat_of(connection: Connection, game: str, most: int) -> list[ChatLine]:
    """What was said at a table, the latest part of it."""
    query = sa.select(chats).where(chats.c.game == game).order_by(chats.c.n.desc()).limit(most)
    lines = [
        ChatLine(
            *(row.n, row.seat, row.name, row.channel, row.text, row.time, row.held),
            is_guest=bool(row.is_guest),
        )
        for row in connection.execute(query)
    ]
    return lines[::-1]
