"""The order of the lobby, how many tables one person may offer, and what one can look for."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from tests.server.playing import GENEROUS, Server, Visitor
from tests.server.test_lobby import named, offered, table_of
from tests.server.test_processes import two_servers

from napoleon.server.http.lobby import MOST
from napoleon.server.limits import Limits
from napoleon.server.store import admin, listing, offers, tables, upgrading
from napoleon.server.store.measure_tables import ratings
from napoleon.server.store.ratings import PERSON


@pytest.fixture
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose lobby is empty."""
    folder = tmp_path_factory.mktemp("lobby")
    server = Server(f"sqlite:///{folder / 'games.sqlite'}", limits=GENEROUS | {"seeks_at_once": 99})
    yield server.start()


@pytest.fixture
def pair(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database."""
    with two_servers(postgres) as servers:
        yield servers


def listed(person: Visitor, query: str = "") -> list[str]:
    """The open tables of the lobby, in their order."""
    return [table["id"] for table in person.get(f"/api/lobby{query}")["tables"]]


def publish_status(person: Visitor, server: Server, game: str) -> int:
    path = f"{server.url}/api/lobby/{game}/publish"
    return person.http.post(path, json={}).status_code


def test_a_guest_offers_one_table_and_an_account_five(server: Server) -> None:
    guest, account = server.visitor(), named(server)
    for person, most in ((guest, 1), (account, 5)):
        games = [offered(person) for _ in range(most)]
        one_more = person.begin({"french": "me", "allied": "open"})
        path = f"/api/lobby/{one_more}/publish"
        assert person.refused(path, {}) == (429, "busy")
        assert table_of(person, one_more) is None
        person.post(f"/api/lobby/{games[0]}/publish", {"lang": "fr"})  # the same one, again
        other = server.visitor()
        other.post(f"/api/lobby/{games[0]}/sit", {"seat": "allied"})
        person.post(path, {})  # one is taken: there is room for another
        assert table_of(person, one_more) is not None
        for game in (*games[1:], one_more):
            person.post(f"/api/games/{game}/end")


def test_two_tabs_offer_no_more_than_one(server: Server) -> None:
    guest = server.visitor()
    games = [guest.begin({"french": "me", "allied": "open"}) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(lambda game: publish_status(guest, server, game), games))
    assert answers == [200, *[429] * 7]
    guest.post(f"/api/games/{next(g for g in games if table_of(guest, g))}/end")


def test_two_processes_offer_no_more_than_five(pair: tuple[Server, Server]) -> None:
    account = named(pair[0])
    games = [account.begin({"french": "me", "allied": "open"}) for _ in range(16)]
    with ThreadPoolExecutor(16) as pool:
        answers = sorted(
            pool.map(lambda n: publish_status(account, pair[n % 2], games[n]), range(len(games)))
        )
    assert answers.count(200) == 5 and set(answers) == {200, 429}
    assert len(listed(account)) == 5


def test_nobody_fills_the_first_page(empty: Server) -> None:
    many = [named(empty) for _ in range(2)]
    crowd = [[offered(person) for _ in range(5)] for person in many]
    late = named(empty)
    mine = offered(late)
    reader = empty.visitor()
    order = listed(reader)
    assert order[:3] == [crowd[0][0], crowd[1][0], mine]
    assert order[3:] == [game for turn in zip(*crowd, strict=True) for game in turn][2:]


def test_fifty_guests_of_one_network_take_turns_as_one(empty: Server) -> None:
    flood = [offered(empty.visitor()) for _ in range(50)]
    account = named(empty)
    mine = offered(account)
    assert listed(empty.visitor())[:3] == [flood[0], mine, flood[1]]


def test_what_does_not_fit_on_a_page_is_on_the_next(empty: Server) -> None:
    games = [offered(empty.visitor()) for _ in range(MOST + 2)]
    reader = empty.visitor()
    first, second = (reader.get(f"/api/lobby?page={page}") for page in (0, 1))
    assert (first["has_more"], second["has_more"]) == (True, False)
    assert [table["id"] for table in (*first["tables"], *second["tables"])] == games


def test_closing_and_opening_again_leads_to_the_end(empty: Server) -> None:
    people = [named(empty) for _ in range(3)]
    games = [offered(person) for person in people]
    reader = empty.visitor()
    assert listed(reader) == games
    for again in ("withdraw", "publish", "publish"):
        people[0].post(f"/api/lobby/{games[0]}/{again}", {})
    assert listed(reader) == [*games[1:], games[0]]
    people[1].post(f"/api/games/{games[1]}/end")
    reopened = offered(people[1])
    assert listed(reader) == [games[2], games[0], reopened]


def test_seats_left_again_make_nobody_offer_more(empty: Server) -> None:
    """With a friend who sits down and leaves, tables pile up; the lobby shows what is allowed."""
    guest, friend = empty.visitor(), empty.visitor()
    games = []
    for _ in range(3):
        games.append(offered(guest))
        friend.post(f"/api/lobby/{games[-1]}/sit", {"seat": "allied"})
    for game in games:
        friend.post(f"/api/games/{game}/leave", {"seat": "allied"})
    assert listed(empty.visitor()) == games[:1]


def test_tables_are_looked_for_by_what_they_are(empty: Server) -> None:
    days = {"kind": "days", "each": 86400, "more": 0, "out": "lost"}
    host, strong = named(empty), named(empty)
    rows = [
        {"who": PERSON + strong.id, "mu": 10.0, "sigma": 2.0, "games": 30, "wins": 20},
        {"who": PERSON + host.id, "mu": 10.0, "sigma": 2.0, "games": 9, "wins": 9},
    ]
    with admin.writing(empty.database) as connection:
        connection.execute(sa.insert(ratings), rows)
    seats = {"french": "me", "allied": "open"}
    plain = host.begin(seats)
    host.post(f"/api/lobby/{plain}/publish", {"lang": "nl", "country": "BE"})
    slow = host.begin(seats, pace=days)
    host.post(f"/api/lobby/{slow}/publish", {"lang": "fr"})
    rated = strong.begin(seats, scenario="ligny", rated=True)
    strong.post(f"/api/lobby/{rated}/publish", {"lang": "en"})
    three = strong.begin({"french": "me", "anglo-dutch": "open", "prussian": "open"})
    strong.post(f"/api/lobby/{three}/publish", {"lang": "en"})
    reader = empty.visitor()
    for query, games in (
        ("lang=nl", {plain}),
        ("country=BE", {plain}),
        ("country=NL", set()),
        ("pace=days", {slow, rated}),
        ("pace=none", {plain, three}),
        ("rated=yes", {rated}),
        ("rated=no&lang=en", {three}),
        ("players=3", {three}),
        ("scenario=ligny", {rated}),
        ("level=provisional", {plain, slow}),
        ("level=high", {rated, three}),
        ("level=low", set()),
    ):
        assert set(listed(reader, f"?{query}")) == games, query
    (table,) = reader.get("/api/lobby?lang=nl")["tables"]
    assert (table["country"], table["level"]) == ("BE", "provisional")
    assert reader.refused("/api/lobby?country=XX", method="GET")[0] == 400
    assert set(listed(host, "?lang=en")) == {rated, three, plain, slow}, "mine are always there"
    assert "BE" in reader.get("/api/countries")


def test_no_address_is_kept_of_who_offers(empty: Server) -> None:
    game = offered(empty.visitor())
    with admin.writing(empty.database) as connection:
        (offer,) = offers.of_game(connection, game)
    assert offer.origin and "127" not in offer.origin.split(".") and len(offer.origin) == 24
    assert offer.country == ""


def test_a_lobby_of_before_goes_on(database: str) -> None:
    """A database from before seeks opens with its offers."""
    engine = tables.open_engine(database)
    config = Config()
    config.set_main_option("script_location", str(upgrading.STEPS))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0014")
    plain = {
        **dict.fromkeys(("scenario", "start", "start_dice", "ending", "pace"), ""),
        **{"id": "old", "watch": "a", "created": "2026-01-01", "updated": "2026-01-01"},
        **{"players": 2, "visibility": "open", "key": b"", "imported": -1, "turn": 1},
        **{"to_act": "french", "creator": "ney"},
    }
    person = {"id": "ney", "name": "Ney", "lang": "fr", "created": "2026-01-01"}
    session = {"token": "t", "person": "ney", "created": "2026", "used": "2026"}
    seat = {"game": "old", "seat": "allied", "kind": "open", "invite": "x"}
    offer = {"game": "old", "seat": "", "lang": "fr", "handicap": 0, "board": "", "since": "2026"}
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        for name, row in (
            ("people", person),
            ("sessions", session),
            ("games", plain),
            ("seats", seat),
            ("offers", offer),
        ):
            table = sa.Table(name, sa.MetaData(), autoload_with=connection)
            connection.execute(sa.insert(table), row)
    upgrading.migrate(engine)
    with engine.connect() as connection:
        (listed_,) = listing.open_tables(connection, Limits())
    assert (listed_.offer.game, listed_.offer.country, listed_.level) == ("old", "", "provisional")
    engine.dispose()
