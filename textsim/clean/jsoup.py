"""What jsoup 1.11.3 leaves of a text when it cleans it with no tag allowed, exactly.

The Java title tool cleans its titles by ``Jsoup.clean(text, Whitelist.none())``. This is a
reproduction of what that answers: the text is read as the body of an HTML page by jsoup's rules,
which are near those of browsers but not the same, and printed again without tags. Entities are
decoded, and then ``&``, ``<``, ``>`` and the no-break space are escaped.

Written from jsoup's behaviour, piece by piece in the modules beside this one::

    jsoup_reader    characters, and jsoup's window on them; character references
    jsoup_tags      tags            jsoup_rawtext, jsoup_tokens    all other tokens
    jsoup_tree      elements        jsoup_open                     which of them are open
    jsoup_builder   what modes share
    jsoup_body, jsoup_ends, jsoup_tables, jsoup_selects, jsoup_head, jsoup_modes    the modes
    jsoup_output    blanks and escapes
"""

from __future__ import annotations

import re
from typing import Final

from textsim.clean.jsoup_builder import Builder
from textsim.clean.jsoup_modes import MODES
from textsim.clean.jsoup_output import print_texts
from textsim.clean.jsoup_reader import split_units

__all__ = ["jsoup_clean"]

_NEEDS_PARSING: Final = re.compile("[<&\0\ud800-\udfff\uffff]")


def jsoup_clean(text: str) -> str:
    """Return the text as ``Jsoup.clean(text, Whitelist.none())`` of jsoup 1.11.3 does.

    The time grows with the length of the text, not with how deep its tags nest. jsoup throws an
    exception at what follows an ``</html`` that ends in a control character; here that is left
    out.

    >>> jsoup_clean("<p>Hello <b>世界</b></p> &ldquo;Q&A&rdquo; 1 < 2")
    'Hello 世界 “Q&amp;A” 1 &lt; 2'
    """
    if not _NEEDS_PARSING.search(text):
        return print_texts([text])
    return print_texts(Builder(split_units(text), MODES).build().texts())
