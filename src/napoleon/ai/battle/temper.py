"""How a commander fights: the constants of the tactics, so that they can be tuned and weakened."""

from __future__ import annotations

from typing import Final

# From so much on squares are thought of that they are formed before cavalry has come.
CAREFUL_SQUARES: Final = 4.0


class Temper:
    """The character of a commander in battle."""

    __slots__ = (
        "blunder",
        "boldness",
        "duel",
        "fear",
        "feed",
        "flee",
        "give_up",
        "hold",
        "is_of_old",
        "lead",
        "main",
        "reserve",
        "square",
        "stubborn",
        "terrain",
        "wing",
    )

    def __init__(self) -> None:
        # Clashes are valued from -1 (we are wiped out) to 1 (they are, without loss to us).
        self.boldness = 0.10  # engage where the clash is worth more than this
        self.duel = 0.20  # that much less bold for each hit by which our guns outdo theirs
        self.fear = 0.60  # share of the enemy's reserve that we expect in the area we engage
        self.feed = 0.70  # send reserves to a contested area of ours worth less than this
        self.hold = 0.10  # and to a quiet one that would be worth less than this if attacked
        self.flee = 0.60  # leave an area of the enemy's that is worth less than minus this
        self.give_up = 0.60  # leave the battle when it is worth less than minus this
        self.stubborn = 0.40  # and less than that by up to this much, if few can get away at a time
        self.reserve = 0.40  # share of our points that we like to deploy in reserve
        self.main = 0.30  # how much stronger than the others the main area is made
        self.square = 1.0  # how much a square is thought to be worth against cavalry
        self.terrain = 1.0  # share of the terrain blocks that are drawn
        self.lead = 0.0  # leader in the line (1) or in reserve (0)
        self.wing = 1  # column of the main area, where the leader does not decide it
        self.blunder = 0.0  # share of decisions left to chance
        # Leaves at home whoever would win the battle by coming, and does not mind whose unit is
        # the last that an army may lose: so fight officers and marshals, as they always did.
        self.is_of_old = False

    def copy(self) -> Temper:
        """An independent copy, to be changed."""
        twin = Temper()
        twin.boldness = self.boldness
        twin.duel = self.duel
        twin.fear = self.fear
        twin.feed = self.feed
        twin.hold = self.hold
        twin.flee = self.flee
        twin.give_up = self.give_up
        twin.stubborn = self.stubborn
        twin.reserve = self.reserve
        twin.main = self.main
        twin.square = self.square
        twin.terrain = self.terrain
        twin.lead = self.lead
        twin.wing = self.wing
        twin.blunder = self.blunder
        twin.is_of_old = self.is_of_old
        return twin


def recruit() -> Temper:
    """A clumsy commander: attacks at bad odds, forms no square, never leaves in time."""
    temper = Temper()
    temper.boldness = -0.80
    temper.duel = 0.0
    temper.fear = 0.0
    temper.feed = 1.0
    temper.hold = 1.0
    temper.flee = 2.0
    temper.give_up = 2.0
    temper.reserve = 0.05
    temper.main = 0.0
    temper.square = 0.0
    temper.terrain = 0.0
    temper.blunder = 0.25
    return temper


def attacking() -> Temper:
    """The temper of an attacker, found by many battles (bench/README.md): all hands forward, and
    off in time if it goes wrong, the earlier the fewer can get away at a time."""
    temper = Temper()
    temper.boldness = 0.01
    temper.duel = 0.33
    temper.fear = 0.13
    temper.feed = 0.52
    temper.hold = 0.46
    temper.flee = 0.76
    temper.give_up = 0.60
    temper.stubborn = -0.20
    temper.reserve = 0.0
    temper.main = 0.0
    return temper


def defending() -> Temper:
    """The temper of a defender, found in the same way: he stays, since it is those who leave who
    are beaten."""
    temper = Temper()
    temper.boldness = 0.01
    temper.duel = 0.05
    temper.fear = 0.93
    temper.feed = 0.87
    temper.hold = 0.18
    temper.flee = 0.63
    temper.give_up = 1.20
    temper.stubborn = 0.39
    temper.reserve = 0.48
    temper.main = 0.0
    return temper


def _of_old() -> Temper:
    temper = Temper()
    temper.is_of_old = True
    return temper


OFFICER: Final = Temper()
OFFICER_OF_OLD: Final = _of_old()
RECRUIT: Final = recruit()
ATTACKING: Final = attacking()
DEFENDING: Final = defending()


def by_role(attacker: int) -> list[Temper]:
    """The tempers of the French and of the Allies, if this side attacks."""
    return [ATTACKING, DEFENDING] if attacker == 0 else [DEFENDING, ATTACKING]
