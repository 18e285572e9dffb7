"""What makes the server's page one that can be installed: manifest, pictures, service worker."""

from __future__ import annotations

import json
import re
import struct
import zlib

import pytest

from napoleon.server.http import icons, offline
from napoleon.server.http.pages import WEB, read_client


def pixels(png: bytes) -> tuple[int, bytes]:
    """The side of a square picture, and its lines of pixels."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    assert width == height
    at = png.index(b"IDAT")
    (length,) = struct.unpack(">I", png[at - 4 : at])
    body = png[at + 4 : at + 4 + length]
    assert zlib.crc32(b"IDAT" + body) == struct.unpack(">I", png[at + 4 + length :][:4])[0]
    return width, zlib.decompress(body)


@pytest.mark.parametrize("name", icons.NAMES)
def test_an_icon_is_a_hat_on_a_block(name: str) -> None:
    size, is_maskable = icons.NAMES[name]
    side, rows = pixels(icons.read(name))
    assert side == size and len(rows) == size * (1 + 4 * size)

    def pixel(x: float, y: float) -> tuple[int, ...]:
        at = int(y * size) * (1 + 4 * size) + 1 + 4 * int(x * size)
        return tuple(rows[at : at + 4])

    assert pixel(0.5, 0.45) == (*icons.CREAM, 255), "the hat"
    assert pixel(0.5, 0.8) == (*icons.BLUE, 255), "the block"
    assert pixel(0.0, 0.0)[3] == (255 if is_maskable else 0), "its corner"


def test_the_manifest_names_every_icon_and_stays_beside_itself() -> None:
    manifest = json.loads(offline.manifest())
    assert {one["src"] for one in manifest["icons"]} == {f"icons/{name}" for name in icons.NAMES}
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert manifest["display"] == "fullscreen"


def test_the_service_worker_changes_with_what_it_keeps() -> None:
    files = [f"static/{name}" for name in read_client().files]
    one = offline.worker(WEB, "page", files, is_whole=False)
    settings = re.search(r"^const SETTINGS = (.*);$", one, re.MULTILINE)
    assert settings is not None
    assert json.loads(settings[1])["files"] == sorted(files)
    assert one == offline.worker(WEB, "page", reversed(files), is_whole=False)
    assert one != offline.worker(WEB, "another page", files, is_whole=False)
