"""What jsoup prints of texts, and of tags where those become text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from textsim.clean.jsoup_reader import BLANKS, join_units
from textsim.clean.jsoup_tags import CONTROLS, Tag, fold

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["print_texts", "tag_as_text"]

_BLANK_RUN: Final = re.compile(f"[{BLANKS}]+")
_IN_TEXT: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\xa0": "&nbsp;"})
_IN_VALUE: Final = str.maketrans({"&": "&amp;", '"': "&quot;", "\xa0": "&nbsp;"})
_SWITCHES: Final = (
    "allowfullscreen async autofocus checked compact declare default defer disabled formnovalidate "
    "hidden inert ismap itemscope multiple muted nohref noresize noshade novalidate nowrap open "
    "readonly required reversed seamless selected sortable truespeed typemustmatch"
)


def print_texts(texts: Iterable[str]) -> str:
    """Return the texts one after the other, blanks folded within each, four characters escaped.

    >>> print_texts([" a  b ", " c&d "])
    'a b  c&amp;d'
    """
    folded = "".join(_BLANK_RUN.sub(" ", text) for text in texts)
    return join_units(folded.strip(CONTROLS).translate(_IN_TEXT))


def tag_as_text(tag: Tag) -> str:
    """Return the tag as jsoup prints it.

    >>> tag_as_text(Tag(start=True, name="A", attributes={"b": '"', "hidden": ""}))
    '<A  b="&quot;" hidden>'
    """
    printed = "".join(_attribute(name, text) for name, text in tag.attributes.items())
    if not tag.start:
        return f"</{tag.name}>"
    return f"<{tag.name} {printed}>" if printed else f"<{tag.name}>"


def _attribute(name: str, text: str | None) -> str:
    """Return an attribute with a blank before it; a switch that is on has no value."""
    if text is None or (name in _SWITCHES and fold(text) in ("", name)):
        return " " + name
    return f' {name}="{text.translate(_IN_VALUE)}"'
