"""Scenarios on a server: offered, begun, stored, replayed, and their dice checked."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.server.playing import (
    OPENED,
    WAIT,
    Server,
    begin_with_friends,
    play_on,
    wait_until_served,
)

from napoleon.rules import Game
from napoleon.scenarios import SHIPPED
from napoleon.scenarios.library import shipped
from napoleon.server.store import admin

OWN = """\
napoleon-scenario 1
[position]
turn 5
ligny: FR-1-I1
wavre: PR-1-I1
aim french ligny until 5
[en]
title: Mine
summary: Two units.
"""


@pytest.mark.parametrize("lang", ["en", "nl", "fr", "de"])
def test_scenarios_are_listed_in_every_language(server: Server, lang: str) -> None:
    listed = server.visitor().get(f"/api/scenarios?lang={lang}")
    assert [one["id"] for one in listed] == list(SHIPPED)
    for one in listed:
        assert one["title"] and one["summary"] and one["aim"] and one["history"] and one["sources"]


def test_a_scenario_is_played_to_its_end_over_sockets(server: Server) -> None:
    """Its aim is in every view; record, replay, dice and rematch are as in any game."""
    game, people = begin_with_friends(server, 2, "wavre")
    sitting = [person.sit(game, seat) for seat, person in people.items()]
    assert sitting[0].view["aim"] == {"side": "french", "town": "wavre", "until": 11}
    play_on(sitting, random.Random(1815))
    host = people["french"]
    table = host.get(f"/api/games/{game}")
    assert table["scenario"] == "wavre" and table["status"] == "over"
    assert table["result"]["rule"] in ("10", "10.2")
    record = host.http.get(f"{server.url}/api/games/{game}/record").text
    assert "position: aim french wavre until 11" in record
    replayed = Game.replay(record)
    assert replayed.result is not None
    assert replayed.result.as_dict() == table["result"]
    dice = host.get(f"/api/games/{game}/dice")
    assert dice["ok"]
    assert admin.check_dice(dice["commitment"], dice["key"], record) is None
    replay = host.get(f"/api/games/{game}/replay?seat=french&step=0")
    assert replay["steps"] > 5
    again = host.post(f"/api/games/{game}/rematch")["id"]
    assert host.get(f"/api/games/{again}")["scenario"] == "wavre"
    assert host.sit(again, "allied").view["aim"] == sitting[0].view["aim"]


def test_a_scenario_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    """What is stored is enough to bring it back."""
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}").start()
    host = server.visitor()
    game = host.begin({"french": "me", "allied": "me"}, "ligny")
    french = host.sit(game, "french")
    assert french.act("draw 0")["ok"]
    before = french.view
    server.kill()
    server.start()
    assert host.sit(game, "french").view == before


def test_what_is_not_offered_is_refused(server: Server) -> None:
    """Scenarios that are not there, and a third player without an army."""
    host = server.visitor()
    seats = {"french": "me", "allied": "me"}
    body = {"scenario": "agincourt", "players": 2, "visibility": "open", "seats": seats}
    assert host.refused("/api/games", body) == (400, "bad-request")
    three = dict.fromkeys(("french", "anglo-dutch", "prussian"), "me")
    body = {"scenario": "ligny", "players": 3, "visibility": "open", "seats": three}
    assert host.refused("/api/games", body) == (400, "bad-request")
    assert host.begin(three, "waterloo")


@pytest.mark.parametrize("side", ["french", "allied"])
def test_the_computer_plays_a_scenario(server: Server, side: str) -> None:
    """A recruit answers in its seat, and the game goes on to its end."""
    other = "allied" if side == "french" else "french"
    host = server.visitor()
    game = host.begin({side: "me", other: "computer:recruit"}, "quatre-bras")
    player = host.sit(game, side)
    rng = random.Random(16)
    while player.view["result"] is None:
        if player.offers:
            assert player.act(rng.choice(player.offers))["ok"]
            player.catch_up()
        else:
            player.wait("state")
    assert player.view["result"]["winner"] in ("french", "allied")


def test_a_file_of_ones_own_is_served_to_oneself(tmp_path: Path) -> None:
    """`napoleon play --scenario FILE` offers it beside ours, and begins with its form."""
    (tmp_path / "mine.txt").write_text(OWN, "utf-8")
    command = [
        *(sys.executable, "-m", "napoleon", "play", "--no-browser", "--port", "0"),
        *("--database", f"sqlite:///{tmp_path / 'games.sqlite'}"),
        *("--scenario", str(tmp_path / "mine.txt")),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    OPENED.callback(process.wait, WAIT)
    OPENED.callback(process.terminate)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"(http://\S+:\d+)/new\?scenario=mine", line)
    assert found is not None, line
    wait_until_served(found[1])
    with httpx.Client(base_url=found[1], timeout=WAIT) as client:
        listed = client.get("/api/scenarios").json()
        assert [one["title"] for one in listed][-1] == "Mine"
        assert len(listed) == len(shipped()) + 1
        client.get("/api/me")
        body = {"scenario": "mine", "seats": {"french": "me", "allied": "me"}}
        assert client.post("/api/games", json=body).status_code == 201
    process.stdout.close()
