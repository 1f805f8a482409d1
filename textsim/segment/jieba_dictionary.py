"""The main dictionary: read, grouped by first character, and its words looked up.

A group of words is parsed when its first character occurs, so that a short program never pays for
a third of a million words. Words of two characters are the core of the look-up: they also say
which longer words begin with them, so that no prefix of a word is kept.
"""

from __future__ import annotations

import math
import re
from typing import TypeAlias

from textsim.errors import DictionaryError
from textsim.segment.forks import ForkSafeLock
from textsim.segment.jieba_cache import Grouped

__all__ = ["IMPOSSIBLE", "NO_WORD", "Entry", "Lexicon", "group_dictionary"]

# A word: its log probability, its tag, and the lengths of longer words that it begins.
Entry: TypeAlias = tuple[float, str, tuple[int, ...]]

IMPOSSIBLE = -math.inf
NO_WORD: Entry = (IMPOSSIBLE, "x", ())

_FULL = re.compile(r"^[^ \n]+ ([0-9]+) [^ \n]+$", re.MULTILINE)
_LINE = re.compile(r"([^ ]+) ([0-9]+)(?: ([^ ]+))?")
_RUN = re.compile(r"^(.).*\n(?:\1.*\n)*", re.MULTILINE)
_BLANKS = b" \t\n\r\x0b\x0c"
_STORED = "\uffff"  # characters up to here that begin no word are remembered


