"""``satdoku audit``: what is wrong with data sets of puzzles, and what they have in common."""

from __future__ import annotations

from typing import Annotated

import typer

from satdoku.base.limits import Limit
from satdoku.base.workers import processors
from satdoku.cli.options import JsonOption, TimeLimitOption, jobs_option
from satdoku.cli.output import DONE, NO, UNDECIDED, print_json
from satdoku.cli.progress import watched

LISTED = 530, "Check data sets: unique, minimal, equivalent across files"
EXAMPLES = ("satdoku audit puzzles.txt", "satdoku audit puzzles.txt puzzle.txt --rated 0")


def audit(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Puzzles, one a line, or a table with a puzzle column."
        ),
    ],
    rated: Annotated[
        int,
        typer.Option("--rated", min=0, metavar="N", help="Rate N puzzles of each file."),
    ] = 1000,
    jobs: Annotated[int | None, jobs_option("This many threads; else all CPUs.")] = None,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Audit files of classic puzzles, such as train.csv and test.csv of a model.

    The report has the numbers of puzzles that have one solution, are minimal, identical or
    equivalent, the wrong solutions, the ratings, and the puzzles that two files share. Exit codes:
    0 all unique and different, 1 not, 2 bad input, 3 stopped by --time-limit or Ctrl-C (the report
    then covers the puzzles read so far).
    """
    from satdoku.lab.audit import audit_files

    with watched(files) as advance:
        result = audit_files(
            files,
            rated=rated,
            jobs=jobs or processors(),
            limit=Limit(seconds=time_limit),
            advance=advance,
        )
    if json:
        print_json(result)
    else:
        print(result.text())
    if not result.complete:
        return UNDECIDED
    return DONE if result.clean else NO
