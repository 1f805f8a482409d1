"""Floors for the verdict, and that it is above what users would pick instead.

    python -m pytest tests/quality --data=FOLDER

prints the tables at the end of the run. They are in-sample: the shipped model was fitted on these
pairs and edits, so the floors tell whether model and measures still fit each other. What it is
worth on texts that were not fitted is printed by ``python -m tests.quality.fit --data FOLDER``.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.quality.data import labelled
from tests.quality.peers import PEERS, Peer, missing
from tests.quality.table import (
    BY_CLOSENESS,
    OURS,
    Judge,
    PairRow,
    SearchRow,
    Tables,
    lines,
    measure,
)
from textsim import compare, rank


class Floors(NamedTuple):
    """What our row of a table of pairs must reach; ``calibration`` is the highest error."""

    f1: float
    area: float
    calibration: float
    same_norm: float


FLOORS = {"forum": Floors(0.95, 0.99, 0.03, 0.98), "shipped": Floors(0.9, 0.97, 0.03, 0.95)}
TABLES = pytest.mark.parametrize("table", FLOORS)


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


@pytest.fixture(scope="module")
def tables(data_folder: Path, judge: Judge, printed: list[str]) -> Tables:
    """Return everything measured, and have it printed whether or not the floors hold."""
    found = measure(data_folder, judge)
    printed += lines(found)
    return found


def pair_rows(tables: Tables, table: str) -> tuple[list[PairRow], PairRow]:
    """Return the rows of the peers in a table of pairs, and ours."""
    *peers, ours = {"forum": tables.forum, "shipped": tables.shipped}[table]
    assert ours.name == OURS
    return peers, ours


def search_rows(tables: Tables) -> tuple[list[SearchRow], SearchRow]:
    """Return the rows of the peers in the table of searches, and ours."""
    (ours,) = (row for row in tables.search if row.name == BY_CLOSENESS)
    return [row for row in tables.search if not row.name.startswith(OURS)], ours


@pytest.mark.slow
def test_the_judge_says_what_compare_and_rank_say(data_folder: Path, judge: Judge) -> None:
    pairs = [(pair.a, pair.b) for pair in labelled(data_folder)]
    chosen = pairs[:: len(pairs) // 50]
    assert len(chosen) >= 50
    for (a, b), (score, _) in zip(chosen, judge.scores(chosen), strict=True):
        assert score == compare(a, b).score, (a, b)
    query, others = chosen[0][0], [b for _, b in chosen]
    closeness = judge.scores((query, other) for other in others)[:, 1]
    ordered = closeness[[i for i, _ in rank(query, others)]]
    assert ordered.tolist() == sorted(closeness, reverse=True)


@pytest.mark.slow
@TABLES
def test_the_verdict_fits_its_pairs(tables: Tables, table: str) -> None:
    _, ours = pair_rows(tables, table)
    floors = FLOORS[table]
    assert ours.f1 is not None
    assert ours.calibration is not None
    assert ours.f1 >= floors.f1
    assert ours.area >= floors.area
    assert ours.calibration <= floors.calibration
    assert ours.kinds["same_norm"] >= floors.same_norm


@pytest.mark.slow
def test_what_differs_in_a_number_only_is_no_duplicate(tables: Tables) -> None:
    _, ours = pair_rows(tables, "forum")
    assert ours.kinds["serial_number"] <= 0.03


@pytest.mark.slow
@TABLES
def test_the_verdict_is_above_every_peer(tables: Tables, table: str) -> None:
    peers, ours = pair_rows(tables, table)
    assert ours.f1 is not None
    for peer in peers:
        assert ours.f1 > peer.best_f1, peer.name
        assert ours.area > peer.area, peer.name


@pytest.mark.slow
def test_edited_titles_are_found(tables: Tables) -> None:
    _, ours = search_rows(tables)
    assert ours.first >= 0.92
    assert ours.ten >= 0.97


@pytest.mark.slow
def test_edited_titles_are_found_more_often_than_by_any_peer(tables: Tables) -> None:
    peers, ours = search_rows(tables)
    for peer in peers:
        assert ours.first > peer.first, peer.name
        assert ours.ten > peer.ten, peer.name


def test_every_peer_puts_the_equal_title_first() -> None:
    titles = ["股市今日大跌原因分析", "有哪些养猫必须知道的冷知识", "上海到北京的高铁票打折"]
    for peer in PEERS:
        if peer.pairs and not missing(peer):
            far, equal = peer.pairs(titles[:2], [titles[1]] * 2)
            assert equal > far, peer.name
        if peer.search and not missing(peer):
            found = [scores.argmax() for scores in peer.search(titles, titles)]
            assert found == [0, 1, 2], peer.name


def test_a_peer_that_is_not_installed_is_named() -> None:
    peer = Peer("Some other way", "no_such_module")
    row = PairRow(OURS, 1.0, 1.0, 1.0, 0.0, {"random": 0.0})
    tables = Tables([row], [row], [SearchRow(OURS, 1.0, 1.0, 1.0)], (3, 1), [peer])
    assert missing(peer)
    assert lines(tables)[-1] == "Some other way: left out, no_such_module is not installed"
