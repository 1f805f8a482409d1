"""The segmenter ``hanlp``: HanLP's own words and natures, and everything a JVM can do wrong."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import needs
from textsim.errors import (
    DictionaryError,
    InputTypeError,
    MissingLibraryError,
    SegmenterError,
)
from textsim.segment import SegmentSpec, hanlp, java, load_segmenter, segment
from textsim.segment.conformance import check
from textsim.segment.hanlp import HanlpSegmenter
from textsim.values import Token

ROOT = Path(__file__).parents[1]
JAR = os.environ.get("TEXTSIM_HANLP_JAR", "")
TITLE = "有哪些养猫必须知道的冷知识？"
WORDS = [
    ("有", "v"),
    ("哪些", "r"),
    ("养", "v"),
    ("猫", "n"),
    ("必须", "d"),
    ("知道", "v"),
    ("的", "uj"),
    ("冷", "a"),
    ("知识", "n"),
    ("？", "w"),
]

needs_jpype = needs.module("jpype")
needs_java = needs.program("java")
needs_jar = needs.env_file("TEXTSIM_HANLP_JAR")


def with_all(test: Any) -> Any:
    """Mark a test that needs JPype, Java and the jar."""
    return needs_jpype(needs_java(needs_jar(test)))


@pytest.fixture(scope="module")
def segmenter() -> HanlpSegmenter:
    return HanlpSegmenter()


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process of its own: a JVM can be started only once in each."""
    return subprocess.run(
        # Newer Pythons warn of every fork beside threads, and Java has threads.
        [sys.executable, "-W", "ignore:This process:DeprecationWarning", "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def printed(code: str, *, quiet: bool = True, **environment: str) -> str:
    done = run(code, **environment)
    assert done.returncode == 0, done.stderr
    if quiet:
        assert done.stderr == ""
    return done.stdout


PRELUDE = f"""
import os
from textsim.segment.hanlp import HanlpSegmenter
title = {TITLE!r}
words = {WORDS!r}
"""


# --- words and natures


@with_all
def test_words_and_natures(segmenter: HanlpSegmenter) -> None:
    assert segmenter.segment(TITLE) == WORDS
    assert segmenter.tagset == "hanlp"
    assert segmenter.version.startswith("hanlp portable-1.8.1 content-")


@with_all
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "\t \r\n",
        "\0",
        "a\0b",
        "/",
        "//",
        "a/n",
        "a/n, b",
        "a/n, b/v]",
        "]",
        "[]",
        ", ",
        "/n, /n, /n, ",
        "养/v, 猫/n]",
        "http://a.b/c_d?x=1, 2021/01/01",
        "😀",
        "😀😁a😀1😀",
        "👨\u200d👩\u200d👧家人",
        "🇨🇳中国",
        "𠮷野家𠮷",
        "1𝟙2",
        "\ud83d",
        "\ude00\ud83d",
        "a\ud83db\ude00/n, ",
        "标题\udc80",
        "ＡＢＣ１２３　全角",
        "İI ß ﬁ ① ㎡",
        "한국어 대한민국 ひらがな",
        "3.5%、12:30、-7、1/2、２０２１年１月",
        "一二三四五六七八九十百千万亿两零〇",
    ],
)
def test_joined_words_are_the_text(segmenter: HanlpSegmenter, text: str) -> None:
    pairs = segmenter.segment(text)
    assert "".join(word for word, _ in pairs) == text
    assert pairs == segmenter._exactly(text)


@with_all
@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet=st.characters(codec=None), max_size=30))
def test_any_text_is_cut_alike_both_ways(segmenter: HanlpSegmenter, text: str) -> None:
    pairs = segmenter.segment(text)
    assert pairs == segmenter._exactly(text)
    units = "".join(word for word, _ in pairs).encode("utf-16-le", "surrogatepass")
    assert units == text.encode("utf-16-le", "surrogatepass")


