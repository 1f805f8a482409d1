"""Tables, as the jsoup reproduction reads them.

Text right inside a table stays where it is; elements there are put before the table, and text in
them with them. That is how texts come to change their order.
"""

from __future__ import annotations

from typing import Final

from textsim.clean.jsoup_builder import Builder, is_blank
from textsim.clean.jsoup_reader import NUL
from textsim.clean.jsoup_tags import Tag, Token, fold
from textsim.clean.jsoup_tree import Element

__all__ = ["in_caption", "in_cell", "in_columns", "in_row", "in_table", "in_table_body", "in_text"]

_BODIES: Final = ("tbody", "tfoot", "thead")
_CELLS: Final = ("td", "th")
_COLUMNS: Final = ("caption", "col", "colgroup")
_ROOTS: Final = ("body", "html")
_PARTS: Final = (*_COLUMNS, *_BODIES, *_CELLS, "tr")
_FOSTERING: Final = ("table", *_BODIES, "tr")


def _misplaced(builder: Builder, token: Token) -> bool:
    """Return what the body makes of a token that does not belong right inside a table."""
    fostering = builder.stack.current().name in _FOSTERING
    builder.foster = builder.foster or fostering
    done = builder.process(token, "body")
    builder.foster = builder.foster and not fostering
    return done


def _closed_first(builder: Builder, name: str, token: Token) -> bool:
    """Return what is made of a token after an element is closed, False if that was not open."""
    return builder.end_tag(name) and builder.process(token)


def in_table(builder: Builder, token: Token) -> bool:
    """Return whether a token right inside a table, or a part of it, did something."""
    if isinstance(token, str):
        builder.table_texts = []
        builder.original, builder.mode = builder.mode, "text in table"
        return builder.process(token)
    if not isinstance(token, Tag):
        return True
    return _table_start(builder, token) if token.start else _table_end(builder, token)


def _table_start(builder: Builder, tag: Tag) -> bool:
    """Return whether a start tag did something."""
    name = tag.normal
    done = True
    if name in ("caption", "colgroup", *_BODIES):
        _open_part(builder, tag)
    elif name in ("col", "td", "th", "tr"):
        builder.start_tag("colgroup" if name == "col" else "tbody")
        done = builder.process(tag)
    elif name == "table":
        _closed_first(builder, "table", tag)
    elif name in ("style", "script"):
        done = builder.process(tag, "head")
    elif name == "form":
        builder.form = builder.form or Element(name)  # never open: nothing gets into it
    elif name != "input" or fold(tag.attributes.get("type") or "") != "hidden":
        done = _misplaced(builder, tag)
    return done


def _open_part(builder: Builder, tag: Tag) -> None:
    """Open a caption, a group of columns or a group of rows."""
    builder.stack.pop_until("table")
    if tag.normal == "caption":
        builder.formatting.mark()
    builder.insert(tag)
    builder.mode = {"caption": "caption", "colgroup": "columns"}.get(tag.normal, "table body")


def _table_end(builder: Builder, tag: Tag) -> bool:
    """Return whether an end tag did something."""
    name = tag.normal
    if name in (*_PARTS, *_ROOTS):
        return False
    if name != "table":
        return _misplaced(builder, tag)
    if not builder.in_table_scope(name):
        return False
    builder.stack.pop_to(name)
    builder.reset_mode()
    return True


def in_text(builder: Builder, token: Token) -> bool:
    """Return True after gathering text right inside a table, or placing it before a tag."""
    if isinstance(token, str):
        if token != NUL:
            builder.table_texts.append(token)
        return True
    for text in builder.table_texts:
        if is_blank(text):
            builder.insert_text(text)
        else:
            _misplaced(builder, text)
    builder.table_texts = []
    builder.mode = builder.original
    return builder.process(token)


def in_caption(builder: Builder, token: Token) -> bool:
    """Return whether a token in a caption did something."""
    if not isinstance(token, Tag):
        return builder.process(token, "body")
    name = token.normal
    if name in _PARTS if token.start else name == "table":
        _closed_first(builder, "caption", token)
        return True
    if token.start or name not in (*_PARTS, *_ROOTS):
        return builder.process(token, "body")
    if name != "caption" or not builder.in_table_scope(name):
        return False
    builder.stack.pop_to(name)
    builder.formatting.clear()
    builder.mode = "table"
    return True


