r"""A drop-in for the package ``simhash`` 2.1.2: change the import line, keep every stored value.

::

    from textsim.compat.simhash import Simhash, SimhashIndex

Names, signatures, attributes and answers are the package's, as it gives them on NumPy 1.26, its
oddities included: a feature without a weight takes over the last weight seen, weights of zero or
less vote for nothing yet still lower or keep the threshold, integers are not masked. On every
NumPy this module differs in these points only:

* integer weights above 255 work (the package fails on NumPy 2), and the sums of NumPy weights
  neither wrap around nor depend on the NumPy version;
* ``hashfunc`` must return at least ``f // 8`` bytes, so MD5 serves up to ``f=128``: the package
  fails for one feature and glues two together, here ValueError says so;
* neither a query nor a delete leaves an empty bucket behind, so ``bucket_size`` counts only
  buckets with entries, and a hash function may return NumPy integers;
* the errors are of the same types (or derived from them) and say what to do.

Only NumPy is needed.
"""

from __future__ import annotations

import hashlib
import logging
import numbers
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from textsim.compat.simhash_index import SimhashIndex, bit_distance, require_same_width
from textsim.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Simhash", "SimhashIndex"]

HashFunction: TypeAlias = Callable[[bytes], Any]


def _hashfunc(x: bytes) -> bytes:
    """Return the MD5 digest; it identifies words and protects nothing, so FIPS hosts allow it."""
    return hashlib.md5(x, usedforsecurity=False).digest()


class Simhash:
    """A fingerprint of ``f`` bits in ``value``.

    ``value`` may be text (four-character windows of its letters, lower case, vote by their
    counts), an iterable of features or a dict (see ``build_by_features``), an integer, taken as
    it is, or a Simhash, whose value is copied. ``f`` is a multiple of 8. ``reg`` tells what the
    letters of a text are. ``hashfunc`` gets UTF-8 and returns bytes or an integer; the last ``f``
    bits count. Raises ValueError for a bad ``f`` or too short a hash, TypeError for features that
    are neither words nor (word, weight) pairs, and an Exception for a value of any other type.

    >>> Simhash("你好吗，我很好").value == 0x2f2eaedb0014692b
    True
    """

    #: Integer weights up to this are summed in batches, exactly.
    large_weight_cutoff = 50
    #: So many rows or features are held before they are summed.
    batch_size = 200

    value: Any

    def __init__(
        self,
        value: Any,
        f: int = 64,
        reg: str | re.Pattern[str] = r"[\w\u4e00-\u9fcc]+",
        hashfunc: HashFunction = _hashfunc,
        log: logging.Logger | None = None,
    ) -> None:
        """Compute ``value``, or take it over from an integer or a Simhash."""
        if f % 8:
            msg = f"f {f!r} is not a multiple of 8"
            raise InputError(msg)
        self.f = f
        self.f_bytes = f // 8
        self.reg = reg
        self.value = None
        self.hashfunc = hashfunc
        self.hashfunc_returns_int = isinstance(hashfunc(b"test"), numbers.Integral)
        self.log = logging.getLogger("simhash") if log is None else log
        if isinstance(value, Simhash):
            self.value = value.value
        elif isinstance(value, str):
            self.build_by_text(value)
        elif isinstance(value, Iterable):
            self.build_by_features(value)
        elif isinstance(value, numbers.Integral):
            self.value = value
        else:
            msg = (
                "value must be text, features, an integer or a Simhash, "
                f"not {type(value).__name__} {value!r}"
            )
            raise InputTypeError(msg)

    def __eq__(self, other: object) -> bool:
        """Compare the values only; the widths may differ."""
        return bool(self.value == other.value)  # type: ignore[attr-defined]

    # Equal by a value that can be assigned to: as in the package, not hashable.
    __hash__ = None  # type: ignore[assignment]

    def _slide(self, content: str, width: int = 4) -> list[str]:
        return [content[i : i + width] for i in range(max(len(content) - width + 1, 1))]

    def _tokenize(self, content: str) -> list[str]:
        return self._slide("".join(re.findall(self.reg, content.lower())))

    def build_by_text(self, content: str) -> None:
        """Set ``value`` from the windows of a text, each weighted by its count.

        A text of four letters or fewer, even none, has exactly one window.

        >>> sh = Simhash(0); sh.build_by_text("有哪些"); sh.value == 0x784e855cf05c07c3
        True
        """
        self.build_by_features(Counter(self._tokenize(content)))

    def build_by_features(self, features: Iterable[Any]) -> None:
        """Set ``value`` from words, (word, weight) pairs mixed with them, or a dict of weights.

        A word without a weight has the weight of the feature before it, at the start 1. A bit is
        set when the weights of the features that have it exceed half the sum of all weights.

        >>> sh = Simhash(0); sh.build_by_features(["aaa", "bbb"]); sh.value
        57087923692560392
        """
        votes = _Votes(self.f, self.batch_size)
        weight: Any = 1
        for feature in features.items() if isinstance(features, dict) else features:
            large = False
            token: Any = feature
            if not isinstance(feature, str):
                token, weight = _pair(feature)
                large = _is_large(token, weight, self.large_weight_cutoff)
            digest = self._digest(token)
            plain = type(weight) is int
            if large:
                votes.add_row(digest, weight)
            else:
                votes.add_to_batch(digest, weight if plain else _repeats(token, weight))
            votes.count += weight if plain else _exact(weight)
        self.value = votes.value()

    def _digest(self, token: str) -> bytes:
        hashed = self.hashfunc(token.encode("utf-8"))
        if self.hashfunc_returns_int:
            mask = (1 << self.f) - 1
            return (operator.index(hashed) & mask).to_bytes(self.f_bytes, "big")
        digest: bytes = hashed[-self.f_bytes :]
        if len(digest) != self.f_bytes:
            msg = (
                f"hashfunc gives {len(hashed)} bytes and f={self.f} needs {self.f_bytes}: "
                "give a longer hash, such as that of hashlib.sha512, or a smaller f"
            )
            raise InputError(msg)
        return digest

    def distance(self, another: Simhash) -> int:
        """Return in how many of the ``f`` bits two fingerprints differ.

        Different ``f`` raise AssertionError.

        >>> Simhash(0b1011).distance(Simhash(0b0010))
        2
        """
        require_same_width(self.f, another.f)
        return bit_distance(self.value, another.value, self.f)


