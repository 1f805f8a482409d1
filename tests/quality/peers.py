"""What users would pick instead of textsim's verdict: other ways of scoring and of searching.

Each takes titles as they are given, with the settings it has by default, and returns scores of
which the higher one is the likelier. The packages of the extra ``quality`` are imported only where
they are used.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tests.quality.sieve import fingerprints, sparse
from textsim import Pipeline, get_profile
from textsim.score import distances
from textsim.segment import SegmentSpec, segment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    Scores = NDArray[Any]
    Texts = Sequence[str]

__all__ = ["PEERS", "Peer", "missing"]

_CHUNK = 50  # queries that rapidfuzz holds beside all titles at once


class Peer(NamedTuple):
    """A way of its own: ``pairs`` scores a[i] beside b[i], ``search`` all titles for each query.

    None stands for what it is not made for. ``module`` is what must be installed, if anything;
    ``search_name`` the name in a search, where that is done in another way.
    """

    name: str
    module: str = ""
    pairs: Callable[[Texts, Texts], Scores] | None = None
    search: Callable[[Texts, Texts], Iterator[Scores]] | None = None
    search_name: str = ""


def missing(peer: Peer) -> bool:
    """Return whether the package that a peer needs is not installed."""
    return bool(peer.module) and find_spec(peer.module) is None


def _nearness(make: Callable[[Texts], Scores], bits: int) -> dict[str, Any]:
    """Return both ways of a fingerprint: how few of its ``bits`` differ."""

    def pairs(a: Texts, b: Texts) -> Scores:
        left, right = make(a), make(b)
        apart = [distances(left[i : i + 1], right[i])[0] for i in range(len(left))]
        return bits - np.array(apart, int)

    def search(titles: Texts, queries: Texts) -> Iterator[Scores]:
        values = make([*titles, *queries])
        for value in values[len(titles) :]:
            yield bits - distances(values[: len(titles)], value).astype(int)

    return {"pairs": pairs, "search": search}


def _shingle_simhash(texts: Texts) -> NDArray[np.uint64]:
    from simhash import Simhash

    return np.array([[Simhash(text).value] for text in texts], np.uint64)


def _word_simhash(texts: Texts) -> NDArray[np.uint64]:
    pipeline = Pipeline(get_profile("java-title").with_options(segmenter="jieba"))
    chosen, words = sparse(pipeline, texts)
    return fingerprints(pipeline, words, chosen)


def _ratio(a: Texts, b: Texts) -> Scores:
    from rapidfuzz import fuzz

    return np.array([fuzz.ratio(x, y) for x, y in zip(a, b, strict=True)])


def _ratio_search(titles: Texts, queries: Texts) -> Iterator[Scores]:
    from rapidfuzz import fuzz, process

    for start in range(0, len(queries), _CHUNK):
        some = queries[start : start + _CHUNK]
        yield from process.cdist(some, titles, scorer=fuzz.ratio, workers=1)


def _token_set_ratio(a: Texts, b: Texts) -> Scores:
    from rapidfuzz import fuzz

    return np.array([fuzz.token_set_ratio(x, y) for x, y in zip(a, b, strict=True)])


def _bigrams(text: str) -> set[str]:
    """Return the pairs of neighbouring characters; a text of one character is its own."""
    return {text[i : i + 2] for i in range(max(len(text) - 1, 1))}


def _minhash(a: Texts, b: Texts) -> Scores:
    from datasketch import MinHash

    grams = [[gram.encode() for gram in _bigrams(text)] for text in (*a, *b)]
    made = MinHash.bulk(grams, num_perm=128)
    return np.array([x.jaccard(y) for x, y in zip(made[: len(a)], made[len(a) :], strict=True)])


def _jaccard_search(titles: Texts, queries: Texts) -> Iterator[Scores]:
    """Yield the exact Jaccard index, which MinHash estimates, by a list of titles per 2-gram."""
    where: dict[str, list[int]] = {}
    sizes = np.zeros(len(titles), int)
    for i, title in enumerate(titles):
        grams = _bigrams(title)
        sizes[i] = len(grams)
        for gram in grams:
            where.setdefault(gram, []).append(i)
    postings = {gram: np.array(rows) for gram, rows in where.items()}
    for query in queries:
        grams = _bigrams(query)
        rows = [postings[gram] for gram in grams if gram in postings]
        shared = np.bincount(np.concatenate([np.zeros(0, int), *rows]), minlength=len(titles))
        yield shared / (sizes + len(grams) - shared)


def _tfidf(texts: Texts) -> tuple[Any, Any]:
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectors = TfidfVectorizer(analyzer="char", ngram_range=(1, 2))
    return vectors, vectors.fit_transform(texts)


def _tfidf_pairs(a: Texts, b: Texts) -> Scores:
    _, rows = _tfidf([*a, *b])
    return np.asarray(rows[: len(a)].multiply(rows[len(a) :]).sum(axis=1)).ravel()


def _tfidf_search(titles: Texts, queries: Texts) -> Iterator[Scores]:
    vectors, rows = _tfidf(titles)
    inverted = rows.T.tocsr()
    for query in queries:
        yield (vectors.transform([query]) @ inverted).toarray()[0]


def _words(text: str) -> list[str]:
    """Return the words as jieba cuts them, in lower case and without punctuation."""
    tokens = segment(text.lower(), SegmentSpec("jieba"))
    return [word for word, _ in tokens if any(map(str.isalnum, word))]


def _bm25_search(titles: Texts, queries: Texts) -> Iterator[Scores]:
    import bm25s

    index = bm25s.BM25()
    index.index([_words(title) for title in titles], show_progress=False)
    for query in queries:
        words = _words(query)
        yield index.get_scores(words) if words else np.zeros(len(titles))


PEERS = (
    Peer("1e0ng simhash, 64 bits", "simhash", **_nearness(_shingle_simhash, 64)),
    Peer("classic word simhash, 64 bits", **_nearness(_word_simhash, 64)),
    Peer("rapidfuzz ratio", "rapidfuzz", _ratio, _ratio_search),
    Peer("rapidfuzz token_set_ratio", "rapidfuzz", _token_set_ratio),
    Peer(
        "MinHash-128, character 2-grams",
        "datasketch",
        _minhash,
        _jaccard_search,
        "exact Jaccard, character 2-grams (for MinHash)",
    ),
    Peer("TF-IDF cosine, character 1-2-grams", "sklearn", _tfidf_pairs, _tfidf_search),
    Peer("BM25, jieba words", "bm25s", None, _bm25_search),
)
