"""How the server is: for a load balancer (/healthz) and for Prometheus (/metrics)."""

from __future__ import annotations

import os
import time
from typing import Any

from litestar import Request, Response, get

from napoleon.server.live.hall import Hall
from napoleon.server.metrics import Histogram, Metrics


class Measures:
    """What is measured of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._began = time.monotonic()
        self.metrics = metrics = Metrics(f'process="{os.getpid()}"')
        writer = hall.access.writer
        gauge = metrics.gauge
        gauge("napoleon_games", "Games in memory.", lambda: len(hall.rooms))
        gauge("napoleon_games_broken", "Games that cannot be read.", lambda: len(hall.broken))
        gauge("napoleon_sockets", "Open sockets.", lambda: len(hall.connections))
        gauge("napoleon_uptime_seconds", "Since the start.", lambda: time.monotonic() - self._began)
        gauge(
            "napoleon_computers_waiting",
            "Decisions of computers that nobody has begun to think about.",
            lambda: hall.computers.pool.waiting,
        )
        gauge("napoleon_computers_processes", "Thinking.", lambda: hall.computers.pool.started)
        gauge("napoleon_commits_total", "Transactions.", lambda: writer.commits)
        gauge("napoleon_store_failures_total", "Failed transactions.", lambda: writer.failures)
        gauge("napoleon_moves_total", "Moves that were stored.", lambda: hall.counts.moves)
        gauge("napoleon_messages_total", "Messages from sockets.", lambda: hall.counts.messages)
        gauge(
            "napoleon_refusals_total", "Messages that were refused.", lambda: hall.counts.refusals
        )
        self.latency: Histogram = metrics.histogram(
            "napoleon_store_seconds", "From a message to its being stored."
        )
        hall.counts.latency = self.latency


@get("/healthz", sync_to_thread=False)
def healthz(request: Request[Any, Any, Any]) -> Response[dict[str, object]]:
    """200 if games can be stored, else 503 and why."""
    hall: Hall = request.app.state.hall
    trouble = hall.access.writer.trouble
    body: dict[str, object] = {"ok": trouble is None, "games": len(hall.rooms)}
    if trouble is not None:
        body["trouble"] = trouble
    news = hall.access.news
    if news is not None:
        body["listening"] = news.is_listening.is_set()
    return Response(body, status_code=200 if trouble is None else 503)


@get("/metrics", sync_to_thread=False)
def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    """Everything that is measured, as Prometheus reads it."""
    measures: Measures = request.app.state.measures
    return Response(measures.metrics.text(), media_type="text/plain; version=0.0.4")


HEALTH = [healthz, metrics]
