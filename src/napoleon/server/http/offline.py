"""What makes a page one that can be installed and needs no network: its manifest and its service
worker (web/sw.js)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from napoleon.server.http import icons

MANIFEST: Final = "manifest.webmanifest"
WORKER: Final = "sw.js"
_SETTINGS: Final = re.compile(r"^const SETTINGS = .*;$", re.MULTILINE)


def manifest() -> str:
    """What a system has to know to put the game on a home screen; addresses are beside it."""
    pictures = [
        {
            "src": f"icons/{name}",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if is_maskable else "any",
        }
        for name, (size, is_maskable) in icons.NAMES.items()
    ]
    return json.dumps(
        {
            "name": "Napoléon 1815",
            "short_name": "Napoléon",
            "id": "./",
            "start_url": "./",
            "scope": "./",
            "display": "fullscreen",
            "display_override": ["fullscreen", "standalone"],
            "background_color": "#efe3c8",
            "theme_color": "#efe3c8",
            "categories": ["games"],
            "icons": pictures,
        },
        ensure_ascii=False,
        indent=1,
    )


def worker(web: Path, page: str, files: Iterable[str], *, is_whole: bool) -> str:
    """The service worker: `page` is what every address shows, `files` what never changes under its
    name. Where the page is `is_whole` it is taken from what is kept, and the network is asked for
    nothing."""
    kept = sorted(files)
    version = hashlib.sha256("\n".join([page, *kept]).encode()).hexdigest()[:16]
    settings = {"version": version, "files": kept, "isWhole": is_whole}
    source = (web / WORKER).read_text("utf-8")
    written, count = _SETTINGS.subn(lambda _: f"const SETTINGS = {json.dumps(settings)};", source)
    assert count == 1, "the service worker has one line for its settings"
    return written
