"""Web Push: a message that only one browser can read (RFC 8291), and who sends it (RFC 8292).

No input or output: keys and texts in, bytes and headers out.
"""

from __future__ import annotations

import base64
import json
import os
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

LONGEST = 3000  # bytes of a text: with its head it stays below what every service takes
RECORD = 4096  # the size of a record, of which there is one
KEY_BYTES = 65  # of a public key: a point, uncompressed
SECRET_BYTES = 16  # of a browser's secret
HALF_DAY = 12 * 3600  # seconds for which we vouch: a service takes a day at most


class BadKeys(ValueError):
    """What a browser is said to have sent is none."""


def encode64(data: bytes) -> str:
    """As the web writes bytes: without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode64(text: str) -> bytes:
    """Read it back; raises BadKeys."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as problem:
        raise BadKeys(str(problem)) from None


def new_key() -> str:
    """A private key of the house."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode64(number.to_bytes(32, "big"))


def _private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode64(text), "big"), ec.SECP256R1())


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def public_key(private: str) -> str:
    """The other half, which browsers are given."""
    return encode64(_point(_private(private).public_key()))


def check_keys(p256dh: str, auth: str) -> None:
    """Raises BadKeys where these are not the keys of a browser."""
    if len(decode64(auth)) != SECRET_BYTES:
        raise BadKeys("expected a secret of 16 bytes")
    _public(decode64(p256dh))


def _public(point: bytes) -> ec.EllipticCurvePublicKey:
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as problem:
        raise BadKeys(str(problem)) from None


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def seal(text: bytes, p256dh: str, auth: str) -> bytes:
    """A text for the browser with these keys, as the body of a request (aes128gcm)."""
    assert len(text) <= LONGEST, "cut it before"
    browser = decode64(p256dh)
    ours = ec.generate_private_key(ec.SECP256R1())
    point = _point(ours.public_key())
    shared = ours.exchange(ec.ECDH(), _public(browser))
    secret = _derive(shared, decode64(auth), b"WebPush: info\0" + browser + point, 32)
    salt = os.urandom(16)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)  # 2: the last record


def vouch(endpoint: str, private: str, subject: str, now: int) -> str:
    """Who sends: the Authorization of a request to a push service; `now` in seconds."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + HALF_DAY, "sub": subject}
    words = [{"typ": "JWT", "alg": "ES256"}, claims]
    signed = ".".join(encode64(json.dumps(part, separators=(",", ":")).encode()) for part in words)
    signature = _private(private).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    r, s = decode_dss_signature(signature)
    token = f"{signed}.{encode64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={public_key(private)}"
