"""Negation, opposites and questions where two texts are otherwise alike."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from textsim.score.numerals import chinese
from textsim.score.tables import antonyms, negation_words, number_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textsim.score.align import Block

__all__ = ["contradictions", "numerals", "questions"]

_NEGATION = re.compile(
    r"[仍还都也并却又已均就但]*?(?P<negation>并没有|没有|不能|不会|不要|不可|不准|不许|"
    r"不再|不是|不应|不该|不用|不得|不予|从不|从未|尚未|并未|并非|绝不|决不|毫不|禁止|严禁|"
    r"拒绝|取消|停止|解除|终止|叫停|反对|否认|辟谣|[不没未无非别勿莫免])"
)
_NEGATES = re.compile("禁止|严禁|拒绝|取消|停止|解除|终止|叫停|反对|否认|辟谣|[不没未无非别勿莫免]")
_BARE = frozenset("不没未无非别勿莫免")
# what a negation may stand for in the other text: 不好, 很好
_STRESS = frozenset("很太真更最都也就将会可能已要有是须需应正又曾全请仍准") | frozenset(
    (
        "已经",
        "可以",
        "应该",
        "必须",
        "允许",
        "非常",
        "十分",
        "全面",
        "继续",
        "依然",
        "仍然",
        "始终",
        "一直",
        "选择",
        "决定",
        "愿意",
        "确实",
        "真的",
        "的确",
        "肯定",
        "一定",
        "终于",
        "还是",
        "比较",
        "特别",
    )
)
_YES_NO = re.compile(
    r"[吗么嘛]$|是否|能否|可否|会否|有无|是不是|有没有|会不会|能不能|要不要|该不该|可不可以|真的假的"
)
_ASKS = re.compile(
    r"[?吗呢]|什么|怎么|如何|为何|哪|谁|几|多少|是否|能否|会否|有无|么$|怎样|啥|咋|多久|多大|(.)[不没]\1"
)
_VERBS = {
    "是不是": "是",
    "有没有": "有",
    "会不会": "会",
    "能不能": "能",
    "要不要": "要",
    "该不该": "该",
    "可不可以": "可以",
    "能否": "能",
    "可否": "可",
    "会否": "会",
    "有无": "有",
}
_WORD = 4  # characters of a word that stands for its opposite
_PLACE = 8  # characters of a difference that is looked at


def contradictions(a: str, b: str, found: list[Block]) -> Iterator[tuple[str, str, str]]:
    """Yield kind and both sides of each place where one text denies or reverses the other.

    ``a`` and ``b`` have no blanks and punctuation; ``found`` are the places where they differ
    (``align.blocks``).

    >>> from textsim.score.align import Block
    >>> list(contradictions("油价上调", "油价下调", [Block(2, 3, 2, 3)]))
    [('antonym', '上调', '下调')]
    """
    denied = None
    for block in found:
        a0, a1, b0, b1 = block
        if max(a1 - a0, b1 - b0) > _PLACE:
            continue
        pair = _opposite(a, b, block)
        if pair:
            yield "antonym", *pair
        elif _denies(a, a0, a1, b[b0:b1]) or _denies(b, b0, b1, a[a0:a1]):
            if denied is None:  # 没却人要 and 却没人要 deny the same, only elsewhere
                denied = _negations(a) != _negations(b)
            if denied:
                yield "negation", a[a0 : a1 + 2], b[b0 : b1 + 2]


def numerals(a: str, b: str, found: list[Block]) -> Iterator[tuple[str, str]]:
    """Yield both sides of each place with another numeral without a unit (数学二, 数学三).

    >>> from textsim.score.align import Block
    >>> list(numerals("数学二", "数学三", [Block(2, 3, 2, 3)]))
    [('数学二', '数学三')]
    """
    for a0, a1, b0, b1 in found:
        one, other = a[a0:a1], b[b0:b1]
        if not one or not other or max(len(one), len(other)) > 3:  # noqa: PLR2004 - 二十三
            continue
        if one.isdecimal() and other.isdecimal():  # part of longer numbers, compared by slots
            continue
        values = [int(x) if x.isdecimal() else chinese(x) for x in (one, other)]
        if not all(isinstance(v, int) for v in values) or values[0] == values[1]:
            continue
        if _in_word(a, a0, a1) == _in_word(b, b0, b1):  # 双十一 and 双十二, but not 三亚 and 二亚
            yield a[max(0, a0 - 2) : a1], b[max(0, b0 - 2) : b1]


def _in_word(text: str, start: int, end: int) -> bool:
    return _covered(text, start, end, number_words())


def _covered(text: str, start: int, end: int, words: frozenset[str]) -> bool:
    """Tell whether a place lies inside one of the words."""
    return any(
        text[first:last] in words
        for first in range(max(0, start - _WORD + 1), start + 1)
        for last in range(max(end, first + 2), min(len(text), first + _WORD) + 1)
    )


def _opposite(a: str, b: str, block: Block) -> tuple[str, str] | None:
    """Return the opposites at a place: with a character beside it, the place, or its first word."""
    a0, a1, b0, b1 = block
    table = antonyms()
    before = 1 if a0 and b0 and a[a0 - 1] == b[b0 - 1] else 0
    after = 1 if a1 < len(a) and b1 < len(b) and a[a1] == b[b1] else 0
    for left, right in product(range(before, -1, -1), range(after, -1, -1)):
        one, other = a[a0 - left : a1 + right], b[b0 - left : b1 + right]
        if one and other and other in table.get(one, ()):
            return one, other
    if min(a1 - a0, b1 - b0) < 2:  # noqa: PLR2004 - one character alone is too little
        return None
    lengths = (range(min(_WORD, length), 1, -1) for length in (a1 - a0, b1 - b0))
    for here, there in product(*lengths):
        for one, other in (
            (a[a0 : a0 + here], b[b0 : b0 + there]),
            (a[a1 - here : a1], b[b1 - there : b1]),
        ):
            if other in table.get(one, ()):
                return one, other
    return None


def _denies(text: str, start: int, end: int, other: str) -> bool:
    """Tell whether a place negates what the other text says there (nothing, or a stress word)."""
    match = _NEGATION.match(text[start:end])
    if not match or not text[end : end + 1]:
        return False
    rest = text[start + match.end() : end]
    if rest != other and (rest or other not in _STRESS):
        return False
    return _negates(text, start + match.start("negation"))


def _negations(text: str) -> int:
    return sum(_negates(text, match.start()) for match in _NEGATES.finditer(text))


def _negates(text: str, place: int) -> bool:
    """Tell whether the word at a place negates: no 是不是, no 不仅, no 不得不."""
    if text[place] not in _BARE:
        return True
    if place and text[place - 1] in (text[place + 1 : place + 2], text[place]):
        return False
    if text[place + 1 : place + 2] == text[place] or text[place + 2 : place + 3] == text[place]:
        return False
    if place > 1 and text[place - 2] == text[place]:  # the second of 不得不
        return False
    return not _covered(text, place, place + 1, negation_words())


def questions(a: str, b: str, plain: tuple[str, str]) -> tuple[str, str] | None:
    """Return what asks in one text when the other states the very same, else None.

    ``a`` and ``b`` have no blanks and punctuation, ``plain`` are the same texts with them: one
    that ends with a question mark asks already.

    >>> questions("鸡蛋升高胆固醇吗", "鸡蛋升高胆固醇", ("鸡蛋升高胆固醇吗?", "鸡蛋升高胆固醇"))
    ('吗', '')
    """
    asks = [_ASKS.search(text) is not None for text in plain]
    if asks[0] == asks[1]:
        return None
    question, statement = (a, b) if asks[0] else (b, a)
    match = _YES_NO.search(question)
    if not match:
        return None
    word = match[0]
    rest = question[: match.start()] + _VERBS.get(word, "") + question[match.end() :]
    verb = "是" if word == "是否" else ""
    if rest != statement and question.replace(word, verb) != statement:
        return None
    return (word, "") if asks[0] else ("", word)
