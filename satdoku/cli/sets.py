"""What the commands about sets of cells share: refusals, grids, pictures."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from satdoku.cli.asking import Asked, Asking, one_line
from satdoku.cli.inputs import Reading
from satdoku.cli.output import Ready, coloured
from satdoku.errors import NoSolution, NotUnique, Undecided
from satdoku.formats import parse
from satdoku.limits import Clock
from satdoku.puzzle import Grid, Puzzle
from satdoku.records.base import ErrorRecord, Record

if TYPE_CHECKING:
    from satdoku.render.scene import Highlight

__all__ = [
    "grid_of",
    "picture",
    "placed",
    "plural",
    "puzzle_of",
    "puzzle_text",
    "refusing",
    "until_cancelled",
]

R = TypeVar("R", bound=Record)


def refusing(ask: Callable[[Asking, Asked], R], asking: Asking, asked: Asked) -> R | ErrorRecord:
    """Ask, and make a record of a puzzle that has not exactly one solution."""
    try:
        return ask(asking, asked)
    except NoSolution as error:
        verdict, sentence = "none", str(error)
    except NotUnique as error:
        verdict, sentence = "multiple", str(error)
    except Undecided as error:
        verdict, sentence = "undecided", str(error)
    place = f"{asked.source}: " if asked.source else ""
    message = f"{place}line {asked.line}: {sentence}"
    return ErrorRecord(asked.line, asked.text, message, verdict, source=asked.source)


def grid_of(puzzle: Puzzle, clock: Clock) -> Grid:
    """The grid meant: the givens where they fill the board, else the solution.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises NoSolution, NotUnique, Undecided: where it has not exactly one solution.
    :raises Unsupported: where the board is larger than 36x36.
    """
    from satdoku.diagnose.solution import only_solution, require_manageable

    # Its solution would be sought for nothing.
    require_manageable(puzzle.geometry)
    if puzzle.grid.is_full:
        return puzzle.grid
    return only_solution(puzzle, clock)


def placed(puzzle: Puzzle, grid: Grid, cells: Iterable[int]) -> tuple[str, ...]:
    """Cells with their digits: ``r1c5=7``."""
    return tuple(f"{puzzle.geometry.name(cell)}={grid[cell]}" for cell in cells)


def puzzle_text(puzzle: Puzzle, asking: Asking) -> str:
    """A puzzle on one line; without the board's rules where --rules named them."""
    ruled = asking.reading.rules is not None
    if (
        puzzle.geometry.box is not None
        and puzzle.pencil_marks is None
        and (ruled or not puzzle.constraints)
    ):
        return puzzle.grid.text()
    return one_line(puzzle)


def puzzle_of(text: str, reading: Reading) -> Puzzle:
    """The puzzle that a record's text holds."""
    return reading.adapt(parse(text, reading.options)).puzzle


def picture(
    puzzle: Puzzle,
    highlights: Mapping[int, Highlight],
    filled: Mapping[int, int | None] | None = None,
) -> str:
    """A puzzle for the terminal, some of its open cells filled."""
    from satdoku.render.terminal import render_grid

    solution = None
    if filled is not None:
        values = tuple(filled.get(cell) for cell in range(puzzle.geometry.cell_count))
        solution = Grid(puzzle.geometry, values)
    width = shutil.get_terminal_size().columns
    return render_grid(
        puzzle, solution=solution, highlights=highlights, width=width, color=coloured()
    )


def plural(count: int, word: str) -> str:
    """``1 cell``, ``2 cells``."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def until_cancelled(
    records: Iterable[R | ErrorRecord | Ready], stopped: Callable[[R], str | None]
) -> Iterator[R | ErrorRecord | Ready]:
    """The records up to one that Ctrl-C cut short, which is shown too before the run ends."""
    for record in records:
        yield record
        if (
            isinstance(record, Record)
            and not isinstance(record, ErrorRecord)
            and stopped(record) == "cancelled"
        ):
            raise KeyboardInterrupt
