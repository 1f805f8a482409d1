"""The measures of two texts, beside plain references for each of them."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.test_score_align import subsequence
from textsim import Pipeline
from textsim.score import overlap
from textsim.score.align import LONGEST, blocks
from textsim.score.conflicts import conflicts, facts, number_summary
from textsim.score.likeness import MEASURES, Reading, likeness, read
from textsim.score.sounds import same_sound
from textsim.values import Conflict, Prepared

TITLE = Pipeline("title")
SHARES = (
    *("cosine", "words", "words_contained", "pairs", "pairs_contained", "letters"),
    *("letters_contained", "triples_contained", "sequence", "sequence_contained", "masked"),
    *("length_ratio", "head", "tail", "clause", "replaced_alike", "moved"),
)
WHOLE = frozenset(MEASURES) - {*SHARES, "lost", "lost_both"}
DIFFERENCES = (
    *("places", "replaced", "replaced_longest", "homophones", "added_longest", "lost", "lost_both"),
    *("left_both", "moved", "numbers_extra", "numbers_replaced"),
    *("amount", "serial", "when", "polarity", "roles", "title"),
)

_PIECES = st.sampled_from(
    [
        *"第一二三十百万上下不没吗年月日集元%季我的了是在再他它她北南東開個話猫貓",
        *" ,.。，?？!！:：()（）《》-、~★",
        *("12", "3.5", "2024", "1,000", "11", "abc", "iPhone", "15", "Pro", "v2", "X-900"),
        *("可以", "禁止", "允许", "张三", "李四", "打", "北京", "上海", "到", "公告", "计划"),
        *("油价", "上调", "下调", "同学们", "学习", "副业", "为什么", "停水", "通知"),
    ]
)
TEXTS = st.lists(_PIECES | st.text(max_size=2), max_size=14).map("".join)
LETTERED = TEXTS.filter(lambda text: any(map(str.isalnum, text)))


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    """Return a text and the same after a few edits, or another text."""
    text = draw(TEXTS)
    if draw(st.integers(0, 5)) == 0:
        return text, draw(TEXTS)
    other = text
    for _ in range(draw(st.integers(0, 4))):
        i, j = sorted(draw(st.tuples(*2 * [st.integers(0, len(other))])))
        new = draw(st.sampled_from(["", other[i:j][::-1], other[i:j] * 2]) | _PIECES)
        other = other[:i] + new + other[j:]
    return text, other


def reading(text: str) -> Reading:
    return read(TITLE.prepare(text))


def measured(a: Reading, b: Reading) -> dict[str, float]:
    return dict(zip(MEASURES, likeness(a, b).values, strict=True))


def common(a: Sequence[object], b: Sequence[object]) -> int:
    """Return how many items two sequences share, counted with repetition."""
    return (Counter(a) & Counter(b)).total()


def groups(text: str, width: int) -> list[str]:
    return [text[i : i + width] for i in range(len(text) - width + 1)]


def share(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 0.0


# ---- both ways round


def assert_mirrored(a: Reading, b: Reading) -> None:
    there, back = likeness(a, b), likeness(b, a)
    assert there.values == back.values
    assert back.conflicts == tuple(Conflict(kind, y, x) for kind, x, y in there.conflicts)


@settings(max_examples=300)
@given(edited())
def test_exchanging_the_texts_changes_no_measure_and_mirrors_the_conflicts(
    pair: tuple[str, str],
) -> None:
    assert_mirrored(reading(pair[0]), reading(pair[1]))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("晚清的海关总税务司", "晚清的海關总税务司"),
        ("证监会就减持新规公开征求意见", "证监会就减持新规公開征求意见"),
        ("双色球2024018期开奖结果公布", "双色球2024018期開奖结果公布"),
        ("乳胶枕泰国进口护颈椎助睡眠", "乳胶枕泰国進口护颈椎助睡眠"),
    ],
)
def test_words_cut_otherwise_in_traditional_characters_measure_alike_both_ways(
    a: str, b: str
) -> None:
    assert_mirrored(reading(a), reading(b))


# ---- ranges


@settings(max_examples=300)
@given(edited())
def test_measures_are_finite_shares_lie_within_0_and_1_and_counts_are_whole(
    pair: tuple[str, str],
) -> None:
    found = measured(*map(reading, pair))
    assert list(found) == list(MEASURES)
    assert all(math.isfinite(value) and value >= 0 for value in found.values())
    assert {name: found[name] for name in SHARES if not found[name] <= 1} == {}
    assert {name: found[name] for name in WHOLE if found[name] != int(found[name])} == {}
    assert found["places"] >= found["replaced"] >= found["homophones"]
    assert found["lost"] >= found["lost_both"]
    for name in ("pairs", "letters", "sequence", "words"):
        assert found[name] <= found[f"{name}_contained"]


@settings(max_examples=200)
@given(LETTERED)
def test_a_text_beside_itself_differs_nowhere(text: str) -> None:
    one = reading(text)
    assume(one.bare)
    found = measured(one, reading(text))
    assert likeness(one, one).conflicts == ()
    assert {name: found[name] for name in DIFFERENCES if found[name]} == {}
    size = len(one.bare)
    needed = {"pairs": 2, "pairs_contained": 2, "triples_contained": 3}
    whole = [name for name in SHARES if name != "moved" and size >= needed.get(name, 1)]
    if not one.words:
        whole = [name for name in whole if name not in ("words", "words_contained", "cosine")]
    assert {name: found[name] for name in whole if found[name] != 1} == {}
    assert found["length"] == min(size, 100)
    assert found["numbers_shared"] == len(one.facts.numbers)


def test_a_clause_said_twice_is_as_equal_to_itself_as_one_said_once() -> None:
    assert measured(reading("重要通知,重要通知"), reading("重要通知。重要通知!"))["clause"] == 1
    assert measured(reading("停水,通知"), reading("通知,停水"))["clause"] == 1


@pytest.mark.parametrize("text", ["", "。", "★~", " "])
def test_texts_without_letters_have_nothing_in_common(text: str) -> None:
    for other in ("", "+", "养猫"):
        found = measured(reading(text), reading(other))
        assert [name for name in SHARES if found[name]] == ["replaced_alike"]


# ---- plain references


@settings(max_examples=300)
@given(edited())
def test_characters_are_counted_as_a_counter_counts_them(pair: tuple[str, str]) -> None:
    one, two = map(reading, pair)
    a, b = one.bare, two.bare
    found = measured(one, two)
    shorter = min(len(a), len(b))
    pairs = common(groups(a, 2), groups(b, 2))
    assert found["pairs"] == share(2 * pairs, len(groups(a, 2)) + len(groups(b, 2)))
    assert found["pairs_contained"] == share(pairs, shorter - 1)
    assert found["letters"] == share(2 * common(a, b), len(a) + len(b))
    assert found["letters_contained"] == share(common(a, b), shorter)
    assert found["triples_contained"] == share(common(groups(a, 3), groups(b, 3)), shorter - 2)
    assert found["length"] == min(shorter, 100)
    assert found["length_ratio"] == share(shorter, max(len(a), len(b)))


@settings(max_examples=300)
@given(edited())
def test_order_is_that_of_a_longest_common_subsequence(pair: tuple[str, str]) -> None:
    one, two = map(reading, pair)
    a, b = one.bare, two.bare
    assume(not any(char.isdecimal() and not char.isascii() for char in a + b))
    found = measured(one, two)
    shorter, length = min(len(a), len(b)), subsequence(a, b)
    assert found["sequence"] == share(2 * length, len(a) + len(b))
    assert found["sequence_contained"] == share(length, shorter)
    assert found["moved"] == share(common(a, b) - length, shorter)
    assert found["left_both"] == shorter - length
    x, y = (re.sub("[0-9]+|[〇零一二两三四五六七八九十百千万亿]+", "#", text) for text in (a, b))
    assert found["masked"] == share(2 * subsequence(x, y), len(x) + len(y))


@settings(max_examples=300)
@given(edited())
def test_ends_are_as_long_as_startswith_finds_them(pair: tuple[str, str]) -> None:
    one, two = map(reading, pair)
    a, b = one.bare, two.bare
    found = measured(one, two)
    head = max(n for n in range(len(a) + 1) if b.startswith(a[:n]))
    tail = max(n for n in range(len(a) + 1) if b.endswith(a[len(a) - n :]))
    assert found["head"] == share(head, min(len(a), len(b)))
    assert found["tail"] == share(tail, min(len(a), len(b)))


@settings(max_examples=300)
@given(edited())
def test_places_are_where_the_aligned_texts_differ(pair: tuple[str, str]) -> None:
    one, two = map(reading, pair)
    # Of several alignments of one length, the one with the lesser text first is taken.
    a, b = (side.bare for side in sorted((one, two), key=lambda side: side.facts.plain))
    found = measured(one, two)
    places, _ = blocks(a, b) or ([], 0)
    sides = [(a[p.a0 : p.a1], b[p.b0 : p.b1]) for p in places]
    replaced = [(x, y) for x, y in sides if x and y]
    added = [x + y for x, y in sides if not (x and y)]
    assert found["places"] == len(sides)
    assert found["replaced"] == len(replaced)
    assert found["replaced_longest"] == max((min(len(x), len(y)) for x, y in replaced), default=0)
    assert found["added_longest"] == max(map(len, added), default=0)
    assert found["homophones"] == sum(same_sound(x, y) for x, y in replaced)
    alike = [common(x, y) / min(len(x), len(y)) for x, y in replaced]
    assert found["replaced_alike"] == min(alike, default=1)


@settings(max_examples=300)
@given(edited())
def test_weights_are_those_of_the_features(pair: tuple[str, str]) -> None:
    here, there = map(TITLE.prepare, pair)
    found = measured(read(here), read(there))
    cosine = overlap(here.features.kept, there.features.kept)
    assert found["cosine"] == pytest.approx((cosine or 0) / 100, abs=1e-12)
    words = [
        {word: weight for word, weight in side.features.kept if word in side.features.words}
        for side in (here, there)
    ]
    lost = [
        max((weight for word, weight in side.items() if word not in other), default=0)
        for side, other in (words, words[::-1])
    ]
    assert (found["lost"], found["lost_both"]) == (max(lost), min(lost))
    assert (found["words"] > 0) == bool(words[0].keys() & words[1].keys())
    if all(words[0][word] == words[1][word] for word in words[0].keys() & words[1].keys()):
        both = sum(words[0][word] for word in words[0].keys() & words[1].keys())
        every = sum((words[0] | words[1]).values())
        assert found["words"] == share(both, every)
        assert found["words_contained"] == share(both, min(sum(side.values()) for side in words))


@settings(max_examples=200)
@given(edited())
def test_numbers_and_conflicts_are_those_of_the_facts(pair: tuple[str, str]) -> None:
    one, two = (facts(TITLE.clean(text)) for text in pair)
    a, b = map(reading, pair)
    found = measured(a, b)
    both, here, there = number_summary(one, two)
    assert found["numbers_shared"] == both
    assert found["numbers_replaced"] == min(here, there)
    assert found["numbers_extra"] == abs(here - there)
    contradicted = likeness(a, b).conflicts
    assert contradicted == conflicts(one, two)
    kinds = ("amount", "serial", "when", "polarity", "roles", "title")
    assert sum(found[kind] for kind in kinds) == len(contradicted)


# ---- what single measures are for


def test_a_number_told_otherwise_lowers_the_order_but_not_the_masked_one() -> None:
    found = measured(reading("三体第11集在线观看"), reading("三体第208集在线观看"))
    assert found["masked"] == 1 > found["sequence"]
    assert found["serial"] == 1


@pytest.mark.parametrize(
    ("a", "b", "measure"),
    [
        ("会员价4999元", "会员价5999元", "amount"),
        ("三体(上)", "三体(下)", "serial"),
        ("周三停水", "周四停水", "when"),
        ("油价上调", "油价下调", "polarity"),
        ("张三打李四", "李四打张三", "roles"),
        ("如何评价《山海行》?", "如何评价《春风渡》?", "title"),
    ],
)
def test_conflicts_of_a_kind_are_counted_together(a: str, b: str, measure: str) -> None:
    found = measured(reading(a), reading(b))
    counted = ("amount", "serial", "when", "polarity", "roles", "title")
    assert {name: found[name] for name in counted if found[name]} == {measure: 1}


def test_a_slip_of_the_keyboard_sounds_the_same() -> None:
    assert measured(reading("谢谢童学们"), reading("谢谢同学们"))["homophones"] == 1
    assert measured(reading("谢谢老师们"), reading("谢谢同学们"))["homophones"] == 0


def test_what_changed_its_place_has_moved() -> None:
    assert measured(reading("女款大衣羊毛"), reading("羊毛大衣女款"))["moved"] > 0
    assert measured(reading("羊毛大衣"), reading("羊毛大衣女款"))["moved"] == 0


# ---- beyond what is aligned


def long_text(seed: int, alphabet: str, length: int) -> str:
    rng = random.Random(seed)
    return "".join(rng.choice(alphabet) for _ in range(length))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (long_text(1, "甲乙丙丁第一2集上", LONGEST + 50), long_text(2, "甲乙丙丁第三4集", LONGEST)),
        (long_text(3, "油价上调", LONGEST + 1), long_text(4, "猫狗鱼虾", LONGEST + 1)),
        (long_text(5, "油价,。", 3 * LONGEST), "油价上调"),
        (long_text(6, "甲乙丙", LONGEST) + "!", "9" + long_text(6, "甲乙丙", LONGEST)),
    ],
)
def test_texts_too_long_to_align_measure_the_same_both_ways_and_within_bounds(
    a: str, b: str
) -> None:
    one, two = reading(a), reading(b)
    assert_mirrored(one, two)
    found = measured(one, two)
    assert all(map(math.isfinite, found.values()))
    assert all(0 <= found[name] <= 1 for name in SHARES)
    assert found["length_ratio"] == share(
        min(len(one.bare), len(two.bare)), max(len(one.bare), len(two.bare))
    )
    same = measured(one, reading(a))
    assert same["sequence"] == same["head"] == same["masked"] == 1
    assert same["places"] == 0


def test_reading_looks_at_nothing_but_the_text_and_its_features() -> None:
    prepared = TITLE.prepare("第11集 在线观看")
    again = Prepared(prepared.plain, prepared.features, prepared.fingerprint)
    assert read(prepared) == read(again)
