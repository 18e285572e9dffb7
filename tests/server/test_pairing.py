"""Who meets whom, and how it stands: properties over fields of any size with any results."""

from __future__ import annotations

import random
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napoleon.server.measure import pairing, standings
from napoleon.server.measure.terms import (
    DRAWN,
    NOBODY,
    Bout,
    Contest,
    Entrant,
    Format,
    Games,
    Meeting,
    Terms,
)

SEEDS = st.integers(0, 2**32)


def contest_of(size: int, kind: Format, games: Games = "single", rounds: int = 0) -> Contest:
    entrants = [Entrant(n, seed=float(size - n)) for n in range(1, size + 1)]
    contest = Contest(Terms(kind, games, rounds=rounds), entrants, [])
    contest.rounds = pairing.rounds_needed(contest)
    return contest


def meet(contest: Contest, number: int, pairs: list[pairing.Pair], rng: random.Random) -> None:
    """Play a round by chance."""
    for n, (one, other) in enumerate(pairs):
        bouts: list[Bout] = []
        if other is not None:
            first = pairing.deal_sides(contest, (one, other))
            for french in (one, other) if contest.terms.games == "pair" else (first,):
                winner = rng.choice(("french", "allied", "french", "allied", DRAWN, NOBODY))
                bouts.append(Bout(f"{number}-{n}", french, 0, winner, rng.randrange(1, 20)))
        contest.meetings.append(Meeting(number, n, one, other, bouts))


def could_avoid_meeting_again(contest: Contest, number: int) -> bool:
    """Whether a round was possible in which nobody meets twice or has a second bye."""
    before = [one for one in contest.meetings if one.round < number]
    met = {frozenset((one.one, one.other)) for one in before}
    had_bye = {one.one for one in before if one.other is None}
    ids = [entrant.n for entrant in contest.present(number)]
    graph = nx.Graph()
    graph.add_nodes_from(ids)
    graph.add_edges_from((a, b) for a in ids for b in ids if a < b and frozenset((a, b)) not in met)
    if len(ids) % 2:
        graph.add_edges_from((n, "bye") for n in ids if n not in had_bye)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(ids) + len(ids) % 2


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 13), st.integers(1, 12), SEEDS, st.booleans())
def test_a_swiss_round_pairs_everybody_and_nobody_twice(
    size: int, rounds: int, seed: int, is_restless: bool
) -> None:
    """While it can be had; people come later and go before the end."""
    rng = random.Random(seed)
    contest = contest_of(size, "swiss", rounds=rounds)
    assert 1 <= contest.rounds <= max(1, size - 1)
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, contest.rounds + 1):
        present = [entrant.n for entrant in contest.present(number)]
        pairs = pairing.pair_round(contest, number)
        if len(present) < 2:
            assert not pairs
            return
        can_avoid = could_avoid_meeting_again(contest, number)
        assert sorted(n for pair in pairs for n in pair if n is not None) == sorted(present)
        assert sum(other is None for _, other in pairs) == len(present) % 2
        meet(contest, number, pairs, rng)
        again = [pair for pair in pairs if None not in pair and met[frozenset(pair)]]  # type: ignore[arg-type]
        second = [one for one, other in pairs if other is None and byes[one]]
        if can_avoid:
            assert not again and not second
        if any(not byes[n] for n in present):
            assert not second
        met.update(frozenset(pair) for pair in pairs if pair[1] is not None)  # type: ignore[arg-type]
        byes.update(one for one, other in pairs if other is None)
        if is_restless and rng.random() < 0.5:
            rng.choice(contest.entrants).gone = number
            late = len(contest.entrants) + 1
            contest.entrants.append(Entrant(late, seed=rng.random(), since=number + 1))
    assert not pairing.pair_round(contest, contest.rounds + 1)


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 20), SEEDS)
def test_sides_are_balanced_in_a_swiss(size: int, seed: int) -> None:
    """Nobody has one side more than twice as often again as the other; in pairs it is even."""
    rng = random.Random(seed)
    for games, most in (("single", 2), ("pair", 0)):
        contest = contest_of(size, "swiss", games, rounds=size // 2)  # type: ignore[arg-type]
        for number in range(1, contest.rounds + 1):
            meet(contest, number, pairing.pair_round(contest, number), rng)
        leans = [abs(pairing.lean(contest, entrant.n)) for entrant in contest.entrants]
        assert max(leans) <= most


def test_equals_meet_and_the_first_half_meets_the_second() -> None:
    contest = contest_of(8, "swiss", "pair")
    first = pairing.pair_round(contest, 1)
    assert first == [(1, 5), (2, 6), (3, 7), (4, 8)]
    for n, (one, other) in enumerate(first):
        assert other is not None
        bouts = [Bout(f"a{n}", one, 0, "french", 5), Bout(f"b{n}", other, 0, "allied", 5)]
        contest.meetings.append(Meeting(1, n, one, other, bouts))
    scores = {n: contest.score(n) for n in range(1, 9)}
    assert scores == {1: 2, 2: 2, 3: 2, 4: 2, 5: 0, 6: 0, 7: 0, 8: 0}
    assert pairing.pair_round(contest, 2) == [(1, 3), (2, 4), (5, 7), (6, 8)]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 11), SEEDS, st.booleans())
