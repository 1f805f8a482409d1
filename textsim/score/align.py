"""Where two texts differ: a longest common subsequence in bit-parallel arithmetic.

H. Hyyrö, Bit-parallel LCS-length computation revisited, AWOCA 2004: one row of the table is one
whole number, so a row costs a few additions of ``len(a)`` bits.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["LONGEST", "Block", "blocks", "ends", "same_head"]

LONGEST = 4_000  # characters left to align after the equal ends are taken off


class Block(NamedTuple):
    """A place where two texts differ: ``a[a0:a1]`` stands for ``b[b0:b1]``."""

    a0: int
    a1: int
    b0: int
    b1: int


def blocks(a: str, b: str) -> tuple[list[Block], int] | None:
    """Return the places where two texts differ and how many characters are common to them.

    None when more than LONGEST characters of a side are left after the equal ends.

    >>> blocks("油价上调", "油价又下调")
    ([Block(a0=2, a1=3, b0=2, b1=4)], 3)
    """
    head, tail = ends(a, b)
    a_core, b_core = a[head : len(a) - tail], b[head : len(b) - tail]
    if not a_core or not b_core:
        found = [Block(head, len(a) - tail, head, len(b) - tail)] if a_core or b_core else []
        return found, head + tail
    if max(len(a_core), len(b_core)) > LONGEST:
        return None
    pairs = _matches(a_core, b_core)
    return _gaps(pairs, len(a_core), len(b_core), head), head + tail + len(pairs)


def ends(a: str, b: str) -> tuple[int, int]:
    """Return how many characters at the beginning and then at the end of two texts are equal.

    >>> ends("上海到北京", "上京")
    (1, 1)
    """
    head = same_head(a, b)
    return head, min(same_head(a[::-1], b[::-1]), min(len(a), len(b)) - head)


def same_head(a: str, b: str) -> int:
    """Return how many characters at the beginning of two texts are equal.

    >>> same_head("上海到北京", "上海")
    2
    """
    shorter = min(len(a), len(b))
    return next((i for i in range(shorter) if a[i] != b[i]), shorter)


def _matches(a: str, b: str) -> list[tuple[int, int]]:
    """Return the matched places of a longest common subsequence, from the end to the start."""
    masks: dict[str, int] = {}
    for i, c in enumerate(a):
        masks[c] = masks.get(c, 0) | 1 << i
    full = (1 << len(a)) - 1
    row = full
    rows = [row]
    for c in b:
        shared = row & masks.get(c, 0)
        row = ((row + shared) | (row - shared)) & full
        rows.append(row)
    pairs = []
    i, j = len(a) - 1, len(b)
    while i >= 0 and j:
        if rows[j] >> i & 1:  # the same length without a[i]
            i -= 1
        elif not rows[j - 1] >> i & 1:  # the same length without b[j - 1]
            j -= 1
        else:
            j -= 1
            pairs.append((i, j))
            i -= 1
    return pairs


def _gaps(pairs: list[tuple[int, int]], a_end: int, b_end: int, shift: int) -> list[Block]:
    found = []
    i, j = -1, -1
    for here, there in (*reversed(pairs), (a_end, b_end)):
        if here - i > 1 or there - j > 1:
            found.append(Block(i + 1 + shift, here + shift, j + 1 + shift, there + shift))
        i, j = here, there
    return found
