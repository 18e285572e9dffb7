"""What the one who runs a server does: backup, move, new passwords, bans, seats given again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from tests.server.playing import GENEROUS, Server, begin_with_friends, play_on

from napoleon.server.http import people
from napoleon.server.store import admin, copying, people_upkeep
from napoleon.server.store import tables as store

NOW = "2026-06-15T04:00:00.000+00:00"


def test_a_backup_of_a_running_server_is_whole(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS).start()
    game, guests = begin_with_friends(server, 2)
    players = [person.sit(game, seat) for seat, person in guests.items()]
    play_on(players, random.Random(1), 30)
    path = tmp_path / "backup.sqlite"
    copying.backup(server.database, path)
    play_on(players, random.Random(2), 10)
    assert sorted(file.name for file in tmp_path.glob("backup*")) == ["backup.sqlite"]
    (kept,) = admin.recheck(None, f"sqlite:///{path}")
    (now,) = admin.recheck(None, server.database)
    assert kept.is_sound and now.is_sound and kept.actions + 10 == now.actions
    with pytest.raises(copying.NotEmpty):
        copying.backup(server.database, path)
    # Restored, it is served as if nothing had happened: the same cookies open the same seats.
    server.stop()
    server.database = f"sqlite:///{path}"
    server.start()
    for player in players:
        player.log, player.state = [], {}
        player.server = server
        player.open()
    play_on(players, random.Random(3), 10)


def test_moving_from_sqlite_to_any_database(tmp_path: Path, database: str) -> None:
    old = f"sqlite:///{tmp_path / 'old.sqlite'}"
    server = Server(old, limits=GENEROUS).start()
    game, guests = begin_with_friends(server, 3, "free")
    players = [person.sit(game, seat) for seat, person in guests.items()]
    play_on(players, random.Random(1), 80)
    players[0].send({"t": "chat", "channel": "all", "text": "Bonjour"})
    players[0].wait("chat")
    server.stop()
    target = database if "old.sqlite" not in database else f"sqlite:///{tmp_path / 'new.sqlite'}"
    counts = copying.copy_database(old, target)
    assert counts["games"] == 1 and counts["seats"] == 3 and counts["chats"] == 1
    (verdict,) = admin.recheck(game, target)
    assert verdict.is_sound and verdict.actions == counts["moves"] > 50
    with pytest.raises(copying.NotEmpty, match="already"):
        copying.copy_database(old, target)


def test_a_new_password_ends_every_session(engine: Engine) -> None:
    with engine.begin() as connection:
        ney = people.add_guest(connection, "cookie", "en", NOW)
        ney = people.register(connection, ney, "Ney", people.hash_password("Moskova1812"), "2", NOW)
        assert store.find_session(connection, people.hash_cookie("cookie")) is not None
        person = people_upkeep.find_person(connection, "NEY")
        people_upkeep.set_password(connection, person, people.hash_password("Elchingen1805"))
        assert store.find_session(connection, people.hash_cookie("cookie")) is None
        assert people.find_by_password(connection, "Ney", "Elchingen1805").id == ney.id
        with pytest.raises(people_upkeep.NoSuchPerson):
            people_upkeep.find_person(connection, "Grouchy")


def test_who_is_banned_does_not_come_in(engine: Engine) -> None:
    with engine.begin() as connection:
        ney = people.add_guest(connection, "cookie", "en", NOW)
        people_upkeep.ban(connection, ney.id, "floods the table")
        assert store.find_session(connection, people.hash_cookie("cookie")) is None
        (line,) = people_upkeep.find_people(connection, ney.id)
        assert line.banned == "floods the table"
        people_upkeep.ban(connection, ney.id, None)
        (line,) = people_upkeep.find_people(connection, ney.name)
        assert line.banned is None


def test_who_is_forgotten_leaves_the_games_whole(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS).start()
    game, guests = begin_with_friends(server, 2)
    players = [person.sit(game, seat) for seat, person in guests.items()]
    players[1].send({"t": "chat", "channel": "all", "text": "my address is a secret"})
    players[1].wait("chat")
    play_on(players, random.Random(1), 20)
    name = guests["allied"].get("/api/me")["name"]
    server.stop()
    engine = store.open_engine(server.database)
    with engine.begin() as connection:
        (line,) = people_upkeep.find_people(connection, name)
        people_upkeep.forget(connection, line.id)
    (verdict,) = admin.recheck(game, server.database)
    assert verdict.is_sound
    with engine.connect() as connection:
        for table in store.metadata.sorted_tables:
            for row in connection.execute(sa.select(table)):
                words = " ".join(map(str, row))
                assert line.id not in words and name not in words and "secret" not in words
    engine.dispose()


def test_a_seat_is_given_again_after_a_lost_cookie(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.sqlite'}", limits=GENEROUS).start()
    game, _ = begin_with_friends(server, 2)
    server.stop()
    engine = store.open_engine(server.database)
    with engine.begin() as connection:
        token = people_upkeep.reissue_seat(connection, game, "allied")
        with pytest.raises(people_upkeep.NoSuchPerson):
            people_upkeep.reissue_seat(connection, game, "prussian")
    engine.dispose()
    server.start()
    heir = server.visitor()
    assert heir.post(f"/api/join/{token}") == {"id": game, "seat": "allied"}


def test_no_password_of_a_database_is_shown() -> None:
    assert store.hide_password("postgresql://me:secret@db/n") == "postgresql://me:***@db/n"
