"""The lobby: tables for whoever comes, seats for somebody by name, games to watch."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa
from tests.server.playing import Player, Server, Visitor

from napoleon.server.http.housekeeping import clear_unplayed
from napoleon.server.store import admin, offers, tables
from napoleon.server.store.measure_tables import ratings
from napoleon.server.store.offers import EVERYBODY, Offer
from napoleon.server.store.ratings import PERSON

DAYS = {"kind": "days", "each": 86400, "more": 0, "out": "officer"}


def named(server: Server) -> Visitor:
    """Somebody with an account."""
    person = server.visitor()
    person.name = f"Somebody {secrets.token_hex(4)}"
    person.post("/api/register", {"name": person.name, "password": secrets.token_hex(8)})
    return person


def table_of(person: Visitor, game: str, part: str = "tables") -> dict[str, Any] | None:
    """A table as somebody finds it in the lobby."""
    found = [table for table in person.get("/api/lobby")[part] if table["id"] == game]
    return found[0] if found else None


def offered(host: Visitor, **more: object) -> str:
    """A table in the lobby, with an open seat for the Allies."""
    game = host.begin({"french": "me", "allied": "open"}, **more)  # type: ignore[arg-type]
    assert table_of(host, game) is None  # by invitation alone, until its maker says otherwise
    host.post(f"/api/lobby/{game}/publish", {"lang": "nl"})
    return game


def test_a_public_table_tells_what_would_be_played(server: Server) -> None:
    host, guest = named(server), server.visitor()
    game = offered(host, pace=DAYS, handicap=-3, visibility="hidden")
    table = table_of(guest, game)
    assert table is not None
    told = (table["host"], table["lang"], table["handicap"], table["pace"], table["visibility"])
    assert told == (host.name, "nl", -3, DAYS, "hidden")
    assert (table["is_mine"], table["is_host_here"], table["seat"]) == (False, False, None)
    assert {seat: sitter["kind"] for seat, sitter in table["seats"].items()} == {
        "french": "human",
        "allied": "open",
    }
    assert "invite" not in str(table)
    host.sit(game, "french")
    table = table_of(host, game)
    assert table is not None and table["is_mine"] and table["is_host_here"]
    assert guest.refused(f"/api/lobby/{game}/withdraw") == (404, "not-found")
    host.post(f"/api/lobby/{game}/withdraw")
    assert table_of(guest, game) is None
    assert guest.refused(f"/api/lobby/{game}/sit", {"seat": "allied"}) == (404, "not-found")


def test_a_table_may_be_for_those_who_are_about_as_good(server: Server) -> None:
    host, equal, better = named(server), named(server), named(server)
    row = {"who": PERSON + better.id, "mu": 10.0, "sigma": 2.0, "games": 9, "wins": 9}
    with admin.writing(server.database) as connection:
        connection.execute(sa.insert(ratings), row)
    game = host.begin({"french": "me", "allied": "open"})
    host.post(f"/api/lobby/{game}/publish", {"span": 200})
    seen = [table_of(person, game) for person in (equal, better)]
    assert [(one["least"], one["most"], one["fits"]) for one in seen if one] == [
        (1300, 1700, True),
        (1300, 1700, False),
    ]
    sit = f"/api/lobby/{game}/sit"
    assert better.refused(sit, {"seat": "allied"}) == (403, "not-yours")
    # Whoever is asked by name is welcome all the same.
    host.post(f"/api/lobby/{game}/challenge", {"seat": "allied", "name": better.name})
    assert better.post(sit, {"seat": "allied"})["id"] == game


def test_a_seat_is_taken_with_one_call_and_by_one_person(server: Server) -> None:
    host = server.visitor()
    game = offered(host)
    guests = [server.visitor() for _ in range(4)]

    def sit(guest: Visitor) -> int:
        path = f"{server.url}/api/lobby/{game}/sit"
        return guest.http.post(path, json={"seat": "allied"}).status_code

    with ThreadPoolExecutor(len(guests)) as pool:
        answers = sorted(pool.map(sit, guests))
    assert answers == [200, 409, 409, 409]
    assert host.get(f"/api/games/{game}")["status"] == "playing"
    assert table_of(guests[0], game) is None
    assert guests[0].refused(f"/api/lobby/{game}/sit", {"seat": "prussian"}) == (404, "not-found")


def test_a_public_game_is_watched_with_what_everybody_knows(server: Server) -> None:
    host, guest, stranger = (server.visitor() for _ in range(3))
    game = offered(host)
    tokens = [listed["watch"] for listed in stranger.get("/api/lobby")["games"]]
    guest.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    (found,) = [one for one in stranger.get("/api/lobby")["games"] if one["watch"] not in tokens]
    watching = Player(server, f"/ws/watch/{found['watch']}", None).open()
    french = host.sit(game, "french")
    assert watching.offers == [] and watching.view["seat"] is None
    assert not watching.view["units"], "no block is anybody's own"
    assert french.act(next(offer for offer in french.offers if offer.startswith("march")))["ok"]
    watching.wait("state")
    marched = [event for event in watching.log if event["kind"] == "marched"]
    assert marched and all("unit" not in event for event in marched)
    private = host.begin({"french": "me", "allied": "computer:recruit"})
    assert private not in str(stranger.get("/api/lobby"))


def test_the_maker_alone_closes_a_table_before_it_starts(server: Server) -> None:
    host, guest = server.visitor(), server.visitor()
    game = offered(host)
    guest.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    guest.post(f"/api/games/{game}/end")  # which only asks
    assert host.get(f"/api/games/{game}")["status"] == "playing"
    guest.post(f"/api/games/{game}/leave", {"seat": "allied"})
    assert table_of(guest, game) is not None
    host.post(f"/api/games/{game}/end")
    assert table_of(guest, game) is None
    assert host.get(f"/api/games/{game}")["status"] == "abandoned"
    assert guest.refused(f"/api/lobby/{game}/sit", {"seat": "allied"}) == (409, "closed")


def test_somebody_is_challenged_by_name(server: Server) -> None:
    host, friend, other = named(server), named(server), server.visitor()
    game = host.begin({"french": "me", "allied": "open"})
    path = f"/api/lobby/{game}/challenge"
    assert host.refused(path, {"seat": "french", "name": friend.name}) == (409, "taken")
    assert host.refused(path, {"seat": "allied", "name": "nobody at all"}) == (404, "not-found")
    assert host.refused(path, {"seat": "allied", "name": host.name}) == (409, "seated")
    host.post(path, {"seat": "allied", "name": friend.name.upper()})
    assert table_of(other, game, "challenges") is None
    assert other.refused(f"/api/lobby/{game}/sit", {"seat": "allied"}) == (404, "not-found")
    assert other.refused(f"/api/lobby/{game}/decline") == (404, "not-found")
    asked = table_of(friend, game, "challenges")
    assert asked is not None and (asked["seat"], asked["to"]) == ("allied", friend.name)
    friend.post(f"/api/lobby/{game}/decline")
    assert table_of(friend, game, "challenges") is None
    told = table_of(host, game, "challenges")
    assert told is not None and told["is_declined"]
    host.post(path, {"seat": "allied", "name": friend.name})
    friend.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    assert host.get(f"/api/games/{game}")["seats"]["allied"]["name"] == friend.name
    assert table_of(host, game, "challenges") is None


def test_a_seat_that_is_kept_is_not_for_whoever_comes(server: Server) -> None:
    host, friend, other = named(server), named(server), server.visitor()
    game = host.begin({"french": "me", "anglo-dutch": "open", "prussian": "open"})
    host.post(f"/api/lobby/{game}/publish", {})
    host.post(f"/api/lobby/{game}/challenge", {"seat": "prussian", "name": friend.name})
    table = table_of(other, game)
    assert table is not None and table["kept"] == ["prussian"]
    assert other.refused(f"/api/lobby/{game}/sit", {"seat": "prussian"}) == (409, "taken")
    other.post(f"/api/lobby/{game}/sit", {"seat": "anglo-dutch"})
    friend.post(f"/api/lobby/{game}/sit", {"seat": "prussian"})
    assert host.get(f"/api/games/{game}")["status"] == "playing"


def test_the_same_is_played_again_by_the_same_people(server: Server) -> None:
    host, friend = named(server), named(server)
    game = offered(host, pace=DAYS, handicap=2)
    friend.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    assert host.refused(f"/api/games/{game}/again") == (409, "not-over")
    french = host.sit(game, "french")
    assert french.act(french.offers[0])["ok"]
    host.post(f"/api/games/{game}/resign", {"seat": "french"})
    again = friend.post(f"/api/games/{game}/again")["id"]
    table = friend.get(f"/api/games/{again}")
    assert table["my_seats"] == ["allied"] and table["seats"]["french"]["kind"] == "open"
    assert (table["pace"], table["handicap"]) == (DAYS, 2)
    asked = table_of(host, again, "challenges")
    assert asked is not None and asked["seat"] == "french"
    assert table_of(server.visitor(), again) is not None  # public, as the first was
    host.post(f"/api/lobby/{again}/sit", {"seat": "french"})
    swapped = friend.post(f"/api/games/{game}/rematch")["id"]
    assert friend.get(f"/api/games/{swapped}")["pace"] == DAYS  # sides changed, the clock is not


def test_offers_go_with_their_games(engine: sa.Engine) -> None:
    plain = {
        **dict.fromkeys(("scenario", "start", "start_dice", "ending", "pace"), ""),
        **{"players": 2, "visibility": "open", "key": b"", "imported": -1, "turn": 1},
        **{"to_act": "french", "creator": None},
    }
    old, new = "2026-01-01", "2026-03-01"
    games = [
        {**plain, "id": "unplayed", "watch": "a", "created": old, "updated": old, "ended": None},
        {**plain, "id": "over", "watch": "b", "created": new, "updated": old, "ended": "over"},
        {**plain, "id": "waits", "watch": "c", "created": new, "updated": new, "ended": None},
    ]
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        connection.execute(sa.insert(tables.games), games)
        for game in games:
            offer = Offer(str(game["id"]), EVERYBODY, None, "en", 0, "", old)
            offers.put(connection, offer)
            offers.put(connection, offer)  # in place of the first
        assert clear_unplayed(connection, "2026-02-01") == 1
        left = connection.execute(sa.select(offers.offers.c.game)).scalars().all()
    assert left == ["waits"]


def test_nobody_stops_the_clock_by_leaving(server: Server) -> None:
    host, guest = server.visitor(), server.visitor()
    game = offered(host, pace=DAYS)
    guest.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    guest.post(f"/api/games/{game}/leave", {"seat": "allied"})  # nothing was played yet
    assert host.get("/api/games")[0]["left"] is None
    guest.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    french = host.sit(game, "french")
    assert french.act(french.offers[0])["ok"]
    assert host.refused(f"/api/games/{game}/leave", {"seat": "french"}) == (409, "not-now")
    assert host.get("/api/games")[0]["left"] is not None
    free = host.begin({"french": "me", "allied": "computer:recruit"})
    player = host.sit(free, "french")
    assert player.act(player.offers[0])["ok"]
    host.post(f"/api/games/{free}/leave", {"seat": "french"})  # without a clock as before


def test_what_happened_since_is_told_from_ones_own_seat(server: Server) -> None:
    host, guest = server.visitor(), server.visitor()
    game = offered(host)
    guest.post(f"/api/lobby/{game}/sit", {"seat": "allied"})
    french = host.sit(game, "french")
    allied = guest.sit(game, "allied")
    assert french.act(next(offer for offer in french.offers if offer.startswith("march")))["ok"]
    allied.wait("state")
    seen = len(allied.log) - 1
    news = guest.get(f"/api/games/{game}/since?seen={seen}&lang=en")
    assert (news["seat"], news["count"]) == ("allied", 1)
    assert news["lines"] == [allied.log[-1]["text"]]
    assert "unit" not in allied.log[-1]
    all_of_it = guest.get(f"/api/games/{game}/since")
    assert all_of_it["lines"][-1] == news["lines"][0] and all_of_it["count"] >= 1
    assert server.visitor().refused(f"/api/games/{game}/since", method="GET")[0] == 404
