"""The options that commands share, each defined once.

Each is a partial that makes typer's option or argument: a command line without options needs none,
and loading typer takes a fifth of the time in which it is answered (functions.py).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

from satdoku.base.limits import MAX_JOBS
from satdoku.cli.completing import Completion, formats, language, rules
from satdoku.cli.streams import LANGUAGE_FLAGS
from satdoku.formats.base import Letters
from satdoku.messages import Lang, languages, no_language
from satdoku.puzzle.certainty import DrawingsMode


def bad_value(message: str) -> Exception:
    """The error for a value that an option cannot have."""
    from typer import BadParameter

    return BadParameter(message)


def real_seconds(seconds: float | None) -> float | None:
    """A time limit as it is; the range of an option lets nan through.

    :raises BadParameter: where it is not a number.
    """
    if seconds != seconds:
        raise bad_value("nan is not a number of seconds.")
    return seconds


def known_language(lang: Lang) -> Lang:
    """:raises BadParameter: where there is no such language."""
    if lang not in languages():
        raise bad_value(no_language(lang))
    return lang


def named_file(path: Path | None) -> Path | None:
    """:raises BadParameter: where the path is empty or ends in no name of a file."""
    if path is not None and not path.name:
        raise bad_value("the file to be written has no name.")
    return path


def option(
    *names: str, text: str, values: Completion | None = None, **settings: Any
) -> partial[Any]:
    """An option with its help, the values that the shell completes, and what else typer takes."""
    return partial(_made, "Option", *names, help=text, autocompletion=values, **settings)


def argument(text: str, values: Completion | None = None, **settings: Any) -> partial[Any]:
    """An argument, likewise."""
    return partial(_made, "Argument", help=text, autocompletion=values, **settings)


def _made(kind: str, *names: str, **settings: Any) -> Any:
    import typer

    return getattr(typer, kind)(*names, **settings)


def jobs_option(text: str) -> partial[Any]:
    """``--jobs``."""
    return option("--jobs", "-j", min=1, max=MAX_JOBS, text=text)


def seconds_option(text: str) -> partial[Any]:
    """``--time-limit``."""
    return option(min=0.0, metavar="SECONDS", callback=real_seconds, text=text)


def language_option(text: str) -> partial[Any]:
    """``--lang``."""
    return partial(_language_option, text)


def _language_option(text: str) -> Any:
    known = f"[{'|'.join(languages())}]"
    language_flag = option(*LANGUAGE_FLAGS, text=text, values=language, metavar=known)
    return language_flag(callback=known_language)


def names_argument(text: str, values: Completion) -> partial[Any]:
    """The names of what is listed where none is given."""
    return argument(text, values, metavar="[NAME]...", show_default=False)


PuzzleArguments = Annotated[
    list[str],
    argument("A puzzle, a file of puzzles, or - for stdin.", metavar="PUZZLE..."),
]
GridArguments = Annotated[
    list[str],
    argument("A full grid, a puzzle with one solution, a file of them, or -.", metavar="GRID..."),
]
PuzzleArgument = Annotated[
    str, argument("A puzzle, a file that holds one, or -.", metavar="PUZZLE")
]
CollectionArgument = Annotated[
    Path, argument("The file of the collection.", metavar="FILE", callback=named_file)
]
RatedOption = Annotated[
    str,
    option(
        metavar="QUESTIONS",
        text="Rate the puzzles by these: rating, minutes, techniques, or none.",
    ),
]
TimeLimitOption = Annotated[
    float | None, seconds_option("Give up on a puzzle after this time; inf: never.")
]
OutputOption = Annotated[
    Path | None,
    option("--output", "-o", callback=named_file, text="Write this file instead of stdout."),
]
JsonOption = Annotated[
    bool, option("--json", text="Print JSON, one object on a line for each answer.")
]
JobsOption = Annotated[int, jobs_option("Answer a file in N processes.")]
AsciiOption = Annotated[bool, option("--ascii", text="Draw with - | + only.")]
LangOption = Annotated[Lang, language_option("Write sentences and errors in this language.")]
RulesOption = Annotated[
    str | None,
    option(
        "--rules", metavar="RULES", text="Add rules, such as diagonal,anti-knight.", values=rules
    ),
]
BoxOption = Annotated[
    str | None,
    option(
        "--box",
        "--shape",
        metavar="HxW|SHAPE",
        text="Set the box: 2x3 has 2 rows and 3 columns, none makes a Latin square. "
        "Or set the whole board: 'size=6x8 digits=0-7', samurai, JSON, or a "
        "file with one of these.",
    ),
]
FormatOption = Annotated[
    str | None,
    option(
        metavar="NAME",
        text="Read the input in this format, if it is not detected correctly.",
        values=formats,
    ),
]
IgnoreOption = Annotated[
    list[str] | None,
    option(
        "--ignore",
        metavar="NAME",
        text="Ignore this rule or drawing of a link or file, or one clue: white-dot:r8c4+r9c4.",
    ),
]
GivensOnlyOption = Annotated[
    bool,
    option("--givens-only", text="Start from the givens, without what a player has entered since."),
]
GivenOption = Annotated[
    list[str] | None,
    option("--given", metavar="CELL=DIGIT", text="Add a given, such as r1c4=3."),
]
StrictOption = Annotated[
    bool, option("--strict", text="Refuse a puzzle whose answer would be doubtful.")
]
DrawingsOption = Annotated[
    DrawingsMode,
    option(
        text="Take rules from drawings and words: all that leave one solution "
        "(auto), those that the solution in the text proves, or none (off)."
    ),
]
LettersOption = Annotated[
    Letters,
    option(
        text="Choose the meaning of letters on boards above 9x9: A=10, A=1, or hexadecimal from 0."
    ),
]
