"""The tree builder of the jsoup reproduction: what all modes of reading share.

A mode is a function that takes the builder and a token and returns whether it did something with
it. It may hand the token to another mode, or have a tag of its own processed first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from textsim.clean.jsoup_open import MODE, Formatting, Open
from textsim.clean.jsoup_reader import BLANKS
from textsim.clean.jsoup_tags import Mark, Tag, Token, lower
from textsim.clean.jsoup_tokens import Tokens
from textsim.clean.jsoup_tree import Element, Node

__all__ = ["Builder", "Mode", "is_blank"]

_SCOPE: Final = frozenset(
    ["applet", "caption", "html", "marquee", "object", "table", "td", "th"],
)
_LIST_SCOPE: Final = _SCOPE | {"ol", "ul"}
_BUTTON_SCOPE: Final = _SCOPE | {"button"}
_TABLE_SCOPE: Final = frozenset(["html", "table"])
_IMPLIED_END: Final = frozenset(["dd", "dt", "li", "optgroup", "option", "p", "rp", "rt"])
_MODE_INSIDE: Final = {
    "select": "select",
    "td": "cell",
    "th": "cell",
    "tr": "row",
    "tbody": "table body",
    "tfoot": "table body",
    "thead": "table body",
    "caption": "caption",
    "colgroup": "columns",
    "table": "table",
    "frameset": "frameset",
    "html": "before head",
}


def is_blank(text: str) -> bool:
    r"""Return whether the text is empty or of blanks only, as jsoup knows them.

    >>> is_blank(" \n"), is_blank("\u3000")
    (True, False)
    """
    return not text.strip(BLANKS)


class Builder:
    """The state of the tree builder, and the steps that modes are made of."""

    def __init__(self, units: str, modes: Mapping[str, Mode]) -> None:
        """Begin in the body of a fragment."""
        self._modes = modes
        self.tokens = Tokens(units)
        self.root = Element("html")
        self.stack = Open(self.root)
        self.formatting = Formatting()
        self.mode = "body"
        self.original = "body"  # the mode to go back to after raw text, or text in a table
        self.form: Element | None = None
        self.head: Element | None = None
        self.frameset_ok = True  # whether a frameset may still replace the body
        self.foster = False  # whether elements are put before the table instead of into it
        self.table_texts: list[str] = []

    def build(self) -> Element:
        """Return the root of the tree of the whole text."""
        token: Token = Mark.BREAK
        while token is not Mark.END:
            token = self.tokens.read()
            self.process(token)
        return self.root

    def process(self, token: Token, mode: str = "") -> bool:
        """Return what the given mode, or the current one, makes of a token."""
        return self._modes[mode or self.mode](self, token)

    def start_tag(self, name: str, attributes: dict[str, str | None] | None = None) -> bool:
        """Process a start tag that is not in the text."""
        return self.process(Tag(start=True, name=name, attributes=attributes or {}))

    def end_tag(self, name: str) -> bool:
        """Process an end tag that is not in the text."""
        return self.process(Tag(start=False, name=name))

    # the tree

    def insert_text(self, text: str) -> None:
        """Put a text at the end of the current element; those of scripts and styles are lost."""
        current = self.stack.current()
        if current.name not in ("script", "style"):
            current.append(Node(text))

    def insert(self, tag: Tag) -> Element:
        """Open an element and return it; a self-closing tag gets its end tag as the next token."""
        attributes = tag.attributes.items()
        if tag.self_closing:
            element = Element(tag.element, tuple(attributes))
            self.tokens.state = self.tokens.data
            self.tokens.pending = Tag(start=False, name=element.name)
        else:
            element = Element(tag.element, tuple((lower(name), text) for name, text in attributes))
        self.push(element)
        return element

    def push(self, element: Element) -> None:
        """Open an element."""
        if self.foster:
            self.place_before_table(element)
        else:
            self.stack.current().append(element)
        self.stack.push(element)

    def place_before_table(self, element: Element) -> None:
        """Put an element before the table that is open, or at the end if none is."""
        table = self.stack.top("table")
        if table is None or table.parent is None:
            self.stack.items[0].append(element)
        else:
            table.parent.insert(element, table)

    def raw_text(self, tag: Tag, state: Callable[[], None]) -> None:
        """Open an element whose text is read by a state of its own, up to its end tag."""
        self.tokens.state = state
        self.original, self.mode = self.mode, "text"
        self.insert(tag)

    # open elements

    def in_scope(self, *names: str) -> bool:
        """Return whether one of the names is open and no table, cell or the like inside it."""
        return self.stack.in_scope(frozenset(names), _SCOPE)

    def in_list_scope(self, name: str) -> bool:
        """Return whether the name is open and no list either inside it."""
        return self.stack.in_scope({name}, _LIST_SCOPE)

    def in_button_scope(self, name: str) -> bool:
        """Return whether the name is open and no button either inside it."""
        return self.stack.in_scope({name}, _BUTTON_SCOPE)

    def in_table_scope(self, *names: str) -> bool:
        """Return whether one of the names is open in the innermost table."""
        return self.stack.in_scope(frozenset(names), _TABLE_SCOPE)

    def close_paragraph(self) -> None:
        """End a paragraph that is open."""
        if self.in_button_scope("p"):
            self.end_tag("p")

    def close(self, name: str, *names: str) -> None:
        """Close an open element, and first the ones in it whose end tags may be left out."""
        while self.stack.current().name in _IMPLIED_END - {name}:
            self.stack.pop()
        self.stack.pop_to(name, *names)

    def reconstruct(self) -> None:
        """Open the active formatting elements again that something closed in between."""
        for element in self.formatting.closed():
            twin = element.copy()
            self.push(twin)
            self.formatting.replace(element, twin)

    def reset_mode(self) -> None:
        """Set the mode by the innermost element that tells it."""
        element = self.stack.top(MODE)
        inside = element is not None and element is not self.stack.items[0]
        self.mode = _MODE_INSIDE.get(element.name, "body") if element and inside else "body"


Mode = Callable[[Builder, Token], bool]
