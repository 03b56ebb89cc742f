"""``satdoku generate``: new puzzles, a puzzle a line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from satdoku.cli import INTERRUPTED, Explained
from satdoku.cli.files import is_stream, output_file
from satdoku.cli.options import named_file, real_seconds
from satdoku.cli.output import DONE, UNDECIDED, complain
from satdoku.cli.progress import watched_run
from satdoku.cli.targets import TargetGroup
from satdoku.cli.wishes import WishGroup
from satdoku.errors import SatdokuError

if TYPE_CHECKING:
    from satdoku.generating import Generated, Run, RunFile

__all__ = ["generate"]


def generate(
    wishes: WishGroup,
    difficulty: TargetGroup,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="So many puzzles.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="The same seed gives the same puzzles; by default a new one or --output's own.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            callback=named_file,
            help="Write here; a run that was stopped goes on.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="So many processes.")] = 1,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.0, metavar="SECONDS", callback=real_seconds, help="Stop after so many seconds."
        ),
    ] = None,
    tries: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after so many tries in a row without a new puzzle."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a puzzle.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print a table with a head line.")] = False,
) -> int:
    """Make new puzzles with one solution, no two of them equivalent.

    The same seed and wishes give the same puzzles, whatever --jobs is. Exit code 0: all that was
    asked for; 3: a limit came first, and what was found is printed; 2: the wish is impossible, and
    the reason is printed.
    """
    from satdoku.answers.generated import head_of, settings_of, writer_of
    from satdoku.generating import Run, RunFile
    from satdoku.generating.randomness import MAX_SEED
    from satdoku.limits import Limit

    if json and csv:
        raise SatdokuError("--json and --csv cannot be asked for together")
    if seed is None:
        import secrets

        seed = None if output is None else RunFile.seed_of(output)
        if seed is None:
            seed = secrets.randbelow(1 << 32)
    if seed > MAX_SEED:
        raise SatdokuError(f"--seed is at most {MAX_SEED}")
    wish = wishes.wish(difficulty.target())
    run = Run(wish, seed, count, jobs, Limit(seconds=time_limit), tries)
    form = "json" if json else "csv" if csv else "lines"
    show = writer_of(wish, seed, form)
    head = [head_of(wish)] if csv else []
    if output is None or is_stream(output):
        with output_file(output) as stream:
            return _exit_code(run, _print(run, show, head, stream))
    with RunFile(output, settings_of(wish, seed, form)) as file:
        return _exit_code(run, _write(run, file, show, head))


def _exit_code(run: Run, found: int) -> int:
    if run.ending == "done":
        return DONE
    from satdoku.answers.generated import why_ended

    reason = why_ended(run)
    if run.ending == "tries":
        reason += " (see --tries)"
    complain(f"{reason}: {found} of {run.count} found")
    return Explained(INTERRUPTED) if run.ending == "interrupted" else UNDECIDED


def _print(run: Run, show: Callable[[Generated], str], head: list[str], stream: TextIO) -> int:
    found = 0
    stream.writelines(line + "\n" for line in head)
    flush = stream.isatty() or run.count <= 1000
    with watched_run(run) as seen:
        try:
            for piece in run.pieces():
                for made in piece.puzzles:
                    stream.write(show(made) + "\n")
                found += len(piece.puzzles)
                if piece.puzzles and flush:
                    stream.flush()
                seen(found, piece)
        except KeyboardInterrupt:
            run.ending = "interrupted"
    stream.flush()
    return found


def _write(run: Run, file: RunFile, show: Callable[[Generated], str], head: list[str]) -> int:
    from satdoku.answers.generated import read_back
    from satdoku.generating import equivalence_key

    lines = file.lines()
    if lines:
        head = []
    for puzzle in read_back(lines, run.wish):
        run.known.add(equivalence_key(puzzle, run.wish))
    run.first, run.stale = file.next_number, file.stale
    found = len(run.known)
    if found > run.count:
        raise SatdokuError(f"{file.path} holds {found} puzzles already, more than {run.count}")
    with watched_run(run) as seen:
        try:
            for piece in run.pieces():
                shown = [*head, *(show(made) for made in piece.puzzles)]
                file.append(shown, piece.next_number, piece.stale)
                head = []
                found += len(piece.puzzles)
                seen(found, piece)
        except KeyboardInterrupt:
            run.ending = "interrupted"
    return found
