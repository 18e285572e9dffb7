"""What search engines are kept from: games, and whatever names people."""

from __future__ import annotations

from typing import Final

from litestar import Response, get

PRIVATE: Final = (
    *("/api/", "/ws/", "/game/", "/games", "/watch/", "/join/", "/bid/", "/dice/"),
    *("/people/", "/pictures/", "/friends", "/account", "/notices", "/ratings", "/lobby"),
    *("/tournament/", "/tournaments", "/forgot", "/reset/", "/verify/", "/stop/"),
)
_LINES: Final = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE), ""]


def is_private(path: str) -> bool:
    """Whether a page of this path is not to be found by searching."""
    return path.startswith(PRIVATE)


@get("/robots.txt", sync_to_thread=False)
def robots() -> Response[str]:
    """What a search engine is asked not to fetch."""
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response("\n".join(_LINES), media_type="text/plain", headers=headers)


ROBOTS = [robots]
