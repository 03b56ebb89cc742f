"""A puzzle with rules, made in Python: an anti-knight Sudoku with a killer cage.

python examples/variant.py
"""

from __future__ import annotations

import satdoku
from satdoku.constraints import AntiKnight, KillerCage


def main() -> None:
    board = satdoku.Geometry.classic()
    cage = KillerCage(tuple(board.cell(name) for name in ("r1c1", "r1c2", "r2c1")), 6)
    puzzle = satdoku.Puzzle.empty(board, (AntiKnight(), cage))
    result = satdoku.solve(puzzle)
    assert result.solution is not None
    for row in result.solution.rows():
        print(*row)


if __name__ == "__main__":
    main()
