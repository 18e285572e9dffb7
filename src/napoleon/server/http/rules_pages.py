"""The rules to read: pages that the server writes itself, and the positions of their diagrams.

Every page is whole without the client: it stands in the same file as the others, in the place that
the client fills elsewhere. The client takes it over as it is, and the panel beside the board takes
the part `rule-body` out of it.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final, TypeVar, cast

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException

from napoleon import languages as catalogues
from napoleon.manual import Manual, available, manual
from napoleon.manual.diagrams import arrows_of, field_of, set_up, viewer_of
from napoleon.manual.markup import Markup
from napoleon.rules.words.language import N_, Language
from napoleon.server import texts
from napoleon.server.http.doorkeeper import Asked, Doorkeeper
from napoleon.server.http.messages import ArrowMessage, DiagramMessage
from napoleon.server.http.pages import Leaf, press, read_client, send_leaf
from napoleon.server.http.people import COOKIE
from napoleon.server.table.view_json import view_message
from napoleon.server.table.view_message import Seat

T = TypeVar("T")
PLACE: Final = '<div id="app"></div>'
TITLE: Final = "<title>Napoléon 1815</title>"
LONGEST_SEARCH: Final = 80
_PAGES_KEPT: Final = 512

THE_RULES: Final = N_("The rules")
_CONTENTS: Final = N_("Contents")
_SEARCH: Final = N_("Search the rules")
_FIND: Final = N_("Find")
_HOME: Final = N_("To the front page")
_AID: Final = N_("Player’s aid")
_ALL: Final = N_("All on one page, to print")
_PRINT: Final = N_("Print")
_FOUND: Final = N_("Found for “{words}”")
_OURS: Final = N_(
    "In our own words, under the numbers of the rulebook. Where the rulebook leaves something open,"
    " it says how we read it."
)


def speak(lang: str) -> Language:
    """A language of the manual; some have no catalogue of their own yet."""
    return Language(lang, catalogues.messages(lang))


async def _choose(request: Asked, lang: str) -> tuple[str, str]:
    """The language of a page, and what its links carry on: a language that was asked for by its
    address stays."""
    if lang in available():
        return lang, f"?lang={lang}"
    keeper: Doorkeeper = request.app.state.keeper
    person = await keeper.find(request.cookies.get(COOKIE))
    if person is not None:
        return person.lang, ""
    return texts.choose_from_header(request.headers.get("accept-language", "")), ""


def _around(all_of_them: tuple[T, ...], one: T) -> tuple[T | None, T | None]:
    """What stands before and after one."""
    at = all_of_them.index(one)
    return all_of_them[at - 1] if at else None, [*all_of_them[at + 1 :], None][0]


class Sheet:
    """Writes the pages of one language."""

    def __init__(self, lang: str, query: str) -> None:
        self.book: Manual = manual(lang)
        self.lang = self.book.lang
        self.query = query
        self.markup = Markup(self.book, speak(self.lang), query)
        self.say = self.markup.say

    def contents(self) -> tuple[str, str]:
        """The title and the body of the first page."""
        body = f"<h1 class=rule-title>{self.say(THE_RULES)}</h1><p>{self.say(_OURS)}</p>"
        return THE_RULES, body + self.markup.contents()

    def found(self, words: str) -> tuple[str, str]:
        """What a search has found."""
        hits = self.book.search(words, self.markup.language)
        head = f"<h1 class=rule-title>{self.say(_FOUND, words=words)}</h1>"
        return THE_RULES, head + self.markup.hits(words, hits)

    def section(self, anchor: str) -> tuple[str, str]:
        """A section with what stands before and after it; under its number a whole chapter."""
        section = self.book.sections[anchor]
        chapter = self.book.chapter_of(section.anchor)
        if section is chapter.sections[0]:
            body = self.markup.chapter(chapter)
            turning = self.markup.turning(*_around(self.book.chapters, chapter))
        else:
            body = self.markup.section(section)
            sections = tuple(self.book.sections.values())
            turning = self.markup.turning(*_around(sections, section))
        return f"{section.anchor} {section.title}", body + turning

    def everything(self) -> tuple[str, str]:
        """All chapters on one page, and the player's aid."""
        chapters = "".join(
            f"<section class=printed-chapter>{self.markup.chapter(chapter, 2)}</section>"
            for chapter in self.book.chapters
        )
        button = f"<button type=button class=print-it>{self.say(_PRINT)}</button>"
        head = f"<h1 class=rule-title>{self.say(THE_RULES)}</h1><p>{self.say(_OURS)}</p>{button}"
        return THE_RULES, head + self.markup.contents() + chapters

    def aid(self) -> tuple[str, str]:
        """The player's aid, for one sheet of paper."""
        button = f"<button type=button class=print-it>{self.say(_PRINT)}</button>"
        return self.book.aid.title, self.markup.aid() + button

    # --- Around it

    def whole(self, kind: str, title: str, body: str, words: str = "", current: str = "") -> bytes:
        """A page with its head, its body and the way to the others."""
        main = (
            f'<main class="page rules is-{kind}" id=main data-lang="{self.lang}">'
            f"{self._head(words)}<div class=rule-columns>{self._side(kind, current)}"
            f"<div class=rule-body>{body}</div></div>{self._languages()}</main>"
        )
        client = read_client().table.body.decode()  # drawings need all of the client
        name = escape(f"{self.markup.language.say(title)} · Napoléon 1815")
        page = client.replace(PLACE, f'<div id="app">{main}</div>')
        page = page.replace(TITLE, f"<title>{name}</title>")
        before, _, after = page.partition("<noscript>")  # whoever reads needs no board
        page = before + after.partition("</noscript>")[2]
        return page.replace('<html lang="en">', f'<html lang="{self.lang}">').encode()

    def _head(self, words: str) -> str:
        hidden = f'<input type=hidden name=lang value="{self.lang}">' if self.query else ""
        return (
            f'<header class=rule-head><a class=to-home href="/" aria-label="{self.say(_HOME)}">'
            f'</a><a class=rule-name href="/rules{self.query}">{self.say(THE_RULES)}</a>'
            f'<form class=rule-search role=search action="/rules"><input type=search name=q '
            f'value="{escape(words)}" maxlength={LONGEST_SEARCH} aria-label="{self.say(_SEARCH)}" '
            f'placeholder="{self.say(_SEARCH)}">{hidden}<button>{self.say(_FIND)}</button></form>'
            "</header>"
        )

    def _side(self, kind: str, current: str) -> str:
        """The contents beside the text, and the other ways to read it."""
        ways = "".join(
            f'<li><a href="{path}{self.query}">{self.say(label)}</a></li>'
            for name, path, label in (
                ("contents", "/rules", _CONTENTS),
                ("aid", "/aid", _AID),
                ("print", "/rules/print", _ALL),
            )
            if name != kind
        )
        contents = self.markup.contents(current) if kind == "section" else ""
        return (
            f'<nav class=rule-side aria-label="{self.say(_CONTENTS)}">'
            f"<ul class=rule-ways>{ways}</ul>{contents}</nav>"
        )

    def _languages(self) -> str:
        links = " · ".join(
            f'<a href="?lang={code}" hreflang={code} lang={code}>{catalogues.NAMES[code]}</a>'
            for code in available()
        )
        return f"<footer class=rule-languages>{links}</footer>"


