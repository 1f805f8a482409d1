"""Stage 1: a text as given → the plain text that is compared.

A ``CleanSpec`` lists steps by name; ``clean`` applies them in order.

===================== ==========================================================================
markup                what a reader sees of a text that may hold HTML (``markup``)
jsoup                 jsoup 1.11.3's ``Jsoup.clean(text, Whitelist.none())`` (``jsoup``)
java-strip            the thirteen ``replaceAll`` of the Java title tool (``fold``)
lower                 full lower case, the same in every locale: ``İ`` becomes i and U+0307
lower-simple          one-to-one lower case as in Go (``fold``)
lower-ascii           A to Z only (``fold``)
nfc nfd nfkc nfkd     a Unicode normalization form; nfkc folds width, circled digits, ligatures
invisible             characters without a shape go (``fold``)
blanks                runs of blanks become one; none between Han (``fold``)
simplified            traditional → simplified characters (``variants``; extra ``opencc``)
guard                 leftovers of markup are made unreadable as markup (``markup``); stands last
===================== ==========================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textsim.clean import fold
from textsim.clean.markup import guard, markup
from textsim.clean.normal import normal
from textsim.errors import InputError, InputTypeError, UnknownNameError, name_list

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["CleanSpec", "clean"]

_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class CleanSpec:
    """Which steps are applied, in order, and how often escaped markup is read again.

    An unknown step raises UnknownNameError listing the known ones; ``unescape_depth`` is the
    number of extra times step "markup" reads its own result, 0 to 100.

    >>> CleanSpec(("lower", "blanks")).steps
    ('lower', 'blanks')
    """

    steps: tuple[str, ...] = ()
    unescape_depth: int = 0

    def __post_init__(self) -> None:
        """Check the names and the range."""
        if not isinstance(self.steps, tuple):
            msg = f"steps must be a tuple of names, not {type(self.steps).__name__} {self.steps!r}"
            raise InputTypeError(msg)
        for step in self.steps:
            if step not in _STEPS:
                msg = f"no cleaning step {step!r}; known are {name_list(_STEPS)}"
                raise UnknownNameError(msg)
        depth = self.unescape_depth
        if type(depth) is not int:
            msg = f"unescape_depth must be an integer, not {type(depth).__name__} {depth!r}"
            raise InputTypeError(msg)
        if not 0 <= depth <= _DEEPEST:
            msg = f"unescape_depth {depth!r} is not from 0 to {_DEEPEST}"
            raise InputError(msg)


def clean(text: str, spec: CleanSpec) -> str:
    r"""Return the text after the steps of the spec.

    With step "guard" at the end, cleaning a cleaned text changes nothing.

    >>> native = CleanSpec(("markup", "nfkc", "invisible", "lower", "blanks", "guard"))
    >>> clean("<p>ＡＢＣ&nbsp;教程</p><p>Q&A: 1<2\u200b</p>", native)
    'abc 教程\nq&a: 1<2'
    """
    for step in spec.steps:
        text = _STEPS[step](text, spec)
    return text


def _markup(text: str, spec: CleanSpec) -> str:
    return markup(text, spec.unescape_depth)


def _jsoup(text: str, _spec: CleanSpec) -> str:
    from textsim.clean.jsoup import jsoup_clean  # noqa: PLC0415 - one profile needs it

    return jsoup_clean(text)


def _simplified(text: str, _spec: CleanSpec) -> str:
    from textsim.clean.variants import simplified  # noqa: PLC0415 - on request only

    return simplified(text)


def _guard(text: str, spec: CleanSpec) -> str:
    """Return the guarded text, folded again first until nothing changes.

    One round is not always enough: without the zero-width space between them a letter and its
    accent compose; J with a caron has no capital of its own, so composes when lower.
    """
    for _ in range(_ROUNDS):
        before = text
        for step in spec.steps:
            if step not in _ONCE:
                text = _STEPS[step](text, spec)
        if text == before:
            break
    return guard(text)


_ROUNDS: Final = 8
_ONCE: Final = frozenset({"markup", "jsoup", "guard"})


def _plain(function: Callable[[str], str]) -> Callable[[str, CleanSpec], str]:
    return lambda text, _spec: function(text)


_STEPS: Final[Mapping[str, Callable[[str, CleanSpec], str]]] = {
    "markup": _markup,
    "jsoup": _jsoup,
    "java-strip": _plain(fold.java_strip),
    "lower": _plain(str.lower),
    "lower-simple": _plain(fold.lower_simple),
    "lower-ascii": _plain(fold.lower_ascii),
    "nfc": _plain(lambda text: normal(text, "NFC")),
    "nfd": _plain(lambda text: normal(text, "NFD")),
    "nfkc": _plain(lambda text: normal(text, "NFKC")),
    "nfkd": _plain(lambda text: normal(text, "NFKD")),
    "invisible": _plain(fold.invisible),
    "blanks": _plain(fold.blanks),
    "simplified": _simplified,
    "guard": _guard,
}
