"""Text grouped by one character, and the private folder that keeps it between runs.

Both of jieba's large files, the dictionary and the tagging tables, are asked for one character at
a time. So each is kept as one long text cut into groups, with an index that is quick to read; a
group is parsed when its character first occurs. The files hold plain text behind a digest of it:
whatever is stale, cut short or foreign is not used, and then replaced.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import threading
import time
import weakref
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from textsim.segment.forks import ForkSafeLock

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Cache", "Grouped", "default_folder"]

_FORM = "textsim-jieba-1"  # changes with the form of what is kept
_KEEP = 8  # files kept in the folder; older ones belong to dictionaries that have changed


class Grouped:
    """A text cut into groups by character, with a header of its own.

    >>> grouped = Grouped.of("header", {"a": "ab 1", "b": "b 2"})
    >>> Grouped.parse(grouped.pack()).get("b")
    'b 2'
    """

    __slots__ = ("__weakref__", "_spans", "_text", "header")

    def __init__(self, header: str, keys: str, ends: list[int], text: str) -> None:
        """Take the groups' characters, where each group ends, and the text of them all."""
        self.header = header
        self._text = text
        self._spans = dict(zip(keys, zip([0, *ends], ends, strict=False), strict=True))

    @classmethod
    def of(cls, header: str, groups: dict[str, str]) -> Grouped:
        """Return the grouped form of a mapping from one character to its text."""
        ends = list(accumulate(map(len, groups.values())))
        return cls(header, "".join(groups), ends, "".join(groups.values()))

    @classmethod
    def parse(cls, packed: str) -> Grouped:
        """Return what ``pack`` wrote; raises ValueError when it is something else."""
        header, keys, lengths, text = packed.split("\n", 3)
        ends = list(accumulate(map(int, lengths.split())))
        if len(keys) != len(ends) or (ends[-1] if ends else 0) != len(text):
            msg = "the index does not fit the text"
            raise ValueError(msg)
        return cls(header, keys, ends, text)

    def pack(self) -> str:
        """Return the header line, the line of characters, the line of lengths, and the text."""
        lengths = " ".join(str(end - start) for start, end in self._spans.values())
        return "\n".join((self.header, "".join(self._spans), lengths, self._text))

    def get(self, char: str) -> str:
        """Return the group of ``char``, or ``""``."""
        start, end = self._spans.get(char, (0, 0))
        return self._text[start:end]

    def __contains__(self, char: str) -> bool:
        """Tell whether there is a group for ``char``."""
        return char in self._spans

    def chars(self) -> list[str]:
        """Return the characters that have a group."""
        return list(self._spans)


def default_folder() -> str:
    r"""Return the folder for caches of this user, or ``""`` when there is none.

    ``$XDG_CACHE_HOME/textsim``, on Windows ``%LOCALAPPDATA%\textsim``, else ``~/.cache/textsim``.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not Path(base).is_absolute() and os.name == "nt":
        base = os.environ.get("LOCALAPPDATA", "")
    if Path(base).is_absolute():
        return str(Path(base, "textsim"))
    with contextlib.suppress(RuntimeError, OSError):  # a user without a home folder
        home = Path.home()
        if home.is_absolute():
            return str(home / ".cache" / "textsim")
    return ""


# What is in use in this process, so that segmenters with different user words share it.
_in_use: weakref.WeakValueDictionary[tuple[str, str], Grouped] = weakref.WeakValueDictionary()
_lock = ForkSafeLock()


class Cache:
    """A private folder of grouped texts; every failure means only that nothing is kept."""

    def __init__(self, folder: str | None) -> None:
        """Take the folder: None is the user's cache folder, ``""`` keeps nothing."""
        name = default_folder() if folder is None else folder
        self._folder = Path(name) if name else None

    def get(self, kind: str, key: str, make: Callable[[], Grouped]) -> Grouped:
        """Return the groups of ``kind`` and ``key``: those in use, those kept, or newly made."""
        with _lock:
            grouped = _in_use.get((kind, key))
            if grouped is None:
                grouped = self.load(kind, key)
                if grouped is None:
                    grouped = make()
                    self.store(kind, key, grouped)
                _in_use[kind, key] = grouped
            elif self._folder is not None and not _file(self._folder, kind, key).exists():
                self.store(kind, key, grouped)
            return grouped

    def load(self, kind: str, key: str) -> Grouped | None:
        """Return the groups stored under ``kind`` and ``key``, or None."""
        if self._folder is None or not _is_private(self._folder):
            return None
        try:
            data = _file(self._folder, kind, key).read_bytes()
            head, _, payload = data.partition(b"\n")
            return Grouped.parse(payload.decode()) if head == _head(payload) else None
        except (OSError, ValueError):
            return None

    def store(self, kind: str, key: str, grouped: Grouped) -> None:
        """Keep the groups under ``kind`` and ``key``; readers see the old file or the new one."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_private(self._folder):
                payload = grouped.pack().encode()
                _replace(_file(self._folder, kind, key), _head(payload) + b"\n" + payload)
                _prune(self._folder)


def _file(folder: Path, kind: str, key: str) -> Path:
    return folder / f"{_FORM}-{kind}-{key}.txt"


def _head(payload: bytes) -> bytes:
    return f"{_FORM} {hashlib.sha256(payload).hexdigest()}".encode()


def _replace(path: Path, data: bytes) -> None:
    """Put a file in place at once, from a new one that no other process or thread writes to."""
    name = f"textsim-jieba-new-{os.getpid()}-{threading.get_ident()}-{time.time_ns()}"
    temporary = path.with_name(name)
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _prune(folder: Path) -> None:
    """Remove all but the newest files of this module's."""
    ours = sorted(folder.glob("textsim-jieba-*"), key=lambda path: path.stat().st_mtime)
    for path in ours[:-_KEEP]:
        path.unlink()


def _is_private(folder: Path) -> bool:
    """Tell whether only this user can put files into ``folder``."""
    try:
        status = folder.stat()
    except (OSError, ValueError):
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
