"""The index of the drop-in: ids whose fingerprints lie within ``k`` bits of another."""

from __future__ import annotations

import logging
import operator
from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textsim.compat.simhash import Simhash

__all__ = ["SimhashIndex", "bit_distance", "require_same_width"]

# A query warns when it has to look through a bucket of more entries than this.
_BIG_BUCKET = 200


def require_same_width(f: int, other: int) -> None:
    """Raise AssertionError, as the package does, unless both widths are the same."""
    if f != other:
        msg = f"fingerprints of f={f!r} and f={other!r} cannot be compared"
        raise AssertionError(msg)


def bit_distance(a: Any, b: Any, f: int) -> int:
    """Return in how many of the low ``f`` bits two integers differ.

    >>> bit_distance(0b1011, 0b0010, 64)
    2
    """
    return ((operator.index(a) ^ operator.index(b)) & ((1 << f) - 1)).bit_count()


def _entry(obj_id: Any, simhash: Simhash) -> str:
    return f"{operator.index(simhash.value):x},{obj_id!s}"


class SimhashIndex:
    """Fingerprints under ids, to find those within ``k`` bits of another.

    ``objs`` holds (id, Simhash) pairs, ``f`` is the width of all of them. The bits are cut into
    ``k + 1`` blocks, ``bucket`` maps ``"<block in hex>:<block number>"`` to entries
    ``"<value in hex>,<id>"``: two fingerprints within ``k`` bits agree in one block at least. Ids
    become text. A Simhash of another width raises AssertionError.

    >>> from textsim.compat.simhash import Simhash
    >>> index = SimhashIndex([("cats", Simhash("有哪些养猫必须知道的冷知识"))])
    >>> index.get_near_dups(Simhash("有哪些养猫必须知道的冷知识？"))
    ['cats']
    """

    def __init__(
        self,
        objs: Sequence[tuple[Any, Simhash]],
        f: int = 64,
        k: int = 2,
        log: logging.Logger | None = None,
    ) -> None:
        """Add every (id, Simhash) pair, telling the log how far it is."""
        self.k = k
        self.f = f
        self.log = logging.getLogger("simhash") if log is None else log
        self.bucket: defaultdict[str, set[str]] = defaultdict(set)
        count = len(objs)
        self.log.info("Initializing %s data.", count)
        for i, pair in enumerate(objs):
            if i % 10000 == 0 or i == count - 1:
                self.log.info("%s/%s", i + 1, count)
            self.add(*pair)

    def get_near_dups(self, simhash: Simhash) -> list[str]:
        """Return the ids within ``k`` bits, as text, each once, in no order."""
        require_same_width(self.f, simhash.f)
        found: set[str] = set()
        for key in self.get_keys(simhash):
            # Not self.bucket[key]: that would create the bucket.
            entries = self.bucket.get(key, ())
            self.log.debug("key:%s", key)
            if len(entries) > _BIG_BUCKET:
                self.log.warning("Big bucket found. key:%s, len:%s", key, len(entries))
            for entry in entries:
                value, obj_id = entry.split(",", 1)
                if bit_distance(simhash.value, int(value, 16), self.f) <= self.k:
                    found.add(obj_id)
        return list(found)

    def add(self, obj_id: Any, simhash: Simhash) -> None:
        """Add a fingerprint; an id may have several."""
        require_same_width(self.f, simhash.f)
        for key in self.get_keys(simhash):
            self.bucket[key].add(_entry(obj_id, simhash))

    def delete(self, obj_id: Any, simhash: Simhash) -> None:
        """Remove an id's fingerprint, which must be the one added; otherwise nothing happens."""
        require_same_width(self.f, simhash.f)
        for key in self.get_keys(simhash):
            entries = self.bucket.get(key)
            if entries is not None:
                entries.discard(_entry(obj_id, simhash))
                if not entries:
                    del self.bucket[key]

    @property
    def offsets(self) -> list[int]:
        """The lowest bit of each of the ``k + 1`` blocks; the last block takes the rest."""
        return [self.f // (self.k + 1) * i for i in range(self.k + 1)]

    def get_keys(self, simhash: Simhash) -> Iterator[str]:
        """Yield the keys of the buckets that a fingerprint belongs to, one for each block."""
        value = operator.index(simhash.value)
        offsets = [*self.offsets, self.f]
        # A negative k has no block, therefore no pair to go through.
        for i in range(len(offsets) - 1):
            block = value >> offsets[i] & ((1 << offsets[i + 1] - offsets[i]) - 1)
            yield f"{block:x}:{i:x}"

    def bucket_size(self) -> int:
        """Return how many buckets there are."""
        return len(self.bucket)
