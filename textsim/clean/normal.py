"""Unicode normalization in linear time."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Literal

__all__ = ["normal"]

_SHORT = 1_000  # up to here quadratic is quick
_LONG_RUN = 32  # marks on one letter; no language has as many


def normal(text: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> str:
    r"""Return ``unicodedata.normalize(form, text)`` in time linear in the length.

    The library sorts the combining marks on a letter by insertion, so a run of many takes
    quadratic time. Sorted beforehand, stably by their class, they are canonically the same text
    (Unicode Standard Annex 15) and nothing is left to be moved.

    >>> normal("e\u0301", "NFC")
    'é'
    """
    if len(text) > _SHORT and not text.isascii():
        text = _runs().sub(_sorted, text)
    return unicodedata.normalize(form, text)


def _sorted(run: re.Match[str]) -> str:
    return "".join(sorted(run[0], key=unicodedata.combining))


@cache
def _runs() -> re.Pattern[str]:
    """Return what finds long runs of combining marks; made from the library's own classes."""
    marks = [c for c in map(chr, range(0x300, 0x1F000)) if unicodedata.combining(c)]
    return re.compile(f"[{''.join(marks)}]{{{_LONG_RUN},}}")
