"""Links to a new password: how many mails there are, that nobody learns whose account there is, and
that a stranger who asks for more does not end the links that went out."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from tests.server.playing import GENEROUS, Server
from tests.server.receivers import Post, wait_for
from tests.server.test_messenger import HOUR, House, in_house
from tests.server.test_telling import HOUSE, link_in, options, with_mail

from napoleon.server.refusals import Refused
from napoleon.server.store import alert_wishes, resets
from napoleon.server.store import tables as store
from napoleon.server.store.alert_tables import email_tokens, emails, mail_slots, outbox, reset_asks
from napoleon.server.store.mail_slots import take_slot
from napoleon.server.store.people_upkeep import set_password

NOW = 1_781_524_800_000
MANY = {**GENEROUS, "account_logins": 1e9, "account_logins_at_once": 1e9}
TOUCHED = ("people", "emails", "outbox", "mail_slots", "reset_asks")
T = TypeVar("T")


@pytest.fixture
def post() -> Iterator[Post]:
    """A mail server."""
    server = Post().start()
    yield server
    server.let_go()
    server.stop()


def work(engine: Engine, change: Callable[[Connection], T]) -> T:
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        return change(connection)


def add_account(engine: Engine, name: str, address: str) -> None:
    """An account whose address is confirmed."""
    row = {"id": name, "name": name, "account": name, "lang": "en", "password": "", "banned": None}
    mail = {"person": name, "address": address, "verified": True}
    work(engine, lambda c: c.execute(sa.insert(store.people), {**row, "created": ""}).rowcount)
    work(engine, lambda c: c.execute(sa.insert(emails), mail).rowcount)


def resets_of(engine: Engine) -> list[str]:
    """Whom reset mails were posted to."""
    query = sa.select(outbox.c.person).where(outbox.c.kind == "reset").order_by(outbox.c.person)
    return work(engine, lambda c: list(c.execute(query).scalars()))


def ask(engine: Engine, who: str, now: int = NOW) -> None:
    """A password is forgotten, and that is looked up."""
    work(engine, lambda c: resets.ask(c, who, now))
    work(engine, lambda c: resets.look_up(c, 3, now))


# --- how many


def test_three_an_hour_by_whatever_name(engine: Engine) -> None:
    add_account(engine, "ney", "Ney@war.example")
    for who in ("ney", "NEY", "ney@war.example", "Ney@war.example", "NEY@WAR.EXAMPLE", "nobody"):
        ask(engine, who)
    assert resets_of(engine) == ["ney"] * 3
    ask(engine, "ney", NOW + HOUR - 1)
    assert len(resets_of(engine)) == 3
    ask(engine, "ney", NOW + HOUR)
    assert len(resets_of(engine)) == 4
    assert work(engine, lambda c: c.execute(sa.select(reset_asks)).all()) == []


def test_three_an_hour_for_an_address_of_several_accounts(engine: Engine) -> None:
    for name in ("ney", "soult"):
        add_account(engine, name, "staff@war.example")
    for who in ("ney", "soult", "staff@war.example", "ney", "soult"):
        ask(engine, who)
    assert len(resets_of(engine)) == 3 and set(resets_of(engine)) == {"ney", "soult"}


def test_three_an_hour_for_an_account_that_changes_its_address(engine: Engine) -> None:
    add_account(engine, "ney", "1@war.example")
    for number in range(5):
        values = {"address": f"{number}@war.example"}
        work(engine, lambda c, v=values: c.execute(sa.update(emails).values(v)).rowcount)  # type: ignore[misc]
        ask(engine, "ney")
    assert len(resets_of(engine)) == 3


def test_a_mailbox_is_not_flooded_by_those_who_say_that_it_is_theirs(engine: Engine) -> None:
    """Five mails an hour confirm an address, from however many accounts; a sixth goes nowhere."""
    for number in range(5):
        who = f"p{number}"
        work(engine, lambda c, w=who: alert_wishes.set_email(c, w, "Ney@war.example", NOW))  # type: ignore[misc]
    with pytest.raises(Refused):
        work(engine, lambda c: alert_wishes.set_email(c, "p5", "ney@war.example", NOW))
    assert work(engine, lambda c: alert_wishes.find_email(c, "p5")) == ("", False)
    work(engine, lambda c: alert_wishes.set_email(c, "p5", "ney@war.example", NOW + HOUR))
    assert work(engine, lambda c: alert_wishes.find_email(c, "p5")) == ("ney@war.example", False)


def test_two_who_take_a_slot_at_once_take_two(engine: Engine) -> None:
    """Eight transactions at once, over connections of their own: three of them get a slot."""
    taken: list[bool] = []
    start = threading.Barrier(8)

    def take() -> None:
        start.wait()
        taken.append(work(engine, lambda c: take_slot(c, "reset", "a@b.example", 3, NOW)))

    freed = sa.update(mail_slots).values(taken=NOW - HOUR)
    for now_taken in (3, 6):
        threads = [threading.Thread(target=take) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert taken.count(True) == now_taken
        work(engine, lambda c: c.execute(freed).rowcount)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_two_processes_send_three_and_each_link_is_good(database: str, post: Post) -> None:
    one, two = (Server(database, limits=MANY, options=options(post)).start() for _ in range(2))
    with_mail(one, "Ney")
    strangers = [one.visitor(), two.visitor()]
    for number in range(12):
        who = ("Ney", "ney@war.example", "NEY", "Ney@War.Example")[number % 4]
        assert strangers[number % 2].post("/api/password/forgot", {"who": who}) == {}
    wait_for("three mails", lambda: len(post.letters) == 3)
    engine = store.open_engine(database)
    nothing = sa.select(reset_asks)
    wait_for("all is looked up", lambda: work(engine, lambda c: c.execute(nothing).all()) == [])
    engine.dispose()
    letters = [letter.get_content() for letter in post.letters]
    assert len(letters) == 3
    # A stranger has asked for more: the first link is as good as the last.
    token = link_in(letters[0], "reset")
    new = {"token": token, "password": "la garde meurt"}
    assert strangers[0].post("/api/password/reset", new)["is_account"]
    assert strangers[1].refused("/api/password/reset", new) == (404, "not-found"), "once"
    login = {"name": "Ney", "password": "la garde meurt"}
    assert two.visitor().post("/api/login", login)["is_account"]


# --- links


def test_links_are_hashed_good_for_an_hour_and_once(engine: Engine) -> None:
    add_account(engine, "ney", "ney@war.example")

    def link(token: str, now: int = NOW) -> None:
        new = (engine, "ney", "reset", "ney@war.example", token, now)
        work(engine, lambda c: alert_wishes.new_link(c, *new[1:]))

    def use(token: str, now: int = NOW) -> bool:
        return work(engine, lambda c: alert_wishes.reset_password(c, token, "x", now)) is not None

    for token in ("first", "second", "third"):
        link(token)
    kept = str(work(engine, lambda c: c.execute(sa.select(email_tokens)).all()))
    assert not any(token in kept for token in ("first", "second", "third"))
    assert not use("first", NOW + HOUR + 1) and not use("x") and use("second")
    assert not use("second") and not use("third"), "a password that was set ends the others"
    link("fourth")
    work(engine, lambda c: set_password(c, "ney", "y"))
    assert not use("fourth"), "so does one that was set otherwise"
    link("fifth")
    work(engine, lambda c: c.execute(sa.update(emails).values(address="b@war.example")).rowcount)
    assert not use("fifth"), "the mailbox is not theirs any more"


def test_a_mail_that_could_not_go_within_the_hour_does_not_go(tmp_path: Path) -> None:
    """A mail server that comes back after a night does not deliver a night of links."""
    dead = Post().start()
    dead.stop()

    async def story(house: House) -> None:
        await house.hall.write(lambda c: resets.ask(c, "bluecher", house.watch.now()))
        await house.turn()
        assert await house.states() == ["waiting"]
        post = Post(dead.port).start()
        try:
            await house.turn(HOUR + 60_000)
            assert await house.states() == ["dropped"] and post.letters == []
            await house.hall.write(lambda c: resets.ask(c, "bluecher", house.watch.now()))
            await house.turn()
            assert "https://war.example/reset/" in post.wait(1).get_content()
        finally:
            post.stop()

    in_house(tmp_path, dead.port, story)


# --- nobody learns whose account there is


def test_what_is_stored_before_the_answer_is_the_same(tmp_path: Path, post: Post) -> None:
    """Of a forgotten password the same row is stored whether there is an account or not; whose it
    is, is looked up afterwards."""
    statements: list[str] = []

    async def story(house: House) -> None:
        def note(_: object, __: object, statement: str, *___: object) -> None:
            if any(word in statement for word in TOUCHED):  # the hall looks around meanwhile
                statements.append(statement)

        sa.event.listen(Engine, "before_cursor_execute", note)
        try:
            said: list[list[str]] = []
            for who in ("bluecher", "nobody", "b@war.example", "x@war.example"):
                statements.clear()
                await house.hall.write(lambda c, who=who: resets.ask(c, who, 0))  # type: ignore[misc]
                said.append(list(statements))
        finally:
            sa.event.remove(Engine, "before_cursor_execute", note)
        assert all(one == said[0] for one in said) and said[0]
        assert await house.states() == []

    in_house(tmp_path, post.port, story)


def test_the_answer_takes_the_same_time(tmp_path: Path, post: Post) -> None:
    """Two hundred tries each, in turn: which of the two was asked for cannot be told from the time.
    With equal times a try with an account is slower in half of all pairs."""
    server = Server(
        f"sqlite:///{tmp_path / 'games.sqlite'}", limits=MANY, options=options(post)
    ).start()
    with_mail(server, "Ney")
    stranger = server.visitor()
    times: dict[str, list[float]] = {"ney@war.example": [], "lob@war.example": []}
    rng = random.Random(1)
    for _ in range(200):
        for who in rng.sample(sorted(times), 2):
            began = time.perf_counter()
            stranger.post("/api/password/forgot", {"who": who})
            times[who].append(time.perf_counter() - began)
    with_account, without = times.values()
    slower = sum(a > b for a in with_account for b in without) / 200**2
    medians = statistics.median(with_account), statistics.median(without)
    print(f"medians {medians[0] * 1000:.2f} and {medians[1] * 1000:.2f} ms, slower in {slower:.1%}")
    assert 0.4 < slower < 0.6, medians
    assert HOUSE in post.wait(3).get_content()
