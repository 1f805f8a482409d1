"""The word lists that conflicts are found with, read once and kept."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from textsim.dictionaries import rows, words

__all__ = [
    "Unit",
    "antonyms",
    "negation_words",
    "number_words",
    "order_words",
    "traditional",
    "units",
]


class Unit(NamedTuple):
    """What a word after a number makes of it: kind, slot, and factor to the slot's own unit."""

    kind: str
    slot: str
    factor: float = 1


@cache
def units() -> dict[str, Unit]:
    """Return the units: word → kind, slot and factor.

    >>> units()["公斤"]
    Unit(kind='unit', slot='斤', factor=2.0)
    """
    found = {}
    for word, meaning in rows("number-units.tsv"):
        kind, _, slot = meaning.partition(":")
        slot, _, factor = slot.partition("*")
        found[word] = Unit(kind, slot, float(factor or 1))
    return found


@cache
def antonyms() -> dict[str, frozenset[str]]:
    """Return the opposites of every word of the table, both ways round.

    >>> "下跌" in antonyms()["上涨"]
    True
    """
    found: dict[str, set[str]] = {}
    for left, right in rows("antonyms.tsv"):
        for here, there in ((left.split(), right.split()), (right.split(), left.split())):
            for word in here:
                found.setdefault(word, set()).update(there)
    return {word: frozenset(others) for word, others in found.items()}


@cache
def number_words() -> frozenset[str]:
    """Return the words with a numeral in them that tell no number (万一, 四川)."""
    return frozenset(words("number-words.txt"))


@cache
def negation_words() -> frozenset[str]:
    """Return the words with a negating character in them that negate nothing (不仅, 非洲)."""
    return frozenset(words("negation-words.txt"))


@cache
def order_words() -> frozenset[str]:
    """Return the words whose two sides may not change places (打, 到)."""
    return frozenset(words("order-words.txt"))


@cache
def traditional() -> dict[int, str]:
    """Return the simplified form of the traditional characters in these lists, to translate by."""
    return {ord(old): new for old, new in rows("traditional.tsv")}
