"""The multiplicative hash of the two Java programs: plain, padded, and mixed.

The plain form is the hash of text of Python 2, without its sign: ``x = x * 1000003 ^ unit`` over
the UTF-16 units, starting with the first unit shifted left by 7, and ``^ length`` at the end.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from textsim.wordhash.octets import columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["mixed", "mixed_many", "padded", "padded_many", "plain", "plain_many"]

_MULTIPLIER = 1_000_003
_UTF16 = f"utf-16-{sys.byteorder[0]}e"
_MASK = (1 << 64) - 1
_PADDED_LENGTH = 3


def plain(word: str, bits: int) -> int:
    """Return the hash cut to ``bits`` bits; the empty word has 0, and no hash is negative."""
    units = memoryview(word.encode(_UTF16, "surrogatepass")).cast("H")
    if not units:
        return 0
    mask = (1 << bits) - 1
    x = units[0] << 7
    for unit in units:
        x = (x * _MULTIPLIER ^ unit) & mask
    return (x ^ len(units)) & mask


def padded(word: str, bits: int) -> int:
    """Return the hash of the word, padded to three UTF-16 units with its first unit."""
    return plain(_pad(word), bits)


def mixed(word: str, bits: int) -> int:
    """Return the plain 64-bit hash stirred until every bit depends on every character.

    Lane *k* (bits 64 *k* and up) is output *k* of the SplitMix64 generator seeded with the plain
    hash, so a wider hash only adds lanes. SplitMix64: G. Steele, D. Lea, C. Flood, Fast Splittable
    Pseudorandom Number Generators, OOPSLA 2014; its mixing steps are D. Stafford's variant 13.
    """
    seed = plain(word, 64)
    return sum(_mix(seed + step) << 64 * k for k, step in enumerate(_steps(bits)))


def plain_many(words: list[str], bits: int) -> NDArray[np.uint64]:
    """Return ``plain`` of every word, one row of lanes each, lowest lane first."""
    units, lengths = _units(words)
    starts = np.cumsum(lengths) - lengths
    mask = np.uint64(((1 << bits) - 1) >> (bits - 1) // 64 * 64)
    rows = _fold(units, starts, lengths) if bits <= 64 else _fold_wide(units, starts, lengths, bits)  # noqa: PLR2004
    rows[:, 0] ^= lengths.astype(np.uint64)
    rows[:, -1] &= mask
    return rows


def padded_many(words: list[str], bits: int) -> NDArray[np.uint64]:
    """Return ``padded`` of every word, one row of one lane each."""
    return plain_many([_pad(word) for word in words], bits)


def mixed_many(words: list[str], bits: int) -> NDArray[np.uint64]:
    """Return ``mixed`` of every word, one row of lanes each, lowest lane first."""
    seeds = plain_many(words, 64)
    with np.errstate(over="ignore"):
        x = seeds + np.array(_steps(bits), np.uint64)
        x = (x ^ x >> np.uint64(30)) * np.uint64(_STAFFORD[0])
        x = (x ^ x >> np.uint64(27)) * np.uint64(_STAFFORD[1])
    mixed_rows: NDArray[np.uint64] = x ^ x >> np.uint64(31)
    return mixed_rows


_GOLDEN_GAMMA = 0x9E3779B97F4A7C15
_STAFFORD = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def _steps(bits: int) -> list[int]:
    return [_GOLDEN_GAMMA * (k + 1) & _MASK for k in range(bits // 64)]


def _mix(x: int) -> int:
    x &= _MASK
    x = (x ^ x >> 30) * _STAFFORD[0] & _MASK
    x = (x ^ x >> 27) * _STAFFORD[1] & _MASK
    return x ^ x >> 31


def _pad(word: str) -> str:
    """Return the word followed by as many of its first UTF-16 unit as it lacks to three.

    The first unit of a character above U+FFFF is its high surrogate, alone.
    """
    if not word or len(word) >= _PADDED_LENGTH:
        return word
    units = len(word.encode(_UTF16, "surrogatepass")) // 2
    first = ord(word[0])
    unit = word[0] if first < 0x10000 else chr(0xD800 + (first - 0x10000 >> 10))  # noqa: PLR2004
    return word + unit * (_PADDED_LENGTH - units)


def _units(words: list[str]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the UTF-16 units of all words in one row, and how many each word has."""
    units = np.frombuffer("".join(words).encode(_UTF16, "surrogatepass"), np.uint16)
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    if lengths.sum() != len(units):
        # Some character is above U+FFFF and has two units.
        encoded = (len(word.encode(_UTF16, "surrogatepass")) // 2 for word in words)
        lengths = np.fromiter(encoded, np.int64, len(words))
    return units.astype(np.uint64), lengths


def _fold(
    units: NDArray[np.uint64], starts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    multiplier = np.uint64(_MULTIPLIER)
    x = np.zeros(len(starts), np.uint64)
    some = lengths > 0
    x[some] = units[starts[some]] << np.uint64(7)
    with np.errstate(over="ignore"):
        for words, places in columns(starts, lengths):
            x[words] = x[words] * multiplier ^ units[places]
    return x[:, np.newaxis]


def _fold_wide(
    units: NDArray[np.uint64], starts: NDArray[np.int64], lengths: NDArray[np.int64], bits: int
) -> NDArray[np.uint64]:
    """Return the rows of ``_fold`` with more than one lane, by long multiplication.

    Digits of 32 bits leave room in 64 for the product with the multiplier and the carry.
    """
    low = np.uint64((1 << 32) - 1)
    half = np.uint64(32)
    digits = np.zeros((2 * -(-bits // 64), len(starts)), np.uint64)
    some = lengths > 0
    digits[0, some] = units[starts[some]] << np.uint64(7)
    for words, places in columns(starts, lengths):
        carry = np.zeros(len(words), np.uint64)
        for digit in digits:
            product = digit[words] * np.uint64(_MULTIPLIER) + carry
            digit[words] = product & low
            carry = product >> half
        digits[0, words] ^= units[places]
    return np.ascontiguousarray((digits[0::2] | digits[1::2] << half).T)
