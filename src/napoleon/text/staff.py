"""Computers at a text game: opponents in seats, and a staff that advises those who play.

An opponent is given what its seat may know and no more; the staff of a seat, likewise.
"""

from __future__ import annotations

from typing import Final

from napoleon.ai.advice.odds import Odds
from napoleon.ai.advice.reasons import tell_reason
from napoleon.ai.advice.weighing import weigh
from napoleon.ai.levels import LEVELS
from napoleon.ai.opponents import SeatedOpponent, is_compiled
from napoleon.rules import Action, Game, Seat
from napoleon.rules.board.towns import NEIGHBOURS, TOWN_IDS, find_town
from napoleon.rules.board.units import (
    ALLIED,
    FRENCH,
    FRENCH_BIT,
    SEAT_ARMIES,
    SIDE_UNITS,
    UNITS_OF_ARMIES,
)
from napoleon.rules.words.language import ENGLISH
from napoleon.rules.words.prompts import tell_action
from napoleon.text.situation import SEAT_NAMES, capital

ADVISER: Final = LEVELS[-1]  # the level of the staff: the best there is
PURE: Final = (
    "The rules are not compiled here: the emperor has the same seconds, and sees less in them."
)
MOVEMENT_STAGES: Final = ("march", "force")


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

    def introduce(self) -> list[str]:
        """Who plays, and whether somebody thinks less than he could."""
        lines = [
            f"{capital(SEAT_NAMES[Seat(seat)])}: the computer, level {player.opponent.level}."
            for seat, player in self._opponents.items()
        ]
        if not is_compiled() and any(map(self._is_emperor, self._opponents)):
            lines.append(PURE)
        return lines

    def _is_emperor(self, seat: str) -> bool:
        return self._opponents[seat].opponent.level == "emperor"

    def play(self, game: Game, seat: Seat) -> None:
        """Let an opponent make its next decision."""
        decision = self._opponents[str(seat)].choose(game)
        game.play(seat, Action(decision.code))

    def advise(self, game: Game, seat: Seat) -> list[str]:
        """What the staff would do next, and why."""
        decision = self._adviser(game, str(seat)).choose(game)
        words = tell_reason(ENGLISH, decision.reason, decision.details, decision.more)
        return [f"  The staff: {tell_action(Action(decision.code))}.", f"  {words}"]

    def _adviser(self, game: Game, seat: str) -> SeatedOpponent:
        """One who has followed the game so far; a new one if something was taken back since."""
        adviser = self._advisers.get(seat)
        if adviser is None or adviser.read_events > game.event_count:
            adviser = SeatedOpponent(ADVISER, seat, self._seed + 100)
            self._advisers[seat] = adviser
        return adviser

    def weigh(self, game: Game, seat: Seat, words: str) -> list[str]:
        """The odds of a fight as the seat may know them: of one under way, or of an attack by all
        who stand next to a town or are in it already."""
        towns = [battle.town for battle in game.view(seat).battles]
        name = words.strip().lower()
        found = find_town(name) if name else -1
        if not name and len(towns) == 1:
            found = TOWN_IDS.index(towns[0])
        if found < 0:
            names = " or ".join(towns) if towns else "ligny"
            return [f"  Name a town, as in: odds {names}"]
        sketch = game.sketch(seat)
        state = sketch.state
        side = _side_of(seat)
        if not state.at[found] & SIDE_UNITS[1 - side]:
            return [f"  No enemy stands at {ENGLISH.town(found)}."]
        if game.stage in MOVEMENT_STAGES:
            units = 0
            for town in (found, *NEIGHBOURS[found]):
                units |= state.at[town] & UNITS_OF_ARMIES[SEAT_ARMIES[str(seat)]]
            if not units or state.is_night or state.side != side:
                return ["  You cannot attack there now."]
            weighed = weigh(game, str(seat), found, units, self._seed)
            head = f"  If all of yours at {ENGLISH.town(found)} and next to it attack, "
            return describe_odds(weighed, head, is_attacker=True)
        fight = state.fight_at(found)
        if fight is None:
            return [f"  Nobody fights at {ENGLISH.town(found)} now."]
        weighed = weigh(game, str(seat), found, 0, self._seed)
        is_attacker = fight.attacker == side
        return describe_odds(weighed, f"  At {ENGLISH.town(found)} ", is_attacker=is_attacker)


def _side_of(seat: Seat) -> int:
    return FRENCH if SEAT_ARMIES[str(seat)] & FRENCH_BIT else ALLIED


def describe_odds(found: Odds, head: str, *, is_attacker: bool) -> list[str]:
    """Odds in words, for the seat that asked."""
    win = found.attacker_wins if is_attacker else 1.0 - found.attacker_wins
    own = found.attacker_units if is_attacker else found.defender_units
    enemy = found.defender_units if is_attacker else found.attacker_units
    return [
        f"{head}you hold the town in the end in about {round(100 * win)} of 100 cases.",
        f"  You lose {own:.1f} units in the mean, the enemy {enemy:.1f}.",
    ]
