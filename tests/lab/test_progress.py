"""The progress bar: drawn on a terminal, rarely said elsewhere."""

import io

import pytest

from napoleon.lab.progress import Progress, format_duration


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_bar_on_a_terminal(clock: Clock) -> None:
    out = Terminal()
    progress = Progress("games", 10, out)
    for done in range(1, 11):
        clock.now += 1
        progress.update(done, "so far so good")
    progress.finish("all well")
    bars = out.getvalue().split("\r")
    assert bars[5].startswith(
        "games [###############...............]  50%  5/10  0:05 left  so far"
    )
    assert bars[-1].rstrip() == f"games [{'#' * 30}] 100%  10/10  in 0:10  all well"
    assert bars[-1].endswith("\n")
    assert max(len(bar.rstrip("\n")) for bar in bars) <= 79


def test_quick_steps_are_not_all_drawn(clock: Clock) -> None:
    out = Terminal()
    progress = Progress("games", 1000, out)
    for done in range(1000):
        clock.now += 0.001
        progress.update(done)
    assert out.getvalue().count("\r") <= 11


def test_elsewhere_a_line_now_and_then(clock: Clock) -> None:
    out = io.StringIO()
    progress = Progress("fuzz", 60.0, out)
    for _ in range(60):
        clock.now += 1
        progress.update(clock.now - 1000)
    progress.finish()
    lines = out.getvalue().splitlines()
    assert len(lines) == 5
    assert lines[0] == "fuzz  25%  15/60  0:45 left"
    assert lines[-1] == "fuzz 100%  60/60  in 1:00"


def test_nothing_to_do_is_done(clock: Clock) -> None:
    out = io.StringIO()
    Progress("games", 0, out).finish()
    assert out.getvalue() == "games 100%  0/0  in 0:00\n"


def test_durations() -> None:
    assert [format_duration(seconds) for seconds in (0, 6.6, 760, 3723)] == [
        "0:00",
        "0:07",
        "12:40",
        "1:02:03",
    ]
