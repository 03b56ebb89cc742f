"""satdoku: solve, check, explain and rate Sudoku, with answers that can be trusted."""

__version__ = "0.1.0"
