"""Are two texts the same? What the verdict says of pairs, through the public functions."""

from __future__ import annotations

import json
import math
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import textsim
from textsim import Comparison, Fingerprint, Pipeline, get_profile
from textsim.errors import InputError, InputTypeError
from textsim.score import cosine_estimate, percent

HERE = Path(__file__).parent
LINES = (HERE / "quality" / "pairs.tsv").read_text(encoding="utf-8").splitlines()
PAIRS = [tuple(line.split("\t")[3:5]) for line in LINES]
EDIT = (
    "听说这个副业好做，我还是学生也想开店，求带",
    "听说这个副业好做，我还是学生也想开店，学习了",
)
UNRELATED = ("小猫坐在垫子上", "股市今日大幅下跌")
MISREAD = "鍗楁棆鎺ц偂"
OTHERS = {
    "java-title": get_profile("java-title").with_options(segmenter="jieba"),
    "python-4gram": get_profile("python-4gram"),
    "document": get_profile("document"),
}


@cache
def both_ways() -> list[tuple[Comparison, Comparison]]:
    """Return every pair beside this file, compared there and back."""
    return [(textsim.compare(a, b), textsim.compare(b, a)) for a, b in PAIRS]


def long_texts(count: int, length: int, seed: int) -> list[str]:
    """Return texts of so many characters; no sentence stands in two of them."""
    rng = random.Random(seed)
    sentences = rng.sample(sorted({a for a, _ in PAIRS}), len({a for a, _ in PAIRS}))
    found = []
    for _ in range(count):
        text = ""
        while len(text) < length:
            text += sentences.pop() + "。"
        found.append(text[:length])
    return found


def states(found: Comparison) -> dict[str, Any]:
    return {field.name: getattr(found, field.name) for field in fields(found)}


# ---- both ways round


def test_swapped_texts_have_one_score_and_one_verdict() -> None:
    for there, back in both_ways():
        assert (there.score, there.duplicate) == (back.score, back.duplicate)
        assert (there.distance, there.percent) == (back.distance, back.percent)
        assert (there.closeness, there.evidence) == (back.closeness, back.evidence)
        assert (there.exact, there.order_changed) == (back.exact, back.order_changed)
        assert back.conflicts == tuple((kind, y, x) for kind, x, y in there.conflicts)


def test_words_cut_otherwise_in_traditional_characters_score_alike_both_ways() -> None:
    a, b = "证监会就减持新规公开征求意见", "证监会就减持新规公開征求意见"
    assert textsim.compare(a, b).score == textsim.compare(b, a).score


def test_a_score_is_between_0_and_100_and_100_only_for_equal_texts() -> None:
    for found, _ in both_ways():
        assert found.score is not None
        assert 0 <= found.score <= 100
        assert (found.score == 100) == bool(found.exact)
        assert found.duplicate == (found.score >= found.threshold)
        assert not found.estimated


# ---- equal, empty, damaged


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("三体第11集", "三体第11集"),
        ("iPhone １５ 评测", "<b>iphone 15</b>  评测"),
        ("每日早报", "每日早报\n"),
        ("鱼", "鱼"),
    ],
)
def test_texts_equal_after_cleaning_are_duplicates_whatever_the_threshold(a: str, b: str) -> None:
    found = textsim.compare(a, b)
    assert (found.exact, found.score, found.percent, found.distance) == (True, 100, 100, 0)
    assert found.conflicts == ()
    assert found.with_threshold(100).duplicate is True


@pytest.mark.parametrize(
    ("a", "b", "exact"),
    [
        ("", "abc", False),
        ("", "", True),
        ("+", "-", False),
        ("{", "{", True),
        ("。", "。", True),
        ("。", "养猫", False),
    ],
)
@pytest.mark.parametrize("profile", ["title", "document"])
def test_texts_without_words_have_no_verdict_but_still_tell_whether_they_are_equal(
    a: str, b: str, exact: bool, profile: str
) -> None:
    for found in (
        textsim.compare(a, b, profile=profile),
        textsim.compare(b, a, profile=profile),
    ):
        assert (found.score, found.percent, found.distance) == (None, None, None)
        assert (found.duplicate, found.evidence, found.closeness) == (None, "none", None)
        assert found.with_threshold(0).duplicate is None
        assert found.exact is exact
        assert found.conflicts == ()
        assert (found.explain().shared, found.explain().conflicts) == ((), ())


