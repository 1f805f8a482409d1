"""User words: read from files and options, and found in a text.

jieba looks for user words only inside its blocks, so that a word with a blank, a hyphen or a dot
is never found. Here a word is looked for in the whole text, in either case of its letters; where
its first or last character is a letter or digit, no other letter or digit may stand beside it
there, so that a short name does not cut a longer one.

A word with a frequency competes with the words around it. Its frequency counts as in jieba, also
towards the sum of all, but never lowers that of the main dictionary: plain Han words that jieba
does not lower are cut as by ``jieba.load_userdict``.

A word without one is an order: it is cut out wherever it stands, even of a longer word of the
main dictionary (jieba only gives it a frequency with which it holds together on its own). When a
longer user word lies over it the frequencies decide, and it has the one that jieba would give.
A single character is never cut out of a word. Give common words a frequency.
"""

from __future__ import annotations

import math
import re
from operator import add
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from textsim.errors import DictionaryError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textsim.segment.jieba_dictionary import Lexicon
    from textsim.segment.jieba_route import Edges

__all__ = ["Matches", "UserWord", "UserWords", "fold", "parse_user_word", "read_user_words"]

_LINE = re.compile(r"([^ ]+)(?: +([0-9]+))?(?: +([a-z][a-z0-9]*))?")
_OPTION = re.compile(r"(.+?)(?: +([0-9]+)(?: +([a-z][a-z0-9]*))?)?")
_TABBED = re.compile(r"([^\t]+)\t *([0-9]+)? *(?:\t *([A-Za-z][^\t ]*)? *)?\t*")
_TABBED_TAG = re.compile(r"([^\t]+)\t *()([A-Za-z][^\t ]*) *\t*")
_FORM = "'word [frequency] [tag]', or the same with TABs when the word holds blanks"
_EDGES_OF_LINES = " \r\x0b\x0c\x1a\0"
_BLOCK_CHAR = re.compile(r"[\u4E00-\u9FD5a-zA-Z0-9+#&._]")

_Asked: TypeAlias = tuple[int | None, str]  # frequency and tag
_Place: TypeAlias = tuple[int, int, _Asked]  # start, end, what was asked for


class UserWord(NamedTuple):
    """A word of the user; ``frequency`` None asks for it to be cut out always."""

    word: str
    frequency: int | None = None
    tag: str = ""


def parse_user_word(line: str, *, option: bool = False) -> UserWord | None:
    r"""Return the word of one line, or None when the line is malformed.

    Fields are separated by blanks, or by TABs when there is one: then the word may hold blanks.
    With ``option`` the line is a word given in a program: blanks belong to it unless a number
    follows. A frequency is at least 1.

    >>> parse_user_word("云计算 5 n")
    UserWord(word='云计算', frequency=5, tag='n')
    >>> parse_user_word("Louis Vuitton\t100\tnz")
    UserWord(word='Louis Vuitton', frequency=100, tag='nz')
    """
    if "\t" in line:
        found = _TABBED.fullmatch(line) or _TABBED_TAG.fullmatch(line)
    else:
        found = (_OPTION if option else _LINE).fullmatch(line)
    word = found[1].strip() if found else ""
    if not found or not word or "\n" in word or "\r" in word:
        return None
    frequency = int(found[2]) if found[2] else None
    return None if frequency == 0 else UserWord(word, frequency, found[3] or "")


def read_user_words(
    data: bytes, name: str, *, rejected: Callable[[str], None] | None = None
) -> Iterator[UserWord]:
    r"""Yield the words of a user dictionary in UTF-8, with or without byte-order mark.

    One word a line; empty lines and lines that begin with ``#`` and a blank are passed over.
    A malformed line raises DictionaryError naming file and line; with ``rejected`` it is given
    to that function as a message, and the other lines are read.

    >>> [word.word for word in read_user_words("打底裤 10000\r\n打底衫 9\r\n".encode(), "words")]
    ['打底裤', '打底衫']
    """
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        word = None
        try:
            line = raw.decode().strip(_EDGES_OF_LINES)
        except UnicodeDecodeError:
            line = raw.decode(errors="backslashreplace")
        else:
            if not line.strip() or line.startswith("# "):
                continue
            word = parse_user_word(line)
        if word:
            yield word
            continue
        msg = f"{name}, line {number}: {line!r} is not {_FORM} (UTF-8, frequency at least 1)"
        if rejected is None:
            raise DictionaryError(msg)
        rejected(msg)


class Matches(NamedTuple):
    """Where user words lie in a text: those that are cut out, and those that may be words.

    ``cuts`` are (start, end, tag) in order, without overlap, and no word of ``edges`` lies over
    one of them.
    """

    cuts: list[tuple[int, int, str]]
    edges: Edges


