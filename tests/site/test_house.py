"""The house that a browser is: the server's tables in a box, without the browser."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from napoleon.ai.worker.letters import format_reply, parse_letter
from napoleon.ai.worker.worker import Worker
from napoleon.server.http.lobby_routes import LOBBY
from napoleon.server.http.practice_routes import PRACTICE
from napoleon.server.http.routes import ROUTES
from napoleon.server.http.rules_routes import RULES
from napoleon.server.store.jobs import Conflict
from napoleon.site.home.box import Change
from napoleon.site.home.calls import CALLS, Answer, answer
from napoleon.site.home.house import House
from napoleon.site.home.lines import Lines
from napoleon.site.home.thinking import ThinkerPool

ALONE = {"french": "me", "allied": "computer:officer"}
BOTH = {"french": "me", "allied": "me"}


class MemoryBox:
    """Rows in memory; it can fail, and says what was stored when."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self.is_full = False
        self.writes = 0

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        await asyncio.sleep(0)
        return sorted((key, row) for key, row in self.rows.items() if key.startswith(prefix))

    async def write(self, changes: Sequence[Change]) -> None:
        await asyncio.sleep(0)
        if self.is_full:
            raise OSError("QuotaExceededError")
        if any(change.is_new and change.key in self.rows for change in changes):
            raise Conflict("there is such a row")
        for change in changes:
            if change.value is None:
                self.rows.pop(change.key, None)
            else:
                self.rows[change.key] = change.value
        self.writes += 1


class NoLocks:
    """Tabs that share nothing but the box."""

    def __init__(self) -> None:
        self.lost: dict[str, Callable[[], None]] = {}

    async def take(self, game: str, on_lost: Callable[[], None]) -> None:
        self.lost[game] = on_lost

    def give(self, game: str) -> None:
        self.lost.pop(game, None)


class ThinkerHere:
    """Thinks in this process."""

    def __init__(self) -> None:
        self.worker = Worker()

    async def ask(self, letter: str) -> str:
        await asyncio.sleep(0)
        return format_reply(self.worker.answer(parse_letter(letter)))

    def end(self) -> None:
        """Nothing runs on."""


class Tab:
    """A tab of the browser: its house, and what its page hears."""

    def __init__(self, box: MemoryBox) -> None:
        self.box = box
        self.locks = NoLocks()
        self.house = House(box, self.locks, ThinkerPool(ThinkerHere), 0.0)
        self.heard: list[dict[str, Any]] = []
        self.stored_when_told: list[int] = []
        self.closed: list[int] = []
        self.lines = Lines(self.house, self._hear)

    def _hear(self, number: int, text: str | None, code: int) -> None:
        if text is None:
            self.closed.append(code)
            return
        message = json.loads(text)
        self.heard.append(message)
        if message["t"] == "answer":
            moves = [key for key in self.box.rows if key.startswith("move/")]
            self.stored_when_told.append(len(moves))

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        text = body if isinstance(body, str) else json.dumps(body) if body is not None else ""
        found = await answer(self.house, method, path, text)
        assert found.status == 200, found
        return json.loads(found.text) if "json" in found.kind else found.text

    async def begin(self, seats: dict[str, str], **more: Any) -> str:
        wish = {"scenario": "historical", "players": 2, "visibility": "open", "seats": seats}
        made = await self.call("POST", "/api/games", {**wish, **more})
        return str(made["id"])

    async def enter(self, game: str, seat: str) -> None:
        await self.lines.open(1, f"/ws/game/{game}")
        self.say({"t": "hello", "seat": seat})
        await self.until(lambda: any(one["t"] == "state" for one in self.heard))

    def say(self, message: dict[str, Any]) -> None:
        self.lines.hear(1, json.dumps(message))

    @property
    def state(self) -> dict[str, Any]:
        return next(one for one in reversed(self.heard) if one["t"] == "state")

    async def act(self, action: str) -> dict[str, Any]:
        count = len(self.answers())
        state = self.state
        self.say(
            {"t": "act", "id": count, "seat": state["seat"], "v": state["v"], "actions": [action]}
        )
        await self.until(lambda: len(self.answers()) > count)
        return self.answers()[-1]

    def answers(self) -> list[dict[str, Any]]:
        return [one for one in self.heard if one["t"] == "answer"]

    async def until(self, is_so: Callable[[], bool]) -> None:
        async def look() -> None:
            while not is_so():
                await asyncio.sleep(0.001)

        await asyncio.wait_for(look(), 60)


