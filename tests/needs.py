"""Marks for tests that need something optional: they skip with the reason when it is absent.

With ``TEXTSIM_REQUIRE_ALL=1`` in the environment nothing skips: the test runs and fails, so that
continuous integration notices what it forgot to provide.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

import pytest

REQUIRE_ALL = os.environ.get("TEXTSIM_REQUIRE_ALL") == "1"


def module(name: str) -> pytest.MarkDecorator:
    """Return a mark that skips when the Python module ``name`` is not installed."""
    missing = importlib.util.find_spec(name) is None
    return pytest.mark.skipif(missing and not REQUIRE_ALL, reason=f"module {name} not installed")


def program(name: str) -> pytest.MarkDecorator:
    """Return a mark that skips when the program ``name`` is not on the path."""
    missing = shutil.which(name) is None
    return pytest.mark.skipif(missing and not REQUIRE_ALL, reason=f"program {name} not found")


def env_file(name: str) -> pytest.MarkDecorator:
    """Return a mark that skips when the variable ``name`` does not name an existing file."""
    missing = not Path(os.environ.get(name, "")).is_file()
    return pytest.mark.skipif(missing and not REQUIRE_ALL, reason=f"{name} names no file")
