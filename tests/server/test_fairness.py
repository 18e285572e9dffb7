"""Thinking is shared fairly by person; games that somebody watches go first."""

from __future__ import annotations

import random

from napoleon.server.computers.fairness import PATIENCE, FairQueue, Wish


def test_who_is_watched_goes_first() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.push(Wish("unwatched", "a", False, 0.0))
    queue.push(Wish("watched", "b", True, 1.0))
    found = [wish.what for wish in (queue.pop(2.0), queue.pop(2.0)) if wish is not None]
    assert found == ["watched", "unwatched"]
    assert queue.pop(2.0) is None


def test_one_persons_many_games_do_not_hold_up_anothers_one() -> None:
    queue: FairQueue[str] = FairQueue()
    now = 0.0
    for _ in range(40):
        queue.push(Wish("many", "greedy", True, now))
    served: list[str] = []
    for turn in range(20):
        if turn == 10:
            queue.push(Wish("one", "modest", True, now))
        wish = queue.pop(now)
        assert wish is not None
        served.append(wish.owner)
        now += 2.0
        queue.charge(wish.owner, 2.0, now)
    assert served.index("modest") == 10


def test_who_waits_long_is_not_forgotten() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.push(Wish("old", "patient", False, 0.0))
    now = 0.0
    while now < PATIENCE + 5.0:
        queue.push(Wish("new", "lively", True, now))
        wish = queue.pop(now)
        assert wish is not None
        queue.charge(wish.owner, 1.0, now)
        if wish.what == "old":
            break
        now += 1.0
    assert PATIENCE <= now <= PATIENCE + 1.0


def test_equals_get_equal_shares() -> None:
    rng = random.Random(1)
    queue: FairQueue[int] = FairQueue()
    had = dict.fromkeys("abcd", 0.0)
    now = 0.0
    for number in range(400):
        for owner in had:
            if rng.random() < 0.9:
                queue.push(Wish(number, owner, True, now))
        wish = queue.pop(now)
        assert wish is not None
        cost = 0.1 if wish.owner in "ab" else 1.0
        had[wish.owner] += cost
        now += cost
        queue.charge(wish.owner, cost, now)
    assert min(had.values()) > 0.7 * max(had.values())
