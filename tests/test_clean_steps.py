"""Stage clean: the steps of the reference systems, traditional characters, and mojibake."""

from __future__ import annotations

import json
import random
import sys
import unicodedata
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import needs
from textsim.clean import CleanSpec, clean
from textsim.clean.mojibake import suspicious
from textsim.errors import MissingLibraryError

JAVA_TITLE = CleanSpec(("lower", "jsoup", "java-strip"))
TESTS = Path(__file__).parent


def only(step: str, text: str) -> str:
    return clean(text, CleanSpec((step,)))


def test_the_java_title_tool_s_replacements() -> None:
    for text in (r"你\n好", r"c:\temp\new", "'s", "a\u3000b", "a\u00a0b"):
        assert only("java-strip", text) == text
    assert only("java-strip", " a\n\r\tb&nbsp;&amp;&lt;&gt;&quot;&qpos;&apos;") == "ab&apos;"
    assert only("java-strip", "&am&nbsp;p;x&n bsp;") == "x"


JAVA_CLEANED = {
    "<p>Hello <b>世界</b></p><p>二</p>": "hello世界二",
    "A&B": "ab",
    "A &amp; B": "ab",
    "AT&amp;amp;T": "atamp;t",
    "a < b > c": "abc",
    "a<b": "a",
    "1<2 & 3>2": "1232",
    "全角　空格": "全角　空格",
    "&ldquo;你好&rdquo;&hellip;": "“你好”…",
    "&#20320;&#x597D; &copy;": "你好©",
    "<script>var a</script>标题<style>p{}</style>": "标题",
    "&lt;b&gt;粗&lt;/b&gt;": "b粗/b",
    "&qpos;x": "qpos;x",
    "&unknown;x": "unknown;x",
    "C++&C#": "c++c#",
    '"引号" &apos;y&apos; &quot;z&quot;': '"引号"\'y\'"z"',
    r"a\r\nb": r"a\r\nb",
    "a\r\nb\tc": "abc",
    "İI": "i̇i",
    "3 &gt 2 &lt 5": "325",
    "\u200b\ufeff": "\u200b\ufeff",
    "<title>t</title>x": "tx",
    r"C:\temp\new": r"c:\temp\new",
    "&apos;s": "'s",
    "<p>第一条</p><p>第二条</p>": "第一条第二条",
}


@pytest.mark.parametrize("text", JAVA_CLEANED, ids=ascii)
def test_the_java_title_tool_s_cleaning(text: str) -> None:
    assert clean(text, JAVA_TITLE) == JAVA_CLEANED[text]


def test_the_java_title_tool_s_printed_answers() -> None:
    rows = [
        json.loads(line)
        for line in (TESTS / "golden" / "java.jsonl").read_text("utf-8").splitlines()
    ]
    assert len(rows) > 150
    for row in rows:
        assert clean(row["text"], JAVA_TITLE) == row["clean"]


def test_go_lower_case_is_one_to_one() -> None:
    everything = "".join(map(chr, range(0x110000)))
    lowered = only("lower-simple", everything)
    assert len(lowered) == 0x110000
    assert only("lower-simple", "İ\u212a ΑΣ ẞß ÀÉ") == "ik ασ ßß àé"
    different = {c for c, low in zip(everything, lowered, strict=True) if c.lower() != low}
    assert "İ" in different
    young = "\u2c2f\ua7c0\ua7d0\ua7d6\ua7d8\U00010570\U00010595"
    assert only("lower-simple", young) == young


def test_c_lower_case_is_ascii() -> None:
    assert only("lower-ascii", "ABCxyzÉＡİ") == "abcxyzÉＡİ"


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_normalization_forms(form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> None:
    text = "ＡéE\u0301①ﬁ隆한국"
    assert only(form.lower(), text) == unicodedata.normalize(form, text)


@needs.module("opencc")
def test_simplified_characters() -> None:
    expected = {
        "乾隆年间": "乾隆年间",
        "乾安县": "乾安县",
        "乾安縣": "乾安县",
        "餅乾": "饼干",
        "皇后": "皇后",
        "頭髮": "头发",
        "發展": "发展",
        "測試標題": "测试标题",
        "由於單位": "由于单位",
        "毕昇发明活字": "毕昇发明活字",
        "\ud800測": "\ud800测",
        "": "",
    }
    assert {text: only("simplified", text) for text in expected} == expected


@needs.module("opencc")
def test_simplified_twice_changes_nothing() -> None:
    everything = "".join(map(chr, range(0x2E80, 0xA000)))
    once = only("simplified", everything)
    assert only("simplified", once) == once
    letters = random.Random(1).choices("乾安縣县隆昇畢餅於單徵麼后後發髮", k=20_000)
    once = only("simplified", "".join(letters))
    assert only("simplified", once) == once


def test_without_opencc_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from textsim.clean import variants

    monkeypatch.setitem(sys.modules, "opencc", None)
    variants._converter.cache_clear()
    with pytest.raises(MissingLibraryError, match=r"pip install 'textsim\[opencc\]'"):
        only("simplified", "測")
    variants._converter.cache_clear()


SUSPICIOUS = (
    "锟斤拷锟斤拷锟斤拷",
    "\ufffd\ufffd\ufffd",
    "鍗楁棆鎺ц偂",
    "鏈夊摢浜涘吇鐚�蹇呴』鐭ラ亾鐨勫喎鐭ヨ瘑锛�",
    "iPhone 鎵嬫満澹�",
    "浣犲ソ",
    "å\x8d\x97æ\x97‹æŽ§è‚¡",
    "ÄÏÐý¿Ø¹É",
    "mc206香港\ufffd\ufffd\ufffd美食\ufffd\ufffd香港\ufffd\ufffd\ufffd物\ufffd品",
)
SOUND = (
    "",
    "ok",
    "有哪些养猫必须知道的冷知识？",
    "手持两把锟斤拷，口中疾呼烫烫烫",
    "王鹤棣抽到GAI送的十年SVIP",
    "黄子韬抽车的答案写在反不正当竞争法",
    "周汶\ufffd与男友人当街亲密 对方酷似甄子丹(图)",
    "如何以「×××××」为开头写一个故事？",
    "我哭了······",
    "Café Zürich – naïve Ångström “ÄÖÜß”",
    "東京タワー 서울",
    "🎉🎉🎉\ud800",
)


@pytest.mark.parametrize("text", SUSPICIOUS, ids=ascii)
def test_wrongly_decoded_text_is_suspicious(text: str) -> None:
    assert suspicious(text)


@pytest.mark.parametrize("text", SOUND, ids=ascii)
def test_sound_text_is_not_suspicious(text: str) -> None:
    assert not suspicious(text)


def test_titles_are_sound_and_suspicious_once_they_are_read_wrongly() -> None:
    titles = (TESTS / "data" / "law_titles.txt").read_text("utf-8").splitlines()
    assert not any(map(suspicious, titles))
    for stored, read in (
        ("utf-8", "gbk"),
        ("utf-8", "latin-1"),
        ("gbk", "latin-1"),
        ("gbk", "utf-8"),
    ):
        wrong = [title.encode(stored, "ignore").decode(read, "replace") for title in titles]
        assert sum(map(suspicious, wrong)) > 0.99 * len(titles)


@given(st.text(alphabet=st.characters()))
def test_any_text_can_be_asked_about(text: str) -> None:
    assert suspicious(text) in (True, False)
