"""Floors for the verdict of the shipped model, on pairs that ship: a change that lowers them fails.

The model was fitted on these pairs among others; what it does on texts that it never saw,
``python -m tests.quality.fit`` shows by cross-validation.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.quality.data import Pair, laws, own
from tests.quality.figures import THRESHOLD, Figures, judged
from tests.quality.fit import Reader
from textsim.score.verdict import calibrated, load_model, log_odds

FALSE = {"number": 0.03, "polarity": 0.09, "entity": 0.16, "same_template": 0.02, "related": 0.05}


def scores(pairs: list[Pair]) -> np.ndarray:
    """Return the scores of pairs as shares, from 0 to 1."""
    model = load_model("verdict-title.json")
    rows = Reader().rows((pair.a, pair.b) for pair in pairs)
    return np.array([calibrated(log_odds(model, row)) for row in rows]) / 100


@cache
def figures() -> Figures:
    pairs = own()
    return judged(pairs, scores(pairs))


def test_the_verdict_on_pairs_of_five_domains() -> None:
    found = figures()
    assert found.f1 >= 0.92
    assert found.area >= 0.985
    assert found.calibration <= 0.03


@pytest.mark.parametrize("kind", ["same_norm", "same_edit"])
def test_the_same_story_is_found(kind: str) -> None:
    assert figures().kinds[kind] >= 0.92


@pytest.mark.parametrize(("kind", "ceiling"), FALSE.items())
def test_another_story_is_not_called_the_same(kind: str, ceiling: float) -> None:
    assert figures().kinds[kind] <= ceiling


def test_unrelated_pairs_lie_near_nothing() -> None:
    pairs = [pair for pair in own() if pair.kind == "random"]
    assert scores(pairs).mean() <= 0.01


@pytest.mark.parametrize("domain", ["news", "forum", "product", "episode", "law"])
def test_no_domain_is_left_behind(domain: str) -> None:
    pairs = [pair for pair in own() if pair.domain == domain]
    assert judged(pairs, scores(pairs)).f1 >= 0.89


@pytest.mark.slow
def test_a_law_is_not_its_neighbour() -> None:
    """The titles of laws are alike, and every one is another law."""
    assert (scores(laws()) >= THRESHOLD).mean() <= 0.15
