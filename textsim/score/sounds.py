"""Characters that sound alike: the commonest slip of a Chinese keyboard is a homophone."""

from __future__ import annotations

from functools import cache

from textsim import dictionaries

__all__ = ["same_sound"]


@cache
def _sounds() -> dict[int, str]:
    """Return for each character the first one that sounds like it, for ``str.translate``."""
    table = dictionaries.rows("sounds.tsv")
    return {ord(char): characters[0] for _, characters in table for char in characters}


def same_sound(x: str, y: str) -> bool:
    """Return whether two texts read aloud the same, tones aside, by the main reading of each.

    >>> same_sound("侵掠", "侵略"), same_sound("山东", "山西")
    (True, False)
    """
    return len(x) == len(y) and x.translate(_sounds()) == y.translate(_sounds())
