"""Bytes → text: named encodings, detection, streams."""

from __future__ import annotations

import codecs
import io
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textsim.decode import Decoded, decode, decode_lines
from textsim.errors import DecodingError, InputTypeError, UnknownNameError

DATA = Path(__file__).parent / "data"
MIXED = "abc\r\n臺灣的貓和狗都好\r\n\n中文,繁體字在這裡\nlast"


def reads(data: bytes, source: str = "input") -> str:
    return decode(data, source=source).encoding


def test_four_bytes_of_gbk() -> None:
    assert decode(b"\xc4\xe3\xba\xc3") == Decoded("你好", "gb18030")


def test_characters_that_only_gb18030_has() -> None:
    data = "朱镕基、䓬、🎉".encode("gb18030")
    for encoding in ("auto", "gb18030", "gbk", "GB2312", "euc_cn"):
        assert decode(data, encoding) == Decoded("朱镕基、䓬、🎉", "gb18030")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-8"])
def test_byte_order_marks(encoding: str) -> None:
    assert decode("你好".encode(encoding)) == Decoded("你好", encoding.removesuffix("-sig"))


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-32-be", "utf-16-le", "gb18030", "utf-8"])
def test_a_mark_is_dropped_whoever_names_the_encoding(encoding: str) -> None:
    data = ("\ufeff" + "你好").encode(encoding)
    assert decode(data).text == decode(data, encoding).text == "你好"


def test_big5_has_the_additions_of_windows() -> None:
    assert decode("裏面的碁€".encode("cp950"), "big5") == Decoded("裏面的碁€", "big5")
    assert decode("這裏面的銹".encode("cp950")) == Decoded("這裏面的銹", "big5")


def test_big5_of_hong_kong() -> None:
    text = "佢哋喺嗰度食嘢,唔好郁"
    assert decode(text.encode("big5hkscs")) == Decoded(text, "big5hkscs")


def test_ascii_and_nothing_are_utf8() -> None:
    assert decode(b"") == Decoded("", "utf-8")
    assert decode(b"plain text\n") == Decoded("plain text\n", "utf-8")


def test_the_reported_name_gives_the_same_text_again() -> None:
    for encoding in ("cp950", "gb18030", "big5hkscs", "utf-16", "utf-8-sig"):
        data = "這是繁體中文的標題,很長".encode(encoding)
        found = decode(data)
        assert decode(data, found.encoding) == found


def lines_of_data() -> list[str]:
    titles = (DATA / "law_titles.txt").read_text("utf-8").splitlines()[::5]
    pairs = (DATA / "pawsx_zh_400.tsv").read_text("utf-8").splitlines()
    return titles + [line.split("\t")[1] for line in pairs if line.count("\t") > 1]


@pytest.mark.parametrize(
    ("length", "at_most_wrong"), [(2, 0.005), (3, 0.005), (5, 0.002), (10, 0.0), (99, 0.0)]
)
def test_simplified_titles_in_gb18030(length: int, at_most_wrong: float) -> None:
    texts = [line[:length] for line in lines_of_data()]
    found = Counter(reads(text.encode("gb18030")) for text in texts if not text.isascii())
    assert found.total() - found["gb18030"] <= at_most_wrong * found.total()


TRADITIONAL = """\
有哪些養貓必須知道的冷知識
臺灣旅遊一定要去的十個地方
為什麼他們說這裡的麵最好吃
請問電腦開機後沒有畫面怎麼辦
今天的天氣真的很適合出門散步
學生應該怎樣準備大學的入學考試
新聞報導說明年開始調整健保費
這本書的作者是一位退休的老師
關於國際關係與經濟發展的討論
買房子之前應該知道的幾件事情
孩子發燒了要不要馬上送醫院
最近有什麼好看的電影可以推薦
""".splitlines()


@pytest.mark.parametrize("encoding", ["big5", "gb18030"])
@pytest.mark.parametrize("length", [5, 8, 99])
def test_traditional_titles_in_both(encoding: str, length: int) -> None:
    for title in TRADITIONAL:
        text = title[:length]
        assert decode(text.encode(encoding)) == Decoded(text, encoding)


def test_a_short_ambiguous_text_is_taken_as_gb18030() -> None:
    data = "謝景".encode("big5")
    assert data.decode("gb18030")
    assert reads(data) == "gb18030"


def test_letters_that_gbk_and_utf8_share() -> None:
    # Bytes of both; as UTF-8 they would be letters of no alphabet in daily use.
    assert decode("一".encode("gbk")) == Decoded("一", "gb18030")
    assert decode("TES战胜iG".encode("gbk")) == Decoded("TES战胜iG", "gb18030")


@pytest.mark.parametrize(
    "text", ["café", "naïve façade", "Привет, Україна", "Ελλάδα", "שלום", "سلام", "nǐ hǎo", "ø"]
)
def test_utf8_of_other_scripts_stays_utf8(text: str) -> None:
    assert decode(text.encode()) == Decoded(text, "utf-8")


