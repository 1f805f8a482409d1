"""Texts for jsoup, and the real jsoup's answers to them.

Records the answers to the texts of ``tests/golden/jsoup.jsonl`` anew, by the jsoup of the jar
that ``TEXTSIM_JSOUP_JAR`` names::

    python -m tests.java.jsoup
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
import subprocess
from html.entities import html5
from pathlib import Path
from typing import Any

DRIVER = Path(__file__).parent / "JsoupClean.java"
GOLDEN = Path(__file__).parents[1] / "golden" / "jsoup.jsonl"


def jsoup_answers(texts: list[str]) -> list[str | None]:
    """Return what the real jsoup makes of each text, None where it throws an exception."""
    lines = [base64.b64encode(text.encode("utf-16-be", "surrogatepass")) for text in texts]
    done = subprocess.run(
        ["java", "-cp", os.environ["TEXTSIM_JSOUP_JAR"], str(DRIVER)],
        input=b"\n".join([*lines, b""]),
        capture_output=True,
        timeout=300,
        check=True,
    )
    answers = done.stdout.decode("ascii").splitlines()
    if len(answers) != len(texts):
        raise RuntimeError(done.stderr.decode("utf-8", "replace"))
    return [_decoded(answer) for answer in answers]


def _decoded(answer: str) -> str | None:
    """Return the text of an answer line."""
    if answer.startswith("!"):
        return None
    return base64.b64decode(answer).decode("utf-16-be", "surrogatepass")


# Generated: what a tree builder trips over.
_INLINE, _BLOCK, _TABLE, _SELECT, _RAW, _ODD = (
    names.split()
    for names in (
        "a b i u em strong font nobr big code s small strike tt span x",
        "p div li dd dt ul ol dl h1 h2 form button address center pre listing blockquote section",
        "table caption colgroup col tbody thead tfoot tr td th",
        "select option optgroup input textarea keygen",
        "title textarea script style xmp iframe noembed noframes plaintext",
        "html body head frameset noscript template isindex image svg object applet ruby rt br 中文",
    )
)
_TEXTS = [
    *("a", "文", " ", "\n", "x  y", "中文 字", "1<2", "😀", "\0"),
    *("&amp;", "&lt;", "&nbsp;", "&#0;"),
]
_ATTRIBUTES = [
    *(" a=1", ' a="b>c"', " type=hidden", " prompt=p", " a b=2 c=3 d=4 e=5", " A a", "\n", " ="),
]
_SOUP = [
    *"<<<>>/!?-[]\"'=&#;xXab \n\t\0文é1",
    *("<!--", "-->", "--!>", "<!", "</", "<![CDATA[", "]]>", "<!DOCTYPE", "<p", "</b>", "<a "),
    *("&#x", "&amp", "&lt;", "😀", "\ud800", "\udc00", "\uffff", "<table>", "<tr>", "<script>"),
]
_RAW_SOUP = [
    *("<!--", "-->", "--", "-", "<", "</", "/", ">", "<script", "</script", "<script>"),
    *("</script>", "</ScrIpt >", " ", "a", "<b>", "&amp;", "</style>", "</title>", "</TITLE>"),
    *("</textarea>", "</xmp>", "</style<", "</x>", "\n", "\0", "\uffff"),
]


def _tags(chance: random.Random, names: list[str]) -> str:
    """Return texts and tags in any order."""
    return "".join(
        chance.choice(_TEXTS) if chance.random() < 0.45 else _tag(chance, chance.choice(names))
        for _ in range(chance.choice([3, 6, 12, 25]))
    )


def _tag(chance: random.Random, name: str) -> str:
    """Return a start or end tag."""
    if chance.random() < 0.03:
        name += chance.choice(["\x01", "\x0b", "\0"])
    if chance.random() < 0.4:
        return f"</{name}>"
    attributes = chance.choice(_ATTRIBUTES) if chance.random() < 0.15 else ""
    return f"<{name}{attributes}{'/' * (chance.random() < 0.06)}>"


def _references(chance: random.Random, names: list[str]) -> str:
    """Return character references, cut short and run together."""
    found = []
    for _ in range(chance.randint(1, 5)):
        number = chance.choice([0, 38, 128, 150, 160, 55296, 65535, 65536, 1114112, 2**31, 10**12])
        name = chance.choice(names)
        found.append(chance.choice([f"&{name}", f"&{name[:-1]}", f"&#{number}", f"&#x{number:x}"]))
        found.append(chance.choice(["", ";", " ", "x", "=", "1", "<", "文", "&"]))
    text = "".join(found)
    return chance.choice([text, text, f'<isindex prompt="{text}">', f"<title>{text}"])


def samples(count: int, seed: int) -> list[str]:
    """Return generated texts, the same for the same seed."""
    chance = random.Random(seed)
    entities = sorted(html5)
    kinds = [
        lambda: _tags(chance, [*_INLINE, *_BLOCK, *_TABLE, *_SELECT, *_RAW, *_ODD]),
        lambda: _tags(
            chance, [*_TABLE, *_TABLE, *_INLINE, *_BLOCK, "select", "template", "isindex"]
        ),
        lambda: _tags(chance, [*_INLINE, *_INLINE, *_BLOCK, "table", "tr", "td", "object"]),
        lambda: _tags(chance, [*_SELECT, *_SELECT, "table", "tr", "td", "div", "b", "script"]),
        lambda: _tags(
            chance, [*chance.sample(_INLINE, 2), *chance.sample(_BLOCK, 2), "td", "table"]
        ),
        lambda: "<div>" + _tags(chance, ["frameset", "frame", "noframes", "html", "body", "p"]),
        lambda: "".join(chance.choice(_SOUP) for _ in range(chance.choice([4, 8, 16, 30]))),
        lambda: "<" + chance.choice(_RAW) + ">" + "".join(chance.choices(_RAW_SOUP, k=8)),
        lambda: _references(chance, entities),
    ]
    return [chance.choice(kinds)() for _ in range(count)]


def rows() -> list[tuple[str, str]]:
    """Return the recorded texts with jsoup's answers."""
    recorded = (json.loads(line) for line in GOLDEN.read_text("ascii").splitlines())
    return [(_expand(row["text"]), _expand(row["clean"])) for row in recorded]


def _expand(text: str | list[list[Any]]) -> str:
    """Return a text that is recorded as such or as pieces with the number of their repeats."""
    return text if isinstance(text, str) else "".join(piece * count for piece, count in text)


def _shrink(text: str) -> str | list[list[Any]]:
    """Return how a text is recorded: a long one as pieces, so that the file stays small."""
    if len(text) < 1000:
        return text
    runs = re.findall(r"((.)\2{99,})|((?:(.)(?!\4{99}))+)", text, re.DOTALL)
    return [[unit, len(run)] if run else [other, 1] for run, unit, other, _ in runs]


def record(texts: list[str]) -> None:
    """Write the answers of the real jsoup to the texts."""
    with GOLDEN.open("w", encoding="ascii", newline="\n") as file:
        for text, clean in zip(texts, jsoup_answers(texts), strict=True):
            if clean is None:
                raise RuntimeError(text)
            row = {"text": _shrink(text), "clean": _shrink(clean)}
            if (_expand(row["text"]), _expand(row["clean"])) != (text, clean):
                raise RuntimeError(text)
            file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    record([text for text, _ in rows()])
