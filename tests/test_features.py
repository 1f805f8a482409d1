from __future__ import annotations

import pytest

from textsim.errors import InputError
from textsim.features import FeatureSpec, features, shingle
from textsim.values import Dropped, Feature, Token

OURS = FeatureSpec(
    weights="weights-title.tsv",
    tag_prefix=True,
    stop_words="stopwords-zh.txt",
    max_votes=1,
    drop_punctuation=True,
    fallback=True,
)


def words(*pairs: str) -> list[Token]:
    return [Token(*pair.split("/")) for pair in pairs]


def test_weights_go_by_the_longest_listed_prefix() -> None:
    spec = FeatureSpec(weights=(("n", 3), ("nr", 5)), tag_prefix=True)
    kept = features(words("甲/n", "乙/nr", "丙/nrt", "丁/vn", "戊/"), "", spec).kept
    assert [f.weight for f in kept] == [3, 5, 5, 1, 1]


def test_exact_tags_do_not_reach_sub_tags() -> None:
    spec = FeatureSpec(weights=(("n", 3),))
    assert [f.weight for f in features(words("甲/n", "乙/nr"), "", spec).kept] == [3, 1]


def test_weight_zero_drops_and_says_why() -> None:
    found = features(words("的/uj", "猫/n"), "", FeatureSpec(weights=(("u", 0),), tag_prefix=True))
    assert found.kept == (Feature("猫", 1),)
    assert found.dropped == (Dropped("的", "uj", "weight-0", 0),)


def test_the_cap_admits_so_many_votes_and_counts_before_the_stop_rules() -> None:
    spec = FeatureSpec(max_votes=6, stop_tags=("w",))
    tokens = words(*["公告/w"] * 4, *["公告/n"] * 5, *["停水/n"] * 7)
    found = features(tokens, "", spec)
    assert found.kept == (Feature("公告", 2), Feature("停水", 6))
    assert [d.reason for d in found.dropped] == ["stop-tag"] * 4 + ["over-frequency"] * 4


def test_repeated_words_add_up_in_order_of_appearance() -> None:
    found = features(words("b/n", "a/n", "b/v"), "", FeatureSpec(weights=(("n", 2),)))
    assert found.kept == (Feature("b", 3), Feature("a", 2))


def test_stop_words_blanks_and_punctuation_are_dropped_with_their_reason() -> None:
    found = features(words("的/uj", "、/x", " /x", "★/x", "猫/n"), "", OURS)
    assert [d.reason for d in found.dropped] == ["stop-word", "punctuation", "blank", "punctuation"]
    assert not found.fallback


@pytest.mark.parametrize("text", ["怎么/r 了/ul", "为什么/r 呢/y"])
def test_only_stop_words_fall_back_to_all_words(text: str) -> None:
    found = features(words(*text.split(), "？/x"), "", OURS)
    assert found.fallback
    assert [f.word for f in found.kept] == [part.split("/")[0] for part in text.split()]


def test_blanks_and_punctuation_never_count_as_over_frequency() -> None:
    found = features(words(" /x", " /x", "、/x", "、/x"), "", OURS)
    assert [d.reason for d in found.dropped] == ["blank", "blank", "punctuation", "punctuation"]


def test_the_fallback_keeps_to_the_cap() -> None:
    found = features(words("怎么/r", "，/x", "怎么/r"), "", OURS)
    assert dict(found.kept) == {"怎么": 1}
    assert [(d.reason, d.position) for d in found.dropped] == [
        ("punctuation", 1),
        ("over-frequency", 2),
    ]


@pytest.mark.parametrize("char", ["\U00031350", "\U0002ebf0", "\U000323b0"])
def test_han_that_python_does_not_know_yet_are_words(char: str) -> None:
    assert dict(features([Token(char, "x")], char, OURS).kept).keys() == {char}


def test_only_punctuation_has_no_features() -> None:
    found = features(words("、/x", "。/x"), "、。", OURS)
    assert found.kept == ()
    assert not found.fallback


def test_character_pairs_stay_within_a_run_of_han() -> None:
    spec = FeatureSpec(han_ngrams=(2,), ngram_weight=2)
    found = features([], "奥迪A4试驾，好开 𮊸𨻸", spec)
    assert found.kept == tuple(Feature(w, 2) for w in ("奥迪", "试驾", "好开", "𮊸𨻸"))
    assert found.words == ()


def test_the_cap_holds_for_character_pairs() -> None:
    spec = FeatureSpec(han_ngrams=(2,), max_votes=2)
    assert dict(features([], "哈哈哈哈好", spec).kept) == {"哈哈": 2, "哈好": 1}


def test_a_stop_list_belongs_to_its_own_spec() -> None:
    none = FeatureSpec(stop_words=())
    some = FeatureSpec(stop_words=("通知",))
    tokens = words("通知/n", "停水/n")
    assert len(features(tokens, "", none).kept) == 2
    assert len(features(tokens, "", some).kept) == 1
    assert len(features(tokens, "", none).kept) == 2


def test_cpp_shingles_keep_empty_followers_only() -> None:
    spec = FeatureSpec(shingles=(1, 2, 3))
    found = features([Token("a"), Token(""), Token("b")], "", spec)
    assert dict(found.kept) == {"a": 1, "b": 1, "a ": 2, "a  b": 3}


@pytest.mark.parametrize(
    ("width", "items", "expected"),
    [
        (1, ["a", "b"], ["a", "b"]),
        (2, ["a", "b", "c"], ["a b", "b c"]),
        (5, ["a", "b"], ["a b"]),
        (2, ["a"], ["a"]),
        (2, [], [""]),
        (1, [], []),
    ],
)
def test_shingle_as_the_go_package(width: int, items: list[str], expected: list[str]) -> None:
    assert shingle(width, items) == expected


def test_shingle_refuses_a_width_below_one() -> None:
    with pytest.raises(InputError, match="width 0"):
        shingle(0, ["a"])
