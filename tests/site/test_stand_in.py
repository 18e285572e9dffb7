"""msgspec's stand-in says and understands the same as msgspec, in everything that we use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
MESSAGES = 300  # at least so many lines are compared


def told(which: str) -> list[Any]:
    """All that comes of a game, lessons and messages, each text of JSON read."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.site.telling", which],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr[-3000:]
    return [unfold(json.loads(line)) for line in done.stdout.splitlines()]


def unfold(value: Any) -> Any:
    """Texts that are JSON themselves, as what they say: spaces and forms of numbers are free."""
    if isinstance(value, list):
        return [unfold(one) for one in value]
    if isinstance(value, str) and value.startswith(("{", "[")):
        try:
            return list(json.loads(value).items()) if value[0] == "{" else json.loads(value)
        except ValueError:
            return value
    return value


def test_the_stand_in_says_and_understands_the_same() -> None:
    real, plain = told("real"), told("plain")
    assert len(real) > MESSAGES
    for number, (one, other) in enumerate(zip(real, plain, strict=True)):
        assert one == other, number
