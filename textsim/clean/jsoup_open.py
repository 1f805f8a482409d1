"""The two lists of open elements of the jsoup reproduction.

They answer what jsoup finds by walking through its lists, without the walk: so the time does not
grow with the depth of the elements.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import count, islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from textsim.clean.jsoup_tree import Element, Frame

__all__ = ["BREAKER", "MODE", "SPECIAL", "Formatting", "Open", "is_special"]


def _names(words: str) -> frozenset[str]:
    """Return the names in the text."""
    return frozenset(words.split())


_SPECIAL_NAMES: Final = _names(
    """
    address applet area article aside base basefont bgsound blockquote body br button caption
    center col colgroup command dd details dir div dl dt embed fieldset figcaption figure footer
    form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input isindex li
    link listing marquee menu meta nav noembed noframes noscript object ol p param plaintext pre
    script section select style summary table tbody td textarea tfoot th thead title tr ul wbr xmp
    """
)
_MODE_NAMES: Final = _names(
    "body caption colgroup frameset head html select table tbody td tfoot th thead tr"
)
SPECIAL: Final = "#special"
"""Key of the elements that stop the search for the start of an unknown end tag."""
BREAKER: Final = "#breaker"
"""Key of the elements that stop the search for an open list item or definition."""
MODE: Final = "#mode"
"""Key of the elements that tell how what follows them is read."""
_SCOPE_DEPTH: Final = 101
_ALIKE: Final = 3


@lru_cache(maxsize=256)
def _keys(name: str) -> tuple[str, ...]:
    """Return the keys that an open element of this name is found by."""
    keys = [name]
    if name in _SPECIAL_NAMES:
        keys.append(SPECIAL)
        if name not in ("address", "div", "p"):
            keys.append(BREAKER)
    if name in _MODE_NAMES:
        keys.append(MODE)
    return tuple(keys)


def is_special(element: Element) -> bool:
    """Return whether the element is one that misnested tags do not reach through."""
    return element.name in _SPECIAL_NAMES


class Open:
    """The stack of open elements; the one at the bottom is never taken off."""

    def __init__(self, root: Element) -> None:
        """Begin with the bottom element."""
        self.items: list[Element] = []
        self._found: dict[str, list[Element]] = defaultdict(list)
        self.push(root)

    def push(self, element: Element) -> None:
        """Put an element on top."""
        element.order = len(self.items)
        element.stacked = True
        self.items.append(element)
        for key in _keys(element.name):
            self._found[key].append(element)

    def pop(self) -> Element:
        """Take the top element off and return it."""
        element = self.items.pop()
        element.stacked = False
        for key in _keys(element.name):
            self._found[key].pop()
        return element

    def current(self) -> Element:
        """Return the top element."""
        return self.items[-1]

    def top(self, key: str) -> Element | None:
        """Return the topmost element of a name or group."""
        found = self._found.get(key)
        return found[-1] if found else None

    def below(self, element: Element) -> Element:
        """Return the element under an open one."""
        return self.items[element.order - 1]

    def pop_to(self, *names: str) -> None:
        """Take elements off up to and including the topmost of these names."""
        while self.pop().name not in names:
            pass

    def pop_until(self, *names: str) -> None:
        """Take elements off until the top one has one of these names or is an html."""
        while self.current().name not in names and self.current().name != "html":
            self.pop()

    def remove(self, element: Element) -> None:
        """Take out an element wherever it is; do nothing if it is not open."""
        if element.stacked:
            self._rebuild(element.order, self.items[element.order + 1 :])

    def replace(self, element: Element, other: Element) -> None:
        """Put another element in the place of an open one."""
        self._rebuild(element.order, [other, *self.items[element.order + 1 :]])

    def insert_over(self, element: Element, other: Element) -> None:
        """Put another element right above an open one."""
        above = element.order + 1
        self._rebuild(above, [other, *self.items[above:]])

    def _rebuild(self, height: int, elements: list[Element]) -> None:
        """Replace all from a height on."""
        while len(self.items) > height:
            self.pop()
        for element in elements:
            self.push(element)

    def in_scope(self, names: AbstractSet[str], limits: AbstractSet[str]) -> bool:
        """Return whether one of the names is open above the topmost of the limits.

        jsoup looks at 101 elements at most.
        """
        if not any(self._found.get(name) for name in names):
            return False
        for element in islice(reversed(self.items), _SCOPE_DEPTH):
            if element.name in names:
                return True
            if element.name in limits:
                return False
        return False


class Formatting:
    """The active formatting elements, in frames that applets, captions and cells begin.

    A frame holds its elements by name and by look, and all of them under None; in each of these
    by a number that grows from first to last.
    """

    def __init__(self) -> None:
        """Begin with one empty frame."""
        self._frames: list[Frame] = [defaultdict(dict)]
        self._slots = count()

    def last(self, name: str) -> Element | None:
        """Return the last element of a name in the current frame."""
        return next(reversed(self._frames[-1][name].values()), None)

    def closed(self) -> list[Element]:
        """Return the elements at the end of the current frame that are not on the stack."""
        found: list[Element] = []
        for element in reversed(self._frames[-1][None].values()):
            if element.stacked:
                break
            found.append(element)
        return found[::-1]

    def push(self, element: Element) -> None:
        """Add an element; of those that look alike only three stay."""
        alike = self._frames[-1][element.look()]
        if len(alike) >= _ALIKE:
            self.remove(alike[sorted(alike)[-_ALIKE]])
        self._put(element, self._frames[-1], next(self._slots))

    def remove(self, element: Element) -> None:
        """Take out an element, if it is in a frame."""
        frame, element.frame = element.frame, None
        if frame is not None:
            for key in (None, element.name, element.look()):
                del frame[key][element.slot]

    def replace(self, element: Element, other: Element) -> None:
        """Put another element of the same name in the place of one."""
        frame, element.frame = element.frame, None
        if frame is not None:
            del frame[element.look()][element.slot]
            self._put(other, frame, element.slot)

    def _put(self, element: Element, frame: Frame, slot: int) -> None:
        """Enter an element in a frame; a slot that was in use keeps its place in the order."""
        element.frame, element.slot = frame, slot
        for key in (None, element.name, element.look()):
            frame[key][slot] = element

    def mark(self) -> None:
        """Begin a frame."""
        self._frames.append(defaultdict(dict))

    def clear(self) -> None:
        """End the current frame and forget its elements."""
        for element in self._frames.pop()[None].values():
            element.frame = None
        if not self._frames:
            self.mark()
