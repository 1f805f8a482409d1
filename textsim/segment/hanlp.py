"""Segmenter ``hanlp``: HanLP 1.x, the Java segmenter, in a Java machine inside this process."""

from __future__ import annotations

import hashlib
import os
import re
import reprlib
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textsim.errors import DictionaryError, InputTypeError, MissingLibraryError, SegmenterError
from textsim.segment import java
from textsim.segment.jieba_user import parse_user_word, read_user_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textsim.segment.jieba_user import UserWord

__all__ = ["HanlpSegmenter"]

_JAR_VARIABLE = "TEXTSIM_HANLP_JAR"
_GET_JAR = (
    "name a HanLP 1.x portable jar (Maven artifact com.hankcs:hanlp:portable-1.8.1) by the "
    f"option jar or the environment variable {_JAR_VARIABLE}"
)
_TOKENIZER = "com/hankcs/hanlp/tokenizer/StandardTokenizer.class"
_DATA = "data/dictionary/CoreNatureDictionary.tr.txt"
_OWN_WORDS = "com/hankcs/hanlp/dictionary/DynamicCustomDictionary.class"
_POM = "META-INF/maven/com.hankcs/hanlp/pom.properties"

# The end of one term in the text of a Java list of them: "[养/v, 猫/n]".
_TERM_END = re.compile(r"/([0-9A-Za-z]+)(?:, |\]\Z)")
_TAG = "nz"  # what HanLP gives a user's word without one


