"""The server's log: a line an event, with the time; as text for people, as JSON for programs."""

from __future__ import annotations

import logging
import os
import sys
from datetime import UTC, datetime

import msgspec


class JsonLines(logging.Formatter):
    """Each entry as an object on a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(entry).decode()


class TextLines(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and a trace below it where there is one."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = f"{moment} {record.levelname.lower():7} {record.getMessage()}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def set_up(is_json: bool) -> None:
    """Have everything that is logged written to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if is_json else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    logging.getLogger("napoleon").setLevel(logging.INFO)
    root.setLevel(logging.WARNING)
