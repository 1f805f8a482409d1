from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import random
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from textsim.errors import InputError, InputTypeError, UnknownNameError
from textsim.wordhash import WordHashSpec, aes, wordhash, wordhashes
from textsim.wordhash.octets import encode

GOLDEN = Path(__file__).parent / "golden"
PLAIN = WordHashSpec("java-1000003")
PADDED = WordHashSpec("java-1000003-padded")
MIXED = WordHashSpec()
FNV = WordHashSpec("fnv1")
AES = WordHashSpec("aes")

SPECS = [
    *(WordHashSpec("java-1000003", bits) for bits in (8, 32, 33, 63, 64, 65, 100, 128, 200, 256)),
    PADDED,
    *(WordHashSpec("java-1000003-mixed", bits) for bits in (64, 128, 192, 256)),
    FNV,
    *(WordHashSpec("md5-tail", bits) for bits in (8, 32, 64, 72, 128)),
    AES,
]
CHARACTERS = (
    st.characters()
    | st.characters(categories=["Cs"])
    | st.sampled_from("😀🎉👨‍👩‍👧𠀀猫养知识aA0\0\udc80\udcff\ud83d\ude00")
)
WORDS = st.lists(st.text(CHARACTERS, max_size=40), max_size=12)


def java_rows() -> list[dict[str, Any]]:
    lines = (GOLDEN / "java.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def bits_set(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return how large a part of the rows has each bit of lane 0 set."""
    octets = rows[:, :1].astype("<u8").view(np.uint8)
    return np.asarray(np.unpackbits(octets, axis=1).mean(axis=0))


# ---- the java hashes


def test_java_program_hashes() -> None:
    count = 0
    for row in java_rows():
        words = [word for word, _ in row["terms"]]
        for name, spec in (("hash_padded", PADDED), ("hash_plain", PLAIN)):
            expected = [int(digits, 16) for digits in row[name]]
            assert [wordhash(word, spec) for word in words] == expected
            assert wordhashes(words, spec)[:, 0].tolist() == expected
            count += len(words)
    assert count > 4000


@pytest.mark.parametrize(
    ("word", "plain", "padded"),
    [
        ("a", "00000002e40db1e0", "142a6050a0a31364"),
        ("ab", "002c1c5aa3a08f83", "142a6050a093d0a1"),
        ("abc", "142a6050a093d0a3", "142a6050a093d0a3"),
        ("猫", "0000036eaa1d53aa", "403aee1b74af5a16"),
        ("养猫", "250da1c78508e198", "b0f793095382ee36"),
        ("冷知识", "06e1145061d35c45", "06e1145061d35c45"),
        ("有哪些", "da26e6c27018cd4b", "da26e6c27018cd4b"),
        ("中华人民共和国", "aa8ddd80c201a191", "aa8ddd80c201a191"),
        ("😀", "625599962c4bca75", "cdcc8229ff01731b"),
        ("\ud83d\ude00", "625599962c4bca75", "cdcc8229ff01731b"),
        ("", "0000000000000000", "0000000000000000"),
    ],
)
def test_java_words(word: str, plain: str, padded: str) -> None:
    assert f"{wordhash(word, PLAIN):016x}" == plain
    assert f"{wordhash(word, PADDED):016x}" == padded


@pytest.mark.parametrize(
    ("word", "padded"),
    [
        ("公告", 11204103200404290501),
        ("停水", 3896553318009146943),
        ("手机壳", 17678011944700549089),
        ("教程", 4113396680677656346),
        ("冷知识", 495699769458646085),
        ("a", 1453079729189098340),
        ("ab", 1453079729188098209),
        ("iPhone", 17196469951391119957),
    ],
)
def test_padded_hashes_of_ordinary_words_are_unsigned(word: str, padded: int) -> None:
    assert wordhash(word, PADDED) == padded


def test_padding_makes_some_words_collide_and_the_mixed_hash_does_not() -> None:
    for short, long in (("哈", "哈哈哈"), ("哈", "哈哈"), ("天空", "天空天")):
        assert wordhash(short, PADDED) == wordhash(long, PADDED)
        assert wordhash(short, MIXED) != wordhash(long, MIXED)


def test_the_plain_hash_of_one_character_has_at_most_43_bits() -> None:
    characters = [chr(code) for code in range(0x10000)]
    assert int(wordhashes(characters, PLAIN).max()).bit_length() == 43
    two = random.Random(1).choices(characters, k=40_000)
    pairs = [a + b for a, b in zip(two[::2], two[1::2], strict=True)]
    assert int(wordhashes(pairs, PLAIN).max()).bit_length() == 63


def test_no_java_hash_is_negative_or_too_wide() -> None:
    for bits in range(8, 257):
        spec = WordHashSpec("java-1000003", bits)
        for word in ("有哪些", "x" * 300, "\uffff" * 20):
            assert 0 <= wordhash(word, spec) < 1 << bits


def test_a_narrow_java_hash_is_the_lower_part_of_a_wide_one() -> None:
    wide = wordhash("中华人民共和国", WordHashSpec("java-1000003", 256))
    for bits in (8, 32, 64, 100, 128):
        assert wordhash("中华人民共和国", WordHashSpec("java-1000003", bits)) == wide % 2**bits


def test_128_bits_of_an_ordinary_word_have_an_empty_upper_part() -> None:
    assert wordhash("养猫", WordHashSpec("java-1000003", 128)) == 0x250DA1C78508E198


# ---- ours


def test_lanes_of_the_mixed_hash_are_splitmix64() -> None:
    # The generator's published first outputs for seed 0, the plain hash of no characters.
    stream = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC)
    value = wordhash("", WordHashSpec(bits=256))
    assert tuple(value >> shift & 2**64 - 1 for shift in (0, 64, 128, 192)) == stream


