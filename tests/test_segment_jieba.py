"""The default segmenter against jieba itself, and what it does beyond jieba."""

from __future__ import annotations

import copy
import json
import logging
import math
import multiprocessing
import os
import pickle
import random
import stat
import subprocess
import sys
import threading
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import needs
from tests.growth import is_linear
from textsim.errors import (
    DictionaryError,
    InputError,
    InputTypeError,
    MissingLibraryError,
)
from textsim.segment import jieba_cut, jieba_history, jieba_route, jieba_source, jieba_viterbi
from textsim.segment.conformance import check
from textsim.segment.jieba import JiebaSegmenter
from textsim.segment.jieba_cache import Cache, Grouped, default_folder
from textsim.segment.jieba_dictionary import group_dictionary
from textsim.segment.jieba_model import Model, group_model
from textsim.segment.jieba_user import UserWord, parse_user_word, read_user_words
from textsim.segment.jieba_viterbi import Viterbi

pytestmark = needs.module("jieba")

DATA = Path(__file__).parent / "data"
REPOSITORY = Path(__file__).parent.parent
SAMPLE = "今天天气真不错，石墨烯膜材料的应用前景2021年iPhone 12\r\n张晓梅去人民医院做了个B超"

Pairs = list[tuple[str, str]]


@pytest.fixture(scope="session")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """``jieba.posseg`` itself, quiet and with its cache elsewhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba
        from jieba import posseg
    jieba.setLogLevel(logging.CRITICAL)
    tokenizer = jieba.Tokenizer()
    tokenizer.tmp_dir = str(tmp_path_factory.mktemp("reference"))
    tokenizer.initialize()
    return posseg.POSTokenizer(tokenizer)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def ours(cache: str) -> JiebaSegmenter:
    return JiebaSegmenter(cache_dir=cache)


@pytest.fixture(scope="session")
def without_model(cache: str) -> JiebaSegmenter:
    return JiebaSegmenter(cache_dir=cache, hmm=False)


@pytest.fixture(scope="session")
def viterbi() -> Viterbi:
    return Viterbi(Model(group_model(jieba_source.find_jieba().tables())))


def theirs(reference: Any, text: str, *, hmm: bool = True) -> Pairs:
    return [(pair.word, pair.flag) for pair in reference.cut(text, HMM=hmm)]


def words(segmenter: JiebaSegmenter, text: str) -> list[str]:
    pairs = segmenter.segment(text)
    assert "".join(word for word, _ in pairs) == text
    return [word for word, _ in pairs]


def run(code: str, *args: str, env: dict[str, str] | None = None, **rest: Any) -> Any:
    """Run Python code in a fresh process with the repository first on the path."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), **(env or {})}
    return subprocess.run(
        [sys.executable, *args, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        **rest,
    )


# ── exactly jieba's words and tags ──────────────────────────────────────────────────────────────


def lines_of(name: str) -> list[str]:
    return (DATA / name).read_text("utf-8").split("\n")


FILES = [
    ("jieba_test_sentences.txt", 1),
    ("law_titles.txt", 3),
    ("pawsx_zh_400.tsv", 4),
    ("stopwords-iso-zh.txt", 1),
]


@pytest.mark.parametrize(("name", "step"), FILES)
def test_files_are_cut_and_tagged_as_by_jieba(
    reference: Any, ours: JiebaSegmenter, name: str, step: int
) -> None:
    for line in lines_of(name)[::step]:
        assert ours.segment(line) == theirs(reference, line)


@pytest.mark.parametrize(("name", "step"), FILES)
def test_files_are_cut_as_by_jieba_without_the_model(
    reference: Any, without_model: JiebaSegmenter, name: str, step: int
) -> None:
    for line in lines_of(name)[::step]:
        assert without_model.segment(line) == theirs(reference, line, hmm=False)


# Han of all kinds: common, names, one that its table misspells, one with probabilities that its
# table forgets, others that the model has never seen, beyond the block, and everything else.
COMMON = "".join(lines_of("jieba_test_sentences.txt"))
LATIN = "aZb019+#&._-"
OTHER = " ,，。\r\n\t\u3000%@😀\ud800\udc00ßéγ䓬𮊸\x00\x85\u2028·[]*/"

texts = st.lists(
    st.one_of(
        st.sampled_from(COMMON),
        st.sampled_from(COMMON),
        st.sampled_from(LATIN),
        st.sampled_from(OTHER),
        st.sampled_from("跛分龘龥鿕一王"),
        st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF),
        st.sampled_from(["云南", "B超", "AT&T", "3.14", "\r\n", "李小福", "iPhone12", "c++"]),
    ),
    max_size=14,
).map("".join)


@settings(max_examples=250, deadline=None)
@given(text=texts)
def test_any_text_is_cut_and_tagged_as_by_jieba(
    reference: Any, ours: JiebaSegmenter, text: str
) -> None:
    assert ours.segment(text) == theirs(reference, text)


@settings(max_examples=400, deadline=None)
@given(text=texts)
def test_any_text_is_cut_as_by_jieba_without_the_model(
    reference: Any, without_model: JiebaSegmenter, text: str
) -> None:
    assert without_model.segment(text) == theirs(reference, text, hmm=False)


@settings(max_examples=400, deadline=None)
@given(text=texts)
def test_a_text_is_its_words_joined(ours: JiebaSegmenter, text: str) -> None:
    words(ours, text)


