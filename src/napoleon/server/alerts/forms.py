"""Messages as others want them: a browser, a webhook of one's own, Discord, Matrix."""

from __future__ import annotations

import hashlib
import html
import json
from typing import Final, Literal

from napoleon.server.alerts.push import encode64
from napoleon.server.alerts.words import Words, as_plain

WebhookForm = Literal["json", "discord", "matrix"]
NAME: Final = "Napoléon 1815"
DISCORD_LENGTH: Final = 1900  # characters; it takes 2000
SHORT: Final = 400  # characters that a system shows of a message: it always fits (push.LONGEST)
TITLE: Final = 120


def cut(text: str, length: int) -> str:
    """At most so many characters of a text."""
    return text if len(text) <= length else text[: length - 1] + "…"


def push_text(words: Words, tag: str) -> bytes:
    """What a service worker is sent (web/sw.js); a message with the tag of another replaces it."""
    title, body = cut(words.title, TITLE), cut(words.body, SHORT)
    told = {"title": title, "body": body, "path": words.path, "tag": tag}
    return json.dumps(told, ensure_ascii=False).encode()


def topic(tag: str) -> str:
    """The same for the push service: of two that it still has, the later is kept (RFC 8030)."""
    return encode64(hashlib.sha256(tag.encode()).digest()[:24])


def webhook_body(
    form: str, words: Words, ident: str, kind: str, games: list[str], address: str
) -> bytes:
    """What a webhook is sent."""
    if form == "discord":
        told: dict[str, object] = {
            "username": NAME,
            "content": cut(as_plain(words, address), DISCORD_LENGTH),
            "allowed_mentions": {"parse": []},  # nobody is rung by a name at the table
        }
    elif form == "matrix":  # as matrix-hookshot and its like take it
        link = html.escape(f"{address}{words.path}", quote=True)
        body = html.escape(words.body).replace("\n", "<br>")
        told = {
            "username": NAME,
            "text": as_plain(words, address),
            "html": f'<b><a href="{link}">{html.escape(words.title)}</a></b><br>{body}',
        }
    else:
        told = {
            "id": ident,
            "kind": kind,
            "title": words.title,
            "text": words.body,
            "url": f"{address}{words.path}",
            "games": games,
        }
    return json.dumps(told, ensure_ascii=False).encode()
