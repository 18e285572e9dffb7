"""Count what can be played from fixed positions: all sequences of so many actions.

As with chess programs, the counts are a fingerprint of the rules: what is offered where, and what
comes after it. Beside the number of sequences stands the number of different positions that they
lead to. The dice go round from 1 to 6, so that the counts depend on nothing else.
"""

from __future__ import annotations

from napoleon.rules import Game

# Name: how deep, and the position. Some hundred sequences each.
POSITIONS: dict[str, tuple[int, str]] = {
    "marches": (
        2,
        "turn 1; beaumont: FR-2-I1 FR-N; philippeville: FR-C2 FR-H2 FR-4-A;"
        "charleroi: PR-1-I1 PR-1-C; namur: PR-2-I1",
    ),
    "marches of two allies": (
        2,
        "players 3; turn 2; nivelles: AD-1-I1 AD-W; ligny: PR-1-I1 PR-B PR-1-C;"
        "wavre: PR-3-I1; quatre-bras: FR-2-I1 FR-C1",
    ),
    "a night": (
        2,
        "turn 6; nivelles: AD-1-I1 AD-C-L1; ligny: PR-1-I1 PR-1-C; quatre-bras: FR-2-I1 FR-C1",
    ),
    "forced marches": (
        3,
        "turn 5; laneffe: FR-2-I1 FR-N; thuin: FR-C1; charleroi: PR-1-I1; ghent: AD-W",
    ),
    "an attack from two towns": (
        3,
        "turn 5; laneffe: FR-2-I1 FR-2-I2; thuin: FR-1-I1; charleroi: PR-1-I1 PR-1-I2 PR-1-A",
    ),
    "a skirmish": (
        5,
        "turn 5; laneffe: FR-C1 FR-H1 FR-N; battle charleroi pending;"
        "charleroi: FR-2-I1 FR-2-I2 FR-C2 PR-1-I1 PR-1-C",
    ),
    "terrain": (
        4,
        "turn 5; battle charleroi pending;charleroi: FR-2-I1 FR-2-I2 FR-2-A PR-1-I1 PR-1-I2 PR-1-A",
    ),
    "deployment": (
        5,
        "turn 5; battle charleroi pending; charleroi: FR-2-I1 FR-3-I1 FR-2-A FR-N"
        " PR-1-I1 PR-1-I2 PR-1-A PR-2-I1",
    ),
    "combat": (
        2,
        "turn 5; laneffe: FR-6-I; battle charleroi; origins laneffe;"
        "terrain french left farm FR-1-I1; terrain allied centre stream; terrain allied left woods;"
        "french left: FR-1-I1 FR-1-I2; french centre: FR-2-A FR-2-I1; french right: FR-H1;"
        "french reserve: FR-C1 FR-N; french enemy-right: FR-C3(shock);"
        "allied right: PR-1-I1 PR-1-A; allied centre: PR-2-I1; allied left: PR-3-I1 PR-3-C",
    ),
    "the defender's turn": (
        2,
        "turn 5; battle charleroi; side allied; origins laneffe; namur: PR-4-I1;"
        "terrain allied right hill PR-1-A; terrain french left stream;"
        "french left: FR-1-I1; french centre: FR-2-A FR-2-I1(square); french right: FR-2-I2;"
        "french enemy-right: FR-C3(shock); french reserve: FR-N;"
        "allied right: PR-1-I1 PR-1-A PR-2-A; allied centre: PR-2-C PR-2-I1; allied left: PR-3-I1",
    ),
    "squares": (
        2,
        "turn 5; battle charleroi; side allied; origins laneffe;"
        "french left: FR-1-I1; french centre: FR-2-I1; french right: FR-2-I2;"
        "french enemy-centre: FR-C3 FR-C4;"
        "allied right: PR-1-I1(square) PR-1-A PR-B; allied centre: PR-2-I1(square) PR-2-A PR-2-I2;"
        "allied left: PR-3-I1",
    ),
    "morale at a stream": (
        4,
        "turn 5; battle charleroi; step morale; origins laneffe; terrain allied centre stream;"
        "french left: FR-1-I1; french centre: FR-2-I1; french right: FR-2-I2;"
        "french enemy-centre: FR-3-I1/1 FR-3-I2/1 FR-6-I/1 FR-C1/1;"
        "allied right: PR-1-I1; allied centre: PR-2-I1; allied left: PR-3-I1",
    ),
    "a rout": (
        3,
        "players 3; turn 5; battle nivelles; side allied; origins quatre-bras; hal: AD-1-I2;"
        "french left: FR-1-I1; french centre: FR-2-I1 FR-2-A; french right: FR-2-I2;"
        "french enemy-right: FR-C1 FR-3-I1; allied centre: PR-2-I1 PR-2-A; allied left: AD-2-I1;"
        "allied reserve: AD-W PR-3-C AD-C-H AD-C-HA",
    ),
    "a withdrawal": (
        3,
        "turn 5; battle charleroi; origins laneffe thuin; withdrawing; step morale;"
        "french left: FR-1-I1; french centre: FR-2-I1 FR-2-A; french right: FR-2-I2 FR-N;"
        "allied right: PR-1-I1; allied centre: PR-2-I1; allied left: PR-3-I1",
    ),
    "a victory": (
        3,
        "turn 5; laneffe: FR-3-I1 FR-C1; battle charleroi; side allied;"
        "french left: FR-1-I1; french centre: FR-2-I1 FR-2-A; french right: FR-2-I2;"
        "french enemy-left: FR-1-I2; allied right: PR-1-I1; allied left: PR-3-I1/1;"
        "allied centre: PR-2-I1; namur: PR-2-I2",
    ),
    "two battles": (
        3,
        "turn 5; battle charleroi pending; battle ligny pending;"
        "charleroi: FR-1-I1 FR-1-I2 FR-1-A PR-1-I1 PR-1-I2 PR-1-A;"
        "ligny: FR-2-I1 FR-2-I2 FR-2-A PR-2-I1 PR-2-I2 PR-2-A",
    ),
    "supply": (
        3,
        "players 3; turn 5; brussels: FR-2-I1; liege: FR-C1; ghent: FR-C2; wavre: AD-1-I1 AD-W"
        " AD-1-A; namur: PR-1-I1 PR-1-C PR-B",
    ),
    "three in battle": (
        2,
        "players 3; turn 5; battle nivelles; side allied; origins quatre-bras;"
        "french left: FR-1-I1; french centre: FR-2-I1 FR-2-A; french right: FR-2-I2;"
        "allied left: PR-1-I1 PR-1-A; allied centre: AD-1-I1 AD-W; allied right: AD-2-I1 PR-1-C;"
        "allied reserve: PR-B; french enemy-centre: FR-C3",
    ),
}


class RoundDice:
    """Dice that show 1, 2, 3 and so on, and begin again after the highest."""

    __slots__ = ("_last",)

    def __init__(self, last: int = 0) -> None:
        self._last = last

    def roll(self, sides: int) -> int:
        """The next number."""
        self._last = self._last % sides + 1
        return self._last

    def copy(self) -> RoundDice:
        """Dice that will show the same numbers from here on."""
        return RoundDice(self._last)


def count(game: Game, depth: int, ends: set[str]) -> int:
    """How many sequences of this many actions there are; `ends` takes the positions."""
    if not depth or not game.to_act:
        ends.add(game.position())
        return 1
    total = 0
    for seat in game.to_act:
        for action in game.legal(seat):
            twin = game.copy()
            twin.play(seat, action)
            total += count(twin, depth - 1, ends)
    return total


def counts_from(name: str) -> str:
    """The counts from one of the positions, depth by depth."""
    deepest, position = POSITIONS[name]
    words = []
    for depth in range(1, deepest + 1):
        ends: set[str] = set()
        game = Game.from_position(position, dice=RoundDice())
        words.append(f"{count(game, depth, ends)} to {len(ends)}")
    return ", ".join(words)
