"""Making a site: a folder of static files with the whole game in it, for any host of files and any
folder there. Nothing in it asks for anything outside."""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

import napoleon
from napoleon import languages, typeface
from napoleon.boards import read_board_folder
from napoleon.rules import Board
from napoleon.rules.board.tables import SHIPPED, add_board
from napoleon.server import texts
from napoleon.server.http import icons, offline
from napoleon.server.http.board import read_board
from napoleon.server.http.bundle import bundle_client, bundle_worker
from napoleon.server.http.seating import board_id
from napoleon.site import packing, pyodide

WEB: Final = Path(napoleon.__file__).parent / "web"
SWAPS: Final = {"lib/home.js": "site/home.js", "with_friends.js": "site/no_friends.js"}
# Whose texts nobody reads in a site: rooms of the client that need a server and people on it.
OF_FRIENDS: Final = ("people", "notices", "measure")
MARK: Final = "napoleon-site"  # a file that tells a folder of ours from any other
FILES: Final = "files"
POLICY: Final = (
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "base-uri 'none'; object-src 'none'; form-action 'self'\">"
)


class CannotMake(Exception):
    """The folder cannot be used; the message says why."""


class Made(NamedTuple):
    """What a site weighs."""

    folder: Path
    files: int
    size: int  # bytes that travel on the first visit, whether or not the host presses them


