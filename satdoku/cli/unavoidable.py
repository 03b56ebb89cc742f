"""``satdoku unavoidable``: the unavoidable sets of each grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.cli.asking import Asked, Asking, answer_all
from satdoku.cli.inputs import Reading
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JobsOption,
    JsonOption,
    Letters,
    LettersOption,
    RulesOption,
    TimeLimitOption,
)
from satdoku.cli.output import DONE, UNDECIDED, Report, report_all
from satdoku.cli.redundant import SetsBackend
from satdoku.cli.sets import grid_of, picture, plural, puzzle_of, refusing
from satdoku.cli.telling import Lang, wrapped
from satdoku.limits import Limit
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
    size: Annotated[
        int, typer.Option(min=0, metavar="K", help="The largest set to look for, in cells.")
    ] = 12,
    backend: Annotated[
        SetsBackend,
        typer.Option(help="The engine; native takes only rules about cells that must differ."),
    ] = SetsBackend.auto,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """The minimal unavoidable sets of a grid: cells of which every puzzle must give one.

    Without these cells the grid has another solution, and without fewer of them it has not. All
    sets up to the size are found, each once. Off a terminal: a line a set: the line of the grid,
    a tab, the size, a tab and the cells. Exit codes: 0 all were found, 1 a puzzle has not exactly
    one solution, 3 the limit came first.
    """
    reading = Reading.of(format, letters, box, rules)
    ask = partial(refusing, partial(_ask, size))
    report = Report(_lines, partial(_text, reading), _code)
    asking = Asking(reading, backend.value, seconds=time_limit)
    return report_all(answer_all(ask, grids, asking, jobs), report, json)


def _ask(size: int, asking: Asking, asked: Asked) -> UnavoidableRecord:
    from satdoku.diagnose.unavoidable import UnavoidableBackend, unavoidable_sets

    backends: dict[str, UnavoidableBackend] = {"auto": "auto", "native": "native", "sat": "sat"}
    board, clock = asked.puzzle, asking.limit.start()
    grid = grid_of(board, clock)
    # One limit for both questions.
    rest = Limit(seconds=clock.remaining())
    found = unavoidable_sets(board, grid, size, backend=backends[asking.backend], limit=rest)
    name = board.geometry.name
    counts = Counter(len(cells) for cells in found.sets)
    return UnavoidableRecord(
        **asked.place,
        grid=asked.write(grid, asking.reading.options.letters),
        size=size,
        complete=found.complete,
        complete_to=found.complete_to,
        count=len(found.sets),
        counts={str(cells): number for cells, number in sorted(counts.items())},
        sets=tuple(tuple(map(name, cells)) for cells in found.sets),
        stopped=found.stopped,
        backend=found.backend,
        seconds=round(found.seconds, 6),
    )


def _code(record: UnavoidableRecord) -> int:
    return DONE if record.complete else UNDECIDED


def _lines(record: UnavoidableRecord) -> Iterable[str]:
    for cells in record.sets:
        yield f"{record.line}\t{len(cells)}\t{' '.join(cells)}"


def _text(reading: Reading, record: UnavoidableRecord) -> str:
    puzzle = puzzle_of(record.puzzle, reading)
    cell = puzzle.geometry.cell
    first = [cell(name) for name in record.sets[0]] if record.sets else []
    highlights: dict[int, Highlight] = dict.fromkeys(first, "focus")
    grid = puzzle_of(record.grid, _plain(reading, puzzle.geometry)).givens
    parts = [picture(puzzle, highlights, dict(enumerate(grid)))]
    reached = plural(record.complete_to, "cell")
    text = (
        f"{plural(record.count, 'minimal unavoidable set')} of at most {reached}, and no others"
        if record.count
        else f"no minimal unavoidable set has {reached} or fewer"
    )
    if not record.complete:
        text += f"; the limit on {record.stopped} ran out before larger ones were known"
    parts.append(wrapped(text, Lang.en))
    for size, number in record.counts.items():
        parts.append(f"  {plural(int(size), 'cell')}: {plural(number, 'set')}")
    if record.sets:
        parts.append("The smallest (the first in green):")
        parts += [f"  {' '.join(cells)}" for cells in record.sets[:_SHOWN]]
        if record.count > _SHOWN:
            parts.append(f"  and {record.count - _SHOWN} more (--json lists all)")
    return "\n".join(parts)


def _plain(reading: Reading, geometry: object) -> Reading:
    """How a grid is read that was written for a board already known."""
    from dataclasses import replace

    options = replace(reading.options, format=None, geometry=geometry)  # type: ignore[arg-type]
    return Reading(options)
