"""Segmenter ``words``: runs of letters, cut by one of four patterns; the tags are empty."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from textsim.errors import InputError, InputTypeError, name_list
from textsim.segment.letters import letter_ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["WordsSegmenter"]


class WordsSegmenter:
    """The words of a text by the rules of ``pattern``; what lies between them is left out.

    ``unicode``
        runs of letters, digits and the marks on them; an apostrophe between two of them stays.
    ``go-word``
        mfonda/simhash ``WordFeatureSet``: runs of ASCII letters, digits, ``_`` and ``'``, and
        right after one ``://`` with ASCII letters, digits, ``_``, ``.`` and ``/``.
    ``go-unicode``
        mfonda/simhash ``UnicodeWordFeatureSet``: runs of letters, ``-``, ``_`` and ``'``;
        no digits, no marks. Letters are those of Unicode 13.0 on every Python.
    ``bytes``
        cppsimhash, which cuts bytes, not characters, and keeps empty words: see ``cut_bytes``.

    Lower case is not their matter: the original programs lower first, and so do the profiles.
    Another pattern raises InputError.

    >>> [word for word, _ in WordsSegmenter("go-word").segment("see http://a.b/c_d?x=1")]
    ['see', 'http://a.b/c_d', 'x', '1']
    """

    version = "words 1"
    tagset = ""

    def __init__(self, pattern: str = "unicode") -> None:
        """Take the name of the pattern."""
        if not isinstance(pattern, str):
            msg = f"option 'pattern' must be str, not {type(pattern).__name__} {pattern!r}"
            raise InputTypeError(msg)
        if pattern not in _PATTERNS:
            msg = f"option 'pattern': no pattern {pattern!r}; known are {name_list(_PATTERNS)}"
            raise InputError(msg)
        self.pattern = pattern

    def segment(self, text: str) -> list[tuple[str, str]]:
        """Return the words in order, each with an empty tag.

        >>> WordsSegmenter().segment("d'été, 3 prix")
        [("d'été", ''), ('3', ''), ('prix', '')]
        """
        return [(word, "") for word in _PATTERNS[self.pattern](text)]


def _unicode(text: str) -> Iterator[str]:
    start = -1
    for i, char in enumerate(text):
        if char.isalnum():
            start = i if start < 0 else start
        elif start >= 0:
            # A mark alone starts no word: variation selectors after a symbol are marks too.
            inside = char in "'’" and text[i + 1 : i + 2].isalnum()
            if not inside and unicodedata.category(char)[0] != "M":
                yield text[start:i]
                start = -1
    if start >= 0:
        yield text[start:]


# Go's \w is ASCII; a URL needs its scheme, so that "://" at the start is left out.
_GO_WORD = re.compile(r"[\w']+(?:://[\w./]+)?", re.ASCII)


@cache
def _go_letters() -> re.Pattern[str]:
    ranges = "".join(f"{chr(first)}-{chr(last)}" for first, last in letter_ranges())
    return re.compile(f"[{ranges}_'\\-]+")


def _go_unicode(text: str) -> list[str]:
    return _go_letters().findall(text)


# The separators of cppsimhash, byte by byte: "§" and "´" stand in its list as UTF-8 (C2 A7, C2
# B4), so that these bytes cut Chinese characters too, and so does NUL, the end of its list.
_SEPARATORS = '\n,.-#+*?=)(/&%$§"!^<>|;:_\\´`\0'.encode()
_TO_BLANK = bytes.maketrans(_SEPARATORS, b" " * len(_SEPARATORS))
# Surrogates that "surrogateescape" does not know: not the stand-ins of single bytes.
_OTHER_SURROGATES = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def cut_bytes(text: str) -> list[str]:
    r"""Return the words that cppsimhash cuts a file with this text into, empty ones kept.

    The text is the file's content: bytes that are not UTF-8 stand as ``surrogateescape`` decodes
    them (U+DC80 to U+DCFF), other lone surrogates as their three bytes. The words are decoded the
    same way, so that ``word.encode("utf-8", "surrogateescape")`` gives the bytes back, parts of
    characters included. The program ends every line with a line feed, the last one too, turns
    every separator into a blank and cuts at single blanks; after the last blank comes nothing.

    >>> cut_bytes("a  b")
    ['a', '', 'b']
    >>> [word.encode("utf-8", "surrogateescape") for word in cut_bytes("大家")]
    [b'\xe5\xa4', b'\xe5\xae\xb6']
    """
    data = _OTHER_SURROGATES.sub(_three_bytes, text).encode("utf-8", "surrogateescape")
    if data and not data.endswith(b"\n"):
        data += b"\n"
    parts = data.translate(_TO_BLANK).split(b" ")
    return [part.decode("utf-8", "surrogateescape") for part in parts[:-1]]


def _three_bytes(match: re.Match[str]) -> str:
    return match[0].encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


_PATTERNS: dict[str, Callable[[str], Iterator[str] | list[str]]] = {
    "bytes": cut_bytes,
    "go-unicode": _go_unicode,
    "go-word": _GO_WORD.findall,
    "unicode": _unicode,
}
