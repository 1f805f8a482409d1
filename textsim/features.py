"""Stage 3: tokens become features: weights by tag, stop words and tags, the cap, and n-grams."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from textsim import dictionaries
from textsim.errors import InputError
from textsim.values import Dropped, Feature, Features, Token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["FeatureSpec", "features", "shingle"]

# Han characters and the marks that repeat or stand for one (々 〇); runs of them give n-grams.
_HAN_RUN = re.compile(
    "[々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f\U00030000-\U0003347f]+"
)


@dataclass(frozen=True, slots=True)
class FeatureSpec:
    """How tokens become features.

    ``weights`` maps tags to weights: the name of a shipped table, or (tag, weight) pairs. With
    ``tag_prefix`` a tag takes the weight of its longest listed prefix (``nr`` that of ``n``), else
    only of itself; other tags get ``default_weight``; weight 0 drops. ``stop_words`` is the name
    of a shipped list or the words themselves. ``max_votes`` is the over-frequency cap: how many
    occurrences of one word vote; it counts before the stop rules, as the Java title tool does,
    and holds for n-grams likewise.
    ``drop_punctuation`` drops tokens without a letter or digit. ``fallback`` lets a text whose
    words are all filtered away vote with the unfiltered ones. ``han_ngrams`` adds, for each width,
    the character n-grams of every run of Han characters of the cleaned text, each with
    ``ngram_weight``. ``shingles`` replaces the words by joined groups of 1, 2, … consecutive
    tokens with the given weights (cppsimhash); a group whose first token is empty is left out.
    """

    weights: str | tuple[tuple[str, int], ...] = ()
    tag_prefix: bool = False
    default_weight: int = 1
    stop_words: str | tuple[str, ...] = ()
    stop_tags: tuple[str, ...] = ()
    max_votes: int | None = None
    drop_punctuation: bool = False
    fallback: bool = False
    han_ngrams: tuple[int, ...] = ()
    ngram_weight: int = 1
    shingles: tuple[int, ...] = ()


def features(tokens: Iterable[Token], plain: str, spec: FeatureSpec) -> Features:
    """Return the features of a text: distinct words in order of appearance, weights summed.

    ``plain`` is the cleaned text the tokens were cut from; only ``han_ngrams`` reads it.

    >>> features([Token("养猫", "n"), Token("养猫", "n")], "养猫养猫", FeatureSpec()).kept
    (Feature(word='养猫', weight=2),)
    """
    tokens = list(tokens)
    if spec.shingles:
        joined = _weighted_shingles([t.word for t in tokens], spec.shingles)
        return Features(_merge(joined), words=tuple(t.word for t in tokens))
    votes, dropped = _filter(tokens, spec)
    fallback = False
    if not votes and spec.fallback and any(d.reason in _FALLBACK for d in dropped):
        votes = [Feature(d.word, 1) for d in dropped if d.reason in _FALLBACK]
        dropped = [d for d in dropped if d.reason not in _FALLBACK]
        fallback = True
    order = tuple(word for word, _ in votes)
    for width in spec.han_ngrams:
        votes.extend(_han_ngrams(plain, width, spec))
    return Features(_merge(votes), order, tuple(dropped), fallback)


def shingle(width: int, items: Sequence[str]) -> list[str]:
    """Return every group of ``width`` consecutive items, joined by one blank (mfonda/simhash).

    A width above the number of items is lowered to it, so no items give one empty shingle;
    a width below 1 raises InputError.

    >>> shingle(2, ["a", "b", "c"])
    ['a b', 'b c']
    """
    if width < 1:
        msg = f"width {width!r} is below 1"
        raise InputError(msg)
    if width == 1:
        return list(items)
    width = min(width, len(items))
    return [" ".join(items[i : i + width]) for i in range(len(items) - width + 1)]


_FALLBACK = frozenset({"stop-word", "stop-tag", "weight-0"})


def _filter(tokens: list[Token], spec: FeatureSpec) -> tuple[list[Feature], list[Dropped]]:
    stop_words = _stop_words(spec.stop_words)
    weight_of = _weight_of(spec.weights, spec.default_weight, prefix=spec.tag_prefix)
    counts: dict[str, int] = {}
    votes = []
    dropped = []
    for position, (word, tag) in enumerate(tokens):
        # The cap comes first: a stopped word still uses up its count, as in the Java title tool.
        count = counts[word] = counts.get(word, 0) + 1
        if spec.drop_punctuation and not _has_letter(word):
            reason = "blank" if word.isspace() else "punctuation"
        elif spec.max_votes is not None and count > spec.max_votes:
            reason = "over-frequency"
        elif tag in spec.stop_tags:
            reason = "stop-tag"
        elif word in stop_words:
            reason = "stop-word"
        else:
            reason = "" if weight_of(tag) else "weight-0"
        if reason:
            dropped.append(Dropped(word, tag, reason, position))
        else:
            votes.append(Feature(word, weight_of(tag)))
    return votes, dropped


def _has_letter(word: str) -> bool:
    # Han by the ranges of our own: Python learns of new ones with each version.
    return word.isalnum() or any(map(str.isalnum, word)) or bool(_HAN_RUN.search(word))


def _han_ngrams(plain: str, width: int, spec: FeatureSpec) -> list[Feature]:
    counts = Counter(
        run[i : i + width] for run in _HAN_RUN.findall(plain) for i in range(len(run) - width + 1)
    )
    cap = spec.max_votes or len(plain)
    return [Feature(gram, spec.ngram_weight * min(n, cap)) for gram, n in counts.items()]


def _weighted_shingles(words: list[str], weights: tuple[int, ...]) -> list[Feature]:
    return [
        Feature(" ".join(words[start : start + width]), weight)
        for width, weight in enumerate(weights, 1)
        for start in range(len(words) - width + 1)
        if words[start]
    ]


def _merge(votes: Iterable[Feature]) -> tuple[Feature, ...]:
    sums: dict[str, float] = {}
    for word, weight in votes:
        sums[word] = sums.get(word, 0) + weight
    return tuple(Feature(word, weight) for word, weight in sums.items())


@lru_cache(maxsize=64)
def _stop_words(stop_words: str | tuple[str, ...]) -> frozenset[str]:
    if isinstance(stop_words, str):
        return frozenset(dictionaries.words(stop_words)) if stop_words else frozenset()
    return frozenset(stop_words)


@lru_cache(maxsize=64)
def _weight_of(
    weights: str | tuple[tuple[str, int], ...], default: int, *, prefix: bool
) -> Callable[[str], int]:
    if isinstance(weights, str):
        weights = dictionaries.table(weights) if weights else ()
    table = dict(weights)

    @lru_cache(maxsize=1024)
    def weight_of(tag: str) -> int:
        ends = range(len(tag), 0, -1) if prefix else (len(tag),)
        return next((table[tag[:end]] for end in ends if tag[:end] in table), default)

    return weight_of
