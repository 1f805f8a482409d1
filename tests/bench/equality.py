"""Print how many printed answers of the five original programs each profile gives again.

    python tests/bench/equality.py

Reads ``tests/golden``; the tests assert the same equality line by line.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textsim import Pipeline, get_profile
from textsim.clean.jsoup import jsoup_clean
from textsim.compat.java import sub_by_distance
from textsim.compat.simhash import Simhash, SimhashIndex
from textsim.values import Token

GOLDEN = Path(__file__).parent.parent / "golden"
Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    """Return the rows of a golden file."""
    return [json.loads(line) for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


def terms(row: Row) -> list[Token]:
    """Return the words and tags that the Java classes were given."""
    return [Token(word, nature) for word, nature in row["terms"]]


def show(what: str, data: list[Row], right: Callable[[Row], bool]) -> None:
    """Print one table row: what, how many equal, of how many."""
    print(f"| {what} | {sum(map(right, data))} of {len(data)} |")


def pipeline(name: str, **options: Any) -> Pipeline:
    """Return the pipeline of a profile with options."""
    return Pipeline(get_profile(name).with_options(**options))


def main() -> None:
    """Print the table."""
    logging.disable()  # the index warns of big buckets, as the original does
    print("| profile and what was printed | equal |")
    print("|---|---|")
    java, python = rows("java.jsonl"), rows("pysimhash.jsonl")
    title = pipeline("java-title")
    show("`java-title`: cleaned text", java, lambda r: title.clean(r["text"]) == r["clean"])
    show(
        "`java-title`: fingerprint of the given words",
        java,
        lambda r: title.fingerprint_tokens(terms(r)).value == int(r["title64"], 16),
    )
    for bits in (32, 64, 128):
        article = pipeline("java-article", bits=bits)
        show(
            f"`java-article`, {bits} bits",
            java,
            lambda r, p=article, f=f"article{bits}": (
                p.fingerprint_tokens(terms(r)).value == int(r[f], 16)
            ),
        )
    show(
        "`java-article`: block split",
        java,
        lambda r: sub_by_distance(*[int(r["article64"], 16)] * 2, 3) == r["sub3"],
    )
    for field in ("word", "unicode_nfc", "unicode_nfd", "unicode_nfkc", "unicode_nfkd"):
        go = pipeline("go-" + field.replace("_", "-"))
        show(
            f"`{go.profile.name}`",
            rows("go.jsonl"),
            lambda r, p=go, f=field: p.fingerprint(r["text"]).hex == r[f],
        )
    for bits in (32, 64, 128):
        four = pipeline("python-4gram", bits=bits)
        show(
            f"`python-4gram`, {bits} bits",
            python,
            lambda r, p=four, f=f"f{bits}": p.fingerprint(r["text"]).hex == r[f],
        )
    show(
        "`textsim.compat.simhash.Simhash`",
        python,
        lambda r: Simhash(r["text"]).value == int(r["f64"], 16),
    )
    values, *queries = rows("pysimhash_index.jsonl")
    entries = [(i, Simhash(int(value, 16))) for i, value in enumerate(values["values"])]
    indexes = {k: SimhashIndex(entries, k=k) for k in {q["k"] for q in queries}}
    show(
        "`textsim.compat.simhash.SimhashIndex`: ids found",
        queries,
        lambda r: (
            sorted(indexes[r["k"]].get_near_dups(Simhash(int(r["query"], 16))))
            == sorted(map(str, r["ids"]))
        ),
    )
    cpp = pipeline("cpp-ngram")
    show(
        "`cpp-ngram`",
        rows("cppsimhash.jsonl"),
        lambda r: str(cpp.fingerprint(r["text"]).value) == r["simhash"],
    )
    jsoup = rows("jsoup.jsonl")
    show(
        "jsoup 1.11.3 alone, hostile markup",
        jsoup,
        lambda r: jsoup_clean(whole(r["text"])) == whole(r["clean"]),
    )


def whole(text: str | list[tuple[str, int]]) -> str:
    """Return a text; long ones are stored as pieces with how often each repeats."""
    return text if isinstance(text, str) else "".join(piece * times for piece, times in text)


if __name__ == "__main__":
    main()
