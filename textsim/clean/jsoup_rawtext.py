"""Raw text, as the tokeniser of the jsoup reproduction reads it.

The text of some elements holds no tags but their own end tag: title and textarea (where
references count), style, xmp, iframe, noembed and noframes, script, and plaintext, which never
ends. The tree builder sets these states when it meets the start tag.
"""

from __future__ import annotations

import re
from typing import Final

from textsim.clean.jsoup_reader import BLANKS, END, NUL, REPLACEMENT
from textsim.clean.jsoup_tags import Mark, Tag, TagStates, fold

__all__ = ["TEXT", "RawTextStates"]

TEXT: Final = re.compile("[^&<\0]*")
_NOT_NUL: Final = re.compile("[^\0]*")
_RAW: Final = re.compile("[^<\0]*")
_SCRIPT: Final = re.compile("[^-<\0]*")


class RawTextStates(TagStates):
    """The states for the text of elements that hold no tags."""

    def __init__(self, units: str) -> None:
        """Stand before the first token, in text."""
        super().__init__(units)
        self.texts: list[str] = []  # the current run of text
        self._dashes = 0
        self._double = False

    def run(self, unit: str, run: re.Pattern[str]) -> None:
        """Read a run that begins with ``unit``, or the end or a NUL in its place."""
        if unit == END:
            self.pending = Mark.END
        elif unit == NUL:
            self.reader.position += 1
            self.texts.append(REPLACEMENT)
        else:
            self.texts.append(self.reader.take(run))

    def plaintext(self) -> None:
        """Read text that nothing ends."""
        self.run(self.reader.current(), _NOT_NUL)

    def rcdata(self) -> None:
        """Read the text of title and textarea."""
        unit = self.reader.current()
        if unit not in "&<":
            self.run(unit, TEXT)
            return
        self.reader.position += 1
        if unit == "<":
            self._rcdata_tag()
        else:
            self.texts.append(self.reader.reference() or "&")

    def _rcdata_tag(self) -> None:
        """Read on after a ``<`` in a title or textarea."""
        reader = self.reader
        if reader.skip("/"):
            name = self._end_name()
            if not self._ends_element():
                self.texts.append("</" + name)
        elif reader.at_letter() and self.last_start and not reader.holds("</" + self.last_start):
            # without an end tag in sight the first tag ends the element
            self.pending = Tag(start=False, name=self.last_start)
            reader.position -= 1
            self.state = self.data
        else:
            self.texts.append("<")

    def rawtext(self) -> None:
        """Read the text of xmp, iframe and the like."""
        unit = self.reader.current()
        if unit != "<":
            self.run(unit, _RAW)
            return
        self.reader.position += 1
        self.texts.append(self._raw_end() if self.reader.skip("/") else "<")

    def script(self) -> None:
        """Read the text of a script, which the tree builder drops."""
        reader = self.reader
        unit = reader.current()
        if unit != "<":
            self.run(unit, _RAW)
            return
        reader.position += 1
        if reader.skip("/"):
            self._raw_end()
        elif reader.skip("!") and reader.skip("-") and reader.skip("-"):
            self._dashes, self._double = 2, False
            self.state = self._escaped

    def _escaped(self) -> None:
        """Skip script text after ``<!--``, doubly escaped after a ``<script`` in that."""
        reader = self.reader
        unit = reader.current()
        dashes, self._dashes = self._dashes, 0
        if reader.at_end() or (self._double and unit == END):
            self.state = self.data
            reader.position += min(dashes, 1)
        elif not dashes and unit not in "-<\0":
            reader.take(_SCRIPT)
        else:
            reader.position += 1
            if unit == "-":
                self._dashes = min(dashes + 1, 2)
            elif unit == "<":
                self._escaped_tag()
            elif unit == ">" and dashes > 1:
                self.state = self.script

    def _escaped_tag(self) -> None:
        """Skip what follows a ``<`` in escaped script text."""
        if self._double:
            if self.reader.skip("/") and self._script_name():
                self._double = False
        elif self.reader.skip("/"):
            self._raw_end()
        elif self.reader.at_letter():
            self._double = self._script_name()

    def _script_name(self) -> bool:
        """Return whether the tag here is a script's; skip its name and the unit after that."""
        name = self._letters()
        ended = self.reader.current() in BLANKS + "/>"
        self.reader.position += ended
        return ended and name == "script"

    def _letters(self) -> str:
        """Return the letters that stand here; step over them."""
        letters = ""
        while self.reader.at_letter():
            letters += self.reader.take_letters()
        return letters

    def _end_name(self) -> str:
        """Return the letters after ``</``; begin an end tag of that name if there are any."""
        name = self._letters()
        self.begin_tag(name, start=False)
        return name

    def _named_like_element(self) -> bool:
        """Return whether the end tag has the name of the open element, in any case."""
        return bool(self.tag.name) and fold(self.tag.name) == fold(self.last_start)

    def _ends_element(self) -> bool:
        """Return whether the unit after the name makes it the end tag of the open element."""
        unit = self.reader.current()
        if unit == END or not self._named_like_element():
            return False
        ends = self.within_tag(unit, self.before_attribute)
        self.reader.position += ends
        return ends

    def _raw_end(self) -> str:
        """Return the text that an apparent end tag is, empty if it ends the open element."""
        text = "</" + self._end_name()
        if self._ends_element():
            return ""
        if self._named_like_element() and not self.reader.at_end():
            text += self.reader.consume()  # even a "<", which then opens nothing
        return text
