"""Texts from arguments, files and standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from textsim.cli.render import visible
from textsim.decode import AUTO, decode, decode_lines
from textsim.errors import InputError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

__all__ = ["Inputs", "Text"]

_STDIN = "-"
_STDIN_NAME = "standard input"


class Text(NamedTuple):
    """A text and what to call it: the name of its file, or the text itself."""

    label: str
    text: str


class Inputs:
    """The texts that a command line names, decoded as it says.

    An encoding that auto chose is told on stderr, unless it is UTF-8. Standard input is read
    once; a terminal in its place is never waited for, but ends the command with its usage.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        """Take the parsed arguments; an unknown encoding raises UnknownNameError at once."""
        decode(b"", args.encoding)
        self._args = args
        self._stdin_taken = False

    def given(self) -> Iterator[Text]:
        """Yield the texts of the arguments in order, or those of the files they name."""
        for number, argument in enumerate(self._args.texts, 1):
            if not self._args.files:
                text = self._argument(argument, number)
                yield Text(text, text)
            elif argument == _STDIN:
                data = self._read(self._stdin(), _STDIN_NAME)
                yield Text(_STDIN_NAME, self._decoded(data, _STDIN_NAME))
            else:
                yield Text(argument, self._file(argument))

    def lines(self) -> Iterator[Text]:
        """Return an iterator over the physical lines of standard input, the empty ones too.

        A terminal in place of an input ends the command now, not at the first line.
        """
        return self._lines(self._stdin())

    def _lines(self, stream: BinaryIO) -> Iterator[Text]:
        lines = decode_lines(stream, self._args.encoding, _STDIN_NAME, chosen=self._noter)
        try:
            for line in lines:
                yield Text(line, line)
        except OSError as error:
            raise _unreadable(_STDIN_NAME, error) from None

    def whole(self) -> Text:
        """Return all of standard input as one text."""
        data = self._read(self._stdin(), _STDIN_NAME)
        return Text(_STDIN_NAME, self._decoded(data, _STDIN_NAME))

    def _stdin(self) -> BinaryIO:
        if sys.stdin is None or sys.stdin.isatty():
            self._args.fail("no text: give texts as arguments, or standard input from a file or |")
        if self._stdin_taken:
            msg = "standard input ('-') can be read once only; name another file"
            raise InputError(msg)
        self._stdin_taken = True
        return sys.stdin.buffer

    def _argument(self, argument: str, number: int) -> str:
        """Return an argument's text; bytes that the locale could not decode are decoded here."""
        if not any("\udc80" <= char <= "\udcff" for char in argument):
            return argument
        try:
            data = os.fsencode(argument)
        except UnicodeEncodeError:  # a lone surrogate from a Python caller
            return argument
        return self._decoded(data, f"argument {number}")

    def _file(self, name: str) -> str:
        try:
            data = Path(name).read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
            raise _unreadable(repr(name), error) from None
        return self._decoded(data, name)

    def _read(self, stream: BinaryIO, source: str) -> bytes:
        try:
            return stream.read()
        except OSError as error:
            raise _unreadable(source, error) from None

    def _decoded(self, data: bytes, source: str) -> str:
        text, encoding = decode(data, self._args.encoding, source)
        self._note(source, encoding)
        return text

    def _noter(self, encoding: str) -> None:
        self._note(_STDIN_NAME, encoding)

    def _note(self, source: str, encoding: str) -> None:
        if self._args.encoding.lower() == AUTO and encoding != "utf-8":
            note = f"{visible(source)} read as {encoding}; say --encoding to be sure"
            print(f"textsim: note: {note}", file=sys.stderr)


def _unreadable(source: str, error: Exception) -> InputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else error
    return InputError(f"cannot read {source}: {reason}")
