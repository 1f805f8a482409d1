"""Segmenter ``tokens``: text that was cut before, words between separators, tags on request."""

from __future__ import annotations

import re

from textsim.errors import InputTypeError

__all__ = ["ReadySegmenter"]

# What follows the last slash is a tag when it looks like one; nothing after it: no tag.
_TAGGED = re.compile(r"(.+)/([A-Za-z][A-Za-z0-9_-]*)?", re.DOTALL)


class ReadySegmenter:
    """The words of a text that is cut already.

    ``separator`` stands between words; ``""`` (the default) is any run of blanks, line ends
    included. Empty words are left out. A word that contains blanks needs another separator, such
    as a tab; there is no escape character.

    With ``tagged`` a word may end in ``/tag``, as jieba and HanLP print it. The tag is what
    follows the *last* slash, if it is an ASCII letter and then letters, digits, ``-`` or ``_``:
    ``24/7`` and ``/`` are words without tag, ``//w`` is the word ``/`` with the tag ``w``.
    A word that ends in something like a tag is written with a slash more: ``km/h/``.

    >>> list(ReadySegmenter(tagged=True).segment("养猫/v 必须/d km/h/ 24/7"))
    [('养猫', 'v'), ('必须', 'd'), ('km/h', ''), ('24/7', '')]
    """

    version = "tokens 1"

    def __init__(self, separator: str = "", tagged: bool = False) -> None:  # noqa: FBT001, FBT002
        """Take the separator and whether words carry tags."""
        if not isinstance(separator, str):
            msg = f"option 'separator' must be str, not {separator!r}"
            raise InputTypeError(msg)
        if not isinstance(tagged, bool):
            msg = f"option 'tagged' must be True or False, not {tagged!r}"
            raise InputTypeError(msg)
        self.separator = separator
        self.tagged = tagged
        self.tagset = "given" if tagged else ""

    def segment(self, text: str) -> list[tuple[str, str]]:
        """Return the words with their tags in order.

        >>> ReadySegmenter(separator="|").segment("Louis Vuitton|包")
        [('Louis Vuitton', ''), ('包', '')]
        """
        items = [item for item in text.split(self.separator or None) if item]
        return [_split(item) for item in items] if self.tagged else [(item, "") for item in items]


def _split(item: str) -> tuple[str, str]:
    match = _TAGGED.fullmatch(item)
    return (match[1], match[2] or "") if match else (item, "")
