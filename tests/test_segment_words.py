"""The segmenters words, ngram and tokens: every rule, and the original programs' figures."""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import is_linear
from textsim.errors import InputError, InputTypeError
from textsim.segment import SegmentSpec, forget, load_segmenter, segment
from textsim.segment.ngram import NgramSegmenter
from textsim.segment.ready import ReadySegmenter
from textsim.segment.words import WordsSegmenter, cut_bytes
from textsim.values import Token

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> list[dict[str, str]]:
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    forget()
    yield
    forget()


def words(text: str, name: str, **options: Any) -> list[str]:
    return [token.word for token in segment(text, SegmentSpec(name, options))]


class TestGoWords:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("this is a test phrase", ["this", "is", "a", "test", "phrase"]),
            ("see http://a.b/c_d?x=1", ["see", "http://a.b/c_d", "x", "1"]),
            ("x_1 ftp://q :// kk i", ["x_1", "ftp://q", "kk", "i"]),
            ("don't 'quote' a://b://c", ["don't", "'quote'", "a://b", "c"]),
            ("有哪些养猫必须知道的冷知识？", []),
            ("été naïve３", ["t", "na", "ve"]),
            ("", []),
        ],
    )
    def test_ascii_words(self, text: str, expected: object) -> None:
        assert words(text, "words", pattern="go-word") == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("养猫123知识", ["养猫", "知识"]),
            (
                "la fin d'un bel après-midi d'été",
                ["la", "fin", "d'un", "bel", "après-midi", "d'été"],
            ),
            ("e\u0301te\u0301", ["e", "te"]),
            ("abc_def - ' _", ["abc_def", "-", "'", "_"]),
            ("〇Ⅷ½々ー", ["々ー"]),
            ("[a]^b\\c", ["a", "b", "c"]),
            ("\U00030000字", ["\U00030000字"]),
            ("", []),
        ],
    )
    def test_letters(self, text: str, expected: object) -> None:
        assert words(text, "words", pattern="go-unicode") == expected

    def test_letters_do_not_depend_on_the_python(self) -> None:
        # U+31350 became a letter with Unicode 15.0, U+1DF00 with 14.0; Go 1.19 knows 13.0.
        assert words("字\U00031350字\U0001df00", "words", pattern="go-unicode") == ["字", "字"]

    @given(st.text(st.characters(max_codepoint=0x2FA1D), max_size=40))
    def test_letters_equal_the_definition(self, text: str) -> None:
        known = [c for c in text if c.isalpha() == bool(words(c, "words", pattern="go-unicode"))]
        plain = "".join(c for c in known if c not in "-_'")
        runs = ["".join(g) for is_letter, g in itertools.groupby(plain, str.isalpha) if is_letter]
        assert words(plain, "words", pattern="go-unicode") == runs

    def test_letters_are_all_but_a_few_new_ones(self) -> None:
        table = {
            code
            for first, last in importlib.import_module("textsim.segment.letters").letter_ranges()
            for code in range(first, last + 1)
        }
        ours = {code for code in range(0x110000) if chr(code).isalpha()}
        assert len(table) == 131_241
        assert table <= ours
        assert all(unicodedata.category(chr(code))[0] == "L" for code in table)

    def test_fingerprints_of_the_original(self) -> None:
        for line in golden("go.jsonl"):
            text = line["text"]
            assert go_simhash(words(go_lower(text), "words", pattern="go-word")) == line["word"]
            for form in ("nfc", "nfd", "nfkc", "nfkd"):
                plain = go_lower(unicodedata.normalize(form.upper(), text))
                cut = words(plain, "words", pattern="go-unicode")
                assert go_simhash(cut) == line[f"unicode_{form}"], (form, text)


@cache
def fnv1(word: str) -> int:
    value = 14695981039346656037
    for byte in word.encode():
        value = value * 1099511628211 % 2**64 ^ byte
    return value


def go_simhash(cut: list[str]) -> str:
    votes = [sum(1 if fnv1(w) >> i & 1 else -1 for w in cut) for i in range(64)]
    return f"{sum(1 << i for i in range(64) if votes[i] >= 0):016x}"


