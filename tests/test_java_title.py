"""End to end against real Java: the real HanLP and the real jsoup under a small Java program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import needs
from tests.java import compare

GOLDEN = Path(__file__).parent / "golden" / "java.jsonl"

pytestmark = [
    pytest.mark.slow,
    needs.module("jpype"),
    needs.program("java"),
    needs.env_file("TEXTSIM_HANLP_JAR"),
    needs.env_file("TEXTSIM_JSOUP_JAR"),
]

TITLES = compare.corpus()
RECORDED = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
QUIRKS = {
    r"你\n好": r"你\n好",
    r"C:\temp\new": r"c:\temp\new",
    "&apos;s": "'s",
    "a\u3000b": "a\u3000b",
    "&qpos;x": "qpos;x",
    "a\r\n\tb c": "abc",
}
CAPPED = [",".join(["公告"] * count + ["停水"] * 6) for count in (5, 6, 7, 9)]


@pytest.fixture(scope="module")
def java() -> dict[str, Any]:
    """Return what Java says of every text of this module: starting Java takes seconds."""
    texts = [*TITLES, *(row["text"] for row in RECORDED), *QUIRKS, *CAPPED]
    return dict(zip(texts, compare.java_answers(texts).titles, strict=True))


@pytest.fixture(scope="module")
def found(java: dict[str, Any]) -> dict[str, list[Any]]:
    return compare.differences(TITLES, [java[title] for title in TITLES])


def test_two_thousand_titles_that_are_worth_comparing(java: dict[str, Any]) -> None:
    assert len(TITLES) == 2000
    assert len(set(TITLES)) > 1900
    answers = [java[title] for title in TITLES]
    cleaned = [a for a, title in zip(answers, TITLES, strict=True) if a["clean"] != title.lower()]
    assert len(cleaned) > 400
    assert len({nature for a in answers for _, nature in a["terms"]}) > 40
    words = [[word for word, _ in a["terms"]] for a in answers]
    assert sum(any(row.count(word) > 6 for word in set(row)) for row in words) > 10
    assert sum(any(nature == "w" for _, nature in a["terms"]) for a in answers) > 500
    assert sum(a["title"] == "f" * 16 for a in answers) > 5
    assert len({a["title"] for a in answers}) > 1600


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ("clean", "the cleaned title"),
        ("terms", "words and natures"),
        ("title", "the title tool's fingerprint"),
        ("article", "the article class's fingerprint of the same words"),
        ("raw_terms", "words and natures of the title as it came"),
        ("raw_article", "the article class's fingerprint of the title as it came"),
    ],
)
def test_equal_on_every_title(found: dict[str, list[Any]], part: str, what: str) -> None:
    rows = found[part]
    assert not rows, f"{what}: {len(rows)} of {len(TITLES)} differ: {rows[:3]!a}"


def test_a_difference_would_be_noticed(java: dict[str, Any]) -> None:
    titles = TITLES[:7]
    tampered = json.loads(json.dumps([java[title] for title in titles]))
    tampered[1]["clean"] += "x"
    tampered[2]["terms"][0][1] = "zz"
    tampered[3]["title"] = "0" * 16
    tampered[4]["article"] = "0" * 16
    tampered[5]["raw_terms"].pop()
    tampered[6]["raw_article"] = "0" * 16
    found = compare.differences(titles, tampered)
    assert {part: [title for title, _, _ in rows] for part, rows in found.items()} == {
        "clean": [titles[1]],
        "terms": [titles[2]],
        "title": [titles[3]],
        "article": [titles[4]],
        "raw_terms": [titles[5]],
        "raw_article": [titles[6]],
    }


def test_recorded_texts(java: dict[str, Any]) -> None:
    answers = [java[row["text"]] for row in RECORDED]
    assert [answer["clean"] for answer in answers] == [row["clean"] for row in RECORDED]
    found = compare.differences([row["text"] for row in RECORDED], answers)
    assert not any(found.values()), f"{found!a}"


@pytest.mark.parametrize("title", QUIRKS)
def test_the_quirks_of_the_stripping(java: dict[str, Any], title: str) -> None:
    assert java[title]["clean"] == QUIRKS[title]
    assert not any(compare.differences([title], [java[title]]).values())


def test_six_occurrences_vote_and_the_seventh_does_not(java: dict[str, Any]) -> None:
    five, six, seven, nine = (java[title]["title"] for title in CAPPED)
    assert six == seven == nine != five
    assert not any(compare.differences(CAPPED, [java[title] for title in CAPPED]).values())


def test_an_error_of_the_java_side_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTSIM_JSOUP_JAR", "/nowhere.jar")
    with pytest.raises(RuntimeError, match="jsoup"):
        compare.java_answers(["x"])
