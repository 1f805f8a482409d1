from __future__ import annotations

import json
import math
import random
import re
import unicodedata
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textsim.errors import InputError, InputTypeError, UnknownNameError
from textsim.simhash import SimhashSpec, batch, simhash, simhash_many, votes
from textsim.wordhash import WordHashSpec, wordhash, wordhashes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

GOLDEN = Path(__file__).parent / "golden"
PADDED = WordHashSpec("java-1000003-padded")
ONE, ZERO, HEAVIEST = SimhashSpec(64, "one"), SimhashSpec(64, "zero"), SimhashSpec()
TIES: list[Any] = ["one", "zero", "heaviest"]
SPECS = [
    *(SimhashSpec(bits, tie) for bits in (64, 128, 192, 256) for tie in TIES),
    *(SimhashSpec(bits, tie) for bits in (8, 32, 72, 136, 248) for tie in TIES[:2]),
]
NAMED = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.tie}-{spec.bits}")


def golden(name: str) -> list[dict[str, Any]]:
    lines = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def of_words(words: Iterable[str], hashing: WordHashSpec, spec: SimhashSpec) -> int:
    return of_counts(Counter(words), hashing, spec)


def of_counts(weights: Mapping[str, float], hashing: WordHashSpec, spec: SimhashSpec) -> int:
    return simhash([wordhash(word, hashing) for word in weights], list(weights.values()), spec)


def definition(hashes: Sequence[int], weights: Sequence[float], spec: SimhashSpec) -> int:
    """Return the fingerprint by the definition, bit by bit, in fractions."""
    value = 0
    for bit in range(spec.bits):
        vote = sum(
            (Fraction(w) if h >> bit & 1 else -Fraction(w))
            for h, w in zip(hashes, weights, strict=True)
        )
        if spec.tie == "heaviest":
            sums: dict[int, Fraction] = {}
            for h, w in zip(hashes, weights, strict=True):
                if w:
                    sums[h] = sums.get(h, Fraction(0)) + Fraction(w)
            # Twice the vote and one more: decides ties and nothing else when weights are whole.
            decider = max(sums, key=lambda h: (sums[h], h % 2**64), default=None)
            if vote == 0 and decider is not None:
                vote = Fraction(1 if decider >> bit & 1 else -1)
        value |= (vote >= 0 if spec.tie == "one" else vote > 0) << bit
    return value