class UserWords:
    """The words of a user, looked up by their first two characters in lower case."""

    def __init__(self, words: Iterable[UserWord]) -> None:
        """Take the words; of a repeated one the greatest frequency and the last tag count."""
        self._asked: dict[str, _Asked] = {}
        self._single: dict[str, _Asked] = {}
        self._least: dict[str, int] = {}
        same: dict[_Asked, _Asked] = {}
        self.added = self.count = 0
        for word in words:
            self.added += word.frequency or 0
            self.count += 1
            key = fold(word.word)
            kept = self._single if len(key) == 1 else self._asked
            asked = _both(kept.get(key), (word.frequency, word.tag))
            kept[key] = same.setdefault(asked, asked)
        self._lengths = _lengths(self._asked)
        odd = [char for char in self._single if not _BLOCK_CHAR.match(char)]
        self._odd = re.compile("|".join(map(re.escape, odd))) if odd else None

    def adapt(self, lexicon: Lexicon) -> None:
        """Tell a dictionary, before its first use, of the user words of one character."""
        for char, (frequency, tag) in self._single.items():
            value = math.log(frequency or 1) - lexicon.log_total
            for form in {char, char.upper()}:
                if len(form) == 1:
                    lexicon.overrides[form] = (value, tag)

    def find(self, text: str, lexicon: Lexicon, cut: Callable[[str], list[str]]) -> Matches:
        """Return where user words lie; ``cut`` gives the words of a text by the dictionary."""
        places = list(self._places(fold(text)))
        if not places:
            return Matches([], {})
        claimed = _claim(places, len(text))
        cuts = [(start, end, tag) for start, end, (_, tag) in claimed]
        taken = bytearray(len(text))
        for start, end, _ in claimed:
            taken[start:end] = b"\1" * (end - start)
        edges: Edges = {}
        for start, end, (frequency, tag) in places:
            if taken.find(1, start, end) >= 0:
                continue
            number = frequency or self._least_frequency(text[start:end], lexicon, cut)
            value = math.log(number) - lexicon.log_total
            edges.setdefault(start, []).append((end - start, value, tag))
        return Matches(cuts, edges)

    def _places(self, text: str) -> Iterator[_Place]:
        """Yield the places of user words in a folded text by start, then by length."""
        single = {found.start() for found in self._odd.finditer(text)} if self._odd else ()
        beginnings = map(self._lengths.get, map(add, text, f"{text[1:]}\n"))
        for start, lengths in enumerate(beginnings):
            if start in single:
                frequency, tag = self._single[text[start]]
                yield start, start + 1, (frequency or 1, tag)
            for length in lengths or ():
                end = start + length
                if end > len(text):
                    break
                asked = self._asked.get(text[start:end])
                if asked and _stands_alone(text, start, end):
                    yield start, end, asked

    def _least_frequency(self, word: str, lexicon: Lexicon, cut: Callable[[str], list[str]]) -> int:
        """Return the least frequency with which a word is more probable than its parts."""
        if word not in self._least:
            total = math.exp(lexicon.log_total)
            entries = [lexicon.word(part) for part in cut(word)]
            parts = math.fsum(entry[0] if entry else lexicon.unknown for entry in entries)
            own = lexicon.word(word)
            known = round(math.exp(own[0]) * total) if own else 1
            self._least[word] = max(int(math.exp(parts) * total) + 1, known)
        return self._least[word]


def fold(text: str) -> str:
    """Return a text in lower case, of the same length.

    >>> fold("T恤İ")
    't恤İ'
    """
    lower = text.lower()
    if len(lower) == len(text) and "\u03c2" not in lower:
        return lower
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def _both(old: _Asked | None, new: _Asked) -> _Asked:
    if old is None:
        return new
    frequency = None if old[0] is None or new[0] is None else max(old[0], new[0])
    return frequency, new[1] or old[1]


def _lengths(words: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the lengths of the words by their first two characters, ascending."""
    found: dict[str, tuple[int, ...]] = {}
    same: dict[tuple[int, ...], tuple[int, ...]] = {}
    for word in words:
        begun = found.get(word[:2], ())
        if len(word) not in begun:
            lengths = tuple(sorted((*begun, len(word))))
            found[word[:2]] = same.setdefault(lengths, lengths)
    return found


def _claim(places: list[_Place], size: int) -> list[_Place]:
    """Return the places that are cut out, in order: those that no longer user word lies over.

    Longer words come first, then those to be cut out always, then what stands further left. A
    place can only touch an earlier one, which is no shorter, with its own first or last character.
    """
    if all(asked[0] is not None for _, _, asked in places):
        return []
    taken = bytearray(size)
    claimed = []
    for place in sorted(places, key=lambda p: (p[0] - p[1], p[2][0] is not None, p[0])):
        start, end, asked = place
        if not taken[start] and not taken[end - 1]:
            taken[start:end] = b"\1" * (end - start)
            if asked[0] is None:
                claimed.append(place)
    return sorted(claimed)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether no letter or digit continues a word that ends in one, on either side."""
    if start and _is_letter(text[start]) and _is_letter(text[start - 1]):
        return False
    return not (end < len(text) and _is_letter(text[end - 1]) and _is_letter(text[end]))


def _is_letter(char: str) -> bool:
    """Tell whether a character is a letter or digit of a script that puts blanks between words."""
    return char.isalnum() and (char < "\u1100" or "\uff10" <= char <= "\uff5a")
