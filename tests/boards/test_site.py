"""A site that offers a corrected board too: what is packed, and games on both in one browser."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.boards.correcting import NEW_TOWN
from tests.site.test_house import ALONE, Tab, run

from napoleon.ai.worker.letters import Correspondence, format_letter, parse_reply
from napoleon.cli import main
from napoleon.rules import Board, BoardError, Game, Options, SeededDice
from napoleon.rules.board import tables
from napoleon.rules.board.tables import SHIPPED, lay
from napoleon.site import packing
from napoleon.site.home.boards import format_boards, packed_boards, parse_boards
from napoleon.site.making import MARK, make_site

pytestmark = pytest.mark.once


def test_what_is_packed_is_the_board(corrected: Board) -> None:
    """The tables that are not ours, and no others."""
    text = format_boards([corrected])
    assert set(json.loads(text)[0]["texts"]) == {
        "towns.csv",
        "roads.csv",
        "units.csv",
        "terrain.csv",
    }
    tables._KNOWN.remove(corrected)
    (again,) = parse_boards(text)
    assert (again.name, again.hash, again.texts) == (
        corrected.name,
        corrected.hash,
        corrected.texts,
    )


def test_it_lies_in_the_package_where_the_browser_looks(
    corrected: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert packed_boards() == []  # outside a site there is none
    plain = packing.pack()
    with zipfile.ZipFile(io.BytesIO(packing.pack([corrected]))) as packed:
        assert set(packed.namelist()) - set(zipfile.ZipFile(io.BytesIO(plain)).namelist()) == {
            "napoleon/site/home/boards.json"
        }
        packed.extract("napoleon/site/home/boards.json", tmp_path)
    package = tmp_path / "napoleon" / "site" / "home"

    def get_data(name: str, file: str) -> bytes:
        assert name == "napoleon.site.home"
        return (package / file).read_bytes()

    monkeypatch.setattr("pkgutil.get_data", get_data)
    assert packed_boards() == [corrected]
    assert packing.pack() == plain


THINK = """
import sys
from napoleon.site.home import thinker
print(thinker.think(sys.stdin.read()))
"""


@pytest.mark.parametrize("has_board", [True, False])
def test_whoever_thinks_in_a_browser_knows_it(
    corrected: Board, tmp_path: Path, has_board: bool
) -> None:
    """A letter about a game on it is answered by what is packed, and by nothing else."""
    with zipfile.ZipFile(io.BytesIO(packing.pack([corrected] if has_board else []))) as packed:
        packed.extractall(tmp_path)
    game = Game.new("historical", Options(), SeededDice(1), corrected)
    letter = Correspondence("game", "french", "officer", 1).write(game)
    done = subprocess.run(
        [sys.executable, "-c", THINK],
        input=format_letter(letter),
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=120,
    )
    reply = parse_reply(done.stdout)
    if has_board:
        assert not reply.problem and reply.code in letter.codes
    else:
        assert "belongs to the board 'corrected-board'" in reply.problem


@pytest.fixture
def offered(corrected: Board, monkeypatch: pytest.MonkeyPatch) -> str:
    """A corrected board in every house from now on; its id."""
    monkeypatch.setattr("napoleon.site.home.house.packed_boards", lambda: [corrected])
    return f"corrected-board-{corrected.hash}"


def test_games_on_both_boards_in_one_browser(offered: str) -> None:
    """In turns, against an officer each, and gone on with in another tab."""
    known: list[Any] = []

    async def play(tab: Tab) -> None:
        assert [one["id"] for one in await tab.call("GET", "/api/boards")] == ["", offered]
        ours = await tab.begin(ALONE)
        theirs = await tab.begin(ALONE, board=offered)
        table = await tab.call("GET", f"/api/games/{theirs}")
        assert table["board"] == offered
        await tab.enter(theirs, "french")
        assert NEW_TOWN in {block["town"] for block in tab.state["view"]["blocks"]}
        march = next(one for one in tab.state["offers"] if one.startswith("march"))
        assert (await tab.act(march))["ok"]
        known[:] = [ours, theirs, tab.state["view"], tab.state["offers"]]

    async def go_on(tab: Tab) -> None:
        ours, theirs, view, offers = known
        await tab.enter(theirs, "french")
        assert (tab.state["view"], tab.state["offers"]) == (view, offers)
        while tab.state["view"]["turn"] <= 2:  # the officer moves too, when it is his turn
            if tab.state["offers"]:
                await tab.act("end" if "end" in tab.state["offers"] else tab.state["offers"][0])
            else:
                count = len(tab.heard)
                await tab.until(lambda count=count: len(tab.heard) > count)  # type: ignore[misc]
        events = [event for one in tab.heard for event in one.get("events", [])]
        assert "allied" in {event["side"] for event in events if event["kind"] == "marched"}
        tab.heard.clear()
        await tab.enter(ours, "french")
        towns = {block["town"] for block in tab.state["view"]["blocks"]}
        assert "brussels" in towns and NEW_TOWN not in towns
        listed = await tab.call("GET", "/api/games")
        assert {one["id"] for one in listed} == {ours, theirs}

    run(go_on, run(play))


def test_a_site_without_the_board_says_so(
    offered: str, monkeypatch: pytest.MonkeyPatch, corrected: Board
) -> None:
    """Nothing of the game is lost: with the board it goes on."""
    known: list[str] = []

    async def play(tab: Tab) -> None:
        known.append(await tab.begin(ALONE, board=offered))

    async def look(tab: Tab) -> None:
        assert await tab.house.room(known[0]) is None
        assert "belongs to the board 'corrected-board'" in tab.house.broken[known[0]]

    async def go_on(tab: Tab) -> None:
        await tab.enter(known[0], "french")
        assert tab.state["offers"]

    box = run(play)
    tables._KNOWN.remove(corrected)
    lay(SHIPPED)
    with monkeypatch.context() as change:
        change.setattr("napoleon.site.home.house.packed_boards", list)
        run(look, box)
    tables.add_board(corrected)
    run(go_on, box)


def test_a_broken_board_is_refused_before_anything_is_taken_away(
    folder: Path, tmp_path: Path, forget: None, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "terrain.csv").write_text("kind,blocks\nwoods,3\n", "utf-8")
    site = tmp_path / "site"
    site.mkdir()
    (site / MARK).write_text("", "utf-8")
    (site / "index.html").write_text("as it was", "utf-8")
    with pytest.raises(BoardError, match="no row for farm"):
        make_site(site, boards=[folder])
    assert main(["site", "--out", str(site), "--board", str(folder)]) == 2
    assert "terrain.csv, row 2: there is no row for farm" in capsys.readouterr().err
    assert (site / "index.html").read_text("utf-8") == "as it was"