def run(work: Callable[[Tab], Awaitable[None]], box: MemoryBox | None = None) -> MemoryBox:
    """Let somebody do something in a new tab."""
    kept = box or MemoryBox()

    async def main() -> None:
        await work(Tab(kept))

    asyncio.run(main())
    return kept


def test_a_game_is_stored_before_it_is_told_and_goes_on_in_another_tab() -> None:
    known: list[Any] = []

    async def play(tab: Tab) -> None:
        game = await tab.begin(ALONE)
        await tab.enter(game, "french")
        march = next(one for one in tab.state["offers"] if one.startswith("march"))
        assert (await tab.act(march))["ok"]
        assert tab.stored_when_told == [1]
        known[:] = [game, tab.state["view"], tab.state["offers"]]

    async def go_on(tab: Tab) -> None:
        game, view, offers = known
        await tab.enter(game, "french")
        assert tab.state["view"] == view
        assert tab.state["offers"] == offers
        assert [game] == [one["id"] for one in await tab.call("GET", "/api/games")]
        while tab.state["offers"]:  # the officer moves too, when it is his turn
            await tab.act("end" if "end" in tab.state["offers"] else tab.state["offers"][0])
            if tab.state["view"]["turn"] > 2:
                break
        await tab.until(lambda: tab.state["view"]["turn"] > 2)
        assert len([key for key in tab.box.rows if key.startswith("move/")]) > 5

    run(go_on, run(play))


def test_a_seat_is_sent_its_own_view_alone_until_the_other_is_asked_for() -> None:
    async def play(tab: Tab) -> None:
        game = await tab.begin(BOTH)
        await tab.enter(game, "french")
        await tab.act("end")
        assert {one["seat"] for one in tab.heard if one["t"] == "state"} == {"french"}
        assert all(unit["id"].startswith("FR") for unit in tab.state["view"]["units"])
        tab.say({"t": "hello", "seat": "allied"})
        await tab.until(lambda: tab.state["seat"] == "allied")
        assert not any(unit["id"].startswith("FR") for unit in tab.state["view"]["units"])

    run(play)


def test_what_cannot_be_kept_was_not_done() -> None:
    async def play(tab: Tab) -> None:
        game = await tab.begin(ALONE)
        await tab.enter(game, "french")
        before = tab.state["view"]
        march = next(one for one in tab.state["offers"] if one.startswith("march"))
        tab.box.is_full = True
        refused = await tab.act(march)
        assert not refused["ok"] and "in this browser" in refused["text"]
        tab.box.is_full = False
        count = len([one for one in tab.heard if one["t"] == "state"])
        await tab.until(lambda: len([one for one in tab.heard if one["t"] == "state"]) > count - 1)
        await tab.until(lambda: not tab.house.rooms[game].is_renewing)
        assert tab.state["view"] == before
        assert (await tab.act(march))["ok"]

    run(play)


def test_of_two_tabs_one_plays_and_the_other_is_told() -> None:
    async def play(tab: Tab) -> None:
        game = await tab.begin(ALONE)
        await tab.enter(game, "french")
        march, other = [one for one in tab.state["offers"] if one.startswith("march")][:2]
        second = Tab(tab.box)
        await second.enter(game, "french")
        assert (await second.act(march))["ok"]
        # Nobody has told the first yet: it cannot store upon what it does not know.
        assert not (await tab.act(other))["ok"]
        await tab.until(lambda: not tab.house.rooms[game].is_renewing)
        assert tab.state["view"] == second.state["view"]
        tab.locks.lost[game]()
        await tab.until(lambda: bool(tab.closed))
        assert tab.closed == [4403]
        assert any(one["t"] == "error" and one["code"] == "elsewhere" for one in tab.heard)

    run(play)


def test_games_travel_and_the_longer_story_stays() -> None:
    packed: list[str] = []

    async def pack(tab: Tab) -> None:
        game = await tab.begin(ALONE)
        packed.append(json.dumps(await tab.call("GET", "/luggage")))
        await tab.enter(game, "french")
        await tab.act(next(one for one in tab.state["offers"] if one.startswith("march")))
        packed.append(json.dumps(await tab.call("GET", f"/luggage?game={game}")))

    async def unpack(tab: Tab) -> None:
        short, long = packed
        assert await tab.call("POST", "/luggage", short) == {"games": 1, "known": 0}
        assert await tab.call("POST", "/luggage", long) == {"games": 1, "known": 0}
        assert await tab.call("POST", "/luggage", short) == {"games": 0, "known": 1}
        (game,) = await tab.call("GET", "/api/games")
        assert game["my_seats"] == ["french"], "whoever takes it in plays it"
        await tab.enter(game["id"], "french")
        assert tab.state["view"]["can_undo"]

    run(pack)
    run(unpack)