@pytest.mark.parametrize("text", ["锟斤拷锟斤拷锟斤拷标题", MISREAD])
def test_wrongly_decoded_texts_are_kept_out_of_automatic_verdicts(text: str) -> None:
    same, other = textsim.compare(text, text), textsim.compare("股市今日大跌", text)
    assert (same.exact, same.score) == (True, 100)
    assert same.with_threshold(0).duplicate is None
    assert same.duplicate is other.duplicate is None
    assert "suspicious" in same.a.flags
    prints = textsim.compare_fingerprints(same.a, same.b)
    assert (prints.distance, prints.duplicate) == (0, None)


# ---- evidence


@pytest.mark.parametrize(
    ("a", "b", "evidence"),
    [
        ("", "养猫的冷知识有哪些", "none"),
        ("中国", "中国人", "low"),
        ("鱼", "养猫的冷知识有哪些", "low"),
        ("养猫的冷知识有哪些", "鱼", "low"),
        (*EDIT, "full"),
    ],
)
def test_evidence_tells_how_much_there_is_to_go_by(a: str, b: str, evidence: str) -> None:
    found = textsim.compare(a, b)
    assert found.evidence == evidence
    assert textsim.compare_fingerprints(found.a, found.b).evidence == evidence


def test_evidence_of_bare_values_is_unknown() -> None:
    values = [textsim.fingerprint(text).value for text in EDIT]
    assert textsim.compare_fingerprints(*values).evidence == "unknown"
    assert textsim.compare_fingerprints(values[0], textsim.fingerprint("鱼")).evidence == "unknown"
    assert textsim.compare_fingerprints(values[0], 0).evidence == "none"


# ---- the threshold


@pytest.mark.parametrize("threshold", [0, 0.5, 50, 99.99, 100])
@pytest.mark.parametrize(("a", "b"), [EDIT, UNRELATED, ("三体第11集", "三体第12集"), ("", "猫")])
def test_another_threshold_moves_the_verdict_and_nothing_else(
    a: str, b: str, threshold: float
) -> None:
    found = textsim.compare(a, b)
    moved = found.with_threshold(threshold)
    before, after = states(found), states(moved)
    assert (before.pop("threshold"), after.pop("threshold")) == (found.threshold, threshold)
    assert before == after
    assert moved.evidence == found.evidence
    assert moved.duplicate == (None if found.score is None else found.score >= threshold)
    assert moved.with_threshold(found.threshold) == found


@pytest.mark.parametrize("threshold", [-1, 101, math.nan, math.inf])
def test_a_threshold_out_of_range_is_refused_by_its_value(threshold: float) -> None:
    wanted = f"threshold {threshold!r} is not from 0 to 100"
    with pytest.raises(InputError, match=wanted):
        textsim.compare(*EDIT).with_threshold(threshold)
    with pytest.raises(InputError, match=wanted):
        get_profile("title").with_options(threshold=threshold)


@pytest.mark.parametrize("threshold", [True, "80", None])
def test_a_threshold_that_is_no_number_is_refused_by_its_type(threshold: Any) -> None:
    wanted = f"threshold must be a number, not {type(threshold).__name__} {threshold!r}"
    with pytest.raises(InputTypeError, match=wanted):
        textsim.compare(*EDIT).with_threshold(threshold)
    with pytest.raises(InputTypeError, match=wanted):
        get_profile("title").with_options(threshold=threshold)


def test_the_highest_threshold_means_equal_texts_only() -> None:
    strict = [found.with_threshold(100) for found, _ in both_ways()]
    assert {found.duplicate for found in strict} <= {True, False}
    assert all(found.duplicate == found.exact for found in strict)
    a = textsim.fingerprint("养猫的冷知识有哪些")
    assert textsim.compare_fingerprints(a, a).with_threshold(100).duplicate is False


