"""Step "jsoup": the same answers as jsoup 1.11.3, recorded and live."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import needs
from tests.java import jsoup
from textsim.clean.jsoup import jsoup_clean

JAVA = Path(__file__).parent / "golden" / "java.jsonl"
ROWS = jsoup.rows()
CONTROLS = "".join(map(chr, range(33)))
# What the title tool removes after jsoup: blanks, and entities as they are printed.
STRIPPED = re.compile("[ \n\r\t]|&(?:nbsp|amp|lt|gt|quot|qpos);")


def differences(texts: list[str], answers: list[str | None]) -> list[tuple[str, str, str]]:
    """Return text, jsoup's answer and ours where they differ, and jsoup has one."""
    triples = zip(texts, answers, map(jsoup_clean, texts), strict=True)
    return [(text, theirs, ours) for text, theirs, ours in triples if theirs not in (None, ours)]


def test_recorded_answers() -> None:
    assert len(ROWS) > 700
    assert differences([text for text, _ in ROWS], [answer for _, answer in ROWS]) == []


def test_recorded_title_cleaning() -> None:
    rows = [json.loads(line) for line in JAVA.read_text("utf-8").splitlines()]
    cleaned = [STRIPPED.sub("", jsoup_clean(row["text"].lower())) for row in rows]
    assert cleaned == [row["clean"] for row in rows]


@needs.program("java")
@needs.env_file("TEXTSIM_JSOUP_JAR")
def test_real_jsoup_on_generated_texts() -> None:
    texts = jsoup.samples(2000, seed=20)
    answers = jsoup.jsoup_answers(texts)
    assert sum(answer is None for answer in answers) < 5
    assert len(set(answers)) > 1000
    assert differences(texts, answers) == []


@needs.program("java")
@needs.env_file("TEXTSIM_JSOUP_JAR")
def test_real_jsoup_gives_the_recorded_answers() -> None:
    assert jsoup.jsoup_answers([text for text, _ in ROWS]) == [answer for _, answer in ROWS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>Hello <b>世界</b></p><p>二</p>", "Hello 世界二"),
        ("1<2 & 3>2", "1&lt;2 &amp; 3&gt;2"),
        ("a<b", "a"),
        ("全角　空格\u200b", "全角　空格\u200b"),
        ("&#20320;&#x597D; &copy; &copy2024", "你好 © &amp;copy2024"),
        ("标题&nbsp;一", "标题&nbsp;一"),
        ("<title>t</title>x<script>y</script><!-- z -->", "tx"),
        ("<![CDATA[你好]]>世界", "你好世界"),
        ("<!--没有结束 你好", ""),
        ("x  y<b>  z", "x y z"),
        # an element right inside a table comes before it; text there stays
        ("<table><tr><td>1</td></tr>2<b>3</b>4</table>5", "31245"),
    ],
)
def test_examples(text: str, expected: str) -> None:
    assert jsoup_clean(text) == expected


def test_where_jsoup_throws_an_exception_the_rest_is_left_out() -> None:
    assert jsoup_clean("a</html\x0b>b<i>c") == "a"


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert jsoup_clean("\ud83d\ude00<b>\ud83d</b>\ude00 \ud83d") == "😀😀 \ud83d"


@given(st.text())
def test_text_without_markup_keeps_all_but_blanks(text: str) -> None:
    plain = re.sub("[<>&\0\xa0\uffff]", "", text)
    cleaned = jsoup_clean(plain)
    blanks = re.compile("[\t\n\f\r ]+")
    assert cleaned == blanks.sub(" ", plain).strip(CONTROLS)


@given(st.lists(st.sampled_from(["<b>", "</b>", "<td", "</", "&#x", "'", ">", "<!--", "é", " "])))
def test_no_text_fails(parts: list[str]) -> None:
    cleaned = jsoup_clean("".join(parts))
    assert not re.search("[<>]|&(?!(?:amp|lt|gt|nbsp);)", cleaned)


@pytest.mark.parametrize(
    "text",
    [
        "<wbr>" * 25_000 + "词",
        "<" * 100_000 + "<i>词",
        "&a" * 50_000 + "<i>词",
        "<!--" * 50_000 + "-->词",
        "<div>" * 20_000 + "词" + "</div>" * 20_000,
        "<table><tr><td>" * 5_000 + "词",
        "<x>" * 20_000 + "</y>" * 20_000 + "词",
        "<y><div>" + "<x>" * 20_000 + "</y>" * 20_000 + "词",
        "<div>" * 10_000 + "<li></li>" * 10_000 + "词",
        "<x>" * 10_000 + "<select></select>" * 10_000 + "词",
        "<b><div></b>" * 10_000 + "词",
        "".join(f"<b id={number}>" for number in range(10_000)) + "</b>" * 10_000 + "词",
        "<p " + "".join(f"a{number}=1 " for number in range(20_000)) + ">词",
    ],
    ids=lambda text: text[:24],
)
def test_time_is_linear(text: str) -> None:
    # A second or less; quadratic work would take minutes, which the suite's own limit shows.
    assert jsoup_clean(text).endswith("词")
