"""The model of the verdict: a straight line and small trees, fitted to pairs and to lists.

It is fitted to two things at once: labelled pairs (is this pair the same?) and edited forum titles
(is the true title above its neighbours?). Without the second it separates the labelled pairs
better and puts real candidates in a poor order, because the pairs are easier than what a search
brings up. Needs the extra ``quality``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from textsim.score.likeness import MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable

    import lightgbm
    from numpy.typing import NDArray

TREES, LEAVES, RATE = 60, 8, 0.2
ORDER_WEIGHT = 0.4  # of one edited title, beside one labelled pair
ORDER = {
    "cosine": 16,
    "pairs": 8,
    "sequence": 8,
}  # what the order of candidates adds to the log-odds
NAMES = list(MEASURES)
# What must speak for, and what against a duplicate: the more of it the more, all else equal.
RISING = {
    "cosine", "words", "words_contained", "pairs", "pairs_contained", "letters",
    "letters_contained", "triples_contained", "sequence", "sequence_contained", "masked", "clause",
    "replaced_alike", "homophones",
}  # fmt: skip
FALLING = {
    "amount", "serial", "when", "polarity", "roles", "title", "numbers_replaced", "lost_both",
}  # fmt: skip
# The straight line below the trees.
SLOPES = [
    "cosine", "words", "words_contained", "pairs", "pairs_contained", "letters",
    "letters_contained", "triples_contained", "sequence", "sequence_contained", "masked", "head",
    "tail", "clause", "replaced_alike", "homophones", "length_ratio", "moved", "lost_both",
    "amount", "serial", "when", "polarity", "roles", "title",
]  # fmt: skip
EITHER = {"length_ratio", "moved"}  # slopes of either sign; the others may only speak for


class Examples(NamedTuple):
    """What is fitted: ``pairs`` with ``labels`` and ``weights``; ``lists`` with a true row each."""

    pairs: NDArray[np.float64]
    labels: NDArray[np.float64]
    weights: NDArray[np.float64]
    lists: list[NDArray[np.float64]]
    true: list[int]


class Fitted(NamedTuple):
    """A fitted model: the straight line and the trees above it."""

    intercept: float
    slopes: NDArray[np.float64]
    trees: lightgbm.Booster

    def log_odds(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log-odds of each row of measures."""
        line = rows[:, _columns()] @ self.slopes + self.intercept
        return np.asarray(line + self.trees.predict(rows, raw_score=True))


def _bounds(name: str) -> tuple[float | None, float | None]:
    """Return the range of a slope."""
    if name in EITHER:
        return None, None
    return (None, 0.0) if name in FALLING else (0.0, None)


def _columns() -> list[int]:
    return [NAMES.index(name) for name in SLOPES]


def fit(examples: Examples) -> Fitted:
    """Return the model of the examples; the same for the same examples."""
    import lightgbm
    from scipy.optimize import minimize

    rows = np.vstack([examples.pairs, *examples.lists])
    loss = _loss(examples)
    columns = _columns()
    line = np.c_[rows[:, columns], np.ones(len(rows))]

    def target(slopes: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value, gradient, _ = loss(line @ slopes)
        flat = np.r_[slopes[:-1], 0.0]
        return value + flat @ flat / 2, line.T @ gradient + flat

    bounds = [*map(_bounds, SLOPES), (None, None)]
    start = np.zeros(line.shape[1])
    slopes = minimize(target, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    data = lightgbm.Dataset(
        rows, np.zeros(len(rows)), init_score=line @ slopes, feature_name=NAMES, free_raw_data=False
    )
    signs = [1 if name in RISING else -1 if name in FALLING else 0 for name in NAMES]
    options = {
        "objective": lambda odds, _: loss(odds)[1:],
        "num_leaves": LEAVES,
        "learning_rate": RATE,
        "min_child_samples": 20,
        "min_sum_hessian_in_leaf": 1.0,
        "lambda_l2": 1.0,
        "monotone_constraints": signs,
        "monotone_constraints_method": "advanced",
        "num_threads": 1,
        "deterministic": True,
        "seed": 0,
        "verbose": -1,
    }
    return Fitted(slopes[-1], slopes[:-1], lightgbm.train(options, data, TREES))


def shares(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log-odds as shares from 0 to 1."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -500, 500))))


def _loss(examples: Examples) -> Callable[[Any], tuple[float, Any, Any]]:
    """Return the loss of log-odds with its gradient and curvature: pairs first, then the lists."""
    pairs = len(examples.labels)
    sizes = [len(rows) for rows in examples.lists]
    starts = pairs + np.cumsum([0, *sizes])
    true = starts[:-1] + np.array(examples.true, int)

    def loss(odds: NDArray[np.float64]) -> tuple[float, Any, Any]:
        gradient, curve = np.zeros(len(odds)), np.zeros(len(odds))
        share = shares(odds[:pairs])
        gradient[:pairs] = examples.weights * (share - examples.labels)
        curve[:pairs] = examples.weights * share * (1 - share)
        each = np.logaddexp(0, odds[:pairs]) - examples.labels * odds[:pairs]
        value = float(examples.weights @ each)
        for start, end, row in zip(starts, starts[1:], true, strict=False):
            share = np.exp(odds[start:end] - odds[start:end].max())
            share /= share.sum()
            value -= ORDER_WEIGHT * float(np.log(share[row - start] + 1e-300))
            gradient[start:end] = ORDER_WEIGHT * share
            curve[start:end] = ORDER_WEIGHT * share * (1 - share)
            gradient[row] -= ORDER_WEIGHT
        return value, gradient, np.maximum(curve, 1e-6)

    return loss


def written(model: Fitted, examples: Examples) -> dict[str, Any]:
    """Return a model as the JSON that textsim reads, with the means that explain it."""
    means = np.average(examples.pairs, axis=0, weights=examples.weights)
    slopes = {
        name: {"slope": round(float(slope), 4), "mean": round(float(means[NAMES.index(name)]), 4)}
        for name, slope in zip(SLOPES, model.slopes, strict=True)
        if round(float(slope), 4)
    }
    dump = model.trees.dump_model()["tree_info"]
    every = np.arange(len(examples.labels))
    trees = [_tree(tree["tree_structure"], examples, every)[0] for tree in dump]
    return {
        "about": "log-odds that two titles are the same: intercept, slopes and trees added up",
        "intercept": round(float(model.intercept), 4),
        "slopes": slopes,
        "order": ORDER,
        "trees": trees,
    }


def _tree(node: dict[str, Any], examples: Examples, rows: Any) -> tuple[Any, float]:
    """Return a node as JSON, and its mean over the rows of pairs that reach it."""
    if "leaf_value" in node:
        value = round(float(node["leaf_value"]), 4)
        return value, value
    column, at_most = int(node["split_feature"]), round(float(node["threshold"]), 6)
    below = examples.pairs[rows, column] <= at_most
    sides = [(rows[below], "left_child"), (rows[~below], "right_child")]
    (then, here), (other, there) = (_tree(node[child], examples, part) for part, child in sides)
    weights = [float(examples.weights[part].sum()) for part, _ in sides]
    mean = (weights[0] * here + weights[1] * there) / (sum(weights) or 1)
    measure = NAMES[column]
    return {
        "measure": measure,
        "at_most": at_most,
        "mean": round(mean, 4),
        "then": then,
        "else": other,
    }, mean
