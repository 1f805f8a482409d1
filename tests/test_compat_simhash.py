"""The drop-in for the ``simhash`` package: its answers, and where it does better."""

from __future__ import annotations

import hashlib
import inspect
import json
import logging
import pickle
import re
import subprocess
import sys
import zlib
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import needs
from textsim.compat import simhash as compat
from textsim.compat.simhash import Simhash, SimhashIndex

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).parent / "golden"
NUMPY_1 = np.__version__.startswith("1.")


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _sha512(data: bytes) -> bytes:
    return hashlib.sha512(data).digest()


def _sha1_number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha1(data, usedforsecurity=False).digest(), "big")


# The machine that runs the tests may be busy: no example has a time limit.
unhurried = settings(deadline=None)


# --- the package's printed answers --------------------------------------------------------------


@pytest.mark.parametrize(("f", "field"), [(64, "f64"), (128, "f128"), (32, "f32")])
def test_every_printed_fingerprint(f: int, field: str) -> None:
    for row in _rows("pysimhash.jsonl"):
        assert Simhash(row["text"], f=f).value == int(row[field], 16), row["text"]


def test_every_printed_query_of_the_index() -> None:
    first, *queries = _rows("pysimhash_index.jsonl")
    objs = [(i, Simhash(int(value, 16))) for i, value in enumerate(first["values"])]
    for k in sorted({row["k"] for row in queries}):
        index = SimhashIndex(objs, k=k)
        for row in queries:
            if row["k"] == k:
                found = index.get_near_dups(Simhash(int(row["query"], 16)))
                assert sorted(found) == sorted(map(str, row["ids"]))


FIGURES = [
    (["aaa", "bbb"], 64, 57087923692560392),
    ("", 64, 0xE9800998ECF8427E),
    ([], 64, 0),
    ("你好吗，我很好", 64, 0x2F2EAEDB0014692B),
    ("有哪些养猫必须知道的冷知识", 64, 0x018708E9E0A3EF35),
    ("有哪些养猫必须知道的冷知识？", 64, 0x018708E9E0A3EF35),
    ("有哪些养猫必须知道的冷", 64, 0x80A508BDC0A0EF31),
    ("有哪些养猫必须知道", 64, 0x80A50C3CD4A0C7B0),
    ("有哪些养猫", 64, 0x03840C0CC4004180),
    ("有哪些", 64, 0x784E855CF05C07C3),
    (["a", "b"], 64, 0x30C3186261310601),
    (["a", "b"], 128, 0x00C155B8C0A026A830C3186261310601),
    (["a", "b"], 32, 0x61310601),
    ([str(i) for i in range(500)], 64, 7984652473404407437),
    ([(str(i), 50 * i) for i in range(500)], 64, 3372825719632739723),
    ([("a", -1), ("b", 3)], 64, 0x3AD71C777531578F),
    (["a"], 64, 0x31C399E269772661),
    (["b"], 64, 0x3AD71C777531578F),
    # One window for a short text, however it is repeated: the package's own numbers stay.
    ("哈哈哈哈哈哈", 64, Simhash(["哈哈哈哈"]).value),
]


@pytest.mark.parametrize(("value", "f", "expected"), FIGURES)
def test_known_figures(value: Any, f: int, expected: Any) -> None:
    assert Simhash(value, f=f).value == expected


def test_distances_of_shortened_titles() -> None:
    full = Simhash("有哪些养猫必须知道的冷知识？")
    shorter = ["有哪些养猫必须知道的冷", "有哪些养猫必须知道", "有哪些养猫", "有哪些"]
    assert [full.distance(Simhash(text)) for text in shorter] == [11, 20, 25, 37]


def test_windows_of_four_letters() -> None:
    assert Simhash("你好吗，我很好").value == Simhash(["你好吗我", "好吗我很", "吗我很好"]).value


def test_a_tie_is_not_set() -> None:
    a, b = Simhash(["公告"]).value, Simhash(["停水"]).value
    assert Simhash(["公告", "停水"]).value == a & b


