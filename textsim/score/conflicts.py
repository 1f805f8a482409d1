"""What two texts contradict each other in, and what one text says for it."""

from __future__ import annotations

import re
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from textsim.score.align import Block, blocks
from textsim.score.mention import Mention
from textsim.score.numbers import mentions
from textsim.score.order import relations, turned_scores
from textsim.score.polarity import contradictions, numerals, questions
from textsim.score.slots import differing, left_over, shared
from textsim.score.tables import traditional
from textsim.values import Conflict

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DIGITS", "KINDS", "Facts", "conflicts", "facts", "number_summary"]


class Facts(NamedTuple):
    """What one text says, computed once for all comparisons.

    ``plain`` is the text with traditional numerals and units folded, ``bare`` the same without
    blanks and punctuation, ``letters`` its distinct characters other than digits, ``parts`` what
    is said of 上, 中, 下 and of editions (pro, max), ``titles`` what stands in 《》.
    """

    plain: str
    bare: str
    letters: frozenset[str]
    numbers: tuple[Mention, ...]
    parts: tuple[Mention, ...]
    titles: tuple[str, ...]


KINDS = (
    "number", "ordinal", "date", "time", "price", "unit", "version", "model", "part", "negation",
    "antonym", "question", "order", "entity",
)  # fmt: skip
_RANK = {kind: rank for rank, kind in enumerate(KINDS)}
_TITLED = re.compile("《([^《》]{1,40})》")
_MOST = 64  # conflicts that are reported
_NAMED = 40  # titles in 《》 and editions of a text that are looked at
_SCORES = 8  # scores of a text that are looked at
_TITLE = 200  # characters up to which swapped sides are looked for
_ALIKE = 0.5  # share of common characters from which texts are aligned
_PART = re.compile(
    r"[(\[【](?P<inner>[上中下](?:[、,/ ]?[中下])*)(?:集|篇|部|册|卷|半场)?[)\]】]"
    r"|(?P<outer>[上中下])(?:集|册|篇|辑|卷|部(?![分门落位长]))"
    r"|(?<=[ ·:期集部话])(?P<last>[上中下])$"
)

_EDITIONS = ("+", "pro", "max", "plus", "ultra", "mini", "lite", "air", "turbo", "se", "fe")
_EDITION = re.compile(
    rf"(?<!\d)(\d{{1,12}}[a-z]?) ?((?:(?:{'|'.join(_EDITIONS[1:])})\+?(?![a-z]) ?)+)"
)


def facts(plain: str) -> Facts:
    """Return what a cleaned text (NFKC, lower case) says: its numbers, parts and characters.

    >>> [m.text for m in facts("三体 第十二集(上)").numbers]
    ['第十二集']
    """
    text = plain.translate(traditional())
    bare = _letters(text)
    letters = frozenset(bare) - DIGITS
    titles = tuple(islice((m[1] for m in _TITLED.finditer(text)), _NAMED)) if "《" in text else ()
    numbers = mentions(text)
    parts = () if letters.isdisjoint("上中下") else _parts(text)
    parts += _editions(text) if numbers else ()
    return Facts(text, bare, letters, numbers, parts, titles)


DIGITS = frozenset("0123456789〇零一二两三四五六七八九十百千万亿")


def _parts(text: str) -> tuple[Mention, ...]:
    found = []
    for match in _PART.finditer(text):
        said = match["inner"] or match["outer"] or match["last"]
        value = tuple(float("上中下".index(c)) for c in said if c in "上中下")
        found.append(Mention("part", "part", value, match[0], "", "", *match.span()))
    return tuple(found)


def _editions(text: str) -> tuple[Mention, ...]:
    found = []
    for match in _EDITION.finditer(text):
        words = match[2].replace("+", " +").split()
        value = tuple(float(_EDITIONS.index(word)) for word in words)
        said = match[0].strip()
        found.append(Mention("model", match[1] + "+", value, said, "", "", *match.span()))
    return tuple(found)


def conflicts(
    a: Facts, b: Facts, aligned: tuple[list[Block], int] | None = None
) -> tuple[Conflict, ...]:
    """Return what two texts contradict each other in; with the texts exchanged, so are the sides.

    A number, negation or the like that only one text has is no conflict. ``aligned`` is what
    ``blocks`` gives for the two bare forms, if it is at hand.

    >>> conflicts(facts("第十二集"), facts("第13集"))
    (Conflict(kind='ordinal', a='第十二集', b='第13集'),)
    """
    if a.plain == b.plain:
        return ()
    if a.plain > b.plain:  # the same work either way round
        return tuple(Conflict(kind, y, x) for kind, x, y in conflicts(b, a))
    alike = _alike(a, b)
    found = _numeric(a, b, alike)
    found += _entities(a, b)
    if alike >= _ALIKE:
        words = _worded(a, b, aligned or blocks(a.bare, b.bare), numbered=bool(found))
        found += [c for c in words if not any(c.a in f.a and c.b in f.b for f in found)]
    ordered = sorted(dict.fromkeys(found), key=lambda c: (_RANK[c.kind], sorted(c[1:])))
    return tuple(ordered[:_MOST])