def test_texts_of_random_characters_are_cut_as_by_jieba(
    reference: Any, ours: JiebaSegmenter, without_model: JiebaSegmenter
) -> None:
    draw = random.Random(1)
    for _ in range(60):
        text = "".join(chr(draw.randrange(0x4E00, 0x9FD6)) for _ in range(draw.randrange(1, 9)))
        assert ours.segment(text) == theirs(reference, text)
    for _ in range(2_000):
        text = "".join(chr(draw.randrange(0x3400, 0xA000)) for _ in range(40))
        assert without_model.segment(text) == theirs(reference, text, hmm=False)


spans = st.text(
    st.one_of(
        st.sampled_from(sorted({c for c in COMMON if "\u4e00" <= c <= "\u9fd5"})),
        st.sampled_from("跛分飯龘龥鿕的"),
    ),
    min_size=1,
    max_size=12,
)


def path_of_reference(span: str) -> list[str]:
    from jieba import posseg

    route = posseg.viterbi(
        span, posseg.char_state_tab_P, posseg.start_P, posseg.trans_P, posseg.emit_P
    )[1]
    return [position + tag for position, tag in route]


def names(viterbi: Viterbi, path: Any) -> list[str]:
    model = viterbi._model
    return [model.position[state] + model.tag[state] for state in path]


@settings(max_examples=150, deadline=None)
@given(span=spans)
def test_both_decoders_find_the_states_that_jieba_finds(
    reference: Any, viterbi: Viterbi, span: str
) -> None:
    expected = path_of_reference(span)
    assert names(viterbi, viterbi.decode_any(span)) == expected
    usual = viterbi.decode_usual(span)
    assert usual is None or names(viterbi, usual) == expected


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(span=st.text(st.sampled_from("的跛龘中国分饭"), min_size=1, max_size=120))
def test_forgetting_settled_history_changes_nothing(
    viterbi: Viterbi, monkeypatch: pytest.MonkeyPatch, span: str
) -> None:
    expected = viterbi.decode_any(span)
    with monkeypatch.context() as patch:
        for name, value in (
            ("_SETTLE_AFTER", 3),
            ("_SETTLE_AT_LAST", 7),
            ("_LOOK_BACK", 5),
            ("_REMEMBERED", 2),
        ):
            patch.setattr(jieba_history, name, value)
        assert viterbi.decode_any(span) == expected


def test_a_long_unseen_span_is_tagged_as_by_jieba(reference: Any, viterbi: Viterbi) -> None:
    draw = random.Random(2)
    han = [c for c in COMMON if "\u4e00" <= c <= "\u9fd5"]
    span = "".join(draw.choices(han, k=1_500)) + "龘的" + "".join(draw.choices(han, k=300))
    assert names(viterbi, viterbi.decode_any(span)) == path_of_reference(span)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(parts=st.lists(st.sampled_from(["云南", "旅游", "工信处", "女干事", "的", "龘", "a1"])))
def test_a_long_block_is_cut_like_a_short_one(
    cache: str, ours: JiebaSegmenter, monkeypatch: pytest.MonkeyPatch, parts: list[str]
) -> None:
    text = "".join(parts)
    expected = ours.segment(text)
    fresh = JiebaSegmenter(cache_dir=cache)  # so that words become known while it cuts
    with monkeypatch.context() as patch:
        patch.setattr(jieba_route, "_WINDOW", 3)
        patch.setattr(jieba_cut, "_PIECE", 2)
        patch.setattr(jieba_viterbi, "_LONGEST_USUAL", 1)
        assert fresh.segment(text) == expected


def test_remembering_is_bounded(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jieba_cut, "_REMEMBERED", 5)
    monkeypatch.setattr(jieba_viterbi, "_REMEMBERED", 5)
    segmenter = JiebaSegmenter(cache_dir=cache)
    for i in range(40):
        segmenter.segment(f"a{i}龘鿕{chr(0x4E00 + i)}")
    loaded: Any = segmenter._loaded
    assert len(loaded.cutter._runs) <= 5
    assert len(loaded.cutter._viterbi._reached) <= 5


# Few characters and frequencies, so that equal sums, missing words and zeros are common.
small_words = st.tuples(
    st.text("甲乙丙a1", min_size=1, max_size=4),
    st.sampled_from([0, 1, 1, 2, 3, 50]),
    st.sampled_from(["n", "v", "x"]),
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    entries=st.lists(small_words, min_size=1, max_size=12),
    text=st.text("甲乙丙a1 丁", max_size=10),
    hmm=st.booleans(),
)
def test_another_main_dictionary_is_used_as_by_jieba(
    reference: Any,
    tmp_path_factory: pytest.TempPathFactory,
    entries: list[tuple[str, int, str]],
    text: str,
    hmm: bool,
) -> None:
    import jieba
    from jieba import posseg

    folder = tmp_path_factory.mktemp("dictionary")
    path = folder / "words.txt"
    path.write_text("".join(f"{w} {f} {t}\n" for w, f, t in [*entries, ("丁", 1, "n")]), "utf-8")
    tokenizer = jieba.Tokenizer(str(path))
    tokenizer.tmp_dir = str(folder)
    segmenter = JiebaSegmenter(dictionary=str(path), cache_dir="", hmm=hmm)
    assert segmenter.segment(text) == theirs(posseg.POSTokenizer(tokenizer), text, hmm=hmm)


