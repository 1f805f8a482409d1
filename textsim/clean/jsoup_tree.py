"""The tree that the jsoup reproduction puts text in; only the order of its texts is of use.

Elements that have no content are never put in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

__all__ = ["Attributes", "Element", "Frame", "Node"]

Attributes = tuple[tuple[str, str | None], ...]
Frame = dict[Hashable, dict[int, "Element"]]


class Node:
    """A text, or the base of an element, with its neighbours."""

    __slots__ = ("following", "parent", "previous", "text")

    def __init__(self, text: str = "") -> None:
        """Make a node outside the tree."""
        self.text = text
        self.parent: Element | None = None
        self.previous: Node | None = None
        self.following: Node | None = None

    def detach(self) -> None:
        """Take the node out of its parent, if it has one."""
        if self.parent is None:
            return
        if self.previous is None:
            self.parent.first = self.following
        else:
            self.previous.following = self.following
        if self.following is None:
            self.parent.last = self.previous
        else:
            self.following.previous = self.previous
        self.parent = self.previous = self.following = None


class Element(Node):
    """An element: its children, and where it stands in the lists of open elements."""

    __slots__ = ("attributes", "first", "frame", "last", "name", "order", "room", "slot", "stacked")

    def __init__(self, name: str, attributes: Attributes = ()) -> None:
        """Make an element outside the tree, with the attributes of a tag."""
        super().__init__()
        self.name = name
        self.attributes = attributes
        self.room = 4 if attributes else 0
        while self.room < len(attributes):
            self.room *= 2
        self.first: Node | None = None
        self.last: Node | None = None
        self.stacked = False  # whether it is on the stack of open elements
        self.order = 0  # where on it
        self.frame: Frame | None = None  # the frame of formatting elements it is in
        self.slot = 0  # where in that

    def copy(self) -> Element:
        """Return an element of the same name and attributes without children."""
        twin = Element(self.name, tuple(dict(self.attributes).items()))
        twin.room = max(4, len(self.attributes)) if self.attributes else 0
        return twin

    def look(self) -> Hashable:
        """Return what two formatting elements that look alike have in common.

        jsoup compares attributes together with the spare room of the arrays that hold them, which
        differs between a parsed element and a copy of it when there are five or more.
        """
        return self.name, self.attributes, self.room

    def append(self, node: Node) -> None:
        """Move the node to the end of this element."""
        node.detach()
        node.parent, node.previous = self, self.last
        if self.last is None:
            self.first = node
        else:
            self.last.following = node
        self.last = node

    def insert(self, node: Node, place: Node) -> None:
        """Move the node right before the child ``place`` of this element."""
        node.detach()
        node.parent, node.previous, node.following = self, place.previous, place
        if place.previous is None:
            self.first = node
        else:
            place.previous.following = node
        place.previous = node

    def texts(self) -> Iterator[str]:
        """Yield the texts inside, in order, however deep they are."""
        node: Node | None = self
        while node is not None:
            if not isinstance(node, Element):
                yield node.text
            elif node.first is not None:
                node = node.first
                continue
            while node is not self and node is not None and node.following is None:
                node = node.parent
            node = None if node is self or node is None else node.following
