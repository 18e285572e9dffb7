"""Pages and files: the browser client, the tables for drawing the board, the catalogues."""

from __future__ import annotations

import gzip
import hashlib
import logging
import mimetypes
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

import napoleon
from napoleon import typeface
from napoleon.server import texts
from napoleon.server.http.board import read_board

log = logging.getLogger("napoleon.server")
WEB = Path(napoleon.__file__).parent / "web"
SMALLEST_GZIP = 600  # bytes; below it compressing does not pay
FOR_EVER = "public, max-age=31536000, immutable"
TYPEFACE = b"<!-- typeface -->"  # its place in the page
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
COMPRESSIBLE = (".js", ".mjs", ".css", ".html", ".json", ".svg", ".webmanifest", ".txt")


class Leaf(msgspec.Struct):
    """A file as it is sent."""

    kind: str
    body: bytes
    zipped: bytes | None
    etag: str
    stamp: tuple[int, int] = (0, 0)  # when the file was changed, and its size


def press(body: bytes, suffix: str, stamp: tuple[int, int] = (0, 0)) -> Leaf:
    """Make a file ready to be sent, compressed where that helps."""
    zipped = None
    if suffix in COMPRESSIBLE and len(body) >= SMALLEST_GZIP:
        zipped = gzip.compress(body, 9, mtime=0)
    kind = TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return Leaf(kind, body, zipped, etag, stamp)


_files: dict[Path, Leaf] = {}


def read_leaf(path: Path) -> Leaf | None:
    """A file of the client; read again when it has changed."""
    try:
        status = path.stat()
    except OSError:
        return None
    if not path.is_file():
        return None
    stamp = (status.st_mtime_ns, status.st_size)
    leaf = _files.get(path)
    if leaf is None or leaf.stamp != stamp:
        leaf = _files[path] = press(path.read_bytes(), path.suffix, stamp)
    return leaf


def send_leaf(
    request: Request[Any, Any, Any], leaf: Leaf, status: int = 200, caching: str = "no-cache"
) -> Response[bytes]:
    """A file, or word that the browser has it already."""
    headers = {"ETag": leaf.etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    if leaf.etag in request.headers.get("if-none-match", "").split(", "):
        return Response(b"", status_code=304, headers=headers, media_type=leaf.kind)
    body = leaf.body
    if leaf.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = leaf.zipped
    return Response(body, status_code=status, headers=headers, media_type=leaf.kind)


@get("/static/{path:path}", sync_to_thread=False)
def static(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    """A file of the client."""
    parts = [part for part in path.parts if part != "/"]
    if any(part.startswith(".") or part.endswith(".py") for part in parts):
        raise NotFoundException("there is no such file")
    leaf = read_leaf(WEB.joinpath(*parts))
    if leaf is None:
        raise NotFoundException("there is no such file")
    return send_leaf(request, leaf)


@get("/favicon.ico", sync_to_thread=False)
def favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The picture of the tab, where a browser looks for it unasked."""
    leaf = read_leaf(WEB / "favicon.svg")
    if leaf is None:
        raise NotFoundException("there is no such file")
    return send_leaf(request, leaf)


@get(
    [
        "/",
        "/new",
        "/join/{token:str}",
        "/game/{game:str}",
        "/watch/{token:str}",
        "/about",
        "/intro",
        "/dice/{game:str}",
        "/exercises",
        "/exercise/{name:str}",
    ],
    sync_to_thread=False,
)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Every page is the same file; the client sees to the rest."""
    leaf = read_leaf(WEB / "index.html")
    if leaf is None:
        raise NotFoundException("the browser client is not installed")
    return send_leaf(request, _with_typeface(leaf.body))


@lru_cache(maxsize=1)
def _with_typeface(body: bytes) -> Leaf:
    """The page with what it says about the typeface in its place."""
    return press(body.replace(TYPEFACE, typeface.head().encode()), ".html")


@get("/fonts/{name:str}", sync_to_thread=True)
def font(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """A file of the typeface, whose name changes with what is in it; the first time it is cut."""
    try:
        leaf = press(typeface.read(name), Path(name).suffix)
    except KeyError as unknown:
        raise NotFoundException("there is no such file") from unknown
    except Exception as trouble:  # the fonts of the system do as well
        log.exception("the typeface cannot be cut")
        raise NotFoundException("there is no such file") from trouble
    return send_leaf(request, leaf, caching=FOR_EVER)


@cache
def board_leaf() -> Leaf:
    """The tables of the rules, for drawing."""
    return press(msgspec.json.encode(read_board()), ".json")


@get("/board.json", sync_to_thread=False)
def board(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Towns, roads, rivers, units and the calendar."""
    return send_leaf(request, board_leaf())


@get("/i18n/{name:str}", sync_to_thread=False)
def catalogue(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """The languages, or the client's texts in one of them."""
    if name == "index.json":
        return send_leaf(request, press(msgspec.json.encode(texts.languages()), ".json"))
    lang = name.removesuffix(".json")
    messages = texts.client_messages(lang)
    if messages is None:
        raise NotFoundException("we do not have this language")
    body = msgspec.json.encode({"lang": lang, "messages": messages})
    return send_leaf(request, press(body, ".json"))


PAGES = [static, favicon, font, page, board, catalogue]
