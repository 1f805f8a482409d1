"""The numbers of a text: what each counts, its value, and what stands around it."""

from __future__ import annotations

import re

from textsim.score import calendar
from textsim.score.counts import BARE, number, plain
from textsim.score.mention import Mention, put, small
from textsim.score.patterns import NUMBER
from textsim.score.signs import signed
from textsim.score.tables import Unit

__all__ = ["Mention", "mentions"]

_SCORE = Unit("number", ":")


def mentions(text: str) -> tuple[Mention, ...]:
    """Return the numbers of a cleaned text (NFKC, lower case) in their order.

    >>> [(m.kind, m.slot, m.value) for m in mentions("第十二集 3,000元")]
    [('ordinal', '集', 12), ('price', '元', 3000)]
    """
    found: list[Mention] = []
    end = 0
    while match := NUMBER.search(text, end):
        end = _READERS[match.lastgroup or "plain"](text, match, found)
    return tuple(signed(text, mention) for mention in found)


def _ratio(text: str, match: re.Match[str], found: list[Mention]) -> int:
    sides = tuple(small(side.strip()) for side in re.split("[:比]", match["ratio"]))
    return put(found, text, match.span(), _SCORE, sides)


def _fraction(text: str, match: re.Match[str], found: list[Mention]) -> int:
    above = number(match["above"])
    if match["below"] == "百" and isinstance(above, (int, float)):
        return put(found, text, match.span(), Unit("unit", "%"), above)
    below = {"千": 1000, "万": 10000}.get(match["below"]) or number(match["below"])
    if isinstance(above, (int, float)) and isinstance(below, (int, float)) and below:
        return put(found, text, match.span(), Unit("number", "分之"), round(above / below, 6))
    return match.end()


def _roman(text: str, match: re.Match[str], found: list[Mention]) -> int:
    value = 0
    digits = [{"i": 1, "v": 5, "x": 10}[c] for c in match["roman"]]
    for digit, following in zip(digits, [*digits[1:], 0], strict=True):
        value += digit if digit >= following else -digit
    return put(found, text, match.span(), BARE, value)


_READERS = {
    "iso": calendar.iso,
    "date": calendar.date,
    "week": calendar.week,
    "clock": calendar.clock,
    "ratio": _ratio,
    "fraction": _fraction,
    "roman": _roman,
    "plain": plain,
}
