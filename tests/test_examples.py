"""The scripts of ``examples``, run as a user runs them."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

import textsim

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str, *argv: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / name), *argv]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)


def test_titles_are_ranked() -> None:
    done = example("compare_titles.py")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["percent", "score", "same", "title"]
    assert (lines[2].split()[0], lines[2].split()[2]) == ("100.00", "yes")
    same = [line.split()[2] for line in lines[2:]]
    assert same == ["yes"] * 3 + ["no"] * 5
    assert "养狗" in lines[5]
    other = example("compare_titles.py", "--profile", "python-4gram")
    assert other.stdout.splitlines()[3].split()[0] == "79.69"


ROWS = [
    ["id", "old", "new", "note"],
    ["1", "有哪些养猫必须知道的冷知识", "养猫,有哪些必须知道的冷知识", 'a "quoted", note'],
    ["2", "房价\n两行", "房价 两行", ""],
    ["3", "", "空", "empty"],
    ["4", "三体第11集", "三体第12集", ""],
]


def table(encoding: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(ROWS)
    return text.getvalue().encode(encoding)


@pytest.mark.parametrize(("encoding", "columns"), [("utf-8-sig", ("old", "new")), ("gbk", "23")])
def test_columns_are_compared(tmp_path: Path, encoding: str, columns: tuple[str, str]) -> None:
    file = tmp_path / "titles.csv"
    file.write_bytes(table(encoding))
    done = example("compare_csv_columns.py", str(file), *columns, "--profile", "python-4gram")
    assert (done.returncode, done.stderr) == (0, "")
    rows = list(csv.reader(io.StringIO(done.stdout, newline="")))
    assert [row[:4] for row in rows] == ROWS
    assert rows[0][4:] == ["distance", "percent", "score", "duplicate", "conflicts"]
    found = textsim.compare(ROWS[1][1], ROWS[1][2], profile="python-4gram")
    assert rows[1][4:7] == [str(found.distance), str(found.percent), str(found.score)]
    assert [row[7] for row in rows[1:]] == [str(found.duplicate), "True", "", "False"]
    assert rows[3][4:] == ["", "", "", "", ""]
    assert rows[4][7:] == ["False", "ordinal: 第11集 / 第12集"]


def test_wrong_tables_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "titles.csv"
    file.write_text("a,score\n1,2\n", encoding="utf-8")
    assert (
        "column 'score' is there already"
        in example("compare_csv_columns.py", str(file), "a", "score").stderr
    )
    file.write_text("a,b\n1\n", encoding="utf-8")
    assert (
        "no column 'c'; there are 'a', 'b'"
        in example("compare_csv_columns.py", str(file), "a", "c").stderr
    )
    assert (
        "row 2 has 1 cells, not 2" in example("compare_csv_columns.py", str(file), "a", "b").stderr
    )
