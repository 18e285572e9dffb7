"""Who meets whom: a contest in, pairs out. Knows no store, no clock and no chance.

A Swiss round is a matching of greatest weight (networkx): everybody is paired; nobody has two byes,
then nobody meets twice, then nobody plays one side three times more than the other, as long as that
can be had; and of what is left those meet who have won as much. In a round robin the rounds follow
the old circle; whoever comes later or is left over is matched with whom he has not met. In a
knock-out the better seeds meet last, and the winners of neighbours meet.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from napoleon.server.measure.standings import winner_of
from napoleon.server.measure.terms import Contest, Entrant

Pair = tuple[int, int | None]  # without another: a bye
_BYE = -1
_UNEVEN = 3  # so many more games of one side than of the other are too many


def rounds_needed(contest: Contest) -> int:
    """How many rounds there will be for the field of the first; 0: that shows by itself."""
    number = len(contest.present(1))
    if contest.terms.format == "swiss":
        least = max(1, math.ceil(math.log2(max(2, number))))
        return min(contest.terms.rounds or least, max(1, number - 1))
    if contest.terms.format == "knock-out":
        return max(1, math.ceil(math.log2(max(2, number))))
    return 0


def pair_round(contest: Contest, number: int) -> list[Pair]:
    """The pairs of a round, all rounds before being over; none: the contest is over."""
    if contest.terms.format == "knock-out":
        return _knock_out(contest, number)
    if len(contest.present(number)) < 2:
        return []
    if contest.terms.format == "round-robin":
        return _round_robin(contest, number)
    return _swiss(contest, number) if number <= contest.rounds else []


def deal_sides(contest: Contest, pair: tuple[int, int]) -> int:
    """Who of two is French in a single game: whoever was so less often, or not the last time."""
    one, other = pair
    leans = {entrant: lean(contest, entrant) for entrant in pair}
    if leans[one] != leans[other]:
        return one if leans[one] < leans[other] else other
    for first, second in zip(_sides(contest, one), _sides(contest, other), strict=False):
        if first != second:
            return one if second == "french" else other
    return one if (one + other) % 2 else other


def lean(contest: Contest, entrant: int) -> int:
    """How many games more somebody had as the French than as the Allies."""
    sides = Counter(_sides(contest, entrant))
    return sides["french"] - sides["allied"]


def _sides(contest: Contest, entrant: int) -> list[str]:
    """The sides that somebody had, the latest first."""
    mine = [meeting for meeting in contest.of(entrant) if meeting.other is not None]
    return [
        "french" if bout.french == entrant else "allied"
        for meeting in sorted(mine, key=lambda one: -one.round)
        for bout in meeting.bouts
    ]


def _met(contest: Contest) -> Counter[frozenset[int]]:
    return Counter(
        frozenset((one.one, one.other)) for one in contest.meetings if one.other is not None
    )


# --- Swiss


def _swiss(contest: Contest, number: int) -> list[Pair]:
    field = _ranked(contest.present(number))
    ids = [entrant.n for entrant in field]
    scores = {n: contest.score(n) for n in ids}
    leans = {n: lean(contest, n) for n in ids}
    places = _places(ids, scores)
    byes = Counter(one.one for one in contest.meetings if one.other is None)
    met = _met(contest)
    size = len(ids)
    top = max(scores.values())
    # Each wish outweighs all that stand below it together.
    near = 1
    level = near * (size * size * 2 + 1)
    even = level * (size * (int(2 * top) ** 2 + 1) + 1)
    again = even * (size * 9 * (number + 1) ** 2 + 1)
    bye = again * (size * (number + 1) ** 2 + 1)
    is_single = contest.terms.games == "single"

    def cost(one: int, other: int) -> int:
        gap = int(2 * abs(scores[one] - scores[other]))
        total = level * gap**2 + again * met[frozenset((one, other))] ** 2
        if scores[one] == scores[other]:
            half = max(1, sum([score == scores[one] for score in scores.values()]) // 2)
            total += near * abs(abs(places[one] - places[other]) - half)
        if is_single:
            low, high = sorted((leans[one], leans[other]))
            worst = max(abs(low + 1), abs(high - 1))
            total += near * size * (worst == _UNEVEN - 1)
            total += even * max(0, worst - _UNEVEN + 1) ** 2
        return total

    import networkx as nx  # takes a while, and most starts of a server pair nobody

    graph = nx.Graph()
    costs = {
        (one, other): cost(one, other) for at, one in enumerate(ids) for other in ids[at + 1 :]
    }
    if size % 2:
        costs |= {
            (n, _BYE): level * int(2 * scores[n]) ** 2 + bye * byes[n] ** 2 + ids[::-1].index(n)
            for n in ids
        }
    most = max(costs.values()) + 1
    graph.add_weighted_edges_from((*pair, most - paid) for pair, paid in costs.items())
    found = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = [_order(pair, ids) for pair in found]
    best = {n: at for at, n in enumerate(sorted(ids, key=lambda n: (-scores[n], ids.index(n))))}
    return sorted(pairs, key=lambda pair: (pair[1] is None, best[pair[0]]))


def _order(pair: Iterable[int], ids: list[int]) -> Pair:
    """The better seed first, a bye last."""
    one, other = sorted(pair, key=lambda n: ids.index(n) if n != _BYE else len(ids))
    return one, (other if other != _BYE else None)


def _places(ids: list[int], scores: dict[int, float]) -> dict[int, int]:
    """The place of each among those who have won as much."""
    places: dict[int, int] = {}
    seen: Counter[float] = Counter()
    for n in ids:
        places[n] = seen[scores[n]]
        seen[scores[n]] += 1
    return places


def _ranked(entrants: list[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda one: (-one.seed, one.n))


# --- Round robin


def _round_robin(contest: Contest, number: int) -> list[Pair]:
    """Nobody rests who could meet somebody new."""
    met = _met(contest)
    idle = {entrant.n for entrant in contest.present(number)}
    first = [entrant.n for entrant in contest.entrants if entrant.since <= 1]
    planned = _circle(first)
    pairs: list[Pair] = []
    for one, other in planned[number - 1] if number <= len(planned) else []:
        if {one, other} <= idle and not met[frozenset((one, other))]:
            pairs.append((one, other))
            idle -= {one, other}
    import networkx as nx

    graph = nx.Graph()
    rest = sorted(idle)
    graph.add_edges_from(
        (one, other)
        for at, one in enumerate(rest)
        for other in rest[at + 1 :]
        if not met[frozenset((one, other))]
    )
    pairs += [_order(pair, rest) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
    if not pairs and number < len(planned):  # all who were to meet now have gone
        return _round_robin(contest, number + 1)
    return pairs


def _circle(ids: list[int]) -> list[list[tuple[int, int]]]:
    """The rounds in which everybody meets everybody: one stands still, the others walk round."""
    if len(ids) < 2:
        return []
    walking = [*ids[1:], *([_BYE] if len(ids) % 2 else [])]
    rounds: list[list[tuple[int, int]]] = []
    for _ in range(len(walking)):
        ring = [ids[0], *walking]
        pairs = zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True)
        rounds.append([pair for pair in pairs if _BYE not in pair])
        walking = [walking[-1], *walking[:-1]]
    return rounds


# --- Knock-out


def _knock_out(contest: Contest, number: int) -> list[Pair]:
    if number == 1:
        ids: list[int | None] = [one.n for one in _ranked(contest.present(1))]
        if len(ids) < 2:
            return []
        places = _bracket(2 ** math.ceil(math.log2(len(ids))))
        ids += [None] * (len(places) - len(ids))
        return [
            _seeded(ids[one], ids[other])
            for one, other in zip(places[::2], places[1::2], strict=True)
        ]
    before = sorted(
        [one for one in contest.meetings if one.round == number - 1], key=lambda one: one.n
    )
    winners = [winner_of(contest, meeting) for meeting in before]
    if len(winners) < 2:
        return []
    gone = {entrant.n for entrant in contest.entrants if entrant.gone is not None}
    pairs: list[Pair] = []
    for one, other in zip(winners[::2], winners[1::2], strict=True):
        if other in gone:
            pairs.append((one, None))
        elif one in gone:
            pairs.append((other, None))
        else:
            pairs.append((one, other))
    return pairs


def _seeded(one: int | None, other: int | None) -> Pair:
    assert one is not None  # more than half of the places are taken, the better ones first
    return one, other


def _bracket(size: int) -> list[int]:
    """The seeds, from 0, in the order in which neighbours meet: the best two meet last."""
    places = [0]
    while len(places) < size:
        places = [seed for one in places for seed in (one, 2 * len(places) - 1 - one)]
    return places
