"""The drop-in for cppsimhash's ``simidx.py`` and ``simhash``: same file, same lines, no losses."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textsim.compat import simidx
from textsim.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Run = Callable[..., tuple[int, list[str], str]]

ROOT = Path(simidx.__file__).parents[2]
GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parent / "golden" / "cppsimhash.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
MARS1, MARS2, JUPITER = 5985883564635521998, 17452012748080906735, 6343323206199855331
ALL = 2**64 - 1


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in an empty folder; return its exit code, output lines and errors."""
    monkeypatch.chdir(tmp_path)

    def call(*argv: str) -> tuple[int, list[str], str]:
        try:
            code = simidx.main(argv)
        except SystemExit as stop:
            code = int(str(stop.code))
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return call


def _write(name: str, content: bytes | str = "test") -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return name


# The machine that runs the tests may be busy: no example has a time limit.
unhurried = settings(deadline=None)


# --- fingerprints -------------------------------------------------------------------------------


def test_every_printed_fingerprint_of_a_file(run: Run) -> None:
    names = []
    for i, row in enumerate(GOLDEN):
        names.append(_write(f"{i:03}.txt", row["text"].encode("utf-8", "surrogatepass")))
    code, lines, _ = run("add", *names)
    assert code == 0
    assert lines[1:] == [f"{name} done." for name in names]
    assert Path("_simidx").read_text(encoding="utf-8").splitlines() == [
        f"{row['simhash']} : {name}" for name, row in zip(names, GOLDEN, strict=True)
    ]


@pytest.mark.parametrize(
    ("content", "value"),
    [
        (b"test", 908714257014536907),
        (b"TEST\n", 908714257014536907),
        (b"", ALL),
        (b"\n\n", ALL),
        (b"a  b", 8431342168717101177),
        ("有哪些养猫必须知道的冷知识".encode(), 16503858562451735611),
        ("大家好".encode(), 13056025888906068417),
    ],
)
def test_known_fingerprints(run: Run, content: bytes, value: int) -> None:
    name = _write("doc", content)
    assert simidx.fingerprint_file(name) == value
    assert simidx.fingerprint_file(Path(name)) == value
    assert run("hash", name) == (0, [str(value)], "")


def test_files_need_not_be_text(run: Run) -> None:
    # From a C++ build of the original's steps.
    contents = {
        bytes(range(256)): 6779886720456560926,
        "你好，世界".encode("gbk"): 17478590154042874272,
        b"\xed\xa0\x80 \xff\xfe\x00x": 4417687813633331661,
    }
    for content, value in contents.items():
        assert simidx.fingerprint_file(_write("doc", content)) == value


def _with_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"", ALL),
        (b"\n", ALL),
        (b"test", 908714257014536907),
        (b"test\n", 908714257014536907),
        ("大家好".encode(), 13056025888906068417),
        # From a C++ build of the original's steps.
        (b"abc.", 13931797337485442271),
        (b"abc.\n", 13931797337485442271),
    ],
)
def test_hash_of_standard_input(
    run: Run, monkeypatch: pytest.MonkeyPatch, data: bytes, value: int
) -> None:
    _with_input(monkeypatch, data)
    assert run("hash") == (0, [str(value)], "")


def test_standard_input_and_file_differ_after_a_last_separator(run: Run) -> None:
    assert simidx.fingerprint_file(_write("doc", b"abc.")) == 13933767329546317535


def test_hash_of_two_files_is_their_similarity(run: Run) -> None:
    a, b = _write("a", "test"), _write("b", "大家好")
    similar = 1 - (908714257014536907 ^ 13056025888906068417).bit_count() / 64
    expected = ["calculate similarity between: a and b", f"= {similar}"]
    assert run("hash", a, b) == (0, expected, "")
    assert run("hash", a, a)[1][1] == "= 1"


# --- adding -------------------------------------------------------------------------------------


def test_the_printed_lines_and_the_file(run: Run) -> None:
    _write("mars.txt")
    code, lines, err = run("add", "mars.txt")
    assert (code, err) == (0, "")
    assert lines == [
        "{'idx': '_simidx', 'cmd': 'add', 'what': ['mars.txt'], 'c': False}",
        "mars.txt done.",
    ]
    assert Path("_simidx").read_bytes() == b"908714257014536907 : mars.txt\n"
    assert run("query", "mars.txt") == (
        0,
        [
            "{'idx': '_simidx', 'cmd': 'query', 'querydoc': 'mars.txt', 'lowerBound': 0.9}",
            "mars.txt done.",
            "hash of inputfile mars.txt : 908714257014536907",
            "most sim. documents (>0.9): 1",
            "(1.0, 'mars.txt')",
        ],
        "",
    )


