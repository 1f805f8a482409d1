"""Locks that stay usable in a forked child, where the thread that held one is gone."""

from __future__ import annotations

import os
import threading
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["ForkSafeLock"]

_locks: weakref.WeakSet[ForkSafeLock] = weakref.WeakSet()
_watched = threading.Event()


class ForkSafeLock:
    """A reentrant lock for ``with``; a forked child gets it anew, held by nobody.

    What it guards must be published in one step, so that a child whose parent was interrupted in
    the middle finds either all of it or nothing.
    """

    def __init__(self) -> None:
        """Make the lock; the first one of a process asks to be told of forks."""
        self._lock = threading.RLock()
        _locks.add(self)
        if not _watched.is_set():
            _watched.set()
            if hasattr(os, "register_at_fork"):
                os.register_at_fork(after_in_child=_renew)

    def __enter__(self) -> None:
        """Wait until no other thread holds the lock."""
        self._lock.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the lock."""
        self._lock.release()


def _renew() -> None:
    for lock in _locks:
        lock._lock = threading.RLock()  # noqa: SLF001 - this module's own class
