"""The one JSON form of values and errors, for the command line and every other door."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from typing import Any

from textsim.errors import InputError, InputTypeError, TextsimError
from textsim.values import Comparison, Fingerprint, Piece, Trace

__all__ = ["dumps", "error_dict", "fingerprint_from_dict", "to_dict"]


def to_dict(value: Any) -> Any:
    """Return a value as plain dicts, lists, strings and numbers.

    Fingerprints and word hashes travel as fixed-width lower-case hexadecimal strings, never as
    numbers, because JSON readers round large integers. A comparison travels with its verdict and
    without what explains it: that is a value of its own.

    >>> to_dict(Fingerprint(5))["value"]
    '0000000000000005'
    """
    if isinstance(value, Fingerprint):
        return _fields(value) | {"value": value.hex}
    if isinstance(value, Trace):
        digits = value.fingerprint.bits // 4
        hashed = [h._asdict() | {"hash": f"{h.hash:0{digits}x}"} for h in value.hashed]
        return _fields(value) | {"hashed": hashed}
    if is_dataclass(value):
        return _comparison(value) if isinstance(value, Comparison) else _fields(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict() | ({"same": value.same} if isinstance(value, Piece) else {})
    if isinstance(value, dict):
        return {str(key): to_dict(item) for key, item in value.items()}
    return [to_dict(item) for item in value] if isinstance(value, (tuple, list)) else value


def _fields(value: Any) -> dict[str, Any]:
    return {f.name: to_dict(getattr(value, f.name)) for f in fields(value)}


def _comparison(value: Comparison) -> dict[str, Any]:
    members = _fields(value)
    del members["explainer"]
    names = ("scorable", "duplicate", "evidence")
    return members | {name: getattr(value, name) for name in names}


def fingerprint_from_dict(data: dict[str, Any]) -> Fingerprint:
    """Return the fingerprint of its JSON form.

    A value that is no string, or a member of another type, raises InputTypeError; a value that is
    not of the full width, or an unknown member, InputError.

    >>> fingerprint_from_dict(to_dict(Fingerprint(5))) == Fingerprint(5)
    True
    """
    if not isinstance(data, dict):
        msg = f"a fingerprint must be a JSON object, not {type(data).__name__} {data!r}"
        raise InputTypeError(msg)
    unknown = sorted(data.keys() - {f.name for f in fields(Fingerprint)})
    if unknown:
        msg = f"unknown member {unknown[0]!r} of a fingerprint"
        raise InputError(msg)
    value = data.get("value")
    if not isinstance(value, str):
        msg = f"value must be a string of hexadecimal digits, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg)
    for name in ("profile", "stamp"):
        if not isinstance(data.get(name, ""), str):
            msg = f"{name} must be a string, not {data[name]!r}"
            raise InputTypeError(msg)
    made = Fingerprint.from_hex(value)
    if made.bits != data.get("bits", made.bits):
        msg = f"value {value!r} has {made.bits} bits, not {data['bits']!r}"
        raise InputError(msg)
    return replace(made, **data | {"value": made.value, "flags": tuple(data.get("flags", ()))})


def error_dict(error: TextsimError) -> dict[str, Any]:
    """Return an error as its stable code and its message.

    >>> error_dict(TextsimError("no"))
    {'error': {'code': 'textsim', 'message': 'no'}}
    """
    return {"error": {"code": error.code, "message": str(error)}}


def dumps(value: Any) -> str:
    r"""Return a value as one line of JSON: Chinese as it is, lone surrogates escaped.

    Infinities and NaN, which JSON does not have, raise ValueError.

    >>> dumps({"a": "猫"})
    '{"a": "猫"}'
    """
    plain = to_dict(value)
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(plain, allow_nan=False)
    return text
