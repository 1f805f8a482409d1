"""The segmenter door: specs, registry, plug-ins and their errors."""

from __future__ import annotations

import doctest
import importlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from textsim import segment as door
from textsim.errors import (
    InputError,
    InputTypeError,
    MissingLibraryError,
    SegmenterConflictError,
    SegmenterError,
    UnknownNameError,
)
from textsim.segment import SegmentSpec, load_segmenter, registry, segment, segmenters
from textsim.values import Token

ROOT = Path(door.__file__).parents[2]
Install: TypeAlias = Callable[..., None]
BUILT_IN = ["hanlp", "jieba", "ngram", "rjieba", "tokens", "words"]


def words(text: str, name: str, **options: Any) -> list[str]:
    return [token.word for token in segment(text, SegmentSpec(name, options))]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    door.forget()
    yield
    door.forget()


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that installs a package with an entry point, as far as Python can tell."""
    monkeypatch.syspath_prepend(str(tmp_path))
    loaded = set(sys.modules)

    def install(
        source: str,
        *,
        name: str = "plug",
        package: str = "plug-in",
        module: str = "plug_module",
        attr: str = "Cut",
    ) -> None:
        info = tmp_path / f"{package.replace('-', '_')}-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{name} = {module}:{attr}\n")
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        importlib.invalidate_caches()

    yield install
    for extra in set(sys.modules) - loaded:
        if extra.startswith("plug_"):
            del sys.modules[extra]


PLUG = """
class Cut:
    version = "plug 1"
    tagset = ""
    def __init__(self, size=1):
        self.size = size
    def segment(self, text):
        return [(text[i:i + self.size], "") for i in range(0, len(text), self.size)]
