"""A text is cut into blocks, blocks into words, and what is left over is tagged by the model.

A block is a run of Han characters, Latin letters, digits and ``+ # & . _``; everything else is a
token by itself. Inside a block the dictionary decides; a run of characters that it leaves alone is
a word that it does not know and goes to the hidden Markov model. Without the model, letters and
digits in a row are joined and every other character stays alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from textsim.segment.jieba_route import Edges, route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textsim.segment.jieba_dictionary import Lexicon
    from textsim.segment.jieba_user import Matches
    from textsim.segment.jieba_viterbi import Viterbi

__all__ = ["Cutter"]

Pair: TypeAlias = tuple[str, str]

_BLOCK = re.compile(r"([\u4E00-\u9FD5a-zA-Z0-9+#&._]+)")
_OTHER = re.compile(r"\r\n|.", re.DOTALL)
_HAN = re.compile(r"([\u4E00-\u9FD5]+)")
_NUMBER_OR_NAME = re.compile(r"([.0-9]+|[a-zA-Z0-9]+)")
_NAMES = re.compile(r"([a-zA-Z0-9]+)")

_REMEMBERED = 1 << 16
_LONGEST_REMEMBERED = 16
_PIECE = 1 << 15  # positions after which equal tokens of a long block are made the same object


class Cutter:
    """Cuts texts with a dictionary and, when there is one, a model."""

    def __init__(self, lexicon: Lexicon, viterbi: Viterbi | None) -> None:
        """Take the dictionary, and the model or None."""
        self._lexicon = lexicon
        self._viterbi = viterbi
        self._runs: dict[str, tuple[Pair, ...]] = {}

    def cut(self, text: str, edges: Edges) -> list[Pair]:
        """Return the (word, tag) pairs of a text, with further words possible where they lie."""
        found: list[Pair] = []
        if edges:
            for start, end, inside in _regions(text, edges):
                self._cut_region(text[start:end], inside, found)
            return found
        for i, block in enumerate(_BLOCK.split(text)):
            if not block:
                continue
            if i % 2:
                self._cut_block(block, found)
            else:
                found += _others(block)
        return found

    def cut_around(self, text: str, matches: Matches) -> list[Pair]:
        """Return the (word, tag) pairs of a text in which user words lie."""
        found: list[Pair] = []
        edges = sorted(matches.edges.items())
        at = i = 0
        for start, end, tag in (*matches.cuts, (len(text), len(text), "")):
            between: Edges = {}
            while i < len(edges) and edges[i][0] < start:
                between[edges[i][0] - at] = edges[i][1]
                i += 1
            if at < start:
                found += self.cut(text[at:start], between)
            if start < end:
                found.append((text[start:end], tag or self._tag(text[start:end])))
            at = end
        return found

    def load_all(self) -> None:
        """Parse everything, so that no text has to wait for it."""
        self._lexicon.load_all()
        if self._viterbi:
            self._viterbi.load_all()

    def words(self, text: str) -> list[str]:
        """Return the words of a text by the dictionary alone."""
        return [word for word, _ in Cutter(self._lexicon, None).cut(text, {})]

    def _cut_block(self, block: str, found: list[Pair]) -> None:
        lengths = route(block, self._lexicon, {})
        if len(block) <= _PIECE:
            self._take(block, lengths, 0, len(block), found)
            return
        same: dict[Pair, Pair] = {}
        at = 0
        while at < len(block):
            begin = len(found)
            at = self._take(block, lengths, at, at + _PIECE, found)
            found[begin:] = [same.setdefault(pair, pair) for pair in found[begin:]]

    def _take(self, block: str, lengths: list[int], at: int, until: int, found: list[Pair]) -> int:
        """Add the words from position ``at`` on and return where the last one ends."""
        lexicon, runs, size = self._lexicon, self._runs, len(block)
        pairs, longs, tokens = lexicon.pairs, lexicon.longs, lexicon.tokens
        until = min(until, size)
        while at < until:
            length = lengths[at]
            if length == 1:
                end = at + 1
                while end < size and lengths[end] == 1:
                    end += 1
                if end - at == 1 and self._viterbi:
                    found.append(tokens[block[at]])
                else:
                    run = block[at:end]
                    found += runs.get(run) or self._remember(run)
                at = end
                continue
            word = block[at : at + length]
            entry = pairs[word] if length == 2 else longs[word]  # noqa: PLR2004
            found.append((word, entry[1]))
            at += length
        return at

    def _remember(self, run: str) -> tuple[Pair, ...]:
        """Return the words of a run of single characters, and keep them for the next time."""
        words = tuple(self._run_by_model(run) if self._viterbi else self._run_by_dictionary(run))
        if len(run) <= _LONGEST_REMEMBERED:
            if len(self._runs) >= _REMEMBERED:
                self._runs.clear()
            self._runs[run] = words
        return words

    def _run_by_dictionary(self, run: str) -> Iterator[Pair]:
        """Yield a run without a model: names and numbers joined, other characters alone."""
        tokens = self._lexicon.tokens
        for i, part in enumerate(_NAMES.split(run)):
            if i % 2:
                yield part, "eng"
            else:
                yield from map(tokens.__getitem__, part)

    def _run_by_model(self, run: str) -> Iterator[Pair]:
        """Yield a run with the model, unless it is a word after all, only a less probable one."""
        if len(run) == 1 or self._lexicon.word(run):
            yield from map(self._lexicon.tokens.__getitem__, run)
            return
        for i, part in enumerate(_HAN.split(run)):
            if not part:
                continue
            if i % 2 and self._viterbi:
                yield from self._viterbi.words(part)
            else:
                yield from _names(part)

    def _cut_region(self, region: str, edges: Edges, found: list[Pair]) -> None:
        """Add the words of a stretch in which user words lie, perhaps across its blocks."""
        lengths = route(region, self._lexicon, edges)
        at, size = 0, len(region)
        while at < size:
            end = at + lengths[at]
            if lengths[at] == 1:
                while end < size and lengths[end] == 1:
                    end += 1
                self._cut_singles(region, at, end, edges, found)
            else:
                word = region[at:end]
                found.append((word, _edge_tag(edges, at, end) or self._tag(word)))
            at = end

    def _tag(self, word: str) -> str:
        """Return the dictionary's tag of a word in any case of its letters."""
        for form in (word, word.upper(), word.lower()):
            entry = self._lexicon.word(form)
            if entry:
                return entry[1]
        return "x"

    def _cut_singles(self, region: str, at: int, end: int, edges: Edges, found: list[Pair]) -> None:
        """Add a run of single characters, which may hold several blocks."""
        for i, part in enumerate(_BLOCK.split(region[at:end])):
            if not part:
                continue
            if i % 2 == 0:
                found += _tagged_others(part, at, edges)
            elif self._viterbi and _edge_tag(edges, at, at + len(part)) is not None:
                # A user word, only a less probable one: no work for the model.
                found += map(self._lexicon.tokens.__getitem__, part)
            else:
                found += self._remember(part)
            at += len(part)


