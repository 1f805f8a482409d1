"""What holds for the whole suite.

Tests that ask for ``data_folder`` measure on data that is not shipped. They are wanted only with
``--data=FOLDER``; otherwise they are deselected, as with ``-m``, rather than skipped: nothing is
missing, so a run that allows no skipping still passes, and their modules are imported all the same.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no failure: time is measured in tests/bench, not by a deadline.
settings.register_profile("textsim", deadline=None)
settings.load_profile("textsim")

_PRINTED: pytest.StashKey[list[str]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--data",
        type=lambda given: Path(given).resolve(),
        metavar="FOLDER",
        help="folder of titles: also compare the verdict with other methods, and print the tables",
    )


def pytest_configure(config: pytest.Config) -> None:
    folder = _folder(config)
    if folder and not folder.is_dir():
        msg = f"--data: {str(folder)!r} is not a folder"
        raise pytest.UsageError(msg)


def pytest_report_header(config: pytest.Config) -> str:
    return f"data: {_folder(config) or 'none; what measures on it is left out'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not _folder(config):
        unwanted = [item for item in items if "data_folder" in getattr(item, "fixturenames", ())]
        items[:] = [item for item in items if item not in unwanted]
        if unwanted:
            config.hook.pytest_deselected(items=unwanted)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    lines = config.stash.get(_PRINTED, None)
    if lines:
        terminalreporter.section("measured")
        for line in lines:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def data_folder(pytestconfig: pytest.Config) -> Path | None:
    """Return the folder given with ``--data``."""
    return _folder(pytestconfig)


@pytest.fixture(scope="session")
def printed(pytestconfig: pytest.Config) -> list[str]:
    """Return the lines that are printed at the end of the run, to add to."""
    return pytestconfig.stash.setdefault(_PRINTED, [])


def _folder(config: pytest.Config) -> Path | None:
    folder: Path | None = config.getoption("--data", None)
    return folder
