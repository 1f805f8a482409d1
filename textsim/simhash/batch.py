"""The voting in numpy, for many texts at once; equal to the plain form on every input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from textsim.errors import InputError, InputTypeError
from textsim.simhash.plain import SimhashSpec, simhash
from textsim.weights import exact_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["simhash_many"]

_LANE = (1 << 64) - 1
# Features (and texts) at once; bounds memory to some 10 MB a lane.
_AT_ONCE = 1 << 14
# Up to here votes of int64 cannot overflow.
_LARGE = 1 << 61


def simhash_many(
    hashes: NDArray[np.uint64],
    weights: Sequence[float] | NDArray[Any],
    offsets: Sequence[int] | NDArray[Any],
    spec: SimhashSpec,
) -> NDArray[np.uint64]:
    """Return the fingerprints of many texts, equal to ``simhash`` of each.

    ``hashes`` is ``(n, lanes)`` with the lowest 64 bits in column 0, ``weights`` ``(n,)``, and
    text *j* has the features ``offsets[j]`` to ``offsets[j + 1]``; the answer is
    ``(len(offsets) - 1, lanes)``. Wrong shapes and values raise InputError, wrong types
    InputTypeError, naming the argument (``hashes``, ``weight``, ``offsets``).

    >>> rows = np.array([[3], [5], [9]], np.uint64)
    >>> simhash_many(rows, [2, 1, 1], [0, 2, 2, 3], SimhashSpec(64)).tolist()
    [[3], [0], [9]]
    """
    rows = _hash_rows(hashes, spec.bits)
    ends = _offsets(offsets, len(rows))
    numbers, fits = _weight_array(weights, len(rows))
    fingerprints = np.zeros((len(ends) - 1, rows.shape[1]), np.uint64)
    hard = np.full(len(ends) - 1, not fits)
    for i, j in _chunks(ends) if fits else ():
        own = slice(ends[i], ends[j])
        fingerprints[i:j], hard[i:j] = _batch(
            rows[own], numbers[own], np.diff(ends[i : j + 1]), spec
        )
    for j in np.flatnonzero(hard).tolist():
        own = slice(ends[j], ends[j + 1])
        value = simhash(_integers(rows[own]), weights[own], spec)
        fingerprints[j] = [value >> shift & _LANE for shift in range(0, spec.bits, 64)]
    return fingerprints


def _hash_rows(hashes: Any, bits: int) -> NDArray[np.uint64]:
    if not isinstance(hashes, np.ndarray) or hashes.dtype != np.uint64:
        kind = getattr(hashes, "dtype", type(hashes).__name__)
        msg = f"hashes must be an array of uint64, not {kind}"
        raise InputTypeError(msg)
    lanes = -(-bits // 64)
    if hashes.ndim != 2 or hashes.shape[1] != lanes:  # noqa: PLR2004
        msg = f"hashes has shape {hashes.shape}; bits {bits} need (n, {lanes})"
        raise InputError(msg)
    rows = np.ascontiguousarray(hashes, "<u8")
    if bits % 64 and (rows[:, -1] >> np.uint64(bits % 64)).any():
        msg = f"hashes holds a value that does not fit {bits} unsigned bits"
        raise InputError(msg)
    return rows


def _offsets(offsets: Any, count: int) -> NDArray[np.int64]:
    ends = np.asarray(offsets)
    if ends.dtype.kind not in "iu":
        msg = f"offsets must be integers, not {ends.dtype}"
        raise InputTypeError(msg)
    ends = ends.astype(np.int64)
    if ends.ndim != 1 or not ends.size or ends[0] or ends[-1] != count or (np.diff(ends) < 0).any():
        msg = f"offsets must rise from 0 to the number of hashes, {count}"
        raise InputError(msg)
    return ends


def _weight_array(weights: Any, count: int) -> tuple[NDArray[Any], bool]:
    """Return the weights as int64 or float64, and whether they fit these."""
    if len(weights) != count:
        msg = f"weights has {len(weights)} items for {count} hashes; give one a hash"
        raise InputError(msg)
    kind = weights.dtype.kind if isinstance(weights, np.ndarray) else "O"
    if kind not in "iuf" or weights.ndim != 1:
        # Not np.array(weights): it would turn large integers into floats, and bools into integers.
        scaled, denominator = exact_weights(weights)
        if denominator == 1 and max(scaled, default=0) < _LARGE:
            return np.array(scaled, np.int64), True
        return np.zeros(count), False
    wrong = np.flatnonzero(~((weights >= 0) & (weights < np.inf)))
    if wrong.size:
        exact_weights(weights[: wrong[0] + 1])
    if kind == "f" and not (weights == np.floor(weights)).all():
        return weights.astype(np.float64), True
    fits = bool((weights < _LARGE).all())
    return weights.astype(np.int64) if fits else np.zeros(count), fits


def _chunks(ends: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield ranges of one text or more with at most _AT_ONCE features together, if they can."""
    first, texts = 0, len(ends) - 1
    while first < texts:
        after = int(np.searchsorted(ends, ends[first] + _AT_ONCE, side="right")) - 1
        last = min(max(after, first + 1), first + _AT_ONCE, texts)
        yield first, last
        first = last


