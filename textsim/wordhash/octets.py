"""The hashes over UTF-8 bytes: FNV-1 and the tail of MD5; and what the batch forms share."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

__all__ = ["columns", "encode", "fnv1", "fnv1_many", "lanes", "md5_tail", "md5_tail_many"]

_FNV_OFFSET = 14_695_981_039_346_656_037
_FNV_PRIME = 1_099_511_628_211
_MASK = (1 << 64) - 1


def encode(word: str) -> bytes:
    """Return the bytes of a word: UTF-8, where U+DC80 to U+DCFF stand for the bytes 80 to FF.

    So the pieces of text that was cut between bytes keep their bytes (Python's surrogateescape);
    any other lone surrogate becomes its three bytes (surrogatepass).
    """
    try:
        return word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return b"".join(
            char.encode(
                "utf-8", "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass"
            )
            for char in word
        )


def fnv1(word: str, bits: int) -> int:  # noqa: ARG001
    """Return the 64-bit FNV-1 hash (multiply, then xor; not FNV-1a), as Go's ``fnv.New64``.

    Source: G. Fowler, L. C. Noll, K.-P. Vo, the FNV hash (draft-eastlake-fnv).
    """
    x = _FNV_OFFSET
    for byte in encode(word):
        x = x * _FNV_PRIME & _MASK ^ byte
    return x


def fnv1_many(words: list[str], bits: int) -> NDArray[np.uint64]:  # noqa: ARG001
    """Return ``fnv1`` of every word, one row of one lane each."""
    encoded = [encode(word) for word in words]
    data = np.frombuffer(b"".join(encoded), np.uint8).astype(np.uint64)
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    x = np.full(len(encoded), _FNV_OFFSET, np.uint64)
    prime = np.uint64(_FNV_PRIME)
    with np.errstate(over="ignore"):
        for rows, places in columns(np.cumsum(lengths) - lengths, lengths):
            x[rows] = x[rows] * prime ^ data[places]
    return x[:, np.newaxis]


def md5_tail(word: str, bits: int) -> int:
    """Return the last ``bits // 8`` bytes of the MD5 of the word, read big-endian (RFC 1321)."""
    return int.from_bytes(_md5(word)[-(bits // 8) :], "big")


def md5_tail_many(words: list[str], bits: int) -> NDArray[np.uint64]:
    """Return ``md5_tail`` of every word, one row of lanes each, lowest lane first."""
    return lanes((md5_tail(word, bits) for word in words), bits)


def _md5(word: str) -> bytes:
    # Not for security: hosts that forbid MD5 there allow it with this flag.
    return hashlib.md5(encode(word), usedforsecurity=False).digest()


def lanes(hashes: Iterable[int], bits: int) -> NDArray[np.uint64]:
    """Return integers of ``bits`` bits as rows of 64-bit lanes, the lowest lane first."""
    count = -(-bits // 64)
    data = b"".join(value.to_bytes(8 * count, "little") for value in hashes)
    return np.frombuffer(data, "<u8").reshape(-1, count).astype(np.uint64)


def columns(
    starts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int64]]]:
    """Yield, for position 0, 1, …, the words that reach so far and where that item of each lies.

    The words lie one after the other in a flat array, ``lengths`` items each from ``starts``.
    """
    words = np.flatnonzero(lengths)
    position = 0
    while words.size:
        yield words, starts[words] + position
        position += 1
        words = words[lengths[words] > position]
