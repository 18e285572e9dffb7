"""Sealed bids: neither leaks before both are in, and the game that comes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
import sqlalchemy as sa
from tests.server.playing import Server, Visitor

from napoleon.ai.levels import LEVELS
from napoleon.rules import MOST_STEPS, Bid
from napoleon.scenarios.evenness import EvenGame, measured
from napoleon.server.computers import bidding
from napoleon.server.computers.bidding import bid_by_measure
from napoleon.server.http import people
from napoleon.server.http.housekeeping import clear_unplayed
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import bids
from napoleon.server.store import tables as store
from napoleon.server.store.access import Access
from napoleon.server.store.copying import copy_database
from napoleon.server.store.people_upkeep import forget
from napoleon.server.store.shelf import SqlShelf
from napoleon.server.table import stories
from napoleon.server.table.bidding import Auction, Terms
from napoleon.server.table.sheet import Sheet, Sitter

SECRETS = ("a" * 32, "b" * 32)


def test_only_the_bid_that_was_sealed_is_opened() -> None:
    bid = Bid("french", 3, SECRETS[0])
    auction = Auction("t", Terms("free", "open", "", False), "h", "H", "", bid.seal(), guest="g")
    with pytest.raises(Refused, match="no bid is opened before both are in"):
        auction.check_bid("h", bid)
    auction.guest_seal = Bid("french", 4, SECRETS[1]).seal()
    assert auction.check_bid("h", bid) == "host"
    for other in (
        bid._replace(steps=4),
        bid._replace(side="allied"),
        bid._replace(secret="c" * 32),
    ):
        with pytest.raises(Refused, match="this is not the bid that was sealed"):
            auction.check_bid("h", other)
    with pytest.raises(Refused, match="two others bid"):
        auction.check_bid("x", bid)
    with pytest.raises(Refused, match="your bid is sealed"):
        auction.check_seal("h", bid.seal())


def opened(bid: Bid) -> dict[str, object]:
    return {"side": bid.side, "steps": bid.steps, "secret": bid.secret}


def everything(visitor: Visitor, token: str) -> str:
    """All that somebody can ask about an auction, as it is sent."""
    return visitor.http.get(f"{visitor.server.url}/api/bids/{token}").text


def test_two_people_bid_and_play(server: Server) -> None:
    host, guest, stranger = (server.visitor() for _ in range(3))
    token = host.post("/api/bids", {"scenario": "historical"})["token"]
    bids = {host: Bid("allied", 2, "1" * 32), guest: Bid("allied", 7, "2" * 32)}
    path = f"/api/bids/{token}"
    empty = everything(guest, token)
    assert host.refused(f"{path}/open", opened(bids[host])) == (409, "not-now")
    host.post(f"{path}/seal", {"seal": bids[host].seal()})
    # Of the host's bid its opponent learns that it is there, and nothing else.
    assert everything(guest, token) == empty.replace('"has_host":false', '"has_host":true')
    assert host.refused(f"{path}/seal", {"seal": bids[guest].seal()}) == (409, "taken")
    assert host.refused(f"{path}/open", opened(bids[host])) == (409, "not-now")
    guest.post(f"{path}/seal", {"seal": bids[guest].seal()})
    assert stranger.refused(f"{path}/seal", {"seal": bids[guest].seal()}) == (403, "not-yours")
    first = host.post(f"{path}/open", opened(bids[host]))
    assert first["bids"] == [] and first["game"] == ""
    assert '"bids":[]' in everything(guest, token)
    other = bids[guest]._replace(steps=1)
    assert guest.refused(f"{path}/open", opened(other)) == (400, "bad-request")
    last = guest.post(f"{path}/open", opened(bids[guest]))
    assert [(bid["side"], bid["steps"]) for bid in last["bids"]] == [("allied", 2), ("allied", 7)]
    game = last["game"]
    assert host.get(path)["game"] == game and stranger.get(path)["game"] == ""
    table = guest.get(f"/api/games/{game}")
    assert table["my_seats"] == ["allied"] and table["handicap"] == -7
    assert host.get(f"/api/games/{game}")["my_seats"] == ["french"]
    player = guest.sit(game, "allied")
    assert player.view["stage"] == "handicap" and player.view["hits"] == 7
    assert {offer.split()[0] for offer in player.offers} == {"weaken"}
    assert player.act(player.offers[0])["ok"]


def even_game(level: str, even: float, scenario: str = "free") -> EvenGame:
    return EvenGame(scenario, level, 400, even, even - 2, even + 2)


def test_a_computer_bids_by_the_measure_of_the_nearest_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = (even_game("officer", -4.4), even_game("emperor", 3.0), even_game("marshal-1", 9.0))
    monkeypatch.setattr(bidding, "measured", lambda: found)
    bids = {level: bid_by_measure(level, "free", "s")[:2] for level in LEVELS}
    assert bids == {
        "random": ("allied", 4),
        "recruit": ("allied", 4),
        "officer": ("allied", 4),
        "marshal": ("french", 3),  # of two that are as near, the better one
        "emperor": ("french", 3),
    }
    assert bid_by_measure("officer", "historical", "s") == Bid("allied", 0, "s")
    assert bid_by_measure("officer", "free", "s", is_our_board=False) == Bid("allied", 0, "s")
    monkeypatch.setattr(bidding, "measured", lambda: (even_game("officer", -23.0),))
    assert bid_by_measure("officer", "free", "s") == Bid("allied", MOST_STEPS, "s")


def officer_bid() -> tuple[str, int]:
    """What an officer bids in the campaign as it is measured; the tests below need a side."""
    assert any(even.scenario == "historical" for even in measured())
    return bid_by_measure("officer", "historical", "")[:2]


@pytest.mark.parametrize("is_contested", [True, False])
def test_a_computer_bids_against_somebody(server: Server, is_contested: bool) -> None:
    """Its bid is in before anybody else's, and nobody is told what it is before both are."""
    host, stranger = server.visitor(), server.visitor()
    side, steps = officer_bid()
    assert steps > 0
    other = "french" if side == "allied" else "allied"
    mine = Bid(side if is_contested else other, steps - 1, "1" * 32)
    token = host.post("/api/bids", {"scenario": "historical", "level": "officer"})["token"]
    path = f"/api/bids/{token}"
    before = everything(host, token)
    told = host.get(path)
    assert (told["level"], told["has_guest"], told["bids"]) == ("officer", True, [])
    assert side not in before
    assert host.refused(f"{path}/open", opened(mine)) == (409, "not-now")
    assert stranger.refused(f"{path}/seal", {"seal": mine.seal()}) == (403, "not-yours")
    assert stranger.refused(f"{path}/open", opened(mine)) == (403, "not-yours")
    sealed = host.post(f"{path}/seal", {"seal": mine.seal()})
    assert sealed["bids"] == [] and sealed["game"] == ""
    # Nothing has changed but that the host's bid is there.
    assert everything(host, token) == before.replace('"has_host":false', '"has_host":true')
    last = host.post(f"{path}/open", opened(mine))
    bids = [(bid["part"], bid["side"], bid["steps"]) for bid in last["bids"]]
    assert bids == [("host", mine.side, mine.steps), ("guest", side, steps)]
    table = host.get(f"/api/games/{last['game']}")
    assert table["my_seats"] == [other]
    computer = table["seats"][side]
    assert (computer["kind"], computer["level"]) == ("computer", "officer")
    paid = steps if is_contested else 0
    assert table["handicap"] == (paid if side == "french" else -paid)
    assert stranger.get(path)["game"] == ""


