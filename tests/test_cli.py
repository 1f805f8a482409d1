"""The command line: commands, input, output, exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import textsim
from textsim import Pipeline, wire
from textsim.cli import listing, main
from textsim.cli.beside import beside
from textsim.cli.commands import spell, spell_score
from textsim.cli.parser import FORMS
from textsim.cli.render import Output, fit, pad, visible, width
from textsim.score.explanation import pieces
from textsim.values import Fingerprint, Piece

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).parent / "golden"
QUICK = ("--profile", "python-4gram")
WORDS = ("--profile", "go-unicode-nfc")
CATS = "有哪些养猫必须知道的冷知识?"
BAD_BYTES = "有哪些".encode() + b"\xff"


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[list[str]]:
        return list(csv.reader(io.StringIO(self.out, newline=""), delimiter="\t"))


class Stdin(io.TextIOWrapper):
    def __init__(self, data: bytes, *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data))
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Result]:
    """Run the command line in this process."""

    def run(*argv: str, stdin: bytes | None = None) -> Result:
        monkeypatch.setattr(sys, "stdin", Stdin(stdin or b"", terminal=stdin is None))
        code = main(argv)
        return Result(code, *capsys.readouterr())

    return run


def program(*argv: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run the real program."""
    command = [sys.executable, "-m", "textsim", *argv]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return subprocess.run(
        command, input=b"", capture_output=True, env=clean | env, timeout=60, check=False
    )


# compare


def test_two_texts_side_by_side(run: Callable[..., Result]) -> None:
    result = run("compare", *QUICK, CATS, "有哪些养猫必须知道的冷知识!")
    assert result.code == 0
    assert result.err == ""
    assert result.rows == [
        ["distance", "bits", "percent", "score", "duplicate", "note"],
        ["0", "64", "100.00", result.rows[1][3], "yes", ""],
    ]
    assert 90 < float(result.rows[1][3]) < 100


def test_the_default_profile_says_nothing_on_stderr() -> None:
    done = program("compare", CATS, "养猫必须知道哪些冷知识")
    assert (done.returncode, done.stderr) == (0, b"")
    header, row = (line.split("\t") for line in done.stdout.decode().splitlines())
    found = textsim.compare(CATS, "养猫必须知道哪些冷知识")
    assert found.score is not None
    numbers = [str(found.distance), "64", f"{found.percent:.2f}", spell_score(found.score)]
    assert row[:5] == [*numbers, "yes" if found.duplicate else "no"]
    assert header[2:5] == ["percent", "score", "duplicate"]


def test_equal_and_reordered_texts_in_words(run: Callable[..., Result]) -> None:
    equal = run("compare", *QUICK, CATS, CATS).rows[1]
    assert equal[3:] == ["100.00", "yes", "equal after cleaning"]
    reordered = run("compare", *WORDS, "养 猫 知 识", "知 识 养 猫")
    assert reordered.rows[1][:3] == ["0", "64", "100.00"]
    assert reordered.rows[1][4:] == ["yes", "same words, other order"]


def test_little_evidence_is_told(run: Callable[..., Result]) -> None:
    assert run("compare", *WORDS, "养猫", "知识").rows[1][-1] == "little evidence"
    few = run("compare", *WORDS, "养 猫 知 识", "养 猫", "知识 3", "四 个 字 啊").rows[1:]
    assert {row[-1]: row[-2] for row in few} == {
        "养 猫": "little evidence",
        "知识 3": "little evidence",
        "四 个 字 啊": "",
    }


def test_conflicts_are_noted_and_decide(run: Callable[..., Result]) -> None:
    row = run("compare", "第11集在线观看完整版", "第12集在线观看完整版").rows[1]
    assert row[4:] == ["no", "ordinal: 第11集 / 第12集"]


@pytest.mark.parametrize(("threshold", "verdict"), [("0", "yes"), ("100", "no")])
def test_the_threshold_moves_the_verdict(
    run: Callable[..., Result], threshold: str, verdict: str
) -> None:
    other = "有哪些养猫的知识?"
    found = run("compare", *QUICK, "--threshold", threshold, CATS, other)
    assert (found.code, found.rows[1][4]) == (0, verdict)
    assert found.rows[1][:4] == run("compare", *QUICK, CATS, other).rows[1][:4]
    ranked = run("compare", *QUICK, "--threshold", threshold, CATS, other, CATS, "")
    assert [row[6] for row in ranked.rows[1:]] == ["yes", verdict, "-"]
    data = json.loads(run("compare", *QUICK, "--threshold", threshold, CATS, other, "--json").out)
    assert (data["threshold"], data["duplicate"]) == (float(threshold), verdict == "yes")
    explained = run("explain", *QUICK, "--threshold", threshold, CATS, other)
    assert explained.rows[1][4] == verdict


def test_there_is_no_verdict_on_wrongly_decoded_text(run: Callable[..., Result]) -> None:
    row = run("compare", "养猫的冷知识有哪些", "\ufffd\ufffd养猫的冷知识有哪些").rows[1]
    assert row[4] == "-"
    assert float(row[3]) > 50
    assert row[5] == "second: looks wrongly decoded"


@pytest.mark.parametrize(
    ("score", "shown"), [(0.0, "0.00"), (79.996, "80.00"), (99.9999, "99.99"), (100.0, "100.00")]
)
def test_only_equal_texts_are_shown_with_a_hundred(score: float, shown: str) -> None:
    assert spell_score(score) == shown


def test_flags_name_the_side(run: Callable[..., Result]) -> None:
    note = run("compare", *WORDS, "养猫 养猫 养猫 知识", "\ufffd\ufffd\ufffd").rows[1][-1]
    assert "first: one word outweighs all others" in note
    assert "second: looks wrongly decoded" in note
    assert "second: unscorable, has no words" in note


