"""Print what starting costs: the import, and a whole ``textsim compare``, in one run.

    python tests/bench/start.py [ROUNDS]

Every figure is the median of the rounds, in milliseconds, of a new process, and what it takes
beyond the interpreter's own start.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time

A, B = "有哪些养猫必须知道的冷知识？", "养猫必须知道的<b>冷知识</b>有哪些"
CODES = {
    "Python alone": "pass",
    "import textsim": "import textsim",
    "import numpy": "import numpy",
    "textsim compare A B, warm cache": (
        f"from textsim.cli import main; main(['compare', {A!r}, {B!r}])"
    ),
    "textsim compare A B, no cache yet": "",
}
INSIDE = f"""
import time, textsim
start = time.perf_counter(); p = textsim.Pipeline(); p.stamp; loaded = time.perf_counter()
textsim.compare({A!r}, {B!r}); first = time.perf_counter()
textsim.compare({A!r}, {B!r}); again = time.perf_counter()
print(loaded - start, first - loaded, again - first)
"""


def milliseconds(code: str, environment: dict[str, str] | None = None) -> float:
    """Return how long a new interpreter takes to run the code."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    return 1000 * (time.perf_counter() - start)


def cold(code: str) -> float:
    """Return the time with an empty cache folder."""
    import os

    with tempfile.TemporaryDirectory() as folder:
        return milliseconds(code, os.environ | {"XDG_CACHE_HOME": folder})


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    compare = CODES["textsim compare A B, warm cache"]
    milliseconds(compare)
    taken: dict[str, list[float]] = {name: [] for name in CODES}
    for _ in range(rounds):
        for name, code in CODES.items():
            taken[name].append(milliseconds(code) if code else cold(compare))
    base = statistics.median(taken["Python alone"])
    print("| a new process | median ms | beyond Python's start |")
    print("|---|---|---|")
    for name, times in taken.items():
        print(
            f"| {name} | {statistics.median(times):.0f} | {statistics.median(times) - base:.0f} |"
        )
    parts = [
        [
            1000 * float(x)
            for x in subprocess.run(
                [sys.executable, "-c", INSIDE], capture_output=True, text=True, check=True
            ).stdout.split()
        ]
        for _ in range(rounds)
    ]
    load, first, again = (statistics.median(column) for column in zip(*parts, strict=True))
    print(f"\nInside: loading {load:.0f} ms, first compare {first:.2f} ms, next {again:.2f} ms")


if __name__ == "__main__":
    main()
