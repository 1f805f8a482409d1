"""How the states of a span came about, kept only as far back as they may still differ.

The best path is known when the span has ended; until then each living state has a path of its own.
Going back, these paths soon meet, and what lies before that is settled and can be forgotten.
"""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["History", "Levels", "Step"]

Levels: TypeAlias = tuple[int, ...]  # masks: real probabilities, those that saw NEVER once, …

_SETTLE_AFTER = 1024
_SETTLE_AT_LAST = 1 << 14
_LOOK_BACK = 1024
_REMEMBERED = 4096


class Step:
    """How to go back from one character to the one before: the states there, and the origins.

    ``back`` has the origin of each state with a real probability. For all others any state of the
    first level that leads to it is equally probable, so the greatest is chosen.
    """

    __slots__ = ("back", "levels")

    def __init__(self, levels: Levels, back: dict[int, int]) -> None:
        """Take the states at the character before, and the origins that are known."""
        self.levels = levels
        self.back = back

    def origin(self, state: int, before: list[int]) -> int:
        """Return the state that ``state`` came from, of those that may precede it."""
        found = self.back.get(state)
        if found is None:
            among = next(level & before[state] for level in self.levels if level & before[state])
            found = self.back[state] = among.bit_length() - 1
        return found


class History:
    """The path of a span: settled at the front, and undecided steps behind.

    ``path`` has one state for each character and is complete after ``finish``.
    """

    def __init__(self, size: int, before: list[int]) -> None:
        """Take the length of the span, and for each state the mask of those that may precede."""
        self.path = bytearray(size)
        self._before = before
        self._done = 0
        self._limit = _SETTLE_AFTER
        self._steps: list[Step] = []  # [i] leads from position done + i + 1 to done + i
        self._same: dict[object, Step] = {}  # a monotonous span has few different steps

    def add(self, step: Step) -> bool:
        """Keep a step and tell whether it is time to settle."""
        key = (step.levels, tuple(step.back.items()))
        if len(self._same) >= _REMEMBERED:
            self._same.clear()
        self._steps.append(self._same.setdefault(key, step))
        return len(self._steps) >= self._limit

    def settle(self, alive: list[int]) -> None:
        """Fill in the path as far as the paths of all living states agree."""
        steps, before = self._steps, self._before
        i, states = len(steps), set(alive)
        last = max(0, i - _LOOK_BACK)
        while i > last and len(states) > 1:
            i -= 1
            states = {steps[i].origin(state, before) for state in states}
        if len(states) == 1:
            self._fill(i, states.pop())
            self._done += i
            del steps[:i]
        kept = len(steps)
        self._limit = kept + min(max(_SETTLE_AFTER, kept), _SETTLE_AT_LAST)

    def finish(self, state: int) -> bytearray:
        """Return the whole path, which ends in ``state``."""
        self._fill(len(self._steps), state)
        return self.path

    def _fill(self, i: int, state: int) -> None:
        """Fill in the path backwards from ``state`` at step ``i``."""
        path, done = self.path, self._done
        path[done + i] = state
        while i:
            i -= 1
            state = self._steps[i].origin(state, self._before)
            path[done + i] = state