def test_main_dictionaries_of_other_forms_are_read(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes("\ufeff云南 20 ns\r\n\r\n 旅游 10\t\n云 1 n".encode())
    segmenter = JiebaSegmenter(dictionary=str(path), cache_dir="", hmm=False)
    assert segmenter.segment("云南旅游") == [("云南", "ns"), ("旅游", "x")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xe4\xba\x91 10 n\nabc\n", r"words\.txt, line 2: 'abc'"),
        (b"\xe4\xba\x91 10 n\n\xe4\xba\x91 x n\n", "line 2"),
        (b"\xe4\xba\x91 10 n\n\xff 1 n\n", "line 2: not UTF-8"),
        (b"", "no word has a frequency"),
        (b"\xe4\xba\x91 0 n\n", "no word has a frequency"),
    ],
)
def test_a_malformed_main_dictionary_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(content)
    with pytest.raises(DictionaryError, match=message):
        JiebaSegmenter(dictionary=str(path), cache_dir="").segment("云")


def test_the_contract_of_segmenters_is_kept(ours: JiebaSegmenter, cache: str) -> None:
    check(ours)
    check(JiebaSegmenter(cache_dir=cache, hmm=False, words=("养猫 5 n", "A4L", "行\n"[:1])))


# ── user words ──────────────────────────────────────────────────────────────────────────────────


def with_words(cache: str, *given_words: str, **options: Any) -> JiebaSegmenter:
    return JiebaSegmenter(cache_dir=cache, words=given_words, **options)


@pytest.mark.parametrize("form", ["{}", "{}\t3\tnz", "{} 3 nz"])
@pytest.mark.parametrize("hmm", [True, False])
@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("糖类抗原19-9", "查糖类抗原19-9偏高"),
        ("*ST舜船", "*ST舜船今日复牌"),
        ("a/d", "一个a/d转换器"),
        ("Wi-Fi", "家里的Wi-Fi很慢"),
        ("迈克尔·乔丹", "球星迈克尔·乔丹退役"),
        ("[捂脸]", "太难了[捂脸]哈哈"),
        ("大黄䓬虫", "大黄䓬虫丸的功效"),
        ("#话题#", "看#话题#吧"),
        ("3.5mm耳机孔", "没有3.5mm耳机孔了"),
        ("C++ Primer", "读C++ Primer第五版"),
        ("……", "这个……好吧"),
    ],
)
def test_a_word_of_any_characters_is_one_token(
    cache: str, word: str, text: str, form: str, hmm: bool
) -> None:
    segmenter = with_words(cache, form.format(word), hmm=hmm)
    assert word in words(segmenter, text)
    assert word in words(segmenter, f"{text}，{text}\r\n{text}")


def test_a_word_with_a_blank_is_found_in_a_user_dictionary(cache: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(b"Louis Vuitton\t100\tnz\n")
    segmenter = JiebaSegmenter(user_dict=str(path), cache_dir=cache)
    assert ("Louis Vuitton", "nz") in segmenter.segment("二手Louis Vuitton包")
    assert ("LOUIS VUITTON", "nz") in segmenter.segment("二手LOUIS VUITTON包")


@pytest.mark.parametrize("form", ["{}", "{} 3", "{} 3 n"])
def test_a_word_is_found_in_either_case_and_the_text_kept(cache: str, form: str) -> None:
    segmenter = with_words(cache, form.format("T恤"))
    assert ("t恤", "n") in segmenter.segment("纯棉t恤")
    assert ("T恤", "n") in segmenter.segment("纯棉T恤")
    segmenter = with_words(cache, "wi-fi", "ΟΔΟΣ")
    assert "WI-Fi" in words(segmenter, "家里WI-Fi慢")
    assert "ΟΔΟΣ" in words(segmenter, "在ΟΔΟΣ见")
    assert words(segmenter, "İ的Wi-Fi")[-1] == "Wi-Fi"  # whose lower case is longer


@pytest.mark.parametrize("form", ["{}", "{} 1000000 n"])
def test_a_latin_word_does_not_cut_a_longer_one(
    cache: str, ours: JiebaSegmenter, form: str
) -> None:
    segmenter = with_words(cache, form.format("ens"))
    assert "license" in words(segmenter, "license续费说明")
    assert "ens" in words(segmenter, "用ens做域名")
    for text in ("ens2的", "的éens", "2ens", "enses", "ensé"):
        assert segmenter.segment(text) == ours.segment(text)
    segmenter = with_words(cache, form.format("5G"), form.format("T恤"))
    assert "5G" not in words(segmenter, "15G硬盘")
    assert "5g" in words(segmenter, "支持5g手机")


@pytest.mark.parametrize(
    ("word", "text"),
    [("云南 2", "云南旅游攻略"), ("月经 5", "月经不调怎么办"), ("北京 1", "北京大学")],
)
def test_a_low_frequency_never_lowers_that_of_the_dictionary(
    cache: str, ours: JiebaSegmenter, word: str, text: str
) -> None:
    assert with_words(cache, word).segment(text) == ours.segment(text)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("石墨烯膜", "单层石墨烯膜材料"),
        ("台中", "「台中」正确应该不会被切开"),
        ("云南", "云南旅游攻略"),
        ("杭研", "小明来到了网易杭研大厦"),
        ("的了", "看见的了解一下"),
        ("大学生", "北京大学生前来应聘"),
    ],
)
@pytest.mark.parametrize("hmm", [True, False])
def test_a_word_without_a_frequency_is_always_cut_out(
    cache: str, word: str, text: str, hmm: bool
) -> None:
    assert word in words(with_words(cache, word, hmm=hmm), text)


han_words = st.text(st.sampled_from("云南旅游石墨烯膜天安门的了龘"), min_size=2, max_size=4)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(word=han_words, before=texts, after=texts)
def test_a_word_without_a_frequency_is_cut_out_of_any_text(
    cache: str, ours: JiebaSegmenter, word: str, before: str, after: str
) -> None:
    found = words(with_words(cache, word), f"{before}{word}{after}")
    assert word in found


