"""Teaching the net: what is written can be taken over again, and positions teach."""

import json
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from napoleon.ai.campaign.features import features
from napoleon.ai.campaign.net import shipped_net
from napoleon.lab.harvest import write_harvest
from napoleon.lab.net_training import (
    Learner,
    Positions,
    Settings,
    cross_entropy,
    read_positions,
    teach,
)
from napoleon.lab.sparring import Task, spar
from napoleon.lab.states import state_of

SHIPPED = Path(str(resources.files("napoleon.ai").joinpath("data", "net.json")))


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Positions:
    folder = tmp_path_factory.mktemp("harvest")
    write_harvest(folder, "few", [spar(Task(seed, is_worn=seed == 7)) for seed in (7, 8)])
    return read_positions([folder / "few-positions.xz"], 1)


@pytest.fixture
def pupil() -> Learner:
    learner = Learner(Settings(epochs=60, rate=2e-3, decay=0.0))
    learner.take_over(SHIPPED)
    return learner


def test_a_pupil_says_what_the_net_says(pupil: Learner, positions: Positions) -> None:
    net = shipped_net()
    said = pupil.scores(positions)
    for index, turn in enumerate(positions.turn.tolist()):
        where, strength = positions.where[index].tolist(), positions.strength[index].tolist()
        state = state_of(where, strength, turn)
        assert said[index] == pytest.approx(net.score(state, turn, features(state, turn)), abs=0.01)


def test_what_was_taken_over_is_written_as_it_was(pupil: Learner, tmp_path: Path) -> None:
    pupil.write(tmp_path / "net.json")
    again = json.loads((tmp_path / "net.json").read_text("utf-8"))
    assert again == json.loads(SHIPPED.read_text("utf-8"))


def test_a_pupil_learns(pupil: Learner, positions: Positions) -> None:
    """Told the contrary of what it says, it comes to say so."""
    before = pupil.scores(positions)
    contrary = positions._replace(won=(before < 0).astype(np.float32))
    teach(pupil, contrary)
    after = pupil.scores(positions)
    assert cross_entropy(after, contrary.won) < 0.5 * cross_entropy(before, contrary.won)