# Printed by simhash 2.1.2 on NumPy 1.26.4 for f = 64, f = 128 and f = 32.
WEIGHTED = [
    ({"公告": 346, "停水": 1}, "93cb33b59c015654", "fa86f1a57d6f758a93cb33b59c015654"),
    ({"公告": 346.0, "停水": 1.0}, "93cb33b59c015654", "fa86f1a57d6f758a93cb33b59c015654"),
    (
        [("公告", 256), ("停水", 255), ("通知", 1)],
        "928931250c015454",
        "da04b184556a3502928931250c015454",
    ),
    (
        [("公告", 1000), ("停水", 999), ("通知", 2), ("a", -1)],
        "9289352d0ec17476",
        "de04b1d455ea35129289352d0ec17476",
    ),
    (
        [("公告", 10**6), ("停水", 70000), ("通知", 930001)],
        "9289352d0ec17476",
        "de04b1d455ea35129289352d0ec17476",
    ),
    (
        [("公告", 2**40), ("停水", 2**40 - 1), ("通知", 2)],
        "9289352d0ec17476",
        "de04b1d455ea35129289352d0ec17476",
    ),
    (
        [("公告", 2**64), ("停水", 2**64 - 1), ("通知", 2)],
        "9289352d0ec17476",
        "de04b1d455ea35129289352d0ec17476",
    ),
    ([("公告", 300), "停水", "通知"], "9289352d0ec17476", "de04b1d455ea35129289352d0ec17476"),
    (
        [("公告", 51), ("停水", 51), ("通知", 52), ("a", 50), ("b", 50)],
        "12c33d672d517666",
        "9ec075f4d4ea37a812c33d672d517666",
    ),
    (
        [(str(i), 50 * i) for i in range(500)],
        "2eceaf1f3c02bd8b",
        "05fb8a296f971fe12eceaf1f3c02bd8b",
    ),
    (
        [(str(i), i * i - 400) for i in range(300)],
        "f6a1209f8f36aee7",
        "078adb294e281921f6a1209f8f36aee7",
    ),
    (
        [(str(i), 0.1 * i) for i in range(500)],
        "2eceaf1f3c02bd8b",
        "05fb8a296f971fe12eceaf1f3c02bd8b",
    ),
    (
        [(str(i % 7), 0.1) for i in range(450)],
        "6fa5ef997ca792dc",
        "ccdb623c9bdc27ef6fa5ef997ca792dc",
    ),
    (
        [(str(i), 0.1 if i % 3 else 3) for i in range(450)],
        "fe932789bc33b42f",
        "049b9b7fceac39c0fe932789bc33b42f",
    ),
    (
        [(str(i % 4), (0.1, 0.2, 0.3, 0.7)[i % 4]) for i in range(203)],
        "28308fd9f2a7baf3",
        "eccbc87e4b5ce2fe28308fd9f2a7baf3",
    ),
    (
        [(str(i), np.int64(i * 40 - 300)) for i in range(300)],
        "f6ad209f8f36aed7",
        "07dad3294e2819a3f6ad209f8f36aed7",
    ),
    (
        [(str(i), np.uint8(i)) for i in range(256)],
        "f68d5119bf76b2c7",
        "26dfd339467c5bb3f68d5119bf76b2c7",
    ),
    (
        [(str(i), np.int16(i * 100)) for i in range(300)],
        "f6ad209f9f36a6d7",
        "07dad3294e2819a3f6ad209f9f36a6d7",
    ),
    (
        [(str(i % 4), np.float32((0.1, 0.2, 0.3, 0.6)[i % 4])) for i in range(203)],
        "2c24dfd9faa7a6fb",
        "cccb403c895c63ee2c24dfd9faa7a6fb",
    ),
    (
        [(str(i % 4), np.float16((0.1, 0.2, 0.3, 0.6)[i % 4])) for i in range(203)],
        "2c24dfd9faa7a6fb",
        "cccb403c895c63ee2c24dfd9faa7a6fb",
    ),
    ([("a", -1), ("b", 3)], "3ad71c777531578f", "92eb5ffee6ae2fec3ad71c777531578f"),
    ([("a", -1)], "f" * 16, "f" * 32),
    ([("a", 0), ("b", 0)], "0" * 16, "0" * 32),
    (
        [("a", 0), ("b", 0.5), ("公告", 10**6)],
        "93cb33b59c015654",
        "fa86f1a57d6f758a93cb33b59c015654",
    ),
    ([("a", 5), "b", ("公告", 9)], "33c319f77d315645", "9ac375bde4ef37a833c319f77d315645"),
    (
        [("公告", True), ("停水", True), ("通知", False)],
        "128131000c014404",
        "9a04018451403500128131000c014404",
    ),
]