def _others(text: str) -> list[Pair]:
    """Return the tokens between blocks: characters, but a line end of two as one."""
    if "\r" in text:
        return [(part, "x") for part in _OTHER.findall(text)]
    return [(char, "x") for char in text]


def _tagged_others(text: str, at: int, edges: Edges) -> Iterator[Pair]:
    """Yield the tokens between blocks; one of them may be a user word of one character."""
    for word, tag in _others(text):
        yield word, _edge_tag(edges, at, at + len(word)) or tag
        at += len(word)


def _names(text: str) -> Iterator[Pair]:
    """Yield numbers, names and what lies between them in a text without Han characters."""
    for part in _NUMBER_OR_NAME.split(text):
        if not part:
            continue
        if part[0] in ".0123456789":
            yield part, "m"
        else:
            yield part, "eng" if part[0].isalnum() else "x"


def _edge_tag(edges: Edges, at: int, end: int) -> str | None:
    """Return the tag of the user word at a place (``""`` when it has none), else None."""
    for length, _, tag in edges.get(at, ()):
        if length == end - at:
            return tag
    return None


def _regions(text: str, edges: Edges) -> Iterator[tuple[int, int, Edges]]:
    """Yield the stretches that no user word crosses the ends of, with the words inside each."""
    places = sorted(edges)
    next_place = start = at = far = 0
    inside: Edges = {}
    for block in _BLOCK.split(text):
        at += len(block)
        while next_place < len(places) and places[next_place] < at:
            place = places[next_place]
            inside[place - start] = edges[place]
            far = max(far, place + edges[place][-1][0])
            next_place += 1
        if at >= far and at > start:
            yield start, at, inside
            start, inside = at, {}
