"""Damaged positions: refused with line and reason, or sound and played on."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from napoleon.lab import position_fuzz
from napoleon.lab.position_fuzz import (
    DAMAGES,
    damaged,
    fuzz_positions,
    positions_of,
    run_position_fuzz,
    try_position,
)
from napoleon.rules import Game


def test_damaged_positions_are_refused_or_played() -> None:
    results = fuzz_positions(70_000, 350)
    assert results.total() == 350
    assert results["refused"] > 150 and results["accepted"] > 50


@pytest.mark.parametrize("seed", range(4))
def test_whole_positions_of_every_stage_are_accepted(seed: int) -> None:
    found = positions_of(seed)
    assert len(found) > 3
    for text in found:
        assert try_position(text, random.Random(seed)) == "accepted"
        assert Game.from_position(text).position() == text


def test_every_kind_of_damage_is_done_and_follows_from_the_seed() -> None:
    text = positions_of(1)[5]
    assert damaged(text, random.Random(3)) == damaged(text, random.Random(3))
    for damage in DAMAGES:
        changed = [text.splitlines() for _ in range(8)]
        for number, lines in enumerate(changed):
            damage(lines, random.Random(number))
        assert any(lines != text.splitlines() for lines in changed), damage


def test_what_breaks_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(text: str, rng: random.Random) -> str:
        raise ZeroDivisionError("a fault of the rules")

    monkeypatch.setattr(position_fuzz, "try_position", broken)
    out = io.StringIO()
    assert run_position_fuzz(10, 5, tmp_path, out) == 1
    assert "ZeroDivisionError" in out.getvalue()
    kept = (tmp_path / "fuzz-5.position").read_text("utf-8")
    assert "# ZeroDivisionError: a fault of the rules" in kept.splitlines()
