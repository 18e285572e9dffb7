"""Sealed bids: neither leaks before both are in, and the game that comes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.playing import Server, Visitor

from napoleon.rules import Bid
from napoleon.server.http import people
from napoleon.server.http.housekeeping import clear_unplayed
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import bids
from napoleon.server.store import tables as store
from napoleon.server.store.copying import copy_database
from napoleon.server.store.people_upkeep import forget
from napoleon.server.table.bidding import Auction, Terms

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
