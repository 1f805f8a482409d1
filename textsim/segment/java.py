"""The Java machine of this process (JPype), and HanLP 1.x jars loaded into it."""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
import threading
import time
import weakref
from pathlib import Path
from typing import Any

from textsim.errors import DictionaryError, MissingLibraryError, SegmenterError

__all__ = ["Call", "Hanlp", "call", "find_jvm", "hanlp"]

_GET_JVM = (
    "install Java 11 or newer (Debian and Ubuntu: apt install default-jre-headless) and set "
    "JAVA_HOME if it is not found then, or name its folder or its libjvm by the option jvm"
)
_JVM_LIBRARIES = (
    "lib/server/libjvm.so",
    "lib/server/libjvm.dylib",
    "bin/server/jvm.dll",
    "Contents/Home/lib/server/libjvm.dylib",
)
# From this release on, Java warns on stderr when a library such as JPype's loads native code.
_WARNS_OF_NATIVE_CODE = 24
_FORKED = (
    "a Java machine does not survive a fork: start worker processes with "
    "multiprocessing.get_context('spawn'), or use segmenter 'hanlp' in the workers only"
)
_ENDING = "segmenter 'hanlp' cannot be used while the process ends"
_PATIENCE = 10.0  # seconds that the end of the process waits for calls under way
_UTF16 = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"

# One a process, by the nature of Java: it starts once and never again.
_lock = threading.Lock()
_loaded: dict[Path, Hanlp] = {}
_watching: list[bool] = []
_closed: list[str] = []  # why no call may go into Java any more
_here = threading.local()
_calls: weakref.WeakSet[Call] = weakref.WeakSet()


def find_jvm(jvm: str | None) -> str:
    """Return the path of the Java machine's library: of a Java home, or what JPype finds.

    Raises MissingLibraryError when JPype or Java is absent. An empty path: Java runs already.
    """
    jpype = _import_jpype()
    if jpype.isJVMStarted():
        return ""
    if jvm is None:
        try:
            return str(jpype.getDefaultJVMPath())
        except ValueError as error:
            msg = f"segmenter 'hanlp' found no Java machine: {_GET_JVM}"
            raise MissingLibraryError(msg) from error
    for path in (Path(jvm), *(Path(jvm, name) for name in _JVM_LIBRARIES)):
        if path.is_file():
            return str(path)
    msg = f"jvm {jvm!r} is neither a Java home nor a libjvm: {_GET_JVM}"
    raise MissingLibraryError(msg)


class Call:
    """The calls of one thread into Java; kept in that thread's storage, so it ends with it."""

    def __init__(self) -> None:
        """Start outside of Java."""
        self.busy = False
        self._thread = threading.get_ident()

    def __enter__(self) -> None:
        """Go in; SegmenterError in a forked child, or when the process is ending."""
        self.busy = True
        if _closed:
            self.busy = False
            if _closed[0] == _ENDING and not _is_main_thread():
                # A daemon thread. The process ends without it; an error would only be noise.
                threading.Event().wait()
            raise SegmenterError(_closed[0])

    def __exit__(self, *_: object) -> None:
        """Come out."""
        self.busy = False

    def __del__(self) -> None:
        """Let Java forget the thread that ends: it keeps every thread that ever called."""
        jpype = sys.modules.get("jpype")
        ours = self._thread == threading.get_ident() and not _is_main_thread()
        if jpype and ours and not _closed and jpype.isJVMStarted():
            jpype.JClass("java.lang.Thread").detach()


def call() -> Call:
    """Return the context in which this thread may call into Java.

    >>> with call():
    ...     pass
    """
    try:
        return _here.call  # type: ignore[no-any-return]
    except AttributeError:
        _here.call = made = Call()
        _calls.add(made)
        return made


def _end() -> None:
    """Wait for the calls under way: JPype ends Java right after, which would crash or hang them."""
    _closed.append(_ENDING)
    deadline = time.monotonic() + _PATIENCE
    while any(one.busy for one in _calls) and time.monotonic() < deadline:
        time.sleep(0.001)


def _after_fork() -> None:
    """Keep everyone from calling the Java machine in a forked child: it is not there, they hang.

    JPype itself calls it at the end of the process and from a hook of the garbage collection.
    """
    jpype = _import_jpype()
    if jpype.isJVMStarted():
        _closed.append(_FORKED)
        atexit.unregister(_end)
        jpype.config.onexit = False
        gc.callbacks[:] = [h for h in gc.callbacks if getattr(h, "__module__", "") != "_jpype"]


def _is_main_thread() -> bool:
    # By number: an ending thread has no Thread object, and asking for it would make one for good.
    return threading.get_ident() == threading.main_thread().ident


def hanlp(jar: Path, jvm: str) -> Hanlp:
    """Return the HanLP of a jar, loaded once; starts the Java machine when none runs.

    Raises MissingLibraryError when one of them fails, SegmenterError when Java cannot be used in
    this process any more.
    """
    with _lock:
        jpype = _import_jpype()
        if not jpype.isJVMStarted():
            if _loaded:
                msg = "the Java machine was shut down; a process cannot start it again"
                raise SegmenterError(msg)
            _start(jpype, jvm)
        elif not _loaded:
            _refuse_inherited()
        if jar not in _loaded:
            _loaded[jar] = Hanlp(jpype, jar)
        return _loaded[jar]