@lru_cache(maxsize=_PAGES_KEPT)
def _page(client: str, what: str, lang: str, query: str) -> Leaf:
    """A page, pressed once; `client` changes with the files that it stands among."""
    sheet = Sheet(lang, query)
    kinds = {"contents": sheet.contents, "print": sheet.everything, "aid": sheet.aid}
    if what in kinds:
        return press(sheet.whole(what, *kinds[what]()), ".html")
    return press(sheet.whole("section", *sheet.section(what), current=what), ".html")


async def _send(request: Asked, what: str, lang: str) -> Response[bytes]:
    lang, query = await _choose(request, lang)
    hall = request.app.state.hall
    leaf = await hall.think(lambda: _page(read_client().page.etag, what, lang, query))
    return send_leaf(request, leaf)


@get("/rules")
async def rules(request: Asked, q: str = "", lang: str = "") -> Response[bytes]:
    """The contents, or what a search has found."""
    words = " ".join(q.split())[:LONGEST_SEARCH]
    if not words:
        return await _send(request, "contents", lang)
    lang, query = await _choose(request, lang)
    page = await request.app.state.hall.think(lambda: _search(words, lang, query))
    return send_leaf(request, press(page, ".html"))


def _search(words: str, lang: str, query: str) -> bytes:
    sheet = Sheet(lang, query)
    return sheet.whole("found", *sheet.found(words), words)


@get("/rules/{number:str}")
async def section(request: Asked, number: str, lang: str = "") -> Response[bytes]:
    """A section by its number, or the nearest above it; `print`: all of them."""
    if number == "print":
        return await _send(request, number, lang)
    found = manual("en").find(number)
    if found is None:
        raise NotFoundException("there is no such section")
    return await _send(request, found.anchor, lang)


@get("/aid")
async def aid(request: Asked, lang: str = "") -> Response[bytes]:
    """The player's aid."""
    return await _send(request, "aid", lang)


@get("/rules/titles.json", sync_to_thread=False)
def titles(lang: str = "en") -> dict[str, str]:
    """What each section is about."""
    book = manual(lang if lang in available() else "en")
    return {anchor: section.title for anchor, section in book.sections.items()}


@get("/rules/diagram/{name:str}", sync_to_thread=True)
def diagram(request: Asked, name: str) -> Response[bytes]:
    """The position of a diagram, as a seat sees it or with all blocks face up."""
    leaf = _diagram(name.removesuffix(".json"))
    if leaf is None:
        raise NotFoundException("there is no such diagram")
    return send_leaf(request, leaf)


@lru_cache(maxsize=_PAGES_KEPT)
def _diagram(name: str) -> Leaf | None:
    found = manual("en").diagrams.get(name)
    if found is None:
        return None
    game = set_up(found)
    seat = viewer_of(found, game)
    view = game.view(seat)
    if not found.view:
        view.truth = game.truth.units()
    town = field_of(game, seat)
    arrows = [] if town is not None else arrows_of(found)
    message = DiagramMessage(
        seat=cast("Seat", seat),
        focus=list(found.focus),
        town=town,
        view=view_message(view),
        arrows=msgspec.convert([arrow._asdict() for arrow in arrows], list[ArrowMessage]),
    )
    return press(msgspec.json.encode(message), ".json")


RULES = [rules, titles, diagram, section, aid]