@with_all
@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet="/nv, ][w养猫1\ud83d\ude00😀", max_size=16))
def test_text_that_looks_like_printed_terms(segmenter: HanlpSegmenter, text: str) -> None:
    assert segmenter.segment(text) == segmenter._exactly(text)


@with_all
def test_equal_to_the_standard_tokenizer_term_by_term(segmenter: HanlpSegmenter) -> None:
    segmenter.segment("")
    standard = segmenter._hanlp._class("tokenizer.StandardTokenizer").segment
    lines = (ROOT / "tests/data/law_titles.txt").read_text("utf-8").splitlines()[::10]
    lines += (ROOT / "tests/data/jieba_test_sentences.txt").read_text("utf-8").splitlines()
    for line in lines:
        terms = [(str(t.word), str(t.nature.toString())) for t in standard(line)]
        assert segmenter.segment(line) == terms


@with_all
def test_the_contract_of_segmenters(segmenter: HanlpSegmenter) -> None:
    check(segmenter)
    check(HanlpSegmenter(words=("养猫", "冷知识")))


@with_all
def test_by_name() -> None:
    spec = SegmentSpec("hanlp", {"words": ("养猫",)}, punctuation_tag="zz")
    assert segment("养猫？", spec) == [Token("养猫", "nz"), Token("？", "w")]
    assert load_segmenter(spec) is load_segmenter(spec)


@with_all
def test_a_long_text(segmenter: HanlpSegmenter) -> None:
    text = (TITLE + "Java 17，3.5% 的人。\n") * 2000
    pairs = segmenter.segment(text)
    assert "".join(word for word, _ in pairs) == text


@with_all
def test_shipped_settings(segmenter: HanlpSegmenter) -> None:
    segmenter.segment("")
    config = segmenter._hanlp._config
    assert not config.Normalization
    assert not config.DEBUG
    assert config.ShowTermNature
    assert "".join(word for word, _ in segmenter.segment("ＡＢcdEF 電腦")) == "ＡＢcdEF 電腦"


# --- a user's words


@with_all
def test_user_words_join_words(segmenter: HanlpSegmenter) -> None:
    own = HanlpSegmenter(words=("养猫", "冷知识"))
    pairs = own.segment(TITLE)
    assert ("养猫", "nz") in pairs
    assert ("冷知识", "nz") in pairs
    assert segmenter.segment(TITLE) == WORDS


@with_all
def test_user_words_stay_with_their_instance(segmenter: HanlpSegmenter) -> None:
    before = segmenter.segment("养猫和商品和服务，和服")
    one = HanlpSegmenter(words=("养猫",))
    # A word that the jar's own dictionary has already is the easy one to leak: it is in the
    # dictionary that HanLP shares between all segmenters.
    two = HanlpSegmenter(words=("和服", "中国"))
    assert one.segment("养猫") == [("养猫", "nz")]
    assert two.segment("养猫") == [("养", "v"), ("猫", "n")]
    assert two.segment("和服") == [("和服", "nz")]
    assert one.segment("和服") == [("和服", "n")]
    assert two.segment("中国") == [("中国", "nz")]
    assert segmenter.segment("中国") == [("中国", "ns")]
    assert segmenter.segment("养猫和商品和服务，和服") == before
    assert HanlpSegmenter().segment(TITLE) == WORDS


@with_all
def test_an_unused_user_word_changes_nothing(segmenter: HanlpSegmenter) -> None:
    own = HanlpSegmenter(words=("没有这个词的词",))
    lines = (ROOT / "tests/data/law_titles.txt").read_text("utf-8").splitlines()[::20]
    assert [own.segment(line) for line in lines] == [segmenter.segment(line) for line in lines]


