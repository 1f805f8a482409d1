"""The hidden Markov model that tags unseen words: read, grouped by character, parsed on demand.

A state is a position in a word (B begin, M middle, E end, S single) and a part of speech. States
are numbered in the order of (position, tag), so that the greater of two states is the one that
jieba prefers among equal probabilities.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from textsim.errors import MissingLibraryError
from textsim.segment.jieba_cache import Grouped

__all__ = ["NEVER", "Model", "Row", "bits", "group_model"]

NEVER = -3.14e100  # jieba's logarithm of the probability of what it has never seen

_CHAR = re.compile(r"'(\\u[0-9a-f]{4}|[^'\\])': ")
_STATE = re.compile(r"\('([BMES])', *'(\w+)'\)")
_HEAD = re.compile(r"\('([BMES])', '(\w+)'\): \{")
_VALUE = re.compile(r"'(\\u[0-9a-f]{4}|[^'\\])': (-?[0-9][0-9.e+-]*)")

_State = tuple[str, str]


class Row(NamedTuple):
    """What the model knows of one character.

    ``allowed`` is the set (a bit mask) of the states it may have, ``known`` the log probability of
    the character by state, ``seen`` the set of these states. The rest serves the usual case:
    ``first`` has the states that a span may begin with and their probabilities, ``inner`` the
    allowed M and E states with the probability and the moves that lead to them, ``outer`` the B
    and S states.
    """

    allowed: int
    known: dict[int, float]
    seen: int
    first: list[tuple[int, float]]
    inner: list[tuple[int, float, tuple[tuple[int, float], ...]]]
    outer: list[tuple[int, float]]


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending.

    >>> bits(0b1010)
    [1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def group_model(sources: dict[str, bytes]) -> Grouped:
    """Return jieba's four tables grouped by character.

    The header lists states, start probabilities and moves; a group has three parts: the mask of
    the allowed states, the probabilities of these by state, those of other states. Raises
    MissingLibraryError when the tables are not of the known form.
    """
    try:
        start = ast.literal_eval(_literal(sources["prob_start"]))
        states: list[_State] = sorted(start)
        number = {state: str(i) for i, state in enumerate(states)}
        moves = _moves(_literal(sources["prob_trans"]), number)
        allowed = _allowed(_literal(sources["char_state_tab"]), number)
        known = _known(_literal(sources["prob_emit"]), number)
    except (KeyError, ValueError, SyntaxError) as error:
        msg = f"jieba's tables are not of the form of jieba 0.42.1 ({error}); pip install -U jieba"
        raise MissingLibraryError(msg) from None
    names = " ".join(position + tag for position, tag in states)
    starts = " ".join(repr(float(start[state])) for state in states)
    every = list(number.values())  # what is allowed where the table does not say
    groups = {
        char: _group(allowed.get(char, every), known.get(char, {}))
        for char in sorted({*allowed, *known})
    }
    return Grouped.of("\t".join((names, starts, " ".join(moves))), groups)


def _literal(source: bytes) -> str:
    return source.decode().partition("P=")[2]


def _char(text: str) -> str:
    return chr(int(text.removeprefix("\\u"), base=16)) if len(text) > 1 else text


def _moves(text: str, number: dict[_State, str]) -> list[str]:
    """Return the possible moves as ``from to probability``, flattened."""
    flat = []
    for origin, targets in ast.literal_eval(text).items():
        for target, value in targets.items():
            flat += [number[origin], number[target], repr(float(value))]
    return flat


def _allowed(text: str, number: dict[_State, str]) -> dict[str, list[str]]:
    """Return the states by character."""
    parts = _CHAR.split(text)
    found = {
        _char(char): [number[position, tag] for position, tag in _STATE.findall(body)]
        for char, body in zip(parts[1::2], parts[2::2], strict=True)
    }
    if text.count(": ") == len(found) and text.count("('") == sum(map(len, found.values())):
        return found
    # Written in another way: read it as Python does, which takes a second.
    whole: dict[str, tuple[_State, ...]] = ast.literal_eval(text)
    return {char: [number[state] for state in states] for char, states in whole.items()}


def _known(text: str, number: dict[_State, str]) -> dict[str, dict[str, str]]:
    """Return the probabilities, as they are written, by character and state."""
    found: dict[str, dict[str, str]] = {}
    parts = _HEAD.split(text)
    count = len(parts) // 3
    for position, tag, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        state = number[position, tag]
        values = _VALUE.findall(body)
        count += len(values)
        for char, value in values:
            found.setdefault(_char(char), {})[state] = value
    if text.count(": ") == count:
        return found
    whole: dict[_State, dict[str, float]] = ast.literal_eval(text)
    found = {}
    for origin, emitted in whole.items():
        for char, probability in emitted.items():
            found.setdefault(char, {})[number[origin]] = repr(float(probability))
    return found


def _group(allowed: list[str], known: dict[str, str]) -> str:
    seen = sorted({*allowed} & known.keys(), key=int)
    extra = known.keys() - {*allowed}
    mask = sum(1 << int(state) for state in {*allowed})
    return "|".join(
        (
            f"{mask:x}",
            " ".join(f"{state} {known[state]}" for state in seen),
            " ".join(f"{state} {known[state]}" for state in extra),
        )
    )


class Model:
    """The model with its rows by character, parsed when a character is first asked for.

    ``position`` and ``tag`` name each state, and ``ends_word`` tells whether a word ends with it;
    ``start`` is its log probability at the beginning of a span; ``after`` and ``before`` are the
    sets (bit masks) of the states that may follow and precede it; ``moves[a].get(b)`` is the log
    probability of ``b`` following ``a``, and ``into`` has the same by ``b``.
    """

    def __init__(self, grouped: Grouped) -> None:
        """Take the grouped tables; the header is parsed at once."""
        names, start, moves = grouped.header.split("\t")
        self._grouped = grouped
        self.position = "".join(name[0] for name in names.split(" "))
        self.ends_word = [position in "ES" for position in self.position]
        self.tag = [name[1:] for name in names.split(" ")]
        self.start = [float(value) for value in start.split(" ")]
        self.moves: list[dict[int, float]] = [{} for _ in self.tag]
        self.into: list[tuple[tuple[int, float], ...]] = [()] * len(self.tag)
        self.after = [0] * len(self.tag)
        self.before = [0] * len(self.tag)
        flat = moves.split(" ")
        for origin, target, value in zip(flat[0::3], flat[1::3], flat[2::3], strict=True):
            self._add_move(int(origin), int(target), float(value))
        self.into = [tuple(sorted(arrivals)) for arrivals in self.into]
        self.rows: dict[str, Row] = _Rows(grouped, self.position, self.start, self.into)

    def _add_move(self, origin: int, target: int, value: float) -> None:
        self.moves[origin][target] = value
        self.into[target] += ((origin, value),)
        self.after[origin] |= 1 << target
        self.before[target] |= 1 << origin

    def load_all(self) -> None:
        """Parse every row, so that no text has to wait for one."""
        for char in self._grouped.chars():
            _ = self.rows[char]


class _Rows(dict[str, Row]):
    """The rows that have been asked for; asking for another parses it."""

    def __init__(
        self,
        grouped: Grouped,
        position: str,
        start: list[float],
        into: list[tuple[tuple[int, float], ...]],
    ) -> None:
        """Take the grouped tables and what the model knows of the states."""
        super().__init__()
        self._grouped = grouped
        self._position = position
        self._start = start
        self._into = into
        # Of a character that the model has never seen, every state is allowed and none known.
        self._unseen = Row((1 << len(position)) - 1, {}, 0, [], [], [])

    def __missing__(self, char: str) -> Row:
        row = self[char] = self._parse(char) if char in self._grouped else self._unseen
        return row

    def _parse(self, char: str) -> Row:
        mask, allowed, extra = self._grouped.get(char).split("|")
        usual = _probabilities(allowed)
        known = dict(usual)
        known.update(_probabilities(extra))
        seen = sum(1 << state for state in known)
        start, into, position = self._start, self._into, self._position
        first = [(state, start[state] + value) for state, value in usual if start[state] > NEVER]
        inner = [(state, value, into[state]) for state, value in usual if position[state] in "EM"]
        outer = [pair for pair in usual if position[pair[0]] in "BS"]
        return Row(int(mask, base=16), known, seen, first, inner, outer)


def _probabilities(text: str) -> list[tuple[int, float]]:
    fields = text.split()
    return list(zip(map(int, fields[0::2]), map(float, fields[1::2]), strict=True))
