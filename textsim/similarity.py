"""Two texts, or two fingerprints → how alike they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textsim.errors import InputError, InputTypeError, ProfileMismatchError
from textsim.pipeline import pipeline_for, require_text
from textsim.presets import DEFAULT, get_profile, profile_names
from textsim.score import ScoreSpec, distance, overlap, overlap_estimate, percent
from textsim.score.conflicts import conflicts, facts
from textsim.values import Comparison, Fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textsim.profile import Profile
    from textsim.score.conflicts import Facts
    from textsim.values import Conflict, Prepared, Trace

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
    """Return how alike two texts are: distance, percent and score side by side.

    ``distance`` is in bits, ``percent`` is ``(1 - distance / bits) * 100`` and near 50 for
    unrelated texts, ``score`` the weighted overlap of the features from 0 to 100; ``exact``,
    ``order_changed`` and ``conflicts`` tell more, ``a`` and ``b`` are the fingerprints. A text
    without features is unscorable: the three numbers are then None, never 100. Anything but str
    raises InputTypeError.

    >>> compare("养猫的冷知识", "养猫的冷知识！").score
    100.0
    """
    pipeline = pipeline_for(profile)
    first, second = pipeline.prepare(a), pipeline.prepare(b)
    return _compare_prepared(first, facts(first.plain), second, pipeline.profile.score)


def rank(
    query: str, candidates: Iterable[str], *, profile: str | Profile = DEFAULT
) -> list[tuple[int, Comparison]]:
    """Return (position, comparison) of each candidate with the query, most alike first.

    Ordered by score, then distance, then position; unscorable ones last. A str instead of an
    iterable of texts raises InputTypeError.

    >>> [i for i, _ in rank("养猫的冷知识", ["股市大跌", "养猫冷知识"])]
    [1, 0]
    """
    if isinstance(candidates, str):
        msg = f"candidates must be an iterable of texts, not str {candidates!r}"
        raise InputTypeError(msg)
    pipeline = pipeline_for(profile)
    spec = pipeline.profile.score
    prepared = pipeline.prepare(query)
    said = facts(prepared.plain)
    pairs = []
    for i, text in enumerate(candidates):
        candidate = pipeline.prepare(require_text(f"candidates[{i}]", text))
        pairs.append((i, _compare_prepared(prepared, said, candidate, spec)))
    return sorted(pairs, key=lambda pair: (*_order(pair[1]), pair[0]))


def _order(comparison: Comparison) -> tuple[float, float]:
    if comparison.score is None or comparison.distance is None:
        return (1.0, float("inf"))
    return (-comparison.score, comparison.distance)


def _compare_prepared(a: Prepared, said: Facts, b: Prepared, spec: ScoreSpec) -> Comparison:
    """Return the comparison of two texts; ``said`` are the facts of the first one."""
    exact = a.plain == b.plain
    scorable = a.fingerprint.scorable and b.fingerprint.scorable
    one, two = a.features.words, b.features.words
    return _comparison(
        a.fingerprint,
        b.fingerprint,
        spec,
        score=overlap(a.features.kept, b.features.kept) if scorable else None,
        exact=exact,
        order_changed=scorable and one != two and sorted(one) == sorted(two),
        found=() if exact else conflicts(said, facts(b.plain)),
    )


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
    known = get_profile(profile).score if profile is not None else None
    spec = known or _score_spec(left.profile or right.profile)
    score = None
    if left.scorable and right.scorable:
        bits = spec.hash_count or left.bits
        score = overlap_estimate(distance(left.value, right.value, spec), bits)
    return _comparison(left, right, spec, score=score, exact=None, order_changed=None)


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


def _score_spec(profile_id: str) -> ScoreSpec:
    """Return how a shipped profile counts distance; any other counts all its bits."""
    name = profile_id.partition("@")[0]
    return get_profile(profile_id).score if profile_id == _shipped_id(name) else ScoreSpec()


def _shipped_id(name: str) -> str | None:
    return get_profile(name).id if name in profile_names() else None


def _comparison(
    a: Fingerprint,
    b: Fingerprint,
    spec: ScoreSpec,
    *,
    score: float | None,
    exact: bool | None,
    order_changed: bool | None,
    found: tuple[Conflict, ...] = (),
) -> Comparison:
    bits = spec.hash_count or a.bits
    scorable = a.scorable and b.scorable
    bits_apart = distance(a.value, b.value, spec) if scorable else None
    return Comparison(
        a=a,
        b=b,
        distance=bits_apart,
        percent=None if bits_apart is None else percent(bits_apart, bits),
        score=score,
        estimated=exact is None,
        exact=exact,
        order_changed=order_changed,
        bits=bits,
        profile=a.profile or b.profile,
        conflicts=found,
    )