@with_all
def test_user_dictionary_files(tmp_path: Path) -> None:
    first = tmp_path / "first.txt"
    first.write_bytes("\ufeff养猫\r\n冷知识 7\r\nHello World\t3\tnx\r\n\r\n# a note\r\n".encode())
    second = tmp_path / "second.txt"
    second.write_text("必须知道 10 vn\nC++\t5\tn\niPhone-15 2 nz\n养猫 vn\n", "utf-8")
    own = HanlpSegmenter(user_dict=(str(first), str(second)))
    pairs = own.segment(TITLE)
    assert ("养猫", "vn") in pairs  # the last one counts
    assert ("必须知道", "vn") in pairs
    assert ("冷知识", "nz") in pairs
    assert own.segment("Hello World") == [("Hello World", "nx")]
    assert own.segment("hello world") != [("hello world", "nx")]
    assert own.segment("C++") == [("C++", "n")]
    assert own.segment("iPhone-15") == [("iPhone-15", "nz")]
    assert HanlpSegmenter(user_dict=str(first)).segment("养猫") == [("养猫", "nz")]


@with_all
def test_words_may_carry_frequency_and_tag() -> None:
    own = HanlpSegmenter(words=("养猫 5 vn", "冷 知识", "Louis Vuitton"))
    assert own.segment("养猫") == [("养猫", "vn")]
    assert own.segment("冷 知识Louis Vuitton") == [("冷 知识", "nz"), ("Louis Vuitton", "nz")]
    assert HanlpSegmenter(words="养猫").version == HanlpSegmenter(words=("养猫",)).version


@with_all
def test_a_tag_of_any_form() -> None:
    own = HanlpSegmenter(words=("养猫\t1\tMY-tag/x",))
    assert own.segment("养猫知识") == [("养猫", "MY-tag/x"), ("知识", "n")]


@with_all
def test_user_words_of_any_kind() -> None:
    own = HanlpSegmenter(words=("知识/n, 冷", "😀 家", "\ud83d\ud83d", "a\0b"))
    for word in ("知识/n, 冷", "😀 家", "a\0b"):
        assert own.segment(word) == [(word, "nz")]
    assert own.segment("\ud83d\ud83d") == [("\ud83d\ud83d", "nz")]


@with_all
def test_a_pair_of_surrogates_cut_in_two() -> None:
    own = HanlpSegmenter(words=("a\ud83d",))
    pairs = own.segment("a😀b")
    # The emoji is one word to HanLP, so a user's half of it joins nothing.
    assert pairs == [("a", "nx"), ("😀", "w"), ("b", "nx")]


@with_all
def test_version_tells_user_words_apart(tmp_path: Path) -> None:
    plain = HanlpSegmenter().version
    versions = {
        plain,
        HanlpSegmenter(words=("养猫",)).version,
        HanlpSegmenter(words=("养猫", "冷知识")).version,
    }
    assert len(versions) == 3
    assert all(version.startswith(plain) for version in versions)
    assert (
        HanlpSegmenter(words=("养猫", "冷知识")).version
        == HanlpSegmenter(words=("冷知识", "养猫", "养猫")).version
    )
    path = tmp_path / "words.txt"
    path.write_text("养猫 1 n\n", "utf-8")
    assert HanlpSegmenter(user_dict=(str(path),)).version not in versions


@with_all
def test_unreadable_user_dictionaries(tmp_path: Path) -> None:
    with pytest.raises(DictionaryError, match=r"nowhere\.txt"):
        HanlpSegmenter(user_dict=(str(tmp_path / "nowhere.txt"),))
    path = tmp_path / "words.txt"
    path.write_bytes("养猫\n".encode("gbk"))
    with pytest.raises(DictionaryError, match=r"words\.txt, line 1: .* is not 'word"):
        HanlpSegmenter(user_dict=(str(path),))
    path.write_text("养猫 99999999999 n\n", "utf-8")
    with pytest.raises(DictionaryError, match="does not take the user's word '养猫'"):
        HanlpSegmenter(user_dict=(str(path),)).segment("养猫")
    with pytest.raises(DictionaryError, match="words: '' is not 'word"):
        HanlpSegmenter(words=("",))


