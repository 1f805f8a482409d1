"""Values → lines on standard output: aligned for a terminal, tab-separated for anything else."""

from __future__ import annotations

import os
import shutil
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Output", "fit", "pad", "silence", "visible", "width"]

_GAP = "  "
_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
# Hangul vowels and finals, which join the consonant before them.
_JAMO = ("\u1160", "\u11ff")
_SKIN_TONES = ("\U0001f3fb", "\U0001f3ff")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# Cells but the last are cut to this width on a terminal, so that one long word bends no table.
_WIDEST = 40


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    East Asian wide characters and emoji take two, combining marks and format characters none.

    >>> width("a猫"), width("e\u0301"), width("\u2764\ufe0f")
    (3, 1, 2)
    """
    if text.isascii():
        return len(text)
    columns = 0
    before = ""
    for char in text:
        # The emoji style makes the narrow sign before it a wide one.
        columns += int(_columns(before) == 1) if char == _EMOJI_STYLE and before else _columns(char)
        before = char
    return columns


@lru_cache(maxsize=1 << 14)
def _columns(char: str) -> int:
    joins = _JAMO[0] <= char <= _JAMO[1] or _SKIN_TONES[0] <= char <= _SKIN_TONES[1]
    if joins or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def visible(text: str) -> str:
    r"""Return a text with everything escaped that a terminal would obey or hide.

    Control, format and bidi characters, line separators and lone surrogates become ``\x1b``,
    ``\u202e`` and the like; the joiner inside an emoji stays.

    >>> visible("a\x1b[31mb\n")
    'a\\x1b[31mb\\n'
    """
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


@lru_cache(maxsize=1 << 14)
def _visible(char: str) -> str:
    if char == _JOINER or unicodedata.category(char) not in _HIDDEN:
        return char
    return _SHORT_ESCAPES.get(char) or char.encode("unicode_escape").decode("ascii")


def fit(text: str, columns: int, ellipsis: str = "…") -> str:
    """Return a text cut to a number of columns; a cut one ends with the ellipsis.

    >>> fit("猫和狗", 5)
    '猫和…'
    """
    if width(text) <= columns:
        return text
    room = columns - width(ellipsis)
    kept = ""
    for char in text:
        if width(kept + char) > room:
            break
        kept += char
    return kept + ellipsis if room >= 0 else ""


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return a text filled with blanks to a number of columns; ``right`` puts it at the right.

    >>> pad("猫", 4), pad("7", 3, right=True)
    ('猫  ', '  7')
    """
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


class Output:
    """Where results go. ``terminal`` decides between aligned and tab-separated.

    ``columns`` is the width of the terminal, 0 for anything else; ``colours`` tells whether
    colours are welcome: on a terminal that knows them, unless NO_COLOR is set (no-color.org).
    """

    def __init__(self, stream: TextIO) -> None:
        """Take the stream; its encoding is kept, what it cannot say is escaped."""
        self._stream = stream
        self._encoding = stream.encoding or "utf-8"
        self.terminal = stream.isatty()
        self.columns = shutil.get_terminal_size().columns if self.terminal else 0
        self.colours = self.terminal and _knows_colours(os.environ)
        self._ellipsis = "…" if self._encodable("…") == "…" else "..."

    def line(self, text: str = "") -> None:
        """Write a line of our own words, cut to the terminal's width."""
        text = self._encodable(text)
        self.write(fit(text, self.columns, self._ellipsis) if self.terminal else text)

    def json(self, value: Any) -> None:
        """Write a value as one line of JSON, in ASCII when the stream's encoding is too small."""
        import json  # noqa: PLC0415 - not every run prints JSON

        from textsim import wire  # noqa: PLC0415

        text = wire.dumps(value)
        self.write(text if self._encodable(text) == text else json.dumps(json.loads(text)))

    def table(
        self, header: Sequence[str], rows: Iterable[Sequence[str]], *, right: str = ""
    ) -> None:
        """Write a header and rows of cells, names in ``right`` (blank-separated) at the right."""
        if not self.terminal:
            for cells in (header, *rows):
                self.row(cells)
            return
        lines = [[self.shown(cell) for cell in cells] for cells in (header, *rows)]
        widths = [min(_WIDEST, max(map(width, column))) for column in zip(*lines, strict=True)]
        at_right = [name in right.split() for name in header]
        for cells in lines:
            self._aligned(cells, widths, at_right)

    def row(self, cells: Sequence[str], widths: Sequence[int] = ()) -> None:
        """Write one row at once; on a terminal with the given widths, negative at the right."""
        if not self.terminal:
            self.write(self._encodable("\t".join(map(_quoted, cells))))
            return
        sizes = [abs(size) for size in widths]
        self._aligned([self.shown(cell) for cell in cells], sizes, [size < 0 for size in widths])

    def shown(self, text: str) -> str:
        """Return a text as the stream can show it, with nothing that a terminal would obey."""
        return self._encodable(visible(text))

    def write(self, text: str) -> None:
        """Write a line as it is: of shown text, and no wider than the terminal."""
        self._stream.write(text + "\n")

    def _aligned(
        self, cells: Sequence[str], widths: Sequence[int], at_right: Sequence[bool]
    ) -> None:
        *most, last = cells
        padded = [
            pad(fit(cell, size, self._ellipsis), size, right=right)
            for cell, size, right in zip(most, widths, at_right, strict=False)
        ]
        if at_right[len(most) :] == [True]:
            last = pad(last, widths[len(most)], right=True)
        self.write(fit(_GAP.join((*padded, last)).rstrip(" "), self.columns, self._ellipsis))

    def _encodable(self, text: str) -> str:
        return text.encode(self._encoding, "backslashreplace").decode(self._encoding)


def _knows_colours(environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return False
    # The old console of Windows shows the codes; what understands them names itself.
    return os.name != "nt" or "WT_SESSION" in environ or "TERM" in environ


def _quoted(cell: str) -> str:
    """Return a cell as CSV with tabs for commas has it."""
    if any(char in cell for char in '\t\n\r"'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def silence(stream: TextIO) -> None:
    """Let nothing more be written, so that the interpreter's last flush raises nothing."""
    try:
        target = stream.fileno()
    except (OSError, ValueError):
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, target)
    os.close(null)
