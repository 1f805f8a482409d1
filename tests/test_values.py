from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textsim.errors import InputError, InputTypeError
from textsim.values import Comparison, Fingerprint, Piece
from textsim.values.comparison import check_threshold

EDGES = [0, 1, 2**62, 2**63, 2**64 - 1]


@pytest.mark.parametrize("value", EDGES)
def test_every_form_has_a_fixed_width_and_comes_back(value: int) -> None:
    fingerprint = Fingerprint(value)
    assert len(fingerprint.hex) == 16
    assert len(fingerprint.binary) == 64
    assert len(fingerprint.to_bytes()) == 8
    assert -(2**63) <= fingerprint.signed < 2**63
    assert Fingerprint.from_hex(fingerprint.hex) == fingerprint
    assert Fingerprint.from_binary(fingerprint.binary) == fingerprint
    assert Fingerprint.from_bytes(fingerprint.to_bytes()) == fingerprint
    assert Fingerprint.from_signed(fingerprint.signed) == fingerprint
    assert int(fingerprint) == value


@given(st.sampled_from([8, 32, 64, 128, 256]), st.data())
def test_forms_round_trip_at_every_width(bits: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(0, 2**bits - 1))
    fingerprint = Fingerprint(value, bits)
    assert Fingerprint.from_hex(fingerprint.hex) == fingerprint
    assert Fingerprint.from_binary(fingerprint.binary) == fingerprint
    assert Fingerprint.from_bytes(fingerprint.to_bytes()) == fingerprint
    assert Fingerprint.from_signed(fingerprint.signed, bits=bits) == fingerprint
    assert sum(word << 64 * i for i, word in enumerate(fingerprint.words)) == value


def test_stored_values_of_every_kind_parse_alike() -> None:
    stored = [
        "15719505283843002876",
        "da26e6c5285691fc",
        "0xda26e6c5285691fc",
        -2727238789866548740,
    ]
    assert {Fingerprint.parse(value) for value in stored} == {Fingerprint(0xDA26E6C5285691FC)}
    assert Fingerprint.parse(" -2727238789866548740\n").hex == "da26e6c5285691fc"


def test_sixteen_decimal_digits_need_a_base() -> None:
    text = "1234567890123456"
    with pytest.raises(InputError, match=r"'1234567890123456'.*base=10"):
        Fingerprint.parse(text)
    assert Fingerprint.parse(text, base=10).value == 1234567890123456
    assert Fingerprint.parse(text, base=16).hex == text


@pytest.mark.parametrize(
    "value", ["", "abc", "0x", "1" * 5000, "1.5", "1e5", "da26e6c5285691fg", "--1", "１"]
)
def test_anything_else_is_refused_by_name(value: str) -> None:
    with pytest.raises(InputError, match="value"):
        Fingerprint.parse(value)


@pytest.mark.parametrize("value", [-1, 2**64])
def test_out_of_range_is_refused(value: int) -> None:
    with pytest.raises(InputError, match="value"):
        Fingerprint(value)


@pytest.mark.parametrize("value", [True, np.True_, 1.0, float("nan"), None, "5", b"5"])
def test_no_integer_is_refused(value: object) -> None:
    with pytest.raises(
        InputTypeError, match=f"value must be an integer, not {type(value).__name__[:4]}"
    ):
        Fingerprint(value)  # type: ignore[arg-type]


def test_numpy_integers_become_plain_ones() -> None:
    fingerprint = Fingerprint(np.uint64(5))  # type: ignore[arg-type]
    assert fingerprint == Fingerprint(5)
    assert type(fingerprint.value) is int


@pytest.mark.parametrize("bits", [0, 7, 65, 264, -8])
def test_a_width_out_of_range_is_refused(bits: int) -> None:
    with pytest.raises(InputError, match="bits"):
        Fingerprint(0, bits)


@pytest.mark.parametrize("bits", [0, 65, 512])
def test_stored_values_take_a_width_that_there_is(bits: int) -> None:
    for make in (Fingerprint.parse, Fingerprint.from_signed):
        with pytest.raises(InputError, match=f"bits {bits}"):
            make(1, bits=bits)


def test_a_width_that_is_no_integer_is_refused() -> None:
    with pytest.raises(InputTypeError, match="bits must be an integer, not str '8'"):
        Fingerprint.parse("ff", bits="8")  # type: ignore[arg-type]


def test_a_signed_value_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match="signed"):
        Fingerprint.from_signed(2**63)


