"""How alike two Chinese texts are.

::

    text → clean → segment → weigh → hash words → add votes → fingerprint → compare

    compare(a, b)                 two texts         → Comparison: percent, score, duplicate
    compare(a, b).explain()       two texts         → Explanation: words, conflicts, what counted
    fingerprint(text)             one text          → Fingerprint: value, hex, signed, binary
    explain(text)                 one text          → Trace: every stage's result
    fingerprint_tokens(tokens)    words you cut     → Fingerprint
    compare_fingerprints(a, b)    two fingerprints  → Comparison, score estimated
    rank(query, candidates)       one against many  → the nearest first
    get_profile(name)             a way of fingerprinting, ``with_options`` to change it

Importing loads nothing: dictionaries and libraries are read at the first text, or by
``Pipeline(profile).warm_up()``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textsim.errors import TextsimError
    from textsim.pipeline import Pipeline
    from textsim.presets import get_profile, profile_names
    from textsim.profile import Profile
    from textsim.segment import segmenters
    from textsim.similarity import (
        compare,
        compare_fingerprints,
        explain,
        fingerprint,
        fingerprint_tokens,
        rank,
    )
    from textsim.values import (
        Comparison,
        Conflict,
        Explanation,
        Feature,
        Fingerprint,
        Token,
        Trace,
    )

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Conflict",
    "Explanation",
    "Feature",
    "Fingerprint",
    "Pipeline",
    "Profile",
    "TextsimError",
    "Token",
    "Trace",
    "compare",
    "compare_fingerprints",
    "explain",
    "fingerprint",
    "fingerprint_tokens",
    "get_profile",
    "profile_names",
    "rank",
    "segmenters",
]

_HOME = {
    "textsim.errors": ("TextsimError",),
    "textsim.pipeline": ("Pipeline",),
    "textsim.presets": ("get_profile", "profile_names"),
    "textsim.profile": ("Profile",),
    "textsim.segment": ("segmenters",),
    "textsim.similarity": (
        "compare",
        "compare_fingerprints",
        "explain",
        "fingerprint",
        "fingerprint_tokens",
        "rank",
    ),
    "textsim.values": (
        "Comparison",
        "Conflict",
        "Explanation",
        "Feature",
        "Fingerprint",
        "Token",
        "Trace",
    ),
}


def __getattr__(name: str) -> Any:
    """Import a public name from its module at first use, so that the import stays light."""
    for module, exported in _HOME.items():
        if name in exported:
            # Deferred on purpose: importlib itself is only wanted when a name is used.
            from importlib import import_module  # noqa: PLC0415

            value = getattr(import_module(module), name)
            globals()[name] = value
            return value
    msg = f"module 'textsim' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    """Return the public names."""
    return [*__all__, "__version__"]
