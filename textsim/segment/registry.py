"""The registry of segmenters: built-ins from a literal table, plug-ins from entry points.

Both come through one door: a name stands for a target ``module:callable``, the callable takes the
options as keywords and returns an object of the form of ``Segmenter``.
"""

from __future__ import annotations

import inspect
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from textsim.dictionaries import file_digest
from textsim.errors import (
    DictionaryError,
    InputError,
    MissingLibraryError,
    SegmenterConflictError,
    SegmenterError,
    TextsimError,
    UnknownNameError,
    name_list,
)
from textsim.segment.forks import ForkSafeLock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["GROUP", "Option", "Segmenter", "SegmenterInfo", "forget", "load", "segmenters"]

GROUP = "textsim.segmenters"

Option: TypeAlias = str | int | bool | tuple[str, ...]
_Options: TypeAlias = tuple[tuple[str, Option], ...]
_Files: TypeAlias = tuple[tuple[str, str], ...]
_Key: TypeAlias = tuple[str, _Options, _Files]

# Name → target and the extra that installs what it needs ("" when it needs nothing).
_BUILT_IN = {
    "hanlp": ("textsim.segment.hanlp:HanlpSegmenter", "hanlp"),
    "jieba": ("textsim.segment.jieba:JiebaSegmenter", ""),
    "ngram": ("textsim.segment.ngram:NgramSegmenter", ""),
    "rjieba": ("textsim.segment.rjieba:RjiebaSegmenter", "rjieba"),
    "tokens": ("textsim.segment.ready:ReadySegmenter", ""),
    "words": ("textsim.segment.words:WordsSegmenter", ""),
}
_OURS = "textsim"

# A segmenter may hold a dictionary of 100 MB: a service with words per user must not keep all.
_MAX_LOADED = 32


class Segmenter(Protocol):
    """What a segmenter is: two attributes and one method; nothing of textsim is needed for it.

    ``version`` is not empty and changes whenever the output may change (library, dictionary,
    user words). ``tagset`` names the meaning of the tags; ``""`` means that all tags are ``""``.
    """

    @property
    def version(self) -> str:
        """What cut the text, such as ``jieba 0.42.1``."""

    @property
    def tagset(self) -> str:
        """The name of the tag set, such as ``jieba``."""

    def segment(self, text: str) -> Iterable[tuple[str, str]]:
        """Return the (word, tag) pairs of a text in order."""


class SegmenterInfo(NamedTuple):
    """A registered segmenter: its name, where it lives, which package brought it.

    ``extra`` is the extra of textsim that installs its library, ``""`` when there is none.
    """

    name: str
    target: str
    distribution: str
    extra: str = ""


def segmenters() -> list[SegmenterInfo]:
    """Return the registered segmenters, built-in and plugged in, sorted; imports none of them.

    Two packages under one name are both listed; only using the name is an error.

    >>> [info.name for info in segmenters() if info.distribution == "textsim"]
    ['hanlp', 'jieba', 'ngram', 'rjieba', 'tokens', 'words']
    """
    # Here, because it costs more than the rest of the package's import.
    from importlib.metadata import entry_points  # noqa: PLC0415

    found = [SegmenterInfo(name, target, _OURS, e) for name, (target, e) in _BUILT_IN.items()]
    for point in entry_points(group=GROUP):
        package = point.dist.name if point.dist else "unknown"
        found.append(SegmenterInfo(point.name, point.value, package))
    return sorted(found)


_lock = ForkSafeLock()
_loaded: OrderedDict[_Key, Segmenter] = OrderedDict()
_gates: dict[_Key, ForkSafeLock] = {}


def load(name: str, options: _Options, files: _Files = ()) -> Segmenter:
    """Return the segmenter of a name and options, the same object in every thread.

    ``files`` are the files among the options with their SHA-256: other content is another
    segmenter, and a file that changed since then raises DictionaryError.

    At most 32 are kept, the least recently used is let go. Raises UnknownNameError,
    SegmenterConflictError, MissingLibraryError, InputError (an option) or SegmenterError.

    >>> load("ngram", (("width", 2),)) is load("ngram", (("width", 2),))
    True
    """
    key = (name, options, files)
    with _lock:
        if key in _loaded:
            _loaded.move_to_end(key)
            return _loaded[key]
        gate = _gates.setdefault(key, ForkSafeLock())
    with gate:  # of this key only: another segmenter may load at the same time
        with _lock:
            if key in _loaded:
                return _loaded[key]
        try:
            _check_files(files)
            made = _construct(_find(name), dict(options))
        finally:
            with _lock:
                _gates.pop(key, None)
        with _lock:
            _loaded[key] = made
            if len(_loaded) > _MAX_LOADED:
                _loaded.popitem(last=False)
        return made


