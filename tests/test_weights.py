from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textsim.errors import InputError, InputTypeError
from textsim.weights import exact_weights

FINITE = st.integers(0, 2**80) | st.floats(0, allow_infinity=False, allow_nan=False)


@settings(deadline=None)
@given(st.lists(FINITE, max_size=8))
def test_scaled_integers_are_the_weights_to_the_last_bit(weights: list[float]) -> None:
    scaled, denominator = exact_weights(weights)
    assert [Fraction(n, denominator) for n in scaled] == [Fraction(w) for w in weights]


def test_whole_weights_need_no_scale() -> None:
    assert exact_weights([]) == ([], 1)
    mixed: list[Any] = [0, 3, 2.0, np.int8(4), np.uint64(2**63), np.float32(5)]
    assert exact_weights(mixed) == ([0, 3, 2, 4, 2**63, 5], 1)


@pytest.mark.parametrize("wrong", [-1, -0.5, float("nan"), float("inf"), np.float64(-1), -(10**30)])
def test_a_weight_below_zero_or_not_finite_is_refused_by_position(wrong: float) -> None:
    with pytest.raises(InputError, match=r"weight .* at position 2 is not a finite number"):
        exact_weights([1, 2.5, wrong])


@pytest.mark.parametrize("wrong", [True, np.True_, "3", None, 1j, [1]])
def test_a_weight_that_is_no_number_is_refused_by_position(wrong: object) -> None:
    with pytest.raises(InputTypeError, match=r"weight .* at position 1 must be a number"):
        exact_weights([1, wrong])  # type: ignore[list-item]


def test_the_sum_does_not_depend_on_order() -> None:
    weights = [0.1, 0.2, 0.3, 1e16, 7]
    sums = {sum(exact_weights(order)[0]) for order in itertools.permutations(weights)}
    assert len(sums) == 1
