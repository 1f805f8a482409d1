"""Finds the installed jieba package and reads its data files without importing it.

Importing jieba sets up a logger of its own, warns about escapes in its sources on new Pythons and
looks for pkg_resources. Only its dictionary and its probability tables are needed here, so they
are read as data through the package's own loader, from a folder or from a zip alike.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import re
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from textsim.errors import MissingLibraryError

__all__ = ["JiebaPackage", "find_jieba"]

_VERSION = re.compile(rb"""__version__\s*=\s*['"]([^'"]+)['"]""")
_TABLES = ("char_state_tab", "prob_start", "prob_trans", "prob_emit")


@dataclass(frozen=True)
class JiebaPackage:
    """Where jieba lies: the folder (or path inside a zip) of the package, and its loader."""

    root: str
    loader: Any

    def read(self, *path: str) -> bytes:
        """Return the content of one file of the package.

        Raises MissingLibraryError naming the file when it cannot be read.
        """
        full = str(Path(self.root, *path))  # loaders from zips take this form as well
        try:
            return bytes(self.loader.get_data(full))
        except OSError:
            msg = f"{full!r} is missing from the jieba package; reinstall it: pip install jieba"
            raise MissingLibraryError(msg) from None

    def version(self) -> str:
        """Return the version that the package states, or ``"unknown"``."""
        try:
            found = _VERSION.search(self.read("__init__.py"))
        except MissingLibraryError:
            return "unknown"
        return found[1].decode() if found else "unknown"

    def is_segmenter(self) -> bool:
        """Tell whether this is the segmenter and not another package of its name."""
        try:
            return b"Tokenizer" in self.read("__init__.py")
        except MissingLibraryError:  # frozen without sources
            pass
        try:
            return bool(self.read("dict.txt"))
        except MissingLibraryError:
            return False

    def tables(self) -> dict[str, bytes]:
        """Return the sources of jieba's four tagging tables by module name."""
        return {name: self._table(name) for name in _TABLES}

    def _table(self, name: str) -> bytes:
        try:
            return self.read("posseg", f"{name}.py")
        except MissingLibraryError:
            code = self._compiled(name)
            if code is None:
                raise
        # A frozen program ships only the compiled module; all it does is to bind one literal.
        values: dict[str, Any] = {}
        exec(code, values)  # noqa: S102 - part of the installed package
        return f"P={values['P']!r}".encode()

    def _compiled(self, name: str) -> Any:
        """Return the code of a table that is present without its source, or None."""
        folder = str(Path(self.root, "posseg"))
        spec = importlib.machinery.PathFinder.find_spec(f"jieba.posseg.{name}", [folder])
        get_code = getattr(spec.loader, "get_code", None) if spec else None
        return get_code(f"jieba.posseg.{name}") if get_code else None


def find_jieba() -> JiebaPackage:
    """Return the installed jieba package, found but not imported.

    Raises MissingLibraryError when it is absent, or when another module of that name comes first
    on the path: the message names the file found.

    >>> find_jieba().version()
    '0.42.1'
    """
    try:
        # In a zip the finder compiles the module, whose escapes newer Pythons warn of.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            spec = importlib.util.find_spec("jieba")
    except (ImportError, ValueError):  # a module made by hand, or a path that cannot be searched
        spec = None
        if (module := sys.modules.get("jieba")) is not None:
            _refuse(str(getattr(module, "__file__", module)))
    if spec is None:
        msg = "jieba is not installed; install it with: pip install jieba"
        raise MissingLibraryError(msg)
    locations = list(spec.submodule_search_locations or ())
    where = spec.origin or ", ".join(locations) or "jieba"
    if spec.origin is None or not locations or not hasattr(spec.loader, "get_data"):
        _refuse(where)
    package = JiebaPackage(locations[0], spec.loader)
    if not package.is_segmenter():
        _refuse(where)
    return package


def _refuse(found: str) -> NoReturn:
    msg = (
        f"the module jieba found at {found!r} is not the segmenter; "
        "rename that file, or install the segmenter with: pip install jieba"
    )
    raise MissingLibraryError(msg)