@with_all
@pytest.mark.parametrize("name", ["user_dict", "words"])
def test_anything_but_text_is_refused_by_name(name: str) -> None:
    with pytest.raises(InputTypeError, match=f"{name} must be a tuple of str"):
        HanlpSegmenter(**{name: (1,)})


# --- what is missing, and how to get it


def test_missing_jpype_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jpype", None)
    with pytest.raises(MissingLibraryError, match=r"pip install 'textsim\[hanlp\]'"):
        HanlpSegmenter()


@needs_jpype
@needs_java
def test_missing_jar_says_where_to_name_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TEXTSIM_HANLP_JAR", raising=False)
    with pytest.raises(MissingLibraryError) as caught:
        HanlpSegmenter()
    message = str(caught.value)
    for part in ("com.hankcs:hanlp:portable-1.8.1", "option jar", "TEXTSIM_HANLP_JAR"):
        assert part in message
    nowhere = str(tmp_path / "nowhere.jar")
    with pytest.raises(MissingLibraryError, match=r"option jar: no file '.*nowhere\.jar'"):
        HanlpSegmenter(jar=nowhere)
    monkeypatch.setenv("TEXTSIM_HANLP_JAR", nowhere)
    with pytest.raises(MissingLibraryError, match="environment variable TEXTSIM_HANLP_JAR: no"):
        HanlpSegmenter()


@needs_jpype
@needs_java
def test_a_file_that_is_no_hanlp_jar(tmp_path: Path) -> None:
    path = tmp_path / "other.jar"
    path.write_bytes(b"no archive")
    with pytest.raises(MissingLibraryError, match=r"not a readable jar .*portable-1\.8\.1"):
        HanlpSegmenter(jar=str(path))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("org/example/Other.class", b"")
    with pytest.raises(MissingLibraryError, match=r"not a HanLP 1\.x jar .*portable-1\.8\.1"):
        HanlpSegmenter(jar=str(path))


@needs_jpype
@needs_java
def test_a_jar_with_the_right_names_that_does_not_load(tmp_path: Path) -> None:
    path = tmp_path / "empty.jar"
    with zipfile.ZipFile(path, "w") as archive:
        for name in (hanlp._TOKENIZER, hanlp._DATA):
            archive.writestr(name, b"")
    segmenter = HanlpSegmenter(jar=str(path))
    assert segmenter.version.startswith("hanlp 1.x content-")
    with pytest.raises(MissingLibraryError, match=r"cannot load HanLP from '.*empty\.jar'"):
        segmenter.segment("养猫")
    with pytest.raises(MissingLibraryError, match=r"user's words need HanLP 1\.8"):
        HanlpSegmenter(jar=str(path), words=("养猫",))


@needs_jpype
@needs_jar
def test_missing_jvm_says_how_to_get_one(tmp_path: Path) -> None:
    code = """
import jpype
from textsim.errors import MissingLibraryError
from textsim.segment.hanlp import HanlpSegmenter
def nothing():
    raise jpype.JVMNotFoundException("none")
jpype.getDefaultJVMPath = nothing
try:
    HanlpSegmenter()
except MissingLibraryError as error:
    print(error)
try:
    HanlpSegmenter(jvm="/nowhere")
except MissingLibraryError as error:
    print(error)
"""
    first, second = printed(code).splitlines()
    for part in ("JAVA_HOME", "apt install default-jre-headless", "option jvm"):
        assert part in first
        assert part in second
    assert "'/nowhere'" in second


@needs_jpype
@needs_jar
def test_a_jvm_that_does_not_start(tmp_path: Path) -> None:
    library = tmp_path / "libjvm.so"
    library.write_bytes(b"nothing")
    code = f"""
from textsim.errors import MissingLibraryError
from textsim.segment.hanlp import HanlpSegmenter
segmenter = HanlpSegmenter(jvm={str(library)!r})
try:
    segmenter.segment("x")
except MissingLibraryError as error:
    print(error)
"""
    assert printed(code).startswith(f"cannot start the Java machine {str(library)!r}: ")


