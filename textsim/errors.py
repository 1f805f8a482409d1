"""The error tree. Every error has a stable ``code`` and is also the builtin that callers expect.

::

    TextsimError
     ├─ InputError            (ValueError)    input              a value out of range or malformed
     ├─ InputTypeError        (TypeError)     input-type         not the type asked for
     ├─ UnknownNameError      (LookupError)   unknown-name       no such profile, segmenter, …
     ├─ ProfileMismatchError  (ValueError)    profile-mismatch   two profiles or stamps compared
     ├─ DictionaryError       (ValueError)    dictionary         a word list that cannot be read
     ├─ DecodingError         (ValueError)    decoding           bytes that are not text
     ├─ MissingLibraryError   (ImportError)   missing-library    an extra is not installed
     └─ SegmenterError        (RuntimeError)  segmenter          a plug-in broke its contract
         └─ SegmenterConflictError            segmenter-conflict two packages under one name

Messages are lower case, name the value with ``!r`` and say what is known or what to do.
"""

from __future__ import annotations

__all__ = [
    "DecodingError",
    "DictionaryError",
    "InputError",
    "InputTypeError",
    "MissingLibraryError",
    "ProfileMismatchError",
    "SegmenterConflictError",
    "SegmenterError",
    "TextsimError",
    "UnknownNameError",
]


class TextsimError(Exception):
    """Root of all errors raised on purpose by textsim."""

    code: str = "textsim"


class InputError(TextsimError, ValueError):
    """A value that is out of range or malformed; the message names the argument."""

    code = "input"


class InputTypeError(TextsimError, TypeError):
    """A value of a type that is not accepted; the message names the argument and the type."""

    code = "input-type"


class UnknownNameError(TextsimError, LookupError):
    """A name that is not registered; the message lists the known ones."""

    code = "unknown-name"


class ProfileMismatchError(TextsimError, ValueError):
    """Fingerprints of two profiles or stamps were to be compared or mixed."""

    code = "profile-mismatch"


class DictionaryError(TextsimError, ValueError):
    """A word list that cannot be read; the message names the file and the line."""

    code = "dictionary"


class DecodingError(TextsimError, ValueError):
    """Bytes that are not text in the encoding; the message names the source and the offset."""

    code = "decoding"


class MissingLibraryError(TextsimError, ImportError):
    """An optional library is absent or unusable; the message says how to get it."""

    code = "missing-library"


class SegmenterError(TextsimError, RuntimeError):
    """A segmenter failed or broke its contract; the message names the segmenter and the text."""

    code = "segmenter"


class SegmenterConflictError(SegmenterError):
    """Two installed packages register a segmenter under one name."""

    code = "segmenter-conflict"


def name_list(names: object) -> str:
    """Return known names as one quoted, sorted, comma-separated string for an error message.

    >>> name_list({"b", "a"})
    "'a', 'b'"
    """
    return ", ".join(repr(name) for name in sorted(names))  # type: ignore[call-overload]
