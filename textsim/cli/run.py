"""One command line from its arguments to its exit code; errors become messages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from textsim.cli.render import Output, silence, visible
from textsim.errors import TextsimError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

__all__ = ["run"]

_USAGE = 2
_INTERRUPTED = 130
_BROKEN_PIPE = 141


def run(argv: Sequence[str]) -> int:
    """Return the exit code of a command line; see ``textsim.cli.main``.

    >>> run(["--version"])
    textsim 0.1.0
    0
    """
    if sys.stdout is None:
        _tell("textsim: error: standard output is closed")
        return _USAGE
    try:
        code = _run(list(argv))
        sys.stdout.flush()
    except BrokenPipeError:
        code = _BROKEN_PIPE
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except OSError as error:  # a full disk; what cannot be read is an InputError already
        _tell(f"textsim: error: cannot write: {error.strerror or error}")
        code = _USAGE
    else:
        return code
    silence(sys.stdout)
    return code


def _run(argv: list[str]) -> int:
    from textsim.cli.parser import parse  # noqa: PLC0415 - argparse is not part of an import

    try:
        args = parse(argv)
    except SystemExit as stop:
        return _code(stop)
    try:
        return _command(args.command)(args, Output(sys.stdout))
    except SystemExit as stop:
        return _code(stop)
    except TextsimError as error:
        sys.stdout.flush()  # what was found before the error comes before its message
        _tell_error(error, as_json=args.json)
        return _USAGE


def _code(stop: SystemExit) -> int:
    return stop.code if isinstance(stop.code, int) else int(stop.code is not None)


def _command(name: str) -> Callable[[argparse.Namespace, Output], int]:
    """Return the function of a command; only what it needs is imported."""
    if name in ("profiles", "segmenters"):
        from textsim.cli import listing  # noqa: PLC0415

        return {"profiles": listing.profiles, "segmenters": listing.segmenters}[name]
    if name == "explain":
        from textsim.cli import tracing  # noqa: PLC0415

        return tracing.explain
    from textsim.cli import commands  # noqa: PLC0415

    return {"compare": commands.compare, "fingerprint": commands.fingerprint}[name]


def _tell_error(error: TextsimError, *, as_json: bool) -> None:
    if as_json:
        from textsim import wire  # noqa: PLC0415

        _tell(wire.dumps(wire.error_dict(error)))
    else:
        _tell(f"textsim: error: {visible(str(error))}")


def _tell(line: str) -> None:
    print(line, file=sys.stderr)