def go_lower(text: str) -> str:
    return "".join("i" if c == "İ" else c if len(c.lower()) > 1 else c.lower() for c in text)


class TestBytes:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", []),
            ("\n", [b""]),
            ("a", [b"a"]),
            ("a\n", [b"a"]),
            ("a\n\n", [b"a", b""]),
            ("a  b", [b"a", b"", b"b"]),
            ("a ", [b"a", b""]),
            (" a", [b"", b"a"]),
            ("a\nb c", [b"a", b"b", b"c"]),
            ("a\r\nb\tc", [b"a\r", b"b\tc"]),
            ("a\0b", [b"a", b"b"]),
            ("大", [b"\xe5\xa4", b""]),
            ("大家", [b"\xe5\xa4", b"\xe5\xae\xb6"]),
            ("§x", [b"", b"", b"x"]),
            ("don't@~[]{}", [b"don't@~[]{}"]),
            (',.-#+*?=)(/&%$"!^<>|;:_\\`', [b""] * 26),
            ("\udcffa\udcc2b", [b"\xffa", b"b"]),
            ("\ud83dx", [b"\xed\xa0\xbdx"]),
        ],
    )
    def test_words_are_bytes(self, text: str, expected: object) -> None:
        cut = words(text, "words", pattern="bytes")
        assert [word.encode("utf-8", "surrogateescape") for word in cut] == expected

    @given(st.binary(max_size=60))
    def test_any_file_content_survives(self, data: bytes) -> None:
        cut = cut_bytes(data.decode("utf-8", "surrogateescape"))
        back = b" ".join(word.encode("utf-8", "surrogateescape") for word in cut)
        separators = '\n,.-#+*?=)(/&%$§"!^<>|;:_\\´`\0'.encode()
        blanked = bytes(32 if byte in separators else byte for byte in data)
        assert back == (blanked[:-1] if data.endswith(b"\n") else blanked)

    @given(st.text(max_size=40))
    def test_a_last_line_feed_makes_no_difference(self, text: str) -> None:
        if text and not text.endswith("\n"):
            assert cut_bytes(text + "\n") == cut_bytes(text)

    @given(st.text(st.characters(categories=("Cs",)), max_size=5))
    def test_lone_surrogates_do_not_fail(self, text: str) -> None:
        data = b" ".join(w.encode("utf-8", "surrogateescape") for w in cut_bytes(f"a{text}"))
        assert data.startswith(b"a")

    def test_fingerprints_of_the_original(self) -> None:
        for line in golden("cppsimhash.jsonl"):
            lowered = re.sub("[A-Z]+", lambda m: m[0].lower(), line["text"])
            assert cpp_simhash(lowered) == int(line["simhash"]), line["text"]

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("test", 908714257014536907),
            ("", 18446744073709551615),
            ("a  b", 8431342168717101177),
            ("有哪些养猫必须知道的冷知识", 16503858562451735611),
            ("大家好", 13056025888906068417),
        ],
    )
    def test_fingerprints_as_printed(self, text: str, value: object) -> None:
        assert cpp_simhash(text) == value


def cpp_simhash(text: str) -> int:
    """The fingerprint by a model of its own of the additive features and the AES hash."""
    cut = [w.encode("utf-8", "surrogateescape") for w in words(text, "words", pattern="bytes")]
    votes = [0] * 64
    for width in (1, 2, 3):
        for start in range(len(cut) - width + 1):
            if cut[start]:
                value = aes_hash(b" ".join(cut[start : start + width]))
                votes = [v + (width if value >> i & 1 else -width) for i, v in enumerate(votes)]
    return sum(1 << i for i in range(64) if votes[i] >= 0)


