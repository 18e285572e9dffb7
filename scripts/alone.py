"""What the program does where no package is installed besides it."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

POSITION = "turn 5; laneffe: FR-2-I1 FR-2-I2; charleroi: PR-1-C\n"
# Command lines that work; each ends by itself when there is nothing to read.
WORKING = (
    "--version",
    "show position.txt",
    "play --text --allied recruit --seed 1",
    "simulate --games 1",
    "arena recruit recruit --games 2 --jobs 1",
    "lab --french recruit --allied recruit --games 1 --jobs 1 --out games",
    "docs installing",
)
# Command lines that say in one line what to install, and the extra that it names.
REFUSED = {
    "play --no-browser": "server",
    "serve": "server",
    "admin list": "server",
    "site --out www": "site",
    "lab --ray local --games 1 --out more": "ray",
    "bench --research": "research",
}


def faults(napoleon: Sequence[str], folder: Path, environment: dict[str, str]) -> list[str]:
    """Run every command line in `folder`, where files are written, with `napoleon` as the words
    that start the program; return a line for each that does anything else than it should."""
    (folder / "position.txt").write_text(POSITION, "utf-8")
    found = []
    for line in WORKING:
        done = _run(napoleon, line, folder, environment)
        if done.returncode or not done.stdout:
            found.append(f"napoleon {line}: code {done.returncode}: {done.stderr.strip()[-300:]}")
    for line, extra in REFUSED.items():
        done = _run(napoleon, line, folder, environment)
        said = done.stderr.splitlines()
        names = f"pip install 'napoleon1815[{extra}]'"
        if done.returncode not in (1, 2) or len(said) != 1 or names not in said[0]:
            found.append(f"napoleon {line}: code {done.returncode}: {done.stderr.strip()[-300:]}")
    return found


def _run(
    napoleon: Sequence[str], line: str, folder: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*napoleon, *line.split()],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
