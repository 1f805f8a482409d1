"""Each reference system's profile against the printed answers of the original program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden_vectors import vectors
from textsim.errors import InputError, InputTypeError, UnknownNameError
from textsim.pipeline import Pipeline
from textsim.presets import get_profile, profile_names
from textsim.values import Token

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> list[dict[str, Any]]:
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def same(rows: list[dict[str, Any]], expected: str, answer: Any) -> None:
    """Every row's answer equals the printed one; all differing texts are shown."""
    assert len(rows) == 193
    wrong = [
        (row["text"], row[expected], got) for row in rows if (got := answer(row)) != row[expected]
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "field", ["word", "unicode_nfc", "unicode_nfd", "unicode_nfkc", "unicode_nfkd"]
)
def test_go_profiles_give_every_printed_fingerprint(field: str) -> None:
    pipeline = Pipeline("go-" + field.replace("_", "-"))
    same(golden("go.jsonl"), field, lambda row: pipeline.fingerprint(row["text"]).hex)


@pytest.mark.parametrize("bits", [32, 64, 128])
def test_python_4gram_gives_every_printed_fingerprint(bits: int) -> None:
    pipeline = Pipeline(get_profile("python-4gram").with_options(bits=bits))
    same(golden("pysimhash.jsonl"), f"f{bits}", lambda row: pipeline.fingerprint(row["text"]).hex)


def test_cpp_ngram_gives_every_printed_fingerprint() -> None:
    pipeline = Pipeline("cpp-ngram")
    same(
        golden("cppsimhash.jsonl"),
        "simhash",
        lambda row: str(pipeline.fingerprint(row["text"]).value),
    )


def test_java_title_cleans_every_text_as_jsoup_and_the_tool_do() -> None:
    pipeline = Pipeline("java-title")
    same(golden("java.jsonl"), "clean", lambda row: pipeline.clean(row["text"]))


def java_tokens(row: dict[str, Any]) -> list[Token]:
    return [Token(word, nature) for word, nature in row["terms"]]


def test_java_title_gives_every_printed_fingerprint_of_the_terms() -> None:
    profile = get_profile("java-title")
    pipeline = Pipeline(profile)
    same(
        golden("java.jsonl"),
        "title64",
        lambda row: pipeline.fingerprint_tokens(java_tokens(row)).hex.lstrip("0") or "0",
    )


@pytest.mark.parametrize("bits", [32, 64, 128])
def test_java_article_gives_every_printed_fingerprint_of_the_terms(bits: int) -> None:
    profile = get_profile("java-article").with_options(bits=bits)
    pipeline = Pipeline(profile)
    same(
        golden("java.jsonl"),
        f"article{bits}",
        lambda row: pipeline.fingerprint_tokens(java_tokens(row)).hex.lstrip("0") or "0",
    )


def test_the_published_vectors_stay() -> None:
    assert golden("vectors.jsonl") == vectors()
    assert len(golden("vectors.jsonl")) >= 200


NINE = [*["有", "哪些", "养猫", "必须", "知道", "的", "冷", "知识"], ("？", "w")]


@pytest.mark.parametrize(
    ("count", "article", "title"),
    [
        (9, "200503c24cc4b0be", "62fede4d7a92f5de"),
        (8, "268503e74fccbcbe", "62fede4d7a92f5de"),
        (7, "200503c70dccb0b6", "62ee564d4a12e5d6"),
        (6, "268d03c70dcefcbe", "eafede4d5a56f5de"),
        (5, "268d03c70d4cfcbe", "60aed64d5a16f5d6"),
        (4, "278d1bd78dcefcbe", "f8eef74d5ab6fdfe"),
        (3, "240d03578d0ce888", "98a6d6054a16fdf6"),
        (2, "269d5b77ddeffeaf", "daaefed56a7efdfe"),
        (1, "000003121924ca88", "da26e6c5285691fc"),
    ],
)
def test_java_profiles_on_a_title_losing_words(count: int, article: str, title: str) -> None:
    made = {
        name: Pipeline(get_profile(name)).fingerprint_tokens(NINE[:count]).hex
        for name in ("java-article", "java-title")
    }
    assert made == {"java-article": article, "java-title": title}


@pytest.mark.parametrize(
    ("times", "article", "title"),
    [
        (5, "2020049bf029e97f", "77da3d2f71897dd9"),
        (6, "2000048b3029e977", "77da3d2f71097dc9"),
        (7, "2000048b3029e977", "77da3d2f71097dc9"),
        (9, "0000048b3029e977", "77da3d2f71097dc9"),
    ],
)
def test_the_java_title_cap_lets_six_votes_pass(times: int, article: str, title: str) -> None:
    tokens = ["顶"] * times + ["楼主", "好人", "一生", "平安", "沙发", "板凳", "地板"]
    made = {
        name: Pipeline(get_profile(name)).fingerprint_tokens(tokens).hex
        for name in ("java-article", "java-title")
    }
    assert made == {"java-article": article, "java-title": title}


def test_the_java_title_width_only_masks_the_distance() -> None:
    for bits in (32, 64, 128):
        profile = get_profile("java-title").with_options(bits=bits)
        assert Pipeline(profile).fingerprint_tokens(NINE).hex == "62fede4d7a92f5de"
        assert profile.score.hash_count == bits


