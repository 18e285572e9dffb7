"""How a contest stands: scores, and what decides between equals.

Whoever has more points stands above. Between equals counts, in this order: how much the opponents
have won (Buchholz); how much those have won whom one has beaten, and half of it for a draw
(Sonneborn-Berger); who won more games; who came in with the lower rating, since that was the harder
way. In a knock-out whoever came further stands above, before all that.
"""

from __future__ import annotations

import math

import msgspec

from napoleon.server.measure.terms import Contest, Entrant, Meeting


class Line(msgspec.Struct):
    """Where somebody stands."""

    place: int
    entrant: int
    score: float
    played: int  # games that are over
    won: int
    opponents: float  # Buchholz
    beaten: float  # Sonneborn-Berger
    reached: int  # the last round, in a knock-out


def rank(contest: Contest) -> list[Line]:
    """Everybody, the best first."""
    scores = {entrant.n: contest.score(entrant.n) for entrant in contest.entrants}
    lines = [_line(contest, entrant, scores) for entrant in contest.entrants]
    seeds = {entrant.n: entrant.seed for entrant in contest.entrants}
    is_knock_out = contest.terms.format == "knock-out"

    def key(line: Line) -> tuple[float, ...]:
        return (
            -line.reached if is_knock_out else 0,
            -line.score,
            -line.opponents,
            -line.beaten,
            -line.won,
            seeds[line.entrant],
            line.entrant,
        )

    lines.sort(key=key)
    for at, line in enumerate(lines):
        line.place = at + 1
    return lines


def _line(contest: Contest, entrant: Entrant, scores: dict[int, float]) -> Line:
    n = entrant.n
    opponents = beaten = 0.0
    played = won = reached = 0
    for meeting in contest.of(n):
        reached = max(reached, meeting.round)
        other = meeting.against(n)
        if other is None:
            continue
        over = [bout for bout in meeting.bouts if bout.winner]
        opponents += scores[other]
        played += len(over)
        won += sum([bout.winner == ("french" if bout.french == n else "allied") for bout in over])
        if over:
            beaten += scores[other] * meeting.points(n, 0.0) / len(meeting.bouts)
    if contest.terms.format == "knock-out":
        last = [one for one in contest.of(n) if one.round == reached]
        # Whoever wins the last meeting has come one step further than whoever loses it.
        reached += any(one.is_over and winner_of(contest, one) == n for one in last)
    return Line(0, n, scores[n], played, won, opponents, beaten, reached)


def winner_of(contest: Contest, meeting: Meeting) -> int:
    """Who goes on after a meeting of a knock-out: whoever won more; else whoever won in fewer
    turns; else the lower seed. Whoever has withdrawn does not."""
    if meeting.other is None:
        return meeting.one
    by_n = {entrant.n: entrant for entrant in contest.entrants}
    one, other = by_n[meeting.one], by_n[meeting.other]

    def merit(entrant: Entrant) -> tuple[float, ...]:
        side = [
            bout.turn
            for bout in meeting.bouts
            if bout.winner == ("french" if bout.french == entrant.n else "allied")
        ]
        return (
            entrant.gone is None,
            meeting.points(entrant.n, 0.0),
            -min(side, default=math.inf),
            -entrant.seed,
            entrant.n,
        )

    return max(one, other, key=merit).n
