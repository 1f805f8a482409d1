"""Print what each setting of the profile ``title`` brings, as one Markdown table.

    python -m tests.quality.ablation --data FOLDER

The folder holds ``forum_titles.tsv.gz`` (id, title), ``forum_edits.tsv`` (id, older, newer title)
and ``title_pairs.tsv`` (label, kind, a, b). Every newer title is searched among the forum titles,
of which the one with its id is replaced by the older title. Before that one come the titles that
are nearer, and half of those equally near; it is found in the first k if fewer than k come before
it. Nearness is the Hamming distance at 64 and 256 bits, or the exact cosine of the weights.
Pairs are judged by that cosine: the area under the ROC curve, and the best F1 at any limit.

``+`` and ``-`` behind a figure: better or worse than in the row compared with (the shipped profile;
the bare words for rows that begin with "words and") by more than two standard errors of the
difference, from resampling queries and pairs. One in twenty is by chance. Needs NumPy 2.
"""

from __future__ import annotations

import argparse
import gc
import gzip
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textsim import Pipeline, dictionaries, get_profile
from textsim.features import FeatureSpec, features
from textsim.score import overlap
from textsim.segment import segment
from textsim.segment.join import join
from textsim.simhash import SimhashSpec, simhash_many
from textsim.values import Token
from textsim.wordhash import wordhashes

