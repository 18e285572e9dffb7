"""Hours in which nobody wants to be told anything, in their own time zone."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

DAY = 24 * 60  # minutes


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Whether there is a time zone of this name."""
    return name == "UTC" or name in _zones()


def is_quiet(start: int | None, end: int | None, zone: str, now: int) -> bool:
    """Whether a moment (milliseconds since 1970) lies in quiet hours: from `start` up to `end`, in
    minutes after midnight, over midnight if it ends before it starts. None, or the same twice:
    never."""
    if start is None or end is None or start == end:
        return False
    where = ZoneInfo(zone) if zone != "UTC" and is_zone(zone) else UTC
    there = datetime.fromtimestamp(now / 1000, where)
    minute = there.hour * 60 + there.minute
    return start <= minute < end if start < end else minute >= start or minute < end
