"""The most probable states of an unseen span, exactly as jieba's Viterbi finds them.

Two decoders give the same answer. ``decode_usual`` follows only the states that are really
probable, which settles nearly every span; when they die out it says so. ``decode_any`` follows
all: jieba gives what it has never seen the log probability -3.14e100, beside which every real one
vanishes in rounding, so such states need no arithmetic but only to know how often that happened
to them. They are kept as sets, one for each such level.
"""

from __future__ import annotations

import math
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from textsim.segment.jieba_history import History, Step
from textsim.segment.jieba_model import NEVER, bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textsim.segment.jieba_history import Levels
    from textsim.segment.jieba_model import Model, Row

__all__ = ["Viterbi"]

_Good: TypeAlias = dict[int, float]  # state → log probability, where it is a real one

IMPOSSIBLE = -math.inf

_LONGEST_USUAL = 256  # longer spans need the memory-saving decoder
_REMEMBERED = 4096


class Viterbi:
    """Cuts spans of Han characters that are no dictionary words into tagged words."""

    def __init__(self, model: Model) -> None:
        """Take the model."""
        self._model = model
        self._reached: dict[int, int] = {}

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
        rows = self._model.rows
        history = History(len(span), self._model.before)
        good, levels = self._begin(rows[span[0]])
        for char in span[1:]:
            step, good, levels = self._step(good, levels, rows[char])
            if history.add(step):
                history.settle(bits(_union(levels)))
        if good:
            return history.finish(max((value, state) for state, value in good.items())[1])
        return history.finish(levels[1].bit_length() - 1)

    def _begin(self, row: Row) -> tuple[_Good, Levels]:
        good: _Good = {}
        levels = [0, 0, 0]
        for state in bits(row.allowed):
            started, emitted = self._model.start[state], row.known.get(state)
            levels[(started <= NEVER) + (emitted is None)] |= 1 << state
            if started > NEVER and emitted is not None:
                good[state] = started + emitted
        return good, _normal(levels)

    def _step(self, good: _Good, levels: Levels, row: Row) -> tuple[Step, _Good, Levels]:
        """Return how to go back, and the states after one more character."""
        reached = [self._reach(level) for level in levels]
        expected = _union(reached)
        left = row.allowed & expected or expected
        unusual = not row.allowed & expected
        following = [0] * (len(levels) + 1)
        for i, may_follow in enumerate(reached):
            states = may_follow & left
            left ^= states
            following[i] |= states & row.seen
            following[i + 1] |= states & ~row.seen
        back: dict[int, int] = {}
        if not following[0]:
            now: _Good = {}
        elif unusual:
            now = self._advance_to(following[0], good, row, back)
        else:
            now, back = self._advance(good, row)
        return Step(levels, back), now, _normal(following)

    def _advance_to(self, states: int, good: _Good, row: Row, back: dict[int, int]) -> _Good:
        """Return the probabilities of given states, in which the character was never expected."""
        now: _Good = {}
        for state in bits(states):
            now[state], back[state] = max(
                (good[origin] + moved + row.known[state], origin)
                for origin, moved in self._model.into[state]
                if origin in good
            )
        return now

    def _reach(self, states: int) -> int:
        """Return the states that may follow any of ``states``."""
        found = self._reached.get(states)
        if found is None:
            found = _union(self._model.after[state] for state in bits(states))
            if len(self._reached) >= _REMEMBERED:
                self._reached.clear()
            self._reached[states] = found
        return found


def _union(masks: Iterable[int]) -> int:
    mask = 0
    for one in masks:
        mask |= one
    return mask


def _normal(masks: list[int]) -> Levels:
    """Return the levels without empty ones at the end, nor at the front when none is real."""
    end = len(masks)
    while not masks[end - 1]:
        end -= 1
    begin = 1
    while not masks[0] and not masks[begin]:
        begin += 1
    return (masks[0], *masks[begin:end])
