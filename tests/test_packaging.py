"""What the package is to a stranger: light to import, whole in its wheel, quiet."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

import textsim

ROOT = Path(__file__).parent.parent
TEXT = "春节放假通知"


def run(*arguments: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_importing_loads_no_library(tmp_path: Path) -> None:
    heavy = run(
        "-c",
        "import sys, textsim\n"
        "print([m for m in ('numpy', 'jieba', 'bs4', 'json') if m in sys.modules])",
        cwd=tmp_path,
    )
    assert heavy == "[]"


def test_public_names_resolve_and_unknown_ones_do_not() -> None:
    for name in textsim.__all__:
        assert getattr(textsim, name) is not None
    assert list(textsim.__all__) == sorted(textsim.__all__)
    with pytest.raises(AttributeError, match="'textsim' has no attribute 'nope'"):
        textsim.nope  # noqa: B018


def test_versions_agree() -> None:
    declared = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert declared is not None
    assert declared[1] == textsim.__version__ == metadata.version("textsim")
    assert f"## {textsim.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_first_use_from_source_is_quiet_with_warnings_as_errors(tmp_path: Path) -> None:
    code = f"import textsim; print(textsim.fingerprint('<p>{TEXT}</p>').hex)"
    found = run("-W", "error", "-X", f"pycache_prefix={tmp_path}", "-c", code, cwd=tmp_path)
    assert found == textsim.fingerprint(TEXT).hex


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_the_package_and_its_dictionaries_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    sources = {str(p.relative_to(ROOT)) for p in (ROOT / "textsim").rglob("*.py")}
    dicts = {f"textsim/dicts/{p.name}" for p in (ROOT / "dicts").iterdir()}
    packaged = {name for name in names if ".dist-info/" not in name}
    assert packaged == sources | dicts | {"textsim/py.typed"}


def test_the_wheel_works_as_a_zip_on_the_path(wheel: Path, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(wheel)!r}); import textsim;"
        f"print(textsim.__file__, textsim.fingerprint({TEXT!r}).hex)"
    )
    where, value = run("-c", code, cwd=tmp_path).split()
    assert where.startswith(str(wheel))
    assert value == textsim.fingerprint(TEXT).hex
