"""An authenticator made of software: what a phone or a key answers, and what a forger would."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

PRESENT_AND_VERIFIED = 0x05
WITH_KEY = 0x40


class Authenticator:
    """One passkey of a site."""

    def __init__(self, origin: str, site: str) -> None:
        self.origin = origin
        self.site = site
        self.id = secrets.token_bytes(16)
        self.count = 0
        self.user = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a call for a new passkey."""
        self.user = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        key = cbor2.dumps(
            {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        )
        about = bytes(16) + struct.pack(">H", len(self.id)) + self.id + key
        data = self._data(PRESENT_AND_VERIFIED | WITH_KEY) + about
        sealed = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", options["challenge"])
        return self._credential(
            clientDataJSON=bytes_to_base64url(said), attestationObject=bytes_to_base64url(sealed)
        )

    def answer(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge."""
        self.count += 1
        data = self._data(PRESENT_AND_VERIFIED)
        said = self._said("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=bytes_to_base64url(said),
            authenticatorData=bytes_to_base64url(data),
            signature=bytes_to_base64url(signature),
            userHandle=self.user,
        )

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, **response: str) -> dict[str, Any]:
        ident = bytes_to_base64url(self.id)
        return {"id": ident, "rawId": ident, "type": "public-key", "response": response}
