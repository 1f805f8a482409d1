"""Dates, days of the week and times of day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textsim.score.mention import put, small
from textsim.score.numerals import year
from textsim.score.patterns import CHINESE, CLOCK, LATE, NO_CLOCK, PART_OF_DAY
from textsim.score.tables import Unit

if TYPE_CHECKING:
    import re

    from textsim.score.mention import Mention
    from textsim.score.numerals import Value

__all__ = ["DATE", "clock", "date", "is_year", "iso", "o_clock", "week"]

DATE = Unit("date", "date")
_WEEKDAY = Unit("date", "周")
_TIME = Unit("time", "time")
_SCORE = Unit("number", ":")
_NAME = Unit("number", "")
_MONTHS, _DAYS, _HOURS, _NOON, _MINUTES = 12, 31, 24, 12, 59
_CENTURIES = range(1900, 2100)  # four digits that are read as a year


def is_year(value: Value) -> bool:
    """Tell whether a number can be a year of our time."""
    return isinstance(value, int) and value in _CENTURIES


def iso(text: str, match: re.Match[str], found: list[Mention]) -> int:
    """Add a date such as 2024-03-05 to the numbers found; return where it ends."""
    day = tuple(int(match[name]) for name in ("iso_year", "iso_month", "iso_day"))
    unit = DATE if 1 <= day[1] <= _MONTHS and 1 <= day[2] <= _DAYS else _NAME
    return put(found, text, match.span(), unit, day)


def date(text: str, match: re.Match[str], found: list[Mention]) -> int:
    """Add a date such as 3月5日 to the numbers found; return where it ends."""
    month, day = small(match["month"]), small(match["day"])
    if not 1 <= month <= _MONTHS or day > _DAYS:
        return match.end()
    said = match["year"]
    return put(found, text, match.span(), DATE, (year(said) if said else 0, month, day))


def week(text: str, match: re.Match[str], found: list[Mention]) -> int:
    """Add a day of the week to the numbers found; return where it ends."""
    before = text[match.start() - 1 : match.start()]
    if before and (before in CHINESE or before.isdigit()):  # 一周三次
        return match.start() + 1
    day = "一二三四五六日天".index(match["weekday"])
    return put(found, text, match.span(), _WEEKDAY, min(day, 6))


def clock(text: str, match: re.Match[str], found: list[Mention]) -> int:
    """Add a time such as 9:30 (or a score) to the numbers found; return where it ends."""
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > _HOURS or minute > _MINUTES:  # no time of day, so a score
        return put(found, text, match.span(), _SCORE, (hour, minute))
    late = hour < _NOON and LATE.search(text[max(0, match.start() - 4) : match.start()])
    return put(found, text, match.span(), _TIME, (hour + 12 * bool(late), minute))


def o_clock(text: str, span: tuple[int, int], value: Value, found: list[Mention]) -> int:
    """Add a time such as 9点半 to the numbers found; return where it ends, 0 when it is none."""
    start, end = span
    after = CLOCK.match(text, end)
    if not after or not isinstance(value, int) or value > _HOURS or NO_CLOCK.match(text, end):
        return 0
    before = text[max(0, start - 4) : start]
    part = PART_OF_DAY.search(before)
    if not part and text[start] > "9" and not (after["minutes"] or after["half"]):
        return 0
    minute = 30 if after["half"] else small(after["minutes"])
    hour = value + 12 * bool(value < _NOON and LATE.search(before))
    return put(found, text, (start, after.end()), _TIME, (hour, minute))