def test_damaged_utf8_is_no_gb18030() -> None:
    data = "有哪些养猫必须知道的冷知识?".encode()
    broken = data[:9] + b"\xff" + data[10:]
    with pytest.raises(DecodingError, match=r"a\.txt: damaged utf-8: byte 0xff at offset 9"):
        decode(broken, source="a.txt")
    cut = data[:10] + data[11:]
    assert cut.decode("gb18030", "replace")
    with pytest.raises(DecodingError, match="damaged utf-8"):
        decode(cut)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("猫を飼う前に知っておくべきこと、日本語の文章", "shift_jis"),
        ("Où sont les élèves de l'été", "latin-1"),
        ("Привет, как дела", "cp1251"),
        ("有哪些养猫必须知道的冷知识", "utf-16-le"),
        ("plain", "utf-16-le"),
    ],
)
def test_other_encodings_are_refused_not_guessed(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    with pytest.raises(DecodingError, match=r"^f\.txt: bytes"):
        decode(data, source="f.txt")
    assert decode(data, encoding).text == text


def test_what_fits_nothing_names_every_offset() -> None:
    with pytest.raises(DecodingError, match=r"x: bytes fit none of utf-8 \(offset 3\), gb18030"):
        decode(b"abc\xff\xff", source="x")


@pytest.mark.parametrize(
    ("data", "encoding", "offset"),
    [
        (b"ab\xff", "utf-8", 2),
        ("你好".encode()[:-1], "utf-8", 3),
        ("你好".encode("gbk") + b"\xff", "gb18030", 4),
        ("你好".encode("utf-16") + b"a", "utf-16", 6),
        (b"a\x80", "ascii", 1),
    ],
)
def test_a_named_encoding_is_strict(data: bytes, encoding: str, offset: int) -> None:
    message = rf"f: byte 0x{data[offset]:02x} at offset {offset} is not {encoding}"
    with pytest.raises(DecodingError, match=message):
        decode(data, encoding, "f")
    with pytest.raises(DecodingError, match=message):
        list(decode_lines(io.BytesIO(data), encoding, "f"))


@pytest.mark.parametrize("encoding", ["gb1803", "base64", "rot13", "hex", "", "a\0b", "undefined"])
def test_unknown_encodings(encoding: str) -> None:
    with pytest.raises(UnknownNameError, match="known are 'auto', 'big5'"):
        decode(b"a", encoding)
    with pytest.raises(UnknownNameError):
        list(decode_lines(io.BytesIO(b"a"), encoding))


def test_types() -> None:
    with pytest.raises(InputTypeError, match="data must be bytes, not str"):
        decode("text")  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="encoding must be str, not NoneType"):
        decode(b"", None)  # type: ignore[arg-type]
    assert decode(bytearray(b"a")).text == decode(memoryview(b"a")).text == "a"


@given(st.text(), st.sampled_from(["utf-8", "gb18030", "utf-16", "utf-32", "utf-8-sig"]))
def test_named_encodings_round_trip(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), encoding).text == text.removeprefix("\ufeff")


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_an_error(data: bytes) -> None:
    try:
        text, encoding = decode(data)
    except DecodingError:
        return
    assert decode(data, encoding).text == text
    assert "\ufffd" not in text or encoding != "gb18030" or data.decode("gb18030").count("\ufffd")


class Trickle(io.RawIOBase):
    """A binary file that gives a few bytes at a time, as a slow pipe does."""

    def __init__(self, data: bytes, step: int) -> None:
        self.left, self.step = data, step

    def read(self, size: int = -1, /) -> bytes:
        taken, self.left = self.left[: self.step], self.left[self.step :]
        return taken


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5", "utf-16", "utf-8-sig", "utf-32"])
def test_lines_of_a_stream_in_any_pieces(encoding: str, step: int) -> None:
    data = MIXED.encode(encoding)
    found: list[str] = []
    lines = list(decode_lines(Trickle(data, step), chosen=found.append))
    assert lines == MIXED.replace("\r", "").split("\n")
    assert found == [encoding.removesuffix("-sig")]
    kept = decode_lines(Trickle(data, step), encoding, keep_ends=True)
    assert "".join(kept) == MIXED


def test_what_a_line_is() -> None:
    def lines(data: bytes) -> list[str]:
        return list(decode_lines(io.BytesIO(data)))

    assert lines(b"") == []
    assert lines(b"\n\r\n") == ["", ""]
    assert lines(b"a\rb\r\nc\r") == ["a\rb", "c\r"]
    others = "a\u2028b\x0bc\x0cd\x85e"
    assert lines(others.encode()) == [others]


def test_a_later_byte_names_its_offset() -> None:
    for step in (1, 5, 9000):
        lines = decode_lines(Trickle("猫狗\n".encode() * 3 + b"\xff\n", step), "utf-8", "pipe")
        with pytest.raises(DecodingError, match="pipe: byte 0xff at offset 21 is not utf-8"):
            list(lines)
    ascii_first = b"x" * 70_000 + b"\n" + "猫狗\n".encode() * 30_000 + b"\xff\n"
    with pytest.raises(DecodingError, match=f"at offset {len(ascii_first) - 2} is not utf-8"):
        list(decode_lines(io.BytesIO(ascii_first)))


def test_ascii_lines_and_utf8_lines_are_not_held_back() -> None:
    stream = Trickle(b"one\n" + "猫\n".encode() + b"three\n" * 1000, 4)
    lines = decode_lines(stream)
    assert next(lines) == "one"
    assert next(lines) == "猫"
    assert len(stream.left) > 5900


def test_a_long_stream_takes_little_memory() -> None:
    piece = "有哪些养猫必须知道的冷知识\n".encode("gb18030") * 2000

    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1, /) -> bytes:
            self.given += 1
            return piece if self.given <= 200 else b""

    tracemalloc.start()
    count = sum(1 for _ in decode_lines(Endless()))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 400_000
    assert peak < 4 << 20


def test_one_very_long_line_is_linear() -> None:
    data = b"a" * (8 << 20)
    assert len(next(decode_lines(io.BytesIO(data)))) == len(data)


def test_gb18030_with_its_mark() -> None:
    data = codecs.BOM_UTF8.decode().encode("gb18030") + "题".encode("gb18030")
    assert decode(data) == Decoded("题", "gb18030")
