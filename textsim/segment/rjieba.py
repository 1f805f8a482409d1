"""Segmenter ``rjieba``: jieba in compiled form (extra ``rjieba``), the same tags, other words.

It is many times faster than ``jieba.posseg`` but not equal to it: what the dictionary lacks is
found by the model of ``jieba.cut``, which knows no tags, and names such as ``X-900`` stay whole.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textsim.errors import DictionaryError, InputTypeError, MissingLibraryError
from textsim.segment.jieba_user import UserWord, fold, parse_user_word, read_user_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["RjiebaSegmenter"]

_SURROGATE = re.compile("([\ud800-\udfff])")
_UNKNOWN = "x"
# From here on scripts put no blanks between words: no letter there continues a word.
_FIRST_WITHOUT_BLANKS = "\u2e80"


class RjiebaSegmenter:
    """Cuts Chinese text into words with jieba's part-of-speech tags, by the package rjieba.

    ``user_dict`` is the path, or a tuple of paths, of user dictionaries with lines
    ``word [frequency] [tag]``, separated by blanks, or by TABs so that a word may hold blanks;
    ``words`` are further user words, where blanks belong to the word unless a number follows. A
    word of Han characters with a frequency competes with others and never gets less than the
    dictionary gives it. Any other user word is always cut out, the leftmost first and the longest
    there; case does not matter, and one that ends in a letter or digit is found only where no
    other follows. ``hmm`` False leaves words that the dictionary lacks in single characters.

    Every instance has its own dictionary (25 MB), so that nothing leaks between them. A pickle
    carries the options; when a file has changed by then, DictionaryError says so. Raises
    MissingLibraryError, InputTypeError naming an option, DictionaryError naming file and line.

    ``RjiebaSegmenter().segment("我爱北京天安门")`` is
    ``[('我', 'r'), ('爱', 'v'), ('北京', 'ns'), ('天安门', 'ns')]``.
    """

    tagset = "jieba"

    def __init__(
        self,
        *,
        user_dict: str | tuple[str, ...] = (),
        words: str | tuple[str, ...] = (),
        hmm: bool = True,
    ) -> None:
        """Load the library and read the user's words."""
        if not isinstance(hmm, bool):
            msg = f"option 'hmm' must be True or False, not {hmm!r}"
            raise InputTypeError(msg)
        self._files = _texts("user_dict", user_dict)
        self._words = _texts("words", words)
        self._hmm = hmm
        self._jieba = _import_rjieba().Jieba()
        given = list(_user_words(self._files, self._words))
        for word in filter(_competes, given):
            self._add(word)
        self._own = _OwnWords(word for word in given if not _competes(word))
        self.version = _version(given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options and the version, which tells changed files."""
        return _restore, (self._files, self._words, self._hmm, self.version)

    def segment(self, text: str) -> list[tuple[str, str]]:
        """Return the (word, tag) pairs of a text, which joined are the text.

        Lone surrogates, which the library does not take, are words of their own.
        """
        pairs: list[tuple[str, str]] = []
        at = 0
        for start, end, tag in self._own.places(text):
            self._cut(text[at:start], pairs)
            pairs.append((text[start:end], tag))
            at = end
        self._cut(text[at:], pairs)
        return pairs

    def _add(self, word: UserWord) -> None:
        frequency = word.frequency or 0
        if self._jieba.has_word(word.word):
            frequency = max(frequency, self._jieba.suggest_freq(word.word))
        self._jieba.add_word(word.word, frequency, word.tag or None)

    def _cut(self, text: str, pairs: list[tuple[str, str]]) -> None:
        if not text:
            return
        try:
            found = self._jieba.tag(text, self._hmm)
        except UnicodeEncodeError:
            for part in _SURROGATE.split(text):
                if _SURROGATE.match(part):
                    pairs.append((part, _UNKNOWN))
                else:
                    self._cut(part, pairs)
            return
        pairs += [(word, tag or _UNKNOWN) for word, tag in found]


class _OwnWords:
    """The user words that are always cut out, by their first two characters."""

    def __init__(self, words: Iterable[UserWord]) -> None:
        self._tags = {fold(word.word): word.tag or _UNKNOWN for word in words}
        lengths: dict[str, set[int]] = {}
        for word in self._tags:
            lengths.setdefault(word[:2], set()).add(len(word))
        self._lengths = {key: sorted(found, reverse=True) for key, found in lengths.items()}

    def places(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield (start, end, tag) in order, without overlap."""
        if not self._tags:
            return
        folded = fold(text)
        at = 0
        while at < len(folded):
            end = self._end(folded, at)
            if end:
                yield at, end, self._tags[folded[at:end]]
            at = end or at + 1

    def _end(self, folded: str, at: int) -> int:
        """Return where the longest word that begins there ends, 0 when none does."""
        beginnings = (folded[at : at + 2], folded[at])
        for length in (n for key in beginnings for n in self._lengths.get(key, ())):
            end = at + length
            if folded[at:end] in self._tags and not _continues(folded, at, end):
                return end
        return 0


def _continues(text: str, start: int, end: int) -> bool:
    """Tell whether a letter or digit beside a word goes on with its own at that end."""
    joints = text[max(start - 1, 0) : start + 1], text[end - 1 : end + 1]
    return any(
        len(joint) > 1 and joint.isalnum() and max(joint) < _FIRST_WITHOUT_BLANKS
        for joint in joints
    )


def _competes(word: UserWord) -> bool:
    """Tell whether the library finds a word by itself, so that its frequency can decide."""
    han = all("\u3400" <= char <= "\u9fff" or char >= "\U00020000" for char in word.word)
    return han and word.frequency is not None


def _texts(name: str, value: Any) -> tuple[str, ...]:
    value = (value,) if isinstance(value, str) else value
    if isinstance(value, (tuple, list)) and all(isinstance(part, str) for part in value):
        return tuple(value)
    msg = f"option {name!r} must be str or a tuple of str, not {value!r}"
    raise InputTypeError(msg)


def _user_words(user_dict: tuple[str, ...], words: tuple[str, ...]) -> Iterator[UserWord]:
    for path in user_dict:
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            msg = f"cannot read the user dictionary {path!r}: {error.strerror}"
            raise DictionaryError(msg) from error
        yield from read_user_words(data, path)
    for line in words:
        word = parse_user_word(line, option=True)
        if word is None:
            msg = f"words: {line!r} is not 'word', 'word frequency' or 'word frequency tag'"
            raise DictionaryError(msg)
        yield word


def _import_rjieba() -> Any:
    # Optional, and it reads its dictionary when imported: only those who ask for it pay for it.
    try:
        import rjieba  # noqa: PLC0415
    except ImportError as error:
        msg = f"segmenter 'rjieba' needs its library ({error}): pip install 'textsim[rjieba]'"
        raise MissingLibraryError(msg) from error
    if not hasattr(rjieba, "Jieba"):
        where = getattr(rjieba, "__file__", None) or rjieba
        msg = (
            f"the module rjieba found at {str(where)!r} is not the segmenter, or is too old; "
            "rename that file, or pip install --upgrade 'textsim[rjieba]'"
        )
        raise MissingLibraryError(msg)
    return rjieba


def _version(words: list[UserWord]) -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        release = version("rjieba")
    except PackageNotFoundError:  # a frozen program without package data
        release = "unknown"
    if not words:
        return f"rjieba {release}"
    listing = ascii([tuple(word) for word in words]).encode()
    return f"rjieba {release} words-{hashlib.sha256(listing).hexdigest()[:12]}"


def _restore(
    user_dict: tuple[str, ...],
    words: tuple[str, ...],
    hmm: bool,  # noqa: FBT001 - called by pickle only
    version: str,
) -> RjiebaSegmenter:
    made = RjiebaSegmenter(user_dict=user_dict, words=words, hmm=hmm)
    if made.version != version:
        msg = f"rjieba or its user words changed since pickling: {version!r} is {made.version!r}"
        raise DictionaryError(msg)
    return made
