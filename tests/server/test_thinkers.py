"""Computers that think in other processes: pace, skip, advice, and what happens when one breaks."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest
from tests.server.playing import GENEROUS, WAIT, Player, Server

from napoleon.ai.worker.letters import Correspondence
from napoleon.lab.random_play import new_random_game
from napoleon.server.computers.asking import NoAnswer
from napoleon.server.computers.pool import WorkerPool
from napoleon.server.http import seating, stories
from napoleon.server.http.messages import NewGame
from napoleon.server.limits import Limits
from napoleon.server.live.hall import Hall
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import tables as store
from napoleon.server.store import upgrading

SLEEPER = (sys.executable, "-c", "import time; time.sleep(60)")
QUITTER = (sys.executable, "-c", "raise SystemExit")
BABBLER = (sys.executable, "-c", "print('[' * 9, flush=True); input(); input()")


def letter(level: str = "random", game: str = "g") -> Correspondence:
    return Correspondence(game, "french", level, 1)


def test_nothing_is_started_before_somebody_asks() -> None:
    pool = WorkerPool(most=2)
    assert pool.started == 0

    async def ask() -> list[int]:
        game = new_random_game(0, "historical", 2)
        letters = [letter(game=name).write(game) for name in ("a", "b", "c")]
        replies = await asyncio.gather(*[pool.ask(one) for one in letters])
        assert all(reply.code in one.codes for reply, one in zip(replies, letters, strict=True))
        return [reply.code for reply in replies]

    asyncio.run(ask())
    assert pool.started == 2
    pool.close()
    assert pool.started == 0


@pytest.mark.parametrize("command", [SLEEPER, QUITTER, BABBLER], ids=["sleeps", "dies", "babbles"])
def test_one_that_breaks_is_replaced(command: tuple[str, ...]) -> None:
    pool = WorkerPool(most=1, limit=1.0, command=command)

    async def ask() -> None:
        game = new_random_game(0, "historical", 2)
        for _ in range(2):
            with pytest.raises(NoAnswer):
                await pool.ask(letter().write(game))

    begun = time.monotonic()
    asyncio.run(ask())
    pool.close()
    assert time.monotonic() - begun < 10


def test_nobody_waits_for_the_story_of_another_game(tmp_path: Path) -> None:
    engine = store.open_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    upgrading.migrate(engine)

    async def ask() -> bool:
        hall = Hall(engine, Limits(), 0.0, 10)
        hall.computers.tellers.close()
        hall.computers.tellers = WorkerPool(most=1, command=SLEEPER)
        await hall.open()
        person = Person("p", "P", None, "en")
        game = await seating.begin(hall, person, NewGame({"french": "me", "allied": "me"}))
        telling = asyncio.ensure_future(
            stories.tell_story(hall, hall.rooms[game], person.id, person.lang)
        )
        written = letter().write(new_random_game(0, "historical", 2))
        reply = await hall.computers.pool.ask(written)
        is_first = not telling.done() and reply.code in written.codes
        await hall.close()
        with pytest.raises(Refused):
            await telling
        return is_first

    assert asyncio.run(ask())
    engine.dispose()


def test_a_game_goes_on_without_any_thinker(tmp_path: Path) -> None:
    engine = store.open_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    upgrading.migrate(engine)

    async def play() -> bool:
        hall = Hall(engine, Limits(), 0.0, 10)
        hall.computers.pool = WorkerPool(most=1, command=QUITTER)
        await hall.open()
        person = Person("p", "P", None, "en")
        seats = {"french": "computer:officer", "allied": "me"}
        game = await seating.begin(hall, person, NewGame(seats))
        room = hall.rooms[game]
        table = room.table
        room.connections[None, "en"] = []  # the first move waits for somebody who looks on
        hall.computers.wake(room)
        deadline = time.monotonic() + WAIT

        def is_going_on() -> bool:
            """Two moves by chance; the first may end the turn."""
            return table.v >= 2 or (table.v == 1 and not table.thinking())

        while not is_going_on() and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        await hall.close()
        return is_going_on()

    assert asyncio.run(play())
    engine.dispose()


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == process:
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize("is_killed", [True, False])
def test_a_server_leaves_nobody_behind(tmp_path: Path, is_killed: bool) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS).start()
    assert server.process is not None
    person = server.visitor()
    assert children_of(server.process.pid) == []
    game = person.begin({"french": "computer:random", "allied": "me"})
    player = person.sit(game, "allied")
    while player.v < 1:
        player.receive()
    children = children_of(server.process.pid)
    assert children
    if is_killed:
        server.kill()
    else:
        server.stop()
        assert server.process.returncode is not None
    deadline = time.monotonic() + WAIT
    while [child for child in children if Path(f"/proc/{child}").exists()]:
        assert time.monotonic() < deadline, "a worker lives on"
        time.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(children[0], 0)


def wait_for_my_turn(player: Player) -> None:
    deadline = time.monotonic() + WAIT
    while not player.offers:
        assert time.monotonic() < deadline
        player.receive()


def test_computers_move_as_fast_as_they_think(tmp_path: Path) -> None:
    """Where a person plays, whatever the brake; but the first move waits until somebody looks."""
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS, pace=600).start()
    person = server.visitor()
    game = person.begin({"french": "computer:random", "allied": "me"})
    assert person.get("/api/games")[0]["to_act"] == ["french"]
    player = person.sit(game, "allied")
    assert player.state["thinking"] == ["french"]
    wait_for_my_turn(player)
    assert player.state["thinking"] == []
    # What nobody looks at is played on.
    player.act("end")
    player.close()
    deadline = time.monotonic() + WAIT
    while person.get("/api/games")[0]["to_act"] != ["allied"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_brake_and_skip(tmp_path: Path) -> None:
    """Computers that play alone wait for those who look on."""
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS, pace=600).start()
    person = server.visitor()
    game = person.begin({"french": "computer:random", "allied": "me"})
    player = person.sit(game, "allied")
    wait_for_my_turn(player)
    player.send({"t": "takeover", "seat": "allied", "level": "recruit"})
    while not player.people["seats"]["allied"]["stand_in"]:
        player.receive()
    version = player.v
    while player.v == version:  # the first move comes at once, even if it ends the turn
        player.receive()
    turn, version = player.view["turn"], player.v
    for _ in range(100):  # in which they would have made many moves
        player.catch_up()
    assert player.view["turn"] == turn and player.state["thinking"]
    watch = person.get(f"/api/games/{game}")["watch"]
    spectator = Player(server, f"/ws/watch/{watch}", None).open()
    spectator.send({"t": "skip"})
    while not spectator.errors:
        spectator.receive()
    assert spectator.errors[-1]["code"] == "not-yours"
    player.send({"t": "skip"})
    while player.view["turn"] == turn:
        player.receive()
    player.send({"t": "takeback", "seat": "allied"})
    while player.people["seats"]["allied"]["stand_in"]:
        player.receive()
    assert player.view["turn"] == turn + 1, "one turn was skipped, and no more"


def hint(player: Player, **more: object) -> dict[str, object]:
    message = {"t": "hint", "seat": player.seat, "v": player.v, "level": "officer", **more}
    return player.ask(message, "hint")


def test_advice(server: Server) -> None:
    person = server.visitor()
    game = person.begin({"french": "me", "allied": "open"}, advice=True)
    player = person.sit(game, "french", lang="nl")
    before = player.v
    answer = hint(player)
    assert answer["ok"], answer
    assert answer["action"] in player.offers
    assert answer["text"] and answer["label"]
    assert hint(player)["action"] == answer["action"], "the same position, the same advice"
    assert player.v == before
    # Who follows hears how it goes on; who takes it back hears the same again.
    assert player.act(str(answer["action"]))["ok"]
    assert hint(player)["action"] in player.offers
    assert player.undo()["ok"]
    assert hint(player)["action"] == answer["action"]
    before = player.v
    assert not hint(player, v=before + 5)["ok"]
    # Several at once: only one is thought about.
    for number in (101, 102, 103):
        player.send(
            {"t": "hint", "id": number, "seat": "french", "v": player.v, "level": "marshal"}
        )
    answers = [player.wait("hint") for _ in range(3)]
    assert sorted(bool(one["ok"]) for one in answers) == [False, False, True]
    assert answers[-1]["ok"]


def test_advice_for_all_who_go_the_same_way(server: Server) -> None:
    person = server.visitor()
    game = person.begin({"french": "me", "allied": "open"}, advice=True)
    player = person.sit(game, "french")
    first = hint(player)
    together = [str(first["action"]), *list_of(first["more"])]
    assert len(together) > 1
    assert set(together) <= set(player.offers)
    goals = {action.split()[-1] for action in together}
    assert len(goals) == 1, "all to one town"
    assert f"March {len(together)} units to" in str(first["label"])
    assert player.act(*together)["ok"]
    after = hint(player)
    assert after["ok"]
    assert after["action"] in player.offers
    assert after["action"] not in together


def list_of(value: object) -> list[str]:
    assert isinstance(value, list)
    return value


def test_advice_is_for_the_seat_alone(server: Server) -> None:
    person = server.visitor()
    game = person.begin({"french": "me", "allied": "open"}, advice=True)
    player = person.sit(game, "french")
    table = person.get(f"/api/games/{game}")
    spectator = Player(server, f"/ws/watch/{table['watch']}", None).open()
    other = server.visitor()
    other.post(f"/api/join/{table['invites']['allied']}")
    guest = other.sit(game, "allied")
    ask = {"t": "hint", "seat": "french", "v": player.v, "level": "officer"}
    weigh = {"t": "odds", "seat": "french", "v": player.v, "town": "charleroi", "units": []}
    for who in (spectator, guest):
        for message in (ask, weigh):
            who.send(message)
            known = len(who.errors)
            while len(who.errors) == known:
                who.receive()
            assert who.errors[-1]["code"] == "not-yours"
    assert hint(guest, seat="allied", v=guest.v)["ok"] is False, "it is not his turn"
    assert hint(player)["ok"]
    for who in (spectator, guest):
        who.catch_up()
        assert not any('"t":"hint","id":1,"ok":true' in text for text in who.received)


def test_between_people_advice_is_a_choice_of_the_table(server: Server) -> None:
    person = server.visitor()
    for seats, advice, expected in (
        ({"french": "me", "allied": "open"}, None, False),
        ({"french": "me", "allied": "me"}, None, False),
        ({"french": "me", "allied": "open"}, True, True),
        ({"french": "me", "allied": "computer:random"}, None, True),
        ({"french": "me", "allied": "computer:random"}, False, False),
    ):
        game = person.begin(seats, advice=advice)
        table = person.get(f"/api/games/{game}")
        assert table["advice"] is expected, (seats, advice)
        for token in table["invites"].values():
            assert person.get(f"/api/join/{token}")["advice"] is expected
    game = person.begin({"french": "me", "allied": "open"})
    player = person.sit(game, "french")
    assert hint(player)["ok"] is False
    weigh = {"t": "odds", "seat": "french", "v": player.v, "town": "charleroi", "units": ["FR-C1"]}
    refused = player.ask(weigh, "odds")
    assert not refused["ok"] and "not asked" in refused["text"]


def test_odds(server: Server) -> None:
    person = server.visitor()
    game = person.begin({"french": "me", "allied": "open"}, advice=True)
    player = person.sit(game, "french")
    units = [unit["id"] for unit in player.view["units"] if unit["town"] == "beaumont"]
    ask = {"t": "odds", "seat": "french", "v": player.v, "town": "charleroi", "units": units}
    answer = player.ask(ask, "odds")
    assert answer["ok"] and 0.35 < answer["win"] < 0.85, "three of them get over the Sambre"
    assert 0 < answer["error"] < 0.1
    assert set(answer) >= {"own_losses", "enemy_losses", "own_points", "enemy_points"}
    alone = player.ask({**ask, "units": ["FR-C1"]}, "odds")
    assert alone["ok"] and alone["win"] < 0.3
    wrong: list[dict[str, object]] = [
        {"town": "nowhere"},
        {"units": []},
        {"units": ["PR-B"]},
        {"v": 77},
    ]
    for more in wrong:
        refused = player.ask({**ask, **more}, "odds")
        assert not refused["ok"] and refused["text"]
