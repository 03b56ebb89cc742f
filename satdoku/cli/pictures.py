"""Pictures of puzzles, boards and steps for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from satdoku.board import Geometry, Grid
from satdoku.cli.terminal import coloured, width
from satdoku.formats import Letters, ReadOptions, parse
from satdoku.puzzle import Position, Puzzle

if TYPE_CHECKING:
    from satdoku.diagnosing.board import BoardCheck
    from satdoku.render.scene import Highlight
    from satdoku.techniques.step import Step, StepView

__all__ = ["filled", "grid_of", "picture", "picture_of_board", "picture_of_step"]


def picture(
    puzzle: Puzzle, highlights: Mapping[int, Highlight], solution: Grid | None = None
) -> str:
    """A puzzle, its open cells filled as in the solution."""
    from satdoku.render.terminal import render_grid

    return render_grid(
        puzzle, solution=solution, highlights=highlights, width=width(), color=coloured()
    )


def filled(geometry: Geometry, digits: Mapping[int, int]) -> Grid | None:
    """A grid with some digits, ``None`` where there are none."""
    if not digits:
        return None
    return Grid(geometry, tuple(digits.get(cell) for cell in range(geometry.cell_count)))


def grid_of(text: str, geometry: Geometry, letters: Letters) -> Grid:
    """A grid as it is written in a record."""
    return parse(text, ReadOptions(geometry=geometry, letters=letters)).puzzle.grid


def picture_of_step(
    position: Position, step: Step | StepView, lang: str, *, ascii: bool = False
) -> str:
    """The board before a step, and the pattern of the step in it."""
    from satdoku.explaining.phrases import phrases
    from satdoku.render.terminal import render_step

    legend = phrases(lang).legend
    return render_step(position, step, color=coloured(), ascii=ascii, legend=legend)


def picture_of_board(found: BoardCheck, *, ascii: bool = False) -> str:
    """A player's board with what is wrong in red."""
    from satdoku.render.scene import MarkRole, make_scene
    from satdoku.render.terminal import render_scene

    position = found.board.position
    faulty: dict[int, Highlight] = dict.fromkeys(found.faulty_cells, "fault")
    marks: dict[tuple[int, int], MarkRole] = {(s.cell, s.digit): "out" for s in found.stale}
    return render_scene(
        make_scene(position, highlights=faulty, marks=marks),
        candidates="lines" if any(position.candidates) else None,
        width=width(),
        color=coloured(),
        ascii=ascii,
        starred=True,
    )
