"""``compare`` and ``fingerprint``: one call of the library, one table."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

from textsim import wire
from textsim.cli.inputs import Inputs, Text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from textsim.cli.render import Output
    from textsim.pipeline import Pipeline
    from textsim.values import Comparison, Fingerprint

__all__ = [
    "FLAGS",
    "UNSCORABLE",
    "compare",
    "fingerprint",
    "print_numbers",
    "ready_pipeline",
    "spell",
    "spell_number",
    "spell_score",
    "tell_time",
]

# What the flags of a fingerprint mean.
FLAGS = {
    "dominated": "one word outweighs all others",
    "fallback": "stop words only, so these voted",
    "suspicious": "looks wrongly decoded",
}
UNSCORABLE = "unscorable"
_NUMBERS = ("distance", "bits", "percent", "score", "duplicate")
_VERDICTS = {True: "yes", False: "no", None: "-"}
_NUMBER_WIDTH = 6
_EQUAL, _BELOW_EQUAL = 100, 99.99
_CONFLICTS = 3  # as many are shown in a note; JSON has them all


def compare(args: argparse.Namespace, out: Output) -> int:
    """Print how alike texts are; return 1 when limits were given and none reaches them."""
    inputs = Inputs(args)
    texts = list(inputs.given())
    if len(texts) < 2 and not args.files:  # noqa: PLR2004 - a comparison needs two
        texts.extend(inputs.lines())
    if len(texts) < 2:  # noqa: PLR2004
        args.fail(f"compare needs two texts or more, not {len(texts)}")
    pipeline = ready_pipeline(args)
    started = perf_counter()
    # After the pipeline, whose import is part of the load time.
    from textsim.similarity import rank  # noqa: PLC0415

    first, *others = texts
    ranked = rank(first.text, [other.text for other in others], profile=pipeline.profile)
    tell_time(args, "work", started)
    if len(others) == 1:
        _print_pair(ranked[0][1], args, out)
    else:
        _print_ranked(ranked, others, args, out)
    return int(not any(_reaches(found, args) for _, found in ranked))


def _reaches(found: Comparison, args: argparse.Namespace) -> bool:
    if args.exit_code and not found.duplicate:
        return False
    limits = ((found.percent, args.min_percent), (found.score, args.min_score))
    return all(limit is None or (value is not None and value >= limit) for value, limit in limits)


def fingerprint(args: argparse.Namespace, out: Output) -> int:
    """Print the fingerprint of each text, one row at a time; return 0."""
    if args.files and not args.texts:
        args.fail("fingerprint --files needs the name of a file")
    inputs = Inputs(args)
    texts = inputs.given() if args.texts else inputs.lines()
    pipeline = ready_pipeline(args)
    for number, (label, text) in enumerate(texts, 1):
        found = pipeline.fingerprint(text)
        if args.json:
            out.json(_fingerprint_json(number, Text(label, text), found, args))
        else:
            shown = spell(found, args.form) if found.scorable else UNSCORABLE
            flags = " ".join(found.flags)
            if out.terminal:  # for eyes: the stamp would leave no room for the text
                widths = (-_NUMBER_WIDTH, len(spell(found, args.form)), len(found.profile))
                out.row([str(number), shown, found.profile, f"{label}  {flags}".rstrip()], widths)
            else:
                out.row([str(number), shown, found.profile, found.stamp, flags, label])
    return 0


def spell(fingerprint: Fingerprint, form: str) -> str:
    """Return a fingerprint in one of the forms of ``--form``.

    >>> from textsim.values import Fingerprint
    >>> spell(Fingerprint(255, 8), "hex"), spell(Fingerprint(255, 8), "signed")
    ('0xff', '-1')
    """
    if form == "signed":
        return str(fingerprint.signed)
    if form == "unsigned":
        return str(fingerprint.value)
    return "0b" + fingerprint.binary if form == "binary" else "0x" + fingerprint.hex


def ready_pipeline(args: argparse.Namespace) -> Pipeline:
    """Return the pipeline of the profile options, loaded; ``--verbose`` tells the time it took."""
    started = perf_counter()
    from textsim.pipeline import pipeline_for  # noqa: PLC0415 - numpy, dictionaries
    from textsim.presets import get_profile  # noqa: PLC0415

    given: dict[str, Any] = {
        "segmenter": args.segmenter,  # first: it resets the options of the profile's own
        "segmenter_options": _merged(args.segmenter_option) or None,
        "user_dict": args.user_dict or None,
        "bits": args.bits,
        "unescape_depth": args.unescape_depth,
        "simplify": args.simplify or None,
        "threshold": getattr(args, "threshold", None),  # where there is a verdict
    }
    options = {name: value for name, value in given.items() if value is not None}
    pipeline = pipeline_for(get_profile(args.profile).with_options(**options))
    _ = pipeline.stamp  # loads what every text needs; the rest of a dictionary comes as it is met
    tell_time(args, f"load of {pipeline.profile.id}", started)
    return pipeline


def _merged(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return options by name; one given several times becomes a list of its values as text."""
    merged: dict[str, Any] = {}
    for key, value in pairs:
        if key not in merged:
            merged[key] = value
        else:
            before = merged[key] if isinstance(merged[key], list) else [str(merged[key])]
            merged[key] = [*before, str(value)]
    return merged


