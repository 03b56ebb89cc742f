"""``satdoku backdoors``: the fewest cells whose digits let singles finish each puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from satdoku.answers.sets import BackdoorsQuestion
from satdoku.cli.asking import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, UNDECIDED, Report
from satdoku.cli.pictures import shown
from satdoku.records.findings import BackdoorsRecord

__all__ = ["EXAMPLES", "LISTED", "backdoors"]

LISTED = 290, "The fewest cells that let singles finish the puzzle"
EXAMPLES = ("satdoku backdoors puzzle.txt",)


def backdoors(
    puzzles: PuzzleArguments, question: BackdoorsQuestion, common: RunGroup, input: InputGroup
) -> int:
    """The fewest cells that, once they hold their digits, let singles finish the puzzle.

    Off a terminal: the size, a tab, the puzzle, a tab and a backdoor (--all: several, parted by a
    semicolon). Exit codes: 0 proved smallest, 1 the puzzle has not exactly one solution, 3 the
    limit came first: the size is then written 1-2, at least 1 and at most 2 (--all: there may be
    more).
    """
    text = partial(shown, lang=question.lang)
    return run(question, puzzles, input, common, Report(_lines, _code, text))


def _code(record: BackdoorsRecord) -> int:
    return DONE if record.complete else UNDECIDED


def _lines(record: BackdoorsRecord) -> Iterable[str]:
    size = str(record.size)
    if record.at_least < record.size:
        size = f"{record.at_least}-{record.size}"
    return (f"{size}\t{record.puzzle}\t{'; '.join(map(' '.join, record.backdoors))}",)
