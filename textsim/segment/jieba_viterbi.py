"""The most probable states of an unseen span, exactly as jieba's Viterbi finds them.

Two decoders give the same answer. ``decode_usual`` follows only the states that are really
probable, which settles nearly every span; when they die out it says so. ``decode_any`` follows
all: jieba gives what it has never seen the log probability -3.14e100, beside which every real one
vanishes in rounding, so such states need no arithmetic but only to know how often that happened
to them. They are kept as sets, one for each such level, and a step between them depends on the
character alone and is remembered.
"""

from __future__ import annotations

import math
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from textsim.segment.jieba_model import NEVER, bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textsim.segment.jieba_model import Model, Row

__all__ = ["Viterbi"]

_Good: TypeAlias = dict[int, float]  # state → log probability, where it is a real one
_Levels: TypeAlias = tuple[int, ...]  # masks of the states that saw NEVER once, twice, …
_Back: TypeAlias = "Sequence[int] | dict[int, int]"  # state → the state before it

IMPOSSIBLE = -math.inf

_LONGEST_USUAL = 64  # longer spans need the memory-saving decoder
_SETTLE_AFTER = 1024
_REMEMBERED = 4096


class Viterbi:
    """Cuts spans of Han characters that are no dictionary words into tagged words."""

    def __init__(self, model: Model) -> None:
        """Take the model."""
        self._model = model
        self._memory: dict[tuple[_Levels, str], tuple[_Levels, bytes]] = {}

    def load_all(self) -> None:
        """Parse the whole model, so that no text has to wait for a part of it."""
        self._model.load_all()

    def words(self, span: str) -> list[tuple[str, str]]:
        """Return the (word, tag) pairs of a span that is not empty."""
        path: Sequence[int] | None = None
        if len(span) <= _LONGEST_USUAL:
            path = self.decode_usual(span)
        if path is None:
            path = self.decode_any(span)
        position, tag = self._model.position, self._model.tag
        found = []
        begin = after = 0
        for i, state in enumerate(path):
            where = position[state]
            if where == "B":
                begin = i
            elif where == "E":
                found.append((span[begin : i + 1], tag[state]))
                after = i + 1
            elif where == "S":
                found.append((span[i], tag[state]))
                after = i + 1
        if after < len(span):
            found.append((span[after:], tag[path[after]]))
        return found

    def decode_usual(self, span: str) -> list[int] | None:
        """Return the states of a span, or None when no really probable path reaches its end."""
        rows = self._model.rows
        now = dict(rows[span[0]].first)
        backs: list[dict[int, int]] = []
        for char in span[1:]:
            now, back = self._advance(now, rows[char])
            if not now:
                return None
            backs.append(back)
        if not now:
            return None
        _, state = max((value, state) for state, value in now.items())
        path = [state]
        for back in reversed(backs):
            state = back[state]
            path.append(state)
        path.reverse()
        return path

    def _advance(self, now: _Good, row: Row) -> tuple[_Good, dict[int, int]]:
        """Return the states after one more character, and where each came from.

        The additions are jieba's, in its order. Of equal sums the greater state wins.
        """
        following: _Good = {}
        back: dict[int, int] = {}
        get = now.get
        for state, emitted, arrivals in row.inner:
            best = NEVER
            for origin, moved in arrivals:  # at most B and M of one tag, ascending
                value = get(origin, IMPOSSIBLE) + moved + emitted
                if value >= best:
                    best = value
                    back[state] = origin
            if best != NEVER:
                following[state] = best
        self._begin_words(now, row, following, back)
        return following, back

    def _begin_words(self, now: _Good, row: Row, following: _Good, back: dict[int, int]) -> None:
        """Add the states in which a word begins, after those in which one ends."""
        ends_word, moves = self._model.ends_word, self._model.moves
        ends = [(v, s, moves[s]) for s, v in now.items() if ends_word[s]]
        ends.sort(key=itemgetter(0), reverse=True)
        for state, emitted in row.outer:
            best = NEVER
            for value, origin, targets in ends:
                if value + emitted < best:  # the rest is no better even with a sure move
                    break
                total = value + targets.get(state, IMPOSSIBLE) + emitted
                if total > best or (total == best and origin > back[state]):
                    best = total
                    back[state] = origin
            if best != NEVER:
                following[state] = best

    def decode_any(self, span: str) -> bytearray:
        """Return the states of any span, in memory that hardly grows with its length."""
        path = bytearray(len(span))
        good, levels = self._begin(self._model.rows[span[0]])
        backs: list[_Back] = []  # backs[i] leads from position done + i + 1 to done + i
        done, limit = 0, _SETTLE_AFTER
        for char in span[1:]:
            good, levels, back = self._step(good, levels, char)
            backs.append(back)
            if len(backs) >= limit:
                settled = _settle(backs, {*good, *bits(_union(levels))}, path, done)
                done += settled
                del backs[:settled]
                limit = max(_SETTLE_AFTER, 2 * len(backs))
        if good:
            _, state = max((value, state) for state, value in good.items())
        else:
            state = levels[0].bit_length() - 1
        _trace(backs, len(backs), state, path, done)
        return path

    def _begin(self, row: Row) -> tuple[_Good, _Levels]:
        good: _Good = {}
        once = twice = 0
        for state in bits(row.allowed):
            started, emitted = self._model.start[state], row.known.get(state)
            if started > NEVER and emitted is not None:
                good[state] = started + emitted
            elif started > NEVER or emitted is not None:
                once |= 1 << state
            else:
                twice |= 1 << state
        return good, _normal(good, [once, twice])

    def _step(self, good: _Good, levels: _Levels, char: str) -> tuple[_Good, _Levels, _Back]:
        row = self._model.rows[char]
        if good:
            return self._step_good(good, levels, row)
        key = (levels, char if row is not self._model.unseen else "")
        remembered = self._memory.get(key)
        if remembered is None:
            _, following, back = self._step_good(good, levels, row)
            remembered = (following, bytes(back.get(s, 0) for s in range(len(self._model.tag))))
            if len(self._memory) >= _REMEMBERED:
                self._memory.clear()
            self._memory[key] = remembered
        return {}, *remembered

    def _step_good(
        self, good: _Good, levels: _Levels, row: Row
    ) -> tuple[_Good, _Levels, dict[int, int]]:
        """Return the states after one more character: real ones, the other levels, the origins."""
        model = self._model
        real = sum(1 << state for state in good)
        expected = 0
        for state in bits(real | _union(levels)):
            expected |= model.after[state]
        following: _Good = {}
        back: dict[int, int] = {}
        masks = [0] * (len(levels) + 2)
        for state in bits(row.allowed & expected or expected):
            emitted, before = row.known.get(state), model.before[state]
            if before & real and emitted is not None:
                following[state], back[state] = max(
                    (good[origin] + moved + emitted, origin)
                    for origin, moved in model.into[state]
                    if origin in good
                )
                continue
            level, among = 0, before & real
            while not among:  # all sums of one level are equal: the greatest state wins
                among = before & levels[level]
                level += 1
            back[state] = among.bit_length() - 1
            # masks[0] is level one: where a real state leads that has never seen the character.
            masks[level - 1 + (emitted is None)] |= 1 << state
        return following, _normal(following, masks), back


def _union(levels: _Levels) -> int:
    mask = 0
    for level in levels:
        mask |= level
    return mask


def _normal(good: _Good, masks: list[int]) -> _Levels:
    """Return the levels without empty ones at the end and, when it matters not, the front."""
    end = len(masks)
    while end and not masks[end - 1]:
        end -= 1
    begin = 0
    while not good and begin < end and not masks[begin]:
        begin += 1
    return tuple(masks[begin:end])


def _settle(backs: list[_Back], alive: set[int], path: bytearray, done: int) -> int:
    """Fill in the path as far as all living states agree on it, and return how far that is."""
    i = len(backs)
    while i and len(alive) > 1:
        i -= 1
        alive = {backs[i][state] for state in alive}
    if len(alive) == 1:
        _trace(backs, i, alive.pop(), path, done)
    return i


def _trace(backs: list[_Back], i: int, state: int, path: bytearray, done: int) -> None:
    """Fill in the path backwards from ``state`` at position ``done + i``."""
    path[done + i] = state
    while i:
        i -= 1
        state = backs[i][state]
        path[done + i] = state
