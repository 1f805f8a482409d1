"""End tags in the body, as the jsoup reproduction reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final

from textsim.clean.jsoup_builder import Builder
from textsim.clean.jsoup_open import SPECIAL, is_special
from textsim.clean.jsoup_tags import Tag
from textsim.clean.jsoup_tree import Element

__all__ = ["body_end"]

_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_TABLE_PARTS: Final = ("table", "tbody", "tfoot", "thead", "tr")


def body_end(builder: Builder, tag: Tag) -> None:
    """Read an end tag in the body."""
    _ENDS.get(tag.normal, _other)(builder, tag)


def _other(builder: Builder, tag: Tag) -> None:
    """Close the element of that name, unless a special one is open inside it."""
    element = builder.stack.top(tag.element)
    barrier = builder.stack.top(SPECIAL)
    if element and (barrier is None or element.order >= barrier.order):
        builder.close(element.name)
        if not builder.stack.items:  # an html with a control character: jsoup fails, or as here
            builder.stack.push(Element("html"))  # puts what follows where it never comes out


def _ignored(_builder: Builder, _tag: Tag) -> None:
    """Do nothing: what follows the end of the body is read as if it were in it."""


def _block(builder: Builder, tag: Tag) -> None:
    """Close a block; unlike the standard, jsoup closes nothing in it first."""
    if builder.in_scope(tag.normal):
        builder.stack.pop_to(tag.normal)


def _item(builder: Builder, _tag: Tag) -> None:
    """Close a list item of the innermost list."""
    if builder.in_list_scope("li"):
        builder.close("li")


def _definition(builder: Builder, tag: Tag) -> None:
    """Close a term or a definition."""
    if builder.in_scope(tag.normal):
        builder.close(tag.normal)


def _heading(builder: Builder, tag: Tag) -> None:
    """Close a heading, whatever its level."""
    if builder.in_scope(*_HEADINGS):
        builder.close(tag.normal, *_HEADINGS)


def _paragraph(builder: Builder, tag: Tag) -> None:
    """Close a paragraph, an empty one if none is open."""
    if builder.in_button_scope("p"):
        builder.close("p")
    else:
        builder.start_tag("p")
        builder.process(tag)


def _form(builder: Builder, _tag: Tag) -> None:
    """Close the form and leave open what is in it."""
    form, builder.form = builder.form, None
    if form is not None and builder.in_scope("form"):
        builder.stack.remove(form)


def _applet(builder: Builder, tag: Tag) -> None:
    """Close an applet or the like; jsoup does not inside an element called "name"."""
    if not builder.in_scope("name") and builder.in_scope(tag.normal):
        builder.stack.pop_to(tag.normal)
        builder.formatting.clear()


def _line_break(builder: Builder, _tag: Tag) -> None:
    """Read ``</br>`` as ``<br>``."""
    builder.start_tag("br")


def _formatting(builder: Builder, tag: Tag) -> None:
    """Close a formatting element by the adoption agency algorithm, with jsoup's differences.

    What stays open inside it is taken out of it: only tables make the order of texts change.
    """
    for _ in range(8):
        element = builder.formatting.last(tag.normal)
        if element is None:
            _other(builder, tag)
            return
        if not element.stacked:
            builder.formatting.remove(element)
            return
        if not builder.in_scope(element.name):
            return
        block = _furthest_block(builder, element)
        if block is None:
            builder.stack.pop_to(element.name)
            builder.formatting.remove(element)
            return
        _adopt(builder, element, block)


def _furthest_block(builder: Builder, element: Element) -> Element | None:
    """Return the first special element over a formatting element, of the lowest 64."""
    above = islice(builder.stack.items, element.order + 1, 64)
    return next((other for other in above if is_special(other)), None)


def _adopt(builder: Builder, element: Element, block: Element) -> None:
    """Take a block out of a formatting element and give it a copy of that inside."""
    stack, formatting = builder.stack, builder.formatting
    ancestor = stack.below(element)
    node = last = block
    for _ in range(3):
        if node.stacked:
            node = stack.below(node)
        if node.frame is None:  # from here on jsoup stays where it is
            stack.remove(node)
            continue
        if node is element:
            break
        twin = Element(node.name)
        formatting.replace(node, twin)
        stack.replace(node, twin)
        node = twin
        node.append(last)
        last = node
    if ancestor.name in _TABLE_PARTS:
        last.detach()
        builder.place_before_table(last)
    else:
        ancestor.append(last)
    adopter = element.copy()
    while block.first is not None:
        adopter.append(block.first)
    block.append(adopter)
    formatting.remove(element)
    stack.remove(element)
    stack.insert_over(block, adopter)


_End = Callable[[Builder, Tag], None]
_ENDS: Final[Mapping[str, _End]] = {
    name: handler
    for names, handler in (
        ("a b big code em font i nobr s small strike strong tt u", _formatting),
        ("address article aside blockquote button center details dir div dl fieldset", _block),
        ("figcaption figure footer header hgroup listing menu nav ol pre", _block),
        ("section summary ul", _block),
        ("li", _item),
        ("body html", _ignored),
        ("form", _form),
        ("p", _paragraph),
        ("dd dt", _definition),
        ("h1 h2 h3 h4 h5 h6", _heading),
        ("applet marquee object", _applet),
        ("br", _line_break),
    )
    for name in names.split()
}