def test_the_profile_is_part_of_equality_the_count_is_not() -> None:
    assert Fingerprint(5, profile="a@1") != Fingerprint(5, profile="b@1")
    assert Fingerprint(5, feature_count=3) == Fingerprint(5)
    assert not Fingerprint(5, feature_count=0).scorable


def test_a_stored_value_of_a_text_without_words_stays_unscorable() -> None:
    for stored in (0, -1, 2**64 - 1, "0x0000000000000000"):
        assert not Fingerprint.parse(stored).scorable
    assert Fingerprint(0, feature_count=1).scorable
    assert Fingerprint(1).scorable


def test_binary_text_with_its_prefix_parses() -> None:
    assert Fingerprint.parse("0b" + Fingerprint(5).binary) == Fingerprint(5)
    assert Fingerprint.parse(Fingerprint(5).binary) == Fingerprint(5)
    assert Fingerprint.from_binary("0b00000101") == Fingerprint(5, 8)


def test_the_prefixed_form_never_reads_as_a_number() -> None:
    for value in (0x1234567890123456, 0x12345678901234E5, 2**64 - 1):
        (row,) = csv.reader(io.StringIO("0x" + Fingerprint(value).hex))
        with pytest.raises(ValueError, match="could not convert"):
            float(row[0])


# ---- comparisons


def comparison(score: float | None, *prints: Fingerprint) -> Comparison:
    a, b = prints or (Fingerprint(5, feature_count=9), Fingerprint(7, feature_count=9))
    return Comparison(
        a=a,
        b=b,
        distance=None if score is None else (a.value ^ b.value).bit_count(),
        percent=None if score is None else 98.44,
        score=score,
        threshold=50,
        estimated=False,
        exact=False,
        order_changed=False,
        bits=64,
        profile="title@1",
    )


@given(st.floats(0, 100), st.floats(0, 100))
def test_a_score_that_reaches_the_threshold_is_a_duplicate(score: float, threshold: float) -> None:
    found = comparison(score)
    assert found.duplicate == (score >= 50)
    assert found.with_threshold(threshold).duplicate == (score >= threshold)
    assert found.with_threshold(score).duplicate is True
    assert found.with_threshold(threshold).with_threshold(50) == found


def test_no_score_is_no_verdict() -> None:
    assert comparison(None).duplicate is None
    assert comparison(None).with_threshold(0).duplicate is None
    assert (comparison(None).scorable, comparison(None).evidence) == (False, "none")


def test_a_suspicious_side_is_no_verdict() -> None:
    fine, bad = Fingerprint(5, feature_count=9), Fingerprint(7, flags=("suspicious",))
    for sides in ((fine, bad), (bad, fine), (bad, bad)):
        assert comparison(99.0, *sides).duplicate is None
    assert comparison(99.0, fine, Fingerprint(7, flags=("fallback",))).duplicate is True


@pytest.mark.parametrize(
    ("counts", "evidence"),
    [
        ((9, 4), "full"),
        ((4, 3), "low"),
        ((1, 99), "low"),
        ((None, 9), "unknown"),
        ((1, None), "unknown"),
    ],
)
def test_evidence_goes_by_the_text_with_fewer_features(
    counts: tuple[int | None, int | None], evidence: str
) -> None:
    a, b = (Fingerprint(5, feature_count=count) for count in counts)
    assert comparison(60.0, a, b).evidence == comparison(60.0, b, a).evidence == evidence


@pytest.mark.parametrize("threshold", [0, 100, 0.0, 100.0, 33.3, np.float64(5)])
def test_thresholds_are_numbers_from_0_to_100(threshold: float) -> None:
    assert check_threshold(threshold) == threshold


@pytest.mark.parametrize("threshold", [-1, 100.1, float("nan"), float("inf"), -float("inf")])
def test_other_thresholds_are_refused(threshold: float) -> None:
    with pytest.raises(InputError, match=f"threshold {threshold!r} is not from 0 to 100"):
        check_threshold(threshold)


@pytest.mark.parametrize("threshold", [True, "80", None, b"1", [50]])
def test_thresholds_that_are_no_numbers_are_refused(threshold: object) -> None:
    with pytest.raises(InputTypeError, match=f"not {type(threshold).__name__} "):
        check_threshold(threshold)  # type: ignore[arg-type]


def test_a_comparison_without_texts_explains_nothing() -> None:
    with pytest.raises(InputError, match="compare the texts"):
        comparison(60.0).explain()


def test_a_piece_is_the_same_where_both_texts_read_alike() -> None:
    assert Piece("油价", "油价").same
    assert not Piece("上", "下").same
    assert not Piece("", "下").same
