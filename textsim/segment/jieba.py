"""The default segmenter: exactly the words and tags of ``jieba.posseg``, several times faster.

::

    jieba_source      finds jieba's files       jieba_cut      text → blocks → words
    jieba_dictionary  its words                 jieba_route    the best way through a block
    jieba_model       its tagging tables        jieba_viterbi  words that the dictionary lacks
    jieba_cache       both, kept between runs   jieba_user     the words of the user
    jieba_options     the settings

Without user words the result is that of ``jieba.posseg.POSTokenizer(jieba.Tokenizer()).cut``.
"""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textsim.errors import DictionaryError, InputTypeError
from textsim.segment.forks import ForkSafeLock
from textsim.segment.jieba_cache import Cache
from textsim.segment.jieba_cut import Cutter
from textsim.segment.jieba_dictionary import Lexicon, group_dictionary
from textsim.segment.jieba_model import Model, group_model
from textsim.segment.jieba_options import JiebaOptions
from textsim.segment.jieba_source import find_jieba
from textsim.segment.jieba_user import UserWords, read_user_words
from textsim.segment.jieba_viterbi import Viterbi

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textsim.segment.jieba_user import UserWord

__all__ = ["JiebaSegmenter"]


class _Loaded(NamedTuple):
    """What is read at first use."""

    cutter: Cutter
    lexicon: Lexicon
    user: UserWords | None
    version: str
    rejected: tuple[str, ...]