def test_a_wider_mixed_hash_keeps_the_lower_bits() -> None:
    for word in ("", "猫", "养猫", "😀", "this is a phrase"):
        wide = wordhash(word, WordHashSpec(bits=256))
        for bits in (64, 128, 192):
            assert wordhash(word, WordHashSpec(bits=bits)) == wide % 2**bits


def test_the_mixed_hash_never_changes() -> None:
    known = {
        "养猫": 0x3DC01D35F124A2D4,
        "a": 0x3C448041E8F60249,
        "😀": 0xB4D091F41FFC090A,
        "冷知识": 0xA4D74DFCB2AA5103,
    }
    assert {word: wordhash(word, MIXED) for word in known} == known


@cache
def dictionary_words() -> dict[int, list[str]]:
    """Return words by length: those of jieba's dictionary when there, else made up."""
    found = importlib.util.find_spec("jieba")
    rng = random.Random(7)
    if found is not None and found.origin:
        lines = (Path(found.origin).parent / "dict.txt").read_text(encoding="utf-8").splitlines()
        words = sorted({line.split(" ")[0] for line in lines})
    else:
        common = [chr(code) for code in range(0x4E00, 0x7000)]
        words = sorted(
            {"".join(rng.choices(common, k=n)) for n in (1, 2, 3, 4) for _ in range(9000)}
        )
    by_length: dict[int, list[str]] = {}
    for word in words:
        by_length.setdefault(len(word), []).append(word)
    return by_length


@pytest.mark.parametrize("length", [1, 2, 3, 4])
@pytest.mark.parametrize("lane", [0, 1, 2, 3])
def test_every_bit_of_the_mixed_hash_is_set_for_half_the_words(length: int, lane: int) -> None:
    words = dictionary_words()[length]
    sample = random.Random(length).sample(words, min(10_000, len(words)))
    assert len(sample) > 4000
    shares = bits_set(wordhashes(sample, WordHashSpec(bits=256))[:, lane:])
    assert shares.min() > 0.45
    assert shares.max() < 0.55


