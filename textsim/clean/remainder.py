"""What is left of a text for the parser: few plain tags that every parser reads in one way.

Inline tags, attributes, comments and hidden content are gone, references are decoded, and what
was no markup is escaped. Where structural edges part two texts, the innermost element of the
second one is kept, or the character ``EDGE`` stands for a line break. End tags close what is open.

Raw and hidden elements (``<script>``, ``<template>``) count only when they are ended: otherwise
their tag goes and their content stays, so that nothing unclosed swallows the rest of a text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Final

from textsim.clean.elements import HIDDEN, INLINE, RAW, STRUCTURE
from textsim.clean.openings import Openings, escape
from textsim.clean.references import decode, decode_all

__all__ = ["EDGE", "remainder"]

EDGE: Final = "\u2029"
"""PARAGRAPH SEPARATOR: a further pass over the result keeps it apart from line feeds."""

_COMMENT_END: Final = re.compile("--!?>")


def remainder(text: str) -> str:
    r"""Return the text with few structural tags, without attributes, everything else escaped.

    >>> remainder("1<2<div><p class=x><b>一</b>&nbsp;A&B<hr>二")
    '1&lt;2<p>一\xa0A&amp;B\u2029二'
    """
    return _Reader(text).read()


@dataclass(slots=True)
class _Open:
    """An element that is open, and when it is hidden what to go back to at its end."""

    tag: str
    hidden_from: int = -1  # how many pieces there were before a hidden element
    edge_before: bool = False  # whether an edge was due there
    written: bool = False  # whether the start tag of a structural element stands in the pieces


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._openings = Openings(text)
        self._pieces: list[str] = []
        self._edge = False  # whether a structural edge parts the next text from the last
        self._open: list[_Open] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)  # where in _open, by tag
        self._hidden: list[int] = []  # where in _open the hidden elements are
        self._unended: set[str] = set()  # raw elements without an end tag from here on

    def read(self) -> str:
        done = 0
        for match, end in self._openings:
            self._add(self._text[done : match.start()])
            done = self._openings.skip_to = self._take(match, end)
        self._add(self._text[done:])
        return "".join(self._pieces)

    def _add(self, text: str) -> None:
        """Take in text; blanks at an edge are nothing."""
        if self._edge:
            if not text or text.isspace():
                return
            self._edge = False
            self._write_edge()
        if text:
            self._pieces.append(escape(text))

    def _write_edge(self) -> None:
        inner = self._open[-1] if self._open else None
        if inner and inner.hidden_from < 0 and not inner.written:
            inner.written = True
            self._pieces.append(f"<{inner.tag}>")
        elif self._pieces and not self._pieces[-1].startswith("</"):
            self._pieces.append(EDGE)

    def _take(self, match: re.Match[str], end: int) -> int:
        """Take in one piece of markup and return the position after it."""
        kind = match.lastgroup
        if kind in ("name", "bare"):
            return self._take_tag(match, end)
        if kind == "reference":
            self._add(decode(match[0]) or "")
        elif kind == "comment":
            comment_end = _COMMENT_END.search(self._text, match.start() + 2)
            return comment_end.end() if comment_end else end
        elif kind in ("cdata", "close"):
            self._openings.in_cdata = kind == "cdata"
        return end

    def _take_tag(self, match: re.Match[str], end: int) -> int:
        name = match["name"].lower()
        if name in INLINE:
            return end
        tag = STRUCTURE.get(name)
        if match["end"]:
            if name in HIDDEN:
                self._end_hidden(name)
            if tag:
                self._end(tag)
        else:
            if tag:
                self._start(tag)
            if self._text[end - 2] != "/":
                if name in HIDDEN:
                    self._hidden.append(len(self._open))
                    self._push(_Open(name, len(self._pieces), self._edge))
                if name in RAW:
                    return self._take_raw(name, end)
        return end

    def _start(self, tag: str) -> None:
        self._edge = True
        if tag != "br":
            self._push(_Open(tag))

    def _end(self, tag: str) -> None:
        self._edge = True
        places = self._places[tag]
        if places and (not self._hidden or places[-1] > self._hidden[-1]):
            closed = self._pop(places[-1])
            self._pieces.extend(f"</{element.tag}>" for element in closed if element.written)

    def _end_hidden(self, name: str) -> None:
        if self._places[name]:
            element = self._pop(self._places[name][-1])[-1]
            del self._pieces[element.hidden_from :]
            self._edge = element.edge_before

    def _push(self, element: _Open) -> None:
        self._places[element.tag].append(len(self._open))
        self._open.append(element)

    def _pop(self, index: int) -> list[_Open]:
        """Close the elements from ``index`` on; return them, the innermost first."""
        closed = [*self._open[:index:-1], self._open[index]]
        del self._open[index:]
        for element in closed:
            self._places[element.tag].pop()
        while self._hidden and self._hidden[-1] >= index:
            self._hidden.pop()
        return closed

    def _take_raw(self, name: str, position: int) -> int:
        """Take in the content of a raw element; return where its end tag is."""
        end = None if name in self._unended else _raw_end(name).search(self._text, position)
        if end is None:
            self._unended.add(name)
            return position
        if RAW[name]:
            content = self._text[position : end.start()]
            self._add(content if name == "xmp" else decode_all(content))
        return end.start()


@cache
def _raw_end(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}[ \t\n\r\f/]*+>", re.IGNORECASE | re.ASCII)
