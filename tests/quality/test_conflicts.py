"""Floors for the conflicts that a comparison names, on the labelled pairs beside this file."""

from __future__ import annotations

from pathlib import Path

import pytest

from textsim import Pipeline
from textsim.score.conflicts import conflicts, facts

LINES = (Path(__file__).parent / "pairs.tsv").read_text(encoding="utf-8").splitlines()
PAIRS = [line.split("\t") for line in LINES]
KINDS = [
    "same_edit",
    "same_norm",
    "number",
    "polarity",
    "entity",
    "same_template",
    "related",
    "random",
]


def share(kind: str) -> float:
    """Return the share of a kind's pairs between which a conflict is found."""
    clean = Pipeline("title").clean
    pairs = [(facts(clean(a)), facts(clean(b))) for _, k, _, a, b in PAIRS if k == kind]
    return sum(bool(conflicts(a, b)) for a, b in pairs) / len(pairs)


def test_the_pairs_are_whole() -> None:
    assert len(PAIRS) == len({frozenset(pair[3:]) for pair in PAIRS}) == 1612
    assert {pair[1] for pair in PAIRS} == set(KINDS)
    assert all(
        pair[0] == str(int(pair[1].startswith("same_e") or pair[1] == "same_norm"))
        for pair in PAIRS
    )


@pytest.mark.parametrize(("kind", "floor"), [("number", 0.97), ("polarity", 0.87)])
def test_what_differs_in_a_fact_is_named(kind: str, floor: float) -> None:
    assert share(kind) >= floor


@pytest.mark.parametrize("kind", ["same_edit", "same_norm"])
def test_the_same_story_is_not_accused(kind: str) -> None:
    assert share(kind) <= 0.01
