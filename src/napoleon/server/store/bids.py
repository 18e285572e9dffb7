"""Auctions in the database: each step is stored upon the one before, whichever process takes it."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from napoleon.rules import GUEST, HOST
from napoleon.server.store import tables as store
from napoleon.server.store.bonds import find_people
from napoleon.server.table.bidding import Auction, Terms

_table = store.bids


def insert(connection: Connection, auction: Auction) -> None:
    """Keep a new auction."""
    connection.execute(sa.insert(_table).values(_row(auction)))


def find(connection: Connection, token: str) -> Auction | None:
    """An auction by its token."""
    row = connection.execute(sa.select(_table).where(_table.c.token == token)).mappings().first()
    if row is None:
        return None
    auction = Auction(**{**row, "terms": msgspec.json.decode(row["terms"], type=Terms)})
    known = find_people(connection, {auction.host, auction.guest})
    if auction.host in known:
        auction.host_name = known[auction.host].name
    if auction.guest in known:
        auction.guest_name = known[auction.guest].name
    auction.without_account = [
        part
        for part, who in ((HOST, auction.host), (GUEST, auction.guest))
        if who in known and not known[who].is_account
    ]
    return auction


def seal(connection: Connection, token: str, part: str, person: str, name: str, seal: str) -> bool:
    """Keep a seal; False if the place was taken meanwhile."""
    values: dict[str, Any] = {f"{part}_seal": seal}
    where = [_table.c.token == token, _table.c[f"{part}_seal"] == ""]
    if part == GUEST:
        values |= {"guest": person, "guest_name": name}
        where.append(_table.c.guest.in_(("", person)))
    return connection.execute(sa.update(_table).where(*where).values(values)).rowcount == 1


def open_bid(connection: Connection, token: str, part: str, bid: str) -> None:
    """Keep a bid that was opened."""
    connection.execute(
        sa.update(_table).where(_table.c.token == token).values({f"{part}_bid": bid})
    )


def claim(connection: Connection, token: str, game: str) -> bool:
    """Name the game that comes of it; False if somebody has done so already."""
    where = (_table.c.token == token, _table.c.game == "")
    return connection.execute(sa.update(_table).where(*where).values(game=game)).rowcount == 1


def _row(auction: Auction) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.structs.asdict(auction)
    del row["without_account"]
    row["terms"] = msgspec.json.encode(auction.terms).decode()
    return row
