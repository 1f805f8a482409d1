"""Use the installed package as a stranger would: ``installed``, or ``zip ARCHIVE …``."""

from __future__ import annotations

import sys


def main() -> None:
    """Compare two titles, read every shipped dictionary, list what there is."""
    mode, *archives = sys.argv[1:]
    sys.path[:0] = archives

    import textsim  # noqa: PLC0415
    from textsim import dictionaries  # noqa: PLC0415

    where = textsim.__file__
    if mode == "zip" and archives[0] not in where:
        sys.exit(f"not imported from the archive but from {where}")
    found = textsim.compare("有哪些养猫必须知道的冷知识？", "养猫必须知道的<b>冷知识</b>有哪些")
    print(where, found.distance, found.percent, found.score)
    if found.score is None or found.score < 50:  # noqa: PLR2004
        sys.exit(f"unexpected score {found.score!r}")
    if not all(dictionaries.digest(name) for name in dictionaries.names()):
        sys.exit("a dictionary is missing")
    if len(textsim.profile_names()) != 11 or len(textsim.segmenters()) < 6:  # noqa: PLR2004
        sys.exit("profiles or segmenters are missing")


if __name__ == "__main__":
    main()
