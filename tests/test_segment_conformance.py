"""The conformance kit: what ships passes, and every fault is found."""

from __future__ import annotations

import hashlib
import logging
import os
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

from tests import needs
from textsim import segment as door
from textsim.errors import SegmenterError
from textsim.segment import SegmentSpec, conformance, load_segmenter

ROOT = Path(door.__file__).parents[2]
JIEBA = needs.module("jieba")
RJIEBA = needs.module("rjieba")
HANLP = [needs.module("jpype"), needs.program("java"), needs.env_file("TEXTSIM_HANLP_JAR")]


class TestConformance:
    @pytest.mark.parametrize(
        ("name", "options", "exempt"),
        [
            ("words", {}, True),
            ("words", {"pattern": "go-word"}, True),
            ("words", {"pattern": "go-unicode"}, True),
            ("words", {"pattern": "bytes"}, True),
            ("ngram", {}, True),
            ("ngram", {"width": 1, "pattern": ""}, True),
            ("tokens", {}, True),
            ("tokens", {"tagged": True}, True),
            pytest.param("jieba", {}, False, marks=JIEBA),
            pytest.param("rjieba", {}, False, marks=RJIEBA),
            pytest.param("hanlp", {}, False, marks=HANLP),
        ],
    )
    def test_built_in_segmenters_conform(self, name: str, options: Any, exempt: bool) -> None:
        conformance.check(load_segmenter(SegmentSpec(name, options)), exempt=exempt)

    def test_a_plain_character_cutter_conforms(self) -> None:
        conformance.check(Characters())

    @pytest.mark.parametrize(
        "name",
        [
            pytest.param("jieba", marks=JIEBA),
            pytest.param("rjieba", marks=RJIEBA),
            pytest.param("hanlp", marks=HANLP),
        ],
    )
    def test_words_join_to_the_text(self, name: str) -> None:
        segmenter = load_segmenter(SegmentSpec(name))
        for text in han_texts(2000):
            assert "".join(word for word, _ in segmenter.segment(text)) == text

    def test_the_error_is_an_assertion_and_a_segmenter_error(self) -> None:
        assert issubclass(conformance.NotConformingError, AssertionError)
        assert issubclass(conformance.NotConformingError, SegmenterError)
        assert conformance.NotConformingError.code == "segmenter"

    def test_streams_are_given_back(self, capfd: pytest.CaptureFixture[str]) -> None:
        before = sys.stdout, sys.stderr, sys.getswitchinterval()
        with pytest.raises(conformance.NotConformingError):
            conformance.check(Printing())
        assert (sys.stdout, sys.stderr, sys.getswitchinterval()) == before
        print("out")
        os.write(2, b"err")
        assert capfd.readouterr() == ("out\n", "err")


def han_texts(number: int) -> list[str]:
    """Return texts of random Han characters, the same in every run."""
    digest = hashlib.sha256(b"han").digest()
    texts = []
    for i in range(number):
        digest = hashlib.sha256(digest).digest()
        block = (0x4E00, 0x3400, 0x20000)[i % 3]
        texts.append(
            "".join(chr(block + int.from_bytes(digest[k : k + 2]) % 6000) for k in range(9))
        )
    return texts


class Characters:
    version = "characters 1"
    tagset = ""

    def segment(self, text: str) -> Any:
        return [(char, "") for char in text]


class DropsBlanks(Characters):
    def segment(self, text: str) -> Any:
        return [(char, "") for char in text if not char.isspace()]


class SplitsPairs(Characters):
    """Cuts by UTF-16 units, as a careless bridge to another language would."""

    def segment(self, text: str) -> Any:
        units = text.encode("utf-16-le", "surrogatepass")
        return [
            (units[i : i + 2].decode("utf-16-le", "surrogatepass"), "")
            for i in range(0, len(units), 2)
        ]


class EmptyWords(Characters):
    def segment(self, text: str) -> Any:
        return [*super().segment(text), ("", "")] if text else []


class TokenForNothing(Characters):
    def segment(self, text: str) -> Any:
        return super().segment(text) or [("", "")]


class Lists(Characters):
    def segment(self, text: str) -> Any:
        return [[char, ""] for char in text]


class NoTags(Characters):
    def segment(self, text: str) -> Any:
        return [(char, None) for char in text]


class Untold(Characters):
    def segment(self, text: str) -> Any:
        return [(char, "x") for char in text]