def test_adding_appends_and_adds_twice(run: Run) -> None:
    _write("a")
    Path("other").write_bytes(b"1 : kept\n")
    for _ in range(2):
        assert run("--idx", "other", "add", "a")[0] == 0
    assert simidx.read_index("other") == [
        (1, "kept"),
        (908714257014536907, "a"),
        (908714257014536907, "a"),
    ]
    assert not Path("_simidx").exists()


def test_a_last_line_without_end_is_not_continued(run: Run) -> None:
    _write("a")
    Path("_simidx").write_bytes(b"1 : kept")
    run("add", "a")
    assert Path("_simidx").read_bytes() == b"1 : kept\n908714257014536907 : a\n"


def test_folders_are_searched_through_without_dot_files(run: Run) -> None:
    for name in ("d/b", "d/a", "d/e/f/g", "d/e/.h", "d/.i/j", "d/x[1]/k", "d/.l", "m"):
        _write(name)
    os.mkfifo("d/pipe")
    expected = ["d/a", "d/b", "d/e/f/g", "d/x[1]/k"]
    code, lines, _ = run("add", "d", "m", "d/x[1]/")
    assert code == 0
    assert lines[1:] == [f"{name} done." for name in [*expected, "m", "d/x[1]/k"]]
    assert simidx.find_files("d") == expected
    assert simidx.find_files("d//") == expected
    assert simidx.find_files("./d/e") == ["./d/e/f/g"]


def test_the_index_is_none_of_its_documents(run: Run) -> None:
    _write("a")
    for _ in range(2):
        assert run("add", ".")[0] == 0
    assert [name for _, name in simidx.read_index("_simidx")] == ["./a", "./a"]
    run("add", "_simidx")
    assert simidx.read_index("_simidx")[-1][1] == "_simidx"


def test_links_are_followed_but_not_in_a_circle(run: Run) -> None:
    _write("d/a")
    Path("d/circle").symlink_to("..", target_is_directory=True)
    Path("d/again").symlink_to("a")
    assert simidx.find_files("d") == ["d/a", "d/again"]


def test_an_empty_folder_makes_an_empty_index(run: Run) -> None:
    Path("d").mkdir()
    assert run("add", "d")[0] == 0
    assert Path("_simidx").read_bytes() == b""
    _write("a")
    assert run("query", "a")[1][-1] == "most sim. documents (>0.9): 0"


def test_c_empties_the_index_first(run: Run) -> None:
    _write("a")
    Path("_simidx").write_bytes(b"1 : gone\n")
    assert run("add", "-c", "a")[1][0].endswith("'c': True}")
    assert Path("_simidx").read_bytes() == b"908714257014536907 : a\n"
    run("add", "-c")
    assert not Path("_simidx").exists()
    run("add", "-c")
    run("add", "-c", "a")
    assert Path("_simidx").read_bytes() == b"908714257014536907 : a\n"
    assert sorted(path.name for path in Path().iterdir()) == ["_simidx", "a"]


@pytest.mark.parametrize("options", [[], ["-c"]])
@pytest.mark.parametrize("what", ["missing", "d/missing", "", "d/dangling", "pipe", "d"])
def test_what_is_missing_leaves_the_index_as_it_was(
    run: Run, options: list[str], what: str
) -> None:
    _write("a")
    _write("d/b")
    os.mkfifo("pipe")
    Path("d/dangling").symlink_to("nowhere")
    Path("_simidx").write_bytes(b"1 : kept\n")
    code, _, err = run("add", *options, "a", what)
    assert code == 2
    assert re.match(r"simidx: error: '(missing|d/missing||d/dangling|pipe)' is ", err)
    assert Path("_simidx").read_bytes() == b"1 : kept\n"


@pytest.mark.parametrize("options", [[], ["-c"]])
def test_an_unreadable_file_leaves_the_index_as_it_was(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    _write("a")
    _write("b")
    Path("_simidx").write_bytes(b"1 : kept\n")
    read = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path.name == "b":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refused)
    code, lines, err = run("add", *options, "a", "b")
    assert (code, lines[1:], err) == (2, ["a done."], "simidx: error: b: Permission denied\n")
    assert Path("_simidx").read_bytes() == b"1 : kept\n"