@with_all
@pytest.mark.parametrize("form", ["library", "home"])
def test_jvm_by_library_or_by_java_home(form: str) -> None:
    import jpype

    library = Path(jpype.getDefaultJVMPath())
    jvm = library if form == "library" else library.parents[2]
    code = PRELUDE + f"assert HanlpSegmenter(jvm={str(jvm)!r}).segment(title) == words\n"
    printed(code)


@with_all
def test_the_release_of_a_java_home(tmp_path: Path) -> None:
    library = tmp_path / "lib/server/libjvm.so"
    library.parent.mkdir(parents=True)
    library.touch()
    assert java._release(str(library)) == 0
    (tmp_path / "release").write_text('IMPLEMENTOR="x"\nJAVA_VERSION="25.0.2"\n')
    assert java._release(str(library)) == 25
    (tmp_path / "release").write_text("broken")
    assert java._release(str(library)) == 0


# --- life in a process


@with_all
def test_making_one_starts_no_java() -> None:
    code = PRELUDE + "import jpype\nHanlpSegmenter()\nprint(jpype.isJVMStarted())\n"
    assert printed(code) == "False\n"


@with_all
def test_importing_the_module_imports_no_jpype() -> None:
    code = "import sys, textsim.segment.hanlp\nprint('jpype' in sys.modules)\n"
    assert printed(code) == "False\n"


@with_all
def test_quiet_and_the_process_ends() -> None:
    code = PRELUDE + "assert HanlpSegmenter(words=('养猫',)).segment(title)\n"
    assert printed(code) == ""


@with_all
def test_threads_and_the_process_ends() -> None:
    code = (
        PRELUDE
        + """
import threading
segmenter = HanlpSegmenter()
wrong = []
def work():
    for _ in range(50):
        if segmenter.segment(title) != words:
            wrong.append(1)
threads = [threading.Thread(target=work, daemon=i % 2 == 0) for i in range(8)]
for t in threads: t.start()
for t in threads: t.join()
print(len(wrong))
"""
    )
    assert printed(code) == "0\n"


@with_all
def test_daemon_threads_in_the_middle_of_a_text_let_the_process_end() -> None:
    code = (
        PRELUDE
        + """
import threading, time
segmenter = HanlpSegmenter()
def work():
    while True:
        segmenter.segment(title)
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)
"""
    )
    for _ in range(3):
        assert printed(code) == ""


@with_all
def test_use_at_the_end_of_the_process_is_an_error() -> None:
    code = (
        PRELUDE
        + """
import atexit
from textsim.errors import SegmenterError
def late():
    try:
        segmenter.segment(title)
    except SegmenterError as error:
        print(error)
atexit.register(late)
segmenter = HanlpSegmenter()
segmenter.segment(title)
"""
    )
    assert printed(code) == "segmenter 'hanlp' cannot be used while the process ends\n"


@with_all
def test_java_forgets_threads_that_ended(segmenter: HanlpSegmenter) -> None:
    segmenter.segment("")
    count = segmenter._hanlp._jpype.JClass("java.lang.Thread").activeCount
    before = count(), threading.active_count()
    for _ in range(50):
        thread = threading.Thread(target=segmenter.segment, args=(TITLE,))
        thread.start()
        thread.join()
    assert (count(), threading.active_count()) == before


