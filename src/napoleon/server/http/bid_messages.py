"""What travels between the server and those who bid for a side."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from napoleon.server.http.messages import Name, PaceWish
from napoleon.server.table.clock import Pace
from napoleon.server.table.view_message import Side, Visibility


class NewAuction(msgspec.Struct):
    """What a game is to be for whose sides two people bid, or one and a computer."""

    scenario: Name = "historical"
    visibility: Name = "open"
    board: Name = ""
    advice: bool = False
    pace: PaceWish = PaceWish()
    level: Name = ""  # of the computer that bids; "" for a person


class SealedBid(msgspec.Struct):
    """The SHA-256 of ``SIDE STEPS SECRET``, in hexadecimal digits."""

    seal: Annotated[str, Meta(max_length=64)]


class OpenedBid(msgspec.Struct):
    """A bid and its secret, once both are in."""

    side: Name
    steps: Annotated[int, Meta(ge=0, le=20)]
    secret: Annotated[str, Meta(max_length=64)]


class AuctionId(msgspec.Struct):
    """An auction that was begun."""

    token: str


class ShownBid(msgspec.Struct):
    """A bid that was opened."""

    part: str  # host or guest
    side: Side
    steps: int


class BidInfo(msgspec.Struct):
    """Two who bid for a side."""

    scenario: str
    visibility: Visibility
    board: str  # its name; "" for the one that is shipped
    pace: Pace
    host: str  # names
    guest: str
    level: str  # of the computer that bids in place of a guest; "" for a person
    part: str  # of whoever asks: host, guest, or "" for neither yet
    has_host: bool  # whose bids are in
    has_guest: bool
    bids: list[ShownBid]  # none before both are open
    game: str  # what came of it, for the two
    without_account: list[str]  # host, guest: those who are guests of this server