def _alike(a: Facts, b: Facts) -> float:
    most = max(len(a.letters), len(b.letters))
    return len(a.letters & b.letters) / most if most else 1.0


def _numeric(a: Facts, b: Facts, alike: float) -> list[Conflict]:
    """Return the conflicts of numbers and of 上, 中, 下."""
    found = []
    if a.numbers and b.numbers:
        for x, y in differing(*left_over(a.numbers, b.numbers), alike=alike):
            if x.slot == ":" and _turned(a, b, x, y) and _reversed(x, y):
                continue
            found.append(Conflict(x.kind, x.text, y.text))
        found += _scores(a, b)
    if a.parts and b.parts:
        pairs = differing(*left_over(a.parts, b.parts), alike=alike)
        found += [Conflict(x.kind, x.text, y.text) for x, y in pairs]
    found += [Conflict("model", x.text, number) for x, number in _plainer(a, b)]
    found += [Conflict("model", number, x.text) for x, number in _plainer(b, a)]
    return found


def _plainer(a: Facts, b: Facts) -> Iterator[tuple[Mention, str]]:
    """Yield the editions of ``a`` (15 pro) whose number stands without one in ``b``."""
    others = {part.slot for part in b.parts}
    for part in a.parts[:_NAMED]:
        number = part.slot[:-1]
        if part.kind == "model" and part.slot not in others:
            named = _before(a.plain, part.start)
            match = re.search(rf"(?<![\d.]){number}(?![\da-z.])", b.plain)
            if match and named and named == _before(b.plain, match.start()):
                yield part, number


def _before(text: str, start: int) -> str:
    return "".join(filter(str.isalnum, text[max(0, start - 3) : start]))


def _entities(a: Facts, b: Facts) -> list[Conflict]:
    """Return the titles in 《》 when no title of one text is in the other, nor like one of it."""
    if not a.titles or not b.titles:
        return []
    here, there = ([_letters(title) for title in facts.titles] for facts in (a, b))
    if any(title in b.bare for title in here) or any(title in a.bare for title in there):
        return []
    if any(_common(x, y) >= _ALIKE for x in here for y in there):
        return []
    if "".join(here).isascii() != "".join(there).isascii():  # one may be the other's translation
        return []
    return [Conflict("entity", a.titles[0], b.titles[0])]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _common(x: str, y: str) -> float:
    return len(set(x) & set(y)) / max(len(set(x)), len(set(y)), 1)


def _reversed(x: Mention, y: Mention) -> bool:
    return isinstance(x.value, tuple) and isinstance(y.value, tuple) and x.value == y.value[::-1]


def _turned(a: Facts, b: Facts, x: Mention, y: Mention) -> bool:
    return turned_scores((a.plain, x), (b.plain, y))


def _scores(a: Facts, b: Facts) -> list[Conflict]:
    """Return equal scores whose sides changed places (甲 3:1 乙, 乙 3:1 甲)."""
    here, there = ([m for m in facts.numbers if m.slot == ":"][:_SCORES] for facts in (a, b))
    return [
        Conflict("order", x.left + x.text + x.right, y.left + y.text + y.right)
        for x, y in product(here, there)
        if x.value == y.value and not _reversed(x, x) and _turned(a, b, x, y)
    ]


def _worded(
    a: Facts, b: Facts, aligned: tuple[list[Block], int] | None, *, numbered: bool
) -> list[Conflict]:
    """Return the conflicts of words: negation, opposites, question, order.

    Numerals without a unit are compared here, too, when no other number differs.
    """
    found = []
    if aligned is not None and 2 * aligned[1] >= max(len(a.bare), len(b.bare)):
        places = aligned[0]
        found = [Conflict(*item) for item in contradictions(a.bare, b.bare, places)]
        if not numbered:
            found += [Conflict("number", *pair) for pair in numerals(a.bare, b.bare, places)]
        asked = questions(a.bare, b.bare, (a.plain, b.plain))
        if asked:
            found.append(Conflict("question", *asked))
    if aligned is not None and len(aligned[0]) > 1 and max(len(a.bare), len(b.bare)) <= _TITLE:
        turned = relations(a.bare, b.bare)
        if turned:
            found.append(Conflict("order", *turned))
    return found


def number_summary(a: Facts, b: Facts) -> tuple[int, int, int]:
    """Return how many numbers both texts have, only the first, only the second.

    >>> number_summary(facts("第3集 2021年"), facts("第4集 2021年"))
    (1, 1, 1)
    """
    both = shared(a.numbers, b.numbers)
    return both, len(a.numbers) - both, len(b.numbers) - both
