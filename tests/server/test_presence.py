"""How long people have been away: one truth for all processes that serve a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection
from tests.server.playing import Player, Server
from tests.server.test_processes import at, begin, two_servers
from tests.server.test_takeover import ask, refusal, stand_in, until

from napoleon.server.store import presence
from napoleon.server.store import tables as store

GAME, VICTIM = "game", "victim"
ABSENCE = 120.0  # seconds
SECOND = 1000
Here = set[tuple[str, str]]


@dataclass
class Processes:
    """A database that processes "a", "b" and so on serve, by a clock that the test turns."""

    engine: sa.Engine
    now: int = 1_800_000_000_000
    here: dict[str, Here] = field(default_factory=dict)  # the people in each that is alive

    def write(self, work: Callable[[Connection], object]) -> object:
        """Do something in a transaction."""
        with self.engine.connect().execution_options(is_writer=True) as database, database.begin():
            return work(database)

    def start(self, *names: str) -> None:
        """Let processes begin to serve."""
        for name in names:
            self.here[name] = set()
            self.live(name)

    def live(self, name: str) -> None:
        """Let a process say that it is alive."""
        here = self.here[name]
        self.write(lambda database: presence.keep_alive(database, name, here))

    def kill(self, *names: str) -> None:
        """Let processes die without a word."""
        for name in names:
            del self.here[name]

    def come(self, name: str, person: str = VICTIM) -> None:
        """A person opens the table in a process."""
        self.here[name].add((GAME, person))
        self.write(lambda database: presence.note(database, name, GAME, person, is_here=True))

    def go(self, name: str, person: str = VICTIM) -> None:
        """A person closes it."""
        self.here[name].discard((GAME, person))
        self.write(lambda database: presence.note(database, name, GAME, person, is_here=False))

    def wait(self, seconds: float) -> None:
        """Let time pass, in which those who live say so every few seconds."""
        while seconds > 0:
            step = min(5.0, seconds)
            self.now += int(step * SECOND)
            seconds -= step
            for name in self.here:
                self.live(name)

    def away(self, name: str) -> bool:
        """Whether a process would let a computer play for the victim."""
        found = self.write(lambda database: presence.away(database, name, GAME, ABSENCE))
        assert isinstance(found, set)
        return VICTIM in found


@pytest.fixture
def house(engine: sa.Engine, monkeypatch: pytest.MonkeyPatch) -> Processes:
    """A table at which the victim has a seat; no process serves yet."""
    house = Processes(engine)
    for module in (presence, store):
        monkeypatch.setattr(module, "read_shared_clock", lambda _: house.now)

    def lay(database: Connection) -> None:
        row = {"id": GAME, "scenario": "historical", "players": 2, "visibility": "open"}
        more = {"watch": "w", "key": b"", "start": "", "start_dice": "", "imported": -1}
        rest = {"created": "", "updated": "", "turn": 1, "to_act": "", "ending": ""}
        database.execute(sa.insert(store.games), {**row, **more, **rest})
        store.add_witness(database, GAME, VICTIM, "allied")

    house.write(lay)
    return house


def test_who_was_at_another_process_till_now_is_not_away(house: Processes) -> None:
    house.start("a", "b")
    house.come("b")
    house.wait(1000)
    house.go("b")
    assert not house.away("a") and not house.away("b")
    house.wait(ABSENCE - 1)
    assert not house.away("a")
    house.wait(1)
    assert house.away("a") and house.away("b")
    house.come("b")
    assert not house.away("a")


def test_who_looks_from_two_processes_is_there_till_both_are_left(house: Processes) -> None:
    house.start("a", "b")
    house.come("a")
    house.come("b")
    house.go("a")
    house.wait(2 * ABSENCE)
    assert not house.away("a")


def test_who_has_just_sat_down_is_not_away(house: Processes) -> None:
    house.start("a")
    house.wait(1000)
    house.write(lambda database: store.add_witness(database, GAME, "late", "prussian"))
    found = house.write(lambda database: presence.away(database, "a", GAME, ABSENCE))
    assert found == {VICTIM}


def test_a_process_that_dies_leaves_nobody_present_for_ever_nor_away_since_long(
    house: Processes,
) -> None:
    house.start("a", "b")
    house.come("b")
    house.wait(1000)
    house.kill("b")
    house.wait(15)
    assert not house.away("a"), "nobody knows yet that it is dead"
    house.wait(ABSENCE - 1)
    assert not house.away("a"), "his time begins when that is found"
    house.wait(30)
    assert house.away("a")


def test_who_is_there_is_so_after_his_process_was_taken_for_dead(house: Processes) -> None:
    house.start("a", "b")
    house.come("b")
    asleep = house.here.pop("b")  # as a machine is
    house.wait(60)
    house.here["b"] = asleep
    house.wait(ABSENCE + 60)
    assert not house.away("a")


@pytest.mark.parametrize("pause", [0, 1, 3600])
def test_a_restart_of_everything_gives_everybody_the_whole_absence(
    house: Processes, pause: int
) -> None:
    house.start("a", "b")
    house.come("b")
    house.go("b")
    house.wait(2 * ABSENCE)
    assert house.away("a")
    house.kill("a", "b")
    house.now += pause * SECOND
    house.start("c", "d")
    for _ in range(23):
        assert not house.away("c") and not house.away("d")
        house.wait(5)
    house.wait(10)
    assert house.away("c") and house.away("d")


def test_a_machine_that_slept_gives_everybody_the_whole_absence(house: Processes) -> None:
    house.start("a", "b")
    house.wait(ABSENCE - 30)
    house.now += 8 * 3600 * SECOND
    house.wait(5)
    assert not house.away("a") and not house.away("b")
    house.wait(ABSENCE)
    assert house.away("a") and house.away("b")


def test_a_clock_that_once_went_ahead_keeps_nobody_at_a_table(house: Processes) -> None:
    year = 365 * 86_400 * SECOND
    house.now += year
    house.start("a")
    house.come("a")
    house.go("a")
    house.write(lambda database: presence.end(database, "a"))
    house.kill("a")
    house.now -= year
    house.start("b")
    house.wait(ABSENCE)
    assert house.away("b")


def test_what_a_process_of_an_older_version_left_is_no_beginning(house: Processes) -> None:
    house.start("a")
    house.start("b")
    house.write(
        lambda database: database.execute(
            sa.update(store.processes).where(store.processes.c.id == "b").values(started=0)
        )
    )
    house.write(lambda database: database.execute(sa.update(store.witnesses).values(seen=0)))
    house.wait(5)
    assert not house.away("a")


def test_a_process_that_comes_later_takes_no_absence_back(house: Processes) -> None:
    house.start("a")
    house.wait(2 * ABSENCE)
    house.start("b")
    house.wait(5)  # until "a" has said again that it is alive
    assert house.away("a") and house.away("b")


def test_a_process_that_ends_in_order_leaves_at_once(house: Processes) -> None:
    house.start("a", "b")
    house.come("b")
    house.kill("b")
    assert house.write(lambda database: presence.end(database, "b")) == {GAME}
    house.wait(ABSENCE)
    assert house.away("a")


def test_what_was_not_noted_is_put_right(house: Processes) -> None:
    """On a full disk, for instance."""
    house.start("a", "b")
    house.here["b"].add((GAME, VICTIM))
    house.wait(2 * ABSENCE)
    assert not house.away("a")
    house.here["b"].clear()
    house.wait(ABSENCE)
    assert not house.away("a")
    house.wait(5)
    assert house.away("a")


def test_what_a_dead_process_of_a_file_said_is_gone_at_the_next_start(house: Processes) -> None:
    house.start("a")
    house.come("a")
    house.kill("a")
    changed = house.write(lambda database: presence.keep_alive(database, "b", set(), is_alone=True))
    assert changed == {GAME}
    assert house.write(presence.at_tables) == set()


# --- with processes


@pytest.fixture
def pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database."""
    with two_servers(postgres) as servers:
        yield servers