def test_a_higher_threshold_never_finds_more() -> None:
    counts = [
        sum(found.with_threshold(threshold).duplicate is True for found, _ in both_ways())
        for threshold in (0, 10, 50, 90, 100)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == len(PAIRS)


def test_a_profile_with_another_threshold_makes_the_same_fingerprints() -> None:
    title = get_profile("title")
    other = title.with_options(threshold=70)
    pinned = json.loads((HERE / "golden" / "profiles.json").read_text(encoding="utf-8"))
    assert (other.id, other.digest, other.json) == ("title@1", pinned["title@1"], title.json)
    assert Pipeline(other).stamp == Pipeline(title).stamp
    assert other != title
    for text in EDIT:
        mine = textsim.fingerprint(text, profile=other)
        assert mine == textsim.fingerprint(text)
        assert (mine.profile, mine.flags) == ("title@1", textsim.fingerprint(text).flags)
    assert title.with_options(threshold=title.verdict.threshold) is title


def test_a_profile_with_another_threshold_judges_by_it() -> None:
    strict = get_profile("title").with_options(threshold=100)
    usual, found = textsim.compare(*EDIT), textsim.compare(*EDIT, profile=strict)
    assert (usual.duplicate, found.duplicate) == (True, False)
    assert (found.threshold, found.score) == (100, usual.score)
    assert found.with_threshold(usual.threshold) == usual
    prints = textsim.compare_fingerprints(found.a, usual.b, profile=strict)
    assert (prints.threshold, prints.duplicate) == (100, False)
    assert all(found.threshold == 100 for _, found in textsim.rank(*EDIT[:1], EDIT, profile=strict))


# ---- why


@pytest.mark.parametrize(
    ("a", "b"), [EDIT, UNRELATED, ("三体第11集", "三体第12集"), ("每日早报", "每日早报")]
)
def test_a_comparison_that_travelled_still_explains_itself(a: str, b: str) -> None:
    found = textsim.compare(a, b)
    copy = pickle.loads(pickle.dumps(found))
    assert copy == found
    assert hash(copy) == hash(found)
    assert (copy.duplicate, copy.evidence) == (found.duplicate, found.evidence)
    assert copy.explain() == found.explain()


def test_the_reasons_lead_to_the_score() -> None:
    for found, _ in both_ways()[::40]:
        told = found.explain()
        assert told.conflicts == found.conflicts
        assert told.average is not None
        odds = told.average + sum(reason.effect for reason in told.reasons)
        if not found.exact:
            assert found.score == pytest.approx(100 / (1 + math.exp(-odds)), abs=0.1)


def test_fingerprints_alone_explain_nothing() -> None:
    a, b = map(textsim.fingerprint, EDIT)
    with pytest.raises(InputError, match="compare the texts"):
        textsim.compare_fingerprints(a, b).explain()
    with pytest.raises(InputError, match="fingerprints alone explain nothing"):
        textsim.compare_fingerprints(1, 2).explain()


@pytest.mark.parametrize("profile", [*OTHERS.values()], ids=[*OTHERS])
def test_a_score_read_off_the_overlap_explains_the_words(profile: textsim.Profile) -> None:
    told = textsim.compare(*EDIT, profile=profile).explain()
    assert (told.average, told.reasons) == (None, ())
    assert told.shared
    assert "".join(piece.b for piece in told.pieces) == told.b


def test_conflicts_of_texts_without_features_are_told_alike_in_both_places() -> None:
    found = textsim.compare("三体第十一集", "三体第十二集", profile="go-word")
    assert found.evidence == "none"
    assert found.explain().conflicts == found.conflicts


# ---- other profiles


@pytest.mark.parametrize("profile", [*OTHERS.values()], ids=[*OTHERS])
def test_profiles_without_a_model_read_the_score_off_the_overlap(profile: textsim.Profile) -> None:
    edit = textsim.compare(*EDIT, profile=profile)
    apart = textsim.compare(*UNRELATED, profile=profile)
    same = textsim.compare(EDIT[0], EDIT[0], profile=profile)
    assert edit.score is not None
    assert apart.score is not None
    assert 0 <= apart.score < 10
    assert apart.score + 20 < edit.score < 100
    assert (same.score, same.duplicate, apart.duplicate) == (100, True, False)
    for threshold in (0, edit.score, 100):
        assert edit.with_threshold(threshold).duplicate == (edit.score >= threshold)
    assert edit.with_threshold(math.nextafter(edit.score, 100)).duplicate is False
    assert edit.threshold == profile.verdict.threshold


@pytest.mark.parametrize("profile", [*OTHERS.values()], ids=[*OTHERS])
def test_profiles_without_a_model_score_swapped_texts_alike(profile: textsim.Profile) -> None:
    scores = []
    for a, b in PAIRS[::25]:
        there, back = (textsim.compare(*pair, profile=profile) for pair in ((a, b), (b, a)))
        assert (there.score, there.duplicate) == (back.score, back.duplicate)
        assert (there.score == 100) == bool(there.exact)
        assert there.score is None or 0 <= there.score <= 100
        scores.append(there.score)
    assert len(set(scores)) > 5


@pytest.mark.parametrize("profile", [*OTHERS.values()], ids=[*OTHERS])
def test_unrelated_texts_score_near_nothing_by_overlap(profile: textsim.Profile) -> None:
    texts = long_texts(60, 60, seed=5)
    found = [
        textsim.compare(a, b, profile=profile) for a, b in zip(texts[::2], texts[1::2], strict=True)
    ]
    assert sum(one.score or 0 for one in found) / len(found) <= 10
    assert not any(one.duplicate for one in found)


@pytest.mark.parametrize("name", ["title", *OTHERS])
def test_a_score_of_fingerprints_says_that_it_is_estimated(name: str) -> None:
    profile = OTHERS.get(name) or get_profile(name)
    found = textsim.compare(*EDIT, profile=profile)
    prints = textsim.compare_fingerprints(found.a, found.b, profile=profile)
    assert (found.estimated, prints.estimated) == (False, True)
    assert (prints.exact, prints.order_changed, prints.conflicts) == (None, None, ())
    assert (prints.distance, prints.percent) == (found.distance, found.percent)
    assert prints.score is not None
    assert 0 <= prints.score < 100
    assert prints.duplicate == (prints.score >= prints.threshold)
    apart = textsim.compare_fingerprints(*(textsim.fingerprint(t) for t in UNRELATED))
    assert apart.score is not None
    assert apart.score < 30
    assert apart.duplicate is False


# ---- percent and score


def test_percent_is_plain_arithmetic_and_half_means_unrelated() -> None:
    assert percent(29, 64) == 54.69
    assert percent(32, 64) == 50
    found = textsim.compare_fingerprints(2**64 - 2**32 + 1, 2**61 - 2**32 + 1)
    assert (found.distance, found.percent) == (3, 95.31)
    shares = [percent(d, 64) for d in range(65)]
    assert all(high > low for high, low in pairwise(shares))


@pytest.mark.parametrize("bits", [64, 128])
def test_the_cosine_of_a_distance_is_estimated(bits: int) -> None:
    for d in range(bits + 1):
        assert cosine_estimate(d, bits) == pytest.approx(math.cos(math.pi * d / bits), abs=1e-12)


@pytest.mark.parametrize("name", ["title", *OTHERS])
def test_a_greater_distance_never_has_a_higher_estimated_score(name: str) -> None:
    scores = []
    for d in range(65):
        b = Fingerprint(((1 << d) - 1) ^ (1 << 64) - 2, profile=f"{name}@1", feature_count=9)
        a = Fingerprint((1 << 64) - 2, profile=f"{name}@1", feature_count=9)
        found = textsim.compare_fingerprints(a, b)
        if found.score is not None:
            scores.append(found.score)
    assert len(scores) > 60
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 50
    assert scores[-1] < 10


@pytest.mark.parametrize("profile", ["title", "document"])
def test_unrelated_texts_of_200_characters_score_near_nothing(profile: str) -> None:
    texts = long_texts(100, 200, seed=3)
    found = [
        textsim.compare(a, b, profile=profile) for a, b in zip(texts[::2], texts[1::2], strict=True)
    ]
    assert len(found) == 50
    assert all(len(text) == 200 for text in texts)
    assert sum(one.score or 0 for one in found) / 50 <= 10
    assert not any(one.duplicate for one in found)
    assert 40 <= sum(one.percent or 0 for one in found) / 50 <= 70
    assert textsim.compare(texts[0], texts[0], profile=profile).score == 100


def test_an_edit_scores_far_above_another_sentence() -> None:
    a, b, c = "小猫坐在垫子上", "小猫坐在一张垫子上", "股市今日大幅下跌"
    edit, other = textsim.compare(a, b), textsim.compare(a, c)
    assert edit.score is not None
    assert other.score is not None
    assert edit.score - other.score >= 20
    assert [i for i, _ in textsim.rank(a, [c, b])] == [1, 0]


# ---- which titles are the same


@pytest.mark.parametrize(
    ("a", "b"),
    [
        EDIT,
        ("谢谢童学们的支持", "谢谢同学们的支持"),
        (
            "要获得成功，先认清规则，再在别人醒悟前离场。",
            "要想获得成功，先认清规则，再在别人醒悟前离场。——佚名",
        ),
        ("小猫坐在垫子上", "小猫坐在一张垫子上"),
    ],
)
def test_edits_of_one_text_are_duplicates(a: str, b: str) -> None:
    found = textsim.compare(a, b)
    assert found.duplicate is True
    assert found.conflicts == ()
    assert found.threshold == get_profile("title").verdict.threshold
    assert found.distance is not None
    assert found.distance > 3


@pytest.mark.parametrize(
    ("a", "b"),
    [*combinations(["【推荐】 春季养生要点！", "[推荐]春季养生要点", "★推荐★春季养生要点~~"], 2)],
)
def test_brackets_blanks_and_signs_hide_no_title(a: str, b: str) -> None:
    found = textsim.compare(a, b)
    assert (found.duplicate, found.distance) == (True, 0)


def test_one_character_more_makes_another_word_of_a_very_short_text() -> None:
    found = textsim.compare("中国", "中国人")
    assert found.evidence == "low"
    assert found.duplicate is False


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("三体（上）", "三体（下）"),
        ("第一季", "第二季"),
        ("操作手册 第1部分", "操作手册 第2部分"),
        ("Vol.1", "Vol.2"),
        ("第3季第12集", "第5季第1集"),
    ],
)
def test_volumes_parts_and_seasons_are_not_the_same(a: str, b: str) -> None:
    found = textsim.compare(a, b)
    assert found.duplicate is False
    assert {kind for kind, _, _ in found.conflicts} <= {"part", "ordinal"}
    assert found.conflicts