@pytest.mark.parametrize(("features", "f64", "f128"), WEIGHTED)
def test_weights_of_every_kind_as_on_numpy_1(features: Any, f64: str, f128: str) -> None:
    assert Simhash(features).value == int(f64, 16)
    assert Simhash(features, f=128).value == int(f128, 16)
    assert Simhash(features, f=32).value == int(f64[8:], 16)


def test_a_heavy_word_does_not_overflow() -> None:
    heavy = Simhash(["公告"]).value
    for weight in (346, 346.0, 10**6, 2**63, 2**70, Fraction(692, 2), np.int64(346)):
        assert Simhash({"公告": weight, "停水": 1}).value == heavy


# --- features and weights -----------------------------------------------------------------------


WORDS = st.text(min_size=0, max_size=4).filter(lambda word: word.isprintable())


@unhurried
@given(st.lists(st.tuples(WORDS, st.integers(0, 1000)), max_size=30), st.sampled_from([16, 64]))
def test_integer_weights_follow_the_definition(features: Any, f: int) -> None:
    total = sum(weight for _, weight in features)
    expected = 0
    for bit in range(f):
        votes = sum(w for word, w in features if Simhash([word], f=f).value >> bit & 1)
        expected |= (2 * votes > total) << bit
    assert Simhash(features, f=f).value == expected


def test_a_word_without_weight_takes_over_the_last_one() -> None:
    assert Simhash([("a", 5), "b"]).value == Simhash([("a", 5), ("b", 5)]).value
    assert Simhash(["b", ("a", 5)]).value == Simhash([("b", 1), ("a", 5)]).value
    # A weight that is taken over stays in the batch, however large it is.
    assert Simhash([("a", 10**12), "b", "c"]).value == Simhash(["a", "b", "c"]).value


def test_a_taken_over_weight_must_be_an_integer() -> None:
    with pytest.raises(TypeError, match=r"feature 'b' has no weight and would take over 2\.5"):
        Simhash([("a", 2.5), "b"])


def test_weights_of_zero_or_less_move_the_threshold_only() -> None:
    assert Simhash([("a", -1)]).value == 2**64 - 1
    assert Simhash([("a", 0)]).value == 0
    assert Simhash([("a", 1), ("b", 1), ("c", -1)]).value == (
        Simhash(["a"]).value | Simhash(["b"]).value
    )


def test_features_may_be_any_iterable() -> None:
    expected = Simhash(["a", "b"]).value
    for features in (("a", "b"), {"a", "b"}, iter(["a", "b"]), {"a": 1, "b": 1}, [["a", 1], "b"]):
        assert Simhash(features).value == expected
    assert Simhash(np.array(["a", "b"])).value == expected


def test_infinite_and_missing_weights_vote_for_nothing() -> None:
    assert Simhash([("a", float("nan")), ("b", 1.0)]).value == 0
    with np.errstate(invalid="ignore"):
        assert Simhash([("a", float("inf"))]).value == 0


def test_large_weight_cutoff_and_batch_size_can_be_changed() -> None:
    class Small(Simhash):
        large_weight_cutoff = 2
        batch_size = 3

    features = [(str(i), i % 7) for i in range(50)]
    assert Simhash.large_weight_cutoff == 50
    assert Simhash.batch_size == 200
    assert Small(features).value == Simhash(features).value


def test_a_subclass_may_cut_the_text_itself() -> None:
    class Words(Simhash):
        def _tokenize(self, content: str) -> list[str]:
            return content.split()

    assert Words("a b").value == Simhash(["a", "b"]).value


# --- width, letters and hash function -----------------------------------------------------------


@unhurried
@given(st.text(max_size=40))
def test_narrow_fingerprints_are_the_tail_of_the_wide_one(text: str) -> None:
    wide = Simhash(text, f=128).value
    for f in (8, 16, 24, 40, 64, 104):
        assert Simhash(text, f=f).value == wide & ((1 << f) - 1)


