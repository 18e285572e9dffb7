"""The reckoning of clocks: nothing here waits, or looks at a watch."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.server.table import clock as clocks
from napoleon.server.table.clock import DAY, MINUTE, SECOND, Clock, Hand, Pace

SEATS = ("french", "anglo-dutch", "prussian")
LIVE = Pace("live", 1800, 60)
DAYS = Pace("days", 3 * 86400, 7 * 86400, "officer")
paces = st.sampled_from([LIVE, DAYS, Pace("live", 60, 0), Pace("days", 3600, 0)])
runners = st.lists(st.sampled_from(SEATS), unique=True)
passing = st.integers(0, 40 * DAY)


def test_live_time_is_for_the_whole_game_and_every_turn_brings_some() -> None:
    clock = clocks.start(LIVE, SEATS, 0)
    clock = clocks.move_on(clock, LIVE, ["french"], 1, 0)
    assert clocks.due(clock) == 30 * MINUTE
    clock = clocks.move_on(clock, LIVE, ["prussian"], 2, 10 * MINUTE)
    assert clock.hands["french"].left == 21 * MINUTE
    assert clock.hands["prussian"].left == 31 * MINUTE
    clock = clocks.move_on(clock, LIVE, ["french"], 2, 11 * MINUTE)
    assert clock.hands["prussian"].left == 30 * MINUTE
    assert clocks.due(clock) == 32 * MINUTE


def test_the_first_turn_brings_nothing_and_none_is_counted_twice() -> None:
    clock = clocks.move_on(clocks.start(LIVE, SEATS, 0), LIVE, ["french"], 0, 0)
    for turn in (1, 3, 2, 3):  # one may be taken back
        clock = clocks.move_on(clock, LIVE, [], turn, 0)
    assert clock.hands["french"].left == 32 * MINUTE


def test_days_come_anew_and_holidays_do_not() -> None:
    clock = clocks.move_on(clocks.start(DAYS, SEATS, 0), DAYS, ["french"], 1, 0)
    assert clocks.due(clock) == 10 * DAY
    clock = clocks.move_on(clock, DAYS, ["prussian"], 1, 5 * DAY)
    assert clock.hands["french"] == Hand(0, 5 * DAY)
    clock = clocks.move_on(clock, DAYS, ["french"], 1, 6 * DAY)
    assert clock.hands["french"] == Hand(3 * DAY, 5 * DAY)
    assert clocks.due(clock) == 14 * DAY


def test_both_allies_run_and_the_first_without_time_is_due() -> None:
    clock = clocks.start(LIVE, SEATS, 0)
    clock = clocks.give(clock, "prussian", MINUTE, 0)
    clock = clocks.move_on(clock, LIVE, ["anglo-dutch", "prussian"], 1, 0)
    assert clocks.due(clock) == 30 * MINUTE
    assert clocks.expired(clock, 30 * MINUTE - 1) == []
    assert clocks.expired(clock, 30 * MINUTE) == ["anglo-dutch"]
    assert clocks.expired(clock, 31 * MINUTE) == ["anglo-dutch", "prussian"]
    assert clock.hands["french"].left == 30 * MINUTE


def test_whoever_comes_back_after_a_computer_has_the_time_of_a_turn() -> None:
    pace = Pace("live", 60, 120, "recruit")
    clock = clocks.move_on(clocks.start(pace, SEATS, 0), pace, ["french"], 1, 0)
    clock = clocks.move_on(clock, pace, [], 1, MINUTE)
    assert clock.hands["french"].whole == 0
    clock = clocks.move_on(clock, pace, ["french"], 1, 5 * MINUTE)
    assert clock.hands["french"].left == 2 * MINUTE


def test_a_pause_needs_all_and_nobody_runs_meanwhile() -> None:
    clock = clocks.move_on(clocks.start(LIVE, SEATS, 0), LIVE, ["french"], 1, 0)
    clock = clocks.ask_pause(clock, ["prussian"], SEATS, 0)
    assert not clock.is_paused and clocks.due(clock) == 30 * MINUTE
    clock = clocks.ask_pause(clock, ["french", "anglo-dutch"], SEATS, MINUTE)
    assert clock.is_paused and clocks.due(clock) is None
    assert clocks.move_on(clock, LIVE, ["french"], 1, 9 * DAY) is clock
    clock = clocks.end_pause(clock, 9 * DAY)
    clock = clocks.move_on(clock, LIVE, ["french"], 1, 9 * DAY)
    assert clocks.due(clock) == 9 * DAY + 29 * MINUTE


@given(st.lists(st.tuples(runners, st.integers(0, 5), passing), max_size=20), paces)
def test_time_is_used_by_those_who_run_and_by_nobody_else(
    steps: list[tuple[list[str], int, int]], pace: Pace
) -> None:
    now = 0
    clock = clocks.start(pace, SEATS, now)
    for seats, turn, passed in steps:
        running, before = clock.running, clock
        now += passed
        later = clocks.reckon(clock, now)
        for seat in SEATS:
            used = before.hands[seat].whole - later.hands[seat].whole
            spent = min(now - before.at, before.hands[seat].whole)
            assert used == (spent if seat in running else 0)
            assert later.hands[seat].left >= 0 and later.hands[seat].bank >= 0
            # The bank is touched only when the rest is gone.
            assert later.hands[seat].bank == before.hands[seat].bank or not later.hands[seat].left
        clock = clocks.move_on(clock, pace, seats, turn, now)
        for seat in SEATS:
            assert clock.hands[seat].whole >= later.hands[seat].whole  # moving takes no time away
        if clock is not before:
            assert clock.running == seats


@given(runners, paces, passing, passing)
def test_when_one_looks_does_not_matter(
    seats: list[str], pace: Pace, first: int, second: int
) -> None:
    clock = clocks.move_on(clocks.start(pace, SEATS, 0), pace, seats, 1, 0)
    once = clocks.reckon(clock, first + second)
    assert clocks.reckon(clocks.reckon(clock, first), first + second) == once
    if not clocks.expired(clock, first):
        assert clocks.due(clocks.reckon(clock, first)) == clocks.due(clock)


@given(runners, paces, passing)
def test_the_deadline_is_when_the_first_has_no_time_left(
    seats: list[str], pace: Pace, now: int
) -> None:
    clock = clocks.move_on(clocks.start(pace, SEATS, 0), pace, seats, 1, 0)
    deadline = clocks.due(clock)
    assert (deadline is None) == (not seats)
    is_over = deadline is not None and deadline <= now
    assert bool(clocks.expired(clock, now)) == is_over
    for seat in clocks.expired(clock, now):
        assert clocks.reckon(clock, now).hands[seat].whole == 0


def test_a_watch_that_goes_back_gives_no_time() -> None:
    clock = clocks.move_on(clocks.start(LIVE, SEATS, 9 * MINUTE), LIVE, ["french"], 1, 9 * MINUTE)
    assert clocks.reckon(clock, 0) == clock


@pytest.mark.parametrize("pace", [LIVE, DAYS, Pace()])
def test_paces_are_stored_as_text(pace: Pace) -> None:
    assert clocks.parse_pace(clocks.format_pace(pace)) == pace
    assert clocks.is_sensible(pace)


@pytest.mark.parametrize(
    "pace", [Pace("live", 1, 0), Pace("live", 600, 9999), Pace("days", 99 * 86400, 0)]
)
def test_some_paces_make_no_sense(pace: Pace) -> None:
    assert not clocks.is_sensible(pace)


def test_more_time_is_more_time() -> None:
    clock = Clock({"french": Hand(5 * SECOND, MINUTE)}, 0, ["french"])
    clock = clocks.give(clock, "french", MINUTE, SECOND)
    assert clock.hands["french"] == Hand(4 * SECOND + MINUTE, MINUTE)
    assert clocks.due(clock) == 2 * MINUTE + 5 * SECOND
