"""Tags, as the tokeniser of the jsoup reproduction reads them.

A state is a method that reads on and names its successor. It follows jsoup 1.11.3, not the HTML
standard, where the two differ: a tag that the end of the text leaves open is dropped.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from textsim.clean.jsoup_reader import BLANKS, END, NUL, REPLACEMENT, Reader, join_units

__all__ = ["CONTROLS", "Mark", "Tag", "TagStates", "Token", "fold", "lower"]

_TAG_NAME: Final = re.compile("[^\t\n\f\r />\0]*")
_ATTRIBUTE_NAME: Final = re.compile("[^\t\n\f\r \"'/<=>\0]*")
_VALUE: Final = {
    '"': re.compile('[^"&\0]*'),
    "'": re.compile("[^'&\0]*"),
    "": re.compile("[^\t\n\f\r \"&'<=>`\0]*"),
}
CONTROLS: Final = "".join(map(chr, range(33)))
"""What jsoup trims off names and off its answer."""

# Letters that Java takes for the plain one when it compares words without case.
_SAME_LETTERS: Final = str.maketrans("\u017f\u0131\u0130\u212a", "siik")


class Mark(Enum):
    """A token without content."""

    BREAK = "a comment or doctype: it only ends a run of text"
    END = "the end of the input"


@dataclass(slots=True, eq=False)
class Tag:
    """A start or end tag: ``name`` as written, ``normal`` in lower case, ``element`` trimmed too.

    jsoup decides by the normal name and calls the element by the trimmed one. They differ when
    control characters end the name.
    """

    start: bool
    name: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    self_closing: bool = False

    @property
    def normal(self) -> str:
        """Return the name in lower case."""
        return lower(self.name)

    @property
    def element(self) -> str:
        """Return the name of the element."""
        return self.normal.strip(CONTROLS)


Token = str | Tag | Mark
State = Callable[[], None]


def lower(name: str) -> str:
    """Return the name in lower case, pairs of surrogates too.

    >>> lower("Table")
    'table'
    """
    return name.lower() if name.isascii() else join_units(name).lower()


def fold(word: str) -> str:
    """Return what is equal for words that Java finds equal to an ASCII word but for case.

    >>> fold("TıtLe")
    'title'
    """
    return word.translate(_SAME_LETTERS).lower()


class TagStates(ABC):
    """The states from the name of a tag to its end."""

    def __init__(self, units: str) -> None:
        """Stand before the first token, in text."""
        self.reader = Reader(units)
        self.state: State = self.data
        self.pending: Token | None = None
        self.last_start = ""  # name of the last start tag, which tells how raw text ends
        self.tag = Tag(start=True, name="")
        self._attribute: str | None = None
        self._value: str | None = None
        self._quote = ""

    @abstractmethod
    def data(self) -> None:
        """Read text with references and tags."""

    def begin_tag(self, name: str, *, start: bool) -> None:
        """Begin a tag whose name, or the first part of it, is given."""
        self.tag = Tag(start, name)
        self._attribute = self._value = None

    def within_tag(self, unit: str, at_blank: State) -> bool:
        """Return whether ``unit`` ends a part of a tag; then the state is the one that follows."""
        if unit in BLANKS:
            self.state = at_blank
        elif unit == "/":
            self.state = self._slash
        elif unit == ">":
            self._finish()
        elif unit == END:
            self.state = self.data
        else:
            return False
        return True

    def tag_name(self) -> None:
        """Read the name up to what ends it."""
        self.tag.name += self.reader.take(_TAG_NAME)
        unit = self.reader.consume()
        if not self.within_tag(unit, self.before_attribute):
            self.tag.name += REPLACEMENT if unit == NUL else unit

    def before_attribute(self) -> None:
        """Read blanks before an attribute."""
        unit = self.reader.consume()
        if not self.within_tag(unit, self.before_attribute):
            self._keep_attribute()
            if unit == "=":
                self._attribute = unit
            else:
                self.reader.position -= 1
            self.state = self._attribute_name

    def _attribute_name(self) -> None:
        """Read the name of an attribute."""
        self._attribute = (self._attribute or "") + self.reader.take(_ATTRIBUTE_NAME)
        unit = self.reader.consume()
        if unit == "=":
            self.state = self._before_value
        elif not self.within_tag(unit, self._after_name):
            self._attribute += REPLACEMENT if unit == NUL else unit

    def _after_name(self) -> None:
        """Read blanks after the name of an attribute; a NUL goes on with the name."""
        unit = self.reader.consume()
        if unit == "=":
            self.state = self._before_value
        elif not self.within_tag(unit, self._after_name):
            self.reader.position -= 1
            if unit != NUL:
                self._keep_attribute()
            self.state = self._attribute_name

    def _before_value(self) -> None:
        """Read blanks before the value of an attribute; here the end of the text ends the tag."""
        unit = self.reader.consume()
        if unit in BLANKS:
            return
        if unit in (">", END):
            self._finish()
            return
        self._quote = unit if unit in _VALUE else ""
        if not self._quote:
            self.reader.position -= 1
        self.state = self._read_value

    def _read_value(self) -> None:
        """Read the value of an attribute, quoted or bare."""
        part = self.reader.take(_VALUE[self._quote])
        if self._quote or part:
            self._value = (self._value or "") + part
        unit = self.reader.consume()
        if unit == self._quote:
            self.state = self._after_quote
        elif unit == END:
            self.state = self.data
        elif not self._quote and unit in BLANKS:
            self.state = self.before_attribute
        elif not self._quote and unit == ">":
            self._finish()
        else:
            self._value = (self._value or "") + self._value_unit(unit)

    def _value_unit(self, unit: str) -> str:
        """Return what a unit that ended a run of a value means."""
        if unit == "&":
            return self.reader.reference(attribute=True) or "&"
        return REPLACEMENT if unit == NUL else unit

    def _after_quote(self) -> None:
        """Read what follows a quoted value."""
        if not self.within_tag(self.reader.consume(), self.before_attribute):
            self.reader.position -= 1
            self.state = self.before_attribute

    def _slash(self) -> None:
        """Read on after a slash: it counts only right before the end of the tag."""
        unit = self.reader.consume()
        if unit == ">":
            self.tag.self_closing = True
            self._finish()
        elif unit == END:
            self.state = self.data
        else:
            self.reader.position -= 1
            self.state = self.before_attribute

    def _keep_attribute(self) -> None:
        """Give the tag the attribute read last; a later value of the same name wins."""
        name = (self._attribute or "").strip(CONTROLS)
        if name:
            self.tag.attributes[name] = self._value
        self._attribute = self._value = None

    def _finish(self) -> None:
        """Hand out the tag and go on with text."""
        self._keep_attribute()
        if self.tag.start:
            self.last_start = self.tag.name
        self.pending = self.tag
        self.state = self.data