def group_dictionary(data: bytes, name: str) -> Grouped:
    r"""Return a dictionary of lines ``word frequency tag`` grouped by first character.

    The header of the result is the sum of the frequencies. The tag may be left out (``x``);
    a byte-order mark, CRLF and empty lines are accepted. Raises DictionaryError naming the file
    and the line of the first malformed one.

    >>> group_dictionary("云 10 n\n云南 20 ns\n".encode(), "words.txt").header
    '30'
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        msg = f"{name}, line {number}: not UTF-8; convert the dictionary to UTF-8"
        raise DictionaryError(msg) from None
    if not text.endswith("\n"):
        text += "\n"
    frequencies = _FULL.findall(text)
    if "\r" in text or len(frequencies) != text.count("\n"):
        text = _checked(data, name)
        frequencies = _FULL.findall(text)
    total = sum(map(int, frequencies))
    if not total:
        msg = f"{name}: no word has a frequency; lines are 'word frequency tag'"
        raise DictionaryError(msg)
    groups: dict[str, str] = {}
    for run in _RUN.finditer(text):
        groups[run[1]] = groups.get(run[1], "") + run[0]
    return Grouped.of(str(total), groups)


def _checked(data: bytes, name: str) -> str:
    """Return the lines in their full form; jieba, too, strips them as bytes."""
    lines = []
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        line = raw.strip(_BLANKS).decode()
        found = _LINE.fullmatch(line)
        if found:
            lines.append(f"{found[1]} {found[2]} {found[3] or 'x'}\n")
        elif line:
            msg = f"{name}, line {number}: {line!r} is not 'word frequency tag'"
            raise DictionaryError(msg)
    return "".join(lines)


class _Entries(dict[tuple[str, str], Entry]):
    """The one shared entry of all words with the same frequency and tag, as they are written."""

    def __init__(self, log_total: float) -> None:
        """Take the logarithm of the sum of all frequencies."""
        super().__init__()
        self._log_total = log_total

    def __missing__(self, key: tuple[str, str]) -> Entry:
        number = int(key[0])
        value = math.log(number) - self._log_total if number else IMPOSSIBLE
        entry = self[key] = (value, key[1], ())
        return entry


class _CharTokens(dict[str, tuple[str, str]]):
    """The tokens of single characters that are cut out on their own."""

    def __missing__(self, char: str) -> tuple[str, str]:
        token = (char, "x")
        if char <= _STORED:
            self[char] = token
        return token


class _Words(dict[str, float]):
    """Log probabilities of single characters; asking for one parses the group that it begins."""

    def __init__(self, grouped: Grouped, log_total: float) -> None:
        """Take the grouped dictionary and the logarithm of the sum of all frequencies."""
        super().__init__()
        self._grouped = grouped
        self._lock = ForkSafeLock()
        self._entries = _Entries(log_total)
        self._prefixes: dict[tuple[Entry, tuple[int, ...]], Entry] = {}
        self.unknown = math.log(1) - log_total
        self.pairs: dict[str, Entry] = {}
        self.longs: dict[str, Entry] = {}
        self.tokens: dict[str, tuple[str, str]] = _CharTokens()
        self.overrides: dict[str, tuple[float, str]] = {}
        self.longest = 1

    def __missing__(self, char: str) -> float:
        with self._lock:
            if char in self:  # another thread was here first
                return self[char]
            value, tag = self.unknown, "x"
            if char in self._grouped:
                value, tag = self._parse(self._grouped.get(char))
            if char in self.overrides:
                least, user_tag = self.overrides[char]
                value, tag = max(value, least), user_tag or tag
            self.tokens[char] = (char, tag)
            if char <= _STORED:
                self[char] = value  # last: whoever sees it sees the rest
            return value

    def _parse(self, group: str) -> tuple[float, str]:
        """Add the words of a group and return what is known of its character as a word."""
        fields = group.replace("\n", " ").split(" ")
        keys = zip(fields[1::3], fields[2::3], strict=True)
        entries = map(self._entries.__getitem__, keys)
        single, pairs, longs = NO_WORD, self.pairs, self.longs
        lengths: dict[str, tuple[int, ...]] = {}
        for word, entry in zip(fields[0::3], entries, strict=False):
            size = len(word)
            if size == 2:  # noqa: PLR2004 - the words of two characters are the core
                pairs[word] = entry
            elif size == 1:
                single = entry
            else:
                longs[word] = entry
                begun = lengths.get(word[:2], ())
                if size not in begun:
                    lengths[word[:2]] = (*begun, size)
        for pair, sizes in lengths.items():
            pairs[pair] = self._prefix(pairs.get(pair, NO_WORD), tuple(sorted(sizes)))
        return single[0], single[1]

    def _prefix(self, entry: Entry, sizes: tuple[int, ...]) -> Entry:
        """Return the one shared entry of all pairs like this that begin words of these sizes."""
        self.longest = max(self.longest, sizes[-1])
        key = (entry, sizes)
        return self._prefixes.setdefault(key, (entry[0], entry[1], sizes))


class Lexicon:
    """The words of a main dictionary with log probabilities over a given total.

    ``singles`` gives the log probability of a character as a word, IMPOSSIBLE when it only begins
    longer words; ``pairs`` has the words of two characters and the beginnings of longer ones,
    ``longs`` all others, ``tokens`` the tokens of single characters. Look a character up in
    ``singles`` before the words that it begins. ``overrides`` has the least log probability and
    the tag (or ``""``) of single characters; it is filled before the first look-up.
    """

    def __init__(self, grouped: Grouped, total: int) -> None:
        """Take the grouped dictionary and the sum of all frequencies."""
        self._grouped = grouped
        self._words = words = _Words(grouped, math.log(total))
        self.log_total = math.log(total)
        self.unknown = words.unknown
        self.singles: dict[str, float] = words
        self.pairs, self.longs, self.tokens = words.pairs, words.longs, words.tokens
        self.overrides = words.overrides

    @property
    def longest(self) -> int:
        """The length of the longest word parsed so far."""
        return self._words.longest

    def load_all(self) -> None:
        """Parse every group, so that no text has to wait for one."""
        for char in self._grouped.chars():
            _ = self.singles[char]

    def word(self, word: str) -> Entry | None:
        """Return the entry of a word of any length that has a frequency, or None."""
        value = self.singles[word[0]]
        if len(word) == 1:
            return None if value == IMPOSSIBLE else (value, self.tokens[word][1], ())
        entry = self.pairs.get(word) if len(word) == 2 else self.longs.get(word)  # noqa: PLR2004
        return None if entry is None or entry[0] == IMPOSSIBLE else entry
