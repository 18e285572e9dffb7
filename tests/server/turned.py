"""A server whose clocks a test turns: ``python -m tests.server.turned``, with the options of
``python -m napoleon.server``. What time it is stands in a file."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
TURNED = "tests.server.turned"
FILE = "NAPOLEON_TURNED_WATCH"
START = 1_434_700_800_000  # any time will do


class TurnedWatch:
    """The time in milliseconds, in a file that several processes read."""

    def __init__(self, file: Path) -> None:
        self.file = file
        if not file.exists():
            self._write(START)

    def now(self) -> int:
        """What time it is."""
        return int(self.file.read_text())

    def turn(self, seconds: float) -> None:
        """Later, by so much."""
        self._write(self.now() + round(seconds * 1000))

    def _write(self, now: int) -> None:
        part = self.file.with_suffix(".part")  # nobody reads half of it
        part.write_text(str(now))
        part.replace(self.file)


def told(watch: TurnedWatch | None) -> dict[str, str]:
    """What the environment of a server says of its watch; None: nothing, it is the machine's."""
    return {FILE: str(watch.file)} if watch is not None else {}


if __name__ == "__main__":
    from napoleon.server.__main__ import main

    main(TurnedWatch(Path(os.environ[FILE])))