@pytest.mark.parametrize(
    ("a", "b"), [("北京到上海高铁", "上海到北京高铁"), ("张三打李四", "李四打张三")]
)
def test_sides_that_changed_places_are_another_story(a: str, b: str) -> None:
    found = textsim.compare(a, b)
    assert found.duplicate is False
    assert [kind for kind, _, _ in found.conflicts] == ["order"]


def test_equal_words_in_another_order_have_distance_0_and_say_so() -> None:
    words = get_profile("java-title").with_options(segmenter="jieba")
    found = textsim.compare("北京到上海高铁", "上海到北京高铁", profile=words)
    assert (found.distance, found.order_changed, found.exact) == (0, True, False)
    assert found.score is not None
    assert found.score < 100
    shingled = textsim.compare("alpha to beta", "beta to alpha", profile="cpp-ngram")
    assert shingled.distance is not None
    assert shingled.distance > 0
    assert shingled.order_changed is True


# ---- stop words, recurring titles


@pytest.mark.parametrize("text", ["怎么了", "为什么呢", "公司"])
def test_a_title_of_stop_words_falls_back_to_all_its_words(text: str) -> None:
    made = textsim.fingerprint(text)
    assert made.feature_count
    stopped = textsim.fingerprint(
        text,
        profile=get_profile("title").with_options(
            stop_words=["怎么", "了", "为什么", "呢", "公司"]
        ),
    )
    assert "fallback" in stopped.flags
    assert stopped.feature_count
    assert textsim.compare(text, text).score == 100


