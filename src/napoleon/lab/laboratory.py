"""`napoleon lab`: many games between any opponents, into a file that can be gone on with.

A folder holds the plan (``plan.json``), the games (``games.jsonl``, one line of JSON a game, in
the order of the plan; docs/laboratory.md) and the report (``report.html``). Game *i* follows from
the plan and *i* alone, so a run that was stopped goes on where it stopped, and may be made longer.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from napoleon.lab.chronicle import Line, begin_line, code_mark, format_line
from napoleon.lab.matches import Match, board_of
from napoleon.lab.outcomes import find_outcome
from napoleon.lab.players import is_own, player_mark
from napoleon.lab.progress import Progress
from napoleon.lab.workers import work_through

PLAN_FILE: Final = "plan.json"
GAMES_FILE: Final = "games.jsonl"
REPORT_FILE: Final = "report.html"


class LabError(Exception):
    """A folder that cannot be used for this plan; the message says why."""


class Plan(NamedTuple):
    """Who plays whom: every combination of what is listed, in turn."""

    french: tuple[str, ...]
    allied: tuple[str, ...]
    scenarios: tuple[str, ...] = ("historical",)
    players: tuple[int, ...] = (2,)
    visibilities: tuple[str, ...] = ("open",)
    seed: int = 1
    board: str = ""  # the folder of a board of one's own
    handicap: int = 0  # steps that the French give up; below 0 the Allies

    def match(self, game: int) -> Match:
        """Game *i*, from 0. All combinations are played with a seed before the next seed."""
        settings = [
            (french, allied, scenario, players, visibility)
            for scenario in self.scenarios
            for players in self.players
            for visibility in self.visibilities
            for french in self.french
            for allied in self.allied
        ]
        french, allied, scenario, players, visibility = settings[game % len(settings)]
        seed = self.seed + game // len(settings)
        return Match(french, allied, seed, scenario, players, visibility, self.board, self.handicap)

    def as_dict(self) -> dict[str, object]:
        """The plan as it is kept in its folder, with marks of the rules and opponents, and of
        players who are somebody's own."""
        plan = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self._asdict().items()
        }
        own = [name for name in dict.fromkeys((*self.french, *self.allied)) if is_own(name)]
        marks: dict[str, object] = {"own": {name: player_mark(name) for name in own}} if own else {}
        if self.board:
            marks["board_hash"] = board_of(self.board).hash
        return {**plan, **marks, "code": code_mark()}


class Task(NamedTuple):
    """One game of a plan, as it is sent to whoever plays it."""

    number: int
    match: Match


def play_task(task: Task) -> Line:
    """The line of a game. One that broke says so in ``trouble``, and has no winner."""
    outcome = find_outcome(task.match)
    line = outcome.line
    if line is None:
        line = {**begin_line(task.match), "winner": None, "trouble": outcome.trouble}
    return {"game": task.number, **line}


def read_games(path: Path) -> list[Line]:
    """The games of a file; a last line that was cut off is left out."""
    return _read_whole_lines(path)[0]


def _read_whole_lines(path: Path) -> tuple[list[Line], int]:
    """The games of a file, and how many of its bytes are whole lines."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [], 0
    except OSError as error:
        raise LabError(f"{path} cannot be read: {error}") from error
    whole = data.rfind(b"\n") + 1
    lines: list[Line] = []
    for number, text in enumerate(data[:whole].splitlines(), 1):
        try:
            line = json.loads(text)
        except ValueError as error:
            raise LabError(f"{path}, line {number}, is no JSON: {error}") from error
        if not isinstance(line, dict) or "winner" not in line:
            raise LabError(f"{path}, line {number}, is no game")
        lines.append(line)
    return lines, whole


def open_folder(plan: Plan, folder: Path) -> list[Line]:
    """Make the folder of a plan, or find what was played there already."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = plan.as_dict()
    path = folder / PLAN_FILE
    games = folder / GAMES_FILE
    if path.exists():
        try:
            kept = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise LabError(f"{path} is no plan: {error}") from error
        other = sorted(name for name in wanted if kept.get(name) != wanted[name])
        if other == ["code"]:
            raise LabError(
                f"{folder} was begun with other rules or opponents than these; results of both do "
                "not mix: choose another folder"
            )
        if other:
            raise LabError(
                f"{folder} was begun with another plan ({', '.join(other)} differ): "
                "choose another folder, or the same arguments"
            )
    elif games.exists():
        raise LabError(f"{folder} holds games, but not their plan: choose another folder")
    else:
        path.write_text(json.dumps(wanted, indent=2) + "\n", "utf-8")
    lines, whole = _read_whole_lines(games)
    for number, line in enumerate(lines):
        if line.get("game") != number or line.get("seed") != plan.match(number).seed:
            raise LabError(f"{games}, line {number + 1}, is not game {number} of the plan")
    if games.exists():
        with games.open("r+b") as file:
            file.truncate(whole)
    return lines


def _play_all(tasks: list[Task], jobs: int, ray_address: str | None) -> Generator[Line, None, None]:
    if ray_address is None:
        return work_through(play_task, tasks, jobs)
    from napoleon.lab.on_ray import work_on_ray

    return work_on_ray(play_task, tasks, ray_address)


def run_laboratory(
    plan: Plan, games: int, folder: Path, jobs: int, out: TextIO, ray_address: str | None = None
) -> int:
    """Play what is missing of so many games, write the report; 1 if a game broke."""
    from napoleon.lab.report import write_report

    lines = open_folder(plan, folder)
    if lines:
        print(f"{len(lines)} games are there already", file=out)
    plan_code = plan.as_dict()["code"]
    tasks = [Task(number, plan.match(number)) for number in range(len(lines), games)]
    progress = Progress("games", games, out, done=len(lines))
    note = ""
    try:
        with (
            (folder / GAMES_FILE).open("ab", buffering=0) as file,
            closing(_play_all(tasks, jobs, ray_address)) as played,
        ):
            for line in played:
                if line["code"] != plan_code:
                    raise LabError(
                        "a worker plays with other rules or opponents than this machine has: "
                        "install the same version everywhere"
                    )
                # One write a line: a run that is killed leaves at most its last line unfinished.
                file.write(format_line(line).encode() + b"\n")
                lines.append(line)
                progress.update(len(lines))
    except KeyboardInterrupt:
        note = "stopped; the same command goes on"
    progress.finish(note)
    broken = [line for line in lines if line["winner"] is None]
    for line in broken:
        last = line["trouble"].strip().splitlines()[-1]
        print(f"game {line['game']} broke: {plan.match(line['game']).describe()}: {last}", file=out)
    if len(broken) < len(lines):
        write_report(lines, folder / REPORT_FILE)
        print(f"{len(lines)} games in {folder / GAMES_FILE}", file=out)
        print(f"report: {folder / REPORT_FILE}", file=out)
    return 1 if broken else 0


def report_folder(folder: Path, out: TextIO) -> int:
    """Write the report of a folder anew; a file of games does as well."""
    from napoleon.lab.report import write_report

    source = folder / GAMES_FILE if folder.is_dir() else folder
    target = folder / REPORT_FILE if folder.is_dir() else folder.with_suffix(".html")
    lines = read_games(source)
    if not any(line["winner"] for line in lines):
        raise LabError(f"{source} has no finished game")
    write_report(lines, target)
    print(f"report: {target} ({len(lines)} games)", file=out)
    return 0
