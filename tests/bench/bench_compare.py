"""Time ``compare`` beside cutting the same kind of titles into words: ``FILE`` has one a line.

    python tests/bench/bench_compare.py titles.txt

Every title is met once: both texts of a pair are new, the program has run for a while.
"""

from __future__ import annotations

import argparse
import gzip
import random
from pathlib import Path
from time import perf_counter

import textsim

WARM, PAIRS = 3_000, 3_000


def main() -> None:
    """Print microseconds a pair and the ratio."""
    parser = argparse.ArgumentParser(description="Time compare beside segmentation.")
    parser.add_argument("file", type=Path, help="titles, one a line; .gz is unpacked")
    path = parser.parse_args().file
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        titles = [line.strip() for line in lines]
    random.Random(0).shuffle(titles)
    pipeline = textsim.Pipeline("title")
    for title in titles[:WARM]:
        textsim.compare(title, title[1:])
    rest = iter(titles[WARM : WARM + 6 * PAIRS])
    cut = compared = edited = 0.0
    for a, b, c, d, e, f in zip(rest, rest, rest, rest, rest, rest, strict=False):
        start = perf_counter()
        for title in (a, b):
            pipeline.tokens(pipeline.clean(title))
        middle = perf_counter()
        textsim.compare(c, d)
        later = perf_counter()
        textsim.compare(e, e[2:] + f[:2])
        cut, compared, edited = (
            cut + middle - start,
            compared + later - middle,
            edited + perf_counter() - later,
        )
    micro = 1e6 / PAIRS
    print(f"clean and cut two titles {cut * micro:.0f} µs")
    print(f"compare two unrelated titles {compared * micro:.0f} µs, {compared / cut:.1f} times")
    print(f"compare a title with its edit {edited * micro:.0f} µs, {edited / cut:.1f} times")


if __name__ == "__main__":
    main()