def _check_files(files: _Files) -> None:
    for path, known in files:
        if file_digest(path) != known:
            msg = f"{path!r} has changed since the profile was made; make the profile again"
            raise DictionaryError(msg)


def forget() -> None:
    """Let go of all loaded segmenters, so that the next use makes them anew.

    >>> forget()
    """
    with _lock:
        _loaded.clear()


def _find(name: str) -> SegmenterInfo:
    registered = segmenters()
    found = [info for info in registered if info.name == name]
    if not found:
        msg = f"no segmenter {name!r}; known are {name_list({info.name for info in registered})}"
        raise UnknownNameError(msg)
    if len(found) > 1:
        claims = " and ".join(f"{info.distribution!r} ({info.target})" for info in found)
        others = sorted({info.distribution for info in found} - {_OURS})
        msg = (
            f"segmenter {name!r} is registered by {claims}; uninstall one of them "
            f"({' or '.join(f'pip uninstall {other}' for other in others)}) "
            "or have it registered under another name"
        )
        raise SegmenterConflictError(msg)
    return found[0]


def _construct(info: SegmenterInfo, options: dict[str, Option]) -> Segmenter:
    from importlib.metadata import EntryPoint  # noqa: PLC0415

    who = _who(info)
    try:
        factory = EntryPoint(info.name, info.target, GROUP).load()
        _check_options(who, factory, options)
        made = factory(**options)
    except TextsimError:
        raise
    except ImportError as error:
        remedy = (
            f"pip install '{_OURS}[{info.extra}]'"
            if info.extra
            else f"install what package {info.distribution!r} needs"
        )
        msg = f"{who} cannot be imported: {error}; {remedy}"
        raise MissingLibraryError(msg) from error
    except Exception as error:
        msg = f"{who} cannot be set up with {options!r}: {type(error).__name__}: {error}"
        raise SegmenterError(msg) from error
    _check_shape(who, made)
    return cast("Segmenter", made)


def _who(info: SegmenterInfo) -> str:
    return f"segmenter {info.name!r} of package {info.distribution!r} ({info.target})"


def _check_options(who: str, factory: Callable[..., Any], options: dict[str, Option]) -> None:
    """Refuse options by name before the call, whose TypeError would name a Python function."""
    if not callable(factory):
        msg = f"{who}: the target is not callable but {factory!r}"
        raise SegmenterError(msg)
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        return  # a compiled callable that does not tell
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return
    known = {p.name: p for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    for option in options:
        if option not in known:
            listing = f"known are {name_list(known)}" if known else "it takes none"
            msg = f"{who} has no option {option!r}; {listing}"
            raise InputError(msg)
    for option, parameter in known.items():
        if parameter.default is parameter.empty and option not in options:
            msg = f"{who} needs the option {option!r}"
            raise InputError(msg)


def _check_shape(who: str, made: object) -> None:
    try:
        version, tagset = made.version, made.tagset  # type: ignore[attr-defined]
        method = made.segment  # type: ignore[attr-defined]
    except TextsimError:  # a version that reads dictionaries first
        raise
    except Exception as error:
        msg = f"{who} gave {made!r}, which lacks version, tagset or segment: {error}"
        raise SegmenterError(msg) from error
    if not isinstance(version, str) or not version:
        msg = f"{who}: version must be text that is not empty, not {version!r}"
        raise SegmenterError(msg)
    if not isinstance(tagset, str):
        msg = f"{who}: tagset must be text, not {tagset!r}"
        raise SegmenterError(msg)
    if not callable(method):
        msg = f"{who}: segment must be a method, not {method!r}"
        raise SegmenterError(msg)
