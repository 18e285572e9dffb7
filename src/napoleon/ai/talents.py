"""How well levels can think: how much effort they may make, and what an emperor has that a marshal
has not; with the levels that only matches know.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.campaign.crude import CRUDE
from napoleon.ai.campaign.search import FIRST_ORDERS
from napoleon.ai.levels import LEVELS
from napoleon.rules.board.units import ALLIED, FRENCH

DEPTH: Final = 3  # turns that an emperor plays on after a plan
# And where units are missing, so that nobody has learnt their worth, or there is no time for more.
SHORT_DEPTH: Final = 1
MARSHAL_PLAYOUTS: Final = 200  # fights that a marshal plays out for a decision in battle
MARSHAL_TRIALS: Final = 140  # and turns for a plan


class Effort:
    """How much a marshal or an emperor thinks."""

    __slots__ = ("playouts", "samples", "seconds", "share", "trials", "width")

    def __init__(
        self,
        playouts: int = MARSHAL_PLAYOUTS,
        trials: int = MARSHAL_TRIALS,
        width: int = FIRST_ORDERS,
        samples: int = 8,
        seconds: float = 2.0,
        share: float = 0.4,
    ) -> None:
        self.playouts = playouts  # fights played out for a decision in battle
        self.trials = trials  # turns played out for a plan
        self.width = width  # plans that are compared
        self.samples = samples  # guesses about what is hidden
        # The most for a plan, and the share of that for a decision in battle; 0: any.
        self.seconds = seconds
        self.share = share


def emperor_effort(side: int = ALLIED) -> Effort:
    """How much an emperor thinks: more as the French, whose task is the harder one."""
    if is_compiled():
        if side == FRENCH:
            return Effort(playouts=900, trials=240, width=12, samples=12, seconds=4.2, share=0.25)
        return Effort(playouts=500, trials=140, width=12, samples=12, seconds=2.7, share=0.3)
    # In plain Python there is no time to compare more.
    return Effort(playouts=500, trials=100, width=6, samples=12, seconds=2.4, share=0.25)


def marshal_effort(level: str) -> Effort:
    """How much a marshal thinks."""
    if level == MARSHAL_6:
        return Effort(playouts=6 * MARSHAL_PLAYOUTS, trials=6 * MARSHAL_TRIALS, seconds=12.0)
    return Effort()


class Talents:
    """What an emperor has and a marshal has not. The laboratory leaves out one at a time, to see
    what it is worth."""

    __slots__ = ("depth", "has_net", "has_schemes", "has_tempers", "is_bold", "is_weighing")

    def __init__(self) -> None:
        self.has_net = True  # values positions by the net
        self.has_schemes = True  # compares plans of several orders over several turns
        self.has_tempers = True  # fights by role, and for the campaign
        self.is_weighing = True  # thinks about what the enemy's marches say of his units
        self.depth = DEPTH  # turns that are played on after a plan
        # Knows that its attacks succeed more often than those of others, and expects an enemy who
        # defends by the book as often as one who stays to the last.
        self.is_bold = True


def _talents(without: str = "", depth: int = DEPTH) -> Talents:
    talents = Talents()
    talents.depth = depth
    talents.has_net = without != "net"
    talents.has_schemes = without != "schemes"
    talents.has_tempers = without != "tempers"
    talents.is_weighing = without != "weighing"
    talents.is_bold = without != "boldness"
    return talents


# Levels that matches know besides: the emperor with one talent less, or looking less or further
# ahead, and the marshal as it was when the emperor came.
TRIAL_LEVELS: Final = {
    "emperor-no-net": _talents("net"),
    "emperor-no-schemes": _talents("schemes"),
    "emperor-no-tempers": _talents("tempers"),
    "emperor-no-weighing": _talents("weighing"),
    "emperor-no-boldness": _talents("boldness"),
    "emperor-depth-0": _talents(depth=0),
    "emperor-depth-1": _talents(depth=1),
    "emperor-depth-5": _talents(depth=5),
}
MARSHAL_1: Final = "marshal-1"
MARSHAL_6: Final = "marshal-6"  # a marshal with six times the search
POOL: Final = (MARSHAL_1, MARSHAL_6, *CRUDE)  # those whom training never sees


def is_compiled() -> bool:
    """Whether opponents think at full speed; in plain Python an emperor sees less in his time."""
    return not __file__.endswith(".py")


def check_level(name: str) -> str:
    """The name of a level, or of one that only matches know; else an error that lists them."""
    if name not in LEVELS and name not in TRIAL_LEVELS and name not in POOL:
        raise ValueError(f"expected a level ({', '.join(LEVELS)}), got {name!r}")
    return name


def find_talents(level: str) -> Talents | None:
    """What somebody of this level can besides what a marshal can; None: nothing."""
    return Talents() if level == "emperor" else TRIAL_LEVELS.get(level)
