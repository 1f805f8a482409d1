"""Fit the model of the verdict: ``python -m tests.quality.fit --data FOLDER [--write]``.

Prints what cross-validation shows on texts that were not fitted: the forum's pairs and edited
titles by families of titles, our own pairs by domain, and either of the two after fitting on the
other alone. ``--write`` fits on everything and writes dicts/verdict-title.json. Needs the extra
``quality``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tests.quality.boost import ORDER, Examples, Fitted, fit, shares, written
from tests.quality.data import FOLDS, Families, Pair, edits, labelled, laws, own
from tests.quality.figures import THRESHOLD, first_and_ten, judged, line
from textsim import Pipeline
from textsim.score.likeness import MEASURES, likeness, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from textsim.score.likeness import Reading

MODEL = Path(__file__).parents[2] / "dicts" / "verdict-title.json"
OWN_WEIGHT = 1.5  # of a pair of our own, beside one of the forum
NEAR = 100  # candidates of a list that are fitted
LAW_WEIGHT = 0.05  # of a pair of laws, which are all different


class Bench(NamedTuple):
    """Everything measured once: pairs of the forum, of our own, of laws, and candidates."""

    forum: list[Pair]
    ours: list[Pair]
    laws: list[Pair]
    forum_rows: NDArray[np.float64]
    our_rows: NDArray[np.float64]
    law_rows: NDArray[np.float64]
    lists: list[NDArray[np.float64]]
    places: list[int | None]
    forum_folds: NDArray[np.int64]
    our_folds: NDArray[np.int64]
    law_folds: NDArray[np.int64]
    list_folds: NDArray[np.int64]

    def sizes(self) -> tuple[int, int, int, int]:
        """Return how many pairs of the forum, of our own, of laws, and how many lists there are."""
        return len(self.forum), len(self.ours), len(self.laws), len(self.lists)

    def examples(self, forum: Any, ours: Any, laws: Any, lists: Any) -> Examples:
        """Return the chosen rows as what is fitted; the arguments are masks."""
        places = {int(i): self.places[i] for i in np.flatnonzero(lists)}
        chosen = {i: place for i, place in places.items() if place is not None and place < NEAR}
        counts = [int(mask.sum()) for mask in (forum, ours, laws)]
        labels = [*_labels(self.forum, forum), *_labels(self.ours, ours), *([0] * counts[2])]
        weights = np.repeat([1.0, OWN_WEIGHT, LAW_WEIGHT], counts)
        return Examples(
            np.vstack([self.forum_rows[forum], self.our_rows[ours], self.law_rows[laws]]),
            np.array(labels, float),
            weights,
            [self.lists[i][:NEAR] for i in chosen],
            list(chosen.values()),
        )


def _labels(pairs: list[Pair], mask: Any) -> list[int]:
    return [pair.label for pair, chosen in zip(pairs, mask, strict=True) if chosen]


def bench(folder: Path) -> Bench:
    """Return the measures of all pairs and of the candidates of all edited titles."""
    from tests.quality.sieve import candidates

    forum, ours, found = labelled(folder), own(), edits(folder)
    families = Families()
    for pair in forum:
        families.join(pair.a, pair.b)
    for query, gold in zip(found.queries, found.gold, strict=True):
        families.join(query, found.titles[gold])
    near = candidates(found)
    reader = Reader()
    lists = [
        reader.rows((query, found.titles[i]) for i in row)
        for query, row in zip(found.queries, near.rows, strict=True)
    ]
    domains = sorted({pair.domain for pair in ours})
    others = laws()
    return Bench(
        forum,
        ours,
        others,
        *(reader.rows((pair.a, pair.b) for pair in pairs) for pairs in (forum, ours, others)),
        lists,
        near.place,
        np.array([families.fold(pair.a) for pair in forum]),
        np.array([domains.index(pair.domain) for pair in ours]),
        np.array([int(pair.domain) for pair in others]),
        np.array([families.fold(query) for query in found.queries]),
    )


class Reader:
    """Texts read once by the ``title`` profile."""

    def __init__(self) -> None:
        """Begin with none."""
        self._pipeline = Pipeline("title")
        self._read: dict[str, Reading] = {}

    def rows(self, pairs: Iterable[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the measures of pairs, one row a pair."""
        return np.array([likeness(self._of(a), self._of(b)).values for a, b in pairs], float)

    def _of(self, text: str) -> Reading:
        if text not in self._read:
            self._read[text] = read(self._pipeline.prepare(text))
        return self._read[text]