def long_ago(server: Server) -> None:
    """Let all that is known of who was where be of yesterday, and let all serve since then."""
    day = 86_400 * SECOND
    engine = store.open_engine(server.database)
    with engine.connect() as database, database.begin():
        seen, started = store.witnesses.c.seen, store.processes.c.started
        database.execute(sa.update(store.witnesses).values(seen=seen - day))
        database.execute(sa.update(store.processes).values(started=started - day))
    engine.dispose()


def until_gone(player: Player, seat: str) -> None:
    until(player, lambda now: not now["seats"][seat]["is_online"])


def test_who_reloads_the_page_at_another_process_keeps_the_seat(
    pair: tuple[Server, Server],
) -> None:
    one, other = pair
    game, host, guest = begin(pair)
    french, allied = at(one, host, game, "french"), at(other, guest, game, "allied")
    until(french, lambda now: now["seats"]["allied"]["is_online"])
    long_ago(one)
    allied.close()
    until_gone(french, "allied")
    assert refusal(french, ask("allied")) == "not-away"
    long_ago(one)
    french.send(ask("allied"))
    until(french, lambda now: stand_in(now, "allied") == "recruit")


def test_who_was_at_a_process_that_died_is_shown_as_gone(pair: tuple[Server, Server]) -> None:
    one, other = pair
    game, host, guest = begin(pair)
    french = at(one, host, game, "french")
    at(other, guest, game, "allied")
    until(french, lambda now: now["seats"]["allied"]["is_online"])
    other.kill()
    engine = store.open_engine(one.database)
    with engine.connect() as database, database.begin():  # let it be a while ago
        database.execute(sa.update(store.processes).values(seen="1815"))
    engine.dispose()
    until_gone(french, "allied")
    assert refusal(french, ask("allied")) == "not-away"


def test_who_is_at_another_process_is_not_away_though_no_news_came(
    pair: tuple[Server, Server],
) -> None:
    """Not from when this process opened the room, nor from what it has heard."""
    one, other = pair
    game, host, guest = begin(pair)
    allied = at(other, guest, game, "allied")
    french = at(one, host, game, "french")
    long_ago(one)
    assert refusal(french, ask("allied")) == "not-away"
    one.kill()
    one.start()
    french = at(one, host, game, "french")
    long_ago(one)
    assert refusal(french, ask("allied")) == "not-away"
    allied.close()
    until_gone(french, "allied")
    assert refusal(french, ask("allied")) == "not-away"
