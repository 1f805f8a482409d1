"""The settings of the default segmenter: checked when given, all that a pickle carries."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from textsim.errors import DictionaryError, InputError, InputTypeError
from textsim.segment.jieba_user import UserWord, parse_user_word

__all__ = ["JiebaOptions"]


class JiebaOptions(NamedTuple):
    """The settings, in their one form; made with ``of``."""

    dictionary: str | None
    user_dict: tuple[str, ...]
    words: tuple[str, ...]
    hmm: bool
    cache_dir: str | None
    max_user_words: int
    lenient: bool

    @classmethod
    def of(cls, **given: Any) -> JiebaOptions:
        """Return the settings as they are kept, from what a caller gave.

        Raises InputTypeError naming the option of a wrong type, InputError for a limit below 0,
        DictionaryError for a malformed word.

        >>> JiebaOptions.of(dictionary=None, user_dict="a.txt", words=(), hmm=True, cache_dir=None,
        ...     max_user_words=10, lenient=False).files()[0][-5:]
        'a.txt'
        """
        for name in ("dictionary", "cache_dir"):
            if given[name] is not None and given[name] != "":
                given[name] = _absolute(_text(name, given[name]))
        given["user_dict"] = tuple(map(_absolute, _texts("user_dict", given["user_dict"])))
        given["words"] = _texts("words", given["words"])
        for name in ("hmm", "lenient"):
            if not isinstance(given[name], bool):
                msg = f"{name} must be True or False, not {given[name]!r}"
                raise InputTypeError(msg)
        limit = given["max_user_words"]
        if not isinstance(limit, int) or isinstance(limit, bool):
            msg = f"max_user_words must be a whole number, not {limit!r}"
            raise InputTypeError(msg)
        if limit < 0:
            msg = f"max_user_words {limit!r} is below 0"
            raise InputError(msg)
        options = cls(**given)
        options.user_words()  # a malformed one is refused at once
        return options

    def files(self) -> tuple[str, ...]:
        """Return the paths of all files named, the main dictionary first."""
        return (*((self.dictionary,) if self.dictionary is not None else ()), *self.user_dict)

    def user_words(self) -> list[UserWord]:
        """Return the words given one by one."""
        return [_word(line) for line in self.words]


def _absolute(path: str) -> str:
    # Another process that gets the settings may work in another folder.
    return str(Path(path).absolute())


def _text(name: str, value: Any) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    msg = f"{name} must be str, not {type(value).__name__} {value!r}"
    raise InputTypeError(msg)


def _texts(name: str, value: Any) -> tuple[str, ...]:
    """Return one text or several as a tuple."""
    if isinstance(value, (tuple, list)):
        return tuple(_text(name, part) for part in value)
    if isinstance(value, (str, os.PathLike)):
        return (_text(name, value),)
    msg = f"{name} must be str or a tuple of str, not {type(value).__name__} {value!r}"
    raise InputTypeError(msg)


def _word(line: str) -> UserWord:
    word = parse_user_word(line, option=True)
    if word is None:
        msg = f"words: {line!r} is not 'word', 'word frequency' or 'word frequency tag'"
        raise DictionaryError(msg)
    return word
