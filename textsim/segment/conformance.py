"""The conformance kit: checks that a segmenter keeps the contract textsim relies on.

For authors of plug-ins; plain Python, no test framework. In a test of your package::

    from textsim.segment import SegmentSpec, load_segmenter
    from textsim.segment.conformance import check

    def test_contract():
        check(load_segmenter(SegmentSpec("my-segmenter")))
"""

from __future__ import annotations

import os
import pickle
import reprlib
import sys
import tempfile
import threading
import warnings
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeAlias

from textsim.errors import SegmenterError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textsim.segment.registry import Segmenter

__all__ = ["TEXTS", "NotConformingError", "check"]

_Pairs: TypeAlias = list[tuple[str, str]]

# What breaks segmenters: nothing, blanks of all kinds, controls, marks, characters beyond the
# basic plane, mixtures of scripts, numbers and names, markup, and length.
TEXTS: tuple[str, ...] = (
    "",
    " ",
    "\t \u3000\u00a0\r\n\u2028",
    "养",
    "养猫必须知道的冷知识",
    "又跛又啞，測試標題",
    "袁 世 凯 传",
    "奥迪\tA4L\u3000试驾\r\n第二行\n\n第四行",
    "\ufeff上有老，下有小",
    "标题\x00后半\x07\x1b[0m",
    "零\u200b宽\u2060度\u202e反向\u00ad连字",
    "今天天气很好，🙋我们去郊游🎉🎉",
    "❗\ufe0f通知👨\u200d💻招聘🇨🇳",
    "大黄䓬虫，𮊸𨻸古籍，\U00030edd\U0002ebf0",
    "ＡＢＣ１２３教程（上）",
    "Cafe\u0301选址，が゙ か゛",
    "涨3.5%到4.55米，2021-01-01 09:00公告X-900，AK47、v2.0.1、C++和C#",
    "iPhone15降价1,234元，Wi-Fi 5G",
    "https://example.com/a?b=1&c=2#d 联系 user.name@example.org",
    "<b>粗</b>&nbsp;a<b && c>d",
    "a/n b/v 养/v, 猫/n]",
    "don't stop_word-list \\n 'x' \"y\" `z` {k: [1]}",
    "，。！？；：…—“”‘’《》【】·~@#￥%……&*（）",
    "한국어 대한민국, русский язык, ไทย, العربية, ひらがなカタカナ々〇",
    "\ud83d半个\udc00代理",
    "哈" * 300,
    "a" * 300 + "1" * 300,
    "小明硕士毕业于中国科学院计算所，后在日本京都大学深造。Room 101, 3.5%\n" * 60,
)
_THREADS = 6
_SHOWN = 40


class NotConformingError(SegmenterError, AssertionError):
    """A segmenter does not keep the contract; the message names it, the text and what is wrong."""


def check(segmenter: Segmenter, *, exempt: bool = False) -> None:
    """Return nothing when the segmenter keeps the contract, else raise NotConformingError.

    Checked on ``TEXTS``: ``version`` and ``tagset``; (word, tag) tuples of str, tags empty when
    the tag set is; the words joined are the text, none is empty, none holds half a surrogate pair
    that the text does not; no token for the empty text; the same answer again, interleaved with
    another text, from several threads and after pickling; nothing written to stdout or stderr.

    ``exempt`` is for a segmenter that leaves something out or overlaps on purpose, such as
    ``words`` and ``ngram``: its words need not join to the text and may be empty or parts of
    characters, and the empty text may give a token.

    >>> from textsim.segment.words import WordsSegmenter
    >>> check(WordsSegmenter(), exempt=True)
    """
    _check_attributes(segmenter)
    with _silence(segmenter):
        expected = [_check_text(segmenter, text, exempt=exempt) for text in TEXTS]
        _check_purity(segmenter, expected)
        _check_threads(segmenter, expected)
        _check_pickle(segmenter, expected)


def _fail(segmenter: object, what: str, text: str | None = None) -> NotConformingError:
    """Return the error to raise."""
    where = ""
    if text is not None:
        where = f" on the text {text[:_SHOWN]!r}{'…' if len(text) > _SHOWN else ''}"
    return NotConformingError(f"{type(segmenter).__name__} {what}{where}")


def _check_attributes(segmenter: Any) -> None:
    for name in ("version", "tagset"):
        value = getattr(segmenter, name, None)
        if not isinstance(value, str):
            what = f"must have {name} as str, not {value!r}"
            raise _fail(segmenter, what)
    if not segmenter.version:
        raise _fail(segmenter, "must have a version that is not empty")
    if not callable(getattr(segmenter, "segment", None)):
        raise _fail(segmenter, "must have a method segment")


