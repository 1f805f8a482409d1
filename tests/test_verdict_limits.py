"""What a verdict must not do: crash, slow down, or call what is unrelated the same."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import textsim
from tests.growth import is_linear
from textsim import Fingerprint, Pipeline
from textsim.cli.beside import beside
from textsim.cli.render import Output
from textsim.errors import InputTypeError
from textsim.score import overlap_beyond_chance
from textsim.score.conflicts import conflicts, facts
from textsim.score.explanation import pieces
from textsim.values import Piece

LINES = (Path(__file__).parent / "quality" / "pairs.tsv").read_text(encoding="utf-8").splitlines()
HUGE = [
    "1.5" + "亿" * 40,
    "1.5" + "万" * 200,
    "收入1" + "亿" * 60 + "公斤",
    "一" + "亿" * 39 + "公斤",
]
ENGLISH = [
    "Senate passes annual budget after marathon session",
    "How to grow tomatoes on a small balcony",
    "Local bakery wins award for sourdough bread",
    "Wireless noise cancelling headphones, black",
    "Championship final ends in dramatic penalty shootout",
    "Astronomers detect water vapour around distant planet",
    "Used city bicycle for sale, barely ridden",
    "Wireless performance mouse with silent buttons",
]
RUSSIAN = ["Сколько стоит квартира", "Рецепт борща с говядиной", "Прогноз погоды на завтра"]


@pytest.mark.parametrize("text", HUGE)
def test_a_number_beyond_counting_is_none(text: str) -> None:
    assert textsim.compare(text, "乙").duplicate is False
    assert textsim.compare(text, text + "!").score is not None
    assert textsim.compare(text, text.replace("1", "2")).explain().pieces


@pytest.mark.parametrize(
    "build",
    [
        lambda n: "1集" + "7" * n,
        lambda n: "1," + "111," * (n // 4),
        lambda n: "1集 1" + "亿" * n,
        lambda n: "".join(f"《甲{i}》" for i in range(n // 4)),
        lambda n: "".join(f"a{i}pro " for i in range(n // 8)),
    ],
    ids=["digits", "commas", "scales", "titles", "editions"],
)
def test_conflicts_take_time_in_proportion(build: object) -> None:
    assert callable(build)

    def compared(size: int) -> object:
        one = build(size)
        return conflicts(facts(one), facts(one.replace("1", "2").replace("甲", "乙")))

    assert is_linear(compared, 4_000)


def test_many_marks_on_one_letter_are_shown_in_time_in_proportion() -> None:
    class Terminal:
        encoding = "utf-8"

        def isatty(self) -> bool:
            return False

    def shown(size: int) -> object:
        return list(beside([Piece("a" + "\u0301" * size, "b")], Output(Terminal())))  # type: ignore[arg-type]

    assert is_linear(shown, 20_000)


@pytest.mark.parametrize("texts", [ENGLISH, RUSSIAN], ids=["english", "russian"])
def test_unrelated_texts_of_other_scripts_are_not_the_same(texts: list[str]) -> None:
    found = [textsim.compare(a, b) for a, b in combinations(texts, 2)]
    assert not any(comparison.duplicate for comparison in found)
    assert np.mean([comparison.score for comparison in found]) < 10


def test_the_same_english_title_is_found_again() -> None:
    for title in ENGLISH:
        assert textsim.compare(title, "BREAKING: " + title.upper()).duplicate is True


@pytest.mark.parametrize(
    "profile", ["title", "document", "java-title", "go-unicode-nfc", "python-4gram", "cpp-ngram"]
)
def test_unrelated_fingerprints_lie_near_nothing(profile: str) -> None:
    made = textsim.get_profile(profile)
    if made.segment.segmenter == "hanlp":
        made = made.with_options(segmenter="jieba")
    pipeline = Pipeline(made)
    titles = [line.split("\t") for line in LINES]
    prints = [pipeline.fingerprint(a if i % 2 else b) for i, (*_, a, b) in enumerate(titles[::5])]
    found = [
        textsim.compare_fingerprints(a, b, profile=made)
        for a, b in zip(prints, prints[37:], strict=False)
    ]
    scored = [comparison for comparison in found if comparison.score is not None]
    assert np.mean([comparison.score for comparison in scored]) < 5
    assert np.mean([bool(comparison.duplicate) for comparison in scored]) < 0.06


@given(st.integers(0, 64), st.sampled_from([32, 64, 128, 256]))
def test_what_is_beyond_chance_falls_with_the_distance(distance: int, bits: int) -> None:
    here = overlap_beyond_chance(min(distance, bits), bits)
    there = overlap_beyond_chance(min(distance + 1, bits), bits)
    assert 0 <= there <= here <= 100
    assert overlap_beyond_chance(bits // 2, bits) == 0


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("国际油价今日上调，专家提醒", "國際油價今日下調，專家提醒", "antonym"),
        ("這個冬天會很冷嗎", "這個冬天會很冷", "question"),
        ("委員贊成方案", "委員反對方案", "antonym"),
    ],
)
def test_traditional_characters_contradict_likewise(a: str, b: str, kind: str) -> None:
    assert [c.kind for c in conflicts(facts(a), facts(b))] == [kind]


@given(*[st.text(st.sampled_from("第亿涨油价ab 1"), max_size=12)] * 2)
def test_pieces_are_mirrored(a: str, b: str) -> None:
    assert pieces(a, b) == tuple(Piece(y, x) for x, y in pieces(b, a))


def test_fingerprints_forced_together_compare_the_same_both_ways() -> None:
    a, b = (
        textsim.fingerprint("有哪些养猫必须知道的冷知识", profile=p) for p in ("title", "document")
    )
    there = textsim.compare_fingerprints(a, b, force=True)
    back = textsim.compare_fingerprints(b, a, force=True)
    assert (there.score, there.threshold) == (back.score, back.threshold)


def test_a_numpy_threshold_gives_a_plain_verdict() -> None:
    found = textsim.compare("养猫", "养猫!").with_threshold(np.float64(45))
    assert type(found.threshold) is float
    assert type(found.duplicate) is bool


@pytest.mark.parametrize("candidates", [None, 5, b"ab", "ab"])
def test_candidates_must_be_an_iterable_of_texts(candidates: object) -> None:
    with pytest.raises(InputTypeError, match="candidates must be an iterable of texts"):
        textsim.rank("养猫", candidates)  # type: ignore[arg-type]


def test_stored_values_of_one_profile_are_judged_by_it() -> None:
    a = textsim.fingerprint("有哪些养猫必须知道的冷知识")
    stored = Fingerprint(a.value, profile=a.profile)
    assert textsim.compare_fingerprints(a, stored).duplicate is True
