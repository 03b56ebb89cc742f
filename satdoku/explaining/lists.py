"""Grids inside of sentences."""

from __future__ import annotations

from satdoku.board.grid import Grid


def grid_line(grid: Grid) -> str:
    """A grid on one line: a symbol a cell, or numbers with spaces between on wide boards."""
    if grid.geometry.size <= 9:
        return grid.text()
    return " ".join("." if value is None else str(value) for value in grid.values)
