"""Why two texts were found alike or not."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textsim import Pipeline
from textsim.score.align import LONGEST
from textsim.score.explanation import explanation, pieces
from textsim.score.likeness import MEASURES, likeness, read
from textsim.score.verdict import VerdictSpec, load_model, log_odds
from textsim.values import Conflict, Feature

TITLE = Pipeline("title")
SPEC = TITLE.profile.verdict
ODDS_AT_MOST = len(MEASURES) * 0.00005 + 1e-9  # every effect is rounded to four decimals

_TEXTS = st.lists(
    st.sampled_from(
        [*"油价上下调不没第一2集,。 !ab猫", "三体", "11", "公告", "停水", "《山海》", "北京", "到"]
    ),
    max_size=12,
).map("".join)


# ---- pieces


def assert_whole(a: str, b: str) -> None:
    found = pieces(a, b)
    assert "".join(piece.a for piece in found) == a
    assert "".join(piece.b for piece in found) == b
    assert all(piece.a or piece.b for piece in found)
    assert all(piece.same == (piece.a == piece.b) for piece in found)
    assert all(one.same != two.same for one, two in pairwise(found))


@given(_TEXTS | st.text(), _TEXTS | st.text())
def test_pieces_joined_are_both_texts_and_equal_ones_alternate_with_others(a: str, b: str) -> None:
    assert_whole(a, b)
    assert_whole(a, a)
    assert_whole(a, a[: len(a) // 2] + b)


def test_equal_texts_are_one_piece_and_empty_ones_none() -> None:
    assert [tuple(piece) for piece in pieces("油价", "油价")] == [("油价", "油价")]
    assert [tuple(piece) for piece in pieces("", "油价")] == [("", "油价")]
    assert pieces("", "") == ()


def test_texts_too_long_to_align_are_cut_at_their_equal_ends() -> None:
    rng = random.Random(7)
    left, right = ("".join(rng.choices(s, k=LONGEST + 1)) for s in ("甲乙丙", "丙丁戊"))
    a, b = f"开头甲{left}结尾", f"开头丁{right}结尾"
    assert_whole(a, b)
    found = pieces(a, b)
    assert [piece.same for piece in found] == [True, False, True]
    assert found[0].a == "开头"
    assert found[-1].a.endswith("结尾")


# ---- the words


@settings(max_examples=150)
@given(_TEXTS, _TEXTS)
def test_every_feature_is_told_once_with_its_weight_the_heaviest_first(a: str, b: str) -> None:
    here, there = TITLE.prepare(a), TITLE.prepare(b)
    found = explanation(SPEC, here, there)
    assert (found.a, found.b) == (here.plain, there.plain)
    assert found.pieces == pieces(here.plain, there.plain)
    one = {word: weight for word, weight, _ in found.shared} | dict(found.only_a)
    two = {word: weight for word, _, weight in found.shared} | dict(found.only_b)
    assert (one, two) == (dict(here.features.kept), dict(there.features.kept))
    assert len(found.shared) + len(found.only_a) == len(one)
    for side in (found.only_a, found.only_b):
        assert [feature.weight for feature in side] == sorted(
            (f.weight for f in side), reverse=True
        )
    least = [min(word.a, word.b) for word in found.shared]
    assert least == sorted(least, reverse=True)


@settings(max_examples=100)
@given(_TEXTS, _TEXTS)
def test_exchanging_the_texts_mirrors_the_explanation(a: str, b: str) -> None:
    here, there = TITLE.prepare(a), TITLE.prepare(b)
    found, back = explanation(SPEC, here, there), explanation(SPEC, there, here)
    assert (back.a, back.b, back.average, back.reasons) == (
        found.b, found.a, found.average, found.reasons
    )  # fmt: skip
    assert (back.only_a, back.only_b) == (found.only_b, found.only_a)
    assert [(word, y, x) for word, x, y in back.shared] == [tuple(word) for word in found.shared]
    assert back.conflicts == tuple(Conflict(kind, y, x) for kind, x, y in found.conflicts)


def test_a_lost_word_is_told_with_its_weight() -> None:
    found = explanation(SPEC, TITLE.prepare("北京停水通知"), TITLE.prepare("上海停水通知"))
    assert "北京" in {feature.word for feature in found.only_a}
    assert "上海" in {feature.word for feature in found.only_b}
    assert "停水" in {word for word, _, _ in found.shared}
    assert all(isinstance(feature, Feature) and feature.weight > 0 for feature in found.only_a)


# ---- what moved the score


@settings(max_examples=150)
@given(_TEXTS, _TEXTS)
def test_effects_and_the_average_pair_add_up_to_the_log_odds(a: str, b: str) -> None:
    here, there = TITLE.prepare(a), TITLE.prepare(b)
    found = explanation(SPEC, here, there)
    if not (here.fingerprint.scorable and there.fingerprint.scorable):
        assert (found.average, found.reasons, found.conflicts) == (None, (), ())
        return
    alike = likeness(read(here), read(there))
    assert found.conflicts == alike.conflicts
    odds = log_odds(load_model(SPEC.model), alike.values)
    assert found.average is not None
    total = found.average + sum(reason.effect for reason in found.reasons)
    assert total == pytest.approx(odds, abs=ODDS_AT_MOST)
    sizes = [abs(reason.effect) for reason in found.reasons]
    assert sizes == sorted(sizes, reverse=True)
    values = dict(zip(MEASURES, alike.values, strict=True))
    for measure, says, value, effect in found.reasons:
        assert (says, value) == (MEASURES[measure], values[measure])
        assert effect
    assert len({reason.measure for reason in found.reasons}) == len(found.reasons)


def test_a_conflict_of_episodes_speaks_against() -> None:
    found = explanation(
        SPEC, TITLE.prepare("三体第11集在线观看"), TITLE.prepare("三体第12集在线观看")
    )
    assert ("ordinal", "第11集", "第12集") in found.conflicts
    told = {reason.measure: reason.effect for reason in found.reasons}
    assert told["serial"] + told.get("numbers_replaced", 0) < 0


def test_a_score_read_off_the_overlap_has_no_reasons() -> None:
    here, there = TITLE.prepare("三体第11集"), TITLE.prepare("三体第12集")
    found = explanation(VerdictSpec(), here, there)
    assert (found.average, found.reasons) == (None, ())
    assert found.conflicts == (("ordinal", "第11集", "第12集"),)
    assert explanation(VerdictSpec(), here, here).conflicts == ()
