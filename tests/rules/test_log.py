"""The log of a game: copies share what they have in common, and nobody's end is another's."""

from __future__ import annotations

import pytest

from napoleon.rules.engine.log import Log


def grown() -> Log[int]:
    """Ten numbers, in three parts that others share and one of its own."""
    log: Log[int] = Log()
    for part in ([0, 1, 2], [3], [4, 5, 6, 7], [8, 9]):
        log = log.copy()
        log.extend(part)
    return log


@pytest.mark.parametrize("start", range(12))
def test_everything_from_an_index_on(start: int) -> None:
    assert grown().since(start) == list(range(start, 10))


@pytest.mark.parametrize("length", range(11))
def test_a_cut_leaves_copies_as_they_were(length: int) -> None:
    log = grown()
    twin = log.copy()
    log.cut(length)
    log.append(99)
    assert log.since(0) == [*range(length), 99]
    assert len(log) == length + 1
    assert twin.since(0) == list(range(10))