class _Votes:
    """The vote sums of one fingerprint, added up in the package's order.

    The order matters for float weights alone, and there only at ties: rows are summed whenever
    ``batch_size`` of them are held, and a batch of integer weights joins the rows when it is full
    or at the end. The row of a weight has the type that NumPy 1.26 gives it.
    """

    def __init__(self, bits: int, batch_size: int) -> None:
        self.bits = bits
        self.batch_size = batch_size
        self.count: Any = 0
        self._rows: list[NDArray[Any]] = []
        self._digests: list[bytes] = []
        self._repeats: list[int] = []

    def add_row(self, digest: bytes, weight: Any) -> None:
        bits = np.unpackbits(np.frombuffer(digest, dtype=np.uint8))
        if isinstance(weight, (int, np.integer, np.bool_)):
            number = int(weight)
            # The smallest type that holds the weight: NumPy 2 would insist on uint8 and fail.
            kind = np.promote_types(np.uint8, np.min_scalar_type(number))
            self._rows.append(bits.astype(kind) * kind.type(number))
        else:
            self._rows.append(bits * weight)
        self._collapse()

    def add_to_batch(self, digest: bytes, repeats: int) -> None:
        self._digests.append(digest)
        self._repeats.append(repeats)
        if len(self._digests) >= self.batch_size:
            self._close_batch()
            self._collapse()

    def _close_batch(self) -> None:
        octets = np.frombuffer(b"".join(self._digests), dtype=np.uint8)
        bits = np.unpackbits(octets).reshape(-1, self.bits)
        repeats = [max(repeats, 0) for repeats in self._repeats]
        self._rows.append(np.array(repeats, dtype=np.uint64) @ bits)
        self._digests.clear()
        self._repeats.clear()

    def _collapse(self) -> None:
        if len(self._rows) >= self.batch_size:
            self._rows = [np.sum(self._rows, 0)]

    def value(self) -> int:
        """Return the bits whose sum is more than half the count, the first bit on top."""
        if self._digests:
            self._close_batch()
        if not self._rows:
            return 0
        sums = np.sum(self._rows, 0)
        half = self.count / 2
        # Compared in the type of the sums where it has the range, as NumPy 1.26 does.
        kind = np.promote_types(sums.dtype, np.min_scalar_type(half))
        return int.from_bytes(np.packbits(sums.astype(kind) > kind.type(half)).tobytes(), "big")


def _pair(feature: Any) -> tuple[Any, Any]:
    try:
        token, weight = feature
    except (TypeError, ValueError) as error:
        msg = f"feature {feature!r} is neither a str nor a (str, weight) pair"
        raise (InputTypeError if isinstance(error, TypeError) else InputError)(msg) from error
    return token, weight


def _is_large(token: Any, weight: Any, cutoff: float) -> bool:
    """Return whether a weight gets a row of its own: not an int, or above the cutoff."""
    try:
        return bool(weight > cutoff) or not isinstance(weight, int)
    except TypeError as error:
        msg = f"weight {weight!r} of feature {token!r} is not a number"
        raise InputTypeError(msg) from error


def _repeats(token: str, weight: Any) -> int:
    """Return a weight that was taken over as the integer it must be."""
    try:
        return int(weight) if isinstance(weight, np.bool_) else operator.index(weight)
    except TypeError as error:
        msg = (
            f"feature {token!r} has no weight and would take over {weight!r}, "
            "which is not an integer: give it a weight"
        )
        raise InputTypeError(msg) from error


def _exact(weight: Any) -> Any:
    """Return a weight as a number whose sums are the same on NumPy 1.26 and 2."""
    if isinstance(weight, np.float32 | np.float16):
        return float(weight)
    if isinstance(weight, np.integer | np.bool_):
        return int(weight)
    return weight
