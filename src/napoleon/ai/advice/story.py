"""The story of a finished game: chances over time, the costliest decisions, and the dice apart.

`tell_story` reads a record and answers with plain data (`Story.as_dict`):

- `chances`: for every turn and seat its chance to win, from what it could know then: at a glance,
  but as the staff reckoned with care where it would have done better.
- `decisions`: what cost a seat most by the staff's reckoning, the worst first: the marches of a
  turn, or what it did in a battle (with the town, what was done, and what the staff would have done
  instead, as actions): what the position was worth with that, and with what the staff would have
  done.
- `luck`: for each side the hits that its dice should have brought and those they did, and the same
  for its forced marches and for its morale.
- `moments`: the battles, and the forced marches of a turn, in which the dice of a side strayed most
  from what was to be expected.

`move` is how many actions of the record come before the moment: there a replay can be opened.

What is told of decisions is found in two readings: the first finds what looks costly, the second
judges that again on guesses and dice of its own.
"""

from __future__ import annotations

import math
from typing import Final

from napoleon.ai.advice.account import (
    FORCED_MARCHES,
    HITS,
    MORALE,
    Chance,
    Choice,
    Story,
)
from napoleon.ai.advice.battle_choices import BattleChoice, Care, chance_in_battle, pick
from napoleon.ai.advice.march_choices import (
    Thought,
    as_marched,
    is_clearly_worse,
    promising,
)
from napoleon.ai.advice.witness import Moment, Witness, guess_anew
from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.grand_search import begin_next_turn
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.last_turn import last_marches
from napoleon.ai.campaign.net import shipped_net
from napoleon.ai.campaign.nets import find_nets
from napoleon.ai.campaign.orders import Order, carry_out_all
from napoleon.ai.campaign.planner import Planner, conclude_turn, outlook, value_of
from napoleon.ai.campaign.schemes import Schemer, make_scheme
from napoleon.ai.talents import is_compiled
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.tables import lay
from napoleon.rules.board.units import (
    ALLIED,
    FRENCH,
    SIDE_BITS,
    SIDE_NAMES,
    UNITS_OF_ARMIES,
)
from napoleon.rules.engine.actions import (
    FORCE,
    MARCH,
    first_of,
    second_of,
    verb_of,
)
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.events import MARCH_DIE, MORALE_DIE, SHOT, Event
from napoleon.rules.engine.refusals import OK
from napoleon.rules.engine.state import NO_AIM, NOWHERE, State
from napoleon.rules.knowledge.sketch import Sketch
from napoleon.rules.notation.records import Replayer, board_of_record
from napoleon.rules.phases.battle import BattleTurn
from napoleon.rules.phases.deployment import Deployment
from napoleon.rules.phases.movement import (
    Movement,
    refuse_forced_march,
    refuse_march,
    step_along,
)

SAMPLES: Final = 8  # of what is hidden, for each judgement
# For what the staff would have done, at the first look: on how many of them, schemes of how many,
# how many schemes of each, and how often a turn is ended before the last one is thought through.
JUDGED_ON: Final = 8
SOURCES: Final = 2
SCHEMES: Final = 6
LATE_ROLLS: Final = 2
# And in plain Python, in a browser above all, where there is less time.
FEW_JUDGED_ON: Final = 4
FEW_SOURCES: Final = 1
FEW_SCHEMES: Final = 4
FEW_LATE_ROLLS: Final = 1
ROLLS: Final = 6  # times that the attacks of a plan are resolved
SIDES_OF_A_DIE: Final = 6
SHORT: Final = 3  # turns: so many has a single battle at the most
# A die of so much or more does no harm on a forced march, or in a morale check.
SAFE_FROM: Final = 4
# How carefully battles are gone through again. In a single battle all hangs on who wins it, which
# takes many trials to tell.
CAREFUL: Final = Care(glance=0, look=9, looked_at=80, check=120, checked=8, ask=250)
CAREFUL_IN_BATTLE: Final = Care(glance=1500, look=16, looked_at=32, check=200, checked=8, ask=250)
HASTY: Final = Care(glance=0, look=3, looked_at=14, check=32, checked=4, ask=60)
HASTY_IN_BATTLE: Final = Care(glance=200, look=6, looked_at=8, check=48, checked=4, ask=60)
GLANCES: Final = 40  # playouts that say how a single battle stands, if there is time for so many
FEW_GLANCES: Final = 10
# And marches.
THOROUGH: Final = Thought(checked=6, width=6, trials=48, samples=8, check=40)
BRIEF: Final = Thought(checked=5, width=0, trials=0, samples=1, check=14)


