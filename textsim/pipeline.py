"""One text → its fingerprint, or the trace of how it came about."""

from __future__ import annotations

import hashlib
import math
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from textsim.clean import clean
from textsim.clean.mojibake import suspicious
from textsim.errors import InputError, InputTypeError
from textsim.features import features
from textsim.presets import DEFAULT, get_profile
from textsim.segment import load_segmenter, segment
from textsim.simhash import simhash, simhash_many, votes
from textsim.values import Feature, Features, Fingerprint, HashedFeature, Prepared, Token, Trace
from textsim.wordhash import wordhash, wordhashes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textsim.profile import Profile

__all__ = ["Pipeline", "pipeline_for", "require_text"]

# Above so many features the numpy forms are faster than the plain ones; both are equal.
_FEW = 64

# Sentences whose segmentation goes into the stamp: a change of dictionary or library shows here.
_PROBE = (
    "有哪些养猫必须知道的冷知识?",
    "小明硕士毕业于中国科学院计算所,后在日本京都大学深造",
    "结婚的和尚未结婚的都要登记",
    "iPhone15降价3.5%,2024年1月1日起上海到北京的高铁票打8折",
    "他来到了网易杭研大厦,南京市长江大桥",
)


class Pipeline:
    """The stages of one profile, ready to run.

    Thread-safe; picklable (the profile travels, dictionaries are read again). Nothing is loaded
    before the first text; ``warm_up`` loads at once.

    >>> Pipeline("go-unicode-nfc").fingerprint("有哪些养猫必须知道的冷知识？").hex
    'cf0d42a38e7f84c3'
    """

    def __init__(self, profile: str | Profile = DEFAULT) -> None:
        """Take a profile or the name of a shipped one."""
        self.profile = get_profile(profile)

    def __reduce__(self) -> tuple[type[Pipeline], tuple[Profile]]:
        """Pickle the profile only."""
        return Pipeline, (self.profile,)

    @cached_property
    def stamp(self) -> str:
        """What made the fingerprints, 16 hexadecimal digits.

        The head of a SHA-256 over the profile's JSON, the digests of its dictionaries, the
        segmenter's version and the segmenter's output on a fixed probe.
        """
        profile = self.profile
        probe = [segment(text, profile.segment) for text in _PROBE]
        version = load_segmenter(profile.segment).version
        parts = (profile.json, sorted(profile.dictionaries.items()), version, probe)
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def warm_up(self) -> None:
        """Load the dictionaries and the segmenter now rather than at the first text."""
        load = getattr(load_segmenter(self.profile.segment), "warm_up", None)
        if load is not None:
            load()
        _ = self.stamp

    def clean(self, text: str) -> str:
        """Return the cleaned text; anything but str raises InputTypeError."""
        return clean(require_text("text", text), self.profile.clean)

    def tokens(self, plain: str) -> list[Token]:
        """Return the tokens of a cleaned text."""
        return segment(plain, self.profile.segment)

    def prepare(self, text: str) -> Prepared:
        """Return a text's cleaned form, features and fingerprint: what comparing needs."""
        plain = self.clean(text)
        chosen = features(self.tokens(plain), plain, self.profile.features)
        return Prepared(plain, chosen, self._seal(chosen, text, stamp=self.stamp))

    def fingerprint(self, text: str) -> Fingerprint:
        """Return the fingerprint of a text.

        Anything but str raises InputTypeError naming the argument and the type.
        """
        return self.prepare(text).fingerprint

    def fingerprint_tokens(self, tokens: Iterable[Any]) -> Fingerprint:
        """Return the fingerprint of ready tokens: words, or (word, tag) pairs, in order.

        Weights by tag, stop rules and cap apply as for a text; cleaning does not, and character
        n-grams run over the words joined. The segmenter is not needed, so the stamp is empty.

        >>> Pipeline("java-article").fingerprint_tokens(["有", "哪些"]).hex
        '269d5b77ddeffeaf'
        """
        ready = [_token(position, token) for position, token in _enumerate("tokens", tokens)]
        plain = "".join(token.word for token in ready)
        return self._seal(features(ready, plain, self.profile.features), plain, stamp="")

    def fingerprint_features(self, weighted: Iterable[Any]) -> Fingerprint:
        """Return the fingerprint of ready features: words, or (word, weight) pairs.

        Equal words add up; a word alone weighs 1. Weights are numbers not below zero; anything
        else raises InputError or InputTypeError naming the position.

        >>> Pipeline("go-word").fingerprint_features(["有哪些", ("养猫", 1)]).hex
        'bf4dcbd09e17fe5f'
        """
        items = weighted.items() if isinstance(weighted, dict) else weighted
        found: dict[str, list[float]] = {}
        for position, item in _enumerate("features", items):
            word, weight = _weighted(position, item)
            found.setdefault(word, []).append(weight)
        sums = ((word, _sum(word, weights)) for word, weights in found.items())
        return self._seal(Features(tuple(Feature(w, n) for w, n in sums if n)), "", stamp="")

    def trace(self, text: str) -> Trace:
        """Return every stage's result for a text, the fingerprint last."""
        plain = self.clean(text)
        tokens = self.tokens(plain)
        chosen = features(tokens, plain, self.profile.features)
        hashed = self._hashed(chosen)
        return Trace(
            text=text,
            plain=plain,
            tokens=tuple(tokens),
            features=chosen,
            hashed=hashed,
            votes=tuple(
                votes([h.hash for h in hashed], [h.weight for h in hashed], self.profile.simhash)
            ),
            fingerprint=self._seal(chosen, text, stamp=self.stamp),
            options=self._options(),
        )

    def _value(self, chosen: Features) -> int:
        words = [word for word, _ in chosen.kept]
        weights = [weight for _, weight in chosen.kept]
        spec, voting = self.profile.wordhash, self.profile.simhash
        if len(words) <= _FEW:
            return simhash([wordhash(word, spec) for word in words], weights, voting)
        (row,) = simhash_many(wordhashes(words, spec), weights, [0, len(words)], voting)
        return int.from_bytes(row.astype("<u8").tobytes(), "little")

    def _hashed(self, chosen: Features) -> tuple[HashedFeature, ...]:
        spec = self.profile.wordhash
        return tuple(HashedFeature(word, n, wordhash(word, spec)) for word, n in chosen.kept)

    def _seal(self, chosen: Features, text: str, *, stamp: str) -> Fingerprint:
        weights = [weight for _, weight in chosen.kept]
        flags = {
            "dominated": len(weights) > 1 and 2 * max(weights) > sum(weights),
            "fallback": chosen.fallback,
            "suspicious": suspicious(text),
        }
        return Fingerprint(
            value=self._value(chosen),
            bits=self.profile.bits,
            profile=self.profile.id,
            stamp=stamp,
            # An empty word (the one window of an empty text) says nothing about the text.
            feature_count=sum(1 for word, _ in chosen.kept if word),
            flags=tuple(name for name, raised in flags.items() if raised),
        )

    def _options(self) -> tuple[str, ...]:
        spec = self.profile.clean
        off = {
            "simplify": "simplified" not in spec.steps,
            "unescape_depth": "markup" in spec.steps and not spec.unescape_depth,
        }
        return tuple(f"{name} is off" for name, is_off in off.items() if is_off)


