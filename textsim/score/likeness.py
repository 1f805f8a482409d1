"""How two texts look beside each other: the measures that the verdict is made of.

Every measure is the same for (a, b) and (b, a), and a short exact computation on whole numbers, so
it is the same on every machine.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from textsim.score.align import blocks, same_head
from textsim.score.conflicts import DIGITS, Facts, conflicts, facts, number_summary
from textsim.score.signs import canonical
from textsim.score.sounds import same_sound
from textsim.values import Conflict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textsim.score.align import Block
    from textsim.values import Prepared

__all__ = ["MEASURES", "Likeness", "Reading", "likeness", "read"]

# What each measure tells; shares are from 0 to 1.
MEASURES = {
    "cosine": "cosine of the weighted features",
    "words": "weight of the words in both over that of all words",
    "words_contained": "weight of the words in both over that of the lighter text",
    "pairs": "share of pairs of neighbouring characters in both",
    "pairs_contained": "share of the shorter text's pairs of characters in both",
    "letters": "share of characters in both, wherever they stand",
    "letters_contained": "share of the shorter text's characters in both",
    "triples_contained": "share of the shorter text's groups of three characters in both",
    "sequence": "share of characters in both in the same order",
    "sequence_contained": "share of the shorter text's characters in both in order",
    "masked": "share of characters in the same order, every number read as the same sign",
    "length": "characters of the shorter text, at most 100",
    "length_ratio": "length of the shorter text over that of the longer one",
    "head": "length of the equal beginning over that of the shorter text",
    "tail": "length of the equal end over that of the shorter text",
    "clause": "length of the clauses that are equal over that of the shorter text",
    "places": "places where the texts differ",
    "replaced": "places where both texts have something else",
    "replaced_longest": "characters of the longest replaced place, on its shorter side",
    "replaced_alike": "share of equal characters in the least alike replaced place",
    "homophones": "replaced places where both texts sound the same",
    "added_longest": "characters of the longest place where only one text has something",
    "left_both": "characters without a counterpart in the text that has fewer of them",
    "lost": "weight of the heaviest word that only one text has",
    "lost_both": "weight of the heaviest word of the text whose heaviest lost word is lighter",
    "moved": "share of characters in both that stand in another order",
    "numbers_shared": "numbers that both texts have",
    "numbers_extra": "how many numbers more one text has than the other, equal ones aside",
    "numbers_replaced": "numbers of one text for which the other has different ones",
    "amount": "conflicts of numbers, units and prices",
    "serial": "conflicts of ordinals, parts, versions and models",
    "when": "conflicts of dates and times",
    "polarity": "conflicts of negations, opposites and questions",
    "roles": "conflicts of who does what to whom",
    "title": "conflicts of titles in 《》",
}
_GROUPS = {
    "number": "amount",
    "unit": "amount",
    "price": "amount",
    "ordinal": "serial",
    "part": "serial",
    "version": "serial",
    "model": "serial",
    "date": "when",
    "time": "when",
    "negation": "polarity",
    "antonym": "polarity",
    "question": "polarity",
    "order": "roles",
    "entity": "title",
}
_CONFLICT_GROUPS = ("amount", "serial", "when", "polarity", "roles", "title")
_LONGEST = 100  # length says nothing more from here on
_NUMBER = re.compile(r"\d+|[〇零一二两三四五六七八九十百千万亿]+")
_CLAUSE = re.compile(r"[^,.。?!;、:\s]+")
# Two letters or more of a script that is not Han, kana, Hangul or bopomofo.
_WORD = re.compile(
    "(?:(?![\u1100-\u11ff\u2e80-\u9fff\ua960-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff])[^\\W\\d_]){2,}"
)
_PRIVATE, _UNITS = "\U000f0000", 0xFFFD


class Reading(NamedTuple):
    """One text as it is held beside others.

    ``weights`` are its features, ``norm`` the sum of their squares; ``words`` the features that
    are words with their weights; ``bare`` is the text without blanks and punctuation, numbers in
    one way of writing, and each word of letters other than Han as one character of private use;
    ``pairs``, ``triples`` and ``letters`` how often each stands in it; ``masked`` is the same with
    every number as ``#``; ``clauses`` what stands between punctuation.
    """

    facts: Facts
    bare: str
    weights: Mapping[str, float]
    norm: float
    words: Mapping[str, float]
    letters: Counter[str]
    pairs: Counter[str]
    triples: Counter[str]
    masked: str
    clauses: Counter[str]


class Likeness(NamedTuple):
    """The measures of a pair, in the order of MEASURES, and its conflicts."""

    values: tuple[float, ...]
    conflicts: tuple[Conflict, ...]


def read(prepared: Prepared) -> Reading:
    """Return a prepared text as it is held beside others."""
    said = facts(prepared.plain)
    text = canonical(said.plain, said.numbers)
    bare = _units(text)
    weights = dict(prepared.features.kept)
    clauses = (_units(clause) for clause in _CLAUSE.findall(text))
    return Reading(
        facts=said,
        bare=bare,
        weights=weights,
        norm=sum(weight * weight for weight in weights.values()),
        words={word: weights[word] for word in prepared.features.words if word in weights},
        letters=Counter(bare),
        pairs=Counter(map("".join, pairwise(bare))),
        triples=Counter(map("".join, zip(bare, bare[1:], bare[2:], strict=False))),
        masked=bare if DIGITS.isdisjoint(bare) else _NUMBER.sub("#", bare),
        clauses=Counter(filter(None, clauses)),
    )


def likeness(a: Reading, b: Reading) -> Likeness:
    """Return the measures of two texts and their conflicts.

    >>> MEASURES["length_ratio"]
    'length of the shorter text over that of the longer one'
    """
    if a.facts.plain > b.facts.plain:  # the same work either way round
        turned = likeness(b, a)
        return Likeness(turned.values, tuple(Conflict(k, y, x) for k, x, y in turned.conflicts))
    aligned = blocks(a.bare, b.bare)
    as_written = a.bare == a.facts.bare and b.bare == b.facts.bare
    found = conflicts(a.facts, b.facts, aligned if as_written else None)
    letters = _common(a.letters, b.letters)
    values = (
        *_features(a, b),
        *_characters(a, b, letters),
        *_order(a, b, aligned),
        *_lost(a, b),
        # In common, but not in the same order.
        _share(letters - aligned[1], min(len(a.bare), len(b.bare))) if aligned else 0.0,
        *_numbers(a, b, found),
    )
    return Likeness(values, found)


def _features(a: Reading, b: Reading) -> tuple[float, ...]:
    dot = sum(weight * b.weights.get(word, 0) for word, weight in a.weights.items())
    whole = a.norm * b.norm
    # A word may weigh more in one text than in the other, where it is tagged otherwise.
    both = sum(min(weight, b.words[word]) for word, weight in a.words.items() if word in b.words)
    here, there = sum(a.words.values()), sum(b.words.values())
    return (
        math.sqrt(dot * dot / whole) if whole else 0.0,
        _share(both, here + there - both),
        _share(both, min(here, there)),
    )


def _characters(a: Reading, b: Reading, letters: int) -> tuple[float, ...]:
    n, m = len(a.bare), len(b.bare)
    pairs = _common(a.pairs, b.pairs)
    return (
        _share(2 * pairs, max(n - 1, 0) + max(m - 1, 0)),
        _share(pairs, min(n, m) - 1),
        _share(2 * letters, n + m),
        _share(letters, min(n, m)),
        _share(_common(a.triples, b.triples), min(n, m) - 2),
    )


def _order(a: Reading, b: Reading, aligned: tuple[list[Block], int] | None) -> tuple[float, ...]:
    one, two = a.bare, b.bare
    shorter, whole = min(len(one), len(two)), len(one) + len(two)
    places, common = aligned or ([], _common(a.pairs, b.pairs))
    clauses = sum(len(clause) * n for clause, n in (a.clauses & b.clauses).items())
    replaced = [(one[p.a0 : p.a1], two[p.b0 : p.b1]) for p in places if p.a1 > p.a0 and p.b1 > p.b0]
    return (
        _share(2 * common, whole),
        _share(common, shorter),
        _masked(a, b, 2 * common),
        min(shorter, _LONGEST),
        _share(shorter, max(len(one), len(two))),
        _share(same_head(one, two), shorter),
        _share(same_head(one[::-1], two[::-1]), shorter),
        _share(min(clauses, shorter), shorter),
        len(places),
        len(replaced),
        max((min(len(x), len(y)) for x, y in replaced), default=0),
        min((_alike(x, y) for x, y in replaced), default=1.0),
        sum(same_sound(x, y) for x, y in replaced),
        max((p.a1 - p.a0 + p.b1 - p.b0 for p in places if p.a1 == p.a0 or p.b1 == p.b0), default=0),
        shorter - common,
    )


def _masked(a: Reading, b: Reading, common: int) -> float:
    if a.masked == a.bare and b.masked == b.bare:
        return _share(common, len(a.masked) + len(b.masked))
    aligned = blocks(a.masked, b.masked)
    common = 2 * aligned[1] if aligned else common
    return min(_share(common, len(a.masked) + len(b.masked)), 1.0)


def _lost(a: Reading, b: Reading) -> tuple[float, float]:
    here = max((w for word, w in a.words.items() if word not in b.words), default=0)
    there = max((w for word, w in b.words.items() if word not in a.words), default=0)
    return max(here, there), min(here, there)


def _numbers(a: Reading, b: Reading, found: tuple[Conflict, ...]) -> tuple[float, ...]:
    both, here, there = number_summary(a.facts, b.facts)
    groups = Counter(_GROUPS[conflict.kind] for conflict in found)
    counts = (groups[name] for name in _CONFLICT_GROUPS)
    return both, abs(here - there), min(here, there), *counts


def _share(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 0.0


def _common(a: Counter[str], b: Counter[str]) -> int:
    if len(b) < len(a):
        a, b = b, a
    return sum(min(n, b[key]) for key, n in a.items() if key in b)


def _alike(x: str, y: str) -> float:
    return _common(Counter(x), Counter(y)) / min(len(x), len(y))


def _units(text: str) -> str:
    """Return the letters and digits of a text, every word that is not Han or kana as one of them.

    In Latin letters unrelated words have most letters in common, so that only whole words count.
    """
    text = _WORD.sub(_unit, text)
    return "".join(c for c in text if c.isalnum() or c >= _PRIVATE)


def _unit(word: re.Match[str]) -> str:
    return chr(ord(_PRIVATE) + zlib.crc32(word[0].encode("utf-8", "surrogatepass")) % _UNITS)
