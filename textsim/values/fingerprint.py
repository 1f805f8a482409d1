"""The fingerprint: an unsigned integer, its width, what made it, and its written forms."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field
from typing import Any

from textsim.errors import InputError, InputTypeError

__all__ = ["Fingerprint"]

_DECIMAL = re.compile(r"-?[0-9]+")
_LONGEST = 258  # a sign or 0b, and 256 binary digits
_PREFIXES = {"0x": 16, "0b": 2}
_HEX = re.compile(r"[0-9a-fA-F]+")


@dataclass(frozen=True, slots=True, order=False)
class Fingerprint:
    """A simhash value of ``bits`` bits, and the profile and stamp it was made with.

    ``value`` is the unsigned integer; bit *i* of the vector is ``value >> i & 1``. A wider
    fingerprint of the same text has the narrower one as its lowest bits. ``profile`` is the
    profile's id (``""`` when unknown), ``stamp`` identifies dictionaries and segmenter as well.
    ``feature_count`` is the number of distinct features that voted, or None when unknown;
    0 means *unscorable*: never alike to anything. ``flags`` warn about the text: ``fallback``
    (only stop words, which then voted), ``dominated`` (one feature outweighs all others together,
    so the value is that feature's hash), ``suspicious`` (looks like wrongly decoded bytes).

    Raises InputError naming ``value`` or ``bits`` when out of range, InputTypeError for anything
    but integers.

    >>> Fingerprint(0xda26e6c5285691fc).hex
    'da26e6c5285691fc'
    """

    value: int
    bits: int = 64
    profile: str = ""
    stamp: str = field(default="", compare=False)
    feature_count: int | None = field(default=None, compare=False)
    flags: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Check the types and ranges, and turn numpy integers into plain ones."""
        bits = _width(self.bits)
        value = _integer("value", self.value)
        if not 0 <= value < 1 << bits:
            msg = (
                f"value {value!r} does not fit {bits} unsigned bits; "
                "use Fingerprint.from_signed for a signed database column"
            )
            raise InputError(msg)
        object.__setattr__(self, "bits", bits)
        object.__setattr__(self, "value", value)

    @property
    def hex(self) -> str:
        """The value as ``bits // 4`` lower-case hexadecimal digits, most significant first."""
        return f"{self.value:0{self.bits // 4}x}"

    @property
    def binary(self) -> str:
        """The value as ``bits`` binary digits, most significant first."""
        return f"{self.value:0{self.bits}b}"

    @property
    def signed(self) -> int:
        """The value as a two's-complement integer of the same width (a signed SQL column)."""
        return self.value - (1 << self.bits) if self.value >> (self.bits - 1) else self.value

    @property
    def words(self) -> tuple[int, ...]:
        """The value as unsigned 64-bit words, the lowest 64 bits first."""
        return tuple(self.value >> shift & (1 << 64) - 1 for shift in range(0, self.bits, 64))

    @property
    def scorable(self) -> bool:
        """False when the text had no features, so that the value says nothing about it.

        Of a stored value the count is unknown (None); then no bit set and every bit set mean no
        features, as those are what the profiles give to a text without any.
        """
        if self.feature_count is None:
            return self.value not in (0, (1 << self.bits) - 1)
        return self.feature_count > 0

    def to_bytes(self) -> bytes:
        """Return the value as ``bits // 8`` bytes, big-endian (the order of ``hex``)."""
        return self.value.to_bytes(self.bits // 8, "big")

    def __int__(self) -> int:
        """Return the unsigned value."""
        return self.value

    @classmethod
    def from_hex(cls, text: str, **rest: Any) -> Fingerprint:
        """Return the fingerprint of hexadecimal digits; the width is four bits a digit.

        >>> Fingerprint.from_hex("da26e6c5285691fc").value
        15719505283843002876
        """
        digits = _digits(text, "0x", "0123456789abcdefABCDEF", "hexadecimal")
        return cls(int(digits, 16), **{"bits": 4 * len(digits)} | rest)

    @classmethod
    def from_binary(cls, text: str, **rest: Any) -> Fingerprint:
        """Return the fingerprint of binary digits, most significant first; one bit a digit.

        >>> Fingerprint.from_binary("00000101").value
        5
        """
        digits = _digits(text, "0b", "01", "binary")
        return cls(int(digits, 2), **{"bits": len(digits)} | rest)

    @classmethod
    def from_signed(cls, value: int, *, bits: int = 64, **rest: Any) -> Fingerprint:
        """Return the fingerprint of a two's-complement integer of ``bits`` bits.

        Give the stored ``profile`` and ``stamp`` along, so that mixing is noticed.

        >>> Fingerprint.from_signed(-2727238789866548740).hex
        'da26e6c5285691fc'
        """
        number, bits = _integer("value", value), _width(bits)
        if not -(1 << bits - 1) <= number < 1 << bits - 1:
            msg = f"value {number!r} does not fit {bits} signed bits"
            raise InputError(msg)
        return cls(number % (1 << bits), bits=bits, **rest)

    @classmethod
    def from_bytes(cls, data: bytes, **rest: Any) -> Fingerprint:
        """Return the fingerprint of big-endian bytes; eight bits a byte.

        >>> Fingerprint.from_bytes(bytes([0, 5])).value
        5
        """
        if not isinstance(data, bytes):
            msg = f"data must be bytes, not {type(data).__name__}"
            raise InputTypeError(msg)
        return cls(int.from_bytes(data, "big"), **{"bits": 8 * len(data)} | rest)

    @classmethod
    def parse(
        cls, value: Any, *, base: int | None = None, bits: int = 64, **rest: Any
    ) -> Fingerprint:
        """Return the fingerprint of a stored value: an integer, signed or not, or its text.

        Text may be decimal (signed or not), ``0x…``, ``0b…``, exactly ``bits // 4`` hexadecimal or
        ``bits`` binary digits. ``profile``, ``stamp`` and ``feature_count`` may be given as for
        the constructor. Digits that could be both need ``base=10`` or ``base=16``; anything else
        raises InputError naming ``value``.

        >>> Fingerprint.parse("15719505283843002876") == Fingerprint.parse("0xda26e6c5285691fc")
        True
        """
        bits = _width(bits)
        if isinstance(value, str):
            number = _parse_text(value.strip(), base, bits)
        else:
            number = _integer("value", value)
        if number < 0:
            return cls.from_signed(number, bits=bits, **rest)
        return cls(number, bits=bits, **rest)


def _integer(name: str, value: object) -> int:
    """Return a plain int from an int or numpy integer; refuse bool, float and text by name."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        msg = f"{name} must be an integer, not bool {value!r}"
        raise InputTypeError(msg)
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        msg = f"{name} must be an integer, not {type(value).__name__} {value!r}"
        raise InputTypeError(msg) from None


def _width(bits: object) -> int:
    width = _integer("bits", bits)
    if width not in range(8, 257, 8):
        msg = f"bits {width!r} is not a multiple of 8 from 8 to 256"
        raise InputError(msg)
    return width


def _digits(text: object, prefix: str, alphabet: str, kind: str) -> str:
    if not isinstance(text, str):
        msg = f"text must be str, not {type(text).__name__} {text!r}"
        raise InputTypeError(msg)
    digits = text.removeprefix(prefix)
    if not digits or digits.strip(alphabet):
        msg = f"value {text!r} is not {kind}"
        raise InputError(msg)
    return digits


def _parse_text(text: str, base: int | None, bits: int) -> int:
    if base not in (None, 2, 10, 16):
        msg = f"base {base!r} is not 2, 10 or 16"
        raise InputError(msg)
    digits = bits // 4
    hexadecimal = bool(_HEX.fullmatch(text)) and len(text) == digits
    decimal = bool(_DECIMAL.fullmatch(text))
    if base is None and text[:2] in _PREFIXES:
        base = _PREFIXES[text[:2]]
    elif base is None and len(text) == bits and not text.strip("01"):
        base = 2
    elif base is None and hexadecimal and decimal:
        msg = f"value {text!r} can be decimal or hexadecimal; say base=10 or base=16"
        raise InputError(msg)
    elif base is None and (hexadecimal or decimal):
        base = 16 if hexadecimal else 10
    shape = {2: r"(0b)?[01]+", 10: r"-?[0-9]+", 16: r"(0x)?[0-9a-fA-F]+"}.get(base or 0, r"(?!)")
    if len(text) > _LONGEST or not re.fullmatch(shape, text):
        msg = (
            f"value {text[:_LONGEST]!r} is not a fingerprint: expected a decimal number, "
            f"0x and hexadecimal digits, or {digits} hexadecimal digits"
        )
        raise InputError(msg)
    return int(text, base or 10)
