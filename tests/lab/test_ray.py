"""The laboratory on Ray: a real one on this machine, two workers, one of which is killed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from napoleon.lab.chronicle import without_times
from napoleon.lab.laboratory import Plan, Task, play_task

# requirements-dev.lock has Ray for these; where it is due, a missing Ray is a failure.
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or sys.version_info >= (3, 14),
    reason="the test tools have Ray on Linux, for Python below 3.14",
)

PLAN = Plan(("random",), ("random",), ("historical", "free"), seed=5)

# The first task ends its own worker, as the kernel would, before it plays: Ray must try again.
KILLED_ONCE = """
import json, os, signal, sys
from pathlib import Path
from napoleon.lab.laboratory import Plan, Task, play_task
from napoleon.lab.on_ray import work_on_ray

folder = Path(sys.argv[1])

def play(task):
    with (folder / f"tries-{task.number}").open("a") as file:
        file.write(f"{os.getpid()}\\n")
    if task.number == 1 and len((folder / "tries-1").read_text().split()) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_task(task)

plan = Plan(("random",), ("random",), ("historical", "free"), seed=5)
tasks = [Task(number, plan.match(number)) for number in range(6)]
print(json.dumps(list(work_on_ray(play, tasks, "local", cores=2))))
"""


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=150,  # seconds; some ten are enough on a machine that is not busy
        check=False,
    )


@pytest.mark.once
def test_a_killed_worker_costs_no_game(tmp_path: Path) -> None:
    done = run("-c", KILLED_ONCE, str(tmp_path), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = json.loads(done.stdout.splitlines()[-1])
    here = [play_task(Task(number, PLAN.match(number))) for number in range(6)]
    assert [without_times(line) for line in lines] == [
        without_times(json.loads(json.dumps(line))) for line in here
    ]
    tries = [len((tmp_path / f"tries-{number}").read_text().split()) for number in range(6)]
    assert tries[1] == 2
    assert set(tries) <= {1, 2}


@pytest.mark.once
def test_the_command_plays_on_ray(tmp_path: Path) -> None:
    """A run begun with our own processes goes on with Ray, into the same file."""
    words = "-m napoleon lab --french random --allied random --scenario both --seed 5 --out lab"
    first = run(*words.split(), "--games", "3", "--jobs", "1", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    second = run(*words.split(), "--games", "5", "--ray", "local", folder=tmp_path)
    assert second.returncode == 0, second.stderr
    assert "3 games are there already" in second.stdout
    text = (tmp_path / "lab" / "games.jsonl").read_text("utf-8")
    here = [play_task(Task(number, PLAN.match(number))) for number in range(5)]
    assert [without_times(json.loads(line)) for line in text.splitlines()] == [
        without_times(json.loads(json.dumps(line))) for line in here
    ]
    assert (tmp_path / "lab" / "report.html").exists()


def test_no_ray_there_is_said(tmp_path: Path) -> None:
    words = "-m napoleon lab --french random --allied random --games 1 --out lab --ray 127.0.0.1:1"
    done = run(*words.split(), folder=tmp_path)
    assert done.returncode == 2
    assert "no Ray at '127.0.0.1:1'" in done.stderr
    assert "Traceback" not in done.stderr
