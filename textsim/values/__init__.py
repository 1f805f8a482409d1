"""What flows through the pipeline: tokens, features, fingerprints and the results of comparing.

::

    text → plain → [Token] → [Feature] → Fingerprint → Comparison
                     └────────── Trace ──────────┘
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from textsim.values.fingerprint import Fingerprint

__all__ = [
    "Comparison",
    "Conflict",
    "Dropped",
    "Feature",
    "Features",
    "Fingerprint",
    "HashedFeature",
    "Prepared",
    "Token",
    "Trace",
]


class Token(NamedTuple):
    """A word as the segmenter cut it, and its part-of-speech tag (``""`` when it has none)."""

    word: str
    tag: str = ""


class Feature(NamedTuple):
    """What votes: a word (or shingle, or character n-gram) and its weight."""

    word: str
    weight: float = 1


class Dropped(NamedTuple):
    """A token that does not vote, why (a short stable word: ``stop-word``), and its place."""

    word: str
    tag: str
    reason: str
    position: int


@dataclass(frozen=True, slots=True)
class Features:
    """The features of one text, the tokens that were dropped, and whether filtering fell back.

    ``kept`` are the distinct features with their summed weights; ``words`` the words that voted,
    one an occurrence, in the order of the text (without n-grams). ``fallback`` is True when every
    token was filtered away and the unfiltered words vote instead.
    """

    kept: tuple[Feature, ...]
    words: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    fallback: bool = False


class HashedFeature(NamedTuple):
    """One distinct feature with its summed weight and its hash of ``bits`` bits."""

    word: str
    weight: float
    hash: int


class Conflict(NamedTuple):
    """One thing that both texts tell, each otherwise: its kind and what each one says.

    Kinds are number, ordinal, date, time, price, unit, version, model, part, negation, antonym,
    question, order (who beats whom, from where to where) and entity (the titles in 《》).
    """

    kind: str
    a: str
    b: str


class Prepared(NamedTuple):
    """One text made ready for comparing: cleaned text, features and fingerprint."""

    plain: str
    features: Features
    fingerprint: Fingerprint


@dataclass(frozen=True, slots=True)
class Comparison:
    """How alike two texts (or two fingerprints) are.

    ``distance`` is the Hamming distance of the two fingerprints in bits and ``percent`` the
    classic ``(1 - distance / bits) * 100``, rounded half up to two decimals: unrelated texts lie
    near 50. ``score`` is the overlap of the features, 0 for nothing in common and 100 for the
    same features; with ``estimated`` it comes from the two fingerprints alone. ``distance``,
    ``percent`` and ``score`` are None when a side is unscorable (``scorable`` is False). ``exact``
    tells that both texts are equal after cleaning (None when only fingerprints were given), and
    ``order_changed`` that the same words vote in another order. ``conflicts`` are what the texts
    contradict each other in, each with its two sides (none when only fingerprints were given); a
    number may also be an update of the same story, so they warn and do not decide.
    """

    a: Fingerprint
    b: Fingerprint
    distance: int | None
    percent: float | None
    score: float | None
    estimated: bool
    exact: bool | None
    order_changed: bool | None
    bits: int
    profile: str
    conflicts: tuple[Conflict, ...] = ()

    @property
    def scorable(self) -> bool:
        """True when both sides have features, so that the numbers mean something."""
        return self.distance is not None


@dataclass(frozen=True, slots=True)
class Trace:
    """How one text became its fingerprint: the result of every stage, in order.

    ``votes`` holds one number a bit, bit 0 first, before ties are decided. Feeding ``hashed``
    to the simhash stage gives ``fingerprint`` again. ``options`` names what the profile leaves
    switched off that could change the answer.
    """

    text: str
    plain: str
    tokens: tuple[Token, ...]
    features: Features
    hashed: tuple[HashedFeature, ...]
    votes: tuple[float, ...]
    fingerprint: Fingerprint
    options: tuple[str, ...] = ()
