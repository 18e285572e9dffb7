"""The opponents, by level: the one door of this package.

An opponent gets what its seat may know (a `Sketch`), the codes offered to it, and what it has seen
happen since (`Report`s). It keeps a memory of its own: its belief and its plan of the turn.
"""

from __future__ import annotations

import time
from typing import Final

from napoleon.ai.advice.forecast import (
    ENOUGH,
    MOST,
    Prospect,
    forecast,
    forecast_of_fight,
    is_as_told,
)
from napoleon.ai.advice.march_reasons import Reason
from napoleon.ai.advice.odds import Odds, odds, odds_of_turn
from napoleon.ai.advice.reasons import goal_of, lead_for, reason_for
from napoleon.ai.advice.weighing import PLAYOUTS, SAMPLES, samples_of
from napoleon.ai.battle import tactics
from napoleon.ai.battle.search import (
    MARSHAL,
    PLAIN_EMPEROR,
    BattleSearch,
    Manner,
)
from napoleon.ai.battle.temper import OFFICER, OFFICER_OF_OLD, Temper, by_role, recruit
from napoleon.ai.campaign.crude import CRUDE, Crude
from napoleon.ai.campaign.features import FRENCH_TURNS_AFTER, read_weights
from napoleon.ai.campaign.grand_search import PLAYED_OUT, GrandSearch
from napoleon.ai.campaign.judge import Judge
from napoleon.ai.campaign.likelihood import places_of, weigh
from napoleon.ai.campaign.marching import Marches
from napoleon.ai.campaign.net import shipped_net
from napoleon.ai.campaign.orders import carry_on
from napoleon.ai.campaign.placing import Placing, give_up
from napoleon.ai.campaign.planner import GLANCE_ROLLS, Planner
from napoleon.ai.campaign.schemes import make_scheme
from napoleon.ai.campaign.search import CampaignSearch
from napoleon.ai.knowledge.belief import Belief
from napoleon.ai.knowledge.reports import Report, report
from napoleon.ai.talents import (
    MARSHAL_1,
    MARSHAL_6,
    SHORT_DEPTH,
    Talents,
    check_level,
    emperor_effort,
    find_talents,
    is_compiled,
    marshal_effort,
)
from napoleon.rules import Game, Seat
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.tables import lay
from napoleon.rules.board.units import ALLIED, FRENCH, FRENCH_BIT, SEAT_ARMIES, members
from napoleon.rules.engine.actions import BATTLE, SKIRMISH, Action, first_of, verb_of
from napoleon.rules.engine.dice import SeededDice
from napoleon.rules.engine.state import NOWHERE, State
from napoleon.rules.knowledge.sketch import Sketch
from napoleon.rules.phases.battle import BattleTurn
from napoleon.rules.phases.handicap import Handicap
from napoleon.rules.phases.movement import MARCHES, Movement
from napoleon.rules.phases.retreat import Flight, Regroup
from napoleon.rules.phases.setup import Setup

_RECRUIT: Final = recruit()
_LEARNT: Final = read_weights()
_LEARNT_OF_OLD: Final = read_weights()
_LEARNT_OF_OLD.is_far_sighted = False
# How wrong a recruit may be about an order, by side: the Allies win by waiting, so that only
# greater errors tell.
RECRUIT_NOISE: Final = (0.05, 0.1)
# What is left to think about in the last turns is soon played out: more plans, more often.
LATE_WIDTH: Final = 40
LATE_TRIALS: Final = 4
# In battle an emperor prefers a plan to the rule of thumb's if it is better by so many standard
# errors, and that all are as good counts as so many trials.
FIGHT_CLEAR: Final = 0.7
FIGHT_FAITH: Final = 8.0
# The share of the time for a plan that goes to trying it again, if it is to be told.
TOLD_SHARE: Final = 0.4
PURE_PLAYOUTS: Final = 64  # fights that are played out in plain Python for what is told of them
CLEAR_AT: Final = 8  # French turns left, below which a recruit sees more clearly


def told_playouts() -> int:
    """Fights that are played out for what is told of them: as many as for odds, in plain Python
    fewer."""
    return PLAYOUTS if is_compiled() else PURE_PLAYOUTS


def is_whole(state: State) -> bool:
    """Whether everybody takes part: no unit is missing who was not lost."""
    return NOWHERE not in state.where


def _learnt_by(level: str) -> Judge:
    """What those have learnt who judge by weights."""
    return _LEARNT_OF_OLD if level == MARSHAL_1 else _LEARNT