def as_lanes(values: Sequence[int], bits: int) -> np.ndarray[Any, Any]:
    lanes = -(-bits // 64)
    rows = [[value >> 64 * k & 2**64 - 1 for k in range(lanes)] for value in values]
    return np.array(rows, np.uint64).reshape(len(values), lanes)


def as_integers(rows: np.ndarray[Any, Any]) -> list[int]:
    return [sum(lane << 64 * k for k, lane in enumerate(row)) for row in rows.tolist()]


# ---- the reference systems


def test_java_title_tool_on_its_own_terms() -> None:
    for row in golden("java"):
        seen: Counter[str] = Counter()
        weights: dict[str, float] = {}
        for word, nature in row["terms"]:
            # Six of a word pass, and are counted before the nature is looked at.
            seen[word] += 1
            if seen[word] <= 6 and nature != "w":
                weights[word] = weights.get(word, 0) + 1
        assert of_counts(weights, PADDED, ONE) == int(row["title64"], 16)


@pytest.mark.parametrize("bits", [32, 64, 128])
def test_java_article_class(bits: int) -> None:
    hashing, spec = WordHashSpec("java-1000003", bits), SimhashSpec(bits, "one")
    rows = golden("java")
    for row in rows:
        value = of_words([word for word, _ in row["terms"]], hashing, spec)
        assert value == int(row[f"article{bits}"], 16)
    words = [word for row in rows for word, _ in row["terms"]]
    offsets = np.cumsum([0, *(len(row["terms"]) for row in rows)])
    many = simhash_many(wordhashes(words, hashing), np.ones(len(words), int), offsets, spec)
    assert as_integers(many) == [int(row[f"article{bits}"], 16) for row in rows]


NINE = ["有", "哪些", "养猫", "必须", "知道", "的", "冷", "知识", "？"]


@pytest.mark.parametrize(
    ("count", "article", "title"),
    [
        (9, "200503c24cc4b0be", None),
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
def test_java_series(count: int, article: str, title: str | None) -> None:
    words = NINE[:count]
    assert f"{of_words(words, WordHashSpec('java-1000003'), ONE):016x}" == article
    if title:
        assert f"{of_words(words, PADDED, ONE):016x}" == title
    if count == 9:
        wide = WordHashSpec("java-1000003", 128), SimhashSpec(128, "one")
        narrow = WordHashSpec("java-1000003", 32), SimhashSpec(32, "one")
        assert of_words(words, *wide) == 0x200503C24CC4B0BE
        assert of_words(words, *narrow) == 0x4CC4B0BE


@pytest.mark.parametrize(
    ("times", "article", "title"),
    [
        (5, "2020049bf029e97f", "77da3d2f71897dd9"),
        (6, "2000048b3029e977", "77da3d2f71097dc9"),
        (7, "2000048b3029e977", "77da3d2f71097dc9"),
        (9, "0000048b3029e977", "77da3d2f71097dc9"),
    ],
)
def test_java_cap_admits_six(times: int, article: str, title: str) -> None:
    rest = dict.fromkeys(["楼主", "好人", "一生", "平安", "沙发", "板凳", "地板"], 1)
    plain = of_counts({"顶": times, **rest}, WordHashSpec("java-1000003"), ONE)
    assert f"{plain:016x}" == article
    assert f"{of_counts({'顶': min(times, 6), **rest}, PADDED, ONE):016x}" == title


def test_six_against_six_is_a_tie_on_every_differing_bit() -> None:
    a, b = wordhash("公告", PADDED), wordhash("停水", PADDED)
    assert simhash([a, b], [6, 6], ONE) == a | b
    assert simhash([a, b], [5, 6], ONE) == b


def test_two_words_show_the_tie_rule() -> None:
    words = ("公告", "停水")
    a, b = (wordhash(word, PADDED) for word in words)
    assert (a, b) == (0x9B7CF87FB6EA3BC5, 0x36135699104E0E3F)
    assert simhash([a, b], [1, 1], ONE) == a | b
    assert simhash([a, b], [1, 1], ZERO) == a & b
    assert simhash([a, b], [1, 1], HEAVIEST) == max(a, b)
    assert of_words(["公告", "停水", "手机壳"], PADDED, ONE) == 13210458740759601125


@pytest.mark.parametrize(("name", "bits"), [("f64", 64), ("f128", 128), ("f32", 32)])
def test_python_simhash_package(name: str, bits: int) -> None:
    for row in golden("pysimhash"):
        content = "".join(re.findall(r"[\w\u4e00-\u9fcc]+", row["text"].lower()))
        windows = [content[i : i + 4] for i in range(max(len(content) - 3, 1))]
        value = of_words(windows, WordHashSpec("md5-tail", bits), SimhashSpec(bits, "zero"))
        assert value == int(row[name], 16)


def test_python_simhash_package_on_ready_features() -> None:
    md5 = WordHashSpec("md5-tail")
    assert of_words(["aaa", "bbb"], md5, ZERO) == 57087923692560392
    assert of_words([], md5, ZERO) == 0
    assert of_words(["a", "b"], md5, ZERO) == 0x30C3186261310601
    wide = WordHashSpec("md5-tail", 128), SimhashSpec(128, "zero")
    assert of_words(["a", "b"], *wide) == 0x00C155B8C0A026A830C3186261310601
    assert of_words(["a", "b"], WordHashSpec("md5-tail", 32), SimhashSpec(32, "zero")) == 0x61310601
    assert of_words([str(i) for i in range(500)], md5, ZERO) == 7984652473404407437
    assert of_counts({str(i): 50 * i for i in range(500)}, md5, ZERO) == 3372825719632739723


def test_go_word_features() -> None:
    pattern = re.compile(rb"[A-Za-z0-9_']+(?:://[A-Za-z0-9_./]+)?")
    for row in golden("go"):
        data = re.sub(rb"[A-Z]", lambda m: m[0].lower(), row["text"].encode())
        data = data.replace("\u212a".encode(), b"k").replace("\u0130".encode(), b"i")
        words = [word.decode() for word in pattern.findall(data)]
        assert f"{of_words(words, WordHashSpec('fnv1'), ONE):016x}" == row["word"]


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_go_unicode_features(form: Any) -> None:
    for row in golden("go"):
        text = unicodedata.normalize(form, row["text"])
        text = "".join("i" if c == "\u0130" else c.lower() for c in text)
        words = "".join(c if c.isalpha() or c in "-_'" else " " for c in text).split()
        value = of_words(words, WordHashSpec("fnv1"), ONE)
        assert f"{value:016x}" == row[f"unicode_{form.lower()}"]


def test_go_published_rows() -> None:
    fnv = WordHashSpec("fnv1")
    rows = ["this is a test phrase", "this is a test phrass", "foo bar"]
    values = [of_words(row.split(), fnv, ONE) for row in rows]
    assert values == [0x8C3A5F7E9ECB3F35, 0x8C3A5F7E9ECB3F21, 0xD8DBE7186BAD3DB3]
    assert [(values[0] ^ value).bit_count() for value in values] == [0, 2, 29]
    assert of_words([], fnv, ONE) == 2**64 - 1
    assert of_words(["有哪些", "养猫"], fnv, ONE) == 0xBF4DCBD09E17FE5F


def test_cppsimhash_binary() -> None:
    separators = '\n,.-#+*+?=)(/&%$§"!^<>|;:_\\´`\0'.encode()
    for row in golden("cppsimhash"):
        data = row["text"].encode() + b"\n"
        data = bytes(32 if b in separators else b for b in data.lower())
        tokens = data.split(b" ")
        tokens = tokens[:-1] if not tokens[-1] else tokens
        weights: Counter[str] = Counter()
        for width in (1, 2, 3):
            for i in range(len(tokens) - width + 1):
                if tokens[i]:
                    feature = b" ".join(tokens[i : i + width])
                    weights[feature.decode("utf-8", "surrogateescape")] += width
        assert of_counts(dict(weights), WordHashSpec("aes"), ONE) == int(row["simhash"])


# ---- the definition


def random_case(rng: random.Random, spec: SimhashSpec) -> tuple[list[int], list[float]]:
    count = rng.randrange(9)
    hashes = [rng.getrandbits(spec.bits) for _ in range(count)]
    if count > 3 and rng.random() < 0.3:
        hashes[1] = hashes[2]
    kinds: list[Any] = [
        lambda: 1,
        lambda: rng.randrange(6),
        lambda: rng.choice([0.5, 1.0, 1.5]),
        lambda: rng.uniform(0, 10),
        lambda: rng.choice([0.1, 0.2, 0.3]),
        lambda: rng.choice([1, 2**70, 0.25]),
    ]
    kind = rng.choice(kinds)
    return hashes, [kind() for _ in range(count)]


@NAMED
def test_fingerprints_are_those_of_the_definition(spec: SimhashSpec) -> None:
    rng = random.Random(str(spec))
    cases = [random_case(rng, spec) for _ in range(500 if spec.bits == 64 else 60)]
    expected = [definition(hashes, weights, spec) for hashes, weights in cases]
    assert [simhash(hashes, weights, spec) for hashes, weights in cases] == expected
    for some in (cases, [c for c in cases if all(isinstance(w, int) for w in c[1])]):
        rows = as_lanes([h for hashes, _ in some for h in hashes], spec.bits)
        weights = [w for _, own in some for w in own]
        offsets = [0, *np.cumsum([len(own) for _, own in some], dtype=int)]
        many = simhash_many(rows, weights, offsets, spec)
        assert as_integers(many) == [definition(*case, spec) for case in some]


@settings(deadline=None, max_examples=400)
@given(data=st.data())
def test_the_batch_form_equals_the_plain_form(data: st.DataObject) -> None:
    spec = data.draw(st.sampled_from(SPECS))
    numbers = st.integers(0, 2**spec.bits - 1) | st.sampled_from([0, 1, 2**spec.bits - 1])
    kind = data.draw(st.sampled_from(["ones", "int", "int64", "uint8", "float", "float32"]))
    strategies: dict[str, st.SearchStrategy[float]] = {
        "ones": st.just(1),
        "int": st.integers(0, 5) | st.integers(0, 2**66),
        "int64": st.integers(0, 3) | st.integers(0, 2**63 - 1),
        "uint8": st.integers(0, 255),
        "float": st.floats(0, 1e308) | st.sampled_from([0.1, 0.2, 0.3, 0.5]),
        "float32": st.floats(0, 2.0**100, width=32),
    }
    feature = st.tuples(numbers, strategies[kind])
    texts = data.draw(st.lists(st.lists(feature, max_size=6), max_size=6))
    weights: Any = [w for text in texts for _, w in text]
    expected = [simhash([h for h, _ in text], [w for _, w in text], spec) for text in texts]
    if kind not in {"ones", "int"}:
        weights = np.array(weights, "float64" if kind == "float" else kind)
    rows = as_lanes([h for text in texts for h, _ in text], spec.bits)
    offsets = np.cumsum([0, *(len(text) for text in texts)])
    many = simhash_many(rows, weights, offsets, spec)
    assert many.dtype == np.uint64
    assert many.shape == (len(texts), -(-spec.bits // 64))
    assert as_integers(many) == expected


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_the_batch_form_cuts_long_input_into_pieces(
    tie: Any, kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "_AT_ONCE", 16)
    rng = np.random.default_rng(5)
    sizes = [0, 3, 40, 0, 1, 16, 17, 5, 5, 5, 5, 100, 0, 0, 2, 0]
    rows = rng.integers(0, 2**64, (sum(sizes), 2), np.uint64)
    weights = rng.integers(0, 4, sum(sizes)).astype(kind) * (1 if kind is np.int64 else 0.7)
    offsets = np.cumsum([0, *sizes])
    spec = SimhashSpec(128, tie)
    many = simhash_many(rows, weights, offsets, spec)
    values = as_integers(rows)
    assert as_integers(many) == [
        simhash(values[a:b], weights[a:b].tolist(), spec) for a, b in pairwise(offsets.tolist())
    ]


def test_votes_are_exact_and_start_with_bit_0() -> None:
    got = votes([0b01, 0b11], [1, 3], SimhashSpec(8, "one"))
    assert got == (4, 2, *[-4] * 6)
    assert all(type(vote) is int for vote in got)
    assert votes([1, 0], [2**80, 1], SimhashSpec(8, "one"))[0] == 2**80 - 1
    assert votes([1, 1, 0], [0.1, 0.2, 0.3], SimhashSpec(8, "one"))[0] == pytest.approx(2**-55)
    assert votes([], [], SimhashSpec(8, "one")) == (0,) * 8


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 9) | st.floats(0, 9)), max_size=8)
)
def test_votes_are_the_sums_of_the_definition(features: list[tuple[int, float]]) -> None:
    hashes, weights = [h for h, _ in features], [w for _, w in features]
    for bit, vote in enumerate(votes(hashes, weights, ONE)):
        exact = sum((Fraction(w) if h >> bit & 1 else -Fraction(w)) for h, w in features)
        assert vote == float(exact)


def test_the_order_of_features_changes_nothing() -> None:
    hashes = [random.Random(i).getrandbits(128) for i in range(5)]
    for weights in ([1, 1, 1, 1, 2], [0.1, 0.2, 0.3, 0.6, 1e16], [1, 1, 1, 1, 1]):
        for tie in TIES:
            spec = SimhashSpec(128, tie)
            pairs = list(zip(hashes, weights, strict=True))
            values = {
                simhash([h for h, _ in order], [w for _, w in order], spec)
                for order in permutations(pairs)
            }
            assert len(values) == 1


@pytest.mark.parametrize("tie", TIES)
def test_repeating_a_feature_is_adding_its_weights(tie: Any) -> None:
    rng = random.Random(2)
    for _ in range(200):
        a, b, c = (rng.getrandbits(64) for _ in range(3))
        spec = SimhashSpec(64, tie)
        assert simhash([a, b, a, c], [1, 2, 1, 1], spec) == simhash([a, b, c], [2, 2, 1], spec)
        assert simhash([a, b, c], [2, 2, 0], spec) == simhash([a, b], [2, 2], spec)


@pytest.mark.parametrize("tie", TIES)
def test_a_wider_fingerprint_keeps_the_lower_bits(tie: Any) -> None:
    rng = random.Random(4)
    for _ in range(100):
        count = rng.randrange(8)
        hashes = [rng.getrandbits(256) for _ in range(count)]
        hashes += [h ^ 1 << 200 for h in hashes[:2]]  # two words alike in the lowest lane
        weights = [rng.choice([0, 1, 1, 2]) for _ in hashes]
        values = {
            bits: simhash([h % 2**bits for h in hashes], weights, SimhashSpec(bits, tie))
            for bits in (64, 128, 192, 256)
        }
        assert all(values[256] % 2**bits == value for bits, value in values.items())
        rows = as_lanes(hashes, 256)
        for bits, value in values.items():
            part = np.ascontiguousarray(rows[:, : bits // 64])
            many = simhash_many(part, weights, [0, len(hashes)], SimhashSpec(bits, tie))
            assert as_integers(many) == [value]


# ---- weights


def test_a_feature_that_outweighs_the_rest_is_the_fingerprint() -> None:
    heavy = wordhash("羽毛球", PADDED)
    for spec in (ONE, ZERO, HEAVIEST):
        assert of_counts({"羽毛球": 2.6, "入门": 0.3, "教学": 0.3}, PADDED, spec) == heavy
        assert of_counts({"羽毛球": 3.9, "拍线": 3.2}, PADDED, spec) == heavy


@pytest.mark.parametrize("kind", [int, float, np.int64, np.uint16, np.float32])
def test_large_weights_do_not_overflow(kind: Any) -> None:
    weights: dict[str, float] = {"公告": kind(346), "停水": kind(1)}
    heavy = wordhash("公告", PADDED)
    assert of_counts(weights, PADDED, ZERO) == heavy
    assert of_counts({"公告": 10**6, "停水": 0.5, "通知": 0}, PADDED, ZERO) == heavy
    rows = wordhashes(list(weights), PADDED)
    assert simhash_many(rows, np.array([346, 1], kind), [0, 2], ZERO).tolist() == [[heavy]]


def test_without_a_cap_a_frequent_word_may_decide_all_bits() -> None:
    others = {f"词{i}": 1 for i in range(30)}
    alone = of_counts({"公告": 286}, PADDED, HEAVIEST)
    assert of_counts({"公告": 244, **others}, PADDED, HEAVIEST) == alone
    capped = of_counts({"公告": 6, **others}, PADDED, HEAVIEST)
    assert (capped ^ alone).bit_count() > 0


WRONG_NUMBERS = [-1, -0.5, float("nan"), float("inf")]


@pytest.mark.parametrize("wrong", WRONG_NUMBERS)
@pytest.mark.parametrize("call", [votes, simhash])
def test_a_weight_out_of_range_is_refused_by_position(call: Any, wrong: float) -> None:
    with pytest.raises(InputError, match=r"weight .* at position 1"):
        call([1, 2, 3], [1, wrong, 1], ONE)
    for weights in ([1, wrong, 1], np.array([1, wrong, -1])):
        with pytest.raises(InputError, match=r"weight .* at position 1"):
            simhash_many(as_lanes([1, 2, 3], 64), weights, [0, 3], ONE)


@pytest.mark.parametrize("wrong", [True, "1", None, np.True_])
def test_a_weight_of_another_type_is_refused_by_position(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match=r"weight .* at position 0"):
        simhash([1], [wrong], ONE)
    for weights in ([wrong], np.array([wrong])):
        with pytest.raises(InputTypeError, match=r"weight .* at position 0"):
            simhash_many(as_lanes([1], 64), weights, [0, 1], ONE)


def test_votes_beyond_any_float_are_refused_and_the_fingerprint_is_still_exact() -> None:
    hashes, weights = [1, 3, 0], [1.7e308, 1.7e308, 0.5]
    with pytest.raises(InputError, match="weights are too large"):
        votes(hashes, weights, ONE)
    assert simhash(hashes, weights, ZERO) == 1
    assert simhash_many(as_lanes(hashes, 64), np.array(weights), [0, 3], ZERO).tolist() == [[1]]


# ---- arguments


def test_hashes_and_weights_must_match() -> None:
    with pytest.raises(InputError, match="weights has 1 items for 2 hashes"):
        simhash([1, 2], [1], ONE)
    with pytest.raises(InputError, match="weights has 1 items for 2 hashes"):
        simhash_many(as_lanes([1, 2], 64), [1], [0, 2], ONE)


@pytest.mark.parametrize("wrong", [-1, 256, 2**64])
def test_a_hash_that_does_not_fit_is_refused(wrong: int) -> None:
    with pytest.raises(InputError, match=r"hash .* at position 1 does not fit 8 unsigned bits"):
        simhash([1, wrong], [1, 1], SimhashSpec(8, "one"))


@pytest.mark.parametrize("wrong", [1.0, "1", None, True])
def test_a_hash_that_is_no_integer_is_refused(wrong: Any) -> None:
    with pytest.raises(InputTypeError, match=r"hash .* at position 0 must be an integer"):
        simhash([wrong], [1], ONE)


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.float64, np.uint32, object])
def test_the_batch_form_takes_no_hashes_but_uint64(dtype: Any) -> None:
    with pytest.raises(InputTypeError, match="hashes must be an array of uint64"):
        simhash_many(np.ones((1, 1), dtype), [1], [0, 1], ONE)
    with pytest.raises(InputTypeError, match="hashes must be an array of uint64"):
        simhash_many([[1]], [1], [0, 1], ONE)  # type: ignore[arg-type]


def test_the_batch_form_refuses_other_shapes() -> None:
    rows = np.ones((2, 1), np.uint64)
    with pytest.raises(InputError, match=r"hashes has shape \(2, 1\); bits 128 need \(n, 2\)"):
        simhash_many(rows, [1, 1], [0, 2], SimhashSpec(128))
    with pytest.raises(InputError, match=r"does not fit 8 unsigned bits"):
        simhash_many(rows * np.uint64(256), [1, 1], [0, 2], SimhashSpec(8, "one"))
    for offsets in ([], [1, 2], [0, 1], [0, 2, 1, 2], [[0, 2]]):
        with pytest.raises(InputError, match="offsets must rise from 0"):
            simhash_many(rows, [1, 1], np.array(offsets, int), ONE)
    with pytest.raises(InputTypeError, match="offsets must be integers"):
        simhash_many(rows, [1, 1], np.array([0.0, 2.0]), ONE)


@pytest.mark.parametrize(
    ("bits", "tie"), [(0, "one"), (12, "one"), (264, "zero"), (32, "heaviest")]
)
def test_a_width_out_of_range_is_refused(bits: int, tie: Any) -> None:
    with pytest.raises(InputError, match=f"bits {bits} is not a multiple of"):
        SimhashSpec(bits, tie)


def test_wrong_specs_are_refused() -> None:
    with pytest.raises(InputTypeError, match="bits must be an integer"):
        SimhashSpec(True)
    with pytest.raises(UnknownNameError, match="'heaviest', 'one', 'zero'"):
        SimhashSpec(64, "two")  # type: ignore[arg-type]


# ---- unrelated texts


def mean_distance(words: int, tie: Any, pairs: int = 5000) -> tuple[float, int]:
    rng = np.random.default_rng(words)
    rows = rng.integers(0, 2**64, (2 * pairs * words, 1), np.uint64)
    offsets = np.arange(0, len(rows) + 1, words)
    values = simhash_many(rows, np.ones(len(rows), int), offsets, SimhashSpec(64, tie))
    apart = np.unpackbits((values[0::2] ^ values[1::2]).view(np.uint8), axis=1).sum(axis=1)
    return float(apart.mean()), int(apart.min())


@pytest.mark.parametrize("words", range(1, 13))
def test_ties_do_not_draw_unrelated_texts_together(words: int) -> None:
    mean, _ = mean_distance(words, "heaviest")
    assert mean == pytest.approx(32, abs=0.7)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (1, 32.0),
        (2, 24.0),
        (3, 32.0),
        (4, 27.5),
        (5, 32.0),
        (6, 28.9),
        (8, 29.6),
        (10, 30.1),
        (12, 30.4),
    ],
)
@pytest.mark.parametrize("tie", ["one", "zero"])
def test_fixed_ties_draw_them_together_as_computed(words: int, expected: float, tie: Any) -> None:
    tied = math.comb(words, words // 2) / 2**words if words % 2 == 0 else 0
    share = (1 + tied) / 2
    assert 64 * 2 * share * (1 - share) == pytest.approx(expected, abs=0.05)
    assert mean_distance(words, tie)[0] == pytest.approx(expected, abs=0.25)


def test_unrelated_titles_of_weighted_words_average_half_the_bits() -> None:
    rng = random.Random(11)
    words = [
        chr(0x4E00 + rng.randrange(9000)) + chr(0x4E00 + rng.randrange(9000)) for _ in range(60_000)
    ]
    hashes = wordhashes(words, WordHashSpec())
    for count in (2, 4, 6):
        weights = np.array(rng.choices([1, 2, 3, 5], k=len(words)))
        offsets = np.arange(0, len(words) + 1, count)
        values = simhash_many(hashes, weights, offsets, HEAVIEST)[: 10_000 // 2 * 2]
        apart = np.unpackbits((values[0::2] ^ values[1::2]).view(np.uint8), axis=1).sum(axis=1)
        assert float(apart.mean()) == pytest.approx(32, abs=0.7)
