"""``napoleon serve``: for friends over a network, or for many more of them (docs/operating.md)."""

from __future__ import annotations

import argparse
import ipaddress
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from napoleon.cli_admin import add_database
from napoleon.cli_boards import add_boards

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def at_least_one(text: str) -> int:
    """A number of games, processes and the like."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {text}")
    return number


def not_negative(text: str) -> int:
    """A port, a seed."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"expected 0 or more, got {text}")
    return number


def network(text: str) -> str:
    """An address or a network."""
    try:
        ipaddress.ip_network(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(f"expected an address or a network: {problem}") from None
    return text


def add_server_options(parser: argparse.ArgumentParser, host: str) -> None:
    """Where to listen, and where the games are."""
    parser.add_argument("--host", default=host, help=f"address to listen at ({host})")
    parser.add_argument("--port", type=not_negative, default=1815, help="port, 0: any (1815)")
    add_database(parser)


def add_serve(commands: Commands) -> None:
    """The command and its options."""
    serve = commands.add_parser("serve", help="serve games to friends over a network")
    add_server_options(serve, "0.0.0.0")
    serve.add_argument(
        "--keep-days",
        type=float,
        default=90.0,
        metavar="DAYS",
        help="forget sessions unused for so long, and guests without games (90)",
    )
    serve.add_argument(
        "--processes",
        type=at_least_one,
        default=1,
        metavar="N",
        help="so many processes, all with one PostgreSQL database (1)",
    )
    serve.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe what this proxy, or network of proxies, says of who calls",
    )
    serve.add_argument(
        "--metrics-for",
        action="append",
        default=[],
        type=network,
        metavar="ADDRESS",
        help="who may read /metrics besides this machine: an address or a network",
    )
    add_boards(serve)
    serve.add_argument(
        "--proof",
        choices=["public", "always", "never"],
        default="public",
        help="of whom a proof of work is asked for the third account or offer in an hour from one"
        " network: of all but this machine and the house (public), of everybody, of nobody",
    )
    serve.add_argument("--json-log", action="store_true", help="the log as lines of JSON")
    _add_alerts(serve)
    serve.set_defaults(run=_serve)


def _add_alerts(serve: argparse.ArgumentParser) -> None:
    from napoleon.server.alerts.settings import add_options

    add_options(serve)


def _serve(arguments: argparse.Namespace) -> int:
    from napoleon.server.alerts.settings import BadSettings, hand_down, read_settings
    from napoleon.server.app import serve, serve_many

    url: str | None = arguments.database
    try:
        alerts = read_settings(arguments)
    except BadSettings as problem:
        print(problem, file=sys.stderr)
        return 1
    keep_days: float = arguments.keep_days
    if arguments.processes > 1:
        options = ["--keep-days", str(keep_days), *["--json-log"] * arguments.json_log]
        options += ["--proof", arguments.proof]
        options += [word for proxy in arguments.proxy for word in ("--proxy", proxy)]
        options += [word for one in arguments.metrics_for for word in ("--metrics-for", one)]
        options += [word for one in arguments.board for word in ("--board", str(one))]
        hand_down(arguments)
        return until_interrupted(
            lambda: serve_many(arguments.host, arguments.port, arguments.processes, url, options)
        )
    return until_interrupted(
        lambda: serve(
            arguments.host,
            arguments.port,
            database_url=url,
            keep_days=keep_days,
            proxies=arguments.proxy,
            is_json_log=arguments.json_log,
            metrics_for=arguments.metrics_for,
            boards=arguments.board,
            alerts=alerts,
            proof=arguments.proof,
        )
    )


def until_interrupted(serving: Callable[[], None]) -> int:
    """Serve; what stands in the way is told in words."""
    from napoleon.server.cluster import CannotShare
    from napoleon.server.store.exclusive import AlreadyServed, CannotStore

    try:
        serving()
    except (AlreadyServed, CannotShare, CannotStore) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0