class Raising(Characters):
    def segment(self, text: str) -> Any:
        return [(char, "") for char in text.encode("utf-8").decode("utf-8")]


class Counting(Characters):
    def __init__(self) -> None:
        self.calls = 0

    def segment(self, text: str) -> Any:
        self.calls += 1
        return [(text, "")] if text and self.calls % 50 == 0 else super().segment(text)


class OneGenerator(Characters):
    """Keeps the text of the last call in itself."""

    def segment(self, text: str) -> Any:
        self.text = text
        place = 0
        while place < len(self.text):
            yield self.text[place], ""
            place += 1


class Unsafe(Characters):
    """Fails only when two threads are in it at once."""

    def segment(self, text: str) -> Any:
        self.text = text
        time.sleep(0.0005)
        return super().segment(self.text)


class Unpicklable(Characters):
    def __init__(self) -> None:
        self.lock = threading.Lock()


class Forgetful(Characters):
    def __init__(self) -> None:
        self.size = 2

    def __reduce__(self) -> tuple[Any, ...]:
        return Characters, ()

    def segment(self, text: str) -> Any:
        return [(text[i : i + self.size], "") for i in range(0, len(text), self.size)]


class Renamed(Characters):
    def __init__(self, version: str = "renamed 1") -> None:
        self.version = version

    def __reduce__(self) -> tuple[Any, ...]:
        return Renamed, ("renamed 2",)


class Printing(Characters):
    def segment(self, text: str) -> Any:
        print("cutting")
        return super().segment(text)


class Logging(Characters):
    def segment(self, text: str) -> Any:
        logging.getLogger("nobody.listens").warning("cutting")
        return super().segment(text)


class Native(Characters):
    def segment(self, text: str) -> Any:
        os.write(2, b"native library says hello\n")
        return super().segment(text)


class Warns(Characters):
    def segment(self, text: str) -> Any:
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        return super().segment(text)


class NoVersion(Characters):
    version = ""


class NoTagset(Characters):
    tagset = None


class NoSegment:
    version = "x"
    tagset = ""


FAULTS = [
    (DropsBlanks, "joined are not the text from character 0 on: []", " "),
    (SplitsPairs, "joined are not the text from character 7 on", conformance.TEXTS[11]),
    (EmptyWords, "gave an empty word", " "),
    (TokenForNothing, "gave an empty word", ""),
    (Lists, "gave [' ', ''] in place of a (word, tag) tuple", " "),
    (NoTags, "gave (' ', None), of which a part is not str", " "),
    (Untold, "gave the tag 'x' though its tagset is empty", " "),
    (Raising, "raised UnicodeEncodeError", "\ud83d半个\udc00代理"),
    (Counting, "gave another answer the second time", None),
    (OneGenerator, "read in turns", None),
    (Unsafe, "beside other threads", None),
    (Unpicklable, "cannot be pickled: TypeError", None),
    (Forgetful, "gave another answer after pickling", "\t \u3000\u00a0\r\n\u2028"),
    (Renamed, "another version or tagset after pickling: 'renamed 2'", None),
    (Printing, "must be quiet but wrote 'cutting", None),
    (Native, "must be quiet but wrote 'native library says hello", None),
    (Warns, "must be quiet but wrote 'DeprecationWarning: old'", None),
    (NoVersion, "version that is not empty", None),
    (NoTagset, "must have tagset as str, not None", None),
    (NoSegment, "must have a method segment", None),
]


@pytest.mark.parametrize(("fault", "says", "text"), FAULTS)
def test_each_fault_is_found_with_its_text(fault: type[Any], says: str, text: str) -> None:
    with pytest.raises(conformance.NotConformingError) as caught:
        conformance.check(fault())
    message = str(caught.value)
    assert message.startswith(fault.__name__)
    assert says in message
    assert text is None or repr(text) in message


def test_a_library_that_logs_is_not_quiet() -> None:
    # In a process of its own: pytest listens to every logger.
    code = (
        "import logging\n"
        "from textsim.segment.conformance import check\n"
        "class Logging:\n"
        "    version = 'x'; tagset = ''\n"
        "    def segment(self, text):\n"
        "        logging.getLogger('x').warning('cutting')\n"
        "        return [(c, '') for c in text]\n"
        "check(Logging())\n"
    )
    done = run(code, check=False)
    assert "Logging must be quiet but wrote 'cutting" in done.stderr


def run(code: str, *, check: bool = True) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=check, env=environment
    )