@with_all
def test_threads_share_one(segmenter: HanlpSegmenter) -> None:
    texts = [f"{TITLE}{i}" for i in range(200)]
    expected = [segmenter.segment(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(segmenter.segment, texts)) == expected


@with_all
def test_many_instances_made_by_threads_at_once() -> None:
    results: list[list[tuple[str, str]]] = []
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        results.append(HanlpSegmenter().segment(TITLE))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [WORDS] * 4


@with_all
def test_surroundings_do_not_change_the_answer(tmp_path: Path) -> None:
    folder = tmp_path / "data/dictionary"
    folder.mkdir(parents=True)
    (folder / "CoreNatureDictionary.tr.txt").write_text("")
    (tmp_path / "hanlp.properties").write_text(f"root={tmp_path}\nNormalization=true\n")
    code = (
        PRELUDE
        + f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
os.chdir({str(tmp_path)!r})
assert HanlpSegmenter().segment(title) == words
assert HanlpSegmenter().segment("ＡＢ")[0][0] == "ＡＢ"
print(sorted(os.listdir()))
"""
    )
    answer = printed(code, HANLP_ROOT=str(tmp_path), CLASSPATH=str(tmp_path))
    assert answer == "['data', 'hanlp.properties']\n"


@with_all
@pytest.mark.parametrize("classpath", ["", JAR])
def test_a_java_machine_that_runs_already(classpath: str) -> None:
    code = (
        PRELUDE
        + f"""
import jpype
jpype.startJVM(classpath=[{classpath!r}])
if {classpath!r}:
    custom = jpype.JClass("com.hankcs.hanlp.dictionary.CustomDictionary")
    custom.insert("养猫", "nz 1")
    theirs = jpype.JClass("com.hankcs.hanlp.tokenizer.StandardTokenizer")
    assert len(theirs.segment("养猫")) == 1
segmenter = HanlpSegmenter()
assert segmenter.segment(title) == words
assert HanlpSegmenter(words=("冷知识",)).segment("冷知识") == [("冷知识", "nz")]
if {classpath!r}:
    assert len(theirs.segment("冷知识")) == 2
"""
    )
    printed(code, quiet=False)  # newer Java warns of the other code's way to start it


@with_all
def test_a_java_machine_that_was_shut_down() -> None:
    code = (
        PRELUDE
        + """
import jpype
from textsim.errors import TextsimError
segmenter = HanlpSegmenter()
segmenter.segment(title)
jpype.shutdownJVM()
for one in (segmenter, HanlpSegmenter()):
    try:
        one.segment(title)
    except TextsimError as error:
        print(type(error).__name__)
"""
    )
    assert printed(code) == "SegmenterError\nSegmenterError\n"


@with_all
def test_pickle_keeps_the_options_only(segmenter: HanlpSegmenter) -> None:
    segmenter.segment(TITLE)
    own = HanlpSegmenter(jar=JAR, words=("养猫",))
    own.segment(TITLE)
    data = pickle.dumps((segmenter, own))
    assert len(data) < 500
    plain, mine = pickle.loads(data)
    assert plain.version == segmenter.version
    assert plain.segment(TITLE) == WORDS
    assert mine.version == own.version
    assert ("养猫", "nz") in mine.segment(TITLE)


@with_all
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_gets_an_error_and_does_not_hang() -> None:
    code = (
        PRELUDE
        + """
from textsim.errors import SegmenterError
segmenter = HanlpSegmenter()
unused = HanlpSegmenter()
segmenter.segment(title)
for one in (segmenter, unused):
    child = os.fork()
    if not child:
        try:
            one.segment(title)
        except SegmenterError as error:
            os._exit(7 if "multiprocessing.get_context('spawn')" in str(error) else 8)
        os._exit(9)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
assert segmenter.segment(title) == words
"""
    )
    assert printed(code) == "7\n7\n"


@with_all
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_ends_normally() -> None:
    code = (
        PRELUDE
        + """
import sys
import gc
HanlpSegmenter().segment(title)
child = os.fork()
if not child:
    gc.collect()
    sys.exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    )
    assert printed(code) == "7\n"


@with_all
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="told by /proc only")
@pytest.mark.parametrize("made", ["before", "after"])
def test_a_forked_child_of_a_process_where_other_code_started_java(made: str) -> None:
    code = (
        PRELUDE
        + f"made = {made!r}\n"
        + """
import gc, jpype
from textsim.errors import SegmenterError
jpype.startJVM()
if made == "before":
    segmenter = HanlpSegmenter()
else:
    # Nobody took care before the fork, so JPype's hook in the collection of garbage may hang.
    gc.disable()
child = os.fork()
if not child:
    try:
        if made == "after":
            segmenter = HanlpSegmenter()
        segmenter.segment(title)
    except SegmenterError as error:
        os._exit(7 if "does not survive a fork" in str(error) else 8)
    except BaseException:
        pass
    os._exit(9)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    )
    assert printed(code, quiet=False) == "7\n"


@with_all
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_segmenter_made_before_the_fork_and_used_after_it_works() -> None:
    code = (
        PRELUDE
        + """
segmenter = HanlpSegmenter()
child = os.fork()
if not child:
    os._exit(7 if segmenter.segment(title) == words else 8)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
assert segmenter.segment(title) == words
"""
    )
    assert printed(code) == "7\n"


@with_all
def test_spawned_workers(segmenter: HanlpSegmenter, tmp_path: Path) -> None:
    script = tmp_path / "spawned.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        + PRELUDE
        + """
import multiprocessing
segmenter = HanlpSegmenter(words=("养猫",))
if __name__ == "__main__":
    expected = segmenter.segment(title)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        answers = pool.map(segmenter.segment, [title] * 4)
        pool.close()
        pool.join()
    print(answers == [expected] * 4)
""",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("True\n", "", 0)


@with_all
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_signals_stay_with_python() -> None:
    code = (
        PRELUDE
        + """
import signal, threading, time
heard = []
for name in ("SIGTERM", "SIGHUP", "SIGUSR1"):
    signal.signal(getattr(signal, name), lambda number, frame: heard.append(number))
segmenter = HanlpSegmenter()
segmenter.segment(title)
for name in ("SIGTERM", "SIGHUP", "SIGUSR1"):
    os.kill(os.getpid(), getattr(signal, name))
    time.sleep(0.05)
print(heard == [signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1])
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        segmenter.segment(title)
except KeyboardInterrupt:
    print("stopped")
"""
    )
    assert printed(code) == "True\nstopped\n"


@with_all
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_closed_pipe_is_still_an_error_of_python() -> None:
    code = (
        PRELUDE
        + """
HanlpSegmenter().segment(title)
reader, writer = os.pipe()
os.close(reader)
try:
    os.write(writer, b"x")
except BrokenPipeError:
    print("broken")
"""
    )
    assert printed(code) == "broken\n"


@with_all
def test_a_jar_in_a_folder_with_a_chinese_name(tmp_path: Path) -> None:
    folder = tmp_path / "目 录"
    folder.mkdir()
    (folder / "词.jar").symlink_to(JAR)
    code = f"""
from textsim.errors import MissingLibraryError
from textsim.segment.hanlp import HanlpSegmenter
try:
    print(HanlpSegmenter(jar={str(folder / "词.jar")!r}).segment("养猫")[0][1])
except MissingLibraryError as error:
    print(error)
"""
    assert printed(code, LC_ALL="C.UTF-8") == "v\n"


@with_all
def test_an_exception_in_java_is_a_segmenter_error(
    segmenter: HanlpSegmenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    segmenter.segment("")
    broken = segmenter._hanlp._jpype.JClass("java.lang.Integer").parseInt
    monkeypatch.setattr(segmenter, "_seg", broken)
    with pytest.raises(SegmenterError, match=r"segmenter 'hanlp' failed on '养猫'.*NumberFormat"):
        segmenter.segment("养猫")


@with_all
def test_the_error_tells_only_the_beginning_and_end_of_a_long_text(
    segmenter: HanlpSegmenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    segmenter.segment("")
    broken = segmenter._hanlp._jpype.JClass("java.lang.Integer").parseInt
    monkeypatch.setattr(segmenter, "_seg", broken)
    with pytest.raises(SegmenterError) as caught:
        segmenter.segment("养猫" * 100000)
    assert len(str(caught.value).partition(": ")[0]) < 100
