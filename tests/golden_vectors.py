"""Write ``golden/vectors.jsonl``: fingerprints of ready words, for implementations elsewhere.

    python -m tests.golden_vectors

One object a line: ``profile`` and ``bits``, ``tokens`` ([word, tag]), ``hex``. No segmenter is
needed to give the values again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from textsim import Pipeline, get_profile

GOLDEN = Path(__file__).parent / "golden"
PROFILES = (
    ("java-title", 64),
    ("java-article", 64),
    ("java-article", 128),
    ("title", 64),
    ("title", 256),
    ("document", 64),
)
EVERY = 5  # of the 193 texts


def vectors() -> list[dict[str, Any]]:
    """Return the rows, made anew from the words of ``java.jsonl``."""
    lines = (GOLDEN / "java.jsonl").read_text(encoding="utf-8").splitlines()[::EVERY]
    rows = []
    for name, bits in PROFILES:
        profile = get_profile(name)
        pipeline = Pipeline(profile.with_options(bits=bits) if bits != profile.bits else profile)
        for line in lines:
            tokens = json.loads(line)["terms"]
            made = pipeline.fingerprint_tokens([tuple(token) for token in tokens])
            rows.append({"profile": name, "bits": bits, "tokens": tokens, "hex": made.hex})
    return rows


if __name__ == "__main__":
    text = "".join(json.dumps(row, ensure_ascii=True) + "\n" for row in vectors())
    (GOLDEN / "vectors.jsonl").write_text(text, encoding="utf-8")
