"""Relations of the whole board in words."""

from __future__ import annotations

import pytest

from satdoku.board import Geometry, Grid
from satdoku.reading.everywhere import everywhere_in
from satdoku.reading.words import plain_words

CLASSIC = Geometry.classic()
SOLVED = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"


def holds(sentence: str, text: str = SOLVED) -> bool:
    grid = Grid(CLASSIC, tuple(map(int, text)))
    relations = everywhere_in(plain_words(sentence), CLASSIC.digits)
    (clues,) = filter(None, (one.clues(CLASSIC, "") for one in relations))
    return all(clue.holds(grid) for clue in clues)


def with_digits(**digits: int) -> str:
    """Fives, but for some cells."""
    values = ["5"] * 81
    for name, digit in digits.items():
        values[9 * (int(name[1]) - 1) + int(name[3]) - 1] = str(digit)
    return "".join(values)


@pytest.mark.parametrize(
    ("sentence", "allowed", "broken"),
    [
        ("Neighbours may never sum to 10.", {"r1c1": 1, "r1c3": 2}, None),
        ("Cells a knight's move apart must not sum to 3.", {"r1c1": 1, "r1c2": 2},
         {"r1c1": 1, "r2c3": 2}),
        ("Cells a queen's move apart cannot both contain 4.", {"r1c1": 4, "r2c3": 4},
         {"r1c1": 4, "r6c6": 4}),
        ("8 and 9 must never touch themselves or each other, even diagonally.",
         {"r1c1": 8, "r1c3": 9}, {"r1c1": 8, "r2c2": 9}),
        ("Each 4 is orthogonally adjacent only to low (1235) digits.", {"r1c1": 4, "r2c2": 8},
         {"r1c1": 4, "r1c2": 8}),
        ("Orthogonally adjacent digits differ by at most 2.", {"r1c1": 7}, {"r1c1": 8}),
    ],
)  # fmt: skip
def test_pairs_of_cells(
    sentence: str, allowed: dict[str, int], broken: dict[str, int] | None
) -> None:
    if broken is None:
        assert not holds(sentence, with_digits(**allowed))  # fives beside each other
        return
    assert holds(sentence, with_digits(**allowed))
    assert not holds(sentence, with_digits(**broken))


def test_rows_cells_that_are_opposite_and_squares() -> None:
    lines = "In every row and column, no 3 digits in sequence are all even or all odd."
    checkered = "".join(str(1 + (cell // 9 + cell % 9) % 2) for cell in range(81))
    assert holds(lines, checkered)
    assert not holds(lines, SOLVED)
    opposite = "Cells in rotationally symmetric positions hold different digits."
    assert not holds(opposite, with_digits())
    squares = "Every 2x2 square has at least one odd and one even digit."
    assert holds(squares, checkered)
    assert not holds(squares, with_digits())


@pytest.mark.parametrize(
    "sentence",
    [
        "Normal sudoku rules apply.",
        "Adjacent digits along a green line differ by at least 5.",
        "Digits may not repeat in any row, column or box.",
        "Every digit is orthogonally adjacent to at least one consecutive digit.",
        "Digits in cages sum to the number in the corner.",
    ],
)
def test_other_sentences_say_nothing_of_the_board(sentence: str) -> None:
    assert not list(everywhere_in(plain_words(sentence), CLASSIC.digits))
