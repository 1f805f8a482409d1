"""Text that was decoded wrongly: to be kept out of automatic verdicts, for it matches its like."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

__all__ = ["suspicious"]

_REPLACEMENT: Final = "\ufffd"
_LOST: Final = "锟斤拷"  # U+FFFD twice in UTF-8, read as GBK
_FEW: Final = 10  # in a text of fewer characters for each U+FFFD, too many are lost
_PAIRS: Final = 2  # Han characters that make a coincidence unlikely
_BYTES: Final = 3  # of a Han character, and of full-width punctuation, in UTF-8

# windows-1252 has these at 0x80 to 0x9F, where Latin-1 has controls
_WINDOWS: Final = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_UTF8_HAN: Final = rb"(?:[\xe3-\xe9][\x80-\xbf]{2}|\xef[\xbc-\xbd][\x80-\xbf])"


def suspicious(text: str) -> bool:
    r"""Return True when the text looks like Chinese that was decoded wrongly.

    That is: many U+FFFD (at least two, and one in ten characters, or one in four); 锟斤拷 twice in
    a row; or a run of characters that, encoded in GB18030 or windows-1252, reads as UTF-8 Han text
    for the most part; or one that in Latin-1 reads as GB2312. A single damaged character or a
    remark about 锟斤拷 is not suspicious.

    >>> [suspicious(text) for text in ("鍗楁棆鎺ц偂", "锟斤拷锟斤拷锟斤拷", "ÄãºÃ", "你好")]
    [True, True, True, False]
    """
    if text.isascii():
        return False
    lost = text.count(_REPLACEMENT)
    if (lost > 1 and lost * _FEW >= len(text)) or lost * 4 >= len(text):
        return True
    if _LOST * 2 in text:
        return True
    return any(map(_from_gb18030, _pattern(r"[^\x00-\x7f\ufffd]{3,}").findall(text))) or any(
        map(_from_latin, _pattern(f"[\x80-\xff{_WINDOWS}]{{4,}}").findall(text))
    )


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def _utf8_runs() -> re.Pattern[bytes]:
    return re.compile(rb"%b{%d,}" % (_UTF8_HAN, _PAIRS))


def _from_gb18030(run: str) -> bool:
    """Return True when two thirds of the run's bytes are UTF-8 of Han, in stretches."""
    data = run.encode("gb18030", "ignore")
    return 3 * sum(map(len, _utf8_runs().findall(data))) >= 2 * len(data) > 0


def _from_latin(run: str) -> bool:
    """Return True for UTF-8 read as windows-1252, or GB2312 read as Latin-1."""
    data = b"".join(
        character.encode("cp1252" if character in _WINDOWS else "latin-1") for character in run
    )
    if _utf8_runs().search(data):
        return True
    common = sum(0xB0 <= a <= 0xD7 and b > 0xA0 for a, b in zip(data[::2], data[1::2]))  # noqa: PLR2004, B905
    return 3 * common >= len(data) and len(set(run)) > _PAIRS
