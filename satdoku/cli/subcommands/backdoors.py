"""``satdoku backdoors``: the fewest cells whose digits let singles finish each puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from satdoku.answers.sets import BackdoorsQuestion
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, UNDECIDED, Report
from satdoku.cli.pictures import shown
from satdoku.records.findings import BackdoorsRecord

LISTED = 290, "Find the fewest cells that let singles solve the rest"
EXAMPLES = ("satdoku backdoors puzzle.txt",)


def backdoors(
    puzzles: PuzzleArguments, question: BackdoorsQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Find the fewest cells whose digits, once known, let singles solve the rest of the puzzle.

    Piped output has the size, a tab, the puzzle, a tab and a backdoor (with --all several,
    separated by semicolons). Exit codes: 0 proved smallest, 1 the puzzle does not have exactly one
    solution, 3 the limit ran out: the size is then a range such as 1-2 (with --all there may be
    more backdoors).
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
