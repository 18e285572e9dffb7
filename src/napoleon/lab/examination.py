"""An examination: how an opponent answers the exercises."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Final, TextIO

from napoleon.ai.advice.exercises import EXERCISES, solve

PUPILS: Final = ("recruit", "officer")  # by whose answers exercises are easy or hard


def run_examination(
    level: str, seed: int, times: int, out: TextIO, *, is_json: bool = False
) -> float:
    """Put every exercise to a level so many times and print a table to `out`, as JSON if asked
    for; return the share of right answers."""
    width = max(len(exercise.id) for exercise in EXERCISES)
    right_of_theme: Counter[str] = Counter()
    asked_of_theme: Counter[str] = Counter()
    answers: dict[str, int] = {}
    for exercise in EXERCISES:
        right = sum(solve(exercise, level, seed + number) for number in range(times))
        right_of_theme[exercise.theme] += right
        asked_of_theme[exercise.theme] += times
        answers[exercise.id] = right
        if is_json:
            continue
        verdict = ("wrong", "right")[right] if times == 1 else f"{right} of {times}"
        out.write(f"{exercise.id:{width}}  {exercise.theme:14}  {exercise.seat:11}  {verdict}\n")
    if is_json:
        found = {"level": level, "seed": seed, "times": times, "right": answers}
        out.write(json.dumps(found, indent=2) + "\n")
        return right_of_theme.total() / asked_of_theme.total()
    out.write("\n")
    for theme, asked in sorted(asked_of_theme.items()):
        out.write(f"{theme:14}  {right_of_theme[theme]:4} of {asked}\n")
    total, asked = right_of_theme.total(), asked_of_theme.total()
    share = total / asked
    out.write(f"{level}: {total} of {asked} right, {share:.0%}\n")
    return share


def rank_exercises(
    seed: int, times: int, out: TextIO, path: Path | None = None, *, is_json: bool = False
) -> None:
    """Put every exercise to both pupils so many times, and print how often each was right, the
    easiest first; write it to `path` too, in the form of the package's own data (`EASE`)."""
    right = {
        exercise.id: [
            sum(solve(exercise, level, seed + number) for number in range(times))
            for level in PUPILS
        ]
        for exercise in EXERCISES
    }
    ranked = dict(sorted(right.items(), key=lambda item: (-sum(item[1]), item[0])))
    rows = ",\n".join(f'  "{name}": {found}' for name, found in ranked.items())
    head = f'"seed": {seed}, "times": {times}, "levels": {json.dumps(PUPILS)}'
    text = f'{{{head}, "right": {{\n{rows}\n}}}}\n'
    if path is not None:
        path.write_text(text, "utf-8")
    if is_json:
        out.write(text)
        return
    for name, found in ranked.items():
        out.write(f"{name}  {', '.join(map(str, found))} of {times}\n")
