"""Stage clean: the spec, and the list of steps of our own profiles as a whole."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import needs
from tests.growth import is_linear
from textsim.clean import CleanSpec, clean
from textsim.errors import InputError, InputTypeError, UnknownNameError

NATIVE = CleanSpec(("markup", "nfkc", "invisible", "lower", "blanks", "guard"))
DEEP = CleanSpec(NATIVE.steps, unescape_depth=2)


def native(text: str) -> str:
    return clean(text, NATIVE)


def only(step: str, text: str) -> str:
    return clean(text, CleanSpec((step,)))


# --- the spec


def test_no_steps_change_nothing() -> None:
    assert clean(" <b>Ａ</b>\0", CleanSpec()) == " <b>Ａ</b>\0"


def test_an_unknown_step_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"'lowercase'.*'blanks', 'guard', 'invisible'"):
        CleanSpec(("lowercase",))


@pytest.mark.parametrize("steps", ["lower", ["lower"], None])
def test_steps_are_a_tuple(steps: object) -> None:
    with pytest.raises(InputTypeError, match="steps must be a tuple"):
        CleanSpec(steps)  # type: ignore[arg-type]


def test_the_unescape_depth_is_a_small_number() -> None:
    for depth in (-1, 101):
        with pytest.raises(InputError, match="unescape_depth"):
            CleanSpec(unescape_depth=depth)
    for value in (True, 1.0, "1"):
        with pytest.raises(InputTypeError, match="unescape_depth"):
            CleanSpec(unescape_depth=value)  # type: ignore[arg-type]


def test_steps_apply_in_order() -> None:
    assert clean("&LT;B&GT;", CleanSpec(("lower", "markup"))) == "<b>"
    assert clean("&lt;B&gt;Ａ", CleanSpec(("markup", "nfkc", "lower-ascii"))) == "<b>a"


# --- what our own profiles see as equal

EQUAL = [
    (
        "标题&nbsp;一",
        "标题&#160;一",
        "标题&#xA0;一",
        "标题\u00a0一",
        "标题&nbsp一",
        "标题 一",
        "标题一",
    ),
    ("标题\x00后半", "标题后半", "标题&#0;后半"),
    ("a\x00b", "a&#0;b", "ab"),
    ("免费\u200b领取", "免费领取"),
    ("VIP\u200d会员", "VIP会员"),
    ("ab\u200b标题", "ab标题"),
    ("春\u2060节", "春节"),
    ("\u202e通知", "\u2066通知\u2069", "通知"),
    ("软\u00ad连字", "软连字"),
    ("❗\ufe0f通知", "❗通知"),
    ("👨\u200d💻招聘", "👨💻招聘"),
    ("字\U000e0100形", "字形"),
    ("\ufeff上有老", "上有老"),
    ("ＡＢＣ１２３教程", "ABC123教程", "abc123教程"),
    ("（上）", "(上)"),
    ("Café选址", "Cafe\u0301选址", "Cafe\u200b\u0301选址"),
    ("\uf9dc", "隆"),
    ("加④⑧⑦看", "加487看"),
    ("𝟱𝟬%折扣", "50%折扣"),
    ("J\u030c", "ǰ"),
    ("袁 世 凯 传", "袁世凯传", "袁\u3000世 \t凯 传"),
    ("免 费 领 取", "免费领取"),
    ("カ ラ オ ケ", "カラオケ"),
    (" 标题 ", "标题\n"),
    ("奥迪 A4L 试驾", "奥迪\tA4L\u3000试驾"),
    ("ㄅ ㄆ", "ㄅㄆ"),
    ("⺀\u2800⺀", "⺀⺀"),
    ("A\rB", "A\r\nB", "A\u2028B", "A\x85B", "A<br>B", "<td>A</td><td>B</td>"),
]


@pytest.mark.parametrize("texts", EQUAL, ids=lambda texts: ascii(texts[-1]))
def test_what_looks_alike_is_equal(texts: tuple[str, ...]) -> None:
    assert {native(text) for text in texts} == {native(texts[0])}


KEPT = {
    "New  York": "new york",
    "奥迪 A4L 试驾": "奥迪 a4l 试驾",
    "대한 민국": "대한 민국",
    "<td>甲</td><td>乙</td>": "甲\n乙",
    "第一行\n\n 第二行 ": "第一行\n第二行",
    "猛犸象展览": "猛犸象展览",
    "收拾房间": "收拾房间",
    "脊椎": "脊椎",
    "甲、乙": "甲、乙",
    "测試標題": "测試標題",
    "𮊸𨻸古籍": "𮊸𨻸古籍",
    "今天天气很好，🙋我们去郊游": "今天天气很好,🙋我们去郊游",
    "İstanbul": "i̇stanbul",
    "＜b＞粗＜/b＞": "< b>粗< /b>",
    "&lt;b&gt;粗&lt;/b&gt;": "< b>粗< /b>",
    "<\u200bb>粗": "< b>粗",
    "＆lt；b": "& lt;b",
    "Q&A：a<b": "q&a:a<b",
    "\ud800你\udc00好": "你好",
    "https://example.com/a": "https://example.com/a",
    "readme.html": "readme.html",
    ".": ".",
    "/etc/hosts": "/etc/hosts",
    "": "",
    "\u200b \0": "",
}


@pytest.mark.parametrize("text", KEPT, ids=ascii)
def test_what_is_kept(text: str) -> None:
    assert native(text) == KEPT[text]


def test_no_han_character_is_changed_but_the_compatibility_ones() -> None:
    blocks = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0x20000, 0x2EBE0), (0x30000, 0x323AF))
    for first, last in blocks:
        text = "".join(map(chr, range(first, last + 1)))
        assert native(text) == text


def test_controls_go_and_tab_and_line_breaks_stay() -> None:
    for code in (*range(0x20), *range(0x7F, 0xA0)):
        seen = native(f"A{chr(code)}B")
        assert seen == ("a b" if code == 9 else "a\nb" if code in (10, 13, 0x85) else "ab"), code


def test_the_list_of_invisible_characters() -> None:
    codes = (
        *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x180E, 0x3164, 0xFEFF, 0xFFA0, 0xE0001, 0xE0020),
        *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),
        *(*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0xD800, 0xE000)),
    )
    assert only("invisible", "".join(map(chr, codes))) == ""
    visible = "".join(chr(c) for c in range(0x33480) if unicodedata.category(chr(c))[0] in "LNPSZ")
    assert set(visible) - set(only("invisible", visible)) == set("\u115f\u1160\u3164\uffa0")


def test_all_blanks_are_one() -> None:
    for code in (0x20, 9, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x2800, 0x3000):
        assert only("blanks", f"{chr(code)}A{chr(code)}{chr(code)}B{chr(code)}") == "A B"
        assert only("blanks", f"甲{chr(code)}乙{chr(code)}Ａ") == "甲乙 Ａ"


def test_lower_case_does_not_depend_on_the_locale() -> None:
    code = (
        "import contextlib, locale\n"
        "with contextlib.suppress(locale.Error): locale.setlocale(locale.LC_ALL, '')\n"
        "from textsim.clean import CleanSpec, clean\n"
        "print(ascii(clean('TITLE ID İ', CleanSpec(('lower',)))))"
    )
    for name in ("C", "tr_TR.UTF-8"):
        done = subprocess.run(
            [sys.executable, "-X", "utf8", "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "LC_ALL": name},
        )
        assert done.stdout.strip() == ascii("title id i\u0307")


# --- cleaning twice

PIECES = [
    *"<>&/;#=\"' \n\t\u3000人世xbJKİΣﷺ＜＞＆；\u0301\u030c\u0338",
    *"\u200b\ufe0f\u00ad\ud800\0\r\v\u2029",
    *("<b>", "</b>", "<p>", "</p>", "<br>", "<td>", "<pre>", "<title>", "</title>", "<time>"),
    *("</time>", "<script>", "</script>", "<template>", "</template>", "<!--", "-->", "<![CDATA["),
    *("]]>", "<!doctype", "<?x", "<b x=", "&lt;", "&amp;", "&gt", "&nbsp", "&copy", "&#38;"),
    *("&#x3c", "amp;", "lt;", "nbsp;", "&amp;lt;", "乾安縣", "餅乾"),
]
nasty = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@given(nasty | st.text(alphabet=st.characters()), st.integers(0, 4))
def test_cleaning_twice_changes_nothing(text: str, depth: int) -> None:
    spec = CleanSpec(NATIVE.steps, depth)
    once = clean(text, spec)
    assert clean(once, spec) == once
    once.encode("utf-8")


@given(nasty, st.permutations(["nfkc", "invisible", "lower", "blanks"]))
def test_cleaning_twice_changes_nothing_whatever_the_order(text: str, steps: list[str]) -> None:
    spec = CleanSpec(("markup", *steps, "guard"))
    once = clean(text, spec)
    assert clean(once, spec) == once


@needs.module("opencc")
@given(nasty)
def test_cleaning_twice_changes_nothing_with_simplified_characters(text: str) -> None:
    spec = CleanSpec((*NATIVE.steps[:-1], "simplified", "guard"))
    once = clean(text, spec)
    assert clean(once, spec) == once


@pytest.mark.parametrize("between", ["", "x", "人 ", "J", "<", "&"], ids=ascii)
def test_cleaning_twice_changes_nothing_for_any_code_point(between: str) -> None:
    for start in range(0, 0x110000, 512):
        once = native(between.join(map(chr, range(start, start + 512))))
        assert native(once) == once


def test_escaped_markup_by_request() -> None:
    assert clean("&amp;lt;b&amp;gt;新品&amp;lt;/b&amp;gt;", DEEP) == "新品"
    assert clean("&amp;nbsp;你好", DEEP) == "你好"
    assert clean("&amp;amp;amp;", DEEP) == "&"
    assert clean("&" + "amp;" * 10_000, CleanSpec(NATIVE.steps, 100)).startswith("& amp;amp;")


# --- speed and import


def test_importing_and_plain_text_load_no_parser() -> None:
    code = (
        "import sys; from textsim.clean import CleanSpec, clean;"
        f"clean('ＡＢＣ 教程', CleanSpec({NATIVE.steps!r}));"
        "assert not {'bs4', 'opencc', 'lxml', 'jieba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


@pytest.mark.parametrize("piece", ["a", "深", " ", "\u200b", "J\u030c", "人 ", "İ", "<", "&", "\n"])
def test_long_text_takes_linear_time(piece: str) -> None:
    assert is_linear(lambda count: native(piece * count), 125_000)
