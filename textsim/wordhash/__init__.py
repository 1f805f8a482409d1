"""Stage 4: a word becomes a number of ``bits`` bits, the same in every process and machine.

======================  =====================================  ============================
algorithm               reproduces                             bits
======================  =====================================  ============================
java-1000003            Python 2's hash of text, unsigned      any from 8 to 256
java-1000003-padded     the same, words below 3 units padded   64
java-1000003-mixed      ours: the first with a finalizer       64, 128, 192, 256
fnv1                    Go's ``fnv.New64``                     64
md5-tail                the last bytes of MD5                  multiples of 8 from 8 to 128
aes                     the two-round AES chain of cppsimhash  64
======================  =====================================  ============================
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from textsim.errors import InputError, InputTypeError, UnknownNameError, name_list
from textsim.wordhash import aes, java, octets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["WordHashSpec", "wordhash", "wordhashes"]

# Beyond this many characters a word is hashed alone: one long word would make many tiny columns.
_LONG = 64
_SHORT = 16  # characters of a word whose hash is remembered


class _Algorithm(NamedTuple):
    one: Callable[[str, int], int]
    many: Callable[[list[str], int], NDArray[np.uint64]]
    widths: Sequence[int]
    widths_said: str


_ALGORITHMS = {
    "java-1000003": _Algorithm(java.plain, java.plain_many, range(8, 257), "8 to 256"),
    "java-1000003-padded": _Algorithm(java.padded, java.padded_many, (64,), "64"),
    "java-1000003-mixed": _Algorithm(
        java.mixed, java.mixed_many, range(64, 257, 64), "64, 128, 192 or 256"
    ),
    "fnv1": _Algorithm(octets.fnv1, octets.fnv1_many, (64,), "64"),
    "md5-tail": _Algorithm(
        octets.md5_tail, octets.md5_tail_many, range(8, 129, 8), "a multiple of 8 from 8 to 128"
    ),
    "aes": _Algorithm(aes.aes, aes.aes_many, (64,), "64"),
}


@dataclass(frozen=True, slots=True)
class WordHashSpec:
    """Which hash, and how many bits of it.

    An unknown algorithm raises UnknownNameError listing the known ones; a width that the
    algorithm does not have raises InputError naming ``bits``.
    """

    algorithm: str = "java-1000003-mixed"
    bits: int = 64

    def __post_init__(self) -> None:
        """Refuse unknown algorithms and widths."""
        known = _ALGORITHMS.get(self.algorithm)
        if known is None:
            names = name_list(_ALGORITHMS)
            msg = f"no word hash is named {self.algorithm!r}; known are {names}"
            raise UnknownNameError(msg)
        if type(self.bits) is not int:
            kind = type(self.bits).__name__
            msg = f"bits must be an integer, not {kind} {self.bits!r}"
            raise InputTypeError(msg)
        if self.bits not in known.widths:
            said = known.widths_said
            msg = f"bits {self.bits!r} is not a width of {self.algorithm!r}, which has {said}"
            raise InputError(msg)


def wordhash(word: str, spec: WordHashSpec) -> int:
    """Return the hash of one word, an unsigned integer below ``2 ** spec.bits``.

    Text is hashed as it is: by UTF-16 units (java) or UTF-8 bytes (the others), where a lone
    surrogate U+DC80 to U+DCFF stands for the byte it escapes and any other for its three bytes.
    Anything but str raises InputTypeError.

    >>> hex(wordhash("养猫", WordHashSpec("java-1000003")))
    '0x250da1c78508e198'
    """
    if not isinstance(word, str):
        msg = f"word must be str, not {type(word).__name__} {word!r}"
        raise InputTypeError(msg)
    if len(word) > _SHORT:
        return _ALGORITHMS[spec.algorithm].one(word, spec.bits)
    return _remembered(word, spec.algorithm, spec.bits)


@lru_cache(maxsize=1 << 15)
def _remembered(word: str, algorithm: str, bits: int) -> int:
    """Return the hash of a short word; most words of a title are words of other titles, too."""
    return _ALGORITHMS[algorithm].one(word, bits)


def wordhashes(words: Sequence[str], spec: WordHashSpec) -> NDArray[np.uint64]:
    """Return the hashes of many words, equal to ``wordhash`` of each.

    The shape is ``(len(words), ceil(spec.bits / 64))``; column 0 holds the lowest 64 bits.
    Anything but a sequence of str raises InputTypeError naming the position.

    >>> wordhashes(["养猫", "知识"], WordHashSpec("fnv1")).shape
    (2, 1)
    """
    algorithm = _ALGORITHMS[spec.algorithm]
    listed = _listed(words)
    long = [i for i, word in enumerate(listed) if len(word) > _LONG]
    short = ["" if len(word) > _LONG else word for word in listed] if long else listed
    rows = algorithm.many(short, spec.bits)
    for i in long:
        rows[i] = octets.lanes([algorithm.one(listed[i], spec.bits)], spec.bits)[0]
    return rows


def _listed(words: Any) -> list[str]:
    if isinstance(words, (str, bytes)) or not hasattr(words, "__iter__"):
        msg = f"words must be a sequence of words, not {type(words).__name__} {words!r}"
        raise InputTypeError(msg)
    listed = list(words)
    for position, word in enumerate(listed):
        if not isinstance(word, str):
            msg = f"words[{position}] must be str, not {type(word).__name__} {word!r}"
            raise InputTypeError(msg)
    return listed
