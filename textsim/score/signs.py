"""What stands before and inside a number: a minus sign, and the dash of a result (2-1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textsim.score.mention import Mention

__all__ = ["canonical", "signed"]

_MINUS = re.compile(r"(?:零下|负|(?P<dash>(?<![\da-z~—–-])-)) ?$")
_SIGNED = frozenset({"%", "度"})  # units before which a dash is a minus sign wherever it stands
_RESULT = re.compile(r"\d{1,3} ?- ?\d{1,3}")
_HAN = re.compile("[\u4e00-\u9fff]")


def signed(text: str, mention: Mention) -> Mention:
    """Return a number with the sign before it, and a result between two sides as one (2-1, 2:1).

    A dash is a minus sign at the beginning of a text or after a blank, and before a unit that
    takes one (-5℃, -3%); elsewhere it joins (第3集-5分钟).
    """
    if mention.slot == "" and _RESULT.fullmatch(mention.text):
        sides = text[mention.start - 1 : mention.start], text[mention.end : mention.end + 1]
        if all(map(_HAN.match, sides)):
            return mention._replace(slot=":")
    before = text[max(0, mention.start - 3) : mention.start]
    match = _MINUS.search(before)
    if not match or not isinstance(mention.value, (int, float)):
        return mention
    if match["dash"] and mention.slot not in _SIGNED and before[: match.start()].strip():
        return mention
    start = mention.start - len(match[0])
    said = match[0] + mention.text
    return mention._replace(value=-mention.value, text=said, start=start)


def canonical(text: str, numbers: tuple[Mention, ...]) -> str:
    """Return a text with every number in one way of writing: 第一季 and 第1季 are the same.

    >>> from textsim.score.numbers import mentions
    >>> canonical("第一季三月五日", mentions("第一季三月五日"))
    '第1季3月5日'
    """
    parts = []
    end = 0
    for mention in numbers:
        if mention.start >= end:
            parts += [text[end : mention.start], _written(mention)]
            end = mention.end
    return "".join(parts) + text[end:]


def _written(mention: Mention) -> str:
    values = mention.value if isinstance(mention.value, tuple) else (mention.value,)
    if mention.slot == "date":
        named = zip(values, "年月日", strict=False)
        return "".join(f"{_plain(value)}{name}" for value, name in named if value)
    if mention.slot == "time":
        return ":".join(f"{int(value):02}" for value in values)
    joined = (":" if mention.slot == ":" else "x").join(map(_plain, values))
    if mention.slot == ":":
        return joined
    if mention.kind in ("version", "model"):
        return mention.slot + joined
    nth = "第" if mention.kind == "ordinal" else ""
    return nth + joined + mention.slot.removeprefix("第")


def _plain(value: float) -> str:
    sign = "负" if value < 0 else ""
    return sign + (str(abs(int(value))) if value == int(value) else repr(abs(value)))
