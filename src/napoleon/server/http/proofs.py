"""A proof of work for accounts and offers, from the third in an hour from one network.

The server signs a challenge; a browser looks for a number with which its hash begins with enough
noughts, which takes about a second, and sends both. A challenge is good for one network, one use,
one time and five minutes, whichever process is asked.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import re
import secrets
import time
from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection

from napoleon.rules.words.language import N_
from napoleon.server.http.doorkeeper import Asked, network_of
from napoleon.server.http.proof_messages import ProofChallenge, ProofUse
from napoleon.server.live.hall import Hall
from napoleon.server.live.host import SHORT
from napoleon.server.refusals import Refused
from napoleon.server.store import alert_wishes, efforts

# Of whom it is asked: of all but this machine and the house, of everybody, of nobody.
Asking = Literal["public", "always", "never"]
HEADER: Final = "napoleon-proof"
LIFE: Final = 300_000  # milliseconds for which a challenge is good
TRIES: Final = 40  # to be the one process that counts for a network
NEEDED: Final = N_("Much is being made from your network just now. One moment, please.")
_ANSWER: Final = re.compile(
    r"((\w{1,10})\.(\d{1,2})\.(\d{1,15})\.([0-9a-f]{32}))\.([0-9a-f]{32}):(\d{1,15})"
)
_HOMES: Final = [
    ipaddress.ip_network(home)
    for home in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
]


class Proof(NamedTuple):
    """A challenge that was answered rightly, and the mark of its network."""

    mark: str
    ident: str  # "": there is no proof


def is_at_home(network: str) -> bool:
    """Return whether a network (see `network_of`) is this machine's or of the house."""
    try:
        found = ipaddress.ip_network(network)
    except ValueError:  # no address: a socket of the system, or a test
        return True
    return any(
        found.version == home.version and found.subnet_of(home)  # type: ignore[arg-type]
        for home in _HOMES
    )


def leading_noughts(digest: bytes) -> int:
    """Return with how many nought bits a hash begins."""
    return 8 * len(digest) - int.from_bytes(digest, "big").bit_length()


class Proofs:
    """Counts what networks make, and asks for proofs."""

    def __init__(self, hall: Hall, asking: Asking) -> None:
        self._hall = hall
        self._asking = asking
        self._key = b""

    async def challenge(self, request: Asked, use: ProofUse) -> ProofChallenge:
        """Return a fresh challenge for the network that asks."""
        bits = self._hall.limits.proof_bits
        until = _now() + LIFE
        words = f"{use}.{bits}.{until}.{secrets.token_hex(16)}"
        network = network_of(request.scope)
        return ProofChallenge(f"{words}.{await self._sign(f'{words} {network}')}", bits)

    async def spend(self, request: Asked, use: ProofUse) -> None:
        """Count that something is made from the network that asks, and use up its proof if there
        is one. Raises Refused if there has to be one."""
        network = network_of(request.scope)
        if self._asking == "never" or (self._asking == "public" and is_at_home(network)):
            return
        proof = await self._read(request, use, network)
        for _ in range(TRIES):
            if await self._hall.write(lambda connection: self._note(connection, proof)):
                return
            await asyncio.sleep(SHORT)
        raise Refused("busy", NEEDED)

    def _note(self, connection: Connection, proof: Proof) -> bool:
        """Return False if another process is counting for the same network."""
        if not efforts.lock(connection, proof.mark):
            return False
        now = _now()
        is_free = efforts.count(connection, proof.mark, now) < self._hall.limits.proof_free
        is_proved = proof.ident != "" and not efforts.is_known(connection, proof.ident)
        if not (is_free or is_proved):
            raise Refused("proof", NEEDED)
        ident = proof.ident if is_proved else secrets.token_hex(16)
        efforts.note(connection, ident, proof.mark, now)
        return True

    async def _read(self, request: Asked, use: ProofUse, network: str) -> Proof:
        """Return the proof that a call comes with, if it is one."""
        mark = await self._sign(f"{use} {network}")
        found = _ANSWER.fullmatch(request.headers.get(HEADER, ""))
        if found is None:
            return Proof(mark, "")
        words, named, bits, until, ident, signature, number = found.groups()
        expected = await self._sign(f"{words} {network}")
        digest = hashlib.sha256(f"{signature}:{number}".encode()).digest()
        is_right = (
            hmac.compare_digest(signature, expected)
            and named == use
            and int(until) > _now()
            and leading_noughts(digest) >= int(bits) >= self._hall.limits.proof_bits
        )
        return Proof(mark, ident if is_right else "")

    async def _sign(self, text: str) -> str:
        if not self._key:
            fresh = secrets.token_urlsafe(32)
            key = await self._hall.write(
                lambda connection: alert_wishes.house_key(connection, "proof", fresh)
            )
            self._key = key.encode()
        return hmac.digest(self._key, text.encode(), hashlib.sha256).hex()[:32]


def _now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