def test_an_index_that_cannot_be_written_is_an_error(run: Run) -> None:
    _write("a")
    code, _, err = run("--idx", "no/such/index", "add", "a")
    assert (code, err) == (2, "simidx: error: no/such/index: No such file or directory\n")


@pytest.mark.parametrize("name", ["a : b.txt", " a : ", "标题 : 二.txt", "123 : 4 : 5", "a'b"])
def test_any_path_survives(run: Run, name: str) -> None:
    _write(name)
    assert run("add", name)[0] == 0
    assert simidx.read_index("_simidx") == [(908714257014536907, name)]
    code, lines, _ = run("query", name)
    assert (code, lines[-1]) == (0, str((1.0, name)))


def test_a_path_that_is_not_utf8_survives(run: Run) -> None:
    name = os.fsdecode("标题.txt".encode("gbk"))
    try:
        _write(name)
    except OSError:
        pytest.skip("the file system takes UTF-8 names only")
    code, lines, _ = run("add", ".")
    assert (code, lines[1]) == (0, r"./\udcb1\udcea\udccc\udce2.txt done.")
    assert Path("_simidx").read_bytes() == b"908714257014536907 : ./" + os.fsencode(name) + b"\n"
    assert simidx.read_index("_simidx") == [(908714257014536907, f"./{name}")]
    assert run("query", name)[1][-1] == str((1.0, f"./{name}"))


@pytest.mark.parametrize("name", ["a\nb", "a\rb"])
def test_a_path_with_a_line_break_is_refused(run: Run, name: str) -> None:
    _write(name)
    code, _, err = run("add", name)
    assert code == 2
    assert "has a line break" in err
    assert not Path("_simidx").exists()


@pytest.mark.parametrize("clear", [False, True])
def test_only_64_bit_values_are_written(tmp_path: Path, clear: bool) -> None:
    index = tmp_path / "idx"
    simidx.append_index(index, [(0, "a"), (int(ALL), Path("b"))], clear=clear)
    for value in (-1, 2**64):
        with pytest.raises(InputError, match=f"value {value} is not a fingerprint"):
            simidx.append_index(index, [(1, "c"), (value, "x")], clear=clear)
    with pytest.raises(InputError, match="path '' is empty"):
        simidx.append_index(index, [(1, "")], clear=clear)
    assert simidx.read_index(index) == [(0, "a"), (ALL, "b")]


def test_several_processes_may_add_at_the_same_time(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from textsim.compat.simidx import append_index\n"
        "for i in range(100):\n"
        "    append_index('idx', [(i, f'{sys.argv[1]}/{i}/{j}' + 'x' * 500) for j in range(20)])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    processes = [
        subprocess.Popen([sys.executable, "-c", code, str(n)], cwd=tmp_path, env=environment)
        for n in range(3)
    ]
    assert [process.wait() for process in processes] == [0, 0, 0]
    entries = simidx.read_index(tmp_path / "idx")
    assert len(entries) == len(set(entries)) == 3 * 100 * 20
    # Each call's lines stand together.
    starts = [name.split("x")[0] for _, name in entries]
    assert all(name.endswith(f"/{i % 20}") for i, name in enumerate(starts))


