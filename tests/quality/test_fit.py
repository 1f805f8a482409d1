"""The script that fits the model, on the pairs that ship: its file says what the trees say."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests import needs
from tests.quality.boost import Examples, fit, written
from tests.quality.data import Families, own
from tests.quality.figures import area, best_f1, first_and_ten
from tests.quality.fit import Reader, lines
from textsim.score.likeness import MEASURES
from textsim.score.verdict import log_odds, parse_model


@needs.module("lightgbm")
@pytest.mark.slow
def test_the_written_model_gives_the_log_odds_of_the_fitted_one() -> None:
    pairs = [pair for pair in own() if pair.domain in ("news", "forum")]
    rows = Reader().rows((pair.a, pair.b) for pair in pairs)
    labels = np.array([pair.label for pair in pairs], float)
    examples = Examples(rows, labels, np.ones(len(rows)), [rows[:5], rows[3:9]], [1, 2])
    fitted = fit(examples)
    text = lines(written(fitted, examples))
    assert set(json.loads(text)["slopes"]) <= set(MEASURES)
    model = parse_model(text)
    told = [log_odds(model, row) for row in rows]
    assert np.allclose(told, fitted.log_odds(rows), atol=0.01)
    assert area(labels > 0, np.array(told)) > 0.95
    assert lines(written(fit(examples), examples)) == text


def test_texts_that_were_compared_are_in_one_fold() -> None:
    families = Families()
    families.join("a", "b")
    families.join("c", "b")
    assert len({families.fold(text) for text in "abc"}) == 1
    assert len({families.fold(str(i)) for i in range(100)}) == 5


def test_figures_against_counting_by_hand() -> None:
    labels = np.array([True, False, True, False])
    scores = np.array([0.9, 0.9, 0.4, 0.1])
    assert area(labels, scores) == (0.5 + 1 + 0 + 1) / 4
    assert best_f1(labels, scores) == 2 * 2 / (2 + 3)
    assert first_and_ten([scores, scores], [2, None]) == "0.0000 / 0.5000"