TITLE = get_profile("title")
SHIPPED = TITLE.features
WORDS = FeatureSpec(tag_prefix=True, drop_punctuation=True, fallback=True)
BITS = 256
RESAMPLES = 400
COLUMNS = (
    "64 bits: first|in 10|in 100|256 bits: first|in 10|in 100|cosine: first|in 10|pairs: AUC|F1"
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Texts = list[tuple[str, list[Token]]]


class Setting(NamedTuple):
    """A row of the table: its name, how features are made, and how they vote."""

    name: str
    spec: FeatureSpec = SHIPPED
    joined: bool = True
    voting: SimhashSpec = replace(TITLE.simhash, bits=BITS)


def levels(**changed: int) -> tuple[tuple[str, int], ...]:
    """Return the shipped weights with those of some tags changed."""
    return tuple((dict(dictionaries.table("weights-title.tsv")) | changed).items())


def from_shipped() -> Iterator[Setting]:
    """Yield the shipped profile, then it with one setting changed at a time."""

    def but(name: str, **settings: Any) -> Setting:
        return Setting(name, replace(SHIPPED, **settings))

    yield but("shipped: `title`")
    yield but("every word weighs 1", weights=())
    yield but("tags weigh as listed only, not by prefix", tag_prefix=False)
    yield but("no stop words", stop_words=())
    yield but("no fallback to stopped words", fallback=False)
    yield but("punctuation kept", drop_punctuation=False)
    yield but("no cap", max_votes=None)
    yield but("cap of 2", max_votes=2)
    yield but("cap of 6", max_votes=6)
    yield but("no pairs of Han characters", han_ngrams=())
    yield but("pairs weigh 2", ngram_weight=2)
    yield but("pairs and triples", han_ngrams=(2, 3))
    yield Setting("tokens not joined", joined=False)
    yield Setting("a vote of 0 sets the bit", voting=SimhashSpec(BITS, "one"))
    yield but("names as nouns, 4", weights=levels(nr=4, ns=4, nt=4, nz=4, j=4, eng=4))
    yield but("nouns as names, 5", weights=levels(n=5))
    yield but("nouns 3", weights=levels(n=3))
    yield but("verbs and adjectives 4", weights=levels(v=4, a=4))
    yield but("verbs and adjectives 2", weights=levels(v=2, a=2))
    yield but("numbers and times 5", weights=levels(m=5, t=5))
    yield but("numbers and times 3", weights=levels(m=3, t=3))
    yield but("nouns and names 2, others 1", weights=(("n", 2), ("j", 2), ("eng", 2)))


def from_words() -> Iterator[Setting]:
    """Yield words alone, each of weight 1, then these with one setting of ``title`` at a time."""
    yield Setting("bare: words, each weighs 1", WORDS, joined=False)
    yield Setting("words and weights", replace(WORDS, weights=SHIPPED.weights), joined=False)
    stopped = replace(WORDS, stop_words=SHIPPED.stop_words)
    yield Setting("words and stop words", stopped, joined=False)
    yield Setting("words and cap of 1", replace(WORDS, max_votes=1), joined=False)
    yield Setting("words and pairs", replace(WORDS, han_ngrams=(2,)), joined=False)
    yield Setting("words and joined tokens", WORDS)


def cut(plains: Iterable[str]) -> Texts:
    """Return cleaned texts with their tokens as the segmenter cuts."""
    apart = replace(TITLE.segment, join=False)
    seen: dict[Token, Token] = {}  # equal tokens are kept once
    return [(p, [seen.setdefault(token, token) for token in segment(p, apart)]) for p in plains]


class Corpus(NamedTuple):
    """Distinct texts, and which of them the titles are.

    ``edits`` are (newer text, older text, place in ``rows``), ``pairs`` two texts each.
    """

    texts: Texts
    rows: Ints
    edits: list[tuple[int, int, int]]
    pairs: list[tuple[int, int]]
    labels: NDArray[np.bool_]


def load(folder: Path) -> Corpus:
    """Return the corpus in a folder."""
    with gzip.open(folder / "forum_titles.tsv.gz", "rt", encoding="utf-8", newline="\n") as file:
        titles = dict(line.rstrip("\n").split("\t", 1) for line in file)
    keys, older, newer = cells(folder / "forum_edits.tsv")
    labels, _, left, right = cells(folder / "title_pairs.tsv")
    titles.update(zip(keys, older, strict=True))
    clean, place = Pipeline(TITLE).clean, dict[str, int]()
    rows, queries, originals, one, other = (
        [place.setdefault(clean(title), len(place)) for title in column]
        for column in (titles.values(), newer, older, left, right)
    )
    row_of = {key: row for row, key in enumerate(titles)}
    edits = list(zip(queries, originals, [row_of[key] for key in keys], strict=True))
    pairs = list(zip(one, other, strict=True))
    return Corpus(cut(place), np.array(rows), edits, pairs, np.array(labels) == "1")


def cells(path: Path) -> Iterator[tuple[str, ...]]:
    """Return the columns of a tab-separated file."""
    lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return zip(*(line.split("\t") for line in lines), strict=True)


class Vectors(NamedTuple):
    """The features of all texts: text *i* has those from ``ends[i]`` to ``ends[i + 1]``."""

    words: NDArray[np.int32]
    weights: NDArray[np.int32]
    ends: Ints

    def own(self, text: int) -> list[Any]:
        """Return the (word, weight) pairs of a text."""
        own = slice(self.ends[text], self.ends[text + 1])
        return list(zip(self.words[own].tolist(), self.weights[own].tolist(), strict=True))


class Vocabulary:
    """All words met, numbered, each hashed once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.hashes = np.zeros((0, BITS // 64), np.uint64)

    def vectors(self, texts: Texts, setting: Setting) -> Vectors:
        """Return the features of all texts."""
        numbers, words, weights, ends = self.numbers, array("i"), array("i"), array("q", [0])
        for plain, tokens in texts:
            own = join(plain, tokens) if setting.joined else tokens
            kept = features(own, plain, setting.spec).kept
            words.extend([numbers.setdefault(word, len(numbers)) for word, _ in kept])
            weights.extend([int(weight) for _, weight in kept])
            ends.append(len(words))
        return Vectors(np.array(words), np.array(weights), np.array(ends))

    def fingerprints(self, vectors: Vectors, voting: SimhashSpec) -> NDArray[np.uint64]:
        """Return the fingerprints of all texts, ``(n, 4)``; the first column is that of 64 bits."""
        new = list(self.numbers)[len(self.hashes) :]
        hashed = wordhashes(new, replace(TITLE.wordhash, bits=BITS))
        self.hashes = np.vstack([self.hashes, hashed])
        return simhash_many(self.hashes[vectors.words], vectors.weights, vectors.ends, voting)


def rank(far: NDArray[Any], rows: Ints, older: int, row: int) -> float:
    """Return how many rows come before that of the older title, from how far every text is."""
    others, own = far[rows], far[older]
    others[row] = own
    return (np.count_nonzero(others < own) + np.count_nonzero(others <= own) - 1) / 2


def hamming_ranks(prints: NDArray[np.uint64], corpus: Corpus) -> tuple[list[float], list[float]]:
    """Return the ranks of all queries by distance at 64 and at 256 bits."""
    lanes = np.ascontiguousarray(prints.T)
    narrow, wide = [], []
    for newer, older, row in corpus.edits:
        far = np.bitwise_count(lanes[0] ^ lanes[0, newer]).astype(np.uint16)
        narrow.append(rank(far, corpus.rows, older, row))
        for lane in lanes[1:]:
            far += np.bitwise_count(lane ^ lane[newer])
        wide.append(rank(far, corpus.rows, older, row))
    return narrow, wide


def cosine_ranks(vectors: Vectors, corpus: Corpus) -> list[float]:
    """Return the ranks of all queries by cosine; a text without features is as far as can be."""
    texts = np.repeat(np.arange(len(vectors.ends) - 1), np.diff(vectors.ends))
    squares = np.bincount(texts, vectors.weights.astype(float) ** 2, len(vectors.ends) - 1)
    places = np.argsort(vectors.words, kind="stable")  # those of one word together
    starts = np.searchsorted(vectors.words[places], np.arange(vectors.words.max() + 2))
    texts, weights = texts[places], vectors.weights[places]
    ranks = []
    for newer, older, row in corpus.edits:
        shared = np.zeros(len(squares))
        for word, weight in vectors.own(newer):
            at = slice(starts[word], starts[word + 1])
            shared[texts[at]] += weight * weights[at]
        # The square of the cosine but for the query's own length, which is the same for all:
        # integers divided once, so that equal cosines give equal floats.
        far = -shared * shared / np.maximum(squares, 1)
        ranks.append(rank(far, corpus.rows, older, row))
    return ranks


def judge(scores: Floats, labels: NDArray[np.bool_], times: Ints) -> list[Floats]:
    """Return the area and the best F1, for each row of how often every pair counts."""
    order = np.argsort(-scores)
    steps = np.flatnonzero(np.diff(-scores[order], prepend=-np.inf))
    ones = np.add.reduceat(times[:, order] * labels[order], steps, axis=1)
    zeros = np.add.reduceat(times[:, order] * ~labels[order], steps, axis=1)
    right, wrong = ones.cumsum(axis=1), zeros.cumsum(axis=1)
    all_ones, all_zeros = right[:, -1:], wrong[:, -1:]
    # A one wins against the zeros below it, and half of those of the same score.
    won = (ones * (all_zeros - wrong + zeros / 2)).sum(axis=1, keepdims=True)
    best = (2 * right / (all_ones + right + wrong)).max(axis=1)
    return [(won / (all_ones * all_zeros))[:, 0], best]


def resampled(count: int) -> Ints:
    """Return how often each of ``count`` things is drawn: first each once, then at random."""
    drawn = np.random.default_rng(count).multinomial(count, [1 / count] * count, RESAMPLES)
    return np.vstack([np.ones((1, count), np.int64), drawn])


def measure(corpus: Corpus, vocabulary: Vocabulary, setting: Setting) -> Floats:
    """Return the figures of a row, ``(columns, 1 + RESAMPLES)``: measured, then resampled."""
    vectors = vocabulary.vectors(corpus.texts, setting)
    prints = vocabulary.fingerprints(vectors, setting.voting)
    ranks = np.array([*hamming_ranks(prints, corpus), cosine_ranks(vectors, corpus)])
    found = (ranks[:, np.newaxis] < [[1], [10], [100]]).reshape(9, -1)[:8]
    shares = found @ resampled(len(corpus.edits)).T / len(corpus.edits)
    scores = np.array([overlap(vectors.own(a), vectors.own(b)) or 0.0 for a, b in corpus.pairs])
    return np.vstack([shares, *judge(scores, corpus.labels, resampled(len(scores)))])


def check(titles: tuple[str, ...]) -> None:
    """Assert that the fingerprints made here are those of the package."""
    vocabulary = Vocabulary()
    texts = cut([Pipeline(TITLE).clean(title) for title in titles])
    rows = vocabulary.fingerprints(vocabulary.vectors(texts, Setting("")), Setting("").voting)
    for bits in (64, BITS):
        pipeline = Pipeline(TITLE.with_options(bits=bits))
        for title, row in zip(titles, rows.astype("<u8"), strict=True):
            value = int.from_bytes(row[: bits // 64].tobytes(), "little")
            assert value == pipeline.fingerprint(title).value, (bits, title)


def main() -> None:
    """Print the table, each row when it is measured."""
    parser = argparse.ArgumentParser(description="Print what each setting of title brings.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    folder = parser.parse_args().data
    check([*cells(folder / "forum_edits.tsv")][2][:200])
    corpus, vocabulary = load(folder), Vocabulary()
    gc.freeze()  # millions of tokens that stay need no looking at
    print(f"|features|{COLUMNS}|\n|{'---|' * (2 + COLUMNS.count('|'))}", flush=True)
    for group in (from_shipped(), from_words()):
        compared = None
        for setting in group:
            figures = measure(corpus, vocabulary, setting)
            compared = figures if compared is None else compared
            apart = figures - compared
            gain, noise = apart[:, 0], apart[:, 1:].std(axis=1)
            marks = np.where(abs(gain) > 2 * noise, np.where(gain > 0, " +", " -"), "")
            row = [f"{n:.3f}{mark}" for n, mark in zip(figures[:, 0], marks, strict=True)]
            print(f"|{setting.name}|{'|'.join(row)}|", flush=True)


if __name__ == "__main__":
    main()