"""


class TestSpec:
    def test_options_have_one_form(self) -> None:
        given_forms = [
            {"width": 2, "pattern": ""},
            {"pattern": "", "width": 2},
            [("width", 2), ("pattern", "")],
            [["width", 2], ["pattern", ""]],
        ]
        specs = {SegmentSpec("ngram", form) for form in given_forms}
        assert specs == {SegmentSpec("ngram", (("pattern", ""), ("width", 2)))}

    def test_lists_of_text_become_tuples(self) -> None:
        assert SegmentSpec("x", {"words": ["a", "b"]}).options == (("words", ("a", "b")),)

    def test_survives_pickle_and_is_frozen(self) -> None:
        spec = SegmentSpec("ngram", {"width": 3}, join=True, punctuation_tag="w")
        assert pickle.loads(pickle.dumps(spec)) == spec
        with pytest.raises(AttributeError):
            spec.join = False

    @pytest.mark.parametrize("value", [None, 1.5, b"x", {"a"}, (1, 2), ["a", 3], object()])
    def test_refuses_values_by_name(self, value: object) -> None:
        with pytest.raises(InputTypeError, match="option 'width'"):
            SegmentSpec("ngram", {"width": value})

    @pytest.mark.parametrize("options", [5, "ab", [1], [("a",)], [("a", "b", "c")]])
    def test_refuses_what_is_no_pairs(self, options: Any) -> None:
        with pytest.raises(InputTypeError):
            SegmentSpec("ngram", options)

    def test_refuses_names_that_are_no_text(self) -> None:
        with pytest.raises(InputTypeError, match="name of an option"):
            SegmentSpec("ngram", {1: 2})
        with pytest.raises(InputTypeError, match="segmenter must be str"):
            SegmentSpec(5)
        with pytest.raises(InputTypeError, match="join must be True or False"):
            SegmentSpec("words", join=1)
        with pytest.raises(InputTypeError, match="punctuation_tag must be str"):
            SegmentSpec("words", punctuation_tag=None)

    def test_refuses_one_option_twice(self) -> None:
        with pytest.raises(InputError, match="twice"):
            SegmentSpec("ngram", [("width", 2), ("width", 3)])


class TestRegistry:
    def test_lists_the_built_in_ones(self) -> None:
        ours = [info for info in segmenters() if info.distribution == "textsim"]
        assert [info.name for info in ours] == BUILT_IN
        assert {info.name: info.extra for info in ours} == {
            "hanlp": "hanlp",
            "jieba": "",
            "ngram": "",
            "rjieba": "rjieba",
            "tokens": "",
            "words": "",
        }

    def test_import_and_listing_load_no_segmenter(self) -> None:
        code = (
            "import sys, textsim.segment as s; early = set(sys.modules); s.segmenters();"
            "late = {m for m in sys.modules if m.startswith('textsim.segment.')} |"
            "({'jieba', 'rjieba', 'jpype', 'numpy'} & set(sys.modules));"
            "print(sorted(late), 'importlib.metadata' in early)"
        )
        done = run(code)
        assert done.stdout.strip() == "['textsim.segment.forks', 'textsim.segment.registry'] False"
        assert done.stderr == ""

    @pytest.mark.parametrize("name", BUILT_IN)
    def test_every_built_in_target_exists(self, name: str) -> None:
        target = {info.name: info.target for info in segmenters()}[name]
        module, _, attribute = target.partition(":")
        assert callable(getattr(importlib.import_module(module), attribute))

    def test_unknown_name_lists_the_known_ones(self, plug_in: Install) -> None:
        plug_in(PLUG)
        with pytest.raises(UnknownNameError) as caught:
            load_segmenter(SegmentSpec("jiebaa"))
        for name in [*BUILT_IN, "plug", "jiebaa"]:
            assert repr(name) in str(caught.value)

    def test_unknown_option_lists_the_known_ones(self) -> None:
        with pytest.raises(InputError, match=r"no option 'widht'.*'pattern', 'width'"):
            load_segmenter(SegmentSpec("ngram", {"widht": 4}))

    def test_unknown_option_of_one_without_options(self, plug_in: Install) -> None:
        plug_in(PLUG.replace("size=1", "").replace("= size", "= 1"))
        with pytest.raises(InputError, match=r"plug.*no option 'size'; it takes none"):
            load_segmenter(SegmentSpec("plug", {"size": 4}))

    def test_required_option_is_named(self, plug_in: Install) -> None:
        plug_in(PLUG.replace("size=1", "size"))
        with pytest.raises(InputError, match="needs the option 'size'"):
            load_segmenter(SegmentSpec("plug"))
        assert words("abc", "plug", size=2) == ["ab", "c"]

    def test_a_segmenter_may_take_any_option(self, plug_in: Install) -> None:
        source = PLUG.replace("size=1", "**options").replace("= size", "= options['size']")
        plug_in(source)
        assert words("abc", "plug", size=2) == ["ab", "c"]

    @pytest.mark.parametrize(("name", "library"), [("rjieba", "rjieba"), ("hanlp", "jpype")])
    def test_missing_library_says_what_to_install(
        self, name: str, library: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(MissingLibraryError, match=rf"pip install 'textsim\[{name}\]'"):
            load_segmenter(SegmentSpec(name))

    def test_library_that_a_plug_in_misses_is_named(self, plug_in: Install) -> None:
        plug_in("import plug_missing_library\n")
        with pytest.raises(MissingLibraryError, match=r"plug_missing_library.*'plug-in' needs"):
            load_segmenter(SegmentSpec("plug"))

    def test_two_packages_under_one_name(self, plug_in: Install) -> None:
        plug_in(PLUG)
        plug_in(PLUG, package="rival", module="plug_rival")
        with pytest.raises(SegmenterConflictError) as caught:
            load_segmenter(SegmentSpec("plug"))
        for part in ("'plug-in'", "'rival'", "pip uninstall plug-in or pip uninstall rival"):
            assert part in str(caught.value)
        assert [i.distribution for i in segmenters() if i.name == "plug"] == ["plug-in", "rival"]

    def test_a_package_under_the_name_of_a_built_in_one(self, plug_in: Install) -> None:
        plug_in(PLUG, name="words")
        with pytest.raises(SegmenterConflictError) as caught:
            load_segmenter(SegmentSpec("words"))
        for part in (
            "'words'",
            "'plug-in'",
            "'textsim'",
            "(pip uninstall plug-in)",
            "another name",
        ):
            assert part in str(caught.value)
        assert words("a b", "ngram", width=2, pattern="") == ["a ", " b"]

    def test_one_package_found_in_two_folders_is_one(
        self, plug_in: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plug_in(PLUG)
        twin = tmp_path / "twin"
        twin.mkdir()
        for path in tmp_path.glob("*.dist-info"):
            (twin / path.name).mkdir()
            for file in path.iterdir():
                (twin / path.name / file.name).write_bytes(file.read_bytes())
        monkeypatch.syspath_prepend(str(twin))
        assert words("ab", "plug") == ["a", "b"]


class TestLoading:
    def test_one_object_per_spec(self) -> None:
        spec = SegmentSpec("ngram", {"width": 2})
        assert load_segmenter(spec) is load_segmenter(SegmentSpec("ngram", [("width", 2)]))
        assert load_segmenter(spec) is load_segmenter(SegmentSpec("ngram", {"width": 2}, join=True))
        assert load_segmenter(spec) is not load_segmenter(SegmentSpec("ngram"))

    def test_forget_makes_anew(self) -> None:
        first = load_segmenter(SegmentSpec("words"))
        door.forget()
        assert load_segmenter(SegmentSpec("words")) is not first

    def test_concurrent_first_use_makes_one(self, plug_in: Install) -> None:
        plug_in("import time\nMADE = []\n" + PLUG + "        MADE.append(1)\n")
        source = PLUG.replace(
            "self.size = size", "time.sleep(0.05); MADE.append(1); self.size = size"
        )
        plug_in("import time\nMADE = []\n" + source)
        spec = SegmentSpec("plug")
        start = threading.Barrier(16)
        found = []

        def work() -> None:
            start.wait()
            found.append(load_segmenter(spec))

        threads = [threading.Thread(target=work) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(map(id, found))) == 1
        assert len(found) == 16
        assert sys.modules["plug_module"].MADE == [1]

    def test_one_slow_segmenter_does_not_hold_up_another(self, plug_in: Install) -> None:
        plug_in(
            "import threading\nGO = threading.Event()\n"
            + PLUG.replace("self.size = size", "assert GO.wait(20); self.size = size")
        )
        thread = threading.Thread(target=load_segmenter, args=(SegmentSpec("plug"),))
        thread.start()
        while "plug_module" not in sys.modules or not hasattr(sys.modules["plug_module"], "Cut"):
            time.sleep(0.01)
        assert words("a", "words") == ["a"]
        sys.modules["plug_module"].GO.set()
        thread.join()

    def test_a_failure_is_not_kept(self, plug_in: Install) -> None:
        source = PLUG.replace(
            "self.size = size", "MADE.append(1); assert len(MADE) > 1; self.size = 1"
        )
        plug_in("MADE = []\n" + source)
        with pytest.raises(SegmenterError, match="AssertionError"):
            load_segmenter(SegmentSpec("plug"))
        assert words("ab", "plug") == ["a", "b"]

    def test_only_so_many_are_kept(self) -> None:
        first = load_segmenter(SegmentSpec("ngram", {"width": 1}))
        second = load_segmenter(SegmentSpec("ngram", {"width": 2}))
        for width in range(3, registry._MAX_LOADED + 2):
            load_segmenter(SegmentSpec("ngram", {"width": width}))
            assert load_segmenter(SegmentSpec("ngram", {"width": 1})) is first
        assert load_segmenter(SegmentSpec("ngram", {"width": 2})) is not second
        assert len(registry._loaded) == registry._MAX_LOADED
        assert not registry._gates

    def test_target_may_be_a_function(self, plug_in: Install) -> None:
        plug_in(
            PLUG + "\ndef make(*, half=False):\n    return Cut(2 if half else 1)\n", attr="make"
        )
        assert words("abcd", "plug", half=True) == ["ab", "cd"]

    def test_target_that_does_not_tell_its_options(self, plug_in: Install) -> None:
        plug_in(
            PLUG + "\nmake = type('M', (), {'__signature__': 5, '__call__': lambda s: Cut()})()\n",
            attr="make",
        )
        assert words("ab", "plug") == ["a", "b"]


class TestBrokenPlugIns:
    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ('version = "plug 1"', "version = 1", "version must be text"),
            ('version = "plug 1"', 'version = ""', "version must be text"),
            ('version = "plug 1"', "", "lacks version, tagset or segment"),
            ('tagset = ""', "tagset = None", "tagset must be text"),
            ("def segment", "def cut", "lacks version, tagset or segment"),
            ("def segment", "segment = 5\n    def cut", "segment must be a method"),
            ("self.size = size", "raise ValueError('no size')", "ValueError: no size"),
        ],
    )
    def test_wrong_shape(self, plug_in: Install, old: str, new: str, says: str) -> None:
        plug_in(PLUG.replace(old, new))
        with pytest.raises(SegmenterError, match="segmenter 'plug' of package 'plug-in'") as caught:
            load_segmenter(SegmentSpec("plug"))
        assert says in str(caught.value)

    @pytest.mark.parametrize("attr", ["nothing", "tagset", "Cut.version"])
    def test_target_that_cannot_be_called(self, plug_in: Install, attr: str) -> None:
        plug_in(PLUG + "\ntagset = 5\n", attr=attr)
        with pytest.raises(SegmenterError, match="plug-in"):
            load_segmenter(SegmentSpec("plug"))

    @pytest.mark.parametrize(
        "body",
        [
            "raise KeyError(text)",
            "return None",
            "return [text]",
            "return ['ab']",
            "return [[text, '']]",
            "return [(text,)]",
            "return [(text, '', '')]",
            "return [(text, None)]",
            "return [(b'x', '')]",
            "yield text, ''; raise RuntimeError('later')",
        ],
    )
    def test_wrong_answer_names_segmenter_and_text(self, plug_in: Install, body: str) -> None:
        plug_in(PLUG.split("        return", 1)[0] + f"        {body}\n")
        text = "很长的标题" * 20
        with pytest.raises(SegmenterError) as caught:
            segment(text, SegmentSpec("plug"))
        assert "segmenter 'plug'" in str(caught.value)
        assert repr(text[:40]) + "…" in str(caught.value)
        assert len(str(caught.value)) < 500

    def test_our_own_errors_pass_unchanged(self, plug_in: Install) -> None:
        body = "raise __import__('textsim.errors').errors.DictionaryError('words.txt line 3')"
        plug_in(PLUG.split("        return", 1)[0] + f"        {body}\n")
        with pytest.raises(ValueError, match=r"^words.txt line 3$"):
            segment("x", SegmentSpec("plug"))


class TestSegment:
    @pytest.mark.parametrize("value", [None, float("nan"), 5, ["a"], b"\xc4\xe3"])
    def test_refuses_anything_but_text(self, value: object) -> None:
        with pytest.raises(InputTypeError, match=f"text must be str, not {type(value).__name__}"):
            segment(value, SegmentSpec("words"))

    def test_gives_tokens(self, plug_in: Install) -> None:
        plug_in(
            PLUG.split("        return", 1)[0] + "        yield from ((c, 'x') for c in text)\n"
        )
        assert segment("a b", SegmentSpec("plug")) == [
            Token("a", "x"),
            Token(" ", "x"),
            Token("b", "x"),
        ]

    def test_punctuation_tag_marks_what_has_no_letter(self, plug_in: Install) -> None:
        plug_in(
            PLUG.split("        return", 1)[0] + "        yield from ((c, 'x') for c in text)\n"
        )
        tokens = segment("养3。 🙋\u3099々", SegmentSpec("plug", punctuation_tag="w"))
        assert [t.tag for t in tokens] == ["x", "x", "w", "w", "w", "x", "x"]

    def test_punctuation_tag_leaves_a_tag_set_that_has_one(self, plug_in: Install) -> None:
        plug_in(PLUG.replace('tagset = ""', 'tagset = "hanlp"'))
        assert segment("。", SegmentSpec("plug", punctuation_tag="w")) == [Token("。", "")]

    def test_joins_when_asked(self, plug_in: Install) -> None:
        plug_in(PLUG)
        assert words("涨3.5%", "plug") == ["涨", "3", ".", "5", "%"]
        joined = segment("涨3.5%", SegmentSpec("plug", join=True))
        assert joined == [Token("涨", ""), Token("3.5%", "m")]


def run(code: str, *, check: bool = True) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=check, env=environment
    )


@pytest.mark.parametrize(
    "name", ["registry", "words", "letters", "ngram", "ready", "join", "conformance"]
)
def test_examples_in_the_documentation(name: str) -> None:
    module = importlib.import_module(f"textsim.segment.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted


def test_examples_in_the_documentation_of_the_door() -> None:
    assert doctest.testmod(door).failed == 0
