"""The options that commands share, each defined once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from satdoku.cli.asking import Asking
from satdoku.cli.inputs import Reading
from satdoku.engines import EngineOptions
from satdoku.errors import SatdokuError

__all__ = [
    "Backend",
    "BackendOption",
    "BoxOption",
    "FormatOption",
    "JobsOption",
    "JsonOption",
    "Letters",
    "LettersOption",
    "OutputOption",
    "PuzzleArguments",
    "RulesOption",
    "SeedOption",
    "SolverOption",
    "TimeLimitOption",
    "WorkersOption",
    "asking_of",
    "named_file",
    "real_seconds",
]


class Backend(StrEnum):
    """The engine that answers."""

    auto = "auto"
    sat = "sat"
    cpsat = "cpsat"
    native = "native"
    all = "all"


class Letters(StrEnum):
    """What a letter means as a digit."""

    auto = "auto"
    ten = "10"
    one = "1"
    hex = "hex"


PuzzleArguments = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLE...", help="A puzzle, a file of puzzles, or - for stdin."),
]
BackendOption = Annotated[
    Backend,
    typer.Option(help="The engine; auto takes the fastest that applies, all asks every one."),
]
SolverOption = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The python-sat solver (sat only), such as cadical153."),
]
WorkersOption = Annotated[
    int | None, typer.Option(min=1, help="CP-SAT's worker threads (cpsat only).")
]
SeedOption = Annotated[int | None, typer.Option(min=0, help="CP-SAT's random seed (cpsat only).")]


def real_seconds(seconds: float | None) -> float | None:
    """A time limit as it is; the range of an option lets nan through.

    :raises typer.BadParameter: where it is not a number.
    """
    if seconds != seconds:
        raise typer.BadParameter("nan is not a number of seconds.")
    return seconds


TimeLimitOption = Annotated[
    float | None,
    typer.Option(
        min=0.0,
        metavar="SECONDS",
        callback=real_seconds,
        help="Give up on a puzzle after so many seconds; inf: never.",
    ),
]


def named_file(path: Path | None) -> Path | None:
    """A file to be written, as it is.

    :raises typer.BadParameter: where the path is empty or ends in no name of a file.
    """
    if path is not None and not path.name:
        raise typer.BadParameter("the file to be written has no name.")
    return path


OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", callback=named_file, help="Write this file instead of stdout."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object a puzzle.")]
FormatOption = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The format of the input, where detection would not do."),
]
LettersOption = Annotated[
    Letters,
    typer.Option(help="What letters mean on boards above 9x9: A=10, A=1 or hexadecimal from 0."),
]
BoxOption = Annotated[
    str | None,
    typer.Option(
        "--box",
        "--board",
        metavar="HxW|BOARD",
        help="The box: 2x3 is 2 rows by 3 columns; none for a Latin square. Or the whole board: "
        "'size=6x8 digits=0-7', samurai, JSON, or a file of these.",
    ),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="RULES", help="Extra rules, such as diagonal,windoku,anti-knight."
    ),
]
JobsOption = Annotated[
    int, typer.Option("--jobs", "-j", min=1, help="Answer a file in so many processes.")
]


def asking_of(
    reading: Reading,
    backend: Backend,
    solver: str | None = None,
    workers: int | None = None,
    seed: int | None = None,
    *,
    seconds: float | None = None,
    solutions: int | None = None,
    cap: int | None = None,
) -> Asking:
    """The options of a question, put together.

    :raises SatdokuError: where the engine does not support an option's value.
    """
    chosen: dict[str, object] = {"workers": workers, "seed": seed}
    try:
        if solver is not None:
            from satdoku.engines.sat import solver_name

            chosen["solver"] = solver_name(solver)
        options = EngineOptions(**{k: v for k, v in chosen.items() if v is not None})  # type: ignore[arg-type]
    except ValueError as error:
        raise SatdokuError(str(error)) from None
    return Asking(reading, backend.value, options, seconds, solutions, cap)
