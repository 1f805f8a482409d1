"""textsim's verdict beside what users would pick instead: measured, and printed as tables."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tests.quality.data import edits, labelled, own
from tests.quality.figures import area, best_f1, calibration, f1, rank_of
from tests.quality.peers import PEERS, missing
from tests.quality.sieve import BITS, KEPT, SIEVE, candidates
from textsim import Pipeline, get_profile
from textsim.score.verdict import calibrated, closeness, load_model, log_odds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import Any

    from numpy.typing import NDArray

    from tests.quality.data import Edits, Pair
    from tests.quality.peers import Peer

__all__ = ["BY_CLOSENESS", "OURS", "Judge", "PairRow", "SearchRow", "Tables", "lines", "measure"]

OURS = "textsim"
BY_CLOSENESS = "textsim, by closeness"
BY_SCORE = "textsim, by score"
HEADING = (
    "The shipped model was fitted on these very pairs and edits: textsim's rows are in-sample.\n"
    "The honest figures are those of cross-validation, which prints F1, AUC and searches of texts\n"
    "that were not fitted: python -m tests.quality.fit --data FOLDER\n"
)
PAIRS_HEADING = (
    "F1 as shipped: at the threshold that ships; best F1: at the one that is best in hindsight\n"
)
KINDS_HEADING = "Share called duplicate: textsim as shipped, the others from where F1 is best\n"
SEARCH_HEADING = (
    "Search: {queries:,} edited titles (forum_edits.tsv) among {titles:,} (forum_titles.tsv.gz)\n"
    f"textsim: of the {SIEVE:,} nearest by {BITS} bits the {KEPT} of the highest overlap, in the\n"
    "order of textsim.rank, or of the score alone; the others put all titles in order\n"
)


class PairRow(NamedTuple):
    """How one way judges pairs; ``kinds`` are the shares of each kind that it calls duplicates.

    Ours does so from the shipped threshold on, where ``f1`` is taken and scores are calibrated;
    the others have neither, and do so from the threshold on that gives them the best F1.
    """

    name: str
    f1: float | None
    best_f1: float
    area: float
    calibration: float | None
    kinds: dict[str, float]


class SearchRow(NamedTuple):
    """In what share of the searches the true title is the first, in ten, in a hundred."""

    name: str
    first: float
    ten: float
    hundred: float


class Tables(NamedTuple):
    """The rows of the tables, ours last; ``without`` are the peers that are not installed."""

    forum: list[PairRow]
    shipped: list[PairRow]
    search: list[SearchRow]
    size: tuple[int, int]
    without: list[Peer]


class Judge:
    """What ``textsim.compare`` says of pairs of titles that have features, each text read once."""

    def __init__(self) -> None:
        """Load the shipped model."""
        from tests.quality.fit import Reader

        self._reader = Reader()
        self._clean = cache(Pipeline("title").clean)
        self._model = load_model(get_profile("title").verdict.model)

    def scores(self, pairs: Iterable[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the score and the closeness of pairs, one row a pair; equal texts are closest."""
        return np.array([self._score(a, b) for a, b in pairs])

    def _score(self, a: str, b: str) -> tuple[float, float]:
        if self._clean(a) == self._clean(b):
            return 100.0, np.inf
        values = self._reader.rows([(a, b)])[0].tolist()
        odds = log_odds(self._model, values)
        return calibrated(odds), closeness(self._model, odds, values)


def measure(folder: Path, judge: Judge) -> Tables:
    """Return the tables of a folder of data."""
    found = edits(folder)
    installed = [peer for peer in PEERS if not missing(peer)]
    search = [row for peer in installed for row in _searched(peer, found)]
    return Tables(
        _pair_rows(labelled(folder), installed, judge),
        _pair_rows(own(), installed, judge),
        [*search, *_ours_searched(judge, found)],
        (len(found.titles), len(found.queries)),
        [peer for peer in PEERS if missing(peer)],
    )


