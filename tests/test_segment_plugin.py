"""The example plug-in: built, installed into a folder of its own, and used by its name."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs
from textsim import segment as door

ROOT = Path(door.__file__).parents[2]
EXAMPLE = Path(__file__).parents[1] / "examples" / "segmenter_plugin"

pytestmark = [needs.module("hatchling"), needs.module("pip")]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which the example was installed, without any network."""
    folder = tmp_path_factory.mktemp("plugin")
    source, target = folder / "source", folder / "target"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*pip, "install", "--quiet", *offline, "--target", str(target), str(source)],
        check=True,
        capture_output=True,
    )
    return target


def run(
    folder: Path, *arguments: str, check: bool = True, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), str(ROOT)])
    environment = os.environ | {
        "PYTHONPATH": path,
        "PYTHONIOENCODING": "utf-8",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        encoding="utf-8",
        check=check,
        env=environment,
        cwd=cwd,
    )


def test_the_wheel_holds_the_words(installed: Path) -> None:
    assert (installed / "textsim_lexicon" / "words.tsv").is_file()
    assert (installed / "textsim_lexicon" / "py.typed").is_file()


def test_is_listed_without_being_imported(installed: Path) -> None:
    code = (
        "import sys, json; from textsim.segment import segmenters;"
        "print(json.dumps([list(i) for i in segmenters()]), 'textsim_lexicon' in sys.modules)"
    )
    listing, imported = run(installed, "-c", code).stdout.rsplit(" ", 1)
    assert ["lexicon", "textsim_lexicon:LexiconSegmenter", "textsim-lexicon", ""] in json.loads(
        listing
    )
    assert imported.strip() == "False"


def test_cuts_by_its_name_with_options(installed: Path) -> None:
    code = (
        "import json; from textsim.segment import SegmentSpec, segment;"
        "spec = SegmentSpec('lexicon', (('words', ('Louis Vuitton',)),), join=True);"
        "print(json.dumps(segment('买louis vuitton羽毛球拍3.5折', spec)))"
    )
    assert json.loads(run(installed, "-c", code).stdout) == [
        ["买", "v"],
        ["louis vuitton", "nz"],
        ["羽毛球拍", "n"],
        ["3.5", "m"],
        ["折", "x"],
    ]


def test_unknown_option_names_the_known_ones(installed: Path) -> None:
    code = (
        "from textsim.segment import SegmentSpec, load_segmenter;"
        "load_segmenter(SegmentSpec('lexicon', (('file', 'x'),)))"
    )
    done = run(installed, "-c", code, check=False)
    assert done.returncode != 0
    assert "has no option 'file'; known are 'lexicon', 'words'" in done.stderr


def test_its_own_tests_pass(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    done = run(
        installed,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests",
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


def test_a_second_package_under_its_name_is_an_error(installed: Path, tmp_path: Path) -> None:
    both = tmp_path / "both"
    shutil.copytree(installed, both)
    info = both / "other_words-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-words\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text("[textsim.segmenters]\nlexicon = other_words:Cut\n")
    code = (
        "from textsim.segment import SegmentSpec, load_segmenter;"
        "load_segmenter(SegmentSpec('words')); load_segmenter(SegmentSpec('lexicon'))"
    )
    done = run(both, "-c", code, check=False)
    assert "SegmenterConflictError" in done.stderr
    for part in ("'textsim-lexicon'", "'other-words'", "pip uninstall other-words"):
        assert part in done.stderr


def test_the_readme_names_what_is_there() -> None:
    readme = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    entry = '[project.entry-points."textsim.segmenters"]'
    assert entry in readme
    assert entry in (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
