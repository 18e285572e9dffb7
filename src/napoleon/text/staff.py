"""Computers at a text game: opponents in seats, and a staff that advises those who play.

An opponent is given what its seat may know and no more; the staff of a seat, likewise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from napoleon.ai.advice.forecast import ends_of
from napoleon.ai.advice.odds import Odds
from napoleon.ai.advice.reasons import tell_reason
from napoleon.ai.advice.weighing import weigh
from napoleon.ai.levels import LEVELS
from napoleon.ai.opponents import SeatedOpponent
from napoleon.ai.talents import is_compiled
from napoleon.rules import Action, Game, Seat, View
from napoleon.rules.board.towns import TOWN_IDS, find_town
from napoleon.rules.board.units import ALLIED, FRENCH, FRENCH_BIT, SEAT_ARMIES, SIDE_UNITS
from napoleon.rules.words.language import ENGLISH
from napoleon.rules.words.prompts import tell_action
from napoleon.text.attack import Attack, find_attack, weigh_attack
from napoleon.text.menu import end_label
from napoleon.text.situation import SEAT_NAMES, capital

ADVISER: Final = LEVELS[-1]  # the level of the staff: the best there is
ASIDE: Final = 100  # sets its dice apart from those of the computers in the seats
PURE: Final = (
    "The rules are not compiled here: the emperor has the same seconds, and sees less in them."
)
MOVEMENT_STAGES: Final = ("march", "force")


Announce = Callable[[], None]


def _say_nothing() -> None:
    """Nobody waits at a screen."""


class NoAdvice(Exception):
    """Nothing can be carried out; the message is for the player."""


class _Advice:
    """What the staff said in a position, and the actions by which it is carried out."""

    __slots__ = ("actions", "lines", "position")

    def __init__(self, position: str, actions: list[Action], lines: list[str]) -> None:
        self.position = position
        self.actions = actions
        self.lines = lines


class TextStaff:
    """Who of the players is a computer, and whom the others may ask."""

    def __init__(self, levels: dict[str, str], seed: int) -> None:
        self._opponents = {
            seat: SeatedOpponent(level, seat, seed + index)
            for index, (seat, level) in enumerate(sorted(levels.items()))
        }
        self._advisers: dict[str, SeatedOpponent] = {}
        self._advice: dict[str, _Advice] = {}  # the last for each seat
        self._seed = seed

    def is_computer(self, seat: Seat | str) -> bool:
        """Whether nobody sits there but an opponent."""
        return str(seat) in self._opponents

    @property
    def options(self) -> list[str]:
        """The words of the command line that seat the same computers again."""
        return [
            word
            for seat, player in self._opponents.items()
            for word in (f"--{seat}", player.opponent.level)
        ]

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

    def advise(self, game: Game, seat: Seat, announce: Announce = _say_nothing) -> list[str]:
        """What the staff would do next, and why; in the same position it says the same again.
        `announce` is called before it thinks."""
        position = game.position()
        known = self._advice.get(str(seat))
        if known is None or known.position != position:
            announce()
            decision = self._adviser(game, str(seat)).choose(game, is_explained=True)
            actions = [Action(code) for code in (decision.code, *decision.along)]
            words = tell_reason(ENGLISH, decision.reason, decision.details, decision.more)
            lines = [f"  The staff: {_tell_actions(game.view(seat), actions)}.", f"  {words}"]
            known = self._advice[str(seat)] = _Advice(position, actions, lines)
        return known.lines

    def advised(self, game: Game, seat: Seat) -> list[Action]:
        """The actions that the staff advised in this position."""
        known = self._advice.get(str(seat))
        if known is None:
            raise NoAdvice("The staff has advised nothing yet: type advice first.")
        if known.position != game.position():
            raise NoAdvice("The position has changed since the staff was asked: type advice again.")
        return known.actions

    def _adviser(self, game: Game, seat: str) -> SeatedOpponent:
        """One who has followed the game so far; a new one if something was taken back since."""
        adviser = self._advisers.get(seat)
        if adviser is None or adviser.read_events > game.event_count:
            adviser = SeatedOpponent(ADVISER, seat, self._seed + ASIDE)
            self._advisers[seat] = adviser
        return adviser

    def weigh(
        self, game: Game, seat: Seat, words: str, announce: Announce = _say_nothing
    ) -> list[str]:
        """The odds of a fight as the seat may know them: of one under way, or of an attack by all
        who could be in a town this turn. `announce` is called before they are reckoned."""
        towns = [battle.town for battle in game.view(seat).battles]
        name = words.strip().lower()
        found = find_town(name) if name else -1
        if not name and len(towns) == 1:
            found = TOWN_IDS.index(towns[0])
        if found < 0:
            names = " or ".join(towns) if towns else "ligny"
            unknown = f"There is no town of the name {name}. " if name else ""
            return [f"  {unknown}Name a town, as in: odds {names}"]
        state = game.sketch(seat).state
        side = _side_of(seat)
        if not state.at[found] & SIDE_UNITS[1 - side]:
            return [f"  No enemy stands at {ENGLISH.town(found)}."]
        if game.stage in MOVEMENT_STAGES:
            if seat not in game.to_act:
                return ["  You cannot attack there now."]
            if state.is_night:
                return ["  You cannot attack there now: it is night (rule 5.7)."]
            return self._weigh_attack(game, seat, found, announce)
        fight = state.fight_at(found)
        if fight is None:
            return [f"  Nobody fights at {ENGLISH.town(found)} now."]
        announce()
        weighed = weigh(game, str(seat), found, 0, self._seed + ASIDE)
        is_attacker = fight.attacker == side
        return describe_odds(weighed, f"  At {ENGLISH.town(found)} ", is_attacker=is_attacker)

    def _weigh_attack(self, game: Game, seat: Seat, town: int, announce: Announce) -> list[str]:
        attack = find_attack(game, seat, town)
        if not attack.units:
            return [f"  None of your units can attack {ENGLISH.town(town)} this turn."]
        announce()
        weighed = weigh_attack(game, seat, attack, self._seed + ASIDE)
        head = "  If all of these attack, "
        lines = [describe_attack(attack), *describe_odds(weighed, head, is_attacker=True)]
        if attack.forced:
            lines.append(
                "  The strength that forced marches may cost is counted in; a leader's help is not."
            )
        return lines


def _side_of(seat: Seat) -> int:
    return FRENCH if SEAT_ARMIES[str(seat)] & FRENCH_BIT else ALLIED


def _tell_actions(view: View, actions: list[Action]) -> str:
    """An action; or the marches of several, who go the same way."""
    if actions[0].verb == "end":
        is_halfway = view.stage == "march" and view.forced_marches == "some"
        return end_label(view) + ("; forced marches come next" if is_halfway else "")
    town = actions[0].town
    if len(actions) == 1 or town is None:
        return tell_action(actions[0])
    units = ", ".join(str(action.unit) for action in actions)
    return f"March {len(actions)} units to {ENGLISH.town(find_town(town))}: {units}"


def describe_attack(attack: Attack) -> str:
    """How many could come, together and each alone, and how many only by forced march."""
    town = ENGLISH.town(attack.town)
    number = attack.units.bit_count()
    forced = attack.forced.bit_count()
    who = "all" if forced == number else str(forced)
    by_force = f", {who} of them only by forced march" if forced else ""
    most = attack.could.bit_count()
    if number == most:
        by_force = by_force if number > 1 else by_force.replace(" all of them", "")
        return f"  {number} of your units could attack {town} this turn{by_force}."
    return (
        f"  {most} of your units could reach {town} this turn; groups and roads let {number} "
        f"attack together (rules 5.1 to 5.5){by_force}."
    )


def describe_odds(found: Odds, head: str, *, is_attacker: bool) -> list[str]:
    """Odds in words, for the seat that asked."""
    win = found.attacker_wins if is_attacker else 1.0 - found.attacker_wins
    own = found.attacker_units if is_attacker else found.defender_units
    enemy = found.defender_units if is_attacker else found.attacker_units
    return [
        f"{head}you hold the town in the end in about {round(100 * win)} of 100 cases.",
        f"  You lose {own:.1f} units in the mean, the enemy {enemy:.1f}.",
        *[f"  {ENGLISH.fill(text, words)}" for text, words in ends_of(found.ends)],
    ]
