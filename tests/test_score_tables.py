"""The word lists behind conflicts are clean."""

from __future__ import annotations

import pytest

from textsim.score import tables


def test_there_are_enough_opposites_both_ways_round() -> None:
    table = tables.antonyms()
    pairs = {frozenset((a, b)) for a, others in table.items() for b in others}
    assert len(pairs) >= 120
    assert all(a in table[b] for a, others in table.items() for b in others)
    assert not any(a in others for a, others in table.items())


def test_units_have_known_kinds_and_positive_factors() -> None:
    kinds = {"number", "ordinal", "price", "unit", "version"}
    assert {unit.kind for unit in tables.units().values()} <= kinds
    assert all(unit.slot and unit.factor > 0 for unit in tables.units().values())


@pytest.mark.parametrize("read", [tables.number_words, tables.negation_words, tables.order_words])
def test_words_stand_alone(read) -> None:  # noqa: ANN001
    assert all(word == word.strip() and word for word in read())


def test_number_words_have_numerals_and_negation_words_negate_in_form() -> None:
    assert all(
        set(word) & set("零一二两三四五六七八九十百千万亿") for word in tables.number_words()
    )
    assert all(set(word) & set("不没未无非别勿莫") for word in tables.negation_words())
