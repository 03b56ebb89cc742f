"""Clues outside of the board, by brute force, and what they refuse."""

import pytest
from trials import trial

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import BoardMap, Geometry
from satdoku.constraints import LittleKiller, Sandwich, Skyscraper, XSum, parse_rules
from satdoku.puzzle import Document, Puzzle
from satdoku.solving import solve

BOARD = Geometry.classic()


@pytest.mark.parametrize("name", ["little-killer", "sandwich", "x-sum", "skyscraper"])
def test_by_brute_force(name: str) -> None:
    trial(name, seeds=range(2))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("little-killer:r5c5:down-right:10", "little-killer: a diagonal that runs down-right does "
         "not start at r5c5, which is not on the edge it comes from"),
        ("sandwich:left:10:5", "sandwich: the 9x9 with 3x3 boxes has no row 10"),
        ("sandwich:left:1:-5", "sandwich: 'sum' is at least 0, not -5"),
        ("x-sum:top:0:5", "x-sum: 'index' is at least 1, not 0"),
        ("skyscraper:middle:1:5", "skyscraper: the argument 'middle' has no place in"),
    ],
)  # fmt: skip
def test_refusals(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rules(words, BOARD)
    assert reason in str(caught.value)


def test_a_sandwich_needs_a_line_of_all_digits() -> None:
    with pytest.raises(FormatError, match="sandwich: row 1 does not hold every digit of the board"):
        parse_rules("sandwich:left:1:5", Geometry(3, 3, (1, 2, 3), ()))


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (Sandwich("left", 3, 34), "sandwich of 34 in row 3: no choice of the digits "
         "between 1 and 9 adds up to it"),
        (Sandwich("top", 1, 10**9), "adds up to it"),
        (XSum("bottom", 2, 2), "x-sum of 2 at column 2 from the bottom: no first digit makes this "
         "sum"),
        (Skyscraper("right", 1, 10), "skyscraper of 10 at row 1 from the right: 1 to 9 digits can "
         "be visible"),
        (LittleKiller(1, "down-left", 19), "little killer of 19 from r1c2 down-left: its digits "
         "can only reach from 2 to 18"),
    ],
)  # fmt: skip
def test_a_clue_out_of_reach_is_a_fault(rule: Sandwich, message: str) -> None:
    puzzle = Puzzle.empty(BOARD, [rule])
    (problem,) = puzzle.problems()
    assert message in problem.message


def test_an_empty_x_sum_is_refused_with_the_reason() -> None:
    board = Geometry.rectangle(4, 4, digits=range(4))
    (problem,) = Puzzle.empty(board, [XSum("left", 1, 0)]).problems()
    assert "a first digit of 0 would count no digits" in problem.message


def test_lines_turn_with_the_board() -> None:
    digits = {d: d for d in range(1, 10)}
    quarter = BoardMap(BOARD, tuple(c % 9 * 9 + 8 - c // 9 for c in range(81)), digits)
    assert XSum("left", 1, 5).image(quarter) == XSum("top", 9, 5)
    assert Skyscraper("bottom", 2, 3).image(quarter) == Skyscraper("left", 2, 3)
    assert LittleKiller(3, "down-right", 9).image(quarter) == LittleKiller(35, "down-left", 9)
    swapped = BoardMap(BOARD, (*range(9, 18), *range(9), *range(18, 81)), digits)
    assert Sandwich("top", 1, 5).image(swapped) is None
    assert Sandwich("left", 1, 5).image(swapped) == Sandwich("left", 2, 5)


def test_crusts_of_a_sandwich_are_named() -> None:
    board = Geometry.classic()
    (rule,) = parse_rules("sandwich:left:1:11:crusts=8+3", board)
    assert rule.describe(board) == "sandwich of 11 between 3 and 8 in row 1"
    for row, valid in (
        ((1, 3, 2, 9, 8, 4, 5, 6, 7), True),
        ((1, 8, 2, 9, 3, 4, 5, 6, 7), True),
        ((3, 1, 2, 9, 8, 4, 5, 6, 7), False),
    ):
        puzzle = Puzzle.empty(board, [rule]).with_givens(dict(enumerate(row)))
        assert (not puzzle.problems()) is valid
        assert not valid or solve(puzzle).solution is not None
    for format in ("iss", "fpuzzles", "sudokumaker"):
        with pytest.raises(Unsupported, match="sandwich of 11 between 3 and 8 in row 1"):
            formats.write(Document(Puzzle.empty(board, [rule])), format)
    for crusts in ("3", "3+3", "3+4+5"):
        with pytest.raises(FormatError, match="the crusts must be two different digits"):
            parse_rules(f"sandwich:left:1:11:crusts={crusts}", board)
    with pytest.raises(FormatError, match="0 in 'crusts' is not a digit of the board"):
        parse_rules("sandwich:left:1:11:crusts=0+3", board)
