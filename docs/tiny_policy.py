"""Train a tiny policy on the PettingZoo environment, then let it play in the arena.

    cd docs
    python tiny_policy.py --minutes 10               # writes tiny_policy.npz
    napoleon arena --french tiny_policy:TinyPolicy --allied random --games 100

It needs ``napoleon1815[research]`` and of that only NumPy for the learning. The cells (``# %%``)
can be run one after the other in a notebook. docs/research.md explains what is used here.
"""

# %% What there is to learn from
import argparse
import time
from pathlib import Path

import numpy as np

from napoleon.research.actions import ACTION_COUNT, FACTORS, flatten, split
from napoleon.research.aec import NapoleonEnv
from napoleon.rules import VERBS
from napoleon.rules.board.towns import (
    NEIGHBOURS,
    SUPPLY_CITIES,
    TOWN_IDS,
    TOWNS,
)
from napoleon.rules.knowledge.observation import SECTIONS

WEIGHTS = Path(__file__).with_suffix(".npz") if "__file__" in globals() else Path("tiny_policy.npz")


def sections(row):
    """A row as its sections, by name."""
    parts = {}
    at = 0
    for name, rows, fields in SECTIONS:
        size = rows * len(fields)
        parts[name] = row[at : at + size].reshape(rows, len(fields))
        at += size
    return parts


def distances(goal):
    """How many roads each town is from a goal."""
    far = np.full(len(TOWN_IDS), len(TOWN_IDS))
    far[goal] = 0
    edge = [goal]
    for near in edge:
        for town in NEIGHBOURS[near]:
            if far[town] == len(TOWN_IDS):
                far[town] = far[near] + 1
                edge.append(town)
    return far


# How far it is to each supply city: the French win by taking two of the Allies'.
CITIES = [town for town in SUPPLY_CITIES if TOWNS[town].supplies != 0]
FAR = np.array([distances(city) for city in CITIES])
# All flat actions at once: their verbs, units and towns; -1 for none.
PARTS = np.array([split(number) for number in range(ACTION_COUNT)])
HAS_TOWN = np.array([verb.operands[1:] == ["town"] for verb in VERBS])[PARTS[:, 0]]


# %% What a policy looks at: a few numbers for each action that is offered
MARCH_FEATURES = 6 + len(CITIES)
FEATURES = FACTORS[0] + MARCH_FEATURES


def features(row, offered):
    """A row of numbers for each offered action: its verb, and where a march would lead."""
    parts = sections(row)
    units, towns, table = parts["units"], parts["towns"], parts["table"][0]
    found = np.zeros((len(offered), FEATURES), np.float32)
    chosen = PARTS[offered]
    found[np.arange(len(offered)), chosen[:, 0]] = 1.0
    marches = np.flatnonzero(HAS_TOWN[offered])
    if len(marches):
        is_own = units[:, 1] == 1
        on_map = (units[:, 2] > 0) & (units[:, 2] < 255)
        own = np.bincount(units[is_own & on_map, 2] - 1, minlength=len(TOWN_IDS))
        seen = np.bincount(units[~is_own & on_map, 2] - 1, minlength=len(TOWN_IDS))
        enemy = towns[:, :3].sum(axis=1) + seen
        unit, to = chosen[marches, 1], chosen[marches, 2]
        start = units[unit, 2].astype(int) - 1
        far = np.where(start >= 0, FAR[:, start] - FAR[:, to], 0).T
        rest = found[marches, FACTORS[0] :]
        rest[:, 0] = enemy[to] > 0
        rest[:, 1] = enemy[to] / 8
        rest[:, 2] = own[to] / 8
        rest[:, 3] = np.where(start >= 0, own[start], 0) / 8
        rest[:, 4] = (enemy[to] > 0) * np.clip(own[to] - enemy[to], -8, 8) / 8
        rest[:, 5] = np.where(start >= 0, enemy[start] > 0, 0)
        rest[:, 6:] = far * (0.5 + table[5] / 46)
        found[marches, FACTORS[0] :] = rest
    return found


def chances(found, weights):
    """How likely each action is chosen."""
    scores = found @ weights
    likely = np.exp(scores - scores.max())
    return likely / likely.sum()


