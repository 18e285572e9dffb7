"""What is measured, in the form that Prometheus reads."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import httpx
from litestar import Request
from tests.server.playing import Server, begin_with_friends, play_on

from napoleon.server.http.health import Insiders
from napoleon.server.metrics import Metrics, merge


def test_counters_gauges_and_histograms_as_text() -> None:
    metrics = Metrics('process="1"')
    metrics.counter("napoleon_actions_total", "Actions that were stored.")
    metrics.gauge("napoleon_games", "Games in memory.", lambda: 7)
    latency = metrics.histogram("napoleon_action_seconds", "From a message to its answer.")
    metrics.count("napoleon_actions_total", 3)
    for seconds in (0.001, 0.004, 3.0, 99.0):
        latency.observe(seconds)
    lines = metrics.text().splitlines()
    assert 'napoleon_actions_total{process="1"} 3' in lines
    assert 'napoleon_games{process="1"} 7' in lines
    assert 'napoleon_action_seconds_bucket{process="1",le="0.001"} 1' in lines
    assert 'napoleon_action_seconds_bucket{process="1",le="0.005"} 2' in lines
    assert 'napoleon_action_seconds_bucket{process="1",le="10.0"} 3' in lines
    assert 'napoleon_action_seconds_bucket{process="1",le="+Inf"} 4' in lines
    assert 'napoleon_action_seconds_count{process="1"} 4' in lines
    assert "# TYPE napoleon_action_seconds histogram" in lines


def test_without_labels_there_are_no_braces() -> None:
    metrics = Metrics()
    metrics.counter("x_total", "X.")
    assert metrics.text() == "# HELP x_total X.\n# TYPE x_total counter\nx_total 0\n"


def test_health_and_metrics_of_a_running_server(server: Server) -> None:
    game, people = begin_with_friends(server, 2)
    players = [person.sit(game, seat) for seat, person in people.items()]
    play_on(players, random.Random(1), 5)
    health = httpx.get(f"{server.url}/healthz")
    assert health.status_code == 200 and health.json()["ok"] is True
    text = httpx.get(f"{server.url}/metrics")
    assert text.headers["content-type"].startswith("text/plain; version=0.0.4")
    values = dict(re.findall(r"^(napoleon_\w+)\{[^}]*\} (\S+)$", text.text, re.MULTILINE))
    assert float(values["napoleon_moves_total"]) >= 5
    assert float(values["napoleon_sockets"]) >= 2
    assert float(values["napoleon_store_seconds_count"]) >= 5


def test_metrics_are_not_for_players(server: Server) -> None:
    # How many moves are stored would tell how many secret choices the enemy has made.
    for headers in ({"X-Forwarded-For": "198.51.100.1"}, {"Via": "1.1 Caddy"}):
        assert httpx.get(f"{server.url}/metrics", headers=headers).status_code == 404
        assert httpx.get(f"{server.url}/healthz", headers=headers).json() == {"ok": True}


def test_who_else_may_read_metrics(tmp_path: Path) -> None:
    options = ["--proxy", "127.0.0.1", "--metrics-for", "198.51.100.0/24"]
    insiders = Insiders(["198.51.100.0/24"])
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", options=options).start()
    told = {"X-Forwarded-For": "198.51.100.7"}  # a scraper does not come through the proxy
    assert httpx.get(f"{server.url}/metrics", headers=told).status_code == 404
    for address, is_one in (("198.51.100.7", True), ("203.0.113.1", False), ("::1", True)):
        scope: Any = {"type": "http", "client": (address, 1), "headers": []}
        assert insiders.admits(Request(scope)) is is_one


def test_processes_tell_their_metrics_as_one_text() -> None:
    texts = []
    for process in ("a", "b"):
        metrics = Metrics(f'process="{process}"')
        metrics.gauge("napoleon_games", "Games.", lambda: 7)
        metrics.histogram("napoleon_store_seconds", "Seconds.").observe(0.1)
        texts.append(metrics.text())
    lines = merge(texts).splitlines()
    assert lines[:4] == [
        "# HELP napoleon_games Games.",
        "# TYPE napoleon_games gauge",
        'napoleon_games{process="a"} 7',
        'napoleon_games{process="b"} 7',
    ]
    assert sum(line.startswith("#") for line in lines) == 4
    assert 'napoleon_store_seconds_count{process="b"} 1' in lines
