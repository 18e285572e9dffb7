"""Bids for a side, and what two of them come to (ruling 4 sealed-bids)."""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from napoleon.rules.board.units import ALLIED, FRENCH, SIDE_NAMES

#: The player who made the game.
HOST: Final = "host"
#: The player who joined it.
GUEST: Final = "guest"


class Bid(NamedTuple):
    """A bid for a side in a game with a handicap."""

    #: The side that the player wants, "french" or "allied".
    side: str
    #: The steps that the player would give up for it.
    steps: int
    #: A secret word, so that the seal of the bid tells nothing.
    secret: str

    def seal(self) -> str:
        """Return the hash that is sent before the bid: it tells nothing, and fits no other bid."""
        return hashlib.sha256(str(self).encode()).hexdigest()

    def __str__(self) -> str:
        return f"{self.side} {self.steps} {self.secret}"


class Verdict(NamedTuple):
    """What two bids come to."""

    #: Who plays the French: HOST or GUEST.
    french: str
    #: The steps that the French give up; below 0: the Allies.
    handicap: int


def judge_bids(host: Bid, guest: Bid) -> Verdict:
    """Return what two bids come to.

    Players who want different sides have them. Of two who want the same one the higher bid has it
    and gives up what it bid; among equals the two secrets draw the lot.

    >>> judge_bids(Bid("french", 2, "a"), Bid("french", 1, "b"))
    Verdict(french='host', handicap=2)
    """
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
