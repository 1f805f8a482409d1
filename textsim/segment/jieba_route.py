"""The most probable way to cut a block into dictionary words.

Jieba draws all words of a block as a graph and walks it from the end: at each position it adds the
log probability of every word that begins there to that of the best rest, and keeps the greatest
sum; of equal sums the longer word. Here the same additions are made in the same order, but the
graph is never drawn.
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, TypeAlias

from textsim.segment.jieba_dictionary import IMPOSSIBLE

if TYPE_CHECKING:
    from textsim.segment.jieba_dictionary import Lexicon

__all__ = ["Edges", "route"]

# Words beside the dictionary's: position → [(length, log probability, tag)], lengths ascending.
Edges: TypeAlias = dict[int, list[tuple[int, float, str]]]

_WINDOW = 1 << 15  # positions looked at together, so that memory does not grow with the block


def route(block: str, lexicon: Lexicon, edges: Edges) -> list[int]:
    """Return for every position of a block the length of the best word that begins there.

    Following the lengths from position 0 gives the words. ``edges`` are further words, each with
    its log probability; where the dictionary has the word as well, the greater one counts.
    """
    size = len(block)
    if size <= _WINDOW:
        return _window(block, size, [0.0], lexicon, edges)[0]
    for char in set(block):
        _ = lexicon.singles[char]  # so that the longest word is known
    lengths: list[int] = [1] * size
    tail = [0.0]
    reach = max([length for group in edges.values() for length, _, _ in group], default=1)
    for end in range(size, 0, -_WINDOW):
        start = max(0, end - _WINDOW)
        part = block[start : end + len(tail) - 1]
        here = {at - start: edges[at] for at in range(start, end) if at in edges} if edges else {}
        lengths[start:end], best = _window(part, end - start, tail, lexicon, here)
        tail = best[: max(reach, lexicon.longest) + 1]
    return lengths


def _window(
    text: str, size: int, tail: list[float], lexicon: Lexicon, edges: Edges
) -> tuple[list[int], list[float]]:
    """Return lengths for the first ``size`` positions, and the best sums from each on.

    ``tail`` has the best sums from position ``size`` on; the text reaches as far as they do.
    """
    # Single characters first: asking for one loads the words that begin with it.
    singles = list(map(lexicon.singles.__getitem__, text[:size]))
    singles.reverse()
    pairs = list(map(lexicon.pairs.get, map(add, text, f"{text[1 : size + 1]} ")))[:size]
    pairs.reverse()
    longs, end = lexicon.longs, len(text)
    lengths = [1] * size
    best = [0.0] * size + tail
    sum_, at = best[size], size
    for single, entry in zip(singles, pairs, strict=True):
        at -= 1
        sum_ += single
        if entry is not None:
            other = entry[0] + best[at + 2]
            if other >= sum_:
                sum_, lengths[at] = other, 2
            for length in entry[2]:
                if at + length > end:
                    break
                word = longs.get(text[at : at + length])
                if word is not None:
                    other = word[0] + best[at + length]
                    if other >= sum_:
                        sum_, lengths[at] = other, length
        if edges and at in edges:
            sum_ = _with_edges(edges[at], at, sum_, lengths, best)
        if sum_ == IMPOSSIBLE:  # the character is no word and begins none here
            sum_, lengths[at] = lexicon.unknown + best[at + 1], 1
        best[at] = sum_
    return lengths, best


def _with_edges(
    edges: list[tuple[int, float, str]], at: int, sum_: float, lengths: list[int], best: list[float]
) -> float:
    """Return the best sum at a position when the words of ``edges`` are possible as well."""
    for length, value, _ in edges:
        other = value + best[at + length]
        if other > sum_ or (other == sum_ and length >= lengths[at]):
            sum_, lengths[at] = other, length
    return sum_
