"""Names: no two accounts look alike, guests are known as such, and words belong to a person."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine
from tests.server.playing import GENEROUS, Player, Server, Visitor
from tests.server.test_passkeys import PASSWORD, account
from tests.server.test_people import parcel_of
from tests.server.test_processes import pair

from napoleon.server.cleaning import is_reserved, skeletons
from napoleon.server.http import people
from napoleon.server.refusals import Refused
from napoleon.server.store import copying, naming, people_tables, people_upkeep, upgrading
from napoleon.server.store import tables as store

__all__ = ["pair"]
NOW = "2026-06-15T04:00:00.000+00:00"


def like(one: str, other: str) -> bool:
    """Whether two names could be confused."""
    return bool(skeletons(one) & skeletons(other))


@pytest.mark.parametrize(
    "other",
    [
        "wellington",
        "WELLINGTON",
        "We11ington",
        "WeIIington",
        "Wе11ingtоn",  # Cyrillic
        "Ｗｅｌｌｉｎｇｔｏｎ",
        "𝓦𝓮𝓵𝓵𝓲𝓷𝓰𝓽𝓸𝓷",
        "VVellington",
        "W e l l i n g t o n",
        "Wellington.",
        "★Wellington★",
        "We\u200bllington",
        "We\u034fllington",
        "Wellington\u3164",
        "We\u0336llington",
        "Wëllïngtøn",
        "We||ington",
        "ΩELLINGTON".replace("Ω", "W"),
    ],
)
def test_what_looks_like_a_name_is_that_name(other: str) -> None:
    assert like("Wellington", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wellington", "Blücher"),
        ("Anna", "Anne"),
        ("Bernard", "Bertrand"),
        ("กิ", "กุ"),
        ("कि", "कु"),
        ("Ney 2", "Ney 4"),
        ("😀", "🎩"),
    ],
)
def test_other_names_are_other_names(one: str, other: str) -> None:
    assert not like(one, other)


def test_letters_and_case_of_other_scripts_are_compared_too() -> None:
    assert like("Νίκος", "νίκος") and like("ΝΕΥ", "Ney") and like("Bernard", "Bemard")
    assert like("Маршал", "маршал")


@pytest.mark.parametrize(
    "name",
    [
        *("Recruit", "Keizer", "maréchal", "MARECHAL", "Offizier", "Empereur", "Маrshаl"),
        *("admin", "Admin 1", "M0derator", "Napoléon", "napoleon", "Beheerder", "Guest"),
    ],
)
def test_names_of_opponents_and_of_the_house_are_kept(server: Server, name: str) -> None:
    assert is_reserved(name)
    guest = server.visitor()
    assert guest.refused("/api/me", {"name": name}) == (400, "bad-name")
    refused = guest.refused("/api/register", {"name": name, "password": PASSWORD})
    assert refused == (400, "bad-name")


def test_no_account_takes_the_name_of_another(server: Server) -> None:
    duke, mallory = account(server, "Wellington"), account(server, "Mallory")
    shown = f"Iron Duke {random.randrange(10**9)}"
    duke.post("/api/me", {"name": shown})
    for name in (shown, shown.upper(), shown.replace("o", "о"), f"{shown}.", duke.name):
        assert mallory.refused("/api/me", {"name": name}) == (409, "name-taken")
        body = {"name": name, "password": PASSWORD}
        assert server.visitor().refused("/api/register", body) == (409, "name-taken")
        assert server.visitor().refused("/api/me", {"name": name}) == (409, "name-taken")
    assert mallory.get("/api/me")["name"] == mallory.name
    for name in (shown, duke.name):
        assert mallory.get(f"/api/profile?name={name}")["person"]["id"] == duke.id
    assert mallory.get(f"/api/profile?id={duke.id}")["person"]["name"] == shown
    duke.post("/api/me", {"name": duke.name})  # what one logs in with stays one's own
    mallory.post("/api/me", {"name": shown})  # and the other is free again
    assert duke.get(f"/api/profile?name={shown}")["person"]["id"] == mallory.id


def test_a_guest_who_shows_the_name_of_a_new_account_gets_another(server: Server) -> None:
    name = f"Davout {random.randrange(10**9)}"
    guest, other, watcher = server.visitor(), server.visitor(), server.visitor()
    guest.post("/api/me", {"name": name})
    game = guest.begin({"french": "me", "allied": "open"})
    (token,) = guest.get(f"/api/games/{game}")["invites"].values()
    watcher.post(f"/api/join/{token}")
    seat = watcher.sit(game, "allied")
    assert seat.people["seats"]["french"]["is_guest"]
    other.post("/api/register", {"name": name, "password": PASSWORD})
    while seat.people["seats"]["french"]["name"] == name:
        seat.receive()
    me = guest.get("/api/me")
    assert me["name"] == f"{name} 2" == seat.people["seats"]["french"]["name"]
    assert me["former_name"] == name
    guest.post("/api/me", {"name": me["name"]})  # it is kept, and not told again
    assert guest.get("/api/me")["former_name"] == ""


def test_guests_are_known_as_guests_at_tables_in_talk_and_in_the_lobby(server: Server) -> None:
    guest, holder = server.visitor(), account(server)
    game = guest.begin({"french": "me", "allied": "open"})
    guest.post(f"/api/lobby/{game}/publish", {})
    (line,) = [one for one in holder.get("/api/lobby")["tables"] if one["id"] == game]
    assert line["is_host_guest"] and line["seats"]["french"]["is_guest"]
    (token,) = guest.get(f"/api/games/{game}")["invites"].values()
    assert holder.get(f"/api/join/{token}")["is_host_guest"]
    holder.post(f"/api/join/{token}")
    players = [guest.sit(game, "french"), holder.sit(game, "allied")]
    assert [players[0].people["seats"][seat]["is_guest"] for seat in ("french", "allied")] == [
        True,
        False,
    ]
    for player in players:
        player.send({"t": "chat", "channel": "all", "text": "Bonjour"})
        for one in players:
            one.wait("chat")
    fresh = Player(server, f"/ws/game/{game}", "french", guest.cookie).open()
    assert [line.get("is_guest", False) for line in fresh.chat] == [True, False]


# --- two processes


def test_of_two_processes_one_gives_the_name(pair: tuple[Server, Server]) -> None:
    for number in range(5):
        visitors = [pair[n % 2].visitor() for n in range(4)]
        names = ["Massena", "MASSENA", "Маssеnа", "M assena"]
        answers: list[int] = []

        def take(visitor: Visitor, name: str, answers: list[int], number: int) -> None:
            body = {"name": f"{name} {'ab' * number}", "password": PASSWORD}
            answers.append(
                visitor.http.post(f"{visitor.server.url}/api/register", json=body).status_code
            )

        threads = [
            threading.Thread(target=take, args=(visitor, name, answers, number))
            for visitor, name in zip(visitors, names, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 409, 409, 409]


def test_a_guest_is_renamed_at_the_tables_of_another_process(pair: tuple[Server, Server]) -> None:
    one, two = pair
    guest, other = one.visitor(), two.visitor()
    guest.post("/api/me", {"name": "Suchet"})
    game = guest.begin({"french": "me", "allied": "open"})
    seat = guest.sit(game, "french")
    other.post("/api/register", {"name": "Suchet", "password": PASSWORD})
    while seat.people["seats"]["french"]["name"] != "Suchet 2":
        seat.receive()
    assert guest.get("/api/me")["name"] == "Suchet 2"


# --- whose words they are


def talk_of(visitor: Visitor) -> list[str]:
    """What stands in the file of somebody's own data."""
    return [line["text"] for line in json.loads(parcel_of(visitor).read("talk.json"))]


