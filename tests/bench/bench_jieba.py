"""Print how fast the default segmenter is beside ``jieba.posseg`` on the same titles, in one run.

    python tests/bench/bench_jieba.py TITLES [--count 20000] [--rounds 3] [--no-hmm]

TITLES is a UTF-8 text file with one title a line, gzip or plain. Every round makes a new segmenter
and cuts all titles twice: "first" includes reading the dictionary from the cache folder and
parsing what the titles need of it, "again" finds all that in memory. jieba's dictionary is loaded
beforehand. The times are CPU seconds, so that other work on the machine matters less.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import logging
import random
import time
import warnings
from pathlib import Path

from textsim.segment.jieba import JiebaSegmenter

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import jieba
    from jieba import posseg


def read_titles(path: Path, count: int) -> list[str]:
    """Return ``count`` lines of a file, drawn with a fixed seed, in their order."""
    raw = path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    lines = [line for line in raw.decode().split("\n") if line]
    chosen = sorted(random.Random(1).sample(range(len(lines)), min(count, len(lines))))
    return [lines[i] for i in chosen]


def main() -> int:
    """Run the comparison and return 0, or 1 when a title is cut differently."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("titles", type=Path)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-hmm", action="store_true")
    args = parser.parse_args()
    titles = read_titles(args.titles, args.count)
    hmm = not args.no_hmm

    jieba.setLogLevel(logging.CRITICAL)
    started = time.process_time()
    reference = posseg.POSTokenizer(jieba.Tokenizer())
    reference.tokenizer.initialize()
    print(f"{len(titles)} titles, {sum(map(len, titles))} characters, HMM {'on' if hmm else 'off'}")
    print(
        f"jieba.posseg loads its dictionary in {time.process_time() - started:.2f} s, not counted"
    )
    JiebaSegmenter(hmm=hmm).segment("缓存")  # so that the cache folder is filled

    different = 0
    print("round  jieba.posseg    first  ratio    again  ratio")
    for number in range(1, args.rounds + 1):
        times = [time.process_time()]
        for title in titles:
            for _ in reference.cut(title, HMM=hmm):
                pass
        times.append(time.process_time())
        segmenter = JiebaSegmenter(hmm=hmm)
        for _ in range(2):
            for title in titles:
                segmenter.segment(title)
            times.append(time.process_time())
        theirs, first, again = (b - a for a, b in itertools.pairwise(times))
        print(
            f"{number:5}  {theirs:10.2f} s  {first:5.2f} s  {theirs / first:5.1f}"
            f"  {again:5.2f} s  {theirs / again:5.1f}"
        )
        if number == 1:
            for title in titles:
                pairs = [(pair.word, pair.flag) for pair in reference.cut(title, HMM=hmm)]
                different += pairs != segmenter.segment(title)
        del segmenter
    print(f"titles cut differently: {different}")
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())
