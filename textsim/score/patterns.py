"""How numbers, dates and times are written: the regular expressions."""

from __future__ import annotations

import re

__all__ = [
    "ABOUT_LEFT",
    "ABOUT_RIGHT",
    "CHINESE",
    "CLOCK",
    "LATE",
    "LETTERS",
    "NO_CLOCK",
    "NUMBER",
    "PART_OF_DAY",
]

CHINESE = "〇零一二两三四五六七八九十百千万亿廿卅"
_PLAIN = r"(?<![\d,])\d{1,3}(?:,\d{3}){1,12}(?:\.\d+)?(?![\d,])|\d+(?:\.\d+)*"
_ANY = rf"(?:{_PLAIN}|[{CHINESE}]+(?:点[零〇一二三四五六七八九]+(?![十点分]))?)"
_DAY = r"(?:\d{1,2}|[一二三四五六七八九十廿卅]{1,3})"
_YEAR = r"(?:\d{4}|\d{2}|[〇零一二三四五六七八九]{2,4})"

# The outermost group that matched names the reader: a date as in a file name, a date, a day of the
# week, a time, a ratio or score, a fraction in words, Roman ones from ii on, any other number.
NUMBER = re.compile(
    rf"""(?=[\d{CHINESE}第周星礼ivx])(?:
    (?P<iso>(?P<iso_year>(?:19|20)\d\d)(?P<mark>[-/.])(?P<iso_month>\d{{1,2}})(?P=mark)
        (?P<iso_day>\d{{1,2}})(?![\d.]))
    |(?P<date>(?:(?P<year>{_YEAR})\ *年\ *)?(?P<month>{_DAY})\ *月
        (?![饼亮球薪供经子嫂票光租收销均度入]|活跃)(?:\ *份)?
        (?:\ *(?P<day>{_DAY})\ *[日号](?![线楼]))?)
    |(?P<week>(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])(?![次个篇节场顿天元岁年]))
    |(?P<clock>(?P<hour>\d{{1,2}}):(?P<minute>\d\d)(?::\d\d)?(?![\d:]))
    |(?P<ratio>(?:\d+(?:\ *[:比]\ *\d+)+|[{CHINESE}]比[{CHINESE}]))
    |(?P<fraction>(?P<below>[{CHINESE}]+|\d+)分之(?P<above>{_ANY}))
    |(?P<roman>(?<![a-z])(?:i{{2,3}}|iv|vi{{1,3}}|ix|xi{{1,3}}|xiv|xvi{{0,3}})(?![a-z\d]))
    |(?P<plain>(?P<nth>第\ *)?(?P<low>{_ANY})
        (?:\ *(?:[-~—–至到、/]|和第|、第)\ *(?:第\ *)?(?P<high>{_ANY}))?)
    )""",
    re.VERBOSE,
)
# What makes a number before 点 or 时 a time of day, and the minutes after it.
CLOCK = re.compile(
    r" *(?:点钟?|时(?![间代候尚装常光髦]))"
    r"(?:(?: *(?P<minutes>\d{1,2}|[一二三四五六七八九十]{1,3})(?![天年个月人]) *分?)"
    r"|(?P<half>半)|整)?"
)
NO_CLOCK = re.compile(
    r" *点(?:建议|意见|原因|理由|注意|要|技巧|看法|经验|心得|想法|好处|坏处|内容|体会|关|大)"
)
PART_OF_DAY = re.compile(
    r"(?:凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|晚间|深夜|今晚|半夜|夜里|早|晚)[ ]*$"
)
LATE = re.compile(r"(?:下午|傍晚|晚上|晚间|今晚|深夜|晚)[ ]*$")
LETTERS = re.compile(r"([a-z]+)([-. ]?)$")
ABOUT_LEFT = re.compile(
    r"(?:约|近|超|超过|逾|不到|不足|不满|至少|最多|大约|接近|突破|达|上|破|过|几|高达|仅) ?$"
)
ABOUT_RIGHT = re.compile(r" *(?:多|余|来|几|左右|以上|以下|出头)(?!少)")
