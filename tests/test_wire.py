from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import textsim
from textsim import get_profile, wire
from textsim.errors import InputError, InputTypeError, ProfileMismatchError
from textsim.values import Fingerprint


@given(st.sampled_from([32, 64, 128, 256]), st.data())
def test_fingerprints_round_trip_through_json(bits: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(0, 2**bits - 1))
    made = Fingerprint(value, bits, "title@1", "00ff", 3, ("fallback",))
    back = wire.fingerprint_from_dict(json.loads(wire.dumps(made)))
    assert back == made
    assert (back.stamp, back.feature_count, back.flags) == ("00ff", 3, ("fallback",))


def test_a_fingerprint_as_a_number_is_refused() -> None:
    with pytest.raises(InputTypeError, match="value must be a string"):
        wire.fingerprint_from_dict({"value": 5, "bits": 64})


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (None, InputTypeError),
        ({"value": "0005", "bits": 64}, InputError),
        ({"value": "0000000000000005", "extra": 1}, InputError),
        ({"value": "0000000000000005", "profile": 5}, InputTypeError),
        ({"value": "0000000000000005", "stamp": None}, InputTypeError),
    ],
)
def test_a_damaged_form_is_refused(data: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        wire.fingerprint_from_dict(data)


@pytest.mark.parametrize("bits", [64, 256])
def test_a_trace_is_plain_json_with_hashes_of_full_width(bits: int) -> None:
    trace = textsim.Pipeline(get_profile("title").with_options(bits=bits)).trace("养猫的冷知识")
    data = json.loads(wire.dumps(trace))
    assert data["plain"] == "养猫的冷知识"
    assert {len(h["hash"]) for h in data["hashed"]} == {bits // 4}
    assert [int(h["hash"], 16) for h in data["hashed"]] == [h.hash for h in trace.hashed]
    assert data["fingerprint"]["value"] == trace.fingerprint.hex


def test_a_comparison_has_both_numbers_and_the_score() -> None:
    found = textsim.compare("a b", "a c", profile="go-word")
    data = json.loads(wire.dumps(found))
    assert set(data) == {
        *("a", "b", "distance", "percent", "score", "threshold", "duplicate", "evidence"),
        *("estimated", "exact", "order_changed", "bits", "profile", "conflicts", "closeness"),
        "scorable",
    }
    assert data["scorable"] is True
    assert (data["duplicate"], data["evidence"]) == (found.duplicate, "low")


@pytest.mark.parametrize("profile", ["title", "go-word"])
@pytest.mark.parametrize(
    "texts",
    [
        ("第11集在线观看", "第12集在线观看"),
        ("养猫", "养猫"),
        ("", "养猫"),
        ("!", "\ud800"),
        ("\ufffd\ufffd养猫", "养猫"),
    ],
)
def test_comparisons_and_explanations_are_plain_json(profile: str, texts: tuple[str, str]) -> None:
    found = textsim.compare(*texts, profile=profile)
    both = {"comparison": found, "explanation": found.explain()}
    plain = wire.to_dict(both)
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert json.loads(wire.dumps(both)) == plain
    comparison, why = plain["comparison"], plain["explanation"]
    assert "explainer" not in comparison
    assert comparison["duplicate"] is found.duplicate
    assert "".join(piece["a"] for piece in why["pieces"]) == why["a"]
    assert all(piece["same"] == (piece["a"] == piece["b"]) for piece in why["pieces"])
    assert all(set(reason) == {"measure", "says", "value", "effect"} for reason in why["reasons"])
    assert all(set(word) == {"word", "a", "b"} for word in why["shared"])
    assert all(set(word) == {"word", "weight"} for word in why["only_a"] + why["only_b"])
    assert all(set(conflict) == {"kind", "a", "b"} for conflict in why["conflicts"])


def test_a_comparison_of_fingerprints_is_plain_json_too() -> None:
    data = json.loads(wire.dumps(textsim.compare_fingerprints(5, 7)))
    assert (data["exact"], data["evidence"], data["estimated"]) == (None, "unknown", True)
    assert (data["threshold"], data["duplicate"]) == (None, None)
    unscorable = json.loads(wire.dumps(textsim.compare_fingerprints(0, 7)))
    assert (unscorable["score"], unscorable["duplicate"], unscorable["closeness"]) == (None,) * 3
    assert (unscorable["scorable"], unscorable["evidence"]) == (False, "none")


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_what_json_does_not_have_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        wire.dumps({"a": [value]})


def test_errors_have_a_code_and_a_message() -> None:
    assert wire.error_dict(ProfileMismatchError("x")) == {
        "error": {"code": "profile-mismatch", "message": "x"}
    }


def test_lone_surrogates_are_escaped_other_text_is_not() -> None:
    assert wire.dumps({"a": "猫\ud800"}).isascii()
    assert wire.dumps({"a": "猫"}) == '{"a": "猫"}'
    assert json.loads(wire.dumps({"a": "猫\ud800"})) == {"a": "猫\ud800"}
