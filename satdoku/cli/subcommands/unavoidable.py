"""``satdoku unavoidable``: the unavoidable sets of each grid."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from satdoku.answers.sets import UnavoidableQuestion
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import GridArguments
from satdoku.cli.output import DONE, UNDECIDED, Report
from satdoku.cli.pictures import shown
from satdoku.records.findings import UnavoidableRecord

LISTED = 350, "List sets of cells that each need a given"
EXAMPLES = ("satdoku unavoidable 1234341221434321",)


def unavoidable(
    grids: GridArguments, question: UnavoidableQuestion, common: RunGroup, input: InputGroup
) -> int:
    """List the minimal unavoidable sets of a grid; every puzzle of the grid needs a given in each.

    If the cells of an unavoidable set are emptied, the grid has another solution. All minimal sets
    up to the size are found, each once. Piped output has one line for each set: the line of the
    grid, a tab, the size, a tab and the cells. Exit codes: 0 all were found, 1 a puzzle does not
    have exactly one solution, 3 the limit ran out.
    """
    text = partial(shown, lang=question.lang)
    return run(question, grids, input, common, Report(_lines, _code, text))


def _code(record: UnavoidableRecord) -> int:
    return DONE if record.complete else UNDECIDED


def _lines(record: UnavoidableRecord) -> Iterable[str]:
    for cells in record.sets:
        yield f"{record.line}\t{len(cells)}\t{' '.join(cells)}"
