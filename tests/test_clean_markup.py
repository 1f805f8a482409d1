"""Step "markup": what counts as markup, and what a reader sees of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textsim.clean.markup import guard, markup
from textsim.clean.openings import escape, unescape
from textsim.clean.references import decode, decode_all
from textsim.clean.remainder import remainder

PLAIN = [
    # comparisons and sums
    "价格<5元的水果推荐",
    "1 < 2 的证明",
    "A<B",
    "x<y",
    "1<2 & 3>2",
    "a1<a2,并且a3>a2",
    "a<b,并且c>d",
    "a<b 并且 c>d",
    "如果 i<n && n<s 那么",
    "for(i=0;i<n && n>s;i++)",
    "x<i and i>y",
    "价格 <p 5 > 这里",
    "a<b c>d",
    "我<3你",
    "a<-b",
    "<>和</>",
    "if (a <b) and (c> d)",
    # names and quotations
    "title > 摘要 > 正文",
    "head > 肩膀 > 膝盖",
    "读<爱丽丝>有感",
    "List<String>用法",
    "List<Object>和Map<Integer, List<Object>>",
    "<你好>世界",
    "读<Time>杂志",
    "一个晚上撸出来的<V2EX 用户画像分析>小工具",
    "Vue 3 `<script setup>` 解构 props",
    "说一句 <think>,它就",
    "<my-element>和<foo.bar>",
    "张三 <a@b.com>",
    "<http://example.com/a>",
    "<!important>",
    "</ 你好",
    "</你好>",
    "a[b[0]]>c",
    "<!--没有结束 你好",
    "<![CDATA[没有结束",
    "<?没有结束",
    "<!doctype 没有结束",
    '<img src="没有结束',
    # ampersands
    "Q&A",
    "C++&C#",
    "AT&T",
    "R&D;",
    "&unknown;x",
    "&#;&#x;&;",
    # names that look like files and addresses
    "https://example.com/a",
    "readme.html",
    ".",
    "/etc/hosts",
    "C:\\temp\\new",
    "",
    " 两端 有 空格 ",
    "第一行\n第二行",
]


@pytest.mark.parametrize("text", PLAIN)
def test_text_without_markup_stays_as_it_is(text: str) -> None:
    assert markup(text) == text
    assert markup(text, 5) == text
    assert guard(text) == text


SEEN = {
    "<b>加粗</b>": "加粗",
    "<B>加粗</B >": "加粗",
    # inline: nothing between
    "一<em>二</em>三": "一二三",
    "Abc<span>def</span>": "Abcdef",
    "长<wbr>词": "长词",
    "长<wbr/>词": "长词",
    "H<sub>2</sub>O": "H2O",
    "<img alt='a>b'>图": "图",
    "字<img src=x>字": "字字",
    # edges: a line feed
    "<p>第一条</p><p>第二条</p>": "第一条\n第二条",
    "Email<br>info": "Email\ninfo",
    "Email<br/>info<hr/>x": "Email\ninfo\nx",
    "<div>电话</div><span>传真</span>": "电话\n传真",
    "<td>甲</td><td>乙</td>": "甲\n乙",
    "<table><tr><td>甲<td>乙<tr><td>丙</table>丁": "甲\n乙\n丙\n丁",
    "<ul><li>甲<li>乙</ul>丙": "甲\n乙\n丙",
    "<select><option>甲</option><option>乙</option></select>": "甲\n乙",
    "<button>确定</button><button>取消</button>": "确定\n取消",
    "<h1>题</h1>文": "题\n文",
    "甲<iframe src=x></iframe>乙": "甲\n乙",
    "甲</p>乙": "甲\n乙",
    "<div><p>甲</div>乙</p>丙": "甲\n乙\n丙",
    "<div>甲<p>乙</p>丙</div>丁": "甲\n乙\n丙\n丁",
    "<p>甲\n乙</p>": "甲 乙",
    "<pre>甲\n乙</pre>丙": "甲\n乙\n丙",
    "<pre>甲<b>\n</b>乙<br>丙</pre>": "甲\n乙\n丙",
    "<b>甲</b>\n乙": "甲\n乙",
    # what is not read
    "<script>var a=1<2</script>你好": "你好",
    "<STYLE>p{}</STYLE>你好": "你好",
    "<script src=x />你好": "你好",
    "<noscript>请启用</noscript>正文": "正文",
    "<template>模板<p>a</p></template>正文": "正文",
    "<div>甲<template></div></template>乙</div>": "甲乙",
    '<svg viewBox="0 0 9 9"><path d="M0"/><text>t</text></svg>图': "图",
    "<svg><svg></svg>内</svg>外": "外",
    "<video src=x>不支持</video>片": "片",
    "<!-- 注 -->你好": "你好",
    "<!-- a --!>你好": "你好",
    "<!-->你好<!--->": "你好",
    "<!doctype html><?xml version='1.0'?>你好": "你好",
    "x<![if !supportLists]>·<![endif]>y": "x·y",
    "<o:p></o:p>你<st1:place w:st='on'>好</st1:place>": "你好",
    # unended: the tag goes, the content stays
    "<script>未闭合 你好": "未闭合 你好",
    "<style>未闭合": "未闭合",
    "<noscript>未闭合": "未闭合",
    "<svg>未闭合": "未闭合",
    "<template class=a>未<svg>图</svg>闭合": "未闭合",
    "<b>未闭合": "未闭合",
    # content without tags that is read
    "<title>a&amp;b<i></title>c": "a&b<i>\nc",
    "<textarea><b>x</b></textarea>": "<b>x</b>",
    "<xmp>a&amp;<b></xmp>": "a&amp;<b>",
    "<![CDATA[你好]]>世界": "你好世界",
    "<![CDATA[<p>你好</p>]]>世界": "你好\n世界",
    # attributes
    '<a title="x>y">详情</a>': "详情",
    "<a title='x>\"y'\n href = x checked data-a>详情</a>": "详情",
    "<a href=\"x\"target='_blank'>详情</a>": "详情",
    '<a title="它说"你好"">详情</a>': "详情",
    "<p align=center class=MsoNormal>详情</p>": "详情",
    '<p text-indent:="">详情</p>': "详情",
    '<td width=100 nowrap @click="f" :a=b>详情': "详情",
    "<font color=red face=宋体>详情</font>": "详情",
    "<option value= >甲<option selected>乙": "甲\n乙",
    # names that are words need more than brackets
    "<time>12</time>点": "12点",
    "<time datetime=12>12点": "12点",
    "<a/>链接": "链接",
    # a reference is what it stands for, never markup
    "&lt;b&gt;粗&lt;/b&gt;": "<b>粗</b>",
    "<p>&lt;b&gt;粗&lt;/b&gt;</p>甲": "<b>粗</b>\n甲",
    "a&#0;b": "ab",
    "<p>1 &lt; 2 & 3<4</p>": "1 < 2 & 3<4",
}


@pytest.mark.parametrize("text", SEEN)
def test_a_reader_sees(text: str) -> None:
    assert markup(text) == SEEN[text]


REFERENCES = {
    "标题&nbsp;一": "标题\xa0一",
    "标题&#160;一": "标题\xa0一",
    "标题&#xA0;一": "标题\xa0一",
    "标题&#XA0一": "标题\xa0一",
    "标题&nbsp一": "标题\xa0一",
    "&copy2024": "&copy2024",
    "rock&amproll": "rock&amproll",
    "?id=1&copy=2": "?id=1&copy=2",
    "&notin": "&notin",
    "&notin;&not;": "∉¬",
    "AT&amp;T &amp T &AMP": "AT&T & T &",
    "&amp;amp;": "&amp;",
    "&ldquo;你好&rdquo;&hellip;": "“你好”…",
    "&hellip你": "&hellip你",
    "&#20320;&#x597D;&#22909": "你好好",
    "&#20320a&#20320=": "&#20320a&#20320=",
    "&#150;&#128;&#x9f;": "–€Ÿ",
    "&#129;": "\x81",
    "&#xD800;&#1114112;&#99999999999999999999;": "\ufffd\ufffd\ufffd",
    "&#00000000000000000000020320;": "你",
    "&#x1F600;": "😀",
    "&NotEqualTilde;": "≂̸",
}


@pytest.mark.parametrize("text", REFERENCES)
def test_references_are_decoded_once_by_one_rule(text: str) -> None:
    assert markup(text) == decode_all(text) == REFERENCES[text]


def test_a_reference_is_a_reference_or_none() -> None:
    assert decode("&notin") is None
    assert decode("&#0") == ""
    assert decode_all("没有") == "没有"


@pytest.mark.parametrize(
    ("text", "depth", "seen"),
    [
        ("&amp;lt;b&amp;gt;新品&amp;lt;/b&amp;gt;", 0, "&lt;b&gt;新品&lt;/b&gt;"),
        ("&amp;lt;b&amp;gt;新品&amp;lt;/b&amp;gt;", 1, "<b>新品</b>"),
        ("&amp;lt;b&amp;gt;新品&amp;lt;/b&amp;gt;", 2, "新品"),
        ("&amp;nbsp;你好", 2, "\xa0你好"),
        ("&amp;amp;amp;", 2, "&"),
        ("<p>甲</p>乙&lt;p&gt;丙&lt;/p&gt;", 1, "甲\n乙\n丙"),
        ("&" + "amp;" * 10_000, 100, "&" + "amp;" * 9_899),
    ],
)
def test_escaped_markup_is_read_again_on_request(text: str, depth: int, seen: str) -> None:
    assert markup(text, depth) == seen


def test_guarded_text_has_no_markup() -> None:
    text = "<b>粗</b> <!-- x --> &lt; &copy <time> A<B Q&A <script>"
    guarded = guard(text)
    assert guarded == "< b>粗< /b> < !-- x --> & lt; & copy <time> A<B Q&A < script>"
    assert markup(guarded) == guard(guarded) == guarded


ALPHABET = [
    *"<>&/;#=\"' \n你好xb",
    *("<b>", "</b>", "<p>", "</p>", "<br>", "<td>", "<pre>", "</pre>", "<title>", "</title>"),
    *("<time>", "</time>", "<script>", "</script>", "<template>", "</template>", "<svg>", "</svg>"),
    *("<!--", "-->", "--!>", "<![CDATA[", "]]>", "<!doctype", "<?xml", "<b x=", "<a href='", "o:p"),
    *("&lt;", "&amp;", "&gt", "&nbsp", "&copy", "&#38;", "&#x3c", "amp;", "&#0"),
    *("checked", "\u2029", "\0", "\u3000", "&#8233;"),
]
nasty = st.lists(st.sampled_from(ALPHABET), max_size=30).map("".join)


@given(nasty)
def test_guarding_leaves_nothing_to_read(text: str) -> None:
    assert markup(guard(text)) == guard(guard(text)) == guard(text)


@given(nasty)
def test_han_outside_hidden_content_is_kept(text: str) -> None:
    body = "".join(part for part in text if part not in "你好")
    for hiding in ("<!--", "<script", "<template", "<svg", "'", '"', "<?", "<!doctype"):
        body = body.replace(hiding, "")
    assert "深" in markup(f"{body}>深")


@given(st.text(alphabet=st.characters(), max_size=40))
def test_text_without_angle_and_ampersand_is_untouched(text: str) -> None:
    text = text.replace("<", "").replace("&", "")
    assert markup(text) == text


@given(nasty)
def test_escaping_is_undone(text: str) -> None:
    assert unescape(escape(text)) == text
    assert "<" not in escape(text)


def test_the_parser_sees_plain_tags_only() -> None:
    left = remainder('<DIV id="a"><td nowrap>甲<img src=x>&copy;<b>a<c</DIV>乙')
    assert left == "<td>甲©a&lt;c</td>乙"
