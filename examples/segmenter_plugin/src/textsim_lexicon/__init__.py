"""A segmenter for textsim that takes the longest word of a list at every place of a text.

Useful where a general dictionary is too much: one trade, one board, a list of products that must
not be cut. It imports nothing of textsim: the contract is two attributes and one method.
"""

from __future__ import annotations

import hashlib
import re
from importlib import resources
from pathlib import Path

__all__ = ["LexiconSegmenter"]

# Where no word of the list begins, these runs stay whole; any other character is a token.
_RUNS = re.compile(r"(?P<m>[0-9]+(?:\.[0-9]+)?)|(?P<eng>[A-Za-z][A-Za-z0-9]*)|(?P<x>\s+)")
_OTHER = "x"


class LexiconSegmenter:
    """Cut at the longest word of the list, from the left, upper and lower case alike.

    ``lexicon`` names a UTF-8 file with a word, a tab and its tag in each line (empty: the list
    inside the package), ``words`` more words, which get the tag ``nz``. The tags are named as
    jieba's, so that profiles made for jieba weigh them; what is not in the list is ``m`` (number),
    ``eng`` (Latin letters) or ``x``. Raises ValueError naming the file and line of a bad entry.

    >>> LexiconSegmenter().segment("新手怎么选羽毛球拍")
    [('新手', 'n'), ('怎么', 'r'), ('选', 'v'), ('羽毛球拍', 'n')]
    """

    tagset = "jieba"

    def __init__(self, *, lexicon: str = "", words: tuple[str, ...] = ()) -> None:
        """Read the list."""
        self._options = (lexicon, words)
        table = _read(lexicon) | {word.lower(): "nz" for word in words if word}
        self._table = table
        # The lengths that occur, the longest first: a place is tried once for each of them.
        self._lengths = sorted({len(word) for word in table}, reverse=True)
        self._first = frozenset(word[0] for word in table)
        # The version tells which words were in the list: stored fingerprints depend on them.
        listing = "\n".join(f"{word}\t{tag}" for word, tag in sorted(table.items()))
        digest = hashlib.sha256(listing.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        self.version = f"lexicon 1 words-{digest}"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the options, not the words."""
        return _restore, self._options

    def segment(self, text: str) -> list[tuple[str, str]]:
        """Return the (word, tag) pairs in order; the words joined are the text."""
        pairs = []
        place = 0
        while place < len(text):
            word, tag = self._at(text, place)
            pairs.append((word, tag))
            place += len(word)
        return pairs

    def _at(self, text: str, place: int) -> tuple[str, str]:
        if text[place].lower() in self._first:
            for length in self._lengths:
                word = text[place : place + length]
                if word.lower() in self._table and not _cuts_latin(text, place + len(word)):
                    return word, self._table[word.lower()]
        run = _RUNS.match(text, place)
        return (run[0], run.lastgroup or _OTHER) if run else (text[place], _OTHER)


def _restore(lexicon: str, words: tuple[str, ...]) -> LexiconSegmenter:
    return LexiconSegmenter(lexicon=lexicon, words=words)


def _cuts_latin(text: str, end: int) -> bool:
    """Tell whether a cut there would halve a Latin word: "ens" is not a word of "enshrine"."""
    around = text[end - 1 : end + 1]
    return len(around) > 1 and around.isascii() and around.isalnum()


def _read(lexicon: str) -> dict[str, str]:
    """Return the words in lower case with their tags."""
    source = Path(lexicon) if lexicon else resources.files(__name__) / "words.tsv"
    table = {}
    for number, line in enumerate(source.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        word, tab, tag = line.partition("\t")
        if not word.strip() or not tab or not tag.strip():
            msg = f"{lexicon or 'words.tsv'!r} line {number}: {line!r} is not a word, a tab, a tag"
            raise ValueError(msg)
        table[word.strip().lower()] = tag.strip()
    return table