class HanlpSegmenter:
    """The words and natures that HanLP's ``StandardTokenizer.segment`` gives.

    ``jar`` names the HanLP 1.x portable jar (else the environment variable TEXTSIM_HANLP_JAR),
    ``jvm`` a Java home or its ``libjvm`` (else what JPype finds, JAVA_HOME first). ``user_dict``
    names files of a user's words in the form that segmenter ``jieba`` reads too, and ``words``
    are such words themselves. As always in HanLP, a user's word joins the words it is made of; it
    never cuts one in two.

    Making one checks that JPype, a Java machine and the jar are there and reads the user's
    words: MissingLibraryError says what to install, DictionaryError which file is wrong. The Java
    machine starts at the first text, once in a process; one that runs already serves as well.
    HanLP lives in a class loader of its own: neither a ``hanlp.properties`` nor HANLP_ROOT nor
    words added by other code change its answers. A Java machine does not survive a fork: in a
    forked child SegmenterError says so. Pickling keeps the options only.

    ``HanlpSegmenter().segment("养猫必须知道")`` is
    ``[('养', 'v'), ('猫', 'n'), ('必须', 'd'), ('知道', 'v')]``.
    """

    tagset = "hanlp"

    def __init__(
        self,
        *,
        jar: str | None = None,
        jvm: str | None = None,
        user_dict: str | tuple[str, ...] = (),
        words: str | tuple[str, ...] = (),
    ) -> None:
        """Check the libraries and read the user's words; nothing of Java runs yet."""
        self._options = {"jar": jar, "jvm": jvm, "user_dict": user_dict, "words": words}
        self._jvm = java.find_jvm(jvm)
        self._jar = _find_jar(jar)
        self._words = _user_words(user_dict, words)
        self.version = _version(self._jar, self._words)
        self._hanlp: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the options: the Java side is made anew in the process that loads them."""
        return _restore, (self._options,)

    def segment(self, text: str) -> list[tuple[str, str]]:
        """Return the (word, nature) pairs of a text, in order; joined, the words are the text.

        Any text will do, lone surrogates and U+0000 included. SegmenterError when HanLP fails, or
        in a forked child of the process that started Java.
        """
        with java.call():
            if self._hanlp is None:
                self._connect()
            try:
                return self._cut(text)
            except self._hanlp.failures as error:
                msg = f"segmenter 'hanlp' failed on {reprlib.repr(text)}: {error}"
                raise SegmenterError(msg) from error

    def _connect(self) -> None:
        loaded = java.hanlp(self._jar, self._jvm)
        self._seg = loaded.segmenter(self._words)
        self._hanlp = loaded  # last: other threads look at it first

    def _cut(self, text: str) -> list[tuple[str, str]]:
        # A call into Java costs about as much as HanLP needs for a word, so all terms come over in
        # one string. Where the text itself holds what looks like the end of a term ("a/n, b"), the
        # cut swallows that, the words are no longer the text, and the terms are asked one by one.
        try:
            cut = _TERM_END.split(str(self._seg(text))[1:])
        except UnicodeError:  # JPype does not convert lone surrogates
            return self._exactly(text)
        found = cut[0:-1:2]
        if "".join(found) != text:
            return self._exactly(text)
        return list(zip(found, cut[1::2], strict=True))

    def _exactly(self, text: str) -> list[tuple[str, str]]:
        pairs: list[tuple[str, str]] = self._hanlp.exactly(self._seg, text)
        return pairs


def _restore(options: dict[str, Any]) -> HanlpSegmenter:
    return HanlpSegmenter(**options)


def _find_jar(jar: str | None) -> Path:
    name = jar if jar is not None else os.environ.get(_JAR_VARIABLE, "")
    source = "option jar" if jar is not None else f"environment variable {_JAR_VARIABLE}"
    if not name:
        msg = f"segmenter 'hanlp' needs the HanLP jar: {_GET_JAR}"
        raise MissingLibraryError(msg)
    path = Path(name).resolve()
    if not path.is_file():
        msg = f"{source}: no file {name!r}; {_GET_JAR}"
        raise MissingLibraryError(msg)
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (OSError, zipfile.BadZipFile) as error:
        msg = f"{source}: {name!r} is not a readable jar ({error}); {_GET_JAR}"
        raise MissingLibraryError(msg) from error
    if not names >= {_TOKENIZER, _DATA}:
        msg = f"{source}: {name!r} is not a HanLP 1.x jar with its data; {_GET_JAR}"
        raise MissingLibraryError(msg)
    return path


def _version(jar: Path, words: dict[str, str]) -> str:
    with zipfile.ZipFile(jar) as archive:
        entries = {info.filename: info.CRC for info in archive.infolist() if not info.is_dir()}
        pom = archive.read(_POM).decode() if _POM in entries else ""
    if words and _OWN_WORDS not in entries:
        msg = f"user's words need HanLP 1.8 or newer, not {str(jar)!r}; {_GET_JAR}"
        raise MissingLibraryError(msg)
    release = re.search(r"^version=(\S+)", pom, re.MULTILINE)
    # The checksums tell a jar whose dictionaries were exchanged from the released one.
    content = _digest((name, crc) for name, crc in entries.items() if name[:9] != "META-INF/")
    version = f"hanlp {release[1] if release else '1.x'} content-{content}"
    return f"{version} words-{_digest(words.items())}" if words else version


def _digest(items: Iterable[object]) -> str:
    return hashlib.sha256(ascii(sorted(items)).encode()).hexdigest()[:12]  # type: ignore[type-var]


def _user_words(user_dict: Any, words: Any) -> dict[str, str]:
    """Return the user's words with their HanLP attribute, ``tag frequency``; the last one wins."""
    found: list[UserWord] = []
    for path in _texts("user_dict", user_dict):
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            msg = f"cannot read the user dictionary {path!r}: {error.strerror}"
            raise DictionaryError(msg) from error
        found += read_user_words(data, path)
    for line in _texts("words", words):
        word = parse_user_word(line, option=True)
        if word is None:
            msg = f"words: {line!r} is not 'word [frequency [tag]]'"
            raise DictionaryError(msg)
        found.append(word)
    return {word: f"{tag or _TAG} {frequency or 1}" for word, frequency, tag in found}


def _texts(name: str, value: Any) -> tuple[str, ...]:
    texts = (value,) if isinstance(value, str) else tuple(value)
    if not all(isinstance(text, str) for text in texts):
        msg = f"{name} must be a tuple of str, not {value!r}"
        raise InputTypeError(msg)
    return texts