def _pair_rows(pairs: list[Pair], peers: list[Peer], judge: Judge) -> list[PairRow]:
    labels = np.array([pair.label for pair in pairs], bool)
    a, b = [pair.a for pair in pairs], [pair.b for pair in pairs]

    def row(name: str, scores: NDArray[Any], threshold: float, *, ours: bool = False) -> PairRow:
        said = scores >= threshold
        return PairRow(
            name,
            f1(labels, said) if ours else None,
            best_f1(labels, scores),
            area(labels, scores),
            calibration(labels, scores / 100) if ours else None,
            _shares(pairs, said),
        )

    rows = []
    for peer in peers:
        if peer.pairs:
            scores = peer.pairs(a, b)
            best = max(np.unique(scores), key=lambda cut: f1(labels, scores >= cut))
            rows.append(row(peer.name, scores, best))
    scores = judge.scores(zip(a, b, strict=True))[:, 0]
    return [*rows, row(OURS, scores, get_profile("title").verdict.threshold, ours=True)]


def _shares(pairs: list[Pair], said: NDArray[np.bool_]) -> dict[str, float]:
    """Return the share of each kind that is called a duplicate, duplicates first."""
    kinds = np.array([pair.kind for pair in pairs])
    order = dict.fromkeys(pair.kind for pair in sorted(pairs, key=lambda p: (-p.label, p.kind)))
    return {kind: float(said[kinds == kind].mean()) for kind in order}


def _search_row(name: str, ranks: list[float]) -> SearchRow:
    return SearchRow(name, *(float(np.mean(np.array(ranks) < k)) for k in (1, 10, 100)))


def _searched(peer: Peer, found: Edits) -> Iterator[SearchRow]:
    if peer.search:
        every = zip(peer.search(found.titles, found.queries), found.gold, strict=True)
        ranks = [rank_of(scores, gold) for scores, gold in every]
        yield _search_row(peer.search_name or peer.name, ranks)


def _ours_searched(judge: Judge, found: Edits) -> Iterator[SearchRow]:
    ranks: dict[str, list[float]] = {BY_SCORE: [], BY_CLOSENESS: []}
    near = candidates(found)
    for query, rows, place in zip(found.queries, near.rows, near.place, strict=True):
        scores = judge.scores((query, found.titles[i]) for i in rows)
        for column, so_far in zip(scores.T, ranks.values(), strict=True):
            so_far.append(np.inf if place is None else rank_of(column, place))
    yield from (_search_row(name, so_far) for name, so_far in ranks.items())


def lines(tables: Tables) -> list[str]:
    """Return the tables as lines of text."""
    titles, queries = tables.size
    return [
        *HEADING.split("\n"),
        *_pair_lines("Pairs of the forum (title_pairs.tsv)", tables.forum),
        *_pair_lines("Pairs that ship with the tests (pairs.tsv)", tables.shipped),
        *SEARCH_HEADING.format(queries=queries, titles=titles).split("\n"),
        *_aligned(
            ["", "first", "in 10", "in 100"],
            [[row.name, *map(_figure, row[1:])] for row in tables.search],
        ),
        *(f"{peer.name}: left out, {peer.module} is not installed" for peer in tables.without),
    ]


def _pair_lines(heading: str, rows: list[PairRow]) -> list[str]:
    kinds = list(rows[-1].kinds)
    return [
        heading,
        *PAIRS_HEADING.split("\n"),
        *_aligned(
            ["", "F1 as shipped", "best F1", "AUC", "calibration error"],
            [[row.name, *map(_figure, row[1:5])] for row in rows],
        ),
        *KINDS_HEADING.split("\n"),
        *_aligned(
            ["", *kinds],
            [[row.name, *(_figure(row.kinds[kind]) for kind in kinds)] for row in rows],
        ),
    ]


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _aligned(heads: list[str], rows: list[list[str]]) -> list[str]:
    """Return a Markdown table whose columns line up, and an empty line."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]

    def line(cells: list[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        return f"| {' | '.join(padded)} |"

    rule = [f"{'-' * (widths[0] + 2)}", *(f"{'-' * (width + 1)}:" for width in widths[1:])]
    return [line(heads), f"|{'|'.join(rule)}|", *map(line, rows), ""]