def _cut(segmenter: Segmenter, text: str) -> _Pairs:
    try:
        return list(segmenter.segment(text))
    except Exception as error:
        what = f"raised {type(error).__name__}: {str(error)[:200]}"
        raise _fail(segmenter, what, text) from error


def _check_text(segmenter: Segmenter, text: str, *, exempt: bool) -> _Pairs:
    pairs: list[Any] = _cut(segmenter, text)
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:  # noqa: PLR2004
            what = f"gave {reprlib.repr(pair)} in place of a (word, tag) tuple"
            raise _fail(segmenter, what, text)
        if not all(isinstance(part, str) for part in pair):
            what = f"gave {reprlib.repr(pair)}, of which a part is not str,"
            raise _fail(segmenter, what, text)
        if pair[1] and not segmenter.tagset:
            what = f"gave the tag {pair[1]!r} though its tagset is empty"
            raise _fail(segmenter, what, text)
    if not exempt:
        _check_words(segmenter, text, [word for word, _ in pairs])
    return pairs


def _check_words(segmenter: Segmenter, text: str, words: list[str]) -> None:
    if "".join(words) != text:
        spot = _first_difference("".join(words), text)
        what = f"gave words that joined are not the text from character {spot} on: {words[:8]!r}"
        raise _fail(segmenter, what, text)
    if "" in words:
        raise _fail(segmenter, "gave an empty word", text)


def _first_difference(a: str, b: str) -> int:
    return next(i for i, (x, y) in enumerate(zip_longest(a, b)) if x != y)


def _check_purity(segmenter: Segmenter, expected: list[_Pairs]) -> None:
    for text, pairs in zip(TEXTS, expected, strict=True):
        if _cut(segmenter, text) != pairs:
            raise _fail(segmenter, "gave another answer the second time", text)
    # Two answers read in turns: a generator must not keep its place in the segmenter.
    for i, text in enumerate(TEXTS):
        other = TEXTS[i - 1]
        turns = list(zip_longest(segmenter.segment(text), segmenter.segment(other)))
        mine = [pair for pair, _ in turns if pair is not None]
        theirs = [pair for _, pair in turns if pair is not None]
        if mine != expected[i] or theirs != expected[i - 1]:
            what = f"mixed up its answer with that for {other[:_SHOWN]!r}, read in turns,"
            raise _fail(segmenter, what, text)


def _check_threads(segmenter: Segmenter, expected: list[_Pairs]) -> None:
    failures: list[NotConformingError] = []
    start = threading.Barrier(_THREADS)

    def work(offset: int) -> None:
        start.wait()
        try:
            for i in range(len(TEXTS)):
                text = TEXTS[i - offset]
                if _cut(segmenter, text) != expected[i - offset]:
                    raise _fail(segmenter, "gave another answer beside other threads", text)
        except NotConformingError as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(3 * n,)) for n in range(_THREADS)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # change threads often, so that shared state shows
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if failures:
        raise failures[0]


def _check_pickle(segmenter: Segmenter, expected: list[_Pairs]) -> None:
    try:
        copy = pickle.loads(pickle.dumps(segmenter))  # noqa: S301 - our own bytes
    except Exception as error:
        what = f"cannot be pickled: {type(error).__name__}: {error}"
        raise _fail(segmenter, what) from error
    if (copy.version, copy.tagset) != (segmenter.version, segmenter.tagset):
        what = f"has another version or tagset after pickling: {copy.version!r}, {copy.tagset!r}"
        raise _fail(segmenter, what)
    for text, pairs in zip(TEXTS, expected, strict=True):
        if _cut(copy, text) != pairs:
            raise _fail(segmenter, "gave another answer after pickling", text)


@contextmanager
def _silence(segmenter: Segmenter) -> Iterator[None]:
    """Catch what is written meanwhile, by Python or by a library below it, and refuse any."""
    streams = sys.stdout, sys.stderr
    with (
        tempfile.TemporaryFile("w+b") as raw,
        open(raw.fileno(), "w", encoding="utf-8", errors="replace", closefd=False) as sink,
        warnings.catch_warnings(record=True) as warned,
    ):
        warnings.simplefilter("always")
        for stream in streams:
            stream.flush()
        saved = [os.dup(number) for number in (1, 2)]
        try:
            for number in (1, 2):
                os.dup2(raw.fileno(), number)
            sys.stdout = sys.stderr = sink
            yield
        finally:
            sink.flush()
            sys.stdout, sys.stderr = streams
            for number, copy in zip((1, 2), saved, strict=True):
                os.dup2(copy, number)
                os.close(copy)
        raw.seek(0)
        written = raw.read().decode("utf-8", "replace").strip()
    if not written and warned:
        written = f"{warned[0].category.__name__}: {warned[0].message}"
    if written:
        what = f"must be quiet but wrote {written[:200]!r}"
        raise _fail(segmenter, what)