class Decision:
    """What an opponent does, and why: a template for `Language.say` with its values. `along`: what
    it is going to do with others in the same way, so that it can be done at once. `more`: what else
    is said with the reason, as templates with values too; what is expected of the plan of the turn,
    or of the fight, if that was asked for."""

    __slots__ = ("along", "code", "details", "more", "reason")

    def __init__(
        self,
        code: int,
        reason: str = "",
        details: dict[str, str] | None = None,
        along: list[int] | None = None,
        more: list[Reason] | None = None,
    ) -> None:
        self.code = code
        self.reason = reason
        self.details = details if details is not None else {}
        self.along = along if along is not None else []
        self.more = more if more is not None else []


class Opponent:
    """A computer player in one seat of one game."""

    __slots__ = (
        "_battles",
        "_belief",
        "_dice",
        "_fight_told",
        "_fight_told_at",
        "_grand",
        "_has_net",
        "_is_searching",
        "_judge",
        "_marches",
        "_places",
        "_placing",
        "_planned",
        "_prospect",
        "_reports",
        "_searched",
        "_seed",
        "_talents",
        "_temper",
        "armies",
        "effort",
        "level",
        "noise",
    )

    def __init__(self, level: str, armies: int, seed: int, judge: Judge | None = None) -> None:
        self.level = check_level(level)
        self.armies = armies
        self._seed = seed
        self._dice = SeededDice(seed)
        self._belief = Belief(armies, seed)
        self._marches = Marches()
        self._grand: GrandSearch | None = None  # that found the plan of the turn, if any did
        self._planned = 0  # the units that had marched before it
        self._prospect: Prospect | None = None  # what is told of it, if anybody has asked
        self._reports: list[Report] = []  # all, where it explains what it does from the beginning
        self._fight_told: Odds | None = None  # what was last told of a fight
        self._fight_told_at: list[int] = []  # and of what fight
        self._placing = Placing()
        self._battles = BattleSearch()
        talents = find_talents(level)
        self._talents: Talents | None = talents
        self._is_searching = talents is not None or level in ("marshal", MARSHAL_1, MARSHAL_6)
        is_emperor = talents is not None
        self.effort = emperor_effort(self._side()) if is_emperor else marshal_effort(level)
        self.noise = RECRUIT_NOISE[0 if armies & 1 else 1] if level == "recruit" else 0.0
        # Whom to call up to a battle is what an emperor knows better than the others.
        is_recruit = level == "recruit"
        self._temper: Temper = _RECRUIT if is_recruit else OFFICER if is_emperor else OFFICER_OF_OLD
        self._has_net = judge is None and talents is not None and talents.has_net
        if self._has_net:
            judge = shipped_net()
        elif judge is None:
            judge = Crude(level, self._side()) if level in CRUDE else _learnt_by(level)
        self._judge: Judge = judge
        self._searched = -1  # the battle turn in which it has searched
        self._places: list[list[int]] = []  # where its guesses had the enemy as it last planned

    @property
    def read_reports(self) -> int:
        """How many reports it has taken in."""
        return self._belief.read_reports

    def decide(
        self,
        sketch: Sketch,
        codes: list[int],
        reports: list[Report],
        is_explained: bool = False,
    ) -> Decision:
        """Choose one of the offered codes, and say why. What comes of it is reckoned only if it is
        to be explained: that takes a while, and is for those who are advised."""
        lay(sketch.state.board)
        if self._has_net:
            self._judge = shipped_net()  # as the board has it
        if is_explained and len(self._reports) == self._belief.read_reports:
            self._reports += reports
        code = self._choose(sketch, codes, reports)
        orders = self._marches.orders
        is_only = len(codes) == 1
        reason, details = reason_for(sketch.state, code, orders, self.armies, is_only=is_only)
        more = self._explain(sketch, code) if is_explained and self.level != "random" else []
        for lead, words in lead_for(sketch.state, code, self._marches.orders):
            more = [(reason, details), *more]
            reason, details = lead, words
        along = self._marches.along(sketch.state, code, codes)
        return Decision(code, reason, details, along, more)

    def _explain(self, sketch: Sketch, code: int) -> list[Reason]:
        """What is expected of the plan of the turn, or of the fight that is fought."""
        state = sketch.state
        top = state.stack[-1]
        if isinstance(top, Movement):
            if self._marches.turn != state.turn:
                return []
            if self._prospect is None:
                self._prospect = self._look_ahead(sketch)
            goal = goal_of(state, code, self._marches.orders)
            return forecast(self._prospect, state, self._side(), goal)
        town = first_of(code) if verb_of(code) in (SKIRMISH, BATTLE) else top.town_no()
        fight = state.fight_at(town) if town >= 0 else None
        if fight is None or isinstance(top, (Regroup, Flight)):
            return []  # it is over
        found = self._weigh_fight(sketch, town)
        return forecast_of_fight(found, town, is_attacker=fight.attacker == self._side())

    def _samples_to_tell(self, sketch: Sketch) -> list[State]:
        """The guesses of those who tell odds, so that the same is told."""
        dice = SeededDice(self._seed)
        if len(self._reports) == self._belief.read_reports:
            return samples_of(sketch, self._reports, self.armies, dice, self._seed)
        return [self._belief.sample(sketch, dice) for _ in range(SAMPLES)]

    def _look_ahead(self, sketch: Sketch) -> Prospect:
        """The plan of the turn tried again, and the odds of its attacks."""
        samples = self._samples_to_tell(sketch)
        ahead = [carry_on(sample, self._marches.orders) for sample in samples]
        found = Prospect(self._planned, odds_of_turn(ahead, told_playouts(), self._seed))
        grand = self._grand
        if grand is not None and sketch.state.marched == self._planned:
            seconds = self.effort.seconds * TOLD_SHARE
            deadline = time.monotonic() + seconds if seconds > 0.0 else 0.0
            found.chosen, found.idle = grand.try_again(samples, ENOUGH, MOST, deadline)
        return found

    def _weigh_fight(self, sketch: Sketch, town: int) -> Odds:
        """The odds of a fight as it stands; in a battle turn in which nobody falls and nobody comes
        they stay what they were told to be, unless they have clearly changed."""
        state = sketch.state
        found = odds(self._samples_to_tell(sketch), town, told_playouts(), self._seed)
        strength = sum([state.strength[unit] for unit in members(state.at[town])])
        now = [_battle_turn(state), town, state.at[town].bit_count(), strength]
        told = self._fight_told if now[0] >= 0 else None
        if told is not None and now == self._fight_told_at and is_as_told(told, found):
            return told
        self._fight_told = found
        self._fight_told_at = now
        return found

    def _choose(self, sketch: Sketch, codes: list[int], reports: list[Report]) -> int:
        if self.level == "random":
            return codes[self._dice.roll(len(codes)) - 1]
        self._belief.begin(sketch)
        self._belief.read(reports)
        top = sketch.state.stack[-1]
        if isinstance(top, Setup):
            blind = self.level == "recruit"
            return self._placing.next(sketch.state, self.armies, codes, self._dice, blind)
        if isinstance(top, Handicap):
            return give_up(sketch.state, codes)
        if isinstance(top, Movement):
            return self._march(sketch, top, codes)
        if self._is_searching and self.effort.playouts:
            return self._fight(sketch, codes)
        sample = self._belief.sample(sketch, self._dice)
        temper = self._temper
        if self._talents is not None and self._talents.has_tempers:
            temper = by_role(sample.side)[self._side()]
        return tactics.choose(sample, self.armies, codes, self._dice, temper)

    def _side(self) -> int:
        return FRENCH if self.armies & FRENCH_BIT else ALLIED

    def _judge_of(self, state: State) -> Judge:
        """Who values positions: the net has learnt from whole campaigns, and is not asked about
        positions in which units are missing."""
        return self._judge if self._talents is None or is_whole(state) else _LEARNT

    def _manner(self, state: State) -> Manner:
        """How it searches in battle."""
        if self._talents is None or not self._talents.has_tempers:
            return MARSHAL
        if not is_whole(state):
            return PLAIN_EMPEROR
        tempers = by_role(state.side)
        side = self._side()
        foes = [tempers[1 - side]]
        if self._talents.is_bold:
            foes.append(OFFICER)
        return Manner(tempers[side], foes, self._judge, FIGHT_CLEAR, FIGHT_FAITH, is_fine=True)

    def _fight(self, sketch: Sketch, codes: list[int]) -> int:
        """A marshal or an emperor in battle."""
        effort = self.effort
        samples = [self._belief.sample(sketch, self._dice) for _ in range(effort.samples)]
        deadline = time.monotonic() + effort.seconds * effort.share if effort.seconds > 0.0 else 0.0
        seed = self._dice.roll(1_000_000)
        manner = self._manner(sketch.state)
        playouts = effort.playouts
        battle_turn = _battle_turn(sketch.state)
        if battle_turn == self._searched:
            playouts //= 3  # the plan of the battle turn stands; only the next step is weighed
        self._searched = battle_turn
        return self._battles.choose(samples, self.armies, codes, playouts, seed, deadline, manner)

    def _march(self, sketch: Sketch, top: Movement, codes: list[int]) -> int:
        state = sketch.state
        if top.step != MARCHES:
            return self._marches.next_forced(state, self.armies, codes)
        if not self._marches.keep_up(state, self.armies):
            self._plan(sketch)
        return self._marches.next_march(codes)

    def _plan(self, sketch: Sketch) -> None:
        self._grand = None
        self._planned = sketch.state.marched
        self._prospect = None
        if self._is_searching and self.effort.trials:
            self._search(sketch)
            return
        sample = self._belief.sample(sketch, self._dice)
        seed = self._dice.roll(1_000_000)
        # The nearer the end, the plainer it is what has to be done.
        noise = self.noise * min(1.0, FRENCH_TURNS_AFTER[sketch.state.turn] / CLEAR_AT)
        if self.level == "recruit":
            planner = Planner(self._judge, self.armies, seed, GLANCE_ROLLS, noise)
            plan = planner.make(sample, most=2, width=20)
        elif self._talents is not None and self._talents.has_schemes:
            plan = make_scheme(Planner(self._judge_of(sample), self.armies, seed), sample)
        else:
            planner = Planner(self._judge, self.armies, seed)
            planner.holds = True
            plan = planner.make(sample)
        self._marches.write(sketch.state, plan.orders)

    def _weigh_guesses(self, sketch: Sketch) -> None:
        """Think about what the enemy's last marches say of his units."""
        self._belief.mend_all(sketch)
        if self._places:
            weigh(self._belief, sketch, self._judge_of(sketch.state), self._places)
        self._places = places_of(self._belief)

    def _search(self, sketch: Sketch) -> None:
        """The plan of a turn by a marshal or an emperor."""
        talents = self._talents
        if talents is not None and talents.is_weighing:
            self._weigh_guesses(sketch)
        effort = self.effort
        judge = self._judge_of(sketch.state)
        samples = [self._belief.sample(sketch, self._dice) for _ in range(effort.samples)]
        deadline = time.monotonic() + effort.seconds if effort.seconds > 0.0 else 0.0
        seed = self._dice.roll(1_000_000)
        if talents is not None and talents.has_schemes:
            depth = talents.depth
            width = effort.width
            trials = effort.trials
            if not is_whole(sketch.state) or not is_compiled():
                depth = min(depth, SHORT_DEPTH)
            left = LAST_TURN - sketch.state.turn
            if left <= PLAYED_OUT and is_compiled():
                depth = max(depth, left)
                width = max(width, LATE_WIDTH)
                trials *= LATE_TRIALS
            elif left <= SHORT_DEPTH + 1:
                depth = max(depth, left)
            grand = GrandSearch(judge, self.armies, seed, depth)
            grand.is_thorough = is_compiled()
            if talents.is_bold:
                grand.be_bold()
            orders = grand.make(samples, width, trials, deadline)
            self._grand = grand
        else:
            search = CampaignSearch(judge, self.armies, seed, holds=self.level != MARSHAL_1)
            orders = search.make(samples, effort.width, effort.trials, deadline)
        self._marches.write(sketch.state, orders)


