"""How far a long run has come: a bar on a terminal, a line now and then anywhere else."""

from __future__ import annotations

import time
from typing import Final, TextIO

BAR: Final = 30
LINE: Final = 79
EVERY_ON_TERMINAL: Final = 0.1  # seconds between two drawings
EVERY_ELSEWHERE: Final = 15.0


class Progress:
    """Shows how much of a total is done: ``games [#####.....]  50%  5/10  0:42 left``."""

    def __init__(self, label: str, total: float, out: TextIO, done: float = 0.0) -> None:
        self.label = label
        self.total = total
        self.out = out
        self._is_terminal = out.isatty()
        self._began = time.monotonic()
        self._drawn = self._began - EVERY_ON_TERMINAL if self._is_terminal else self._began
        self._done = self._before = done  # what was done before says nothing of our speed

    def update(self, done: float, note: str = "") -> None:
        """Say how much is done by now; as often as you like, it is drawn now and then."""
        self._done = done
        now = time.monotonic()
        if now - self._drawn < (EVERY_ON_TERMINAL if self._is_terminal else EVERY_ELSEWHERE):
            return
        self._drawn = now
        self._draw(self._left(now), note)

    def finish(self, note: str = "") -> None:
        """The run is over: close the bar, and say how long it took."""
        took = f"in {format_duration(time.monotonic() - self._began)}"
        if self._is_terminal:
            self._draw(took, note)
            self.out.write("\n")
        else:
            self.out.write(self._line(took, note) + "\n")
        self.out.flush()

    def _draw(self, when: str, note: str) -> None:
        line = self._line(when, note)
        if self._is_terminal:
            self.out.write("\r" + line[:LINE].ljust(LINE))
        else:
            self.out.write(line + "\n")
        self.out.flush()

    def _line(self, when: str, note: str) -> str:
        share = min(1.0, max(0.0, self._done / self.total)) if self.total > 0 else 1.0
        filled = int(share * BAR)
        bar = f"[{'#' * filled}{'.' * (BAR - filled)}] " if self._is_terminal else ""
        parts = [
            f"{self.label} {bar}{100 * share:3.0f}%",
            f"{_plain(self._done)}/{_plain(self.total)}",
            when,
            note,
        ]
        return "  ".join([part for part in parts if part])

    def _left(self, now: float) -> str:
        if self._done <= self._before or self._done >= self.total:
            return ""
        speed = (self._done - self._before) / max(now - self._began, 1e-9)
        seconds = (self.total - self._done) / speed
        return f"{format_duration(seconds)} left"


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else f"{number:.1f}"


def format_duration(seconds: float) -> str:
    """``0:07``, ``12:40`` or ``1:02:03``."""
    minutes, second = divmod(int(seconds + 0.5), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02d}:{second:02d}" if hours else f"{minute}:{second:02d}"
