"""HTTP connections that say nothing, or spell their headers out for ever, are closed."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol with a limit to its patience."""

    patience = 15.0  # seconds for a whole request, from the opening or from its first byte

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody has come: the first request is expected."""
        super().connection_made(transport)
        self._expect()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        """Its headers are there; a socket has its own patience (sockets.py)."""
        if self.parser.should_upgrade():
            self._stop()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole: now it is our turn."""
        self._stop()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._stop()
        super().connection_lost(exc)

    def _expect(self) -> None:
        self._stop()
        self._alarm = self.loop.call_later(self.patience, self._close)

    def _stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
