"""The options that commands share, each defined once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from satdoku.base.limits import MAX_JOBS
from satdoku.cli.completing import Completion, formats, language, rules
from satdoku.formats.base import Letters
from satdoku.messages import Lang, languages, no_language
from satdoku.puzzle.document import DrawingsMode


def real_seconds(seconds: float | None) -> float | None:
    """A time limit as it is; the range of an option lets nan through.

    :raises typer.BadParameter: where it is not a number.
    """
    if seconds != seconds:
        raise typer.BadParameter("nan is not a number of seconds.")
    return seconds


def known_language(lang: Lang) -> Lang:
    """:raises typer.BadParameter: where there is no such language."""
    if lang not in languages():
        raise typer.BadParameter(no_language(lang))
    return lang


def named_file(path: Path | None) -> Path | None:
    """:raises typer.BadParameter: where the path is empty or ends in no name of a file."""
    if path is not None and not path.name:
        raise typer.BadParameter("the file to be written has no name.")
    return path


def option(
    *names: str, text: str, metavar: str | None = None, values: Completion | None = None
) -> Any:
    """An option with its help, and the values that the shell completes."""
    return typer.Option(*names, metavar=metavar, help=text, autocompletion=values)


def jobs_option(text: str) -> Any:
    """``--jobs``."""
    return typer.Option("--jobs", "-j", min=1, max=MAX_JOBS, help=text)


def seconds_option(text: str) -> Any:
    """``--time-limit``."""
    return typer.Option(min=0.0, metavar="SECONDS", callback=real_seconds, help=text)


def language_option(text: str) -> Any:
    """``--lang``."""
    return typer.Option(
        "--lang",
        "--language",
        metavar=f"[{'|'.join(languages())}]",
        callback=known_language,
        help=text,
        autocompletion=language,
    )


def names_argument(text: str, values: Completion) -> Any:
    """The names of what is listed where none is given."""
    return typer.Argument(metavar="[NAME]...", help=text, show_default=False, autocompletion=values)


PuzzleArguments = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLE...", help="A puzzle, a file of puzzles, or - for stdin."),
]
GridArguments = Annotated[
    list[str],
    typer.Argument(
        metavar="GRID...", help="A full grid, a puzzle with one solution, a file of them, or -."
    ),
]
PuzzleArgument = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A puzzle, a file that holds one, or -.")
]
CollectionArgument = Annotated[
    Path, typer.Argument(metavar="FILE", callback=named_file, help="The file of the collection.")
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
    typer.Option("--output", "-o", callback=named_file, help="Write this file instead of stdout."),
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
