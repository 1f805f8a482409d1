"""Character references, decoded by one rule of our own on every Python.

The rule: ``&`` and a name or number of the HTML standard, ended by ``;``. Without the ``;`` only
numbers and the names that the standard allows without it (``&nbsp``, ``&copy``, …) count, and
only where no ASCII letter, digit or ``=`` follows: the query string ``?id=1&copy=2`` keeps its
letters. Anything else is text.
"""

from __future__ import annotations

import re
from functools import cache
from html.entities import html5
from typing import Final

__all__ = ["REFERENCE_BODY", "decode", "decode_all"]

REFERENCE_BODY: Final = (
    r"(?:\#(?:[0-9]++|[xX][0-9a-fA-F]++)|[A-Za-z][A-Za-z0-9]*+)(?:;|(?![A-Za-z0-9=]))"
)
"""What may follow ``&``, for a verbose pattern; ``decode`` tells whether it is a reference."""

_REPLACEMENT = "\ufffd"
_LONGEST = 7  # decimal digits of the last code point, 1114111


def decode(reference: str) -> str | None:
    r"""Return what ``&…`` stands for, or None when it is no character reference.

    Numbers follow the HTML standard: 128 to 159 mean the characters of windows-1252, surrogates
    and numbers beyond Unicode give U+FFFD; zero gives nothing.

    >>> decode("&nbsp"), decode("&#x597D;"), decode("&notin;"), decode("&notin")
    ('\xa0', '好', '∉', None)
    """
    if reference.startswith("&#"):
        return _number(reference[2:].rstrip(";"))
    return html5.get(reference[1:])


def decode_all(text: str) -> str:
    """Return the text with every character reference decoded, once.

    >>> decode_all("AT&amp;T &unknown; &amp;lt;")
    'AT&T &unknown; &lt;'
    """
    if "&" not in text:
        return text
    return _pattern().sub(_replace, text)


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("&" + REFERENCE_BODY, re.VERBOSE)


def _replace(match: re.Match[str]) -> str:
    decoded = decode(match[0])
    return match[0] if decoded is None else decoded


def _number(digits: str) -> str:
    hexadecimal = digits[0] in "xX"
    digits = digits[hexadecimal:].lstrip("0")
    if len(digits) > _LONGEST:  # and no quadratic conversion of a million digits
        return _REPLACEMENT
    code = int(digits or "0", 16 if hexadecimal else 10)
    if code == 0:
        return ""
    if code in _windows_1252():
        return _windows_1252()[code]
    if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:  # noqa: PLR2004 - the ranges of Unicode
        return _REPLACEMENT
    return chr(code)


@cache
def _windows_1252() -> dict[int, str]:
    """Return the printable characters that windows-1252 has at 0x80 to 0x9F."""
    table = ((code, bytes([code]).decode("cp1252", "ignore")) for code in range(0x80, 0xA0))
    return {code: character for code, character in table if character}
