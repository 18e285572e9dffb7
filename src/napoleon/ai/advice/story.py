"""The story of a finished game: chances over time, the costliest decisions, and the dice apart.

`tell_story` reads a record and answers with plain data (`Story.as_dict`):

- `chances`: for every turn and seat its chance to win, from what it could know then.
- `decisions`: the marches of a turn that cost a seat most by the staff's reckoning, the worst
  first: what the position was worth with them, what the staff would have done, and what that was
  worth.
- `luck`: for each side the hits that its dice should have brought and those they did, and the same
  for its forced marches and for its morale.

`move` is how many actions of the record come before the moment: there a replay can be opened.
"""

from __future__ import annotations

from typing import Any, Final

from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.net import shipped_net
from napoleon.ai.campaign.orders import Order, carry_out_all
from napoleon.ai.campaign.planner import Planner, outlook, value_of
from napoleon.ai.campaign.schemes import make_scheme
from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import report
from napoleon.rules import Game
from napoleon.rules.board.tables import lay
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import (
    FRENCH,
    FRENCH_BIT,
    SEAT_ARMIES,
    SIDE_NAMES,
    UNIT_IDS,
    UNITS_OF_ARMIES,
    members,
)
from napoleon.rules.engine.actions import FORCE, MARCH, first_of, second_of, verb_of
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.events import MARCH_DIE, MORALE_DIE, SHOT, Event
from napoleon.rules.engine.refusals import OK
from napoleon.rules.engine.state import State
from napoleon.rules.notation.records import Replayer, board_of_record
from napoleon.rules.phases.movement import (
    Movement,
    refuse_forced_march,
    refuse_march,
    step_along,
)

SAMPLES: Final = 8  # of what is hidden, for each judgement
ROLLS: Final = 6  # times that the attacks of a plan are resolved
WORST: Final = 5  # decisions that are told
SIDES_OF_A_DIE: Final = 6
SAFE_FROM: Final = (
    4  # a die of so much or more does no harm on a forced march, or in a morale check
)


class Chance:
    """What a side could think of its prospects as a turn began."""

    __slots__ = ("chance", "move", "seat", "turn")

    def __init__(self, turn: int, seat: str, chance: float, move: int) -> None:
        self.turn = turn
        self.seat = seat
        self.chance = chance
        self.move = move

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "chance": round(self.chance, 3),
            "move": self.move,
        }


