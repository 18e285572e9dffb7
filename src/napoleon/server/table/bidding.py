"""Sealed bids for a side, apart from any store; what they come to, `judge_bids` says.

Each of two people says which side he wants, and how many steps he would give up to have it. First
both send a seal, the SHA-256 of their bid and a secret of their own; nobody can change a bid any
more then, and nobody can read one. Only when both seals are there are the bids opened. So neither
leaks before both are in, not even to whoever runs the server. A computer's bid is put in and sealed
as the auction begins, before anybody else's, and is shown no sooner.
"""

from __future__ import annotations

from typing import Final

import msgspec

from napoleon.rules import GUEST, HOST, MOST_STEPS, Bid
from napoleon.server.refusals import Refused

SIDES: Final = ("french", "allied")
LONGEST_SECRET: Final = 64


def parse_bid(text: str) -> Bid | None:
    """A bid from its text, None for none."""
    if not text:
        return None
    side, steps, secret = text.split(" ")
    return Bid(side, int(steps), secret)


class Terms(msgspec.Struct):
    """What the game is to be, whoever plays which side."""

    scenario: str
    visibility: str
    board: str
    advice: bool
    pace: str = ""  # as it is stored
    level: str = ""  # of the computer that bids against the host; "" for a person


class Auction(msgspec.Struct):
    """A game that waits for the bids of two people, or of one and a computer."""

    token: str
    terms: Terms
    host: str
    host_name: str
    created: str
    host_seal: str = ""
    host_bid: str = ""
    guest: str = ""
    guest_name: str = ""
    guest_seal: str = ""
    guest_bid: str = ""
    game: str = ""
    without_account: list[str] = []  # host, guest: not stored here

    def part_of(self, person: str) -> str:
        """Whether somebody is host, guest or neither of them ("")."""
        if person == self.host:
            return HOST
        return GUEST if person == self.guest else ""

    def seat_computer(self, bid: Bid) -> None:
        """Put a computer's bid in, in the place of a guest."""
        self.guest_seal = bid.seal()
        self.guest_bid = str(bid)

    @property
    def is_sealed(self) -> bool:
        """Whether both bids are in."""
        return bool(self.host_seal and self.guest_seal)

    @property
    def is_open(self) -> bool:
        """Whether both have been opened."""
        return bool(self.host_bid and self.guest_bid)

    def check_seal(self, person: str, seal: str) -> str:
        """Who seals a bid now: host, or whoever comes as the guest. Raises Refused."""
        has_room = not self.guest and not self.terms.level
        part = self.part_of(person) or (GUEST if has_room else "")
        if not part:
            raise Refused("not-yours", "two others bid for this game")
        if len(seal) != 64 or not set(seal) <= set("0123456789abcdef"):
            raise Refused("bad-request", "expected the SHA-256 of a bid")
        if self.host_seal if part == HOST else self.guest_seal:
            raise Refused("taken", "your bid is sealed, and stands")
        return part

    def check_bid(self, person: str, bid: Bid) -> str:
        """Who opens a bid now. Raises Refused."""
        part = self.part_of(person)
        if not part:
            raise Refused("not-yours", "two others bid for this game")
        if not self.is_sealed:
            raise Refused("not-now", "no bid is opened before both are in")
        is_bid = bid.side in SIDES and 0 <= bid.steps <= MOST_STEPS
        if not is_bid or not 16 <= len(bid.secret) <= LONGEST_SECRET or " " in bid.secret:
            raise Refused("bad-request", "expected a side, steps and a secret")
        if bid.seal() != (self.host_seal if part == HOST else self.guest_seal):
            raise Refused("bad-request", "this is not the bid that was sealed")
        return part
