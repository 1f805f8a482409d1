"""Alignment of two texts."""

from __future__ import annotations

import difflib

from hypothesis import given
from hypothesis import strategies as st

from textsim.score.align import LONGEST, blocks

_WORDS = st.text(alphabet="甲乙丙丁", max_size=12)


def subsequence(a: str, b: str) -> int:
    """Return the length of a longest common subsequence."""
    row = [0] * (len(b) + 1)
    for c in a:
        before = 0
        for j, d in enumerate(b, 1):
            before, row[j] = row[j], before + 1 if c == d else max(row[j], row[j - 1])
    return row[-1]


@given(_WORDS, _WORDS)
def test_blocks_are_what_a_longest_common_subsequence_leaves(a: str, b: str) -> None:
    found, common = blocks(a, b) or ([], -1)
    assert common == subsequence(a, b)
    rebuilt, i = "", 0
    for block in found:
        rebuilt += a[i : block.a0] + b[block.b0 : block.b1]
        i = block.a1
    assert rebuilt + a[i:] == b


def test_equal_ends_are_taken_off_before_the_limit_counts() -> None:
    text = "文" * (2 * LONGEST)
    assert blocks(text + "上" + text, text + "下" + text) is not None
    assert blocks("甲" * (LONGEST + 1), "乙" * (LONGEST + 1)) is None


def test_a_place_is_as_short_as_with_difflib_for_one_change() -> None:
    a, b = "今晚油价上调", "今晚油价下调"
    opcodes = difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    expected = [code[1:] for code in opcodes if code[0] != "equal"]
    assert [tuple(block) for block in (blocks(a, b) or ([], 0))[0]] == expected