def test_two_titles_of_stop_words_are_not_the_same() -> None:
    found = textsim.compare("怎么了", "为什么呢")
    assert found.score is not None
    assert found.score < 50
    assert found.duplicate is False
    assert "fallback" in found.a.flags


def test_one_character_words_count() -> None:
    found = textsim.compare("买鱼", "买虾")
    assert found.distance
    assert found.duplicate is False
    assert textsim.compare("鱼", "鱼").duplicate is True


def test_a_recurring_column_is_exactly_the_same_title_on_little_evidence() -> None:
    found = textsim.compare("每日早报", "每日早报")
    assert (found.exact, found.score, found.evidence) == (True, 100, "low")


# ---- articles


@cache
def articles() -> list[list[str]]:
    """Return texts of 150 words as often as the words stand in the pairs beside this file."""
    pipeline = Pipeline("document")
    pool = [token.word for a, _ in PAIRS for token in pipeline.tokens(pipeline.clean(a))]
    rng = random.Random(9)
    return [rng.choices(pool, k=150) for _ in range(200)]


@pytest.mark.parametrize("changes", [1, 3])
def test_articles_with_a_few_words_replaced_are_found(changes: int) -> None:
    rng = random.Random(changes)
    pool = sorted({word for text in articles() for word in text})
    verdicts: Counter[bool | None] = Counter()
    for words in articles()[:100]:
        other = list(words)
        for place in rng.sample(range(150), changes):
            other[place] = rng.choice(pool)
        found = textsim.compare("".join(words), "".join(other), profile="document")
        verdicts[found.duplicate] += 1
    assert verdicts[True] >= 95


def test_unrelated_articles_are_not() -> None:
    texts = ["".join(words) for words in articles()]
    found = [textsim.compare(a, b, profile="document") for a, b in pairwise(texts)]
    found.append(textsim.compare(texts[-1], texts[0], profile="document"))
    assert len(found) == 200
    assert not any(one.duplicate for one in found)


