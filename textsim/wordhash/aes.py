"""The hash of cppsimhash: words chained through two rounds of AES, its answer folded to 64 bits.

State ``h`` starts as 16 zero bytes. For each block of 16 bytes (the last one filled up with zeros)
``x = block ^ h``, then one AES round of ``x`` with key ``h``, then one last round (without
MixColumns) with the same key gives the next ``h``. The hash is the lower half of ``h`` xor the
upper, little-endian. The rounds are those of FIPS 197; the tables are computed at first use.
"""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from textsim.wordhash.octets import columns, encode

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["aes", "aes_many"]

_BLOCK = 16
# ShiftRows: byte i of the result is byte _SHIFTED[i] of the state (FIPS 197, 5.1.2).
_SHIFTED = tuple((i + 4 * (i % 4)) % _BLOCK for i in range(_BLOCK))
_MASK = (1 << 64) - 1


def aes(word: str, bits: int) -> int:  # noqa: ARG001
    """Return the 64-bit hash; the empty word has 0, and trailing NUL bytes do not count."""
    data = encode(word)
    tables, sbox, shift = _round_tables(), _sbox(), itemgetter(*_SHIFTED)
    h = 0
    for start in range(0, len(data), _BLOCK):
        x = int.from_bytes(data[start : start + _BLOCK], "little") ^ h
        y = h
        for table, byte in zip(tables, x.to_bytes(_BLOCK, "little"), strict=True):
            y ^= table[byte]
        last = bytes(shift(y.to_bytes(_BLOCK, "little"))).translate(sbox)
        h ^= int.from_bytes(last, "little")
    return h & _MASK ^ h >> 64


def aes_many(words: list[str], bits: int) -> NDArray[np.uint64]:  # noqa: ARG001
    """Return ``aes`` of every word, one row of one lane each."""
    sbox = np.frombuffer(_sbox(), np.uint8)
    double = np.array([_double(a) for a in range(256)], np.uint8)
    shifted = np.array(_SHIFTED)
    encoded = [encode(word) for word in words]
    lengths = np.fromiter((-(-len(data) // _BLOCK) for data in encoded), np.int64, len(encoded))
    data = b"".join(
        d.ljust(_BLOCK * n, b"\0") for d, n in zip(encoded, lengths.tolist(), strict=True)
    )
    blocks = np.frombuffer(data, np.uint8).reshape(-1, _BLOCK)
    state = np.zeros((len(encoded), _BLOCK), np.uint8)
    for rows, places in columns(np.cumsum(lengths) - lengths, lengths):
        key = state[rows]
        a = sbox[(blocks[places] ^ key)[:, shifted]].reshape(-1, 4, 4)
        b, c, d = (np.roll(a, -n, axis=2) for n in (1, 2, 3))
        mixed = double[a ^ b] ^ b ^ c ^ d
        state[rows] = sbox[(mixed.reshape(-1, _BLOCK) ^ key)[:, shifted]] ^ key
    halves = state.view("<u8").astype(np.uint64)
    return halves[:, :1] ^ halves[:, 1:]


def _double(a: int) -> int:
    """Return twice ``a`` in the field of AES (FIPS 197, 4.2.1)."""
    return a << 1 ^ (0x11B if a & 0x80 else 0)


@cache
def _sbox() -> bytes:
    """Return the 256 bytes of SubBytes: the inverse in the field, then an affine map (5.1.1)."""
    powers = [1]
    for _ in range(254):
        powers.append(powers[-1] ^ _double(powers[-1]))  # 3 generates the field
    inverse = [0] * 256
    for power, a in enumerate(powers):
        inverse[a] = powers[-power % 255]
    return bytes(
        b ^ 0x63 ^ b >> 4 ^ b >> 5 ^ b >> 6 ^ b >> 7 ^ (b << 1 ^ b << 2 ^ b << 3 ^ b << 4) & 0xFF
        for b in inverse
    )


@cache
def _round_tables() -> tuple[tuple[int, ...], ...]:
    """Return, for each place of the state, what each byte there adds to a whole round.

    SubBytes, ShiftRows and MixColumns are one look-up: a round is the xor of sixteen.
    """
    return tuple(_table(place) for place in range(_BLOCK))


def _table(place: int) -> tuple[int, ...]:
    row, column = place % 4, _SHIFTED.index(place) // 4
    entries = []
    for s in _sbox():
        twice = _double(s)
        # MixColumns: the column a byte in row 0 adds; in row r it is turned by r bytes.
        added = (twice, s, s, twice ^ s)
        turned = bytes(added[(i - row) % 4] for i in range(4))
        entries.append(int.from_bytes(turned, "little") << 32 * column)
    return tuple(entries)
