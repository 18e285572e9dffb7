"""What a message to a table leads to."""

from __future__ import annotations

from napoleon.server.table.sheet import Rows

# Somebody who looks on: the seat that is looked as (None: a spectator), and the language.
Viewer = tuple[str | None, str]
News = list[tuple[Viewer, bytes]]


class Outcome:
    """Rows to store, then news for all who look on, and replies to the asker.

    Unless `is_applied` the table is still as it was: it changes by the rows when they are stored,
    and only then is there anything to tell.
    """

    __slots__ = ("is_applied", "news", "replies", "rows")

    def __init__(
        self,
        rows: Rows | None = None,
        news: News | None = None,
        replies: list[bytes] | None = None,
        is_applied: bool = True,
    ) -> None:
        self.rows = rows
        self.is_applied = is_applied
        self.news: News = news if news is not None else []
        self.replies: list[bytes] = replies if replies is not None else []