# ---- surroundings


def test_numbers_are_told_with_a_point_where_commas_are_usual() -> None:
    program = (
        "import locale\n"
        "try: locale.setlocale(locale.LC_ALL, '')\n"
        "except locale.Error: pass\n"
        "import textsim\n"
        "found = textsim.compare_fingerprints(6, 7)\n"
        "print(found.distance, found.percent, found.score)\n"
    )
    env = {**os.environ, "LC_ALL": "de_DE.UTF-8"}
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=env)
    told = done.stdout.decode().split()
    assert told[:2] == ["1", "98.44"]
    assert 0 <= float(told[2]) < 100


def test_a_width_is_honoured_or_refused() -> None:
    wide = get_profile("title").with_options(bits=128)
    found = textsim.compare(*UNRELATED, profile=wide)
    assert (found.bits, found.a.bits) == (128, 128)
    assert found.distance is not None
    assert found.percent == percent(found.distance, 128)
    assert found.score == textsim.compare(*UNRELATED).score
    for bits in (32, 100):
        with pytest.raises(InputError, match=f"bits {bits}"):
            get_profile("title").with_options(bits=bits)
    java = OTHERS["java-title"].with_options(bits=128)
    classic = textsim.compare(*UNRELATED, profile=java)
    assert (classic.a.bits, classic.bits) == (64, 128)
    assert classic.distance is not None
    assert classic.percent == percent(classic.distance, 128) >= 50


# ---- anything at all

_TEXTS = st.lists(
    st.sampled_from([*"第一二集年月不吗上下猫鱼話開ABc12,。!《》()% ", "三体", "公告", "停水"])
    | st.text(max_size=2),
    max_size=12,
).map("".join)


@pytest.mark.parametrize("profile", ["title", "document", "python-4gram"])
def test_any_two_texts_are_judged_the_same_both_ways(profile: str) -> None:
    @settings(max_examples=120)
    @given(_TEXTS, _TEXTS)
    def judged(a: str, b: str) -> None:
        there = textsim.compare(a, b, profile=profile)
        back = textsim.compare(b, a, profile=profile)
        assert (there.score, there.duplicate) == (back.score, back.duplicate)
        assert (there.score is None) == (not there.scorable) == (there.evidence == "none")
        if there.score is not None:
            assert 0 <= there.score <= 100
            assert (there.score == 100) == bool(there.exact)
        assert back.conflicts == tuple((kind, y, x) for kind, x, y in there.conflicts)
        assert "".join(piece.a for piece in there.explain().pieces) == there.explain().a

    judged()


@pytest.mark.parametrize("compare", [textsim.compare, lambda a, b: textsim.rank(a, [b])])
def test_long_texts_are_judged_as_well(compare: Callable[[str, str], object]) -> None:
    a, b = ("".join(random.Random(seed).choices("甲乙丙丁第1集", k=5_000)) for seed in (1, 2))
    assert compare(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("第一季", "第1季"),
        ("3月5日开会", "三月五日开会"),
        ("价格1万元", "价格10000元"),
        ("庆余年第二季第十集", "庆余年第2季第10集"),
        ("民法典第一百二十条", "民法典第120条"),
    ],
)
def test_a_number_in_another_notation_is_the_same(a: str, b: str) -> None:
    assert textsim.compare(a, b).duplicate is True


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("北京明天最低气温-5℃", "北京明天最低气温5℃", "unit"),
        ("净利润同比增长-3.2%", "净利润同比增长3.2%", "unit"),
        ("-5 C", "5 C", "number"),
        ("官方否认提高个税起征点", "官方提高个税起征点", "negation"),
        ("世界杯：阿根廷2-1荷兰", "世界杯：荷兰2-1阿根廷", "order"),
        ("华为Mate 60评测", "华为Mate 60 Pro评测", "model"),
    ],
)
def test_signs_denials_and_turned_results_are_conflicts(a: str, b: str, kind: str) -> None:
    found = textsim.compare(a, b)
    assert [conflict.kind for conflict in found.conflicts] == [kind]
    assert found.duplicate is False


def test_a_fingerprint_of_an_unknown_profile_has_a_score_and_no_verdict() -> None:
    found = textsim.compare_fingerprints(5, 9)
    assert found.score is not None
    assert (found.threshold, found.duplicate) == (None, None)
    assert found.with_threshold(50).duplicate is True
    assert textsim.compare_fingerprints(5, 9, profile="java-title").duplicate is True