def test_letters_are_what_the_expression_finds() -> None:
    assert Simhash("Ab-12", reg=r"[a-z]").value == Simhash(["ab"]).value
    assert Simhash("Ab-12", reg=re.compile(r"\d")).value == Simhash(["12"]).value
    # With a group, only what it matches is kept.
    assert Simhash("x=1 y=2", reg=r"(\w)=\d").value == Simhash(["xy"]).value
    with pytest.raises(TypeError):
        Simhash("x=1", reg=r"(\w)=(\d)")


def test_a_hash_function_may_return_bytes_or_an_integer() -> None:
    text = "有哪些养猫必须知道的冷知识"
    for f in (8, 64, 128, 160):
        assert (
            Simhash(text, f=f, hashfunc=_sha1_number).value
            == Simhash(text, f=f, hashfunc=lambda b: hashlib.sha1(b).digest()).value
        )
    assert Simhash("a", hashfunc=_sha1_number).hashfunc_returns_int
    assert not Simhash("a").hashfunc_returns_int
    wide = Simhash(["a"], f=512, hashfunc=_sha512).value
    assert wide == int.from_bytes(_sha512(b"a"), "big")


def test_integer_hashes_may_be_negative_short_or_numpy() -> None:
    assert Simhash(["a"], hashfunc=lambda _: -1).value == 2**64 - 1
    assert Simhash(["a"], f=128, hashfunc=zlib.crc32).value == zlib.crc32(b"a")
    assert Simhash(["a"], f=128, hashfunc=lambda b: np.uint64(zlib.crc32(b))).value == (
        zlib.crc32(b"a")
    )


@pytest.mark.parametrize("features", ["text", ["a"], ["a", "b"], ["a", "b", "c"], [("a", 0.5)]])
def test_md5_is_too_short_beyond_128_bits(features: Any) -> None:
    with pytest.raises(ValueError, match="hashfunc gives 16 bytes and f=256 needs 32"):
        Simhash(features, f=256)
    assert Simhash([], f=256).value == 0
    assert Simhash(2**200, f=256).value == 2**200


@pytest.mark.parametrize("f", [1, 7, 63, 65])
def test_a_width_that_is_no_multiple_of_eight(f: int) -> None:
    with pytest.raises(ValueError, match=rf"f {f} is not a multiple of 8"):
        Simhash("a", f=f)


def test_md5_is_declared_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    original = hashlib.md5

    def guarded(data: bytes = b"", *, usedforsecurity: bool = True) -> Any:
        if usedforsecurity:
            msg = "disabled for FIPS"
            raise ValueError(msg)
        return original(data, usedforsecurity=False)

    monkeypatch.setattr(hashlib, "md5", guarded)
    assert Simhash("你好吗，我很好").value == 0x2F2EAEDB0014692B


# --- values, attributes, errors -----------------------------------------------------------------


def test_attributes() -> None:
    log = logging.getLogger("mine")
    sh = Simhash("a", f=32, reg="a", hashfunc=_sha512, log=log)
    assert (sh.f, sh.f_bytes, sh.reg, sh.hashfunc, sh.log) == (32, 4, "a", _sha512, log)
    assert Simhash("a").log is logging.getLogger("simhash")
    assert Simhash("a").reg == r"[\w\u4e00-\u9fcc]+"
    assert Simhash("a").hashfunc is compat._hashfunc
    assert compat._hashfunc(b"") == bytes.fromhex("d41d8cd98f00b204e9800998ecf8427e")


def test_a_simhash_is_copied_without_its_width() -> None:
    wide = Simhash("有哪些养猫", f=128)
    copy = Simhash(wide)
    assert (copy.value, copy.f) == (wide.value, 64)
    assert copy.distance(Simhash("有哪些养猫")) == 0


def test_integers_are_taken_as_they_are() -> None:
    for number in (0, 5, -1, 2**64, 2**64 + 1, True, np.uint64(5)):
        assert Simhash(number).value == number
    assert Simhash(2**64 + 1).distance(Simhash(1)) == 0
    assert Simhash(-1).distance(Simhash(0)) == 64
    assert Simhash(np.uint64(2**63)).distance(Simhash(np.uint64(1))) == 2


def test_building_anew_replaces_the_value() -> None:
    sh = Simhash("a")
    sh.build_by_text("有哪些")
    assert sh.value == 0x784E855CF05C07C3
    sh.build_by_features(["aaa", "bbb"])
    assert sh.value == 57087923692560392


