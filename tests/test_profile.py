from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

import textsim
from textsim import Pipeline
from textsim.errors import DictionaryError, InputError, InputTypeError, UnknownNameError
from textsim.presets import get_profile, profile_names
from textsim.profile import Profile
from textsim.score.verdict import VerdictSpec
from textsim.segment import forget
from textsim.simhash import SimhashSpec

TITLE = get_profile("title")


def test_the_json_is_canonical() -> None:
    data = json.loads(TITLE.json)
    assert TITLE.json == json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert data["features"]["stop_words"] == "stopwords-zh.txt"


def test_ids_of_changed_profiles_carry_a_digest() -> None:
    wide = TITLE.with_options(bits=128)
    assert TITLE.id == "title@1"
    assert wide.id == f"title@1+{wide.digest[:8]}"
    assert wide.id != TITLE.with_options(bits=256).id


def test_no_change_is_the_profile_itself() -> None:
    assert TITLE.with_options(bits=64) is TITLE
    assert TITLE.with_options() is TITLE
    assert TITLE.with_options(bits=128).with_options(bits=64).digest == TITLE.digest


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"bits": 65}, InputError, "bits 65 .*64, 128, 256"),
        ({"bits": "64"}, InputTypeError, "bits .*str '64'"),
        ({"bits": True}, InputTypeError, "bits .*bool"),
        ({"tabel": 1}, UnknownNameError, "'tabel'.*'bits'"),
        ({"max_votes": 0}, InputError, "max_votes 0"),
        ({"unescape_depth": -1}, InputError, "unescape_depth -1"),
        ({"stop_words": "的"}, InputTypeError, "stop_words"),
        ({"weights": {"n": -1}}, InputError, "weight of 'n'"),
        ({"segmenter": 5}, InputTypeError, "segmenter"),
        ({"stop_words": None}, InputTypeError, "stop_words"),
        ({"stop_words": ["a", 5]}, InputTypeError, "stop_words"),
        ({"weights": {5: 1}}, InputTypeError, "weights"),
        ({"user_dict": None}, InputTypeError, "user_dict"),
        ({"user_dict": b"x"}, InputTypeError, "user_dict"),
        ({"user_dict": "gone"}, DictionaryError, "cannot read .*gone"),
        ({"segmenter_options": {"dictionary": 5}}, InputTypeError, "dictionary"),
        ({"weights": "x"}, InputTypeError, "weights must be a mapping, not str 'x'"),
        ({"segmenter_options": 5}, InputTypeError, "segmenter_options must be a mapping"),
        ({"simplify": "yes"}, InputTypeError, "simplify must be True or False"),
        ({"threshold": 101}, InputError, "threshold 101 is not from 0 to 100"),
        ({"threshold": "80"}, InputTypeError, "threshold must be a number, not str '80'"),
        ({"threshold": None}, InputTypeError, "threshold must be a number, not NoneType None"),
    ],
)
def test_bad_options_are_named(
    options: dict[str, object], error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match):
        TITLE.with_options(**options)


def test_a_user_dictionary_counts_by_its_content(tmp_path: Path) -> None:
    one, two = tmp_path / "a.txt", tmp_path / "b.txt"
    one.write_text("石墨烯膜 100 n\n", encoding="utf-8")
    two.write_text("石墨烯膜 100 n\n", encoding="utf-8")
    first = TITLE.with_options(user_dict=str(one))
    assert first.id == TITLE.with_options(user_dict=[two]).id
    two.write_text("石墨烯 100 n\n", encoding="utf-8")
    assert first.id != TITLE.with_options(user_dict=two).id


