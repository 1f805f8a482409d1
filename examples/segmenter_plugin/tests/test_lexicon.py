"""The plug-in keeps the contract, and cuts at the longest word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textsim_lexicon import LexiconSegmenter

from textsim.segment import SegmentSpec, segment, segmenters
from textsim.segment.conformance import check

if TYPE_CHECKING:
    from pathlib import Path


def test_contract() -> None:
    check(LexiconSegmenter())


def test_contract_with_own_words() -> None:
    check(LexiconSegmenter(words=("Louis Vuitton", "养猫必须", "🙋我们")))


def test_is_found_by_name() -> None:
    assert "lexicon" in {info.name for info in segmenters()}
    tokens = segment("冬天适合去哪里泡温泉", SegmentSpec("lexicon"))
    assert [token.word for token in tokens] == ["冬天", "适合", "去", "哪里", "泡", "温泉"]


def test_the_longest_word_wins() -> None:
    assert LexiconSegmenter().segment("羽毛球拍") == [("羽毛球拍", "n")]


def test_own_words_any_case() -> None:
    cut = LexiconSegmenter(words=("Louis Vuitton",)).segment("买louis vuitton 2.5折")
    assert cut == [
        ("买", "v"),
        ("louis vuitton", "nz"),
        (" ", "x"),
        ("2.5", "m"),
        ("折", "x"),
    ]


def test_a_latin_word_is_not_cut_in_two() -> None:
    assert LexiconSegmenter(words=("ens",)).segment("enshrine") == [("enshrine", "eng")]


def test_own_list(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_bytes("\ufeff# note\r\n打底裤\tn\r\n".encode())
    assert LexiconSegmenter(lexicon=str(path)).segment("打底裤") == [("打底裤", "n")]


def test_version_tells_the_lists_apart() -> None:
    assert LexiconSegmenter().version != LexiconSegmenter(words=("新词",)).version


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text("打底裤\tn\n打底衫 n\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.tsv' line 2: '打底衫 n'"):
        LexiconSegmenter(lexicon=str(path))
