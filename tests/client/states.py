"""What the unit tests of the client are played on, written by the server's own code: the board, and
the `state` messages of games at points worth looking at.

``python tests/client/states.py FOLDER`` writes board.json, states.json, and in bundles.json the
modules as browsers get them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.web.positions import WANTED, find_records

from napoleon.rules import Game
from napoleon.server.http.bundle import bundle_client, trim
from napoleon.server.http.pages import WEB, board_leaf
from napoleon.server.table.messages import encode
from napoleon.server.table.state_messages import StateMessages

SEATS = ("french", "allied", None)


def write_states(folder: Path) -> None:
    """Every scene as each seat and a spectator see it, with its whole log."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.json").write_bytes(board_leaf().body)
    scenes: dict[str, dict[str, object]] = {}
    for name, (record, to_act) in find_records(frozenset(WANTED) | {"fallback"}).items():
        scenes[name] = {"to_act": to_act, **_seen(Game.replay(record))}
    scenes["setup"] = {"to_act": "allied", **_seen(Game.new(scenario="free"))}
    (folder / "bundles.json").write_text(json.dumps(_bundled()), "utf-8")
    (folder / "states.json").write_text(json.dumps(scenes), "utf-8")


def _bundled() -> dict[str, object]:
    modules = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js"))
    return {
        "modules": {name: trim((WEB / name).read_text("utf-8")) for name in modules},
        "bundles": [
            file.body for file in bundle_client(WEB, "/static").files if ".js" in file.name
        ],
    }


def _seen(game: Game) -> dict[str, object]:
    messages = StateMessages(game, 1, [])
    return {
        seat or "spectator": json.loads(encode(messages.message(seat, "en", 0, [])))
        for seat in SEATS
    }


if __name__ == "__main__":
    write_states(Path(sys.argv[1]))
