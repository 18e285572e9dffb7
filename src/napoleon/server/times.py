"""The time, as it is stored."""

from __future__ import annotations

from datetime import UTC, datetime


def now_text() -> str:
    """Now: UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