@cache
def aes_box() -> bytes:
    box = bytearray(256)
    p = q = 1
    while True:
        p ^= p << 1 & 255 ^ (0x1B if p & 0x80 else 0)
        for shift in (1, 2, 4):
            q ^= q << shift & 255
        q ^= 9 if q & 0x80 else 0
        box[p] = (
            0x63
            ^ q
            ^ (q * 257 >> 7 & 255)
            ^ (q * 257 >> 6 & 255)
            ^ (q * 257 >> 5 & 255)
            ^ (q * 257 >> 4 & 255)
        )
        if p == 1:
            box[0] = 0x63
            return bytes(box)


def aes_round(state: bytes, key: bytes, *, last: bool) -> bytes:
    box = aes_box()
    rows = [box[state[(5 * i) % 16]] for i in range(16)]
    if not last:
        double = [x << 1 & 255 ^ (0x1B if x & 0x80 else 0) for x in rows]

        def at(values: list[int], i: int, step: int) -> int:
            return values[i // 4 * 4 + (i + step) % 4]

        rows = [
            at(double, i, 0) ^ at(double, i, 1) ^ at(rows, i, 1) ^ at(rows, i, 2) ^ at(rows, i, 3)
            for i in range(16)
        ]
    return bytes(x ^ k for x, k in zip(rows, key, strict=True))


@cache
def aes_hash(data: bytes) -> int:
    state = bytes(16)
    for start in range(0, len(data), 16):
        block = data[start : start + 16].ljust(16, b"\0")
        mixed = bytes(a ^ b for a, b in zip(block, state, strict=True))
        state = aes_round(aes_round(mixed, state, last=False), state, last=True)
    return int.from_bytes(state[:8], "little") ^ int.from_bytes(state[8:], "little")


class TestUnicodeWords:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("有哪些 养猫，3.5折", ["有哪些", "养猫", "3", "5折"]),
            ("don't 'quote' d’été a''b", ["don't", "quote", "d’été", "a", "b"]),
            ("Cafe\u0301 ग्रन्थ", ["Cafe\u0301", "ग्रन्थ"]),
            ("❗\ufe0f通知 snake_case", ["通知", "snake", "case"]),
            ("𮊸𨻸古籍🙋〇", ["𮊸𨻸古籍", "〇"]),
            ("it's'", ["it's"]),
            ("\ud83dx\udc00", ["x"]),
            ("", []),
        ],
    )
    def test_words(self, text: str, expected: object) -> None:
        assert words(text, "words") == expected

    def test_unknown_pattern_lists_the_known(self) -> None:
        with pytest.raises(InputError, match=r"'go'.*'bytes', 'go-unicode', 'go-word', 'unicode'"):
            load_segmenter(SegmentSpec("words", {"pattern": "go"}))
        with pytest.raises(InputTypeError, match="'pattern'"):
            load_segmenter(SegmentSpec("words", {"pattern": 5}))

    @pytest.mark.parametrize("pattern", ["unicode", "go-word", "go-unicode", "bytes"])
    def test_long_text_in_linear_time(self, pattern: str) -> None:
        segmenter = WordsSegmenter(pattern)
        segmenter.segment("warm up")
        assert is_linear(lambda n: segmenter.segment("a'" * n + "://" * n + "标题" * n), 50_000)


