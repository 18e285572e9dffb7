"""Tests wait for a state, never for a time: nothing sleeps but a loop that looks again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
# Pauses between two looks, each in a loop with a limit of its own.
LOOKING_AGAIN = {
    "lab/test_arena.py": 1,
    "lab/test_lab.py": 2,
    "server/playing.py": 1,
    "server/receivers.py": 1,
    "server/test_gate.py": 2,
    "server/test_housekeeping.py": 2,
    "server/test_keeping_time.py": 1,
    "server/test_notices.py": 1,
    "server/test_processes.py": 2,
    "server/test_proxies.py": 1,
    "server/test_rated_calls.py": 1,
    "server/test_referee.py": 1,
    "server/test_seeks.py": 1,
    "server/test_sessions.py": 1,
    "server/test_thinkers.py": 3,
    "web/conftest.py": 1,
    "web/playing.py": 1,
    "web/test_site.py": 1,
}
PAUSE = re.compile(r"(?:wait_for_timeout|time\.sleep|asyncio\.sleep)\((?!0\))")


@pytest.mark.parametrize("folder", ["web", "server", "lab", "text"])
def test_no_pause_but_between_two_looks(folder: str) -> None:
    for file in sorted((TESTS / folder).rglob("*.py")):
        name = file.relative_to(TESTS).as_posix()
        found = len(PAUSE.findall(re.sub(r'"import time; [^"]*"', "", file.read_text("utf-8"))))
        assert found <= LOOKING_AGAIN.get(name, 0), name
