"""Two texts one above the other: equal stretches aligned, differing ones in colours or above ^."""

from __future__ import annotations

import sys
from collections import deque
from typing import TYPE_CHECKING

from textsim.cli.render import visible, width
from textsim.values import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textsim.cli.render import Output

__all__ = ["beside"]

_RED, _GREEN = 31, 32
_GROUND = 10  # added to the code of a colour: the ground instead of the letters
_MARK = "^"


def beside(pieces: Iterable[Piece], out: Output) -> Iterator[list[str]]:
    """Yield the lines of two texts in pairs, one or as many as the width of the terminal asks for.

    The shorter side of a differing piece is filled with blanks. Without colours, a pair that
    differs has a third line, with ``^`` under the differing columns. Two empty texts have no lines.
    """
    lines = _Lines(out)
    for a, b in _uncut(pieces):
        left, right = deque(_cells(a, out)), deque(_cells(b, out))
        while left or right:
            one, two = _taken(left, lines.room), _taken(right, lines.room)
            if not one and not two:
                if lines.used:
                    yield lines.flushed()
                    continue
                # Wider than the whole terminal, which may then break it as it likes.
                one, two = (cells.popleft() if cells else "" for cells in (left, right))
            lines.add(one, two, same=a == b)
            if left or right:
                yield lines.flushed()
    if lines.filled:
        yield lines.flushed()


class _Lines:
    """The pair of lines being filled, and the line of marks below."""

    def __init__(self, out: Output) -> None:
        self._columns = out.columns or sys.maxsize
        self._colours = out.colours
        self._clear()

    def _clear(self) -> None:
        self.used = 0
        self._a = self._b = self._marks = ""

    @property
    def filled(self) -> bool:
        """True with anything in the lines, be it a mark that takes no column."""
        return bool(self._a or self._b)

    @property
    def room(self) -> int:
        return self._columns - self.used

    def add(self, a: str, b: str, *, same: bool) -> None:
        columns = max(width(a), width(b))
        self.used += columns
        self._a += self._painted(a, _RED, same=same) + " " * (columns - width(a))
        self._b += self._painted(b, _GREEN, same=same) + " " * (columns - width(b))
        self._marks += (" " if same else _MARK) * columns

    def _painted(self, text: str, colour: int, *, same: bool) -> str:
        if same or not text or not self._colours:
            return text
        # Blanks have nothing to be coloured but their ground.
        return f"\x1b[{colour + _GROUND if text.isspace() else colour}m{text}\x1b[0m"

    def flushed(self) -> list[str]:
        marked = not self._colours and _MARK in self._marks
        found = [self._a, self._b, *([self._marks] if marked else [])]
        self._clear()
        return [line.rstrip(" ") for line in found]


def _cells(text: str, out: Output) -> list[str]:
    """Return a text as it is shown, cut where a line may break: marks stay with their letter."""
    starts = [i for i, char in enumerate(text) if not i or not _is_mark(char)]
    ends = [*starts[1:], len(text)]
    return ["".join(map(out.shown, text[i:j])) for i, j in zip(starts, ends, strict=False)]


def _taken(cells: deque[str], room: int) -> str:
    """Take away and return as many cells as fit into so many columns."""
    taken = []
    while cells and width(cells[0]) <= room:
        room -= width(cells[0])
        taken.append(cells.popleft())
    return "".join(taken)


def _uncut(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces that part no mark (an accent, a skin tone) from the letter before it."""
    found: list[Piece] = []
    for piece in pieces:
        a, b = piece
        marks = _marks(a) if piece.same and found else 0
        if marks:  # they are upon what differs
            last = found.pop()
            _put(found, last.a + a[:marks], last.b + a[:marks])
            a = b = a[marks:]
        _put(found, a, b)
    return found


def _put(found: list[Piece], a: str, b: str) -> None:
    """Append a piece; one that differs and begins with marks takes their letter along."""
    if a != b and found and (_marks(a) or _marks(b)):
        last = found.pop()
        kept = _last_letter(last.a) if last.same else 0
        if kept:
            found.append(Piece(last.a[:kept], last.b[:kept]))
        a, b = last.a[kept:] + a, last.b[kept:] + b
    if a or b:
        found.append(Piece(a, b))


def _marks(text: str) -> int:
    """Return how many characters at the beginning take no column of their own."""
    return next((i for i, char in enumerate(text) if not _is_mark(char)), len(text))


def _last_letter(text: str) -> int:
    return next((i for i in reversed(range(len(text))) if not _is_mark(text[i])), 0)


def _is_mark(char: str) -> bool:
    return width(visible(char)) == 0
