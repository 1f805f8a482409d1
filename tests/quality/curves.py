"""Which share of pairs is the same at which overlap: ``python -m tests.quality.curves --data DIR``.

The curves of profiles without a model (``VerdictSpec.curve`` in textsim/presets.py) are drawn
through these shares; ``disputed`` is the share of duplicates among pairs that contradict each
other, over that of the others at high overlap. For ``document`` the pairs are two states of one
law and pairs of different laws and essays, of the folder ``redistributable``.
"""

from __future__ import annotations

import argparse
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tests.quality.data import Pair, labelled, own
from textsim import Pipeline, get_profile
from textsim.score import overlap
from textsim.score.conflicts import conflicts, facts

if TYPE_CHECKING:
    from textsim.values import Prepared

BINS = (0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 99.99, 101)
PROFILES = ("title", "java-title", "python-4gram", "go-unicode-nfc", "cpp-ngram")


def articles(folder: Path) -> list[Pair]:
    """Return pairs of states of one law, and of different laws and essays."""
    rows = _rows(folder / "redistributable" / "law_version_pairs.tsv")
    found = [Pair(1, "version", "law", row[4], row[5]) for row in rows]
    texts = [row[4] for row in rows]
    texts += [max(row, key=len) for row in _rows(folder / "redistributable" / "luxun_small.tsv")]
    return found + [Pair(0, "other", "law", a, b) for a, b in combinations(texts, 2)]


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


def shares(pairs: list[Pair], name: str) -> None:
    """Print how many pairs there are at which overlap, and what share of them is the same."""
    profile = get_profile(name)
    if profile.segment.segmenter == "hanlp":
        profile = profile.with_options(segmenter="jieba")
    pipeline = Pipeline(profile)
    ready: dict[str, Prepared] = {}
    found = []
    for pair in pairs:
        for text in (pair.a, pair.b):
            if text not in ready:
                ready[text] = pipeline.prepare(text)
        a, b = ready[pair.a], ready[pair.b]
        alike = overlap(a.features.kept, b.features.kept)
        if alike is not None:
            disputed = conflicts(facts(a.plain), facts(b.plain))
            found.append((alike, pair.label, bool(disputed)))
    table = np.array(found, float)
    for flag in (0, 1):
        print(f"{name}, {'contradicting' if flag else 'not contradicting'}")
        rows = table[table[:, 2] == flag]
        for low, high in pairwise(BINS):
            inside = rows[(rows[:, 0] >= low) & (rows[:, 0] < high)]
            if len(inside):
                print(f"  {low:>5} to {high:>5}: {len(inside):>5} pairs, {inside[:, 1].mean():.2f}")


def main() -> None:
    """Print the shares of every profile."""
    parser = argparse.ArgumentParser(description="Shares of duplicates by overlap.")
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled titles")
    folder = parser.parse_args().data
    pairs = labelled(folder) + own()
    for name in PROFILES:
        shares(pairs, name)
    shares(articles(folder), "document")


if __name__ == "__main__":
    main()
