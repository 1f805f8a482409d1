"""Step "markup": what it does not touch, and how long it takes at worst."""

from __future__ import annotations

import builtins
import io
import os
import subprocess
import sys
import warnings

import bs4
import pytest

from tests.growth import is_linear
from tests.test_clean_markup import PLAIN, REFERENCES, SEEN
from textsim.clean.markup import guard, markup


def test_plain_text_and_inline_tags_need_no_parser() -> None:
    code = (
        "import sys; from textsim.clean.markup import markup, guard;"
        "assert guard(markup('你好 1')) == '你好 1';"
        "assert 'textsim.clean.openings' not in sys.modules;"
        "assert markup('<b>Q&amp;A</b> 1<2') == 'Q&A 1<2';"
        "assert 'bs4' not in sys.modules;"
        "assert markup('<p>a<p>b') == 'a\\nb';"
        "assert 'bs4' in sys.modules"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_the_result_does_not_depend_on_the_parsers_installed() -> None:
    texts = [*PLAIN, *SEEN, *REFERENCES]
    code = (
        "import sys; sys.modules['lxml'] = sys.modules['html5lib'] = None\n"
        "from textsim.clean.markup import markup\n"
        f"print(ascii([markup(text) for text in {texts!a}]))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == ascii([markup(text) for text in texts])


def test_neither_warnings_nor_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def touched(*args: object, **_kwargs: object) -> None:
        msg = f"the file system was touched: {args!r}"
        raise AssertionError(msg)

    def parse(text: str, parser: str) -> bs4.BeautifulSoup:
        parsers.append(parser)
        return real(text, parser)

    parsers: list[str] = []
    real = bs4.BeautifulSoup
    monkeypatch.setattr(bs4, "BeautifulSoup", parse)
    for module, name in ((builtins, "open"), (io, "open"), (os, "stat"), (os.path, "exists")):
        monkeypatch.setattr(module, name, touched)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seen = [markup(text + tail) for text in PLAIN for tail in ("", "<p>甲")]
    monkeypatch.undo()
    assert seen[0] == PLAIN[0]
    assert set(parsers) == {"html.parser"}


OPENERS = (
    *("<a", "<!--", "<![CDATA[", "<script", "<script>", "<", "&", "&#", "&#1", "&amp", "&a"),
    *('<a x="', "<a x='", "<a x=\"'", '<a x=\'" y="', "<a k=' <a z=\" ", "<b x='\">", "<b x="),
    *("<i>", "<x>", "<p>", "<p>x", "</p>", "<div><p>", "<template>", "<svg><template>", "</svg>"),
    *("<title>", "<time>", "</time>", "<!doctype ", "<?x", "]]>", "<![CDATA[]]>", "<b x", "<b\n"),
    *("<script></script ", "<!---->", "&nbsp;", "<td>x</td>"),
)
CLOSERS = "深-->]]></template></svg></title></time></script>'>\">"


@pytest.mark.parametrize("opener", OPENERS)
@pytest.mark.parametrize("tail", ["", CLOSERS], ids=["open", "closed"])
def test_unclosed_openers_take_linear_time(opener: str, tail: str) -> None:
    assert is_linear(lambda count: guard(markup(opener * count + tail)), 10_000)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("<i>" * 50_000 + "深", "深"),
        ("<div>" * 20_000 + "深" + "</div>" * 20_000, "深"),
        ("".join(f"<div>{i}" for i in range(20_000)), "\n".join(map(str, range(20_000)))),
        ("<p>" * 20_000 + "深" + "</div>" * 20_000, "深"),
        ("<svg>" * 20_000 + "</svg>" * 20_000 + "深", "深"),
        ("<template>" * 20_000 + "</svg>" * 20_000 + "</template>" * 20_000 + "深", "深"),
        ("长" + "<wbr>" * 25_000 + "词", "长词"),
        ("<b " + 'x="" ' * 100_000 + ">深", "深"),
        ("&#" + "1" * 500_000 + ";深", "\ufffd深"),
        ("<b>" + " " * 500_000 + "</b>深", " " * 500_000 + "深"),
    ],
    ids=lambda value: ascii(value[:12]),
)
def test_depth_and_length_do_no_harm(text: str, seen: str) -> None:
    assert markup(text) == seen
