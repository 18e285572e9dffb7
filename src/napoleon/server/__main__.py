"""``python -m napoleon.server``: serve without the command line's comforts, for tests and tools."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from napoleon.rules import BoardError
from napoleon.server.alerts import settings
from napoleon.server.alerts.settings import BadSettings
from napoleon.server.app import serve, serve_many
from napoleon.server.cluster import CannotShare
from napoleon.server.computers.brake import PACE
from napoleon.server.http.housekeeping import KEPT_DAYS
from napoleon.server.limits import Limits
from napoleon.server.listening import CannotListen
from napoleon.server.store.exclusive import AlreadyServed, CannotStore
from napoleon.server.times import Watch


def main(watch: Watch | None = None) -> None:
    """Read the options and serve; `watch` is the time of the clocks."""
    parser = argparse.ArgumentParser(prog="python -m napoleon.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=1815)
    parser.add_argument("--database", metavar="URL")
    parser.add_argument(
        "--pace", type=float, default=PACE, help="of computers that play alone, seconds a march"
    )
    parser.add_argument(
        "--limits", default="{}", metavar="JSON", help="other rates, for load tests"
    )
    parser.add_argument(
        "--keep-days", type=float, default=KEPT_DAYS, help="for which unused sessions are kept"
    )
    parser.add_argument("--fd", type=int, help="an address that is bound already")
    parser.add_argument("--processes", type=int, default=1, help="more than one on PostgreSQL")
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe what this proxy, or network of proxies, says of who calls",
    )
    parser.add_argument(
        "--metrics-for",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="who may read /metrics besides this machine: an address or a network",
    )
    parser.add_argument(
        "--board",
        action="append",
        default=[],
        type=Path,
        metavar="DIR",
        help="a board besides ours",
    )
    parser.add_argument(
        "--proof",
        choices=["public", "always", "never"],
        default="public",
        help="of whom a proof of work is asked when much is made from one network",
    )
    parser.add_argument("--json-log", action="store_true", help="the log as lines of JSON")
    settings.add_options(parser)
    chosen = parser.parse_args()
    alerts = settings.read_settings(chosen)
    if chosen.processes > 1:
        settings.hand_down(chosen)
        options = ["--pace", str(chosen.pace), "--limits", chosen.limits]
        options += ["--keep-days", str(chosen.keep_days)]
        options += [word for proxy in chosen.proxy for word in ("--proxy", proxy)]
        options += [word for one in chosen.metrics_for for word in ("--metrics-for", one)]
        options += [word for one in chosen.board for word in ("--board", str(one))]
        options += ["--proof", chosen.proof, *["--json-log"] * chosen.json_log]
        serve_many(chosen.host, chosen.port, chosen.processes, chosen.database, options)
        return
    limits = msgspec.json.decode(chosen.limits, type=Limits)
    serve(
        chosen.host,
        chosen.port,
        database_url=chosen.database,
        limits=limits,
        pace=chosen.pace,
        keep_days=chosen.keep_days,
        fd=chosen.fd,
        proxies=chosen.proxy,
        is_json_log=chosen.json_log,
        metrics_for=chosen.metrics_for,
        boards=chosen.board,
        alerts=alerts,
        watch=watch,
        proof=chosen.proof,
    )


if __name__ == "__main__":
    try:
        main()
    except (
        *(AlreadyServed, BadSettings, BoardError),
        *(CannotListen, CannotShare, CannotStore),
    ) as problem:
        sys.exit(str(problem))
