"""The head, and what else is odd in a body, as the jsoup reproduction reads it.

A fragment begins in its body, where elements of a head are read like in one. The head itself is
met only after an html element inside the body, which takes a tag whose name ends in a control
character, and after a table or a select in that.
"""

from __future__ import annotations

from typing import Final

from textsim.clean.jsoup_builder import Builder, is_blank
from textsim.clean.jsoup_output import tag_as_text
from textsim.clean.jsoup_tags import Tag, Token

__all__ = [
    "after_head",
    "before_head",
    "in_head",
    "in_noscript",
    "late_frameset",
    "second_body",
]

_EMPTY: Final = ("base", "basefont", "bgsound", "command", "link", "meta")
_MISPLACED: Final = (
    *("base", "basefont", "bgsound", "link", "meta"),
    *("noframes", "script", "style", "title"),
)
_IN_NOSCRIPT: Final = ("basefont", "bgsound", "link", "meta", "noframes", "style")


def before_head(builder: Builder, token: Token) -> bool:
    """Return whether a token before the head did something."""
    if isinstance(token, str):
        if is_blank(token):
            return True
    elif not isinstance(token, Tag) or (token.start and token.normal == "html"):
        return True
    elif token.start and token.normal == "head":
        builder.head = builder.insert(token)
        builder.mode = "head"
        return True
    elif not token.start and token.normal not in ("head", "body", "html", "br"):
        return False
    builder.start_tag("head")
    return builder.process(token)


def in_head(builder: Builder, token: Token) -> bool:
    """Return whether a token in the head, or of the kind found there, did something."""
    if isinstance(token, str):
        if not is_blank(token):
            return _leave_head(builder, token)
        builder.insert_text(token)
    elif isinstance(token, Tag):
        return _head_start(builder, token) if token.start else _head_end(builder, token)
    return True


def _head_start(builder: Builder, tag: Tag) -> bool:
    """Return whether a start tag in the head did something."""
    name = tag.normal
    tokens = builder.tokens
    states = {
        "title": tokens.rcdata,
        "noframes": tokens.rawtext,
        "style": tokens.rawtext,
        "script": tokens.script,
    }
    if name in states:
        builder.raw_text(tag, states[name])
    elif name == "noscript":
        builder.insert(tag)
        builder.mode = "noscript"
    elif name == "head":
        return False
    elif name not in (*_EMPTY, "html"):
        return _leave_head(builder, tag)
    return True


def _head_end(builder: Builder, tag: Tag) -> bool:
    """Return whether an end tag in the head did something."""
    if tag.normal == "head":
        builder.stack.pop()
        builder.mode = "after head"
        return True
    return tag.normal in ("body", "html", "br") and _leave_head(builder, tag)


def _leave_head(builder: Builder, token: Token) -> bool:
    """Return what is made of a token after the head is closed."""
    builder.end_tag("head")
    return builder.process(token)


def in_noscript(builder: Builder, token: Token) -> bool:
    """Return whether a token in a noscript of the head did something.

    What does not belong there becomes text, tags too, as jsoup prints them.
    """
    if isinstance(token, str):
        builder.insert_text(token)
    elif isinstance(token, Tag):
        return _noscript_start(builder, token) if token.start else _noscript_end(builder, token)
    return True


def _noscript_start(builder: Builder, tag: Tag) -> bool:
    """Return whether a start tag in a noscript did something."""
    if tag.normal in _IN_NOSCRIPT:
        return in_head(builder, tag)
    if tag.normal not in ("head", "html", "noscript"):
        builder.insert_text(tag_as_text(tag))
        return True
    return tag.normal == "html"


def _noscript_end(builder: Builder, tag: Tag) -> bool:
    """Return whether an end tag in a noscript did something."""
    if tag.normal == "noscript":
        builder.stack.pop()
        builder.mode = "head"
    elif tag.normal == "br":
        builder.insert_text(tag_as_text(tag))
    return tag.normal in ("br", "noscript")


def after_head(builder: Builder, token: Token) -> bool:
    """Return whether a token after the head did something."""
    if isinstance(token, str):
        if is_blank(token):
            builder.insert_text(token)
            return True
    elif not isinstance(token, Tag) or (token.start and token.normal == "html"):
        return True
    elif token.start and token.normal in (*_MISPLACED, "body", "frameset", "head"):
        return _after_head_start(builder, token)
    elif not token.start and token.normal not in ("body", "html"):
        return False
    builder.start_tag("body")
    builder.frameset_ok = True
    return builder.process(token)


def _after_head_start(builder: Builder, tag: Tag) -> bool:
    """Return whether a start tag that has a meaning right after the head did something."""
    if tag.normal in ("body", "frameset"):
        builder.insert(tag)
        builder.frameset_ok = builder.frameset_ok and tag.normal != "body"
        builder.mode = tag.normal
    elif builder.head is not None and tag.normal != "head":
        builder.stack.push(builder.head)
        in_head(builder, tag)
        builder.stack.remove(builder.head)
    return tag.normal != "head"


def second_body(builder: Builder, _tag: Tag) -> None:
    """Read a body tag in a body."""
    if _has_body(builder):
        builder.frameset_ok = False


def late_frameset(builder: Builder, tag: Tag) -> None:
    """Let a frameset replace what there is, as long as that is one element without text."""
    if _has_body(builder) and builder.frameset_ok:
        builder.stack.items[1].detach()
        while len(builder.stack.items) > 1:
            builder.stack.pop()
        builder.insert(tag)
        builder.mode = "frameset"


def _has_body(builder: Builder) -> bool:
    """Return whether the second open element is a body, or may pass for one as the last."""
    items = builder.stack.items
    second = items[1] if len(items) > 1 else None
    return second is not None and (second is items[-1] or second.name == "body")
