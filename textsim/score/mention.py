"""One number of a text, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textsim.score.numerals import LONGEST, chinese

if TYPE_CHECKING:
    from textsim.score.numerals import Value
    from textsim.score.tables import Unit

__all__ = ["Mention", "put", "small"]

_MARKS = " ,.:;!?-—~、。《》「」『』“”\"'()[]【】/|·…"


class Mention(NamedTuple):
    """One number of a text.

    ``slot`` is what numbers are compared within: the unit (集, 元), ``date`` for days of the
    calendar (the value is year, month, day, 0 for what is not said), Latin letters for models,
    ``""`` for a number without any of these. ``left`` and ``right`` are up to two characters
    before and after; ``about`` marks an estimate (近, 余).
    """

    kind: str
    slot: str
    value: Value
    text: str
    left: str
    right: str
    start: int
    end: int
    about: bool = False


def put(found: list[Mention], text: str, span: tuple[int, int], unit: Unit, value: Value) -> int:
    """Add a number with its surroundings to those found; return where it ends."""
    start, end = span
    left = text[max(0, start - 4) : start].strip(_MARKS)[-2:]
    right = text[end : end + 4].strip(_MARKS)[:2]
    written = text[start:end].strip()
    found.append(Mention(unit.kind, unit.slot, value, written, left, right, start, end))
    return end


def small(digits: str | None) -> int:
    """Return a whole number of either kind of digits, 0 for none."""
    if digits and len(digits) > LONGEST:
        return 0
    value = 0 if not digits else chinese(digits) if digits[0] > "9" else int(digits)
    return value if isinstance(value, int) else 0
