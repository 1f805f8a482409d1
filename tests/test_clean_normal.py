from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import is_linear
from textsim.clean import CleanSpec, clean
from textsim.clean.normal import normal

FORMS = ("NFC", "NFD", "NFKC", "NFKD")
MARKS = st.text(st.sampled_from("\u0301\u0323\u0344\u0308\u0f73\u0334\u3099\u0345"), min_size=30)


@given(st.lists(st.tuples(st.sampled_from("aéか가人"), MARKS), min_size=1, max_size=4))
def test_equals_the_library_on_long_runs_of_marks(parts: list[tuple[str, str]]) -> None:
    text = "".join(letter + marks for letter, marks in parts) + "字" * 1000
    for form in FORMS:
        assert normal(text, form) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("form", FORMS)
def test_long_runs_of_marks_take_linear_time(form: str) -> None:
    spec = CleanSpec((form.lower(),))
    assert is_linear(lambda count: clean("a" + "\u0301\u0323" * count, spec), 20_000)