def test_a_game_is_deleted_whole_and_no_other() -> None:
    async def play(tab: Tab) -> None:
        game, other = await tab.begin(ALONE), await tab.begin(ALONE)
        await tab.enter(game, "french")
        await tab.act(next(one for one in tab.state["offers"] if one.startswith("march")))
        await tab.call("POST", f"/luggage/{game[:3]}/delete")
        assert len(await tab.call("GET", "/api/games")) == 2, "a part of a name is no name"
        await tab.call("POST", f"/luggage/{game}/delete")
        assert [one["id"] for one in await tab.call("GET", "/api/games")] == [other]
        assert not [key for key in tab.box.rows if game in key]
        assert tab.closed == [4403], "whoever has it open is told"

    run(play)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"form":1,"version":"","me":{"id":"","name":"","account":null,"lang":"en"},"rows":[["me","x"]]}',
        '{"form":2,"rows":[]}',
    ],
)
def test_what_is_no_luggage_is_refused(text: str) -> None:
    async def unpack(tab: Tab) -> None:
        found = await answer(tab.house, "POST", "/luggage", text)
        assert found.status == 400
        assert not [key for key in tab.box.rows if key != "me"]

    run(unpack)


def test_a_record_comes_in_and_its_end_can_be_looked_at() -> None:
    async def play(tab: Tab) -> None:
        game = await tab.begin(BOTH)
        await tab.enter(game, "french")
        await tab.act(next(one for one in tab.state["offers"] if one.startswith("march")))
        await tab.call("POST", f"/api/games/{game}/resign", {"seat": "french"})
        record = await tab.call("GET", f"/api/games/{game}/record")
        other = (await tab.call("POST", "/luggage/record", record))["id"]
        shown = await tab.call("GET", f"/api/games/{other}/replay?seat=referee&step=1")
        assert shown["steps"] >= 1 and shown["view"]["truth"]
        dice = await tab.call("GET", f"/api/games/{game}/dice")
        assert dice["ok"] and len(dice["key"]) == 64
        found = await answer(tab.house, "POST", "/luggage/record", "no record")
        assert found.status == 400
        await tab.call("POST", f"/luggage/{other}/delete")
        assert [one["id"] for one in await tab.call("GET", "/api/games")] == [game]

    run(play)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/rules", "rule-body"),
        ("/rules?q=river", "rule-hits"),
        ("/rules/5.4?lang=fr", 'data-lang="fr"'),
        ("/aid", "rule-body"),
        ("/rules/print", "printed-chapter"),
    ],
)
def test_the_rules_are_there(path: str, words: str) -> None:
    async def read(tab: Tab) -> None:
        assert words in await tab.call("GET", path)

    run(read)


def test_what_needs_a_server_says_so() -> None:
    async def attempt(tab: Tab) -> None:
        seats = {"french": "me", "allied": "open"}
        wish = json.dumps({"seats": seats, "players": 2, "scenario": "historical"})
        asked: list[Answer] = [
            await answer(tab.house, "POST", "/api/games", wish),
            await answer(tab.house, "POST", "/api/login", "{}"),
            await answer(tab.house, "GET", "/api/join/abc", ""),
        ]
        assert {found.status for found in asked} == {409}
        assert (await answer(tab.house, "GET", "/api/nothing", "")).status == 404

    run(attempt)


def test_every_call_of_the_server_is_answered_here_too() -> None:
    """None was forgotten: answered, or refused because it needs a server."""
    ours = {(method, re.sub(r"\{\}(\.json)?", "{}", path)) for method, path, _ in CALLS}
    theirs = {
        (method, re.sub(r"\{\w+:\w+\}", "{}", path))
        for handler in [*ROUTES, *LOBBY, *PRACTICE, *RULES]
        for method in handler.http_methods - {"HEAD", "OPTIONS"}
        for path in handler.paths
    }
    assert len(theirs) > 25
    assert theirs - ours == set()
