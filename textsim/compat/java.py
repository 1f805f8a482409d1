"""What the two Java classes do with a finished fingerprint, quirks included.

The older class (profile ``java-article``) writes its bits lowest first and splits them into blocks
for an index; the title tool (``java-title``) compares ``hash_count`` bits and shows a percentage.
For new programs ``textsim.score`` and ``Fingerprint`` are the better way.
"""

from __future__ import annotations

import operator
from typing import Any

from textsim.errors import InputError, InputTypeError
from textsim.score import ScoreSpec, distance, percent

__all__ = ["bit_string", "get_distance", "hamming_distance", "similar", "sub_by_distance"]


def bit_string(value: int, bits: int = 64) -> str:
    """Return the ``strSimHash`` of a fingerprint: ``bits`` digits, the least significant first.

    It is the usual binary number reversed. A value that does not fit raises InputError.

    >>> bit_string(0b0011, 8)
    '11000000'
    """
    width = _positive("bits", bits)
    if _unsigned("value", value) >> width:
        msg = f"value {value!r} does not fit bits {bits!r}"
        raise InputError(msg)
    return f"{operator.index(value):0{width}b}"[::-1]


def get_distance(a: str, b: str) -> int:
    """Return in how many places two bit strings differ, or -1 if their lengths do.

    The strings may be any text; places are UTF-16 units as in Java.

    >>> get_distance("0101", "0110"), get_distance("01", "010")
    (2, -1)
    """
    units = [_units(name, text) for name, text in (("a", a), ("b", b))]
    if len(units[0]) != len(units[1]):
        return -1
    return sum(x != y for x, y in zip(*units, strict=True))


def sub_by_distance(receiver: int, argument: int, distance: int, *, bits: int = 64) -> list[int]:
    """Return the blocks of ``receiver.subByDistance(argument, distance)``.

    The bits of the *argument* are cut into ``distance + 1`` blocks of ``bits // (distance + 1)``,
    from the least significant on, but only as far as the highest set bit of the *receiver*: a
    receiver with leading zeros loses its last blocks, and bits beyond the last full block are
    dropped. In each block the least significant bit of the fingerprint is the most significant of
    the number. Two equal fingerprints thus have equal blocks, but an index built on them misses
    pairs. A distance that leaves blocks no bits raises InputError (Java divides by zero).

    >>> sub_by_distance(0x200503c24cc4b0be, 0x200503c24cc4b0be, 3)
    [32013, 9010, 17344]
    """
    size = _positive("bits", bits) // (_unsigned("distance", distance) + 1)
    if size < 1:
        msg = f"distance {distance!r} cuts bits {bits!r} into empty blocks; give one below bits"
        raise InputError(msg)
    reach = _unsigned("receiver", receiver).bit_length()
    source = _unsigned("argument", argument)
    digits = "".join("1" if source >> bit & 1 else "0" for bit in range(reach))
    return [int(digits[at : at + size], 2) for at in range(0, reach - size + 1, size)]


def hamming_distance(a: int, b: int, hash_count: int | None = None) -> int:
    """Return how many of the lowest ``hash_count`` bits differ (None: all bits, the older class).

    >>> hamming_distance(0xff00000000, 0x1, 32), hamming_distance(0xff00000000, 0x1)
    (1, 9)
    """
    return distance(a, b, ScoreSpec(hash_count))


def similar(a: int, b: int, hash_count: int = 64) -> float:
    """Return the percentage of ``getSimilar``: equal bits of the lowest ``hash_count``, of these.

    Fingerprints of the title tool have 64 bits whatever ``hash_count`` says, so 128 never shows
    less than 50.

    >>> similar(0b111111, 0), similar(0b111111, 0, 128)
    (90.63, 95.31)
    """
    return percent(hamming_distance(a, b, hash_count), hash_count)


def _unsigned(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        msg = f"{name} must be an integer, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    if value < 0:
        msg = f"{name} {value!r} is negative; give an unsigned number"
        raise InputError(msg)
    return operator.index(value)


def _positive(name: str, value: Any) -> int:
    number = _unsigned(name, value)
    if not number:
        msg = f"{name} 0 is not above 0"
        raise InputError(msg)
    return number


def _units(name: str, text: Any) -> memoryview:
    if not isinstance(text, str):
        msg = f"{name} must be str, not {type(text).__name__} {text!r}"
        raise InputTypeError(msg)
    return memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H")
