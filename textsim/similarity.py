"""Two texts, or two fingerprints → how alike they are."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from textsim.errors import InputError, InputTypeError, ProfileMismatchError
from textsim.pipeline import pipeline_for, require_text
from textsim.presets import CLASSIC, DEFAULT, get_profile, profile_names
from textsim.profile import Profile
from textsim.score import (
    ScoreSpec,
    distance,
    overlap,
    overlap_beyond_chance,
    overlap_estimate,
    percent,
)
from textsim.score.conflicts import conflicts, facts
from textsim.score.explanation import explanation
from textsim.score.likeness import likeness, read
from textsim.score.verdict import calibrated, closeness, load_model, log_odds, read_off
from textsim.values import Comparison, Fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textsim.pipeline import Pipeline
    from textsim.score.conflicts import Facts
    from textsim.score.likeness import Reading
    from textsim.score.verdict import VerdictSpec
    from textsim.values import Conflict, Explanation, Prepared, Trace

__all__ = [
    "compare",
    "compare_fingerprints",
    "explain",
    "fingerprint",
    "fingerprint_tokens",
    "rank",
]


def fingerprint(text: str, *, profile: str | Profile = DEFAULT) -> Fingerprint:
    """Return the fingerprint of a text.

    Anything but str raises InputTypeError, an unknown profile UnknownNameError.

    >>> fingerprint("有哪些养猫必须知道的冷知识？", profile="python-4gram").hex
    '018708e9e0a3ef35'
    """
    return pipeline_for(profile).fingerprint(text)


def fingerprint_tokens(tokens: Iterable[Any], *, profile: str | Profile = DEFAULT) -> Fingerprint:
    """Return the fingerprint of ready tokens: words or (word, tag) pairs.

    A str instead of an iterable of words raises InputTypeError.

    >>> fingerprint_tokens(["有", "哪些"], profile="java-title").hex
    'daaefed56a7efdfe'
    """
    return pipeline_for(profile).fingerprint_tokens(tokens)


def explain(text: str, *, profile: str | Profile = DEFAULT) -> Trace:
    """Return how a text becomes its fingerprint: the result of every stage, in order.

    >>> explain("A b", profile="go-word").plain
    'a b'
    """
    return pipeline_for(profile).trace(text)


def compare(a: str, b: str, *, profile: str | Profile = DEFAULT) -> Comparison:
    """Return how alike two texts are and whether they are the same, and why.

    ``distance`` is in bits, ``percent`` is ``(1 - distance / bits) * 100`` and near 50 for
    unrelated texts, ``score`` is calibrated: 80 means that four of five such pairs are the same,
    unrelated texts lie near 0. ``duplicate`` is the verdict by the profile's threshold, which
    ``with_threshold`` moves; ``conflicts``, ``evidence``, ``exact`` and ``order_changed`` tell
    more, and ``explain()`` what the score was made of. A text without features is unscorable: the
    numbers and the verdict are then None. Anything but str raises InputTypeError.

    >>> found = compare("养猫的冷知识有哪些", "有哪些养猫的冷知识？")
    >>> found.duplicate, compare("第11集在线观看", "第12集在线观看").duplicate
    (True, False)
    """
    pipeline = pipeline_for(profile)
    first, second = (require_text(name, text) for name, text in (("a", a), ("b", b)))
    return _compare_texts(pipeline.profile, _ready(pipeline, first), _ready(pipeline, second))


def rank(
    query: str, candidates: Iterable[str], *, profile: str | Profile = DEFAULT
) -> list[tuple[int, Comparison]]:
    """Return (position, comparison) of each candidate with the query, most alike first.

    Equal texts first, then by ``closeness``, distance and position; unscorable ones last.
    Closeness is the score's log-odds with more weight on what the texts have in common: the
    nearest come first even when they are not the same story (第11集 for 第12集). A str instead of
    an iterable of texts raises InputTypeError.

    >>> [i for i, _ in rank("养猫的冷知识", ["股市大跌", "养猫冷知识"])]
    [1, 0]
    """
    if isinstance(candidates, (str, bytes)) or not hasattr(candidates, "__iter__"):
        kind = type(candidates).__name__
        msg = f"candidates must be an iterable of texts, not {kind} {candidates!r}"
        raise InputTypeError(msg)
    pipeline = pipeline_for(profile)
    first = _ready(pipeline, query)
    pairs = []
    for i, text in enumerate(candidates):
        candidate = _ready(pipeline, require_text(f"candidates[{i}]", text))
        pairs.append((i, _compare_texts(pipeline.profile, first, candidate)))
    return sorted(pairs, key=lambda pair: (*_order(pair[1]), pair[0]))


def _order(comparison: Comparison) -> tuple[bool, float, float]:
    if comparison.closeness is None or comparison.distance is None:
        return (True, float("inf"), float("inf"))
    return (not comparison.exact, -comparison.closeness, comparison.distance)


class _Ready(NamedTuple):
    """One text made ready: ``reading`` where the profile's verdict has a model, else its facts."""

    prepared: Prepared
    facts: Facts
    reading: Reading | None


def _ready(pipeline: Pipeline, text: str) -> _Ready:
    prepared = pipeline.prepare(text)
    if not pipeline.profile.verdict.model:
        return _Ready(prepared, facts(prepared.plain), None)
    reading = read(prepared)
    return _Ready(prepared, reading.facts, reading)


class _Judged(NamedTuple):
    score: float | None
    closeness: float | None
    conflicts: tuple[Conflict, ...]


