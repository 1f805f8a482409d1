"""Why two texts were found alike or not, put together when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textsim.score.align import Block, blocks, ends
from textsim.score.conflicts import conflicts, facts
from textsim.score.likeness import likeness, read
from textsim.score.verdict import average, load_model, reasons
from textsim.values import Explanation, Feature, Piece, SharedWord

if TYPE_CHECKING:
    from textsim.score.verdict import VerdictSpec
    from textsim.values import Conflict, Prepared, Reason

__all__ = ["explanation", "pieces"]


def explanation(spec: VerdictSpec, a: Prepared, b: Prepared) -> Explanation:
    """Return why two texts have the score they have; equal texts have 100 whatever moved it."""
    here, there = dict(a.features.kept), dict(b.features.kept)
    shared = [SharedWord(w, weight, there[w]) for w, weight in here.items() if w in there]
    middle: float | None = None
    moved: tuple[Reason, ...] = ()
    found: tuple[Conflict, ...] = ()
    scorable = a.fingerprint.scorable and b.fingerprint.scorable
    if spec.model and scorable:
        model = load_model(spec.model)
        alike = likeness(read(a), read(b))
        found, middle = alike.conflicts, average(model)
        moved = reasons(model, alike.values)
    elif scorable:
        found = conflicts(facts(a.plain), facts(b.plain))
    return Explanation(
        a=a.plain,
        b=b.plain,
        pieces=pieces(a.plain, b.plain),
        shared=tuple(sorted(shared, key=lambda s: (-min(s.a, s.b), s.word))),
        only_a=_only(here, there),
        only_b=_only(there, here),
        conflicts=found,
        average=middle,
        reasons=moved,
    )


def pieces(a: str, b: str) -> tuple[Piece, ...]:
    """Return two texts side by side, cut where they begin and cease to differ.

    Texts that differ over too many characters to align are one differing piece between their
    equal ends.

    >>> [tuple(piece) for piece in pieces("油价上调", "油价又下调")]
    [('油价', '油价'), ('上', '又下'), ('调', '调')]
    """
    if a > b:  # the same pieces either way round
        return tuple(Piece(y, x) for x, y in pieces(b, a))
    aligned = blocks(a, b)
    if aligned is None:
        head, tail = ends(a, b)
        spans = [Block(head, len(a) - tail, head, len(b) - tail)]
    else:
        spans = aligned[0]
    found = []
    i = j = 0
    for a0, a1, b0, b1 in (*spans, Block(len(a), len(a), len(b), len(b))):
        found += [Piece(a[i:a0], b[j:b0]), Piece(a[a0:a1], b[b0:b1])]
        i, j = a1, b1
    return tuple(piece for piece in found if piece.a or piece.b)


def _only(here: dict[str, float], there: dict[str, float]) -> tuple[Feature, ...]:
    lost = [Feature(word, weight) for word, weight in here.items() if word not in there]
    return tuple(sorted(lost, key=lambda feature: (-feature.weight, feature.word)))