def test_unscorable_texts_have_no_numbers(run: Callable[..., Result]) -> None:
    result = run("compare", *WORDS, "养猫", "!!!", "--min-percent", "0")
    assert result.rows[1][:4] == ["-", "64", "-", "-"]
    assert result.code == 1
    assert run("compare", *WORDS, "!!!", "!!!").rows[1][2] == "-"


def test_several_texts_are_ranked_against_the_first(run: Callable[..., Result]) -> None:
    result = run("compare", *QUICK, CATS, "如何看待房价", "", CATS + "!", "有哪些养猫必须知道的")
    assert result.rows[0][:2] == ["rank", "number"]
    assert [row[0] for row in result.rows[1:]] == ["1", "2", "3", "4"]
    assert [row[1] for row in result.rows[1:]] == ["3", "4", "1", "2"]
    assert result.rows[1][-1] == CATS + "!"
    assert result.rows[0][2:] == [
        *("distance", "bits", "percent", "score", "duplicate", "note", "text"),
    ]
    assert result.rows[4][2:] == ["-", "64", "-", "-", "-", "unscorable, has no words", ""]
    verdicts = [row[6] for row in result.rows[1:]]
    assert verdicts[:1] + verdicts[2:] == ["yes", "no", "-"]


@pytest.mark.parametrize(("limit", "code"), [("100", 0), ("99.5", 0), ("0", 0)])
def test_the_best_of_several_texts_decides(
    run: Callable[..., Result], limit: str, code: int
) -> None:
    others = ("如何看待房价", CATS, "")
    assert run("compare", *QUICK, CATS, *others, "--min-percent", limit).code == code


def test_below_the_limit(run: Callable[..., Result]) -> None:
    result = run("compare", *QUICK, CATS, "如何看待房价", "--min-percent", "80")
    assert result.code == 1
    assert result.rows[1][2] == "57.81"
    assert result.err == ""


@pytest.mark.parametrize("limit", ["-1", "101", "nan", "x", ""])
@pytest.mark.parametrize("option", ["--min-percent", "--min-score", "--threshold"])
def test_a_limit_is_a_percentage(run: Callable[..., Result], option: str, limit: str) -> None:
    result = run("compare", "a", "b", f"{option}={limit}")
    assert result.code == 2
    assert f"argument {option}: {limit!r} is not a number from 0 to 100" in result.err


def test_the_score_has_a_limit_of_its_own(run: Callable[..., Result]) -> None:
    near, far = CATS + "!", "如何看待房价"
    assert run("compare", *QUICK, CATS, near, far, "--min-score", "80").code == 0
    assert run("compare", *QUICK, CATS, near, far, "--min-score", "100").code == 1
    assert run("compare", *QUICK, CATS, CATS, "--min-score", "100").code == 0
    assert run("compare", *QUICK, CATS, "", "--min-score", "0").code == 1
    assert run("compare", *QUICK, CATS, far, "--min-score", "0", "--json").code == 0


def test_the_verdict_can_be_the_exit_code(run: Callable[..., Result]) -> None:
    far = "如何看待房价"
    assert run("compare", *QUICK, "--exit-code", CATS, CATS + "!").code == 0
    assert run("compare", *QUICK, "--exit-code", CATS, far).code == 1
    assert run("compare", *QUICK, CATS, far).code == 0
    assert run("compare", *QUICK, "--exit-code", CATS, far, CATS).code == 0
    assert run("compare", *QUICK, "--exit-code", "--threshold", "100", CATS, CATS + "!").code == 1
    assert run("compare", *QUICK, "--exit-code", "", "").code == 1


def test_one_text_must_reach_both_limits(run: Callable[..., Result]) -> None:
    first = textsim.compare("a b", "a c", profile="go-word")
    assert first.percent is not None
    assert first.score is not None
    low, high = sorted((first.percent, first.score))
    which = ("--min-percent", "--min-score")
    below, above = which if first.percent == low else which[::-1]
    both = (below, str(low), above, str(high))
    assert run("compare", "--profile", "go-word", "a b", "a c", *both).code == 0
    beyond = (below, str(low + 0.5), above, str(high))
    assert run("compare", "--profile", "go-word", "a b", "a c", *beyond).code == 1
    assert run("compare", "--profile", "go-word", "a b", "a c", *beyond[2:]).code == 0


def test_lines_of_stdin_are_compared(run: Callable[..., Result]) -> None:
    lines = f"{CATS}\n如何看待房价\n\n{CATS}!".encode()
    rows = run("compare", *QUICK, stdin=lines).rows
    assert [row[1] for row in rows[1:]] == ["3", "1", "2"]
    assert run("compare", *QUICK, CATS, stdin=lines).rows[1][1] == "1"
    assert run("compare", *QUICK, "a", "b", stdin=lines).rows[0][0] == "distance"


def test_files(run: Callable[..., Result], tmp_path: Path) -> None:
    a, b, c = (tmp_path / name for name in ("a.txt", "b.txt", "c.txt"))
    a.write_bytes("\ufeff有哪些养猫必须知道的\r\n冷知识\r\n".encode())
    b.write_bytes("有哪些养猫必须知道的\n冷知识".encode("gb18030"))
    c.write_bytes("有哪些養貓必須知道的\n冷知識".encode("big5"))
    result = run("compare", *QUICK, "--files", str(a), str(b), str(c))
    assert result.rows[1][2:5] == ["0", "64", "100.00"]
    assert result.rows[1][-1] == str(b)
    assert result.err.splitlines() == [
        f"textsim: note: {b} read as gb18030; say --encoding to be sure",
        f"textsim: note: {c} read as big5; say --encoding to be sure",
    ]
    assert run("compare", *QUICK, "--files", str(a), "-", stdin=a.read_bytes()).err == ""
    named = run("compare", *QUICK, "--files", str(b), str(b), "--encoding", "gbk")
    assert (named.code, named.err) == (0, "")