@pytest.mark.parametrize("place", [0, 1, 2])
def test_words_that_differ_in_one_character_differ_in_half_the_bits(place: int) -> None:
    groups: dict[tuple[str, str], list[str]] = {}
    for word in dictionary_words()[3]:
        groups.setdefault((word[:place], word[place + 1 :]), []).append(word)
    pairs = [pair for same in groups.values() for pair in pairwise(same)]
    while len(pairs) < 2000:  # made-up words share no two characters
        word = dictionary_words()[3][len(pairs)]
        pairs.append((word, word[:place] + "一" + word[place + 1 :]))
    sample = random.Random(3).sample(pairs, 2000)
    apart = [(wordhash(a, MIXED) ^ wordhash(b, MIXED)).bit_count() for a, b in sample]
    assert abs(sum(apart) / len(apart) - 32) < 1
    assert min(apart) >= 12


def test_the_two_halves_of_the_mixed_hash_are_unrelated() -> None:
    words = [word for length in (1, 2, 3, 4) for word in dictionary_words()[length][:2500]]
    values = [wordhash(word, MIXED) for word in words]
    apart = [(value >> 32 ^ value & 2**32 - 1).bit_count() for value in values]
    assert len(apart) == 10_000
    assert min(apart) > 0
    assert abs(sum(apart) / len(apart) - 16) < 0.5
    assert len(set(values)) == len(words)


def test_no_two_words_of_a_dictionary_share_a_mixed_hash() -> None:
    words = [word for same in dictionary_words().values() for word in same]
    assert len(np.unique(wordhashes(words, MIXED))) == len(words)


# ---- FNV-1, MD5, AES


def test_fnv1_multiplies_first() -> None:
    assert wordhash("test string", FNV) == 8811532157352841348  # FNV-1a: 10983430520173899754
    assert wordhash("", FNV) == 14695981039346656037


@pytest.mark.parametrize(
    ("word", "bits", "value"),
    [
        ("a", 64, 0x31C399E269772661),
        ("b", 64, 0x3AD71C777531578F),
        ("", 64, 0xE9800998ECF8427E),
        ("", 128, 0xD41D8CD98F00B204E9800998ECF8427E),
        ("", 32, 0xECF8427E),
    ],
)
def test_tail_of_md5(word: str, bits: int, value: int) -> None:
    assert wordhash(word, WordHashSpec("md5-tail", bits)) == value


def test_md5_works_where_it_is_forbidden_for_security(monkeypatch: pytest.MonkeyPatch) -> None:
    md5 = hashlib.md5

    def strict(data: bytes = b"", *, usedforsecurity: bool = True) -> Any:
        if usedforsecurity:
            msg = "disabled for FIPS"
            raise ValueError(msg)
        return md5(data, usedforsecurity=False)

    monkeypatch.setattr(hashlib, "md5", strict)
    assert wordhash("a", WordHashSpec("md5-tail")) == 0x31C399E269772661
    assert wordhashes(["a"], WordHashSpec("md5-tail")).tolist() == [[0x31C399E269772661]]


