"""Joining: which tokens become one number, date, time or name, and which stay apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import needs
from tests.growth import is_linear
from textsim.segment import SegmentSpec, segment
from textsim.segment.join import join
from textsim.values import Token


def characters(text: str) -> list[Token]:
    """Cut as small as can be, so that only the atoms decide."""
    return [Token(char, "x") for char in text]


def atoms(text: str) -> list[tuple[str, str]]:
    """Return what was joined in a text cut into characters."""
    return [tuple(token) for token in join(text, characters(text)) if len(token.word) > 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # numbers
        ("涨3.5%", [("3.5%", "m")]),
        ("涨3%，跌12％", [("3%", "m"), ("12％", "m")]),
        ("千分之3.5‰", [("3.5‰", "m")]),
        ("4.55米", [("4.55", "m")]),
        ("4.5万", [("4.5", "m")]),
        ("价格1,234元", [("1,234", "m")]),
        ("共12,345,678.90元", [("12,345,678.90", "m")]),
        ("涨1,234.5%", [("1,234.5%", "m")]),
        ("50%-60%", [("50%", "m"), ("60%", "m")]),
        ("到3.5.", [("3.5", "m")]),
        ("192.168.1.1:8080", [("192.168.1.1", "m")]),
        # dates
        ("2021-01-01公告", [("2021-01-01", "t")]),
        ("2021/1/1到2021.12.31", [("2021/1/1", "t"), ("2021.12.31", "t")]),
        ("2021年1月1日起", [("2021年1月1日", "t")]),
        ("21年12月5号", [("21年12月5号", "t")]),
        ("2021年1月至3月", [("2021年1月", "t")]),
        ("11月11日", [("11月11日", "t")]),
        ("2021-01-01T09:00:00Z", [("2021-01-01T09:00:00Z", "t")]),
        # times
        ("2021-01-01 09:00公告", [("2021-01-01", "t"), ("09:00", "t")]),
        ("9:30:15开始", [("9:30:15", "t")]),
        ("09:00-18:00", [("09:00", "t"), ("18:00", "t")]),
        # versions
        ("升级到v2.0.1", [("v2.0.1", "eng")]),
        ("Python3.11.7和3.11.7", [("Python3.11.7", "eng"), ("3.11.7", "m")]),
        ("1.0.0rc1", [("1.0.0rc1", "eng")]),
        ("GPT-4.5与GPT-4", [("GPT-4.5", "eng"), ("GPT-4", "eng")]),
        # models and names
        ("X-900说明书", [("X-900", "eng")]),
        ("AK47和A4L", [("AK47", "eng"), ("A4L", "eng")]),
        ("CAD2016安装", [("CAD2016", "eng")]),
        ("iPhone15比RTX4090", [("iPhone15", "eng"), ("RTX4090", "eng")]),
        ("5G网和3D打印", [("5G", "eng"), ("3D", "eng")]),
        ("家里Wi-Fi慢", [("Wi-Fi", "eng")]),
        ("学C++和C#吧", [("C++", "eng"), ("C#", "eng")]),
        ("g++编译", [("g++", "eng")]),
        ("C#", [("C#", "eng")]),
        ("256GB或3.5mm", [("256GB", "eng"), ("3.5mm", "eng")]),
        ("CVE-2021-44228", [("CVE-2021-44228", "eng")]),
        ("2019-nCoV", [("2019-nCoV", "eng")]),
        ("2-in-1", [("2-in-1", "eng")]),
        (
            "550e8400-e29b-41d4-a716-446655440000",
            [("550e8400-e29b-41d4-a716-446655440000", "eng")],
        ),
    ],
)
def test_atoms(text: str, expected: list[tuple[str, str]]) -> None:
    assert atoms(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "第3季第12集",
        "3.",
        ".5",
        "10-15公里",
        "1, 234",
        "1 234",
        "3 . 5",
        "X -900",
        "12:5",
        "25:30",
        "12:345",
        "1:2:3",
        "2021-1",
        "12,34",
        "1234,567",
        "1,234,5",
        "1,2,345",
        "2024年",
        "3月",
        "3月5",
        "3:2",
        "NBA总决赛",
        "Q&A",
        "a+b=c",
        "#NBA#全明星",
        "#c#",
        "x_1",
        "x_1-2_y",
        "第1章.第2节",
        "www.example.com",
        "２０２１－０１",
        "①②",
        "",
        "3",
    ],
)
def test_no_atom(text: str) -> None:
    assert join(text, characters(text)) == characters(text)


def test_a_year_and_a_name_are_two() -> None:
    cut = [Token("2024", "m"), Token("NBA", "eng")]
    assert join("2024NBA", cut) == cut
    assert atoms("2080Ti") == [("2080Ti", "eng")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10-15km", [("15km", "eng")]),
        ("5kg-10kg", [("5kg", "eng"), ("10kg", "eng")]),
        ("2021-13-45", []),
        ("2021-01-01-02", []),
        ("2021.01.01.02", [("2021.01.01.02", "m")]),
        ("12:34:56:78", []),
        ("user-1@example.com", [("user-1", "eng")]),
        ("https://a-b.com/2021/1/1", [("a-b", "eng"), ("2021/1/1", "t")]),
    ],
)
def test_where_an_atom_ends(text: str, expected: list[tuple[str, str]]) -> None:
    found = [pair for pair in atoms(text) if any(map(str.isdigit, pair[0])) or "-" in pair[0]]
    assert found == expected


def test_only_at_ends_of_tokens() -> None:
    for cut in (["涨3", ".", "5%"], ["涨", "3.", "5%吧"]):
        tokens = [Token(word, "x") for word in cut]
        assert join("".join(cut), tokens) == tokens


def test_a_single_token_keeps_its_tag() -> None:
    tokens = [Token("涨", "v"), Token("3.5%", "seen"), Token("AK47", "nz")]
    assert join("涨3.5%AK47", tokens) == tokens


def test_a_plain_word_that_was_cut_stays_cut() -> None:
    tokens = [Token("foot", "n"), Token("ball", "n")]
    assert join("football", tokens) == tokens


def test_tokens_that_are_not_the_text_are_left_alone() -> None:
    tokens = [Token("3"), Token("."), Token("5")]
    assert join("3 . 5", tokens) == tokens
    assert segment("3 . 5", SegmentSpec("tokens", join=True)) == tokens
    assert segment("3.5", SegmentSpec("ngram", (("width", 1),), join=True))[0] == Token("3")


def test_neighbours_keep_their_tokens() -> None:
    text = "A款 3.5折，2021-01-01 B"
    joined = join(text, characters(text))
    assert [t.word for t in joined] == [*"A款 ", "3.5", *"折，", "2021-01-01", " ", "B"]
    assert {t.tag for t in joined} == {"x", "m", "t"}


CHARS = st.sampled_from("0123459.,:-/%年月日号vVxXGTZ+#_ 第米\n，")


@given(st.lists(st.text(CHARS, min_size=1, max_size=4), max_size=12))
def test_joining_changes_no_text_and_no_blank(parts: list[str]) -> None:
    text = "".join(parts)
    tokens = [Token(part, "x") for part in parts]
    joined = join(text, tokens)
    assert "".join(t.word for t in joined) == text
    made = [t.word for t in joined if t.tag != "x"]
    assert not any(set(word) & set(" 第米\n，_") for word in made)
    # Whatever was not merged is there as it was cut.
    kept = [t for t in joined if t.tag == "x"]
    assert all(t in tokens for t in kept)
    assert join(text, joined) == joined


@given(st.integers(0, 10**6), st.integers(0, 99))
def test_a_decimal_never_falls_apart(whole: int, part: int) -> None:
    text = f"共{whole}.{part:02}米"
    assert [t.word for t in join(text, characters(text))] == ["共", text[1:-1], "米"]


@pytest.mark.parametrize(
    "piece",
    [
        "1-",
        "1.",
        "1,111",
        "1,000,",
        "a-",
        "a.1-",
        "1",
        "a",
        "1:00:",
        "2021-01-",
        "9.9-",
        "1年",
        "1月1",
        "C++",
        "a_",
        "a-1_",
        "1.1_",
        "#a",
        "标题",
    ],
)
def test_linear_time(piece: str) -> None:
    def work(size: int) -> None:
        text = piece * (size // len(piece))
        join(text, characters(text))

    assert is_linear(work, 25_000)


class TestWithSegmenters:
    @pytest.mark.parametrize(
        "name",
        [
            pytest.param("jieba", marks=needs.module("jieba")),
            pytest.param("rjieba", marks=needs.module("rjieba")),
        ],
    )
    @pytest.mark.parametrize(
        ("text", "inside"),
        [
            ("涨3.5%", ["3.5%"]),
            ("4.55米", ["4.55"]),
            ("2021-01-01 09:00公告", ["2021-01-01", " ", "09:00"]),
            ("2021年1月1日公告", ["2021年1月1日"]),
            ("X-900说明书", ["X-900"]),
            ("买AK47", ["AK47"]),
            ("5G前景", ["5G"]),
            ("5g前景", ["5g"]),
            ("CAD2016安装教程", ["CAD2016"]),
            ("家里Wi-Fi慢", ["Wi-Fi"]),
            ("第3季第12集", ["3", "12"]),
        ],
    )
    def test_tokens(self, name: str, text: str, inside: list[str]) -> None:
        words = [token.word for token in segment(text, SegmentSpec(name, join=True))]
        assert [word for word in words if word in inside] == inside
        assert "".join(words) == text
        assert not {"55", "4", "01", "900"} & set(words)
