"""The grammar of the command line: commands, options, help."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, NamedTuple

from textsim import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["FORMS", "parse"]

FORMS = ("hex", "signed", "unsigned", "binary")

_LIMIT = """\
  1    compare --min-percent, --min-score, --exit-code: no text reaches the limit
       or is a duplicate, or none could be scored (0: one is)
"""

_EXIT_CODES = """\
exit codes:
  0    done
{}  2    wrong usage, or input that cannot be read: textsim: error: ... on
       standard error
  130  stopped by Ctrl-C
  141  the reader of the output went away (textsim ... | head)
"""

_OUTPUT = """\
output:
  On a terminal, aligned columns cut to its width, control characters made
  visible. Otherwise rows of tab-separated cells, quoted as in CSV where a cell
  has a tab, a line break or a quotation mark. With --json one JSON value a line;
  bad input is {"error": {"code", "message"}} on standard error; wrong usage is
  told in words.
"""

_TOP = """\
A text that begins with - goes after --, as in: textsim compare -- "-5 C" "5 C"
Without texts, standard input is read, one text a line (explain: all of it as one).
"""

_COMPARE = """\
Two texts: distance in bits, percent = (1 - distance / bits) * 100, score, and
whether they are the same (duplicate: yes, no, or - when it cannot be said). The
score is calibrated, from 0 to 100: 80 means that four of five such pairs are the
same, only texts that are equal after cleaning have 100, and unrelated ones lie
near 0. More texts: all others, numbered from 1, against the first, the most
alike first. With one text, the others are the lines of standard input; with
none, its first line is the first text.
"""

_FINGERPRINT = """\
One row a text: number, fingerprint, profile, stamp, flags, text; no header, and
on a terminal no stamp. A stamp tells dictionaries and segmenter versions apart:
store it with the fingerprint. From standard input one row for every line, an
empty one marked unscorable. The fingerprint begins with 0x (binary: 0b), so that
no spreadsheet or CSV reader takes it for a number and rounds it; --form signed
and unsigned print plain numbers, for integer columns of a database.
"""

_EXPLAIN = """\
One text: how it becomes its fingerprint: cleaned text, tokens with tag, weight
and why some are dropped, features with weight and word hash, the votes and the
bits they give.

Two texts: why they are alike or not: the numbers of compare, both texts one
above the other with what differs in colours (or above ^), the words of both and
of one only with their weights, what the texts contradict each other in, and what
moved the score. The score is calibrated: 80 means that four of five such pairs
are the same. NO_COLOR in the environment switches colours off.
"""

_ONE_OR_TWO = "the text, or two to be told why they are alike or not"


class Command(NamedTuple):
    """A command: its name, what it does in a line, what it does at length, its texts."""

    name: str
    summary: str
    description: str
    texts: str = ""


_COMMANDS = (
    Command("compare", "tell how alike texts are", _COMPARE, "the first text, and the others"),
    Command("fingerprint", "print fingerprints", _FINGERPRINT, "the texts"),
    Command("explain", "show every step for one text, or why two are alike", _EXPLAIN, _ONE_OR_TWO),
    Command("profiles", "list the ways of fingerprinting", "The ways of fingerprinting."),
    Command("segmenters", "list the segmenters", "What cuts texts into words, and how to get it."),
)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments; ``command`` names the command, ``fail`` prints usage and exits.

    Options may stand before, between and after the texts; all after ``--`` is text. Wrong usage
    raises SystemExit(2) after a message on stderr, ``--help`` and ``--version`` SystemExit(0).

    >>> parse(["compare", "a", "--bits", "128", "b"]).texts
    ['a', 'b']
    """
    top, commands = _parsers()
    if not argv or argv[0] not in commands:
        top.parse_args(argv)
    parser = commands[argv[0]]
    end = argv.index("--") if "--" in argv else len(argv)
    args, unknown = parser.parse_known_intermixed_args(argv[1:end])
    if unknown:
        parser.error(f"unknown argument {unknown[0]!r}; a text that begins with - goes after --")
    if end + 1 < len(argv) and not hasattr(args, "texts"):
        parser.error(f"unknown argument {argv[end + 1]!r}")
    if hasattr(args, "texts"):
        args.texts.extend(argv[end + 1 :])
    args.command = argv[0]
    args.fail = parser.error
    return args


