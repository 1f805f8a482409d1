from __future__ import annotations

import decimal
import math
import os
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textsim import score
from textsim.errors import InputError, InputTypeError
from textsim.score import (
    ScoreSpec,
    cosine_estimate,
    distance,
    distances,
    lanes_from_bytes,
    overlap,
    overlap_estimate,
    percent,
)
from textsim.simhash import SimhashSpec, simhash_many
from textsim.values import Feature, Fingerprint
from textsim.wordhash import WordHashSpec, wordhashes

# What Java prints at 64 bits, distance 0 to 64.
JAVA_64 = """
100.0 98.44 96.88 95.31 93.75 92.19 90.63 89.06 87.5 85.94 84.38 82.81 81.25 79.69 78.13 76.56
75.0 73.44 71.88 70.31 68.75 67.19 65.63 64.06 62.5 60.94 59.38 57.81 56.25 54.69 53.13 51.56
50.0 48.44 46.88 45.31 43.75 42.19 40.63 39.06 37.5 35.94 34.38 32.81 31.25 29.69 28.13 26.56
25.0 23.44 21.88 20.31 18.75 17.19 15.63 14.06 12.5 10.94 9.38 7.81 6.25 4.69 3.13 1.56 0.0
"""
BIG_A, BIG_B = 12382334418040220206, 17447883110520160081
WIDE = 314776434768051644139306697240981192872


# ---- distance


def test_distance_is_the_number_of_differing_bits() -> None:
    assert distance(0, 0) == 0
    assert distance(2**64 - 1, 0) == 64
    assert distance(2**63, 0) == 1
    assert distance(0x8C3A5F7E9ECB3F35, 0x8C3A5F7E9ECB3F21, ScoreSpec()) == 2
    assert distance(0x8C3A5F7E9ECB3F35, 0xD8DBE7186BAD3DB3, ScoreSpec()) == 29
    assert distance(WIDE, 0) == 74


def test_distance_of_decimal_text_is_never_a_count_of_digits() -> None:
    expected = (BIG_A ^ BIG_B).bit_count()
    assert distance(BIG_A, BIG_B) == expected == 39
    a, b = (Fingerprint.parse(str(value)).value for value in (BIG_A, BIG_B))
    assert distance(a, b) == expected
    with pytest.raises(InputTypeError, match="a must be an integer, not str"):
        distance(str(BIG_A), str(BIG_B))  # type: ignore[arg-type]


def test_hash_count_looks_at_the_lowest_bits_only() -> None:
    a, b = 0xFFFFFFFF_00000000, 0x3
    assert distance(a, b, ScoreSpec()) == distance(a, b, ScoreSpec(64)) == 34
    assert distance(a, b, ScoreSpec(32)) == 2
    assert distance(a, b, ScoreSpec(33)) == 3
    assert distance(a, b, ScoreSpec(1)) == 1
    assert distance(a, b, ScoreSpec(128)) == 34


@pytest.mark.parametrize("wrong", [1.0, "1", None, True, float("nan"), b"1"])
def test_distance_refuses_anything_but_integers_by_name(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match="a must be an integer"):
        distance(wrong, 1)
    with pytest.raises(InputTypeError, match="b must be an integer"):
        distance(1, wrong)


def test_distance_takes_numpy_integers_and_refuses_signed_values() -> None:
    assert distance(np.uint64(2**63), np.int64(1)) == 2  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"b -5 is negative; Fingerprint.from_signed"):
        distance(1, -5)


@pytest.mark.parametrize("wrong", [0, -1])
def test_hash_count_below_one_is_refused(wrong: int) -> None:
    with pytest.raises(InputError, match=f"hash_count {wrong} is not above 0"):
        ScoreSpec(wrong)


def test_hash_count_of_another_type_is_refused() -> None:
    with pytest.raises(InputTypeError, match="hash_count must be an integer"):
        ScoreSpec(64.0)  # type: ignore[arg-type]


# ---- percent


def test_percent_at_64_bits_is_what_java_prints() -> None:
    expected = [float(number) for number in JAVA_64.split()]
    assert [percent(d, 64) for d in range(65)] == expected
    halves = [d for d in range(65) if percent(d, 64) != round((1 - d / 64) * 100, 2)]
    assert halves == [6, 14, 22, 30, 38, 46, 54, 62]  # where half even goes the other way


@pytest.mark.parametrize("bits", [32, 33, 48, 64, 96, 100, 128, 192, 256])
def test_percent_is_the_exact_share_rounded_half_up(bits: int) -> None:
    for d in range(bits + 1):
        hundredths = Fraction(10_000 * (bits - d), bits)
        assert percent(d, bits) == math.floor(hundredths + Fraction(1, 2)) / 100


