from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from textsim import dictionaries
from textsim.errors import DictionaryError, UnknownNameError

FOLDER = Path(__file__).parent.parent / "dicts"


def test_byte_order_mark_crlf_comments_and_blank_lines_do_not_matter() -> None:
    data = b"\xef\xbb\xbf\xe7\x9a\x84\r\n\xe6\x98\xaf\r\n\r\n# \xe6\xb3\xa8\xe9\x87\x8a\r\n"
    assert dictionaries.parse_words(data, source="x") == ("的", "是")


def test_a_word_that_begins_with_a_hash_sign_is_a_word() -> None:
    assert dictionaries.parse_words(b"#a#\nC#\n# b\n#\n", source="x") == ("#a#", "C#")


def test_bytes_that_are_not_utf8_name_the_line() -> None:
    with pytest.raises(DictionaryError, match=r"'list.txt' line 2: not UTF-8 at byte 1"):
        dictionaries.parse_words(b"a\nb\xff\n", source="list.txt")


def test_a_malformed_table_line_is_named() -> None:
    with pytest.raises(DictionaryError, match="'t' line 2: 'n 5'"):
        dictionaries.parse_table(b"v\t3\nn 5\n", source="t")


def test_an_unknown_dictionary_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match=r"'x.txt'.*'stopwords-zh.txt'"):
        dictionaries.words("x.txt")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DictionaryError, match=r"cannot read .*gone"):
        dictionaries.read_words(tmp_path / "gone")


def test_a_user_list_is_read_by_path(tmp_path: Path) -> None:
    path = tmp_path / "stop.txt"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\r\n")
    assert dictionaries.read_words(path) == ("a", "b")
    assert dictionaries.file_digest(path) == hashlib.sha256(path.read_bytes()).hexdigest()


LISTS = [name for name in dictionaries.names() if not name.endswith(".json")]


@pytest.mark.parametrize("name", LISTS)
def test_shipped_dictionaries_are_clean(name: str) -> None:
    data = (FOLDER / name).read_bytes()
    assert not data.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in data
    lines = [line for line in data.decode().split("\n")[:-1] if not line.startswith("# ")]
    assert data.endswith(b"\n")
    keys = [line.split("\t")[0] for line in lines]
    assert all(key and key == key.strip() for key in keys)
    assert keys == sorted(set(keys))


def test_every_shipped_dictionary_has_its_origin_licence_and_digest() -> None:
    rows = re.findall(
        r"^\| `([^`]+)` \| .+ \| .+ \| `([0-9a-f]{64})` \|$",
        (FOLDER / "SOURCES.md").read_text(),
        re.MULTILINE,
    )
    assert dict(rows) == {name: dictionaries.digest(name) for name in dictionaries.names()}


def test_the_stop_list_is_the_named_source_without_the_listed_words() -> None:
    source = set((FOLDER.parent / "tests/data/stopwords-iso-zh.txt").read_text().split())
    notes = (FOLDER / "SOURCES.md").read_text()
    listed = {
        w for line in re.findall(r"^- [a-z, ]+: (.+)$", notes, re.MULTILINE) for w in line.split()
    }
    marks = {w for w in source if not any(map(str.isalnum, w)) or w in set("０１２３４５６７８９")}
    assert set(dictionaries.words("stopwords-zh.txt")) == source - listed - marks
    assert f"{len(marks)} punctuation marks" in notes


def test_negation_numerals_and_ordinals_are_no_stop_words() -> None:
    assert not {"不", "没", "没有", "非", "无", "上", "下", "一", "十", "第"} & set(
        dictionaries.words("stopwords-zh.txt")
    )


def test_weights_are_the_five_levels() -> None:
    assert {weight for _, weight in dictionaries.table("weights-title.tsv")} <= {0, 1, 2, 3, 4, 5}
