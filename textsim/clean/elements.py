"""The element names that make a ``<…>`` markup, by what a reader sees of them.

The names are those of the HTML standard with its obsolete ones, the presentational part of
MathML, and the few prefixes that word processors leave in pasted articles. A name that stands in
none of the tables is no markup: ``List<String>`` stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["BARE_WORD", "HIDDEN", "INLINE", "KNOWN", "OFFICE", "RAW", "STRUCTURE"]


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


# A line of its own, a cell, an item, a control: no word reaches across its edges.
_BLOCK = _names("""
    address article aside blockquote body button caption center colgroup dd details dialog dir div
    dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html
    legend li main marquee menu multicol nav ol optgroup option p pre rb rt rtc search section
    select summary table tbody td tfoot th thead tr ul
    mtable mtd mtr
""")
_BOX = _names("audio br canvas col embed frame hr iframe input isindex menuitem object video")

STRUCTURE: Final[Mapping[str, str]] = {
    **{name: name for name in _BLOCK},
    # no content of their own: the boundary alone is handed on
    **dict.fromkeys(_BOX, "br"),
    # parsers read these in ways that change between versions: a plain element with equal edges
    **dict.fromkeys(["listing", "plaintext", "textarea", "xmp"], "pre"),
    "title": "div",
}
"""Element name → the tag handed to the parser: a boundary on both sides of its content."""

INLINE: Final = _names("""
    a abbr acronym applet area b base basefont bdi bdo bgsound big blink cite code command content
    data del dfn element em font i image img ins kbd keygen label link map mark meta meter nextid
    nobr output param picture progress q ruby s samp shadow slot small source spacer span strike
    strong sub sup time track tt u var wbr
    math maction merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts
    mroot mrow ms mspace msqrt mstyle msub msubsup msup mtext munder munderover semantics
""")
"""Elements inside a line: the text on both sides may be one word."""

HIDDEN: Final = _names(
    "annotation annotation-xml audio canvas datalist object rp svg template video"
)
"""Elements whose content is not read: drawings, models, and what stands in for a missing player."""

RAW: Final[Mapping[str, bool]] = {
    **dict.fromkeys(["iframe", "noembed", "noframes", "noscript", "script", "style"], False),
    **dict.fromkeys(["textarea", "title", "xmp"], True),
}
"""Elements whose content holds no tags, up to their end tag → whether a reader sees it."""

KNOWN: Final = INLINE | HIDDEN | STRUCTURE.keys() | RAW.keys()
"""All names that make a tag."""

BARE_WORD: Final = _names("""
    a q s u
    address annotation applet area article aside audio base big blink button canvas caption cite
    code command content data details dialog dir element embed figure footer form frame header
    image input label legend link listing main map mark marquee menu meter object option output
    picture progress ruby search section select shadow slot small source spacer strike summary
    template textarea time title track var video
    mi mn mo ms semantics
""")
"""Names that are words or letters of ordinary text as well: alone, ``<time>`` is no tag."""

OFFICE: Final = _names("m o st1 v w")
"""Prefixes of the tags that word processors paste, as in ``<o:p>``."""
