"""``satdoku audit``: what is wrong with data sets of puzzles, and what they have in common."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from satdoku.base.limits import Limit
from satdoku.base.workers import processors
from satdoku.cli.options import JsonOption, TimeLimitOption, argument, jobs_option, option
from satdoku.cli.output import DONE, NO, UNDECIDED, print_json
from satdoku.cli.progress import watched

LISTED = 530, "Check data sets: unique, minimal, equivalent across files"
EXAMPLES = (
    "satdoku audit puzzles.txt",
    "satdoku audit puzzles.txt puzzle.txt --rated 0",
    "satdoku audit puzzles.txt --variants",
)


def audit(
    files: Annotated[
        list[str],
        argument(metavar="FILE...", text="Puzzles, one a line, or a table with a puzzle column."),
    ],
    rated: Annotated[
        int,
        option("--rated", min=0, metavar="N", text="Rate N puzzles of each file."),
    ] = 1000,
    variants: Annotated[
        bool,
        option(
            "--variants",
            text="Report on puzzles with rules: how surely each is read, and which rules.",
        ),
    ] = False,
    jobs: Annotated[
        int | None, jobs_option("Work in N threads (by default one for each CPU).")
    ] = None,
    time_limit: TimeLimitOption = None,
    json: JsonOption = False,
) -> int:
    """Audit files of puzzles, such as train.csv and test.csv of a model.

    The report has the numbers of puzzles that have one solution, are minimal, identical or
    equivalent, the wrong solutions, the ratings, and the puzzles that two files share; with
    --variants how surely rules were read from data, drawings and words, and how frequent each rule
    is. Exit codes: 0 all unique and different (with --variants: whole or proved), 1 not, 2 bad
    input, 3 stopped by --time-limit or Ctrl-C (the report then covers the puzzles read so far).
    """
    from satdoku.lab.audit import audit_files
    from satdoku.lab.variants import audit_variants

    ask = audit_variants if variants else partial(audit_files, rated=rated)
    with watched(files) as advance:
        result = ask(
            files, jobs=jobs or processors(), limit=Limit(seconds=time_limit), advance=advance
        )
    if json:
        print_json(result)
    else:
        print(result.text())
    if not result.complete:
        return UNDECIDED
    return DONE if result.clean else NO