def test_equality_is_of_values_and_there_is_no_hash() -> None:
    assert Simhash(5, f=32) == Simhash(5, f=64)
    assert Simhash(5) != Simhash(6)
    with pytest.raises(AttributeError):
        assert Simhash(5) == 5
    with pytest.raises(TypeError, match="unhashable"):
        hash(Simhash(5))


def test_distance_needs_equal_widths() -> None:
    with pytest.raises(AssertionError, match="f=64 and f=32"):
        Simhash(1).distance(Simhash(1, f=32))


@pytest.mark.parametrize("value", [None, 1.5, object(), 2j])
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(Exception, match="value must be text, features, an integer or a Simhash"):
        Simhash(value)


@pytest.mark.parametrize(
    ("features", "error", "message"),
    [
        (b"\xc4\xe3", TypeError, "feature 196 is neither a str nor a"),
        ([1], TypeError, "feature 1 is neither"),
        ([None], TypeError, "feature None is neither"),
        ([("a", 1, 2)], ValueError, r"feature \('a', 1, 2\) is neither"),
        ([("a",)], ValueError, "is neither"),
        ([("a", "b")], TypeError, "weight 'b' of feature 'a' is not a number"),
        ([("a", None)], TypeError, "weight None of feature 'a' is not a number"),
        ([(1, 1)], AttributeError, "encode"),
        ([(b"a", 1)], AttributeError, "encode"),
        (["\ud800"], UnicodeEncodeError, "surrogates not allowed"),
    ],
)
def test_bad_features(features: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Simhash(features)


def test_a_fingerprint_survives_pickling() -> None:
    sh = pickle.loads(pickle.dumps(Simhash("有哪些")))
    assert sh.value == 0x784E855CF05C07C3
    assert sh.distance(Simhash("有哪些")) == 0


# --- the index ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "k", "offsets"),
    [
        (64, 2, [0, 21, 42]),
        (64, 3, [0, 16, 32, 48]),
        (64, 10, [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]),
        (128, 1, [0, 64]),
        (64, 0, [0]),
        (8, 8, [0] * 9),
        (64, -1, []),
    ],
)
def test_blocks(f: int, k: int, offsets: list[int]) -> None:
    assert SimhashIndex([], f=f, k=k).offsets == offsets


def test_keys_and_entries() -> None:
    index = SimhashIndex([], k=2)
    assert list(index.get_keys(Simhash(0x0123456789ABCDEF))) == ["bcdef:0", "b3c4d:1", "48d1:2"]
    index.add("a,b:c", Simhash(0x0123456789ABCDEF))
    assert dict(index.bucket) == {
        key: {"123456789abcdef,a,b:c"} for key in ("bcdef:0", "b3c4d:1", "48d1:2")
    }
    assert index.get_near_dups(Simhash(0x0123456789ABCDEF)) == ["a,b:c"]
    assert (index.f, index.k) == (64, 2)


@unhurried
@given(
    st.lists(st.integers(0, 2**16 - 1), max_size=40),
    st.integers(0, 2**16 - 1),
    st.integers(0, 16),
)
def test_the_index_finds_all_within_k_and_nothing_else(
    values: list[int], query: int, k: int
) -> None:
    index = SimhashIndex([(i, Simhash(v, f=16)) for i, v in enumerate(values)], f=16, k=k)
    expected = {str(i) for i, v in enumerate(values) if (v ^ query).bit_count() <= k}
    found = index.get_near_dups(Simhash(query, f=16))
    assert set(found) == expected
    assert len(found) == len(expected)


def test_ids_become_text_and_are_returned_once() -> None:
    index = SimhashIndex([(5, Simhash(0)), ("5", Simhash(1)), (("t", 1), Simhash(2))])
    assert sorted(index.get_near_dups(Simhash(0))) == ["('t', 1)", "5"]


def test_delete_needs_the_fingerprint_that_was_added() -> None:
    index = SimhashIndex([("1", Simhash(0)), ("1", Simhash(3))])
    index.delete("1", Simhash(3))
    index.delete("1", Simhash(3))
    index.delete("2", Simhash(0))
    index.delete("1", Simhash(2**64 - 1))
    assert index.get_near_dups(Simhash(0)) == ["1"]
    index.delete("1", Simhash(0))
    assert index.get_near_dups(Simhash(0)) == []