any_words = st.lists(
    st.tuples(
        st.text("云南旅a1 -·䓬.", min_size=1, max_size=4).filter(str.strip),
        st.sampled_from(["\t", "\t1", "\t900\tn", "\t9000000\tv"]),
    ).map("".join),
    min_size=1,
    max_size=4,
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    given_words=any_words,
    text=st.text("云南旅游aA1 -·䓬.\r\n", max_size=14),
    hmm=st.booleans(),
)
def test_with_any_user_words_a_text_is_its_words_joined(
    cache: str, given_words: list[str], text: str, hmm: bool
) -> None:
    segmenter = with_words(cache, *given_words, hmm=hmm)
    found = words(segmenter, text)
    assert words(segmenter, text) == found
    if not any(word.split("\t")[0].strip().lower() in text.lower() for word in given_words):
        assert segmenter.segment(text) == JiebaSegmenter(cache_dir=cache, hmm=hmm).segment(text)


def test_a_longer_user_word_goes_before_a_shorter_one(cache: str) -> None:
    assert words(with_words(cache, "云计算", "云计算中心"), "去云计算中心") == ["去", "云计算中心"]
    assert words(with_words(cache, "云计算", "云计算中心 100"), "去云计算中心") == [
        "去",
        "云计算中心",
    ]
    assert words(with_words(cache, "石墨", "膜材"), "石墨烯膜材料") == ["石墨", "烯", "膜材", "料"]
    # Of two equally long ones that overlap, the left one.
    assert words(with_words(cache, "墨烯", "烯膜"), "墨烯膜") == ["墨烯", "膜"]
    # One with a frequency has to be the more probable; else the shorter one is left.
    assert words(with_words(cache, "云南", "南风景 1"), "云南风景") == ["云南", "风景"]
    assert words(with_words(cache, "云南", "南风景 9000000"), "云南风景") == ["云", "南风景"]
    assert words(with_words(cache, "石墨烯", "墨烯膜材 1"), "石墨烯膜材") == ["石", "墨烯膜材"]


def test_a_tag_is_the_users_or_the_dictionarys(cache: str) -> None:
    assert ("云南", "nz") in with_words(cache, "云南 2 nz").segment("去云南玩")
    assert ("云南", "ns") in with_words(cache, "云南").segment("去云南玩")
    assert ("石墨烯膜", "x") in with_words(cache, "石墨烯膜").segment("石墨烯膜")
    assert ("膜", "my") in with_words(cache, "膜 5 my").segment("一层，膜，好")
    assert ("䓬", "nz") in with_words(cache, "䓬 5 nz").segment("这个䓬字")


def test_nothing_leaks_between_segmenters(cache: str, ours: JiebaSegmenter) -> None:
    given_words = ["石墨烯膜"]
    one = JiebaSegmenter(cache_dir=cache, words=given_words)  # type: ignore[arg-type]
    two = with_words(cache, "的材 9000000")
    expected = ours.segment("石墨烯膜的材料")
    given_words.clear()
    given_words.append("的材料")
    assert words(one, "石墨烯膜的材料") == ["石墨烯膜", "的", "材料"]
    assert words(two, "石墨烯膜的材料")[-2:] == ["的材", "料"]
    assert ours.segment("石墨烯膜的材料") == expected
    assert JiebaSegmenter(cache_dir=cache).segment("石墨烯膜的材料") == expected


plain_words = st.dictionaries(
    st.text(st.sampled_from("云南旅游的了龘石墨烯天a"), min_size=1, max_size=4).filter(
        lambda word: "a" not in word
    ),
    st.tuples(st.integers(1, 3_000_000), st.sampled_from(["", "nz", "v"])),
    max_size=5,
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(entries=plain_words, text=st.text("云南旅游的了龘石墨烯天气，a1\n", max_size=12))
def test_plain_user_words_with_frequencies_weigh_as_in_jieba(
    reference: Any, cache: str, entries: dict[str, tuple[int, str]], text: str
) -> None:
    tokenizer = copy.copy(reference.tokenizer)
    tokenizer.FREQ = dict(reference.tokenizer.FREQ)
    tokenizer.user_word_tag_tab = {}
    other = object.__new__(type(reference))
    other.tokenizer = tokenizer
    other.word_tag_tab = dict(reference.word_tag_tab)
    given_words = []
    for word, (frequency, tag) in entries.items():
        number = max(frequency, tokenizer.FREQ.get(word, 0))  # jieba would lower it
        tokenizer.add_word(word, number, tag)
        given_words.append(f"{word} {number} {tag}".strip())
    segmenter = JiebaSegmenter(words=tuple(given_words), cache_dir=cache)
    assert segmenter.segment(text) == theirs(other, text)
    segmenter = JiebaSegmenter(words=tuple(given_words), cache_dir=cache, hmm=False)
    assert segmenter.segment(text) == theirs(other, text, hmm=False)


# ── reading user dictionaries ───────────────────────────────────────────────────────────────────


def test_byte_order_mark_and_line_ends_of_windows_are_read(cache: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(b"\xef\xbb\xbf" + "打底裤 10000\r\n\r\n打底衫 10000\r\n".encode())
    segmenter = JiebaSegmenter(user_dict=str(path), cache_dir=cache)
    assert segmenter.user_word_count == 2
    assert words(segmenter, "打底裤打底衫") == ["打底裤", "打底衫"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("云计算", UserWord("云计算")),
        ("云计算 5", UserWord("云计算", 5)),
        ("云计算 n", UserWord("云计算", None, "n")),
        ("云计算   5  n", UserWord("云计算", 5, "n")),
        ("云计算\t5\tn", UserWord("云计算", 5, "n")),
        ("云计算\t5", UserWord("云计算", 5)),
        ("云计算\tn", UserWord("云计算", None, "n")),
        ("云计算\t\tn", UserWord("云计算", None, "n")),
        ("Louis Vuitton\t100\tnz", UserWord("Louis Vuitton", 100, "nz")),
        ("Louis Vuitton\t", UserWord("Louis Vuitton")),
        ("iPhone 15\t", UserWord("iPhone 15")),
        ("#话题# 3", UserWord("#话题#", 3)),
        ("#\t3\tx", UserWord("#", 3, "x")),
        ("云计算 0 n", None),
        ("云计算 -3 n", None),
        ("云计算 1.5 n", None),
        ("云计算 5 n v", None),
        ("云计算 12x", None),
        ("云计算\t12x", None),
        ("云计算\t5\tn\tv", None),
        ("Louis Vuitton", None),
        ("Louis Vuitton 100 nz", None),
        ("\t5\tn", None),
        ("", None),
    ],
)
def test_the_forms_of_a_line(line: str, expected: UserWord | None) -> None:
    assert parse_user_word(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Louis Vuitton", UserWord("Louis Vuitton")),
        ("Louis Vuitton 100 nz", UserWord("Louis Vuitton", 100, "nz")),
        ("云南 2", UserWord("云南", 2)),
        ("iPhone 15\t", UserWord("iPhone 15")),
        ("云计算 0", None),
        ("两\n行", None),
        (" ", None),
    ],
)
def test_the_forms_of_a_word_given_in_a_program(line: str, expected: UserWord | None) -> None:
    assert parse_user_word(line, option=True) == expected


