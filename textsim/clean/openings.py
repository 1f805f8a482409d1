"""Where markup begins in a text, and what is none.

The rule, the same on every Python and with every parser:

- A *tag* is ``<`` or ``</``, a name of ``elements``, attributes and ``>``. An attribute is
  ``name=value`` or one of HTML's attributes without a value (``checked``); after a quoted value
  anything but ``<`` may stand before the ``>``. So ``a<b,并且c>d`` and ``i<n && n>s`` are text.
- A name that is a word of ordinary text as well (``<time>``) is a tag only with an attribute, a
  ``/`` or an end tag of that name somewhere in the text.
- What hides text counts only when it is ended: a comment by ``-->`` or ``--!>``, CDATA by ``]]>``.
- Also ``<!doctype …>``, ``<?name …>``, ``<![if …]>`` and ``<![endif]>``.
- Character references are those of ``references``.

Every other ``<`` and ``&`` is text. Reading takes linear time: no pattern backtracks further than
one attribute, and all attempts at tags that overlap differ in the quotes they are inside of, so
that there are at most three of them.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from textsim.clean.elements import BARE_WORD, KNOWN, OFFICE
from textsim.clean.references import REFERENCE_BODY, decode

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Openings", "escape", "unescape"]

# Only single characters are repeated possessively: with more, early releases of Python 3.11 and
# 3.12 match wrongly, and with a group inside even later ones fail.
_OPENING: Final = re.compile(
    rf"""
    [<&\]]  # a set of first characters lets the search skip plain text fast
    (?:
        (?<=<)(?P<end>/?)(?P<name>[a-z][a-z0-9-]*+(?::[a-z][a-z0-9-]*+)?)(?=[ \t\n\r\f/>])
        (?P<bare>[ \t\n\r\f/]*+>)?
    |   (?<=&)(?P<reference>{REFERENCE_BODY})
    |   (?<=<)(?P<comment>!--)
    |   (?<=<)(?P<cdata>!\[cdata\[)
    |   (?<=<)(?P<declaration>(?:!doctype\b|!\[(?:if|endif)\b|\?[a-z])(?=[^<>]*+>))
    |   (?<=\])(?P<close>\]>)
    )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_ATTRIBUTE: Final = re.compile(
    r"""
    (?:[ \t\n\r\f/]++|(?<=["']))  # nothing between a closing quote and the next name
    (?:
        [a-z_:@][a-z0-9_:@.-]*+[ \t\n\r\f]*+=[ \t\n\r\f]*+
        (?:(?P<quoted>"[^"]*+"|'[^']*+')|[^\s"'<>`]*+)
    |   (?:
            allowfullscreen | async | autofocus | autoplay | checked | compact | controls | declare
          | default | defer | disabled | download | hidden | inert | ismap | itemscope | loop
          | multiple | muted | nohref | noresize | noshade | novalidate | nowrap | open
          | playsinline | readonly | required | reversed | selected | data-[a-z0-9_.-]++
        )
        (?=[ \t\n\r\f/>])
    )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_TAG_END: Final = re.compile(r"[ \t\n\r\f/]*+>")
_TAG_END_AFTER_QUOTES: Final = re.compile("[^<>]*+>")
_END_NAME: Final = re.compile("</([a-z][a-z0-9-]*+)", re.IGNORECASE | re.ASCII)


def escape(text: str) -> str:
    """Return the text with ``&`` and ``<`` as references, so that no parser sees markup in it.

    >>> escape("Q&A<b")
    'Q&amp;A&lt;b'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;")


def unescape(text: str) -> str:
    """Return the text that ``escape`` was given.

    >>> unescape(escape("&amp;<b"))
    '&amp;<b'
    """
    return text.replace("&lt;", "<").replace("&amp;", "&")


class Openings:
    """The places of one text where markup or a character reference begins.

    >>> [match.start() for match, _ in Openings("1<2 <b>x</b> &amp; &y")]
    [4, 8, 13]
    """

    def __init__(self, text: str) -> None:
        """Take the text; nothing is read yet."""
        self.text = text
        self.skip_to = 0  # openings before it are passed over; may be raised while iterating
        self.in_cdata = False  # only then is ``]]>`` markup

    def __iter__(self) -> Iterator[tuple[re.Match[str], int]]:
        """Yield each opening and where its tag or delimiter ends, also inside other markup.

        The match's last group is ``name`` or ``bare`` (a tag with and without attributes),
        ``reference``, ``comment``, ``cdata``, ``declaration`` or ``close``.
        """
        # no match contains another opening, so that it does no harm that they do not overlap
        for match in _OPENING.finditer(self.text):
            if match.start() >= self.skip_to:
                end = self._end(match)
                if end:
                    yield match, end

    def _end(self, match: re.Match[str]) -> int:
        """Return where the tag or delimiter ends, 0 when it is text."""
        kind, end = match.lastgroup, match.end()
        if kind in ("name", "bare"):
            return self._tag_end(match)
        if kind == "reference":
            return 0 if decode(match[0]) is None else end
        if kind == "comment":
            return end if self._last_comment_end >= match.start() + 2 else 0
        if kind == "cdata":
            return end if self._last_cdata_end >= end else 0
        if kind == "declaration":
            return self.text.index(">", end) + 1
        return end if self.in_cdata else 0

    def _tag_end(self, match: re.Match[str]) -> int:
        name = match["name"].lower()
        if name not in KNOWN and not (":" in name and name.partition(":")[0] in OFFICE):
            return 0
        if not match["bare"]:
            return self._attributes_end(match.end())
        doubtful = name in BARE_WORD and not match["end"] and "/" not in match["bare"]
        return 0 if doubtful and name not in self._end_names else match.end()

    def _attributes_end(self, position: int) -> int:
        quoted = False
        while attribute := _ATTRIBUTE.match(self.text, position):
            quoted = quoted or attribute["quoted"] is not None
            position = attribute.end()
        end = (_TAG_END_AFTER_QUOTES if quoted else _TAG_END).match(self.text, position)
        return end.end() if end else 0

    @cached_property
    def _last_comment_end(self) -> int:
        return max(self.text.rfind("-->"), self.text.rfind("--!>"))

    @cached_property
    def _last_cdata_end(self) -> int:
        return self.text.rfind("]]>")

    @cached_property
    def _end_names(self) -> frozenset[str]:
        return frozenset(name.lower() for name in _END_NAME.findall(self.text))
