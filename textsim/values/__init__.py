"""What flows through the pipeline: tokens, features, fingerprints and the results of comparing.

::

    text → plain → [Token] → [Feature] → Fingerprint → Comparison
                     └────────── Trace ──────────┘
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from textsim.values.comparison import Comparison, Conflict, Explanation, Piece, Reason, SharedWord
from textsim.values.fingerprint import Fingerprint
from textsim.values.word import Feature, Token

__all__ = [
    "Comparison",
    "Conflict",
    "Dropped",
    "Explanation",
    "Feature",
    "Features",
    "Fingerprint",
    "HashedFeature",
    "Piece",
    "Prepared",
    "Reason",
    "SharedWord",
    "Token",
    "Trace",
]


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


class Prepared(NamedTuple):
    """One text made ready for comparing: cleaned text, features and fingerprint."""

    plain: str
    features: Features
    fingerprint: Fingerprint


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
