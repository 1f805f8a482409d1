"""The modes of the jsoup reproduction by name, and two small ones: raw text and framesets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textsim.clean.jsoup_body import in_body
from textsim.clean.jsoup_builder import is_blank
from textsim.clean.jsoup_head import after_head, before_head, in_head, in_noscript
from textsim.clean.jsoup_selects import in_select, in_select_in_table
from textsim.clean.jsoup_tables import (
    in_caption,
    in_cell,
    in_columns,
    in_row,
    in_table,
    in_table_body,
    in_text,
)
from textsim.clean.jsoup_tags import Tag, Token

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textsim.clean.jsoup_builder import Builder, Mode

__all__ = ["MODES"]


def _in_raw_text(builder: Builder, token: Token) -> bool:
    """Return True after reading the text, or any end tag, of a raw text element."""
    if isinstance(token, str):
        builder.insert_text(token)
    elif isinstance(token, Tag) and not token.start:
        builder.stack.pop()
        builder.mode = builder.original
    return True


def _in_frameset(builder: Builder, token: Token) -> bool:
    """Return whether a token in a frameset did something: only noframes and blanks are kept."""
    if isinstance(token, str):
        if is_blank(token):
            builder.insert_text(token)
        return is_blank(token)
    if not isinstance(token, Tag):
        return True
    if token.normal == "frameset":
        if token.start:
            builder.insert(token)
        elif builder.stack.current().name != "html":
            builder.stack.pop()
        return True
    return token.start and token.normal == "noframes" and builder.process(token, "head")


MODES: Final[Mapping[str, Mode]] = {
    "body": in_body,
    "text": _in_raw_text,
    "table": in_table,
    "text in table": in_text,
    "caption": in_caption,
    "columns": in_columns,
    "table body": in_table_body,
    "row": in_row,
    "cell": in_cell,
    "select": in_select,
    "select in table": in_select_in_table,
    "frameset": _in_frameset,
    "before head": before_head,
    "head": in_head,
    "noscript": in_noscript,
    "after head": after_head,
}