def _integers(rows: NDArray[np.uint64]) -> list[int]:
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def _batch(
    rows: NDArray[np.uint64], weights: NDArray[Any], sizes: NDArray[np.int64], spec: SimhashSpec
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Return the fingerprints of texts of ``sizes`` features each, and which to do in Python.

    Those are the texts with votes too large for int64, or too near 0 for the rounding of floats.
    """
    live = np.flatnonzero(sizes)
    starts = (np.cumsum(sizes) - sizes)[live]
    ones = np.full((len(sizes), 64 * rows.shape[1]), spec.tie == "one")
    hard = np.zeros(len(sizes), bool)
    if live.size:
        # An infinite sum of floats is too near to any other to be told from it: hard.
        with np.errstate(over="ignore", invalid="ignore"):
            sums, totals, rough = _sums(rows, weights, starts)
            sums = 2 * sums - totals[:, np.newaxis]
        if weights.dtype == np.float64:
            slack = rough * (sizes[live] * 2.0**-50)
            hard[live] = ~(np.abs(sums) > slack[:, np.newaxis]).all(axis=1)
        else:
            hard[live] = rough > _LARGE
        ones[live] = sums >= 0 if spec.tie == "one" else sums > 0
        if spec.tie == "heaviest":
            tied = np.flatnonzero((sums == 0).any(axis=1) & ~hard[live])
            which, deciders = _heaviest_many(rows, weights, starts, tied)
            ones[live[which]] |= (sums[which] == 0) & _unpack(deciders).view(bool)
    ones[:, spec.bits :] = False
    packed = np.packbits(ones, axis=1, bitorder="little")
    return packed.view("<u8").astype(np.uint64), hard


def _unpack(rows: NDArray[np.uint64]) -> NDArray[np.uint8]:
    octets = rows.view(np.uint8).reshape(len(rows), 8 * rows.shape[1])
    return np.unpackbits(octets, axis=1, bitorder="little")


def _sums(
    rows: NDArray[np.uint64], weights: NDArray[Any], starts: NDArray[np.int64]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float64]]:
    """Return what votes for each bit of each text, the whole weight of each, and that as float."""
    rough = np.add.reduceat(weights.astype(np.float64), starts)
    if weights.dtype == np.int64 and rough.max() < 1 << 29:
        weights = weights.astype(np.int32)
    totals = np.add.reduceat(weights, starts)
    if len(starts) > 1:
        sums = np.add.reduceat(_unpack(rows) * weights[:, np.newaxis], starts, axis=0)
        return sums, totals, rough
    # One text alone may be longer than a chunk.
    sums = np.zeros((1, 64 * rows.shape[1]), totals.dtype)
    for at in range(0, len(rows), _AT_ONCE):
        piece = slice(at, at + _AT_ONCE)
        sums[0] += (_unpack(rows[piece]) * weights[piece, np.newaxis]).sum(axis=0)
    return sums, totals, rough


def _heaviest_many(
    rows: NDArray[np.uint64],
    weights: NDArray[np.int64],
    starts: NDArray[np.int64],
    tied: NDArray[np.intp],
) -> tuple[NDArray[np.intp], NDArray[np.uint64]]:
    """Return the hash that decides the ties of each text of ``tied`` with a weight (and which)."""
    texts = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(rows)))
    own = np.flatnonzero(np.isin(texts, tied) & (weights > 0))
    if not own.size:
        return tied[:0], rows[:0]
    own = own[np.lexsort((*rows[own, 1:].T[::-1], rows[own, 0], texts[own]))]
    texts, lowest = texts[own], rows[own, 0]
    # Runs of equal hashes add up; the last of a run stands for it.
    ends_run = np.append((texts[1:] != texts[:-1]) | (lowest[1:] != lowest[:-1]), [True])
    last = np.flatnonzero(ends_run)
    runs = np.add.reduceat(weights[own], np.append(0, last[:-1] + 1))
    # Stable, so that among equal weights the larger hash stays behind the smaller.
    order = last[np.lexsort((runs, texts[last]))]
    chosen = order[np.append(texts[order][1:] != texts[order][:-1], [True])]
    return texts[chosen], rows[own[chosen]]