def _compare_texts(profile: Profile, a: _Ready, b: _Ready) -> Comparison:
    exact = a.prepared.plain == b.prepared.plain
    scorable = a.prepared.fingerprint.scorable and b.prepared.fingerprint.scorable
    one, two = a.prepared.features.words, b.prepared.features.words
    judged = _judge(profile.verdict, a, b, exact=exact) if scorable else _Judged(None, None, ())
    return _comparison(
        a.prepared.fingerprint,
        b.prepared.fingerprint,
        profile,
        judged,
        exact=exact,
        order_changed=scorable and one != two and sorted(one) == sorted(two),
        explainer=partial(explanation, profile.verdict, a.prepared, b.prepared),
    )


def _judge(spec: VerdictSpec, a: _Ready, b: _Ready, *, exact: bool) -> _Judged:
    """Return the score, the closeness and the conflicts of two scorable texts."""
    if a.reading and b.reading:
        alike = likeness(a.reading, b.reading)
        model = load_model(spec.model)
        odds = log_odds(model, alike.values)
        return _Judged(
            100.0 if exact else calibrated(odds),
            closeness(model, odds, alike.values),
            alike.conflicts,
        )
    shared = overlap(a.prepared.features.kept, b.prepared.features.kept) or 0.0
    found = () if exact else conflicts(a.facts, b.facts)
    score = read_off(spec.curve, shared) * (spec.disputed if found else 1)
    return _Judged(100.0 if exact else score, shared, found)


def compare_fingerprints(
    a: Fingerprint | int | str,
    b: Fingerprint | int | str,
    *,
    profile: str | Profile | None = None,
    base: int | None = None,
    force: bool = False,
) -> Comparison:
    """Return how alike two fingerprints are; ``score`` is estimated from the distance alone.

    Integers, signed or not, and their text are taken as 64-bit values of an unknown profile;
    ``base`` 10 or 16 reads text that could be both. ``profile`` tells how distance is counted when
    the fingerprints are of a changed ``java-title`` (its hash count); else their own id does.
    Fingerprints of different profiles or stamps raise ProfileMismatchError naming both, unless
    ``force``; different widths always raise InputError naming ``bits``.

    >>> compare_fingerprints("12382334418040220206", "17447883110520160081").distance
    39
    """
    left, right = (
        v if isinstance(v, Fingerprint) else Fingerprint.parse(v, base=base) for v in (a, b)
    )
    if left.bits != right.bits:
        msg = f"bits {left.bits} and {right.bits} differ; compare fingerprints of one width"
        raise InputError(msg)
    if not force:
        _check_made_alike(left, right)
    made_with = _made_with(_common(left.profile, right.profile), profile)
    spec = made_with.score
    judged = _Judged(None, None, ())
    if left.scorable and right.scorable:
        apart = distance(left.value, right.value, spec)
        bits = spec.hash_count or left.bits
        shared = overlap_beyond_chance(apart, bits)
        score = read_off(made_with.verdict.curve, shared)
        judged = _Judged(score, overlap_estimate(apart, bits), ())
    return _comparison(left, right, made_with, judged, exact=None, order_changed=None)


def _check_made_alike(a: Fingerprint, b: Fingerprint) -> None:
    if a.profile and b.profile and a.profile != b.profile:
        what, left, right = "profiles", a.profile, b.profile
    elif a.stamp and b.stamp and a.stamp != b.stamp:
        what, left, right = "stamps", a.stamp, b.stamp
    else:
        return
    msg = (
        f"fingerprints of {what} {left!r} and {right!r} do not compare; "
        "make both with one profile, segmenter and dictionary, or pass force=True"
    )
    raise ProfileMismatchError(msg)


# What made a fingerprint that names no profile: read like one of words of equal weight.
_UNKNOWN = Profile("unknown", verdict=CLASSIC)


def _common(a: str, b: str) -> str:
    """Return the profile of both, or of the one that names it; none for two different ones."""
    return (a or b) if not a or not b or a == b else ""


def _made_with(profile_id: str, profile: str | Profile | None) -> Profile:
    """Return the profile given, or the shipped one of that name, or one that counts all bits.

    A changed ``java-title`` cannot be told from its id alone; all its bits count unless given.
    """
    if profile is not None:
        return get_profile(profile)
    name = profile_id.partition("@")[0]
    if name not in profile_names():
        return _UNKNOWN
    shipped = get_profile(name)
    return shipped if shipped.id == profile_id else replace(shipped, score=ScoreSpec())


def _comparison(
    a: Fingerprint,
    b: Fingerprint,
    profile: Profile,
    judged: _Judged,
    *,
    exact: bool | None,
    order_changed: bool | None,
    explainer: Callable[[], Explanation] | None = None,
) -> Comparison:
    spec = profile.score
    bits = spec.hash_count or a.bits
    scorable = a.scorable and b.scorable
    bits_apart = distance(a.value, b.value, spec) if scorable else None
    return Comparison(
        a=a,
        b=b,
        distance=bits_apart,
        percent=None if bits_apart is None else percent(bits_apart, bits),
        score=judged.score,
        threshold=profile.verdict.threshold if profile.id != _UNKNOWN.id else None,
        estimated=exact is None,
        exact=exact,
        order_changed=order_changed,
        bits=bits,
        profile=a.profile or b.profile,
        conflicts=judged.conflicts,
        closeness=judged.closeness,
        explainer=explainer,
    )
