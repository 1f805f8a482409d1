"""The voting in Python integers: any width and any weights, and the fast way for one text."""

from __future__ import annotations

import operator
import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from textsim.errors import InputError, InputTypeError, UnknownNameError
from textsim.weights import exact_weights

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SimhashSpec", "simhash", "votes"]

_LANE = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class SimhashSpec:
    """How many bits (8 to 256, a multiple of 8), and what becomes of a bit whose vote is 0.

    ``one`` sets it, so no features give all ones; ``zero`` clears it, so no features give 0.
    ``heaviest`` (a multiple of 64 bits) takes it from the hash of greatest weight, equal hashes
    summed, and among equal weights from the one whose lowest 64 bits are the larger number; no
    features give 0. It keeps unrelated texts half the bits apart, where the other two rules draw
    texts of an even number of words together. A feature of weight 0 has no say under any rule.

    A fingerprint's lower bits do not depend on ``bits``. InputError names ``bits``,
    UnknownNameError ``tie``.
    """

    bits: int = 64
    tie: Literal["one", "zero", "heaviest"] = "heaviest"

    def __post_init__(self) -> None:
        """Refuse unknown rules and widths."""
        if self.tie not in ("one", "zero", "heaviest"):
            msg = f"tie {self.tie!r} is not known; known are 'heaviest', 'one', 'zero'"
            raise UnknownNameError(msg)
        if type(self.bits) is not int:
            msg = f"bits must be an integer, not {type(self.bits).__name__} {self.bits!r}"
            raise InputTypeError(msg)
        step = 64 if self.tie == "heaviest" else 8
        if self.bits not in range(step, 257, step):
            msg = f"bits {self.bits!r} is not a multiple of {step} up to 256 (tie {self.tie!r})"
            raise InputError(msg)


def votes(hashes: Iterable[int], weights: Iterable[float], spec: SimhashSpec) -> tuple[float, ...]:
    """Return the vote on every bit, bit 0 first, before ties are decided.

    Whole weights give integers, others floats, each the exact sum rounded once. There is one
    weight a hash, a finite number from 0 upwards; anything else raises InputError or
    InputTypeError naming ``weight`` and the position, a hash that does not fit ``hash``.

    >>> votes([0b01, 0b11], [1, 3], SimhashSpec(8, "one"))[:3]
    (4, 2, -4)
    """
    numbers, scaled, denominator = _checked(hashes, weights, spec)
    sums = _votes(numbers, scaled, spec.bits)
    if denominator == 1:
        return tuple(sums)
    try:
        return tuple(vote / denominator for vote in sums)
    except OverflowError:
        msg = "the weights are too large: the sum of every weight must be a finite float"
        raise InputError(msg) from None


def simhash(hashes: Iterable[int], weights: Iterable[float], spec: SimhashSpec) -> int:
    """Return the fingerprint of hashed features, an unsigned integer below ``2 ** spec.bits``.

    Arguments and errors are those of ``votes``.

    >>> simhash([0b0011, 0b0101], [2, 1], SimhashSpec(64))
    3
    """
    numbers, scaled, _ = _checked(hashes, weights, spec)
    sums = _votes(numbers, scaled, spec.bits)
    ties = {"one": -1, "zero": 0}.get(spec.tie)
    if ties is None:
        ties = _heaviest(numbers, scaled)
    value = 0
    for bit, vote in enumerate(sums):
        if vote > 0 or (vote == 0 and ties >> bit & 1):
            value |= 1 << bit
    return value


def _checked(
    hashes: Iterable[int], weights: Iterable[float], spec: SimhashSpec
) -> tuple[list[int], list[int], int]:
    numbers = [_hash(position, value, spec.bits) for position, value in enumerate(hashes)]
    scaled, denominator = exact_weights(weights)
    if len(numbers) != len(scaled):
        msg = f"weights has {len(scaled)} items for {len(numbers)} hashes; give one a hash"
        raise InputError(msg)
    return numbers, scaled, denominator


def _hash(position: int, value: Any, bits: int) -> int:
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        kind = type(value).__name__
        msg = f"hash {value!r} at position {position} must be an integer, not {kind}"
        raise InputTypeError(msg)
    if number >> bits:
        msg = f"hash {value!r} at position {position} does not fit {bits} unsigned bits"
        raise InputError(msg)
    return number


def _votes(hashes: list[int], weights: list[int], bits: int) -> list[int]:
    """Return the votes, counted for all bits at once: one large integer holds a counter a bit."""
    total = sum(weights)
    needed = -(-total.bit_length() // 8)
    size = next((size for size in _CODES if size >= needed), needed)
    spread = _spread(size).__getitem__
    counters = 0
    for number, weight in zip(hashes, weights, strict=True):
        apart = b"".join(map(spread, number.to_bytes(bits // 8, "little")))
        counters += weight * int.from_bytes(apart, "little")
    data = counters.to_bytes(bits * size, "little")
    ones: Iterable[int] = (
        struct.unpack(f"<{bits}{_CODES[size]}", data)
        if size in _CODES
        else (int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size))
    )
    return [2 * count - total for count in ones]


# Sizes of a counter that the struct module reads, with its codes.
_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


@lru_cache(maxsize=8)
def _spread(size: int) -> tuple[bytes, ...]:
    """Return, for each octet, its eight bits as counters of ``size`` octets, lowest bit first."""
    return tuple(
        b"".join((octet >> bit & 1).to_bytes(size, "little") for bit in range(8))
        for octet in range(256)
    )


def _heaviest(hashes: list[int], weights: list[int]) -> int:
    """Return the hash that decides ties, or 0 when no feature has a weight."""
    sums: dict[int, int] = {}
    for number, weight in zip(hashes, weights, strict=True):
        if weight:
            sums[number & _LANE] = sums.get(number & _LANE, 0) + weight
    if not sums:
        return 0
    lowest = max(sums, key=lambda low: (sums[low], low))
    alike = [h for h, w in zip(hashes, weights, strict=True) if w and h & _LANE == lowest]
    # Two words that share 64 bits and differ above: lane by lane, so that width changes nothing.
    return max(alike, key=lambda h: [h >> shift & _LANE for shift in (64, 128, 192)])
