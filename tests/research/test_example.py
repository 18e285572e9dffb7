"""The example of the documents runs: it learns, and plays in the arena."""

import io
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from napoleon.lab.arena import Terms, run_arena

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(name="example")
def the_example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "tiny_policy", raising=False)
    module = import_module("tiny_policy")
    monkeypatch.setattr(module, "WEIGHTS", tmp_path / "weights.npz")
    return module


def test_it_learns_and_plays(example: ModuleType) -> None:
    weights = example.train(0.0, batch=2)
    assert weights.shape == (example.FEATURES,)
    assert weights.any()
    np.savez(example.WEIGHTS, weights=weights)
    out = io.StringIO()
    terms = Terms("tiny_policy:TinyPolicy", "random", 2, has_fixed_sides=True)
    assert run_arena(terms, 1, out) == 0
    assert "tiny_policy:TinyPolicy (French) against random (Allies): 2 games" in out.getvalue()


def test_without_weights_it_says_so(example: ModuleType) -> None:
    with pytest.raises(FileNotFoundError, match="run tiny_policy"):
        example.TinyPolicy("french", 1)


def test_what_was_learnt_counts(example: ModuleType) -> None:
    """An action that the weights like is likelier."""
    found = np.eye(example.FEATURES, dtype=np.float32)[:3]
    weights = np.zeros(example.FEATURES)
    assert np.allclose(example.chances(found, weights), 1 / 3)
    weights[1] = 2.0
    likely = example.chances(found, weights)
    assert likely.argmax() == 1
    assert likely.sum() == pytest.approx(1.0)
