"""``explain`` of two texts: why they are alike or not."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from textsim.cli.beside import beside
from textsim.cli.commands import (
    print_numbers,
    ready_pipeline,
    spell_number,
    spell_score,
    tell_time,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from textsim.cli.inputs import Text
    from textsim.cli.render import Output
    from textsim.values import Comparison, Explanation

__all__ = ["explain_pair"]

_ABSENT = "-"
_STRONGEST = 10  # reasons shown; JSON has them all


def explain_pair(a: Text, b: Text, args: argparse.Namespace, out: Output) -> int:
    """Print the numbers of two texts, where they differ, and what moved the score; return 0."""
    pipeline = ready_pipeline(args)
    started = perf_counter()
    # After the pipeline, whose import is part of the load time.
    from textsim.similarity import compare  # noqa: PLC0415

    found = compare(a.text, b.text, profile=pipeline.profile)
    why = found.explain()
    tell_time(args, "work", started)
    if args.json:
        out.json({"comparison": found, "explanation": why})
        return 0
    print_numbers(found, out)
    for lines in beside(why.pieces, out):
        out.line()
        for line in lines:
            out.write(line)
    words = list(_words(why))
    if words:
        out.line()
        out.table(("word", "first", "second"), words, right="first second")
    if why.conflicts:
        out.line()
        out.table(("conflict", "first", "second"), why.conflicts)
    out.line()
    if found.score is not None and not found.exact and why.average is not None:
        _print_reasons(found.score, why.average, why, out)
    else:
        out.line(_no_reasons(found, why, pipeline.profile.verdict.disputed))
    if found.duplicate is not None and found.threshold is not None:
        said = "a duplicate" if found.duplicate else "no duplicate"
        out.line(f"{said}: the threshold is {found.threshold:g}")
    return 0


def _words(why: Explanation) -> Iterator[tuple[str, str, str]]:
    for word, first, second in why.shared:
        yield word, spell_number(first), spell_number(second)
    for word, weight in why.only_a:
        yield word, spell_number(weight), _ABSENT
    for word, weight in why.only_b:
        yield word, _ABSENT, spell_number(weight)


def _no_reasons(found: Comparison, why: Explanation, disputed: float) -> str:
    """Return in a line why no measure moved the score."""
    if found.score is None:
        return "no score: a text without words cannot be scored"
    if found.exact:
        return "score 100: both texts are equal after cleaning"
    times = f", times {disputed:g} for the conflicts" if why.conflicts and disputed != 1 else ""
    return f"no model in {found.profile}: the score is read off the overlap of the words{times}"


def _print_reasons(score: float, average: float, why: Explanation, out: Output) -> None:
    """Print what moved the score, and that it adds up."""
    rows = [
        (reason.measure, _rounded(reason.value), f"{reason.effect:+.2f}", reason.says)
        for reason in why.reasons[:_STRONGEST]
    ]
    header = ("measure", "value", "effect", "what it tells")
    out.table(header, rows, right="value effect")
    more = len(why.reasons) - len(rows)
    if more:
        out.line(f"and {more} weaker, which --json has")
    out.line()
    moved = sum(reason.effect for reason in why.reasons)
    sums = f"average pair {average:+.2f}, all effects {moved:+.2f}"
    out.line(f"{sums}: {average + moved:+.2f}, score {spell_score(score)}")
    out.line("effects are in log-odds and add up; those below 0 speak against a duplicate")


def _rounded(value: float) -> str:
    return spell_number(value if value == int(value) else round(value, 2))