def tell_time(args: argparse.Namespace, what: str, started: float) -> None:
    """Tell on stderr how long something took since ``perf_counter()`` was ``started``."""
    if args.verbose:
        print(f"textsim: {what}: {perf_counter() - started:.3f} s", file=sys.stderr)


def _print_pair(found: Comparison, args: argparse.Namespace, out: Output) -> None:
    if args.json:
        out.json(found)
    else:
        print_numbers(found, out)


def print_numbers(found: Comparison, out: Output) -> None:
    """Print the numbers of one pair, the verdict and what is to be noted."""
    notes = _side_notes("first", found.a) + _side_notes("second", found.b) + _notes(found)
    header = (*_NUMBERS, "note")
    out.table(header, [[*_numbers(found), "; ".join(notes)]], right=" ".join(_NUMBERS[:-1]))


def _print_ranked(
    ranked: list[tuple[int, Comparison]],
    others: list[Text],
    args: argparse.Namespace,
    out: Output,
) -> None:
    if args.json:
        for place, (position, found) in enumerate(ranked, 1):
            name = "file" if args.files else "text"
            row = {"rank": place, "number": position + 1, name: others[position].label}
            out.json(row | {"comparison": found})
        return
    header = ("rank", "number", *_NUMBERS, "note", "text")
    out.table(header, _ranked_rows(ranked, others), right=" ".join(header[:-3]))


def _ranked_rows(ranked: list[tuple[int, Comparison]], others: list[Text]) -> Iterator[list[str]]:
    for place, (position, found) in enumerate(ranked, 1):
        notes = "; ".join(_side_notes("", found.b) + _notes(found))
        yield [str(place), str(position + 1), *_numbers(found), notes, others[position].label]


def _numbers(found: Comparison) -> list[str]:
    if found.distance is None or found.percent is None or found.score is None:
        return ["-", str(found.bits), "-", "-", _VERDICTS[found.duplicate]]
    return [
        str(found.distance),
        str(found.bits),
        f"{found.percent:.2f}",
        spell_score(found.score),
        _VERDICTS[found.duplicate],
    ]


def spell_score(score: float) -> str:
    """Return a score with two decimals; only the 100 of equal texts is shown as 100.

    >>> spell_score(80.0), spell_score(99.9999)
    ('80.00', '99.99')
    """
    return f"{score if score == _EQUAL else min(score, _BELOW_EQUAL):.2f}"


def spell_number(value: float) -> str:
    """Return a weight or a vote: whole ones without a point, others in full.

    >>> spell_number(4.0), spell_number(0.5)
    ('4', '0.5')
    """
    return str(int(value)) if value == int(value) else repr(value)


def _side_notes(side: str, fingerprint: Fingerprint) -> list[str]:
    texts = [FLAGS.get(flag, flag) for flag in fingerprint.flags]
    if not fingerprint.scorable:
        texts.append("unscorable, has no words")
    return [f"{side}: {text}" if side else text for text in texts]


def _notes(found: Comparison) -> list[str]:
    notes = []
    if found.exact:
        notes.append("equal after cleaning")
    elif found.order_changed:
        notes.append("same words, other order")
    notes.extend(f"{kind}: {a} / {b}" for kind, a, b in found.conflicts[:_CONFLICTS])
    if found.evidence == "low":
        notes.append("little evidence")
    return notes


def _fingerprint_json(
    number: int, text: Text, found: Fingerprint, args: argparse.Namespace
) -> dict[str, Any]:
    row: dict[str, Any] = {"number": number, "file" if args.files else "text": text.label}
    row |= {"scorable": found.scorable, "fingerprint": wire.to_dict(found)}
    if args.form != "hex":  # as text: JSON readers round large integers
        row[args.form] = spell(found, args.form)
    return row
