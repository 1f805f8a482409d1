"""The steps that fold what looks alike: case, Unicode forms, invisible characters, blanks."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

__all__ = ["blanks", "invisible", "java_strip", "lower_ascii", "lower_simple"]

# What has no shape of its own: Unicode's Default_Ignorable_Code_Point (with the Hangul fillers),
# the controls but for tab and the line breaks, interlinear annotation marks, lone surrogates.
_INVISIBLE: Final = (
    "\0-\b\v\f\x0e-\x1f\x7f-\x84\x86-\x9f"
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ud800-\udfff"
)
# Scripts written without blanks between words: Han (with its radicals, numerals and iteration
# marks), kana, bopomofo.
_UNSPACED: Final = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c"
    "\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
# Letters younger than Unicode 13 that have a lower-case form: Go 1.19 leaves them as they are.
_YOUNG_CAPITALS: Final = (
    "\u2c2f\ua7c0\ua7cb\ua7cc\ua7ce\ua7d0\ua7d2\ua7d4\ua7d6\ua7d8\ua7da\ua7dc"
    "\U00010570-\U00010595\U00010d50-\U00010d65\U00016ea0-\U00016eb8"
)
_ASCII_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_STRIPPED: Final = (
    *(" ", "\n", "\r", "\t", "\r", "\n", "\t"),
    *("&nbsp;", "&amp;", "&lt;", "&gt;", "&quot;", "&qpos;"),
)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def invisible(text: str) -> str:
    r"""Return the text without characters that have no shape.

    Zero-width characters and joiners, bidi controls, soft hyphens, variation selectors, tag
    characters, byte-order marks, Hangul fillers, lone surrogates, and the controls except tab,
    line feed, carriage return and U+0085.

    >>> invisible("免费\u200b领取❗\ufe0f\0")
    '免费领取❗'
    """
    if text.isascii() and text.isprintable():
        return text
    return _pattern(f"[{_INVISIBLE}]+").sub("", text)


def blanks(text: str) -> str:
    r"""Return the text with each run of blanks as one U+0020, or one line feed if it breaks lines.

    None is left at the ends of lines, nor between two characters of a script that is written
    without blanks (Han, kana, bopomofo). A line feed stays: it parts cells and paragraphs. U+2800,
    the empty Braille pattern, is a blank.

    >>> blanks(" 袁\u3000世 凯 传\tNew  York \r\n 二 ")
    '袁世凯传 New York\n二'
    """
    lines = (" ".join(line.split()) for line in text.replace("\u2800", " ").splitlines())
    text = "\n".join(line for line in lines if line)
    if " " not in text:
        return text
    return _pattern(f"(?<=[{_UNSPACED}]) (?=[{_UNSPACED}])").sub("", text)


def lower_simple(text: str) -> str:
    """Return the text in lower case as Go 1.19's ``bytes.ToLower`` maps it, one to one.

    Unlike ``str.lower`` it makes ``İ`` a plain ``i``, knows no final sigma, and leaves letters
    that are younger than Unicode 13.

    >>> lower_simple("İΑΣ Kẞ")
    'iασ kß'
    """
    if text.isascii():
        return text.lower()
    text = text.replace("İ", "i").replace("Σ", "σ")
    parts = _pattern(f"([{_YOUNG_CAPITALS}])").split(text)
    return "".join(part if index % 2 else part.lower() for index, part in enumerate(parts))


def lower_ascii(text: str) -> str:
    """Return the text with A to Z in lower case, as C's ``tolower`` does.

    >>> lower_ascii("ÉA")
    'Éa'
    """
    return text.translate(_ASCII_LOWER)


def java_strip(text: str) -> str:
    r"""Return the text after the thirteen ``replaceAll`` of the Java title tool, in their order.

    Its patterns ``\\r``, ``\\n``, ``\\t`` mean the control characters once more, so a typed
    backslash stays; U+3000 stays; ``&qpos;`` is spelt so.

    >>> java_strip("a &am&nbsp;p;b\\n\n\u3000&apos;")
    'ab\\n\u3000&apos;'
    """
    for stripped in _STRIPPED:
        text = text.replace(stripped, "")
    return text
