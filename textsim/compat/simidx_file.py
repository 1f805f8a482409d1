"""The index file of cppsimhash's ``simidx.py``: fingerprints of files, read, appended, searched.

The file is text, a line for each document, ``<fingerprint> : <path>``: the fingerprint in decimal
digits, and everything after the first ``" : "`` is the path, in the bytes of the file system.
"""

from __future__ import annotations

import operator
import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from textsim.errors import InputError, UnknownNameError, name_list
from textsim.pipeline import pipeline_for
from textsim.score import distances as true_distances

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

__all__ = [
    "DISTANCES",
    "Distances",
    "append_index",
    "fingerprint_file",
    "fingerprint_stream",
    "query",
    "read_index",
]

FilePath: TypeAlias = str | os.PathLike[str]
Distances: TypeAlias = Literal["true", "simidx"]

#: ``true`` counts all 64 bits; ``simidx`` is what the original's query shows.
DISTANCES: tuple[Distances, ...] = ("true", "simidx")

_PROFILE = "cpp-ngram"
_SEPARATOR = b" : "
_BITS = 64
_MOST_DIGITS = len(str(2**_BITS - 1))


def fingerprint_file(path: FilePath) -> int:
    """Return the fingerprint of a file's bytes, the number that cppsimhash's ``simhash`` prints.

    Any bytes will do, UTF-8 or not. A file that cannot be read raises OSError; the original took
    a missing file for an empty one.
    """
    text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    return pipeline_for(_PROFILE).fingerprint(text).value


def fingerprint_stream(data: bytes) -> int:
    """Return the fingerprint of bytes as cppsimhash's ``simhash`` reads them from standard input.

    It puts a blank before every line and nothing after the last one, so that it differs from
    ``fingerprint_file`` when the last line is empty or ends with a separator: the empty word after
    it is missing.

    >>> fingerprint_stream(b"test")
    908714257014536907
    """
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    text = b"".join(b" " + line for line in lines).decode("utf-8", "surrogateescape")
    pipeline = pipeline_for(_PROFILE)
    words = [token.word for token in pipeline.tokens(pipeline.clean(text))]
    if words and not words[-1]:
        words.pop()
    return pipeline.fingerprint_tokens(words).value


def read_index(path: FilePath) -> list[tuple[int, str]]:
    """Return every (fingerprint, path) of an index file, in its order, none left out.

    Blank lines are passed over. A line of another form raises InputError naming file and line, a
    file that cannot be read OSError.
    """
    values, names = _parse(path)
    return list(zip(values, map(os.fsdecode, names), strict=True))


def append_index(
    path: FilePath, entries: Iterable[tuple[int, FilePath]], *, clear: bool = False
) -> None:
    """Add (fingerprint, path) lines to an index file, creating it when there is none.

    All lines go out in one write at the end of the file, so that several processes may add at the
    same time. With ``clear`` the new lines take the place of the old file, at once. A fingerprint
    beyond 64 bits or a path with a line break raises InputError; then, and when the disk is full,
    the file stays as it was.
    """
    data = b"".join(_line(value, name) for value, name in entries)
    if clear:
        _replace(Path(path), data)
    else:
        _append(Path(path), data)


def query(
    path: FilePath, value: int, *, lower_bound: float = 0.9, distances: Distances = "true"
) -> list[tuple[float, str]]:
    """Return the (similarity, path) of all documents of an index file more similar than the bound.

    The similarity is ``1 - distance / 64``; the most similar come first, equally similar ones in
    the order of the file. Lines that say the same are one document; documents that share a
    fingerprint are all returned, where the original keeps the last. With ``distances="simidx"``
    the distance is the original's, which sees the low 32 bits only: those that differ there, and
    32 more when bit 31 does. Errors are those of ``read_index``; an unknown kind of distance
    raises UnknownNameError, a ``value`` beyond 64 bits InputError.
    """
    if distances not in DISTANCES:
        msg = f"no distances {distances!r}; known are {name_list(DISTANCES)}"
        raise UnknownNameError(msg)
    numbers, names = _parse(path)
    values = np.array(numbers, dtype=np.uint64)
    one = np.array([_value(value)], dtype=np.uint64)
    if distances == "simidx":
        values, one = _extended(values), _extended(one)
    similar = 1 - true_distances(values, one) / _BITS
    hits = np.flatnonzero(similar > lower_bound)
    hits = hits[np.argsort(-similar[hits], kind="stable")]
    found = {(numbers[i], names[i]): float(similar[i]) for i in hits.tolist()}
    return [(similarity, os.fsdecode(name)) for (_, name), similarity in found.items()]


def _extended(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the low 32 bits as a signed number widened to 64, as ctypes hands them over."""
    low = (values & np.uint64(0xFFFFFFFF)).astype(np.uint32).view(np.int32)
    return low.astype(np.int64).view(np.uint64)


def _parse(path: FilePath) -> tuple[list[int], list[bytes]]:
    values: list[int] = []
    names: list[bytes] = []
    for number, line in enumerate(Path(path).read_bytes().split(b"\n"), 1):
        head, separator, name = line.partition(_SEPARATOR)
        head, name = head.strip(), name.removesuffix(b"\r")
        value = int(head) if head.isdigit() and len(head) <= _MOST_DIGITS else -1
        if 0 <= value < 1 << _BITS and separator and name:
            values.append(value)
            names.append(name)
        elif line.strip():
            said = line[:100].decode("utf-8", "backslashreplace")
            msg = f"{os.fspath(path)}, line {number}: {said!r} is not '<fingerprint> : <path>'"
            raise InputError(msg)
    return values, names


def _line(value: int, name: FilePath) -> bytes:
    encoded = os.fsencode(name)
    if not encoded or b"\n" in encoded or b"\r" in encoded:
        msg = f"path {os.fspath(name)!r} is empty or has a line break: no line of the index fits it"
        raise InputError(msg)
    return b"%d%b%b\n" % (_value(value), _SEPARATOR, encoded)


def _value(value: int) -> int:
    number = operator.index(value)
    if not 0 <= number < 1 << _BITS:
        msg = f"value {value!r} is not a fingerprint of {_BITS} unsigned bits"
        raise InputError(msg)
    return number


def _append(path: Path, data: bytes) -> None:
    # Unbuffered: the lines must reach the system in one piece.
    with path.open("a+b", buffering=0) as file:
        end = file.seek(0, os.SEEK_END)
        if end and data:
            file.seek(end - 1)
            # The last line was cut short: do not go on in it.
            data = data if file.read(1) == b"\n" else b"\n" + data
        written = 0
        try:
            while written < len(data):
                written += file.write(data[written:]) or 0
        except OSError:
            # Take back half a line, unless somebody else has written behind it.
            if written and file.seek(0, os.SEEK_END) == end + written:
                file.truncate(end)
            raise


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
