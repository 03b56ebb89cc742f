"""``satdoku same``: are two puzzles equivalent, and by which transformation?"""

from __future__ import annotations

import json as jsonlib
from typing import Annotated

import typer

from satdoku.answers.symmetry import same_of
from satdoku.cli.inputs import Reading, one_document
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    TimeLimitOption,
)
from satdoku.cli.output import DONE, NO, UNDECIDED
from satdoku.limits import Limit

__all__ = ["same"]

_Puzzle = typer.Argument(metavar="PUZZLE", help="A puzzle, a file that holds one, or -.")


def same(
    first: Annotated[str, _Puzzle],
    second: Annotated[str, _Puzzle],
    time_limit: TimeLimitOption = None,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    json: JsonOption = False,
) -> int:
    """Are two puzzles equivalent, and which symmetry takes the first to the second?

    Prints yes and the symmetry, no, or undecided; exit code 0, 1 or 3.
    """
    reading = Reading.of(format, letters, box, None)
    one = one_document(first, reading).puzzle
    other = one_document(second, reading).puzzle
    found, symmetry = same_of(one, other, limit=Limit(seconds=time_limit))
    answer = {True: "yes", False: "no", None: "undecided"}[found.same]
    if json:
        print(jsonlib.dumps(found.as_dict()))
    else:
        print(answer if symmetry is None else f"{answer}\t{symmetry.describe()}")
    return {"yes": DONE, "no": NO, "undecided": UNDECIDED}[answer]
