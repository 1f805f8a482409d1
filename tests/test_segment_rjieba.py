"""The segmenter ``rjieba``: its words and tags, the user's words, and nothing leaking."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
import threading
import types
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import needs
from textsim import segment as door
from textsim.errors import DictionaryError, InputError, InputTypeError, MissingLibraryError
from textsim.segment import SegmentSpec, conformance, load_segmenter, segment
from textsim.segment.rjieba import RjiebaSegmenter

DATA = Path(__file__).parent / "data"
ROOT = Path(door.__file__).parents[2]

pytestmark = needs.module("rjieba")


@pytest.fixture(scope="module")
def plain() -> RjiebaSegmenter:
    return RjiebaSegmenter()


def cut(segmenter: RjiebaSegmenter, text: str) -> list[str]:
    return [word for word, _ in segmenter.segment(text)]


def test_words_and_tags(plain: RjiebaSegmenter) -> None:
    assert plain.segment("我爱北京天安门") == [
        ("我", "r"),
        ("爱", "v"),
        ("北京", "ns"),
        ("天安门", "ns"),
    ]
    assert plain.segment("") == []
    assert plain.tagset == "jieba"


def test_version_names_the_package_and_the_words(plain: RjiebaSegmenter, tmp_path: Path) -> None:
    from importlib.metadata import version

    assert plain.version == f"rjieba {version('rjieba')}"
    path = tmp_path / "user.txt"
    path.write_text("石墨烯膜\n", encoding="utf-8")
    first = RjiebaSegmenter(user_dict=str(path)).version
    path.write_text("石墨烯膜 7\n", encoding="utf-8")
    second = RjiebaSegmenter(user_dict=str(path)).version
    assert first.startswith(f"{plain.version} words-")
    assert first != second


def test_conforms_with_user_words() -> None:
    words = ("养猫", "Louis Vuitton", "[捂脸]", "3.5%", "🙋我们", "C++和C#", "又", "，")
    conformance.check(RjiebaSegmenter(words=words))
    conformance.check(RjiebaSegmenter(hmm=False))


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)  # the first one loads the library
def test_words_join_to_any_text(text: str) -> None:
    segmenter = load_segmenter(SegmentSpec("rjieba", (("words", ("养猫", "A b", "\u00df")),)))
    assert "".join(word for word, _ in segmenter.segment(text)) == text


def test_lone_surrogates_stand_alone(plain: RjiebaSegmenter) -> None:
    assert plain.segment("北京\ud83d\udc00天安门\udc80") == [
        ("北京", "ns"),
        ("\ud83d", "x"),
        ("\udc00", "x"),
        ("天安门", "ns"),
        ("\udc80", "x"),
    ]


def test_much_of_it_is_what_posseg_gives(plain: RjiebaSegmenter) -> None:
    text = (DATA / "jieba_test_sentences.txt").read_text(encoding="utf-8")
    exact = Counter(map(tuple, segment(text, SegmentSpec("jieba"))))
    found = Counter(plain.segment(text))
    assert (exact & found).total() / exact.total() > 0.85


USER_WORDS = [
    ("石墨烯膜", "买石墨烯膜好吗"),
    ("Louis Vuitton", "二手Louis Vuitton包"),
    ("糖类抗原19-9", "查糖类抗原19-9高"),
    ("*ST舜船", "看*ST舜船吧"),
    ("a/d", "用a/d转换"),
    ("Wi-Fi", "家里Wi-Fi慢"),
    ("迈克尔·乔丹", "看迈克尔·乔丹打球"),
    ("[捂脸]", "哈哈[捂脸]好"),
    ("大黄䓬虫", "吃大黄䓬虫丸"),
    ("𮊸𨻸", "买𮊸𨻸古籍"),
    ("T恤", "纯棉T恤衫"),
    ("C++", "学C++语言"),
]


@pytest.fixture(scope="module")
def with_frequency() -> RjiebaSegmenter:
    return RjiebaSegmenter(words=tuple(f"{word} 5 nz" for word, _ in USER_WORDS))


@pytest.fixture(scope="module")
def without_frequency() -> RjiebaSegmenter:
    return RjiebaSegmenter(words=tuple(word for word, _ in USER_WORDS))


@pytest.mark.parametrize(("word", "text"), USER_WORDS)
class TestUserWords:
    def test_is_one_word_with_its_tag(
        self, word: str, text: str, with_frequency: RjiebaSegmenter
    ) -> None:
        assert (word, "nz") in with_frequency.segment(text)

    def test_is_found_in_any_case(
        self, word: str, text: str, without_frequency: RjiebaSegmenter
    ) -> None:
        assert (word.lower(), "x") in without_frequency.segment(text.lower())
        assert (word.upper(), "x") in without_frequency.segment(text.upper())


def test_file_with_tabs_byte_order_mark_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "user.txt"
    path.write_bytes(
        "\ufeffLouis Vuitton\t100\tnz\r\n打底裤 10000\r\n\r\n打底衫 10000 n\r\n".encode()
    )
    segmenter = RjiebaSegmenter(user_dict=(str(path),))
    assert [p for p in segmenter.segment("Louis Vuitton打底裤和打底衫") if len(p[0]) > 1] == [
        ("Louis Vuitton", "nz"),
        ("打底裤", "x"),
        ("打底衫", "n"),
    ]


def test_a_low_frequency_does_not_split_a_known_word() -> None:
    assert "月经" in cut(RjiebaSegmenter(words=("月经 5",)), "月经推迟怎么办")
    assert ("云南", "ns") in RjiebaSegmenter(words=("云南 2",)).segment("去云南吧")


def test_a_short_latin_word_does_not_cut_a_longer_one() -> None:
    segmenter = RjiebaSegmenter(words=("ens",))
    assert cut(segmenter, "license续费") == ["license", "续费"]
    assert cut(segmenter, "ens续费") == ["ens", "续费"]
    assert cut(segmenter, "买ens3") == ["买", "ens3"]


def test_the_longest_of_two_words_wins() -> None:
    segmenter = RjiebaSegmenter(words=("羽毛球", "羽毛球拍线", "羽"))
    assert cut(segmenter, "羽毛球拍线羽毛球羽") == ["羽毛球拍线", "羽毛球", "羽"]


def test_nothing_leaks_between_instances() -> None:
    import rjieba

    before = RjiebaSegmenter()
    text = "杭研大厦和石墨烯膜"
    expected, library = before.segment(text), rjieba.tag(text)
    mine = RjiebaSegmenter(words=("石墨烯膜", "杭研大厦 900000"))
    assert cut(mine, text) == ["杭研大厦", "和", "石墨烯膜"]
    assert before.segment(text) == expected == RjiebaSegmenter().segment(text)
    assert rjieba.tag(text) == library


def test_without_the_model_unknown_words_fall_apart(plain: RjiebaSegmenter) -> None:
    text = "他来到了网易杭研大厦"
    assert "杭研" in cut(plain, text)
    assert "杭研" not in cut(RjiebaSegmenter(hmm=False), text)


def test_pickle_carries_the_options_only(tmp_path: Path) -> None:
    path = tmp_path / "user.txt"
    path.write_text("石墨烯膜\n", encoding="utf-8")
    segmenter = RjiebaSegmenter(user_dict=str(path), words=("a/d",), hmm=False)
    data = pickle.dumps(segmenter)
    assert len(data) < 1000
    copy = pickle.loads(data)
    text = "石墨烯膜的a/d转换"
    assert copy.segment(text) == segmenter.segment(text)
    path.write_text("石墨烯\n", encoding="utf-8")
    with pytest.raises(DictionaryError, match="changed since pickling"):
        pickle.loads(data)


def test_in_spawned_processes() -> None:
    segmenter = RjiebaSegmenter(words=("石墨烯膜",))
    texts = ["买石墨烯膜", "去云南"]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(segmenter.segment, texts) == list(map(segmenter.segment, texts))


def test_from_many_threads() -> None:
    spec = SegmentSpec("rjieba", (("words", ("石墨烯膜",)),))
    door.forget()
    text = "买石墨烯膜" * 50
    found = []

    def work() -> None:
        found.append([token.word for token in segment(text, spec)])

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["买", "石墨烯膜"] * 50] * 16


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"hmm": 1}, InputTypeError, "'hmm' must be True or False"),
        ({"words": 5}, InputTypeError, "'words' must be str or a tuple of str"),
        ({"words": ("",)}, DictionaryError, "words: '' is not"),
        ({"user_dict": "missing.txt"}, DictionaryError, "'missing.txt'"),
        ({"dictionary": "x"}, InputError, "no option 'dictionary'; known are 'hmm', 'user_dict'"),
    ],
)
def test_refuses_options_by_name(
    options: dict[str, object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        load_segmenter(SegmentSpec("rjieba", tuple(options.items())))


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "user.txt"
    path.write_text("打底裤 10\nLouis Vuitton 100 nz\n", encoding="utf-8")
    with pytest.raises(DictionaryError, match=r"user\.txt, line 2: 'Louis Vuitton 100 nz'"):
        RjiebaSegmenter(user_dict=str(path))


def test_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rjieba", None)
    with pytest.raises(MissingLibraryError, match=r"pip install 'textsim\[rjieba\]'"):
        RjiebaSegmenter()


def test_a_file_of_the_same_name_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    shadow = types.ModuleType("rjieba")
    shadow.__file__ = "/home/me/rjieba.py"
    monkeypatch.setitem(sys.modules, "rjieba", shadow)
    with pytest.raises(MissingLibraryError, match=r"'/home/me/rjieba\.py' is not the segmenter"):
        RjiebaSegmenter()


def test_a_script_of_the_same_name_beside_the_program(tmp_path: Path) -> None:
    (tmp_path / "rjieba.py").write_text("print('mine')\n")
    program = tmp_path / "program.py"
    program.write_text(
        f"import sys; sys.path.append({str(ROOT)!r})\n"
        "from textsim.segment import SegmentSpec, load_segmenter\n"
        "load_segmenter(SegmentSpec('rjieba'))\n"
    )
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False
    )
    assert str(tmp_path / "rjieba.py") in done.stderr
    assert "MissingLibraryError" in done.stderr