def test_a_former_sitter_has_his_own_words_and_no_others(server: Server) -> None:
    host, spy, bob = (server.visitor() for _ in range(3))
    game = host.begin({"french": "me", "allied": "open"})

    def sit(person: Visitor, text: str) -> None:
        (token,) = host.get(f"/api/games/{game}")["invites"].values()
        person.post(f"/api/join/{token}")
        player = person.sit(game, "allied")
        player.send({"t": "chat", "channel": "all", "text": text})
        player.wait("chat")
        player.close()

    sit(spy, "mine")
    spy.post(f"/api/games/{game}/leave", {"seat": "allied"})
    bob.post("/api/me", {"name": "Bob"})
    sit(bob, "SECRET")
    assert (talk_of(spy), talk_of(bob)) == (["mine"], ["SECRET"])
    spy.post("/api/me", {"name": "Bob"})
    assert (talk_of(spy), talk_of(bob)) == (["mine"], ["SECRET"])
    spy.post("/api/account/delete", {"password": "", "games": "resign"})
    fresh = host.sit(game, "french")
    assert [line["text"] for line in fresh.chat] == [people_upkeep.GONE, "SECRET"]
    assert fresh.chat[0]["name"] == people_upkeep.GONE


def test_words_follow_a_guest_into_an_account(server: Server) -> None:
    holder, guest = account(server), server.visitor()
    game = guest.begin({"french": "me", "allied": "open"})
    player = guest.sit(game, "french")
    player.send({"t": "chat", "channel": "all", "text": "as a guest"})
    player.wait("chat")
    guest.post("/api/login", {"name": holder.name, "password": PASSWORD})
    assert talk_of(holder) == ["as a guest"]


def test_a_deleted_account_lets_go_of_its_names(server: Server) -> None:
    duke = account(server, "Wellington")
    duke.post("/api/account/delete", {"password": PASSWORD, "games": "resign"})
    heir = server.visitor()
    heir.post("/api/register", {"name": duke.name, "password": PASSWORD})
    assert heir.get("/api/me")["name"] == duke.name


