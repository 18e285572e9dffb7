"""The pages of the rules over HTTP.

Every page is whole without the client: it stands in the same file as the others, in the place that
the client fills elsewhere.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException

from napoleon.manual import available
from napoleon.server import texts
from napoleon.server.http import rules_pages
from napoleon.server.http.cookies import cookie_of
from napoleon.server.http.doorkeeper import Asked, keeper_of
from napoleon.server.http.pages import Leaf, press, read_client, send_leaf
from napoleon.server.http.rules_pages import Sheet

PLACE: Final = '<div id="app"></div>'
TITLE: Final = "<title>Napoléon 1815</title>"
_PAGES_KEPT: Final = 512


async def _choose(request: Asked, lang: str) -> tuple[str, str]:
    """The language of a page, and what its links carry on: a language that was asked for by its
    address stays."""
    if lang in available():
        return lang, f"?lang={lang}"
    keeper = keeper_of(request)
    person = await keeper.find(cookie_of(request.scope, request.cookies))
    if person is not None:
        return person.lang, ""
    return texts.choose_from_header(request.headers.get("accept-language", "")), ""


def _whole(sheet: Sheet, title: str, main: str) -> bytes:
    """A page with its main part in its place."""
    client = read_client().table.body.decode()  # drawings need all of the client
    name = escape(f"{sheet.markup.language.say(title)} · Napoléon 1815")
    page = client.replace(PLACE, f'<div id="app">{main}</div>')
    page = page.replace(TITLE, f"<title>{name}</title>")
    before, _, after = page.partition("<noscript>")  # whoever reads needs no board
    page = before + after.partition("</noscript>")[2]
    return page.replace('<html lang="en">', f'<html lang="{sheet.lang}">').encode()


@lru_cache(maxsize=_PAGES_KEPT)
def _page(client: str, what: str, lang: str, query: str) -> Leaf:
    """A page, pressed once; `client` changes with the files that it stands among."""
    sheet = Sheet(lang, query)
    return press(_whole(sheet, *sheet.page(what)), ".html")


async def _send(request: Asked, what: str, lang: str) -> Response[bytes]:
    lang, query = await _choose(request, lang)
    hall = request.app.state.hall
    leaf = await hall.think(lambda: _page(read_client().page.etag, what, lang, query))
    return send_leaf(request, leaf)


@get("/rules")
async def rules(request: Asked, q: str = "", lang: str = "") -> Response[bytes]:
    """The contents, or what a search has found."""
    words = rules_pages.search_words(q)
    if not words:
        return await _send(request, "contents", lang)
    lang, query = await _choose(request, lang)
    page = await request.app.state.hall.think(lambda: _search(words, lang, query))
    return send_leaf(request, press(page, ".html"))


def _search(words: str, lang: str, query: str) -> bytes:
    sheet = Sheet(lang, query)
    return _whole(sheet, *sheet.search(words))


@get("/rules/{number:str}")
async def section(request: Asked, number: str, lang: str = "") -> Response[bytes]:
    """A section by its number, or the nearest above it; `print`: all of them."""
    found = rules_pages.find_page(number)
    if found is None:
        raise NotFoundException("there is no such section")
    return await _send(request, found, lang)


@get("/aid")
async def aid(request: Asked, lang: str = "") -> Response[bytes]:
    """The player's aid."""
    return await _send(request, "aid", lang)


@get("/rules/titles.json", sync_to_thread=False)
def titles(lang: str = "en") -> dict[str, str]:
    """What each section is about."""
    return rules_pages.titles(lang)


@get("/rules/diagram/{name:str}")
async def diagram(request: Asked, name: str) -> Response[bytes]:
    """The position of a diagram, as a seat sees it or with all blocks face up."""
    leaf = await request.app.state.hall.think(lambda: _diagram(name.removesuffix(".json")))
    if leaf is None:
        raise NotFoundException("there is no such diagram")
    return send_leaf(request, leaf)


@lru_cache(maxsize=_PAGES_KEPT)
def _diagram(name: str) -> Leaf | None:
    found = rules_pages.diagram(name)
    return None if found is None else press(msgspec.json.encode(found), ".json")


RULES = [rules, titles, diagram, section, aid]