def test_percent_at_160_bits_rounds_the_double_as_java_does() -> None:
    # (1 - 9 / 160) * 100 is 94.375, but the double is a little less, and Java rounds the double.
    below = [d for d in range(161) if percent(d, 160) < math.floor(62.5 * (160 - d) + 0.5) / 100]
    assert below
    for d in below:
        assert Fraction((1 - d / 160) * 100) < Fraction(100 * (160 - d), 160)


def test_percent_depends_on_neither_locale_nor_decimal_context() -> None:
    with decimal.localcontext() as context:
        context.prec = 3
        context.rounding = decimal.ROUND_DOWN
        context.traps[decimal.Inexact] = True
        assert [percent(d, 64) for d in (1, 6)] == [98.44, 90.63]
    program = (
        "import locale\n"
        "try: locale.setlocale(locale.LC_ALL, '')\n"
        "except locale.Error: pass\n"
        "from textsim.score import percent\n"
        "print(percent(1, 64))\n"
    )
    env = {**os.environ, "LC_ALL": "de_DE.UTF-8"}
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=env)
    assert done.stdout.strip() == b"98.44"


def test_a_wider_divisor_never_shows_less_than_half() -> None:
    assert percent(64, 128) == 50.0
    assert percent(32, 32) == 0.0
    assert percent(29, 64) == 54.69


@pytest.mark.parametrize("call", [percent, cosine_estimate, overlap_estimate])
def test_a_distance_beyond_the_bits_is_refused(call: Any) -> None:
    for wrong in (-1, 65):
        with pytest.raises(InputError, match=f"distance {wrong} is not between 0 and bits 64"):
            call(wrong, 64)
    with pytest.raises(InputError, match="bits 0 is not above 0"):
        call(0, 0)
    with pytest.raises(InputTypeError, match="distance must be an integer, not float"):
        call(1.0, 64)
    with pytest.raises(InputTypeError, match="bits must be an integer, not bool"):
        call(0, True)


# ---- estimates


def test_cosine_estimate() -> None:
    for d in range(65):
        assert cosine_estimate(d, 64) == math.cos(math.pi * d / 64)
    assert cosine_estimate(128, 256) == pytest.approx(0, abs=1e-15)


def test_overlap_estimate_falls_from_100_to_0_at_half_the_bits() -> None:
    values = [overlap_estimate(d, 64) for d in range(65)]
    assert values[0] == 100.0
    assert values[32:] == [0.0] * 33
    assert all(a > b for a, b in pairwise(values[:33]))


def test_the_estimates_of_texts_are_near_their_overlap() -> None:
    rng = random.Random(3)
    pool = [f"词{i}" for i in range(400)]
    texts = [rng.sample(pool[:40], 30) for _ in range(200)]
    words = [word for text in texts for word in text]
    hashes = wordhashes(words, WordHashSpec(bits=256))
    offsets = list(range(0, len(words) + 1, 30))
    rows = simhash_many(hashes, [1] * len(words), offsets, SimhashSpec(256))
    errors = []
    for i in range(0, 200, 2):
        exact = overlap(*([Feature(word) for word in text] for text in texts[i : i + 2]))
        assert exact is not None
        errors.append(
            exact - overlap_estimate(int(distances(rows[i : i + 1], rows[i + 1])[0]), 256)
        )
    assert abs(sum(errors) / len(errors)) < 4


def test_unrelated_texts_are_estimated_near_nothing() -> None:
    rng = np.random.default_rng(4)
    rows = rng.integers(0, 2**64, (50 * 2 * 60, 1), np.uint64)
    values = simhash_many(rows, [1] * len(rows), list(range(0, len(rows) + 1, 60)), SimhashSpec())
    apart = [int(a ^ b).bit_count() for a, b in values.reshape(-1, 2).tolist()]
    assert sum(overlap_estimate(d, 64) for d in apart) / 50 <= 10


# ---- many distances


@pytest.mark.parametrize("lanes", [1, 2, 3, 4])
def test_the_batch_form_equals_the_plain_form(lanes: int) -> None:
    rng = np.random.default_rng(lanes)
    values = rng.integers(0, 2**64, (10_000, lanes), np.uint64)
    value = rng.integers(0, 2**64, lanes, np.uint64)
    got = distances(values, value)
    assert got.dtype == np.int64
    whole = sum(lane << 64 * k for k, lane in enumerate(value.tolist()))
    rows = [sum(lane << 64 * k for k, lane in enumerate(row)) for row in values.tolist()]
    assert got.tolist() == [distance(row, whole) for row in rows]
    assert distances(rows, whole).tolist() == got.tolist()
    assert distances(values, whole).tolist() == got.tolist()
    assert distances(rows, value).tolist() == got.tolist()
    assert distances(np.asfortranarray(values)[::-3], value).tolist() == got[::-3].tolist()


