"""Computers at a text game: opponents in seats, and a staff that advises those who play.

An opponent is given what its seat may know and no more; the staff of a seat, likewise.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.advice.odds import Odds, odds
from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import report
from napoleon.ai.opponents import LEVELS, Decision, SeatedOpponent
from napoleon.rules import Action, Game, Seat, SeededDice
from napoleon.rules.board.towns import TOWN_IDS, find_town
from napoleon.rules.board.units import SEAT_ARMIES, SIDE_UNITS, UNIT_IDS
from napoleon.rules.words.language import ENGLISH
from napoleon.rules.words.prompts import tell_action

ADVISER: Final = LEVELS[-1]  # the level of the staff: the best there is
SAMPLES: Final = 24  # of what is hidden, for the odds of a fight
PLAYOUTS: Final = 200


class TextStaff:
    """Who of the players is a computer, and whom the others may ask."""

    def __init__(self, levels: dict[str, str], seed: int) -> None:
        self._opponents = {
            seat: SeatedOpponent(level, seat, seed + index)
            for index, (seat, level) in enumerate(sorted(levels.items()))
        }
        self._advisers: dict[str, SeatedOpponent] = {}
        self._seed = seed

    def is_computer(self, seat: Seat | str) -> bool:
        """Whether nobody sits there but an opponent."""
        return str(seat) in self._opponents

    def level_of(self, seat: Seat | str) -> str:
        """The level of an opponent."""
        return self._opponents[str(seat)].opponent.level

    def play(self, game: Game, seat: Seat) -> None:
        """Let an opponent make its next decision."""
        decision = self._opponents[str(seat)].choose(game)
        game.play(seat, Action(decision.code))

    def advise(self, game: Game, seat: Seat) -> list[str]:
        """What the staff would do next, and why."""
        name = str(seat)
        if name not in self._advisers:
            self._advisers[name] = SeatedOpponent(ADVISER, name, self._seed + 100)
        decision = self._advisers[name].choose(game)
        return [f"  The staff: {tell_action(Action(decision.code))}.", f"  {reason_of(decision)}"]

    def weigh(self, game: Game, seat: Seat, words: str) -> list[str]:
        """The odds of the fight in a town, as the seat may know them."""
        state = game.state
        towns = [fight.town for fight in state.fights]
        town = find_town(words) if words else (towns[0] if len(towns) == 1 else -1)
        if town not in towns:
            if not towns:
                return ["  There is no fight now. March first: what is declared can be weighed."]
            names = " or ".join(TOWN_IDS[other] for other in towns)
            return [f"  Name the town of a fight, as in: odds {names}"]
        return describe_odds(self._odds(game, seat, town), state.side, seat)

    def _odds(self, game: Game, seat: Seat, town: int) -> Odds:
        armies = SEAT_ARMIES[str(seat)]
        belief = Belief(armies, self._seed)
        sketch = game.sketch(seat)
        belief.begin(sketch)
        belief.read([report(event) for event in game.events_for(seat)])
        dice = SeededDice(self._seed)
        samples = [belief.sample(sketch, dice) for _ in range(SAMPLES)]
        return odds(samples, town, PLAYOUTS, self._seed)


def reason_of(decision: Decision) -> str:
    """The reason of a decision, in words."""
    words = dict(decision.details)
    for key, value in words.items():
        if value in TOWN_IDS:
            words[key] = ENGLISH.town(TOWN_IDS.index(value))
        elif value in UNIT_IDS:
            words[key] = ENGLISH.unit(UNIT_IDS.index(value))
    return ENGLISH.say(decision.reason).format(**words)


def describe_odds(found: Odds, attacker: int, seat: Seat | str) -> list[str]:
    """Odds in words, for the seat that asked."""
    is_attacker = bool(SIDE_UNITS[attacker] & _units_of(seat))
    win = found.attacker_wins if is_attacker else 1.0 - found.attacker_wins
    own = found.attacker_units if is_attacker else found.defender_units
    enemy = found.defender_units if is_attacker else found.attacker_units
    return [
        f"  You hold the town in about {round(100 * win)} of 100 such fights, give or take"
        f" {max(1, round(100 * found.error))}.",
        f"  You lose {own:.1f} units in the mean, the enemy {enemy:.1f}.",
    ]


def _units_of(seat: Seat | str) -> int:
    return SIDE_UNITS[0] if str(seat) == "french" else SIDE_UNITS[1]