def _battle_turn(state: State) -> int:
    """A number for the battle turn under way; -1 for none."""
    for phase in state.stack:
        if isinstance(phase, BattleTurn):
            fight = state.the_fight(phase.town)
            return (state.turn << 16 | phase.town << 8 | fight.round) << 1 | phase.side
    return -1


class SeatedOpponent:
    """An opponent that follows a game in the same process."""

    __slots__ = ("_read_events", "opponent", "seat")

    def __init__(self, level: str, seat: Seat | str, seed: int, judge: Judge | None = None) -> None:
        self.seat = str(seat)
        self.opponent = Opponent(level, SEAT_ARMIES[self.seat], seed, judge)
        self._read_events = 0

    @property
    def read_events(self) -> int:
        """How many events of the game it has been told of."""
        return self._read_events

    def choose(self, game: Game, is_explained: bool = False) -> Decision:
        """What it does in this game now; it must be its seat's turn to act. `is_explained`: and
        what comes of it."""
        events = game.events_for(self.seat, self._read_events)
        self._read_events = game.event_count
        codes = game.legal(self.seat).codes
        return self.opponent.decide(
            game.sketch(self.seat), codes, [report(event) for event in events], is_explained
        )

    def play(self, game: Game) -> None:
        """Choose, and do it."""
        game.play(self.seat, Action(self.choose(game).code))
