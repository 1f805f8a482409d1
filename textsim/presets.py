"""The profiles that ship: ours, and one for each way of the five reference systems."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from textsim.clean import CleanSpec
from textsim.errors import InputTypeError, UnknownNameError, name_list
from textsim.features import FeatureSpec
from textsim.profile import Profile
from textsim.score import ScoreSpec
from textsim.score.verdict import VerdictSpec
from textsim.segment import SegmentSpec
from textsim.simhash import SimhashSpec
from textsim.wordhash import WordHashSpec

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CLASSIC", "DEFAULT", "get_profile", "profile_names"]

DEFAULT = "title"

# How overlap and score go together where no model judges, from tests/quality/curves.py. CLASSIC is
# for words of equal weight, and for fingerprints of which nothing is known.
CLASSIC = VerdictSpec(
    curve=((0, 0), (10, 1), (20, 4), (30, 10), (40, 22), (50, 40), (60, 60), (80, 78), (100, 99)),
    disputed=0.06,
)
_RUNS = VerdictSpec(
    curve=((0, 0), (10, 24), (20, 45), (30, 60), (50, 75), (70, 95), (100, 99)), disputed=0.05
)
_WINDOWS = VerdictSpec(
    curve=((0, 0), (10, 18), (20, 38), (30, 58), (40, 75), (60, 81), (80, 86), (100, 99)),
    disputed=0.05,
)
_GROUPS = VerdictSpec(
    curve=((0, 0), (5, 50), (10, 58), (30, 72), (40, 85), (60, 97), (100, 99)), disputed=0.05
)
_TITLE = VerdictSpec(
    "verdict-title.json",
    threshold=45,  # the best for real and for written pairs together, by cross-validation
    curve=((0, 0), (10, 1), (20, 4), (30, 11), (40, 26), (50, 45), (60, 61), (80, 83), (100, 99)),
)
# Every word and every comma votes, so that unrelated articles have much in common.
_EVERY_WORD = VerdictSpec(
    curve=((0, 0), (40, 1), (60, 8), (70, 20), (80, 50), (90, 85), (100, 99)), disputed=0.06
)
# Articles tell many numbers; that one of them changed does not make another article.
_DOCUMENT = VerdictSpec(
    curve=((0, 0), (20, 1), (30, 5), (40, 15), (50, 40), (60, 75), (80, 95), (100, 99))
)

# What our own profiles have in common.
_CLEAN = CleanSpec(("markup", "nfkc", "invisible", "lower", "blanks", "guard"))
_FEATURES = FeatureSpec(
    weights="weights-title.tsv",
    tag_prefix=True,
    stop_words="stopwords-zh.txt",
    drop_punctuation=True,
    fallback=True,
)


def profile_names() -> tuple[str, ...]:
    """Return the names of the shipped profiles, the default one first.

    >>> profile_names()[0]
    'title'
    """
    return tuple(_PRESETS)


@cache
def _preset(name: str) -> Profile:
    return _PRESETS[name]().release()


def get_profile(profile: str | Profile) -> Profile:
    """Return a shipped profile by name or ``name@version``; a Profile is returned as it is.

    An unknown name raises UnknownNameError listing the known ones.

    >>> get_profile("java-title").id
    'java-title@1'
    """
    if isinstance(profile, Profile):
        return profile
    if not isinstance(profile, str):
        msg = f"profile must be a name or a Profile, not {type(profile).__name__} {profile!r}"
        raise InputTypeError(msg)
    name, at, version = profile.partition("@")
    if name in _PRESETS and (not at or version == str(_preset(name).version)):
        return _preset(name)
    msg = f"no profile {profile!r}; known are {name_list(_PRESETS)}"
    raise UnknownNameError(msg)


def _title() -> Profile:
    return Profile(
        name="title",
        summary="short texts: words weighted by part of speech, and pairs of Han characters",
        clean=_CLEAN,
        segment=SegmentSpec("jieba", join=True),
        features=replace(_FEATURES, max_votes=1, han_ngrams=(2,)),
        verdict=_TITLE,
        widths=(64, 128, 256),
    )


def _document() -> Profile:
    return Profile(
        name="document",
        summary="articles: words weighted by part of speech, capped, without stop words",
        clean=_CLEAN,
        segment=SegmentSpec("jieba", join=True),
        features=replace(_FEATURES, max_votes=2),
        verdict=_DOCUMENT,
        widths=(64, 128, 256),
    )


def _java_title() -> Profile:
    return Profile(
        name="java-title",
        summary="the Java forum title tool (HanLP, jsoup): padded hash, cap of six, stop tag w",
        clean=CleanSpec(("lower", "jsoup", "java-strip")),
        segment=SegmentSpec("hanlp", punctuation_tag="w"),
        features=FeatureSpec(weights=(("n", 1),), stop_tags=("w",), max_votes=6),
        wordhash=WordHashSpec("java-1000003-padded"),
        simhash=SimhashSpec(tie="one"),
        score=ScoreSpec(hash_count=64),
        verdict=CLASSIC,
        widths=(32, 64, 128),
    )


def _java_article() -> Profile:
    return Profile(
        name="java-article",
        summary="the older Java class (HanLP): plain hash, every word, no cleaning",
        segment=SegmentSpec("hanlp"),
        wordhash=WordHashSpec("java-1000003"),
        simhash=SimhashSpec(tie="one"),
        verdict=_EVERY_WORD,
        widths=(32, 64, 128),
    )


def _go(name: str, summary: str, clean: tuple[str, ...], pattern: str) -> Profile:
    return Profile(
        name=name,
        summary=summary,
        clean=CleanSpec(clean),
        segment=SegmentSpec("words", (("pattern", pattern),)),
        wordhash=WordHashSpec("fnv1"),
        simhash=SimhashSpec(tie="one"),
        verdict=_RUNS,
    )


def _go_word() -> Profile:
    return _go(
        "go-word",
        "mfonda/simhash WordFeatureSet: ASCII words and URLs, FNV-1",
        ("lower-simple",),
        "go-word",
    )


def _go_unicode(form: str) -> Callable[[], Profile]:
    return lambda: _go(
        f"go-unicode-{form}",
        f"mfonda/simhash UnicodeWordFeatureSet after {form.upper()}: runs of letters, FNV-1",
        (form, "lower-simple"),
        "go-unicode",
    )


def _python_4gram() -> Profile:
    return Profile(
        name="python-4gram",
        summary="the simhash package 2.1.2: four-character windows, tail of MD5",
        clean=CleanSpec(("lower",)),
        segment=SegmentSpec("ngram", (("width", 4),)),
        wordhash=WordHashSpec("md5-tail"),
        simhash=SimhashSpec(tie="zero"),
        verdict=_WINDOWS,
        widths=(32, 64, 128),
    )


def _cpp_ngram() -> Profile:
    return Profile(
        name="cpp-ngram",
        summary="cppsimhash: byte-wise words, pairs and triples weighted 1, 2, 3, AES hash",
        clean=CleanSpec(("lower-ascii",)),
        segment=SegmentSpec("words", (("pattern", "bytes"),)),
        features=FeatureSpec(shingles=(1, 2, 3)),
        wordhash=WordHashSpec("aes"),
        simhash=SimhashSpec(tie="one"),
        verdict=_GROUPS,
    )


_PRESETS: dict[str, Callable[[], Profile]] = {
    "title": _title,
    "document": _document,
    "java-title": _java_title,
    "java-article": _java_article,
    "go-word": _go_word,
    "go-unicode-nfc": _go_unicode("nfc"),
    "go-unicode-nfd": _go_unicode("nfd"),
    "go-unicode-nfkc": _go_unicode("nfkc"),
    "go-unicode-nfkd": _go_unicode("nfkd"),
    "python-4gram": _python_4gram,
    "cpp-ngram": _cpp_ngram,
}