def test_names_are_copied_with_their_database(engine: Engine, tmp_path: Any) -> None:
    with engine.begin() as connection:
        ney = people.add_guest(connection, "cookie", "en", NOW)
        people.register(connection, ney, "Ney", people.hash_password(PASSWORD), "2", NOW)
    source = engine.url.render_as_string(hide_password=False)
    target = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    copying.copy_database(source, target)
    copy = store.open_engine(target)
    with copy.begin() as connection:
        assert naming.find_named(connection, "ney") == ney.id
        with pytest.raises(Refused, match="looks like"):
            naming.check_free(connection, "N e y", "other")
    copy.dispose()


# --- a database of the version before


def at_version(engine: Engine, version: str) -> None:
    """Lay a database out as an older version did."""
    config = Config()
    config.set_main_option("script_location", str(upgrading.STEPS))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)


def test_a_database_of_before_gives_the_older_account_the_name(database: str) -> None:
    engine = store.open_engine(database)
    at_version(engine, "0014")
    old = sa.MetaData()
    old.reflect(engine)
    tables = old.tables
    rows = [
        # id, name, account, created
        ("old", "Wellington", "wellington", "2025-01-01"),
        ("young", "Wellington", "mallory", "2025-02-01"),
        ("twin", "Wеllington", "wеllington", "2025-03-01"),  # with a Cyrillic letter
        ("guest", "WELLINGTON", None, "2024-01-01"),
        ("other", "Ney", None, "2025-04-01"),
        ("gone", "…", None, ""),
    ]
    with engine.begin() as connection:
        for ident, name, login, created in rows:
            connection.execute(
                sa.insert(tables["people"]),
                {"id": ident, "name": name, "account": login, "lang": "en", "created": created}
                | {"password": people.hash_password(PASSWORD) if login else None},
            )
        game = {
            **{column.name: "" for column in tables["games"].c if column.server_default is None},
            **{"id": "g", "players": 2, "key": b"", "imported": -1, "turn": 1, "watch": "w"},
            **{"ended": None, "result": None, "clock_at": None, "due": None, "clock": None},
        }
        connection.execute(sa.insert(tables["games"]), game)
        for seat, person in (("french", "other"), ("allied", "guest")):
            row = {"game": "g", "seat": seat, "kind": "human", "person": person}
            connection.execute(sa.insert(tables["seats"]), row)
            row = {"game": "g", "seat": seat, "person": person}
            connection.execute(sa.insert(tables["witnesses"]), row)
        # Another has looked from the Allied seat before: what was said there may be that one's.
        row = {"game": "g", "seat": "allied", "person": "young"}
        connection.execute(sa.insert(tables["witnesses"]), row)
        said = [(1, "french", "Ney"), (2, "french", "Michel"), (3, "allied", "WELLINGTON")]
        for n, seat, name in said:
            connection.execute(
                sa.insert(tables["chats"]),
                {"game": "g", "n": n, "seat": seat, "name": name, "channel": "all"}
                | {"text": "x", "time": NOW},
            )
    upgrading.migrate(engine)
    with engine.connect() as connection:
        found = {row.id: row for row in connection.execute(sa.select(store.people))}
        assert (found["old"].name, found["old"].former_name) == ("Wellington", "")
        assert (found["young"].name, found["young"].former_name) == ("Wellington 2", "Wellington")
        assert found["twin"].name == "Wеllington 3" and found["guest"].name == "WELLINGTON 4"
        assert (found["other"].name, found["other"].former_name) == ("Ney", "")
        assert naming.find_named(connection, "wellington") == "old"
        # Whose name has changed logs in as before.
        for login, ident in (("mallory", "young"), ("wеllington", "twin")):
            assert people.find_by_password(connection, login, PASSWORD).id == ident
        query = sa.select(store.chats.c.person).order_by(store.chats.c.n)
        assert list(connection.execute(query).scalars()) == ["other", None, None]
    with engine.begin() as connection:  # and goes on
        twin = people.find_by_password(connection, "wеllington", PASSWORD)
        twin.name, twin.former_name = "Thielmann", ""
        people.change(connection, twin)
        assert set(connection.execute(sa.select(people_tables.names.c.person)).scalars()) == {
            *("old", "young", "twin")
        }
    engine.dispose()


def test_a_name_that_grows_is_refused_in_words(database: str) -> None:
    server = Server(database, limits=GENEROUS).start()
    guest = server.visitor()
    for name in ("\ufdfa" * 40, "ΐ" * 40, "ﬃ" * 30):
        for path, more in (("/api/me", {}), ("/api/register", {"password": PASSWORD})):
            assert guest.refused(path, {"name": name, **more}) == (400, "bad-name")
    long = "ẞ" * 40  # eighty small letters
    guest.post("/api/register", {"name": long, "password": PASSWORD})
    assert guest.get("/api/me")["name"] == long
    server.stop()
