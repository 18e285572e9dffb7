"""How well an emperor picks among his plans: what trying each of them so seldom throws away.

    bench/plans.py try --seat french --out plans.jsonl       # on compiled rules
    bench/plans.py pick plans.jsonl                          # on plain ones

`try` plays games against a level, and at each of the emperor's turns, and at one in three of his
decisions in battle, tries every plan a hundred times and more. `pick` then lets plans be compared
again and again as in play, by half of those trials drawn by chance, and prints by how much the
chosen plan is better than the first in the other half, in points of the chance to win: what picking
gains. It puts known trials in the place of new ones, and compiled code lets nobody do that: so it
needs plain Python.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any
from unittest.mock import patch

import napoleon.ai.battle.search as battle
from napoleon.ai.battle.combat import WALK_IN
from napoleon.ai.battle.tactics import score_codes
from napoleon.ai.battle.temper import OFFICER
from napoleon.ai.campaign.contest import Contest, Trial
from napoleon.ai.campaign.features import read_weights
from napoleon.ai.campaign.grand_search import FAITH, LEAST_GAIN, GrandSearch
from napoleon.ai.campaign.net import shipped_net
from napoleon.ai.opponents import FIGHT_CLEAR, FIGHT_FAITH, SeatedOpponent
from napoleon.ai.talents import DEPTH
from napoleon.lab.matches import MOVEMENT_STAGES, Match, seat_opponents, stop_clocks
from napoleon.rules import Action, Game, SeededDice
from napoleon.rules.engine.actions import verb_of
from napoleon.rules.engine.state import State

SWIFT_TRIALS = 40  # for the game itself, which only has to be sensible
SWIFT_PLAYOUTS = 120
MAP, BATTLE = "map", "battle"
ASKED = 3  # one decision in battle in so many is looked at
# How plans are compared: faith, and standard errors. As it was, as it is, and with more faith.
WAYS = {
    MAP: ((0.0, 0.6), (FAITH, 0.0), (2.0 * FAITH, 0.0)),
    BATTLE: ((0.0, 1.7), (FIGHT_FAITH, FIGHT_CLEAR), (2.0 * FIGHT_FAITH, FIGHT_CLEAR)),
}
TRIALS = {MAP: (70, 140, 280), BATTLE: (250, 500, 1000)}


def try_plans(game: Game, player: SeatedOpponent, seed: int, times: int) -> dict[str, Any]:
    """All plans of a turn, each tried so many times."""
    belief, effort = player.opponent._belief, player.opponent.effort
    sketch, dice = game.sketch(player.seat), SeededDice(seed)
    samples = [belief.sample(sketch, dice) for _ in range(effort.samples)]
    search = GrandSearch(shipped_net(), player.opponent.armies, seed, DEPTH)
    search.be_bold()
    plans = search.find_plans(samples, effort.width, 0.0)
    values = [
        [search.attempt(samples[number % len(samples)], plan, number) for number in range(times)]
        for plan in plans
    ]
    return {"kind": MAP, "promises": [plan.promise for plan in plans], "values": values}


def try_fights(game: Game, player: SeatedOpponent, seed: int, times: int) -> dict[str, Any] | None:
    """All plans of a decision in battle, each tried so many times; None where there is none."""
    codes = game.legal(player.seat).codes
    sketch, dice, armies = game.sketch(player.seat), SeededDice(seed), player.opponent.armies
    town = sketch.state.stack[-1].town_no()
    if len(codes) == 1 or verb_of(codes[0]) in battle.PLAIN or town < 0:
        return None
    opponent = player.opponent
    samples = [opponent._belief.sample(sketch, dice) for _ in range(opponent.effort.samples)]
    manner = opponent._manner(sketch.state)
    plans = battle.find_plans(samples[0], armies, codes, dice, manner)
    scores = score_codes(samples[0], armies, codes, manner.own)
    numbers = [
        number
        for number in range(times)
        if all(
            battle._is_offered(samples[number % len(samples)], armies, plan.code) for plan in plans
        )
    ]
    if len(plans) == 1 or max(scores) >= WALK_IN or len(numbers) < times // 2:
        return None
    values = [
        [
            battle._try(samples[number % len(samples)], armies, town, plan, seed, number, manner)
            / battle.CAMPAIGN
            for number in numbers
        ]
        for plan in plans
    ]
    return {"kind": BATTLE, "promises": [0.0] * len(plans), "values": values}


def run_try(arguments: argparse.Namespace) -> None:
    """Games, and what plans came to in them."""
    seat = arguments.seat
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        sides = {"french": arguments.foe, "allied": arguments.foe, seat: "emperor"}
        match = Match(sides["french"], sides["allied"], seed)
        game = match.new_game()
        players = seat_opponents(match, game)
        stop_clocks(players)
        emperor = players[seat]
        assert isinstance(emperor, SeatedOpponent)
        emperor.opponent.effort.trials = SWIFT_TRIALS
        emperor.opponent.effort.playouts = SWIFT_PLAYOUTS
        turn, decisions = 0, 0
        while game.to_act:
            who = str(game.to_act[0])
            decision = players[who].choose(game)
            row = None
            if who == seat:
                decisions += 1
                chance = 10_000 * seed + decisions
                if game.stage == "march" and game.turn != turn:
                    turn = game.turn
                    row = try_plans(game, emperor, chance, arguments.times)
                elif game.stage not in MOVEMENT_STAGES and decisions % ASKED == 0:
                    row = try_fights(game, emperor, chance, 2 * arguments.times)
            if row is not None:
                line = {"seat": seat, "seed": seed, "turn": game.turn, **row}
                with Path(arguments.out).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                print(f"turn {game.turn}, {row['kind']}: {len(row['values'])} plans", flush=True)
            game.play(who, Action(decision.code))


class Drawn(Contest):
    """A contest of plans whose trials are known, and drawn again by chance."""

    def __init__(self, row: dict[str, Any], columns: list[int], faith: float, clear: float) -> None:
        super().__init__(read_weights(), 1, 0, LEAST_GAIN, clear, faith)
        self.values: list[list[float]] = row["values"]
        self.columns = columns
        self.plans = [Trial([], promise) for promise in row["promises"]]

    def attempt(self, sample: State, trial: Trial, number: int) -> float:
        """What the plan came to in a trial that was made before."""
        return self.values[self.plans.index(trial)][self.columns[number]]


def pick_on_map(
    row: dict[str, Any], columns: list[int], faith: float, clear: float, trials: int
) -> int:
    """Compare the plans of a turn once; the number of the best."""
    contest = Drawn(row, columns, faith, clear)
    samples = [Game.new("historical").state]
    return contest.plans.index(contest.compare(contest.plans, samples, trials, 0.0))


def pick_in_battle(
    row: dict[str, Any], columns: list[int], faith: float, clear: float, trials: int
) -> int:
    """Compare the plans of a decision once; the number of the best."""
    plans = [battle.Plan(number, OFFICER) for number in range(len(row["values"]))]

    def known(*arguments: Any) -> float:
        plan, number = arguments[3], arguments[5]
        value: float = row["values"][plan.code][columns[number]]
        return battle.CAMPAIGN * value

    manner = battle.Manner(OFFICER, [OFFICER], None, clear, faith)
    samples = [Game.new("historical").state]
    with patch.object(battle, "_try", known), patch.object(battle, "_is_offered", lambda *_: True):
        return battle.compare(samples, 1, 0, plans, trials, 1, 0.0, manner).code


def run_pick(arguments: argparse.Namespace) -> None:
    """What picking gains, by how plans are compared."""
    lines = [line for name in arguments.files for line in Path(name).read_text().splitlines()]
    rows = [json.loads(line) for line in lines]
    for kind, pick in ((MAP, pick_on_map), (BATTLE, pick_in_battle)):
        for seat in ("french", "allied"):
            chosen = [row for row in rows if (row["kind"], row["seat"]) == (kind, seat)]
            if not chosen:
                continue
            print(f"{kind}, {seat}: {len(chosen)} decisions")
            for faith, clear in WAYS[kind]:
                for trials in TRIALS[kind]:
                    gains = [
                        picked_gain(row, pick, faith, clear, trials, random.Random(seed))
                        for row in chosen
                        for seed in range(arguments.times)
                    ]
                    gain = 100.0 * sum(gains) / len(gains)
                    print(f"  faith {faith:4.1f}, clear {clear}, {trials:4d} trials: {gain:.2f}")


def picked_gain(
    row: dict[str, Any], pick: Any, faith: float, clear: float, trials: int, rng: random.Random
) -> float:
    """Pick by one half of the trials; the gain over the first plan in the other half."""
    values: list[list[float]] = row["values"]
    order = list(range(len(values[0])))
    rng.shuffle(order)
    half = len(order) // 2
    columns = [rng.choice(order[:half]) for _ in range(trials + 2)]
    best: int = pick(row, columns, faith, clear, trials)
    rest = order[half:]
    return sum(values[best][at] - values[0][at] for at in rest) / len(rest)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("try", help="play, and try every plan many times")
    one.add_argument("--seat", choices=("french", "allied"), default="french")
    one.add_argument("--foe", default="marshal")
    one.add_argument("--games", type=int, default=1)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--times", type=int, default=96, help="trials of each plan of a turn")
    one.add_argument("--out", required=True)
    one.set_defaults(run=run_try)
    two = commands.add_parser("pick", help="what picking by few trials gains")
    two.add_argument("files", nargs="+")
    two.add_argument("--times", type=int, default=20, help="contests a decision")
    two.set_defaults(run=run_pick)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
