"""Step "jsoup": the same answers as jsoup 1.11.3, recorded and live."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import needs
from tests.java import jsoup
from textsim.clean.jsoup import jsoup_clean

JAVA = Path(__file__).parent / "golden" / "java.jsonl"
ROWS = jsoup.rows()
# What the title tool removes after jsoup: blanks, and entities as they stand.
STRIPPED = re.compile("[ \n\r\t]|&(?:nbsp|amp|lt|gt|quot|qpos);")


def difference(texts: list[str], answers: list[str | None]) -> list[tuple[str, str, str]]:
    """Return text, jsoup's answer and ours where they differ; a failure of jsoup is none."""
    triples = zip(texts, answers, map(jsoup_clean, texts), strict=True)
    return [(text, a, ours) for text, a, ours in triples if a is not None and a != ours]


def test_recorded_answers() -> None:
    assert len(ROWS) >= 600
    assert difference([text for text, _ in ROWS], [answer for _, answer in ROWS]) == []


def test_recorded_title_cleaning() -> None:
    rows = [json.loads(line) for line in JAVA.read_text("utf-8").splitlines()]
    cleaned = [STRIPPED.sub("", jsoup_clean(row["text"].lower())) for row in rows]
    assert cleaned == [row["clean"] for row in rows]


@needs.program("java")
@needs.env_file("TEXTSIM_JSOUP_JAR")
def test_generated_texts_against_the_real_jsoup() -> None:
    texts = jsoup.samples(2000, seed=20)
    answers = jsoup.jsoup_answers(texts)
    assert sum(a is None for a in answers) < 5
    assert len(set(answers)) > 1000
    assert difference(texts, answers) == []


@needs.program("java")
@needs.env_file("TEXTSIM_JSOUP_JAR")
def test_the_recorded_answers_are_those_of_the_real_jsoup() -> None:
    assert jsoup.jsoup_answers([text for text, _ in ROWS]) == [answer for _, answer in ROWS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>Hello <b>世界</b></p><p>二</p>", "Hello 世界二"),
        ("<table>a<b>c<tr><td>d</table>e", "ac"),
    ],
)
def test_examples(text: str, expected: str) -> None:
    assert jsoup_clean(text) == expected


@given(st.text())
def test_plain_text_keeps_all_but_blanks(text: str) -> None:
    plain = re.sub("[<&\0\uffff\xa0>]", "", text)
    assert jsoup_clean(plain).split() == plain.strip("".join(map(chr, range(33)))).split()


SHAPES = {
    "empty elements": "长{}词".format("<wbr>" * 25_000),
}


def test_time() -> None:
    start = time.perf_counter()
    assert jsoup_clean("长" + "<wbr>" * 25_000 + "词") == "长词"
    assert time.perf_counter() - start < 10
