"""The README's blocks run, and its claims are the program's answers."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import textsim
from textsim.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_python_blocks_run() -> None:
    assert blocks("python")
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {})


def commands() -> list[str]:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [line.split(" &&")[0].split("  #")[0] for line in lines if line.startswith("textsim ")]


@pytest.mark.parametrize("line", commands())
def test_command_lines_run(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_text("<p>养猫的冷知识</p>", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(line)[1:]) in (0, 1)
    out, err = capsys.readouterr()
    assert out
    assert err == ""


def test_the_first_command_prints_what_the_readme_shows(capsys: pytest.CaptureFixture[str]) -> None:
    start = README[README.index("## Start") :]
    command = re.search(r"textsim (compare .+)$", start, re.MULTILINE)
    shown = re.search(r"^```text\n(.*?)^```", start, re.MULTILINE | re.DOTALL)
    assert command is not None
    assert shown is not None
    assert main(shlex.split(command[1])) == 0
    assert capsys.readouterr().out.split() == shown[1].split()


def test_every_profile_and_segmenter_is_named() -> None:
    for name in (*textsim.profile_names(), *(s.name for s in textsim.segmenters())):
        shown = name if not name.startswith("go-unicode") else "go-unicode-nfc"
        assert f"`{shown}" in README


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "-e '.[test]' && .venv/bin/python -m pytest" in README
    assert 'command_under "## Tests"' in (ROOT / ".ci/run").read_text()