def test_a_changed_user_dictionary_is_another_profile_with_another_answer(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("石墨烯膜材料 100 n\n", encoding="utf-8")
    text = "新型石墨烯膜材料量产"
    before = TITLE.with_options(user_dict=path)
    old = Pipeline(before).fingerprint(text)
    path.write_text("膜材料量产 100 n\n", encoding="utf-8")
    after = TITLE.with_options(user_dict=path)
    new = textsim.fingerprint(text, profile=after)
    assert (old.profile, old.stamp, old.value) != (new.profile, new.stamp, new.value)
    assert before != after
    assert new.profile == after.id != before.id
    forget()
    with pytest.raises(DictionaryError, match="has changed since the profile was made"):
        Pipeline(before).fingerprint(text)


def test_a_relative_path_is_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words.txt").write_text("石墨烯膜 100 n\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    profile = TITLE.with_options(user_dict="words.txt")
    monkeypatch.chdir(tmp_path.parent)
    assert Pipeline(pickle.loads(pickle.dumps(profile))).fingerprint("石墨烯膜").scorable


def test_the_order_of_options_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("石墨烯膜 100 n\n", encoding="utf-8")
    one = TITLE.with_options(user_dict=path, segmenter="rjieba")
    two = TITLE.with_options(segmenter="rjieba", user_dict=path)
    assert one == two
    assert one.id == two.id
    assert dict(one.segment.options)["user_dict"] == (str(path),)


@pytest.mark.parametrize("name", ["title", "document", "java-title", "java-article"])
def test_ready_words_stay_apart(name: str) -> None:
    pipeline = Pipeline(get_profile(name).with_options(segmenter="tokens"))
    words = [t.word for t in pipeline.tokens(pipeline.clean("<b>春节</b> 放假\t通知"))]
    assert words[-3:] == ["春节", "放假", "通知"] or name == "java-article"
    assert "放假" in words


def test_the_way_there_does_not_change_the_id() -> None:
    back = TITLE.with_options(bits=128).with_options(bits=64)
    assert textsim.fingerprint("春节", profile=back).profile == "title@1"
    assert textsim.fingerprint("春节").profile == "title@1"


def test_settings_changed_by_hand_change_the_id() -> None:
    other = replace(TITLE, simhash=SimhashSpec(tie="one"))
    assert other.id.startswith("title@1+")
    assert Profile("mine").id.startswith("mine@1+")
    assert Profile("mine").release().id == "mine@1"


def test_how_texts_are_judged_is_no_part_of_the_id() -> None:
    for other in (
        TITLE.with_options(threshold=70),
        replace(TITLE, verdict=VerdictSpec(threshold=20, curve=((0, 5), (100, 95)), disputed=0.5)),
    ):
        assert other != TITLE
        assert (other.id, other.digest, other.json) == (TITLE.id, TITLE.digest, TITLE.json)
        assert pickle.loads(pickle.dumps(other)).verdict == other.verdict
    assert "verdict" not in json.loads(TITLE.json)
    assert TITLE.with_options(threshold=70).with_options(threshold=50.0).id == TITLE.id


def test_the_threshold_goes_with_other_options() -> None:
    both = TITLE.with_options(bits=128, threshold=70)
    assert both == TITLE.with_options(threshold=70).with_options(bits=128)
    assert (both.bits, both.verdict.threshold) == (128, 70)
    assert both.id == TITLE.with_options(bits=128).id
    assert TITLE.with_options(threshold=TITLE.verdict.threshold) is TITLE


@pytest.mark.parametrize("name", profile_names())
def test_every_profile_is_judged_by_a_threshold(name: str) -> None:
    verdict = get_profile(name).verdict
    assert 0 < verdict.threshold < 100
    assert verdict.curve[0][0] == 0
    assert verdict.curve[-1][0] == 100


def test_where_a_jar_lies_does_not_change_the_profile() -> None:
    java = get_profile("java-title")
    assert java.with_options(segmenter_options={"jar": "x.jar"}).digest == java.digest


def test_changing_the_stop_set_after_construction_changes_nothing() -> None:
    words = {"通知"}
    profile = TITLE.with_options(stop_words=words)
    words.add("停水")
    assert profile.features.stop_words == ("通知",)


@pytest.mark.parametrize("name", profile_names())
def test_profiles_are_hashable_and_travel(name: str) -> None:
    profile = get_profile(name)
    copy = pickle.loads(pickle.dumps(profile))
    assert copy == profile
    assert hash(copy) == hash(profile)
    assert copy.id == profile.id


def test_simplifying_comes_after_folding() -> None:
    steps = TITLE.with_options(simplify=True).clean.steps
    assert steps.index("simplified") > steps.index("nfkc")
    assert TITLE.with_options(simplify=True).with_options(simplify=False).clean == TITLE.clean


def test_settings_decide_equality_not_the_summary() -> None:
    assert Profile("x", summary="a") == Profile("x", summary="b")