def test_what_a_computer_bids_is_stored_and_sealed_with_the_auction(engine: sa.Engine) -> None:
    """Before anybody else can bid; a secret of its own keeps the seal from being guessed."""
    auctions = [
        Auction(name, Terms("free", "open", "", False, level="officer"), "h", "H", "")
        for name in ("one", "two")
    ]
    for auction, secret in zip(auctions, SECRETS, strict=True):
        auction.seat_computer(bid_by_measure("officer", "free", secret))
    with engine.begin() as connection:
        for auction in auctions:
            bids.insert(connection, auction)
        kept = [bids.find(connection, name) for name in ("one", "two")]
    assert kept == auctions
    assert auctions[0].guest_seal != auctions[1].guest_seal
    for auction in auctions:
        assert not auction.is_sealed and not auction.is_open
        with pytest.raises(Refused, match="two others bid"):
            auction.check_seal("g", SECRETS[0] * 2)
        assert auction.check_seal("h", SECRETS[0] * 2) == "host"


def test_a_computer_that_is_none_does_not_bid(server: Server) -> None:
    refused = server.visitor().refused("/api/bids", {"level": "genius"})
    assert refused == (400, "bad-request")


def test_an_agreed_handicap_and_what_is_measured(server: Server) -> None:
    host = server.visitor()
    game = host.begin({"french": "me", "allied": "me"}, "free", handicap=3)
    assert host.get(f"/api/games/{game}")["handicap"] == 3
    assert host.refused(
        "/api/games", {"handicap": 21, "seats": {"french": "me", "allied": "me"}}
    ) == (400, "bad-request")
    for even in host.get("/api/even"):
        assert even["low"] <= even["handicap"] + 0.5 and even["handicap"] - 0.5 <= even["high"]


