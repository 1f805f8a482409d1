"""A drop-in for cppsimhash's ``simidx.py`` and its ``simhash`` program.

::

    python -m textsim.compat.simidx [--idx FILE] add [-c] WHAT…
    python -m textsim.compat.simidx [--idx FILE] query DOC [--lowerBound 0.9] [--distances KIND]
    python -m textsim.compat.simidx hash [FILE [FILE]]

``add`` fingerprints files, and the files in folders and their folders except dot files, and
appends them to the index (``_simidx``); ``-c`` empties it first. ``query`` lists the documents
more similar to DOC than the bound. Both read and write the original's file and print its lines.
``hash`` is the C++ program: the fingerprint of standard input or of one file, or the similarity of
two files.

Where it differs from the original:

* distances are true; ``--distances simidx`` gives the original's, of the low 32 bits only;
* of documents with the same fingerprint all are found, not the last one alone;
* a path may contain " : "; a broken line of the index is named;
* what is missing or unreadable is an error on standard error with exit code 2, and the index
  stays as it was: ``add`` writes once, at its end;
* files of a folder come in the order of their names, and the index itself is not one of them;
* without a command there is a usage message, with exit code 2.

From Python: ``fingerprint_file``, ``read_index``, ``append_index`` and ``query``.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textsim.compat.simidx_file import (
    DISTANCES,
    append_index,
    fingerprint_file,
    fingerprint_stream,
    query,
    read_index,
)
from textsim.errors import InputError, TextsimError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["append_index", "find_files", "fingerprint_file", "main", "query", "read_index"]

_FAILED = 2


def find_files(folder: str) -> list[str]:
    """Return the paths of the files in a folder and its folders, sorted, without dot files.

    Links are followed, except in a circle. What is neither file nor folder (a pipe, a device) is
    left out; a link to nothing raises InputError, a folder that cannot be read OSError.
    """
    return _walk(folder.rstrip("/") or folder, ())


def _walk(folder: str, above: tuple[str, ...]) -> list[str]:
    real = os.path.realpath(folder)
    if real in above:
        return []
    found: list[str] = []
    for name in sorted(os.listdir(folder)):  # noqa: PTH208 - names stay as they were written
        path = os.path.join(folder, name)  # noqa: PTH118 - "./a" must not become "a"
        if name.startswith("."):
            continue
        if Path(path).is_dir():
            found.extend(_walk(path, (*above, real)))
        elif Path(path).is_file():
            found.append(path)
        elif not Path(path).exists():
            msg = f"{path!r} is a link to nothing: remove it or make its target"
            raise InputError(msg)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; return 0, or 2 after an error told on standard error."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        options.run(options)
        _say_all()
    except (OSError, TextsimError) as error:
        sys.stderr.write(_fitting(f"{parser.prog}: error: {_told(error)}\n", sys.stderr))
        return _FAILED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="simidx", description="Fingerprints of files in the index of cppsimhash."
    )
    parser.add_argument("--idx", default="_simidx", metavar="FILE", help="the index (_simidx)")
    commands = parser.add_subparsers(dest="cmd", required=True, metavar="add | query | hash")
    add = commands.add_parser("add", help="fingerprint files and add them to the index")
    add.add_argument("what", nargs="*", metavar="WHAT", help="file or folder")
    add.add_argument("-c", action="store_true", help="empty the index first")
    add.set_defaults(run=_add)
    search = commands.add_parser("query", help="list the documents that are like a file")
    search.add_argument("querydoc", metavar="DOC", help="the file")
    search.add_argument(
        "--lowerBound", type=float, default=0.9, metavar="SIM", help="only more similar ones (0.9)"
    )
    search.add_argument(
        "--distances",
        choices=DISTANCES,
        default="true",
        help="all 64 bits (true), or what the original shows (simidx)",
    )
    search.set_defaults(run=_query)
    number = commands.add_parser("hash", help="print a fingerprint, or the similarity of two files")
    number.add_argument("files", nargs="*", metavar="FILE", help="none: standard input; or two")
    number.set_defaults(run=_hash)
    return parser


def _add(options: argparse.Namespace) -> None:
    index = options.idx
    _say({"idx": index, "cmd": "add", "what": options.what, "c": options.c})
    paths: list[str] = []
    for what in options.what:
        if Path(what).is_file():
            paths.append(what)
        # Path("") would be the current folder.
        elif what and Path(what).is_dir():
            paths.extend(path for path in find_files(what) if not _same_file(path, index))
        else:
            msg = f"{what!r} is neither a file nor a folder"
            raise InputError(msg)
    entries = [(_fingerprinted(path), path) for path in paths]
    if options.what:
        append_index(index, entries, clear=options.c)
    elif options.c and Path(index).is_file():
        Path(index).unlink()


def _query(options: argparse.Namespace) -> None:
    document, index, bound = options.querydoc, options.idx, options.lowerBound
    _say({"idx": index, "cmd": "query", "querydoc": document, "lowerBound": bound})
    for path in (document, index):
        if not Path(path).is_file():
            msg = f"{path} is not a file"
            raise InputError(msg)
    value = _fingerprinted(document)
    _say(f"hash of inputfile {document} : {value}")
    found = query(index, value, lower_bound=bound, distances=options.distances)
    _say(f"most sim. documents (>{bound}): {len(found)}")
    for similarity_and_path in found:
        _say(similarity_and_path)


def _hash(options: argparse.Namespace) -> None:
    files = options.files
    values = [fingerprint_file(path) for path in files[:2]]
    if not files:
        _say(fingerprint_stream(sys.stdin.buffer.read()))
    elif len(files) == 1:
        _say(values[0])
    elif len(files) == 2:  # noqa: PLR2004 - two files are what can be compared
        distance = (values[0] ^ values[1]).bit_count()
        _say(f"calculate similarity between: {files[0]} and {files[1]}")
        _say(f"= {1 - distance / 64:g}")
    else:
        msg = f"hash takes two files at most, not {len(files)}: {files!r}"
        raise InputError(msg)


def _fingerprinted(path: str) -> int:
    value = fingerprint_file(path)
    _say(f"{path} done.")
    return value


def _same_file(path: str, other: str) -> bool:
    return Path(other).exists() and Path(path).samefile(other)


def _told(error: OSError | TextsimError) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _say(line: Any) -> None:
    try:
        sys.stdout.write(_fitting(f"{line}\n", sys.stdout))
    except BrokenPipeError:
        _go_unheard()


def _say_all() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _go_unheard()


def _go_unheard() -> None:
    # The reader has seen enough. The work goes on: what is added is not to depend on it.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fitting(text: str, stream: Any) -> str:
    """Return the text with escapes for what the stream cannot encode: paths may hold any bytes."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


if __name__ == "__main__":
    sys.exit(main())
