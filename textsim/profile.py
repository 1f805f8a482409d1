"""A profile: every setting of one way of fingerprinting, frozen, with an id and a digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textsim import dictionaries
from textsim.clean import CleanSpec
from textsim.errors import InputError, InputTypeError, UnknownNameError, name_list
from textsim.features import FeatureSpec
from textsim.score import ScoreSpec
from textsim.score.verdict import VerdictSpec
from textsim.segment import SegmentSpec
from textsim.simhash import SimhashSpec
from textsim.wordhash import WordHashSpec

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Profile"]

# Segmenter options that name files: the digest of their content stands for them in the JSON.
_FILE_OPTIONS = frozenset({"user_dict", "dictionary"})
# Segmenter options that say where something is found, not what comes out.
_PLACE_OPTIONS = frozenset({"jar", "jvm", "cache_dir"})

# The segmenter of text that is cut already, and the cleaning steps that would glue its words.
_READY = "tokens"
_TAKES_BLANKS = frozenset({"blanks", "java-strip"})


@dataclass(frozen=True)
class Profile:
    """All settings of one way of fingerprinting; equal settings give equal fingerprints.

    ``verdict`` says how texts are judged; it changes no fingerprint and is no part of the id.
    ``widths`` lists the widths in bits that ``with_options(bits=)`` accepts. ``pinned`` is the
    digest of the released profile of this name and version: one with other settings, or without
    it, carries its own digest in its id.
    """

    name: str
    version: int = 1
    clean: CleanSpec = field(default_factory=CleanSpec)
    segment: SegmentSpec = field(default_factory=SegmentSpec)
    features: FeatureSpec = field(default_factory=FeatureSpec)
    wordhash: WordHashSpec = field(default_factory=WordHashSpec)
    simhash: SimhashSpec = field(default_factory=SimhashSpec)
    score: ScoreSpec = field(default_factory=ScoreSpec)
    verdict: VerdictSpec = field(default_factory=VerdictSpec)
    widths: tuple[int, ...] = (64,)
    summary: str = field(default="", compare=False)
    pinned: str = ""

    @property
    def id(self) -> str:
        """``name@version``, followed by ``+`` and eight digits of the digest unless released."""
        base = f"{self.name}@{self.version}"
        return base if self.digest == self.pinned else f"{base}+{self.digest[:8]}"

    def release(self) -> Profile:
        """Return the profile pinned to its settings, so that its id is ``name@version``.

        >>> Profile("mine").release().id
        'mine@1'
        """
        return replace(self, pinned=self.digest)

    @property
    def bits(self) -> int:
        """The width of the fingerprints in bits."""
        return self.simhash.bits

    @cached_property
    def json(self) -> str:
        """The canonical JSON of all settings that decide the value: sorted keys, no blanks."""
        data = asdict(self)
        for key in ("summary", "pinned", "widths", "verdict"):
            del data[key]
        digests = dict(data["segment"].pop("files"))
        data["segment"]["options"] = {
            key: [f"sha256:{digests[path]}" for path in _paths(key, value)]
            if key in _FILE_OPTIONS
            else value
            for key, value in self.segment.options
            if key not in _PLACE_OPTIONS
        }
        return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the canonical JSON, 64 hexadecimal digits."""
        return hashlib.sha256(self.json.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def dictionaries(self) -> dict[str, str]:
        """The shipped dictionaries that the profile reads, by name, with their SHA-256."""
        used = (self.features.weights, self.features.stop_words)
        return {name: dictionaries.digest(name) for name in used if isinstance(name, str) and name}

    def with_options(self, **options: Any) -> Profile:
        """Return the profile with some settings changed, under an id of its own.

        ``bits`` the width; ``threshold`` the lowest score of a duplicate, which leaves the id as
        it is; ``segmenter`` another segmenter by name (``tokens`` also keeps the blanks that
        separate the ready words); ``segmenter_options`` a
        mapping for it; ``user_dict`` one path or several of user dictionaries; ``weights`` a
        mapping of tags to weights that goes before the table; ``stop_words`` an iterable that
        replaces the list; ``max_votes`` the cap or None; ``unescape_depth``; ``simplify`` True
        to fold traditional characters. None of them given returns the profile itself. An unknown
        option or a value out of range raises InputError or InputTypeError naming it.

        >>> from textsim.presets import get_profile
        >>> get_profile("title").with_options(bits=128).bits
        128
        """
        for name in options:
            if name not in _OPTIONS:
                msg = f"unknown option {name!r}; known are {name_list(_OPTIONS)}"
                raise UnknownNameError(msg)
        profile = self
        for name, change in _OPTIONS.items():  # in this order, whatever the caller's
            if name in options:
                profile = change(profile, options[name])
        return self if profile == self else profile


def _paths(name: str, value: Any) -> tuple[str, ...]:
    """Return one path or several as a tuple of text."""
    several = (value,) if isinstance(value, (str, PathLike)) else value
    if isinstance(several, (bytes, Mapping)) or not hasattr(several, "__iter__"):
        msg = f"{name} must be a path or several, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    paths = tuple(several)
    for path in paths:
        if not isinstance(path, (str, PathLike)):
            msg = f"{name} must be a path or several, not {path!r} among them"
            raise InputTypeError(msg)
    return tuple(map(str, paths))


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        msg = f"{name} must be a whole number, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    if not low <= value <= high:
        msg = f"{name} {value!r} is not from {low} to {high}"
        raise InputError(msg)
    return value


def _mapping(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        msg = f"{name} must be a mapping, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    return dict(value)


def _with_bits(profile: Profile, value: Any) -> Profile:
    bits = _whole("bits", value, 1, 1 << 16)
    if bits not in profile.widths:
        known = ", ".join(map(str, profile.widths))
        msg = f"bits {bits!r} is not a width of profile {profile.name!r}; it has {known}"
        raise InputError(msg)
    if profile.score.hash_count is not None:
        # The Java title tool computes 64 bits whatever the count; it only masks the distance.
        return replace(profile, score=ScoreSpec(hash_count=bits))
    return replace(
        profile,
        wordhash=replace(profile.wordhash, bits=bits),
        simhash=replace(profile.simhash, bits=bits),
    )


def _with_segmenter(profile: Profile, value: Any) -> Profile:
    if not isinstance(value, str):
        msg = f"segmenter must be a name, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    if value == profile.segment.segmenter:
        return profile
    segment = replace(profile.segment, segmenter=value, options=(), files=())
    clean = profile.clean
    if value == _READY:
        # The blanks that cleaning would take away are what separates the ready words.
        steps = tuple(step for step in clean.steps if step not in _TAKES_BLANKS)
        clean = replace(clean, steps=steps)
    return replace(profile, clean=clean, segment=segment)


def _with_segmenter_options(profile: Profile, value: Any) -> Profile:
    merged = dict(profile.segment.options)
    for key, item in _mapping("segmenter_options", value).items():
        if key in _FILE_OPTIONS:
            # Absolute, so that a worker elsewhere finds them; their content is pinned.
            paths = tuple(str(Path(path).resolve()) for path in _paths(key, item))
            merged[key] = paths[0] if isinstance(item, (str, PathLike)) else paths
        else:
            merged[key] = tuple(item) if isinstance(item, list) else item
    named = sorted(
        {path for key in _FILE_OPTIONS & merged.keys() for path in _paths(key, merged[key])}
    )
    files = tuple((path, dictionaries.file_digest(path)) for path in named)
    segment = replace(profile.segment, options=tuple(merged.items()), files=files)
    return replace(profile, segment=segment)


def _with_user_dict(profile: Profile, value: Any) -> Profile:
    paths = _paths("user_dict", value)
    return _with_segmenter_options(profile, {"user_dict": paths}) if paths else profile


def _with_weights(profile: Profile, value: Any) -> Profile:
    old = profile.features.weights
    table = dict((dictionaries.table(old) if old else ()) if isinstance(old, str) else old)
    for tag, weight in _mapping("weights", value).items():
        if not isinstance(tag, str):
            msg = f"weights must map tags to whole numbers, not {tag!r}"
            raise InputTypeError(msg)
        table[tag] = _whole(f"weight of {tag!r}", weight, 0, 1000)
    weights = tuple(sorted(table.items()))
    return replace(profile, features=replace(profile.features, weights=weights))


def _with_stop_words(profile: Profile, value: Any) -> Profile:
    words = None if isinstance(value, str) or not hasattr(value, "__iter__") else list(value)
    if words is None or not all(isinstance(word, str) for word in words):
        msg = f"stop_words must be an iterable of words, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    chosen = tuple(sorted(set(words)))
    return replace(profile, features=replace(profile.features, stop_words=chosen))


def _with_max_votes(profile: Profile, value: Any) -> Profile:
    cap = None if value is None else _whole("max_votes", value, 1, 1 << 31)
    return replace(profile, features=replace(profile.features, max_votes=cap))


def _with_threshold(profile: Profile, value: Any) -> Profile:
    return replace(profile, verdict=replace(profile.verdict, threshold=value))


def _with_unescape_depth(profile: Profile, value: Any) -> Profile:
    depth = _whole("unescape_depth", value, 0, 16)
    return replace(profile, clean=replace(profile.clean, unescape_depth=depth))


def _with_simplify(profile: Profile, value: Any) -> Profile:
    if not isinstance(value, bool):
        msg = f"simplify must be True or False, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    steps = [step for step in profile.clean.steps if step != "simplified"]
    if value:
        # After the folding of width and compatibility forms, so that those fold too.
        after = [i for i, step in enumerate(steps, 1) if step in ("nfkc", "lower")]
        steps.insert(max(after, default=len(steps)), "simplified")
    return replace(profile, clean=replace(profile.clean, steps=tuple(steps)))


# In the order in which they are applied: another segmenter drops the options of the former.
_OPTIONS: dict[str, Callable[[Profile, Any], Profile]] = {
    "segmenter": _with_segmenter,
    "segmenter_options": _with_segmenter_options,
    "user_dict": _with_user_dict,
    "bits": _with_bits,
    "max_votes": _with_max_votes,
    "simplify": _with_simplify,
    "stop_words": _with_stop_words,
    "threshold": _with_threshold,
    "unescape_depth": _with_unescape_depth,
    "weights": _with_weights,
}
