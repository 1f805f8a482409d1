"""``explain``: the tables that show how a text becomes its fingerprint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textsim.cli.commands import FLAGS, UNSCORABLE, ready_pipeline, spell, spell_number
from textsim.cli.inputs import Inputs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from textsim.cli.render import Output
    from textsim.pipeline import Pipeline
    from textsim.values import Trace

__all__ = ["explain"]

_ROW = 8


def explain(args: argparse.Namespace, out: Output) -> int:
    """Print how one text becomes its fingerprint, or why two are alike or not; return 0."""
    if len(args.texts) > 2:  # noqa: PLR2004 - one is traced, two are compared
        args.fail(f"explain takes one text or two, not {len(args.texts)}")
    inputs = Inputs(args)
    text, *others = list(inputs.given()) or [inputs.whole()]
    if others:
        from textsim.cli.difference import explain_pair  # noqa: PLC0415

        return explain_pair(text, others[0], args, out)
    pipeline = ready_pipeline(args)
    trace = pipeline.trace(text.text)
    if args.json:
        out.json(trace)
        return 0
    out.table(("stage", "result"), _overview(trace))
    out.line()
    out.table(("token", "tag", "weight", "fate"), _tokens(trace, pipeline), right="weight")
    out.line()
    digits = trace.fingerprint.bits // 4
    hashed = [(h.word, spell_number(h.weight), f"{h.hash:0{digits}x}") for h in trace.hashed]
    out.table(("feature", "weight", "hash"), hashed, right="weight")
    out.line()
    columns = ("bits", *(f"+{i}" for i in reversed(range(_ROW))), "set", "hex")
    out.table(columns, _votes(trace), right=" ".join(columns[1:-2]))
    return 0


def _overview(trace: Trace) -> list[tuple[str, str]]:
    fingerprint = trace.fingerprint
    flags = [FLAGS.get(flag, flag) for flag in fingerprint.flags]
    if not fingerprint.scorable:
        flags.append("unscorable, has no words")
    return [
        ("text", trace.text),
        ("cleaned", trace.plain),
        ("profile", fingerprint.profile),
        ("stamp", fingerprint.stamp),
        ("fingerprint", spell(fingerprint, "hex") if fingerprint.scorable else UNSCORABLE),
        ("flags", "; ".join(flags) or "none"),
        ("options", "; ".join(trace.options) or "all on"),
    ]


def _tokens(trace: Trace, pipeline: Pipeline) -> Iterator[tuple[str, str, str, str]]:
    """Yield each token with its tag, its own weight and its fate."""
    from textsim.features import features  # noqa: PLC0415 - loaded with the pipeline by now

    reasons = {gone.position: gone.reason for gone in trace.features.dropped}
    for position, token in enumerate(trace.tokens):
        if position in reasons:
            yield token.word, token.tag, "", f"dropped: {reasons[position]}"
        else:
            # Alone, without the text for n-grams: what this one occurrence adds.
            alone = features([token], "", pipeline.profile.features).kept
            weight = spell_number(alone[0].weight) if alone else ""
            yield token.word, token.tag, weight, "votes"


def _votes(trace: Trace) -> Iterator[list[str]]:
    """Yield the votes in rows of eight, the highest bit first, and the bits that came of them."""
    bits = trace.fingerprint.bits
    for top in range(bits - 1, 0, -_ROW):
        row = range(top, top - _ROW, -1)
        found = [trace.fingerprint.value >> i & 1 for i in row]
        octet = int("".join(map(str, found)), 2)
        yield [
            f"{top}-{top - _ROW + 1}",
            *(spell_number(trace.votes[i]) for i in row),
            "".join(map(str, found)),
            f"{octet:02x}",
        ]
