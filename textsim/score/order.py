"""Sides that changed places: who beat whom, from where to where, a score turned round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textsim.score.tables import order_words

if TYPE_CHECKING:
    from textsim.score.mention import Mention

__all__ = ["relations", "swapped", "turned_scores"]

_REACH = 8  # characters of a side that are looked at


def relations(a: str, b: str) -> tuple[str, str] | None:
    """Return what stands around a word such as 打 or 到 in both texts when its sides are swapped.

    Both are without blanks and punctuation, and have the same characters around the word.

    >>> relations("北京到上海高铁", "上海到北京高铁")
    ('北京到上海', '上海到北京')
    """
    core = _core_swap(a, b)
    if core:
        return core
    for word in _present(a):
        i, j = a.find(word), b.find(word)
        if i > 0 and j > 0:
            end, last = i + len(word), j + len(word)
            sides = swapped(
                (a[max(0, i - _REACH) : i], a[end : end + _REACH]),
                (b[max(0, j - _REACH) : j], b[last : last + _REACH]),
            )
            if sides:
                first, second = sides
                return first + word + second, second + word + first
    return None


def _present(text: str) -> list[str]:
    """Return the order words of a text, the longest first."""
    words = order_words()
    longest = max(map(len, words), default=0)
    return [
        text[i : i + length]
        for length in range(min(longest, len(text)), 0, -1)
        for i in range(len(text) - length + 1)
        if text[i : i + length] in words
    ]


def _core_swap(a: str, b: str) -> tuple[str, str] | None:
    """Return both texts between their equal ends when these are X-word-Y and Y-word-X."""
    if len(a) != len(b) or a == b:
        return None
    head = next(i for i in range(len(a)) if a[i] != b[i])
    tail = next(i for i in range(len(a)) if a[-1 - i] != b[-1 - i])
    one, other = a[head : len(a) - tail], b[head : len(b) - tail]
    if len(one) > 3 * _REACH or sorted(one) != sorted(other):
        return None
    for i in range(1, len(one) - 1):
        if not other.endswith(one[:i]):
            continue
        for j in range(1, len(one) - i):
            middle = one[i:-j]
            if other.startswith(one[-j:]) and other[j:-i] == middle and _directed(middle):
                return one, other
    return None


def _directed(middle: str) -> bool:
    return bool(_present(middle))


def swapped(a: tuple[str, str], b: tuple[str, str]) -> tuple[str, str] | None:
    """Return both sides when what stood left of a word stands right of it in the other text.

    ``a`` and ``b`` are what stands left and right of the word.

    >>> swapped(("今天甲队", "乙队晋级"), ("今天乙队", "甲队晋级"))
    ('甲队', '乙队')
    """
    (a_left, a_right), (b_left, b_right) = a, b
    if a_left[-2:] == b_left[-2:] or a_right[:2] == b_right[:2]:
        return None
    first = _overlap(a_left, b_right)
    second = _overlap(b_left, a_right) if first else ""
    return (first, second) if first and second else None


def _overlap(left: str, right: str) -> str:
    """Return the longest end of one text, two characters or more, that begins the other."""
    for length in range(min(len(left), len(right), _REACH), 1, -1):
        if left[-length:] == right[:length]:
            return left[-length:]
    return ""


def turned_scores(a: tuple[str, Mention], b: tuple[str, Mention]) -> bool:
    """Tell whether the sides of a score changed places from one text to the other."""
    return swapped(_beside(*a), _beside(*b)) is not None


def _beside(text: str, score: Mention) -> tuple[str, str]:
    left = "".join(filter(str.isalnum, text[max(0, score.start - 2 * _REACH) : score.start]))
    right = "".join(filter(str.isalnum, text[score.end : score.end + 2 * _REACH]))
    return left[-_REACH:], right[:_REACH]