# %% Learning: games against chance; what was done in turns that went well becomes likelier
def outlook(row):
    """How things stand for the French: how near they are to the supply cities, and who has lost
    more. To be told at the end alone who has won would teach a beginner nothing."""
    parts = sections(row)
    units, table = parts["units"], parts["table"][0]
    own = (units[:, 1] == 1) & (units[:, 2] > 0) & (units[:, 2] < 255)
    if not own.any():
        return -5.0
    far = FAR[:, units[own, 2].astype(int) - 1]
    lost = int(table[15]) + int(table[16]) - int(table[14])
    return -np.sort(far.min(axis=1))[:2].sum() / 4 - far.min(axis=0).mean() / 4 + lost / 10


def play_game(env, weights, rng, seed):
    """One game of the French against chance. Returns whether they won, their outlook as each of
    their turns began and at the end, and for each turn what makes its choices likelier."""
    env.reset(seed)
    outlooks, slopes = [], []
    turn = -1
    while not env.terminations[env.agent_selection]:
        if env.agent_selection == "french":
            seen = env.observe("french")
            row, offered = seen["observation"], np.flatnonzero(seen["action_mask"])
            if row[5] != turn:
                turn = row[5]
                outlooks.append(outlook(row))
                slopes.append(np.zeros(FEATURES))
            found = features(row, offered)
            likely = chances(found, weights)
            choice = rng.choice(len(offered), p=likely)
            slopes[-1] += found[choice] - likely @ found
            env.step(int(offered[choice]))
        else:
            legal = env.game.legal(env.agent_selection)
            env.step(flatten(legal[int(rng.integers(len(legal)))].code))
    is_won = env.rewards["french"] > 0
    outlooks.append(outlook(env.observe("french")["observation"]) + (3.0 if is_won else 0.0))
    return is_won, outlooks, slopes


def gains(outlooks, patience=0.6):
    """What each turn was good for: the gains of it and, less and less, of those that follow."""
    changes = np.diff(outlooks)
    for turn in range(len(changes) - 2, -1, -1):
        changes[turn] += patience * changes[turn + 1]
    return changes


def train(minutes, seed=1, batch=8, rate=0.1, say=print):
    """Learn for so many minutes by REINFORCE with Adam; returns the weights."""
    rng = np.random.default_rng(seed)
    env = NapoleonEnv()
    weights = np.zeros(FEATURES)
    mean, square = np.zeros(FEATURES), np.zeros(FEATURES)
    wins = []
    end = time.monotonic() + 60 * minutes
    step = 0
    while step == 0 or time.monotonic() < end:
        games = [play_game(env, weights, rng, int(rng.integers(2**31))) for _ in range(batch)]
        wins += [is_won for is_won, _, _ in games]
        worth = np.concatenate([gains(outlooks) for _, outlooks, _ in games])
        slopes = np.concatenate([slopes for _, _, slopes in games])
        # A turn counts as far as it went better or worse than the others.
        slope = ((worth - worth.mean()) / (worth.std() + 1e-8)) @ slopes / len(worth)
        step += 1
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        weights += rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        if step % 5 == 0:
            last = np.mean([outlooks[-1] for _, outlooks, _ in games])
            share = 100 * np.mean(wins[-5 * batch :])
            say(f"{len(wins)} games: outlook at the end {last:.2f}, won {share:.0f} % of the last")
    return weights


# %% Playing: what the arena asks (`napoleon.lab.Player`)
class TinyPolicy:
    """The trained policy as a player."""

    def __init__(self, seat, seed):
        if not WEIGHTS.is_file():
            raise FileNotFoundError(f"{WEIGHTS} is not there: run tiny_policy.py first")
        self.weights = np.load(WEIGHTS)["weights"]
        self.rng = np.random.default_rng(seed)

    def choose(self, question):
        """One of the offered actions, as likely as the policy says."""
        row = np.frombuffer(question.observe(), np.uint8)
        offered = np.array([flatten(code) for code in question.legal.codes])
        likely = chances(features(row, offered), self.weights)
        return question.legal[int(self.rng.choice(len(offered), p=likely))]


# %% For ten minutes
if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train a tiny policy for the French.")
    parser.add_argument("--minutes", type=float, default=10.0)
    arguments = parser.parse_args()
    np.savez(WEIGHTS, weights=train(arguments.minutes))
    print(f"kept in {WEIGHTS}")
