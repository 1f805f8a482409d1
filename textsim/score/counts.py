"""Numbers that count something: their scale, their unit, what stands before them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textsim.score.calendar import DATE, is_year, o_clock
from textsim.score.mention import put
from textsim.score.numerals import LONGEST, chinese, scaled, year
from textsim.score.patterns import ABOUT_LEFT, ABOUT_RIGHT, LETTERS
from textsim.score.tables import Unit, number_words, units

if TYPE_CHECKING:
    from textsim.score.mention import Mention
    from textsim.score.numerals import Value

__all__ = ["BARE", "number", "plain"]

BARE = Unit("number", "")
_SEASON = Unit("ordinal", "季")
_ALIASES = {
    "vol": Unit("ordinal", "卷"),
    "volume": Unit("ordinal", "卷"),
    "no": Unit("ordinal", "号"),
    "ep": Unit("ordinal", "集"),
    "episode": Unit("ordinal", "集"),
    "e": Unit("ordinal", "集"),
    "season": Unit("ordinal", "季"),
    "part": Unit("ordinal", "部分"),
    "chapter": Unit("ordinal", "章"),
    "p": Unit("ordinal", "页"),
    "v": Unit("version", "v"),
    "ver": Unit("version", "v"),
    "version": Unit("version", "v"),
    "rmb": Unit("price", "元"),
    "usd": Unit("price", "美元"),
}
_MONEY = {"¥": "元", "￥": "元", "$": "美元", "€": "欧元", "£": "英镑"}


def number(run: str) -> Value | None:
    """Return the value of one written number; several points make a version's tuple.

    None for what is no number, and for more than LONGEST characters.
    """
    if len(run) > LONGEST:
        return None
    if run[0] > "9":
        return chinese(run)
    parts = run.split(".")
    if len(parts) == 1:
        return int(run.replace(",", ""))
    if len(parts) > 2:  # noqa: PLR2004 - 2.1.3
        return tuple(int(part) for part in parts)
    return scaled(float(run.replace(",", "")), "")


def plain(text: str, match: re.Match[str], found: list[Mention]) -> int:
    """Add a number with what it counts to those found; return where it ends."""
    start, end = match.span()
    low, high = match["low"], match["high"]
    nth = match["nth"]
    if not nth and not high and _is_list(text, low, end):
        end -= 4
        low = low[:3]
    if high and not nth and _is_word(text, match.start("high"), match.end("high"), high):
        high, end = None, match.end("low")
    if low[0] > "9" and not nth and _is_word(text, match.start("low"), match.end("low"), low):
        return match.end("low")
    value = number(low)
    other = number(high) if high else None
    if value is None or (high and other is None):
        return match.end("low")
    end, scales = _scales(text, end, high or low)
    value = _scale(value, scales)
    if other is not None:
        value = (*_flat(value), *_flat(_scale(other, scales)))
    return _unit(text, found, (start, end), value, nth=bool(nth))


def _is_list(text: str, run: str, end: int) -> bool:
    """Tell whether a comma between three and three digits enumerates (985,211)."""
    comma = len(run) == 7 and run[3] == "," and not run.endswith("000")  # noqa: PLR2004
    return comma and _after(text, end, glued=False)[0] is None


def _flat(value: Value) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _scale(value: Value, scales: str) -> Value:
    if not scales:
        return value
    if isinstance(value, tuple):
        return tuple(scaled(part, scales) or 0 for part in value)
    return scaled(value, scales) or 0


def _scales(text: str, end: int, run: str) -> tuple[int, str]:
    """Return where the scales after Arabic digits end (2 千, 10w), and these."""
    if run[0] > "9":
        return end, ""
    here = end + (text[end : end + 1] == " ")
    if text[here : here + 1] == "w" and not text[here + 1 : here + 2].isascii():
        return here + 1, "w"
    there = here
    while text[there : there + 1] and text[there] in "十百千万亿":
        there += 1
    if text.startswith(("瓦", "克", "米", "卡"), there) and text[there - 1] == "千":
        there -= 1  # 3千瓦
    return (there, text[here:there]) if there > here else (end, "")


def _is_word(text: str, start: int, end: int, run: str) -> bool:
    """Tell whether a Chinese numeral stands inside a word that tells no number."""
    if len(run) > 4 or run[0] <= "9":  # noqa: PLR2004 - no such word has more
        return False
    words = number_words()
    for first in range(max(0, start - 3), start + 1):
        for last in range(max(end, first + 2), min(len(text), first + 5) + 1):
            if text[first:last] in words:
                return True
    return False


def _unit(
    text: str, found: list[Mention], span: tuple[int, int], value: Value, *, nth: bool
) -> int:
    """Add a number with its unit to those found; return where both end."""
    start, end = span
    run = text[start:end]
    if nth:
        unit, last = _after(text, end, glued=False)
        return put(found, text, (start, max(last, end)), _ordinal(unit), value)
    if clock := o_clock(text, span, value, found):
        return clock
    unit, start, last = _beside(text, span, value)
    if unit is None:
        if run[-1] > "9" and run[0] > "9" and not _spelt(run):
            return end
        if isinstance(value, tuple) and "、" in run:  # 985、211 are two numbers
            cut = text.index("、", start)
            return _unit(text, found, (start, cut), value[0], nth=False)
    unit = _as_year(unit or BARE, value, run)
    if unit.slot == DATE.slot:
        value = (year(run), 0, 0)
    elif unit.kind in ("model", "version"):
        value = _version(run, value)
    elif unit.slot == "年代" and is_year(value):
        value = int(run) % 100 if run.isdecimal() else value  # 1970年代, 70年代
    put(found, text, (start, last), unit, _times(value, unit.factor))
    if _is_about(text, start, end, last):
        found[-1] = found[-1]._replace(about=True)
    return last


def _ordinal(unit: Unit | None) -> Unit:
    if unit is None:
        return Unit("ordinal", "第")
    return unit if unit.kind == "ordinal" else Unit("ordinal", "第" + unit.slot)


def _beside(text: str, span: tuple[int, int], value: Value) -> tuple[Unit | None, int, int]:
    """Return the unit after a number or what stands before it, and where all of it lies."""
    start, end = span
    letters = LETTERS.search(text[max(0, start - 12) : start]) if start else None
    about = ABOUT_RIGHT.match(text, end)
    glued = letters is not None and not letters[2]
    unit, last = _after(text, about.end() if about else end, glued=glued)
    if unit is None and about:
        unit, last = _after(text, end, glued=False)
    if unit is None:
        unit, last, start = _before(text, span, value, letters)
    return unit, start, max(last, end)


def _is_about(text: str, start: int, end: int, last: int) -> bool:
    if ABOUT_RIGHT.match(text, end) or ABOUT_RIGHT.match(text, last):
        return True
    return ABOUT_LEFT.search(text[max(0, start - 3) : start]) is not None


def _times(value: Value, factor: float) -> Value:
    if factor == 1:
        return value
    if isinstance(value, tuple):
        return tuple(round(part * factor, 6) for part in value)
    return round(value * factor, 6)


def _version(run: str, value: Value) -> Value:
    """Return the parts of a version without zeros at its end: 3.10 is not 3.1, 2.0 is 2."""
    if not run[:1].isdecimal() or not all(part.isdecimal() for part in run.split(".")):
        return value
    parts = [int(part) for part in run.split(".")]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return tuple(parts) if len(parts) > 1 else parts[0]


def _spelt(run: str) -> bool:
    """Tell whether a Chinese numeral without a unit is surely a number (十二, 二〇二四)."""
    scale = any(c in "十百千万亿" for c in run)
    return len(run) > 1 and run[0] not in "百千万亿" and (scale or len(run) > 2)  # noqa: PLR2004


def _as_year(unit: Unit, value: Value, run: str) -> Unit:
    """Return the slot of dates for a number of four digits with 年 or without any unit."""
    four = len(run) == 4 and is_year(value)  # noqa: PLR2004
    return DATE if four and unit.slot in ("", "年") else unit


def _after(text: str, end: int, *, glued: bool) -> tuple[Unit | None, int]:
    """Return the unit after a number and where it ends; ``glued`` looks at no blank."""
    here = end + (not glued and text[end : end + 1] == " ")
    following = text[here : here + 5]
    if not following:
        return None, end
    known = units()
    if "a" <= following[0] <= "z":
        run = re.match("[a-z]+[23/]?[a-z]*", following)
        word = run[0].rstrip("/") if run else following[0]
        if word in known:
            return known[word], here + len(word)
        if here > end or not run or _stands_alone(text, end, word):
            return None, end
        return Unit("model", "#" + word), here + len(word)
    for length in (5, 4, 3, 2, 1):
        unit = known.get(following[:length])
        if unit is not None:
            return unit, here + min(length, len(following))
    return None, end


def _stands_alone(text: str, end: int, word: str) -> bool:
    """Tell whether letters right after a number are none of it: 2023icpc, s01e04."""
    if word == "e":
        return text[end + 1 : end + 2].isdigit()
    digits = text[max(0, end - 4) : end]
    if len(word) < 3 or not digits.isdecimal() or text[end - 5 : end - 4].isdecimal():  # noqa: PLR2004
        return False
    return is_year(int(digits))


def _before(
    text: str, span: tuple[int, int], value: Value, letters: re.Match[str] | None
) -> tuple[Unit | None, int, int]:
    """Return the slot that stands before a number (iphone 15, vol.1, ¥20), its end and start."""
    start, end = span
    if letters is not None:
        word, begin = letters[1], start - len(letters[0])
        if word == "s" and re.match(r"e\d", text[end : end + 2]):  # s01e04
            return _SEASON, end, start - 1
        if word in _ALIASES:
            return _ALIASES[word], end, begin
        apart = letters[2] == " " and is_year(value)
        return (None, end, start) if apart else (Unit("model", word), end, begin)
    if start and text[start - 1] in _MONEY:
        return Unit("price", _MONEY[text[start - 1]]), end, start - 1
    dotted = isinstance(value, tuple) and text.count(".", start, end) > 1
    return Unit("version", "v") if dotted else None, end, start
