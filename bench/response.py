"""A best response: somebody who has learnt to beat the emperor, and how much better he does.

    bench/response.py train --side french --out build/response     # needs numpy
    bench/response.py spar build/response/french.json --side french
    bench/response.py play build/response/french.json --side french --games 20

`train` begins with the net that is shipped and teaches it by quick games against a player who uses
that net and never errs: first by one who errs against him, then by whoever has learnt so. `spar`
lets the pupil and his teacher play the same side against that player in quick games, `play` in
games with the emperor's whole search (compiled, without the clock). Both print what he gains, in
points. The error is that of the difference of two shares.
"""

from __future__ import annotations

import argparse
import math
from contextlib import closing
from functools import partial
from pathlib import Path

from napoleon.ai.campaign.net import read_net
from napoleon.ai.opponents import SeatedOpponent
from napoleon.lab.harvest import write_harvest
from napoleon.lab.matches import opponent_seed, stop_clocks
from napoleon.lab.sparring import SHIPPED, Duel, Task, fight_duel, spar
from napoleon.lab.workers import work_through
from napoleon.rules import Game, Options, SeededDice

SIDES = ("french", "allied")
FIRST_SEED = 70_000_000  # of the games from which is learnt; no round of `scripts/train.py` has it
ROUND_SIZE = 100_000
DUEL_SEED = 71_000_000
SHIPPED_NET = Path(__file__).parents[1] / "src" / "napoleon" / "ai" / "data" / "net.json"


def train(arguments: argparse.Namespace) -> None:
    """Rounds of quick games, and what they teach."""
    from napoleon.lab.net_training import Learner, Settings, describe, read_positions, teach

    folder = Path(arguments.out)
    side = arguments.side
    pupil = folder / f"{side}.json"
    judge = str(pupil) if arguments.first else SHIPPED
    for number in range(arguments.first, arguments.rounds):
        first = FIRST_SEED + 2 * ROUND_SIZE * number + ROUND_SIZE * SIDES.index(side)
        steady = SIDES[1 - SIDES.index(side)]
        tasks = [Task(first + game, (judge,), steady=steady) for game in range(arguments.games)]
        with closing(work_through(spar, tasks, arguments.jobs)) as games:
            played, french = write_harvest(folder, f"{side}-{number}", games)
        won = french if side == "french" else played - french
        print(f"round {number}: won {won} of {played}", flush=True)
        paths = [folder / f"{side}-{earlier}-positions.xz" for earlier in range(number + 1)]
        positions = read_positions(paths, arguments.jobs)
        learner = Learner(Settings(epochs=arguments.epochs, rate=arguments.rate))
        learner.take_over(SHIPPED_NET)
        print(f"  before {describe(learner, positions)}")
        teach(learner, positions)
        print(f"  after  {describe(learner, positions)}", flush=True)
        learner.write(pupil)
        judge = str(pupil)


def tell(side: str, wins: list[list[bool]]) -> None:
    """What pupil and teacher won as this side, and the difference."""
    shares = [sum(part) / len(part) for part in wins]
    error = math.sqrt(sum(p * (1 - p) / len(part) for p, part in zip(shares, wins, strict=True)))
    for name, part in zip(("the pupil", "the emperor's own net"), wins, strict=True):
        print(f"{name} as the {side}: {sum(part)} of {len(part)}")
    print(f"gains {100 * (shares[0] - shares[1]):.1f} points, error {100 * error:.1f}")


def fight(arguments: argparse.Namespace) -> None:
    """Quick games in which nobody errs."""
    wins: list[list[bool]] = []
    for name in (arguments.net, SHIPPED):
        french, allied = (name, SHIPPED) if arguments.side == "french" else (SHIPPED, name)
        duels = [Duel(DUEL_SEED + game, french, allied) for game in range(arguments.games)]
        with closing(work_through(fight_duel, duels, arguments.jobs)) as games:
            wins.append([won == (arguments.side == "french") for won in games])
    tell(arguments.side, wins)


def play_game(seed: int, side: str, net: str) -> bool:
    """A game of emperors, one of whom judges by another net; whether this side has won."""
    game = Game.new("historical", Options(2, "open"), SeededDice(seed))
    players = {
        seat: SeatedOpponent(
            "emperor",
            seat,
            opponent_seed(seed, seat),
            read_net(Path(net)) if net and seat == side else None,
        )
        for seat in SIDES
    }
    stop_clocks(dict(players))
    while game.to_act:
        players[str(game.to_act[0])].play(game)
    assert game.result is not None
    return game.result.winner == side


def play(arguments: argparse.Namespace) -> None:
    """Games with the emperor's whole search."""
    wins: list[list[bool]] = []
    for net in (arguments.net, ""):
        work = partial(play_game, side=arguments.side, net=net)
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        wins.append([])
        with closing(work_through(work, seeds, arguments.jobs)) as games:
            for won in games:
                wins[-1].append(won)
                name = "pupil" if net else "emperor"
                print(f"{name}: {sum(wins[-1])} of {len(wins[-1])}", flush=True)
    tell(arguments.side, wins)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    commands = parser.add_subparsers(required=True)
    for name, run in (("train", train), ("spar", fight), ("play", play)):
        one = commands.add_parser(name)
        one.add_argument("--side", choices=SIDES, required=True)
        one.add_argument("--jobs", type=int, default=2)
        one.set_defaults(run=run)
        if name == "train":
            one.add_argument("--games", type=int, default=2000, help="of each round")
            one.add_argument("--rounds", type=int, default=2)
            one.add_argument("--first", type=int, default=0, help="round to go on with")
            one.add_argument("--epochs", type=int, default=4)
            one.add_argument("--rate", type=float, default=2e-4)
            one.add_argument("--out", default="build/response")
        else:
            one.add_argument("net")
            one.add_argument("--games", type=int, default=600 if name == "spar" else 20)
        if name == "play":
            one.add_argument("--seed", type=int, default=8500)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
