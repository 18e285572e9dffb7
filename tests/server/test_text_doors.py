"""Text from people at every door: long, growing, invisible, backwards, broken. Never a failure."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from tests.server.playing import GENEROUS, Server
from tests.server.receivers import Browser
from tests.server.test_passkeys import PASSWORD

NASTY = (
    "\ufdfa" * 40,  # one letter that stands for eighteen
    "ΐ" * 40,  # three in small letters
    "x" * 4000,
    "\u202egnirts\u202c",
    "\u200b\u2060\ufeff",
    "a\0b",
    "\0",
    "\ud800",
    "x\udfff",
    "\u0301" * 60,
    "q" + "\u0301" * 60,
    "\u3164",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "'; DROP TABLE people; --",
    "%_\\",
    "\uffff\ufffe",
    "ﷺ\n\r\t",
    "",
    " ",
)


def doors(game: str, other: str) -> list[tuple[str, dict[str, Any]]]:
    """Every call that takes text, with "?" where the text goes."""
    keys = Browser().keys
    return [
        ("/api/me", {"name": "?"}),
        ("/api/me", {"lang": "?"}),
        ("/api/register", {"name": "?", "password": PASSWORD}),
        ("/api/register", {"name": "Ney", "password": "?"}),
        ("/api/login", {"name": "?", "password": "?"}),
        ("/api/confirm", {"password": "?"}),
        ("/api/confirm", {"credential": {"id": "?", "response": {"clientDataJSON": "?"}}}),
        ("/api/password/change", {"present": "?", "password": "?"}),
        ("/api/password/change", {"present": PASSWORD, "password": "?"}),
        ("/api/password/forgot", {"who": "?"}),
        ("/api/password/reset", {"token": "?", "password": PASSWORD}),
        ("/api/account/sessions/end", {"id": "?"}),
        ("/api/account/delete", {"password": "?", "games": "?"}),
        ("/api/passkeys", {"credential": {"id": "?"}, "name": "?"}),
        ("/api/passkeys/rename", {"id": "?", "name": "?"}),
        ("/api/passkeys/remove", {"id": "?"}),
        ("/api/passkeys/login", {"credential": {"id": "?", "rawId": "?"}}),
        ("/api/people/bond", {"person": "?", "kind": "mute", "is_on": True}),
        ("/api/people/report", {"person": "?", "text": "?"}),
        ("/api/people/report", {"person": other, "text": "?", "game": "?"}),
        ("/api/notices", {"choices": {}, "zone": "?"}),
        ("/api/notices/email", {"address": "?"}),
        ("/api/notices/verify", {"token": "?"}),
        ("/api/notices/device", {"endpoint": "https://push.example/?", "name": "?", **keys}),
        ("/api/notices/device", {"endpoint": "?", "p256dh": "?", "auth": "?"}),
        ("/api/notices/device/remove", {"id": "?"}),
        ("/api/notices/webhook", {"url": "?"}),
        ("/api/notices/webhook", {"url": "https://hook.example/?"}),
        ("/api/notices/test", {"channel": "?"}),
        ("/api/games", {"scenario": "?", "players": 2, "visibility": "open", "seats": {}}),
        ("/api/games", {"seats": {"french": "?", "allied": "open"}, "players": 2}),
        (f"/api/games/{game}/leave", {"seat": "?"}),
        (f"/api/games/{game}/resign", {"seat": "?"}),
        (f"/api/lobby/{game}/publish", {"lang": "?"}),
        (f"/api/lobby/{game}/challenge", {"seat": "allied", "name": "?"}),
        (f"/api/lobby/{game}/challenge", {"seat": "?", "name": "?"}),
        (f"/api/lobby/{game}/sit", {"seat": "?"}),
        ("/api/bids", {"scenario": "?", "board": "?", "level": "?"}),
        ("/api/bids/%/seal", {"seal": "?"}),
        ("/api/bids/%/open", {"side": "?", "steps": 1, "secret": "?"}),
        ("/api/tournaments", {"title": "?"}),
        ("/api/tournaments", {"title": "?", "scenario": "?", "fill": "?"}),
        ("/api/tournaments/%/enter", {}),
    ]


READ = (
    *("/api/profile?name=%", "/api/profile?id=%", "/api/join/%", "/api/watch/%", "/api/games/%"),
    *(
        "/api/bids/%",
        "/api/tournaments/%",
        "/api/scenarios?lang=%",
        "/pictures/%",
        "/api/games/%/dice",
    ),
)


def filled(body: Any, text: str) -> Any:
    """The body of a call with the text in its place."""
    if isinstance(body, dict):
        return {key: filled(value, text) for key, value in body.items()}
    return body.replace("?", text) if isinstance(body, str) else body


def test_no_text_breaks_a_door(database: str) -> None:
    options = (
        *("--address", "https://war.example", "--smtp", "smtp+plain://127.0.0.1:1"),
        *("--mail-from", "staff@war.example"),
    )
    server = Server(database, limits=GENEROUS, options=options).start()
    holder, guest = server.visitor(), server.visitor()
    holder.post("/api/register", {"name": "Soult", "password": PASSWORD})
    game = holder.begin({"french": "me", "allied": "open"})
    auction = holder.post("/api/bids", {})["token"]
    broken: list[tuple[str, str, int]] = []
    tried = 0
    # Each text costs many password hashes: all go to PostgreSQL, which takes fewer of them.
    for at, text in enumerate(NASTY if database.startswith("postgres") else NASTY[:7]):
        for visitor in (holder, guest) if at < 4 else (holder,):
            for path, body in doors(game, guest.id):
                data = json.dumps(filled(body, text)).encode()  # halves of letters as \\ud800
                place = path.replace("%", auction)
                answer = visitor.http.post(
                    server.url + place,
                    content=data,
                    headers={"Content-Type": "application/json"},
                )
                tried += 1
                if answer.status_code >= 500:
                    broken.append((path, text, answer.status_code))
        plain = quote(text.encode("utf-8", "surrogatepass"), safe="")
        for path in READ:
            answer = holder.http.get(server.url + path.replace("%", plain))
            tried += 1
            if answer.status_code >= 500:
                broken.append((path, text, answer.status_code))
    assert not broken and tried > 500
    seat = holder.sit(game, "french")
    for text in NASTY:
        seat.send({"t": "chat", "channel": "all", "text": text[:400]})
        seat.send({"t": "chat", "channel": text[:10], "text": "x"})
    seat.send({"t": "chat", "channel": "all", "text": "the end"})
    while not any(line["text"] == "the end" for line in seat.chat):
        seat.receive()
    fresh = holder.sit(game, "french")
    assert fresh.chat[-1]["text"] == "the end"
    assert all(line["text"].strip() for line in fresh.chat)
    server.stop()