def test_counting_works_without_bitwise_count(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(9)
    values = rng.integers(0, 2**64, (1000, 2), np.uint64)
    expected = distances(values, values[0])
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert distances(values, values[0]).tolist() == expected.tolist()
    assert distances(np.asfortranarray(values), values[0]).tolist() == expected.tolist()
    assert distances([2**64 - 1, 0], 1).tolist() == [63, 1]
    table = score._bit_counts()
    assert table.tolist() == [n.bit_count() for n in range(1 << 16)]


def test_lists_of_integers_above_2_to_the_63_are_exact() -> None:
    assert distances([2**63 + 1, 5], 7).tolist() == [3, 1]
    assert distances((BIG_A, BIG_B), BIG_B).tolist() == [39, 0]
    assert distances(np.array([2**63 + 1, 5], object), 7).tolist() == [3, 1]
    assert distances([np.uint64(2**63 + 1), 5], np.uint64(7)).tolist() == [3, 1]
    assert distances([WIDE, 1], 0).tolist() == [74, 1]
    assert distances([1, 0], WIDE).tolist() == [distance(1, WIDE), 74]
    assert distances([], 7).tolist() == []
    assert distances(np.zeros((0, 2), np.uint64), WIDE).tolist() == []


def test_one_lane_needs_no_second_axis() -> None:
    values = np.array([2**63, 3], np.uint64)
    assert distances(values, 0).tolist() == [1, 2]
    assert distances(values[:, np.newaxis], values[:1]).tolist() == [0, 3]
    assert distances(values.astype(">u8"), np.array(3, np.uint64)).tolist() == [3, 0]
    assert distances(np.array([1, 2], np.int64), 0).tolist() == [1, 1]
    assert distances(np.array([255], np.uint8), 0).tolist() == [8]


@pytest.mark.parametrize(
    "wrong",
    [
        np.array([1.0, 2.0]),
        np.array([2**63 + 1, -5], float),
        np.array([True, False]),
        np.array(["1", "2"]),
    ],
)
def test_arrays_of_other_types_are_refused_by_name(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match="values must be integers"):
        distances(wrong, 7)
    with pytest.raises(InputTypeError, match="value must be integers"):
        distances([7], wrong)


@pytest.mark.parametrize("wrong", [[5, 1.0], [5, "1"], [5, None], [5, True], [5, np.float64(1)]])
def test_lists_of_other_types_are_refused_by_name_and_position(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match=r"values\[1\] must be an integer"):
        distances(wrong, 7)
    with pytest.raises(InputTypeError, match="value must be an integer"):
        distances([7], wrong[1])


@pytest.mark.parametrize("wrong", ["12", b"12", 5, None, 2.5])
def test_values_must_be_a_sequence(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match="values must be a sequence of integers"):
        distances(wrong, 7)


def test_signed_values_are_refused() -> None:
    with pytest.raises(InputError, match=r"values\[1\] -5 is negative"):
        distances([2**63 + 1, -5], 7)
    with pytest.raises(InputError, match="values holds negative numbers"):
        distances(np.array([1, -5]), 7)
    with pytest.raises(InputError, match="value -7 is negative"):
        distances([1], -7)
    with pytest.raises(InputError, match=r"values has shape \(1, 1, 1\)"):
        distances(np.zeros((1, 1, 1), np.uint64), 7)


def test_different_widths_are_refused_naming_bits() -> None:
    narrow, wide = np.zeros((3, 1), np.uint64), np.zeros((3, 2), np.uint64)
    for values, value in (
        (narrow, wide[0]),
        (wide, narrow[0]),
        (narrow, WIDE),
        ([WIDE], narrow[0]),
    ):
        with pytest.raises(
            InputError, match=r"bits differ: values has (64|128) and value (64|128)"
        ):
            distances(values, value)


# ---- bytes


def test_bytes_are_big_endian() -> None:
    rows = np.array([[255, 0], [1, 1]], np.uint8)
    assert distances(lanes_from_bytes(rows), 0).tolist() == [8, 2]
    assert lanes_from_bytes(rows).tolist() == [[0xFF00], [0x0101]]
    assert lanes_from_bytes([b"\xff\0", b"\1\1"]).tolist() == [[0xFF00], [0x0101]]
    assert lanes_from_bytes([]).shape == (0, 1)


@pytest.mark.parametrize("bits", [8, 24, 64, 72, 128, 192, 256])
def test_bytes_of_fingerprints_are_their_lanes(bits: int) -> None:
    rng = random.Random(bits)
    values = [Fingerprint(rng.getrandbits(bits), bits=bits) for _ in range(50)]
    rows = lanes_from_bytes([value.to_bytes() for value in values])
    assert rows.dtype == np.uint64
    assert rows.tolist() == [list(value.words) for value in values]
    assert distances(rows, 0).tolist() == [value.value.bit_count() for value in values]


def test_bytes_of_other_kinds_are_refused() -> None:
    with pytest.raises(InputError, match=r"bits differ: rows has \[8, 16\]"):
        lanes_from_bytes([b"1", b"12"])
    for wrong in (["12"], [5], np.zeros((2, 2), np.int64), np.zeros(4, np.uint8)):
        with pytest.raises(InputTypeError, match="rows must be an array"):
            lanes_from_bytes(wrong)


# ---- overlap

WEIGHT = st.integers(0, 5) | st.floats(0, 5) | st.integers(0, 2**60)
FEATURES = st.lists(st.builds(Feature, st.sampled_from("甲乙丙丁戊己"), WEIGHT), max_size=8)


def features(text: str) -> list[Feature]:
    return [Feature(word) for word in text]


def test_overlap_is_the_weighted_cosine() -> None:
    assert overlap(features("甲乙"), features("甲丙")) == 50.0
    assert overlap([Feature("甲", 3), Feature("乙", 4)], [Feature("甲", 1)]) == pytest.approx(60)
    assert overlap(features("甲甲甲乙乙乙乙"), features("甲")) == pytest.approx(60)
    assert overlap([("甲", 0.75), ("乙", 1.0)], [("甲", 1)]) == pytest.approx(60)  # type: ignore[list-item]


def test_overlap_of_equal_multisets_is_exactly_100() -> None:
    rng = random.Random(6)
    for _ in range(500):
        text = [Feature(rng.choice("甲乙丙丁"), rng.choice([1, 2, 3, 0.1, 0.7])) for _ in range(9)]
        other = rng.sample(text, len(text))
        assert overlap(text, other) == 100.0
    assert overlap(features("甲甲乙"), [Feature("乙"), Feature("甲", 2)]) == 100.0


def test_overlap_is_exactly_100_or_0_in_no_other_case() -> None:
    nearly = [Feature("甲", 10**12), Feature("乙", 1)]
    assert overlap(nearly, [Feature("甲", 1)]) == math.nextafter(100, 0)
    hardly = overlap(
        [Feature("甲", 1e-300), Feature("乙", 1)], [Feature("甲", 1e-300), Feature("丙")]
    )
    assert hardly is not None
    assert 0 < hardly < 1e-300


def test_nothing_in_common_is_0_and_nothing_at_all_is_none() -> None:
    assert overlap(features("甲"), features("乙")) == 0.0
    assert overlap([], features("乙")) is None
    assert overlap(features("乙"), []) is None
    assert overlap([], []) is None
    assert overlap([Feature("甲", 0)], features("甲")) is None
    assert overlap([Feature("甲", 0), Feature("乙", 1)], features("甲")) == 0.0


@settings(deadline=None)
@given(FEATURES, FEATURES)
def test_overlap_is_symmetric_and_agrees_with_fractions(a: list[Feature], b: list[Feature]) -> None:
    got = overlap(a, b)
    assert got == overlap(b, a)
    sums: list[Counter[str]] = []
    for side in (a, b):
        sums.append(Counter())
        for word, weight in side:
            sums[-1][word] += Fraction(weight)  # type: ignore[assignment]
    norms = [sum(Fraction(w) ** 2 for w in side.values()) for side in sums]
    if not all(norms):
        assert got is None
        return
    assert got is not None
    shared = sum(Fraction(sums[0][word]) * sums[1][word] for word in sums[0])
    assert got == pytest.approx(100 * math.sqrt(shared**2 / (norms[0] * norms[1])), rel=1e-12)
    assert (got == 0) == (shared == 0)
    assert (got == 100) == (shared**2 == norms[0] * norms[1])
    assert 0 <= got <= 100


def test_overlap_does_not_depend_on_the_order_of_features() -> None:
    a = [Feature("甲", 0.1), Feature("甲", 0.2), Feature("甲", 0.3), Feature("乙", 1e16)]
    assert len({overlap(list(order), features("甲乙丙")) for order in permutations(a)}) == 1


def test_overlap_refuses_wrong_weights() -> None:
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(InputError, match=r"weight .* at position 1"):
            overlap([Feature("甲"), Feature("乙", wrong)], features("甲"))
    with pytest.raises(InputTypeError, match=r"weight .* at position 0"):
        overlap(features("甲"), [Feature("乙", True)])