def test_neither_queries_nor_deletes_leave_empty_buckets() -> None:
    objs = [(i, Simhash(str(i))) for i in range(50)]
    index = SimhashIndex(objs, k=3)
    size = index.bucket_size()
    for i in range(200):
        index.get_near_dups(Simhash(f"other {i}"))
        index.delete(i, Simhash(f"other {i}"))
    assert index.bucket_size() == size
    for obj_id, sh in objs:
        index.delete(obj_id, sh)
    assert index.bucket_size() == 0


def test_other_widths_are_refused() -> None:
    index = SimhashIndex([], f=64)
    other = Simhash(1, f=32)
    for call in (
        lambda: index.add("a", other),
        lambda: index.delete("a", other),
        lambda: index.get_near_dups(other),
    ):
        with pytest.raises(AssertionError):
            call()


def test_a_big_bucket_is_told_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    index = SimhashIndex([(i, Simhash(0)) for i in range(200)])
    with caplog.at_level(logging.WARNING, logger="simhash"):
        assert len(index.get_near_dups(Simhash(0))) == 200
        assert caplog.messages == []
        index.add("one more", Simhash(0))
        index.get_near_dups(Simhash(0))
    assert caplog.messages == [f"Big bucket found. key:0:{i:x}, len:201" for i in range(3)]