def _import_jpype() -> Any:
    try:
        # Optional and heavy: only those who ask for hanlp pay for it.
        import jpype.config  # noqa: PLC0415
    except ImportError as error:
        msg = "segmenter 'hanlp' needs JPype: pip install 'textsim[hanlp]'"
        raise MissingLibraryError(msg) from error
    if not _watching:
        _watching.append(True)
        atexit.register(_end)  # after JPype's, so that it runs before it
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=_after_fork)
    return jpype


def _start(jpype: Any, jvm: str) -> None:
    arguments = [
        "-Xrs",  # leaves the signals to Python: Ctrl-C, SIGTERM, the handlers of the caller
        "-XX:-UsePerfData",  # no file in the temporary folder
    ]
    if _release(jvm) >= _WARNS_OF_NATIVE_CODE:
        arguments.append("--enable-native-access=ALL-UNNAMED")
    try:
        # interrupt=True means that JPype, too, keeps its hands off SIGINT.
        jpype.startJVM(*arguments, jvmpath=jvm or None, interrupt=True)
    except (OSError, RuntimeError, ValueError) as error:
        msg = f"cannot start the Java machine {jvm!r}: {error}; {_GET_JVM}"
        raise MissingLibraryError(msg) from error
    if not _is_main_thread():
        # The end of the process would wait for the thread that started Java; for no other one.
        jpype.JClass("java.lang.Thread").detach()


def _refuse_inherited() -> None:
    """Raise when other code started the Java machine before this process was forked.

    A call to find out would hang; but Java's own threads are not there then.
    """
    tasks = Path("/proc/self/task")
    if tasks.is_dir() and len(list(tasks.iterdir())) <= threading.active_count():
        raise SegmenterError(_FORKED)


def _release(jvm: str) -> int:
    """Return the major release of a Java home from its file ``release``; 0 when unknown."""
    for folder in Path(jvm).resolve().parents[:4]:
        file = folder / "release"
        if file.is_file():
            found = re.search(r'^JAVA_VERSION="(\d+)', file.read_text("utf-8"), re.MULTILINE)
            return int(found[1]) if found else 0
    return 0


class Hanlp:
    """One HanLP jar in a class loader of its own, as shipped and silent.

    ``failures`` are the exceptions by which a call into Java fails.
    """

    def __init__(self, jpype: Any, jar: Path) -> None:
        """Load the jar's classes and dictionaries; MissingLibraryError when that fails."""
        self._jpype = jpype
        self.failures: tuple[type[BaseException], ...] = (jpype.JException, jpype.JVMNotRunning)
        try:
            self._loader = self._load(jar)
            self._set_up()
            self._standard = self._class("tokenizer.StandardTokenizer").SEGMENT
            self._standard.seg("")
        except (TypeError, *self.failures) as error:
            msg = f"cannot load HanLP from {str(jar)!r}: {error}"
            raise MissingLibraryError(msg) from error

    def _load(self, jar: Path) -> Any:
        file = self._jpype.JClass("java.io.File")(str(jar))
        if not file.isFile():
            msg = (
                f"Java does not see the file {str(jar)!r} in this locale: "
                "give the jar a path of ASCII characters, or set LC_ALL=C.UTF-8"
            )
            raise MissingLibraryError(msg)
        parent = self._jpype.JClass("java.lang.ClassLoader").getSystemClassLoader().getParent()
        return self._jpype.JClass("java.net.URLClassLoader")([file.toURI().toURL()], parent)

    def _class(self, name: str) -> Any:
        return self._jpype.JClass(f"com.hankcs.hanlp.{name}", loader=self._loader)

    def _set_up(self) -> None:
        # The only way HanLP speaks; the Java-wide logger named "HanLP" is left to its owner.
        logger = self._jpype.JClass("java.util.logging.Logger").getAnonymousLogger()
        logger.setLevel(self._jpype.JClass("java.util.logging.Level").OFF)
        predefine = self._class("utility.Predefine")
        predefine.logger = logger
        # An empty properties file: otherwise HANLP_ROOT or ./data would change the dictionaries.
        predefine.HANLP_PROPERTIES_PATH = os.devnull
        self._config = self._class("HanLP$Config")
        self._config.IOAdapter = self._class("corpus.io.ResourceIOAdapter")()

    def segmenter(self, words: dict[str, str]) -> Any:
        """Return Java's segment function for a user's words, each with ``tag frequency``.

        It takes a text and returns a Java list of terms. A word that HanLP does not take raises
        DictionaryError.
        """
        if not words:
            return self._standard.seg
        # The shared dictionary is never written to: that would change every other instance.
        own = self._class("dictionary.DynamicCustomDictionary")(self._config.CustomDictionaryPath)
        for word, attribute in words.items():
            if not own.insert(self._string(word), attribute):
                msg = f"hanlp does not take the user's word {word!r} with {attribute!r}"
                raise DictionaryError(msg)
        return self._class("HanLP").newSegment().enableCustomDictionary(own).seg

    def exactly(self, seg: Any, text: str) -> list[tuple[str, str]]:
        """Return the (word, nature) pairs of a text, carried over term by term in UTF-16."""
        terms = seg(self._string(text))
        return [(_plain(term.word), str(term.nature)) for term in terms]

    def _string(self, text: str) -> Any:
        units = memoryview(text.encode(_UTF16, "surrogatepass")).cast("H").tolist()
        characters = self._jpype.JArray(self._jpype.JChar)(units)
        return self._jpype.JClass("java.lang.String")(characters)


def _plain(text: Any) -> str:
    return bytes(memoryview(text.toCharArray())).decode(_UTF16, "surrogatepass")