def test_bids_are_copied_come_along_with_an_account_and_are_cleared_away(
    engine: sa.Engine, tmp_path: Path
) -> None:
    auction = Auction("t", Terms("free", "open", "", False), "guest", "H", "2026-01-02")
    with engine.begin() as connection:
        bids.insert(connection, auction)
        account = Person("account", "Ney", "ney", "en")
        connection.execute(
            sa.insert(store.people),
            [
                {"id": one, "name": one, "lang": "en", "created": "2026-01-01"}
                for one in ("guest", "account")
            ],
        )
        people.log_in(connection, Person("guest", "G", None, "en"), account, "cookie", "2026-01-02")
        kept = bids.find(connection, "t")
        assert kept is not None and kept.part_of("account") == "host"
        clear_unplayed(connection, "2026-01-02")
        assert bids.find(connection, "t") == kept
        clear_unplayed(connection, "2026-01-03")
        assert bids.find(connection, "t") is None
        bids.insert(connection, kept)
    target = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    address = engine.url.render_as_string(hide_password=False)
    assert copy_database(address, target)["bids"] == 1
    with engine.begin() as connection:
        forget(connection, "account")
        assert bids.find(connection, "t") is None


class OneConnection:
    """Does what is asked in one transaction, as the writer does."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine

    async def write(self, work: Callable[[sa.Connection], bool]) -> bool:
        with self.engine.begin() as connection:
            return work(connection)


def test_a_game_and_its_name_in_the_auction_are_stored_together(engine: sa.Engine) -> None:
    """So nobody is sent to a game that is not there yet, or never comes."""
    shelf = SqlShelf(cast("Access", OneConnection(engine)))
    computer = Sitter("computer", name="Computer", level="recruit")
    sitters = {"french": computer, "allied": computer}
    sheets = [
        stories.begin_game("historical", 2, "open", sitters, "h", "", False)[0] for _ in range(2)
    ]
    with engine.begin() as connection:
        for token in ("one", "two"):
            terms = Terms("historical", "open", "", False)
            bids.insert(connection, Auction(token, terms, "h", "H", ""))

    def insert(sheet: Sheet, token: str) -> bool:
        def claim(connection: sa.Connection) -> bool:
            return bids.claim(connection, token, sheet.id)

        return asyncio.run(shelf.insert_game(sheet, 1, "french", None, claim))

    def named() -> tuple[list[str], list[str]]:
        with engine.connect() as connection:
            found = [bids.find(connection, token) for token in ("one", "two")]
            games = connection.execute(sa.select(store.games.c.id)).scalars().all()
        return [one.game for one in found if one is not None], list(games)

    assert insert(sheets[0], "one")
    assert named() == ([sheets[0].id, ""], [sheets[0].id])
    assert not insert(sheets[1], "one"), "somebody was faster"
    with pytest.raises(sa.exc.IntegrityError):
        insert(sheets[0], "two")
    assert named() == ([sheets[0].id, ""], [sheets[0].id])