def test_a_write_that_fails_half_way_is_taken_back(tmp_path: Path) -> None:
    index = tmp_path / "idx"
    index.write_bytes(b"1 : kept\n")
    code = (
        "import resource, signal\n"
        "from textsim.compat.simidx import append_index\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "append_index('idx', [(1, 'x' * 60), (2, 'y' * 60)])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "OSError" in process.stderr
    assert index.read_bytes() == b"1 : kept\n"


# --- reading ------------------------------------------------------------------------------------


@unhurried
@given(st.lists(st.tuples(st.integers(0, ALL), st.text(min_size=1)), max_size=20))
def test_what_is_written_is_read(entries: list[tuple[int, str]]) -> None:
    writable = [
        (value, name)
        for value, name in entries
        if "\n" not in name and "\r" not in name and _encodable(name)
    ]
    with _scratch() as index:
        simidx.append_index(index, writable)
        simidx.append_index(index, writable[:3])
        assert simidx.read_index(index) == writable + writable[:3]


def _encodable(name: str) -> bool:
    try:
        return os.fsdecode(os.fsencode(name)) == name
    except UnicodeEncodeError:
        return False


@contextmanager
def _scratch() -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(folder) / "idx"


def test_blank_lines_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    index = tmp_path / "idx"
    index.write_bytes(b"\r\n  1 : a b \r\n\n \n2 : c\n\n3 : d")
    assert simidx.read_index(index) == [(1, "a b "), (2, "c"), (3, "d")]


@pytest.mark.parametrize(
    "line", ["x", "1", "1 :", "1 : ", "1: a", "x : a", "-1 : a", f"{2**64} : a", "1.5 : a", ": a"]
)
def test_a_broken_line_is_named(run: Run, line: str) -> None:
    Path("_simidx").write_text(f"1 : a\n\n{line}\n2 : b\n", encoding="utf-8")
    _write("doc")
    message = f"_simidx, line 3: {line!r} is not '<fingerprint> : <path>'"
    with pytest.raises(InputError, match=re.escape(message)):
        simidx.read_index("_simidx")
    code, _, err = run("query", "doc")
    assert (code, err) == (2, f"simidx: error: {message}\n")


def test_a_missing_index_is_an_error(run: Run) -> None:
    _write("doc")
    code, lines, err = run("query", "doc")
    assert (code, len(lines), err) == (2, 1, "simidx: error: _simidx is not a file\n")
    assert run("query", "nothing")[::2] == (2, "simidx: error: nothing is not a file\n")
    assert run("hash", "nothing") == (
        2,
        [],
        "simidx: error: nothing: No such file or directory\n",
    )
    with pytest.raises(FileNotFoundError):
        simidx.read_index("_simidx")
    with pytest.raises(FileNotFoundError):
        simidx.fingerprint_file("nothing")


# --- searching ----------------------------------------------------------------------------------


@pytest.fixture
def planets(tmp_path: Path) -> Path:
    """Return the index that the original makes of its own three example files."""
    index = tmp_path / "_simidx"
    index.write_text(
        f"{MARS1} : mars1.txt\n{MARS2} : mars2.txt\n{JUPITER} : jupiter1.txt\n", encoding="utf-8"
    )
    return index


def test_true_distances(planets: Path) -> None:
    assert simidx.query(planets, MARS1, lower_bound=0.0) == [
        (1.0, "mars1.txt"),
        (0.828125, "mars2.txt"),
        (0.484375, "jupiter1.txt"),
    ]
    assert simidx.query(planets, MARS1) == [(1.0, "mars1.txt")]


def test_the_distances_of_the_original(planets: Path) -> None:
    assert simidx.query(planets, MARS1, lower_bound=0.0, distances="simidx") == [
        (1.0, "mars1.txt"),
        (0.9375, "mars2.txt"),
        (0.703125, "jupiter1.txt"),
    ]
    with pytest.raises(UnknownNameError, match="known are 'simidx', 'true'"):
        simidx.query(planets, MARS1, distances="false")  # type: ignore[arg-type]


def test_the_distances_of_the_original_on_the_command_line(run: Run) -> None:
    doc = _write("doc", "test")
    value = simidx.fingerprint_file(doc)
    # The upper half does not count; bit 31 counts 33 times.
    simidx.append_index("_simidx", [(value ^ 0xFFFFFFFF << 32, "high"), (value ^ 1 << 31, "31")])
    assert run("query", doc, "--lowerBound", "0.4")[1][-2:] == ["(0.984375, '31')", "(0.5, 'high')"]
    assert run("query", doc, "--lowerBound", "0.4", "--distances", "simidx")[1][-3:] == [
        "most sim. documents (>0.4): 2",
        "(1.0, 'high')",
        "(0.484375, '31')",
    ]


@unhurried
@given(st.lists(st.integers(0, ALL), min_size=1, max_size=30), st.integers(0, ALL))
def test_both_distances_follow_their_definition(values: list[int], value: int) -> None:
    def narrow(a: int, b: int) -> int:
        low = (a ^ b) & 0xFFFFFFFF
        return low.bit_count() + 32 * (low >> 31)

    def wide(a: int, b: int) -> int:
        return (a ^ b).bit_count()

    with _scratch() as index:
        simidx.append_index(index, [(v, str(i)) for i, v in enumerate(values)])
        for kind, distance in (("true", wide), ("simidx", narrow)):
            expected = [(1 - distance(v, value) / 64, str(i)) for i, v in enumerate(values)]
            expected = [pair for pair in expected if pair[0] > 0.45]
            expected.sort(key=lambda pair: pair[0], reverse=True)
            found = simidx.query(index, value, lower_bound=0.45, distances=kind)  # type: ignore[arg-type]
            assert found == expected


def test_no_document_is_lost_to_another_with_the_same_fingerprint(run: Run) -> None:
    for name in ("a", "b", "c"):
        _write(name)
    run("add", "a", "b", "c", "b")
    assert run("query", "a")[1][-4:] == [
        "most sim. documents (>0.9): 3",
        "(1.0, 'a')",
        "(1.0, 'b')",
        "(1.0, 'c')",
    ]


def test_equally_similar_documents_keep_their_order(tmp_path: Path) -> None:
    index = tmp_path / "idx"
    simidx.append_index(index, [(1 << i % 3 * 20, str(i)) for i in range(40)])
    simidx.append_index(index, [(0, "exact"), (3, "two bits")])
    found = simidx.query(index, 0)
    assert [name for _, name in found] == ["exact", *map(str, range(40)), "two bits"]
    assert all(type(similarity) is float for similarity, _ in found)


def test_the_bound_itself_does_not_match(tmp_path: Path) -> None:
    index = tmp_path / "idx"
    simidx.append_index(index, [(0, "same"), (0xFF, "eight bits")])
    assert [name for _, name in simidx.query(index, 0, lower_bound=0.875)] == ["same"]
    assert simidx.query(index, 0, lower_bound=1.0) == []
    assert len(simidx.query(index, 0, lower_bound=0.874)) == 2


def test_the_value_must_be_a_fingerprint(planets: Path) -> None:
    for value in (-1, 2**64):
        with pytest.raises(InputError, match="not a fingerprint of 64 unsigned bits"):
            simidx.query(planets, value)


def test_a_million_lines_are_searched(tmp_path: Path) -> None:
    index = tmp_path / "idx"
    values = np.random.default_rng(1).integers(0, ALL, 1_000_000, dtype=np.uint64, endpoint=True)
    with index.open("w", encoding="utf-8") as file:
        file.writelines(f"{v} : docs/{i}.txt\n" for i, v in enumerate(values.tolist()))
    found = simidx.query(index, int(values[777_777]))
    assert found[0] == (1.0, "docs/777777.txt")


# --- the command line ---------------------------------------------------------------------------


def _piped(*argv: str, cwd: Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "textsim.compat.simidx", *argv],
        cwd=cwd,
        env=environment,
        capture_output=True,
        check=False,
        **options,
    )