def test_comments_and_words_that_begin_with_a_hash() -> None:
    data = "# 自己的词\n#话题# 3\n\n#\t4\n".encode()
    assert [word.word for word in read_user_words(data, "words")] == ["#话题#", "#"]


@pytest.mark.parametrize("bad", ["云 南 三", "词 0 n", "词\t1x", "\ud800"])
def test_a_malformed_line_is_named(cache: str, tmp_path: Path, bad: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes("打底裤 10\n打底衫 10\n".encode() + bad.encode(errors="surrogatepass"))
    with pytest.raises(DictionaryError, match=r"mine\.txt, line 3: "):
        JiebaSegmenter(user_dict=str(path), cache_dir=cache).segment("打底裤")
    segmenter = JiebaSegmenter(user_dict=str(path), cache_dir=cache, lenient=True)
    assert segmenter.user_word_count == 2
    assert len(segmenter.rejected) == 1
    assert "line 3" in segmenter.rejected[0]
    assert words(segmenter, "打底裤") == ["打底裤"]


def test_too_big_a_user_dictionary_is_refused(cache: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("打底裤\n打底衫\n打底袜\n", "utf-8")
    with pytest.raises(DictionaryError, match=r"more than 2 user words.*max_user_words"):
        JiebaSegmenter(user_dict=str(path), cache_dir=cache, max_user_words=2).warm_up()


def test_several_user_dictionaries_and_words_together(cache: str, tmp_path: Path) -> None:
    paths = []
    for name, content in (("a.txt", "打底裤 7 n\n"), ("b.txt", "打底裤 3 v\n石墨烯膜\n")):
        (tmp_path / name).write_text(content, "utf-8")
        paths.append(str(tmp_path / name))
    segmenter = JiebaSegmenter(user_dict=tuple(paths), words=("烯膜材",), cache_dir=cache)
    assert segmenter.user_word_count == 4
    assert segmenter.segment("打底裤石墨烯膜") == [("打底裤", "v"), ("石墨烯膜", "x")]


def test_wrong_options_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputTypeError, match="dictionary"):
        JiebaSegmenter(dictionary=3)  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="user_dict"):
        JiebaSegmenter(user_dict=(3,))  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="words"):
        JiebaSegmenter(words={"词"})  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="hmm"):
        JiebaSegmenter(hmm="no")  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="max_user_words"):
        JiebaSegmenter(max_user_words=True)
    with pytest.raises(InputError, match="max_user_words"):
        JiebaSegmenter(max_user_words=-1)
    with pytest.raises(DictionaryError, match=r"'两\\n行'"):
        JiebaSegmenter(words=("两\n行",))
    with pytest.raises(DictionaryError, match=r"none\.txt"):
        JiebaSegmenter(user_dict=str(tmp_path / "none.txt"), cache_dir="").segment("词")
    with pytest.raises(InputTypeError, match="text must be str, not bytes"):
        JiebaSegmenter(cache_dir="").segment(b"text")  # type: ignore[arg-type]


# ── the cache folder ────────────────────────────────────────────────────────────────────────────


def fresh(**options: Any) -> Pairs:
    return JiebaSegmenter(**options).segment(SAMPLE)


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    """A main dictionary of its own, so that its groups are in use nowhere else."""
    path = tmp_path / "words.txt"
    path.write_text("天气 10 n\n今天 10 t\n今 3 t\n", "utf-8")
    return path


def test_the_cache_is_private_and_named_by_the_content(tmp_path: Path, dictionary: Path) -> None:
    import hashlib

    folder = tmp_path / "deep" / "cache"
    fresh(dictionary=str(dictionary), cache_dir=str(folder))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    names_ = sorted(path.name for path in folder.iterdir())
    digest = hashlib.sha256(dictionary.read_bytes()).hexdigest()
    assert any(digest in name for name in names_)
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in folder.iterdir())


