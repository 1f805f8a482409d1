"""Characters that sound alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textsim.dictionaries import rows
from textsim.score.sounds import same_sound

SOUNDS = {char: sound for sound, characters in rows("sounds.tsv") for char in characters}
ALIKE = {char: characters for _, characters in rows("sounds.tsv") for char in characters}
_KNOWN = st.sampled_from(sorted(SOUNDS))


_CHARACTERS = st.lists(_KNOWN | st.sampled_from("ab1,々"), max_size=6)


@st.composite
def respelt(draw: st.DrawFn) -> tuple[str, str]:
    """Return a text and another of as many characters, some of them homophones."""
    text = draw(_CHARACTERS)
    others = [draw(st.sampled_from(ALIKE.get(char, char)) | _KNOWN) for char in text]
    return "".join(text), "".join(others)


def test_every_character_has_one_main_reading() -> None:
    assert sum(len(characters) for _, characters in rows("sounds.tsv")) == len(SOUNDS)


@pytest.mark.parametrize(
    ("x", "y"), [("童学", "同学"), ("在见", "再见"), ("侵掠", "侵略"), ("他", "她"), ("", "")]
)
def test_slips_of_the_keyboard_sound_alike(x: str, y: str) -> None:
    assert same_sound(x, y)


@pytest.mark.parametrize(
    ("x", "y"),
    [("山东", "山西"), ("上", "下"), ("同学", "同"), ("a", "b"), ("1", "一"), ("", "啊")],
)
def test_other_words_do_not(x: str, y: str) -> None:
    assert not same_sound(x, y)


@given(respelt())
def test_texts_sound_alike_when_each_of_their_characters_does(pair: tuple[str, str]) -> None:
    x, y = pair
    alike = all(SOUNDS.get(c, c) == SOUNDS.get(d, d) for c, d in zip(x, y, strict=True))
    assert same_sound(x, y) == same_sound(y, x) == alike
    assert not same_sound(x, y + "啊")


@given(st.text(), st.text())
def test_any_text_sounds_like_itself_and_like_none_of_another_length(x: str, y: str) -> None:
    assert same_sound(x, x)
    assert same_sound(x, y) == same_sound(y, x)
    assert len(x) == len(y) or not same_sound(x, y)
