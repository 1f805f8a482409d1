"""Stage 6: how far two fingerprints are apart in bits, and how much two sets of features share."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from textsim.errors import InputError, InputTypeError
from textsim.weights import exact_weights

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from textsim.values import Feature

__all__ = [
    "ScoreSpec",
    "cosine_estimate",
    "distance",
    "distances",
    "lanes_from_bytes",
    "overlap",
    "overlap_beyond_chance",
    "overlap_estimate",
    "percent",
]

_LANE = (1 << 64) - 1
# Of our own: the caller's decimal context may have another precision.
_HALF_UP = Context(prec=28, rounding=ROUND_HALF_UP)
_HUNDREDTH = Decimal("0.01")
_WIDE = 32  # bits


@dataclass(frozen=True, slots=True)
class ScoreSpec:
    """How the distance is counted: over the lowest ``hash_count`` bits, or over all (None).

    The Java title tool always makes 64 bits, compares the lowest ``hash_count`` of them and
    divides by ``hash_count``. Anything but an integer above 0 raises InputError naming it.
    """

    hash_count: int | None = None

    def __post_init__(self) -> None:
        """Refuse what does not count bits."""
        if self.hash_count is not None and _whole("hash_count", self.hash_count) < 1:
            msg = f"hash_count {self.hash_count!r} is not above 0; give a number of bits"
            raise InputError(msg)


def distance(a: int, b: int, spec: ScoreSpec | None = None) -> int:
    """Return the Hamming distance of two unsigned fingerprint values in bits.

    Only the lowest ``spec.hash_count`` bits count if that is set. A negative value raises
    InputError, anything but an integer InputTypeError, naming ``a`` or ``b``.

    >>> distance(0b1011, 0b0010)
    2
    """
    apart = _unsigned("a", a) ^ _unsigned("b", b)
    if spec is not None and spec.hash_count is not None:
        apart &= (1 << spec.hash_count) - 1
    return apart.bit_count()


def percent(distance: int, bits: int) -> float:
    """Return ``(1 - distance / bits) * 100`` rounded half up to two decimals: 50 is unrelated.

    The rounding is that of Java's ``%.2f``: on the shortest decimal form of the double, never on
    its binary value. It depends on no locale. A distance outside 0 to ``bits`` raises InputError.

    >>> percent(6, 64), percent(29, 64)
    (90.63, 54.69)
    """
    _check_distance(distance, bits)
    exact = Decimal(repr((1 - distance / bits) * 100))
    return float(exact.quantize(_HUNDREDTH, context=_HALF_UP))


def cosine_estimate(distance: int, bits: int) -> float:
    """Return the cosine of two vectors of features whose fingerprints are ``distance`` bits apart.

    It is ``cos(pi * distance / bits)``: a bit differs with the probability of the angle over pi
    (M. Charikar, Similarity estimation techniques from rounding algorithms, STOC 2002). 1 is equal,
    0 unrelated, negative noise. A distance outside 0 to ``bits`` raises InputError.

    >>> cosine_estimate(0, 64)
    1.0
    """
    _check_distance(distance, bits)
    return math.cos(math.pi * distance / bits)


def overlap_estimate(distance: int, bits: int) -> float:
    """Return what ``overlap`` is likely to be for fingerprints ``distance`` bits apart, 0 to 100.

    The cosine estimate times 100, and 0.0 from half the bits on, where unrelated texts lie.

    >>> overlap_estimate(0, 64), overlap_estimate(32, 64)
    (100.0, 0.0)
    """
    cosine = cosine_estimate(distance, bits)
    return 100 * cosine if 2 * distance < bits else 0.0


def overlap_beyond_chance(distance: int, bits: int) -> float:
    """Return how much two texts have in common at the least that chance explains, 0 to 100.

    Fingerprints of unrelated texts lie half the bits apart, give or take ``sqrt(bits) / 2`` (one
    standard deviation of so many coin flips). This is the cosine estimate times 100 with half the
    bits drawn in by two deviations (by one below 32 bits), and 0.0 from there on.

    >>> overlap_beyond_chance(0, 64), overlap_beyond_chance(24, 64)
    (100.0, 0.0)
    """
    _check_distance(distance, bits)
    chance = bits / 2 - math.sqrt(bits) * (1 if bits >= _WIDE else 0.5)
    return 100 * math.cos(math.pi / 2 * distance / chance) if distance < chance else 0.0


def overlap(a: Iterable[Feature], b: Iterable[Feature]) -> float | None:
    """Return how much two sets of features share, from 0 to 100, or None when a side has none.

    It is 100 times the cosine of the two vectors of weights by word, equal words summed: exactly
    100.0 only for the same words in the same proportions, exactly 0.0 only for no common word, the
    same for (a, b) and (b, a) and for any order of features. A weight that is not a finite number
    from 0 upwards raises InputError or InputTypeError naming ``weight``; weight 0 counts as absent.

    >>> overlap([("养猫", 1), ("知识", 1)], [("养猫", 1), ("养狗", 1)])
    50.0
    """
    left, right = _vector(a), _vector(b)
    if not left or not right:
        return None
    shared = sum(weight * right[word] for word, weight in left.items() if word in right)
    if not shared:
        return 0.0
    whole = sum(w * w for w in left.values()) * sum(w * w for w in right.values())
    if shared * shared == whole:
        return 100.0
    # One correctly rounded division of exact integers; rounding may not reach the two ends.
    near = 100 * math.sqrt(shared * shared / whole)
    return min(max(near, math.ulp(0.0)), math.nextafter(100.0, 0.0))


def distances(values: Any, value: Any) -> NDArray[np.int64]:
    """Return the Hamming distance of every fingerprint in ``values`` to the one in ``value``.

    ``values`` is an integer array ``(n, lanes)`` of 64-bit lanes with the lowest first, or
    ``(n,)`` of one lane, or a sequence of Python integers of any size; ``value`` is an array
    ``(lanes,)`` or an integer. Different widths raise InputError naming ``bits``, negative
    numbers InputError, floats and other types InputTypeError naming the argument.

    >>> distances([2**63 + 1, 5], 7).tolist()
    [3, 1]
    """
    many = _numbers("values", values)
    if isinstance(value, np.ndarray) and value.ndim:
        one = _numbers("value", value.reshape(1, -1))
    else:
        one = [_unsigned("value", value.item() if isinstance(value, np.ndarray) else value)]
    widths = {side.shape[1] for side in (many, one) if isinstance(side, np.ndarray)}
    widths = widths or {max(_needed(side) for side in (many, one))}
    lanes = max(widths)
    if len(widths) > 1 or any(_needed(side) > lanes for side in (many, one)):
        said = [64 * _needed(side) for side in (many, one)]
        msg = f"bits differ: values has {said[0]} and value {said[1]}; compare one width"
        raise InputError(msg)
    return _popcount(_lanes(many, lanes) ^ _lanes(one, lanes))


def lanes_from_bytes(rows: Any) -> NDArray[np.uint64]:
    """Return fingerprints given as big-endian bytes (``Fingerprint.to_bytes``) as 64-bit lanes.

    ``rows`` is an array ``(n, k)`` of uint8 or a sequence of bytes objects of one length k; the
    answer is ``(n, ceil(k / 8))`` with the lowest lane first. Unequal lengths raise InputError
    naming ``bits``, other types InputTypeError naming ``rows``.

    >>> lanes_from_bytes([bytes([1, 0]), bytes([0, 255])]).tolist()
    [[256], [255]]
    """
    if not isinstance(rows, np.ndarray):
        rows = list(rows)
        if not all(isinstance(row, bytes) for row in rows):
            msg = "rows must be an array of uint8 or a sequence of bytes"
            raise InputTypeError(msg)
        sizes = {len(row) for row in rows}
        if len(sizes) > 1:
            msg = f"bits differ: rows has {sorted(8 * size for size in sizes)}; give one width"
            raise InputError(msg)
        rows = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), max(sizes, default=8))
    if rows.dtype != np.uint8 or rows.ndim != 2:  # noqa: PLR2004
        msg = f"rows must be an array (n, bytes) of uint8, not {rows.dtype} {rows.shape}"
        raise InputTypeError(msg)
    lanes = -(-rows.shape[1] // 8)
    padded = np.zeros((len(rows), 8 * lanes), np.uint8)
    padded[:, 8 * lanes - rows.shape[1] :] = rows
    return np.ascontiguousarray(padded.view(">u8")[:, ::-1]).astype(np.uint64)


def _vector(features: Iterable[Feature]) -> dict[str, int]:
    """Return the summed weight of each word as an exact integer, on a scale common to all."""
    pairs = list(features)
    scaled, _ = exact_weights(weight for _, weight in pairs)
    sums: dict[str, int] = {}
    for (word, _), weight in zip(pairs, scaled, strict=True):
        if weight:
            sums[word] = sums.get(word, 0) + weight
    return sums


def _whole(name: str, value: Any) -> int:
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        msg = f"{name} must be an integer, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    return number


def _unsigned(name: str, value: Any) -> int:
    number = _whole(name, value)
    if number < 0:
        msg = f"{name} {value!r} is negative; Fingerprint.from_signed reads signed columns"
        raise InputError(msg)
    return number


def _check_distance(distance: int, bits: int) -> None:
    if _whole("bits", bits) < 1:
        msg = f"bits {bits!r} is not above 0"
        raise InputError(msg)
    if not 0 <= _whole("distance", distance) <= bits:
        msg = f"distance {distance!r} is not between 0 and bits {bits!r}"
        raise InputError(msg)


def _numbers(name: str, values: Any) -> NDArray[np.uint64] | list[int]:
    """Return an array of lanes, or a list of unsigned integers whose width is not known."""
    if not isinstance(values, np.ndarray) or values.dtype == object:
        if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
            msg = f"{name} must be a sequence of integers, not {type(values).__name__}"
            raise InputTypeError(msg)
        # Not np.array(values): it would turn large integers into floats.
        return [_unsigned(f"{name}[{i}]", number) for i, number in enumerate(values)]
    if values.dtype.kind not in "iu":
        msg = f"{name} must be integers, not {values.dtype}; floats lose the low bits"
        raise InputTypeError(msg)
    if values.ndim not in (1, 2):
        msg = f"{name} has shape {values.shape}; give (n, lanes)"
        raise InputError(msg)
    if values.dtype.kind == "i" and (values < 0).any():
        msg = f"{name} holds negative numbers; view signed columns as numpy.uint64"
        raise InputError(msg)
    rows: NDArray[np.uint64] = values.astype(np.uint64, copy=False)
    return rows if rows.ndim > 1 else rows[:, np.newaxis]


def _needed(side: NDArray[np.uint64] | list[int]) -> int:
    if isinstance(side, np.ndarray):
        return int(side.shape[1])
    return max(1, -(-max(map(int.bit_length, side), default=0) // 64))


def _lanes(side: NDArray[np.uint64] | list[int], lanes: int) -> NDArray[np.uint64]:
    if isinstance(side, np.ndarray):
        return side
    data = b"".join(number.to_bytes(8 * lanes, "little") for number in side)
    return np.frombuffer(data, "<u8").astype(np.uint64).reshape(-1, lanes)


def _popcount(rows: NDArray[np.uint64]) -> NDArray[np.int64]:
    count = getattr(np, "bitwise_count", None)
    if count is None:  # NumPy below 2
        counts = _bit_counts()[np.ascontiguousarray(rows).view(np.uint16)]
    else:
        counts = count(rows)
    sums: NDArray[np.int64] = counts.sum(axis=1, dtype=np.int64)
    return sums


@cache
def _bit_counts() -> NDArray[np.uint8]:
    """Return how many bits each number of 16 bits has."""
    octets = np.arange(1 << 16, dtype="<u2").view(np.uint8).reshape(-1, 2)
    counts: NDArray[np.uint8] = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.uint8)
    return counts