def in_columns(builder: Builder, token: Token) -> bool:
    """Return whether a token in a group of columns did something."""
    if isinstance(token, Tag):
        if token.start and token.normal in ("html", "col"):
            return True
        if not token.start and token.normal == "colgroup":
            builder.stack.pop()
            builder.mode = "table"
            return True
    elif not isinstance(token, str):
        return True
    elif is_blank(token):
        builder.insert_text(token)
        return True
    _closed_first(builder, "colgroup", token)
    return True


def in_table_body(builder: Builder, token: Token) -> bool:
    """Return whether a token in a group of rows did something."""
    if not isinstance(token, Tag):
        return in_table(builder, token)
    name = token.normal
    if name in (*_COLUMNS, *_BODIES) if token.start else name == "table":
        return _exit_table_body(builder, token)
    return _body_start(builder, token) if token.start else _body_end(builder, token)


def _body_start(builder: Builder, tag: Tag) -> bool:
    """Return whether a start tag in a group of rows did something."""
    if tag.normal == "template":
        builder.insert(tag)
    elif tag.normal == "tr":
        builder.stack.pop_until(*_BODIES, "template")
        builder.insert(tag)
        builder.mode = "row"
    elif tag.normal in _CELLS:
        builder.start_tag("tr")
        return builder.process(tag)
    else:
        return in_table(builder, tag)
    return True


def _body_end(builder: Builder, tag: Tag) -> bool:
    """Return whether an end tag in a group of rows did something."""
    if tag.normal not in _BODIES:
        return in_table(builder, tag)  # which ignores those of other parts
    if not builder.in_table_scope(tag.normal):
        return False
    builder.stack.pop_until(*_BODIES, "template")
    builder.stack.pop()
    builder.mode = "table"
    return True


def _exit_table_body(builder: Builder, tag: Tag) -> bool:
    """Return what is made of a tag after the group of rows is closed."""
    if not (builder.in_table_scope("tbody", "thead") or builder.in_scope("tfoot")):
        return False
    builder.stack.pop_until(*_BODIES, "template")
    builder.end_tag(builder.stack.current().name)
    return builder.process(tag)


def in_row(builder: Builder, token: Token) -> bool:
    """Return whether a token in a row did something."""
    if not isinstance(token, Tag):
        return in_table(builder, token)
    name = token.normal
    if name in (*_COLUMNS, *_BODIES, "tr") if token.start else name == "table":
        return _closed_first(builder, "tr", token)
    return _row_start(builder, token) if token.start else _row_end(builder, token)


def _row_start(builder: Builder, tag: Tag) -> bool:
    """Return whether a start tag in a row did something."""
    if tag.normal == "template":
        builder.insert(tag)
    elif tag.normal in _CELLS:
        builder.stack.pop_until("tr", "template")
        builder.insert(tag)
        builder.mode = "cell"
        builder.formatting.mark()
    else:
        return in_table(builder, tag)
    return True


def _row_end(builder: Builder, tag: Tag) -> bool:
    """Return whether an end tag in a row did something."""
    name = tag.normal
    if name not in (*_BODIES, "tr"):
        return in_table(builder, tag)  # which ignores those of other parts
    if not builder.in_table_scope(name):
        return False
    if name != "tr":
        builder.end_tag("tr")
        return builder.process(tag)
    builder.stack.pop_until("tr", "template")
    builder.stack.pop()
    builder.mode = "table body"
    return True


def in_cell(builder: Builder, token: Token) -> bool:
    """Return whether a token in a cell did something."""
    if not isinstance(token, Tag):
        return builder.process(token, "body")
    name = token.normal
    if token.start:
        closes, opened = name in _PARTS, builder.in_table_scope(*_CELLS)
    else:
        closes, opened = name in _FOSTERING, builder.in_table_scope(name)
    if closes:
        return opened and _close_cell(builder, token)
    if token.start or name not in (*_PARTS, *_ROOTS):
        return builder.process(token, "body")
    return name in _CELLS and _cell_end(builder, name)


def _cell_end(builder: Builder, name: str) -> bool:
    """Return whether a cell was open to be closed."""
    opened = builder.in_table_scope(name)
    if opened:
        builder.stack.pop_to(name)
        builder.formatting.clear()
    builder.mode = "row"
    return opened


def _close_cell(builder: Builder, tag: Tag) -> bool:
    """Return what is made of a tag after the cell is closed."""
    builder.end_tag("td" if builder.in_table_scope("td") else "th")
    return builder.process(tag)
