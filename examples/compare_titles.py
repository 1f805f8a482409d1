"""Rank made-up forum titles by how alike they are to one of them.

    python examples/compare_titles.py
    python examples/compare_titles.py --profile python-4gram

The nearest come first, also when they are another story (养狗 for 养猫). ``percent`` is the classic
figure from the distance of two fingerprints: unrelated titles lie near 50. ``score`` is calibrated:
of the pairs with 80 four of five are the same.
"""

from __future__ import annotations

import argparse
import sys

import textsim

TITLE = "养猫新手必须知道的十个冷知识"
OTHERS = (
    "养猫新手必须知道的十个冷知识!",
    "养猫新手必须知道的 10 个冷知识",
    "新手养猫,有哪些必须知道的冷知识?",
    "第一次养猫需要准备些什么",
    "养狗新手必须知道的十个冷知识",
    "猫为什么总爱把杯子推下桌子",
    "周末去郊外露营要带哪些装备",
    "如何看待今年的房价走势",
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Rank made-up titles by likeness to one of them.")
    parser.add_argument("--profile", default="title", help="see: textsim profiles")
    profile = parser.parse_args().profile
    print(f"{TITLE} ({profile})")
    print("percent  score  same  title")
    for position, found in textsim.rank(TITLE, OTHERS, profile=profile):
        percent = "-" if found.percent is None else f"{found.percent:.2f}"
        score = "-" if found.score is None else f"{found.score:.2f}"
        same = {True: "yes", False: "no", None: "-"}[found.duplicate]
        print(f"{percent:>7} {score:>6}  {same:<4}  {OTHERS[position]}")


if __name__ == "__main__":
    try:
        main()
    except textsim.TextsimError as error:
        sys.exit(f"error: {error}")
