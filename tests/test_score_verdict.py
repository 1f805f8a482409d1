"""The model of the verdict: its file, its log-odds, and the score that they become."""

from __future__ import annotations

import ast
import json
import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textsim import dictionaries
from textsim.errors import InputError, InputTypeError, UnknownNameError
from textsim.presets import get_profile
from textsim.score.likeness import MEASURES
from textsim.score.verdict import (
    VerdictSpec,
    average,
    calibrated,
    closeness,
    load_model,
    log_odds,
    read_off,
    reasons,
)

NAME = "verdict-title.json"
TEXT = dictionaries.text(NAME)
DATA = json.loads(TEXT)
MODEL = load_model(NAME)
NAMES = list(MEASURES)


def nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield the branching nodes of a tree of the file."""
    if isinstance(tree, dict):
        yield tree
        yield from nodes(tree["then"])
        yield from nodes(tree["else"])


def constant(name: str) -> set[str]:
    """Return a set that the script which fits the model names, without running the script."""
    source = (Path(__file__).parent / "quality" / "boost.py").read_text(encoding="utf-8")
    (found,) = (
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    )
    value = ast.literal_eval(found)
    assert isinstance(value, set)
    return value


# What the trees ask, and a little more and less: where the log-odds can change.
EDGES = {
    name: sorted(
        {0.0, 1.0, 0.3, 0.7}
        | {
            node["at_most"] + step
            for tree in DATA["trees"]
            for node in nodes(tree)
            if node["measure"] == name
            for step in (0, 1e-6, -1e-6)
        }
    )
    for name in NAMES
}
VECTORS = st.tuples(
    *(st.sampled_from(EDGES[name]) | st.floats(0, 40, allow_nan=False) for name in NAMES)
)


# ---- the file


def test_the_file_is_readable_json_with_one_tree_a_line() -> None:
    assert len(TEXT.encode()) < 80_000
    assert sorted(DATA) == ["about", "intercept", "order", "slopes", "trees"]
    lines = TEXT.splitlines()
    start = next(i for i, line in enumerate(lines) if '"trees"' in line) + 1
    told = [
        json.loads(line.strip().rstrip(",")) for line in lines[start:] if line.strip() not in "]}"
    ]
    assert told == DATA["trees"]
    assert 0 < len(DATA["trees"]) <= 120
    assert "NaN" not in TEXT
    assert "Infinity" not in TEXT


def test_the_file_asks_for_known_measures_only() -> None:
    asked = {*DATA["slopes"], *DATA["order"]}
    for tree in DATA["trees"]:
        for node in nodes(tree):
            assert sorted(node) == ["at_most", "else", "mean", "measure", "then"]
            assert all(isinstance(node[key], (int, float)) for key in ("at_most", "mean"))
            asked.add(node["measure"])
    assert asked <= set(MEASURES)
    assert all(sorted(line) == ["mean", "slope"] for line in DATA["slopes"].values())
    assert all(weight > 0 for weight in DATA["order"].values())


def test_means_lie_between_the_means_of_both_branches() -> None:
    for tree in DATA["trees"]:
        for node in nodes(tree):
            sides = [
                side["mean"] if isinstance(side, dict) else side
                for side in (node["then"], node["else"])
            ]
            assert min(sides) - 2e-4 <= node["mean"] <= max(sides) + 2e-4


def test_the_profile_of_titles_has_the_model_and_it_is_read_once() -> None:
    assert get_profile("title").verdict.model == NAME
    assert load_model(NAME) is MODEL
    with pytest.raises(UnknownNameError, match="gone"):
        load_model("gone.json")


# ---- log-odds


def plain_odds(values: Sequence[float]) -> float:
    """Return the log-odds read off the file itself."""
    named = dict(zip(NAMES, values, strict=True))

    def follow(tree: Any) -> float:
        if not isinstance(tree, dict):
            return float(tree)
        return follow(tree["then" if named[tree["measure"]] <= tree["at_most"] else "else"])

    line = sum(part["slope"] * named[name] for name, part in DATA["slopes"].items())
    return float(DATA["intercept"]) + line + sum(map(follow, DATA["trees"]))


@given(VECTORS)
def test_log_odds_are_what_the_file_says(values: tuple[float, ...]) -> None:
    assert log_odds(MODEL, values) == pytest.approx(plain_odds(values), abs=1e-9)


@given(VECTORS)
def test_the_order_adds_the_plain_likeness_to_the_log_odds(values: tuple[float, ...]) -> None:
    named = dict(zip(NAMES, values, strict=True))
    added = sum(weight * named[name] for name, weight in DATA["order"].items())
    assert closeness(MODEL, 1.5, values) == pytest.approx(1.5 + added)


@given(VECTORS)
def test_reasons_and_the_average_add_up_to_the_log_odds(values: tuple[float, ...]) -> None:
    found = reasons(MODEL, values)
    total = average(MODEL) + sum(reason.effect for reason in found)
    assert total == pytest.approx(log_odds(MODEL, values), abs=len(NAMES) * 0.00005 + 1e-9)
    named = dict(zip(NAMES, values, strict=True))
    assert all(reason.value == named[reason.measure] for reason in found)
    assert all(reason.says == MEASURES[reason.measure] for reason in found)
    assert all(reason.effect == round(reason.effect, 4) != 0 for reason in found)
    keys = [(-abs(reason.effect), reason.measure) for reason in found]
    assert keys == sorted(keys)


def test_what_the_model_never_asks_moves_nothing() -> None:
    asked = {*DATA["slopes"]} | {node["measure"] for tree in DATA["trees"] for node in nodes(tree)}
    found = reasons(MODEL, [1.0] * len(NAMES))
    assert {reason.measure for reason in found} <= asked


@pytest.mark.parametrize(("constraint", "sign"), [("RISING", 1), ("FALLING", -1)])
def test_more_of_what_speaks_for_or_against_never_speaks_the_other_way(
    constraint: str, sign: int
) -> None:
    rng = random.Random(11)
    names = constant(constraint)
    assert names <= set(NAMES)
    for name in sorted(names):
        at = NAMES.index(name)
        for _ in range(60):
            values = [rng.choice(EDGES[other]) for other in NAMES]
            odds = []
            for value in EDGES[name]:
                values[at] = value
                odds.append(sign * log_odds(MODEL, values))
            assert all(low <= high + 1e-9 for low, high in pairwise(odds)), name


# ---- the score


def test_even_odds_are_a_score_of_50_and_four_to_one_80() -> None:
    assert calibrated(0) == 50
    assert calibrated(math.log(4)) == 80
    assert calibrated(-math.log(4)) == 20


@pytest.mark.parametrize("odds", [-math.inf, -1e308, -710, -700, -699, 0, 36, 709, 710, math.inf])
def test_a_score_lies_from_0_to_below_100_whatever_the_odds(odds: float) -> None:
    assert 0 <= calibrated(odds) < 100
    assert math.isfinite(calibrated(odds))


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_better_odds_never_score_lower(x: float, y: float) -> None:
    low, high = sorted((x, y))
    assert calibrated(low) <= calibrated(high)


@given(st.floats(-8, 8))
def test_a_score_is_the_share_of_duplicates_among_such_pairs(odds: float) -> None:
    share = calibrated(odds) / 100
    assert math.exp(odds) == pytest.approx(share / (1 - share), rel=0.01)
    assert calibrated(odds) == round(calibrated(odds), 4)


@st.composite
def curves(draw: st.DrawFn) -> tuple[tuple[float, float], ...]:
    inner = draw(st.lists(st.integers(1, 99), max_size=4, unique=True))
    scores = sorted(draw(st.lists(st.integers(0, 100), min_size=len(inner) + 2, max_size=8)))
    knots = [0, *sorted(inner), 100]
    return tuple(zip(knots, scores[: len(knots)], strict=True))


@given(curves(), st.floats(0, 100), st.floats(0, 100))
def test_a_curve_is_read_off_between_its_knots_and_never_falls(
    curve: tuple[tuple[float, float], ...], x: float, y: float
) -> None:
    VerdictSpec(curve=curve)
    for overlap, score in curve:
        assert read_off(curve, overlap) == pytest.approx(score, abs=2e-4)
    low, high = sorted((x, y))
    assert 0 <= read_off(curve, low) <= read_off(curve, high) < 100
    around = [(left, right) for left, right in pairwise(curve) if left[0] <= x <= right[0]]
    assert any(left[1] - 2e-4 <= read_off(curve, x) <= right[1] + 2e-4 for left, right in around)


def test_a_curve_may_jump() -> None:
    curve = ((0, 0), (50, 10), (50, 90), (100, 100))
    VerdictSpec(curve=curve)
    found = [read_off(curve, overlap) for overlap in (0, 25, 50, 50.1, 75, 100)]
    assert found == sorted(found)
    assert found[1] == 5
    assert found[4] == 95


# ---- the spec


@pytest.mark.parametrize(
    "curve",
    [
        (),
        ((0, 0),),
        ((1, 0), (100, 100)),
        ((0, 0), (99, 100)),
        ((0, 0), (60, 20), (50, 30), (100, 100)),
        ((0, 0), (50, 30), (60, 20), (100, 100)),
        ((0, -1), (100, 100)),
        ((0, 0), (100, 101)),
        ((0, 50), (100, 20)),
        ((0, 0), (math.nan, 50), (100, 100)),
        ((0, 0), (50, math.nan), (100, 100)),
        ((0, 0), (50,), (100, 100)),
        ((0, 0, 0), (100, 100, 100)),
    ],
)
def test_a_curve_that_does_not_rise_from_0_to_100_is_refused(curve: Any) -> None:
    with pytest.raises(InputError, match="curve") as caught:
        VerdictSpec(curve=curve)
    assert repr(curve) in str(caught.value)


@pytest.mark.parametrize("disputed", [-0.1, 1.1, math.nan, math.inf])
def test_a_factor_for_disputed_texts_out_of_range_is_refused(disputed: float) -> None:
    with pytest.raises(InputError, match=f"disputed {disputed!r} is not from 0 to 1"):
        VerdictSpec(disputed=disputed)


@pytest.mark.parametrize("disputed", ["1", None, True])
def test_a_factor_that_is_no_number_is_refused(disputed: Any) -> None:
    with pytest.raises(InputTypeError, match="disputed"):
        VerdictSpec(disputed=disputed)


@pytest.mark.parametrize("threshold", [-1, 101, -0.001, math.nan, math.inf])
def test_a_threshold_out_of_range_is_refused(threshold: float) -> None:
    with pytest.raises(InputError, match=f"threshold {threshold!r} is not from 0 to 100"):
        VerdictSpec(threshold=threshold)


@pytest.mark.parametrize("threshold", ["80", None, True, (50,)])
def test_a_threshold_that_is_no_number_is_refused(threshold: Any) -> None:
    with pytest.raises(InputTypeError, match="threshold must be a number"):
        VerdictSpec(threshold=threshold)


def test_the_limits_themselves_are_fine() -> None:
    for value in (0, 100, 0.0, 100.0, 99.5):
        assert VerdictSpec(threshold=value).threshold == value
    assert (VerdictSpec(disputed=0).disputed, VerdictSpec(disputed=1).disputed) == (0, 1)
