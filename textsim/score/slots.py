"""Numbers of two texts that say something different about the same thing."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textsim.score.mention import Mention
    from textsim.score.numerals import Value

__all__ = ["differing", "left_over", "shared"]

_MOST = 40  # numbers of one slot that are paired; longer lists are cut off
_LOOSE = frozenset({"number", "price", "unit"})  # kinds that need the same surroundings
_ALIKE = 0.6  # share of common characters from which equal surroundings are not needed
_ESTIMATE = 0.15  # how far apart two values may be when one is an estimate


def shared(a: tuple[Mention, ...], b: tuple[Mention, ...]) -> int:
    """Return how many numbers both texts have, whatever they count.

    A day without its year and a year of two digits are the same as the full ones.
    """
    both = sum((Counter(map(_plain, a)) & Counter(map(_plain, b))).values())
    here, there = ([m for m in rest if m.slot in ("date", "年")] for rest in left_over(a, b))
    for x in here[:_MOST]:
        match = next((y for y in there if _same_day(x, y)), None)
        if match is not None:
            there.remove(match)
            both += 1
    return both


def _same_day(x: Mention, y: Mention) -> bool:
    if x.slot == y.slot == "date":
        return _compatible(x, y) and _plain(x) != _plain(y)
    return _same_year(x, [y])


def _plain(mention: Mention) -> Value:
    value = mention.value
    if mention.slot == "date" and isinstance(value, tuple) and not any(value[1:]):
        return value[0]
    return value


def left_over(
    a: tuple[Mention, ...], b: tuple[Mention, ...]
) -> tuple[list[Mention], list[Mention]]:
    """Return the numbers of each text that the other one does not have in the same slot."""
    here = Counter((m.slot, m.value) for m in a)
    there = Counter((m.slot, m.value) for m in b)
    return _minus(a, there), _minus(b, here)


def _minus(mentions: tuple[Mention, ...], others: Counter[tuple[str, Value]]) -> list[Mention]:
    rest = []
    for mention in mentions:
        key = (mention.slot, mention.value)
        if others[key] > 0:
            others[key] -= 1
        else:
            rest.append(mention)
    return rest


def differing(a: list[Mention], b: list[Mention], *, alike: float) -> list[tuple[Mention, Mention]]:
    """Return the pairs of numbers, one of each text, that contradict each other.

    ``a`` and ``b`` are what ``left_over`` gives; ``alike`` is the share of characters that both
    texts have in common, 0 to 1. Of several pairs of one slot the one with the most equal
    surroundings is taken first; each number is in one pair at most.
    """
    pairs = []
    others = _by_slot(b)
    for slot, here in _by_slot(a).items():
        there = others.get(slot)
        if there:
            pairs += _pair(here[:_MOST], there[:_MOST], alike)
    return [(x, y) for x, y in pairs if not _same_year(x, b) and not _same_year(y, a)]


def _by_slot(mentions: list[Mention]) -> dict[str, list[Mention]]:
    found: dict[str, list[Mention]] = {}
    for mention in mentions:
        found.setdefault(mention.slot, []).append(mention)
    return found


def _pair(here: list[Mention], there: list[Mention], alike: float) -> list[tuple[Mention, Mention]]:
    """Return contradicting pairs of one slot; compatible numbers are set aside first."""
    ranked = sorted(
        (not _compatible(x, y), -_nearness(x, y), i + j, abs(i - j), i, j)
        for (i, x), (j, y) in product(enumerate(here), enumerate(there))
    )
    used_here: set[int] = set()
    used_there: set[int] = set()
    pairs = []
    for differs, nearness, *_, i, j in ranked:
        if i in used_here or j in used_there:
            continue
        x, y = here[i], there[j]
        if differs:
            if not _comparable(x, y, -nearness, alike):
                continue
            pairs.append((x, y))
        used_here.add(i)
        used_there.add(j)
    return pairs


def _nearness(x: Mention, y: Mention) -> int:
    """Return how many of the four characters around two numbers are the same, from inside out."""
    score = 0
    if x.left and y.left and x.left[-1] == y.left[-1]:
        score += 1 + (x.left == y.left and len(x.left) > 1)
    if x.right and y.right and x.right[0] == y.right[0]:
        score += 1 + (x.right == y.right and len(x.right) > 1)
    return score


def _comparable(x: Mention, y: Mention, nearness: int, alike: float) -> bool:
    if x.slot == "date" and not _both_say(x.value, y.value):
        return False
    if x.kind not in _LOOSE or x.slot == ":":
        return True
    edges = (not x.left and not y.left) + (not x.right and not y.right)
    if not x.slot:
        return nearness + edges > 1
    return nearness > 0 or alike >= _ALIKE


def _both_say(x: Value, y: Value) -> bool:
    if not isinstance(x, tuple) or not isinstance(y, tuple):
        return True
    return any(i and j for i, j in zip(x, y, strict=False))


def _compatible(x: Mention, y: Mention) -> bool:
    """Tell whether two numbers of one slot can both be right."""
    one, other = x.value, y.value
    if x.slot == "date" and isinstance(one, tuple) and isinstance(other, tuple):
        common = [(i, j) for i, j in zip(one, other, strict=False) if i and j]
        return bool(common) and all(i == j for i, j in common)
    if x.slot == "time" and isinstance(one, tuple) and isinstance(other, tuple):
        return one[0] % 12 == other[0] % 12 and one[1] == other[1]
    if x.kind not in _LOOSE:
        return False
    if isinstance(one, tuple) or isinstance(other, tuple):
        return _lists(x, y) or _lists(y, x)
    if x.about or y.about:
        return abs(one - other) <= _ESTIMATE * max(abs(one), abs(other))
    return _rounded(x, y) or _rounded(y, x)


def _lists(x: Mention, y: Mention) -> bool:
    """Tell whether the first is one of those that the second enumerates (7.9、6.4级)."""
    return isinstance(y.value, tuple) and "、" in y.text and x.value in set(y.value)


def _rounded(fine: Mention, coarse: Mention) -> bool:
    """Tell whether one number is the other one with fewer decimals (2.39亿 and 2.4亿)."""
    few, many = _decimals(coarse.text), _decimals(fine.text)
    if not 0 < few < many or not isinstance(fine.value, (int, float)) or not fine.value:
        return False
    if isinstance(coarse.value, tuple):
        return False
    unit = 10.0 ** (many - few)
    return abs(fine.value - coarse.value) <= _HALF * unit * abs(fine.value) / _whole(fine.text)


def _decimals(text: str) -> int:
    digits = _DECIMALS.search(text)
    return len(digits[1]) if digits else 0


def _whole(text: str) -> float:
    """Return the digits of a decimal number without its point."""
    digits = _DECIMALS.search(text)
    return float(digits[0].replace(".", "")) or 1 if digits else 1


_DECIMALS = re.compile(r"\d+\.(\d+)")
_HALF = 0.5 * (1 + 1e-9)


def _same_year(one: Mention, others: list[Mention]) -> bool:
    """Tell whether a year of two digits (24年) is a full one of the other text, or back."""
    if one.slot == "年" and isinstance(one.value, (int, float)):
        years = [m.value[0] for m in others if m.slot == "date" and isinstance(m.value, tuple)]
        return any(year % 100 == one.value for year in years)
    if one.slot == "date" and isinstance(one.value, tuple):
        return any(m.slot == "年" and m.value == one.value[0] % 100 for m in others)
    return False
