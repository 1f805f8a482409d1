"""Selects, as the jsoup reproduction reads them: most tags do nothing there, all text stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textsim.clean.jsoup_reader import NUL
from textsim.clean.jsoup_tags import Tag, Token

if TYPE_CHECKING:
    from textsim.clean.jsoup_builder import Builder

__all__ = ["in_select", "in_select_in_table"]

_TABLE_PARTS: Final = ("caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr")
_OPTIONS: Final = ("option", "optgroup")


def in_select_in_table(builder: Builder, token: Token) -> bool:
    """Return whether a token in a select in a table did something."""
    if not isinstance(token, Tag) or token.normal not in _TABLE_PARTS:
        return in_select(builder, token)
    if not token.start and not builder.in_table_scope(token.normal):
        return False
    builder.end_tag("select")
    return builder.process(token)


def in_select(builder: Builder, token: Token) -> bool:
    """Return whether a token in a select did something."""
    if isinstance(token, Tag):
        return _start(builder, token) if token.start else _end(builder, token)
    if isinstance(token, str) and token != NUL:
        builder.insert_text(token)
    return True


def _start(builder: Builder, tag: Tag) -> bool:
    """Return whether a start tag in a select did something."""
    name = tag.normal
    current = builder.stack.current().name
    if name in _OPTIONS:
        if current in ("option", name):
            builder.end_tag(current)
        builder.insert(tag)
        return True
    if name == "select":
        return builder.end_tag(name)
    if name in ("input", "keygen", "textarea") and _select_is_innermost(builder):
        builder.end_tag("select")
        return builder.process(tag)
    return name == "script" and builder.process(tag, "head")


def _end(builder: Builder, tag: Tag) -> bool:
    """Return whether an end tag in a select did something."""
    stack = builder.stack
    name = tag.normal
    if name == "select" and _select_is_innermost(builder):
        stack.pop_to(name)
        builder.reset_mode()
        return True
    in_group = stack.below(stack.current()).name == name == "optgroup"
    if in_group and stack.current().name == "option":
        builder.end_tag("option")
    if name in _OPTIONS and stack.current().name == name:
        stack.pop()
    return name in _OPTIONS


def _select_is_innermost(builder: Builder) -> bool:
    """Return whether nothing but options is open inside a select."""
    others = (item.name for item in reversed(builder.stack.items) if item.name not in _OPTIONS)
    return next(others) == "select"
