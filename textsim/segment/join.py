"""Joining of tokens that together are one number, date, time or model name of the text."""

from __future__ import annotations

import re
from itertools import accumulate

from textsim.values import Token

__all__ = ["join"]

# Digits and letters are ASCII (cleaning folds full-width ones). Every repeat is bounded or
# possessive and a match starts only where a run of letters and digits starts: linear time.
_DOTS = r"(?: (?<=[0-9]) \. [0-9] [0-9A-Za-z]*+ ){0,8}+"  # .0.1 of v2.0.1
_PART = rf"[0-9A-Za-z]++ {_DOTS}"
_WORD = rf"[A-Za-z] [0-9A-Za-z]*+ {_DOTS}"
# After a part that starts with a letter any part may follow; after digits only one that does, so
# that 10-15 and 5kg-10kg stay ranges, while X-900, CVE-2021-1 and 2-in-1 are names.
_CHAIN = rf"{_WORD} (?: - {_PART} ){{0,8}}+"
_NUMBER = r"[0-9]++ (?: \. [0-9]++ ){0,8}+"
_NAME = rf"(?: {_CHAIN} | {_NUMBER} (?: {_WORD} (?: - {_CHAIN} )? | - {_CHAIN} ) )"
# 2024NBA is a year and a name written together.
_YEAR = r"(?:19[5-9]|20[0-4])[0-9]"
_CLOCK = r"(?:[01]?[0-9]|2[0-4]) : [0-5][0-9] (?: : [0-5][0-9] )?"

_ATOM = re.compile(
    rf"""
    (?<! [0-9A-Za-z_] ) (?<! [0-9][.] )
    (?:
      (?P<t>
          [0-9]{{4}} (?P<sep>[-/.]) (?:0?[1-9]|1[0-2]) (?P=sep) (?:0?[1-9]|[12][0-9]|3[01])
          (?: [Tt] {_CLOCK} [Zz]? )?
          (?! [0-9] ) (?! (?P=sep) [0-9] )
        | [0-9]{{2,4}} 年 [0-9]{{1,2}} 月 (?: [0-9]{{1,2}} [日号] )?
        | [0-9]{{1,2}} 月 [0-9]{{1,2}} [日号]
        | (?<! : ) {_CLOCK} (?! [0-9] ) (?! [:.] [0-9] )
      )
    | (?P<eng>
          (?<! \# ) [A-Za-z] \# (?! [0-9A-Za-z_\#] )
        | (?! {_YEAR} [A-Za-z] ) {_NAME} (?: (?<=[A-Za-z]) \+\+ (?! \+ ) )? (?! [0-9A-Za-z_] )
      )
    | (?P<m>
          (?<! [0-9], ) [0-9]{{1,3}} (?: , [0-9]{{3}} ){{1,8}} (?: \. [0-9]++ )? [%％‰]?
          (?! [0-9] ) (?! [.,] [0-9] )
        | [0-9]++ (?: \. [0-9]++ )?+ [%％‰]
        | [0-9]++ (?: \. [0-9]++ ){{1,8}}+ (?! [.]? [0-9] )
      )
    )
    """,
    re.VERBOSE,
)
# What every atom contains; most titles have none of it.
_SIGN_OF_ONE = re.compile(r"[0-9]|[A-Za-z][-+#]")


def join(text: str, tokens: list[Token]) -> list[Token]:
    """Return the tokens, runs of them that are exactly one atom of the text merged into one.

    Atoms, and the tag a merged one gets whatever the tag set:

    - ``t``: dates (``2021-01-01``, ``2021/1/1``, ``2021.01.01``, ``2021年1月1日``, ``1月1日``,
      ``2021年1月``) and times (``09:00``, ``9:30:15``, ``2021-01-01T09:00``);
    - ``m``: decimals (``4.55``), percentages (``3.5%``), thousands (``1,234``), versions
      (``3.11.7``);
    - ``eng``: names of letters and digits (``5G``, ``X-900``, ``v2.0.1``, ``Wi-Fi``, ``C++``,
      ``C#``, ``256GB``; not ``2024NBA``). Addresses of pages and mail are no atoms: they are many
      words.

    An atom never contains a blank, nor Han but 年 月 日 号, and is left as it is cut unless both
    its ends are ends of tokens; one that is a single token already keeps its tag. Tokens that
    joined are not the text (a segmenter that leaves something out) are returned as they are.

    >>> join("涨3.5%", [Token("涨", "v"), Token("3.5", "m"), Token("%", "x")])
    [Token(word='涨', tag='v'), Token(word='3.5%', tag='m')]
    """
    if not _SIGN_OF_ONE.search(text) or "".join([word for word, _ in tokens]) != text:
        return tokens
    lengths = [len(word) for word, _ in tokens]
    # Place in the text → how many tokens end at or before it.
    count_at = {end: count for count, end in enumerate(accumulate(lengths, initial=0))}
    joined: list[Token] = []
    done = 0
    for match in _ATOM.finditer(text):
        first, last = count_at.get(match.start()), count_at.get(match.end())
        if first is None or last is None or last - first < 2:  # noqa: PLR2004
            continue
        if match["eng"] and match[0].isalpha():
            continue  # a plain word: whoever cut it meant to
        joined += tokens[done:first]
        joined.append(Token(match[0], match.lastgroup or ""))
        done = last
    return joined + tokens[done:]
