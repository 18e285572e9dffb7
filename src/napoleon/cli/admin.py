"""``napoleon admin``: look after the games and people of a server."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from napoleon.cli.commands import Commands
from napoleon.cli.failures import SERVER
from napoleon.cli.options import (
    BAD_INPUT,
    FAILED,
    add_boards,
    add_database,
    add_json,
    check_database_variable,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


def add_admin(commands: Commands) -> None:
    """Add the command and its tasks."""
    admin = commands.add(
        "host",
        "admin",
        "look after the games and people that are kept",
        [
            "napoleon admin list --json",
            "napoleon admin backup napoleon-backup.sqlite",
            "napoleon admin people anna",
        ],
        "to read: napoleon docs operating",
        extra=SERVER,
    )
    tasks = admin.add_subparsers(dest="task", metavar="TASK", required=True)
    for name, what, has_game in (
        ("list", "all games", None),
        ("export", "print the record of a game: it shows everything", True),
        ("end", "abandon a game", True),
        ("recheck", "replay a game, or all of them, and check actions and dice", False),
        ("rate", "reckon the ratings again from all games that count", None),
        ("messages", "what could not be sent to people, and why", None),
    ):
        task = tasks.add_parser(name, help=what)
        if has_game is not None:
            task.add_argument("game", metavar="GAME", nargs=None if has_game else "?")
        if name in ("list", "recheck", "messages"):
            add_json(task)
        add_database(task)
        add_boards(task)
    bring = tasks.add_parser("import", help="go on with a record: all its seats are open")
    bring.add_argument("file", type=Path, metavar="FILE")
    add_database(bring)
    add_boards(bring)
    backup = tasks.add_parser("backup", help="one moment of the database as a file, while it runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="an SQLite file, not there yet")
    add_database(backup)
    move = tasks.add_parser("move", help="copy everything into another, empty database")
    move.add_argument("target", metavar="URL", help="sqlite:///FILE or postgresql://...")
    add_database(move)
    for name, what in (
        ("people", "who is called so"),
        ("password", "a new password for an account; every session of it ends"),
        ("passkeys", "the passkeys of an account; with --remove-since the new ones go"),
        ("ban", "keep somebody out"),
        ("unban", "let somebody in again"),
        ("forget", "delete all that is personal of somebody; the games stay whole"),
    ):
        task = tasks.add_parser(name, help=what)
        task.add_argument("who", metavar="WHO", help="an account or an id")
        if name == "ban":
            task.add_argument("why", metavar="WHY", help="a reason, for the next who runs this")
        if name == "passkeys":
            task.add_argument(
                "--remove-since",
                type=_moment,
                metavar="DAY",
                help="remove those that were added since 2026-06-15, or 2026-06-15T18:30 (UTC)",
            )
        if name == "people":
            add_json(task)
        add_database(task)
    reports = tasks.add_parser("reports", help="what people complain of, as long as it waits")
    reports.add_argument("--all", action="store_true", help="what was seen to as well")
    reports.add_argument("--settle", type=int, metavar="N", help="number N was seen to")
    add_json(reports)
    add_database(reports)
    seat = tasks.add_parser("seat", help="a new invitation to a seat whose player lost the cookie")
    seat.add_argument("game", metavar="GAME")
    seat.add_argument("seat", metavar="SEAT")
    add_database(seat)
    admin.set_defaults(run=run_admin)


def run_admin(arguments: argparse.Namespace) -> int:
    """Do a task and return the exit code; a mistake in what was asked is told in words."""
    check_database_variable(arguments.parser)
    from napoleon.rules import RuleError
    from napoleon.server.refusals import Refused
    from napoleon.server.store import admin, copying, people_upkeep, upgrading
    from napoleon.server.store.tables import check_is_there, default_url

    try:
        check_is_there(arguments.database or default_url())
        if arguments.task in ("backup", "move"):
            return _copy(arguments)
        if arguments.task == "reports":
            return _reports(arguments)
        if arguments.task in ("people", "password", "passkeys", "ban", "unban", "forget", "seat"):
            return _people(arguments)
        return _games(arguments)
    except (
        *(admin.NoSuchGame, RuleError, copying.NotEmpty, people_upkeep.NoSuchPerson),
        *(Refused, FileNotFoundError, upgrading.IsNewer),
    ) as error:
        print(f"napoleon: {error}", file=sys.stderr)
        return BAD_INPUT


def _print_json(rows: Iterable[Any]) -> int:
    """Print a list of structs as JSON; return 0."""
    import msgspec

    sys.stdout.write(json.dumps([msgspec.to_builtins(row) for row in rows], indent=2) + "\n")
    return 0


def _games(arguments: argparse.Namespace) -> int:
    from napoleon.server.store import admin
    from napoleon.text.files import read_text

    url: str | None = arguments.database
    if arguments.task == "list":
        games = admin.list_games(url)
        if arguments.json:
            return _print_json(games)
        for line in games:
            print(
                f"{line.id}  {line.status:9}  turn {line.turn:2}  {line.actions:5} actions  "
                f"{line.scenario}, {line.players} players, {line.visibility}  {line.updated}\n"
                f"    {line.seats}"
            )
    elif arguments.task == "export":
        sys.stdout.write(admin.export_game(arguments.game, url))
    elif arguments.task == "end":
        admin.end_game(arguments.game, url)
        print(f"{arguments.game} is abandoned")
    elif arguments.task == "import":
        brought = admin.import_game(read_text(arguments.file), url)
        print(f"game {brought.id}, {brought.actions} actions; its seats:")
        for seat, token in brought.invites.items():
            print(f"  {seat:12} /join/{token}")
        print(f"  {'watching':12} /watch/{brought.watch}")
    elif arguments.task == "rate":
        reckoned, changed = admin.rate(url)
        print(f"{reckoned} games reckoned, {changed} ratings changed")
    elif arguments.task == "messages":
        counts, troubles = admin.list_troubles(url)
        if arguments.json:
            return _print_json(troubles)
        print(", ".join(f"{what}: {number}" for what, number in counts.items()) or "no messages")
        for trouble in troubles:
            print(
                f"{trouble.time}  {trouble.channel} {trouble.kind}  to {trouble.person}  "
                f"{trouble.state}, {trouble.tries} tries\n    {trouble.trouble}"
            )
    else:
        return _recheck(arguments.game, url, is_json=arguments.json)
    return 0


def _recheck(game: str | None, url: str | None, *, is_json: bool) -> int:
    from napoleon.lab.progress import Progress
    from napoleon.server.store import admin

    progress = Progress("games", 1, sys.stderr)

    def show(done: int, total: int) -> None:
        progress.total = total
        progress.update(done)

    verdicts = admin.recheck(game, url, show)
    progress.finish()
    sound = sum(verdict.is_sound for verdict in verdicts)
    if is_json:
        _print_json(verdicts)
    else:
        for verdict in verdicts:
            for problem in verdict.problems:
                print(f"{verdict.id}: {problem}")
        print(f"{sound} of {len(verdicts)} games are sound")
    return 0 if sound == len(verdicts) else FAILED


def _copy(arguments: argparse.Namespace) -> int:
    from napoleon.server.store import copying
    from napoleon.server.store import tables as store
    from napoleon.server.store.tables import hide_password

    url = arguments.database or store.default_url()
    if arguments.task == "backup":
        counts = copying.backup(url, arguments.file)
        where = str(arguments.file)
    else:
        counts = copying.copy_database(url, arguments.target)
        where = hide_password(arguments.target)
    print(f"{', '.join(f'{number} {name}' for name, number in counts.items())} are now in {where}")
    return 0


def _people(arguments: argparse.Namespace) -> int:
    from napoleon.server.http.people import hash_password
    from napoleon.server.store import people_upkeep
    from napoleon.server.store.admin import writing

    task: str = arguments.task
    with writing(arguments.database) as connection:
        if task == "people":
            found = people_upkeep.find_people(connection, arguments.who)
            if arguments.json:
                return _print_json(found)
            for line in found:
                account = f"account {line.account}" if line.account else "guest"
                banned = f"; banned: {line.banned}" if line.banned else ""
                print(
                    f"{line.id}  {line.name}  {account}, {line.games} seats,"
                    f" since {line.created}{banned}"
                )
        elif task == "seat":
            token = people_upkeep.reissue_seat(connection, arguments.game, arguments.seat)
            print(f"whoever opens /join/{token} sits there now")
        else:
            person = people_upkeep.find_person(connection, arguments.who)
            if task == "password":
                hashed = hash_password(_ask_password())
                people_upkeep.set_password(connection, person, hashed)
                print("the password is changed; every session of this account has ended")
            elif task == "passkeys":
                _passkeys(connection, person, arguments.remove_since)
            elif task == "forget":
                people_upkeep.forget(connection, person)
                print(f"all that was personal of {person} is deleted")
            else:
                why = arguments.why if task == "ban" else None
                people_upkeep.ban(connection, person, why)
                print(f"{person} is {'kept out' if task == 'ban' else 'welcome again'}")
    return 0


def _moment(text: str) -> str:
    """Return a day or a moment as it is stored; in UTC unless it says otherwise."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def _passkeys(connection: Connection, person: str, since: str | None) -> None:
    """Print the passkeys of an account; first remove those that were added since a day."""
    from napoleon.server.people import passkeys

    if since is not None:
        removed = passkeys.remove_since(connection, person, since)
        print(f"{removed} passkeys that were added since {since} are removed")
    for one in passkeys.list_passkeys(connection, person):
        used = f"last used {one.used}" if one.used else "never used"
        print(f"{one.name}  added {one.created}, {used}")


def _reports(arguments: argparse.Namespace) -> int:
    from napoleon.server.people import reports
    from napoleon.server.store.admin import writing
    from napoleon.server.times import now_text

    with writing(arguments.database) as connection:
        if arguments.settle is not None:
            if not reports.settle(connection, arguments.settle, now_text()):
                print(f"napoleon: no report {arguments.settle} waits", file=sys.stderr)
                return BAD_INPUT
            print(f"report {arguments.settle} is settled")
            return 0
        found = reports.list_reports(connection, arguments.all)
        if arguments.json:
            return _print_json(found)
        for line in found:
            game = f", game {line.game}" if line.game else ""
            done = f", settled {line.settled}" if line.settled else ""
            print(f"{line.n}  {line.time}  {line.person} about {line.other}{game}{done}")
            print(f"    {line.text}")
    return 0


def _ask_password() -> str:
    """From the terminal unseen, or from a pipe."""
    if sys.stdin.isatty():
        import getpass

        return getpass.getpass("The new password: ")
    return sys.stdin.readline().rstrip("\n")
