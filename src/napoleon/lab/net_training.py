"""Teaching the net: from the positions of sparring games to the rows of `ai.campaign.net`.

The net is trained by the results of the games (cross-entropy, Adam, a mean of the weights over the
last steps), with numpy. Games are split once and for all: those whose seed ends in 0 are kept
apart, to measure by.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from napoleon.ai.campaign.features import FEATURE_COUNT, features
from napoleon.ai.campaign.net import (
    CLASS_COUNT,
    CLASS_OF,
    FEATURE_STEPS,
    SCALE,
    write_net,
)
from napoleon.lab.harvest import HEAD, POSITION_SIZE, read_lines
from napoleon.lab.states import state_of
from napoleon.lab.workers import work_through
from napoleon.rules.board.calendar import LAST_TURN
from napoleon.rules.board.towns import (
    TOWN_IDS,
)
from napoleon.rules.board.units import ARMY_OF, DEFEAT_AT, UNIT_COUNT
from napoleon.rules.engine.state import LOST

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

HELD_BACK: Final = 10  # one game in so many is kept apart
UNCLEAN: Final = 0.3  # what a position counts from which somebody still goes astray
CHUNK: Final = 4000  # positions whose features are worked out at a time
BATCH: Final = 2048
_UNIT_INPUTS: Final = CLASS_COUNT * len(TOWN_IDS)


class Positions(NamedTuple):
    """Positions as arrays, a line each."""

    seed: Ints
    turn: Ints
    won: Floats  # 1.0 where the French won; in training also a chance that they do
    clean: Floats
    where: npt.NDArray[np.int8]
    strength: npt.NDArray[np.int8]
    features: Floats

    def pick(self, chosen: npt.NDArray[Any]) -> Positions:
        """Some of them."""
        return Positions(*[column[chosen] for column in self])


def features_of(lines: bytes) -> bytes:
    """The features of some positions, as the net sees them."""
    found: list[list[float]] = []
    for start in range(0, len(lines), POSITION_SIZE):
        line = np.frombuffer(lines, np.int8, POSITION_SIZE, start)
        turn = int(line[4])
        where = line[HEAD : HEAD + UNIT_COUNT].tolist()
        strength = line[HEAD + UNIT_COUNT :].tolist()
        row = features(state_of(where, strength, turn), turn)
        found.append([int(number * FEATURE_STEPS) / FEATURE_STEPS for number in row])
    return np.array(found, np.float32).tobytes()


def read_positions(paths: Iterable[Path], jobs: int) -> Positions:
    """The positions of several files."""
    lines = b"".join(read_lines(path) for path in paths)
    size = CHUNK * POSITION_SIZE
    chunks = [lines[start : start + size] for start in range(0, len(lines), size)]
    rows = b"".join(work_through(features_of, chunks, jobs))
    table = np.frombuffer(lines, np.int8).reshape(-1, POSITION_SIZE)
    return Positions(
        np.ascontiguousarray(table[:, :4]).view("<u4")[:, 0].astype(np.int64),
        table[:, 4].astype(np.int64),
        table[:, 5].astype(np.float32),
        table[:, 6].astype(np.float32),
        table[:, HEAD : HEAD + UNIT_COUNT],
        table[:, HEAD + UNIT_COUNT :],
        np.frombuffer(rows, np.float32).reshape(-1, FEATURE_COUNT),
    )


class Settings(NamedTuple):
    """How a net is trained."""

    lanes: int = 33
    epochs: int = 6
    rate: float = 2e-3
    decay: float = 60.0  # how fast rows that nothing speaks for go back to what they were
    foresight: float = 0.0  # the share of what the net says of later positions in what it learns
    with_units: bool = True
    with_features: bool = True
    seed: int = 1


class Learner:
    """A net in training, and the mean of its weights over the last steps."""

    def __init__(self, settings: Settings) -> None:
        rng = np.random.default_rng(settings.seed)
        self.settings = settings
        lanes = settings.lanes
        lost = sum(DEFEAT_AT[army] + 1 for army in range(3))
        shapes = {
            "turn": (LAST_TURN + 1, lanes),
            "lost": (lost, lanes),
            "features": (FEATURE_COUNT, lanes),
            "there": (_UNIT_INPUTS, lanes),
            "point": (_UNIT_INPUTS, lanes),
        }
        self.weights: dict[str, Floats] = {}
        for name, shape in shapes.items():
            spread = 0.15 if name == "features" else 0.03
            values = rng.standard_normal(shape) * spread
            values[:, 0] = 0.0
            self.weights[name] = values.astype(np.float32)
        self.weights["out"] = (rng.standard_normal(lanes) * 0.2).astype(np.float32)
        self.weights["out"][0] = 1.0
        self.mean = {name: values.copy() for name, values in self.weights.items()}
        # What units' rows go back to: nothing, or those of the net that was taken over.
        self._home = {name: np.zeros_like(self.weights[name]) for name in ("there", "point")}
        self._first = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self._second = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self._steps = 0

    def take_over(self, path: Path) -> None:
        """Begin with a net that has been kept, on the board on which it was learnt."""
        data = json.loads(path.read_text("utf-8"))
        numbers = np.frombuffer(base64.b85decode(data["rows"]), "<i4").astype(np.float32) / SCALE
        rows = numbers.reshape(-1, self.settings.lanes)
        start = 0
        for name in ("turn", "lost", "features"):
            end = start + len(self.weights[name])
            self.weights[name][:] = rows[start:end] * (FEATURE_STEPS if name == "features" else 1)
            start = end
        units = rows[start:].reshape(CLASS_COUNT, 2, len(TOWN_IDS), -1)
        self.weights["there"][:] = units[:, 0].reshape(_UNIT_INPUTS, -1)
        self.weights["point"][:] = units[:, 1].reshape(_UNIT_INPUTS, -1)
        self.weights["out"][:] = data["out"]
        self.mean = {name: values.copy() for name, values in self.weights.items()}
        self._home = {name: self.weights[name].copy() for name in self._home}

    def _inputs(self, batch: Positions) -> tuple[Floats, Floats, Ints]:
        """How many of each class stand in each town, and how strong; and the rows of the losses."""
        number = len(batch.turn)
        where = batch.where.astype(np.int64)
        rows, units = np.nonzero(where >= 0)
        classes = np.array(CLASS_OF)[units]
        index = rows * _UNIT_INPUTS + classes * len(TOWN_IDS) + where[rows, units]
        size = number * _UNIT_INPUTS
        there = np.bincount(index, minlength=size).reshape(number, -1).astype(np.float32)
        strength = batch.strength[rows, units].astype(np.float32)
        point = np.bincount(index, strength, minlength=size).reshape(number, -1)
        armies = np.array(ARMY_OF)
        lost = np.zeros((number, 3), np.int64)
        start = 0
        for army in range(3):
            gone = ((where == LOST) & (armies == army)).sum(1)
            lost[:, army] = start + np.minimum(gone, DEFEAT_AT[army])
            start += DEFEAT_AT[army] + 1
        return there, point.astype(np.float32), lost

    def _forward(
        self, weights: dict[str, Floats], batch: Positions
    ) -> tuple[Floats, Floats, tuple[Floats, Floats, Ints]]:
        there, point, lost = self._inputs(batch)
        hidden = weights["turn"][batch.turn] + weights["lost"][lost].sum(1)
        if self.settings.with_features:
            hidden = hidden + batch.features @ weights["features"]
        if self.settings.with_units:
            hidden = hidden + there @ weights["there"] + point @ weights["point"]
        active = np.maximum(hidden, 0.0)
        active[:, 0] = hidden[:, 0]
        return active @ weights["out"], active, (there, point, lost)

    def step(self, batch: Positions, rate: float) -> None:
        """One step of Adam."""
        weights = self.weights
        scores, active, (there, point, lost) = self._forward(weights, batch)
        worth = np.where(batch.clean > 0, 1.0, UNCLEAN).astype(np.float32)
        given = 1.0 / (1.0 + np.exp(-scores))
        error: Floats = ((given - batch.won) * worth / len(scores)).astype(np.float32)
        back: Floats = (error[:, None] * weights["out"][None]) * (active > 0)
        back[:, 0] = error
        slopes: dict[str, Floats] = {"out": active.T @ error}
        slopes["out"][0] = 0.0
        slopes["turn"] = np.zeros_like(weights["turn"])
        np.add.at(slopes["turn"], batch.turn, back)
        slopes["lost"] = np.zeros_like(weights["lost"])
        for army in range(3):
            np.add.at(slopes["lost"], lost[:, army], back)
        if self.settings.with_features:
            slopes["features"] = batch.features.T @ back
        if self.settings.with_units:
            slopes["there"] = there.T @ back
            slopes["point"] = point.T @ back
        self._steps += 1
        keep = min(0.999, 1.0 - 1.0 / (1.0 + self._steps))
        for name, slope in slopes.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            values = weights[name]
            values -= (
                rate
                * (first / (1 - 0.9**self._steps))
                / (np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8)
            )
            if name in self._home:
                values += rate * self.settings.decay * (self._home[name] - values)
            self.mean[name] += (1.0 - keep) * (values - self.mean[name])

    def scores(self, positions: Positions) -> Floats:
        """What the mean net says of positions."""
        found = [
            self._forward(self.mean, positions.pick(np.arange(start, min(start + 8192, end))))[0]
            for end in [len(positions.turn)]
            for start in range(0, end, 8192)
        ]
        return np.concatenate(found) if found else np.zeros(0, np.float32)

    def write(self, path: Path) -> None:
        """Keep the mean net as whole numbers."""
        mean = self.mean
        steps = mean["features"] * np.float32(self.settings.with_features / FEATURE_STEPS)
        there = mean["there"] * np.float32(self.settings.with_units)
        point = mean["point"] * np.float32(self.settings.with_units)
        parts: list[Floats] = [mean["turn"], mean["lost"], steps]
        for kind in range(CLASS_COUNT):
            part = slice(kind * len(TOWN_IDS), (kind + 1) * len(TOWN_IDS))
            parts += [there[part], point[part]]
        rows = np.clip(np.rint(np.concatenate(parts) * SCALE), -(2**31), 2**31 - 1).astype(np.int64)
        write_net(path, self.settings.lanes, rows.tolist(), mean["out"].tolist())


def cross_entropy(scores: Floats, won: Floats) -> float:
    """How badly scores foretell results: the mean of -log(chance given to what happened)."""
    return float(np.mean(np.logaddexp(0.0, scores) - won * scores))


LATER: Final = 4  # turns by which a later position is later


def foresee(learner: Learner, positions: Positions, share: float) -> Positions:
    """The same positions with milder results: a part of each is what a net says of the position
    some turns later in the same game, which knows more than we do now and less than the dice."""
    at = {
        (seed, turn): index
        for index, (seed, turn) in enumerate(
            zip(positions.seed.tolist(), positions.turn.tolist(), strict=True)
        )
    }
    later = np.array(
        [
            at.get((seed, turn + LATER), -1)
            for seed, turn in zip(positions.seed.tolist(), positions.turn.tolist(), strict=True)
        ]
    )
    chances = 1.0 / (1.0 + np.exp(-learner.scores(positions)))
    milder = (1.0 - share) * positions.won + share * chances[later]
    return positions._replace(won=np.where(later >= 0, milder, positions.won).astype(np.float32))


def train(positions: Positions, settings: Settings) -> Learner:
    """A net that foretells the results of these positions; with foresight, in two passes."""
    learner = _train_once(positions, settings)
    if settings.foresight > 0.0:
        learner = _train_once(foresee(learner, positions, settings.foresight), settings)
    return learner


def _train_once(positions: Positions, settings: Settings) -> Learner:
    learner = Learner(settings)
    teach(learner, positions)
    return learner


def teach(learner: Learner, positions: Positions) -> None:
    """Train a net on, by the results of these positions."""
    settings = learner.settings
    rng = np.random.default_rng(settings.seed)
    chosen = np.nonzero(positions.seed % HELD_BACK != 0)[0]
    batches = -(-len(chosen) // BATCH)
    steps = settings.epochs * batches
    step = 0
    for _ in range(settings.epochs):
        order = rng.permutation(chosen)
        for start in range(0, len(order), BATCH):
            rate = settings.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps)))
            learner.step(positions.pick(order[start : start + BATCH]), rate)
            step += 1


def describe(learner: Learner, positions: Positions) -> str:
    """How well a net does on the games kept apart, by day; beside it what the mean would do."""
    rest = positions.pick((positions.seed % HELD_BACK == 0) & (positions.clean > 0))
    scores = learner.scores(rest)
    words = [f"{cross_entropy(scores, rest.won):.4f}"]
    for first in range(1, LAST_TURN + 1, 3):
        day = (rest.turn >= first) & (rest.turn < first + 3)
        if day.any():
            share = float(np.clip(rest.won[day].mean(), 1e-6, 1 - 1e-6))
            plain = -share * math.log(share) - (1 - share) * math.log(1 - share)
            words.append(f"{first}: {cross_entropy(scores[day], rest.won[day]):.3f}/{plain:.3f}")
    return " ".join(words)
