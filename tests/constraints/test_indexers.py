from __future__ import annotations

import pytest
from trials import trial

from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.constraints import IndexLine, parse_rules
from satdoku.puzzle import Puzzle
from satdoku.solving import solve

NAMES = (
    "row-indexer",
    "column-indexer",
    "box-indexer",
    "index-line",
    "value-indexing",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


@pytest.mark.parametrize("name", NAMES[:3])
@pytest.mark.parametrize("digits", [range(4), range(5), range(1, 6)])
def test_places_are_counted_from_1_whatever_the_digits(name: str, digits: range) -> None:
    board = Geometry.rectangle(4, 4, digits=digits, box=(2, 2), region_size=4)
    for cell in (0, 6, 9, 15):
        row, column = divmod(cell, 4)
        house = {
            "row-indexer": range(column, 16, 4),
            "column-indexer": range(4 * row, 4 * row + 4),
            "box-indexer": [c for c in range(16) if board.region_of[c] == board.region_of[cell]],
        }[name]
        number = list(house).index(cell) + 1
        if number not in digits:
            with pytest.raises(FormatError, match="which is not a digit of the board"):
                parse_rules(f"{name}:{board.name(cell)}", board)
            continue
        (rule,) = parse_rules(f"{name}:{board.name(cell)}", board)
        for digit in digits:
            named = house[digit - 1] if 1 <= digit <= 4 else None
            possible = named is not None and (named != cell or digit == number)
            puzzle = Puzzle.empty(board, [rule]).with_givens({cell: digit})
            solution = None if puzzle.problems() else solve(puzzle).solution
            assert (solution is not None) == possible
            if solution is not None and named is not None:
                assert solution.values[named] == number


def test_a_line_is_at_most_as_long_as_there_are_digits() -> None:
    board = Geometry.classic()
    whole = IndexLine(tuple(range(9)))
    assert whole.unfit(board) is None
    solution = solve(Puzzle.empty(board, [whole])).solution
    assert solution is not None
    assert whole.holds(solution)
    assert "no digit 10" in (IndexLine(tuple(range(10))).unfit(board) or "")
