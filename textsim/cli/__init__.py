"""The command line: parse, one call, print. ``textsim --help`` tells what there is.

::

    run         arguments to exit code; errors become messages
    parser      arguments, options, help
    inputs      texts from arguments, files and standard input
    commands    compare, fingerprint
    tracing     explain, one text
    difference  explain, two texts
    beside      two texts one above the other
    listing     profiles, segmenters
    render      columns for a terminal, tab-separated rows or JSON for a pipe
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Return the exit code of a command line, ``sys.argv`` by default.

    0 done, 1 below a limit of ``compare`` (``--min-percent``, ``--min-score``), 2 wrong usage or
    bad input, 130 stopped by Ctrl-C, 141 the reader of the output went away. Raises nothing on
    purpose.

    >>> main(["--version"])
    textsim 0.1.0
    0
    """
    try:
        # Imported here, so that Ctrl-C during the imports ends as quietly as later.
        from textsim.cli.run import run  # noqa: PLC0415

        return run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return _INTERRUPTED
