"""How the server is: for a load balancer (/healthz) and for Prometheus (/metrics)."""

from __future__ import annotations

import ipaddress
import os
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from litestar import Request, Response, get

from napoleon.server.live.hall import Hall
from napoleon.server.metrics import Histogram, Metrics, merge
from napoleon.server.refusals import Refused
from napoleon.server.store import presence

LOOPBACK: Final = ("127.0.0.0/8", "::1/128")
FORWARDED: Final = ("x-forwarded-for", "forwarded", "via", "x-real-ip")


class Measures:
    """What is measured of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._began = time.monotonic()
        shared = hall.access.is_shared
        self._process = hall.access.process if shared else str(os.getpid())
        self.metrics = metrics = Metrics(f'process="{self._process}"')
        hall.measure = metrics.text
        writer = hall.access.writer
        gauge, counter = metrics.gauge, metrics.counter
        gauge("napoleon_games", "Games in memory.", lambda: len(hall.rooms))
        gauge("napoleon_games_broken", "Games that cannot be read.", lambda: len(hall.broken))
        gauge("napoleon_sockets", "Open sockets.", lambda: len(hall.connections))
        gauge("napoleon_uptime_seconds", "Since the start.", lambda: time.monotonic() - self._began)
        gauge(
            "napoleon_computers_waiting",
            "Decisions of computers that nobody has begun to think about.",
            lambda: hall.pool.waiting,
        )
        gauge("napoleon_computers_processes", "Thinking.", lambda: hall.pool.started)
        counter("napoleon_commits_total", "Transactions.", lambda: writer.commits)
        counter("napoleon_store_failures_total", "Failed transactions.", lambda: writer.failures)
        counter("napoleon_moves_total", "Moves that were stored.", lambda: hall.counts.moves)
        counter("napoleon_messages_total", "Messages from sockets.", lambda: hall.counts.messages)
        counter(
            "napoleon_refusals_total", "Messages that were refused.", lambda: hall.counts.refusals
        )
        notices = hall.counts.notices
        for channel, sent, troubles in (
            ("email", "napoleon_email_sent_total", "napoleon_email_troubles_total"),
            ("push", "napoleon_push_sent_total", "napoleon_push_troubles_total"),
            ("webhook", "napoleon_webhook_sent_total", "napoleon_webhook_troubles_total"),
        ):
            counter(sent, "Messages sent.", partial(notices.__getitem__, f"{channel}_sent"))
            counter(
                troubles, "Tries that failed.", partial(notices.__getitem__, f"{channel}_troubles")
            )
        self.latency: Histogram = metrics.histogram(
            "napoleon_store_seconds", "From a message to its being stored."
        )
        hall.counts.latency = self.latency
        self._hall = hall

    async def text(self) -> str:
        """What this process measures, and what the others that serve the same database did a few
        seconds ago."""
        own = self.metrics.text()
        if self._hall.access.news is None:
            return own
        others = await self._hall.read(
            lambda database: presence.metrics_of_others(database, self._process)
        )
        return merge([own, *others])


class Insiders:
    """Who may know how the server is: how many moves are stored would tell a player how many secret
    choices the enemy has made."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        self._networks = [ipaddress.ip_network(text) for text in (*LOOPBACK, *networks)]

    def admits(self, request: Request[Any, Any, Any]) -> bool:
        """Whether a caller is one: by address, and not by way of a proxy that nobody has named."""
        client = request.scope.get("client")
        try:
            address = ipaddress.ip_address(str(client[0]).partition("%")[0] if client else "")
        except ValueError:
            return False
        is_direct = not any(name in request.headers for name in FORWARDED)
        return is_direct and any(
            address.version == network.version and address in network for network in self._networks
        )


@get("/healthz", sync_to_thread=False)
def healthz(request: Request[Any, Any, Any]) -> Response[dict[str, object]]:
    """200 if games can be stored, else 503; those who run the server are told why."""
    hall: Hall = request.app.state.hall
    trouble = hall.access.writer.trouble
    body: dict[str, object] = {"ok": trouble is None}
    if request.app.state.insiders.admits(request):
        body["games"] = len(hall.rooms)
        if trouble is not None:
            body["trouble"] = trouble
        mail_trouble = request.app.state.messenger.sender.mail_trouble
        if mail_trouble:
            body["mail"] = mail_trouble
        if hall.access.news is not None:
            body["listening"] = hall.access.news.is_listening.is_set()
    return Response(body, status_code=200 if trouble is None else 503)


@get("/metrics")
async def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    """Everything that is measured, as Prometheus reads it; for those who run the server."""
    if not request.app.state.insiders.admits(request):
        raise Refused("not-found", "there is nothing here")
    measures: Measures = request.app.state.measures
    return Response(await measures.text(), media_type="text/plain; version=0.0.4")


HEALTH = [healthz, metrics]
