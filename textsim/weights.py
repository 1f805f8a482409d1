"""Weights of features as exact integers, so that sums depend on neither order nor platform."""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import TYPE_CHECKING

from textsim.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["exact_weights"]


def exact_weights(weights: Iterable[float]) -> tuple[list[int], int]:
    """Return the weights as integers, and the one denominator that they are to be divided by.

    Every finite float is a fraction with a power of two below, so nothing is rounded; whole
    weights have the denominator 1. A negative weight, NaN or infinity raises InputError, anything
    but a real number (a bool too) InputTypeError, both naming the weight and its position.

    >>> exact_weights([3, 0.5, 0.25])
    ([12, 2, 1], 4)
    """
    ratios = [_ratio(position, weight) for position, weight in enumerate(weights)]
    denominator = math.lcm(*{below for _, below in ratios})
    return [above * (denominator // below) for above, below in ratios], denominator


def _ratio(position: int, weight: float) -> tuple[int, int]:
    if type(weight) is int and weight >= 0:
        return weight, 1
    if isinstance(weight, bool) or not isinstance(weight, Real):
        kind = type(weight).__name__
        msg = f"weight {weight!r} at position {position} must be a number, not {kind}"
        raise InputTypeError(msg)
    if not 0 <= weight < math.inf:
        msg = f"weight {weight!r} at position {position} is not a finite number from 0 upwards"
        raise InputError(msg)
    if isinstance(weight, Integral):
        return int(weight), 1
    above, below = weight.as_integer_ratio()
    return int(above), int(below)
