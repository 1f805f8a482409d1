"""Which encoding bytes are in, by the bytes themselves."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from textsim.decode.likelihood import LIKELIEST_WRONG, likelihood
from textsim.errors import DecodingError

__all__ = ["Reading", "decoder", "detect", "read", "settled"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    ("\ufeff".encode("gb18030"), "gb18030"),
)
_LONGEST_MARK = 4
# What bytes without a mark that are not UTF-8 are read in; Hong Kong's form where plain Big5
# fails, UTF-16 only to be refused.
_UNMARKED = ("gb18030", "big5", "big5hkscs", "utf-16-le", "utf-16-be")
_NEVER_CHOSEN = frozenset({"utf-16-le", "utf-16-be"})
# Big5 as Windows writes it, with 裏, 碁 and €.
_CODEC = {"big5": "cp950"}
# From here on UTF-8 takes three bytes.
_LONG = "\u0800"
_MAIN_ALPHABETS = (
    ("\xa0", "\u017f"),
    ("\u0386", "\u03ce"),
    ("\u0400", "\u045f"),
    ("\u05d0", "\u05ea"),
    ("\u0621", "\u064a"),
)
_SAMPLE = 1 << 16
_ENOUGH = 10


class Reading(NamedTuple):
    """Bytes read in one encoding: the text, or the error that stopped it."""

    text: str
    error: UnicodeDecodeError | None = None


def detect(data: bytes, source: str = "input", *, final: bool = True, offset: int = 0) -> str:
    r"""Return the name of the encoding that bytes show; raise DecodingError when none convinces.

    A byte order mark decides, then strict UTF-8, then the likelier of GB18030 and Big5. Without
    ``final`` the bytes may end inside a character. ``offset`` is added to offsets in messages.

    >>> detect("\u81fa\u7063\u7684\u8c93".encode("big5"))
    'big5'
    """
    if name := _marked(data):
        return name
    if 4 * data.count(0) > len(data):
        msg = f"{source}: bytes are mostly zero; name utf-16-le, utf-16-be or another encoding"
        raise DecodingError(msg)
    utf8 = read(data, "utf-8", final=final)
    if utf8.error is None:
        return "gb18030" if _unlikely_utf8(utf8.text, data, final=final) else "utf-8"
    _refuse_damaged_utf8(data, utf8.error, source, offset)
    readings = {name: read(data, name, final=final) for name in _UNMARKED}
    if readings["big5"].error is None:
        del readings["big5hkscs"]
    found = {
        name: likelihood(reading.text[:_SAMPLE], name)
        for name, reading in readings.items()
        if reading.error is None
    }
    if not found.keys() - _NEVER_CHOSEN:
        raise _fits_none({"utf-8": utf8} | readings, source, offset)
    name = max(found, key=lambda key: found[key].total)
    best = found[name]
    if name in _NEVER_CHOSEN or (best.letters >= _ENOUGH and best.mean < LIKELIEST_WRONG):
        msg = f"{source}: bytes are not utf-8 (offset {offset + utf8.error.start}), " + (
            f"and look like {name} without a byte order mark; name the encoding"
            if name in _NEVER_CHOSEN
            else f"and read as {name} nearly all characters are rare ones; name the encoding"
        )
        raise DecodingError(msg)
    return name


def settled(data: bytes) -> bool:
    """Tell whether the beginning of a stream shows its encoding: a mark, or a long UTF-8 character.

    >>> settled("猫".encode()), settled(b"plain")
    (True, False)
    """
    if len(data) >= _LONGEST_MARK and _marked(data):
        return True
    text, error = read(data, "utf-8", final=False)
    return error is None and bool(text) and max(text) >= _LONG


def decoder(name: str) -> codecs.IncrementalDecoder:
    """Return a strict incremental decoder for a name that ``detect`` returned or Python knows.

    >>> decoder("big5").decode("裏".encode("cp950"))
    '裏'
    """
    return codecs.getincrementaldecoder(_CODEC.get(name, name))("strict")


def read(data: bytes, name: str, *, final: bool = True) -> Reading:
    """Return bytes read in an encoding; without ``final`` they may end inside a character.

    >>> read("猫".encode(), "utf-8").text
    '猫'
    """
    try:
        return Reading(decoder(name).decode(data, final))
    except UnicodeDecodeError as error:
        return Reading("", error)


def _marked(data: bytes) -> str:
    return next((name for mark, name in _MARKS if data.startswith(mark)), "")


def _fits_none(readings: dict[str, Reading], source: str, offset: int) -> DecodingError:
    where = ", ".join(
        f"{name} (offset {offset + reading.error.start})"
        for name, reading in readings.items()
        if reading.error is not None and name not in _NEVER_CHOSEN
    )
    return DecodingError(f"{source}: bytes fit none of {where}; name the encoding")


def _unlikely_utf8(text: str, data: bytes, *, final: bool) -> bool:
    """Tell whether a text is rather GB18030 though its bytes are UTF-8 as well.

    One in six Han characters in GBK is a letter of two bytes in UTF-8, and so are all characters
    of one text in fifty of three characters. GB18030 is the better reading when UTF-8 shows a
    letter outside the main alphabets (``һ`` is 一) and every character is in GB 2312.
    """
    letters = [char for char in text if not char.isascii()]
    if not letters or max(letters) >= _LONG or all(map(_in_main_alphabet, letters)):
        return False
    return read(data, "gb2312", final=final).error is None


def _in_main_alphabet(char: str) -> bool:
    """Tell whether a letter is of Latin, Greek, Cyrillic, Hebrew or Arabic everyday use."""
    return any(first <= char <= last for first, last in _MAIN_ALPHABETS)


def _refuse_damaged_utf8(data: bytes, error: UnicodeDecodeError, source: str, offset: int) -> None:
    """Raise when the bytes are UTF-8 for the most part: more whole long characters than bad ones.

    In 300,000 titles in GB18030 and as many in Big5 that is never so.
    """
    near = data[max(0, error.start - _SAMPLE) : error.start + _SAMPLE]
    lenient = near.decode("utf-8", "replace")
    bad = lenient.count("\ufffd")
    if sum(char >= _LONG for char in lenient) - bad > bad:
        start = error.start
        msg = f"{source}: damaged utf-8: byte 0x{data[start]:02x} at offset {offset + start}"
        raise DecodingError(msg)
