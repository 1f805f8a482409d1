"""The candidates of each edited title: a sieve by wide fingerprints, then by exact overlap."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from textsim import Pipeline, get_profile
from textsim.features import features
from textsim.score import distances
from textsim.simhash import simhash_many
from textsim.wordhash import wordhashes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from tests.quality.data import Edits

__all__ = ["Candidates", "candidates", "neighbours"]

BITS = 256
SIEVE = 5_000  # nearest fingerprints that are looked at
KEPT = 300  # of these, with the highest overlap
_CHUNK = 20_000


class Candidates(NamedTuple):
    """For each query the places of the kept titles, the highest overlap first.

    ``place`` is the place of the true title among them, or None when the sieve lost it.
    """

    rows: list[NDArray[np.int64]]
    place: list[int | None]


def candidates(found: Edits) -> Candidates:
    """Return the candidates of each query by the features of the ``title`` profile."""
    pipeline = Pipeline(get_profile("title").with_options(bits=BITS))
    texts, words = sparse(pipeline, chain(found.titles, found.queries))
    values = fingerprints(pipeline, words, texts)
    titles = len(found.titles)
    made = Candidates([], [])
    for query, gold in enumerate(found.gold):
        apart = distances(values[:titles], values[titles + query])
        near = np.argsort(apart, kind="stable")[:SIEVE]
        overlap = texts.overlap(near, titles + query, len(words))
        best = near[np.argsort(-overlap, kind="stable")[:KEPT]]
        made.rows.append(best)
        there = np.flatnonzero(best == gold)
        made.place.append(int(there[0]) if len(there) else None)
    return made


def neighbours(titles: list[str], count: int) -> list[list[int]]:
    """Return the places of the titles likest to each one by exact overlap."""
    texts, words = sparse(Pipeline("title"), titles)
    every = np.arange(len(titles))
    found = []
    for i in every:
        overlap = texts.overlap(every, i, len(words))
        overlap[i] = -1
        found.append(np.argsort(-overlap, kind="stable")[:count].tolist())
    return found


def sparse(pipeline: Pipeline, texts: Iterable[str]) -> tuple[Sparse, list[str]]:
    """Return the features of texts, and the words that the numbers stand for."""
    ids: dict[str, int] = {}
    words: list[int] = []
    weights: list[float] = []
    offsets = [0]
    for text in texts:
        plain = pipeline.clean(text)
        kept = features(pipeline.tokens(plain), plain, pipeline.profile.features).kept
        for word, weight in kept:
            words.append(ids.setdefault(word, len(ids)))
            weights.append(weight)
        offsets.append(len(words))
    return Sparse(np.array(words), np.array(weights, float), np.array(offsets)), list(ids)


class Sparse(NamedTuple):
    """Weighted words of many texts; those of text i are at ``offsets[i]`` to ``offsets[i + 1]``."""

    words: NDArray[np.int64]
    weights: NDArray[np.float64]
    offsets: NDArray[np.int64]

    def overlap(self, rows: NDArray[np.int64], query: int, size: int) -> NDArray[np.float64]:
        """Return the cosine of each row with a query."""
        dense = np.zeros(size)
        span = slice(self.offsets[query], self.offsets[query + 1])
        dense[self.words[span]] = self.weights[span]
        starts, ends = self.offsets[rows], self.offsets[rows + 1]
        counts = ends - starts
        inside = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        flat = np.repeat(starts, counts) + inside
        owner = np.repeat(np.arange(len(rows)), counts)
        size = len(rows)
        dot = np.bincount(owner, self.weights[flat] * dense[self.words[flat]], minlength=size)
        norm = np.bincount(owner, self.weights[flat] ** 2, minlength=size)
        return dot / np.sqrt(np.maximum(norm, 1))


def fingerprints(pipeline: Pipeline, words: list[str], texts: Sparse) -> NDArray[np.uint64]:
    """Return the fingerprint of every text as lanes, from the hash of every distinct word."""
    hashes = wordhashes(words, pipeline.profile.wordhash)
    made = []
    for start in range(0, len(texts.offsets) - 1, _CHUNK):
        offsets = texts.offsets[start : start + _CHUNK + 1]
        span = slice(offsets[0], offsets[-1])
        made.append(
            simhash_many(
                hashes[texts.words[span]],
                texts.weights[span],
                offsets - offsets[0],
                pipeline.profile.simhash,
            )
        )
    return np.vstack(made)
