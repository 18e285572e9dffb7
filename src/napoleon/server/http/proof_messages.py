"""What travels over HTTP about proofs of work (proofs.py)."""

from __future__ import annotations

from typing import Literal

import msgspec

ProofUse = Literal["account", "offer"]


class ProofChallenge(msgspec.Struct):
    """A number is to be found with which SHA-256 of what stands behind the challenge's last dot, a
    colon and the number begins with so many nought bits; challenge, colon and number are the
    header Napoleon-Proof of the call."""

    challenge: str
    bits: int