def test_the_log_can_be_given(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("mine")
    with caplog.at_level(logging.INFO, logger="mine"):
        index = SimhashIndex([(1, Simhash(0)), (2, Simhash(1))], log=log)
    assert index.log is log
    assert caplog.messages == ["Initializing 2 data.", "1/2", "2/2"]


# --- it stands alone ----------------------------------------------------------------------------


def test_numpy_is_all_it_needs() -> None:
    code = (
        "import sys\n"
        "for name in ('jieba', 'bs4', 'opencc', 'rjieba', 'jpype', 'simhash'):\n"
        "    sys.modules[name] = None\n"
        "import hashlib\n"
        "md5, calls = hashlib.md5, []\n"
        "hashlib.md5 = lambda *a, **k: calls.append(a) or md5(*a, **k)\n"
        "from textsim.compat.simhash import Simhash, SimhashIndex\n"
        "assert not calls\n"
        "index = SimhashIndex([('x', Simhash('有哪些'))])\n"
        "print(Simhash('有哪些').value, index.get_near_dups(Simhash('有哪些')))\n"
    )
    root = Path(compat.__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True
    )
    assert run.stdout.split() == [str(0x784E855CF05C07C3), "['x']"]
    assert run.stderr == ""


@pytest.mark.parametrize(
    "text", ["", "有哪些养猫必须知道的冷知识？", "this is a test phrase", "ＡＢ12"]
)
def test_the_profile_gives_the_same_numbers(text: str) -> None:
    fingerprint = pytest.importorskip("textsim.similarity").fingerprint
    assert Simhash(text).value == fingerprint(text, profile="python-4gram").value


# --- side by side with the package --------------------------------------------------------------

with_package = needs.module("simhash")

WEIGHTS: list[st.SearchStrategy[Any]] = [
    st.integers(-3, 60),
    # The package itself fails above 255 on NumPy 2 and lets sums of NumPy weights wrap around.
    st.integers(-3, 2**40 if NUMPY_1 else 255),
    st.sampled_from([0.1, 0.2, 0.3, 0.5, 0.7]),
    st.floats(-1e6, 1e6),
    st.floats(0, 1).map(np.float64),
    st.booleans(),
]
if NUMPY_1:
    WEIGHTS += [
        st.floats(0, 1, width=32).map(np.float32),
        st.sampled_from([0.1, 0.2, 0.3, 0.5, 0.7]).map(np.float32),
        st.floats(0, 1, width=16).map(np.float16),
        st.integers(0, 255).map(np.uint8),
        st.integers(-128, 127).map(np.int8),
        st.integers(-(10**6), 10**6).map(np.int64),
        st.integers(0, 10**6).map(np.uint64),
    ]
TOKENS = st.text("ab天地猫", max_size=2)


@st.composite
def _features(draw: st.DrawFn) -> list[Any]:
    pairs: list[Any]
    kinds = draw(st.lists(st.sampled_from(WEIGHTS), min_size=1, max_size=2))
    pairs = draw(st.lists(st.tuples(TOKENS, st.one_of(kinds)), max_size=12))
    # Long enough, sometimes, that batches and rows are summed on the way.
    pairs *= draw(st.sampled_from([1, 1, 1, 40]))
    # A bare word repeats its bytes as often as the last weight says: only after small ones.
    if all(isinstance(w, float) or abs(w) <= 255 for _, w in pairs) and draw(st.booleans()):
        pairs[1::3] = [word for word, _ in pairs[1::3]]
    return pairs


def _outcome(build: Callable[[], Any]) -> Any:
    try:
        return build()
    except Exception as error:  # noqa: BLE001 - whatever the package raises is the expectation
        return type(error)


HASHES = [{}, {"hashfunc": _sha512}, {"hashfunc": _sha1_number}, {"hashfunc": zlib.crc32}]


@with_package
@unhurried
@given(_features(), st.sampled_from([8, 16, 24, 32, 64, 128]), st.sampled_from(HASHES))
def test_the_package_gives_the_same_for_features(
    features: Any, f: int, options: dict[str, Any]
) -> None:
    import simhash

    theirs = _outcome(lambda: simhash.Simhash(features, f=f, **options).value)
    ours = _outcome(lambda: Simhash(features, f=f, **options).value)
    if isinstance(theirs, type):
        assert isinstance(ours, type)
        assert issubclass(ours, theirs)
    else:
        assert ours == theirs


@with_package
@unhurried
@given(
    st.text(max_size=60),
    st.sampled_from([8, 32, 64, 128]),
    st.sampled_from([{}, {"reg": r"[a-z]+"}, {"reg": re.compile(r"(.)\w")}, {"reg": r"\S"}]),
)
def test_the_package_gives_the_same_for_text(text: str, f: int, options: dict[str, Any]) -> None:
    import simhash

    theirs = _outcome(lambda: simhash.Simhash(text, f=f, **options).value)
    ours = _outcome(lambda: Simhash(text, f=f, **options).value)
    assert ours == theirs


@with_package
@unhurried
@given(
    st.lists(st.tuples(st.sampled_from(["a", "b,c", 5, "5"]), st.integers(0, 255)), max_size=25),
    st.lists(st.tuples(st.sampled_from(["a", "b,c", 5]), st.integers(0, 255)), max_size=6),
    st.integers(0, 255),
    st.integers(0, 10),
)
def test_the_index_of_the_package_gives_the_same(
    added: list[tuple[Any, int]], deleted: list[tuple[Any, int]], query: int, k: int
) -> None:
    import simhash

    def fill(module: Any) -> Any:
        objs = [(obj_id, module.Simhash(value, 8)) for obj_id, value in added]
        index = module.SimhashIndex(objs, f=8, k=k)
        for obj_id, value in deleted:
            index.delete(obj_id, module.Simhash(value, 8))
        return index

    ours, theirs = fill(compat), fill(simhash)
    assert sorted(ours.get_near_dups(Simhash(query, 8))) == sorted(
        theirs.get_near_dups(simhash.Simhash(query, 8))
    )
    assert dict(ours.bucket) == {key: ids for key, ids in theirs.bucket.items() if ids}
    assert ours.offsets == theirs.offsets
    assert list(ours.get_keys(Simhash(query, 8))) == list(
        theirs.get_keys(simhash.Simhash(query, 8))
    )


@with_package
def test_names_and_signatures_are_those_of_the_package() -> None:
    import simhash

    for name in ("Simhash", "SimhashIndex"):
        ours, theirs = getattr(compat, name), getattr(simhash, name)
        for member, function in vars(theirs).items():
            if inspect.isfunction(function) and not member.startswith("_"):
                assert list(inspect.signature(getattr(ours, member)).parameters) == list(
                    inspect.signature(function).parameters
                )
        mine = inspect.signature(ours).parameters.values()
        for parameter, expected in zip(
            mine, inspect.signature(theirs).parameters.values(), strict=True
        ):
            assert parameter.name == expected.name
            if expected.name != "hashfunc":
                assert parameter.default == expected.default
    assert compat._hashfunc(b"x") == simhash._hashfunc(b"x")
