"""Step "simplified": traditional characters folded to simplified ones by OpenCC."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from textsim.errors import MissingLibraryError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["simplified"]

# Simplified words with a character that elsewhere is the traditional form of another one (乾, dry,
# is 干). OpenCC knows them in traditional spelling only (乾安縣), so that it would spoil them here
# and when it reads its own result again.
_KEPT: Final = (
    "乾安|乾断|乾纲|乾清|乾闼婆|乾图|乾县|乾佑|大目乾连|颠乾倒坤|萧乾|旋乾转坤|张法乾|"
    "毕昇|陈昇|陈志昇|龚昇|韩昇延|蒋昇|卢象昇|申昇勋|王彦昇|温昇豪|乌昇|吴育昇|阎鹤昇|张昇|杨联陞|"
    "东氾|氾国|氾胜之|变徵|芸薹|麽些|於梨华|於潜"
)


def simplified(text: str) -> str:
    """Return the text with traditional characters as simplified ones, words taken into account.

    Doing it twice changes nothing, and names such as 乾安 or 毕昇 stay in simplified text. Needs
    the extra ``opencc``, otherwise raises MissingLibraryError.

    ``simplified("乾隆年間的餅乾，乾安县")`` is ``"乾隆年间的饼干，乾安县"``.
    """
    before = ""
    while text != before:  # until all agree: what one round gives may be a word to the next
        before = text
        parts = _kept().split(text)
        text = "".join(p if i % 2 else _converter()(p) for i, p in enumerate(parts))
    return text


@cache
def _kept() -> re.Pattern[str]:
    # lone surrogates as well: OpenCC wants valid UTF-8
    return re.compile(f"({_KEPT}|[\ud800-\udfff]+)")


@cache
def _converter() -> Callable[[str], str]:
    try:
        from opencc import OpenCC  # noqa: PLC0415 - optional, and slow to load
    except ImportError as error:
        msg = "step 'simplified' needs OpenCC; install it by: pip install 'textsim[opencc]'"
        raise MissingLibraryError(msg) from error
    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert
