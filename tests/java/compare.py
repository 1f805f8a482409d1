"""Runs TitleTool.java beside textsim over the same titles and tells where they differ.

By hand, over any file of titles, one a line (gzip too)::

    python -m tests.java.compare titles.txt.gz --every 100 --limit 2000
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import textsim

HERE = Path(__file__).parent
DATA = HERE.parent / "data"
COUNT = 2000
_JARS = ("TEXTSIM_HANLP_JAR", "TEXTSIM_JSOUP_JAR")


class Answers(NamedTuple):
    """What the Java side printed, one object a title, and how fast it was."""

    titles: list[dict[str, Any]]
    rate: float


def java_answers(titles: list[str]) -> Answers:
    """Return the Java program's answers; it fails loudly when Java prints anything unexpected."""
    lines = "".join(json.dumps(title)[1:-1] + "\n" for title in titles)
    jars = os.pathsep.join(os.environ[name] for name in _JARS)
    done = subprocess.run(
        ["java", "-cp", jars, str(HERE / "TitleTool.java")],
        input=lines.encode("ascii"),
        capture_output=True,
        timeout=600,
        check=False,
    )
    last = done.stderr.decode("utf-8", "replace").splitlines()[-1:]
    measured = re.fullmatch(r"(\d+) titles, ([0-9.]+) s", last[0]) if last else None
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or not measured or len(answers) != len(titles):
        raise RuntimeError(done.stderr.decode("utf-8", "replace"))
    return Answers(answers, len(titles) / float(measured[2]))


def differences(titles: list[str], answers: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return for each thing compared the titles where textsim and Java differ, with both."""
    title_tool = textsim.Pipeline(textsim.get_profile("java-title"))
    article = textsim.Pipeline(textsim.get_profile("java-article"))
    found: dict[str, list[Any]] = {}
    for title, java in zip(titles, answers, strict=True):
        trace = title_tool.trace(title)
        raw = article.trace(title)
        ours = {
            "clean": trace.plain,
            "terms": [list(token) for token in trace.tokens],
            "title": trace.fingerprint.hex,
            "article": article.fingerprint_tokens(trace.tokens).hex,
            "raw_terms": [list(token) for token in raw.tokens],
            "raw_article": raw.fingerprint.hex,
        }
        for name, value in ours.items():
            rows = found.setdefault(name, [])
            if value != java[name]:
                rows.append((title, value, java[name]))
    return found


def corpus() -> list[str]:
    """Return 2,000 titles: real ones, and real ones changed as forums and editors change them."""
    laws = (DATA / "law_titles.txt").read_text("utf-8").splitlines()
    pairs = (DATA / "pawsx_zh_400.tsv").read_text("utf-8").splitlines()
    sentences = (DATA / "jieba_test_sentences.txt").read_text("utf-8").splitlines()
    real = [column for line in pairs for column in line.split("\t")[1:]]
    real += [line for line in sentences if line]
    real += laws[:: max(1, len(laws) // 500)][:500]
    odd = random.Random(20260101)
    changed = list(_FIXED)
    while len(real) + len(changed) < COUNT:
        base = odd.choice(real)
        changed.append(odd.choice(_CHANGES)(base, odd))
    return real + changed


def _inside(text: str, piece: str, odd: random.Random) -> str:
    at = odd.randrange(len(text) + 1)
    return text[:at] + piece + text[at:]


def _markup(text: str, odd: random.Random) -> str:
    tag = odd.choice(["p", "b", "span style='color:#f00'", 'a href="x?a=1&b=2"', "h1", "FONT"])
    name = tag.split()[0]
    at = odd.randrange(len(text) + 1)
    return f"<{tag}>{text[:at]}</{name}><br/>{text[at:]}"


def _broken_markup(text: str, odd: random.Random) -> str:
    pieces = ["<", ">", "<b", "</", "<!--", "-->", "<3", "< b >", "</p>", "<p", "<x y=", "a<b", "&"]
    return _inside(_inside(text, odd.choice(pieces), odd), odd.choice(pieces), odd)


def _hidden(text: str, odd: random.Random) -> str:
    pieces = [
        "<script>var a = '<b>';</script>",
        "<style>p{color:red}</style>",
        "<!-- 注释 -->",
        "<title>题</title>",
        "<img src=x alt='图'>",
        "<textarea>框</textarea>",
        "<![CDATA[数据]]>",
    ]
    return _inside(text, odd.choice(pieces), odd)


def _entities(text: str, odd: random.Random) -> str:
    pieces = [
        "&nbsp;", "&amp;", "&lt;b&gt;", "&quot;", "&qpos;", "&ldquo;引&rdquo;", "&hellip;",
        "&#20320;", "&#x597D;", "&amp;amp;", "&copy", "&unknown;", "&#0;", "&#128512;", "&#xD83D;",
        "&lt", "&#", "&times;&divide;", "&AMP;", "&Aacute;",
    ]  # fmt: skip
    return _inside(_inside(text, odd.choice(pieces), odd), odd.choice(pieces), odd)


def _numbered(text: str, odd: random.Random) -> str:
    return "".join(f"&#{ord(c)};" if odd.random() < 0.3 else c for c in text)


def _emoji(text: str, odd: random.Random) -> str:
    pieces = ["😀", "👨\u200d👩\u200d👧", "🇨🇳", "❗\ufe0f", "👍🏽", "𠮷", "𝟙", "①", "㎡", "\u2028"]
    return _inside(_inside(text, odd.choice(pieces), odd), odd.choice(pieces), odd)


def _full_width(text: str, odd: random.Random) -> str:
    tail = odd.choice(["Abc 123!?", "iPhone-15 (2021)", "3.5%", "C++ & C#", "Q&A"])
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in tail)
    return _inside(text, wide.replace(" ", "\u3000"), odd)


def _latin(text: str, odd: random.Random) -> str:
    pieces = [
        "Hello World", "iPhone15 Pro-Max", "https://a.b/c_d?x=1&y=2#z", "user@example.org", "C++",
        "3.5%", "2021-01-01 09:00", "AK47、v2.0.1", "İstanbul", "STRASSE ß", "ΣΊΣΥΦΟΣ", "don't",
        "１２３", "Wi-Fi/5G, a/n, b", "[楼主]", "\\n\\t", r"C:\temp\new",
    ]  # fmt: skip
    return _inside(text, odd.choice(pieces), odd)


def _blanks(text: str, odd: random.Random) -> str:
    pieces = [
        " ", "  ", "\t", "\r\n", "\n\n", "\u3000", "\u00a0", "\u200b", "\ufeff", "\x0b",
        "\x0c",
    ]  # fmt: skip
    for _ in range(3):
        text = _inside(text, odd.choice(pieces), odd)
    return text


def _repeated(text: str, odd: random.Random) -> str:
    return text + odd.choice(["顶", "好人", "！", "哈", "养猫", "1", "a "]) * odd.randrange(4, 15)


def _raw(text: str, odd: random.Random) -> str:
    return _inside(text, odd.choice(["\0", "\ud83d", "\ude00", "\x1b[0m", "\x7f", "\ufffd"]), odd)


_CHANGES = (
    _markup, _broken_markup, _hidden, _entities, _numbered, _emoji, _full_width, _latin, _blanks,
    _repeated, _raw,
)  # fmt: skip
_FIXED = (
    "", " ", "\n", "？", "！？…", "<b></b>", "&nbsp;", "\0", "😀", "\ud83d", "a", "的", "公告" * 9,
    "公告 停水 " * 7, "a<b", "1<2 & 3>2", "AT&amp;amp;T", "<p>Hello <b>世界</b></p><p>二</p>",
    "全角　空格", "&#20320;&#x597D; &copy;", "&lt;b&gt;粗&lt;/b&gt;", "&qpos;x", "C++&C#", "İI",
    '"引号" &apos;y&apos; &quot;z&quot;', "3 &gt 2 &lt 5", "\u200b零宽\ufeff", r"你\n好", "&apos;s",
)  # fmt: skip


def _read(path: str) -> list[str]:
    data = Path(path).read_bytes()
    text = (gzip.decompress(data) if path.endswith(".gz") else data).decode("utf-8")
    return text.removesuffix("\n").split("\n")


def main() -> None:
    """Compare over a file, or the built-in titles, and print counts and speeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--limit", type=int, default=None)
    options = parser.parse_args()
    titles = _read(options.file) if options.file else corpus()
    titles = titles[:: options.every][: options.limit]
    answers = java_answers(titles)
    for name, rows in differences(titles, answers.titles).items():
        print(f"{name}: {len(titles) - len(rows)} of {len(titles)} equal")
        for title, ours, java in rows[:3]:
            print(f"  {title!a}\n    ours {ours!a}\n    java {java!a}")
    pipeline = textsim.Pipeline(textsim.get_profile("java-title"))
    start = time.perf_counter()
    for title in titles:
        pipeline.fingerprint(title)
    rate = len(titles) / (time.perf_counter() - start)
    ratio = rate / answers.rate
    print(f"fingerprints: {rate:,.0f}/s, Java {answers.rate:,.0f}/s, ratio {ratio:.2f}")


if __name__ == "__main__":
    sys.exit(main())
