"""Compare two columns of a CSV file: the same rows with distance, percent, score and verdict.

    python examples/compare_csv_columns.py titles.csv old_title new_title > compared.csv

Columns are given by name, or by number from 1. Rows are written as they are read, so a file of
any length will do; all columns stay. ``duplicate`` is True or False, ``conflicts`` what the texts
contradict each other in; the new cells are empty where a text has no words.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import textsim
from textsim.decode import decode_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NEW = ("distance", "percent", "score", "duplicate", "conflicts")


def column(header: list[str], wanted: str) -> int:
    """Return the index of a column, wanted by name or by number from 1."""
    if wanted in header:
        return header.index(wanted)
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(header):
        return int(wanted) - 1
    sys.exit(f"no column {wanted!r}; there are {', '.join(map(repr, header))}")


def compared(rows: Iterable[list[str]], a: str, b: str, profile: str) -> Iterator[list[str]]:
    """Yield the header and the rows with the new cells."""
    numbered = iter(rows)
    header = next(numbered, None)
    if header is None:
        sys.exit("no header: the file is empty")
    taken = [name for name in NEW if name in header]
    if taken:
        sys.exit(f"column {taken[0]!r} is there already; rename it first")
    left, right = column(header, a), column(header, b)
    yield [*header, *NEW]
    for number, row in enumerate(numbered, 2):
        if len(row) != len(header):
            sys.exit(f"row {number} has {len(row)} cells, not {len(header)}")
        found = textsim.compare(row[left], row[right], profile=profile)
        said = (found.distance, found.percent, found.score, found.duplicate)
        against = "; ".join(f"{kind}: {one} / {other}" for kind, one, other in found.conflicts)
        yield [*row, *("" if value is None else str(value) for value in said), against]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare two columns of a CSV file.")
    parser.add_argument("file", help="a CSV file with a header")
    parser.add_argument("a", help="name or number of a column")
    parser.add_argument("b", help="name or number of another column")
    parser.add_argument("--profile", default="title", help="see: textsim profiles")
    parser.add_argument("--encoding", default="auto", help="encoding of the file")
    parser.add_argument("--delimiter", default=",", help="what separates cells")
    options = parser.parse_args()
    textsim.get_profile(options.profile)  # an unknown name ends here, before a row is written
    csv.field_size_limit(1 << 24)  # articles are longer than the 128 KiB that csv allows
    with (
        Path(options.file).open("rb") as stream,
        open(sys.stdout.fileno(), "w", encoding="utf-8", newline="", closefd=False) as out,
    ):
        lines = decode_lines(stream, options.encoding, options.file, keep_ends=True)
        rows = (row for row in csv.reader(lines, delimiter=options.delimiter) if row)
        writer = csv.writer(out, delimiter=options.delimiter, lineterminator="\n")
        writer.writerows(compared(rows, options.a, options.b, options.profile))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (textsim.TextsimError, OSError, TypeError, csv.Error) as error:
        sys.exit(f"error: {error}")
