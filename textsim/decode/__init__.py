"""Bytes → text: in a named encoding, or in the one that the bytes themselves show.

``auto`` takes a byte order mark's word, then strict UTF-8, then the likelier of GB18030 and Big5.
Nothing is ever replaced: bytes that fit no encoding, or only as a heap of rare characters, raise
DecodingError, and so does UTF-8 with a damaged byte, which GB18030 would read as mojibake.
"""

from __future__ import annotations

import codecs
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

from textsim.decode.detect import decoder, detect, settled
from textsim.errors import DecodingError, InputTypeError, UnknownNameError, name_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["AUTO", "ByteStream", "Decoded", "decode", "decode_lines", "detect"]

AUTO = "auto"

# A name stands for its superset, as in web browsers: files called GBK or GB2312 often have
# characters that only GB18030 has.
_SUPERSET = {"gb2312": "gb18030", "gbk": "gb18030", "utf-8-sig": "utf-8"}
_KNOWN = ("auto", "utf-8", "utf-16", "utf-32", "gb18030", "gbk", "big5", "big5hkscs")
_CHUNK = 1 << 16


class Decoded(NamedTuple):
    """A text and the name of the encoding it was read in; ``decode`` accepts the name."""

    text: str
    encoding: str


class ByteStream(Protocol):
    """What ``decode_lines`` reads from: any binary file."""

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes; none at the end."""


def decode(
    data: bytes | bytearray | memoryview, encoding: str = AUTO, source: str = "input"
) -> Decoded:
    """Return the text of bytes and the name of its encoding, without a byte order mark.

    ``gbk`` and ``gb2312`` are read as ``gb18030``, ``big5`` with Windows' additions. Bytes that
    are not text in the encoding raise DecodingError naming ``source`` and the byte offset, an
    unknown encoding UnknownNameError, anything but bytes InputTypeError.

    >>> decode("你好".encode("gbk"))
    Decoded(text='你好', encoding='gb18030')
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        msg = f"data must be bytes, not {type(data).__name__} {data!r}"
        raise InputTypeError(msg)
    data = bytes(data)
    name = _canonical(encoding)
    if name == AUTO:
        name = detect(data, source)
    text = _Offsets(name, source).decode(data, final=True)
    return Decoded(text.removeprefix("\ufeff"), name)


def decode_lines(
    stream: ByteStream,
    encoding: str = AUTO,
    source: str = "input",
    *,
    keep_ends: bool = False,
    chosen: Callable[[str], None] | None = None,
) -> Iterator[str]:
    r"""Return an iterator over the physical lines of a binary stream; memory holds one line.

    Lines end at LF or CR LF, which ``keep_ends`` keeps; the last one may lack it. ``auto`` hands
    out ASCII as it comes; from the first other byte on it decides for UTF-8 as soon as a
    character of three bytes shows it, and otherwise on 64 KiB or the whole rest. ``chosen`` is
    then called with the name. A later byte that does not fit raises DecodingError naming
    ``source`` and the offset.

    >>> import io
    >>> list(decode_lines(io.BytesIO(b"a\r\n\nb")))
    ['a', '', 'b']
    """
    pieces: list[str] = []
    for text in _texts(stream, _canonical(encoding), source, chosen):
        *lines, rest = text.split("\n")
        for line in lines:
            whole = "".join((*pieces, line))
            pieces.clear()
            yield whole + "\n" if keep_ends else whole.removesuffix("\r")
        if rest:
            pieces.append(rest)
    if pieces:
        yield "".join(pieces)


def _texts(
    stream: ByteStream, name: str, source: str, chosen: Callable[[str], None] | None
) -> Iterator[str]:
    """Yield the decoded text of a stream in pieces, without its byte order mark."""
    # read1 gives what has arrived, so that a slow pipe's lines are not held back.
    take = getattr(stream, "read1", stream.read)
    chunks: Iterator[bytes] = iter(lambda: take(_CHUNK), b"")
    head, passed = b"", 0
    if name == AUTO:
        for chunk in chunks:
            head += chunk
            if head.isascii() and 0 not in head:  # UTF-32 and UTF-16 are full of zeros
                yield head.decode("ascii")
                head, passed = b"", passed + len(head)
            elif len(head) >= _CHUNK or settled(head):
                break
        if not head:
            return
        name = detect(head, source, final=len(head) < _CHUNK and not settled(head), offset=passed)
        if chosen is not None:
            chosen(name)
    offsets = _Offsets(name, source, passed)
    first = passed == 0
    for chunk in chain([head], chunks):
        text = offsets.decode(chunk)
        yield text.removeprefix("\ufeff") if first else text
        first = first and not text
    yield offsets.decode(b"", final=True)


class _Offsets:
    """An incremental decoder whose errors tell the offset from the beginning of the stream."""

    def __init__(self, name: str, source: str, passed: int = 0) -> None:
        self._name, self._source, self._passed = name, source, passed
        self._decoder = decoder(name)

    def decode(self, data: bytes, *, final: bool = False) -> str:
        """Return the text of the next bytes; raise DecodingError where they are none."""
        held = len(self._decoder.getstate()[0])
        start = self._passed - held
        self._passed += len(data)
        try:
            return self._decoder.decode(data, final)
        except UnicodeError as error:
            if not isinstance(error, UnicodeDecodeError):
                msg = f"{self._source}: not {self._name}: {error}"
                raise DecodingError(msg) from None
            byte = error.object[error.start]
            msg = (
                f"{self._source}: byte 0x{byte:02x} at offset {start + error.start} is not "
                f"{self._name} ({error.reason}); name another encoding or repair the text"
            )
            raise DecodingError(msg) from None


def _canonical(encoding: str) -> str:
    if not isinstance(encoding, str):
        msg = f"encoding must be str, not {type(encoding).__name__} {encoding!r}"
        raise InputTypeError(msg)
    if encoding.lower() == AUTO:
        return AUTO
    try:
        "a".encode(encoding)  # refuses what is no text encoding, such as base64
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        msg = f"no encoding {encoding!r}; known are {name_list(_KNOWN)} and Python's other codecs"
        raise UnknownNameError(msg) from None
    return _SUPERSET.get(name, name)