def _parsers() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    top = argparse.ArgumentParser(
        prog="textsim",
        description="How alike two Chinese texts are.",
        epilog=_TOP + "\n" + _OUTPUT + "\n" + _EXIT_CODES.format(_LIMIT),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"textsim {__version__}")
    group = top.add_subparsers(metavar="COMMAND", dest="command", required=True, title="commands")
    parsers = {}
    for command in _COMMANDS:
        parser = group.add_parser(
            command.name,
            help=command.summary,
            description=command.description,
            epilog=_EXIT_CODES.format(_LIMIT if command.name == "compare" else ""),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parsers[command.name] = parser
        if command.texts:
            parser.add_argument("texts", nargs="*", metavar="TEXT", help=command.texts)
        parser.add_argument("--json", action="store_true", help="print JSON, one value a line")
        if command.texts:
            _add_input_options(parser)
            _add_profile_options(parser)
    _add_own_options(parsers)
    return top, parsers


def _add_input_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("input")
    group.add_argument(
        "--files", action="store_true", help="TEXT names a file to read; - is standard input"
    )
    group.add_argument(
        "--encoding",
        default="auto",
        metavar="NAME",
        help="encoding of files and standard input; auto (default) takes UTF-8, GB18030 or Big5 "
        "by the bytes and says so on standard error unless it is UTF-8",
    )


def _add_profile_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("profile")
    group.add_argument(
        "--profile", default="title", metavar="NAME", help="see: textsim profiles (default: title)"
    )
    group.add_argument("--bits", type=int, metavar="N", help="width of the fingerprint")
    group.add_argument("--segmenter", metavar="NAME", help="see: textsim segmenters")
    group.add_argument(
        "--segmenter-option",
        action="append",
        default=[],
        type=_key_value,
        metavar="KEY=VALUE",
        help="option of the segmenter; true, false and digits are taken as such; may be repeated",
    )
    group.add_argument(
        "--user-dict",
        action="append",
        default=[],
        metavar="PATH",
        help="word list for the segmenter; may be repeated",
    )
    group.add_argument(
        "--simplify", action="store_true", help="fold traditional characters (extra: opencc)"
    )
    group.add_argument(
        "--unescape-depth",
        type=int,
        metavar="N",
        help="decode escaped markup (&amp;lt;p&amp;gt;) N more times",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="tell the time taken on standard error"
    )


def _add_own_options(parsers: dict[str, argparse.ArgumentParser]) -> None:
    parsers["compare"].add_argument(
        "--min-percent",
        type=_percent,
        metavar="N",
        help="exit with 1 when the percent, of several texts the highest, is below N",
    )
    parsers["compare"].add_argument(
        "--min-score",
        type=_percent,
        metavar="N",
        help="the same for the score; with both, one text must reach both",
    )
    parsers["compare"].add_argument(
        "--exit-code",
        action="store_true",
        help="exit with 1 unless the text, or one of several, is a duplicate of the first",
    )
    for name in ("compare", "explain"):
        parsers[name].add_argument(
            "--threshold",
            type=_percent,
            metavar="N",
            help="the lowest score of a duplicate, 0 to 100 (default: the profile's)",
        )
    parsers["fingerprint"].add_argument(
        "--form",
        choices=FORMS,
        default="hex",
        help="how the fingerprint is written (default: hex)",
    )


def _percent(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 100:  # noqa: PLR2004 - a percentage
        msg = f"{text!r} is not a number from 0 to 100"
        raise argparse.ArgumentTypeError(msg)
    return value


def _key_value(text: str) -> tuple[str, str | int | bool]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        msg = f"{text!r} is not KEY=VALUE"
        raise argparse.ArgumentTypeError(msg)
    if value in ("true", "false"):
        return key, value == "true"
    # Plain digits only: int() would also take blanks, underscores and other scripts' digits.
    return key, int(value) if value.isascii() and value.isdigit() else value
