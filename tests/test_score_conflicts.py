"""What two titles contradict each other in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textsim.score.conflicts import KINDS, Conflict, conflicts, facts, number_summary


def found(a: str, b: str) -> list[tuple[str, str, str]]:
    return [tuple(conflict) for conflict in conflicts(facts(a), facts(b))]


def kinds(a: str, b: str) -> set[str]:
    return {kind for kind, _, _ in found(a, b)}


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("追剧日记 第11集", "追剧日记 第12集", "ordinal"),
        ("追剧日记 第十一集", "追剧日记 第12集", "ordinal"),
        ("第一季", "第二季", "ordinal"),
        ("第二十三回", "第三十二回", "ordinal"),
        ("第1-6集", "第10集", "ordinal"),
        ("操作手册 第1部分", "操作手册 第2部分", "ordinal"),
        ("vol.1", "vol.2", "ordinal"),
        ("s01e04", "s01e05", "ordinal"),
        ("三年级试卷", "四年级试卷", "ordinal"),
        ("2021年公告", "2022年公告", "date"),
        ("2021 春季赛", "2022 春季赛", "date"),
        ("8月6日开抢", "8月7日开抢", "date"),
        ("十一月活动", "十二月活动", "date"),
        ("周三停水", "周四停水", "date"),
        ("2024-03-05 公示", "2024年3月6日公示", "date"),
        ("下午3点开会", "下午4点开会", "time"),
        ("8:30 发车", "9:30 发车", "time"),
        ("增长3.5%", "增长5.3%", "unit"),
        ("大米10斤装", "大米5斤装", "unit"),
        ("硬盘 16gb+512gb", "硬盘 16gb+256gb", "unit"),
        ("会员价4999元", "会员价5999元", "price"),
        ("¥20 起送", "¥30 起送", "price"),
        ("软件 v2.0 发布", "软件 v3.0 发布", "version"),
        ("软件 2.1.3 发布", "软件 2.1.4 发布", "version"),
        ("iphone 15 评测", "iphone 16 评测", "model"),
        ("iphone 15 pro", "iphone 15 plus", "model"),
        ("iphone 15", "iphone 15 pro", "model"),
        ("小米14 ultra评测", "小米14评测", "model"),
        ("x-900", "x-901", "model"),
        ("python3.10 教程", "python3.1 教程", "model"),
        ("三体(上)", "三体(下)", "part"),
        ("语文 六年级上册", "语文 六年级下册", "part"),
        ("红队 3:1 蓝队", "红队 1:3 蓝队", "number"),
        ("10-15岁", "10-16岁", "number"),
        ("高等数学二", "高等数学三", "number"),
        ("双十一清单", "双十二清单", "number"),
        ("终局之战ii", "终局之战iii", "number"),
        ("90后女孩", "80后女孩", "number"),
    ],
)
def test_numbers_that_differ_in_one_slot_conflict(a: str, b: str, kind: str) -> None:
    assert kinds(a, b) == {kind}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("十二集", "第12集"),
        ("销量2千", "销量2000"),
        ("3,000元", "3000元"),
        ("票房1.5万", "票房15000"),
        ("1.2亿", "12000万"),
        ("二〇二四年计划", "2024年计划"),
        ("24年计划", "2024年计划"),
        ("98年的歌", "1998年的歌"),
        ("70年代的歌", "1970年代的歌"),
        ("3月5日公告", "2024年3月5日公告"),
        ("上午9点开会", "9:00开会"),
        ("下午3点开会", "15:00开会"),
        ("下午三点半开会", "15:30开会"),
        ("涨价50%", "涨价百分之五十"),
        ("5公斤大米", "10斤大米"),
        ("500g咖啡", "500克咖啡"),
        ("星期三停水", "周三停水"),
        ("iphone15评测", "iphone 15 评测"),
        ("软件 v2.0 发布", "软件 v2 发布"),
        ("三四次", "3、4次"),
        ("报考211,985", "报考211、985"),
        ("2023/2024赛季", "2023-2024赛季"),
        ("成交2.39亿元", "成交2.4亿元"),
        ("卖出1960辆", "卖出不到2千辆"),
        ("第十二話", "第12话"),
        ("第 一百零三 章", "第103章"),
    ],
)
def test_the_same_number_written_otherwise_is_no_conflict(a: str, b: str) -> None:
    assert found(a, b) == []


@pytest.mark.parametrize(
    "text",
    [
        "一下 一起 一样 万一 一些 一直 一定 统一 唯一",
        "三亚 四川 九寨沟 百度 千万别 五一 双十一 十分",
        "二手 七夕 一带一路 三体 张三 万岁 百姓 零食",
    ],
)
def test_words_with_numerals_tell_no_number(text: str) -> None:
    assert facts(text).numbers == ()


def test_one_wrong_word_does_not_hide_a_number() -> None:
    assert [m.value for m in facts("万一三亚下雨,四川有十二个景点").numbers] == [12]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("油价上调", "油价今晚 95号汽油上调"),
        ("会员价", "会员价4999元"),
        ("三体", "三体(上)"),
        ("15人合影", "15 pro"),
    ],
)
def test_what_only_one_side_says_is_no_conflict(a: str, b: str) -> None:
    assert found(a, b) == []


def test_numbers_of_one_slot_are_paired_by_what_stands_around_them() -> None:
    a = "事故致8人遇难10人失联"
    b = "事故致9人遇难10人失联"
    assert found(a, b) == [("number", "8人", "9人")]
    assert found("10人失联8人遇难", "8人遇难10人失联") == []


def test_season_and_episode_are_two_conflicts() -> None:
    assert found("第3季第12集", "第5季第1集") == [
        ("ordinal", "第12集", "第1集"),
        ("ordinal", "第3季", "第5季"),
    ]


def test_a_score_turned_round_with_its_sides_is_the_same_score() -> None:
    assert found("红队 3:1 蓝队", "蓝队 1:3 红队") == []
    assert kinds("红队 3:1 蓝队", "蓝队 3:1 红队") == {"order"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("室内可以吸烟", "室内不可以吸烟"),
        ("本店支持退款", "本店不支持退款"),
        ("他去了学校", "他没有去学校"),
        ("老板需赔偿", "老板无需赔偿"),
        ("这本书很好看", "这本书不好看"),
        ("关于限制上路的规定", "关于取消限制上路的规定"),
    ],
)
def test_a_negation_on_one_side_conflicts(a: str, b: str) -> None:
    assert kinds(a, b) == {"negation"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("他不仅会唱歌", "他会唱歌"),
        ("该不该买房", "该买房吗"),
        ("要不要买车", "要买车吗"),
        ("他不得不去", "他得去"),
        ("非常好看", "好看"),
        ("却没人要", "没却人要"),
        ("住别墅的人", "住墅的人"),
    ],
)
def test_no_negation_where_nothing_is_denied(a: str, b: str) -> None:
    assert found(a, b) == []


@pytest.mark.parametrize(
    ("a", "b", "sides"),
    [
        ("油价上调", "油价下调", ("上调", "下调")),
        ("油价涨了", "油价跌了", ("涨", "跌")),
        ("广场允许停车", "广场禁止停车", ("允许", "禁止")),
        ("小区恢复供水", "小区停止供水", ("恢复", "停止")),
        ("红队战胜蓝队", "红队不敌蓝队", ("战胜", "不敌")),
        ("今天放假", "明天放假", ("今天", "明天")),
    ],
)
def test_opposites_in_the_same_place_conflict(a: str, b: str, sides: tuple[str, str]) -> None:
    assert ("antonym", *sides) in found(a, b) or ("negation", *sides) in found(a, b)


def test_opposites_in_texts_that_are_not_alike_do_not_count() -> None:
    assert found("油价上调今晚执行", "他决定下调自己对生活的期待") == []


@pytest.mark.parametrize(
    ("a", "b"),
    [("鸡蛋升高胆固醇吗", "鸡蛋升高胆固醇"), ("停车是否收费", "停车收费")],
)
def test_a_question_against_the_same_statement_conflicts(a: str, b: str) -> None:
    assert kinds(a, b) == {"question"}


@pytest.mark.parametrize(
    ("a", "b"),
    [("这样好吗?", "这样好么"), ("这样好?", "这样好吗"), ("有没有什么好书", "有什么好书")],
)
def test_two_questions_do_not_conflict(a: str, b: str) -> None:
    assert found(a, b) == []


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("北京到上海高铁", "上海到北京高铁"),
        ("张三打李四", "李四打张三"),
        ("甲战胜乙", "乙战胜甲"),
        ("房东起诉租客,官司要打多久", "租客起诉房东,官司要打多久"),
    ],
)
def test_swapped_sides_conflict(a: str, b: str) -> None:
    assert kinds(a, b) == {"order"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("北京和上海哪个好", "上海和北京哪个好"),
        ("羊毛 大衣 女款", "女款 大衣 羊毛"),
        ("今晚北京到上海高铁", "北京到上海高铁今晚"),
    ],
)
def test_another_order_of_equals_does_not_conflict(a: str, b: str) -> None:
    assert found(a, b) == []


def test_other_book_titles_conflict_unless_one_is_in_the_other_text() -> None:
    assert kinds("如何评价《山海行》?", "如何评价《春风渡》?") == {"entity"}
    assert found("如何评价《山海行》?", "如何评价《mountain》?") == []
    assert found("如何评价《山海行》?", "如何评价山海行的配乐《春风渡》?") == []


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("小猫坐在垫子上", "小猫坐在一张垫子上"),
        ("听说这个副业好做,我是学生也想开店,求带", "听说这个副业好做,我是学生也想开店,学习了"),
        ("谢谢童学们的支持", "谢谢同学们的支持"),
        ("要获得成功,先认清规则,再离场。", "要想获得成功,先认清规则,再离场。——佚名"),
        ("", "abc"),
        ("", ""),
        ("+", "-"),
        ("{", "{"),
    ],
)
def test_edits_and_empty_texts_do_not_conflict(a: str, b: str) -> None:
    assert found(a, b) == []


def test_number_summary_counts_values_whatever_they_count() -> None:
    a, b = facts("第3集 2021年 12元"), facts("第4集 2021年 12块 7月")
    assert number_summary(a, b) == (2, 1, 2)
    assert number_summary(b, a) == (2, 2, 1)
    assert number_summary(facts("24年计划"), facts("2024年计划")) == (1, 0, 0)


_PIECES = st.sampled_from(
    [
        *"第一二三十百万亿零年月日集季点分半元%斤:-、/上下不没吗?《》到()千多约周比",
        *(
            "12",
            "3.5",
            "2024",
            "1,000",
            "可以",
            "禁止",
            "允许",
            "张三",
            "打",
            "北京",
            "星期",
            "分之",
        ),
        *("iphone", "v", "s", "e", "x-", "pro", "ii", "w", "kg", " "),
    ]
)
_TEXTS = st.lists(_PIECES | st.text(max_size=2), max_size=14).map("".join).map(str.lower)


@settings(max_examples=300, deadline=None)
@given(_TEXTS, _TEXTS)
def test_sides_swap_with_the_texts_and_a_text_never_conflicts_with_itself(a: str, b: str) -> None:
    one, other = facts(a), facts(b)
    there = conflicts(one, other)
    assert conflicts(other, one) == tuple(Conflict(kind, y, x) for kind, x, y in there)
    assert [KINDS.index(c.kind) for c in there] == sorted(KINDS.index(c.kind) for c in there)
    assert conflicts(one, facts(a)) == ()
    assert hash(one) == hash(facts(a))
    both, here, over = number_summary(one, other)
    assert min(both, here, over) >= 0
    assert both + here == len(one.numbers)


@settings(max_examples=100, deadline=None)
@given(st.lists(_TEXTS, max_size=30).map("。".join), st.data())
def test_edits_of_long_texts_raise_nothing(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text)))
    conflicts(facts(text), facts(text[:place] + "不" + text[place:]))


@pytest.mark.parametrize(
    "piece", ["1", "一", "1:", "1、", "第", "3月", "(上)", "不", "《", " ", "1-", "a1"]
)
def test_long_runs_take_linear_time(piece: str) -> None:
    one, other = facts(piece * 20_000), facts("题" + piece * 20_001)
    assert isinstance(conflicts(one, other), tuple)
