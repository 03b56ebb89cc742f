"""``satdoku canonical``: the least image of each puzzle, a line each."""

from __future__ import annotations

from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JobsOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    TimeLimitOption,
)
from satdoku.cli.transform import transform

__all__ = ["canonical"]


def canonical(
    puzzles: PuzzleArguments,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    json: JsonOption = False,
) -> int:
    """The canonical form of each puzzle: two puzzles are equivalent when these are equal.

    It is the least of all images, read row by row (minlex). Off a terminal: a line each.
    """
    return transform(
        puzzles,
        canonical=True,
        time_limit=time_limit,
        jobs=jobs,
        format=format,
        letters=letters,
        box=box,
        json=json,
    )
