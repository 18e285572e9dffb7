"""What is measured, in the form that Prometheus reads."""

from __future__ import annotations

import random
import re

import httpx
from tests.server.playing import Server, begin_with_friends, play_on

from napoleon.server.metrics import Metrics


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
