"""Stage 2: a text becomes (word, tag) pairs, cut by a segmenter chosen by name.

::

    jieba    words and tags of jieba.posseg         rjieba   the same family, compiled
    hanlp    words and natures of HanLP 1.x         tokens   text that is cut already
    words    runs of letters, four ways             ngram    character windows

Others plug in through the entry-point group ``textsim.segmenters``; ``examples/segmenter_plugin``
is a complete one, ``textsim.segment.conformance`` checks one.
"""

from __future__ import annotations

import reprlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textsim.errors import InputError, InputTypeError, SegmenterError, TextsimError
from textsim.segment.registry import (
    Option,
    Segmenter,
    SegmenterInfo,
    forget,
    load,
    segmenters,
)
from textsim.values import Token

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Option",
    "SegmentSpec",
    "Segmenter",
    "SegmenterInfo",
    "forget",
    "load_segmenter",
    "segment",
    "segmenters",
]

# Tag sets with a tag of their own for punctuation, which is never overruled.
_TAGS_PUNCTUATION = frozenset({"hanlp"})
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class SegmentSpec:
    """Which segmenter cuts, with which options, and what is done to its tokens.

    ``options`` are given to the segmenter as keywords: text, whole numbers, True or False, or
    tuples of text; a mapping or any iterable of pairs is accepted and kept as a sorted tuple.
    ``join`` merges tokens that together are one decimal, percentage, date, time or model name.
    ``punctuation_tag`` is the tag that tokens without letter, digit or mark get when the
    segmenter's tag set has none for punctuation (jieba says ``x`` of anything); ``""`` leaves all
    tags alone. ``files`` pins the content of files that the options name: (path, SHA-256).
    Raises InputTypeError or InputError naming the option.

    >>> SegmentSpec("ngram", {"width": 2, "pattern": ""}).options
    (('pattern', ''), ('width', 2))
    """

    segmenter: str = "jieba"
    options: tuple[tuple[str, Option], ...] = ()
    join: bool = False
    punctuation_tag: str = ""
    files: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Check the types and bring the options into their one form."""
        for name in ("segmenter", "punctuation_tag"):
            if not isinstance(value := getattr(self, name), str):
                msg = f"{name} must be str, not {type(value).__name__} {value!r}"
                raise InputTypeError(msg)
        if not isinstance(self.join, bool):
            msg = f"join must be True or False, not {self.join!r}"
            raise InputTypeError(msg)
        object.__setattr__(self, "options", _canonical(self.options))


def _canonical(options: Any) -> tuple[tuple[str, Option], ...]:
    try:
        pairs = options.items() if isinstance(options, Mapping) else options
        items = [(name, _option(name, value)) for name, value in pairs]
    except (TypeError, ValueError) as error:
        if isinstance(error, TextsimError):
            raise
        msg = f"options must be (name, value) pairs, not {options!r}"
        raise InputTypeError(msg) from None
    if len({name for name, _ in items}) < len(items):
        msg = f"options {items!r} name one option twice"
        raise InputError(msg)
    return tuple(sorted(items))


def _option(name: Any, value: Any) -> Option:
    if not isinstance(name, str):
        msg = f"the name of an option must be str, not {type(name).__name__} {name!r}"
        raise InputTypeError(msg)
    if isinstance(value, (str, int)):  # bool is an int
        return value
    if isinstance(value, (tuple, list)) and all(isinstance(part, str) for part in value):
        return tuple(value)
    msg = f"option {name!r} must be str, int, bool or a tuple of str, not {value!r}"
    raise InputTypeError(msg)


def load_segmenter(spec: SegmentSpec) -> Segmenter:
    """Return the segmenter of a spec, made once in the process and shared by all threads.

    An unknown name raises UnknownNameError, an unknown option InputError, an absent library
    MissingLibraryError, two packages under the name SegmenterConflictError, a plug-in that breaks
    the contract SegmenterError.

    >>> load_segmenter(SegmentSpec("words")).version
    'words 1'
    """
    return load(spec.segmenter, spec.options, spec.files)


def segment(text: str, spec: SegmentSpec) -> list[Token]:
    """Return the tokens of a text in order, blanks and punctuation among them if so cut.

    Anything but str raises InputTypeError; a segmenter that raises or gives anything but
    (word, tag) pairs raises SegmenterError naming it and the text.

    >>> segment("有哪些 养猫", SegmentSpec("words"))
    [Token(word='有哪些', tag=''), Token(word='养猫', tag='')]
    """
    if not isinstance(text, str):
        msg = f"text must be str, not {type(text).__name__} {text!r}"
        raise InputTypeError(msg)
    segmenter = load(spec.segmenter, spec.options, spec.files)
    try:
        tokens = _tokens(segmenter.segment(text))
    except TextsimError:
        raise
    except Exception as error:
        what = str(error) if isinstance(error, _WrongShapeError) else f"raised {_short(error)}"
        shown = repr(text[:_SHOWN]) + ("…" if len(text) > _SHOWN else "")
        msg = f"segmenter {spec.segmenter!r} {what} on the text {shown}"
        raise SegmenterError(msg) from error
    if spec.join:
        from textsim.segment.join import join  # noqa: PLC0415 - its regex is not always needed

        tokens = join(text, tokens)
    if spec.punctuation_tag and segmenter.tagset not in _TAGS_PUNCTUATION:
        tag = spec.punctuation_tag
        tokens = [Token(t.word, tag) if _is_punctuation(t.word) else t for t in tokens]
    return tokens


def _short(error: Exception) -> str:
    # Errors of codecs and the like repeat the whole text.
    return f"{type(error).__name__}: {str(error)[:200]}"


class _WrongShapeError(Exception):
    """What a segmenter gave is not an iterable of (word, tag)."""


def _tokens(pairs: Iterable[Any]) -> list[Token]:
    tokens = []
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:  # noqa: PLR2004
            msg = f"gave {reprlib.repr(pair)} in place of a (word, tag) tuple"
            raise _WrongShapeError(msg)
        word, tag = pair
        if not isinstance(word, str) or not isinstance(tag, str):
            msg = f"gave {reprlib.repr(pair)}, of which a part is not str,"
            raise _WrongShapeError(msg)
        tokens.append(Token(word, tag))
    return tokens


def _is_punctuation(word: str) -> bool:
    """Tell whether a word has no letter, digit or combining mark."""
    return not any(c.isalnum() or unicodedata.category(c)[0] == "M" for c in word)
