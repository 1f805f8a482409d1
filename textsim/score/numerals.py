"""Chinese and Arabic numerals as numbers."""

from __future__ import annotations

__all__ = ["LONGEST", "Value", "chinese", "scaled", "year"]

LONGEST = 40  # characters of a number; what is longer is a serial number or noise

_MOST = 10**24  # nothing that is counted is more; 亿亿亿亿 is no number

# a number, or several that belong together: a range, a list, a ratio, "三四"
Value = float | tuple[float, ...]

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000, "w": 10_000}
_TENS = {"廿": 20, "卅": 30}


def chinese(run: str) -> Value | None:
    """Return the number that a run of Chinese numerals spells, None when it spells none.

    Digits without a scale are read one by one (二〇二四), two neighbours are an estimate
    between both (三四), and a last digit after a scale counts the next lower one (三万五).

    >>> chinese("一百二十"), chinese("二〇二四"), chinese("三四"), chinese("三点五")
    (120, 2024, (3, 4), 3.5)
    >>> chinese("万一") is None
    True
    """
    whole, point, decimals = run.partition("点")
    if not whole or len(run) > LONGEST:
        return None
    if not point:
        return _scaled(whole) if any(c in _SCALES for c in whole) else _digits(whole)
    base = chinese(whole)
    if not isinstance(base, (int, float)) or not all(c in _DIGITS for c in decimals):
        return None
    return float(f"{base:.0f}." + "".join(str(_DIGITS[c]) for c in decimals))


def _digits(run: str) -> Value | None:
    if len(run) == 1:
        return _TENS.get(run, _DIGITS.get(run))
    if run[0] in _TENS:
        return _TENS[run[0]] + _DIGITS.get(run[1], 0) if len(run) == 2 else None  # noqa: PLR2004
    if any(c not in _DIGITS for c in run):
        return None
    number = int("".join(str(_DIGITS[c]) for c in run))
    if len(run) == 2:  # noqa: PLR2004 - 三四: three or four
        first, second = divmod(number, 10)
        return (first, second) if 0 < first == second - 1 else number if first == 0 else None
    return number


def _scaled(run: str) -> Value | None:
    if len(run) == 1:
        return 10 if run == "十" else None
    if run[:2] in _ESTIMATES and run[2:3] in _SCALES:  # 三四十
        low, high = _DIGITS[run[0]], _DIGITS[run[1]]
        factor = scaled(1, run[2:])
        return None if factor is None else (low * factor, high * factor)
    total = section = digit = 0
    last = 1
    for c in run:
        if c in _DIGITS:
            if digit:
                return (section + digit, section + _DIGITS[c]) if run[-1] == c else None
            digit = _DIGITS[c]
            last = 10 if c in "零〇" else last
            continue
        scale = _SCALES.get(c)
        if scale is None or (not digit and not section and not total and scale != 10):  # noqa: PLR2004
            return None
        if scale >= 10_000:  # noqa: PLR2004
            total, section = (total + section + digit) * scale, 0
            if total > _MOST:
                return None
        else:
            section += (digit or 1) * scale
        digit, last = 0, scale
    return total + section + digit * (last // 10 if last > 10 else 1)  # noqa: PLR2004


_ESTIMATES = frozenset(("一二", "两三", "二三", "三四", "四五", "五六", "六七", "七八", "八九"))


def scaled(number: float, scales: str) -> float | None:
    """Return a number times its scales, None when one of them is no scale.

    >>> scaled(1.5, "万"), scaled(2, "千万"), scaled(2, "两")
    (15000, 20000000, None)
    """
    for scale in scales:
        factor = _SCALES.get(scale)
        if factor is None:
            return None
        number *= factor
        if number > _MOST:
            return None
    number = round(number, 6)
    return int(number) if number == int(number) else number


def year(digits: str) -> int:
    """Return the year that two or four digits name: 24 → 2024, 98 → 1998, 二〇二四 → 2024.

    >>> year("24"), year("98"), year("二〇二四")
    (2024, 1998, 2024)
    """
    number = int(
        "".join(str(_DIGITS.get(c, c)) for c in digits if c in _DIGITS or c.isdigit()) or 0
    )
    if number >= 100:  # noqa: PLR2004
        return number
    return number + (2000 if number < 50 else 1900)  # noqa: PLR2004
