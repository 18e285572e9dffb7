"""Steps of a run: each announced, timed and remembered for the table at the end."""

import time
from collections.abc import Callable

from environment import say


class CannotBeDone(Exception):
    """A step that this machine cannot do; says why."""


class Steps:
    """What was done, how it ended and how long it took."""

    def __init__(self) -> None:
        self.table: list[tuple[str, str, float]] = []

    def step(self, name: str, work: Callable[[], bool]) -> bool:
        """Do one thing; whether it went well."""
        say(f"\n==> {name}")
        began = time.monotonic()
        try:
            result = "ok" if work() else "FAILED"
        except CannotBeDone as reason:
            result = f"NOT TESTED: {reason}"
            say(result)
        self.table.append((name, result, time.monotonic() - began))
        return result == "ok"

    def summary(self) -> None:
        """The table."""
        width = max(len(name) for name, _, _ in self.table)
        say("")
        for name, result, seconds in self.table:
            say(f"{name:{width}}  {seconds:7.1f} s  {result}")

    def has(self, result: str) -> bool:
        """Whether any step ended so."""
        return any(outcome.startswith(result) for _, outcome, _ in self.table)
