"""The input of the jsoup reproduction: characters, runs and character references.

jsoup reads through a window of 32,768 UTF-16 units that moves on once three quarters of it are
read. A look-ahead never sees past the window, and a step back never goes before it: both show in
texts of more than 24,576 units, so the window is reproduced here.

A letter is what this Python takes for one. Java 17 knows Unicode 13, so a ``<`` before one of the
few letters added later opens a tag here and not there.
"""

from __future__ import annotations

import re
import sys
from html.entities import html5
from typing import Final

__all__ = ["BLANKS", "END", "NUL", "REPLACEMENT", "Reader", "join_units", "split_units"]

BLANKS: Final = "\t\n\r\f "
NUL: Final = "\0"
END: Final = "\uffff"
"""What jsoup takes for the end of the input, also when the text holds this character."""
REPLACEMENT: Final = "\ufffd"

_WINDOW: Final = 32_768
_MOVE_ON: Final = 24_576
_DIGITS: Final = re.compile("[0-9]*")
_HEX_DIGITS: Final = re.compile("[0-9A-Fa-f]*")
_ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MOST_DIGITS: Final = len(str(sys.maxunicode))
# References to the control characters 128 to 159 mean what Windows has in these places.
_WINDOWS_1252: Final = {
    byte: bytes([byte]).decode("cp1252")
    for byte in range(0x80, 0xA0)
    if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)  # not assigned: these stay
}


def split_units(text: str) -> str:
    r"""Return the text as UTF-16 units: two surrogates for each character beyond U+FFFF.

    >>> split_units("😀") == "\ud83d\ude00"
    True
    """
    return _ASTRAL.sub(_pair, text)


def join_units(text: str) -> str:
    r"""Return the text with each pair of surrogates made one character; lone ones stay.

    >>> join_units("\ud83d\ude00")
    '😀'
    """
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _pair(match: re.Match[str]) -> str:
    """Return the two surrogates of the character matched."""
    offset = ord(match[0]) - 0x10000
    return chr(0xD800 + (offset >> 10)) + chr(0xDC00 + (offset & 0x3FF))


class Reader:
    """A position in UTF-16 units, seen through jsoup's moving window."""

    def __init__(self, units: str) -> None:
        """Stand before the first unit."""
        self.units = units
        self.position = 0
        self._mark = 0
        self._move_on = 0  # from here on the next look moves the window
        self._end = 0  # end of the window
        self._look()

    def _look(self) -> None:
        """Move the window to the position once that is three quarters through it."""
        if self.position < self._move_on or self.position >= len(self.units):
            return
        self._mark = self.position  # jsoup forgets its mark: what it rewinds over is lost
        self._end = min(len(self.units), self.position + _WINDOW)
        full = self._end - self.position > _MOVE_ON
        self._move_on = self.position + _MOVE_ON if full else self._end

    def at_end(self) -> bool:
        """Return whether nothing is left."""
        self._look()
        return self.position >= self._end

    def current(self) -> str:
        """Return the unit at the position, END when nothing is left."""
        return END if self.at_end() else self.units[self.position]

    def consume(self) -> str:
        """Return the unit at the position and step over it, at the end too."""
        unit = self.current()
        self.position += 1
        return unit

    def at_letter(self) -> bool:
        """Return whether a letter stands here; half of a surrogate pair is none."""
        return not self.at_end() and self.units[self.position].isalpha()

    def skip(self, *words: str) -> bool:
        """Return whether one of the words stood here; step over it."""
        self._look()
        for word in words:
            if self.units.startswith(word, self.position, self._end):
                self.position += len(word)
                return True
        return False

    def take(self, run: re.Pattern[str]) -> str:
        """Return what the pattern, which may match nothing, matches here; step over it."""
        self._look()
        return self._take(run)

    def _take(self, run: re.Pattern[str]) -> str:
        """Return what the pattern matches in the window as it is; step over it."""
        match = run.match(self.units, self.position, self._end)
        if match is None:
            return ""
        self.position = match.end()
        return match[0]

    def take_letters(self) -> str:
        """Return the letters that stand here, as far as the window goes; step over them."""
        self._look()
        start = self.position
        while self.position < self._end and self.units[self.position].isalpha():
            self.position += 1
        return self.units[start : self.position]

    def take_to(self, word: str) -> str:
        """Return all up to ``word``, up to the end of the window if that has none."""
        self._look()
        start = self.position
        found = self.units.find(word, start, self._end)
        self.position = max(start, self._end) if found < 0 else found
        return self.units[start : self.position]

    def holds(self, word: str) -> bool:
        """Return whether the rest of the window has ``word`` in all lower or all upper case."""
        self._look()
        return any(
            self.units.find(form, self.position, self._end) >= 0
            for form in (word.lower(), word.upper())
        )

    def reference(self, *, attribute: bool = False) -> str:
        """Return the text of the character reference after an ampersand, empty if there is none.

        In an ``attribute`` none may be followed by a letter, digit, ``=``, ``-`` or ``_``.
        """
        if self.at_end() or self.current() in BLANKS + "<&":
            return ""
        self._mark = self.position
        if self.skip("#"):
            return self._numbered()
        return self._named(attribute=attribute)

    def _numbered(self) -> str:
        """Return the character of a decimal or hexadecimal number."""
        base, run = (16, _HEX_DIGITS) if self.skip("X", "x") else (10, _DIGITS)
        digits = self.take(run)
        if not digits:
            self.position = self._mark
            return ""
        self.skip(";")
        # the interpreter may refuse to read thousands of digits, even if most are zeros
        digits = digits.lstrip("0").zfill(1)
        number = int(digits, base) if len(digits) <= _MOST_DIGITS else sys.maxsize
        unit = chr(number) if number <= sys.maxunicode else REPLACEMENT
        return REPLACEMENT if _SURROGATE.match(unit) else unit.translate(_WINDOWS_1252)

    def _named(self, *, attribute: bool) -> str:
        """Return the text of a name: the 106 oldest need no semicolon, but must end there."""
        name = self.take_letters() + self._take(_DIGITS)
        closed = self.current() == ";"
        text = html5.get(name) or (html5.get(name + ";") if closed else None)
        following = self.current()
        if text is None or (attribute and (following.isalpha() or following in "0123456789=-_")):
            self.position = self._mark
            return ""
        self.skip(";")
        return text