@lru_cache(maxsize=32)
def _cached(profile: Profile) -> Pipeline:
    return Pipeline(profile)


def pipeline_for(profile: str | Profile) -> Pipeline:
    """Return a pipeline of the profile, the same object for equal profiles."""
    return _cached(get_profile(profile))


def require_text(name: str, value: Any) -> str:
    """Return the value if it is a str; anything else raises InputTypeError naming it.

    >>> require_text("text", "养猫")
    '养猫'
    """
    if not isinstance(value, str):
        hint = "; decode bytes first" if isinstance(value, (bytes, bytearray)) else ""
        msg = f"{name} must be str, not {type(value).__name__} {value!r}{hint}"
        raise InputTypeError(msg)
    return value


def _enumerate(name: str, items: Any) -> Iterable[tuple[int, Any]]:
    if isinstance(items, (str, bytes)) or not hasattr(items, "__iter__"):
        msg = f"{name} must be an iterable of words, not {type(items).__name__} {items!r}"
        raise InputTypeError(msg)
    return enumerate(items)


def _token(position: int, token: Any) -> Token:
    if isinstance(token, str):
        return Token(token)
    if isinstance(token, tuple) and len(token) == 2 and all(isinstance(p, str) for p in token):  # noqa: PLR2004
        return Token(*token)
    msg = f"tokens[{position}] must be a word or a (word, tag) pair, not {token!r}"
    raise InputTypeError(msg)


def _sum(word: str, weights: list[float]) -> float:
    """Return the sum, which does not depend on the order: exact, and rounded once if at all."""
    if all(isinstance(weight, int) for weight in weights):
        return sum(weights)
    try:
        return math.fsum(weights)
    except OverflowError:
        msg = f"the weights of {word!r} add up to more than a float holds"
        raise InputError(msg) from None


def _weighted(position: int, item: Any) -> tuple[str, float]:
    if isinstance(item, str):
        return item, 1
    pair = isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str)  # noqa: PLR2004
    if not pair or isinstance(item[1], (bool, str)) or not hasattr(item[1], "__float__"):
        msg = f"features[{position}] must be a word or a (word, weight) pair, not {item!r}"
        raise InputTypeError(msg)
    word, weight = item
    if not 0 <= weight < float("inf"):
        msg = f"features[{position}]: weight {weight!r} is not a number from 0 upwards"
        raise InputError(msg)
    return word, weight
