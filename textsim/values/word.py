"""A word, before and after it is weighed."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Feature", "Token"]


class Token(NamedTuple):
    """A word as the segmenter cut it, and its part-of-speech tag (``""`` when it has none)."""

    word: str
    tag: str = ""


class Feature(NamedTuple):
    """What votes: a word (or shingle, or character n-gram) and its weight."""

    word: str
    weight: float = 1
