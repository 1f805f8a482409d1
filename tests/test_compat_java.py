from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from textsim.compat.java import (
    bit_string,
    get_distance,
    hamming_distance,
    similar,
    sub_by_distance,
)
from textsim.errors import InputError, InputTypeError
from textsim.simhash import SimhashSpec, simhash
from textsim.wordhash import WordHashSpec, wordhash

GOLDEN = Path(__file__).parent / "golden"
NINE = 0x200503C24CC4B0BE


def rows() -> list[dict[str, Any]]:
    lines = (GOLDEN / "java.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_bit_string_begins_with_the_least_significant_bit() -> None:
    assert bit_string(NINE) == "0111110100001101001000110011001001000011110000001010000000000100"
    assert bit_string(0) == "0" * 64
    assert bit_string(1, 32) == "1" + "0" * 31
    assert bit_string(2**127, 128) == "0" * 127 + "1"


@pytest.mark.parametrize("value", [0, 1, 2**62, 2**63, 2**64 - 1])
def test_bit_string_always_has_all_its_digits(value: int) -> None:
    text = bit_string(value)
    assert len(text) == 64
    assert int(text[::-1], 2) == value


def test_blocks_of_the_java_program() -> None:
    for row in rows():
        value = int(row["article64"], 16)
        assert sub_by_distance(value, value, 3) == row["sub3"]


def test_leading_zeros_lose_blocks() -> None:
    assert sub_by_distance(NINE, NINE, 3) == [32013, 9010, 17344]
    one_character = wordhash("有", WordHashSpec("java-1000003"))
    value = simhash([one_character], [1], SimhashSpec(64, "one"))
    assert value.bit_length() == 42
    assert len(sub_by_distance(value, value, 3)) == 2
    assert sub_by_distance(0, 2**64 - 1, 3) == []
    assert len(sub_by_distance(2**63, 0, 3)) == 4


def test_blocks_are_the_arguments_as_far_as_the_receiver_reaches() -> None:
    a, b = 2**63 | 0xFFFF, 0x1
    assert sub_by_distance(a, b, 3) == [0x8000, 0, 0, 0]
    assert sub_by_distance(b, a, 3) == []
    assert sub_by_distance(0xFFFF, a, 3) == [0xFFFF]


def test_blocks_are_read_backwards() -> None:
    value = 2**63 | 0b0001_0011
    assert sub_by_distance(value, value, 15)[:2] == [0b1100, 0b1000]


def test_bits_beyond_the_last_whole_block_are_dropped() -> None:
    full = 2**64 - 1
    assert sub_by_distance(full, full, 2) == [2**21 - 1] * 3
    assert sub_by_distance(full, full, 0) == [full]
    assert sub_by_distance(2**128 - 1, 0, 3, bits=128) == [0] * 4
    assert sub_by_distance(2**32 - 1, 5, 3, bits=32) == [0b10100000, 0, 0, 0]


def test_blocks_without_bits_are_refused() -> None:
    for wrong in (64, 100):
        with pytest.raises(InputError, match=f"distance {wrong} cuts bits 64 into empty blocks"):
            sub_by_distance(1, 1, wrong)
    with pytest.raises(InputError, match="distance -1 is negative"):
        sub_by_distance(1, 1, -1)


def test_get_distance_counts_places() -> None:
    assert get_distance("", "") == 0
    assert get_distance("0110", "0101") == 2
    assert get_distance("010", "0101") == -1
    assert get_distance("😀a", "😁b") == 2  # the first UTF-16 unit is the same
    assert get_distance("😀", "猫猫") == 2


def test_get_distance_of_bit_strings_is_the_hamming_distance() -> None:
    rng = random.Random(8)
    for _ in range(200):
        a, b = rng.getrandbits(64), rng.getrandbits(64)
        assert get_distance(bit_string(a), bit_string(b)) == hamming_distance(a, b)


def test_hamming_distance_masks_for_the_title_tool_only() -> None:
    a, b = 2**64 - 1, 0
    assert hamming_distance(a, b) == 64
    assert [hamming_distance(a, b, n) for n in (1, 32, 64, 128)] == [1, 32, 64, 64]


@pytest.mark.parametrize(
    ("distance", "shown"),
    [
        (0, 100.0),
        (1, 98.44),
        (2, 96.88),
        (3, 95.31),
        (4, 93.75),
        (5, 92.19),
        (6, 90.63),
        (7, 89.06),
        (8, 87.5),
        (9, 85.94),
        (10, 84.38),
        (16, 75.0),
        (32, 50.0),
        (64, 0.0),
    ],
)
def test_similar_is_rounded_half_up(distance: int, shown: float) -> None:
    assert similar((1 << distance) - 1, 0) == shown


def test_similar_divides_by_hash_count_while_values_stay_64_bits_wide() -> None:
    a, b = 0xFFFFFFFF_00000000, 0
    assert similar(a, b, 32) == 100.0
    assert similar(a, b, 64) == 50.0
    assert similar(2**64 - 1, 0, 128) == 50.0
    assert similar(0b111, 0, 33) == 90.91


@pytest.mark.parametrize("wrong", ["1", 1.0, None, True])
def test_other_types_are_refused_by_name(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match="value must be an integer"):
        bit_string(wrong)
    with pytest.raises(InputTypeError, match="receiver must be an integer"):
        sub_by_distance(wrong, 1, 3)
    with pytest.raises(InputTypeError, match="argument must be an integer"):
        sub_by_distance(1, wrong, 3)
    with pytest.raises(InputTypeError, match=r"(hash_count|bits) must be an integer"):
        similar(1, 1, wrong)


def test_values_out_of_range_are_refused_by_name() -> None:
    with pytest.raises(InputError, match="value 256 does not fit bits 8"):
        bit_string(256, 8)
    with pytest.raises(InputError, match="value -1 is negative"):
        bit_string(-1)
    with pytest.raises(InputError, match="bits 0 is not above 0"):
        bit_string(0, 0)
    with pytest.raises(InputError, match="hash_count 0 is not above 0"):
        similar(1, 1, 0)
    with pytest.raises(InputTypeError, match="b must be str, not int"):
        get_distance("1", 1)  # type: ignore[arg-type]