class _Teller:
    """Goes through a record once."""

    def __init__(self, record: str, judge: Judge | None, seed: int, care: Care | None) -> None:
        self._replayer = Replayer(record)
        state = self._replayer.game.state
        if judge is None:
            # The net has learnt from whole campaigns.
            is_whole = state.turn == 0 or NOWHERE not in state.where
            judge = shipped_net() if is_whole else read_weights()
        self._judge: Judge = judge
        # A single battle has hardly a turn: there chances are told for every battle turn.
        self._is_short = state.aim != NO_AIM and state.until - state.turn < SHORT
        self._care = care if care is not None else _care(self._is_short)
        self._battle_turn = (0, 0, 0, 0)
        self._seed = seed
        self._witnesses = [
            Witness(str(seat), seed + index) for index, seat in enumerate(self._replayer.game.seats)
        ]
        self._record = record
        self.thought = THOROUGH if is_compiled() else BRIEF
        self._choices: list[Choice] = []
        # How a single battle stands for each seat, to be found out at the end.
        self._standings: list[list[tuple[Chance, int, int, list[State]]]] = []
        self._open: list[tuple[Witness, Choice, list[State]]] = []
        self._turn = 0
        self._steps: dict[int, list[tuple[int, bool]]] = {}  # of the units that march this turn
        # What those see who are about to act in a battle, and what they may do.
        self._sights: list[tuple[Witness, Sketch, list[int]]] = []
        self._fights: list[BattleChoice] = []
        self.story = Story()

    def tell(self) -> Story:
        """The whole story."""
        moves = 0
        events: list[int] = []  # how many there were after each action
        self._look(moves)
        self._watch(moves)
        while self._replayer.step():
            events.append(self._replayer.game.event_count)
            self._note_fight(moves)
            moves += 1
            self._follow()
            self._look(moves)
            self._watch(moves)
        # Marches in the midst of which a game ended are half a plan, and not judged.
        self._end(moves)
        self._tell_standings()
        self._look_again()
        self._tell_luck(events)
        return self.story

    def _tell_standings(self) -> None:
        """How a single battle stood, at as many moments as there is time for."""
        if not self._standings:
            return
        playouts = GLANCES if is_compiled() else FEW_GLANCES
        most = max(2, self._care.glance // (playouts * len(self._witnesses)))
        every = math.ceil(len(self._standings) / most)
        left_out: list[Chance] = []
        for number, seats in enumerate(self._standings):
            for chance, town, side, samples in seats:
                if number % every:
                    left_out.append(chance)
                else:
                    chance.chance = chance_in_battle(
                        samples, town, side, self._judge, playouts, chance.move
                    )
        self.story.chances = [chance for chance in self.story.chances if chance not in left_out]

    def _look_again(self) -> None:
        """What seemed to cost most is judged once more, on guesses and dice of its own."""
        marches = promising(self._choices, self.thought)
        fights = pick(self._fights, self._judge, self._care, self._is_short)
        number = self.thought.guesses()
        moments = [Moment(choice.move, choice.seat, number) for choice in marches]
        moments += [Moment(choice.move, choice.seat, self._care.check) for choice in fights]
        guess_anew(self._record, moments, self._seed)
        for index, choice in enumerate(marches):
            samples = moments[index].samples
            if is_clearly_worse(choice, samples, self._judge, self.thought, self._seed):
                self.story.choices.append(choice)
                self._mend_line(choice)
        for index, fight in enumerate(fights):
            if fight.check(moments[len(marches) + index].samples, self._judge, self._care.ask):
                self.story.fights.append(fight)

    def _mend_line(self, choice: Choice) -> None:
        """Where the staff has thought of a turn with care, the line says what came of that: so it
        does not fall before the decision that was its fall."""
        for chance in self.story.chances:
            if (chance.move, chance.seat) == (choice.move, choice.seat):
                chance.chance = choice.advised

    def _tell_luck(self, events: list[int]) -> None:
        """What the dice brought; `events`: how many there were after each action."""
        move = 0
        for number, event in enumerate(self._replayer.game.events):
            while move < len(events) - 1 and events[move] <= number:
                move += 1
            _count_dice(self.story, event, move)

    def _end(self, moves: int) -> None:
        """What came of it, as the last point of each line."""
        game = self._replayer.game
        if game.result is None:
            return
        winner = FRENCH if str(game.result.winner) == SIDE_NAMES[FRENCH] else ALLIED
        for witness in self._witnesses:
            chance = 1.0 if witness.side == winner else 0.0
            last = Chance(game.turn, witness.seat, chance, moves)
            last.is_end = True
            self.story.chances.append(last)

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
            samples = witness.draw(witness.look(game), SAMPLES)
            total = sum([self._outlook(sample) for sample in samples])
            chance = total / len(samples)
            chance = chance if witness.side == FRENCH else 1.0 - chance
            self.story.chances.append(Chance(game.turn, witness.seat, chance, moves))
            if game.state.side == witness.side:
                choice = Choice(game.turn, witness.seat, moves)
                self._open.append((witness, choice, samples))

    def _watch(self, moves: int) -> None:
        """Before somebody acts in a battle: what he sees, and what he may do."""
        game = self._replayer.game
        top = game.state.stack[-1] if game.state.stack else None
        self._sights = []
        if isinstance(top, BattleTurn) and top.stage(game.state) == "combat":
            self._look_around(top, moves)
        elif not isinstance(top, Deployment) or top.stage(game.state) != "deploy":
            return
        for witness in self._witnesses:
            if witness.seat in game.to_act:
                codes = game.legal(witness.seat).codes
                self._sights.append((witness, witness.look(game), codes))

    def _look_around(self, top: BattleTurn, moves: int) -> None:
        """In a single battle, as a battle turn begins: what everybody thinks of it."""
        game = self._replayer.game
        state = game.state
        fight = state.the_fight(top.town)
        battle_turn = (state.turn, top.town, fight.round, top.side)
        if not self._is_short or battle_turn == self._battle_turn:
            return
        self._battle_turn = battle_turn
        seats: list[tuple[Chance, int, int, list[State]]] = []
        for witness in self._witnesses:
            samples = witness.draw(witness.look(game), SAMPLES)
            chance = Chance(state.turn, witness.seat, 0.0, moves, fight.round)
            seats.append((chance, top.town, witness.side, samples))
            self.story.chances.append(chance)
        self._standings.append(seats)

    def _note_fight(self, moves: int) -> None:
        """What was done in a battle; a deployment is one decision."""
        game = self._replayer.game
        move = game.last_move
        if move is None:
            return
        for witness, sketch, codes in self._sights:
            if move.seat != witness.seat or move.code not in codes:
                continue
            top = sketch.state.stack[-1]
            town = top.town_no()
            last = self._fights[-1] if self._fights else None
            is_line = isinstance(top, Deployment)
            if (
                is_line
                and last is not None
                and last.is_line
                and (last.turn, last.town, last.seat) == (sketch.state.turn, town, witness.seat)
            ):
                last.done.append(move.code)
                continue
            turn = sketch.state.turn
            choice = BattleChoice(turn, witness.seat, witness.armies, town, moves, is_line)
            fight = sketch.state.fight_at(town)
            choice.round = fight.round if fight is not None else 0
            choice.offered = codes
            choice.done = [move.code]
            choice.samples = witness.draw(sketch, 1)
            if choice.is_worth_a_look():
                choice.samples += witness.draw(sketch, SAMPLES - 1)
                self._fights.append(choice)

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
                self._steps.setdefault(unit, []).append((to, verb == FORCE))
                for sample in samples:
                    _march(sample, unit, to, verb == FORCE)

    def _outlook(self, sample: State) -> float:
        """The chance that the French win as a turn begins; the last two are thought through."""
        if sample.turn == LAST_TURN and sample.aim == NO_AIM:
            return last_marches(sample, self._judge, self._seed, self._judge.fit)[0]
        if sample.turn == LAST_TURN - 1 and sample.aim == NO_AIM and is_compiled():
            planner = Planner(self._judge, SIDE_BITS[sample.side], self._seed, ROLLS)
            return self._before_the_last(make_scheme(planner, sample).state, 0)
        return outlook(sample, self._judge, sample.turn)

    def _advise(self, witness: Witness, choice: Choice, samples: list[State]) -> None:
        """What the staff would have done, before anything was done: the best of some schemes."""
        best: list[Order] = []
        samples = samples[: _judged_on()]
        most = self._worth(samples, witness.side)
        for number in range(SOURCES if is_compiled() else FEW_SOURCES):
            for orders in self._schemes(witness, samples[number], number):
                after = [carry_out_all(sample, orders) for sample in samples]
                worth = self._worth(after, witness.side)
                if worth > most:
                    most = worth
                    best = as_marched(samples[number], orders)
        choice.advised = most
        choice.advice = best

    def _schemes(self, witness: Witness, sample: State, number: int) -> list[list[Order]]:
        """Schemes for a turn that look good on one sample."""
        planner = Planner(self._judge, witness.armies, self._seed + number, ROLLS)
        found = [make_scheme(planner, sample).orders, *find_nets(sample, witness.armies)]
        planner.is_fine = is_compiled() and sample.turn >= LAST_TURN - 1
        schemer = Schemer(planner, sample)
        most = SCHEMES if is_compiled() else FEW_SCHEMES
        schemes = schemer.refine(schemer.find(planner.rank_orders(sample)), most)
        return found + [scheme.orders for scheme in schemes]

    def _worth(self, samples: list[State], side: int) -> float:
        """A side's chance to win at the end of its marches."""
        total = 0.0
        for number, sample in enumerate(samples):
            if sample.turn == LAST_TURN - 1 and sample.aim == NO_AIM:
                total += self._before_the_last(sample, number)
            else:
                total += value_of(sample, self._judge, self._seed + number, ROLLS, self._judge.fit)
        chance = total / len(samples)
        return chance if side == FRENCH else 1.0 - chance

    def _before_the_last(self, sample: State, number: int) -> float:
        """The chance that the French win, whose last turn comes next."""
        total = 0.0
        rolls = LATE_ROLLS if is_compiled() else FEW_LATE_ROLLS
        for roll in range(rolls):
            after = sample.copy()
            winner = conclude_turn(after, SeededDice(self._seed + number + 97 * roll))
            if winner >= 0:
                total += 1.0 if winner == FRENCH else 0.0
                continue
            begin_next_turn(after)
            total += self._outlook(after)
        return total / rolls

    def _close(self) -> None:
        """The marches of a turn are done."""
        for witness, choice, samples in self._open:
            if choice.advised == 0.0:
                self._advise(witness, choice, samples)
            choice.marched = _marched(self._steps, witness.armies)
            choice.taken = self._worth(samples[: _judged_on()], witness.side)
            self._choices.append(choice)
        self._open = []
        self._steps = {}


def _judged_on() -> int:
    """On how many samples the first look values what could be marched."""
    return JUDGED_ON if is_compiled() else FEW_JUDGED_ON


def _care(is_short: bool) -> Care:
    """How carefully a game is gone through, by what there is time for."""
    if is_compiled():
        return CAREFUL_IN_BATTLE if is_short else CAREFUL
    return HASTY_IN_BATTLE if is_short else HASTY


def _marched(steps: dict[int, list[tuple[int, bool]]], armies: int) -> list[Order]:
    """What units of these armies did, those together that went the same way."""
    found: dict[tuple[tuple[int, bool], ...], Order] = {}
    for unit in sorted(steps):
        if UNITS_OF_ARMIES[armies] >> unit & 1:
            way = steps[unit]
            path = [town for town, _ in way]
            order = found.setdefault(tuple(way), Order(0, path[0], path, way[-1][1]))
            order.units |= 1 << unit
    return list(found.values())


def _march(state: State, unit: int, to: int, is_forced: bool) -> None:
    """One step on a sample; where it is not possible there, it is left out."""
    refusal = refuse_forced_march(state, unit, to) if is_forced else refuse_march(state, unit, to)
    if refusal == OK:
        step_along(state, unit, to, is_forced)
        state.log = []


def _count_dice(story: Story, event: Event, move: int) -> None:
    """Tell luck from judgement: what these dice should have brought, and what they did. They were
    thrown after so many actions."""
    number = len(event.dice)
    town = event.town_no
    if event.kind_no == SHOT and event.firepower >= 0:
        power = min(event.firepower, SIDES_OF_A_DIE)
        luck = story.luck(HITS, event.side_no, event.turn, town, move)
        luck.take_in(number, power / SIDES_OF_A_DIE, event.amount)
    elif event.kind_no in (MARCH_DIE, MORALE_DIE) and number:
        bonus = max(0, event.amount)
        bad = max(0, SAFE_FROM - 1 - bonus) / SIDES_OF_A_DIE
        rolled = sum([1 for die in event.dice if die + bonus < SAFE_FROM])
        if event.kind_no == MORALE_DIE:
            luck = story.luck(MORALE, event.side_no, event.turn, town, move)
        else:
            luck = story.luck(FORCED_MARCHES, event.side_no, event.turn, NOWHERE, move)
        luck.take_in(number, bad, rolled)


def tell_story(
    record: str,
    judge: Judge | None = None,
    seed: int = 1,
    care: Care | None = None,
    thought: Thought | None = None,
) -> Story:
    """The story of the game of this record."""
    lay(board_of_record(record))
    teller = _Teller(record, judge, seed, care)
    if thought is not None:
        teller.thought = thought
    return teller.tell()
