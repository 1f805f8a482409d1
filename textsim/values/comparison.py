"""What comes of comparing: the numbers, the verdict, and what it was made of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from textsim.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from textsim.values.fingerprint import Fingerprint
    from textsim.values.word import Feature

__all__ = [
    "Comparison",
    "Conflict",
    "Explanation",
    "Piece",
    "Reason",
    "SharedWord",
    "check_threshold",
]

_FEW = 4  # features below which a text says little


class Conflict(NamedTuple):
    """One thing that both texts tell, each otherwise: its kind and what each one says.

    Kinds are number, ordinal, date, time, price, unit, version, model, part, negation, antonym,
    question, order (who beats whom, from where to where) and entity (the titles in 《》).
    """

    kind: str
    a: str
    b: str


class Reason(NamedTuple):
    """What one measure of a pair added to its log-odds: below 0 speaks against a duplicate.

    ``says`` tells in words what is measured, ``value`` is what was found.
    """

    measure: str
    says: str
    value: float
    effect: float


class SharedWord(NamedTuple):
    """A feature of both texts with its weight in each."""

    word: str
    a: float
    b: float


class Piece(NamedTuple):
    """A stretch of both texts: equal (``same``), or what each has instead, maybe nothing."""

    a: str
    b: str

    @property
    def same(self) -> bool:
        """True where both texts read the same."""
        return self.a == self.b


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two texts were found alike or not.

    ``a`` and ``b`` are the cleaned texts and ``pieces`` lays them side by side: joined, the ``a``
    of the pieces are ``a`` and the ``b`` are ``b``. ``shared``, ``only_a`` and ``only_b`` are the
    features with their weights, the heaviest first. ``reasons`` are what moved the score, the
    strongest first: with ``average``, the log-odds of an average pair, their effects add up to the
    log-odds of the score. They are empty when the score was read off the overlap.
    """

    a: str
    b: str
    pieces: tuple[Piece, ...]
    shared: tuple[SharedWord, ...]
    only_a: tuple[Feature, ...]
    only_b: tuple[Feature, ...]
    conflicts: tuple[Conflict, ...]
    average: float | None
    reasons: tuple[Reason, ...]


def check_threshold(threshold: float) -> float:
    """Return a threshold if it is a number from 0 to 100; else raise an error naming it."""
    if isinstance(threshold, bool) or not isinstance(threshold, (int, float)):
        msg = f"threshold must be a number, not {type(threshold).__name__} {threshold!r}"
        raise InputTypeError(msg)
    if not 0 <= threshold <= 100:  # noqa: PLR2004
        msg = f"threshold {threshold!r} is not from 0 to 100"
        raise InputError(msg)
    return float(threshold)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How alike two texts (or two fingerprints) are, and whether they are the same.

    ``distance`` is the Hamming distance of the two fingerprints in bits and ``percent`` the
    classic ``(1 - distance / bits) * 100``, rounded half up to two decimals: unrelated texts lie
    near 50. ``score`` is calibrated, from 0 to 100: of pairs with score 80 four of five are
    duplicates, unrelated pairs lie near 0, and exactly 100 is only for texts that are equal after
    cleaning. With ``estimated`` it comes from the two fingerprints alone. All three are None when
    a side is unscorable (``scorable`` is False). ``duplicate`` follows from ``score`` and
    ``threshold``; ``with_threshold`` moves it. ``exact`` tells that both texts are equal after
    cleaning (None when only fingerprints were given), and ``order_changed`` that the same words
    vote in another order. ``conflicts`` are what the texts contradict each other in, each with its
    two sides; they weigh in the score, and do not veto: a number may be an update of one story.
    ``closeness`` is what ``rank`` orders by: it has no bounds and compares only with its like.
    """

    a: Fingerprint
    b: Fingerprint
    distance: int | None
    percent: float | None
    score: float | None
    threshold: float | None
    estimated: bool
    exact: bool | None
    order_changed: bool | None
    bits: int
    profile: str
    conflicts: tuple[Conflict, ...] = ()
    closeness: float | None = None
    explainer: Callable[[], Explanation] | None = field(default=None, repr=False, compare=False)

    @property
    def scorable(self) -> bool:
        """True when both sides have features, so that the numbers mean something."""
        return self.distance is not None

    @property
    def duplicate(self) -> bool | None:
        """True from the threshold on, False below.

        None when it cannot be said: a side is unscorable, looks wrongly decoded, or is a
        fingerprint of an unknown profile, for which there is no threshold.
        """
        if self.score is None or self.threshold is None:
            return None
        if "suspicious" in (*self.a.flags, *self.b.flags):
            return None
        return self.score >= self.threshold

    @property
    def evidence(self) -> str:
        """How much there is to go by.

        ``none`` when a side is unscorable, ``low`` when one has fewer than four features, else
        ``full``; ``unknown`` for fingerprints that do not tell their number of features.
        """
        counts = (self.a.feature_count, self.b.feature_count)
        if not self.scorable:
            return "none"
        if None in counts:
            return "unknown"
        return "low" if min(n or 0 for n in counts) < _FEW else "full"

    def with_threshold(self, threshold: float) -> Comparison:
        """Return the same comparison judged by another threshold, 0 to 100.

        At 100 only equal texts are duplicates. Other values raise InputError or InputTypeError.
        """
        return replace(self, threshold=check_threshold(threshold))

    def explain(self) -> Explanation:
        """Return why: the words, the conflicts, what moved the score, both texts side by side.

        A comparison of fingerprints has no texts to explain: it raises InputError.
        """
        if self.explainer is None:
            msg = "fingerprints alone explain nothing; compare the texts"
            raise InputError(msg)
        return self.explainer()
