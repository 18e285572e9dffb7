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
from napoleon.rules.board.tables import SHIPPED, Board
from napoleon.server import texts
from napoleon.server.http import icons, offline
from napoleon.server.http.board import read_board
from napoleon.server.http.bundle import bundle_client
from napoleon.server.http.seating import find_board

log = logging.getLogger("napoleon.server")
WEB = Path(napoleon.__file__).parent / "web"
SMALLEST_GZIP = 600  # bytes; below it compressing does not pay
FOR_A_DAY = "public, max-age=86400"
FOR_EVER = "public, max-age=31536000, immutable"
TYPEFACE = "<!-- typeface -->"  # its place in the page
LANGUAGES = "<!-- languages -->"
AT_TABLE = ("/game/", "/watch/", "/try/")  # pages that need all of the client at once
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


class Client(msgspec.Struct):
    """The page of the browser client, and that of a table, which asks for what it needs at once."""

    page: Leaf
    table: Leaf
    files: list[str]  # that they ask for, by names that change with what is in them


_bundles: dict[str, Leaf] = {}  # by name: earlier ones too, for pages that are still open


def read_client() -> Client:
    """The client; put together again when one of its files has changed."""
    files = [path for path in WEB.rglob("*") if path.suffix in (".js", ".css", ".html")]
    stamps = [(str(path), path.stat().st_mtime_ns) for path in sorted(files)]
    if not stamps:
        raise NotFoundException("the browser client is not installed")
    return _put_together(tuple(stamps))


@lru_cache(maxsize=1)
def _put_together(stamps: tuple[tuple[str, int], ...]) -> Client:
    """Modules in three files, style sheets in two; their names change with what is in them."""
    client = bundle_client(WEB, "/static")
    page = client.page.replace(TYPEFACE, typeface.head()).replace(LANGUAGES, _written_languages())
    script = '<script type="module"'
    preload = f'<link rel="modulepreload" href="/static/{client.table.name}">\n{script}'
    table = page.replace(script, preload, 1)
    for file in client.files:
        _bundles[file.name] = press(file.body.encode(), Path(file.name).suffix)
    names = [file.name for file in client.files]
    return Client(press(page.encode(), ".html"), press(table.encode(), ".html"), names)


def _written_languages() -> str:
    """The languages within the page: one request less before the first word is shown."""
    names = msgspec.json.encode(texts.languages()).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="languages">{names}</script>'


_files: dict[Path, Leaf] = {}


def read_leaf(path: Path) -> Leaf | None:
    """A file of the client; read again when it has changed."""
    try:
        status = path.stat()
    except (OSError, ValueError):  # there is none, or there can be none
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
    if not _bundles:
        read_client()
    if len(parts) == 1 and parts[0] in _bundles:
        return send_leaf(request, _bundles[parts[0]], caching=FOR_EVER)
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
        "/bid/{token:str}",
        "/lobby",
        "/games",
        "/game/{game:str}",
        "/watch/{token:str}",
        "/about",
        "/intro",
        "/dice/{game:str}",
        "/tournaments",
        "/tournaments/new",
        "/tournament/{name:str}",
        "/ratings",
        "/exercises",
        "/exercise/{name:str}",
        "/learn",
        "/lesson/{name:str}",
        "/try/{name:str}",
        "/account",
        "/friends",
        "/people/{name:str}",
        "/notices",
        "/forgot",
        "/reset/{token:str}",
        "/verify/{token:str}",
        "/stop/{token:str}",
    ],
    sync_to_thread=False,
)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Every page is the same file; the client sees to the rest."""
    client = read_client()
    return send_leaf(
        request, client.table if request.url.path.startswith(AT_TABLE) else client.page
    )


def no_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For an address that nothing has: the client says so, in the visitor's language."""
    return send_leaf(request, read_client().page, status=404)


@get("/icons/{name:str}", sync_to_thread=True)
def icon(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """A picture for a home screen."""
    if name not in icons.NAMES:
        raise NotFoundException("there is no such file")
    return send_leaf(request, press(icons.read(name), ".png"), caching=FOR_A_DAY)


@get(f"/{offline.MANIFEST}", sync_to_thread=False)
def manifest(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What a system has to know to install the game."""
    return send_leaf(request, press(offline.manifest().encode(), ".webmanifest"))


@get(f"/{offline.WORKER}", sync_to_thread=False)
def service_worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Keeps what the client is made of in the browser; the page itself comes from here."""
    client = read_client()
    files = [
        *(f"static/{name}" for name in client.files),
        *(f"fonts/{name}" for name in typeface.FILES),
    ]
    text = offline.worker(WEB, client.page.etag, files, is_whole=False)
    return send_leaf(request, press(text.encode(), ".js"))


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
def board_leaf(board: Board = SHIPPED) -> Leaf:
    """The tables of a board, for drawing."""
    return press(msgspec.json.encode(read_board(board)), ".json")


@get("/board.json", sync_to_thread=False)
def board(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Towns, roads, rivers, units and the calendar."""
    return send_leaf(request, board_leaf())


@get("/board/{name:str}", sync_to_thread=False)
def other_board(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """The same of another board that is played on here."""
    chosen = find_board(request.app.state.hall, name.removesuffix(".json"))
    return send_leaf(request, board_leaf(chosen))


@lru_cache(maxsize=64)
def _catalogue_leaf(name: str) -> Leaf | None:
    """A catalogue, pressed once."""
    if name == "index.json":
        return press(msgspec.json.encode(texts.languages()), ".json")
    lang = name.removesuffix(".json")
    messages = texts.client_messages(lang)
    if messages is None:
        return None
    found = {"lang": lang, "messages": messages, "contractions": texts.contractions(lang)}
    return press(msgspec.json.encode(found), ".json")


@get("/i18n/{name:str}", sync_to_thread=False)
def catalogue(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """The languages, or the client's texts in one of them."""
    leaf = _catalogue_leaf(name)
    if leaf is None:
        raise NotFoundException("we do not have this language")
    return send_leaf(request, leaf)


PAGES = [static, favicon, icon, manifest, service_worker, font, page, board, other_board, catalogue]