def test_importing_never_calls_md5_and_computes_no_table() -> None:
    program = """
import hashlib
def md5(*args, **options): raise AssertionError("md5 called")
hashlib.md5 = md5
from textsim.wordhash import aes
assert aes._sbox.cache_info().currsize == aes._round_tables.cache_info().currsize == 0
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("test", "0c9c66cd5baf3acb"),
        ("a", "350024000024002b"),
        ("0123456789abcdefg", "188271ef0e8fe762"),
        ("0123456789abcdef" * 3 + "!", "346a9242a0ae9d88"),
        ("", "0000000000000000"),
        ("a\0", "350024000024002b"),
    ],
)
def test_aes_chain(word: str, value: str) -> None:
    assert f"{wordhash(word, AES):016x}" == value
    assert f"{wordhashes([word], AES)[0, 0]:016x}" == value


def test_aes_substitution_is_the_one_of_the_standard() -> None:
    sbox = aes._sbox()
    assert sbox[:8] == bytes.fromhex("637c777bf26b6fc5")
    assert (sbox[0x53], sbox[0xFF]) == (0xED, 0x16)
    assert sorted(sbox) == list(range(256))


def test_pieces_of_characters_keep_their_bytes() -> None:
    for data in (bytes(range(256)), b"\xe5\xa4", b"\xed\xa0\x80", b"\xa7"):
        assert encode(data.decode("utf-8", "surrogateescape")) == data
    assert encode("\ud800猫\udc80\udfff") == b"\xed\xa0\x80\xe7\x8c\xab\x80\xed\xbf\xbf"


# ---- all of them


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.algorithm}-{spec.bits}")
@settings(deadline=None, max_examples=60)
@given(words=WORDS)
@example(words=[])
@example(words=["", "", ""])
@example(words=["\ud83d", "\ude00", "😀", "a\ud83d", "\ude00b", ""])
@example(words=["长" * 63, "长" * 64, "长" * 65, "😀" * 70, "a" * 1000, "", "短"])
def test_the_batch_form_equals_the_plain_form(words: list[str], spec: WordHashSpec) -> None:
    rows = wordhashes(words, spec)
    lanes = -(-spec.bits // 64)
    assert rows.dtype == np.uint64
    assert rows.shape == (len(words), lanes)
    expected = [wordhash(word, spec) for word in words]
    values = [sum(lane << 64 * k for k, lane in enumerate(row)) for row in rows.tolist()]
    assert values == expected
    assert all(0 <= value < 1 << spec.bits for value in expected)


def test_the_batch_form_takes_any_sequence_and_leaves_a_writable_array() -> None:
    rows = wordhashes(("养猫", "知识"), MIXED)
    rows[0] = 0
    assert rows[0, 0] == 0
    assert rows[1, 0] == wordhash("知识", MIXED)


@pytest.mark.parametrize(
    ("algorithm", "bits"),
    [
        ("java-1000003", 7),
        ("java-1000003", 257),
        ("java-1000003-padded", 32),
        ("java-1000003-padded", 128),
        ("java-1000003-mixed", 32),
        ("java-1000003-mixed", 96),
        ("java-1000003-mixed", 320),
        ("fnv1", 32),
        ("md5-tail", 256),
        ("md5-tail", 12),
        ("md5-tail", 0),
        ("aes", 128),
    ],
)
def test_a_width_the_algorithm_does_not_have_is_refused(algorithm: str, bits: int) -> None:
    with pytest.raises(InputError, match=rf"bits {bits} .*'{algorithm}'"):
        WordHashSpec(algorithm, bits)


@pytest.mark.parametrize("bits", [64.0, "64", True, None])
def test_a_width_that_is_no_integer_is_refused(bits: Any) -> None:
    with pytest.raises(InputTypeError, match="bits must be an integer"):
        WordHashSpec("java-1000003", bits)


def test_an_unknown_algorithm_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"'sha1'; known are 'aes', 'fnv1', 'java-1000003'"):
        WordHashSpec("sha1")


@pytest.mark.parametrize("word", [None, 5, b"a", ["a"], float("nan")])
def test_anything_but_text_is_refused_by_name(word: Any) -> None:
    with pytest.raises(InputTypeError, match=rf"word must be str, not {type(word).__name__}"):
        wordhash(word, MIXED)
    with pytest.raises(InputTypeError, match=rf"words\[1\] must be str, not {type(word).__name__}"):
        wordhashes(["a", word], MIXED)


@pytest.mark.parametrize("words", ["养猫", b"ab", 5, None])
def test_a_word_is_no_list_of_words(words: Any) -> None:
    with pytest.raises(InputTypeError, match="words must be a sequence of words"):
        wordhashes(words, MIXED)


def test_hashes_do_not_depend_on_the_process() -> None:
    program = (
        "from textsim.wordhash import WordHashSpec, wordhash\n"
        "from textsim.simhash import SimhashSpec, simhash\n"
        "for name in ('java-1000003', 'java-1000003-padded', 'java-1000003-mixed', 'fnv1',"
        " 'md5-tail', 'aes'):\n"
        "    words = {'春节', '放假', '通知', '养猫', '冷知识', '上海'}\n"
        "    hashes = [wordhash(word, WordHashSpec(name)) for word in words]\n"
        "    print([simhash(hashes, [w] * 6, SimhashSpec(64, tie)) for w in (1, 0.1)"
        " for tie in ('one', 'zero', 'heaviest')])\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2", "random")
    }
    assert len(printed) == 1