class Site:
    """A site that is being made."""

    def __init__(self, folder: Path, server: str = "", boards: Sequence[Board] = ()) -> None:
        self.folder = folder
        self.server = server
        self.boards = boards  # besides ours
        self.kept: dict[str, int] = {}  # what is needed without a network, and its size

    def keep(self, name: str, body: bytes) -> str:
        """Write a file that is needed to play."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        self.kept[name] = len(body)
        return name

    def keep_named(self, kind: str, suffix: str, body: bytes) -> str:
        """Write one whose name changes with what is in it."""
        digest = hashlib.sha256(body).hexdigest()[:12]
        return self.keep(f"{FILES}/{kind}-{digest}{suffix}", body)

    # --- its parts

    def python(self, cache: Path | None) -> dict[str, Any]:
        """Pyodide, its library and our package."""
        ready = pyodide.prepare(cache)
        plain = {name: (ready / name).read_bytes() for name in pyodide.PLAIN}
        digest = hashlib.sha256(b"".join(plain.values())).hexdigest()[:12]
        folder = f"{FILES}/pyodide-{digest}/"
        for name, body in plain.items():
            self.keep(folder + name, body)
        machine_code = (ready / f"{pyodide.MACHINE_CODE}.gz").read_bytes()
        library = (ready / pyodide.PRESSED).read_bytes()
        ours = self._ours(ready)
        return {
            "folder": folder,
            "about": pyodide.describe(ready),
            "wasm": self.keep_named("python", ".wasm.gz", machine_code),
            "library": self.keep_named("library", ".zip", library),
            "ours": self.keep_named("napoleon", ".zip", ours),
            "size": len(machine_code) + len(library) + len(ours),
        }

    def _ours(self, ready: Path) -> bytes:
        """Our package, compiled; kept beside Pyodide as long as nothing in it changes."""
        sources = packing.pack(self.boards)
        digest = hashlib.sha256(sources).hexdigest()[:16]
        place = ready / f"ours-{digest}.zip"
        if not place.is_file():
            with tempfile.TemporaryDirectory(dir=ready) as name:  # others may be at it too
                work = Path(name)
                (work / "sources.zip").write_bytes(sources)
                pyodide.press(ready / "package", "ours", work / "sources.zip", work / "made.zip")
                (work / "made.zip").replace(place)
        return place.read_bytes()

    def tables(self) -> dict[str, str]:
        """The boards and the catalogues, by the paths under which a server has them."""
        board = msgspec.json.encode(read_board(SHIPPED))
        files = {"/board.json": self.keep_named("board", ".json", board)}
        for other in self.boards:
            body = msgspec.json.encode(read_board(other))
            files[f"/board/{board_id(other)}.json"] = self.keep_named("board", ".json", body)
        for language in texts.languages():
            lang = language["code"]
            words = {
                "lang": lang,
                "messages": site_messages(lang),
                "contractions": texts.contractions(lang),
            }
            body = msgspec.json.encode(words)
            files[f"/i18n/{lang}.json"] = self.keep_named(lang, ".json", body)
        return files

    def pictures(self) -> None:
        """Icons and the manifest."""
        for name in icons.NAMES:
            self.keep(f"icons/{name}", icons.read(name))
        self.keep(offline.MANIFEST, offline.manifest().encode())

    def page(self, settings: dict[str, Any]) -> str:
        """The one page, with addresses beside it."""
        for name in typeface.FILES:
            self.keep(f"fonts/{name}", typeface.read(name))
        self.keep(f"fonts/{typeface.LICENCE}", typeface.read(typeface.LICENCE))
        names = json.dumps(texts.languages(), ensure_ascii=False)
        client = bundle_client(WEB, FILES, SWAPS)
        for bundle in client.files:
            self.keep(f"{FILES}/{bundle.name}", bundle.body.encode())
        page = client.page
        for old, new in (
            ("<!-- typeface -->", typeface.head("fonts/")),
            ("<!-- languages -->", _data("languages", names)),
            ('href="/', 'href="./'),
            (
                "<head>\n",
                f"<head>\n{POLICY}\n",
            ),
            ("</head>", f"{_data('site', json.dumps(settings))}\n</head>"),
        ):
            assert old in page, old
            page = page.replace(old, new)
        return page


def _data(name: str, text: str) -> str:
    safe = text.replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{safe}</script>'


def empty(folder: Path) -> None:
    """Make room for a site; a folder with anything else in it is left alone."""
    if folder.exists():
        if not folder.is_dir():
            raise CannotMake(f"{folder} is no folder.")
        if any(folder.iterdir()) and not (folder / MARK).is_file():
            raise CannotMake(
                f"{folder} has something in it that is no site of ours: empty it first."
            )
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


def site_messages(lang: str) -> dict[str, str]:
    """Return the catalogue of a language without the messages of pages that a site lacks."""
    known = texts.client_messages(lang) or {}
    left_out = _friends_messages()
    return {words: meaning for words, meaning in known.items() if words not in left_out}


@functools.cache
def _friends_messages() -> frozenset[str]:
    """Return the messages that only the client's rooms `OF_FRIENDS` say: no other module of the
    client, and no module in Python."""
    rooms = tuple(WEB / room for room in OF_FRIENDS)
    ours: set[str] = set()
    others: set[str] = set()
    for module in WEB.rglob("*.js"):
        said = languages.client_messages(module.read_text("utf-8"))
        is_of_friends = any(module.is_relative_to(room) for room in rooms)
        (ours if is_of_friends else others).update(said)
    package = "\n".join(module.read_text("utf-8") for module in WEB.parent.rglob("*.py"))
    said_in_python = {words for words in ours if json.dumps(words, ensure_ascii=False) in package}
    return frozenset(ours - others - said_in_python)


def make_site(
    folder: Path, server: str = "", cache: Path | None = None, boards: Sequence[Path] = ()
) -> Made:
    """Write a site into a folder; `server` is an address for games with friends, `boards` are the
    folders of those that can be played on besides ours. Raises CannotMake, pyodide.CannotFetch or
    BoardError."""
    others = [add_board(read_board_folder(place)) for place in boards]
    others = [board for board in dict.fromkeys(others) if board is not SHIPPED]
    pyodide.prepare(cache)  # before anything is taken away
    empty(folder)
    site = Site(folder, server.rstrip("/"), others)
    (folder / MARK).write_text(f"{napoleon.__version__}\n", "utf-8")
    settings: dict[str, Any] = {"server": site.server, "python": site.python(cache)}
    settings["files"] = site.tables()
    for worker in ("host", "thinker"):
        bundle = bundle_worker(WEB, f"site/{worker}.js")
        settings[worker] = site.keep(f"{FILES}/{bundle.name}", bundle.body.encode())
    site.pictures()
    page = site.page(settings)
    (folder / "index.html").write_text(page, "utf-8")
    worker_text = offline.worker(WEB, page, site.kept, is_whole=True)
    (folder / offline.WORKER).write_text(worker_text, "utf-8")
    size = sum(site.kept.values()) + len(page.encode()) + len(worker_text)
    return Made(folder, len(site.kept) + 2, size)
