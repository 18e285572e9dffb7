"""Browser windows that tests use one after the other.

A new browser context knows nothing: every script is fetched and compiled anew, which costs more
than most tests themselves. So a window is emptied of all that a person leaves in it (cookies,
stores, the page) and handed on to the next who wants one of its kind; what the browser keeps of the
server's unchanging files stays. Whoever changes a window in a way that cannot be taken back, or
counts what travels, asks for a fresh one.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

EMPTY = "localStorage.clear(); sessionStorage.clear()"
Kind = dict[str, Any]  # what a context is made with


class Windows:
    """Those of one browser that nobody uses at present, by their kind."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._idle: list[tuple[Kind, Page]] = []

    def open(self, kind: Kind, *, is_fresh: bool = False) -> Page:
        """An empty page in a context of its own."""
        found = [one for one in self._idle if one[0] == kind and not is_fresh]
        if not found:
            return self.browser.new_context(**kind).new_page()
        self._idle.remove(found[-1])
        return found[-1][1]

    def give_back(self, kind: Kind, page: Page) -> None:
        """Make it as if nobody had been there; a window that was closed is gone."""
        context: BrowserContext = page.context
        if page.is_closed() or context.pages != [page]:
            context.close()
            return
        if page.url.startswith("http"):
            page.evaluate(EMPTY)
        page.goto("about:blank")
        page.set_viewport_size(kind["viewport"])
        context.clear_cookies()
        context.clear_permissions()
        self._idle.append((kind, page))