class JiebaSegmenter:
    """Cuts Chinese text into words with part-of-speech tags, as ``jieba.posseg`` does.

    ``dictionary`` is the path of a main dictionary in jieba's form that replaces jieba's own.
    ``user_dict`` is the path, or a tuple of paths, of user dictionaries with lines
    ``word [frequency] [tag]``, separated by blanks, or by TABs so that a word may hold blanks;
    ``words`` are further user words, each as a line of such a file, except that blanks belong to
    the word unless a number follows. A word with a frequency competes with others and never has
    less than the main dictionary gives it; one without is always cut out unless a longer user
    word lies over it. Case does not matter, and a word that ends in a letter or digit is found
    only where no other follows.

    ``hmm`` False leaves words that the dictionary lacks in single characters. ``cache_dir`` is the
    folder that keeps the dictionary in a form that is quick to read (``""`` keeps nothing).
    ``max_user_words`` refuses bigger user dictionaries; ``lenient`` passes over malformed lines,
    which ``rejected`` then lists.

    Nothing is read before the first use, and then once; any number of threads may use the same
    segmenter. A pickle carries the settings and the digests of the files, whose change is then an
    error.

    >>> JiebaSegmenter().segment("我爱北京天安门")
    [('我', 'r'), ('爱', 'v'), ('北京', 'ns'), ('天安门', 'ns')]
    """

    tagset = "jieba"

    def __init__(
        self,
        *,
        dictionary: str | None = None,
        user_dict: str | tuple[str, ...] = (),
        words: str | tuple[str, ...] = (),
        hmm: bool = True,
        cache_dir: str | None = None,
        max_user_words: int = 1_000_000,
        lenient: bool = False,
    ) -> None:
        """Take the settings; see the class. InputTypeError names one of a wrong type."""
        self._options = JiebaOptions.of(
            dictionary=dictionary,
            user_dict=user_dict,
            words=words,
            hmm=hmm,
            cache_dir=cache_dir,
            max_user_words=max_user_words,
            lenient=lenient,
        )
        self._digests: tuple[str, ...] = ()
        self._lock = ForkSafeLock()
        self._loaded: _Loaded | None = None

    @property
    def version(self) -> str:
        """Jieba's version and a digest of dictionary, model and user words."""
        return (self._loaded or self._load()).version

    @property
    def user_word_count(self) -> int:
        """How many user words were read."""
        user = (self._loaded or self._load()).user
        return user.count if user else 0

    @property
    def rejected(self) -> tuple[str, ...]:
        """A message for each malformed line of the user dictionaries that was passed over."""
        return (self._loaded or self._load()).rejected

    def warm_up(self) -> None:
        """Read and parse everything now, for a service that must answer quickly from the start.

        Do it before a process forks, and its children share the memory.
        """
        (self._loaded or self._load()).cutter.load_all()

    def segment(self, text: str) -> list[tuple[str, str]]:
        """Return the (word, tag) pairs of a text, which joined are the text.

        Anything but str raises InputTypeError.

        >>> JiebaSegmenter(words=("糖类抗原19-9",), hmm=False).segment("查糖类抗原19-9")
        [('查', 'v'), ('糖类抗原19-9', 'x')]
        """
        loaded = self._loaded or self._load()
        if not isinstance(text, str):
            msg = f"text must be str, not {type(text).__name__} {text!r}"
            raise InputTypeError(msg)
        if loaded.user is None:
            return loaded.cutter.cut(text, {})
        matches = loaded.user.find(text, loaded.lexicon, loaded.cutter.words)
        return loaded.cutter.cut_around(text, matches)

    def __repr__(self) -> str:
        """Return the class and its settings."""
        settings = ", ".join(f"{k}={v!r}" for k, v in self._options._asdict().items())
        return f"{type(self).__name__}({settings})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make this segmenter again elsewhere: settings and digests of files."""
        digests = self._digests or tuple(_sha256(_read(path)) for path in self._options.files())
        return _restore, (type(self), self._options._asdict(), digests)

    def _load(self) -> _Loaded:
        """Read everything, once for all threads."""
        with self._lock:
            if self._loaded is None:
                started = time.perf_counter()
                self._loaded = self._read_all()
                _log(self._loaded.version, time.perf_counter() - started)
            return self._loaded

    def _read_all(self) -> _Loaded:
        options, package, cache = self._options, find_jieba(), Cache(self._options.cache_dir)
        contents = [_read(path) for path in options.files()]
        digests = tuple(map(_sha256, contents))
        for path, now, before in zip(options.files(), digests, self._digests, strict=False):
            if now != before:
                msg = f"{path!r} has changed since this segmenter was pickled; make it anew"
                raise DictionaryError(msg)
        rejected: list[str] = []
        user = self._read_user_words(contents, rejected)
        name = options.dictionary or "dict.txt"
        own = contents[0] if options.dictionary else package.read(name)
        stamps = [_sha256(own)]
        grouped = cache.get("words", stamps[0], lambda: group_dictionary(own, name))
        lexicon = Lexicon(grouped, int(grouped.header) + (user.added if user else 0))
        viterbi = None
        if options.hmm:
            tables = package.tables()
            stamps.append(_sha256(b"".join(tables.values())))
            viterbi = Viterbi(Model(cache.get("model", stamps[1], lambda: group_model(tables))))
        if user:
            user.adapt(lexicon)
            stamps += [*digests, repr(options.words), str(options.lenient)]
        self._digests = digests
        version = f"jieba {package.version()} {_sha256(' '.join(stamps).encode())[:16]}"
        return _Loaded(Cutter(lexicon, viterbi), lexicon, user, version, tuple(rejected))

    def _read_user_words(self, contents: list[bytes], rejected: list[str]) -> UserWords | None:
        """Return the words of all user dictionaries and options, or None when there are none."""
        options = self._options
        if not options.user_dict and not options.words:
            return None
        files = zip(options.user_dict, contents[-len(options.user_dict) :], strict=False)
        report = rejected.append if options.lenient else None

        def words() -> Iterator[UserWord]:
            count = 0
            for path, data in files:
                for word in read_user_words(data, path, rejected=report):
                    count += 1
                    if count > options.max_user_words:
                        msg = (
                            f"{path}: more than {options.max_user_words} user words; "
                            "shorten the list or raise max_user_words"
                        )
                        raise DictionaryError(msg)
                    yield word
            yield from options.user_words()

        return UserWords(words())


def _restore(cls: type[JiebaSegmenter], options: dict[str, Any], digests: tuple[str, ...]) -> Any:
    """Return the segmenter that was pickled."""
    segmenter = cls(**options)
    segmenter._digests = digests
    return segmenter


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        msg = f"cannot read the dictionary {path!r}: {error.strerror or error}"
        raise DictionaryError(msg) from None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _log(version: str, seconds: float) -> None:
    # Not at import: a program that compares two texts starts without it.
    import logging  # noqa: PLC0415

    logging.getLogger(__name__).debug("%s loaded in %.3f s", version, seconds)
