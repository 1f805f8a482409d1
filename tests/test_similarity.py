from __future__ import annotations

import pytest

import textsim
from textsim import Fingerprint, Profile, get_profile
from textsim.errors import InputError, InputTypeError, ProfileMismatchError
from textsim.segment import SegmentSpec

A = "听说这个副业好做，我还是学生也想开店，求带"
B = "听说这个副业好做，我还是学生也想开店，学习了"
C = "股市今日大幅下跌"


def test_distance_percent_and_score_stand_side_by_side() -> None:
    found = textsim.compare(A, B)
    assert found.distance == (found.a.value ^ found.b.value).bit_count()
    assert found.percent == pytest.approx(100 * (1 - found.distance / 64), abs=0.005)
    assert found.score is not None
    assert not found.estimated
    assert found.score > 60
    assert found.exact is False


@pytest.mark.parametrize(
    ("a", "b", "conflict"),
    [
        ("三体第11集", "三体第12集", ("ordinal", "第11集", "第12集")),
        ("三体（上）", "三体（下）", ("part", "(上)", "(下)")),
        ("国内油价上调", "国内油价下调", ("antonym", "上调", "下调")),
    ],
)
def test_what_two_titles_contradict_each_other_in(
    a: str, b: str, conflict: tuple[str, str, str]
) -> None:
    assert conflict in textsim.compare(a, b).conflicts
    swapped = (conflict[0], conflict[2], conflict[1])
    assert swapped in textsim.compare(b, a).conflicts
    assert textsim.compare(a, a).conflicts == ()


def test_one_number_in_two_spellings_is_no_conflict() -> None:
    assert textsim.compare("三体第十二集", "三体第12集").conflicts == ()


def test_unrelated_texts_score_near_zero_and_equal_ones_a_hundred() -> None:
    apart, same = textsim.compare(A, C), textsim.compare(A, A)
    assert apart.score is not None
    assert apart.score < 10
    assert (same.score, same.percent, same.distance, same.exact) == (100.0, 100.0, 0, True)


def test_texts_that_differ_after_cleaning_never_score_a_hundred() -> None:
    for a, b in (("公司年会", "公司年会!"), ("a b", "a,b"), ("羊毛 大衣", "大衣 羊毛")):
        for profile in ("title", "document"):
            found = textsim.compare(a, b, profile=profile)
            assert found.exact is False
            assert found.score is not None
            assert found.score < 100
    assert textsim.compare("公司年会", "<b>公司年会</b> ").score == 100.0


def test_swapping_the_texts_changes_nothing() -> None:
    one, two = textsim.compare(A, B), textsim.compare(B, A)
    assert (one.score, one.distance, one.percent) == (two.score, two.distance, two.percent)
    assert (one.closeness, one.duplicate) == (two.closeness, two.duplicate)


@pytest.mark.parametrize(
    ("a", "b", "exact"),
    [("", "abc", False), ("", "", True), ("+", "-", False), ("{", "{", True), ("。", "。", True)],
)
def test_unscorable_texts_have_no_score_and_never_a_hundred(a: str, b: str, exact: bool) -> None:
    found = textsim.compare(a, b)
    assert (found.score, found.percent, found.distance) == (None, None, None)
    assert not found.scorable
    assert found.exact is exact


def test_go_texts_without_ascii_are_unscorable_though_their_values_are_equal() -> None:
    found = textsim.compare("冬天适合去哪里泡温泉", "新手怎么选羽毛球拍", profile="go-word")
    assert found.a.value == found.b.value == 2**64 - 1
    assert (found.a.feature_count, found.b.feature_count, found.score) == (0, 0, None)


def test_reordered_words_are_reported() -> None:
    profile = get_profile("go-word")
    found = textsim.compare("alpha beta gamma", "gamma alpha beta", profile=profile)
    assert found.distance == 0
    assert found.order_changed is True
    assert textsim.compare("alpha beta", "alpha beta!", profile=profile).order_changed is False


def test_pairs_of_characters_see_the_order_that_words_do_not() -> None:
    found = textsim.compare("北京到上海高铁", "上海到北京高铁")
    assert found.order_changed is True
    assert found.score < 100


def test_the_java_hash_count_masks_the_distance_and_divides_it() -> None:
    java = get_profile("java-title").with_options(segmenter="jieba")
    full = textsim.compare(A, C, profile=java)
    low = textsim.compare(A, C, profile=java.with_options(bits=32))
    wide = textsim.compare(A, C, profile=java.with_options(bits=128))
    xor = full.a.value ^ full.b.value
    assert full.distance == wide.distance == xor.bit_count()
    assert low.distance == (xor & 0xFFFFFFFF).bit_count()
    assert wide.percent >= 50
    assert low.bits == 32


def test_fingerprints_compare_with_an_estimated_score() -> None:
    a, b = textsim.fingerprint(A), textsim.fingerprint(B)
    found = textsim.compare_fingerprints(a, b)
    assert found.estimated
    assert found.exact is None
    assert found.distance == textsim.compare(A, B).distance
    assert found.score is not None
    assert 0 < found.score < 100
    assert found.conflicts == ()


def test_equal_fingerprints_score_just_below_equal_texts() -> None:
    a, b = textsim.fingerprint("三体（上）"), textsim.fingerprint("三体（下）")
    assert a.value == b.value
    for left, right in ((a, a), (a, b), (a.value, b.value)):
        found = textsim.compare_fingerprints(left, right)
        assert (found.distance, found.percent, found.exact) == (0, 100.0, None)
        assert found.score is not None
        assert 50 < found.score < 100
    assert textsim.compare("三体（上）", "三体（上）").score == 100.0


