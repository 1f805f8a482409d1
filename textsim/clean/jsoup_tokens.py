"""The tokeniser of the jsoup reproduction: text, tags, and the rest that shows nothing.

A state is a method that reads on and names its successor. It follows jsoup 1.11.3, not the HTML
standard, where the two differ: CDATA is text everywhere, names of references end where letters
and digits end, a doctype may begin with ``>``.
"""

from __future__ import annotations

import re
from typing import Final

from textsim.clean.jsoup_rawtext import TEXT, RawTextStates
from textsim.clean.jsoup_reader import BLANKS, END, NUL
from textsim.clean.jsoup_tags import Mark, Token

__all__ = ["Tokens"]

_NO_DASH: Final = re.compile("[^-\0]*")
_DOCTYPE: Final = re.compile("doctype", re.IGNORECASE | re.ASCII)
_KEYWORD: Final = re.compile("public|system", re.IGNORECASE)
# What may follow a dash in a comment; anything else leads back into it.
_COMMENT_END: Final = {
    "dash": {"-": "end"},
    "end": {"-": "end", "!": "bang", ">": "out"},
    "bang": {"-": "dash", ">": "out"},
}


class Tokens(RawTextStates):
    """The tokens of a text, one at a time; the tree builder may set ``state`` between two."""

    def read(self) -> Token:
        """Return the next token: text comes in the same runs as in jsoup."""
        while self.pending is None:
            self.state()
        if self.texts:
            text = "".join(self.texts)
            self.texts.clear()
            return text
        token, self.pending = self.pending, None
        return token

    def data(self) -> None:
        """Read text with references and tags; a NUL stays as it is."""
        unit = self.reader.current()
        if unit == "&":
            self.reader.position += 1
            self.texts.append(self.reader.reference() or "&")
        elif unit == "<":
            self.reader.position += 1
            self._open()
        elif unit == NUL:
            self.texts.append(self.reader.consume())
        else:
            self.run(unit, TEXT)

    def _open(self) -> None:
        """Read on after a ``<``."""
        reader = self.reader
        if reader.skip("!"):
            self._markup_declaration()
        elif reader.skip("/"):
            self._open_end_tag()
        elif reader.current() == "?":
            self._bogus_comment()
        elif reader.at_letter():
            self.begin_tag("", start=True)
            self.state = self.tag_name
        else:
            self.texts.append("<")

    def _open_end_tag(self) -> None:
        """Read on after ``</``; a ``</>`` vanishes and does not even end a run of text."""
        reader = self.reader
        if reader.at_end():
            self.texts.append("</")
        elif reader.at_letter():
            self.begin_tag("", start=False)
            self.state = self.tag_name
        elif not reader.skip(">"):
            self._bogus_comment()

    def _markup_declaration(self) -> None:
        """Read on after ``<!``."""
        reader = self.reader
        if reader.skip("--"):
            self._comment()
        elif reader.take(_DOCTYPE):
            self._doctype()
        elif reader.skip("[CDATA["):
            text = reader.take_to("]]>")
            while not reader.skip("]]>") and not reader.at_end():
                text += reader.take_to("]]>")
            self.pending = text  # a token of its own
        else:
            self._bogus_comment()

    def _bogus_comment(self) -> None:
        """Skip up to ``>``; without one in sight, to one unit past what is in sight."""
        self.reader.take_to(">")
        self.reader.position += 1
        self.pending = Mark.BREAK

    def _comment(self) -> None:
        """Skip a comment after its ``<!--``; an unclosed one takes all."""
        reader = self.reader
        self.pending = Mark.BREAK
        unit = reader.consume()
        while unit == "-":
            unit = reader.consume()
        inside = unit not in (">", END)
        while inside and (unit := reader.current()) != END:
            if unit in "-\0":
                reader.position += 1
                inside = unit == NUL or self._comment_goes_on()
            else:
                reader.take(_NO_DASH)

    def _comment_goes_on(self) -> bool:
        """Return whether what follows a dash leaves the comment open."""
        state = "dash"
        while state in _COMMENT_END:
            unit = self.reader.consume()
            state = "out" if unit == END else _COMMENT_END[state].get(unit, "in")
        return state == "in"

    def _doctype(self) -> None:
        """Skip a doctype after that word."""
        reader = self.reader
        self.pending = Mark.BREAK
        unit = reader.consume()
        if unit in (">", END):
            return
        unit = " "
        while unit in BLANKS and not reader.at_letter():
            unit = reader.consume()
        if unit != END and self._doctype_name():
            while reader.current() in BLANKS:
                reader.position += 1
            self._doctype_rest()

    def _doctype_name(self) -> bool:
        """Return whether a blank ends the name, whose first unit may be any."""
        reader = self.reader
        unit = ""
        while unit not in (">", END, *BLANKS):
            unit = reader.take_letters() if reader.at_letter() else reader.consume()
        return unit in BLANKS

    def _doctype_rest(self) -> None:
        """Skip what follows the name."""
        reader = self.reader
        if reader.at_end() or reader.skip(">"):
            return
        if not reader.take(_KEYWORD):
            reader.position += 1
        while reader.consume() not in (">", END):
            pass