def test_in_a_round_robin_everybody_meets_everybody_once(
    size: int, seed: int, is_restless: bool
) -> None:
    rng = random.Random(seed)
    contest = contest_of(size, "round-robin")
    number = 0
    while pairs := pairing.pair_round(contest, number + 1):
        number += 1
        meet(contest, number, pairs, rng)
        if is_restless and number == 2:
            contest.entrants.append(Entrant(size + 1, since=3))
            contest.entrants[rng.randrange(size)].gone = 2
    met = Counter(frozenset((one.one, one.other)) for one in contest.meetings)
    assert set(met.values()) <= {1}
    stayed = [entrant.n for entrant in contest.entrants if entrant.gone is None]
    assert all(met[frozenset((a, b))] for a in stayed for b in stayed if a < b)
    if not is_restless or number < 2:
        assert number == size - 1 + size % 2
        leans = [abs(pairing.lean(contest, n)) for n in stayed]
        assert max(leans) <= 2


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 33), SEEDS)
def test_a_knock_out_leaves_one(size: int, seed: int) -> None:
    rng = random.Random(seed)
    contest = contest_of(size, "knock-out", "pair")
    number = 0
    while pairs := pairing.pair_round(contest, number + 1):
        number += 1
        assert len(pairs) == 2 ** (contest.rounds - number)
        if number == 1:  # those who need not play are the best
            byes = [one for one, other in pairs if other is None]
            assert sorted(byes) == list(range(1, 2**contest.rounds - size + 1))
        meet(contest, number, pairs, rng)
        if rng.random() < 0.3:
            rng.choice(contest.entrants).gone = number
    assert number == contest.rounds
    last = contest.meetings[-1]
    lines = standings.rank(contest)
    assert lines[0].entrant == standings.winner_of(contest, last)
    assert [line.place for line in lines] == list(range(1, size + 1))


def test_the_best_two_of_a_knock_out_meet_last() -> None:
    contest = contest_of(8, "knock-out")
    assert pairing.pair_round(contest, 1) == [(1, 8), (4, 5), (2, 7), (3, 6)]


@pytest.mark.parametrize(
    ("bouts", "gone", "winner"),
    [
        ([("french", 9), ("french", 9)], None, 2),  # one each in as many turns: the lower seed
        ([("french", 8), ("french", 9)], None, 1),  # the quicker win
        ([("french", 9), ("allied", 9)], None, 1),
        ([("french", 9), ("allied", 9)], 1, 2),  # whoever has withdrawn does not go on
        ([(NOBODY, 0), (NOBODY, 0)], None, 2),
    ],
)
def test_who_goes_on(bouts: list[tuple[str, int]], gone: int | None, winner: int) -> None:
    contest = contest_of(2, "knock-out", "pair")
    contest.entrants[0].gone = gone
    games = [
        Bout(str(at), french, 0, won, turn)
        for at, (french, (won, turn)) in enumerate(zip((1, 2), bouts, strict=True))
    ]
    assert standings.winner_of(contest, Meeting(1, 0, 1, 2, games)) == winner


def test_what_decides_between_equals() -> None:
    """1 and 2 have a win each; 1 has met the stronger opponents."""
    contest = contest_of(4, "swiss", "single")
    for number, one, other, winner in (
        (1, 1, 3, "french"),
        (1, 2, 4, "french"),
        (2, 3, 2, "french"),
        (2, 4, 1, "allied"),
        (3, 3, 4, DRAWN),
    ):
        bout = Bout(f"{number}-{one}", one, 0, winner, 3)
        contest.meetings.append(Meeting(number, one, one, other, [bout]))
    contest.meetings.append(Meeting(3, 9, 1, None))
    lines = {line.entrant: line for line in standings.rank(contest)}
    assert [lines[n].score for n in (1, 2, 3, 4)] == [3.0, 1.0, 1.5, 0.5]
    assert [lines[n].place for n in (1, 2, 3, 4)] == [1, 3, 2, 4]
    assert (lines[1].opponents, lines[1].beaten, lines[1].won) == (2.0, 2.0, 2)
    assert (lines[3].opponents, lines[3].beaten) == (4.5, 1.25)
