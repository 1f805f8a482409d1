"""Start tags and text in the body, as the jsoup reproduction reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from textsim.clean.jsoup_builder import Builder, is_blank
from textsim.clean.jsoup_ends import body_end
from textsim.clean.jsoup_head import late_frameset, second_body
from textsim.clean.jsoup_open import BREAKER
from textsim.clean.jsoup_reader import NUL
from textsim.clean.jsoup_tags import Mark, Tag, Token, fold
from textsim.clean.jsoup_tree import Element

__all__ = ["in_body"]

_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_IN_TABLE: Final = ("table", "caption", "table body", "row", "cell")
_SEARCH_PROMPT: Final = "This is a searchable index. Enter search keywords: "


def in_body(builder: Builder, token: Token) -> bool:
    """Return True after reading a token in the body."""
    if isinstance(token, str):
        _text(builder, token)
    elif isinstance(token, Mark):
        pass
    elif token.start:
        _STARTS.get(token.normal, _other)(builder, token)
    else:
        body_end(builder, token)
    return True


def _text(builder: Builder, text: str) -> None:
    """Read a run of text; a single NUL is none."""
    if text == NUL:
        return
    builder.reconstruct()
    builder.insert_text(text)
    if not is_blank(text):
        builder.frameset_ok = False


def _other(builder: Builder, tag: Tag) -> None:
    """Open an inline or unknown element."""
    builder.reconstruct()
    builder.insert(tag)


def _ignored(_builder: Builder, _tag: Tag) -> None:
    """Do nothing: the tag makes no sense here, or its element has no content."""


def _link(builder: Builder, tag: Tag) -> None:
    """Open a link; links do not nest."""
    if builder.formatting.last("a"):
        builder.end_tag("a")
        if still_open := builder.stack.top("a"):
            builder.formatting.remove(still_open)
            builder.stack.remove(still_open)
    _formatting(builder, tag)


def _formatting(builder: Builder, tag: Tag) -> None:
    """Open an element that goes on in what follows until it is closed."""
    builder.reconstruct()
    builder.formatting.push(builder.insert(tag))


def _nobr(builder: Builder, tag: Tag) -> None:
    """Open a nobr; they do not nest."""
    builder.reconstruct()
    if builder.in_scope("nobr"):
        builder.end_tag("nobr")
    _formatting(builder, tag)


def _empty(builder: Builder, _tag: Tag) -> None:
    """Read a tag of an element without content that counts as text."""
    builder.reconstruct()
    builder.frameset_ok = False


def _input(builder: Builder, tag: Tag) -> None:
    """Read an input: a hidden one does not count as text."""
    builder.reconstruct()
    kinds = (text for name, text in tag.attributes.items() if fold(name) == "type")
    if fold(next(kinds, None) or "") != "hidden":
        builder.frameset_ok = False


def _block(builder: Builder, tag: Tag) -> None:
    """Open a block."""
    builder.close_paragraph()
    builder.insert(tag)


def _heading(builder: Builder, tag: Tag) -> None:
    """Open a heading; they do not nest directly."""
    builder.close_paragraph()
    if builder.stack.current().name in _HEADINGS:
        builder.stack.pop()
    builder.insert(tag)


def _preformatted(builder: Builder, tag: Tag) -> None:
    """Open a pre or listing; a line feed right after the tag is dropped."""
    _block(builder, tag)
    builder.tokens.reader.skip("\n")
    builder.frameset_ok = False


def _item(builder: Builder, tag: Tag) -> None:
    """Open a list item, or a definition, after closing the one before."""
    builder.frameset_ok = False
    siblings = ("li",) if tag.normal == "li" else ("dd", "dt")
    breaker = builder.stack.top(BREAKER)
    if breaker and breaker.name in siblings:
        builder.end_tag(breaker.name)
    _block(builder, tag)


def _rule(builder: Builder, _tag: Tag) -> None:
    """Read a horizontal rule."""
    builder.close_paragraph()
    builder.frameset_ok = False


def _form(builder: Builder, tag: Tag) -> None:
    """Open a form; they do not nest."""
    if builder.form is None:
        builder.close_paragraph()
        builder.form = Element(tag.element)
        builder.push(builder.form)


def _button(builder: Builder, tag: Tag) -> None:
    """Open a button; they do not nest."""
    if builder.in_button_scope("button"):
        builder.end_tag("button")
        builder.process(tag)
    else:
        _other(builder, tag)
        builder.frameset_ok = False


def _applet(builder: Builder, tag: Tag) -> None:
    """Open an element that formatting does not reach into."""
    _other(builder, tag)
    builder.formatting.mark()
    builder.frameset_ok = False


def _table(builder: Builder, tag: Tag) -> None:
    """Open a table."""
    _block(builder, tag)
    builder.frameset_ok = False
    builder.mode = "table"


def _select(builder: Builder, tag: Tag) -> None:
    """Open a select."""
    _other(builder, tag)
    builder.frameset_ok = False
    builder.mode = "select in table" if builder.mode in _IN_TABLE else "select"


def _option(builder: Builder, tag: Tag) -> None:
    """Open an option or a group of them outside a select."""
    if builder.stack.current().name == "option":
        builder.end_tag("option")
    _other(builder, tag)


def _ruby_text(builder: Builder, tag: Tag) -> None:
    """Open an annotation, which is nothing outside a ruby."""
    if builder.in_scope("ruby"):
        builder.stack.pop_until("ruby")
        builder.insert(tag)


def _plaintext(builder: Builder, tag: Tag) -> None:
    """Open a plaintext: all that follows is its text."""
    _block(builder, tag)
    builder.tokens.state = builder.tokens.plaintext


def _textarea(builder: Builder, tag: Tag) -> None:
    """Open a textarea; even after a self-closing one the text is read like that of a textarea."""
    builder.insert(tag)
    builder.tokens.state = builder.tokens.rcdata
    builder.frameset_ok = False
    builder.original, builder.mode = builder.mode, "text"


def _xmp(builder: Builder, tag: Tag) -> None:
    """Open an xmp."""
    builder.close_paragraph()
    builder.reconstruct()
    _iframe(builder, tag)


def _iframe(builder: Builder, tag: Tag) -> None:
    """Open an element of raw text that counts as text."""
    builder.frameset_ok = False
    _noembed(builder, tag)


def _noembed(builder: Builder, tag: Tag) -> None:
    """Open an element of raw text."""
    builder.raw_text(tag, builder.tokens.rawtext)


def _image(builder: Builder, tag: Tag) -> None:
    """Read an image as an img, or open it inside an svg."""
    if builder.stack.top("svg"):
        builder.insert(tag)
    else:
        tag.name = "img"
        builder.process(tag)


def _isindex(builder: Builder, tag: Tag) -> None:
    """Read an isindex as a form with a prompt, which is text."""
    if builder.form is not None:
        return
    builder.start_tag("form")
    builder.start_tag("hr")
    builder.start_tag("label")
    builder.process(tag.attributes.get("prompt", _SEARCH_PROMPT) or "")
    own = ("action", "name", "prompt")
    others = {name: text for name, text in tag.attributes.items() if name not in own}
    builder.start_tag("input", others)
    builder.end_tag("label")
    builder.start_tag("hr")
    builder.end_tag("form")


def _head_content(builder: Builder, tag: Tag) -> None:
    """Read an element of the head where it stands."""
    builder.process(tag, "head")


_Start = Callable[[Builder, Tag], None]
_STARTS: Final[Mapping[str, _Start]] = {
    name: handler
    for names, handler in (
        ("a", _link),
        ("area br embed img keygen wbr", _empty),
        ("address article aside blockquote center details dir div dl fieldset", _block),
        ("figcaption figure footer header hgroup menu nav ol p section summary ul", _block),
        ("li dd dt", _item),
        ("html param source track caption col colgroup frame head", _ignored),
        ("tbody td tfoot th thead tr", _ignored),
        ("base basefont bgsound command link meta noframes script style title", _head_content),
        ("body", second_body),
        ("frameset", late_frameset),
        ("h1 h2 h3 h4 h5 h6", _heading),
        ("listing pre", _preformatted),
        ("form", _form),
        ("plaintext", _plaintext),
        ("button", _button),
        ("b big code em font i s small strike strong tt u", _formatting),
        ("nobr", _nobr),
        ("applet marquee object", _applet),
        ("table", _table),
        ("input", _input),
        ("hr", _rule),
        ("image", _image),
        ("isindex", _isindex),
        ("textarea", _textarea),
        ("xmp", _xmp),
        ("iframe", _iframe),
        ("noembed", _noembed),
        ("select", _select),
        ("optgroup option", _option),
        ("rp rt", _ruby_text),
    )
    for name in names.split()
}
