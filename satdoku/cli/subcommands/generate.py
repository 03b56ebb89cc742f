"""``satdoku generate``: new puzzles, a puzzle a line, or a directory of them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from satdoku.answers.wishes import GenerateQuestion
from satdoku.base.codes import INTERRUPTED, Explained
from satdoku.base.errors import SatdokuError
from satdoku.cli.files import output_file
from satdoku.cli.generated_output import (
    Output,
    form_of,
    is_printed,
    seed_of,
    write_directory,
    write_file,
)
from satdoku.cli.options import jobs_option, named_file, real_seconds
from satdoku.cli.output import DONE, UNDECIDED, complain
from satdoku.cli.progress import watched_run
from satdoku.cli.wishes import MadeBoardGroup

if TYPE_CHECKING:
    from satdoku.generating import Run

LISTED = 310, "Make new puzzles by level, pattern, rules or technique"
EXAMPLES = (
    "satdoku generate -n 10 --level hard --symmetry 180",
    "satdoku generate -n 8 --levels easy,hard -o new.txt",
)


def generate(
    question: GenerateQuestion,
    board: MadeBoardGroup,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="The number of puzzles.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="The seed; by default that of --output, or a new one."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            callback=named_file,
            help="This file (corpus.txt), or without an ending a directory of parts; a run that "
            "was stopped goes on.",
        ),
    ] = None,
    jobs: Annotated[int, jobs_option("This many processes.")] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Work on this Dask cluster's scheduler (or: local)."),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.0, metavar="SECONDS", callback=real_seconds, help="Stop after this many seconds."
        ),
    ] = None,
    tries: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after this many tries in a row without a new puzzle."),
    ] = None,
    rate: Annotated[bool, typer.Option("--rate", help="Report the rating of each puzzle.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a puzzle.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print a table with a head line.")] = False,
    to: Annotated[
        str | None,
        typer.Option(metavar="FORM", help="The format of the parts of a directory, as for batch."),
    ] = None,
    block: Annotated[
        int | None, typer.Option(min=1, max=1 << 20, help="Puzzles in a part of the directory.")
    ] = None,
) -> int:
    """Make new puzzles with one solution, no two of them equivalent.

    The same seed and options give the same puzzles for every number of --jobs. Exit codes: 0 all
    puzzles were found, 3 a limit ran out (the puzzles found are printed), 2 no puzzle can have
    these properties.
    """
    import secrets

    from satdoku.base.limits import Limit
    from satdoku.generating import Run
    from satdoku.generating.randomness import MAX_SEED

    if json and csv:
        raise SatdokuError("--json and --csv cannot be asked for together")
    if seed is None:
        seed = None if output is None else seed_of(output)
        seed = secrets.randbelow(1 << 32) if seed is None else seed
    if seed > MAX_SEED:
        raise SatdokuError(f"--seed is at most {MAX_SEED}")
    wish, levels = board.wish(question), question.difficulty.shares()
    run = Run(wish, seed, count, jobs, Limit(seconds=time_limit), tries, levels)
    for each in run.wishes if levels else ():
        each.require_possible()  # before there is a directory
    if cluster is not None:
        from satdoku.batch.cluster import Cluster

        run.executor = partial(Cluster, address=cluster, form="csv", jobs=jobs)
    form = "json" if json else "csv" if csv else form_of(output)
    how = Output.of(run, form, rate=rate, directory=output, to=to, block=block)
    if output is None or is_printed(output):
        with output_file(output) as stream:
            found = _print(how, stream)
    else:
        found = (write_directory if how.is_directory else write_file)(how, output)
    return _exit_code(run, found)


def _print(how: Output, stream: TextIO) -> int:
    from satdoku.answers.generated import columns_of, row_of, writer_of

    run = how.run
    run.describe = partial(row_of, how.rated)
    show = writer_of(run.wishes[0], run.seed, how.form, rated=how.rated)
    if how.form == "csv":
        stream.write(",".join(columns_of(how.rated, run.wishes[0])) + "\n")
    found = 0
    flush = stream.isatty() or run.count <= 1000
    with watched_run(run) as seen:
        try:
            for piece in run.pieces():
                for made in piece.puzzles:
                    assert made.row is not None
                    stream.write(show(made.row) + "\n")
                found += len(piece.puzzles)
                if piece.puzzles and flush:
                    stream.flush()
                seen(found, piece)
        except KeyboardInterrupt:
            run.ending = "interrupted"
    stream.flush()
    return found


def _exit_code(run: Run, found: int) -> int:
    if run.ending == "done":
        return DONE
    from satdoku.answers.generated import why_ended

    reason = why_ended(run)
    if run.ending == "tries":
        reason += " (see --tries)"
    complain(f"{reason}: {found} of {run.count} found")
    return Explained(INTERRUPTED) if run.ending == "interrupted" else UNDECIDED