def test_the_default_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert default_folder() == "/somewhere/textsim"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # to be ignored, says its specification
    monkeypatch.setenv("HOME", "/home/me")
    assert default_folder() == "/home/me/.cache/textsim"
    monkeypatch.setenv("HOME", "")
    assert not default_folder().startswith(".")


def test_a_changed_dictionary_is_followed(tmp_path: Path, dictionary: Path) -> None:
    folder = str(tmp_path / "cache")
    options: dict[str, Any] = {"dictionary": str(dictionary), "cache_dir": folder, "hmm": False}
    before = JiebaSegmenter(**options)
    assert words(before, "今天天气") == ["今天", "天气"]
    stamp = dictionary.stat()
    dictionary.write_text("天气 10 n\n今天 10 t\n天天 9 t\n", "utf-8")
    os.utime(dictionary, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    dictionary.write_text("天天 99 n\n今天 10 t\n今 3 t\n", "utf-8")
    after = JiebaSegmenter(**options)
    assert words(after, "今天天气") == ["今", "天天", "气"]
    assert before.version != after.version


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data.replace("天气".encode(), "天汽".encode()),
        lambda data: b"\x00" * len(data),
        lambda data: "别的文件\n".encode(),
        lambda data: data.split(b"\n")[0],
    ],
)
def test_a_broken_cache_is_rebuilt(tmp_path: Path, dictionary: Path, damage: Any) -> None:
    folder = tmp_path / "cache"
    options: dict[str, Any] = {"dictionary": str(dictionary), "cache_dir": str(folder)}
    expected = fresh(**options)
    (path,) = folder.glob("*-words-*")
    good = path.read_bytes()
    path.write_bytes(damage(good))
    assert fresh(**options) == expected
    assert path.read_bytes() == good
    path.unlink()
    path.mkdir()  # not even a file
    assert fresh(**options) == expected


def test_what_is_cached_is_what_was_read(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    package = jieba_source.find_jieba()
    for grouped in (
        group_dictionary(package.read("dict.txt"), "dict.txt"),
        group_model(package.tables()),
    ):
        Cache(str(folder)).store("test", "key", grouped)
        again = Cache(str(folder)).load("test", "key")
        assert again is not None
        assert again.pack() == grouped.pack()
        assert {char: again.get(char) for char in again.chars()} == {
            char: grouped.get(char) for char in grouped.chars()
        }


def test_a_folder_that_others_can_write_is_not_used(tmp_path: Path, dictionary: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(0o777)
    fresh(dictionary=str(dictionary), cache_dir=str(folder))
    assert not list(folder.iterdir())
    assert Cache(str(folder)).load("words", "key") is None


def test_old_cache_files_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    other = tmp_path / "cache" / "other.txt"
    folder.mkdir(mode=0o700)
    other.touch()
    for i in range(20):
        Cache(str(folder)).store("words", str(i), Grouped.of("h", {"a": str(i)}))
        os.utime(next(folder.glob(f"*-{i}.txt")), (i, i))
    assert len(list(folder.iterdir())) <= 10
    assert other.exists()


NO_CACHE = """
import sys
from textsim.segment.jieba import JiebaSegmenter
pairs = JiebaSegmenter().segment(sys.argv[1])
assert "jieba" not in sys.modules and "numpy" not in sys.modules
print(ascii(pairs))
"""


@pytest.mark.parametrize("where", ["/proc/none", "/nonexistent/none", "", "relative"])
def test_without_a_writable_folder_it_works_without_cache(
    ours: JiebaSegmenter, tmp_path: Path, where: str
) -> None:
    env = {"HOME": where, "XDG_CACHE_HOME": where, "TMPDIR": where}
    code = NO_CACHE.replace("sys.argv[1]", ascii(SAMPLE))
    result = run(code, "-W", "error", "-B", env=env, cwd=tmp_path)
    assert (result.stderr, result.returncode) == ("", 0)
    assert result.stdout.strip() == ascii(ours.segment(SAMPLE))
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_to_the_temporary_folder(tmp_path: Path) -> None:
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "TMPDIR": str(tmp_path / "tmp")}
    (tmp_path / "tmp").mkdir()
    result = run(NO_CACHE.replace("sys.argv[1]", ascii(SAMPLE)), "-W", "error", env=env)
    assert (result.stderr, result.returncode) == ("", 0)
    assert not list((tmp_path / "tmp").iterdir())
    assert len(list((tmp_path / "cache" / "textsim").iterdir())) == 2


# ── finding jieba ───────────────────────────────────────────────────────────────────────────────


def test_a_script_of_the_name_is_reported(tmp_path: Path) -> None:
    (tmp_path / "jieba.py").write_text("raise SystemExit('imported')\n")
    code = (
        "from textsim.segment.jieba import JiebaSegmenter\n"
        "try: JiebaSegmenter().segment('x')\n"
        "except ImportError as error: print(error)"
    )
    result = run(code, cwd=tmp_path)
    assert "jieba.py' is not the segmenter" in result.stdout
    assert str(tmp_path) in result.stdout


@pytest.mark.parametrize("content", [None, "", "VERSION = 1\n"])
def test_a_folder_of_the_name_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    (tmp_path / "jieba").mkdir()
    if content is not None:
        (tmp_path / "jieba" / "__init__.py").write_text(content)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "jieba", raising=False)
    with pytest.raises(MissingLibraryError, match="is not the segmenter"):
        jieba_source.find_jieba()


def test_an_absent_jieba_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "jieba", raising=False)
    with pytest.raises(MissingLibraryError, match="pip install jieba"):
        JiebaSegmenter(cache_dir="").segment("词")


