"""Bids for a side, and what two of them come to (ruling 4 sealed-bids)."""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from napoleon.rules.board.units import ALLIED, FRENCH, SIDE_NAMES

HOST: Final = "host"
GUEST: Final = "guest"


class Bid(NamedTuple):
    """The side that somebody wants, what he would give up for it, and his secret."""

    side: str
    steps: int
    secret: str

    def seal(self) -> str:
        """What is sent before: it tells nothing, and fits no other bid."""
        return hashlib.sha256(str(self).encode()).hexdigest()

    def __str__(self) -> str:
        return f"{self.side} {self.steps} {self.secret}"


class Verdict(NamedTuple):
    """Who plays the French, and the handicap: steps of the French, below 0 of the Allies."""

    french: str
    handicap: int


def judge_bids(host: Bid, guest: Bid) -> Verdict:
    """What two bids come to: who want different sides have them; of two who want the same one the
    higher bid has it and gives up what he bid; among equals the two secrets draw the lot."""
    if host.side != guest.side:
        return Verdict(HOST if host.side == SIDE_NAMES[FRENCH] else GUEST, 0)
    if host.steps != guest.steps:
        winner, paid = (HOST, host) if host.steps > guest.steps else (GUEST, guest)
    else:
        lot = hashlib.sha256(f"{host.secret} {guest.secret}".encode()).digest()[0] & 1
        winner, paid = ((HOST, host), (GUEST, guest))[lot]
    loser = GUEST if winner == HOST else HOST
    if paid.side == SIDE_NAMES[ALLIED]:
        return Verdict(loser, -paid.steps)
    return Verdict(winner, paid.steps)
