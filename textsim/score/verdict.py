"""Are two texts the same? The calibrated score of their likeness, and what moved it.

A model is a straight line and a few dozen decision trees over the measures of ``likeness``, added
up to log-odds (J. Friedman, Greedy function approximation: a gradient boosting machine, 2001). It
is a file in ``dicts/``; nothing but additions and comparisons happens here.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textsim import dictionaries
from textsim.errors import InputError, InputTypeError
from textsim.score.likeness import MEASURES
from textsim.values import Reason
from textsim.values.comparison import check_threshold

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Model",
    "VerdictSpec",
    "average",
    "calibrated",
    "closeness",
    "load_model",
    "log_odds",
    "parse_model",
    "read_off",
    "reasons",
]

_INDEX = {measure: index for index, measure in enumerate(MEASURES)}
_DECIMALS = 4  # of a score; the same on every machine, whatever its exponential function
_BELOW_EQUAL = 100 - 10.0**-_DECIMALS  # 100 is for equal texts

Node = tuple[int, float, Any, Any, float]  # measure, at most, then, else, mean


@dataclass(frozen=True, slots=True)
class VerdictSpec:
    """How the score is made and from where on two texts are duplicates.

    ``model`` is the name of a shipped model. Without one, or where only fingerprints are at hand,
    the score is read off ``curve``: points (overlap, score), both from 0 to 100 and rising, joined
    by straight lines; it is multiplied by ``disputed`` when the texts contradict each other.
    ``threshold`` is the lowest score of a duplicate. None of them changes a fingerprint, so they
    are no part of a profile's id. Values out of range raise InputError.
    """

    model: str = ""
    curve: tuple[tuple[float, float], ...] = ((0, 0), (100, 100))
    disputed: float = 1
    threshold: float = 50

    def __post_init__(self) -> None:
        """Refuse a threshold and a curve that cannot be."""
        object.__setattr__(self, "threshold", check_threshold(self.threshold))
        if any(len(point) != 2 for point in self.curve):  # noqa: PLR2004
            msg = f"curve {self.curve!r} is not made of points (overlap, score)"
            raise InputError(msg)
        if len(self.curve) < 2 or self.curve[0][0] != 0 or self.curve[-1][0] != 100:  # noqa: PLR2004
            msg = f"curve {self.curve!r} does not lead from overlap 0 to overlap 100"
            raise InputError(msg)
        for side in zip(*self.curve, strict=True):
            steps = (0, *side, 100)
            if not all(low <= high for low, high in pairwise(steps)):  # also refuses nan
                msg = f"curve {self.curve!r} does not rise between 0 and 100"
                raise InputError(msg)
        if isinstance(self.disputed, bool) or not isinstance(self.disputed, (int, float)):
            msg = f"disputed must be a number, not {type(self.disputed).__name__} {self.disputed!r}"
            raise InputTypeError(msg)
        if not 0 <= self.disputed <= 1:
            msg = f"disputed {self.disputed!r} is not from 0 to 1"
            raise InputError(msg)


class Model(NamedTuple):
    """A model in memory: ``slopes`` are (measure, slope, mean), a tree is a Node or a number.

    ``order`` are (measure, weight): how much more than in the score the plain likeness counts when
    candidates are put in order.
    """

    intercept: float
    slopes: tuple[tuple[int, float, float], ...]
    trees: tuple[Node | float, ...]
    order: tuple[tuple[int, float], ...]


@cache
def load_model(name: str) -> Model:
    """Return a shipped model; an unknown name raises UnknownNameError."""
    return parse_model(dictionaries.text(name))


def parse_model(text: str) -> Model:
    """Return the model of a file's text."""
    data = json.loads(text)
    return Model(
        data["intercept"],
        tuple((_INDEX[m], line["slope"], line["mean"]) for m, line in data["slopes"].items()),
        tuple(map(_node, data["trees"])),
        tuple((_INDEX[m], weight) for m, weight in data["order"].items()),
    )


def _node(tree: Any) -> Node | float:
    if not isinstance(tree, dict):
        return float(tree)
    sides = _node(tree["then"]), _node(tree["else"])
    return (_INDEX[tree["measure"]], tree["at_most"], *sides, tree["mean"])


def log_odds(model: Model, values: Sequence[float]) -> float:
    """Return the log-odds that two texts with these measures are duplicates."""
    total = model.intercept
    for index, slope, _ in model.slopes:
        total += slope * values[index]
    for tree in model.trees:
        node = tree
        while type(node) is tuple:  # not isinstance: this loop is what a comparison waits for
            node = node[2] if values[node[0]] <= node[1] else node[3]
        total += cast("float", node)
    return total


def calibrated(odds: float) -> float:
    """Return log-odds as a score: the share of duplicates among such pairs, 0 to below 100.

    >>> calibrated(0.0), calibrated(math.log(4)), calibrated(50.0)
    (50.0, 80.0, 99.9999)
    """
    share = 1 / (1 + math.exp(-odds)) if odds > -700 else 0.0  # noqa: PLR2004 - exp overflows there
    return min(round(100 * share, _DECIMALS), _BELOW_EQUAL)


def closeness(model: Model, odds: float, values: Sequence[float]) -> float:
    """Return what candidates are put in order by: the log-odds and the plain likeness."""
    return odds + sum(weight * values[index] for index, weight in model.order)


def read_off(curve: Sequence[tuple[float, float]], overlap: float) -> float:
    """Return the score of an overlap by a curve of VerdictSpec, to below 100.

    >>> read_off(((0, 0), (50, 20), (100, 100)), 75.0)
    60.0
    """
    for (left, low), (right, high) in pairwise(curve):
        if overlap <= right:
            share = (overlap - left) / (right - left) if right > left else 1.0
            return min(round(low + share * (high - low), _DECIMALS), _BELOW_EQUAL)
    return _BELOW_EQUAL


def average(model: Model) -> float:
    """Return the log-odds of a pair whose every measure is average."""
    lines = sum(slope * mean for _, slope, mean in model.slopes)
    roots = sum(tree[4] if isinstance(tree, tuple) else tree for tree in model.trees)
    return model.intercept + lines + roots


def reasons(model: Model, values: Sequence[float]) -> tuple[Reason, ...]:
    """Return what each measure adds to the log-odds, the strongest first.

    Along the way through a tree every step from the mean of a branch to that of the next is put
    down to the measure asked there (A. Saabas, Interpreting random forests, 2014). Together with
    ``average`` the effects add up to the log-odds.
    """
    effects = dict.fromkeys(range(len(MEASURES)), 0.0)
    for index, slope, mean in model.slopes:
        effects[index] += slope * (values[index] - mean)
    for tree in model.trees:
        node = tree
        while isinstance(node, tuple):
            index, at_most, then, other, mean = node
            node = then if values[index] <= at_most else other
            effects[index] += (node[4] if isinstance(node, tuple) else node) - mean
    found = [
        Reason(measure, says, values[i], round(effects[i], _DECIMALS))
        for i, (measure, says) in enumerate(MEASURES.items())
        if round(effects[i], _DECIMALS)
    ]
    return tuple(sorted(found, key=lambda reason: (-abs(reason.effect), reason.measure)))