def test_a_module_without_origin_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    module = type(sys)("jieba")
    monkeypatch.setitem(sys.modules, "jieba", module)
    with pytest.raises(MissingLibraryError, match="is not the segmenter"):
        jieba_source.find_jieba()


def _package_files() -> dict[str, bytes]:
    package = jieba_source.find_jieba()
    tables = {f"posseg/{name}.py": data for name, data in package.tables().items()}
    return {
        "__init__.py": package.read("__init__.py"),
        "dict.txt": package.read("dict.txt"),
        **tables,
    }


FROM_ELSEWHERE = """
import sys
sys.path.insert(0, sys.argv[1])
from textsim.segment.jieba import JiebaSegmenter
from textsim.segment.jieba_source import find_jieba
assert find_jieba().root.startswith(sys.argv[1]), find_jieba()
segmenter = JiebaSegmenter(cache_dir="")
print(ascii((segmenter.segment(sys.argv[2]), segmenter.version)))
"""


def run_from(place: Path) -> Any:
    code = FROM_ELSEWHERE.replace("sys.argv[1]", repr(str(place)))
    return run(code.replace("sys.argv[2]", ascii(SAMPLE)))


def test_jieba_is_read_from_a_zip(tmp_path: Path, ours: JiebaSegmenter) -> None:
    with zipfile.ZipFile(tmp_path / "library.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in _package_files().items():
            archive.writestr(f"jieba/{name}", data)
    result = run_from(tmp_path / "library.zip")
    assert result.stderr == ""
    assert result.stdout.strip() == ascii((ours.segment(SAMPLE), ours.version))


def test_jieba_is_read_where_only_compiled_modules_are(
    tmp_path: Path, ours: JiebaSegmenter
) -> None:
    import py_compile

    for name, data in _package_files().items():
        path = tmp_path / "jieba" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        if name.startswith("posseg/"):
            py_compile.compile(str(path), cfile=f"{path}c", doraise=True)
            path.unlink()
    result = run_from(tmp_path)
    assert result.stderr == ""
    assert result.stdout.startswith(ascii((ours.segment(SAMPLE),))[:-2])


def test_a_missing_file_of_the_package_is_named(tmp_path: Path) -> None:
    (tmp_path / "jieba").mkdir()
    (tmp_path / "jieba" / "__init__.py").write_text("class Tokenizer: pass\n")
    result = run_from(tmp_path)
    assert "dict.txt' is missing from the jieba package" in result.stderr


def test_tables_of_an_unknown_form_are_refused() -> None:
    tables = jieba_source.find_jieba().tables()
    with pytest.raises(MissingLibraryError, match=r"not of the form of jieba 0\.42\.1"):
        group_model({**tables, "prob_start": b"P=[1, 2]"})
    # Written in another way, they are read all the same.
    import ast

    wanted = group_model(tables)
    rewritten = {
        name: f"P={ast.literal_eval(data.decode().partition('P=')[2])!r}".encode()
        for name, data in tables.items()
        if name != "prob_emit"
    }
    again = group_model({**tables, **rewritten})
    assert sorted(again.header) == sorted(wanted.header)
    assert {c: set(again.get(c).split()) for c in again.chars()} == {
        c: set(wanted.get(c).split()) for c in wanted.chars()
    }


# ── processes, threads, output ──────────────────────────────────────────────────────────────────


def test_many_threads_load_once_and_agree(
    cache: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "words.txt"
    draw = random.Random(3)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(50_000):
            word = "".join(chr(draw.randrange(0x4E00, 0x6E00)) for _ in range(3))
            file.write(f"{word} {draw.randrange(1, 99)}\n")
    titles = lines_of("law_titles.txt")[:200]
    serial = JiebaSegmenter(user_dict=str(path), cache_dir=cache)
    expected = [serial.segment(title) for title in titles]
    loads: list[JiebaSegmenter] = []
    original = JiebaSegmenter._read_all

    def counted(segmenter: JiebaSegmenter) -> Any:
        loads.append(segmenter)
        return original(segmenter)

    monkeypatch.setattr(JiebaSegmenter, "_read_all", counted)
    shared = JiebaSegmenter(user_dict=str(path), cache_dir=cache)
    answers: list[list[Pairs]] = []
    start = threading.Barrier(16)

    def work() -> None:
        start.wait()
        answers.append([shared.segment(title) for title in titles])

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work, daemon=True) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    finally:
        sys.setswitchinterval(interval)
    assert len(answers) == 16
    assert all(answer == expected for answer in answers)
    assert len(loads) == 1


def _segment_in_worker(work: tuple[JiebaSegmenter, str]) -> Pairs:
    segmenter, text = work
    return segmenter.segment(text)


def test_a_segmenter_can_be_sent_to_other_processes(cache: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("石墨烯膜\n", "utf-8")
    segmenter = JiebaSegmenter(user_dict=str(path), words=("应用前景 5 nz",), cache_dir=cache)
    expected = segmenter.segment(SAMPLE)
    assert ("石墨烯膜", "x") in expected
    segmenter.warm_up()
    sent = pickle.dumps(segmenter)
    assert len(sent) < 2_000
    again = pickle.loads(sent)
    assert again.segment(SAMPLE) == expected
    assert again.version == segmenter.version
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_segment_in_worker, [(segmenter, SAMPLE)] * 2) == [expected] * 2


@pytest.mark.parametrize("used", [True, False])
def test_a_user_dictionary_that_changed_under_way_is_an_error(
    cache: str, tmp_path: Path, used: bool
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("石墨烯膜\n", "utf-8")
    segmenter = JiebaSegmenter(user_dict=str(path), cache_dir=cache)
    if used:
        segmenter.segment(SAMPLE)
    sent = pickle.dumps(segmenter)
    assert pickle.loads(pickle.dumps(pickle.loads(sent))).segment(SAMPLE)
    path.write_text("石墨烯\n", "utf-8")
    with pytest.raises(DictionaryError, match=r"words\.txt' has changed"):
        pickle.loads(sent).segment(SAMPLE)


def test_the_version_tells_what_decides(cache: str, tmp_path: Path, dictionary: Path) -> None:
    path = tmp_path / "user.txt"
    path.write_text("石墨烯膜\n", "utf-8")
    every: list[dict[str, Any]] = [
        {},
        {"hmm": False},
        {"words": ("石墨烯膜",)},
        {"words": ("石墨烯膜 5",)},
        {"user_dict": str(path)},
        {"dictionary": str(dictionary)},
    ]
    versions = [JiebaSegmenter(cache_dir=cache, **options).version for options in every]
    assert len(set(versions)) == len(every)
    assert all(version.startswith("jieba 0.42.1 ") for version in versions)
    assert JiebaSegmenter(cache_dir="").version == versions[0]
    path.write_text("石墨烯\n", "utf-8")
    assert JiebaSegmenter(cache_dir=cache, user_dict=str(path)).version != versions[4]


QUIET = """
import logging, sys
import textsim.segment.jieba as module
assert not logging.root.handlers and logging.root.level == logging.WARNING
module.JiebaSegmenter(words=("石墨烯膜",)).warm_up()
module.JiebaSegmenter().segment("石墨烯")
assert not logging.root.handlers and logging.root.level == logging.WARNING
logger = logging.getLogger("textsim.segment.jieba")
assert not logger.handlers and logger.level == 0
"""


@pytest.mark.parametrize("flags", [("-W", "error"), ("-X", "dev", "-W", "error")])
def test_it_is_quiet_and_leaves_logging_alone(tmp_path: Path, flags: tuple[str, ...]) -> None:
    result = run(QUIET, *flags, env={"XDG_CACHE_HOME": str(tmp_path)})
    assert (result.stdout, result.stderr, result.returncode) == ("", "", 0)


def test_the_load_time_is_logged_for_debugging(
    cache: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "textsim.segment.jieba"):
        JiebaSegmenter(cache_dir=cache).segment("词")
    (record,) = caplog.records
    assert record.levelno == logging.DEBUG
    assert "loaded in" in record.getMessage()


def test_import_is_light() -> None:
    code = (
        "import sys\nfrom textsim.segment.jieba import JiebaSegmenter\nJiebaSegmenter()\n"
        "print([n for n in ('jieba', 'numpy', 'logging', 'zipfile') if n in sys.modules])"
    )
    assert run(code).stdout.strip() == "[]"


# ── time and memory ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", ["law", "rare", "same", "latin"])
def test_time_grows_with_the_length_of_a_line(ours: JiebaSegmenter, kind: str) -> None:
    han = "".join(c for c in "".join(lines_of("law_titles.txt")) if "\u4e00" <= c <= "\u9fd5")
    draw = random.Random(4)
    size = 60_000
    text = {
        "law": (han * 3)[: 4 * size],
        "rare": "".join(chr(draw.randrange(0x4E00, 0x9FD6)) for _ in range(size)),
        "same": "龘" * 4 * size,
        "latin": "a1" * 4 * size,
    }[kind]
    ours.segment(text)  # what is parsed at first use is not counted
    assert is_linear(lambda count: ours.segment(text[:count]), len(text) // 4)


LONG_LINE = """
import resource, sys
from textsim.segment.jieba import JiebaSegmenter
segmenter = JiebaSegmenter()
segmenter.warm_up()
text = (open(sys.argv[1], encoding="utf-8").read().replace("\\n", "") * 40)[:1_750_000]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
pairs = segmenter.segment(text)
assert "".join(word for word, _ in pairs) == text
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def test_a_line_of_five_megabytes_needs_little_memory(cache: str) -> None:
    path = repr(str(DATA / "law_titles.txt"))
    result = run(LONG_LINE.replace("sys.argv[1]", path), env={"XDG_CACHE_HOME": cache})
    assert result.stderr == ""
    assert float(result.stdout) < 300


BIG_DICTIONARY = """
import json, sys
from textsim.segment.jieba import JiebaSegmenter
def memory():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6
plain = JiebaSegmenter()
plain.segment("我爱北京")
before = memory()
segmenter = JiebaSegmenter(user_dict=sys.argv[1])
segmenter.segment("我爱北京")
print(json.dumps([memory() - before, segmenter.user_word_count]))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc to read memory from")
def test_a_user_dictionary_of_200000_words(cache: str, tmp_path: Path) -> None:
    draw = random.Random(5)
    path = tmp_path / "words.txt"
    with path.open("w", encoding="utf-8") as file:
        for i in range(200_000):
            size = draw.choice([2, 3, 4, 4, 5, 6])
            word = "".join(chr(draw.randrange(0x4E00, 0x6600)) for _ in range(size))
            file.write(f"{word}{i} {draw.randrange(1, 99)} n\n")
    code = BIG_DICTIONARY.replace("sys.argv[1]", repr(str(path)))
    result = run(code, env={"XDG_CACHE_HOME": cache})
    assert result.stderr == ""
    megabytes, count = json.loads(result.stdout)
    assert count == 200_000
    assert megabytes < 100


def test_the_sum_of_frequencies_is_the_dictionarys(reference: Any, ours: JiebaSegmenter) -> None:
    loaded: Any = ours._loaded or ours._load()
    assert loaded.lexicon.log_total == math.log(reference.tokenizer.total)
