"""Word lists and tables: the ones in ``dicts/`` by name, a user's own by path, and their digests.

Lists are plain UTF-8, one word a line; a line that begins with ``#`` and a blank is a comment.
Tables have two columns separated by a tab; a model is JSON. The shipped files lie inside the
package in a wheel and beside it in a checkout; they are read through ``importlib.resources``, so a
zip works too.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from textsim.errors import DictionaryError, UnknownNameError, name_list

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

__all__ = [
    "digest",
    "file_digest",
    "names",
    "parse_table",
    "parse_words",
    "read_words",
    "rows",
    "text",
    "words",
]


_ENDINGS = (".txt", ".tsv", ".json")


def names() -> tuple[str, ...]:
    """Return the names of the shipped dictionaries, sorted.

    >>> "stopwords-zh.txt" in names()
    True
    """
    return tuple(sorted(e.name for e in _folder().iterdir() if e.name.endswith(_ENDINGS)))


@cache
def words(name: str) -> tuple[str, ...]:
    """Return the words of a shipped list; an unknown name raises UnknownNameError.

    >>> "的" in words("stopwords-zh.txt")
    True
    """
    return parse_words(_read(name), source=name)


@cache
def table(name: str) -> tuple[tuple[str, int], ...]:
    """Return the rows (text, whole number) of a shipped table.

    >>> dict(table("weights-title.tsv"))["nr"]
    5
    """
    return parse_table(_read(name), source=name)


@cache
def rows(name: str) -> tuple[tuple[str, str], ...]:
    """Return the rows (text, text) of a shipped table with two columns of text.

    >>> dict(rows("number-units.tsv"))["%"]
    'unit:%'
    """
    return tuple(_columns(_read(name), name))


def text(name: str) -> str:
    """Return the whole text of a shipped file; an unknown name raises UnknownNameError."""
    return _read(name).decode("utf-8")


@cache
def digest(name: str) -> str:
    """Return the SHA-256 of a shipped dictionary's bytes, 64 hexadecimal digits."""
    return hashlib.sha256(_read(name)).hexdigest()


def file_digest(path: str | Path) -> str:
    """Return the SHA-256 of a file's bytes; a file that cannot be read raises DictionaryError."""
    return hashlib.sha256(_read_file(path)).hexdigest()


def read_words(path: str | Path) -> tuple[str, ...]:
    """Return the words of a user's own list (UTF-8, with or without byte-order mark)."""
    return parse_words(_read_file(path), source=str(path))


def parse_words(data: bytes, *, source: str) -> tuple[str, ...]:
    r"""Return the distinct words of a list's bytes, in their order, without blank lines.

    A byte-order mark, CRLF line ends and blanks around a word do not matter. Bytes that are not
    UTF-8 raise DictionaryError naming ``source`` and the line.

    >>> parse_words(b"\xef\xbb\xbfa\r\n# note\r\n\r\nb", source="list")
    ('a', 'b')
    """
    lines = (line.strip() for _, line in _lines(data, source))
    return tuple(dict.fromkeys(line for line in lines if line and not _is_comment(line)))


def parse_table(data: bytes, *, source: str) -> tuple[tuple[str, int], ...]:
    r"""Return the rows of a table's bytes; a malformed line raises DictionaryError.

    >>> parse_table(b"n\t5\nv\t3\n", source="table")
    (('n', 5), ('v', 3))
    """
    found = []
    for key, value in _columns(data, source):
        if not value.strip().isdecimal():
            msg = f"{source!r}: {value!r} of {key!r} is not a whole number"
            raise DictionaryError(msg)
        found.append((key, int(value)))
    return tuple(found)


def _columns(data: bytes, source: str) -> Iterator[tuple[str, str]]:
    for number, line in _lines(data, source):
        if not line.strip() or _is_comment(line):
            continue
        key, tab, value = line.partition("\t")
        if not tab:
            msg = f"{source!r} line {number}: {line!r} is not two texts with a tab between"
            raise DictionaryError(msg)
        yield key, value


def _is_comment(line: str) -> bool:
    return line == "#" or line.startswith("# ")


def _lines(data: bytes, source: str) -> list[tuple[int, str]]:
    result = []
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            result.append((number, raw.decode("utf-8").rstrip("\r")))
        except UnicodeDecodeError as error:
            msg = f"{source!r} line {number}: not UTF-8 at byte {error.start} of the line"
            raise DictionaryError(msg) from error
    return result


def _folder() -> Traversable:
    package = resources.files("textsim")
    inside = package / "dicts"
    if inside.is_dir():
        return inside
    # A checkout (or a zip of one): the folder is the package's sibling.
    return package.parent / "dicts"  # type: ignore[attr-defined,no-any-return]


def _read(name: str) -> bytes:
    if name not in names():
        msg = f"no dictionary {name!r}; shipped are {name_list(names())}"
        raise UnknownNameError(msg)
    return (_folder() / name).read_bytes()


def _read_file(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        msg = f"cannot read {str(path)!r}: {error.strerror}"
        raise DictionaryError(msg) from error