@pytest.mark.parametrize(
    ("profile", "text", "expected"),
    [
        ("go-word", "this is a test phrase", "8c3a5f7e9ecb3f35"),
        ("go-word", "THIS IS A TEST PHRASE", "8c3a5f7e9ecb3f35"),
        ("go-word", "this is a test phrass", "8c3a5f7e9ecb3f21"),
        ("go-word", "foo bar", "d8dbe7186bad3db3"),
        ("go-word", "see http://a.b/c_d?x=1", "eff3bd4caf21b7ef"),
        ("go-word", "", "ffffffffffffffff"),
        ("go-word", "冬天适合去哪里泡温泉", "ffffffffffffffff"),
        ("go-unicode-nfc", "la fin d'un bel après-midi d'été", "58dbbd1fefab774a"),
        ("go-unicode-nfkc", "la fin d'un bel après-midi d'été", "58dbbd1fefab774a"),
        ("go-unicode-nfd", "la fin d'un bel après-midi d'été", "18fbdd1efbeb37fa"),
        ("go-unicode-nfkd", "la fin d'un bel après-midi d'été", "18fbdd1efbeb37fa"),
        ("go-unicode-nfc", "养猫123知识 abc_def", "745b0d4166dafe9b"),
        ("go-unicode-nfc", "ＡＢＣ１２３", "f931372e57c85517"),
        ("go-unicode-nfkc", "ＡＢＣ１２３", "d8dcca186bafadcb"),
        ("go-unicode-nfc", "İI ß ﬁ ①", "08324507b4eb262b"),
        ("go-unicode-nfd", "İI ß ﬁ ①", "af73bd4ca601b7b7"),
        ("go-unicode-nfkc", "İI ß ﬁ ①", "08324707b4eb2e2b"),
        ("go-unicode-nfkd", "İI ß ﬁ ①", "af73fd4fb6ebb7b6"),
        ("go-unicode-nfc", "한국어 대한민국", "fdeff6ac927dd2ff"),
        ("go-unicode-nfd", "한국어 대한민국", "fa33d47bafdff7f7"),
        ("python-4gram", "", "e9800998ecf8427e"),
        ("python-4gram", "你好吗，我很好", "2f2eaedb0014692b"),
        ("python-4gram", "有哪些养猫必须知道的冷知识？", "018708e9e0a3ef35"),
        ("python-4gram", "有哪些养猫必须知道的冷", "80a508bdc0a0ef31"),
        ("python-4gram", "有哪些养猫必须知道", "80a50c3cd4a0c7b0"),
        ("python-4gram", "有哪些养猫", "03840c0cc4004180"),
        ("python-4gram", "有哪些", "784e855cf05c07c3"),
        ("cpp-ngram", "test", f"{908714257014536907:016x}"),
        ("cpp-ngram", "", "ffffffffffffffff"),
        ("cpp-ngram", "a  b", f"{8431342168717101177:016x}"),
        ("cpp-ngram", "有哪些养猫必须知道的冷知识", f"{16503858562451735611:016x}"),
        ("cpp-ngram", "大家好", f"{13056025888906068417:016x}"),
    ],
)
def test_printed_figures_of_the_reference_systems(profile: str, text: str, expected: str) -> None:
    assert Pipeline(profile).fingerprint(text).hex == expected


@pytest.mark.parametrize("form", ["nfc", "nfd", "nfkc", "nfkd"])
@pytest.mark.parametrize("mark", ["", "？"])
def test_go_unicode_ignores_punctuation_in_every_form(form: str, mark: str) -> None:
    value = Pipeline(f"go-unicode-{form}").fingerprint("有哪些养猫必须知道的冷知识" + mark)
    assert value.hex == "cf0d42a38e7f84c3"


def test_tie_rules_of_the_reference_systems() -> None:
    tokens = ["公告", "停水"]
    for name in ("java-title", "java-article", "go-unicode-nfc"):
        pipeline = Pipeline(get_profile(name))
        one, two = (pipeline.fingerprint_features([t]).value for t in tokens)
        assert pipeline.fingerprint_features(tokens).value == one | two
    python = Pipeline("python-4gram")
    one, two = (python.fingerprint_features([t]).value for t in tokens)
    assert python.fingerprint_features(tokens).value == one & two


def test_names_and_lookup() -> None:
    assert profile_names()[:2] == ("title", "document")
    for name in profile_names():
        profile = get_profile(name)
        assert get_profile(profile.id) is profile
        assert get_profile(profile) is profile
        assert profile.summary
    with pytest.raises(UnknownNameError, match=r"'nope'.*'java-title'"):
        get_profile("nope")
    with pytest.raises(UnknownNameError, match="'title@99'"):
        get_profile("title@99")
    with pytest.raises(InputTypeError, match=r"profile .*int 5"):
        get_profile(5)  # type: ignore[arg-type]


def test_released_profiles_never_change() -> None:
    pinned = json.loads((GOLDEN / "profiles.json").read_text(encoding="utf-8"))
    assert {get_profile(n).id: get_profile(n).digest for n in profile_names()} == pinned


@pytest.mark.parametrize("name", profile_names())
def test_a_width_is_honoured_or_refused_by_name(name: str) -> None:
    profile = get_profile(name)
    for bits in (32, 64, 128, 256):
        if bits in profile.widths:
            changed = profile.with_options(bits=bits)
            assert bits in (changed.bits, changed.score.hash_count)
        else:
            with pytest.raises(InputError, match=f"bits {bits}"):
                profile.with_options(bits=bits)
