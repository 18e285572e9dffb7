"""Turns and messages in the store, on both databases: whoever comes second finds it done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from napoleon.server.store import alert_wishes, alerts
from napoleon.server.store.alert_tables import emails, outbox, waits
from napoleon.server.store.alerts import DAY, GIVEN_UP, MINUTE, Parcel

NOW = 1_781_524_800_000
T = TypeVar("T")


def work(engine: Engine, change: Callable[[Connection], T]) -> T:
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        return change(connection)


def test_a_turn_is_noted_and_seen_to_once(engine: Engine) -> None:
    def note(state: str) -> bool:
        return work(engine, lambda c: alerts.note_wait(c, "ney", "game", state, NOW))

    assert not note("new"), "who cannot be told is not noted"
    mail = {"person": "ney", "address": "ney@war.example", "verified": True}
    work(engine, lambda c: c.execute(sa.insert(emails), mail).rowcount)
    assert note("new") and not note("new")
    found = work(engine, lambda c: alerts.due_waits(c, NOW))["ney"]
    assert work(engine, lambda c: alerts.due_waits(c, NOW - 1)) == {}
    assert len(work(engine, lambda c: alerts.settle_waits(c, found, "told"))) == 1
    assert work(engine, lambda c: alerts.settle_waits(c, found, "told")) == []
    assert work(engine, lambda c: alerts.due_waits(c, NOW)) == {}
    work(engine, lambda c: alerts.clear_away(c, NOW))  # there is no such game, nor such a person
    assert work(engine, lambda c: c.execute(sa.select(waits)).all()) == []
    assert work(engine, lambda c: alert_wishes.find_email(c, "ney")) == ("", False)


def test_a_message_is_claimed_once_and_pauses_grow(engine: Engine) -> None:
    def post(game: str) -> None:
        work(engine, lambda c: alerts.post(c, "ney", "email", "", "turn", [(game, 1)], NOW))

    def claim(parcel: Parcel, mark: str = "a") -> bool:
        return work(engine, lambda c: alerts.claim(c, parcel, mark))

    post("one")
    post("two")  # joins the first
    (early,) = work(engine, lambda c: alerts.due_parcels(c, "email", NOW))
    assert [game for game, _ in early.games] == ["one", "two"]
    post("three")
    assert not claim(early), "more has come into it"
    (parcel,) = work(engine, lambda c: alerts.due_parcels(c, "email", NOW))
    assert claim(parcel) and not claim(parcel, "b")
    work(engine, lambda c: alerts.finish(c, parcel, "b", "sent", NOW))  # not theirs to say
    assert work(engine, lambda c: alerts.has_cut_off(c, "email"))

    # It was not taken: later, each time after a longer pause, and not for ever.
    def fail(parcel: Parcel, now: int) -> int:
        """It is put off; returns until when."""
        work(engine, lambda c: alerts.put_off(c, parcel, "a", now, "no"))
        return int(work(engine, lambda c: c.execute(sa.select(outbox.c.due)).scalar_one()))

    def waiting() -> list[Parcel]:
        return work(engine, lambda c: alerts.due_parcels(c, "email", NOW + 9 * DAY))

    now, pauses = NOW, []
    due = fail(parcel, now)
    while found := waiting():
        pauses.append((due - now) // MINUTE)
        now = due
        claim(found[0])
        due = fail(found[0], now)
    assert pauses[:8] == [1, 2, 4, 8, 16, 32, 60, 60] and now - NOW <= GIVEN_UP
    assert work(engine, lambda c: alerts.last_trouble(c, "ney")) == {"email": "no"}


def test_a_secret_of_the_house_is_made_once(engine: Engine) -> None:
    kept = {work(engine, lambda c, n=n: alert_wishes.house_key(c, "stop", n)) for n in "ab"}  # type: ignore[misc]
    assert kept == {"a"}
