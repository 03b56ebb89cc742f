"""``satdoku unavoidable``: the unavoidable sets of each grid."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, InputGroup, RunGroup
from satdoku.cli.output import DONE, UNDECIDED, Report
from satdoku.cli.pictures import grid_of, picture
from satdoku.cli.redundant import SetsBackend
from satdoku.cli.terminal import wrapped
from satdoku.formats import Letters
from satdoku.puzzle import Puzzle
from satdoku.records.base import plural
from satdoku.records.findings import UnavoidableRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight

__all__ = ["GridArguments", "unavoidable"]

_SHOWN = 10

GridArguments = Annotated[
    list[str],
    typer.Argument(
        metavar="GRID...", help="A full grid, a puzzle with one solution, a file of them, or -."
    ),
]


def unavoidable(
    grids: GridArguments,
    common: RunGroup,
    input: InputGroup,
    size: Annotated[
        int, typer.Option(min=0, metavar="K", help="The largest set to look for, in cells.")
    ] = 12,
    backend: Annotated[
        SetsBackend,
        typer.Option(help="The engine; native takes only rules about cells that must differ."),
    ] = SetsBackend.auto,
) -> int:
    """The minimal unavoidable sets of a grid: cells of which every puzzle must give one.

    Without these cells the grid has another solution, and without fewer of them it has not. All
    sets up to the size are found, each once. Off a terminal: a line a set: the line of the grid,
    a tab, the size, a tab and the cells. Exit codes: 0 all were found, 1 a puzzle has not exactly
    one solution, 3 the limit came first.
    """
    asking = Asking(input.reading(), seconds=common.time_limit)
    report = Report(_lines, _code)
    text = partial(_text, asking.reading.options.letters)
    return run(partial(_ask, size, backend), grids, asking, report, common, picture=text)


def _ask(size: int, backend: SetsBackend, asking: Asking, asked: Asked) -> UnavoidableRecord:
    from satdoku.answers.sets import unavoidable_of

    letters = asking.reading.options.letters
    return unavoidable_of(asked, size, backend=backend.value, letters=letters, limit=asking.limit)


def _code(record: UnavoidableRecord) -> int:
    return DONE if record.complete else UNDECIDED


def _lines(record: UnavoidableRecord) -> Iterable[str]:
    for cells in record.sets:
        yield f"{record.line}\t{len(cells)}\t{' '.join(cells)}"


def _text(letters: Letters, record: UnavoidableRecord, puzzle: Puzzle) -> str:
    cell = puzzle.geometry.cell
    first = [cell(name) for name in record.sets[0]] if record.sets else []
    highlights: dict[int, Highlight] = dict.fromkeys(first, "focus")
    parts = [picture(puzzle, highlights, grid_of(record.grid, puzzle.geometry, letters))]
    reached = plural(record.complete_to, "cell")
    text = (
        f"{plural(record.count, 'minimal unavoidable set')} of at most {reached}, and no others"
        if record.count
        else f"no minimal unavoidable set has {reached} or fewer"
    )
    if not record.complete:
        text += f"; the limit on {record.stopped} ran out before larger ones were known"
    parts.append(wrapped(text))
    for size, number in record.counts.items():
        parts.append(f"  {plural(int(size), 'cell')}: {plural(number, 'set')}")
    if record.sets:
        parts.append("The smallest (the first in green):")
        parts += [f"  {' '.join(cells)}" for cells in record.sets[:_SHOWN]]
        if record.count > _SHOWN:
            parts.append(f"  and {record.count - _SHOWN} more (--json lists all)")
    return "\n".join(parts)
