"""Where a text game reads and writes: a terminal, or any pair of text streams."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterable
from typing import Final, TextIO

WIDTH: Final = 100
NARROW: Final = 40


class EndOfInput(Exception):
    """Nothing more will be typed."""


class Console:
    """Says lines and asks questions. On a terminal it can hide what was said before."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self.source = source
        self.out = out
        self.is_terminal = source.isatty() and out.isatty()

    @property
    def width(self) -> int:
        """Columns to write in, 100 at most."""
        if not self.out.isatty():
            return WIDTH
        return max(NARROW, min(WIDTH, shutil.get_terminal_size((WIDTH, 30)).columns))

    def say(self, *lines: str) -> None:
        """Write lines; long ones are folded."""
        for line in lines:
            for part in fold(line, self.width):
                self.out.write(part + "\n")

    def show(self, lines: Iterable[str]) -> None:
        """Write lines as they are: maps and tables."""
        for line in lines:
            self.out.write(line + "\n")

    def heading(self, title: str) -> None:
        """Write a title with a rule through the whole line."""
        self.out.write(f"\n=== {title} ".ljust(self.width, "=") + "\n")

    def ask(self, question: str) -> str:
        """Write a question and read the answer."""
        try:
            self.out.write(question)
            self.out.flush()
            answer = self.source.readline()
            if not answer:
                self.out.write("\n")
        except OSError as error:  # the terminal is gone
            raise EndOfInput from error
        if not answer:
            raise EndOfInput
        return answer.strip()

    def clear(self) -> None:
        """Wipe the screen, and what could be scrolled back to; elsewhere draw a line."""
        if not self.is_terminal:
            self.out.write("\n" + "-" * self.width + "\n")
            return
        self.out.flush()
        if os.name == "nt":
            os.system("cls")
        else:
            self.out.write("\x1b[2J\x1b[3J\x1b[H")
            self.out.flush()


def fold(line: str, width: int) -> list[str]:
    """A line as several that are no wider, the later ones set in under the first."""
    if len(line) <= width:
        return [line]
    margin = " " * (len(line) - len(line.lstrip(" ")))
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=margin + "    ",
        drop_whitespace=True,
        break_on_hyphens=False,
    )
