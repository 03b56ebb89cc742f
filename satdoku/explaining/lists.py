"""Lists, grids and beginnings of sentences, for all who write some."""

from __future__ import annotations

from collections.abc import Iterable

from satdoku.board.grid import Grid

__all__ = ["capitalised", "grid_line", "joined"]


def joined(items: Iterable[str], word: str = "and") -> str:
    """a, b and c; ``word`` stands before the last."""
    parts = list(items)
    return f" {word} ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


def capitalised(text: str) -> str:
    """With a capital letter, unless the text starts with the name of a cell."""
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]


def grid_line(grid: Grid) -> str:
    """A grid on one line: a symbol a cell, or numbers with spaces between on wide boards."""
    if grid.geometry.size <= 9:
        return grid.text()
    return " ".join("." if value is None else str(value) for value in grid.values)
