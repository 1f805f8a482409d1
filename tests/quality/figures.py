"""The figures that a way of judging pairs and of ordering candidates is measured by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from textsim import get_profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tests.quality.data import Pair

__all__ = [
    "THRESHOLD",
    "Figures",
    "area",
    "best_f1",
    "calibration",
    "f1",
    "first_and_ten",
    "judged",
    "line",
    "rank_of",
]

_BINS = 10
THRESHOLD = get_profile("title").verdict.threshold / 100


class Figures(NamedTuple):
    """F1 at the shipped and at the best threshold, AUC, calibration error, duplicates by kind."""

    f1: float
    best_f1: float
    area: float
    calibration: float
    kinds: dict[str, float]


def judged(pairs: list[Pair], shares: NDArray[np.float64]) -> Figures:
    """Return the figures of the shares, 0 to 1, that pairs are said to be the same with."""
    labels = np.array([pair.label for pair in pairs], bool)
    kinds = np.array([pair.kind for pair in pairs])
    said = shares >= THRESHOLD
    return Figures(
        f1(labels, said),
        best_f1(labels, shares),
        area(labels, shares),
        calibration(labels, shares),
        {str(kind): float(said[kinds == kind].mean()) for kind in np.unique(kinds)},
    )


def f1(labels: NDArray[np.bool_], said: NDArray[np.bool_]) -> float:
    """Return the F1 of saying ``said``."""
    return float(2 * (labels & said).sum() / max(labels.sum() + said.sum(), 1))


def best_f1(labels: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Return the highest F1 over all thresholds."""
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(labels[order])
    said = np.arange(1, len(order) + 1)
    last = np.r_[np.diff(scores[order]) != 0, True]  # equal scores are judged together
    return float((2 * right / (labels.sum() + said))[last].max())


def area(labels: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Return the area under the ROC curve: how often a true pair is above a false one."""
    _, ranks, counts = np.unique(scores, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - (counts - 1) / 2
    ranked = middle[ranks]
    true, false = int(labels.sum()), int((~labels).sum())
    return float((ranked[labels].sum() - true * (true + 1) / 2) / (true * false))


def calibration(labels: NDArray[np.bool_], shares: NDArray[np.float64]) -> float:
    """Return the expected calibration error over ten bins of equal width."""
    bins = np.minimum((shares * _BINS).astype(int), _BINS - 1)
    gaps = np.abs(
        np.bincount(bins, shares, minlength=_BINS) - np.bincount(bins, labels, minlength=_BINS)
    )
    return float(gaps.sum() / len(shares))


def rank_of(scores: NDArray[np.float64], true: int) -> float:
    """Return how many come before the true one; of those that are equal, half."""
    own = scores[true]
    return float((scores > own).sum() + ((scores == own).sum() - 1) / 2)


def first_and_ten(scores: Sequence[NDArray[np.float64]], places: Sequence[int | None]) -> str:
    """Return in how many lists the true place is the highest, and among the ten highest.

    ``places`` are None where the true title is not in the list. Equal scores count half.
    """
    ranks = np.array(
        [
            np.inf if place is None else rank_of(row, place)
            for row, place in zip(scores, places, strict=True)
        ]
    )
    return f"{np.mean(ranks < 1):.4f} / {np.mean(ranks < 10):.4f}"


def line(name: str, found: Figures) -> str:
    """Return figures as one line."""
    kinds = " ".join(f"{kind} {share:.3f}" for kind, share in found.kinds.items())
    return (
        f"{name}: F1 {found.f1:.4f} (best {found.best_f1:.4f}) AUC {found.area:.4f} "
        f"calibration {found.calibration:.4f} | {kinds}"
    )