def crossed(found: Bench) -> None:
    """Print what five models show on what each was not fitted to."""
    forum, ours, law = (np.zeros(len(p)) for p in (found.forum, found.ours, found.laws))
    odds: list[Any] = [None] * len(found.lists)
    for fold in range(FOLDS):
        folds = (found.forum_folds, found.our_folds, found.law_folds, found.list_folds)
        held = [numbers == fold for numbers in folds]
        model = fit(found.examples(*(~mask for mask in held)))
        forum[held[0]] = shares(model.log_odds(found.forum_rows[held[0]]))
        ours[held[1]] = shares(model.log_odds(found.our_rows[held[1]]))
        law[held[2]] = shares(model.log_odds(found.law_rows[held[2]]))
        for i in np.flatnonzero(held[3]):
            odds[i] = model.log_odds(found.lists[i])
    print(line("forum pairs", judged(found.forum, forum)))
    print(line("own pairs, domain held out", judged(found.ours, ours)))
    print(f"nearest other law called the same: {np.mean(law >= THRESHOLD):.3f}")
    closer = [row + _closer(rows) for row, rows in zip(odds, found.lists, strict=True)]
    print("edits by score", first_and_ten(odds, found.places))
    print("edits by closeness", first_and_ten(closer, found.places))


def across(found: Bench) -> None:
    """Print what fitting on the forum alone shows on our own pairs, and the other way round."""
    forum, ours, law, lists = (np.ones(n, bool) for n in found.sizes())
    model = fit(found.examples(forum, ~ours, ~law, lists))
    print(
        line("own pairs, fitted on the forum", judged(found.ours, _shares(model, found.our_rows)))
    )
    model = fit(found.examples(~forum, ours, law, ~lists))
    print(
        line(
            "forum pairs, fitted on our own", judged(found.forum, _shares(model, found.forum_rows))
        )
    )
    for kind in ("serial_number", "same_template", "random"):
        others = np.array([pair.kind != kind for pair in found.forum])
        model = fit(found.examples(others, ours, law, lists))
        said = _shares(model, found.forum_rows[~others]) >= THRESHOLD
        print(f"{kind} never seen: {np.mean(said):.3f} called duplicate")


def _shares(model: Fitted, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(shares(model.log_odds(rows)))


def _closer(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    names = list(MEASURES)
    return sum(weight * rows[:, names.index(name)] for name, weight in ORDER.items())


def lines(model: dict[str, Any]) -> str:
    """Return a model as JSON with one line for each slope and each tree."""
    parts = []
    for key, value in model.items():
        if key in ("slopes", "trees"):
            items = value.items() if key == "slopes" else enumerate(value)
            named = key == "slopes"
            inner = (
                f"{json.dumps(n)}: {json.dumps(v)}" if named else json.dumps(v) for n, v in items
            )
            left, right = "{}" if named else "[]"
            parts.append(f'"{key}": {left}\n  ' + ",\n  ".join(inner) + f"\n {right}")
        else:
            parts.append(f'"{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def main() -> None:
    """Print the figures of cross-validation; write the model if asked."""
    parser = argparse.ArgumentParser(description="Fit the model of the verdict.")
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled titles")
    parser.add_argument("--write", action="store_true", help=f"write {MODEL.name}")
    options = parser.parse_args()
    found = bench(options.data)
    crossed(found)
    across(found)
    if options.write:
        examples = found.examples(*(np.ones(size, bool) for size in found.sizes()))
        MODEL.write_text(lines(written(fit(examples), examples)), encoding="utf-8")


if __name__ == "__main__":
    main()