def test_as_a_program(tmp_path: Path) -> None:
    (tmp_path / "标题").write_bytes(b"test")
    assert _piped("add", "标题", cwd=tmp_path).returncode == 0
    plain = _piped("query", "标题", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert (plain.returncode, plain.stderr) == (0, b"")
    assert plain.stdout.splitlines()[-1] == rb"(1.0, '\u6807\u9898')"
    assert _piped("hash", cwd=tmp_path, input=b"test\n").stdout == b"908714257014536907\n"
    missing = _piped("add", "missing", cwd=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr == b"simidx: error: 'missing' is neither a file nor a folder\n"


def test_a_reader_that_goes_away_does_not_stop_the_adding(tmp_path: Path) -> None:
    for i in range(50):
        (tmp_path / f"{i:02}").write_bytes(b"test")
    done = subprocess.run(
        ["bash", "-c", '"$0" -u -m textsim.compat.simidx add . | head -1', sys.executable],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert len(simidx.read_index(tmp_path / "_simidx")) == 50


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "required"),
        (["list"], "invalid choice"),
        (["query"], "DOC"),
        (["query", "a", "--distances", "x"], "invalid choice"),
        (["query", "a", "--lowerBound", "x"], "invalid float value"),
    ],
)
def test_usage_errors(run: Run, argv: list[str], message: str) -> None:
    code, lines, err = run(*argv)
    assert (code, lines) == (2, [])
    assert err.startswith("usage: simidx")
    assert message in err


def test_hash_takes_two_files_at_most(run: Run) -> None:
    for name in "abc":
        _write(name)
    code, lines, err = run("hash", "a", "b", "c")
    assert (code, lines) == (2, [])
    assert "two files at most, not 3" in err
