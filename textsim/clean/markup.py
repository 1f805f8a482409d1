"""Step "markup": what a reader sees of a text that may hold HTML; and step "guard".

``openings`` tells what is markup; BeautifulSoup parses the regular ``remainder`` with an explicit
parser, so that the result depends on neither the Python version nor the parsers installed. A text
without ``<`` and ``&`` passes untouched, one with inline tags or references alone needs no parser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["guard", "markup"]

_LINE_FEEDS: Final = str.maketrans("\n\r", "  ")


def markup(text: str, unescape_depth: int = 0) -> str:
    r"""Return the text as a reader sees it: no tags, references decoded, hidden content dropped.

    Edges of blocks, cells, items and ``<br>`` become line feeds, inline tags nothing. In a text
    with such edges its own line feeds are blanks, as in a browser, except in ``<pre>``. The result
    is read again up to ``unescape_depth`` times, for sources that were escaped more than once.

    >>> markup("<p>一<em>二</em>三</p>x&lt;y &amp;lt;b&gt;")
    '一二三\nx<y &lt;b>'
    >>> markup("&amp;lt;b&amp;gt;新品&amp;lt;/b&amp;gt;", unescape_depth=2)
    '新品'
    """
    seen = text
    for _ in range(unescape_depth + 1):
        before, seen = seen, _read(seen)
        if seen == before:
            break
    return text if seen == text else seen.replace("\u2029", "\n")


def guard(text: str) -> str:
    """Return the text with a blank after each ``<`` and ``&`` that would be read as markup.

    So that cleaning a cleaned text changes nothing: what is markup now was none before.

    >>> guard("<b>粗</b> &lt; A<B Q&A")
    '< b>粗< /b> & lt; A<B Q&A'
    """
    if "<" not in text and "&" not in text:
        return text
    from textsim.clean.openings import Openings  # noqa: PLC0415 - most texts need none of it

    pieces = []
    done = 0
    for match, _ in Openings(text):
        pieces.append(text[done : match.start() + 1])
        done = match.start() + 1
    pieces.append(text[done:])
    return " ".join(pieces)


def _read(text: str) -> str:
    if "<" not in text and "&" not in text:
        return text
    from textsim.clean.openings import unescape  # noqa: PLC0415 - as above
    from textsim.clean.remainder import EDGE, remainder  # noqa: PLC0415

    left = remainder(text)
    if "<" in left:
        return EDGE.join(_lines(left))
    edges = left.count(EDGE) > text.count(EDGE)
    return unescape(left.translate(_LINE_FEEDS) if edges else left)


def _lines(left: str) -> Iterator[str]:
    """Yield the texts between the tags of a remainder, without the blank ones."""
    from bs4 import BeautifulSoup, NavigableString  # noqa: PLC0415 - only markup needs it

    for node in BeautifulSoup(left, "html.parser").descendants:
        if isinstance(node, NavigableString) and not node.isspace():
            line = str(node)
            preformatted = node.parent is not None and node.parent.name == "pre"
            yield line if preformatted else line.translate(_LINE_FEEDS)
