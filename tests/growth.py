"""Whether work grows in line with its input: a guard against quadratic time, not a speed figure."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Less than this is too little to tell, and no harm.
_NOTHING = 0.5


def is_linear(work: Callable[[int], object], small: int, factor: int = 4) -> bool:
    """Tell whether ``factor`` times the input takes about ``factor`` times the processor time.

    Quadratic work takes ``factor`` times as much again; 2.5 leaves room for a busy machine, and
    one good measurement of three is enough.
    """

    def seconds(size: int) -> float:
        start = time.process_time()
        work(size)
        return time.process_time() - start

    for _ in range(3):
        short, long = seconds(small), seconds(factor * small)
        if long < _NOTHING or long < 2.5 * factor * short:
            return True
    return False
