"""``profiles`` and ``segmenters``: what there is."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from textsim.cli.render import Output
    from textsim.segment import SegmenterInfo

__all__ = ["profiles", "segmenters"]

# The library that one of our segmenters needs, by its import name.
_LIBRARY = {"hanlp": "jpype", "jieba": "jieba", "rjieba": "rjieba"}
# What else it needs, by the environment variable that names the file.
_FILE = {"hanlp": "TEXTSIM_HANLP_JAR"}


def profiles(args: argparse.Namespace, out: Output) -> int:
    """Print the shipped profiles with widths, segmenter, its state and a summary; return 0."""
    from textsim.presets import get_profile, profile_names  # noqa: PLC0415
    from textsim.segment import segmenters as registered  # noqa: PLC0415

    states = {info.name: _state(info) for info in registered()}
    rows = []
    for name in profile_names():
        profile = get_profile(name)
        segmenter = profile.segment.segmenter
        row = {
            "profile": profile.id,
            "bits": list(profile.widths),
            "segmenter": segmenter,
            "state": states[segmenter],
            "summary": profile.summary,
        }
        rows.append(row)
    if args.json:
        for row in rows:
            out.json(row)
        return 0
    out.table(list(rows[0]), [[_cell(value) for value in row.values()] for row in rows])
    return 0


def _cell(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def segmenters(args: argparse.Namespace, out: Output) -> int:
    """Print the registered segmenters, where they live and what is missing; return 0."""
    from textsim.segment import segmenters as registered  # noqa: PLC0415

    found = registered()
    if args.json:
        for info in found:
            out.json(info._asdict() | {"state": _state(info)})
        return 0
    rows = [(info.name, _state(info), info.distribution, info.target) for info in found]
    out.table(("segmenter", "state", "package", "target"), rows)
    return 0


def _state(info: SegmenterInfo) -> str:
    """Return ``ready``, or how to get what a segmenter needs; imports nothing of it."""
    own = _LIBRARY.get(info.name) if info.distribution == "textsim" else None
    library = own or info.target.partition(":")[0].partition(".")[0]
    try:
        there = find_spec(library) is not None
    except (ImportError, ValueError):
        there = False
    if not there:
        package = f"'textsim[{info.extra}]'" if info.extra else own
        return f"pip install {package}" if package else f"cannot find {library!r}"
    variable = _FILE.get(info.extra)
    if variable and not os.environ.get(variable):
        return f"ready with a jar named by {variable}"
    return "ready"
