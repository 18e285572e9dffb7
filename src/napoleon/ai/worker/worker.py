"""A worker: a process that reads letters and answers them.

    python -m napoleon.ai.worker [FOLDER OF A BOARD ...]

A letter comes as a line on standard input, its reply goes as a line to standard output. The worker
keeps the opponents of the games that it follows, the latest ones only. It ends with its input.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

from napoleon.ai.advice.odds import odds, odds_of_attack
from napoleon.ai.advice.story import tell_story
from napoleon.ai.advice.weighing import PLAYOUTS, samples_of
from napoleon.ai.knowledge.reports import Report
from napoleon.ai.opponents import Opponent
from napoleon.ai.talents import Effort
from napoleon.ai.worker.letters import (
    ADVISE,
    DECIDE,
    TELL,
    WEIGH,
    Letter,
    Reply,
    format_reply,
    parse_letter,
    sketch_of,
)
from napoleon.boards import use_board_folders
from napoleon.rules.board.units import ALLIED, FRENCH, FRENCH_BIT, SIDE_UNITS, members
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.knowledge.sketch import Sketch

MOST_FOLLOWERS = 64  # whose memory is kept
GENTLER = 5  # lets the server and the rest of the machine go first


class _Follower:
    """Somebody who follows a game, and how many reports he has had."""

    __slots__ = ("opponent", "read", "reports")

    def __init__(self, letter: Letter, efforts: dict[str, Effort]) -> None:
        self.read = 0
        self.reports: list[Report] = []  # all of them, for who weighs
        self.opponent = (
            Opponent(letter.level, letter.armies, letter.seed)
            if letter.ask in (ADVISE, DECIDE)
            else None
        )
        if self.opponent is not None and letter.level in efforts:
            self.opponent.effort = efforts[letter.level]


class Worker:
    """Answers letters; remembers those who play. `efforts`: by level, other than the usual."""

    def __init__(
        self, most: int = MOST_FOLLOWERS, efforts: dict[str, Effort] | None = None
    ) -> None:
        self._most = most
        self._efforts = efforts or {}
        self._followers: OrderedDict[str, _Follower] = OrderedDict()

    def answer(self, letter: Letter) -> Reply:
        """What the staff says to a letter."""
        if letter.ask == TELL:
            return Reply(story=tell_story(letter.record).as_dict())
        # Not kept while he thinks: if that fails, half of the reports may have been read.
        follower = self._followers.pop(letter.key, None)
        if letter.before == 0:
            follower = _Follower(letter, self._efforts)
        elif follower is None or follower.read != letter.before:
            return Reply(is_behind=True)
        reply = self._ask(follower, letter)
        follower.read += len(letter.reports)
        self._followers[letter.key] = follower
        while len(self._followers) > self._most:
            self._followers.popitem(last=False)
        return reply

    def _ask(self, follower: _Follower, letter: Letter) -> Reply:
        sketch = sketch_of(letter)
        if follower.opponent is not None:
            is_explained = letter.ask == ADVISE
            decision = follower.opponent.decide(
                sketch, letter.codes, letter.reports, is_explained=is_explained
            )
            return Reply(
                decision.code,
                decision.reason,
                decision.details,
                along=decision.along,
                more=decision.more,
            )
        assert letter.ask == WEIGH, letter.ask
        follower.reports += letter.reports
        return _weigh(follower.reports, sketch, letter)


def _weigh(reports: list[Report], sketch: Sketch, letter: Letter) -> Reply:
    """The odds of an attack, or of the battle under way, for the seat that asks."""
    town = letter.town
    state = sketch.state
    side = FRENCH if letter.armies & FRENCH_BIT else ALLIED
    units = letter.units & SIDE_UNITS[side]
    if town < 0 or not state.at[town] & SIDE_UNITS[1 - side]:
        return Reply(problem=f"no enemy in town {town}")
    if units and any(state.where[unit] < 0 for unit in members(units)):
        return Reply(problem="units that are not on the map")
    dice = SeededDice(letter.seed)
    samples = samples_of(sketch, reports, letter.armies, dice, letter.seed)
    if units:
        found = odds_of_attack(samples, units, town, PLAYOUTS, letter.seed)
        is_attacker = True
    else:
        fight = state.fight_at(town)
        if fight is None:
            return Reply(problem=f"no fight in town {town}")
        found = odds(samples, town, PLAYOUTS, letter.seed)
        is_attacker = fight.attacker == side
    wins = found.attacker_wins
    own = (found.attacker_units, found.attacker_points)
    other = (found.defender_units, found.defender_points)
    if not is_attacker:
        wins, own, other = 1.0 - wins, other, own
    return Reply(
        odds={
            "win": wins,
            "error": found.error,
            "own_losses": own[0],
            "own_points": own[1],
            "enemy_losses": other[0],
            "enemy_points": other[1],
        }
    )


def main() -> None:
    """Answer letters until there are no more."""
    # Ctrl-C is for the server, which then closes our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(GENTLER)
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may get between the replies
    use_board_folders([Path(folder) for folder in sys.argv[1:]])
    worker = Worker()
    for line in sys.stdin.buffer:
        try:
            reply = worker.answer(parse_letter(line))
        except Exception as error:
            reply = Reply(problem=f"{type(error).__name__}: {error}"[:500])
        try:
            replies.write(format_reply(reply).encode() + b"\n")
            replies.flush()
        except OSError:  # the server has gone
            return