class Choice:
    """The marches of a turn, beside those of the staff."""

    __slots__ = ("advice", "advised", "move", "seat", "taken", "turn")

    def __init__(self, turn: int, seat: str, move: int) -> None:
        self.turn = turn
        self.seat = seat
        self.move = move
        self.taken = 0.0  # the chance to win with what was done
        self.advised = 0.0  # and with what the staff would have done
        self.advice: list[Order] = []

    @property
    def cost(self) -> float:
        """How much of the chance to win was given away."""
        return max(0.0, self.advised - self.taken)

    def as_dict(self) -> dict[str, Any]:
        """As plain data; what the staff would have done as units and where they go."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "move": self.move,
            "cost": round(self.cost, 3),
            "taken": round(self.taken, 3),
            "advised": round(self.advised, 3),
            "advice": [
                {
                    "units": [UNIT_IDS[unit] for unit in members(order.units)],
                    "path": [TOWN_IDS[town] for town in order.path],
                    "forced": order.is_forced,
                }
                for order in self.advice
            ],
        }


class Luck:
    """What the dice of one side should have brought, and what they did."""

    __slots__ = ("expected", "number", "rolled")

    def __init__(self) -> None:
        self.number = 0
        self.expected = 0.0
        self.rolled = 0

    def take_in(self, number: int, chance: float, rolled: int) -> None:
        """Count some dice, each with a chance of something."""
        self.number += number
        self.expected += number * chance
        self.rolled += rolled

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"dice": self.number, "expected": round(self.expected, 2), "rolled": self.rolled}


class Story:
    """What there is to tell of a game."""

    __slots__ = ("chances", "choices", "hits", "marches", "morale")

    def __init__(self) -> None:
        self.chances: list[Chance] = []
        self.choices: list[Choice] = []
        self.hits = [Luck(), Luck()]  # of the shots of each side
        self.marches = [Luck(), Luck()]  # points of strength lost on forced marches
        self.morale = [Luck(), Luck()]  # units that had to fall back

    def worst(self) -> list[Choice]:
        """The costliest decisions, the worst first."""
        costly = [choice for choice in self.choices if choice.cost > 0.0]
        return sorted(costly, key=lambda choice: (-choice.cost, choice.move))[:WORST]

    def as_dict(self) -> dict[str, Any]:
        """As plain data, fit for JSON."""
        luck = {
            SIDE_NAMES[side]: {
                "hits": self.hits[side].as_dict(),
                "forced_marches": self.marches[side].as_dict(),
                "morale": self.morale[side].as_dict(),
            }
            for side in (0, 1)
        }
        return {
            "chances": [chance.as_dict() for chance in self.chances],
            "decisions": [choice.as_dict() for choice in self.worst()],
            "luck": luck,
        }


class _Witness:
    """One seat: what it could know as the game went on."""

    __slots__ = ("_belief", "_dice", "_read", "armies", "seat", "side")

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self.armies = SEAT_ARMIES[seat]
        self.side = FRENCH if self.armies & FRENCH_BIT else 1
        self._belief = Belief(self.armies, seed)
        self._dice = SeededDice(seed)
        self._read = 0

    def samples(self, game: Game) -> list[State]:
        """Full states that agree with what the seat sees now."""
        sketch = game.sketch(self.seat)
        self._belief.begin(sketch)
        events = game.events_for(self.seat, self._read)
        self._read = game.event_count
        self._belief.read([report(event) for event in events])
        return [self._belief.sample(sketch, self._dice) for _ in range(SAMPLES)]


class _Teller:
    """Goes through a record once."""

    def __init__(self, record: str, judge: Judge, seed: int) -> None:
        self._replayer = Replayer(record)
        self._judge = judge
        self._seed = seed
        self._witnesses = [
            _Witness(str(seat), seed + index)
            for index, seat in enumerate(self._replayer.game.seats)
        ]
        self._open: list[tuple[_Witness, Choice, list[State]]] = []
        self._turn = 0
        self._told_events = 0
        self.story = Story()

    def tell(self) -> Story:
        """The whole story."""
        moves = 0
        self._look(moves)
        while self._replayer.step():
            moves += 1
            self._follow()
            self._look(moves)
        self._close()
        for event in self._replayer.game.events:
            _count_dice(self.story, event)
        return self.story

    def _look(self, moves: int) -> None:
        """As a turn begins: what everybody thinks of it, and what the staff would do."""
        game = self._replayer.game
        top = game.state.stack[-1] if game.state.stack else None
        if not isinstance(top, Movement) or game.turn == self._turn:
            if self._open and not isinstance(top, Movement):
                self._close()
            return
        self._close()
        self._turn = game.turn
        for witness in self._witnesses:
            samples = witness.samples(game)
            total = sum([outlook(sample, self._judge, game.turn) for sample in samples])
            chance = total / len(samples)
            chance = chance if witness.side == FRENCH else 1.0 - chance
            self.story.chances.append(Chance(game.turn, witness.seat, chance, moves))
            if game.state.side == witness.side:
                choice = Choice(game.turn, witness.seat, moves)
                self._open.append((witness, choice, samples))

    def _follow(self) -> None:
        """Carry a march out on the samples too."""
        game = self._replayer.game
        move = game.last_move
        if move is None:
            return
        verb, unit, to = verb_of(move.code), first_of(move.code), second_of(move.code)
        if verb not in (MARCH, FORCE):
            return
        for witness, choice, samples in self._open:
            if UNITS_OF_ARMIES[witness.armies] >> unit & 1:
                if not choice.advice and choice.advised == 0.0:
                    self._advise(witness, choice, samples)
                for sample in samples:
                    _march(sample, unit, to, verb == FORCE)

    def _advise(self, witness: _Witness, choice: Choice, samples: list[State]) -> None:
        """What the staff would have done, before anything was done."""
        best: list[Order] = []
        most = self._worth(samples, witness.side)
        for number in (0, 1):
            planner = Planner(self._judge, witness.armies, self._seed + number, ROLLS)
            orders = make_scheme(planner, samples[number]).orders
            after = [carry_out_all(sample, orders) for sample in samples]
            worth = self._worth(after, witness.side)
            if worth > most:
                most = worth
                best = orders
        choice.advised = most
        choice.advice = best

    def _worth(self, samples: list[State], side: int) -> float:
        """A side's chance to win at the end of its marches."""
        total = 0.0
        for number, sample in enumerate(samples):
            total += value_of(sample, self._judge, self._seed + number, ROLLS, self._judge.fit)
        chance = total / len(samples)
        return chance if side == FRENCH else 1.0 - chance

    def _close(self) -> None:
        """The marches of a turn are done."""
        for witness, choice, samples in self._open:
            if choice.advised == 0.0:
                self._advise(witness, choice, samples)
            choice.taken = self._worth(samples, witness.side)
            if choice.taken > choice.advised:
                # He saw more than the staff did.
                choice.advised = choice.taken
                choice.advice = []
            self.story.choices.append(choice)
        self._open = []


def _march(state: State, unit: int, to: int, is_forced: bool) -> None:
    """One step on a sample; where it is not possible there, it is left out."""
    refusal = refuse_forced_march(state, unit, to) if is_forced else refuse_march(state, unit, to)
    if refusal == OK:
        step_along(state, unit, to, is_forced)
        state.log = []


def _count_dice(story: Story, event: Event) -> None:
    """Tell luck from judgement: what these dice should have brought, and what they did."""
    number = len(event.dice)
    if event.kind_no == SHOT and event.firepower >= 0:
        power = min(event.firepower, SIDES_OF_A_DIE)
        story.hits[event.side_no].take_in(number, power / SIDES_OF_A_DIE, event.amount)
    elif event.kind_no in (MARCH_DIE, MORALE_DIE) and number:
        luck = story.marches if event.kind_no == MARCH_DIE else story.morale
        bonus = max(0, event.amount)
        bad = max(0, SAFE_FROM - 1 - bonus) / SIDES_OF_A_DIE
        rolled = sum([1 for die in event.dice if die + bonus < SAFE_FROM])
        luck[event.side_no].take_in(number, bad, rolled)


def tell_story(record: str, judge: Judge | None = None, seed: int = 1) -> Story:
    """The story of the game of this record."""
    lay(board_of_record(record))
    return _Teller(record, judge if judge is not None else shipped_net(), seed).tell()
