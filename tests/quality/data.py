"""The labelled pairs and the edited titles that the verdict is fitted and measured on."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import NamedTuple

__all__ = ["FOLDS", "Edits", "Families", "Pair", "edits", "labelled", "laws", "own"]

FOLDS = 5


class Pair(NamedTuple):
    """Two texts, whether they are the same, and how they differ; ``domain`` is ``""`` for forum."""

    label: int
    kind: str
    domain: str
    a: str
    b: str


class Edits(NamedTuple):
    """Titles, of which ``gold[i]`` is the one whose later form is ``queries[i]``."""

    titles: list[str]
    queries: list[str]
    gold: list[int]


def own() -> list[Pair]:
    """Return the pairs that ship with the tests."""
    lines = (Path(__file__).parent / "pairs.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return [Pair(int(label), kind, domain, a, b) for label, kind, domain, a, b in rows]


def laws() -> list[Pair]:
    """Return each title of a law with the two titles likest to it by features: other laws, all.

    Both titles of a pair are in one fold, so that none is known when the other is judged.
    """
    from tests.quality.sieve import neighbours

    lines = (Path(__file__).parents[1] / "data" / "law_titles.txt").read_text(encoding="utf-8")
    found = []
    for fold in range(FOLDS):
        titles = [line for line in lines.splitlines() if zlib.crc32(line.encode()) % FOLDS == fold]
        near = neighbours(titles, 2)
        pairs = {(min(i, j), max(i, j)) for i, row in enumerate(near) for j in row}
        found += [Pair(0, "law", str(fold), titles[i], titles[j]) for i, j in sorted(pairs)]
    return found


def labelled(folder: Path) -> list[Pair]:
    """Return the pairs of real forum titles of a folder of data."""
    lines = (folder / "title_pairs.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return [Pair(int(label), kind, "", a, b) for label, kind, a, b in rows]


def edits(folder: Path) -> Edits:
    """Return the titles of a forum, the edited ones in their older form, and the newer forms."""
    with gzip.open(folder / "forum_titles.tsv.gz", "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t", 1) for line in lines]
    place = {question: i for i, (question, _) in enumerate(rows)}
    found = Edits([title for _, title in rows], [], [])
    for line in (folder / "forum_edits.tsv").read_text(encoding="utf-8").splitlines():
        question, older, newer = line.split("\t")[:3]
        if question in place:
            found.titles[place[question]] = older
            found.queries.append(newer)
            found.gold.append(place[question])
    return found


class Families:
    """Texts that were ever paired as the same or compared belong to one family, and to one fold."""

    def __init__(self) -> None:
        """Begin with every text in a family of its own."""
        self._above: dict[str, str] = {}

    def join(self, a: str, b: str) -> None:
        """Put two texts into one family."""
        self._above[self._head(a)] = self._head(b)

    def fold(self, text: str) -> int:
        """Return the fold of a text's family, from 0 to FOLDS - 1."""
        return zlib.crc32(self._head(text).encode()) % FOLDS

    def _head(self, text: str) -> str:
        while (above := self._above.setdefault(text, text)) != text:
            self._above[text] = text = self._above[above]
        return text