class TestNgram:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", [""]),
            ("！？🎉", [""]),
            ("养猫", ["养猫"]),
            ("有哪些养", ["有哪些养"]),
            ("你好吗，我很好", ["你好吗我", "好吗我很", "吗我很好"]),
            ("a b_c\u3000ｄ", ["ab_c", "b_cｄ"]),
            ("𮊸𨻸古籍书", ["𮊸𨻸古籍", "𨻸古籍书"]),
        ],
    )
    def test_windows(self, text: str, expected: object) -> None:
        assert words(text, "ngram") == expected

    def test_options(self) -> None:
        assert words("a,b", "ngram", width=2, pattern="") == ["a,", ",b"]
        assert words("a1b2", "ngram", width=9, pattern="[a-z]") == ["ab"]
        assert words("a1b2", "ngram", width=9, pattern="[a-z]([0-9])") == ["12"]
        assert words("abc", "ngram", width=1) == ["a", "b", "c"]

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            ({"width": 0}, "'width': 0 is below 1"),
            ({"width": -3}, "'width': -3 is below 1"),
            ({"width": True}, "'width' must be a whole number"),
            ({"width": "4"}, "'width' must be a whole number, not '4'"),
            ({"pattern": "("}, "'pattern': '\\(' is not a regular expression"),
            ({"pattern": "(a)(b)"}, "has 2 groups"),
            ({"pattern": 4}, "'pattern' must be str"),
        ],
    )
    def test_refuses_options_by_name(self, options: Any, says: str) -> None:
        with pytest.raises((InputError, InputTypeError), match=says):
            load_segmenter(SegmentSpec("ngram", options))

    @given(st.text(max_size=30), st.integers(1, 6))
    def test_equals_the_definition(self, text: str, width: int) -> None:
        content = "".join(re.findall(r"[\w\u4e00-\u9fcc]+", text))
        expected = [content[i : i + width] for i in range(max(len(content) - width + 1, 1))]
        assert [w for w, _ in NgramSegmenter(width).segment(text)] == expected

    def test_fingerprints_of_the_original(self) -> None:
        for line in golden("pysimhash.jsonl"):
            value = py_simhash(words(line["text"].lower(), "ngram"))
            for bits in (32, 64, 128):
                assert f"{value % 2**bits:0{bits // 4}x}" == line[f"f{bits}"], line["text"]


@cache
def md5(word: str) -> int:
    return int.from_bytes(hashlib.md5(word.encode(), usedforsecurity=False).digest(), "big")


def py_simhash(cut: list[str]) -> int:
    counts = Counter(cut)
    half = counts.total() / 2
    votes = (sum(n for w, n in counts.items() if md5(w) >> i & 1) for i in range(128))
    return sum(1 << i for i, vote in enumerate(votes) if vote > half)


class TestReadyTokens:
    @pytest.mark.parametrize(
        ("text", "options", "expected"),
        [
            ("有 哪些\t养猫\n\n的\u3000", {}, [("有", ""), ("哪些", ""), ("养猫", ""), ("的", "")]),
            ("养猫/v", {}, [("养猫/v", "")]),
            ("养猫/v 的/uj", {"tagged": True}, [("养猫", "v"), ("的", "uj")]),
            (
                "a/d/n //w / 24/7 /n",
                {"tagged": True},
                [("a/d", "n"), ("/", "w"), ("/", ""), ("24/7", ""), ("/n", "")],
            ),
            (
                "km/h/ 养猫/ x/nr-1_a",
                {"tagged": True},
                [("km/h", ""), ("养猫", ""), ("x", "nr-1_a")],
            ),
            ("Louis Vuitton|包||", {"separator": "|"}, [("Louis Vuitton", ""), ("包", "")]),
            (
                "New York/ns\t包/n",
                {"separator": "\t", "tagged": True},
                [("New York", "ns"), ("包", "n")],
            ),
            ("", {}, []),
            (" \n", {"tagged": True}, []),
        ],
    )
    def test_cuts(self, text: str, options: Any, expected: object) -> None:
        tokens = segment(text, SegmentSpec("tokens", options))
        assert [tuple(token) for token in tokens] == expected

    def test_tag_set(self) -> None:
        assert ReadySegmenter().tagset == ""
        assert ReadySegmenter(tagged=True).tagset == "given"

    def test_refuses_options_by_name(self) -> None:
        with pytest.raises(InputTypeError, match="'separator'"):
            load_segmenter(SegmentSpec("tokens", {"separator": 3}))
        with pytest.raises(InputTypeError, match="'tagged'"):
            load_segmenter(SegmentSpec("tokens", {"tagged": 1}))

    @given(st.lists(st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=5)))
    def test_gives_back_what_was_joined(self, given_words: list[str]) -> None:
        assert words(" ".join(given_words), "tokens") == given_words
        tagged = " ".join(f"{word}/n" for word in given_words)
        tokens = segment(tagged, SegmentSpec("tokens", {"tagged": True}))
        assert tokens == [Token(word, "n") for word in given_words]
