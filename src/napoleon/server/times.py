"""The time, as it is stored, and where it comes from."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


def now_text() -> str:
    """Now: UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Watch(Protocol):
    """Tells the clocks of tables what time it is: the system's, or one that a test turns."""

    def now(self) -> int:
        """Milliseconds since 1970, UTC."""


class SystemWatch:
    """The time of the machine."""

    def now(self) -> int:
        """Milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000
