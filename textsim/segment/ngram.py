"""Segmenter ``ngram``: every window of a few characters, as the simhash package 2.1.2 cuts."""

from __future__ import annotations

import re

from textsim.errors import InputError, InputTypeError

__all__ = ["NgramSegmenter"]


class NgramSegmenter:
    r"""Windows of ``width`` characters over the joined matches of ``pattern``.

    The text is not cut where something was left out: what ``re.findall`` gives (the group, where
    the pattern has one) is joined first. An empty pattern leaves the text as it is. A text not
    longer than the width gives one window, itself; the empty text gives one empty window, which
    is a feature of that package like any other. What ``\w`` matches is up to Python's own
    Unicode tables, as it is there. The tags are empty.

    >>> list(NgramSegmenter(width=4).segment("你好吗，我很好"))
    [('你好吗我', ''), ('好吗我很', ''), ('吗我很好', '')]
    """

    version = "ngram 1"
    tagset = ""

    def __init__(self, width: int = 4, pattern: str = r"[\w\u4e00-\u9fcc]+") -> None:
        """Take the width, 1 or more, and a regular expression with at most one group."""
        if isinstance(width, bool) or not isinstance(width, int):
            msg = f"option 'width' must be a whole number, not {width!r}"
            raise InputTypeError(msg)
        if width < 1:
            msg = f"option 'width': {width!r} is below 1"
            raise InputError(msg)
        self.width = width
        self.pattern = pattern
        self._find = _compile(pattern).findall if pattern else None

    def __reduce__(self) -> tuple[type[NgramSegmenter], tuple[int, str]]:
        """Pickle the options."""
        return type(self), (self.width, self.pattern)

    def segment(self, text: str) -> list[tuple[str, str]]:
        """Return the windows in order, at least one.

        >>> NgramSegmenter(width=2).segment("")
        [('', '')]
        """
        content = "".join(self._find(text)) if self._find else text
        width = self.width
        return [(content[i : i + width], "") for i in range(max(len(content) - width + 1, 1))]


def _compile(pattern: str) -> re.Pattern[str]:
    if not isinstance(pattern, str):
        msg = f"option 'pattern' must be str, not {type(pattern).__name__} {pattern!r}"
        raise InputTypeError(msg)
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        msg = f"option 'pattern': {pattern!r} is not a regular expression: {error}"
        raise InputError(msg) from error
    if compiled.groups > 1:
        # findall gives tuples then, which cannot be joined; the package fails on every text.
        msg = f"option 'pattern': {pattern!r} has {compiled.groups} groups; at most one is allowed"
        raise InputError(msg)
    return compiled