def test_numbers_and_their_text_compare_by_bits() -> None:
    x, y = 12382334418040220206, 17447883110520160081
    expected = (x ^ y).bit_count()
    for stored in (x, str(x), hex(x), f"{x:016x}", x - 2**64, str(x - 2**64)):
        assert textsim.compare_fingerprints(stored, str(y)).distance == expected
        assert textsim.compare_fingerprints(stored, x).distance == 0


def test_digits_that_could_be_either_take_a_base() -> None:
    text = "5472225220518186"
    with pytest.raises(InputError, match="base=10 or base=16"):
        textsim.compare_fingerprints(text, text)
    assert textsim.compare_fingerprints(text, text, base=16).a.hex == text


def test_a_changed_java_title_counts_distance_by_its_profile() -> None:
    profile = get_profile("java-title").with_options(segmenter="jieba", bits=32)
    found = textsim.compare(A, C, profile=profile)
    again = textsim.compare_fingerprints(found.a, found.b, profile=profile)
    assert (again.distance, again.percent, again.bits) == (found.distance, found.percent, 32)


def test_fingerprints_of_a_profile_of_ones_own_compare() -> None:
    mine = Profile("mine", segment=SegmentSpec("words"))
    a, b = (textsim.fingerprint(text, profile=mine) for text in ("alpha beta", "alpha gamma"))
    assert textsim.compare_fingerprints(a, b).distance == (a.value ^ b.value).bit_count()


def test_two_profiles_do_not_compare() -> None:
    a = textsim.fingerprint("alpha", profile="go-word")
    b = textsim.fingerprint("alpha", profile="python-4gram")
    with pytest.raises(ProfileMismatchError, match=r"'go-word@1' and 'python-4gram@1'.*force"):
        textsim.compare_fingerprints(a, b)
    assert textsim.compare_fingerprints(a, b, force=True).distance is not None


def test_two_stamps_do_not_compare() -> None:
    a, b = (Fingerprint(5, profile="title@1", stamp=s) for s in ("aa", "bb"))
    with pytest.raises(ProfileMismatchError, match="stamps 'aa' and 'bb'"):
        textsim.compare_fingerprints(a, b)
    assert textsim.compare_fingerprints(a, b, force=True).distance == 0


def test_two_widths_do_not_compare() -> None:
    with pytest.raises(InputError, match="bits 64 and 128"):
        textsim.compare_fingerprints(Fingerprint(5), Fingerprint(5, 128), force=True)


def test_unscorable_fingerprints_have_no_score() -> None:
    found = textsim.compare_fingerprints(Fingerprint(5, feature_count=0), Fingerprint(5))
    assert (found.distance, found.percent, found.score) == (None, None, None)


def test_stored_values_of_texts_without_words_are_not_alike() -> None:
    stored = [textsim.fingerprint(text).signed for text in ("", "！！")]
    found = textsim.compare_fingerprints(*stored)
    assert (found.distance, found.percent, found.score) == (None, None, None)


def test_ranking_names_the_candidate_that_is_no_text() -> None:
    with pytest.raises(InputTypeError, match=r"candidates\[1\] must be str, not NoneType"):
        textsim.rank("a", ["b", None])  # type: ignore[list-item]


def test_ranking_takes_texts_not_the_letters_of_one() -> None:
    with pytest.raises(InputTypeError, match="candidates must be an iterable of texts"):
        textsim.rank("a", "bcd")


def test_ranking_puts_the_most_alike_first_and_the_unscorable_last() -> None:
    ranked = textsim.rank(A, ["", C, B, A])
    assert [i for i, _ in ranked] == [3, 2, 1, 0]


@pytest.mark.parametrize("profile", ["title", "document", "python-4gram"])
def test_ranking_goes_by_closeness_after_equal_texts(profile: str) -> None:
    candidates = [C, "", B, A, "学生想开店，求带", "这个副业好做吗", "！", A]
    ranked = textsim.rank(A, candidates, profile=profile)
    assert sorted(i for i, _ in ranked) == list(range(len(candidates)))
    assert [i for i, _ in ranked][:2] == [3, 7]
    assert {i for i, found in ranked if found.closeness is None} == {1, 6}
    assert [i for i, _ in ranked][-2:] == [1, 6]
    closeness = [found.closeness for _, found in ranked[2:-2]]
    assert None not in closeness
    assert closeness == sorted(closeness, reverse=True)
    for i, found in ranked:
        assert found == textsim.compare(A, candidates[i], profile=profile)


def test_ranking_puts_the_nearest_first_even_when_it_is_another_story() -> None:
    found = textsim.rank("三体第11集在线观看", [C, "周末一起看三体吗", "三体第12集在线观看"])
    assert found[0][0] == 2
    assert found[0][1].duplicate is False
    assert found[-1][0] == 0


def test_equally_close_candidates_keep_their_order() -> None:
    assert [i for i, _ in textsim.rank(A, [B, C, B, A, B])] == [3, 0, 2, 4, 1]


@pytest.mark.parametrize("value", [None, 5, b"a"])
def test_anything_but_text_is_refused(value: object) -> None:
    with pytest.raises(InputTypeError, match="b must be str"):
        textsim.compare("a", value)  # type: ignore[arg-type]