def test_files_that_cannot_be_read(run: Callable[..., Result], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad\x1b.txt"
    good.write_text("养猫", encoding="utf-8")
    bad.write_bytes(BAD_BYTES)
    missing = run("compare", "--files", str(good), "no such file")
    assert missing.code == 2
    assert missing.err == "textsim: error: cannot read 'no such file': No such file or directory\n"
    folder = run("compare", "--files", str(good), str(tmp_path))
    assert "Is a directory" in folder.err
    damaged = run("compare", "--files", str(good), str(bad))
    assert damaged.code == 2
    assert damaged.out == ""
    assert "bad\\x1b.txt: damaged utf-8: byte 0xff at offset 9" in damaged.err
    named = run("compare", "--files", str(good), str(bad), "--encoding", "utf-8")
    assert "byte 0xff at offset 9 is not utf-8" in named.err
    twice = run("compare", "--files", "-", "-", stdin=b"a")
    assert "can be read once only" in twice.err
    assert run("compare", "--files", str(good)).code == 2
    assert run("fingerprint", "--files").code == 2
    assert "cannot read 'a\\x00'" in run("fingerprint", "--files", "a\0").err


# fingerprint


def test_fingerprints_of_arguments(run: Callable[..., Result]) -> None:
    result = run("fingerprint", *QUICK, CATS, "")
    stamp = Pipeline("python-4gram").stamp
    assert result.err == ""
    assert result.rows == [
        ["1", "0x018708e9e0a3ef35", "python-4gram@1", stamp, "", CATS],
        ["2", "unscorable", "python-4gram@1", stamp, "", ""],
    ]


def test_one_row_for_every_physical_line(run: Callable[..., Result]) -> None:
    lines = 'a\r\n\n春节\t放假\n他说"好"\u2028吗\r最后一行'.encode()
    result = run("fingerprint", *QUICK, stdin=lines)
    assert [row[0] for row in result.rows] == ["1", "2", "3", "4"]
    texts = ["a", "", "春节\t放假", '他说"好"\u2028吗\r最后一行']
    assert [row[5] for row in result.rows] == texts
    assert [row[1] == "unscorable" for row in result.rows] == [False, True, False, False]
    for row in result.rows:
        with pytest.raises(ValueError, match="could not convert"):
            float(row[1])


@pytest.mark.parametrize("value", [0x1234567890123456, 0x12345678901234E5, (1 << 64) - 1, 5])
def test_the_default_form_is_never_a_number(value: int) -> None:
    text = spell(Fingerprint(value), "hex")
    with pytest.raises(ValueError, match="could not convert"):
        float(text)
    assert int(text, 16) == value
    assert Fingerprint.parse(text) == Fingerprint(value)
    with pytest.raises(ValueError, match="could not convert"):
        float(spell(Fingerprint(value), "binary"))


@pytest.mark.parametrize("form", FORMS)
def test_forms(run: Callable[..., Result], form: str) -> None:
    cell = run("fingerprint", "--profile", "go-word", "--form", form, "foo bar").rows[0][1]
    number = 0xD8DBE7186BAD3DB3
    expected = {
        "hex": "0xd8dbe7186bad3db3",
        "signed": str(number - 2**64),
        "unsigned": str(number),
        "binary": f"0b{number:064b}",
    }
    assert cell == expected[form]
    row = json.loads(run("fingerprint", "--profile", "go-word", "--form", form, "a", "--json").out)
    assert row.get(form, "0x").startswith(("0x", "0b", "-", "1"))


def test_lines_in_another_encoding_are_told(run: Callable[..., Result]) -> None:
    result = run("fingerprint", *QUICK, stdin=f"{CATS}\n养猫".encode("gb18030"))
    assert result.rows[0][1] == "0x018708e9e0a3ef35"
    note = "textsim: note: standard input read as gb18030; say --encoding to be sure\n"
    assert result.err == note
    named = run("fingerprint", *QUICK, "--encoding", "gbk", stdin=CATS.encode("gbk"))
    assert (named.rows[0][5], named.err) == (CATS, "")


def test_a_bad_line_ends_after_the_good_ones(run: Callable[..., Result]) -> None:
    lines = b"plain\n" + CATS.encode() + b"\n"
    result = run("fingerprint", *QUICK, "--encoding", "utf-8", stdin=lines * 9000 + b"\xff\n")
    assert result.code == 2
    assert len(result.rows) > 15_000
    offset = len(lines) * 9000
    assert f"standard input: byte 0xff at offset {offset} is not utf-8" in result.err


def test_fingerprints_of_files(run: Callable[..., Result], tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(CATS, encoding="utf-8")
    result = run("fingerprint", *QUICK, "--files", str(file), "-", stdin=CATS.encode())
    assert [row[1] for row in result.rows] == ["0x018708e9e0a3ef35"] * 2
    assert [row[5] for row in result.rows] == [str(file), "standard input"]


def test_wider_fingerprints(run: Callable[..., Result]) -> None:
    wide = run("fingerprint", *QUICK, "--bits", "128", CATS).rows[0]
    assert wide[1].endswith("018708e9e0a3ef35")
    assert len(wide[1]) == 2 + 32
    assert wide[2].startswith("python-4gram@1+")


# explain


def test_explain_shows_every_stage(run: Callable[..., Result]) -> None:
    result = run("explain", "--profile", "cpp-ngram", "Foo, bar foo")
    assert result.err == ""
    overview, tokens, features, votes = result.out.split("\n\n")
    assert "cleaned\tfoo, bar foo" in overview
    assert "profile\tcpp-ngram@1" in overview
    assert tokens.splitlines()[0] == "token\ttag\tweight\tfate"
    trace = textsim.explain("Foo, bar foo", profile="cpp-ngram")
    table = dict(line.split("\t", 1) for line in features.splitlines()[1:])
    assert table["foo"].startswith("2\t")
    assert len(table) == len(trace.hashed)
    rows = [line.split("\t") for line in votes.splitlines()[1:]]
    assert "".join(row[-2] for row in rows) == trace.fingerprint.binary
    assert "".join(row[-1] for row in rows) == trace.fingerprint.hex
    shown = [int(vote) for row in rows for vote in row[1:-2]]
    assert shown == list(reversed(trace.votes))


def test_a_library_that_is_gone_is_told(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = listing.find_spec
    monkeypatch.setattr(
        listing, "find_spec", lambda name: None if name in ("jieba", "rjieba") else there(name)
    )
    states = {row[0]: row[1] for row in run("segmenters").rows}
    assert states["jieba"] == "pip install jieba"
    assert states["rjieba"] == "pip install 'textsim[rjieba]'"
    assert states["words"] == "ready"
    assert {row[0]: row[3] for row in run("profiles").rows}["title@1"] == "pip install jieba"


def test_explain_marks_the_occurrence_that_voted(run: Callable[..., Result]) -> None:
    rows = run("explain", "通知通知").rows
    fates = [row[3] for row in rows if len(row) == 4 and row[0] == "通知"]
    assert fates == ["votes", "dropped: over-frequency"]


def test_explain_tells_why_tokens_are_dropped(run: Callable[..., Result]) -> None:
    result = run("explain", "我的猫,的确比3.5%的狗好,狗" + ",狗" * 6)
    rows = [row for row in result.rows if len(row) == 4][1:]
    trace = textsim.explain("我的猫,的确比3.5%的狗好,狗" + ",狗" * 6)
    assert [tuple(row[:2]) for row in rows] == list(trace.tokens)
    fates = [(row[0], row[3]) for row in rows]
    dropped = [(word, "dropped: " + reason) for word, _, reason, _ in trace.features.dropped]
    assert [fate for fate in fates if fate[1] != "votes"] == dropped
    assert {"dropped: stop-word", "dropped: punctuation", "dropped: over-frequency"} <= {
        fate for _, fate in fates
    }
    weights = {row[0]: row[2] for row in rows}
    assert weights["3.5%"] == weights["猫"] == "4"
    assert weights["的"] == ""
    assert "simplify is off" in result.out


def test_explain_an_empty_text_and_stdin(run: Callable[..., Result], tmp_path: Path) -> None:
    empty = run("explain", *WORDS, "")
    assert "unscorable, has no words" in empty.out
    from_stdin = run("explain", *WORDS, stdin="养猫\n知识\n".encode())
    assert from_stdin.out == run("explain", *WORDS, "养猫\n知识\n").out
    file = tmp_path / "a.txt"
    file.write_text("养猫\n知识\n", encoding="utf-8")
    assert run("explain", *WORDS, "--files", str(file)).out == from_stdin.out
    many = run("explain", *WORDS, "a", "b", "c")
    assert (many.code, many.out) == (2, "")
    assert "explain takes one text or two, not 3" in many.err


# explain, two texts

PAIR = ("国足2:1战胜泰国队", "国足2:1不敌泰国队")


def test_explain_two_texts_tells_why(run: Callable[..., Result]) -> None:
    result = run("explain", *PAIR)
    assert (result.code, result.err) == (0, "")
    numbers, texts, words, conflicts, moved, sums = result.out.split("\n\n")
    assert numbers + "\n" == run("compare", *PAIR).out
    assert texts.splitlines() == [*PAIR, "       ^^^^"]
    found = textsim.compare(*PAIR)
    why = found.explain()
    rows = [line.split("\t") for line in words.splitlines()]
    assert rows[0] == ["word", "first", "second"]
    assert rows[1:] == [
        *([word, str(a), str(b)] for word, a, b in why.shared),
        *([word, str(weight), "-"] for word, weight in why.only_a),
        *([word, "-", str(weight)] for word, weight in why.only_b),
    ]
    assert conflicts.splitlines() == ["conflict\tfirst\tsecond", "antonym\t战胜\t不敌"]
    *table, more = moved.splitlines()
    assert table[0].split("\t") == ["measure", "value", "effect", "what it tells"]
    shown = [line.split("\t") for line in table[1:]]
    assert [row[0] for row in shown] == [reason.measure for reason in why.reasons[:10]]
    assert [row[3] for row in shown] == [reason.says for reason in why.reasons[:10]]
    assert all(re.fullmatch(r"[+-]\d+\.\d\d", row[2]) for row in shown)
    assert more == f"and {len(why.reasons) - 10} weaker, which --json has"
    average, effects, odds, score = map(float, re.findall(r"[+-]?\d+\.\d+", sums.splitlines()[0]))
    assert average + effects == pytest.approx(odds, abs=0.011)
    assert score == pytest.approx(found.score, abs=0.011)
    assert "log-odds" in sums


def test_explain_two_texts_of_a_profile_without_a_model(run: Callable[..., Result]) -> None:
    result = run("explain", *QUICK, *PAIR)
    assert "no model in python-4gram@1: the score is read off the overlap" in result.out
    assert "log-odds" not in result.out


def test_explain_two_equal_texts(run: Callable[..., Result]) -> None:
    result = run("explain", CATS, CATS)
    assert f"\n\n{CATS}\n{CATS}\n\nword\t" in result.out
    assert result.out.endswith(
        "\n\nscore 100: both texts are equal after cleaning\na duplicate: the threshold is 45\n"
    )


@pytest.mark.parametrize("profile", ["title", "go-unicode-nfc"])
@pytest.mark.parametrize("other", ["", "!!!", "\ufffd\ufffd\ufffd", "a\ud800", "\x1b[2J\u202e猫"])
def test_explain_shows_what_cannot_be_judged(
    run: Callable[..., Result], profile: str, other: str
) -> None:
    for texts in ((CATS, other), (other, CATS), (other, other)):
        result = run("explain", "--profile", profile, *texts)
        assert (result.code, result.err) == (0, "")
        assert result.rows[0][4] == "duplicate"
        assert ("no score: " in result.out) == (result.rows[1][3] == "-")
        both = json.loads(run("explain", "--profile", profile, *texts, "--json").out)
        assert both["comparison"]["scorable"] == (result.rows[1][3] != "-")


def test_explain_two_files(run: Callable[..., Result], tmp_path: Path) -> None:
    a, b = tmp_path / "a.txt", tmp_path / "b.txt"
    a.write_text(PAIR[0], encoding="utf-8")
    b.write_text(PAIR[1], encoding="gb18030")
    expected = run("explain", *PAIR).out
    found = run("explain", "--files", str(a), str(b))
    assert (found.code, found.out) == (0, expected)
    assert found.err.endswith("b.txt read as gb18030; say --encoding to be sure\n")
    assert run("explain", "--files", str(a), "-", stdin=PAIR[1].encode()).out == expected
    assert run("explain", "--files", "-", "-", stdin=b"a").code == 2
    assert run("explain", "--files", str(a), str(b), str(a)).code == 2


def test_explain_two_texts_tells_the_time(run: Callable[..., Result]) -> None:
    result = run("explain", *QUICK, "--verbose", *PAIR)
    assert result.err.startswith("textsim: load of python-4gram@1: 0.")
    assert "\ntextsim: work: 0." in result.err


# profiles, segmenters


def test_profiles_and_segmenters(run: Callable[..., Result]) -> None:
    result = run("profiles")
    assert result.err == ""
    names = [row[0].partition("@")[0] for row in result.rows[1:]]
    assert names == list(textsim.profile_names())
    assert all(row[4] for row in result.rows)
    found = run("segmenters")
    assert [row[0] for row in found.rows[1:]] == [info.name for info in textsim.segmenters()]
    assert ["words", "ready"] in [row[:2] for row in found.rows]
    for command in ("profiles", "segmenters"):
        values = [json.loads(line) for line in run(command, "--json").out.splitlines()]
        assert all("state" in value for value in values)
        assert run(command, "x").code == run(command, "--", "x").code == 2


def test_a_missing_library_names_its_extra(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    from textsim.cli import listing

    monkeypatch.setattr(listing, "find_spec", lambda name: None if name == "jpype" else object())
    assert ["hanlp", "pip install 'textsim[hanlp]'"] in [row[:2] for row in run("segmenters").rows]
    monkeypatch.setattr(listing, "find_spec", lambda name: object())
    monkeypatch.delenv("TEXTSIM_HANLP_JAR", raising=False)
    states = {row[0]: row[1] for row in run("segmenters").rows}
    assert states["hanlp"] == "ready with a jar named by TEXTSIM_HANLP_JAR"


# JSON


def test_json_is_the_one_form_of_values(run: Callable[..., Result]) -> None:
    pair = run("compare", *QUICK, "--json", CATS, "房价")
    found = textsim.compare(CATS, "房价", profile="python-4gram")
    assert json.loads(pair.out) == wire.to_dict(found)
    ranked = run("compare", *QUICK, "--json", CATS, "房价", CATS)
    first, second = map(json.loads, ranked.out.splitlines())
    assert (first["rank"], first["number"], first["text"]) == (1, 2, CATS)
    assert second["comparison"] == wire.to_dict(found)
    row = json.loads(run("fingerprint", *QUICK, "--json", CATS).out)
    assert row["fingerprint"]["value"] == "018708e9e0a3ef35"
    assert row["fingerprint"]["profile"] == "python-4gram@1"
    assert row["scorable"] is True
    assert json.loads(run("fingerprint", *QUICK, "--json", "").out)["scorable"] is False
    why = json.loads(run("explain", *QUICK, "--json", CATS, "房价").out)
    assert why == {"comparison": wire.to_dict(found), "explanation": wire.to_dict(found.explain())}
    trace = json.loads(run("explain", *QUICK, "--json", CATS).out)
    assert trace == wire.to_dict(textsim.explain(CATS, profile="python-4gram"))


def test_errors_as_json_go_to_stderr(run: Callable[..., Result]) -> None:
    result = run("compare", "--json", "--profile", "nonsense", "a", "b")
    assert (result.code, result.out) == (2, "")
    error = json.loads(result.err)["error"]
    assert error["code"] == "unknown-name"
    assert "'nonsense'" in error["message"]


# options


def test_options_stand_anywhere_and_swallow_no_text(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    expected = run("compare", "--json", *QUICK, "a", "b").out
    assert run("compare", "a", *QUICK, "b", "--json").out == expected
    assert run("compare", "a", "--json", *QUICK, "--", "b").out == expected
    words = tmp_path / "words.txt"
    words.write_text("冷知识\n", encoding="utf-8")
    result = run("fingerprint", "--user-dict", str(words), "--user-dict", str(words), CATS)
    assert (result.code, result.rows[0][5]) == (0, CATS)


def test_texts_that_begin_with_a_hyphen(run: Callable[..., Result]) -> None:
    assert run("fingerprint", *QUICK, "-5", "- 注").rows[1][5] == "- 注"
    texts = ["-5度", "--json", "--"]
    result = run("fingerprint", *QUICK, "--", *texts)
    assert [row[5] for row in result.rows] == texts
    wrong = run("fingerprint", *QUICK, "-5度")
    assert wrong.code == 2
    assert "unknown argument '-5度'; a text that begins with - goes after --" in wrong.err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--profile", "nonsense"], "no profile 'nonsense'; known are"),
        (["--bits", "65"], "bits 65 is not a width of profile 'title'; it has 64, 128, 256"),
        (["--bits", "x"], "invalid int value: 'x'"),
        (["--segmenter", "nonsense"], "no segmenter 'nonsense'; known are"),
        (["--segmenter", "ngram", "--segmenter-option", "depth=3"], "has no option 'depth'"),
        (["--segmenter-option", "width"], "'width' is not KEY=VALUE"),
        (["--unescape-depth", "-1"], "unescape_depth -1 is not from 0 to 16"),
        (["--encoding", "klingon"], "no encoding 'klingon'; known are"),
        (["--user-dict", "no-such-file"], "no-such-file"),
        (["--form", "octal"], "invalid choice: 'octal'"),
        (["--prof", "title"], "unknown argument '--prof'"),
    ],
)
def test_wrong_options(run: Callable[..., Result], argv: list[str], message: str) -> None:
    result = run("fingerprint", "text", *argv)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert "Traceback" not in result.err


def test_segmenter_options(run: Callable[..., Result]) -> None:
    options = ("--segmenter", "ngram", "--segmenter-option", "width=2")
    tokens = run("explain", "--profile", "java-article", *options, "养猫知识").out
    assert "\n养猫\t" in tokens
    assert "\n猫知\t" in tokens


def test_unescape_depth(run: Callable[..., Result]) -> None:
    text = "&amp;lt;b&amp;gt;猫"
    plain = run("explain", "--segmenter", "words", text, "--json").out
    deep = run("explain", "--segmenter", "words", text, "--json", "--unescape-depth", "2").out
    assert json.loads(plain)["plain"] != json.loads(deep)["plain"] == "猫"


def test_verbose_tells_the_time(run: Callable[..., Result]) -> None:
    result = run("compare", *QUICK, "--verbose", "a", "b")
    assert result.err.startswith("textsim: load of python-4gram@1: 0.")
    assert "\ntextsim: work: 0." in result.err


# usage


def test_no_input_on_a_terminal_is_wrong_usage(run: Callable[..., Result]) -> None:
    commands = (["compare"], ["compare", "a"], ["fingerprint"], ["explain"], ["fingerprint", "-"])
    for command in commands[:4]:
        result = run(*command)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"usage: textsim {command[0]} ")
        assert "no text" in result.err
    assert run("explain", "--files", "-").code == 2


def test_too_few_texts(run: Callable[..., Result]) -> None:
    result = run("compare", "a", stdin=b"")
    assert result.code == 2
    assert "compare needs two texts or more, not 1" in result.err
    assert run("fingerprint", *QUICK, stdin=b"") == Result(0, "", "")


def test_no_command_and_unknown_commands(run: Callable[..., Result]) -> None:
    for argv in ([], ["nonsense"], ["--nonsense"], ["--json", "compare"]):
        result = run(*argv)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("usage: textsim ")


def test_version(run: Callable[..., Result]) -> None:
    assert run("--version") == Result(0, f"textsim {textsim.__version__}\n", "")


def test_help(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = []
    for command in ("", "compare", "fingerprint", "explain", "profiles", "segmenters"):
        result = run(*command.split(), "--help")
        assert (result.code, result.err) == (0, "")
        assert result.out.isascii()
        shown.append(f"$ textsim {command} --help\n".replace("  ", " ") + result.out)
    golden = GOLDEN / "cli_help.txt"
    if os.environ.get("TEXTSIM_WRITE_GOLDEN") == "1":
        golden.write_text("\n".join(shown), encoding="utf-8")
    # Python 3.13 puts the commands of the first help into other columns.
    assert "\n".join(shown).split() == golden.read_text("utf-8").split()


# the terminal


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_widths() -> None:
    assert width("abc") == 3
    assert width("猫，a") == 5
    assert width("e\u0301") == 1
    assert width("🎉") == width("\u2764\ufe0f") == width("1\ufe0f\u20e3") == 2
    assert width("\U0001f44d\U0001f3fd") == 2
    assert width("\u1112\u1161\u11ab") == 2
    assert width("각") == 2
    assert width("a\u200bb") == 2


def test_fit_and_pad() -> None:
    assert fit("猫和狗", 6) == "猫和狗"
    assert fit("猫和狗", 5) == "猫和…"
    assert fit("猫和狗", 4) == "猫…"
    assert fit("猫和狗", 1) == "…"
    assert fit("猫和狗", 0) == ""
    assert pad("猫", 4) == "猫  "
    assert pad("猫", 1) == "猫"


def test_nothing_from_a_text_commands_the_terminal() -> None:
    text = "a\x1b[31m\x07\r\n\tb\x9b\u202e\u2066\ufeff\ud800\u2028猫👨\u200d👩"
    shown = visible(text)
    assert shown == (
        "a\\x1b[31m\\x07\\r\\n\\tb\\x9b\\u202e\\u2066\\ufeff\\ud800\\u2028猫👨\u200d👩"
    )


def test_a_table_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    stream = Terminal()
    out = Output(stream)
    rows = [["猫", "7", "一二三四五六七八九"], ["dog\x1b[0m", "123", "short"]]
    out.table(("word", "n", "text"), rows, right="n")
    assert stream.getvalue() == (
        "word          n  te…\n猫            7  一…\ndog\\x1b[0m  123  sh…\n"
    )
    assert all(width(line) <= 20 for line in stream.getvalue().splitlines())


def test_streamed_rows_are_aligned_too(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    run("fingerprint", "--profile", "go-word", "foo bar", "\x1b]0;title\x07", "很长的标题" * 9)
    lines = stream.getvalue().splitlines()
    assert lines[0] == "     1  0xd8dbe7186bad3db3  go-word@1  foo bar"
    assert lines[1].endswith("go-word@1  \\x1b]0;title\\x07")
    assert lines[2] == "     3  unscorable          go-word@1  很长的标题很长的标题…"


def pty_run(argv: list[str], columns: int, **more: str) -> tuple[int, str]:
    """Run the real program on a terminal of its own; return exit code and what it showed."""
    fcntl, pty, struct, termios = map(pytest.importorskip, ("fcntl", "pty", "struct", "termios"))
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    ours_only = ("COLUMNS", "LINES", "NO_COLOR")
    env = {key: value for key, value in os.environ.items() if key not in ours_only}
    env |= {"TERM": "xterm"} | more
    command = [sys.executable, "-m", "textsim", *argv]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                chunk = os.read(ours, 4096)
            except OSError:  # Linux's way of saying that the other side is closed
                break
            if not chunk:
                break
            shown += chunk
    os.close(ours)
    return process.returncode, shown.decode().replace("\r\n", "\n")


def test_a_real_terminal() -> None:
    texts = [CATS, CATS + "\x1b[2J" + "很长" * 30, "房价"]
    code, shown = pty_run(["compare", *QUICK, "--threshold", "0", *texts], 60)
    assert code == 0
    lines = shown.splitlines()
    assert lines[0] == "rank  number  distance  bits  percent  score  duplicate  no…"
    assert "yes" in lines[1]
    assert all(width(line) <= 60 for line in lines)
    assert "\x1b" not in shown
    code, shown = pty_run(["fingerprint", "--user-dict", "titles.txt"], 80)
    assert code == 2
    assert "usage: textsim fingerprint" in shown


# two texts one above the other


def laid(a: str, b: str, columns: int = 0) -> list[str]:
    """Return the lines of two texts without colours, an empty one between pairs of them."""
    return [line for pair in laid_pairs(a, b, columns) for line in ("", *pair)][1:]


def laid_pairs(a: str, b: str, columns: int) -> list[list[str]]:
    out = Output(Terminal() if columns else io.StringIO())
    out.columns, out.colours = columns, False
    return list(beside(pieces(a, b), out))


@pytest.mark.parametrize(
    ("a", "b", "lines"),
    [
        ("", "", []),
        ("猫", "猫", ["猫", "猫"]),
        ("", "猫a", ["", "猫a", "^^^"]),
        ("油价上调", "油价又下调", ["油价上  调", "油价又下调", "    ^^^^"]),
        ("a猫b", "aXb", ["a猫b", "aX b", " ^^"]),
        ("a b", "ab", ["a b", "a b", " ^"]),
        ("a\x1b[1mb", "a\u202eb", [r"a\x1b[1mb", r"a\u202e b", " ^^^^^^^"]),
        ("a\tb\n", "ab", [r"a\tb\n", "a  b", " ^^ ^^"]),
        # No mark is parted from the letter below it.
        ("e\u0301a", "ea", ["e\u0301a", "ea", "^"]),
        ("ca\u0301d", "ce\u0301d", ["ca\u0301d", "ce\u0301d", " ^"]),
        ("e\u0301", "ex\u0301", ["e\u0301", "ex\u0301", "^^"]),
        ("👍🏽好", "👍好", ["👍🏽好", "👍好", "^^"]),
        ("\u0301a", "a", ["\u0301a", "a"]),
    ],
)
def test_equal_stretches_stand_under_each_other(a: str, b: str, lines: list[str]) -> None:
    assert laid(a, b) == lines


def test_long_texts_wrap_into_pairs_of_lines() -> None:
    assert laid("一二三四五六七", "一二三四X六七八", 6) == [
        *("一二三", "一二三"),
        *("", "四五六", "四X 六", "  ^^"),
        *("", "七", "七八", "  ^^"),
    ]
    # No wide character is cut in half, and none is lost where it does not fit at all.
    assert laid("a一二", "a一二", 4) == ["a一", "a一", "", "二", "二"]
    assert laid("一二", "一b", 1) == ["一", "一", "", "", "b", "^", "", "二", "", "^^"]
    assert laid("aXYb", "ab", 2) == ["aX", "a", " ^", "", "Yb", " b", "^"]


def columns_of(line: str) -> list[str]:
    """Return what each column of a line shows, a wide character twice."""
    cells: list[str] = []
    for char in line:
        cells += [char] * width(char)
    return cells


@given(
    st.text(st.sampled_from("ab 猫狗，\x1b\t\u0301\u200b\ud800"), max_size=30),
    st.text(st.sampled_from("ab 猫狗，\x1b\t\u0301\u200b\ud800"), max_size=30),
    st.sampled_from([0, 8, 9, 40]),
)
def test_both_texts_are_there_whole_and_aligned(a: str, b: str, columns: int) -> None:
    pairs = laid_pairs(a, b, columns)
    for side, text in enumerate((a, b)):
        joined = "".join(pair[side] for pair in pairs)
        assert joined.replace(" ", "") == visible(text).replace(" ", "")
    for one, two, *marks in pairs:
        assert not columns or max(width(one), width(two)) <= columns
        shown = [columns_of(line) for line in (one, two, *marks, "")][:3]
        longest = max(map(len, shown))
        left, right, under = ([*line, *" " * (longest - len(line))] for line in shown)
        assert all(x == y for x, y, mark in zip(left, right, under, strict=True) if mark == " ")


def test_colours_mark_what_differs_blanks_by_their_ground() -> None:
    out = Output(Terminal())
    out.columns, out.colours = 20, True
    words = [Piece("养 ", "养 "), Piece("猫", ""), Piece("了", "了")]
    assert list(beside(words, out)) == [["养 \x1b[31m猫\x1b[0m了", "养   了"]]
    blanks = [Piece("a", "a"), Piece("", " "), Piece("b", "b")]
    assert list(beside(blanks, out)) == [["a b", "a\x1b[42m \x1b[0mb"]]


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": ""}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colours_on_a_real_terminal(env: dict[str, str], coloured: bool) -> None:
    code, shown = pty_run(["explain", *QUICK, *PAIR], 60, **env)
    assert code == 0
    lines = shown.splitlines()
    assert all(width(re.sub(r"\x1b\[\d+m", "", line)) <= 60 for line in lines)
    if coloured:
        assert "国足2:1\x1b[31m战胜\x1b[0m泰国队" in lines
        assert "国足2:1\x1b[32m不敌\x1b[0m泰国队" in lines
        assert "^" not in shown
    else:
        assert lines[3:6] == [*PAIR, "       ^^^^"]
        assert "\x1b" not in shown


def test_a_hostile_text_sends_no_code_of_its_own() -> None:
    hostile = "养猫 \x1b]0;title\x07\x1b[2J\u202e知识 \x9b31m" * 4
    code, shown = pty_run(["explain", *WORDS, "养猫 知识", hostile], 40)
    assert code == 0
    assert re.sub(r"\x1b\[(?:31|32|41|42|0)m", "", shown).replace("\n", "").isprintable()
    assert "\\x1b]0;title\\x07" in shown


def test_no_colours_where_the_output_is_no_terminal() -> None:
    done = program("explain", *QUICK, *PAIR, TERM="xterm")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    done = program("explain", *QUICK, *PAIR, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    first, second, marks = done.stdout.decode("ascii").split("\n\n")[1].split("\n")
    assert first == PAIR[0].encode("ascii", "backslashreplace").decode()
    assert second == PAIR[1].encode("ascii", "backslashreplace").decode()
    assert marks == " " * 15 + "^" * 12


# pipes, locales, signals


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away(unbuffered: str) -> None:
    command = [sys.executable, "-m", "textsim", "fingerprint", "--profile", "go-word"]
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"foo bar\n" * 4000)
        process.stdin.close()
        assert process.stdout.readline().startswith(b"1\t0xd8dbe7186bad3db3\t")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) in (0, 141)


def test_rows_come_before_the_input_ends_and_ctrl_c_is_quiet() -> None:
    command = [sys.executable, "-u", "-m", "textsim", "fingerprint", "--profile", "go-word"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("foo bar\n猫\n".encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"1\t")
        assert process.stdout.readline().startswith(b"2\tunscorable")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == b""
        process.stdin.close()


def test_an_output_that_cannot_say_chinese() -> None:
    done = program("fingerprint", *QUICK, "养猫🎉", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.split(b"\t")[5] == b"\\u517b\\u732b\\U0001f389\n"
    done = program("fingerprint", *QUICK, "养猫🎉", "--json", PYTHONIOENCODING="gbk")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("ascii"))["text"] == "养猫🎉"
    done = program("fingerprint", *QUICK, "养猫🎉", PYTHONIOENCODING="gbk")
    assert done.stdout.decode("gbk").split("\t")[5] == "养猫\\U0001f389\n"


def test_the_c_locale() -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = program("fingerprint", *QUICK, CATS, **plain)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"1\t0x018708e9e0a3ef35\t")


def test_arguments_in_another_encoding() -> None:
    raw = CATS.replace("?", "").encode("gbk")
    command = [sys.executable.encode(), b"-m", b"textsim", b"fingerprint", *map(str.encode, QUICK)]
    done = subprocess.run([*command, raw], capture_output=True, timeout=60, check=False)
    assert done.stdout.startswith(b"1\t0x018708e9e0a3ef35\t")
    assert done.stderr.startswith(b"textsim: note: argument 1 read as gb18030; say --encoding")
    done = subprocess.run([*command, b"a\xff\xff"], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert b"argument 1: bytes fit none of utf-8 (offset 1)" in done.stderr


def test_a_lone_surrogate_from_a_python_caller(run: Callable[..., Result]) -> None:
    result = run("fingerprint", *QUICK, "a\ud800b", "a\udcffb\ud800")
    assert [row[5] for row in result.rows] == ["a\\ud800b", "a\\udcffb\\ud800"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_an_error() -> None:
    command = [sys.executable, "-m", "textsim", "fingerprint", *QUICK, CATS]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"textsim: error: cannot write: No space left on device\n"


def test_light_commands_load_no_library() -> None:
    code = (
        "import sys\n"
        "from textsim.cli import main\n"
        "code = main(sys.argv[1:])\n"
        "heavy = {'numpy', 'jieba', 'bs4', 'json', 'importlib.metadata'} & sys.modules.keys()\n"
        "sys.exit(f'{code} {heavy}' if code or heavy else 0)\n"
    )
    for argv in (["--version"], ["--help"], ["compare", "--help"]):
        done = subprocess.run([sys.executable, "-c", code, *argv], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
