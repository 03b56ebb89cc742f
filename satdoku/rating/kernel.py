"""The puzzles and limits that the compiled kernels of Sudoku Explainer and HoDoKu take."""

from __future__ import annotations

from satdoku.base.limits import Limit
from satdoku.puzzle import Puzzle


def why_no_rating(puzzle: Puzzle) -> str | None:
    """Why the scale does not cover a puzzle, or ``None`` where it does."""
    if puzzle.constraints:
        return "Sudoku Explainer's scale covers no extra rules"
    if not puzzle.geometry.is_classic:
        board = puzzle.geometry.describe()
        return f"Sudoku Explainer's scale is for the classic 9x9, and this is {board}"
    return None


def why_not_hodoku(puzzle: Puzzle) -> str | None:
    """Why the scale does not cover a puzzle, or ``None`` where it does."""
    if puzzle.constraints:
        return "HoDoKu's scale covers no extra rules"
    if not puzzle.geometry.is_classic:
        board = puzzle.geometry.describe()
        return f"HoDoKu's scale is for the classic 9x9, and this is {board}"
    if puzzle.is_sukaku:
        return "HoDoKu's scale starts from givens, and this puzzle has candidates"
    return None


def kernel_seconds(seconds: float | None) -> float:
    """A time limit as the kernel takes it: 0 is none."""
    seconds = Limit(seconds=seconds).seconds
    return 0.0 if seconds is None else max(seconds, 1e-6)
