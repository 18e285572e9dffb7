"""The store and its writer, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import Connection, Engine

from napoleon.lab.random_play import new_random_game, play_out, uniform
from napoleon.rules import Game, Options, RecordError
from napoleon.server.http import people
from napoleon.server.names import clean_name
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import admin, archive, upgrading
from napoleon.server.store import tables as store
from napoleon.server.store.jobs import RowsJob, WorkJob
from napoleon.server.store.writer import Writer
from napoleon.server.table import stories
from napoleon.server.table.keyed_dice import KeyedDice
from napoleon.server.table.messages import Act, Chat, ChatLine, Undo
from napoleon.server.table.sheet import Rows, Sitter, StoredMove
from napoleon.server.table.table import Table

NOW = "1815-06-15T04:00:00.000+00:00"
LATER = "1815-06-18T11:00:00.000+00:00"


def call_all(calls: list[Callable[[], None]]) -> None:
    for call in calls:
        call()


class Desk:
    """A writer whose news are awaited here."""

    def __init__(self, engine: Engine) -> None:
        self.writer = Writer(engine, call_all)
        self.writer.start()

    def store(self, rows: Rows, now: str = NOW) -> BaseException | None:
        ready = threading.Event()
        found: list[BaseException | None] = []

        def done(error: BaseException | None) -> None:
            found.append(error)
            ready.set()

        self.writer.submit(RowsJob(rows, now, done))
        assert ready.wait(20)
        return found[0]

    def work(self, work: Callable[[Connection], Any]) -> Any:
        ready = threading.Event()
        found: list[Any] = []

        def done(result: Any, error: BaseException | None) -> None:
            found.extend((result, error))
            ready.set()

        self.writer.submit(WorkJob(work, done))
        assert ready.wait(20)
        if found[1] is not None:
            raise found[1]
        return found[0]


@pytest.fixture
def desk(engine: Engine) -> Iterator[Desk]:
    desk = Desk(engine)
    yield desk
    desk.writer.stop()


def add_people(desk: Desk) -> tuple[Person, Person]:
    ney = desk.work(lambda c: people.add_guest(c, "cookie-ney", "en", NOW))
    duke = desk.work(lambda c: people.add_guest(c, "cookie-duke", "nl", NOW))
    return ney, duke


def test_a_guest_is_named_in_his_language(desk: Desk) -> None:
    ney, duke = add_people(desk)
    assert ney.name.split()[0] in {"Captain", "Major", "Colonel", "General", "Marshal"}
    assert duke.name.split()[0] in {"Kapitein", "Majoor", "Kolonel", "Generaal", "Maarschalk"}


def add_game(desk: Desk, ney: Person, duke: Person) -> Table:
    seats = {
        "french": Sitter("human", ney.id, ney.name),
        "allied": Sitter("human", duke.id, duke.name),
    }
    sheet, _ = stories.begin_game("historical", 2, "open", seats, ney.id, NOW)
    sheet.key = bytes(range(32))  # the same dice each time
    game = Game.new("historical", Options(), KeyedDice(sheet.key))
    sheet.start_dice = " ".join(map(str, game.start_dice))
    desk.work(lambda c: store.insert_game(c, sheet, game.turn, "french"))
    return Table(sheet, game, 0, [], [])


def play(desk: Desk, table: Table, rng: random.Random, most: int) -> None:
    for _ in range(most):
        if not table.game.to_act:
            return
        seat = str(table.game.to_act[0])
        person = table.sheet.seats[seat].person
        if table.game.can_undo and rng.random() < 0.05:
            outcome = table.undo(person, (seat, "en"), Undo(seat, table.version(seat)))
        else:
            action = str(rng.choice(list(table.game.legal(seat))))
            outcome = table.act(person, (seat, "en"), Act(seat, table.version(seat), [action]))
        if outcome.rows is not None:
            assert desk.store(outcome.rows, LATER) is None


def test_the_migrations_make_what_the_code_expects(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, store.metadata) == []
    upgrading.migrate(engine)  # a second time changes nothing


def test_a_game_comes_back_as_it_was(engine: Engine, desk: Desk) -> None:
    table = add_game(desk, *add_people(desk))
    play(desk, table, random.Random(5), 120)
    chat = Chat("Merde !", "all")
    outcome = table.say(table.sheet.seats["french"].person, ("french", "en"), chat, NOW)
    assert outcome.rows is not None
    desk.store(outcome.rows)
    with engine.connect() as connection:
        again = archive.bring_back(connection, table.id)
        assert again is not None
        assert again.v == table.v and again.game.position() == table.game.position()
        assert again.sheet.seats == table.sheet.seats and again.sheet.key == table.sheet.key
        assert again.chat == table.chat
        old, new = table.game.state.dice, again.game.state.dice
        assert isinstance(old, KeyedDice) and isinstance(new, KeyedDice)
        assert (old.count, old.key) == (new.count, new.key)
        assert again.sheet.turn == table.game.turn and again.sheet.updated == LATER
        assert archive.bring_back(connection, "nothing") is None


def test_a_game_goes_on_from_its_snapshot_when_the_rules_have_changed(
    engine: Engine, desk: Desk
) -> None:
    table = add_game(desk, *add_people(desk))
    play(desk, table, random.Random(6), 150)
    with engine.connect() as connection:
        assert store.last_snapshot(connection, table.id) is not None
    desk.work(
        lambda c: c.execute(
            sa.update(store.moves)
            .where(store.moves.c.game == table.id, store.moves.c.v == 1)
            .values(action="march FR-N amsterdam")
        )
    )
    with engine.connect() as connection:
        again = archive.bring_back(connection, table.id)
    assert again is not None
    assert again.v == table.v and again.game.position() == table.game.position()


def test_one_commit_for_many_and_each_work_fails_alone(engine: Engine, desk: Desk) -> None:
    table = add_game(desk, *add_people(desk))
    outcomes: list[str] = []
    ready = threading.Event()
    hold = threading.Event()
    desk.writer.submit(WorkJob(lambda c: hold.wait(20), lambda r, e: None))
    before = desk.writer.commits
    for v in range(1, 101):
        rows = Rows(table.id, [StoredMove(v, "french", "end")])
        desk.writer.submit(RowsJob(rows, NOW, lambda error: outcomes.append(str(error))))
        if v == 50:

            def fail(connection: Connection) -> None:
                connection.execute(sa.insert(store.games), {"id": None})

            desk.writer.submit(
                WorkJob(fail, lambda r, error: outcomes.append(type(error).__name__))
            )
    desk.writer.submit(WorkJob(lambda c: None, lambda r, e: ready.set()))
    hold.set()
    assert ready.wait(20)
    assert outcomes.count("None") == 100 and "IntegrityError" in outcomes
    assert desk.writer.commits - before <= 4
    with engine.connect() as connection:
        assert len(store.moves_of(connection, table.id)) == 100


def test_what_cannot_be_stored_is_said(engine: Engine, desk: Desk) -> None:
    table = add_game(desk, *add_people(desk))
    rows = Rows(table.id, [StoredMove(1, "french", "end")])
    assert desk.store(rows) is None
    assert desk.store(rows) is not None  # the same version twice
    assert desk.store(Rows(table.id, [StoredMove(2, "french", "end")])) is None


def test_people_and_their_sessions(engine: Engine, desk: Desk) -> None:
    ney, duke = add_people(desk)
    with engine.connect() as connection:
        assert store.find_session(connection, people.hash_cookie("cookie-ney")) == ney
        assert store.find_session(connection, "cookie-ney") is None  # only its hash is known
    hashed = people.hash_password("rouge et noir")
    holder = desk.work(lambda c: people.register(c, ney, "Michel Ney", hashed, "new-cookie", NOW))
    assert holder.is_account and holder.id == ney.id
    with pytest.raises(Refused) as refusal:
        desk.work(lambda c: people.register(c, duke, "MICHEL NEY", hashed, "c", NOW))
    assert refusal.value.code == "name-taken"
    with engine.connect() as connection:
        found = people.find_by_password(connection, "michel ney", "rouge et noir")
        assert found.id == ney.id
        for name, password in (("michel ney", "rouge"), ("nobody", "rouge et noir")):
            with pytest.raises(Refused) as refusal:
                people.find_by_password(connection, name, password)
            assert refusal.value.code == "wrong-login"
    with pytest.raises(VerifyMismatchError):  # compared to the end, as with a true one
        people._hasher.verify(people._nobody, "rouge et noir")
    table = add_game(desk, duke, duke)
    desk.work(lambda c: people.log_in(c, duke, holder, "third-cookie", NOW))
    with engine.connect() as connection:
        (sheet,) = store.sheets_of(connection, holder.id, 10)
        assert sheet.id == table.id and sheet.creator == holder.id
        assert {sitter.person for sitter in sheet.seats.values()} == {holder.id}
        assert store.sheets_of(connection, duke.id, 10) == []
    desk.work(lambda c: people.end_session(c, "third-cookie"))
    with engine.connect() as connection:
        assert store.find_session(connection, people.hash_cookie("third-cookie")) is None


def test_names_are_cleaned() -> None:
    assert clean_name("  Le\u0000 \u202eMaréchal\n Ney ") == "Le Maréchal Ney"
    for name in ("", " \n", "\u200b\u0007"):
        with pytest.raises(Refused):
            clean_name(name)
    with pytest.raises(Refused):
        people.hash_password("short")


def test_chat_keeps_its_latest_lines(engine: Engine, desk: Desk) -> None:
    table = add_game(desk, *add_people(desk))
    for n in range(5):
        line = ChatLine(n, "french", "Ney", "all", f"line {n}", NOW)
        desk.store(Rows(table.id, chat=line))
    with engine.connect() as connection:
        assert [line.n for line in store.chat_of(connection, table.id, 3)] == [2, 3, 4]


# --- the administrator


def test_the_administrator_lists_exports_checks_and_ends(
    database: str, engine: Engine, desk: Desk
) -> None:
    table = add_game(desk, *add_people(desk))
    play(desk, table, random.Random(8), 90)
    (line,) = admin.list_games(database)
    assert (line.id, line.status, line.actions) == (table.id, "playing", table.v)
    assert "french: " in line.seats
    assert admin.export_game(table.id, database) == table.game.record()
    (verdict,) = admin.recheck(None, database)
    assert verdict.is_sound and verdict.actions == table.v and verdict.dice > 0
    admin.end_game(table.id, database)
    assert admin.list_games(database)[0].status == "abandoned"
    with pytest.raises(admin.NoSuchGame):
        admin.export_game("nothing", database)


def test_the_check_finds_a_changed_die(database: str, engine: Engine, desk: Desk) -> None:
    table = add_game(desk, *add_people(desk))
    play(desk, table, random.Random(9), 10_000)
    assert table.is_finished
    assert admin.recheck(table.id, database)[0].is_sound
    with engine.connect() as connection:
        moves = store.moves_of(connection, table.id)
    last = [move for move in moves if move.dice][-1]
    changed = ("6" if last.dice[0] != "6" else "5") + last.dice[1:]
    desk.work(
        lambda c: c.execute(
            sa.update(store.moves)
            .where(store.moves.c.game == table.id, store.moves.c.v == last.v)
            .values(dice=changed)
        )
    )
    (verdict,) = admin.recheck(table.id, database)
    assert not verdict.is_sound and verdict.problems


def test_a_record_is_imported_and_played_on(database: str, engine: Engine) -> None:
    game = new_random_game(4)
    rng = random.Random(4)
    for _ in range(60):
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(list(game.legal(seat))))
    made = admin.import_game(game.record(), database)
    assert made.actions == 60 and set(made.invites) == {str(seat) for seat in game.seats}
    assert admin.export_game(made.id, database) == game.record()
    assert admin.recheck(made.id, database)[0].is_sound
    with engine.connect() as connection:
        table = archive.bring_back(connection, made.id)
        assert table is not None and table.status == "waiting"
        assert table.game.position() == game.position()
        dice = table.game.state.dice
        assert isinstance(dice, KeyedDice) and dice.count == 0
        assert store.find_invite(connection, made.invites["french"]) == (made.id, "french")


def test_a_record_that_is_over_comes_in_as_over(database: str, engine: Engine) -> None:
    game = Game.new()
    play_out(game, uniform, random.Random(1))
    made = admin.import_game(game.record(), database)
    assert admin.list_games(database)[0].status == "over"
    assert admin.recheck(made.id, database)[0].problems == []
    with pytest.raises(RecordError):
        admin.import_game("rubbish", database)


def test_the_newest_step_is_the_one_that_alembic_ends_with() -> None:
    """A database that has had it is left alone, so no step may be missed."""
    assert ScriptDirectory(str(upgrading.STEPS)).get_current_head() == upgrading.newest_step()
