"""A site on a plain host of static files, in a folder of it; every request is counted."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from pathlib import Path
from typing import Any, Literal

from tests.web.playing import OVERHEAR, Person
from tests.web.positions import Scene

import napoleon
from napoleon.server.person import Person as Player
from napoleon.server.table import stories
from napoleon.server.table.sheet import Sitter
from napoleon.site.home.box import move_key, text_of

FRIENDS = "https://friends.example.org"
FOLDER = "/some/folder/"
ME = "a" * 16
NOBODY = "b" * 16
# A browser that is looking for a newer version already does not look twice: what it found may be
# from before the change. So it is asked again until it has one.
NEWER_WAITS = """navigator.serviceWorker.getRegistration().then(async (it) => {
  if (it && !it.installing && !it.waiting) await it.update();
  return Boolean(it?.waiting);
})"""


class _Handler(http.server.SimpleHTTPRequestHandler):
    """What python -m http.server does, in a folder; knows nothing of our game. A connection is for
    one request: none outlives the host."""

    host: StaticHost

    def do_GET(self) -> None:
        self.host.asked.append(self.path)
        if not self.path.startswith(FOLDER):
            self.send_error(404)
            return
        super().do_GET()

    def translate_path(self, path: str) -> str:
        return str(super().translate_path("/" + path.removeprefix(FOLDER)))

    def copyfile(self, source: Any, outputfile: Any) -> None:
        body = source.read()
        self.host.sent += len(body)
        outputfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


class StaticHost:
    """Serves a folder of files, which may be changed for another."""

    has_service_worker = True
    overhear = OVERHEAR
    end = ""  # it ends with the tests

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scenes: dict[str, list[Scene]] = {}
        self.asked: list[str] = []
        self.sent = 0  # bytes of files
        self.port = 0
        self._server: http.server.ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{FOLDER}"

    def address(self, path: str) -> str:
        return f"#{path}"

    def start(self) -> None:
        """Serve, at the same port as before."""
        handler = type("Handler", (_Handler,), {"host": self})
        make = functools.partial(handler, directory=str(self.folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), make)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """The network is gone."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def sit(self, token: str, move: Literal["", "end"] = "") -> None:
        raise NotImplementedError("nobody comes by a link here")

    def bring(self, person: Person, scene: Scene) -> None:
        """Take in a game, in which nobody plays the other seat, by the file of games."""
        person.go("/")
        open_luggage(person, packed(scene))
        person.page.locator(".luggage [role=status]").filter(has_text="1").wait_for()
        person.go(f"/game/{scene.game}")
        person.wait_for_table()


def packed(scene: Scene) -> str:
    """A scene as a file of games."""
    sheet, game, moves = stories.read_record(scene.record)
    sheet.id = scene.game
    sheet.creator = ME
    sheet.seats = {
        str(seat): Sitter("human", ME if str(seat) == scene.seat else NOBODY, str(seat).title())
        for seat in game.seats
    }
    sheet.turn = game.turn
    sheet.to_act = [str(seat) for seat in game.to_act]
    rows = [[f"sheet/{sheet.id}", text_of(sheet)]]
    rows += [[move_key(sheet.id, move.v), text_of(move)] for move in moves]
    me = json.loads(text_of(Player(ME, "Somebody", None, "en")))
    return json.dumps({"form": 1, "version": napoleon.__version__, "me": me, "rows": rows})


def open_luggage(person: Person, text: str) -> None:
    """Bring in games from a file, on the front page."""
    page = person.page
    page.locator(".luggage").wait_for()
    if page.locator(".luggage[open]").count() == 0:
        page.locator(".luggage summary").click()
    with page.expect_file_chooser() as chosen:
        person.press("Open a file of games or a record", within=".luggage")
    chosen.value.set_files(
        {"name": "games.json", "mimeType": "text/plain", "buffer": text.encode()}
    )
