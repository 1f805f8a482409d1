from __future__ import annotations

import pytest

from textsim.score.conflicts import facts
from textsim.score.signs import canonical


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-5℃", -5),
        ("气温-5℃", -5),
        ("零下5度", -5),
        ("负3.2%", -3.2),
        ("增长 -3%", -3),
        ("-5 c", -5),
        ("a-5", 5),
        ("第3集-5分钟", 5),
    ],
)
def test_a_minus_sign_is_part_of_the_number(text: str, value: float) -> None:
    assert facts(text).numbers[-1].value == value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("第一季", "第1季"),
        ("s01e03", "第1季第3集"),
        ("三月五日开会", "3月5日开会"),
        ("2023年4月", "2023年4月"),
        ("价格1万元", "价格10000元"),
        ("民法典第一百二十条", "民法典第120条"),
        ("下午3点开会", "下午15:00开会"),
        ("阿根廷2-1荷兰", "阿根廷2:1荷兰"),
        ("1-4集", "第1x4集"),
        ("零下5度", "负5度"),
        ("一起来", "一起来"),
        ("", ""),
    ],
)
def test_numbers_are_written_in_one_way(text: str, written: str) -> None:
    said = facts(text)
    assert canonical(said.plain, said.numbers) == written


def test_a_dash_between_other_things_is_no_result() -> None:
    assert facts("第2-1集").numbers[0].slot == "集"
    assert facts("共 2-1 次").numbers[0].slot != ":"
